import pytest
from support.common import rule
from support.game_player import DECK, GUARDED, GUARDS, LAID, PLAYER, Table, faces, my_cards, night, players, solitary

from companion.rules.phases.lights_out import presences
from companion.rules.phases.tomes import _is_to_come, may_play
from companion.rules.state.events import DeckLooked, GuardCardLooked, MarkerMoved, TomesMoved
from companion.rules.state.pieces import GuardCard, Kind, TokenOnBoard
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location


def holding(table: Table, number: int = 1) -> Table:
    """The player has drawn tomes."""
    table.happen(TomesMoved(number, None, PLAYER))
    return table


def roll_call(guards: str = LAID, deck: str = DECK, **setup) -> Table:
    """The guards' turn in a solitary roll call, with a tome being played."""
    return holding(solitary(guards, deck, **setup)).begin_round().act("play_tome", side=PLAYER)


def at_night(*laid, tomes: int = 1, **setup) -> Table:
    """Lights out, with a tome being played."""
    return holding(night(*laid, **setup), tomes).act("play_tome", side=PLAYER)


def strengths(table: Table, location: str) -> list[int]:
    """How strong the player and the guards are somewhere, as far as it can be seen."""
    return [side.strength for side in presences(table.game, Location(location))]


@rule("T-1")
def test_any_number_of_tomes_may_be_held():
    table = holding(solitary(), 24)
    assert table.game.tomes[PLAYER] == 24
    assert table.game.deck(Kind.TOME) == 0


@rule("T-2")
def test_a_tome_may_be_played_in_every_phase_but_not_before_or_after_the_game():
    table = holding(my_cards())
    playable = {Phase.SETUP: False}
    while table.asks:
        playable[table.game.phase] = "play_tome" in [action.type for action in table.prompt.actions]
        table.skip_one()
    in_play = dict.fromkeys([Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL, Phase.LAST_RAID], True)
    assert playable == {Phase.SETUP: False, **in_play}
    assert table.game.phase is Phase.ENDED
    assert table.prompt.actions == ()


@rule("T-2", "Z-20", "Z-21")
def test_once_the_last_location_is_ranked_a_tome_does_nothing_on_the_board():
    table = holding(my_cards(), 6).at_leisure()
    offered: dict[tuple[Phase, bool], set[str]] = {}
    while table.asks:
        moment = table.game.phase, table.game.location is None
        if moment not in offered and "play_tome" in [action.type for action in table.prompt.actions]:
            playing = table.act("play_tome", side=PLAYER).prompt.actions
            offered[moment] = {action.type for action in playing} - {"raid_now"}
            table.act("tome_done")
        table.skip_one()
    laid = {"add_guard_card", "move_guard_card", "remove_guard_card", "strengthen"}
    assert laid <= offered[Phase.ROLL_CALL, True] & offered[Phase.LIGHTS_OUT, False]
    for moment in (Phase.LIGHTS_OUT, True), (Phase.PATROL, True), (Phase.LAST_RAID, True):
        assert offered[moment] == {"tome_done"}


@rule("L-8", "Z-20")
@pytest.mark.parametrize(
    ("location", "steps", "is_to_come"),
    [
        (Location.CELL_BLOCK, (StepKind.TOME, StepKind.RESOLVE), True),
        (None, (StepKind.TOME, StepKind.LOCATION), True),
        (None, (StepKind.TOME, StepKind.PATROL), False),
    ],
)
def test_a_location_is_to_come_while_one_is_open_or_on_the_agenda(
    location: Location | None, steps: tuple[StepKind, ...], is_to_come: bool
):
    game = my_cards().game._replace(phase=Phase.LIGHTS_OUT, location=location, agenda=tuple(map(Step, steps)))
    assert _is_to_come(game) is is_to_come


@rule("T-2")
def test_without_a_tome_there_is_none_to_play():
    assert night({}, {"smithy": [2]}).refused("play_tome", side=[PLAYER]).faults[0].key == "act.not_now"


@rule("T-2")
def test_the_guards_hold_no_tome_to_play():
    table = solitary()
    table.happen(TomesMoved(1, None, GUARDS))
    assert "play_tome" not in [action.type for action in table.begin_round().prompt.actions]


@rule("T-2", "T-3")
def test_what_was_asked_for_waits_until_the_tome_is_done():
    table = holding(night({}, {"smithy": [2]})).act("resolve")
    before = table.game.agenda
    table.act("play_tome", side=PLAYER)
    assert "take" not in table.asks
    assert table.act("tome_done").game.agenda == before


@rule("T-2", "R-4")
def test_another_tome_may_be_played_while_what_the_first_revealed_is_typed():
    table = holding(my_cards(), 2).begin_round().act("play_tome", side=PLAYER).act("reveal_guard_card", card=0)
    assert [action.type for action in table.prompt.actions] == ["type_guard_card", "play_tome"]


@rule("T-2", "R-4")
def test_who_may_play_a_tome_is_known_by_seat():
    assert may_play(holding(solitary()).game) == ()
    assert may_play(holding(solitary()).begin_round().game) == (PLAYER,)


@rule("T-2")
@pytest.mark.parametrize(("by", "fits"), [(99, True), (100, False), (-99, True), (-100, False)])
def test_a_strength_changes_by_no_more_than_anybody_could_want(by: int, fits: bool):
    values = {"side": [PLAYER], "location": ["sewers"], "by": by}
    if fits:
        assert roll_call().act("strengthen", **values).game.bonus == {(PLAYER, Location.SEWERS): by}
    else:
        assert roll_call().refused("strengthen", **values).faults[0].key == "shape.range"


@rule("T-3")
def test_a_tome_is_discarded_as_it_is_played():
    table = at_night({}, {"smithy": [2]}, tomes=2)
    assert table.game.tomes == {"out": 4, PLAYER: 1, "discards": 1}
    assert "T-3" in table.rules


@rule("T-3")
def test_one_tome_may_do_any_number_of_things():
    table = at_night({"smithy": "3"}, {"smithy": [2]})
    for by in (1, 1):
        table.act("strengthen", side=PLAYER, location="smithy", by=by)
    table.act("return_token", token={"side": PLAYER, "token": 2}).act("tome_done")
    assert table.game.tomes["discards"] == 1
    assert "play_tome" not in [action.type for action in table.prompt.actions]


@rule("T-2")
@pytest.mark.parametrize(
    ("side", "by", "first"), [(PLAYER, 2, "2 iron"), (PLAYER, 1, "1 iron"), (GUARDS, -2, "2 iron")]
)
def test_strength_is_changed_here_for_this_round(side: int, by: int, first: str):
    table = at_night({"smithy": "3"}, {"smithy": [2]})
    table.act("strengthen", side=side, location="smithy", by=by).act("tome_done").act("resolve").act("take")
    assert table.has(PLAYER) == f"{first} 1 power"


@rule("T-2")
def test_a_strength_that_was_changed_is_what_it_was_in_the_next_round():
    table = at_night({}, {"smithy": [2]}).act("strengthen", side=PLAYER, location="smithy", by=5).act("tome_done")
    table.skip("begin_round").begin_round()
    assert table.game.bonus == {}


@rule("T-2")
def test_a_token_is_moved_and_lies_as_it_lay():
    table = holding(players(2)).begin_round().assign("sewers", 2, 3, face_down=[3]).act("play_tome", side=0)
    table.act("move_token", token={"side": 0, "token": 3}, to="smithy")
    assert table.game.tokens == {
        (0, 2): TokenOnBoard(Location.SEWERS),
        (0, 3): TokenOnBoard(Location.SMITHY, face_down=True),
    }


@rule("T-2", "V-1")
def test_of_others_a_token_that_lies_face_down_is_named_and_told_by_its_place_alone():
    table = players(2)
    table.happen(TomesMoved(1, None, 1))
    table.begin_round().assign("sewers", 4, face_down=[2, 3]).assign("sewers", face_down=[5]).act("play_tome", side=1)
    first, second = ({"side": 0, "location": "sewers", "face_down": number} for number in (1, 2))
    assert table.options("token") == [{"side": 0, "token": 4}, first, second, {"side": 1, "token": 5}]
    table.act("move_token", token=second, to="smithy")
    assert table.game.tokens[0, 3] == TokenOnBoard(Location.SMITHY, face_down=True)
    assert [one.data for one in table.reasons("tome.hidden_moved")] == [{"side": 0, "location": Location.SMITHY}]
    table.act("return_token", token=first)
    assert (0, 2) not in table.game.tokens
    assert [one.data for one in table.reasons("tome.hidden_returned")] == [{"side": 0}]
    table.act("return_token", token={"side": 0, "token": 4})
    assert [one.data for one in table.reasons("tome.token_returned")] == [{"side": 0, "token": 4}]


@rule("T-2")
def test_a_token_that_was_returned_may_be_assigned_again():
    table = holding(players(2)).begin_round().assign("sewers", 2).act("play_tome", side=0)
    table.act("return_token", token={"side": 0, "token": 2}).act("tome_done")
    assert 2 in table.game.at_home(0)


@rule("T-2", "L-10")
def test_a_token_that_comes_face_down_to_the_location_being_resolved_is_revealed():
    table = holding(players(2)).begin_round()
    table.assign("smithy", face_down=[5]).assign("sewers", 4).act("pass").act("pass").act("play_tome", side=0)
    table.act("move_token", token={"side": 0, "token": 5}, to="sewers").act("tome_done")
    assert table.game.tokens[0, 5] == TokenOnBoard(Location.SEWERS)
    assert table.act("resolve").asks == ["take", "decline"]


@rule("T-2")
def test_a_location_that_everybody_has_left_is_passed():
    table = at_night({}, {"smithy": [2], "commissary": [3]})
    table.act("return_token", token={"side": PLAYER, "token": 2}).act("tome_done")
    assert table.game.location is Location.COMMISSARY


@rule("E-17")
@pytest.mark.parametrize(
    ("edition", "offered"),
    [("prototype", "look_at_guard_card"), ("first", "reveal_guard_card"), ("later", "reveal_guard_card")],
)
def test_tomes_that_look_at_a_token_do_to_a_guard_card_what_the_edition_says(edition: str, offered: str):
    other = {"look_at_guard_card", "reveal_guard_card"} - {offered}
    asks = roll_call(edition=edition).asks
    assert offered in asks
    assert not other & {*asks}


@rule("E-17")
def test_a_revealed_guard_card_is_up_and_not_there_to_turn():
    table = roll_call("4 0 0 0 0 0 0").act("reveal_guard_card", card=0).act("tome_done")
    assert table.game.guard_cards[0] == GuardCard(Location.EXERCISE_YARD, faces("4")[0], up=True)
    assert 0 not in table.options("card")


@rule("E-17")
def test_a_revealed_card_that_the_player_dealt_is_typed():
    table = holding(my_cards()).begin_round().act("play_tome", side=PLAYER).act("reveal_guard_card", card=2)
    assert table.asks == ["type_guard_card"]
    table.act("type_guard_card", face={"strength": 6})
    assert "E-17" in table.rules
    assert table.game.guard_cards[2].up


@rule("Z-21")
def test_a_card_only_looked_at_is_still_face_down():
    table = roll_call("4 0 0 0 0 0 0", edition="prototype").act("look_at_guard_card", card=0)
    (looked,) = [event for event in table.last if isinstance(event, GuardCardLooked)]
    assert looked.face.strength == 4
    table.act("tome_done")
    assert table.game.guard_cards[0] == GuardCard(Location.EXERCISE_YARD, faces("4")[0], looked=True)
    assert [card.looked for card in table.game.guard_cards] == [True] + [False] * 6
    assert 0 in table.options("card")


@rule("Z-21")
def test_a_real_card_that_was_looked_at_is_typed_when_it_is_turned():
    table = holding(my_cards(edition="prototype")).begin_round().act("play_tome", side=PLAYER)
    table.act("look_at_guard_card", card=0).act("tome_done").guards_turn("exercise_yard")
    assert table.asks == ["type_guard_card"]


@rule("Z-21")
def test_a_guard_card_is_moved_as_it_lies():
    table = roll_call("4 0 0 0 0 0 0").act("move_guard_card", card=0, to="library")
    assert table.game.guard_cards[0] == GuardCard(Location.LIBRARY, faces("4")[0])
    assert 0 in table.act("tome_done").options("card")


@rule("Z-21")
def test_a_guard_card_is_moved_to_any_place_but_where_it_lies():
    table = at_night({"smithy": "4", "commissary": "2"}, {"smithy": [2]})
    laid = {card: one.location for card, one in enumerate(table.game.guard_cards) if one.location is not None}
    offers = [action for action in table.prompt.actions if action.type == "move_guard_card"]
    assert len(offers) == len({*laid.values()}) > 1
    for card, lies in laid.items():
        (to,) = [one.fields["to"].options for one in offers if card in one.fields["card"].options]
        assert {*to} == {*Location} - {lies}
        assert table.refused("move_guard_card", card=[card], to=[lies.value]).faults[0].key == "shape.not_offered"
        assert table.refused("move_guard_card", card=[card], to=["nowhere"]).faults[0].key == "shape.not_offered"


@rule("T-2")
def test_a_token_is_moved_to_any_place_but_where_it_lies():
    table = holding(players(2)).begin_round().assign("sewers", 2, 3).assign("smithy", 4).act("play_tome", side=0)
    offers = [action for action in table.prompt.actions if action.type == "move_token"]
    assert [{*Location} - {*one.fields["to"].options} for one in offers] == [{Location.SEWERS}, {Location.SMITHY}]
    stays = table.refused("move_token", token=[{"side": 0, "token": 3}], to=["sewers"])
    assert [fault.path for fault in stays.faults] == [("to", 0)]


@rule("Z-21", "L-10")
def test_a_guard_card_moved_to_the_location_being_resolved_is_revealed_and_counted():
    table = at_night({"smithy": "0", "commissary": "4"}, {"smithy": [2]})
    table.act("move_guard_card", card=GUARDED.index("commissary"), to="smithy").act("tome_done")
    assert strengths(table, "smithy") == [2, 4]
    assert table.act("resolve").has(GUARDS) == "2 iron 1 power"


@rule("Z-21", "L-10")
def test_a_real_card_moved_to_the_location_being_resolved_is_typed_and_counted():
    table = holding(my_cards()).begin_round().guards_turn("infirmary").act("type_guard_card", face={"strength": 1})
    table.act("type_location_card", shows="off_duty").act("pass").act("type_guard_card", face={"strength": 1})
    table.act("play_tome", side=PLAYER).act("move_guard_card", card=4, to="exercise_yard").act("tome_done")
    assert table.asks == ["type_guard_card"]
    table.act("type_guard_card", face={"strength": 3})
    assert strengths(table, "exercise_yard") == [0, 4]


@rule("Z-21", "V-1")
def test_a_card_added_while_a_location_is_resolved_is_turned_before_the_ranking():
    table = at_night({"smithy": "0"}, {"smithy": [2]}, deck="6 1 1 1 1").act("add_guard_card", to="smithy")
    assert strengths(table, "smithy") == [2, 0]
    table.act("tome_done")
    assert strengths(table, "smithy") == [2, 6]


@rule("Z-21")
def test_a_guard_card_is_removed_until_the_next_round():
    table = at_night({"smithy": "9"}, {"smithy": [2]}).act("remove_guard_card", card=3).act("tome_done")
    assert table.game.guard_cards[3].location is None
    assert table.act("resolve").act("take").has(PLAYER) == "2 iron 1 power"
    table.skip("begin_round").begin_round()
    assert len(table.game.guard_cards) == 7
    assert len(table.game.guard_deck) == 5


@rule("Z-21")
def test_a_card_is_added_from_the_top_of_the_deck_face_down():
    table = roll_call(deck="8 1 1 1 1").act("add_guard_card", to="sewers")
    assert table.game.guard_cards[-1] == GuardCard(Location.SEWERS, faces("8")[0])
    assert len(table.game.guard_deck) == 4


@rule("Z-21")
def test_an_empty_deck_has_no_card_to_add_and_none_to_look_at():
    table = roll_call()
    for _ in range(5):
        table.act("add_guard_card", to="sewers")
    assert "add_guard_card" not in table.asks
    assert table.options("deck") == ["locations"]


@rule("Z-21")
@pytest.mark.parametrize(("deck", "shows"), [("guards", faces("8")[0]), ("locations", "sewers")])
def test_the_top_of_a_deck_that_the_app_dealt_is_looked_at(deck: str, shows):
    table = roll_call(deck="8 1 1 1 1", locations=["sewers"]).act("look_at_deck", deck=deck)
    assert [event.shows for event in table.last if isinstance(event, DeckLooked)] == [shows]
    assert len(table.game.guard_deck) == 5
    assert len(table.game.location_deck) == 8


@rule("Z-21")
def test_the_top_of_a_real_deck_is_looked_at_without_the_app():
    table = holding(my_cards()).begin_round().act("play_tome", side=PLAYER)
    assert "look_at_deck" not in table.asks


@rule("Z-8", "E-17")
def test_the_special_card_that_a_tome_reveals_elsewhere_draws_to_where_it_lies_itself():
    table = at_night({"smithy": "1", "cell_block": "0*"}, {"smithy": [2]}, deck="5 1 1 1 1")
    table.act("reveal_guard_card", card=6)
    assert [one.data["location"] for one in table.reasons("lights_out.special")] == ["cell_block"]
    table.act("tome_done")
    assert (strengths(table, "smithy"), len(table.game.guard_cards_at(Location.CELL_BLOCK))) == ([2, 1], 2)
    # It is revealed and counted there, as lights out comes by.
    table.skip(until="cell_block").skip("resolve")
    assert strengths(table, "cell_block") == [0, 5]


@rule("Z-8", "E-17")
def test_the_special_card_that_a_tome_reveals_in_roll_call_draws_nothing():
    table = roll_call("0 0 0* 0 0 0 0").act("reveal_guard_card", card=2)
    assert len(table.game.guard_cards) == 7


@rule("R-4", "T-2")
def test_a_tome_is_not_played_inside_another():
    table = at_night({}, {"smithy": [2]}, tomes=2)
    assert "play_tome" not in [action.type for action in table.prompt.actions]


@rule("Z-7")
def test_a_token_returned_in_the_guards_turn_may_be_assigned_after_it():
    table = holding(solitary())
    table.happen(MarkerMoved(PLAYER))
    table.begin_round().assign("sewers", 2, 3, 4, 5, "enforcer").act("play_tome", side=PLAYER)
    table.act("return_token", token={"side": PLAYER, "token": 5}).act("tome_done").guards_turn("smithy")
    assert table.options("tokens") == [5, "lookout"]
