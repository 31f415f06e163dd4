import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import at, guards, player, rulings_of, said
from support.strategies import displays, duels, goon_spaces, reserves, rule_sets, stocks, supplies

from companion.rules.editions import STANDARD
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import (
    GoonSpace,
    Item,
    cell_block,
    chow_hall,
    commissary,
    exchange,
    in_order_of_choice,
)
from companion.rules.rulings.counterfactuals import (
    REACH,
    other_cell_block,
    other_chow_hall,
    other_commissary,
    other_exchange,
    other_ranking,
    other_winner,
)
from companion.rules.rulings.locations import LocationResult
from companion.rules.rulings.ranking import Place, Presence, Stated, rank
from companion.rules.vocabulary import Location, Resource

SCRAP, POTION, IRON, GOLD = Resource


def neighbours(resources, distance: int):
    """All holdings that differ in one resource by so much."""
    for resource in Resource:
        for difference in (distance, -distance):
            if resources.get(resource, 0) + difference >= 0:
                yield {**resources, resource: resources.get(resource, 0) + difference}


def carried_out(resources, otherwise: Reason):
    """The holdings of which a reason speaks."""
    more = otherwise.key.endswith("more")
    resource, n = otherwise.data["resource"], otherwise.data["n"]
    return {**resources, resource: resources.get(resource, 0) + (n if more else -n)}


def nothing_nearer(resources, otherwise: tuple[Reason, ...], ask) -> bool:
    """Whether every nearer holding, and every one within reach where none was found, has the same answer."""
    within = range(1, otherwise[0].data["n"] if otherwise else REACH + 1)
    return all(ask(other) == ask(resources) for distance in within for other in neighbours(resources, distance))


# Commissary and exchange


@rule("Z-12")
@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({SCRAP: 5, POTION: 5, IRON: 2, GOLD: 1}, ("more", GOLD, 2, IRON)),
        ({SCRAP: 2, POTION: 2, IRON: 2, GOLD: 1}, ("more", GOLD, 2, IRON)),
        ({SCRAP: 2, POTION: 2, IRON: 1, GOLD: 1}, ("more", GOLD, 1, IRON)),
        ({SCRAP: 3, POTION: 5, IRON: 9, GOLD: 9}, ("more", SCRAP, 2, POTION)),
        ({SCRAP: 4, POTION: 9, IRON: 9, GOLD: 9}, ("more", SCRAP, 5, GOLD)),
    ],
)
def test_the_nearest_other_holdings_at_the_commissary(resources, expected):
    change, resource, n, takes = expected
    assert other_commissary(resources, None, rulings_of()) == (
        ("Z-12", f"otherwise.takes_{change}", {"resource": resource, "n": n, "takes": takes}, None),
    )


@rule("Z-12", "Z-17")
def test_fewer_cubes_can_change_it_too():
    resources, supply = {SCRAP: 3, POTION: 9, IRON: 2, GOLD: 2}, {SCRAP: 1, POTION: 1}
    rulings = rulings_of(guards_supply_out="nothing")
    assert other_commissary(resources, supply, rulings) == (
        ("Z-12", "otherwise.takes_fewer", {"resource": SCRAP, "n": 2, "takes": SCRAP}, None),
    )
    assert other_exchange(resources, supply, rulings) == (
        ("Z-17", "otherwise.exchanges_fewer", {"resource": SCRAP, "n": 2, "gives": POTION, "gets": SCRAP}, None),
    )


@rule("Z-12", "Z-17")
def test_a_resource_can_be_left_with_none_and_never_with_less():
    supply, rulings = {SCRAP: 1, POTION: 1}, rulings_of(guards_supply_out="nothing")
    found = other_commissary({SCRAP: 2, POTION: 9, IRON: 1, GOLD: 1}, supply, rulings)
    assert [reason.data for reason in found] == [{"resource": SCRAP, "n": 2, "takes": SCRAP}]
    assert other_commissary({SCRAP: 0, POTION: 9, IRON: 0, GOLD: 0}, supply, rulings) == ()


@rule("Z-12", "Z-17")
def test_a_type_that_is_left_out_is_none_of_it():
    found = other_commissary({SCRAP: 5, POTION: 5, IRON: 2}, None, rulings_of())
    assert [reason.data for reason in found] == [{"resource": GOLD, "n": 3, "takes": IRON}]


@rule("Z-12", "Z-17")
def test_beyond_reach_nothing_is_said():
    assert len(other_commissary({SCRAP: 0, POTION: 5, IRON: 9, GOLD: 9}, None, rulings_of())) == 1
    assert other_commissary({SCRAP: 0, POTION: 6, IRON: 9, GOLD: 9}, None, rulings_of()) == ()
    assert other_exchange({SCRAP: 20, POTION: 9, IRON: 9, GOLD: 0}, {}, rulings_of()) == ()


@rule("Z-12", "Z-17")
def test_where_the_nearest_other_answer_is_nothing_nothing_is_said():
    resources, supply = {SCRAP: 9, POTION: 9, IRON: 0, GOLD: 1}, {SCRAP: 1, POTION: 1, IRON: 1}
    rulings = rulings_of(guards_supply_out="nothing")
    assert other_commissary(resources, supply, rulings) == ()
    assert other_exchange(resources, supply, rulings) == ()


@rule("Z-12")
@given(stocks, supplies, rule_sets())
def test_what_would_change_the_commissary_does(resources, supply, rules_of_table):
    rulings = rules_of_table[1]

    def ask(held):
        return commissary(held, supply, rulings).takes

    otherwise = other_commissary(resources, supply, rulings)
    for reason in otherwise:
        assert ask(carried_out(resources, reason)) == reason.data["takes"] != ask(resources)
        assert nothing_nearer(resources, otherwise, ask)


@rule("Z-17")
@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({SCRAP: 5, POTION: 2, IRON: 2, GOLD: 1}, ("more", GOLD, 2, SCRAP, IRON)),
        ({SCRAP: 5, POTION: 4, IRON: 3, GOLD: 0}, ("more", POTION, 2, POTION, GOLD)),
        ({}, ("more", GOLD, 1, GOLD, IRON)),
    ],
)
def test_the_nearest_other_exchange(resources, expected):
    change, resource, n, gives, gets = expected
    assert other_exchange(resources, None, rulings_of()) == (
        (
            "Z-17",
            f"otherwise.exchanges_{change}",
            {"resource": resource, "n": n, "gives": gives, "gets": gets},
            None,
        ),
    )


@rule("Z-17")
@given(stocks, supplies, rule_sets())
def test_what_would_change_an_exchange_does(resources, supply, rules_of_table):
    rulings = rules_of_table[1]

    def ask(held):
        done = exchange(held, supply, rulings)
        return done.gives, done.gets

    otherwise = other_exchange(resources, supply, rulings)
    for reason in otherwise:
        assert ask(carried_out(resources, reason)) == (reason.data["gives"], reason.data["gets"]) != ask(resources)
        assert nothing_nearer(resources, otherwise, ask)


@rule("Z-17")
def test_an_exchange_that_nothing_near_would_change_is_left_alone():
    assert other_exchange({SCRAP: 5}, {}, rulings_of()) == ()


# Chow Hall


@rule("Z-13")
@pytest.mark.parametrize(
    ("icons", "expected"),
    [
        ((3, 2, 1, 0, 0), (3, "smithy", "infirmary")),
        ((0, 1, 3, 3, 1), (3, "sewers", "commissary")),
        ((1, 1, 1, 1, 1), (2, "smithy", "infirmary")),
    ],
)
def test_fewest_icons_that_would_push_a_goon_out(icons: tuple[int, ...], expected):
    goons = [GoonSpace(place, count) for place, count in zip(STANDARD.goon_locations, icons, strict=True)]
    count, location, out = expected
    assert other_chow_hall(goons) == (
        ("Z-13", "otherwise.pushes_out", {"icons": count, "location": location, "out": out}, None),
    )


@rule("Z-13")
def test_an_empty_space_counts_too():
    goons = [GoonSpace(Location.INFIRMARY, 1), GoonSpace(Location.CHOW_HALL, 2)]
    assert [reason.data for reason in other_chow_hall(goons)] == [
        {"icons": 1, "location": "sewers", "out": "infirmary"}
    ]


@rule("Z-13")
@pytest.mark.parametrize("goons", [[], [GoonSpace(Location.SMITHY, 2)]])
def test_where_both_goons_are_taken_none_is_pushed_out(goons):
    assert other_chow_hall(goons) == ()


@rule("Z-13")
@given(goon_spaces)
def test_what_would_push_a_goon_out_does(goons):
    otherwise = other_chow_hall(goons)
    assert len(otherwise) == (len(goons) >= 2)
    for reason in otherwise:
        location, icons, out = (reason.data[name] for name in ("location", "icons", "out"))
        others = [goon for goon in goons if goon.location != location]
        taken = [goon.location for goon in chow_hall([*others, GoonSpace(location, icons)]).spaces]
        assert location in taken
        assert out not in taken
        assert {location, out} & {goon.location for goon in chow_hall(goons).spaces} == {out}


# Cell Block


@rule("Z-14")
def test_what_the_best_card_lacked_is_said():
    display, reserve = [Item(4, {GOLD: 1}), None, Item(5, {IRON: 2}, 1)], [Item(2)]
    assert other_cell_block({IRON: 1}, display, reserve, rulings_of()) == (
        ("Z-14", "otherwise.could_pay", {"source": "display", "place": 3, "lacking": {"iron": 1, "any": 1}}, None),
    )


@rule("Z-14")
def test_of_equal_cards_the_one_is_named_that_they_would_craft():
    display, reserve = [Item(5, {GOLD: 1})], [Item(5, {GOLD: 1})]
    for value in ("reserve", "display"):
        found = other_cell_block({}, display, reserve, rulings_of(guards_equal_item=value))
        assert [reason.data["source"] for reason in found] == [value]


@rule("Z-14")
@pytest.mark.parametrize(
    ("display", "reserve"), [([], []), ([None], []), ([Item(5)], [Item(4, {GOLD: 9})]), ([], [Item(0)])]
)
def test_where_the_best_card_is_crafted_nothing_was_lacking(display, reserve):
    assert other_cell_block({}, display, reserve, rulings_of()) == ()


@rule("Z-14")
@given(stocks, displays, reserves, rule_sets())
def test_with_what_it_lacked_the_card_is_crafted(resources, display, reserve, rules_of_table):
    rulings = rules_of_table[1]
    otherwise = other_cell_block(resources, display, reserve, rulings)
    best = in_order_of_choice(display, reserve, rulings)[:1]
    assert bool(otherwise) == (cell_block(resources, display, reserve, rulings).crafts not in best and best != [])
    for reason in otherwise:
        richer = dict(resources)
        for name, count in reason.data["lacking"].items():
            resource = SCRAP if name == "any" else Resource(name)
            richer[resource] = richer.get(resource, 0) + count
        crafts = cell_block(richer, display, reserve, rulings).crafts
        assert crafts is not None
        assert (crafts.source, crafts.index + 1) == (reason.data["source"], reason.data["place"])


# Ranking


def other(result: LocationResult, marker: str) -> tuple[Reason, ...]:
    """What would have changed a ranking."""
    return other_ranking([outcome.place for outcome in result.outcomes], marker)


@rule("L-2", "L-4")
@pytest.mark.parametrize(
    ("mine", "theirs", "marker", "expected"),
    [
        (2, 5, "Guards", ("L-4", "otherwise.wins_with_marker", {"side": "Vera", "n": 4, "fewer": 3})),
        (2, 5, "Vera", ("L-4", "otherwise.wins_with", {"side": "Vera", "n": 3})),
        (5, 2, "Vera", ("L-4", "otherwise.wins_with_marker", {"side": "Guards", "n": 4, "fewer": 3})),
        (5, 2, "Guards", ("L-4", "otherwise.wins_with", {"side": "Guards", "n": 3})),
        (4, 4, "Guards", ("L-4", "otherwise.wins_by_marker", {"side": "Vera", "n": 1, "fewer": 0})),
    ],
)
def test_what_the_second_would_have_needed(mine: int, theirs: int, marker: str, expected):
    found = other(at("sewers", player("Vera", mine), guards(theirs), marker=marker), marker)
    assert [reason[:3] for reason in found] == [expected]


@rule("L-2", "L-4")
def test_only_two_sides_are_compared():
    sides = [player("Vera", 5), player("Isaac", 4), player("Stan", 3)]
    assert other(at("sewers", *sides), "Vera") == ()


@rule("L-2", "L-4")
@pytest.mark.parametrize("sides", [(player("Vera"), guards(3)), (player("Vera"), guards())])
def test_without_a_second_nothing_is_said(sides):
    assert other(at("sewers", *sides), "Vera") == ()


def stronger(place: Place, by: int):
    """The side of a place with so much more strength, in one guard card more."""
    return place.side._replace(guards=True, tokens=(), cards=(place.strength + by,))


@rule("L-2", "L-4")
@given(duels, st.booleans())
def test_with_what_it_needed_the_second_is_first_and_with_less_it_is_not(duel, moved):
    sides, marker = duel
    ranking = rank(sides, marker)
    second = ranking[1].side.name
    (reason,) = other_ranking(ranking, marker)
    assert said([reason])[0][0] == "L-4"
    moves = moved and "fewer" in reason.data
    needed = reason.data["fewer"] if moves else reason.data["n"]
    for by, first in [(needed, True), (needed - 1, False)]:
        if ranking[1].strength + by >= 0:
            changed = [stronger(ranking[1], by) if side.name == second else side for side in sides]
            assert (rank(changed, second if moves else marker)[0].side.name == second) is first


@rule("L-2", "L-4")
@given(st.lists(st.integers(0, 9), min_size=2, max_size=5), st.data())
def test_with_what_it_needed_the_second_of_several_is_first_and_with_less_it_is_not(strengths, data):
    names = [f"side {place}" for place, _ in enumerate(strengths)]
    sides = [
        Presence(name, stated=Stated(strength, lookout=False)) for name, strength in zip(names, strengths, strict=True)
    ]
    marker = data.draw(st.sampled_from(names))
    ranking, holder = rank(sides, marker), names.index(marker)
    (reason,) = other_winner(ranking, [*names[holder:], *names[:holder]])
    second = ranking[1].side
    assert (reason.rule, reason.data["side"]) == ("L-4", second.name)
    for more, first in [(reason.data["n"], True), (reason.data["n"] - 1, False)]:
        stronger_ = second._replace(stated=Stated(ranking[1].strength + more, lookout=False))
        changed = [stronger_ if side.name == second.name else side for side in sides]
        assert (rank(changed, marker)[0].side.name == second.name) is first


@rule("L-2", "L-4")
@pytest.mark.parametrize("sides", [(Presence("a"), Presence("b")), (Presence("a"), Presence("b", tokens=(3,)))])
def test_where_fewer_than_two_are_there_nobody_else_would_have_won(sides: tuple[Presence, ...]):
    assert other_winner(rank(sides, "a"), "ab") == ()
