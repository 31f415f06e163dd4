"""A game that has begun already, as the form asks for it: the moment, and the figures that differ from the start."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.pages.filling import filled
from companion.pages.frame import page_text
from companion.rules.game.beginning import Figures
from companion.rules.game.events import NOTHING
from companion.rules.game.shapes import Fault, Record, Whole
from companion.rules.game.state import ROUNDS, Cube, Phase, Setup
from companion.rules.vocabulary import Location
from companion.tables import figures
from companion.tables.figures import FIGURES, GUARDS, PLAYER
from companion.words import asking
from companion.words.language import sentence, term
from companion.words.messages import ERRORS
from companion.words.telling import capital

LYING: Final = Record({Cube.SUSPICION.value: Whole()})
HELD: Final = ("reputation", *(f"cubes.{cube}" for cube in Cube), "storage", "tomes")
ONLY_PLAYER: Final = ("storage", "tomes")
BEGIN: Final = Record(
    {
        **{name: FIGURES.members[name] for name in ("round", "phase", "first_player")},
        "player": Record({name: PLAYER.members[name] for name in ("reputation", "cubes", *ONLY_PLAYER)}),
        "guards": Record({name: GUARDS.members[name] for name in ("reputation", "cubes")}),
        "cubes": Record({location.value: LYING for location in Location}),
    },
    FIGURES.required,
)
"""The figures of a game as far as the form asks for them; cards are typed as the game needs them."""


class Choice(NamedTuple):
    """A choice about the moment: its field, label, options, and what is chosen."""

    name: str
    label: str
    options: list[tuple[str, str]]
    chosen: str


class Figure(NamedTuple):
    """A number: its field, its name for those who listen, and what was typed."""

    name: str
    label: str
    typed: str


class BeginForm:
    """That part of the form of a new game.

    Args:
        language: of the page.
        given: what was typed.
    """

    def __init__(self, language: str, given: MultiDict[str, str]) -> None:
        self._language = language
        self._given = given

    @cached_property
    def _typed(self) -> Any:
        """What was typed, or None where the game begins at its start."""
        if not self.begun:
            return None
        typed = filled(BEGIN, self._given, "b")
        # Whoever names no phase is at the start of the round.
        return {**typed, "phase": typed["phase"] or Phase.ROLL_CALL.value}

    @property
    def begun(self) -> bool:
        """Whether a round was chosen."""
        return bool(self._given.get("b.round"))

    @property
    def faults(self) -> list[str]:
        """What of it cannot be, in sentences."""
        return (
            [told_of(self._language, fault, self._label) for fault in BEGIN.faults(self._typed)] if self.begun else []
        )

    def figures(self, setup: Setup) -> Figures | None:
        """The figures to begin from; None from the start."""
        return figures.figures(self._typed, setup) if self.begun else None

    @property
    def moments(self) -> list[Choice]:
        """Round, phase and who holds the marker."""
        seats = {"player": self._say("seat.you"), "guards": self._say("seat.guards")}
        phases = BEGIN.members["phase"].schema()["enum"]
        return [
            self._choice("round", {str(n): str(n) for n in range(1, ROUNDS + 1)}),
            self._choice("phase", {one: asking.word(self._language, "phase", one) for one in phases}),
            self._choice("first_player", seats),
        ]

    def _choice(self, name: str, options: dict[str, str]) -> Choice:
        chosen = self._given.get(f"b.{name}", "")
        return Choice(f"b.{name}", self._label(name), [("", self._say("begin.none")), *options.items()], chosen)

    @property
    def rows(self) -> Iterator[tuple[str, list[Figure | None]]]:
        """The figures of both sides."""
        for held in HELD:
            label = self._label(held)
            yield label, [self._figure("player", held, label), self._figure("guards", held, label)]

    def _figure(self, side: str, held: str, label: str) -> Figure | None:
        if side == "guards" and held in ONLY_PLAYER:
            return None
        name = f"b.{side}.{held}"
        whose = self._say("seat.you" if side == "player" else "seat.guards")
        return Figure(name, f"{whose}: {label}", self._given.get(name, ""))

    @property
    def lying(self) -> list[Figure]:
        """The suspicion cubes at the locations."""
        names = {location: f"b.cubes.{location}.{Cube.SUSPICION}" for location in Location}
        return [
            Figure(name, capital(term(self._language, location)), self._given.get(name, ""))
            for location, name in names.items()
        ]

    def _label(self, name: str) -> str:
        cube = name.removeprefix("cubes.")
        if cube in {*Cube}:
            return asking.option(self._language, "", "cube", cube, game=NOTHING, names=())
        return self._say(f"begin.{name}")

    def _say(self, key: str) -> str:
        return page_text(self._language, key)


def told_of(language: str, fault: Fault, label: Callable[[str], str]) -> str:
    """What is wrong, and where: in the last part of the form that has a name."""
    names = [step for step in fault.path if isinstance(step, str)]
    why = sentence(language, ERRORS[fault.key], fault.data)
    return page_text(language, "table.wish", what=label(names[-1]), why=why)
