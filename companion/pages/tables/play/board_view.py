"""The board at a glance: the sides over their columns, a row for each location, the tokens that may be assigned."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.signs import goon_sign
from companion.rules.acts.actions import Action
from companion.rules.phases.lights_out import presences
from companion.rules.phases.roll_call import ASSIGN, TURN_GUARD_CARD
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence
from companion.rules.rulings.rewards import offer
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Cube, Side, Token, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Setup
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, Location
from companion.words import field_labels
from companion.words.catalogue import term
from companion.words.location_meaning import location_meaning
from companion.words.telling import capital

SECOND: Final = 2
_DIGITS: Final[Mapping[Token, int]] = {ENFORCER: 1, LOOKOUT: 0}
"""The keys of tokens that show no number; every other token has its own."""

UNKNOWN: Final[Mapping[str, Any]] = {"kind": "unknown"}
"""The reward of a row of the board that nobody has looked up yet."""


def unknown_rows(setup: Setup) -> Mapping[Location, str]:
    """Map rows with an unknown reward for the second of two sides to house rulings."""
    if len(setup.sides) > FEWEST_SIDES:
        return {}
    # What the box knew as the table was opened is the table's own; an answer that was undone is asked again.
    return {at: key for at, key in setup.edition.board_rows.items() if key not in setup.chosen_rulings}


def token_in_tray(seen: Seen, token: Token, power: int) -> dict[str, Any]:
    """Return a token to choose: form value, strength, spoken name, and key."""
    name = field_labels.option(seen.language, ASSIGN.word, "tokens", token, game=seen.game, names=seen.names)
    if isinstance(token, int):
        name = seen.text("tray.token", n=token)
    elif token == ENFORCER:
        name = seen.text("tray.strength", what=name, n=power)
    strength, digit = Presence("", power, (token,)).strength, _DIGITS.get(token, token)
    return {"token": token, "value": encoded(token), "strength": strength, "name": name, "digit": digit}


@dataclass(frozen=True)
class BoardView:
    """The board of a table.

    Attributes:
        seen: whose board it is.
    """

    seen: Seen

    @property
    def left(self) -> int:
        """The suspicion cubes left before a raid (P-6)."""
        return self.seen.game.supply(Cube.SUSPICION)

    @property
    def sides(self) -> Iterator[dict[str, Any]]:
        """The heads of the columns."""
        for side in self.seen.game.setup.sides:
            yield {
                "side": side,
                "seat": self.seen.seat_icon(side),
                "name": self.seen.names[side],
                "reputation": self.seen.game.reputation[side],
                "cubes": [(cube, self.seen.game.at(side, cube)) for cube in Cube],
                "resources": [(resource, n) for resource, n in self.seen.game.resources(side).items()],
                "first_player": side == self.seen.game.first_player,
                "tomes": self.seen.shown["sides"][side]["tomes"],
                "items": len(tuple(self.seen.game.lying((Zone.CRAFTED, side)))),
                "goons": [self._goon(card) for card in self.seen.game.lying((Zone.GOONS, side))],
                "leader": side == self.seen.game.leader,
            }

    @cached_property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """The locations."""
        return tuple(map(self._row, self.seen.game.setup.edition.locations))

    def _row(self, location: Location) -> dict[str, Any]:
        return {
            "location": location,
            "number": location.number,
            "name": capital(term(self.seen.language, location)),
            "rewards": [self._reward(location, rank) for rank in self._ranks],
            "stakes": self._stakes(location),
            "suspicion": self.seen.game.at(location, Cube.SUSPICION),
            "bandit": self.seen.game.resources(location),
            "goon": self._goon_at(location),
            "now": self.seen.game.location is location,
            "columns": [self._presence(location, side) for side in self.seen.game.setup.sides],
            "meaning": [*self._meaning(location), *filter(None, [self._power_won(location)])],
            "target": self._target(location),
            "turnable": self._turnable(location),
        }

    @property
    def _ranks(self) -> range:
        """The ranks that a board tells apart: first, second, and others where there are any."""
        return range(1, min(len(self.seen.game.setup.starts), 3) + 1)

    def _stakes(self, location: Location) -> list[tuple[str, Mapping[str, Any] | None]]:
        """Return the reward of each rank, or of first and last; one if all agree (L-13)."""
        rewards = [self._reward(location, rank) for rank in self._ranks]
        present = len(self.seen.game.setup.starts)
        last = self._reward(location, present)
        if present > len(("first", "second")) and last != self._reward(location, present, present + 1):
            return [("first", rewards[0]), ("last", last)]
        if all(one == rewards[0] for one in rewards):
            return [("", rewards[0])]
        return [*zip(("first", "second", "others"), rewards, strict=False)]

    def _reward(self, location: Location, rank: int, present: int | None = None) -> Mapping[str, Any] | None:
        setup = self.seen.game.setup
        if rank == SECOND and location in self.unknown_rows:
            return UNKNOWN
        offered = offer(
            location,
            rank,
            present=present or len(setup.starts),
            table_size=len(setup.starts),
            guards=False,
            edition=setup.edition,
            rulings=setup.rulings,
        )
        return offered.reward

    @property
    def unknown_rows(self) -> Mapping[Location, str]:
        """The rows with an unknown reward; none at a table without a box."""
        return unknown_rows(self.seen.game.setup) if self.seen.box is not None else {}

    def _meaning(self, location: Location) -> list[str]:
        """Return the location's effect in words."""
        card = next(self.seen.game.lying((Zone.SPACE, location)), None)
        goon = None if card is None else self.seen.game.face(card)
        suspicion, edition = self.seen.game.at(location, Cube.SUSPICION), self.seen.game.setup.edition
        return location_meaning(
            self.seen.language, [self._reward(location, rank) for rank in (1, 2)], suspicion, goon, edition
        )

    def _goon_at(self, location: Location) -> tuple[str, str] | None:
        if location not in self.seen.game.setup.edition.goon_locations:
            return None
        card = next(self.seen.game.lying((Zone.SPACE, location)), None)
        return None if card is None else self._goon(card)

    def _presence(self, location: Location, side: Side) -> dict[str, Any]:
        found = presences(self.seen.game, location)[side]
        if side == self.seen.game.setup.guards:
            indexes = self.seen.game.guard_cards_at(location)
            cards = [{**self.seen.shown["guard_cards"][index], "value": encoded(index)} for index in indexes]
            hidden = sum(card["face"] is None for card in cards)
            known = self._known_strength(side, location, cards)
            return {
                "guards": True,
                "cards": cards,
                "strength": known,
                "won": self._power_won(location),
                "more": self._rises(location),
                "hidden": hidden,
                "there": bool(cards),
            }
        tokens = [one for one in self.seen.shown["sides"][side]["tokens"] if one["location"] == location.value]
        return {
            "guards": False,
            "tokens": tokens,
            "strength": found.strength,
            "more": 0,
            "hidden": 0,
            "there": bool(tokens),
        }

    def _power_won(self, location: Location) -> str:
        """Return the guards' strength there, in words, if they win power cubes before it."""
        more, guards = self._rises(location), self.seen.game.setup.guards
        if not more or guards is None:
            return ""
        now = self._known_strength(guards, location, self._guard_cards(location))
        yard = term(self.seen.language, Location.EXERCISE_YARD)
        return self.seen.text("board.power_won", n=now, more=now + more, location=yard)

    def _rises(self, location: Location) -> int:
        """Return how much power cubes won before it add to the known cards (Z-9, L-11)."""
        game, order = self.seen.game, self.seen.game.setup.edition.locations
        yard = Location.EXERCISE_YARD
        if game.phase is not Phase.ROLL_CALL or order.index(location) <= order.index(yard):
            return 0
        reward = self._reward(yard, 1)
        cubes: int = min(reward.get("power", 0) if reward else 0, game.supply(Cube.POWER))
        faces = [card["face"] for card in self._guard_cards(location) if card["face"] is not None]
        return cubes * len([face for face in faces if face["strength"] == POWER])

    def _guard_cards(self, location: Location) -> list[Mapping[str, Any]]:
        """Return the guard cards there as the viewer sees them."""
        return [self.seen.shown["guard_cards"][index] for index in self.seen.game.guard_cards_at(location)]

    def _known_strength(self, side: Side, location: Location, cards: Iterable[Mapping[str, Any]]) -> int:
        power = self.seen.game.at(side, Cube.POWER)
        faces = [card["face"] for card in cards if card["face"] is not None]
        shown = (power if face["strength"] == POWER else int(face["strength"]) for face in faces)
        return sum(shown) + self.seen.game.bonus.get((side, location), 0)

    def _goon(self, card: int) -> tuple[str, str]:
        return goon_sign(self.seen.language, self.seen.game.face(card))

    def _action(self, kind: str) -> Action | None:
        return next((action for action in self.seen.prompt.actions if action.type == kind), None)

    def _target(self, location: Location) -> str | None:
        """Return the form value for assigning to this row, or None."""
        action = self._action(ASSIGN.word)
        field = action.fields["location"] if action else None
        return encoded(location.value) if isinstance(field, ChoiceField) and location.value in field.options else None

    def _turnable(self, location: Location) -> tuple[str, ...]:
        """Return the face-down guard cards there that a tap reveals."""
        action = self._action(TURN_GUARD_CARD.word)
        field = action.fields["card"] if action else None
        if not isinstance(field, ChoiceField):
            return ()
        return tuple(encoded(card) for card in self.seen.game.guard_cards_at(location) if card in field.options)

    @property
    def tray(self) -> list[dict[str, Any]]:
        """The tokens that may be assigned now."""
        action = self._action(ASSIGN.word)
        if action is None or action.side is None:
            return []
        power = self.seen.game.at(action.side, Cube.POWER)
        home = self.seen.game.at_home(action.side)
        typed = MultiDict(self.seen.typed if self.seen.typed.get("type") == action.type else {}).getlist("f.tokens")
        return [
            {
                **token_in_tray(self.seen, token, power),
                "home": token in home,
                "chosen": encoded(token) in typed,
            }
            for token in self.seen.game.setup.tokens()
        ]
