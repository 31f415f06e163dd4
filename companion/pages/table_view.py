"""A table as its page shows it: the board at a glance, what has just happened, and what may be done now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.boxes.box import Box
from companion.pages.duel_view import Duel, duel, first_at, resolved_this_round
from companion.pages.fields import FieldView, OptionView, field_view
from companion.pages.filling import WHOLE, encoded
from companion.pages.frame import page_text
from companion.pages.query import ruling_choices
from companion.pages.reasons import Why
from companion.rules.game.cards import GoonFace, ItemFace
from companion.rules.game.events import Event, GuardCardLaid, LocationCardTurned, evolve
from companion.rules.game.lights_out import presences
from companion.rules.game.prompts import Act, Action, Prompt
from companion.rules.game.shapes import Choose, Option, Shape
from companion.rules.game.state import ROUNDS, Cube, Game, Phase, Side, Zone
from companion.rules.reasons import Reason
from companion.rules.rewards import offer
from companion.rules.rulings import BOARD_ROWS
from companion.rules.vocabulary import ENFORCER, GOON_LOCATIONS, Goon, Location
from companion.tables.history import State
from companion.tables.known import known
from companion.tables.store import LogLine
from companion.tables.views import Viewer, correctable, prompt, view
from companion.words import asking, faces
from companion.words.games import hands, line
from companion.words.language import joined, term
from companion.words.telling import Names, capital, explained

SEAT_ICONS: Final = ("spoon", "die", "feather", "candle", "comb")
ON_THE_BOARD: Final = {"turn_guard_card": "card", "assign": "location"}
"""Actions whose last tap is on a row of the board, and the field that it fills in."""

QUIET: Final = ("pass", "play_tome")
"""Actions that stand in the foot."""

CORRECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "guards": (
        "overrule_suspicion",
        "overrule_commissary",
        "overrule_chow_hall",
        "overrule_cell_block",
        "overrule_exchange",
    ),
    "cubes": ("set_cubes", "set_reputation", "set_storage", "set_marker", "set_tomes"),
    "board": ("set_token", "set_guard_card", "set_guard_face", "lay_guard_card", "set_strength"),
    "cards": (
        "move_item",
        "set_item",
        "draw_item",
        "move_goon",
        "set_goon",
        "draw_goon",
        "set_shown",
        "set_bandit",
        "set_demon",
    ),
    "goals": ("set_leader", "set_leader_goal", "set_end_goal", "drop_goal"),
    "game": ("set_ruling", "set_turn", "go_to_location", "set_phase", "set_dealing", "set_box"),
}
"""The corrections by what they are about; the first are what the guards do next."""

A_DEAL: Final = 3
"""From so many guard cards on they are told of together."""

NEWS: Final = 2
"""As many sentences, and as many moves of the hands, the foot of the page has room for."""

REFUSALS: Final = ("decline", "keep", "deck_empty", "space_empty", "tome_done")
"""Actions that stand left of the one that one mostly wants."""


@dataclass(frozen=True)
class FormView:
    """An action as a form; without fields, or with one choice of one, it is one tap."""

    type: str
    label: str
    rule: str
    fields: tuple[FieldView, ...]

    @property
    def taps(self) -> tuple[OptionView, ...]:
        """The buttons that do it in one tap, where the one field is a choice of one."""
        only = self.fields[0] if len(self.fields) == 1 else None
        return only.options if only is not None and only.kind == "choose" and only.single else ()

    @property
    def guard_card(self) -> FieldView | None:
        """The field of a guard card, of which each number is a tap."""
        only = self.fields[0] if len(self.fields) == 1 else None
        return only if only is not None and only.kind == "record" and self.type == "type_guard_card" else None

    @property
    def is_card(self) -> bool:
        """Whether a card is typed in that has more than a number."""
        return any(field.kind == "record" for field in self.fields) and self.guard_card is None

    @property
    def quiet(self) -> bool:
        """Whether it stands left of the primary button."""
        return self.type in REFUSALS


class Scene(StrEnum):
    """What the page of a table is about."""

    BOARD = "board"
    CARD = "card"
    DUEL = "duel"
    TOME = "tome"
    CHECK = "check"
    STORY = "story"
    END = "end"


@dataclass(frozen=True)
class Happening:
    """A line of what happened: the sentence, what hands have to do, and why."""

    text: str
    hands: str
    why: list[Why]
    minor: bool = False


class TableView:
    """What the page of a table shows.

    Args:
        state: what the table has come to.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        typed: the form that was refused, by field, to be shown again.
        lines: the latest of the log that count, in order.
        box: that lies on the table, or None.
    """

    def __init__(
        self,
        state: State,
        viewer: Viewer,
        names: Names,
        language: str,
        *,
        typed: Mapping[str, Any] | None = None,
        lines: Sequence[LogLine] = (),
        box: Box | None = None,
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
        self._resolved = resolved_this_round(state.game, lines)
        self._lines = lines
        self._box = box

    # The frame

    @property
    def scene(self) -> Scene:
        """What the page is about."""
        kind = self.prompt.step.kind if self.prompt.step else ""
        if self.over:
            return Scene.END
        if kind == "tome":
            return Scene.TOME
        if self.card is not None:
            return Scene.CARD
        if self.duel is not None:
            return Scene.DUEL
        if kind == "begin" and self.game.round:
            return Scene.CHECK
        return Scene.BOARD if self.game.phase in {Phase.ROLL_CALL, Phase.SETUP} else Scene.STORY

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
        if self.state.closed:
            return page_text(self.language, "table.closed")
        return asking.question(self.language, self.prompt, self.game, self.names)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.phase is Phase.ENDED

    # Lights out

    @property
    def duel(self) -> Duel | None:
        """The location that lights out is at."""
        location = self.game.location
        return duel(self.game, None if location is None else self._resolved.get(location))

    @property
    def place(self) -> dict[str, Any] | None:
        """The row of the board of that location."""
        return next((row for row in self.rows if row["now"]), None)

    @property
    def reasons(self) -> list[Why]:
        """What resolving that location would do, and why."""
        return whys(self.language, self.duel.reasons if self.duel else (), self.names)

    @property
    def otherwise(self) -> list[str]:
        """What would change that."""
        return [one.text for one in whys(self.language, self.duel.otherwise if self.duel else (), self.names)]

    @property
    def row_asked(self) -> dict[str, Any] | None:
        """What stands on the board for the second here, where that matters now and nobody has looked it up yet."""
        location, rulings = self.game.location, self.game.setup.rulings
        key = BOARD_ROWS.get(location) if location is not None else None
        if key is None or self.duel is None or self.duel.settled or any(one.rank is None for one in self.duel.corners):
            return None
        if self._box is None or key in self._box.rulings or key in self.game.setup.chosen_rulings:
            return None
        (asked,) = ruling_choices([key], rulings)
        return {**asked, "options": [(encoded({"key": key, "value": one}), text) for one, text in asked["options"]]}

    @property
    def pips(self) -> Iterator[dict[str, Any]]:
        """The locations in order: who was first there, which is next."""
        for location in Location:
            before = self._resolved.get(location)
            first = None if before is None else first_at(before, location)
            here = location is self.game.location
            yield {
                "number": location.number,
                "name": capital(term(self.language, location)),
                "now": here,
                "first": None if first is None or here else self.seat_icon(first),
                "first_name": None if first is None else self.names[first],
                "done": not here and self.game.location is not None and location.number < self.game.location.number,
            }

    @property
    def happened(self) -> list[Happening]:
        """What the player has not heard yet: the last line, or all that happened at this location."""
        if not self._lines:
            return []
        location = self.game.location
        since = len(self._lines) - 1
        if location is not None and location in self._resolved:
            since = next(at for at, line in enumerate(self._lines) if line.before is self._resolved[location])
        told: list[Happening] = []
        for one in self._lines[since:]:
            told += happenings(one.before, one.events, self.names, self.language)
        return told

    @property
    def news(self) -> dict[str, Any]:
        """The same in the hand: as much as it has room for, and how much more there is."""
        told = self.happened
        texts = [one.text for one in told if one.text and not one.minor] or [one.text for one in told if one.text]
        moves = [one.hands for one in told if one.hands]
        left = max(0, len(texts) - NEWS) + max(0, len(moves) - NEWS)
        return {"texts": texts[:NEWS], "moves": moves[:NEWS], "more": left, "whys": [one for one in told if one.why]}

    # The board

    def seat_icon(self, side: Side) -> str:
        """The sign of a side."""
        return "keys" if side == self.game.setup.guards else SEAT_ICONS[side]

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def sides(self) -> Iterator[dict[str, Any]]:
        """The heads of the columns."""
        for side in self.game.setup.sides:
            yield {
                "side": side,
                "seat": self.seat_icon(side),
                "name": self.names[side],
                "reputation": self.game.reputation[side],
                "cubes": [(cube, self.game.at(side, cube)) for cube in Cube],
                "resources": [(resource, n) for resource, n in self.game.resources(side).items()],
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
            indexes = self.game.guard_cards_at(location)
            cards = [{**self.shown["guard_cards"][index], "value": encoded(index)} for index in indexes]
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

    # The figures

    @property
    def figures(self) -> Iterator[dict[str, Any]]:
        """The numbers of the sides, to be compared and corrected: a row each, a field a side."""
        for row, (action, label) in self._figure_rows().items():
            yield {
                "label": label,
                "fields": [self._figure(row, action, side, label) for side in self.game.setup.sides],
                "supply": self.game.supply(Cube(row)) if row in {*Cube} else None,
            }

    def _figure_rows(self) -> dict[str, tuple[str, str]]:
        words = _Words(self, "set_cubes")
        return {
            "reputation": ("set_reputation", words.field("reputation")),
            **{cube.value: ("set_cubes", words.option("cube", cube.value)) for cube in Cube},
            "storage": ("set_storage", page_text(self.language, "table.storage")),
            "tomes": ("set_tomes", page_text(self.language, "table.tomes")),
        }

    def _figure(self, row: str, action: str, side: Side, label: str) -> dict[str, Any] | None:
        if side == self.game.setup.guards and action in {"set_storage", "set_tomes"}:
            return None
        name = f"{row}.{side}"
        shown = figures(self.game)[name]
        return {"name": name, "value": self.typed.get(name, shown), "label": f"{self.names[side]}: {label}"}

    @property
    def setup_step(self) -> tuple[int, int] | None:
        """The how many-th goon of the setup is typed in, and of how many."""
        if self.game.phase is not Phase.SETUP or self.card is None or self.card.type != "type_goon":
            return None
        laid = sum(next(self.game.lying((Zone.SPACE, location)), None) is not None for location in GOON_LOCATIONS)
        return laid + 1, len(GOON_LOCATIONS)

    # The tray

    def _typed_in(self, kind: str) -> Mapping[str, Any]:
        """What was typed in the form of an action, if that was the one that was refused."""
        return self.typed if self.typed.get("type") == kind else {}

    @property
    def tray(self) -> list[dict[str, Any]]:
        """The tokens that may be assigned now."""
        action = self._action("assign")
        if action is None or action.side is None:
            return []
        power = self.game.at(action.side, Cube.POWER)
        home = self.game.at_home(action.side)
        typed = MultiDict(self._typed_in(action.type)).getlist("f.tokens")
        return [
            {
                "token": token,
                "value": encoded(token),
                "home": token in home,
                "chosen": encoded(token) in typed,
                "strength": power if token == ENFORCER else 0,
                "name": asking.option(self.language, "assign", "tokens", token, game=self.game, names=self.names),
            }
            for token in self.game.setup.tokens()
        ]

    # Forms

    @property
    def card(self) -> FormView | None:
        """The form of a card, which fills the page; a guard card is one tap."""
        return next((form for form in self.forms if form.is_card), None)

    @property
    def known(self) -> list[tuple[str, str, str]]:
        """Faces that the box knows for what is typed in now: the name of a button, its value, its label."""
        if self._box is None:
            return []
        return [
            (f"f.{field}{WHOLE}", encoded(one.value), faces.label(self.language, one.face, one.colour))
            for action in self.prompt.actions
            for field in action.fields
            for one in known(self._box, self.game, self.prompt.step, action, field)
        ]

    @property
    def hand(self) -> tuple[FormView, ...]:
        """The forms of the hand: what is not done on the board, and no quiet extra."""
        return tuple(form for form in self.forms if form.type not in {*ON_THE_BOARD, *QUIET} and not form.is_card)

    @property
    def extras(self) -> tuple[FormView, ...]:
        """What stands quietly in the foot."""
        return tuple(form for form in self.forms if form.type in QUIET)

    @property
    def corrections(self) -> Iterator[tuple[str, tuple[FormView, ...]]]:
        """What can be corrected, under its headings."""
        forms = {action.type: self._form(action) for action in correctable(self.state, self.viewer)}
        for heading, kinds in CORRECTIONS.items():
            found = tuple(forms[kind] for kind in kinds if kind in forms)
            if found:
                yield page_text(self.language, f"correct.{heading}"), found

    def _form(self, action: Action) -> FormView:
        label = asking.button(self.language, action, self.prompt.step, self.game)
        words = _Words(self, action.type)
        fields = (self._field(words, name, shape) for name, shape in action.fields.items())
        return FormView(action.type, label, action.rule, tuple(fields))

    def _field(self, words: "_Words", name: str, shape: Shape) -> FieldView:
        found = field_view(shape, name, f"f.{name}", words, self._typed_in(words.action))
        if not isinstance(shape, Choose):
            return found
        options = (self._signed(name, value, one) for value, one in zip(shape.options, found.options, strict=True))
        barred = tuple(
            (words.option(name, value), explained(self.language, [why], self.names)[0][1])
            for value, why in shape.barred
        )
        # Of those that are alike one is enough where one is chosen.
        shown = {one.value: one for one in options}.values() if found.single else options
        return replace(found, options=tuple(shown), barred=barred)

    def _signed(self, name: str, value: Option, one: OptionView) -> OptionView:
        """An option with what its card shows."""
        if name == "goons":
            card = next(self.game.lying((Zone.SPACE, Location(str(value)))), None)
            return (
                one
                if card is None
                else one._replace(signs=(self._goon_icon(card)[0],), label=f"{self._goon_icon(card)[1]} · {one.label}")
            )
        face = self.game.cards.get(value) if name == "card" and isinstance(value, int) else None
        if isinstance(face, ItemFace) and face.price is not None:
            cost = (f"cube-{resource}" for resource, n in face.price.cost.items() for _ in range(n))
            return one._replace(signs=(str(face.price.reputation), "star", *cost, *["any"] * face.price.any))
        return one


@dataclass(frozen=True)
class _Words:
    """How the form of an action calls its fields and what may be chosen."""

    table: TableView
    action: str

    def field(self, name: str) -> str:
        return asking.field(self.table.language, name)

    def option(self, name: str, value: Option) -> str:
        table = self.table
        return asking.option(table.language, self.action, name, value, game=table.game, names=table.names)

    def hint(self, least: int, most: int) -> str:
        if least == most:
            return str(most)
        return page_text(self.table.language, "table.choose", least=least, most=most)


def figures(game: Game) -> dict[str, int]:
    """The numbers of every side that can be corrected together, by what and side."""
    found = {}
    for side in game.setup.sides:
        found[f"reputation.{side}"] = game.reputation[side]
        if side != game.setup.guards:
            found[f"storage.{side}"] = game.storage[side]
            found[f"tomes.{side}"] = game.tomes.get(side, 0)
        for cube in Cube:
            found[f"{cube}.{side}"] = game.at(side, cube)
    return found


def figure_act(name: str, number: int) -> Act:
    """The correction of one of them."""
    row, _, side = name.partition(".")
    if row in {*Cube}:
        return Act("set_cubes", {"place": [int(side)], "cube": [row], "number": number})
    if row == "tomes":
        return Act("set_tomes", {"holder": [int(side)], "number": number})
    return Act(f"set_{row}", {"side": [int(side)], "number": number})


def whys(language: str, why: Sequence[Reason], names: Names) -> list[Why]:
    """Reasons of a game as a page shows them."""
    texts = explained(language, why, names)
    return [Why(rule, text, one.key_of_ruling) for (rule, text), one in zip(texts, why, strict=True)]


def happenings(before: Game, events: Iterable[Event], names: Names, language: str) -> list[Happening]:
    """What a line of the log tells the player: sentences, moves of the hands, reasons.

    Args:
        before: the game before it.
        events: of the line.
        names: of the seats.
        language: to be spoken.
    """
    told: list[Happening] = []
    game = before
    dealt: list[GuardCardLaid] = []
    for event in events:
        if isinstance(event, GuardCardLaid):
            dealt.append(event)
        elif dealt:
            told += _dealt(dealt, names, language, game)
            dealt = []
        if not isinstance(event, GuardCardLaid):
            text, moves = line(language, event, names, game), hands(language, event, names, game)
            if text is not None or moves is not None:
                minor = isinstance(event, LocationCardTurned)
                told.append(Happening(text or "", moves or "", whys(language, event.why, names), minor))
        game = evolve(game, event)
    return [*told, *_dealt(dealt, names, language, game)]


def _dealt(laid: Sequence[GuardCardLaid], names: Names, language: str, game: Game) -> list[Happening]:
    """Guard cards that come one after the other: a few are told each, a whole deal in one sentence."""
    if len(laid) < A_DEAL:
        return [
            Happening(
                line(language, event, names, game) or "",
                hands(language, event, names, game) or "",
                whys(language, event.why, names),
                minor=True,
            )
            for event in laid
        ]
    places = [str(event.location.number) for event in laid]
    why = whys(language, laid[0].why, names)
    if hands(language, laid[0], names, game) is None:
        return [Happening(page_text(language, "table.dealt", places=joined(language, places)), "", why)]
    return [Happening("", page_text(language, "table.deal", places=joined(language, places)), why)]
