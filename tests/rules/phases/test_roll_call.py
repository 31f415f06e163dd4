import pytest
from support.common import rule
from support.game_player import (
    GUARDED,
    GUARDS,
    LAID,
    PLAIN,
    PLAYER,
    Table,
    faces,
    my_cards,
    night,
    players,
    solitary,
    with_goons,
)

from companion.rules.phases.roll_call import location_cards
from companion.rules.shuffling.house_deck import house_deck
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import Dealt, GuardCardMoved, GuardCardTurned, MarkerMoved, Passed, TomesMoved
from companion.rules.state.pieces import GuardCard, TokenOnBoard
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Difficulty, Setup
from companion.rules.vocabulary import Location

OFF, SECOND_OFF = "off_duty", "off_duty"
NAMED = GUARDED[:6]


def roll_call(**setup):
    """A solitary roll call in which the player begins."""
    table = solitary(**setup)
    table.happen(MarkerMoved(PLAYER))
    return table.begin_round()


# Players


@rule("R-8")
def test_any_number_of_tokens_of_all_sides_lie_at_one_location():
    table = players(4).begin_round()
    for _ in range(4):
        table.assign("sewers", 2, 3, 4, 5, "enforcer")
    assert sum(laid.location is Location.SEWERS for laid in table.game.tokens.values()) == 20


@rule("R-1")
def test_a_turn_assigns_several_tokens_to_one_location():
    table = players(2).begin_round().assign("sewers", 2, 5)
    assert table.game.tokens == {(0, 2): TokenOnBoard(Location.SEWERS), (0, 5): TokenOnBoard(Location.SEWERS)}
    assert table.game.agenda[0].side == 1


@rule("R-1")
def test_turns_go_clockwise_from_the_first_player():
    table = players(3)
    table.happen(MarkerMoved(1))
    table.begin_round()
    turns = []
    for token in (2, 3, 4):
        for _ in range(3):
            turns.append(table.game.agenda[0].side)
            table.assign(GUARDED[token], token)
    assert turns == [1, 2, 0] * 3


@rule("R-1")
def test_no_token_is_no_turn():
    refusal = players(2).begin_round().refused("assign", location=["sewers"], tokens=[], face_down=[])
    assert refusal.rule == "R-1"
    assert [(fault.path, fault.key) for fault in refusal.faults] == [(("tokens",), "shape.choose")]


@rule("R-1")
def test_a_token_that_is_not_at_home_cannot_be_assigned():
    table = players(2).begin_round().assign("sewers", 2).assign("sewers", 2)
    assert table.refused("assign", location=["smithy"], tokens=[2], face_down=[]).faults[0].path == ("tokens", 0)


@rule("R-2")
def test_nobody_goes_twice_to_the_same_location_in_a_round():
    table = players(2).begin_round().assign("sewers", 2).assign("sewers", 2)
    assert "sewers" not in table.options("location")
    (fault,) = table.refused("assign", location=["sewers"], tokens=[3], face_down=[]).faults
    assert fault.key == "roll_call.there_already"
    assert fault.data["rule"] == "R-2"


@rule("R-2")
def test_a_location_is_open_again_in_the_next_round():
    table = my_cards().begin_round()
    table.happen(MarkerMoved(PLAYER))
    for round_ in (1, 2):
        assert table.game.round == round_
        table.skip("assign").assign("sewers", 2)
        table.skip("begin_round").begin_round()


@rule("R-2")
def test_nobody_is_assigned_to_the_library():
    (fault,) = roll_call().refused("assign", location=["library"], tokens=[3], face_down=[]).faults
    assert fault.key == "roll_call.no_library"
    assert fault.data["rule"] == "R-2"


@rule("R-2")
def test_who_has_been_everywhere_can_only_pass():
    table = roll_call()
    for location in GUARDED:
        table.skip("assign").assign(location, 2)
        table.game.tomes.get(PLAYER)
        table.happen(TomesMoved(1, None, PLAYER))
        table.act("play_tome", side=PLAYER).act("return_token", token={"side": PLAYER, "token": 2}).act("tome_done")
    table.skip("pass")
    assert table.asks == ["pass"]


@rule("R-3")
@pytest.mark.parametrize(("number", "most"), [(2, 3), (3, 2), (5, 2)])
def test_so_many_tokens_may_lie_face_down_in_a_round(number: int, most: int):
    table = players(number).begin_round()
    hidden = [3, 4, 5][: most - 1]
    table.assign("sewers", face_down=hidden)
    assert [laid.face_down for laid in table.game.tokens.values()] == [True] * len(hidden)
    for _ in range(number - 1):
        table.act("pass")
    left = next(action.fields["face_down"] for action in table.prompt.actions if "face_down" in action.fields)
    assert (left.least, left.most) == (0, 1)
    table.assign("smithy", face_down=["enforcer"])
    assert "face_down" not in table.prompt.actions[0].fields


@rule("R-3")
def test_of_the_tokens_of_a_turn_some_may_lie_face_down():
    table = players(2).begin_round().assign("sewers", 2, 5, face_down=[5])
    assert table.game.tokens == {
        (0, 2): TokenOnBoard(Location.SEWERS),
        (0, 5): TokenOnBoard(Location.SEWERS, face_down=True),
    }


@rule("R-4")
def test_who_passes_is_out_of_the_phase():
    table = players(3).begin_round().act("pass")
    for decision in range(2):
        table.assign(GUARDED[decision], 2).assign(GUARDED[decision], 2)
        if not decision:
            assert table.game.agenda[0].side == 1
            table.assign("smithy", 3).assign("smithy", 3)
            break
    assert table.game.agenda[0].side == 1


@rule("R-4")
def test_who_has_passed_plays_no_tome_until_lights_out():
    table = players(2, tomes_out=0)
    table.happen(TomesMoved(1, None, 0), TomesMoved(1, None, 1))
    table.begin_round().act("pass")
    assert table.options("side") == [1]
    assert table.refused("play_tome", side=[0]).faults[0].key == "shape.not_offered"
    table.assign("sewers", 2).act("pass")
    assert table.game.phase is Phase.LIGHTS_OUT
    assert table.options("side") == [0, 1]


@rule("R-4")
def test_the_roll_call_ends_when_all_have_passed():
    table = players(3).begin_round().act("pass").act("pass").act("pass")
    assert table.game.phase is not Phase.ROLL_CALL


@rule("R-5")
def test_who_has_no_token_left_passes_when_the_turn_comes_round():
    table = players(2)
    table.happen(TomesMoved(1, None, 0))
    table.begin_round().assign("sewers", *table.game.at_home(0))
    assert table.options("side") == [0]
    assert table.game.passed == frozenset()
    table.assign("sewers", 2)
    assert table.game.passed == {0}
    assert "R-5" in table.rules
    assert [action.type for action in table.prompt.actions] == ["assign", "pass", "raid_now"]
    assert table.game.agenda[0].side == 1


@rule("R-5")
def test_the_roll_call_ends_when_nobody_has_a_token_left():
    table = players(2).begin_round()
    for _ in range(2):
        table.assign("sewers", 2, 3, 4, 5, "enforcer", "lookout")
    assert table.game.phase is Phase.LIGHTS_OUT


@rule("R-6")
@pytest.mark.parametrize(("ruling", "there"), [("home", ()), ("library", (3, 4, 5, "enforcer", "lookout"))])
def test_tokens_never_assigned_stay_at_home_or_go_to_the_library(ruling: str, there: tuple):
    table = players(2, house={"unused_tokens": ruling}).begin_round().assign("sewers", 2).act("pass").act("pass")
    assert table.game.tokens_at(0, Location.LIBRARY) == there
    assert ("R-6", "unused_tokens") in [(why.rule, why.key_of_ruling) for event in table.last for why in event.why]


@rule("R-6")
def test_tokens_at_home_count_nowhere():
    table = night({}, {"sewers": [2]})
    table.skip("take").act("take")
    assert table.asks != ["take", "decline"]
    assert "R-6" not in table.rules


@rule("R-6")
def test_nothing_is_said_of_unused_tokens_where_there_are_none():
    table = players(2).begin_round()
    for _ in range(2):
        table.assign("sewers", 2, 3, 4, 5, "enforcer", "lookout")
    assert "R-6" not in table.rules


@rule("R-7")
def test_no_turn_moves_an_assigned_token():
    table = roll_call().assign("sewers", 2)
    assert table.skip("assign").options("tokens") == [3, 4, 5, "enforcer", "lookout"]
    assert "move_token" not in table.asks


# The guards


@rule("Z-3")
def test_roll_call_opens_with_a_face_down_guard_card_at_each_of_seven_locations_in_order():
    table = solitary("1 2 3 4 5 6 7", "8 9 10 11 12").begin_round()
    laid = [(card.location.value, card.face.strength, card.up) for card in table.game.guard_cards]
    assert laid == [(location, number, False) for number, location in enumerate(GUARDED, start=1)]
    assert table.game.guard_deck == faces("8 9 10 11 12")


@rule("Z-3", "E-14")
def test_of_a_deck_with_fewer_cards_there_lie_as_many_as_there_are():
    table = my_cards(guard_cards=5).begin_round()
    assert [card.location.value for card in table.game.guard_cards] == GUARDED[:5]
    assert table.game.guard_deck == ()


@rule("Z-2", "Z-20")
@pytest.mark.parametrize(("dealing", "number"), [("app", 1), ("house", 1), ("house", 2)])
def test_what_is_shuffled_are_the_faces_of_the_box_or_of_the_house_deck(dealing: str, number: int):
    box = faces("0 1 2 3 4 5 6 7 8 9 10 power")
    setup = Setup(difficulty=Difficulty.EXPERT, dealing=Dealing(dealing), guard_deck=box, house_deck=number)
    table = with_goons(Table(setup), PLAIN).begin_round()
    dealt = (*(card.face for card in table.game.guard_cards), *table.game.guard_deck)
    assert dealt == (box if dealing == "app" else house_deck(setup.edition_name, Difficulty.EXPERT, number))
    assert table.game.location_deck == location_cards(setup)
    assert [reason.data for reason in table.reasons("game.round")] == [{"round": 1}]


@rule("S-9")
def test_a_round_says_which_it_is():
    assert [reason.data for reason in players(2).begin_round().reasons("game.round")] == [{"round": 1}]


@rule("R-4", "R-5")
def test_a_turn_of_who_is_out_goes_on_to_the_next():
    table = players(3).begin_round().act("pass")
    assert table.correct("set_turn", side=0).prompt.side == 1
    table.assign("sewers", 2, 3, 4, 5, "enforcer", "lookout").assign("sewers", 2)
    assert table.correct("set_turn", side=1).prompt.side == 2


@rule("Z-3")
def test_no_card_lies_at_the_library():
    assert solitary().begin_round().game.guard_cards_at(Location.LIBRARY) == ()


@rule("Z-4")
def test_turns_alternate_from_the_holder_of_the_marker():
    table = roll_call()
    for location, token in zip(GUARDED, (2, 3, 4), strict=False):
        assert table.asks == ["assign", "pass"]
        table.assign(location, token)
        assert table.asks == ["turn_guard_card"]
        table.guards_turn(location)


@rule("Z-4")
def test_anybody_at_the_table_may_do_the_guards_turn():
    (action,) = solitary().begin_round().prompt.actions
    assert action.side is None


@rule("Z-5")
def test_the_player_picks_any_face_down_card():
    table = solitary().begin_round()
    assert table.options("card") == [0, 1, 2, 3, 4, 5, 6]
    table.guards_turn("smithy").skip("assign").assign("sewers", 2)
    assert 3 not in table.options("card")
    assert table.refused("turn_guard_card", card=[3]).rule == "Z-5"


@rule("Z-5")
def test_a_real_card_can_be_turned_over_and_typed_at_once():
    apart = my_cards().begin_round().act("turn_guard_card", card=[2]).act("type_guard_card", face={"strength": 4})
    at_once = my_cards().begin_round().act("show_guard_card", card=[2], face={"strength": 4})
    assert (at_once.asks, at_once.game) == (["type_location_card"], apart.game)
    assert "show_guard_card" not in solitary().begin_round().asks


@rule("Z-5")
def test_a_location_card_brings_the_top_guard_card_face_up():
    table = solitary("1 2 3 4 5 6 7", "8 9 10 11 12", locations=["smithy", OFF]).begin_round().guards_turn("sewers")
    up = [(card.location.value, card.face.strength) for card in table.game.guard_cards if card.up]
    assert up == [("sewers", 2), ("smithy", 8)]
    assert table.game.guard_deck == faces("9 10 11 12")
    assert table.game.location_cards == ("smithy",)


@rule("Z-5")
def test_off_duty_brings_nothing():
    table = solitary(locations=[OFF, *NAMED, OFF]).begin_round().guards_turn("sewers")
    assert len(table.reasons("roll_call.off_duty")) == 1
    assert len(table.game.guard_cards) == 7
    assert table.game.location_cards == (OFF,)
    assert table.asks == ["assign", "pass"]


@rule("Z-5")
def test_with_ones_own_cards_each_card_turned_up_is_typed():
    table = my_cards().begin_round().guards_turn("sewers")
    assert table.asks == ["type_guard_card"]
    table.act("type_guard_card", face={"strength": 4})
    assert table.asks == ["type_location_card"]
    table.act("type_location_card", shows="smithy")
    assert table.asks == ["type_guard_card"]
    table.act("type_guard_card", face={"strength": "power", "special": "yes"})
    assert table.game.guard_cards[1].face == GuardFace(4)
    assert table.game.guard_cards[7] == GuardCard(Location.SMITHY, GuardFace("power", special=True), up=True)
    assert table.asks == ["assign", "pass"]


@rule("Z-5", "Z-8")
def test_a_special_card_turned_in_the_guards_turn_brings_nothing_and_says_so():
    table = solitary("0 0* 0 0 0 0 0", locations=[OFF]).begin_round().guards_turn("sewers")
    assert len(table.game.guard_cards) == 7
    assert [one.rule for one in table.reasons("roll_call.special")] == ["Z-8"]
    plain = solitary("0 0* 0 0 0 0 0", locations=[OFF]).begin_round().guards_turn("exercise_yard")
    assert plain.reasons("roll_call.special") == []


@rule("Z-5", "E-14")
def test_of_a_box_that_does_not_know_all_its_guard_cards_any_card_can_be_typed():
    table = my_cards(guard_deck=faces("5 5 3")).begin_round().guards_turn("sewers")
    assert table.act("type_guard_card", face={"strength": 9}).game.guard_cards[1].face == GuardFace(9)


@rule("Z-2", "Z-5", "E-14")
def test_a_typed_card_can_only_show_what_is_left_in_a_box_that_is_known():
    box = faces("5 5 3 power 0 0 0 0 0 0 0 1*")
    table = my_cards(guard_deck=box).begin_round().guards_turn("sewers")
    five = {"strength": 5, "special": "no"}
    assert table.options("face").count(five) == 2
    table.act("type_guard_card", face=five)
    assert [(event.face, event.colour) for event in table.last if isinstance(event, GuardCardTurned)] == [
        (GuardFace(5), "")
    ]
    table.act("type_location_card", shows="smithy")
    assert table.options("face").count(five) == 1
    assert {"strength": 1, "special": "yes"} in table.options("face")
    table.act("type_guard_card", face=five).assign("sewers", 2).guards_turn("smithy")
    assert five not in table.options("face")


@rule("Z-5")
def test_a_typed_location_card_can_only_be_one_that_is_left():
    table = my_cards(difficulty=Difficulty.EXPERT).begin_round()
    table.guards_turn("sewers").act("type_guard_card", face={"strength": 1})
    assert sorted(table.options("shows")) == sorted([*NAMED, OFF, OFF])
    table.act("type_location_card", shows=OFF).assign("sewers", 2)
    table.guards_turn("smithy").act("type_guard_card", face={"strength": 1})
    assert sorted(table.options("shows")) == sorted([*NAMED, OFF])


@rule("Z-6")
def test_an_empty_guard_deck_brings_nothing():
    table = solitary(locations=[*NAMED, OFF, OFF]).begin_round()
    for decision, token in enumerate((2, 3, 4, 5, "enforcer")):
        table.guards_turn(GUARDED[decision]).assign(GUARDED[decision], token)
    assert table.game.guard_deck == ()
    assert len(table.game.guard_cards) == 12
    table.guards_turn("chow_hall")
    assert "Z-6" in table.rules
    assert len(table.game.guard_cards) == 12
    assert len(table.game.location_cards) == 6
    assert table.asks == ["assign", "pass"]


@rule("Z-6")
def test_an_empty_location_deck_brings_nothing():
    table = solitary().begin_round()
    table.happen(Dealt(table.game.guard_deck, ()))
    table.guards_turn("sewers")
    assert "Z-6" in table.rules
    assert len(table.game.guard_cards) == 7
    assert table.asks == ["assign", "pass"]


@rule("Z-5", "Z-6")
def test_with_no_card_left_face_down_only_a_location_card_is_turned():
    table = roll_call(locations=["smithy"])
    table.happen(*(GuardCardMoved(index, None) for index in range(7)))
    table.assign("sewers", 2)
    assert "Z-6" in table.rules
    assert table.game.location_cards == ("smithy",)
    assert table.game.guard_cards[-1].location is Location.SMITHY
    assert table.asks == ["assign", "pass"]


@rule("Z-7")
def test_the_phase_ends_the_moment_the_players_last_token_is_assigned():
    table = roll_call().assign("sewers", 2, 3, 4, 5, "enforcer", "lookout")
    assert table.game.phase is Phase.LIGHTS_OUT
    assert not any(isinstance(event, Passed) for event in table.last)
    assert [card.location.value for card in table.game.guard_cards] == GUARDED


@rule("Z-7")
def test_a_player_who_passes_with_tokens_in_hand_ends_the_phase():
    table = roll_call().assign("sewers", 2).guards_turn("smithy").act("pass")
    assert table.game.phase is Phase.LIGHTS_OUT
    assert "R-6" in table.rules


@rule("Z-7")
def test_after_the_first_turn_of_the_guards_a_player_may_pass_at_once():
    table = solitary(LAID).begin_round().guards_turn("sewers").act("pass")
    assert table.game.phase is Phase.LIGHTS_OUT
    assert table.game.tokens == {}
    assert table.game.first_player == GUARDS
