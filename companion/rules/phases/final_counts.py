"""Questions to all sides at once: the holdings that the app does not know.

At the end they serve the final score (F-1), and on the way back to full depth what the app follows from then on. The
step stays in front until the last side has answered, so that no side's answer blocks another's. At the end each player
counts in secret: the counts are theirs alone until the reveal, and a player can change them until it begins. The game
is over then; the room sees its scores line by line.

Entered counts are stored by word, separately from what the app counts on cards; a side has the sum of both.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.effects import by_hand, held_cards, on_cards, recheck_leader
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, MOST, NUMBER, ChoiceField, IntField, Schema
from companion.rules.state.cards import OTHER_GOON, EndGoal, Face, GoonFace, ItemFace
from companion.rules.state.events import Answered, BoxCounted, CardDrawn, Counted, FaceTyped, Moved, TomesMoved
from companion.rules.state.pieces import Cube, Kind, Side, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable

COUNT_RULES: Final = {"goal_points": "O-8", "goal_count": "O-7", "other_goons": "E-14"}
"""Values that only a person can count, and the rule that asks for each (O-7, O-8, E-14)."""

DEMONS: Final = {f"demons_{counts}": counts for counts in DemonValuable}
"""The words for Demons that count a valuable, and that valuable (G-5)."""

_VALUABLES: Final = tuple(valuable.value for valuable in Valuable)
_OPEN: Final = ("resources", "gold", "tomes")
"""Holdings without cards: scrap, potions and iron together, since they score alike (F-1)."""


def asked_of(game: Position, side: Side) -> Iterator[str]:
    """Yield what only the players can count of a side (O-7, O-8, E-14)."""
    end = game.setup.end
    if end is not None and end.kind == "condition":
        yield "goal_points"
    elif end is not None and _counted_by_eye(game, side, end):
        yield "goal_count"
    if any(card.type == OTHER_GOON for card in held_cards(game, side) if isinstance(card, GoonFace)):
        yield "other_goons"


def _counted_by_eye(game: Position, side: Side, end: EndGoal) -> bool:
    unpriced = any(game.face(card).price is None for card in game.lying((Zone.CRAFTED, side)))
    return end.counts == "other" or (end.counts.startswith("items_with_") and (unpriced or unseen(game, side)))


def unseen(game: Position, side: Side) -> bool:
    """Return whether players may have unknown cards; in light depth all are (E-14)."""
    return not game.setup.solitary and (game.setup.light or any(map(untold, held_cards(game, side))))


def untold(card: Face) -> bool:
    """Return whether a card lacks a detail that counts for the score (E-14, G-5)."""
    if isinstance(card, ItemFace):
        return card.price is None or card.valuables is None
    return card.type is None or card.valuables is None or (card.type is Goon.DEMON and card.counts is None)


def _words(game: Position, side: Side) -> Iterator[str]:
    """Yield the words for what is counted of a side at the end."""
    yield from asked_of(game, side)
    if not unseen(game, side):
        return
    if game.setup.light:
        yield "items"
    if game.setup.rulings["reserved_items"] == "tie_break" and game.setup.light:
        yield "reserved"
    yield from (goon.value for goon in game.setup.edition.goons if goon is not Goon.DEMON)
    yield from DEMONS
    yield from _VALUABLES
    if game.setup.light:
        yield from _OPEN
    if "other_goons" not in asked_of(game, side):
        yield "other_goons"


COUNT_HAND: Final = action_type("count_hand", "F-1", side=CHOOSE, further=NUMBER)
OPEN_COUNT: Final = action_type("open_count", "F-1", side=CHOOSE)
BEGIN_REVEAL: Final = action_type("begin_reveal", "F-1")
ENTER_HOLDINGS: Final = action_type("enter_holdings", "E-14", side=CHOOSE, further=NUMBER)


def _ask_hands(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask each side for its count, which it may change; the reveal follows the last."""
    return tuple(_hands(game))


def _hands(game: Position) -> Iterator[Action]:
    asked = {side: fields for side in game.players if (fields := _counts(game, side))}
    for side, fields in asked.items():
        whose = {"side": ChoiceField((side,), proposed=(side,))}
        if side in game.answered:
            yield OPEN_COUNT.action(whose, side)
        else:
            yield COUNT_HAND.action({**whose, **fields}, side)
    if asked and game.answered >= {*asked}:
        yield BEGIN_REVEAL.action()


def counts_in_secret(game: Position) -> bool:
    """Return whether players are counting for the score, each in secret."""
    return bool(game.agenda) and game.agenda[0].kind is StepKind.HANDS


def _counts(game: Position, side: Side) -> dict[str, Schema]:
    return {word: _number(on_cards(game, side, word), by_hand(game, side, word)) for word in _words(game, side)}


def _number(known: int, more: int) -> IntField:
    """Return a field from the known count on; it proposes the number entered before."""
    return IntField(known, MOST, max(known, known + more))


def _answer_hands(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == "count_hand":
        _count(transaction, step, act)
    elif act.type == "open_count":
        transaction.do(Answered(act.one("side"), again=True))
        transaction.first(step)
    else:
        _all_counted(transaction, step)


def _count(transaction: Transaction, step: Step, act: Act) -> None:
    """Store a side's counts (F-1, O-7, O-8), and its Demons for a leader goal (O-11)."""
    side = act.one("side")
    asked = {*asked_of(transaction.game, side)}
    for word in _words(transaction.game, side):
        if word in asked:
            transaction.do(Counted(side, word, act.values[word]))
        else:
            set_count(transaction, side, word, act.values[word])
    if unseen(transaction.game, side):
        set_count(transaction, side, Goon.DEMON.value, sum(act.values[word] for word in DEMONS))
    _answered(transaction, step, side)


def set_count(transaction: Transaction, side: Side, word: str, number: int, *why: Reason) -> None:
    """Store a side's count: only what exceeds its cards that the app knows."""
    more = number - on_cards(transaction.game, side, word)
    if more != by_hand(transaction.game, side, word):
        transaction.do(Counted(side, word, more, why))


def tell(transaction: Transaction, card: int, face: Face, *why: Reason) -> None:
    """Enter a card's face (E-14); counts that its side entered for it move to it."""
    before = transaction.game
    transaction.do(FaceTyped(card, face, why))
    zone, side = before.spot(card) or (None, None)
    if zone not in {Zone.CRAFTED, Zone.GOONS} or not isinstance(side, int) or not untold(before.face(card)):
        return
    for (whose, word), number in before.counted.items():
        seen = on_cards(transaction.game, side, word) - on_cards(before, side, word)
        if whose == side and seen > 0:
            transaction.do(Counted(side, word, max(0, number - seen), why))


def _answered(transaction: Transaction, step: Step, side: Side) -> None:
    """Note an answer and keep asking the others."""
    transaction.do(Answered(side))
    transaction.first(step)


def _all_counted(transaction: Transaction, step: Step) -> None:
    """Let the leader goal follow the counts, once all have answered (O-11)."""
    if transaction.game.answered:
        recheck_leader(transaction)


# Back to full depth

_HELD: Final[Mapping[str, tuple[Kind, Zone, Face]]] = {
    "crafted": (Kind.ITEM, Zone.CRAFTED, ItemFace()),
    "reserved": (Kind.ITEM, Zone.RESERVE, ItemFace()),
    "goons": (Kind.GOON, Zone.GOONS, GoonFace()),
}
"""Unknown cards that a side holds, by the word for their number."""

_TOLD: Final = (Reason("E-14", "game.holdings_told"),)


def _ask_holdings(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for holdings that the app has not followed; of cards, the number (E-14).

    No side has more than the box. Others' answers don't change that limit, for all answer at the same time.
    """
    cubes, cards = game.setup.cubes, game.setup.cards
    fields: dict[str, Schema] = {
        **{resource.value: IntField(0, cubes[Cube(resource.value)], 0) for resource in Resource},
        "tomes": IntField(0, cards[Kind.TOME], 0),
        **{word: IntField(0, cards[kind], 0) for word, (kind, _, _) in _HELD.items()},
    }
    return tuple(
        ENTER_HOLDINGS.action({"side": ChoiceField((side,), proposed=(side,)), **fields}, side)
        for side in game.players
        if side not in game.answered
    )


def _answer_holdings(transaction: Transaction, step: Step, act: Act) -> None:
    """Enter a side's holdings; if the box has too few, raise its count (E-14)."""
    side = act.one("side")
    for resource in Resource:
        cube = Cube(resource.value)
        if number := act.values[resource]:
            _make_room(transaction, cube, transaction.game.setup.cubes[cube], number - transaction.game.supply(cube))
            transaction.do(Moved(cube, number, None, side, _TOLD))
    if number := act.values["tomes"]:
        _make_room_for_cards(transaction, Kind.TOME, number)
        transaction.do(TomesMoved(number, None, side, _TOLD))
    # Cards are numbered as they come, so they are placed only once all have answered.
    for word in _HELD:
        if act.values[word] != by_hand(transaction.game, side, _held(word)):
            transaction.do(Counted(side, _held(word), act.values[word]))
    _answered(transaction, step, side)


def _held(word: str) -> str:
    """Return the word under which that number is stored."""
    return f"held_{word}"


def _make_room_for_cards(transaction: Transaction, kind: Kind, number: int) -> None:
    _make_room(transaction, kind, transaction.game.setup.cards[kind], number - transaction.game.deck(kind))


def _make_room(transaction: Transaction, what: Cube | Kind, counted: int, missing: int) -> None:
    """Raise the box's count by what is missing: the table is right (E-14)."""
    if missing > 0:
        transaction.do(BoxCounted(what, counted + missing, (Reason("E-14", "game.box_has_more"),)))


def _all_answered(transaction: Transaction, step: Step) -> None:
    """Give each side its cards, with unknown faces, once all have answered (E-14)."""
    for side in transaction.game.players:
        for word, (kind, zone, face) in _HELD.items():
            number = by_hand(transaction.game, side, _held(word))
            _make_room_for_cards(transaction, kind, number)
            for _ in range(number):
                transaction.do(CardDrawn(len(transaction.game.cards), face, (zone, side), why=_TOLD))


HANDLERS: Final[StepHandlers] = {
    StepKind.HANDS: StepHandler(
        _all_counted, _ask_hands, _answer_hands, shared=True, offers=(COUNT_HAND, OPEN_COUNT, BEGIN_REVEAL)
    ),
    StepKind.HOLDINGS: StepHandler(
        _all_answered, _ask_holdings, _answer_holdings, shared=True, offers=(ENTER_HOLDINGS,)
    ),
}
"""Steps that ask all sides at once: at the end (F-1, O-7), or back to full depth (E-14)."""
