"""The steps of the setup, in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.rules.phases.setup_steps import SetupObject, SetupStep
from companion.rules.state.position import Position
from companion.rules.state.setup import BASE
from companion.rules.vocabulary import Location
from companion.words.catalogue import number
from companion.words.telling import Names, Telling, capital

EMPHASIS: Final = "*"
"""The mark on both sides of what matters most in a sentence."""


class SetupLine(NamedTuple):
    """A step of the setup in words.

    Attributes:
        parts: of the sentence, each with whether it matters most.
        note: what else a player needs to know, or empty.
    """

    parts: tuple[tuple[str, bool], ...]
    note: str

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(part for part, _ in self.parts)


def setup_line(language: str, step: SetupStep, game: Position, names: Names) -> SetupLine:
    """Say what a step of the setup lays out.

    Args:
        language: to be spoken.
        step: of `companion.rules.phases.setup_steps.setup_steps`.
        game: of which it is a step.
        names: of the seats, see `seat_names`.
    """
    tell: _Tell = _LINES.get(step.object, _plain)
    text, note = tell(Telling(language, names, game), step)
    parts = ((part, bool(at % 2)) for at, part in enumerate(text.split(EMPHASIS)))
    return SetupLine(tuple(part for part in parts if part[0]), note)


_Said: TypeAlias = tuple[str, str]
_Tell: TypeAlias = Callable[[Telling, SetupStep], _Said]


def _plain(telling: Telling, step: SetupStep) -> _Said:
    key = f"setup.{step.object}"
    return telling.say(key, n=step.number), telling.say(f"{key}.note")


def _board(telling: Telling, step: SetupStep) -> _Said:
    note = telling.say("setup.board.note", n=step.data["round"])
    return telling.say("setup.board", side=step.data["side"].upper()), note


def _guard_cards(telling: Telling, step: SetupStep) -> _Said:
    counts = dict(step.data["colours"])
    base = counts.pop(BASE)
    ((colour, own),) = counts.items()
    return telling.say("setup.guard_cards", n=step.number), telling.say(
        f"setup.guard_cards.{colour}", base=base, own=own
    )


def _location_cards(telling: Telling, step: SetupStep) -> _Said:
    return telling.say("setup.location_cards", n=step.number), telling.say("setup.location_cards.note", **step.data)


def _of_sides(telling: Telling, step: SetupStep) -> _Said:
    note = "setup.advanced" if step.object is SetupObject.REPUTATION and step.rule == "S-8" else ""
    if step.object is SetupObject.POWER and telling.game.setup.solitary:
        note = "setup.power.guard_board"
    of = _each(telling, step.data["sides"], step.data.get("own", ()))
    return telling.say(f"setup.{step.object}", of=of), telling.say(note) if note else ""


def _each(telling: Telling, numbers: Sequence[int], own: Sequence[int]) -> str:
    """List each side's number; only the number if the reader has one side to lay out."""
    if len(own) == 1:
        return number(numbers[own[0]])
    if own:
        return telling.listed(telling.say("setup.of_side", side=telling.name(side), n=numbers[side]) for side in own)
    if len({*numbers}) == 1 and not telling.game.setup.solitary:
        return telling.say("setup.everyone", n=numbers[0])
    return telling.listed(telling.say("setup.of_side", side=telling.name(side), n=n) for side, n in enumerate(numbers))


def _traits(telling: Telling, step: SetupStep) -> _Said:
    alone = len(telling.game.players) == 1
    note = telling.say("setup.traits.note_alone" if alone else "setup.traits.note")
    return telling.say("setup.traits", n=step.number, keep=step.data["keep"]), note


def _marker(telling: Telling, step: SetupStep) -> _Said:
    side = step.data["side"]
    guards = side == telling.game.setup.guards
    note = telling.say("setup.marker.guards") if guards else telling.say("setup.marker.note", side=telling.name(side))
    return telling.say("setup.marker"), note


def _tokens(telling: Telling, step: SetupStep) -> _Said:
    notes = [
        telling.crew(step.data["tokens"]),
        *(telling.say("setup.tokens.out", token=one) for one in step.data["out"]),
    ]
    key = "setup.tokens.alone" if telling.game.setup.solitary else "setup.tokens"
    return telling.say(key, n=step.number), telling.listed(notes)


def _goals(telling: Telling, step: SetupStep) -> _Said:
    setup = telling.game.setup
    untyped = [telling.say("setup.goals.no_leader")] if setup.leader is None else []
    untyped += [telling.say("setup.goals.no_end")] if setup.end is None else []
    if "instant" in step.data["kinds"]:
        return telling.say("setup.goals.instant"), telling.listed([telling.say("setup.goals.all"), *untyped])
    note = telling.say("setup.goals.note" if setup.solitary else "setup.goals.without")
    return telling.say("setup.goals"), telling.listed([note, *untyped])


def _tomes_out(telling: Telling, step: SetupStep) -> _Said:
    names = (telling.say("setup.tomes_out.one", n=n, name=name) for name, n in step.data["names"].items())
    return telling.say("setup.tomes_out", n=step.number), telling.listed(names)


def _suspicion(telling: Telling, step: SetupStep) -> _Said:
    places: Mapping[str, int] = step.data["locations"]
    laid = (
        telling.say("setup.suspicion.at", n=n, location=capital(telling.location(Location(place))))
        for place, n in places.items()
    )
    return telling.say("setup.suspicion", n=step.number), telling.listed(laid)


_LINES: Final[Mapping[SetupObject, _Tell]] = {
    SetupObject.BOARD: _board,
    SetupObject.GUARD_CARDS: _guard_cards,
    SetupObject.LOCATION_CARDS: _location_cards,
    SetupObject.REPUTATION: _of_sides,
    SetupObject.POWER: _of_sides,
    SetupObject.TRAITS: _traits,
    SetupObject.MARKER: _marker,
    SetupObject.TOKENS: _tokens,
    SetupObject.GOALS: _goals,
    SetupObject.TOMES_OUT: _tomes_out,
    SetupObject.SUSPICION: _suspicion,
}
"""The sentences by object; all others have a number and a note."""
