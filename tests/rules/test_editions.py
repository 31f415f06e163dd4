import tomllib
from pathlib import Path

import pytest
from support.common import rule
from support.rule_questions import EDITIONS, FIRST, LATER, PROTOTYPE, at, line, player, scored

from companion.rules.editions import Edition, edition, editions
from companion.rules.reference import REFERENCE
from companion.rules.vocabulary import DemonValuable, EditionName, Goon, Resource, Valuable
from companion.scoring.sheet import Side

PRINTED = tomllib.loads(Path(__file__).with_name("known_answers").joinpath("editions.toml").read_text("utf-8"))

every_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)


def test_there_are_three_editions():
    assert [edition(name) for name in EditionName] == [PROTOTYPE, FIRST, LATER]
    assert [rules.name for rules in EDITIONS] == ["prototype", "first", "later"]
    assert [*editions()][:3] == [PROTOTYPE, FIRST, LATER]


@rule("E-1")
@every_edition
def test_every_edition_has_its_numbers_of_cards(rules: Edition):
    printed = PRINTED["E-1"][rules.name]
    assert {kind: rules.counts[kind] for kind in printed} == printed


@rule("E-1")
@every_edition
def test_the_players_draw_from_three_decks(rules: Edition):
    assert rules.decks == ("item", "goon", "tome")


@rule("E-2")
@every_edition
def test_every_edition_has_the_same_cubes(rules: Edition):
    assert {colour: rules.counts[colour] for colour in PRINTED["E-2"]} == PRINTED["E-2"]
    assert sum(rules.counts[resource] for resource in Resource) == 65


@rule("E-19")
@every_edition
def test_every_edition_has_the_same_other_cards_but_for_reference_cards(rules: Edition):
    references = 0 if rules.name == "prototype" else 5
    assert [rules.counts[f"{kind}_cards"] for kind in ("guard", "location", "reference")] == [22, 8, references]


@rule("E-1", "E-2", "E-19")
@every_edition
def test_nothing_else_is_counted(rules: Edition):
    others = {"guard_cards", "location_cards", "reference_cards"}
    assert {*rules.counts} == {*PRINTED["E-1"][rules.name], *PRINTED["E-2"], *others}


@rule("E-3")
@every_edition
def test_every_edition_has_its_goon_types(rules: Edition):
    assert list(rules.goons) == PRINTED["E-3"][rules.name]
    assert all(isinstance(goon, Goon) for goon in rules.goons)


@rule("E-4")
@every_edition
def test_some_tomes_are_taken_out_in_solitary(rules: Edition):
    assert rules.tomes_out_in_solitary == PRINTED["E-4"][rules.name]


@rule("E-6")
@every_edition
def test_every_edition_has_its_effects(rules: Edition):
    assert list(rules.effects) == PRINTED["E-6"][rules.name]


@rule("E-7")
@every_edition
def test_only_the_later_edition_has_an_advanced_setup(rules: Edition):
    assert rules.advanced_setup is PRINTED["E-7"][rules.name]


@rule("E-16")
@every_edition
def test_printed_editions_have_a_special_card_in_the_yellow_and_the_red_guard_cards(rules: Edition):
    assert list(rules.special_guard_cards) == PRINTED["E-16"][rules.name]


@rule("E-17")
@every_edition
def test_only_in_the_prototype_a_guard_card_that_was_looked_at_stays_face_down(rules: Edition):
    assert rules.peek_tomes_reveal is PRINTED["E-17"][rules.name]


@rule("Z-2")
@every_edition
def test_the_guard_deck_has_a_base_and_the_colour_of_the_difficulty(rules: Edition):
    assert rules.guard_deck == PRINTED["Z-2"]


@rule("E-18")
@every_edition
def test_what_no_edition_differs_in_is_the_same_in_all(rules: Edition):
    assert rules.locations == LATER.locations
    assert rules.raid == LATER.raid
    assert rules.scores == LATER.scores
    assert rules.setup == LATER.setup
    assert rules.guard_deck == LATER.guard_deck
    assert rules.rewards == LATER.rewards
    assert rules.guards_rewards == LATER.guards_rewards
    assert {**rules.goals, "leader_rechecked": False} == LATER.goals


@rule("E-18")
@every_edition
def test_every_value_of_an_edition_stands_with_its_rule(rules: Edition):
    assert {*rules.rule_of.values()} <= {*REFERENCE}
    assert {row.rule for table in (rules.rewards, rules.guards_rewards) for row in table.values()} <= {*REFERENCE}
    assert rules.rule_of["counts.gold"] == "E-2"
    assert rules.rule_of["goals.leader_rechecked"] == "O-5"
    assert rules.rule_of["effects"] == "E-6"


@rule("E-13")
@every_edition
def test_the_second_of_two_sides_follows_the_board_that_the_table_has(rules: Edition):
    house = {"tier_exercise_yard": "power", "tier_smithy": "nothing"}
    yard = at("exercise_yard", player("Vera", 5), player("Isaac", 4), rules=rules, house=house)
    smithy = at("smithy", player("Vera", 5), player("Isaac", 4), rules=rules, house=house)
    assert [outcome.offer.reward is None for outcome in yard.outcomes] == [False, False]
    assert [outcome.offer.reward is None for outcome in smithy.outcomes] == [False, True]


@rule("E-14")
@every_edition
def test_a_goon_that_the_edition_does_not_print_scores_all_the_same(rules: Edition):
    assert line("bandit", rules=rules, goons={Goon.BANDIT: 2}) == 6
    assert line("flayer", rules=rules, goons={Goon.FLAYER: 2}) == 4


@rule("E-14")
@every_edition
def test_a_bandit_cube_is_taken_in_every_edition(rules: Edition):
    result = at("smithy", player("Vera", 5), player("Isaac", 4), rules=rules, bandit=[Resource.GOLD])
    assert result.outcomes[0].bandit == (Resource.GOLD,)


@rule("E-14")
@every_edition
def test_no_number_is_checked_against_what_the_box_holds(rules: Edition):
    vera = Side("Vera", suspicion=500, items=400, resources={Resource.GOLD: 300}, goons={Goon.CULTIST: 40})
    assert scored(vera, rules=rules, last_raid=True).sides[0].total == 600 + 16000


@rule("E-15")
@every_edition
def test_dwarves_demons_and_ratmen_score_alike_in_every_edition(rules: Edition):
    assert line("dwarf", rules=rules, goons={Goon.DWARF: 3}) == 7
    assert line("ratman", rules=rules, goons={Goon.RATMAN: 3}) == 6
    assert line("demon", rules=rules, demons=[DemonValuable.GEM], valuables={Valuable.GEM: 3}) == 6


@rule("S-5", "L-1", "R-2", "Z-2", "Z-3", "S-9")
@every_edition
def test_every_edition_has_the_same_board_and_six_rounds(rules: Edition):
    assert [location.number for location in rules.locations] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert rules.location_words == (
        "exercise_yard",
        "sewers",
        "infirmary",
        "smithy",
        "commissary",
        "chow_hall",
        "cell_block",
        "library",
    )
    assert rules.goon_locations == rules.locations[1:6]
    assert rules.assignable == rules.guarded == rules.locations[:7]
    assert rules.named_by_cards == rules.locations[:6]
    assert rules.rounds == 6


@rule("E-8", "E-9", "E-10", "E-11", "E-12")
@every_edition
def test_the_second_of_two_has_a_row_of_the_board_where_printings_differ(rules: Edition):
    assert rules.board_rows == {
        "exercise_yard": "tier_exercise_yard",
        "infirmary": "tier_infirmary",
        "smithy": "tier_smithy",
        "commissary": "tier_commissary",
        "chow_hall": "tier_chow_hall",
    }


@rule("L-1")
def test_lights_out_is_at_a_location_before_those_of_a_higher_number():
    yard, library = LATER.locations[0], LATER.locations[-1]
    assert LATER.is_before(yard, library)
    assert not LATER.is_before(library, yard)
    assert not LATER.is_before(yard, yard)
