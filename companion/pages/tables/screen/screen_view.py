"""The second screen as its page shows it: one scene at a time, everything large, nobody's secrets."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.layout.text_fitting import cut, width
from companion.pages.tables.log.happenings import Happening
from companion.pages.tables.log.leader_change import LeaderChange
from companion.pages.tables.play.signs import goon_sign, seat_icon
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.lights_out import asked_together
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.state.cards import GoonFace
from companion.rules.state.pieces import DISPLAY, Cube, Side, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location, Resource
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.scene import Scene
from companion.tables.timeline import State
from companion.words import field_labels, step_questions
from companion.words.catalogue import isolated, joined, listed, paragraph, term
from companion.words.telling import Names, Telling, capital

MOST_SHAPES: Final = 8
"""The most cubes of a seat that are drawn one by one; more are a number and one cube."""

MOST_LEFT: Final = 16
"""The same for the suspicion cubes of the box."""

NAME_IN_A_SENTENCE: Final = 11
"""The width that a name may have there, in ems."""

LENGTHS: Final = ((34.0, ""), (39.0, "middling"))
"""The length of a sentence up to each width in ems; widths are taken rather wide."""


LATEST_ROOM: Final = 80.0
"""The width, in ems, that the latest happenings may have: two lines less where suspicion lies."""


class Note(NamedTuple):
    """A note next to a seat: its icon, and its text."""

    icon: str
    text: str


class Spot(NamedTuple):
    """A location of the board, and what lies there.

    Attributes:
        location: which one.
        number, name: what it is called.
        suspicion: how many cubes of it lie there.
        resources: the cubes that a Bandit has laid (P-7).
        goon: the icon and the name of its goon; None where none is known.
    """

    location: Location
    number: int
    name: str
    suspicion: int
    resources: Mapping[Resource, int]
    goon: tuple[str, str] | None


class ScreenView:
    """The contents of the second screen.

    Args:
        state: of the table.
        scene: what the room looks at.
        names: of the seats.
        language: of the page.
        asleep: the seats whose phone sleeps.
        left: the seats that somebody has left.
        happened: what has happened last.
        keeper: the seat that does the steps of the table, where several play.
        aside: the very last event, if the game had not asked for it.
        leader_change: who has taken the leader goal at the location that is shown, and from whom.
        unknown_rows: the locations whose gain for the second nobody has entered yet.
    """

    def __init__(
        self,
        state: State,
        scene: Scene,
        names: Names,
        language: str,
        *,
        asleep: frozenset[Side] = frozenset(),
        left: Collection[Side] = (),
        happened: Sequence[Happening] = (),
        keeper: Side | None = None,
        aside: str = "",
        leader_change: LeaderChange | None = None,
        unknown_rows: Collection[Location] = (),
    ) -> None:
        self.state, self.scene, self.names, self.language = state, scene, names, language
        self.game: Position = state.game
        self.kind = scene.kind.value
        self.aloud = Telling(language, names, self.game)
        # In a sentence a long name would leave no room for what is said of it.
        self.called = tuple(cut(name, NAME_IN_A_SENTENCE) for name in names)
        self._asleep = asleep
        self._keeper, self._left = keeper, left
        self.aside, self.leader_change = aside, leader_change
        self.unknown_rows = unknown_rows
        self._latest = [aside] if aside else [one.text for one in happened if one.text and not one.minor]

    def say(self, key: str, **data: Any) -> str:
        """Return a text of the second screen."""
        return page_text(self.language, f"screen.{key}", **data)

    @staticmethod
    def length(sentence: str) -> str:
        """Say how long a sentence is: empty where it fits its line, smaller letters, or two lines of them."""
        wide = width(sentence)
        return next((length for most, length in LENGTHS if wide <= most), "long")

    def listed(self, sides: Sequence[Side]) -> str:
        """List several sides, each short enough for a sentence."""
        return joined(self.language, (isolated(self.called[side]) for side in sides))

    # The frame

    @property
    def rounds(self) -> int:
        """The number of rounds of a game (S-9)."""
        return self.game.setup.edition.rounds

    @property
    def title(self) -> str:
        """The phase; what everybody does at the end."""
        if counts_in_secret(self.game):
            return page_text(self.language, "count.title")
        return field_labels.word(self.language, "phase", self.game.phase)

    @property
    def left(self) -> int:
        """The suspicion cubes that are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def raids_over(self) -> bool:
        """True if the last raid has come."""
        return self.game.phase is Phase.LAST_RAID

    @property
    def shapes(self) -> list[bool]:
        """A shape for each suspicion cube of the box, whether it is left; none where they are too many."""
        most = self.game.setup.cubes[Cube.SUSPICION]
        return [place < self.left for place in range(most)] if most <= MOST_LEFT else []

    def sign(self, side: Side) -> str:
        """Return the icon of a side."""
        return seat_icon(self.game, side)

    @property
    def waits(self) -> tuple[Side, ...]:
        """The sides that everybody waits for."""
        return self.scene.awaited

    @property
    def sentence(self) -> str:
        """A sentence about what is awaited, and from whom."""
        prompt = current_prompt(self.state)
        kind = prompt.step.kind if prompt.step else ""
        if self.types_goons and self._keeper is not None:
            return page_text(self.language, "goons.who", side=self.called[self._keeper])
        if items := len([side for side in asked_together(prompt).values() if side is None]):
            return page_text(self.language, "items.left", n=items)
        if self._typist is not None:
            return self._types(self._typist)
        if kind == StepKind.LIGHT and self._keeper is not None:
            return self._goes_on
        awaits_some = self.scene.awaited and (self.game.players != self.scene.awaited or kind == StepKind.HANDS)
        if awaits_some and kind in _AWAITED:
            place = prompt.step.location if prompt.step and isinstance(prompt.step.location, Location) else None
            number = "" if place is None else place.number
            return self.say(f"asked.{_AWAITED[kind]}", sides=self.listed(self.scene.awaited), location=place, n=number)
        return step_questions.question(self.language, prompt, self.game, self.called)

    @property
    def _typist(self) -> Side | None:
        """The side that types a card of nobody, or of an owner who sleeps: the side that does the steps of the table.

        Only its owner may see a card in reserve (V-1); several may enter items of the display at the same time.
        """
        prompt = current_prompt(self.state)
        step = prompt.step
        if step is None or step.kind not in _TYPED or (step.kind == StepKind.PRICE and step.side is not None):
            return None
        if asked_together(prompt):
            return None
        owner = self.game.holder(step.card)
        return None if owner in self.game.players and owner not in self._asleep else self._keeper

    def _types(self, side: Side) -> str:
        step = current_prompt(self.state).step
        assert step is not None, "nobody types where nothing is asked"
        return self.say(f"types.{step.kind}", side=self.called[side], space=self.aloud.space(step.card, DISPLAY) + 1)

    @property
    def sleeping(self) -> str:
        """A sentence about awaited sides whose phones sleep; empty where all are awake."""
        waited = self.scene.awaited or (() if self._next is None else (self._next,))
        sides = [side for side in waited if side in self._asleep]
        names = listed(self.language, (isolated(self.called[side]) for side in sides))
        return self.say("sleeps", n=len(sides), sides=names) if sides else ""

    @property
    def seats_left(self) -> str:
        """A sentence about the sides that have left, so that anybody can take their seats."""
        told = (page_text(self.language, "left", side=self.called[side]) for side in self._left)
        return paragraph(self.language, told)

    @property
    def _goes_on(self) -> str:
        """A sentence about the next act at the table in light depth, where the app only knows what somebody enters."""
        game = self.game
        if game.phase is not Phase.SETUP:
            return self.say("round", round=game.round)
        laid = sum(one.suspicion for one in self.spots)
        return (
            self.say("laid", n=laid)
            if laid
            else step_questions.question(self.language, current_prompt(self.state), game, self.called)
        )

    @property
    def _next(self) -> Side | None:
        """The side that does the next step of the table; None if somebody is asked or named, or against the guards."""
        step = current_prompt(self.state).step
        named = self.types_goons or (step is not None and step.kind in _TYPED)
        return None if step is None or self.scene.awaited or named else self._keeper

    @property
    def goes_on(self) -> str:
        """A sentence about who does the next step of the table; empty where somebody is asked or is named already."""
        step, side = current_prompt(self.state).step, self._next
        if side is None or step is None:
            return ""
        if step.kind != StepKind.LIGHT:
            return self.say("goes_on", side=self.called[side])
        key = "light.begins" if self.game.round < self.rounds else "light.ends"
        return page_text(self.language, key, side=self.called[side], round=self.game.round + 1)

    @property
    def types_goons(self) -> bool:
        """True if the goons that lie on the board are to be typed, all on one screen."""
        return any(action.type == TYPE_GOONS.word for action in current_prompt(self.state).actions)

    @property
    def laying(self) -> SetupRow | None:
        """The row about the suspicion that the goons lay before the first round, once all of them are typed (S-5)."""
        step = current_prompt(self.state).step
        if step is None or step.kind != StepKind.BEGIN:
            return None
        rows = setup_rows(self.language, self.game, self.names)
        return next((one for one in rows if one.object == SetupObject.SUSPICION), None)

    @property
    def speaker(self) -> str:
        """The icon next to that sentence."""
        if self.types_goons and self._keeper is not None:
            return self.sign(self._keeper)
        step = current_prompt(self.state).step
        holder = self.game.holder(step.card) if step is not None and step.kind in _TYPED else None
        one = self._typist if self._typist is not None else holder if holder in self.game.players else self._next
        if one is not None:
            return self.sign(one)
        return self.sign(self.waits[0]) if len(self.waits) == 1 else "token"

    @property
    def turn(self) -> str:
        """The sentence about whose turn it is, or about a card, next to the result of a location."""
        step = current_prompt(self.state).step
        asked = self.scene.awaited or (step is not None and step.kind in _OF_CARDS)
        return self.sentence if asked and not self.scene.asking else ""

    @property
    def latest(self) -> str:
        """The latest happenings, as many as there is room for; none while players count in secret."""
        if counts_in_secret(self.game):
            return ""
        told, room = [*dict.fromkeys(self._latest)], LATEST_ROOM - width(self.goes_on)
        fit = [room := room - width(text) for text in reversed(told)]
        # The last of it whether it fits or not.
        number = max(1, sum(left >= 0 for left in fit))
        return paragraph(self.language, told[-number:])

    @property
    def spots(self) -> list[Spot]:
        """The locations in order, with what lies there."""
        return [*map(self._spot, self.game.setup.edition.locations)]

    def _spot(self, location: Location) -> Spot:
        game = self.game
        card = next(game.lying((Zone.SPACE, location)), None)
        goon = GoonFace() if card is None else game.face(card)
        return Spot(
            location,
            location.number,
            capital(term(self.language, location)),
            game.at(location, Cube.SUSPICION),
            game.resources(location),
            None if goon.type is None else goon_sign(self.language, goon),
        )

    @property
    def board(self) -> list[Spot]:
        """The locations where goons may lie, and others where something does; nothing where goons are not followed."""
        goons = () if self.game.setup.light else self.game.setup.edition.goon_locations
        return [one for one in self.spots if one.location in goons or one.suspicion or one.resources]

    # The table

    @property
    def seats(self) -> Iterator[dict[str, Any]]:
        """Everybody, clockwise."""
        game = self.game
        for side in game.setup.sides:
            yield {
                "side": side,
                "sign": self.sign(side),
                "name": self.names[side],
                "reputation": game.reputation[side],
                "cubes": [(cube, game.at(side, cube)) for cube in (Cube.SUSPICION, Cube.POWER)],
                "marker": side == game.first_player,
                "leader": side == game.leader,
                "resources": [(resource, game.at(side, resource)) for resource in Resource],
                "items": len([*game.lying((Zone.CRAFTED, side))]),
                "goons": self._goons(side),
                "awaited": side in self.scene.awaited,
                "note": self._note(side),
            }

    def _goons(self, side: Side) -> list[tuple[tuple[str, str], int]]:
        """Return the goons of a seat: icon and name of each type, and how many they are."""
        faces = (self.game.face(card) for card in self.game.lying((Zone.GOONS, side)))
        return [*Counter(goon_sign(self.language, face) for face in faces).items()]

    @property
    def hundreds(self) -> bool:
        """True if a number has three digits: then all are smaller."""
        return any(abs(one) > 99 for one in self.game.reputation)

    @property
    def has_notes(self) -> bool:
        """True if any seat has a note."""
        return any(self._note(side).text for side in self.game.setup.sides)

    @property
    def calls_roll(self) -> bool:
        """True if tokens are assigned in the app just now."""
        return self.game.phase is Phase.ROLL_CALL and self.game.setup.calls_roll

    def _note(self, side: Side) -> Note:
        game = self.game
        if side == game.setup.guards:
            return Note("guard-down", self.say("cards_left", n=len(game.guard_deck)))
        if side in game.away:
            return Note("off-duty", self.say("away"))
        if side in self._left:
            return Note("off-duty", page_text(self.language, "roll.free"))
        if side in self._asleep:
            return Note("off-duty", self.say("asleep"))
        if self.calls_roll:
            if side in game.passed:
                return Note("check", self.say("passed"))
            return Note("", self.say("at_home", n=len(game.at_home(side))))
        if counts_in_secret(game):
            counting = side in self.scene.awaited
            return Note("" if counting else "check", self.say("counts" if counting else "sealed"))
        # That a side is not awaited says nothing of the pieces that it may still have to move.
        return Note("", self.say("awaited") if side in self.scene.awaited else "")


_AWAITED: Final = {
    "tome": "tome",
    "turn": "turn",
    "roll": "turn",
    "rows": "rows",
    "gather": "rows",
    "reward": "reward",
    "store": "store",
    "hands": "hands",
    "pay": "pay",
    "card": "card",
}
"""The thing that is awaited, by the step; anything else is the question that the sides are asked."""

_OF_CARDS: Final = frozenset({StepKind.CARD, StepKind.DEMON, StepKind.PRICE})
"""Steps in which somebody types what a card shows that lies at a location."""

_TYPED: Final = _OF_CARDS | {StepKind.BANDIT}
"""All steps in which somebody types."""


class ScenePart:
    """The part of a screen for one kind of scene.

    Args:
        screen: the screen.
    """

    def __init__(self, screen: ScreenView) -> None:
        self._screen = screen
        self._scene, self._game, self._language = screen.scene, screen.game, screen.language
