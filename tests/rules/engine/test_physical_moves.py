"""Physical moves: what they come to, on random games and by hand."""

import random
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest
from support.common import rule
from support.random_rules_player import any_act, lively
from support.real_pieces import applied, counted_anew, counts

from companion.rules.engine.decider import first_decision, next_decision
from companion.rules.engine.physical_moves.event_moves import each_move, moves_of, says_what_lies_there
from companion.rules.engine.physical_moves.move import DECK, DISCARDS, SUPPLY, Area, How, Move, Piece, Where
from companion.rules.engine.physical_moves.move_order import place_in_list
from companion.rules.engine.physical_moves.net_moves import balanced, netted, reversed_moves
from companion.rules.reasons import Reason
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace
from companion.rules.state.events import (
    NOTHING,
    Assigned,
    CardDrawn,
    CardMoved,
    CardReturned,
    Dealt,
    DiscardsShuffled,
    Event,
    GuardCardLaid,
    GuardCardLooked,
    GuardCardMoved,
    GuardCardTurned,
    InstantSet,
    LeaderTaken,
    LocationCardTurned,
    LocationOpened,
    MarkerMoved,
    Moved,
    PhaseBegan,
    Scored,
    StrengthStated,
    TokensMoved,
    TokensTurned,
    TomesMoved,
    replay,
)
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Setup, Start
from companion.rules.vocabulary import EditionName, Location

SOLO = [
    Setup(edition, dealing=dealing, guard_deck=())
    for edition in EditionName
    for dealing in (Dealing.CARDS, Dealing.HOUSE)
]
SEVERAL = [
    Setup(guards=None, difficulty=None, starts=(Start(),) * number, roll_call=calls, depth=depth, instant=True)
    for number, calls, depth in (
        (2, True, Depth.FULL),
        (3, True, Depth.FULL),
        (4, False, Depth.FULL),
        (3, False, Depth.LIGHT),
    )
]
SCARCE = [replace(setup, cubes={**dict.fromkeys(Cube, 3), Cube.POWER: 5}) for setup in (SOLO[0], SOLO[1], *SEVERAL)]
"""With so few cubes that what comes back to the supply is needed for what is taken from it in the same act."""


def turns(setup: Setup, seed: int) -> list[tuple[Position, tuple[Event, ...], Position]]:
    """Every act of a random game: the game before, what happened, the game after."""
    chance, shuffle = random.Random(seed), partial(shuffled, str(seed))
    decision = first_decision(setup, shuffle)
    found = []
    while decision.prompt.actions:
        before = decision.position
        decision = next_decision(before, decision.prompt, any_act(lively(decision.prompt, chance), chance), shuffle)
        found.append((before, decision.events, decision.position))
    return found


@rule("E-2", "P-6")
@pytest.mark.parametrize("setup", [*SOLO, *SEVERAL, *SCARCE])
def test_what_is_moved_by_hand_in_its_order_comes_to_what_the_app_counts(setup: Setup):
    for before, events, after in turns(setup, 3):
        lies = counts(before)
        lies.update(counted_anew(events, before))
        assert applied(moves_of(events, before, told=True), lies) == counts(after)


@pytest.mark.parametrize("setup", [SOLO[0], SOLO[1], SEVERAL[1]])
def test_the_way_back_of_one_act_or_many_is_moved_by_hand_in_its_order(setup: Setup):
    played, chance = turns(setup, 5), random.Random(5)
    for first, (before, _, _) in enumerate(played):
        some = played[first : first + chance.choice([1, 1, 2, 5, 30])]
        events = [event for _, happened, _ in some for event in happened]
        moves = balanced(reversed_moves(moves_of(events, before, told=True)))
        lies = counts(some[-1][2])
        lies.subtract(counted_anew(events, before))
        assert applied(moves, lies) == counts(before)


@pytest.mark.parametrize("setup", [SOLO[0], SOLO[1], SEVERAL[0]])
def test_moves_and_their_way_back_cancel(setup: Setup):
    for before, events, _ in turns(setup, 7):
        moves = moves_of(events, before)
        gathered = (one for one in moves if one.how is How.SHUFFLE and one.source.area is Area.ASIDE)
        assert netted([*moves, *reversed_moves(moves)]) == (*(one for one in moves if one.how is How.LOOK), *gathered)


@pytest.mark.parametrize("setup", [SOLO[0], SEVERAL[1]])
def test_the_moves_of_a_list_are_as_few_as_can_be(setup: Setup):
    for before, events, _ in turns(setup, 13):
        net = moves_of(events, before)
        assert netted(net) == net
        assert len(net) <= len([*each_move(events, before)])


def test_cubes_of_one_way_are_one_move_and_opposite_ways_cancel():
    game = replay([Moved(Cube.IRON, 3, None, 0)], _begun())
    events = [Moved(Cube.IRON, 2, 0, None), Moved(Cube.IRON, 1, 0, None), Moved(Cube.IRON, 1, None, 0)]
    assert moves_of(events, game) == (Move(Cube.IRON, 2, Where(Area.SIDE, 0), SUPPLY, 0),)
    assert reversed_moves(moves_of(events, game)) == (Move(Cube.IRON, 2, SUPPLY, Where(Area.SIDE, 0), 0),)


@rule("D-3", "P-6")
def test_what_is_laid_where_a_raid_has_emptied_the_board_is_laid_whole():
    game, smithy = (
        replay([Moved(Cube.SUSPICION, 1, None, Location.SMITHY)], _begun()),
        Where(Area.LOCATION, Location.SMITHY),
    )
    why = (Reason("D-3", "game.location_cleared", {"location": Location.SMITHY}),)
    events = [Moved(Cube.SUSPICION, 1, Location.SMITHY, None, why), Moved(Cube.SUSPICION, 2, None, Location.SMITHY)]
    back, then = moves_of(events, game)
    assert (back.number, back.source, back.target, back.how) == (1, smithy, SUPPLY, How.CLEAR)
    assert then == Move(Cube.SUSPICION, 2, SUPPLY, smithy)
    assert balanced(reversed_moves((back, then))) == (Move(Cube.SUSPICION, 1, smithy, SUPPLY),)


@rule("P-4", "E-14")
def test_goons_go_back_onto_their_deck_the_last_that_was_drawn_first():
    drawn = (Location.SMITHY, Location.INFIRMARY, Location.SEWERS)
    came = [
        Move(Piece.GOON, 1, DECK, Where(Area.SPACE, place), which=number) for number, place in enumerate(drawn, start=9)
    ]
    assert [one.source.of for one in reversed_moves(came)] == [*reversed(drawn)]
    # In the setup they came the other way round (S-5).
    came = [one._replace(which=20 - number) for number, one in enumerate(came)]
    assert [one.source.of for one in reversed_moves(came)] == [*drawn]


@rule("D-4", "D-5")
def test_the_track_is_one_move_from_the_first_space_to_the_last():
    (move,) = moves_of([Scored(0, 3), Scored(0, -5)], _begun())
    assert (move.source, move.target, move.number) == (Where(Area.TRACK, 10), Where(Area.TRACK, 8), 2)
    assert moves_of([Scored(0, 3), Scored(0, -3)], _begun()) == ()


def test_a_token_that_strays_and_goes_home_just_goes_home():
    game = replay([TokensMoved(0, (4,), Location.SMITHY)], _begun())
    events = [TokensMoved(0, (4,), Location.LIBRARY), TokensMoved(0, (4,), None)]
    (move,) = moves_of(events, game)
    assert (move.source, move.target) == (Where(Area.LOCATION, Location.SMITHY), Where(Area.HOME, 0))


def _begun() -> Position:
    return replay(first_decision(SOLO[1], partial(shuffled, "0")).events, NOTHING)


def test_what_was_only_told_the_app_needs_no_hand():
    moves = [one for setup in SOLO[:2] for before, events, _ in turns(setup, 1) for one in moves_of(events, before)]
    assert {one.source for one in moves if one.piece is Piece.LOCATION_CARD} <= {Where(Area.ASIDE)}
    assert {Kind.ITEM, Kind.GOON, Kind.TOME} <= {str(one.piece) for one in moves}
    assert DECK in {one.source for one in moves}
    assert DISCARDS in {one.target for one in moves}


# By hand: what each event moves, with all that a move says


def _real_cards() -> Position:
    """A solitary game with real cards as round 2 is under way: a face-down guard card lies at the Smithy."""
    begun = replay(first_decision(SOLO[0], partial(shuffled, "0")).events, NOTHING)
    laid = GuardCardLaid(Location.SMITHY)
    return replay([PhaseBegan(2, Phase.ROLL_CALL), Dealt((None,) * 12, ("smithy",) * 8), laid], begun)


SEWERS, SMITHY, LIBRARY = (
    Where(Area.LOCATION, place) for place in (Location.SEWERS, Location.SMITHY, Location.LIBRARY)
)
ASIDE, GOALS = Where(Area.ASIDE), Where(Area.GOALS)
MINE, THEIRS, HOME = Where(Area.SIDE, 0), Where(Area.SIDE, 1), Where(Area.HOME, 0)
COMES = (Reason("Z-5", "roll_call.comes"),)
TOLD = (Reason("E-14", "correction.table_is_right"),)
ITEM_FACE, GOON_FACE = ItemFace(), GoonFace()
CARD: Final = 90  # none of those that the setup has laid out
GOON_SPACE, MY_GOONS = (Zone.SPACE, Location.SMITHY), (Zone.GOONS, 0)
LYING_DOWN = Assigned(0, Location.SMITHY, (), (4,))


@pytest.mark.parametrize(
    ("before", "event", "moves"),
    [
        ([], MarkerMoved(0), [Move(Piece.FIRST_PLAYER, 1, THEIRS, MINE, 0)]),
        ([], LeaderTaken(1), [Move(Piece.LEADER_GOAL, 1, GOALS, THEIRS, 1)]),
        ([LeaderTaken(1)], LeaderTaken(0), [Move(Piece.LEADER_GOAL, 1, THEIRS, MINE, 0)]),
        ([LeaderTaken(1)], LeaderTaken(None), [Move(Piece.LEADER_GOAL, 1, THEIRS, GOALS, 1)]),
        ([], InstantSet(True, 1), [Move(Piece.INSTANT_GOAL, 1, GOALS, THEIRS, 1)]),
        ([InstantSet(True, 1)], InstantSet(True), [Move(Piece.INSTANT_GOAL, 1, THEIRS, GOALS, 1)]),
        ([], Moved(Cube.IRON, 2, None, 0), [Move(Cube.IRON, 2, SUPPLY, MINE, 0)]),
        ([], Moved(Cube.SUSPICION, 1, None, Location.SMITHY), [Move(Cube.SUSPICION, 1, SUPPLY, SMITHY)]),
        (
            [Moved(Cube.POWER, 1, None, 0)],
            Moved(Cube.POWER, 1, 0, Location.SMITHY),
            [Move(Cube.POWER, 1, MINE, SMITHY, 0)],
        ),
        (
            [],
            Assigned(0, Location.SMITHY, (2,), (4,)),
            [
                Move(Piece.TOKEN, 1, HOME, SMITHY, 0, 2),
                Move(Piece.TOKEN, 1, HOME, SMITHY, 0, 4, How.DOWN, hidden=True),
            ],
        ),
        (
            [LYING_DOWN],
            Assigned(0, Location.SEWERS, (), (4,)),
            [Move(Piece.TOKEN, 1, SMITHY, SEWERS, 0, 4, How.DOWN, down=True, hidden=True)],
        ),
        (
            [Assigned(0, Location.SMITHY, (4,))],
            Assigned(0, Location.SEWERS, (), (4,)),
            [Move(Piece.TOKEN, 1, SMITHY, SEWERS, 0, 4, How.DOWN)],
        ),
        (
            [LYING_DOWN],
            TokensMoved(0, (4,), Location.LIBRARY),
            [Move(Piece.TOKEN, 1, SMITHY, LIBRARY, 0, 4, How.DOWN, down=True, hidden=True)],
        ),
        (
            [LYING_DOWN],
            TokensMoved(0, (4,), None),
            [Move(Piece.TOKEN, 1, SMITHY, HOME, 0, 4, down=True, hidden=True)],
        ),
        (
            [LYING_DOWN, Assigned(0, Location.SEWERS, (), (5,))],
            TokensTurned(Location.SMITHY),
            [Move(Piece.TOKEN, 1, SMITHY, SMITHY, 0, 4, How.UP, down=True)],
        ),
        ([Assigned(0, Location.SMITHY, (4,))], TokensTurned(Location.SMITHY), []),
        (
            [],
            Dealt((None,) * 12, ("smithy",) * 8),
            [
                Move(Piece.GUARD_CARD, 12, ASIDE, DECK, 1, how=How.SHUFFLE),
                Move(Piece.LOCATION_CARD, 8, ASIDE, DECK, 1, how=How.SHUFFLE),
            ],
        ),
        (
            [],
            GuardCardLaid(Location.SEWERS),
            [Move(Piece.GUARD_CARD, 1, DECK, SEWERS, 1, 1, How.DOWN)],
        ),
        (
            [],
            GuardCardLaid(Location.SEWERS, COMES),
            [Move(Piece.GUARD_CARD, 1, DECK, SEWERS, 1, 1, How.REVEAL)],
        ),
        ([], GuardCardMoved(0, Location.SMITHY), []),
        (
            [],
            GuardCardMoved(0, Location.LIBRARY),
            [Move(Piece.GUARD_CARD, 1, SMITHY, LIBRARY, 1, 0, How.DOWN, down=True)],
        ),
        ([], GuardCardMoved(0, None), [Move(Piece.GUARD_CARD, 1, SMITHY, ASIDE, 1, 0, down=True)]),
        (
            [GuardCardTurned(0, GuardFace(3))],
            GuardCardMoved(0, Location.LIBRARY),
            [Move(Piece.GUARD_CARD, 1, SMITHY, LIBRARY, 1, 0)],
        ),
        (
            [GuardCardMoved(0, None)],
            GuardCardMoved(0, Location.SEWERS),
            [Move(Piece.GUARD_CARD, 1, ASIDE, SEWERS, 1, 0, How.DOWN, down=True)],
        ),
        (
            [],
            GuardCardTurned(0, GuardFace(3)),
            [Move(Piece.GUARD_CARD, 1, SMITHY, SMITHY, 1, 0, How.UP, down=True)],
        ),
        ([GuardCardTurned(0, GuardFace(3))], GuardCardTurned(0, GuardFace(4)), []),
        (
            [],
            GuardCardLooked(0, None),
            [Move(Piece.GUARD_CARD, 1, SMITHY, SMITHY, 1, 0, How.LOOK, down=True)],
        ),
        (
            [LocationCardTurned("smithy")],
            LocationCardTurned("off_duty"),
            [Move(Piece.LOCATION_CARD, 1, DECK, ASIDE, which=1)],
        ),
        (
            [Assigned(0, Location.SEWERS, (2,), (4,))],
            PhaseBegan(4, Phase.ROLL_CALL),
            [
                Move(Piece.ROUND_MARKER, 2, Where(Area.ROUNDS, 2), Where(Area.ROUNDS, 4)),
                Move(Piece.TOKEN, 1, SEWERS, HOME, 0, 2),
                Move(Piece.TOKEN, 1, SEWERS, HOME, 0, 4, down=True, hidden=True),
                Move(Piece.GUARD_CARD, 1, SMITHY, ASIDE, 1, 0, down=True),
            ],
        ),
        ([], PhaseBegan(2, Phase.PATROL), []),
        ([GuardCardMoved(0, None)], PhaseBegan(2, Phase.ROLL_CALL), []),
        (
            [],
            CardDrawn(CARD, ITEM_FACE, DISPLAY, 2),
            [Move(Piece.ITEM, 1, DECK, Where(Area.DISPLAY, 2), None, CARD)],
        ),
        (
            [CardDrawn(CARD, ITEM_FACE, DISPLAY, 2)],
            CardMoved(CARD, DISPLAY, (Zone.CRAFTED, 0)),
            [Move(Piece.ITEM, 1, Where(Area.DISPLAY, 2), Where(Area.CRAFTED, 0), 0, CARD)],
        ),
        (
            [CardDrawn(CARD, ITEM_FACE, DISPLAY, 2)],
            CardMoved(CARD, DISPLAY, DISPLAY, 1),
            [Move(Piece.ITEM, 1, Where(Area.DISPLAY, 2), Where(Area.DISPLAY, 1), None, CARD)],
        ),
        (
            [CardDrawn(CARD, GOON_FACE, GOON_SPACE), CardMoved(CARD, GOON_SPACE, MY_GOONS)],
            CardMoved(CARD, MY_GOONS, (Zone.DISCARDS, None)),
            [Move(Piece.GOON, 1, Where(Area.GOONS, 0), DISCARDS, 0, CARD)],
        ),
        (
            [CardDrawn(CARD, GOON_FACE, (Zone.GOONS, 1))],
            CardMoved(CARD, (Zone.GOONS, 1), MY_GOONS),
            [Move(Piece.GOON, 1, Where(Area.GOONS, 1), Where(Area.GOONS, 0), 0, CARD)],
        ),
        (
            [CardDrawn(CARD, GOON_FACE, GOON_SPACE)],
            CardReturned(CARD, GOON_SPACE),
            [Move(Piece.GOON, 1, Where(Area.SPACE, Location.SMITHY), DECK, None, CARD)],
        ),
        (
            [CardDrawn(CARD, ITEM_FACE, DISPLAY, 1)],
            CardReturned(CARD, DISPLAY),
            [Move(Piece.ITEM, 1, Where(Area.DISPLAY, 1), DECK, None, CARD)],
        ),
        (
            [CardDrawn(card, GOON_FACE, (Zone.DISCARDS, None)) for card in range(2)],
            DiscardsShuffled(),
            [Move(Piece.GOON, 2, DISCARDS, DECK, how=How.SHUFFLE)],
        ),
        ([], TomesMoved(1, None, 0), [Move(Piece.TOME, 1, DECK, MINE, 0, drawn=1)]),
        ([TomesMoved(2, None, 0)], TomesMoved(1, 0, "discards"), [Move(Piece.TOME, 1, MINE, DISCARDS, 0)]),
        (
            [TomesMoved(2, None, "discards")],
            TomesMoved(2, "discards", None),
            [Move(Piece.TOME, 2, DISCARDS, DECK, how=How.SHUFFLE)],
        ),
        ([TomesMoved(2, None, "discards")], TomesMoved(1, "discards", None), [Move(Piece.TOME, 1, DISCARDS, DECK)]),
        ([TomesMoved(2, None, "discards")], TomesMoved(2, "discards", 0), [Move(Piece.TOME, 2, DISCARDS, MINE, 0)]),
    ],
)
def test_each_event_moves_what_it_says(before: list[Event], event: Event, moves: list[Move]):
    assert [*each_move([event], replay(before, _real_cards()), told=True)] == moves


@rule("C-3", "L-18", "T-5")
@pytest.mark.parametrize(
    ("why", "left", "drawn"),
    [
        (Reason("L-18", "reward.tomes", {"draw": 3}), 9, 3),
        (Reason("C-3", "effect.choose_tome"), 9, 2),
        (Reason("E-14", "correction.table_is_right"), 9, 1),
        (Reason("L-18", "reward.tomes", {"draw": 3}), 2, 2),
    ],
)
def test_of_tomes_that_are_kept_it_is_said_of_how_many_they_are_chosen(why: Reason, left: int, drawn: int):
    game = replay([TomesMoved(_begun().deck(Kind.TOME) - left, None, "discards")], _begun())
    (move,) = moves_of([TomesMoved(1, None, 0, (why, Reason("L-6", "game.reward_taken")))], game, told=True)
    assert move == Move(Piece.TOME, 1, DECK, MINE, 0, drawn=drawn)
    (discarded,) = moves_of([TomesMoved(1, 0, "discards", (why,))], game, told=True)
    assert discarded == Move(Piece.TOME, 1, MINE, DISCARDS, 0)


def test_a_move_of_cubes_says_nothing_of_what_only_cards_and_tokens_have():
    (move,) = moves_of([Moved(Cube.IRON, 2, None, Location.SMITHY)], _begun())
    assert tuple(move) == (Cube.IRON, 2, SUPPLY, SMITHY, None, None, How.PLAIN, False, 0, False)


@pytest.mark.parametrize("first", [PhaseBegan(1, Phase.ROLL_CALL), Dealt((None,) * 12, ("smithy",) * 8)])
def test_what_setup_has_done_already_is_not_done_again_for_the_first_round(first: Event):
    begun = replay(first_decision(SOLO[0], partial(shuffled, "0")).events, NOTHING)
    started = replay([PhaseBegan(1, Phase.ROLL_CALL)], begun) if isinstance(first, Dealt) else begun
    assert moves_of([first], started, told=True) == ()


@pytest.mark.parametrize("event", [Dealt((None,) * 12, ("smithy",) * 8), GuardCardLaid(Location.SEWERS)])
def test_no_hand_moves_the_cards_of_a_house_deck(event: Event):
    dealt = replay([PhaseBegan(2, Phase.ROLL_CALL), Dealt((None,) * 12, ("smithy",) * 8)], _begun())
    assert moves_of([event], dealt) == ()


@pytest.mark.parametrize(
    "event",
    [
        Moved(Cube.IRON, 1, None, 0, TOLD),
        GuardCardTurned(0, GuardFace(3)),
        LocationCardTurned("smithy"),
        CardReturned(CARD, DISPLAY),
    ],
)
def test_what_was_typed_from_the_table_lies_there_already(event: Event):
    game = replay([CardDrawn(CARD, ITEM_FACE, DISPLAY, 1)], _real_cards())
    assert [*each_move([event], game)] == []
    assert len([*each_move([event], game, told=True)]) == 1


@rule("L-8")
def test_stragglers_that_nobody_has_named_move_as_a_crew():
    game = replay([LocationOpened(Location.SMITHY), StrengthStated(0, Location.SMITHY, 4)], _begun())
    strays = [StrengthStated(0, Location.LIBRARY, 4), StrengthStated(0, Location.SMITHY, 0)]
    back = [StrengthStated(0, Location.LIBRARY, 0), StrengthStated(0, Location.SMITHY, 4)]
    here = Location.SMITHY
    assert moves_of(strays, game) == (Move(Piece.CREW, 1, SMITHY, LIBRARY, 0, here),)
    assert moves_of(back, replay(strays, game)) == (Move(Piece.CREW, 1, LIBRARY, SMITHY, 0, here),)
    # Once the table has left it they are at home.
    left = replay([LocationOpened(None)], game)
    assert moves_of(strays, left) == (Move(Piece.CREW, 1, Where(Area.HOME, 0), LIBRARY, 0, here),)


@rule("L-8")
def test_a_crew_that_was_counted_together_goes_home_as_the_table_leaves_the_location():
    game = replay([LocationOpened(Location.SMITHY), StrengthStated(0, Location.SMITHY, 4)], _begun())
    home = (Move(Piece.CREW, 1, SMITHY, Where(Area.HOME, 0), 0, Location.SMITHY),)
    assert moves_of([LocationOpened(None)], game) == home
    assert moves_of([LocationOpened(None), LocationOpened(None)], game) == home


@rule("T-5", "P-9")
def test_what_a_pile_of_discards_has_taken_along_comes_before_it_is_shuffled_and_what_comes_of_it_after():
    game = replay([TomesMoved(1, None, 0), TomesMoved(2, None, "discards")], _begun())
    shuffled_after = [TomesMoved(1, 0, "discards"), TomesMoved(3, "discards", None), TomesMoved(2, None, 0)]
    side, deck, discards = Where(Area.SIDE, 0), Where(Area.DECK), Where(Area.DISCARDS)
    there = moves_of(shuffled_after, game)
    assert [(one.number, one.source, one.target) for one in there] == [
        (1, side, discards), (3, discards, deck), (2, deck, side)
    ]  # fmt: skip
    back = reversed_moves(there)
    assert [(one.number, one.source, one.target) for one in back] == [
        (2, side, deck), (3, deck, discards), (1, discards, side)
    ]  # fmt: skip
    assert netted([*there, *back]) == netted([*back, *there]) == ()


@rule("D-4", "D-5")
def test_each_side_has_its_own_marker_on_the_track():
    moves = moves_of([Scored(0, 3), Scored(1, 3), Scored(0, 1), Scored(0, -14)], _begun())
    tracks = [(one.side, one.number, one.source.of, one.target.of) for one in moves]
    assert tracks == [(0, 10, 10, 0), (1, 3, 10, 13)]
    (back,) = moves_of([Scored(0, 2), Scored(0, 3)], replay([Scored(0, -10)], _begun()))
    assert (back.number, back.source.of, back.target.of) == (5, 0, 5)


@pytest.mark.parametrize(
    ("events", "moves"),
    [
        ([LYING_DOWN, TokensTurned(Location.SMITHY)], [Move(Piece.TOKEN, 1, HOME, SMITHY, 0, 4)]),
        (
            [GuardCardLaid(Location.SEWERS), GuardCardLooked(1, None)],
            [Move(Piece.GUARD_CARD, 1, DECK, SEWERS, 1, 1, How.DOWN)],
        ),
        (
            [GuardCardLooked(0, None), GuardCardLooked(0, None)],
            [Move(Piece.GUARD_CARD, 1, SMITHY, SMITHY, 1, 0, How.LOOK, down=True)],
        ),
        ([GuardCardMoved(0, Location.SEWERS), GuardCardMoved(0, Location.SMITHY)], []),
    ],
)
def test_what_is_done_with_a_piece_on_its_way_comes_to_how_it_lies_in_the_end(events: list[Event], moves: list[Move]):
    assert [*moves_of(events, _real_cards())] == moves


def test_a_token_that_comes_back_to_its_place_and_is_turned_is_only_turned_up():
    events = [TokensMoved(0, (4,), Location.LIBRARY), TokensMoved(0, (4,), Location.SMITHY)]
    game = replay([LYING_DOWN], _begun())
    turned = Move(Piece.TOKEN, 1, SMITHY, SMITHY, 0, 4, How.UP, down=True)
    assert moves_of([*events, TokensTurned(Location.SMITHY)], game) == (turned,)
    assert moves_of(events, game) == ()


def test_the_way_back_says_how_a_piece_lay_and_draws_nothing():
    moves = moves_of([TomesMoved(1, None, 0), TokensTurned(Location.SMITHY)], replay([LYING_DOWN], _begun()))
    assert reversed_moves(moves) == (
        Move(Piece.TOME, 1, MINE, DECK, 0),
        Move(Piece.TOKEN, 1, SMITHY, SMITHY, 0, 4, How.DOWN),
    )


@rule("E-10", "P-4")
def test_on_the_way_back_each_space_is_left_before_the_card_before_comes_to_it():
    space, display = (partial(Where, area) for area in (Area.SPACE, Area.DISPLAY))
    in_order = [
        Move(Piece.ITEM, 1, display(0), DECK, None, 8),
        Move(Piece.ITEM, 1, display(1), display(0), None, 7),
        Move(Piece.ITEM, 1, Where(Area.RESERVE, 1), display(1), 1, 6),
        Move(Piece.GOON, 1, space(Location.SMITHY), DECK, None, 4),
        Move(Piece.GOON, 1, space(Location.COMMISSARY), space(Location.SMITHY), None, 3),
        Move(Piece.GOON, 1, space(Location.CHOW_HALL), space(Location.COMMISSARY), None, 2),
        Move(Piece.GOON, 1, DISCARDS, space(Location.CHOW_HALL), None, 1),
        # A card of the next round, then one of the round before that lay there under the same number.
        Move(Piece.GUARD_CARD, 1, SMITHY, DECK, 1, 0, down=True),
        Move(Piece.GUARD_CARD, 1, Where(Area.ASIDE), SMITHY, 1, 0),
    ]
    ways_there = [
        one._replace(source=one.target, target=one.source, how=How.DOWN if one.down else How.PLAIN, down=False)
        for one in in_order
    ]
    assert [*reversed_moves(ways_there)] == in_order
    assert [*netted(in_order)] == in_order


@rule("D-3")
def test_cubes_that_leave_a_location_are_cleared_away_only_where_a_raid_is_a_reason():
    def how(source: Any, *keys: str) -> How:
        why = tuple(Reason("D-3", key) for key in keys)
        (move,) = moves_of([Moved(Cube.SUSPICION, 1, source, None, why)], _begun())
        return move.how

    assert how(Location.SEWERS) is How.PLAIN
    assert how(Location.SEWERS, "game.pays") is How.PLAIN
    assert how(Location.SEWERS, "game.pays", "game.location_cleared") is How.CLEAR
    assert how(0, "game.location_cleared") is How.PLAIN


def test_a_shortest_move_is_by_the_side_to_which_or_from_which_it_goes():
    to_me, from_me = Move(Cube.POWER, 1, SUPPLY, MINE, 0), Move(Cube.POWER, 1, MINE, SUPPLY, 0)
    for move in (to_me, from_me, Move(Cube.POWER, 1, THEIRS, MINE, 0), Move(Cube.POWER, 1, SMITHY, SUPPLY)):
        assert balanced([move]) == (move,)


def test_goons_are_listed_from_the_last_space_on_and_other_places_from_the_first():
    def listed(area: Area) -> list[Location]:
        return sorted(Location, key=lambda one: place_in_list(Where(area, one)))

    assert listed(Area.LOCATION) == [*Location]
    assert listed(Area.SPACE) == [*Location][::-1]


@rule("L-10")
def test_somebody_says_what_lies_there_where_one_reason_of_tokens_is_that_it_was_told():
    other, told = Reason("R-1", "roll_call.assigned"), Reason("L-10", "lights_out.told")
    there, moved = Assigned(0, Location.SEWERS, (3,)), TokensMoved(0, (3,), Location.SEWERS)
    for event in (there, moved):
        assert not says_what_lies_there(event)
        assert not says_what_lies_there(event._replace(why=(other,)))
        assert says_what_lies_there(event._replace(why=(other, told)))
    assert not says_what_lies_there(Scored(0, 1, (told,)))


def test_two_cards_that_change_places_are_both_moved():
    there = Move(Piece.ITEM, 1, Where(Area.DISPLAY, 0), Where(Area.DISPLAY, 1), None, 7)
    back = Move(Piece.ITEM, 1, Where(Area.DISPLAY, 1), Where(Area.DISPLAY, 0), None, 8)
    assert netted([back, there]) == (there, back)


@pytest.mark.parametrize(("now", "then", "spaces"), [(0, 4, (1, 4)), (3, 2, (3, 2)), (1, 0, None), (2, 2, None)])
def test_the_round_marker_goes_to_the_round_that_begins_wherever_it_stands(now: int, then: int, spaces: Any):
    moves = moves_of([PhaseBegan(then, Phase.ROUND)], _begun()._replace(round=now))
    markers = [(one.source.of, one.target.of) for one in moves if one.piece is Piece.ROUND_MARKER]
    assert markers == ([spaces] if spaces else [])


@rule("P-4", "P-6", "S-5")
def test_moves_stand_in_the_order_in_which_hands_do_them():
    space, display = (partial(Where, area) for area in (Area.SPACE, Area.DISPLAY))
    in_order = [
        Move(Cube.SUSPICION, 1, SEWERS, MINE, 0),
        Move(Cube.SUSPICION, 1, SMITHY, MINE, 0),
        Move(Cube.SUSPICION, 1, THEIRS, SEWERS, 1),
        # What came to a place may go on from there to the supply.
        Move(Cube.SUSPICION, 1, SMITHY, SUPPLY),
        # A supply that has none left gets some before any is taken from it.
        Move(Cube.POWER, 1, SMITHY, SUPPLY),
        Move(Cube.POWER, 1, SUPPLY, MINE, 0),
        Move(Cube.POWER, 1, SUPPLY, THEIRS, 1),
        Move(Piece.FIRST_PLAYER, 1, THEIRS, MINE, 0),
        Move(Cube.GOLD, 1, SUPPLY, THEIRS, 1),
        Move(Piece.REPUTATION, 1, Where(Area.TRACK, 10), Where(Area.TRACK, 11), 0),
        Move(Piece.ITEM, 1, display(1), Where(Area.CRAFTED, CARD), 0, 7),
        Move(Piece.ITEM, 1, display(2), display(1), None, 5),
        Move(Piece.GOON, 1, space(Location.SEWERS), DISCARDS, None, 3),
        Move(Piece.GOON, 1, space(Location.SMITHY), space(Location.CHOW_HALL), None, 2),
        Move(Piece.GOON, 1, space(Location.INFIRMARY), space(Location.SMITHY), None, 1),
        # From the deck in the order in which they come.
        Move(Piece.GOON, 1, DECK, space(Location.INFIRMARY), None, 4),
        Move(Piece.GOON, 1, DECK, space(Location.SEWERS), None, 5),
        Move(Piece.TOKEN, 1, HOME, SMITHY, 0, 2),
        Move(Piece.TOKEN, 1, HOME, SMITHY, 0, 3),
        # From their deck to the locations in their order, whichever was dealt first.
        Move(Piece.GUARD_CARD, 1, DECK, SEWERS, 1, 1, How.DOWN),
        Move(Piece.GUARD_CARD, 1, DECK, SMITHY, 1, 0, How.DOWN),
    ]
    assert [*netted(reversed(in_order))] == in_order
    assert [*balanced([one for one in reversed(in_order) if one.key])] == [one for one in in_order if one.key]


@rule("S-5")
def test_goons_come_from_the_deck_one_after_the_other_wherever_they_go():
    spaces = (Location.SEWERS, Location.CHOW_HALL, Location.INFIRMARY)
    in_order = [Move(Piece.GOON, 1, DECK, Where(Area.SPACE, one), None, n) for n, one in enumerate(spaces)]
    assert [*netted(reversed(in_order))] == in_order


def test_a_shuffled_deck_stays_in_a_list_over_many_acts_and_tomes_go_through_their_owners_hand():
    shuffle = Move(Piece.TOME, 2, DISCARDS, DECK, how=How.SHUFFLE)
    drawn = [Move(Piece.TOME, 1, DECK, MINE, 0), Move(Piece.TOME, 1, MINE, DISCARDS, 0)]
    assert [*balanced([*drawn, shuffle])] == [*drawn, shuffle]
