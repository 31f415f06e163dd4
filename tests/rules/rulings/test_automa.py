import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import cited, named, rulings_of, said
from support.strategies import displays, goon_spaces, items, reserves, stocks, supplies

from companion.rules.editions import STANDARD
from companion.rules.errors import RepeatedLocation
from companion.rules.rulings.automa import (
    Card,
    GoonSpace,
    Item,
    cell_block,
    chow_hall,
    commissary,
    exchange,
    lacking,
    payment,
)
from companion.rules.vocabulary import Location, Resource

SCRAP, POTION, IRON, GOLD = Resource


def stock(scrap: int = 0, potion: int = 0, iron: int = 0, gold: int = 0) -> dict[Resource, int]:
    """So many of each resource."""
    return {SCRAP: scrap, POTION: potion, IRON: iron, GOLD: gold}


def takes(resources, supply=None, **house: str) -> Resource | None:
    """What the guards take at the Commissary."""
    return commissary(resources, supply, rulings_of(**house)).takes


def swaps(resources, supply=None, **house: str) -> tuple[Resource | None, Resource | None]:
    """What the guards give and get in an exchange."""
    done = exchange(resources, supply, rulings_of(**house))
    return done.gives, done.gets


def item(reputation: int, any: int = 0, **cost: int) -> Item:
    """An item card."""
    return Item(reputation, {Resource(name): count for name, count in cost.items()}, any)


def at_the_cell_block(resources, display=(), reserve=(), **house: str):
    """What the guards do at the Cell Block."""
    return cell_block(resources, display, reserve, rulings_of(**house))


def crafted(*asked, **house: str) -> tuple[str, int] | None:
    """Which card they craft: where it lies and its index."""
    card = at_the_cell_block(*asked, **house).crafts
    return card and (card.source, card.index)


# Commissary


@rule("Z-12")
@pytest.mark.parametrize(
    ("resources", "taken"),
    [
        (stock(0, 1, 1, 1), SCRAP),
        (stock(1, 0, 1, 1), POTION),
        (stock(1, 1, 0, 1), IRON),
        (stock(1, 1, 1, 0), GOLD),
        (stock(3, 2, 1, 5), IRON),
        ({}, GOLD),
        ({GOLD: 0}, GOLD),
        ({GOLD: 1}, IRON),
        (stock(0, 0, 1, 1), POTION),
        (stock(0, 1, 0, 1), IRON),
        (stock(2, 2, 2, 2), GOLD),
    ],
)
def test_the_guards_take_what_they_have_fewest_of_and_of_those_the_rarest(resources, taken: Resource):
    assert takes(resources) == taken


@rule("Z-12")
def test_the_rarest_is_gold_then_iron_then_potions_then_scrap():
    assert sorted(Resource, key=lambda resource: resource.rarity) == [SCRAP, POTION, IRON, GOLD]
    assert [resource.rarity for resource in Resource] == [0, 1, 2, 3]


@rule("Z-12")
def test_the_answer_says_what_was_compared_and_what_tied():
    reasons = commissary(stock(0, 3, 0, 1), None, rulings_of()).reasons
    assert said(reasons) == [("Z-12", "guards.fewest"), ("Z-12", "guards.rarest")]
    assert reasons[0].data == {"resource": IRON, "counts": stock(0, 3, 0, 1)}
    assert reasons[1].data == {"resource": IRON, "tied": (SCRAP, IRON)}


@rule("Z-12")
def test_a_type_that_is_left_out_is_none_of_it():
    reasons = commissary({}, None, rulings_of()).reasons
    assert reasons[0].data == {"resource": GOLD, "counts": stock()}
    assert reasons[1].data == {"resource": GOLD, "tied": (SCRAP, POTION, IRON, GOLD)}


@rule("Z-12")
def test_without_a_tie_none_is_spoken_of():
    reasons = commissary({SCRAP: 2, POTION: 1, GOLD: 1}, None, rulings_of()).reasons
    assert said(reasons) == [("Z-12", "guards.fewest")]
    assert reasons[0].data["counts"] == stock(2, 1, 0, 1)


@rule("Z-12", "L-19")
@pytest.mark.parametrize(
    ("resources", "supply", "taken"),
    [
        (stock(3, 2, 1, 0), stock(9, 9, 9, 0), IRON),
        (stock(3, 2, 1, 0), stock(9, 9, 0, 0), POTION),
        (stock(3, 2, 1, 0), stock(9, 0, 0, 0), SCRAP),
        (stock(3, 2, 1, 0), {SCRAP: 1}, SCRAP),
        (stock(3, 2, 1, 0), stock(0, 0, 0, 1), GOLD),
        (stock(1, 1, 1, 0), stock(9, 9, 9, 0), IRON),
    ],
)
def test_where_the_supply_has_none_they_take_the_next_fewest(resources, supply, taken: Resource):
    assert takes(resources, supply) == taken


@rule("Z-12", "L-19")
def test_a_table_may_let_them_go_without():
    supply = stock(9, 9, 9, 0)
    result = commissary(stock(3, 2, 1, 0), supply, rulings_of(guards_supply_out="nothing"))
    assert result.takes is None
    assert said(result.reasons) == [
        ("Z-12", "guards.fewest"),
        ("L-19", "guards.supply_empty"),
        ("Z-12", "ruling.guards_supply_out.nothing"),
    ]
    assert named(result.reasons) == {"guards_supply_out"}


@rule("Z-12", "L-19")
def test_the_ruling_on_an_empty_supply_is_named_where_it_decided():
    result = commissary(stock(3, 2, 1, 0), stock(9, 9, 9, 0), rulings_of())
    assert said(result.reasons) == [
        ("Z-12", "guards.fewest"),
        ("L-19", "guards.supply_empty"),
        ("Z-12", "ruling.guards_supply_out.next"),
    ]
    assert result.reasons[1].data == {"resource": GOLD}
    assert result.reasons[2].data == {"resource": IRON}
    assert named(result.reasons) == {"guards_supply_out"}


@rule("Z-12", "L-19")
@pytest.mark.parametrize("value", ["next", "nothing"])
def test_from_an_empty_supply_nothing_comes_whatever_the_table_decided(value: str):
    result = commissary(stock(3, 2, 1, 0), {}, rulings_of(guards_supply_out=value))
    assert result.takes is None
    assert said(result.reasons)[1:] == [("L-19", "guards.supply_empty"), ("Z-12", "guards.supply_all_empty")]
    assert not named(result.reasons)


@rule("Z-12", "L-19")
@pytest.mark.parametrize("value", ["next", "nothing"])
def test_a_supply_that_has_it_leaves_nothing_to_the_ruling(value: str):
    result = commissary(stock(3, 2, 1, 0), {GOLD: 1}, rulings_of(guards_supply_out=value))
    assert result.takes == GOLD
    assert cited(result.reasons) == ["Z-12"]
    assert not named(result.reasons)


# Exchange


@rule("Z-17")
@pytest.mark.parametrize(
    ("resources", "gives", "gets"),
    [
        (stock(3, 2, 1, 0), SCRAP, GOLD),
        (stock(0, 1, 2, 3), GOLD, SCRAP),
        (stock(2, 2, 1, 1), SCRAP, GOLD),
        (stock(1, 2, 2, 0), POTION, GOLD),
        (stock(0, 2, 0, 2), POTION, IRON),
        (stock(1, 1, 1, 1), SCRAP, GOLD),
        ({IRON: 1}, IRON, GOLD),
        ({GOLD: 1}, GOLD, IRON),
    ],
)
def test_the_guards_give_what_they_have_most_of_for_what_they_have_fewest_of(resources, gives, gets):
    assert swaps(resources) == (gives, gets)


@rule("Z-17")
@pytest.mark.parametrize("resources", [{}, stock(), {GOLD: 0}])
def test_without_resources_nothing_is_exchanged(resources):
    result = exchange(resources, None, rulings_of())
    assert (result.gives, result.gets) == (None, None)
    assert said(result.reasons) == [("Z-17", "guards.nothing_to_give")]


@rule("Z-17")
def test_both_ties_of_an_exchange_are_told():
    reasons = exchange(stock(2, 2, 0, 0), None, rulings_of()).reasons
    assert [(reason.rule, reason.key, reason.data) for reason in reasons] == [
        ("Z-17", "guards.most", {"resource": SCRAP, "counts": stock(2, 2, 0, 0)}),
        ("Z-17", "guards.least_rare", {"resource": SCRAP, "tied": (SCRAP, POTION)}),
        ("Z-17", "guards.fewest", {"resource": GOLD, "counts": stock(2, 2, 0, 0)}),
        ("Z-17", "guards.rarest", {"resource": GOLD, "tied": (IRON, GOLD)}),
    ]


@rule("Z-17")
def test_an_exchange_without_ties_is_told_shortly():
    assert said(exchange(stock(3, 2, 1, 0), None, rulings_of()).reasons) == [
        ("Z-17", "guards.most"),
        ("Z-17", "guards.fewest"),
    ]


@rule("Z-17", "L-19")
@pytest.mark.parametrize(("value", "swapped"), [("next", (SCRAP, IRON)), ("nothing", (None, None))])
def test_an_exchange_from_a_supply_that_has_none_follows_the_ruling(value: str, swapped):
    result = exchange(stock(3, 2, 1, 0), stock(1, 1, 1, 0), rulings_of(guards_supply_out=value))
    assert (result.gives, result.gets) == swapped
    assert said(result.reasons)[2:] == [
        ("L-19", "guards.supply_empty"),
        ("Z-17", f"ruling.guards_supply_out.{value}"),
    ]
    assert named(result.reasons) == {"guards_supply_out"}


@rule("Z-17", "L-19")
@pytest.mark.parametrize("value", ["next", "nothing"])
def test_the_same_type_is_never_exchanged_for_itself(value: str):
    result = exchange(stock(3, 2, 1, 0), {SCRAP: 5}, rulings_of(guards_supply_out=value))
    assert (result.gives, result.gets) == (None, None)
    assert said(result.reasons)[2:] == [("L-19", "guards.supply_empty"), ("Z-17", "guards.same_type")]
    assert result.reasons[-1].data == {"resource": SCRAP}
    assert not named(result.reasons)


@rule("Z-17", "L-19")
@pytest.mark.parametrize("value", ["next", "nothing"])
def test_nothing_is_exchanged_with_an_empty_supply(value: str):
    result = exchange(stock(3, 2, 1, 0), {}, rulings_of(guards_supply_out=value))
    assert (result.gives, result.gets) == (None, None)
    assert said(result.reasons)[-1] == ("Z-17", "guards.supply_all_empty")
    assert not named(result.reasons)


@rule("Z-17")
@given(stocks, supplies)
def test_an_exchange_gives_and_gets_two_types_or_neither(resources, supply):
    gives, gets = swaps(resources, supply)
    assert (gives is None) == (gets is None)
    if gives is not None:
        assert gives != gets
        assert resources[gives] == max(resources.values())
        assert supply is None or supply[gets] > 0


# Chow Hall


def seized(*icons: int) -> list[str]:
    """Which of the goon spaces, lowest first, the guards take."""
    goons = [GoonSpace(place, count) for place, count in zip(STANDARD.goon_locations, icons, strict=False)]
    return [goon.location.value for goon in chow_hall(goons).spaces]


@rule("Z-13")
@pytest.mark.parametrize(
    ("icons", "taken"),
    [
        ((1, 3, 2, 0, 0), ["infirmary", "smithy"]),
        ((0, 0, 1, 2, 3), ["chow_hall", "commissary"]),
        ((1, 1, 1, 1, 1), ["sewers", "infirmary"]),
        ((1, 2, 1, 2, 2), ["infirmary", "commissary"]),
        ((1, 3, 1, 1, 1), ["infirmary", "sewers"]),
        ((1, 2), ["infirmary", "sewers"]),
        ((0,), ["sewers"]),
        ((), []),
    ],
)
def test_the_guards_seize_the_two_goons_with_most_icons(icons: tuple[int, ...], taken: list[str]):
    assert seized(*icons) == taken


@rule("Z-13")
def test_the_order_in_which_goons_are_told_does_not_matter():
    goons = [GoonSpace(Location.CHOW_HALL, 1), GoonSpace(Location.SMITHY, 1), GoonSpace(Location.SEWERS, 1)]
    assert [goon.location for goon in chow_hall(goons).spaces] == [Location.SEWERS, Location.SMITHY]


@rule("Z-13")
def test_the_answer_says_what_was_seized_and_what_tied():
    goons = [GoonSpace(place, icons) for place, icons in zip(STANDARD.goon_locations, (1, 3, 1, 0, 1), strict=True)]
    reasons = chow_hall(goons).reasons
    assert [(reason.rule, reason.key, reason.data) for reason in reasons] == [
        ("Z-13", "guards.seize", {"location": "infirmary", "icons": 3}),
        ("Z-13", "guards.seize", {"location": "sewers", "icons": 1}),
        ("Z-13", "guards.seize_tie", {"icons": 1, "locations": ("sewers", "smithy", "chow_hall")}),
    ]


@rule("Z-13")
def test_a_tie_of_two_is_a_tie():
    reasons = chow_hall([GoonSpace(Location.SMITHY, 2), GoonSpace(Location.SEWERS, 2)]).reasons
    assert reasons[-1][:3] == ("Z-13", "guards.seize_tie", {"icons": 2, "locations": ("sewers", "smithy")})


@rule("Z-13")
def test_fewer_goons_than_two_are_told():
    assert said(chow_hall([]).reasons) == [("Z-13", "guards.no_goons")]
    assert said(chow_hall([GoonSpace(Location.SMITHY, 2)]).reasons) == [
        ("Z-13", "guards.seize"),
        ("Z-13", "guards.one_goon"),
    ]


@rule("Z-13")
def test_two_goons_without_a_tie_are_told_shortly():
    goons = [GoonSpace(Location.SMITHY, 2), GoonSpace(Location.SEWERS, 1)]
    assert said(chow_hall(goons).reasons) == [("Z-13", "guards.seize")] * 2


@rule("Z-13", "S-5")
def test_a_goon_space_is_told_once():
    goons = [GoonSpace(Location.SEWERS, 1), GoonSpace(Location.SMITHY, 2), GoonSpace(Location.SEWERS, 3)]
    with pytest.raises(RepeatedLocation) as caught:
        chow_hall([*goons, goons[1]])
    assert [one.path for one in caught.value.all] == [("goons", place, "location") for place in (2, 3)]
    assert (caught.value.key, caught.value.data) == ("goons.location_twice", {"location": "sewers"})


@rule("Z-13", "Z-22")
@given(goon_spaces)
def test_no_goon_that_stays_has_more_icons_than_one_that_is_seized(goons):
    spaces = chow_hall(goons).spaces
    assert len(spaces) == min(2, len(goons))
    for goon in set(goons) - {*spaces}:
        assert (-goon.icons, goon.location.number) > max((-one.icons, one.location.number) for one in spaces)


# Cell Block: what they craft


@rule("Z-14")
def test_the_guards_craft_the_highest_item_that_they_can_pay_for():
    display = [item(2, scrap=1), item(5, gold=1), item(3, scrap=2)]
    assert crafted(stock(scrap=2), display) == ("display", 2)
    assert crafted(stock(scrap=2, gold=1), display) == ("display", 1)
    assert crafted(stock(scrap=1), display) == ("display", 0)


@rule("Z-14")
def test_they_look_at_the_display_and_at_their_reserve():
    display, reserve = [item(3, scrap=1)], [item(2, scrap=1), item(4, scrap=1)]
    assert crafted(stock(scrap=1), display, reserve) == ("reserve", 1)
    assert crafted(stock(scrap=1), [item(5, scrap=1)], reserve) == ("display", 0)


@rule("Z-14")
def test_of_equal_items_the_one_nearer_the_item_deck_is_crafted():
    display = [None, item(3, gold=1), item(3, scrap=1), item(3)]
    result = at_the_cell_block(stock(scrap=1), display)
    assert result.crafts == Card("display", 2, display[2])
    assert said(result.reasons) == [
        ("Z-14", "guards.cannot_pay"),
        ("Z-14", "guards.craft"),
        ("Z-14", "guards.nearer_deck"),
        ("Z-14", "guards.pay"),
    ]
    assert not named(result.reasons)


@rule("Z-14")
def test_of_equal_items_in_the_reserve_the_one_reserved_first_is_crafted():
    result = at_the_cell_block(stock(scrap=1), [], [item(3, scrap=1), item(3)])
    assert result.crafts is not None
    assert (result.crafts.source, result.crafts.index) == ("reserve", 0)
    assert ("Z-14", "guards.reserved_first") in said(result.reasons)
    assert not named(result.reasons)


@rule("Z-14")
@pytest.mark.parametrize(("value", "source"), [("reserve", "reserve"), ("display", "display")])
def test_equal_in_display_and_reserve_the_ruling_decides(value: str, source: str):
    display, reserve = [item(1), item(3, scrap=1)], [item(3, gold=1), item(3, scrap=1)]
    result = at_the_cell_block(stock(scrap=1), display, reserve, guards_equal_item=value)
    assert result.crafts is not None
    assert (result.crafts.source, result.crafts.index) == (source, 1)
    assert named(result.reasons) == {"guards_equal_item"}
    assert ("Z-14", f"ruling.guards_equal_item.{value}") in said(result.reasons)


@rule("Z-14")
@pytest.mark.parametrize("value", ["reserve", "display"])
@pytest.mark.parametrize(
    ("display", "reserve"),
    [
        ([item(3)], [item(2)]),
        ([item(2)], [item(3)]),
        ([item(3)], [item(3, gold=1)]),
        ([item(3, gold=1)], [item(3)]),
        ([item(3), item(3)], []),
        ([item(3, gold=1)], [item(3, gold=1)]),
    ],
)
def test_the_ruling_on_equal_items_is_not_named_where_it_decided_nothing(display, reserve, value: str):
    usual = at_the_cell_block(stock(), display, reserve)
    result = at_the_cell_block(stock(), display, reserve, guards_equal_item=value)
    assert (result.crafts, result.pays, result.reserves) == (usual.crafts, usual.pays, usual.reserves)
    assert not named(result.reasons)


@rule("Z-14")
def test_the_answer_says_what_was_passed_over_and_what_it_lacked():
    display = [item(5, any=2, gold=1, iron=2), None, item(4, potion=1), item(1, any=1), item(0, gold=9)]
    result = at_the_cell_block(stock(scrap=1, iron=1), display)
    assert result.crafts is not None
    assert [(reason.rule, reason.key, reason.data) for reason in result.reasons] == [
        (
            "Z-14",
            "guards.cannot_pay",
            {"source": "display", "place": 1, "reputation": 5, "lacking": {"iron": 1, "gold": 1, "any": 1}},
        ),
        (
            "Z-14",
            "guards.cannot_pay",
            {"source": "display", "place": 3, "reputation": 4, "lacking": {"potion": 1}},
        ),
        ("Z-14", "guards.craft", {"source": "display", "place": 4, "reputation": 1}),
        ("Z-14", "guards.pay", {"resources": {"scrap": 1}}),
        ("Z-14", "guards.pay_any", {"count": 1}),
    ]


@rule("Z-14")
def test_a_free_card_costs_nothing():
    result = at_the_cell_block({}, [item(1)])
    assert result.pays == {}
    assert said(result.reasons) == [("Z-14", "guards.craft"), ("Z-14", "guards.pay_nothing")]


# Cell Block: what they pay


@rule("Z-14")
@pytest.mark.parametrize(
    ("resources", "card", "pays"),
    [
        (stock(5, 5, 5, 5), item(1, scrap=2, gold=1), {SCRAP: 2, GOLD: 1}),
        (stock(5, 5, 5, 5), item(1, any=2), {SCRAP: 2}),
        (stock(1, 1, 1, 1), item(1, any=3), {SCRAP: 1, POTION: 1, IRON: 1}),
        (stock(2, 1, 0, 1), item(1, any=1, scrap=2), {SCRAP: 2, POTION: 1}),
        (stock(2, 0, 0, 1), item(1, any=1, scrap=2), {SCRAP: 2, GOLD: 1}),
        (stock(3, 0, 0, 0), item(1, any=1, scrap=2), {SCRAP: 3}),
        (stock(0, 0, 2, 1), item(1, any=2, gold=1), {IRON: 2, GOLD: 1}),
        ({GOLD: 2}, item(1, any=1), {GOLD: 1}),
        ({}, item(1), {}),
    ],
)
def test_any_is_paid_after_the_fixed_part_with_the_least_rare(resources, card: Item, pays):
    assert payment(resources, card) == pays
    assert at_the_cell_block(resources, [card]).pays == pays


@rule("Z-14")
@pytest.mark.parametrize(
    ("resources", "card", "short"),
    [
        (stock(2, 0, 0, 1), item(1, any=1, scrap=2), {}),
        (stock(2, 0, 0, 0), item(1, any=1, scrap=2), {"any": 1}),
        (stock(1, 3, 0, 0), item(1, any=1, scrap=2), {"scrap": 1}),
        (stock(1, 3, 0, 0), item(1, any=5, scrap=2), {"scrap": 1, "any": 2}),
        ({}, item(1, iron=1, gold=2), {"iron": 1, "gold": 2}),
        (stock(1, 1, 1, 1), item(1, any=4), {}),
        ({IRON: 1}, item(1, any=2), {"any": 1}),
    ],
)
def test_what_the_guards_lack(resources, card: Item, short: dict[str, int]):
    assert lacking(resources, card) == short


@rule("Z-14")
@given(stocks, items)
def test_the_guards_pay_the_cost_and_never_more_than_they_have(resources, card):
    assume(not lacking(resources, card))
    pays = payment(resources, card)
    assert all(0 < count <= resources[resource] for resource, count in pays.items())
    assert sum(pays.values()) == sum(card.cost.values()) + card.any
    over = {resource: pays.get(resource, 0) - card.cost.get(resource, 0) for resource in Resource}
    assert min(over.values()) >= 0
    rarest = max((resource.rarity for resource in Resource if over[resource]), default=0)
    assert all(pays.get(resource, 0) == resources.get(resource, 0) for resource in list(Resource)[:rarest])


@rule("Z-14", "Z-15", "Z-22")
@given(stocks, displays, reserves, st.sampled_from(["reserve", "display"]))
def test_the_guards_craft_exactly_when_something_is_payable(resources, display, reserve, value):
    result = at_the_cell_block(resources, display, reserve, guards_equal_item=value)
    there = [card for card in display if card is not None]
    payable = [card.reputation for card in [*there, *reserve] if not lacking(resources, card)]
    if payable:
        assert result.crafts is not None
        source = {"display": display, "reserve": reserve}[result.crafts.source]
        assert source[result.crafts.index] == result.crafts.item
        assert result.crafts.item.reputation == max(payable)
        assert result.pays == payment(resources, result.crafts.item)
        assert result.reserves is None
    else:
        assert (result.crafts, result.pays) == (None, None)
        assert (result.reserves is None) == (not there)


@rule("Z-14")
def test_a_card_of_which_nothing_is_told_is_free_and_worth_nothing():
    assert Item() == Item(0, {}, 0)


@rule("Z-14")
def test_what_a_card_costs_stays_as_it_was_told():
    told = {GOLD: 1}
    card = Item(3, told)
    told[GOLD] = 2
    assert card.cost == {GOLD: 1}
    with pytest.raises(TypeError):
        card.cost[GOLD] = 2


# Cell Block: what they reserve


@rule("Z-15")
def test_where_nothing_is_payable_they_reserve_the_highest_of_the_display():
    display, reserve = [item(3, gold=1), None, item(4, gold=1), item(4, iron=1)], [item(5, gold=1)]
    result = at_the_cell_block(stock(scrap=3), display, reserve)
    assert (result.crafts, result.pays) == (None, None)
    assert result.reserves == Card("display", 2, display[2])
    assert [(reason.rule, reason.key, reason.data) for reason in result.reasons[-2:]] == [
        ("Z-15", "guards.reserve", {"source": "display", "place": 3, "reputation": 4}),
        ("Z-15", "guards.nearer_deck", {"source": "display", "place": 3, "reputation": 4}),
    ]
    assert said(result.reasons)[:-2] == [("Z-14", "guards.cannot_pay")] * 4


@rule("Z-15")
def test_a_single_highest_card_is_reserved_without_a_word_on_ties():
    result = at_the_cell_block({}, [item(3, gold=1), item(4, gold=1)])
    assert result.reserves is not None
    assert result.reserves.index == 1
    assert cited(result.reasons)[-2:] == ["Z-14", "Z-15"]


@rule("Z-15")
@pytest.mark.parametrize("display", [[], [None, None]])
def test_from_an_empty_display_nothing_is_reserved(display):
    result = at_the_cell_block({}, display, [item(5, gold=1)])
    assert (result.crafts, result.pays, result.reserves) == (None, None, None)
    assert said(result.reasons) == [("Z-14", "guards.cannot_pay"), ("Z-15", "guards.display_empty")]


@rule("Z-15")
def test_a_reserved_card_that_can_be_paid_for_is_crafted_before_anything_is_reserved():
    result = at_the_cell_block({}, [item(5, gold=1)], [item(0)])
    assert crafted({}, [item(5, gold=1)], [item(0)]) == ("reserve", 0)
    assert result.reserves is None
