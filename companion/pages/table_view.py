"""A table as its page shows it: the board at a glance, what has just happened, and what may be done now."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.pages.filling import EFFECTS_ASKED, encoded
from companion.pages.frame import page_text
from companion.rules.game.cards import GoonFace
from companion.rules.game.events import Event, evolve
from companion.rules.game.lights_out import presences
from companion.rules.game.prompts import Action, Prompt
from companion.rules.game.shapes import Choose, OneOf, Option, Record, Several, Shape, Text, Whole
from companion.rules.game.state import ROUNDS, Cube, Game, Phase, Side, Zone
from companion.rules.rewards import offer
from companion.rules.vocabulary import ENFORCER, GOON_LOCATIONS, Goon, Location
from companion.tables.history import State
from companion.tables.views import Viewer, correctable, prompt, view
from companion.words import asking
from companion.words.games import hands, line
from companion.words.language import term
from companion.words.telling import Names, capital, explained

SEAT_ICONS: Final = ("spoon", "die", "feather", "candle", "comb")
ON_THE_BOARD: Final = {"turn_guard_card": "card", "assign": "location"}
"""Actions whose last tap is on a row of the board, and the field that it fills in."""


@dataclass(frozen=True)
class FieldView:
    """A field of a form.

    Attributes:
        name: of its inputs.
        label: what it asks.
        kind: `choose`, `number`, `word`, `word_or_number`, `list`, `counts`, `record` or `text`.
        options: values and labels, and whether one is proposed.
        single: whether exactly one is chosen.
        hint: how many are chosen, where that is not one.
        members: of a record.
        value: what was typed.
    """

    name: str
    label: str
    kind: str
    options: tuple[tuple[str, str, bool], ...] = ()
    single: bool = False
    hint: str = ""
    members: tuple["FieldView", ...] = ()
    value: str = ""


@dataclass(frozen=True)
class FormView:
    """An action as a form; without fields, or with one choice of one, it is one tap."""

    type: str
    label: str
    rule: str
    fields: tuple[FieldView, ...]

    @property
    def taps(self) -> tuple[tuple[str, str, bool], ...]:
        """The buttons that do it in one tap, where the one field is a choice of one."""
        only = self.fields[0] if len(self.fields) == 1 else None
        return only.options if only is not None and only.kind == "choose" and only.single else ()


@dataclass(frozen=True)
class Happening:
    """A line of what happened: the sentence, what hands have to do, and why."""

    text: str
    hands: str
    why: tuple[tuple[str, str], ...]


class TableView:
    """What the page of a table shows.

    Args:
        state: what the table has come to.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        typed: the form that was refused, by field, to be shown again.
    """

    def __init__(
        self, state: State, viewer: Viewer, names: Names, language: str, typed: Mapping[str, Any] | None = None
    ) -> None:
        self.state = state
        self.game: Game = state.game
        self.viewer = viewer
        self.names = names
        self.language = language
        self.typed = typed or {}
        self.shown = view(state, viewer, names)
        self.prompt: Prompt = prompt(state, viewer)
        self.forms = tuple(self._form(action) for action in self.prompt.actions)

    # The frame

    @property
    def title(self) -> str:
        """The phase."""
        return asking.word(self.language, "phase", self.game.phase)

    @property
    def rounds(self) -> int:
        """How many rounds a game has (S-9)."""
        return ROUNDS

    @property
    def question(self) -> str:
        """What the game waits for."""
        return asking.question(self.language, self.prompt, self.game, self.names)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.phase is Phase.ENDED

    # The board

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def sides(self) -> Iterator[dict[str, Any]]:
        """The heads of the columns."""
        for side in self.game.setup.sides:
            yield {
                "seat": "keys" if side == self.game.setup.guards else SEAT_ICONS[side],
                "name": self.names[side],
                "reputation": self.game.reputation[side],
                "cubes": [(cube, self.game.at(side, cube)) for cube in Cube],
                "first_player": side == self.game.first_player,
                "tomes": self.shown["sides"][side]["tomes"],
                "items": len(tuple(self.game.lying((Zone.CRAFTED, side)))),
                "goons": [self._goon_icon(card) for card in self.game.lying((Zone.GOONS, side))],
                "leader": side == self.game.leader,
            }

    def _goon_icon(self, card: int) -> tuple[str, str]:
        face: GoonFace = self.game.face(card)
        kind = face.type if face.type in {*Goon} else "token"
        return str(kind), face.name or (page_text(self.language, f"goon.{kind}") if kind in {*Goon} else "")

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """The locations."""
        for location in Location:
            yield {
                "location": location,
                "number": location.number,
                "name": capital(term(self.language, location)),
                "rewards": [self._reward(location, rank) for rank in (1, 2)],
                "suspicion": self.game.at(location, Cube.SUSPICION),
                "bandit": self.game.resources(location),
                "goon": self._goon_at(location),
                "now": self.game.location is location,
                "columns": [self._presence(location, side) for side in self.game.setup.sides],
                "target": self._target(location),
                "turnable": self._turnable(location),
            }

    def _reward(self, location: Location, rank: int) -> Mapping[str, Any] | None:
        setup = self.game.setup
        offered = offer(
            location,
            rank,
            present=len(setup.starts),
            table_size=len(setup.starts),
            guards=False,
            edition=setup.edition,
            rulings=setup.rulings,
        )
        return offered.reward

    def _goon_at(self, location: Location) -> tuple[str, str] | None:
        if location not in GOON_LOCATIONS:
            return None
        card = next(self.game.lying((Zone.SPACE, location)), None)
        return None if card is None else self._goon_icon(card)

    def _presence(self, location: Location, side: Side) -> dict[str, Any]:
        found = presences(self.game, location)[side]
        if side == self.game.setup.guards:
            cards = [self.shown["guard_cards"][index] for index in self.game.guard_cards_at(location)]
            hidden = sum(card["face"] is None for card in cards)
            known = self._known_strength(side, location, cards)
            return {"guards": True, "cards": cards, "strength": known, "hidden": hidden, "there": bool(cards)}
        tokens = [one for one in self.shown["sides"][side]["tokens"] if one["location"] == location.value]
        return {"guards": False, "tokens": tokens, "strength": found.strength, "hidden": 0, "there": bool(tokens)}

    def _known_strength(self, side: Side, location: Location, cards: Iterable[Mapping[str, Any]]) -> int:
        power = self.game.at(side, Cube.POWER)
        faces = [card["face"] for card in cards if card["face"] is not None]
        shown = (power if face["strength"] == "power" else int(face["strength"]) for face in faces)
        return sum(shown) + self.game.bonus.get((side, location), 0)

    def _action(self, kind: str) -> Action | None:
        return next((action for action in self.prompt.actions if action.type == kind), None)

    def _target(self, location: Location) -> str | None:
        """What a tap on the row assigns to, or None."""
        action = self._action("assign")
        field = action.fields["location"] if action else None
        return encoded(location.value) if isinstance(field, Choose) and location.value in field.options else None

    def _turnable(self, location: Location) -> tuple[str, ...]:
        """The face-down guard cards there that a tap turns."""
        action = self._action("turn_guard_card")
        field = action.fields["card"] if action else None
        if not isinstance(field, Choose):
            return ()
        return tuple(encoded(card) for card in self.game.guard_cards_at(location) if card in field.options)

    # The tray

    @property
    def tray(self) -> list[dict[str, Any]]:
        """The tokens that may be assigned now."""
        action = self._action("assign")
        if action is None or action.side is None:
            return []
        power = self.game.at(action.side, Cube.POWER)
        home = self.game.at_home(action.side)
        return [
            {
                "token": token,
                "value": encoded(token),
                "home": token in home,
                "strength": power if token == ENFORCER else 0,
                "name": asking.option(self.language, "assign", "tokens", token, game=self.game, names=self.names),
            }
            for token in self.game.setup.tokens()
        ]

    # Forms

    @property
    def hand(self) -> tuple[FormView, ...]:
        """The forms of the hand: what is not done on the board, and no quiet extra."""
        return tuple(form for form in self.forms if form.type not in {*ON_THE_BOARD, "pass", "play_tome"})

    @property
    def extras(self) -> tuple[FormView, ...]:
        """What stands quietly in the foot."""
        return tuple(form for form in self.forms if form.type in {"pass", "play_tome"})

    @property
    def corrections(self) -> tuple[FormView, ...]:
        """What can be corrected."""
        return tuple(self._form(action) for action in correctable(self.state, self.viewer))

    def _form(self, action: Action) -> FormView:
        label = asking.button(self.language, action, self.prompt.step, self.game)
        fields = (self._field(action, name, f"f.{name}", shape) for name, shape in action.fields.items())
        return FormView(action.type, label, action.rule, tuple(fields))

    def _field(self, action: Action, name: str, path: str, shape: Shape) -> FieldView:
        label = asking.field(self.language, name)
        match shape:
            case Choose(options, least, most, proposed):
                return FieldView(
                    path,
                    label,
                    "choose",
                    self._options(action, name, options, proposed or ()),
                    single=least == most == 1,
                    hint=page_text(self.language, "table.choose", least=least, most=most),
                )
            case OneOf(options, numbers):
                kind = "word" if numbers is None else "word_or_number"
                return FieldView(path, label, kind, self._options(action, name, options, ()), value=self._typed(path))
            case Several(OneOf(options)):
                listed = self._options(action, name, options, ())
                if name == "effects":
                    members = tuple(
                        FieldView(
                            f"{path}.{place}", str(place + 1), "word", listed, value=self._typed(f"{path}.{place}")
                        )
                        for place in range(EFFECTS_ASKED)
                    )
                    return FieldView(path, label, "list", members=members)
                counts = tuple(
                    FieldView(f"{path}.{value}", text, "number", value=self._typed(f"{path}.{value}"))
                    for value, (_, text, _) in zip(options, listed, strict=True)
                )
                return FieldView(path, label, "counts", members=counts)
            case Record(members):
                inner = (self._field(action, key, f"{path}.{key}", member) for key, member in members.items())
                return FieldView(path, label, "record", members=tuple(inner))
            case Text():
                return FieldView(path, label, "text", value=self._typed(path))
            case Whole():
                return FieldView(path, label, "number", value=self._typed(path))
        raise AssertionError(shape)

    def _typed(self, path: str) -> str:
        return str(self.typed.get(path, ""))

    def _options(
        self, action: Action, name: str, options: Iterable[Option], proposed: Iterable[Option]
    ) -> tuple[tuple[str, str, bool], ...]:
        left = list(proposed)
        found = []
        for value in options:
            chosen = value in left
            if chosen:
                left.remove(value)
            label = asking.option(self.language, action.type, name, value, game=self.game, names=self.names)
            sent = value if isinstance(action.fields.get(name), OneOf) or name not in action.fields else encoded(value)
            found.append((str(sent), label, chosen))
        return tuple(found)


def happenings(before: Game, events: Iterable[Event], names: Names, language: str) -> list[Happening]:
    """What a line of the log tells the player: sentences, moves of the hands, reasons.

    Args:
        before: the game before it.
        events: of the line.
        names: of the seats.
        language: to be spoken.
    """
    told = []
    game = before
    for event in events:
        text, moves = line(language, event, names, game), hands(language, event, names, game)
        if text is not None or moves is not None:
            told.append(Happening(text or "", moves or "", tuple(explained(language, event.why, names))))
        game = evolve(game, event)
    return told
