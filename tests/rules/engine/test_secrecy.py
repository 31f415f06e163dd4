"""What a seat sees of two positions, piece by piece."""

from support.common import rule

from companion.rules.engine.secrecy import hidden_cards, seen_by
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace
from companion.rules.state.pieces import DISPLAY, GuardCard, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup, Start
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Goon, Location

ITEM = ItemFace(Item(4, {}))
GOON = GoonFace(Goon.RATMAN, 2)
KNOWN = {1: ITEM, 2: ITEM, 3: ITEM, 4: ITEM, 5: GOON, 6: GOON}
SEWERS, SMITHY = Location.SEWERS, Location.SMITHY

OF_THREE = Position(
    Setup(guards=None, starts=(Start(),) * 3),
    phase=Phase.ROLL_CALL,
    agenda=(Step(StepKind.ROLL, 1),),
    tokens={
        (0, 1): TokenOnBoard(SEWERS, face_down=True),
        (1, 5): TokenOnBoard(SMITHY, face_down=True),
        (1, 2): TokenOnBoard(SEWERS, face_down=True),
        (1, 3): TokenOnBoard(SEWERS),
        (2, 4): TokenOnBoard(SEWERS, face_down=True),
    },
    spent=frozenset({(0, 1), (1, 5), (1, 3)}),
    cards=KNOWN,
    zones={
        DISPLAY: (1, None),
        (Zone.RESERVE, 0): (2,),
        (Zone.RESERVE, 1): (3,),
        (Zone.CRAFTED, 1): (4,),
        (Zone.GOONS, 1): (5,),
        (Zone.SPACE, SEWERS): (6,),
    },
    tomes={0: 1, 1: 2, "discards": 3},
    counted={(0, "tomes"): 1, (1, "tomes"): 2, (1, "dwarf"): 4},
)
ALONE = Position(
    Setup(),
    phase=Phase.LIGHTS_OUT,
    tokens={(0, 1): TokenOnBoard(SEWERS, face_down=True)},
    guard_deck=(GuardFace(1), GuardFace(2)),
    location_deck=("sewers",),
    guard_cards=(
        GuardCard(SEWERS, GuardFace(4), up=True),
        GuardCard(SEWERS, GuardFace(5), looked=True),
        GuardCard(SMITHY, GuardFace(6)),
    ),
    cards={1: ITEM, 2: ITEM},
    zones={(Zone.RESERVE, 0): (1,), (Zone.RESERVE, 1): (2,)},
    tomes={0: 1, 1: 1},
)


@rule("V-1")
def test_of_others_a_player_sees_no_reserved_item_no_tome_in_hand_and_no_token_that_lies_face_down() -> None:
    assert seen_by(OF_THREE, 0) == OF_THREE._replace(
        agenda=(),
        tokens={
            (0, 1): TokenOnBoard(SEWERS, face_down=True),
            (1, 3): TokenOnBoard(SEWERS),
            (1, "hidden 1"): TokenOnBoard(SEWERS, face_down=True),
            (1, "hidden 2"): TokenOnBoard(SMITHY, face_down=True),
            (2, "hidden 3"): TokenOnBoard(SEWERS, face_down=True),
        },
        spent=frozenset({(0, 1), (1, 3)}),
        cards={**KNOWN, 3: ItemFace()},
        tomes={0: 1, "discards": 3},
        counted={(0, "tomes"): 1, (1, "dwarf"): 4},
    )


@rule("V-1")
def test_a_seat_knows_what_it_has_reserved_itself() -> None:
    assert [hidden_cards(OF_THREE, {*seats}) for seats in ((), (0,), (1,), (0, 1), (2,))] == [
        {2, 3},
        {3},
        {2},
        frozenset(),
        {2, 3},
    ]


@rule("V-1", "Z-21")
def test_alone_only_the_player_sees_the_guard_card_that_was_looked_at_and_nobody_sees_a_deck() -> None:
    up, looked, down = ALONE.guard_cards
    decks = {"guard_deck": (None, None), "location_deck": (None,)}
    unseen = down._replace(face=None)
    assert seen_by(ALONE, 0) == ALONE._replace(**decks, guard_cards=(up, looked, unseen))
    assert seen_by(ALONE, 1) == ALONE._replace(
        **decks,
        guard_cards=(up, looked._replace(face=None), unseen),
        tokens={(0, "hidden 1"): TokenOnBoard(SEWERS, face_down=True)},
        cards={1: ItemFace(), 2: ITEM},
        tomes={1: 1},
    )


@rule("V-1")
def test_counts_are_covered_after_the_last_raid_and_lie_open_at_the_end() -> None:
    counted = {(0, "dwarf"): 1, (1, "dwarf"): 2, (1, "tomes"): 3, (1, "reserved"): 1, (1, "reputation_before"): 12}
    after_raid = OF_THREE._replace(phase=Phase.LAST_RAID, counted=counted)
    assert seen_by(after_raid, 0).counted == {(0, "dwarf"): 1, (1, "reputation_before"): 12}
    assert seen_by(after_raid._replace(phase=Phase.ENDED), 0).counted == counted
