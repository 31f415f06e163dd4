"""A game that has begun already, as the form asks for it: the moment, and the figures that differ from the start."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import filled
from companion.pages.layout.frame import page_text
from companion.rules.editions import STANDARD
from companion.rules.engine.mid_game_setup import EnteredPosition
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import IntField, Invalid, ObjectField
from companion.rules.state.events import NOTHING
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.state.setup import FOLLOWED, Depth, Setup
from companion.rules.vocabulary import Location
from companion.tables import position_entry
from companion.tables.position_entry import FIGURES, FIGURES_OF_PLAYERS, GUARDS, PLAYER, SIDE
from companion.words import field_labels
from companion.words.catalogue import sentence, term
from companion.words.messages import ERRORS, GAME
from companion.words.telling import SEATS, capital

LYING: Final = ObjectField({Cube.SUSPICION.value: IntField()})
HELD: Final = ("reputation", *(f"cubes.{cube}" for cube in Cube), "storage", "tomes")
ONLY_PLAYER: Final = ("storage", "tomes")
LIGHT: Final = frozenset({"reputation", *(f"cubes.{cube}" for cube in FOLLOWED[Depth.LIGHT])})
"""What light depth follows of a side."""

_CUBES: Final = ObjectField({location.value: LYING for location in STANDARD.locations})
_MOMENT: Final = ("round", "phase", "first_player")
BEGIN: Final = ObjectField(
    {
        **{name: FIGURES.members[name] for name in _MOMENT},
        "player": ObjectField({name: PLAYER.members[name] for name in ("reputation", "cubes", *ONLY_PLAYER)}),
        "guards": ObjectField({name: GUARDS.members[name] for name in ("reputation", "cubes")}),
        "cubes": _CUBES,
    },
    FIGURES.required,
)
"""The figures of a game as far as the form asks for them; cards are typed as the game needs them."""

MOMENT_TOGETHER: Final = ObjectField(
    {**{name: FIGURES_OF_PLAYERS.members[name] for name in _MOMENT}, "cubes": _CUBES}, FIGURES_OF_PLAYERS.required
)
HELD_TOGETHER: Final = {
    Depth.LIGHT: ObjectField(
        {
            "reputation": SIDE.members["reputation"],
            "cubes": ObjectField({cube.value: IntField() for cube in Cube if cube in FOLLOWED[Depth.LIGHT]}),
        }
    ),
    Depth.FULL: ObjectField({name: SIDE.members[name] for name in ("reputation", "cubes", *ONLY_PLAYER)}),
}
"""The same of a game of several players: what is asked once, and of each of them in either depth."""


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


class Holder(NamedTuple):
    """A side of the game: the part of the form that is its own, its sign, what it is called, and what it lacks."""

    path: str
    sign: str
    name: str
    lacks: tuple[str, ...] = ()


class Row(NamedTuple):
    """A kind of number: its label, a field for each side that has it, and whether light depth follows it too."""

    label: str
    fields: list[Figure | None]
    light: bool


class BeginForm(ABC):
    """That part of the form of a new game.

    Args:
        language: of the page.
        given: what was typed.
    """

    def __init__(self, language: str, given: MultiDict[str, str]) -> None:
        self._language = language
        self._given = given

    @property
    @abstractmethod
    def holders(self) -> list[Holder]:
        """The sides of the game."""

    @property
    def begun(self) -> bool:
        """Whether anything of it was filled in."""
        return any(text.strip() for name, text in self._given.items(multi=True) if name.startswith("b."))

    @property
    def moments(self) -> list[Choice]:
        """Round and phase."""
        phases = BEGIN.members["phase"].json_schema()["enum"]
        return [
            self._choice("round", {str(n): str(n) for n in range(1, STANDARD.rounds + 1)}),
            self._choice("phase", {one: self._phase(one) for one in phases}),
        ]

    def _phase(self, phase: str) -> str:
        """A phase as it is offered; the last round has no patrol (S-9)."""
        word = field_labels.word(self._language, "phase", phase)
        last = page_text(self._language, "begin.patrol", phase=word, round=STANDARD.rounds)
        return last if phase == Phase.PATROL else word

    def _choice(self, name: str, options: dict[str, str]) -> Choice:
        chosen = self._given.get(f"b.{name}", "")
        return Choice(f"b.{name}", self._label(name), [("", self._say("begin.none")), *options.items()], chosen)

    @property
    def rows(self) -> Iterator[Row]:
        """The figures of all sides."""
        for held in HELD:
            label = self._label(held)
            yield Row(label, [self._figure(one, held, label) for one in self.holders], held in LIGHT)

    def _figure(self, holder: Holder, held: str, label: str) -> Figure | None:
        if held in holder.lacks:
            return None
        name = f"b.{holder.path}.{held}"
        return Figure(name, f"{holder.name}: {label}", self._given.get(name, ""))

    @property
    def lying(self) -> list[Figure]:
        """The suspicion cubes at the locations."""
        names = {location: f"b.cubes.{location}.{Cube.SUSPICION}" for location in STANDARD.locations}
        return [
            Figure(name, capital(term(self._language, location)), self._given.get(name, ""))
            for location, name in names.items()
        ]

    def _label(self, name: str) -> str:
        cube = name.removeprefix("cubes.")
        if cube in {*Cube}:
            return field_labels.option(self._language, "", "cube", cube, game=NOTHING, names=())
        return self._say(f"begin.{name}")

    def told(self, fault: Invalid) -> str:
        """What of it cannot be, in a sentence that says whose or where it is."""
        path = "".join(f".{step}" for step in fault.path)
        whose = [one.name for one in self.holders if f".{one.path}." in path]
        whose += [capital(term(self._language, str(one))) for one in fault.path if one in {*Location}]

        def label(name: str) -> str:
            text = self._label(name)
            return page_text(self._language, "table.wish", what=whose[0], why=text) if whose else text

        return told_of(self._language, fault, label)

    def _say(self, key: str) -> str:
        return page_text(self._language, key)


class BeginAlone(BeginForm):
    """The same against the guards."""

    @cached_property
    def _typed(self) -> Any:
        """What was typed, or None where the game begins at its start."""
        if not self.begun:
            return None
        typed = filled(BEGIN, self._given, "b")
        # Whoever names no phase is at the start of the round.
        return {**typed, "phase": typed["phase"] or Phase.ROLL_CALL.value}

    @property
    def faults(self) -> list[str]:
        """What of it cannot be, in sentences."""
        return [*map(self.told, BEGIN.faults(self._typed))] if self.begun else []

    def figures(self, setup: Setup) -> EnteredPosition | None:
        """The figures to begin from; None from the start."""
        return position_entry.figures(self._typed, setup) if self.begun else None

    @property
    def holders(self) -> list[Holder]:
        """The player and the guards."""
        return [
            Holder("player", "you", self._say("seat.you")),
            Holder("guards", "keys", self._say("seat.guards"), ONLY_PLAYER),
        ]

    @property
    def moments(self) -> list[Choice]:
        """Round, phase and who holds the marker."""
        return [*super().moments, self._choice("first_player", {one.path: one.name for one in self.holders})]


class BeginTogether(BeginForm):
    """The same of a game of several players. The form has room for five; of seats that are not there nothing counts."""

    @property
    def holders(self) -> list[Holder]:
        """As many as can play, clockwise."""
        return [
            Holder(f"sides.{seat}", sign, self._say(f"seat.{sign}")) for seat, sign in enumerate(SEATS[:MOST_SIDES])
        ]

    @property
    def marker(self) -> tuple[str, str, str]:
        """Who holds the first player marker: the field, its label, and which seat was chosen."""
        return "b.first_player", self._label("first_player"), self._given.get("b.first_player", "")

    def wished(self, number: int, depth: Depth) -> dict[str, Any]:
        """How the game stands, as a table of so many players is opened with it.

        Args:
            number: of players.
            depth: what light depth does not follow is left out there.
        """
        typed = filled(MOMENT_TOGETHER, self._given, "b")
        phase = Phase.ROUND.value if depth is Depth.LIGHT else typed["phase"] or Phase.ROLL_CALL.value
        if typed.get("first_player") in range(number, MOST_SIDES):
            del typed["first_player"]
        sides = [filled(HELD_TOGETHER[depth], self._given, f"b.sides.{seat}") for seat in range(number)]
        return {**typed, "phase": phase, "sides": sides}


def told_of(language: str, fault: Invalid, label: Callable[[str], str]) -> str:
    """What is wrong, and where: in the last part of the form that has a name."""
    names = [step for step in fault.path if isinstance(step, str)]
    if fault.key == "shape.one_of":
        # Its words are those of the API.
        return sentence(language, GAME["choose.one"], {"what": label(names[-1])})
    why = sentence(language, ERRORS[fault.key], fault.data)
    return page_text(language, "table.wish", what=label(names[-1]), why=why)
