"""Games by hand: a table is laid in a line or two, acts are done by name, and what happened is read off in words.

Cards are written as on a list: guard cards `5 3* power` (the star is the special one), goons `dwarf 2`, items
`4 scrap iron any` (value, then cost), what a card shows besides `gem blade | gain_iron`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.acts.actions import Act, IllegalAct, Prompt
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import begin, correct, decide, next_decision, prompt
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.roll_call import location_cards
from companion.rules.reasons import Reason
from companion.rules.schema import ChoiceField, Schema
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace, priced
from companion.rules.state.events import (
    NOTHING,
    AgendaSet,
    CardMoved,
    CardReturned,
    Dealt,
    Event,
    FaceTyped,
    GuardCardLaid,
    GuardCardMoved,
    LeaderTaken,
    MarkerMoved,
    Moved,
    Noted,
    Scored,
    TokensMoved,
    TomesMoved,
    evolve,
)
from companion.rules.state.pieces import DISPLAY, KIND_OF, Cube, Kind, Place, Side, Token, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start
from companion.rules.state.steps import Step
from companion.rules.vocabulary import EditionName, Location
from support.rule_citations import check_actions, check_reasons

PLAYER: Side = 0
GUARDS: Side = 1
GUARDED = [location.value for location in Location][:7]
LAID = "0 0 0 0 0 0 0"
"""Seven guard cards of no strength, one at each of the first seven locations."""

DECK = "1 1 1 1 1"
"""The five that stay in their deck."""

PLAIN = ("dwarf 0",) * 5
"""Goons that lay no cube."""


def faces(written: str) -> tuple[GuardFace, ...]:
    """Guard cards in that order."""
    numbers = [(word.removesuffix("*"), word.endswith("*")) for word in written.split()]
    return tuple(GuardFace(card if card == "power" else int(card), special) for card, special in numbers)


def goon(written: str) -> dict[str, Any]:
    """A goon as it is typed when it is turned up."""
    kind, icons = written.split()[:2]
    return {"type": kind, "icons": int(icons)}


def item(written: str) -> dict[str, Any]:
    """An item as it is typed when its price is asked for."""
    value, *cost = written.split()
    return {"reputation": int(value), "cost": {one: cost.count(one) for one in cost}}


def shown(written: str) -> dict[str, Any]:
    """What a card shows besides, as it is typed when it is taken: valuables | effects."""
    valuables, _, effects = written.partition("|")
    return {"valuables": valuables.split(), "effects": effects.split()}


NOTHING_MOVES = (Noted, AgendaSet)
"""Events after which everything lies where it lay."""

DULL: Mapping[str, Mapping[str, Any]] = {
    **{kind: {} for kind in ("begin_round", "resolve", "go_on", "raid", "decline", "keep", "pass")},
    "type_goon": {"goon": goon("dwarf 0")},
    "type_item": {"item": item("1 gold gold gold gold gold")},
    "type_card": {"card": shown("")},
    "type_guard_card": {"face": {"strength": 0}},
    "count": {"number": 0},
}
"""Answers that change as little as can be."""


class Table:
    """A game being played, checked after every event.

    Attributes:
        game: as it is now.
        log: all events so far.
        last: those of the last act.
    """

    def __init__(self, setup: Setup, orders: Mapping[Any, Sequence[Any]] = {}) -> None:
        self._orders = orders
        self._hurries = True
        self.game = NOTHING
        self.log: list[Event] = []
        self.last: tuple[Event, ...] = ()
        self.happen(*checked(begin(setup, self.shuffle)))

    def shuffle(self, round_: int, deck: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        """Not chance: the order that the test gave for that round or that deck, otherwise as listed."""
        return tuple(self._orders.get((round_, deck), self._orders.get(deck, cards)))

    def happen(self, *events: Event) -> None:
        """Let something have happened, as a correction would."""
        for event in events:
            check_reasons(event)
            self.game = evolve(self.game, event)
            self.log.append(event)
            if not isinstance(event, NOTHING_MOVES):
                check_everything_is_somewhere(self.game)
        self.last = events

    def act(self, kind: str, **values: Any) -> "Table":
        """Do one of the prompt's actions; the only one of a choice may stand without its list."""
        check_actions(self.prompt.actions)
        action = next((action for action in self.prompt.actions if action.type == kind), None)
        fields = action.fields if action else {}
        listed = {
            name: [value] if isinstance(fields.get(name), ChoiceField) and not isinstance(value, list) else value
            for name, value in values.items()
        }
        decision = next_decision(self.game, self.prompt, Act(kind, listed), self.shuffle)
        self.happen(*checked(decision.events))
        assert decision.prompt == self.prompt, "what an act leads to is asked in the same words when it is asked anew"
        return self._goes_on() if self._hurries else self

    def _goes_on(self) -> "Table":
        """Nothing happens where a location stays open for the pieces to be moved, or when the night is told."""
        while self.asks[:1] == ["go_on"]:
            before = self.last
            self.happen(*checked(decide(self.game, Act("go_on"), self.shuffle)))
            self.last = (*before, *self.last)
        return self

    def at_leisure(self) -> "Table":
        """From now on it is told each time to go on."""
        self._hurries = False
        return self

    def correct(self, kind: str, **values: Any) -> "Table":
        """Correct something; the only one of a choice may stand without its list."""
        fields = self.corrections.get(kind, {})
        listed = {
            name: [value] if isinstance(fields.get(name), ChoiceField) and not isinstance(value, list) else value
            for name, value in values.items()
        }
        self.happen(*checked(correct(self.game, Act(kind, listed), self.shuffle)))
        return self._goes_on() if self._hurries else self

    @property
    def corrections(self) -> dict[str, Mapping[str, Schema]]:
        """What can be corrected now, with what has to be filled in."""
        return {action.type: action.fields for action in corrections(self.game)}

    def refused(self, kind: str, **values: Any) -> IllegalAct:
        """The refusal of an act that is none now; the game stays as it was."""
        before = self.game
        try:
            decide(self.game, Act(kind, values), self.shuffle)
        except IllegalAct as refusal:
            assert self.game == before
            return refusal
        raise AssertionError(f"{kind} was carried out")

    @property
    def prompt(self) -> Prompt:
        """What the game waits for."""
        return prompt(self.game)

    @property
    def asks(self) -> list[str]:
        """What may be done now, but for what may be done at any time."""
        return [action.type for action in self.prompt.actions if action.type not in ANY_TIME]

    def options(self, name: str) -> list[Any]:
        """What a field of the prompt offers."""
        return list(next(action.fields[name] for action in self.prompt.actions if name in action.fields).options)

    @property
    def rules(self) -> list[str]:
        """The ids of the reasons of the last act, each once."""
        return list(dict.fromkeys(reason.rule for event in self.last for reason in event.why))

    def reasons(self, key: str) -> list[Reason]:
        """The reasons of the last act that are told with this sentence."""
        return [reason for event in self.last for reason in event.why if reason.key == key]

    @property
    def told(self) -> list[str]:
        """What the last act changed on the table, in words."""
        return [line for event in self.last for line in told(event, self.game)]

    @property
    def all_told(self) -> list[str]:
        """The same of all acts so far."""
        return [line for event in self.log for line in told(event, self.game)]

    def has(self, place: Place | str) -> str:
        """The cubes at a place: `2 scrap 1 power`."""
        where = Location(place) if isinstance(place, str) else place
        return " ".join(f"{n} {cube}" for cube in Cube if (n := self.game.at(where, cube)))

    def gives(self, place: Place | str, cubes: str) -> "Table":
        """Lay cubes from the supply: `2 scrap 1 power`; `-1 power` goes back."""
        words = cubes.split()
        where = Location(place) if isinstance(place, str) else place
        for number, cube in zip(map(int, words[::2]), words[1::2], strict=True):
            ends = (None, where) if number > 0 else (where, None)
            self.happen(Moved(Cube(cube), abs(number), *ends))
        return self

    def leaves(self, cube: str, number: int, elsewhere: Place = Location.LIBRARY) -> "Table":
        """Leave so many cubes of a colour in the supply; the others lie where they are in nobody's way."""
        self.happen(Moved(Cube(cube), self.game.supply(Cube(cube)) - number, None, elsewhere))
        return self

    # A round

    def begin_round(self) -> "Table":
        """Open the next roll call."""
        return self.act("begin_round")

    def guards_turn(self, location: str) -> "Table":
        """Turn up the face-down guard card at a location, for a turn of the guards."""
        there = self.game.guard_cards_at(Location(location))
        return self.act("turn_guard_card", card=next(card for card in there if not self.game.guard_cards[card].up))

    def assign(self, location: str, *tokens: Token, face_down: Sequence[Token] = ()) -> "Table":
        """Lay tokens of the player whose turn it is."""
        down = {"face_down": list(face_down)} if "face_down" in self.prompt.actions[0].fields else {}
        return self.act("assign", location=location, tokens=list(tokens or face_down), **down)

    def lights_out(self, crews: Mapping[Side, Mapping[str, Sequence[Token]]]) -> "Table":
        """Lay each player's tokens, one location a turn, and pass; what guard cards lie stays as it is."""
        plans = {side: list(plan.items()) for side, plan in crews.items()}
        while self.game.phase is Phase.ROLL_CALL:
            side = self.game.agenda[0].side
            if side == self.game.setup.guards:
                self.happen(AgendaSet((Step("turn", PLAYER),)))
            elif plans.get(side):
                location, tokens = plans[side].pop(0)
                self.assign(location, *tokens)
            else:
                self.act("pass")
        return self

    def answer(self, kind: str, written: str) -> "Table":
        """Type a card: `type_goon` and so on, as written at the top of this file."""
        if kind == "type_goon":
            self.act(kind, goon=goon(written))
            if self.asks == ["type_bandit"]:
                self.act("type_bandit", resource=written.split()[2])
        elif kind == "type_item":
            self.act(kind, item=item(written))
        else:
            self.act(kind, card=shown(written))
        return self

    def skip(self, *kinds: str, until: str = "") -> "Table":
        """Answer in the dullest way whatever is asked, until one of these is offered or lights out is at a location."""
        while self.asks and not {*kinds} & {*self.asks} and not (until and self.game.location is Location(until)):
            self.skip_one()
        return self

    def skip_one(self) -> "Table":
        """Answer one prompt in the dullest way."""
        kind = next((kind for kind in self.asks if kind in DULL), self.asks[0])
        action = next(action for action in self.prompt.actions if action.type == kind)
        proposed = {
            name: list(shape.proposed or shape.options[:1])
            for name, shape in action.fields.items()
            if isinstance(shape, ChoiceField)
        }
        return self.act(kind, **(DULL.get(kind) or proposed))


def solitary(
    guards: str = LAID,
    deck: str = DECK,
    *,
    goons: Sequence[str] = PLAIN,
    edition: str = "later",
    difficulty: str = "moderate",
    house: Mapping[str, str] = {},
    locations: Sequence[str] = (),
    **setup: Any,
) -> Table:
    """A game against guards whose cards the app deals in that order; the goons are laid and round 1 may begin."""
    order = faces(f"{guards} {deck}")
    orders: dict[Any, Sequence[Any]] = {"guards": order}
    if locations:
        orders["locations"] = [*locations, *["off_duty"] * 8][:8]
    chosen = Setup(
        EditionName(edition),
        chosen_rulings=house,
        difficulty=Difficulty(difficulty),
        dealing=Dealing.APP,
        guard_deck=order,
        **setup,
    )
    return with_goons(Table(chosen, orders), goons)


def my_cards(*, goons: Sequence[str] = PLAIN, edition: str = "later", **setup: Any) -> Table:
    """A game against guards whose cards the player deals and types."""
    return with_goons(Table(Setup(EditionName(edition), dealing=Dealing.CARDS, **setup)), goons)


def players(number: int, *, goons: Sequence[str] = PLAIN, house: Mapping[str, str] = {}, **setup: Any) -> Table:
    """A game without guards."""
    setup = {"starts": (Start(),) * number, **setup}
    chosen = Setup(guards=None, difficulty=None, chosen_rulings=house, **setup)
    return with_goons(Table(chosen), goons)


def light(number: int, *, house: Mapping[str, str] = {}, **setup: Any) -> Table:
    """A game in light depth."""
    setup = {"starts": (Start(),) * number, **setup}
    return Table(Setup(guards=None, difficulty=None, depth=Depth.LIGHT, chosen_rulings=house, **setup))


def with_goons(table: Table, goons: Sequence[str]) -> Table:
    """Type the goons of the setup, from the Sewers on."""
    for written in goons:
        table.answer("type_goon", written)
    return table


def night(
    guards: Mapping[str, str] = {},
    crew: Mapping[str, Sequence[Token]] = {},
    *,
    marker: Side = GUARDS,
    deck: str = DECK,
    before: Mapping[Side | str, str] = {},
    display: Sequence[str] = (),
    **setup: Any,
) -> Table:
    """A solitary table as lights out begins; no location card is left, so that guards' turns bring nothing.

    Args:
        guards: strengths by location; elsewhere lies no card.
        crew: the player's tokens by location.
        marker: who holds it.
        deck: what is left of the guard deck.
        before: cubes laid beforehand, by place.
        display: the items, nearest the deck first.
        setup: more for `solitary`.
    """
    laid = {location: guards.get(location, "").split() for location in GUARDED}
    first = " ".join((laid[location] or ["0"])[0] for location in GUARDED)
    more = " ".join(card for location in GUARDED for card in laid[location][1:])
    table = solitary(first, f"{more} {deck}", **setup)
    for place, cubes in before.items():
        table.gives(place, cubes)
    table.begin_round()
    for index, location in enumerate(GUARDED):
        table.happen(*[GuardCardLaid(Location(location))] * len(laid[location][1:]))
        if not laid[location]:
            table.happen(GuardCardMoved(index, None))
    table.happen(Dealt(table.game.guard_deck, ()))
    on_display(table, display)
    table.happen(MarkerMoved(marker))
    return table.lights_out({PLAYER: crew})


def on_display(table: Table, items: Sequence[str]) -> None:
    """Tell value and cost of the items on display, nearest the deck first; `-` is an empty space."""
    for card, written in zip(table.game.zones[DISPLAY], items, strict=False):
        assert card is not None
        if written == "-":
            table.happen(CardReturned(card, DISPLAY))
        else:
            table.happen(FaceTyped(card, priced(ItemFace(), item(written))))


def checked(events: Sequence[Event]) -> Sequence[Event]:
    """What the rules let happen is something: nothing moves by nothing, and what only says something says it."""
    for event in events:
        assert event.why or not isinstance(event, Noted)
        assert not isinstance(event, Moved | TomesMoved) or event.number > 0
        assert not isinstance(event, Scored) or event.by
        assert not isinstance(event, TokensMoved) or event.tokens
    return events


def side_name(game: Position, side: Any) -> str:
    """How these tests call a side or a place."""
    if isinstance(side, Location):
        return side.value
    if side is None:
        return "nobody"
    if not game.setup.solitary:
        return f"side {side}"
    return "guards" if side == game.setup.guards else "player"


def told(event: Event, game: Position) -> Iterable[str]:
    """What an event changed on the table, in words; nothing where it changed nothing there."""
    match event:
        case Moved(cube, number, None, target):
            yield f"{side_name(game, target)} +{number} {cube}"
        case Moved(cube, number, source, None):
            yield f"{side_name(game, source)} -{number} {cube}"
        case Moved(cube, number, source, target):
            yield f"{side_name(game, target)} +{number} {cube} from {side_name(game, source)}"
        case Scored(side, by):
            yield f"{side_name(game, side)} {by:+} stars"
        case MarkerMoved(side):
            yield f"marker to {side_name(game, side)}"
        case TokensMoved(side, tokens, Location() as to) if tokens:
            yield f"{side_name(game, side)} to {to}"
        case GuardCardMoved(_, Location() as to):
            yield f"guards to {to}"
        case _:
            yield from _told_of_cards(event, game)


def _told_of_cards(event: Event, game: Position) -> Iterable[str]:
    match event:
        case CardMoved(_, (Zone.SPACE, source), (Zone.GOONS, side)):
            yield f"{side_name(game, side)} takes the goon at {source}"
        case CardMoved(_, (Zone.SPACE, source), (Zone.DISCARDS, _)):
            yield f"goon leaves {source}"
        case CardMoved(_, (Zone.SPACE, source), (Zone.SPACE, target)):
            yield f"goon from {source} to {target}"
        case CardMoved(card, (source, _), (Zone.CRAFTED | Zone.RESERVE as zone, side)):
            done = "crafts" if zone is Zone.CRAFTED else "reserves"
            yield f"{side_name(game, side)} {done} {game.face(card).price.reputation} from {source}"
        case TomesMoved(number, None, side) if side is not None:
            yield f"{side_name(game, side)} draws {number} tome"
        case LeaderTaken(side):
            yield f"leader goal to {side_name(game, side)}"


def check_everything_is_somewhere(game: Position, before: Position = NOTHING) -> None:
    """Cubes add up to the box by colour, each card is in one place, and nothing is less than nothing.

    What is the very same as in the position before, which was looked at, is not looked at again: most events leave most
    of a game as it was, and a part of it is a frozen value.
    """
    same_box = game.setup is before.setup
    if not (same_box and game.cubes is before.cubes):
        _check_cubes(game)
    if not (same_box and game.zones is before.zones and game.cards is before.cards and game.tomes is before.tomes):
        _check_cards(game)
    assert all(points >= 0 for points in game.reputation)
    assert len(game.guard_deck) + len(game.guard_cards) in {0, 12, game.setup.guard_deck_size}
    assert len(game.location_deck) + len(game.location_cards) in {0, len(location_cards(game.setup))}


def _check_cubes(game: Position) -> None:
    lying = dict.fromkeys(Cube, 0)
    for (_, cube), number in game.cubes.items():
        assert number > 0, game.cubes
        lying[cube] += number
    for cube, number in lying.items():
        assert 0 <= game.supply(cube) == game.setup.cubes[cube] - number, (cube, game.cubes)


def _check_cards(game: Position) -> None:
    out = dict.fromkeys(map(Kind, game.setup.edition.decks), 0)
    seen = set()
    for (zone, _), cards in game.zones.items():
        there = [card for card in cards if card is not None]
        assert all(isinstance(game.cards[card], FACE_OF[KIND_OF[zone]]) for card in there)
        assert not seen & {*there}
        assert zone is Zone.DISPLAY or there
        seen |= {*there}
        out[KIND_OF[zone]] += len(there)
    out[Kind.TOME] = sum(game.tomes.values())
    assert all(number > 0 for number in game.tomes.values())
    for kind, number in out.items():
        assert 0 <= game.deck(kind) == game.setup.cards[kind] - number


FACE_OF = {Kind.ITEM: ItemFace, Kind.GOON: GoonFace}
