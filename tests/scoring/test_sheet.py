from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import LATER, rulings_of, scored
from support.strategies import cards

from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable
from companion.scoring.score import score
from companion.scoring.sheet import EndGameGoal, GoonCard, ItemCard, ScoreSheet, Side, counted

ITEMS = [ItemCard([Valuable.GEM, Valuable.GEM]), ItemCard(), ItemCard([Valuable.BLADE])]
GOONS = [
    GoonCard(Goon.DEMON, [Valuable.GEM], DemonValuable.GEM),
    GoonCard(Goon.CULTIST, [Valuable.MAGIC]),
    GoonCard(Goon.CULTIST),
    GoonCard(Goon.DEMON, valuable=DemonValuable.ANY),
]


@rule("C-4", "G-5")
def test_cards_come_to_their_counts():
    assert counted(ITEMS, GOONS) == {
        "items": 3,
        "valuables": {Valuable.BLADE: 1, Valuable.GEM: 3, Valuable.MAGIC: 1},
        "goons": {
            Goon.BANDIT: 0,
            Goon.CULTIST: 2,
            Goon.DWARF: 0,
            Goon.HOBGOBLIN: 0,
            Goon.RATMAN: 0,
            Goon.FLAYER: 0,
        },
        "demons": [DemonValuable.GEM, DemonValuable.ANY],
    }


@rule("C-4", "G-5")
def test_no_cards_come_to_nothing():
    none = counted([], [])
    assert (none["items"], none["demons"]) == (0, [])
    assert {*none["valuables"].values(), *none["goons"].values()} == {0}


@rule("C-4", "G-5")
@given(cards, st.integers(0, 4))
def test_cards_score_as_the_counts_that_they_come_to(held, power):
    items, goons = held
    by_cards = scored(Side("Vera", power=power, **counted(items, goons))).sides[0]
    shown = [valuable for card in (*items, *goons) for valuable in card.valuables]
    each = {goon: sum(card.type is goon for card in goons) for goon in Goon if goon is not Goon.DEMON}
    by_counts = scored(
        Side(
            "Vera",
            power=power,
            items=len(items),
            valuables={valuable: shown.count(valuable) for valuable in set(shown)},
            goons={goon: number for goon, number in each.items() if number},
            demons=[card.valuable for card in goons if card.type is Goon.DEMON],
        )
    ).sides[0]
    assert by_cards == by_counts


@rule("F-1")
def test_a_side_of_which_nothing_is_told_holds_nothing():
    vera = Side("Vera")
    assert (vera.reputation, vera.suspicion, vera.power, vera.items, vera.reserved) == (0, 0, 0, 0, 0)
    assert (vera.tomes, vera.goal_count, vera.goal_points, vera.leader_count) == (0, 0, 0, None)
    assert (vera.guards, vera.first_player, vera.leader_goal) == (False, False, False)
    assert (vera.valuables, vera.goons, vera.demons, vera.resources) == ({}, {}, (), {})


@rule("F-1")
def test_a_sheet_of_which_nothing_is_told_is_a_table_after_its_last_raid():
    sides = [Side("Vera", reputation=20, suspicion=5, goal_count=3, goal_points=2), Side("Isaac")]
    told = ScoreSheet(
        sides,
        LATER,
        rulings_of(),
        solitary=False,
        last_raid=False,
        end_game_goal=EndGameGoal.NONE,
        leader_minimum=None,
    )
    assert ScoreSheet(sides, LATER, rulings_of()) == told
    assert score(told) == score(replace(told))
    assert score(told).sides[0].total == 20


@rule("F-1")
def test_what_a_side_holds_is_its_own_and_stays_as_it_was_given() -> None:
    resources = {Resource.IRON: 2}
    side = Side("You", resources=resources)
    resources[Resource.IRON] = 9
    assert side.resources == {Resource.IRON: 2}
    assert hash(side) == hash(Side("You", resources={Resource.IRON: 2}))
    with pytest.raises(TypeError):
        side.resources[Resource.IRON] = 3  # type: ignore[index]
