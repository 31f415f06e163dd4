"""What alone would turn who leads at a location in most deals: known answers by hand, and what is not looked at."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from support.common import rule
from support.every_deal import GUARDS, PLAYER, RollCall

from companion.rules.odds.errors import NotAssignable
from companion.rules.odds.location_odds import location_odds
from companion.rules.odds.turning import StrengthThatTurns, card_that_turns, strength_that_turns
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import LOOKOUT, Location

SEWERS, SMITHY, HALL = Location.SEWERS, Location.SMITHY, Location.CHOW_HALL

pytestmark = rule("L-2", "L-4", "Z-9")


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


@pytest.mark.parametrize(
    ("deck", "token", "turns"),
    [
        # So much more as the strongest token has is tried, and no more.
        ("8", 4, (5, 1)),
        ("9", 4, None),
        # To lead in one half of all deals is not to lead in most.
        ("1 3", 2, (2, 1)),
        ("3 9", 2, None),
    ],
)
def test_up_to_5_more_is_tried_until_the_player_leads_in_more_than_half(
    deck: str, token: int, turns: StrengthThatTurns | None
) -> None:
    position = RollCall(deck, down=(SEWERS,), home=(token,)).position
    assert strength_that_turns(position, PLAYER, SEWERS, (token,)) == turns


def test_where_nothing_can_be_assigned_nothing_turns() -> None:
    position = RollCall("1", down=(SEWERS,), home=(3,)).position
    for ask in (strength_that_turns, card_that_turns):
        with pytest.raises(NotAssignable):
            ask(position, PLAYER, SEWERS, (4,))


def test_a_card_with_which_the_player_leads_in_one_half_turns_nothing() -> None:
    # Of 1, 2, 4 two lie there: with a 5 the player leads against 1 and 2 alone, so in one third of all deals; where
    # one of them is a 1, or a 2, in one half.
    position = RollCall("1 2 4", down=(SEWERS, SEWERS), home=(5,)).position
    assert card_that_turns(position, PLAYER, SEWERS, (5,)) is None


@rule("Z-8")
def test_a_special_card_turns_a_location_with_what_it_brings_only_where_lights_out_reveals_it() -> None:
    # As the 2 lies there it brings the 3, and 3 is not enough; 4 is enough as long as it brings nothing.
    lies = RollCall("2* 3", down=(SEWERS,), home=(3,)).position
    assert card_that_turns(lies, PLAYER, SEWERS, (3,)) is None
    rising = (Step(StepKind.REVEAL, GUARDS, card=0), Step(StepKind.LOCATION_CARD, GUARDS))
    rises = RollCall("2* 3", down=(SEWERS,), home=(4,)).position._replace(agenda=rising)
    assert card_that_turns(rises, PLAYER, SEWERS, (4,)) is None
    comes = RollCall("2* 3", cards=(SEWERS, OFF_DUTY), home=(4, 5)).position
    assert card_that_turns(comes, PLAYER, SEWERS, (4,)) is None


@rule("Z-5", "Z-8")
def test_as_a_card_comes_its_location_card_a_turn_and_a_card_of_the_deck_are_gone() -> None:
    # One card of the Sewers brings one 2 there, however many turns are left: 3 leads.
    assert card_that_turns(RollCall("2 2", cards=(SEWERS,), home=(3, 4, 5)).position, PLAYER, SEWERS, (3,)) is None
    # With a 3 that comes, the special card there brings the last one: 8, as likely as 5 now; a 5 that has the marker
    # leads in no more than half either way.
    assert card_that_turns(_special_at_the_sewers("0 2* 3 3", (5, 4)), PLAYER, SEWERS, (5,)) is None
    # A second turn takes the last one to the Chow Hall: 5 in every deal, and with it as well.
    assert card_that_turns(_special_at_the_sewers("0 0 2* 3 3", (5, 4, 2)), PLAYER, SEWERS, (5,)) is None


def _special_at_the_sewers(deck: str, home: tuple[int, ...]) -> Position:
    """The player has the marker and has looked at a special card in the Sewers, and at others that are turned up."""
    down = (*(SMITHY,) * (len(home) - 1), SEWERS)
    position = RollCall(deck, down=down, cards=(SEWERS, HALL), home=home).position
    looked = tuple(card._replace(looked=True) for card in position.guard_cards)
    return position._replace(guard_cards=looked, first_player=PLAYER)


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
