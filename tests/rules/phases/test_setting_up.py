import pytest
from support.common import rule
from support.game_player import GUARDS, PLAIN, PLAYER, Table, faces, my_cards, players, solitary

from companion.rules.editions import STANDARD
from companion.rules.engine.decider import begin
from companion.rules.phases.roll_call import location_cards
from companion.rules.shuffling.house_deck import HOUSE_DECKS, house_deck
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import GOON, LEADER_GOAL, GoonFace, LeaderGoal
from companion.rules.state.events import Dealt, PhaseBegan, replay
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import ADVANCED_REPUTATION_OF_GUARDS, Dealing, Difficulty, Setup, Start
from companion.rules.vocabulary import EditionName, Location, Valuable

SIDES = [2, 3, 4, 5]
EDITIONS = [edition.value for edition in EditionName]


def sat_down(**setup) -> Position:
    """A table at which nothing has been laid yet that a player types."""
    return replay(begin(Setup(**setup), lambda *asked: tuple(asked[-1])))


@rule("S-2")
@pytest.mark.parametrize("number", SIDES)
def test_every_side_starts_with_ten_stars_and_a_power_cube(number: int):
    table = players(number)
    assert table.game.reputation == (10,) * number
    assert [table.has(side) for side in range(number)] == ["1 power"] * number
    assert table.game.supply(Cube.POWER) == 22 - number
    assert "S-8" not in {reason.rule for event in table.log for reason in event.why}


@rule("S-2")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_up_to_four_players_have_six_tokens(number: int):
    assert players(number).game.at_home(0) == (2, 3, 4, 5, "enforcer", "lookout")


@rule("S-3")
def test_five_players_play_without_the_token_2():
    game = players(5).game
    assert [game.at_home(side) for side in game.players] == [(3, 4, 5, "enforcer", "lookout")] * 5


@rule("S-4")
@pytest.mark.parametrize("number", SIDES)
def test_the_display_has_a_space_more_than_there_are_sides(number: int):
    game = players(number).game
    assert len(game.zones[DISPLAY]) == number + 1
    assert None not in game.zones[DISPLAY]
    assert game.deck(Kind.ITEM) == 34 - (number + 1)


@rule("S-5")
def test_a_goon_comes_to_each_of_the_five_spaces_from_the_sewers_on():
    table = Table(Setup())
    for location in STANDARD.goon_locations:
        assert table.game.agenda[0].location is location
        table.answer("type_goon", "dwarf 0")
    assert table.asks == ["begin_round"]
    assert [len(table.game.zones[Zone.SPACE, location]) for location in STANDARD.goon_locations] == [1] * 5


@rule("S-5")
def test_each_goon_lays_its_icons_on_its_location():
    table = my_cards(goons=["dwarf 1", "ratman 0", "cultist 2", "demon 3", "hobgoblin 1"])
    laid = [table.has(location) for location in STANDARD.goon_locations]
    assert laid == ["1 suspicion", "", "2 suspicion", "3 suspicion", "1 suspicion"]
    assert table.game.supply(Cube.SUSPICION) == 5


@rule("S-5", "S-11")
def test_a_setup_that_asks_for_more_cubes_than_the_box_has_lays_what_there_is_without_a_raid():
    table = my_cards(goons=["dwarf 5", "dwarf 5", "dwarf 5", "dwarf 5", "dwarf 5"])
    laid = [table.has(location) for location in STANDARD.goon_locations]
    assert laid == ["5 suspicion", "5 suspicion", "2 suspicion", "", ""]
    assert ("S-11" in table.rules, {"S-5", "P-8"} & {*table.rules}) == (True, set())
    assert table.asks == ["begin_round"]


@rule("P-10")
def test_a_bandit_lays_no_cube_at_setup():
    table = my_cards(goons=["bandit 1 iron", *PLAIN[1:]])
    assert table.has("sewers") == "1 suspicion"


@rule("S-6")
def test_a_leader_goal_asks_for_two_where_its_card_says_nothing():
    assert LeaderGoal(Valuable.GEM).minimum == 2


@rule("S-7", "Z-4")
def test_the_holder_of_the_marker_takes_the_first_turn():
    assert players(4).begin_round().game.agenda[0].side == 0
    assert solitary().begin_round().asks == ["turn_guard_card"]


@rule("S-8")
def test_traits_and_b_sides_set_what_a_side_starts_with():
    table = my_cards(starts=(Start(reputation=3, power=2, suspicion=4, storage=7), Start(reputation=20)))
    assert table.game.reputation == (3, 20)
    assert [table.has(PLAYER), table.has(GUARDS)] == ["2 power 4 suspicion", "1 power"]
    assert table.game.storage[PLAYER] == 7


@rule("S-8")
def test_suspicion_given_at_setup_comes_from_the_supply():
    table = my_cards(goons=["dwarf 5", "dwarf 5", *PLAIN[2:]], starts=(Start(suspicion=4), Start()))
    assert [table.has("sewers"), table.has("infirmary")] == ["5 suspicion", "3 suspicion"]


@rule("S-9")
def test_six_rounds_of_roll_call_lights_out_and_patrol_but_the_last_ends_with_a_raid():
    table = my_cards()
    table.skip()
    phases = [(event.round, event.phase) for event in table.log if isinstance(event, PhaseBegan)]
    round_ = (Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL)
    wanted = [(number, phase) for number in range(1, 7) for phase in round_]
    assert phases == [*wanted[:-1], (6, Phase.LAST_RAID), (6, Phase.ENDED)]
    assert table.prompt.actions == ()


@rule("Z-1")
def test_the_guards_start_as_a_side_does_and_with_the_marker():
    game = solitary().game
    assert game.first_player == GUARDS
    assert game.reputation == (10, 10)
    assert game.at(GUARDS, Cube.POWER) == 1
    assert len(game.zones[DISPLAY]) == 3


@rule("Z-1")
def test_in_the_advanced_setup_the_guards_start_on_twenty():
    assert ADVANCED_REPUTATION_OF_GUARDS == 20


@rule("Z-1")
def test_the_guards_may_sit_on_either_side():
    game = sat_down(guards=0)
    assert game.first_player == 0
    assert game.players == (1,)


@rule("E-4")
@pytest.mark.parametrize(("edition", "left"), [("prototype", 22 - 2), ("first", 19 - 4), ("later", 28 - 4)])
def test_tomes_are_taken_out_in_solitary(edition: str, left: int):
    assert solitary(edition=edition).game.deck(Kind.TOME) == left


@rule("E-4")
def test_no_tome_is_taken_out_where_only_players_sit():
    game = players(3).game
    assert game.deck(Kind.TOME) == 28
    assert game.tomes == {}


@rule("E-4")
def test_of_a_box_with_too_few_tomes_all_are_taken_out():
    game = sat_down(cards={Kind.TOME: 3})
    assert game.tomes == {"out": 3}
    assert game.deck(Kind.TOME) == 0


@rule("E-14")
def test_the_numbers_of_a_box_go_before_those_of_its_edition():
    game = sat_down(cubes={Cube.POWER: 30}, cards={Kind.ITEM: 40, Kind.TOME: 9}, tomes_out=1)
    assert game.supply(Cube.POWER) == 28
    assert game.supply(Cube.SCRAP) == 25
    assert game.deck(Kind.ITEM) == 37
    assert game.deck(Kind.TOME) == 8
    assert game.deck(Kind.GOON) == 33


@rule("Z-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_location_deck_names_six_locations_and_has_two_that_say_off_duty(edition: str):
    cards = location_cards(Setup(EditionName(edition)))
    assert cards == (*[location.value for location in Location][:6], "off_duty", "off_duty")


@rule("Z-2")
@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_guard_deck_has_seven_cards_and_five_of_its_difficulty(difficulty: Difficulty):
    table = my_cards(difficulty=difficulty).begin_round()
    (dealt,) = [event for event in table.last if isinstance(event, Dealt)]
    assert dealt.guard_deck == (None,) * 12
    assert dealt.location_deck == (None,) * 8


@rule("Z-2")
@pytest.mark.parametrize("number", HOUSE_DECKS)
@pytest.mark.parametrize("difficulty", list(Difficulty))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_house_deck_has_seven_base_cards_and_five_of_its_difficulty(
    edition: str, difficulty: Difficulty, number: int
):
    assert len(house_deck(EditionName(edition), difficulty, number)) == 12


@rule("E-16")
@pytest.mark.parametrize("number", HOUSE_DECKS)
@pytest.mark.parametrize(
    ("edition", "difficulty", "special"),
    [("prototype", "expert", 0), ("first", "moderate", 0), ("first", "challenging", 1), ("later", "expert", 1)],
)
def test_one_yellow_and_one_red_card_of_the_house_is_special_where_the_edition_has_any(
    edition: str, difficulty: str, special: int, number: int
):
    assert sum(card.special for card in house_deck(EditionName(edition), difficulty, number)) == special


@rule("Z-20")
def test_both_decks_are_shuffled_anew_in_each_round():
    setup = Setup(dealing=Dealing.APP, guard_deck=faces("1 2 3 4 5 6 7 8 9 10 11 12"))
    table = Table(setup)
    for written in PLAIN:
        table.answer("type_goon", written)
    asked = []

    def shuffle(round_, deck, cards):
        asked.append((round_, deck))
        return shuffled("seed", round_, deck, cards)

    table.shuffle = shuffle  # type: ignore[method-assign]
    table.skip()
    assert asked == [(number, deck) for number in range(1, 7) for deck in ("guards", "locations")]
    orders = [event.guard_deck for event in table.log if isinstance(event, Dealt)]
    assert len({*orders}) == 6
    assert all({*order} == {*setup.guard_deck} for order in orders)


@rule("Z-20")
def test_guard_and_location_cards_are_back_in_their_decks_when_a_round_begins():
    table = solitary().begin_round()
    table.skip("begin_round")
    assert table.game.location_cards
    table.begin_round()
    assert table.game.location_cards == ()
    assert len(table.game.guard_cards) == 7
    assert len(table.game.location_deck) == 8


@rule("S-5")
@pytest.mark.parametrize(("icons", "fits"), [(-1, False), (0, True), (99, True), (100, False)])
def test_a_goon_has_from_none_to_99_suspicion_icons(icons: int, fits: bool):
    assert ([*GOON.faults({"type": "dwarf", "icons": icons})] == []) is fits


@rule("E-14", "O-1")
@pytest.mark.parametrize(("minimum", "fits"), [(0, False), (1, True)])
def test_a_leader_goal_wants_at_least_one(minimum: int, fits: bool):
    assert ([*LEADER_GOAL.faults({"counts": "gem", "minimum": minimum})] == []) is fits


@rule("S-5")
def test_a_goon_of_which_nobody_has_told_anything_adds_no_cubes():
    assert GoonFace().icons == 0


@rule("S-2", "S-8", "L-19")
def test_of_cubes_that_a_side_does_not_start_with_nothing_is_told():
    table = solitary(starts=(Start(power=2, suspicion=0), Start(power=0, suspicion=1)))
    told = [event for event in table.log if any(reason.key == "game.starts" for reason in event.why)]
    assert [(event.target, event.cube, event.number) for event in told] == [
        (PLAYER, Cube.POWER, 2),
        (GUARDS, Cube.SUSPICION, 1),
    ]
