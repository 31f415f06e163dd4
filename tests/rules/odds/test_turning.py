"""What alone would turn who leads at a location in most deals: known answers by hand, and what is not looked at."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from support.common import rule
from support.every_deal import PLAYER, RollCall

from companion.rules.odds.location_odds import location_odds
from companion.rules.odds.turning import card_that_turns, strength_that_turns
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.vocabulary import LOOKOUT, Location

SEWERS, SMITHY = Location.SEWERS, Location.SMITHY


@rule("L-2", "L-4")
def test_the_least_strength_is_said_with_which_the_player_leads_in_more_than_half_of_all_deals() -> None:
    # Of 1, 3, 3 a 3 leads where the 1 lies; the guards hold the marker, so that a 4 is needed for the others.
    position = RollCall("1 3 3", down=(SEWERS,), home=(2, 3)).position
    assert strength_that_turns(position, PLAYER, SEWERS, (3,)) == (1, 1)
    assert strength_that_turns(position, PLAYER, SEWERS, (2,)) == (2, 1)
    assert strength_that_turns(position._replace(first_player=PLAYER), PLAYER, SEWERS, (3,)) is None


def test_no_strength_is_said_where_the_player_leads_is_not_there_or_is_too_far_behind() -> None:
    position = RollCall("1 9 9", down=(SEWERS, SMITHY), home=(2, LOOKOUT), laid={4: SMITHY}).position
    assert strength_that_turns(position, PLAYER, SEWERS) is None
    assert strength_that_turns(position, PLAYER, SEWERS, (2,)) is None
    assert strength_that_turns(position, PLAYER, Location.INFIRMARY, (2,)) is None
    # What lies there counts as what is added does.
    assert strength_that_turns(RollCall("3", down=(SEWERS,), laid={2: SEWERS}).position, PLAYER, SEWERS) == (2, 1)


@rule("V-1")
def test_a_face_down_card_turns_a_location_by_the_face_that_is_nearest_to_not_turning_it() -> None:
    position = RollCall("1 2 4 5", down=(SEWERS,), home=(3,)).position
    assert card_that_turns(position, PLAYER, SEWERS, (3,)) == (GuardFace(2), True, 1)
    # With the marker a 3 leads against the 3 too, so that only a 4 or a 5 turns it.
    ahead = RollCall("1 2 3 4 5", down=(SEWERS,), home=(3,)).position._replace(first_player=PLAYER)
    assert card_that_turns(ahead, PLAYER, SEWERS, (3,)) == (GuardFace(4), True, 0)


@rule("Z-5", "Z-6")
def test_where_nothing_lies_face_down_a_card_turns_it_that_can_still_come() -> None:
    table = RollCall("2 4", cards=(SEWERS, OFF_DUTY), home=(3, 5))
    assert card_that_turns(table.position, PLAYER, SEWERS, (3,)) == (GuardFace(4), False, 0)
    # No card of the Smithy is left, and after the last token the guards have no turn.
    assert card_that_turns(table.position, PLAYER, SMITHY, (3,)) is None
    assert card_that_turns(RollCall("2 4", cards=(SEWERS,), home=(3,)).position, PLAYER, SEWERS, (3,)) is None


def test_a_card_that_one_knows_of_turns_nothing_any_more() -> None:
    position = RollCall("1 4", down=(SEWERS,), home=(3,)).position
    (card,) = position.guard_cards
    looked = position._replace(guard_cards=(card._replace(looked=True),))
    assert card_that_turns(looked, PLAYER, SEWERS, (3,)) is None


@rule("V-1")
@pytest.mark.parametrize("token", [2, 3, 5])
def test_what_would_turn_it_is_the_same_however_the_hidden_cards_lie(token: int) -> None:
    deck, chance = ["0", "1", "1", "2", "3", "4", "5", "power", "2*"], random.Random(3)
    found = set()
    for _ in range(6):
        position = RollCall(" ".join(deck), down=(SEWERS, SMITHY), cards=(SEWERS, OFF_DUTY), home=(2, 3, 5)).position
        in_order = replace(position.setup, guard_deck=tuple(sorted(position.setup.guard_deck, key=str)))
        asked = (position._replace(setup=in_order), PLAYER, SEWERS, (token,))
        found.add((strength_that_turns(*asked), card_that_turns(*asked)))
        chance.shuffle(deck)
    assert len(found) == 1


def test_who_leads_in_most_deals_is_another_with_it() -> None:
    position = RollCall("0 1 2 3 4", down=(SEWERS,), cards=(SEWERS, SMITHY), home=(2, 3)).position
    for token in (2, 3):
        now = location_odds(position, PLAYER, SEWERS, (token,)).leads > Fraction(1, 2)
        card = card_that_turns(position, PLAYER, SEWERS, (token,))
        assert card is not None
        assert (card.leads > Fraction(1, 2)) != now
        # As if the player had looked at it.
        looked = position.guard_cards[0]._replace(face=card.face, looked=True)
        assert location_odds(position._replace(guard_cards=(looked,)), PLAYER, SEWERS, (token,)).leads == card.leads
