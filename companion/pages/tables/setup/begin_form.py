"""A game that has begun already, as the form asks for it: round and phase. The rest is corrected at the table."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import filled
from companion.pages.layout.frame import page_text
from companion.rules.editions import STANDARD
from companion.rules.schema import Invalid, ObjectField
from companion.rules.state.position import Phase
from companion.tables.position_entry import FIGURES
from companion.words import field_labels
from companion.words.catalogue import sentence
from companion.words.messages import ERRORS, GAME

MOMENT: Final = ObjectField({name: FIGURES.members[name] for name in ("round", "phase")}, FIGURES.required)


class Choice(NamedTuple):
    """A choice about the moment: its field, label, options, and the chosen one."""

    name: str
    label: str
    options: list[tuple[str, str]]
    chosen: str


class BeginForm:
    """That part of the form of a new game.

    Args:
        language: of the page.
        given: what was typed.
    """

    def __init__(self, language: str, given: MultiDict[str, str]) -> None:
        self._language = language
        self._given = given

    @property
    def begun(self) -> bool:
        """True if anything of it was filled in."""
        return any(text.strip() for name, text in self._given.items(multi=True) if name.startswith("b."))

    @property
    def choices(self) -> list[Choice]:
        """Round and phase."""
        phases = MOMENT.members["phase"].json_schema()["enum"]
        return [
            self._choice("round", {str(n): str(n) for n in range(1, STANDARD.rounds + 1)}),
            self._choice("phase", {one: self._phase(one) for one in phases}),
        ]

    def _phase(self, phase: str) -> str:
        """Return a phase as it is offered; the last round has no patrol (S-9)."""
        word = field_labels.word(self._language, "phase", phase)
        last = page_text(self._language, "begin.patrol", phase=word, round=STANDARD.rounds)
        return last if phase == Phase.PATROL else word

    def _choice(self, name: str, options: dict[str, str]) -> Choice:
        nothing = page_text(self._language, "begin.none")
        chosen = self._given.get(f"b.{name}", "")
        return Choice(f"b.{name}", self._label(name), [("", nothing), *options.items()], chosen)

    def wished(self, *, light: bool = False) -> dict[str, Any]:
        """Return the moment, as a table is opened with it; without a phase it is the start of the round."""
        typed = filled(MOMENT, self._given, "b")
        return {**typed, "phase": Phase.ROUND.value if light else typed["phase"] or Phase.ROLL_CALL.value}

    def told(self, fault: Invalid) -> str:
        """Say in a sentence what of it cannot be."""
        return told_of(self._language, fault, self._label)

    def _label(self, name: str) -> str:
        return page_text(self._language, f"begin.{name}")


def told_of(language: str, fault: Invalid, label: Callable[[str], str]) -> str:
    """Say what is wrong, and where: in the last part of the form that has a name."""
    names = [step for step in fault.path if isinstance(step, str)]
    if fault.key == "shape.one_of":
        # Its words are the API's.
        return sentence(language, GAME["choose.one"], {"what": label(names[-1])})
    why = sentence(language, ERRORS[fault.key], fault.data)
    return page_text(language, "table.wish", what=label(names[-1]), why=why)
