"""The board at a glance: the sides over their columns, a row for each location, the tokens that may be assigned."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.rules.acts.actions import Action, Prompt
from companion.rules.phases.lights_out import presences
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence
from companion.rules.rulings.rewards import offer
from companion.rules.schema import ChoiceField
from companion.rules.state.cards import GoonFace
from companion.rules.state.pieces import Cube, Side, Token, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, Goon, Location
from companion.words import field_labels
from companion.words.catalogue import term
from companion.words.location_meaning import location_meaning
from companion.words.telling import SEATS, Names, capital

SECOND: Final = 2
_DIGITS: Final[Mapping[Token, int]] = {ENFORCER: 1, LOOKOUT: 0}
"""The keys of tokens that show no number; every other token has its own."""

UNKNOWN: Final[Mapping[str, Any]] = {"kind": "unknown"}
"""The reward of a row of the board that nobody has looked up yet."""


def seat_icon(game: Position, side: Side) -> str:
    """The sign of a side."""
    return "keys" if side == game.setup.guards else SEATS[side]


def goon_sign(language: str, face: GoonFace) -> tuple[str, str]:
    """The icon of a goon, and what it is called."""
    # Goons of an expansion have a name, and no sign of their own.
    kind = str(face.type) if face.type in {*Goon} else "token"
    return kind, face.name or (page_text(language, f"goon.{face.type}") if face.type in Goon.words() else "")


def unknown_rows(setup: Setup) -> Mapping[Location, str]:
    """The rows that say what the second of two sides gets, as far as nobody has told them: their house rulings."""
    if len(setup.sides) > FEWEST_SIDES:
        return {}
    # What the box knew as the table was opened is the table's own; an answer that was undone is asked again.
    return {at: key for at, key in setup.edition.board_rows.items() if key not in setup.chosen_rulings}


def token_in_tray(language: str, game: Position, names: Names, token: Token, power: int) -> dict[str, Any]:
    """A token that may be chosen: its value in a form, its strength, its name for those who listen, and its key."""
    name = field_labels.option(language, "assign", "tokens", token, game=game, names=names)
    if isinstance(token, int):
        name = page_text(language, "tray.token", n=token)
    elif token == ENFORCER:
        name = page_text(language, "tray.strength", what=name, n=power)
    strength, digit = Presence("", power, (token,)).strength, _DIGITS.get(token, token)
    return {"token": token, "value": encoded(token), "strength": strength, "name": name, "digit": digit}


class BoardView:
    """The board of a table.

    Args:
        game: as it is.
        shown: the same as its viewer may see it.
        prompt: what may be done.
        names: of the seats.
        language: of the page.
        typed: the form that was refused, to be shown again.
        asks_rows: whether it is asked what the rows of the board give the second, once they matter.
    """

    def __init__(
        self,
        game: Position,
        shown: Mapping[str, Any],
        prompt: Prompt,
        *,
        names: Names,
        language: str,
        typed: Mapping[str, Any],
        asks_rows: bool = False,
    ) -> None:
        self._game = game
        self._shown = shown
        self._prompt = prompt
        self._names = names
        self._language = language
        self._typed = typed
        self._asks_rows = asks_rows

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self._game.supply(Cube.SUSPICION)

    @property
    def sides(self) -> Iterator[dict[str, Any]]:
        """The heads of the columns."""
        for side in self._game.setup.sides:
            yield {
                "side": side,
                "seat": seat_icon(self._game, side),
                "name": self._names[side],
                "reputation": self._game.reputation[side],
                "cubes": [(cube, self._game.at(side, cube)) for cube in Cube],
                "resources": [(resource, n) for resource, n in self._game.resources(side).items()],
                "first_player": side == self._game.first_player,
                "tomes": self._shown["sides"][side]["tomes"],
                "items": len(tuple(self._game.lying((Zone.CRAFTED, side)))),
                "goons": [self._goon(card) for card in self._game.lying((Zone.GOONS, side))],
                "leader": side == self._game.leader,
            }

    @cached_property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """The locations."""
        return tuple(map(self._row, self._game.setup.edition.locations))

    def _row(self, location: Location) -> dict[str, Any]:
        return {
            "location": location,
            "number": location.number,
            "name": capital(term(self._language, location)),
            "rewards": [self._reward(location, rank) for rank in self._ranks],
            "stakes": self._stakes(location),
            "suspicion": self._game.at(location, Cube.SUSPICION),
            "bandit": self._game.resources(location),
            "goon": self._goon_at(location),
            "now": self._game.location is location,
            "columns": [self._presence(location, side) for side in self._game.setup.sides],
            "meaning": [*self._meaning(location), *filter(None, [self._power_won(location)])],
            "target": self._target(location),
            "turnable": self._turnable(location),
        }

    @property
    def _ranks(self) -> range:
        """The ranks that a board tells apart: first, second, and others where there are any."""
        return range(1, min(len(self._game.setup.starts), 3) + 1)

    def _stakes(self, location: Location) -> list[tuple[str, Mapping[str, Any] | None]]:
        """What each rank gets, as far as they are told apart: by rank, or the first and the last (L-13)."""
        rewards = [self._reward(location, rank) for rank in self._ranks]
        present = len(self._game.setup.starts)
        last = self._reward(location, present)
        if present > len(("first", "second")) and last != self._reward(location, present, present + 1):
            return [("first", rewards[0]), ("last", last)]
        if all(one == rewards[0] for one in rewards):
            return [("", rewards[0])]
        return [*zip(("first", "second", "others"), rewards, strict=False)]

    def _reward(self, location: Location, rank: int, present: int | None = None) -> Mapping[str, Any] | None:
        setup = self._game.setup
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
        """The rows that nobody has told yet, where it is asked what rows give."""
        return unknown_rows(self._game.setup) if self._asks_rows else {}

    def _meaning(self, location: Location) -> list[str]:
        """What it gives, in words."""
        card = next(self._game.lying((Zone.SPACE, location)), None)
        goon = None if card is None else self._game.face(card)
        suspicion, edition = self._game.at(location, Cube.SUSPICION), self._game.setup.edition
        return location_meaning(
            self._language, [self._reward(location, rank) for rank in (1, 2)], suspicion, goon, edition
        )

    def _goon_at(self, location: Location) -> tuple[str, str] | None:
        if location not in self._game.setup.edition.goon_locations:
            return None
        card = next(self._game.lying((Zone.SPACE, location)), None)
        return None if card is None else self._goon(card)

    def _presence(self, location: Location, side: Side) -> dict[str, Any]:
        found = presences(self._game, location)[side]
        if side == self._game.setup.guards:
            indexes = self._game.guard_cards_at(location)
            cards = [{**self._shown["guard_cards"][index], "value": encoded(index)} for index in indexes]
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
        tokens = [one for one in self._shown["sides"][side]["tokens"] if one["location"] == location.value]
        return {
            "guards": False,
            "tokens": tokens,
            "strength": found.strength,
            "more": 0,
            "hidden": 0,
            "there": bool(tokens),
        }

    def _power_won(self, location: Location) -> str:
        """What the guards' strength there becomes if they are strongest where power cubes are won, in words."""
        more, guards = self._rises(location), self._game.setup.guards
        if not more or guards is None:
            return ""
        now = self._known_strength(guards, location, self._guard_cards(location))
        yard = term(self._language, Location.EXERCISE_YARD)
        return page_text(self._language, "board.power_won", n=now, more=now + more, location=yard)

    def _rises(self, location: Location) -> int:
        """By how much a power cube won earlier in lights out raises what is known to lie there (Z-9, L-11)."""
        game, order = self._game, self._game.setup.edition.locations
        yard = Location.EXERCISE_YARD
        if game.phase is not Phase.ROLL_CALL or order.index(location) <= order.index(yard):
            return 0
        reward = self._reward(yard, 1)
        cubes: int = min(reward.get("power", 0) if reward else 0, game.supply(Cube.POWER))
        faces = [card["face"] for card in self._guard_cards(location) if card["face"] is not None]
        return cubes * len([face for face in faces if face["strength"] == POWER])

    def _guard_cards(self, location: Location) -> list[Mapping[str, Any]]:
        """The guard cards there, as far as they may be seen."""
        return [self._shown["guard_cards"][index] for index in self._game.guard_cards_at(location)]

    def _known_strength(self, side: Side, location: Location, cards: Iterable[Mapping[str, Any]]) -> int:
        power = self._game.at(side, Cube.POWER)
        faces = [card["face"] for card in cards if card["face"] is not None]
        shown = (power if face["strength"] == POWER else int(face["strength"]) for face in faces)
        return sum(shown) + self._game.bonus.get((side, location), 0)

    def _goon(self, card: int) -> tuple[str, str]:
        return goon_sign(self._language, self._game.face(card))

    def _action(self, kind: str) -> Action | None:
        return next((action for action in self._prompt.actions if action.type == kind), None)

    def _target(self, location: Location) -> str | None:
        """What a tap on the row assigns to, or None."""
        action = self._action("assign")
        field = action.fields["location"] if action else None
        return encoded(location.value) if isinstance(field, ChoiceField) and location.value in field.options else None

    def _turnable(self, location: Location) -> tuple[str, ...]:
        """The face-down guard cards there that a tap turns."""
        action = self._action("turn_guard_card")
        field = action.fields["card"] if action else None
        if not isinstance(field, ChoiceField):
            return ()
        return tuple(encoded(card) for card in self._game.guard_cards_at(location) if card in field.options)

    @property
    def tray(self) -> list[dict[str, Any]]:
        """The tokens that may be assigned now."""
        action = self._action("assign")
        if action is None or action.side is None:
            return []
        power = self._game.at(action.side, Cube.POWER)
        home = self._game.at_home(action.side)
        typed = MultiDict(self._typed if self._typed.get("type") == action.type else {}).getlist("f.tokens")
        return [
            {
                **token_in_tray(self._language, self._game, self._names, token, power),
                "home": token in home,
                "chosen": encoded(token) in typed,
            }
            for token in self._game.setup.tokens()
        ]
