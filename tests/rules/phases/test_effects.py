import pytest
from support.common import rule
from support.game_player import GUARDS, PLAYER, Table, night, players

from companion.rules.state.cards import GoonFace
from companion.rules.state.events import FaceTyped, TomesMoved
from companion.rules.state.pieces import DISPLAY, Kind, Zone
from companion.rules.vocabulary import DemonValuable, Goon, Location


def recruited(effects: str, cubes: str = "", *, guards: str = "", **setup) -> Table:
    """The player recruits a goon with these effects, for a potion; the rest of its cubes is as given."""
    before = {PLAYER: f"1 potion {cubes}".strip(), **({GUARDS: guards} if guards else {})}
    table = night({}, {"chow_hall": [2]}, before=before, goons=["dwarf 0"] * 5, **setup)
    table.act("resolve").act("recruit", goons="sewers")
    if table.asks == ["pay"]:
        table.act("pay", cubes=["potion"])
    return table.answer("type_card", f"| {effects}")


def seized(effects: str, cubes: str = "", player: str = "", **setup) -> Table:
    """The guards seize a goon with these effects, and one with none."""
    before = {side: written for side, written in ((GUARDS, cubes), (PLAYER, player)) if written}
    table = night({"chow_hall": "1"}, before=before, **setup)
    table.act("resolve").answer("type_card", f"| {effects}")
    return table


def crafted(effects: str, **setup) -> Table:
    """The player crafts an item that costs nothing, with these effects."""
    table = night({}, {"cell_block": [2]}, display=["1", "1", "1"], **setup).act("resolve")
    return table.act("craft", card=table.game.zones[DISPLAY][0]).answer("type_card", f"| {effects}")


@rule("C-3", "C-4")
@pytest.mark.parametrize("resource", ["scrap", "potion", "iron", "gold"])
def test_a_resource_is_gained(resource: str):
    assert recruited(f"gain_{resource}").has(PLAYER) == f"1 {resource} 1 power"


@rule("C-3")
def test_a_power_cube_is_gained():
    assert recruited("gain_power").has(PLAYER) == "2 power"


@rule("C-3", "L-19")
def test_an_effect_gains_nothing_that_the_supply_has_not():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion"})
    table.leaves("gold", 0).act("resolve").act("recruit", goons="sewers").answer("type_card", "| gain_gold")
    assert table.has(PLAYER) == "1 power"
    assert [reason.data for reason in table.reasons("game.supply_empty")] == [{"cube": "gold", "n": 1, "given": 0}]


@rule("C-3", "L-19")
def test_what_the_supply_can_pay_says_nothing_of_it():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion"})
    table.leaves("gold", 1).act("resolve").act("recruit", goons="sewers").answer("type_card", "| gain_gold")
    assert table.has(PLAYER) == "1 gold 1 power"
    assert "L-19" not in table.rules


@rule("C-3", "T-5")
def test_with_no_tome_left_an_effect_draws_none():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion"})
    table.happen(TomesMoved(24, None, "out"))
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "| draw_tome")
    assert table.game.tomes == {"out": 28}
    assert len(table.reasons("game.no_tomes")) == 1


@rule("C-3")
def test_a_suspicion_cube_goes_back():
    assert recruited("remove_suspicion", "2 suspicion").has(PLAYER) == "1 power 1 suspicion"


@rule("C-3")
def test_a_suspicion_cube_goes_to_the_opponent():
    table = recruited("give_suspicion", "2 suspicion")
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power 1 suspicion", "1 power 1 suspicion"]


@rule("C-3")
def test_of_several_opponents_one_is_chosen():
    table = players(3).gives(0, "1 iron 1 suspicion")
    table.begin_round().lights_out({0: {"chow_hall": [2]}})
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "| give_suspicion")
    assert table.options("side") == [1, 2]
    assert table.act("give", side=2).has(2) == "1 power 1 suspicion"


@rule("C-6")
@pytest.mark.parametrize("effect", ["remove_suspicion", "give_suspicion"])
def test_without_a_cube_there_is_none_to_remove_or_give(effect: str):
    table = recruited(effect)
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power", "1 power"]
    assert "C-6" in table.rules


@rule("C-3")
def test_a_tome_is_drawn():
    table = recruited("draw_tome")
    assert table.game.tomes[PLAYER] == 1


@rule("C-3", "E-6")
def test_of_two_tomes_one_is_kept():
    table = recruited("choose_tome")
    assert table.game.tomes[PLAYER] == 1


@rule("C-3", "T-5")
def test_an_effect_that_draws_takes_up_the_discards_too():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion"})
    table.happen(TomesMoved(24, None, "discards"))
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "| draw_tome")
    assert table.game.tomes == {"out": 4, PLAYER: 1}
    assert table.game.deck(Kind.TOME) == 23


@rule("C-3", "E-6", "T-5")
@pytest.mark.parametrize(
    ("effect", "in_deck", "discards"),
    [("draw_tome", 1, 5), ("draw_tome", 0, 0), ("choose_tome", 2, 5), ("choose_tome", 1, 0)],
)
def test_discards_are_shuffled_only_for_a_draw_that_the_deck_cannot_cover(effect: str, in_deck: int, discards: int):
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion"})
    table.happen(TomesMoved(24 - in_deck, None, "discards"))
    table.happen(TomesMoved(24 - in_deck - 5, "discards", "out"))
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", f"| {effect}")
    assert (table.game.tomes[PLAYER], table.game.tomes.get("discards", 0)) == (1, discards)


@rule("C-3", "Z-17")
def test_a_tome_drawn_by_a_player_follows_its_own_rule():
    assert recruited("draw_tome").rules[0] == "C-3"
    assert recruited("choose_tome").rules[0] == "C-3"


@rule("C-3")
@pytest.mark.parametrize("number", [1, 2])
def test_the_storage_limit_rises(number: int):
    assert crafted("storage " * number).game.storage == (5 + number, 5)


@rule("C-3")
def test_a_resource_may_be_exchanged_for_any_other():
    table = recruited("exchange", "1 iron")
    assert table.asks == ["exchange", "keep"]
    assert table.options("give") == ["iron"]
    table.act("exchange", give="iron")
    assert table.options("get") == ["scrap", "potion", "gold"]
    assert table.act("exchange_for", get="gold").has(PLAYER) == "1 gold 1 power"


@rule("C-3")
def test_an_exchange_is_optional():
    table = recruited("exchange", "1 iron").act("keep")
    assert (table.has(PLAYER), table.rules[0]) == ("1 iron 1 power", "C-3")


@rule("C-3")
def test_without_a_resource_there_is_nothing_to_exchange():
    table = recruited("exchange")
    assert "exchange" not in table.asks
    assert "C-3" in table.rules


@rule("C-3", "L-19")
def test_only_what_the_supply_has_is_got_for_it():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion 1 iron 1 scrap"})
    for cube in ("scrap", "iron", "gold"):
        table.leaves(cube, 0)
    table.act("resolve").act("recruit", goons="sewers").act("pay", cubes=["potion"]).answer("type_card", "| exchange")
    assert table.options("give") == ["scrap", "iron"]
    assert table.act("exchange", give="iron").has(PLAYER) == "1 scrap 1 potion 1 power"


@rule("C-3")
def test_of_two_that_the_supply_has_one_is_chosen():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 potion 1 iron"}).leaves("gold", 0)
    table.act("resolve").act("recruit", goons="sewers").act("pay", cubes=["potion"]).answer("type_card", "| exchange")
    table.act("exchange", give="iron")
    assert table.asks == ["exchange_for"]
    assert table.options("get") == ["scrap", "potion"]


@rule("C-6")
@pytest.mark.parametrize("effects", ["exchange gain_gold", "gain_gold exchange", "remove_suspicion give_suspicion"])
def test_a_player_chooses_the_order_where_it_matters(effects: str):
    table = recruited(effects, "1 iron 1 suspicion")
    assert table.asks == ["next_effect"]
    assert table.options("effect") == effects.split()
    (action,) = [action for action in table.prompt.actions if action.type == "next_effect"]
    assert action.fields["effect"].proposed == (effects.split(maxsplit=1)[0],)


@rule("C-6")
def test_the_order_chosen_is_carried_out():
    first = recruited("remove_suspicion give_suspicion", "1 suspicion").act("next_effect", effect="give_suspicion")
    assert [first.has(PLAYER), first.has(GUARDS)] == ["1 power", "1 power 1 suspicion"]
    other = recruited("remove_suspicion give_suspicion", "1 suspicion").act("next_effect", effect="remove_suspicion")
    assert [other.has(PLAYER), other.has(GUARDS)] == ["1 power", "1 power"]


@rule("C-6")
def test_what_was_gained_first_may_be_exchanged():
    table = recruited("exchange gain_gold").act("next_effect", effect="gain_gold")
    assert table.asks == ["exchange", "keep"]
    assert table.options("give") == ["gold"]


@rule("C-6")
@pytest.mark.parametrize(
    "effects", ["gain_gold gain_power", "exchange exchange", "draw_tome storage", "remove_suspicion"]
)
def test_nobody_is_asked_for_an_order_that_changes_nothing(effects: str):
    assert "next_effect" not in recruited(effects, "1 iron 1 suspicion").asks


@rule("C-6", "Z-17")
def test_the_guards_take_effects_in_the_order_typed():
    assert seized("give_suspicion remove_suspicion", "1 suspicion").has(PLAYER) == "1 power 1 suspicion"
    assert seized("remove_suspicion give_suspicion", "1 suspicion").has(PLAYER) == "1 power"


@rule("Z-17")
@pytest.mark.parametrize(
    ("effects", "cubes", "after"),
    [
        ("gain_iron", "", "1 iron 1 power"),
        ("gain_power", "", "2 power"),
        ("remove_suspicion", "2 suspicion", "1 power 1 suspicion"),
        ("remove_suspicion", "", "1 power"),
        ("give_suspicion", "2 suspicion", "1 power 1 suspicion"),
        ("exchange", "2 iron 2 scrap", "1 scrap 2 iron 1 gold 1 power"),
        ("exchange", "", "1 power"),
        ("storage", "", "1 power"),
    ],
)
def test_guards_carry_out_every_effect_they_can(effects: str, cubes: str, after: str):
    assert seized(effects, cubes).has(GUARDS) == after


@rule("C-3", "Z-17")
def test_an_effect_is_told_by_the_rule_of_whose_card_it_is():
    told = [(one.rule, one.data["side"]) for one in recruited("gain_iron").reasons("effect.gain")]
    assert told == [("C-3", PLAYER)]
    told = [(one.rule, one.data["side"]) for one in seized("gain_iron").reasons("effect.gain")]
    assert told == [("Z-17", GUARDS)]


@rule("Z-17", "E-14")
def test_an_exchange_that_the_table_has_overruled_is_told_and_the_next_is_decided_again():
    table = night({"chow_hall": "1"}, before={GUARDS: "2 iron 2 scrap"}).act("resolve")
    table.correct("overrule_exchange", does="nothing").answer("type_card", "| exchange exchange")
    assert [one.rule for one in table.reasons("game.overruled")] == ["Z-17"]
    assert table.game.overruled == {}
    assert table.has(GUARDS) == "1 scrap 2 iron 1 gold 1 power"


@rule("O-2", "O-10")
def test_in_a_game_without_a_leader_goal_nobody_takes_it():
    assert recruited("").game.leader is None


@rule("Z-17", "C-3")
def test_suspicion_that_the_guards_give_goes_to_the_player():
    assert seized("give_suspicion", "1 suspicion").has(PLAYER) == "1 power 1 suspicion"


@rule("Z-17")
@pytest.mark.parametrize("effect", ["draw_tome", "choose_tome"])
def test_a_tome_is_a_star_for_the_guards(effect: str):
    table = seized(effect)
    assert table.game.reputation == (10, 11)
    assert GUARDS not in table.game.tomes


@rule("Z-18", "Z-17")
def test_a_storage_effect_does_nothing_for_the_guards():
    table = seized("storage")
    assert table.game.storage == (5, 5)
    assert "Z-18" in table.rules


@rule("Z-17")
def test_guards_without_a_resource_exchange_nothing_and_say_so():
    table = seized("exchange")
    assert table.has(GUARDS) == "1 power"
    assert table.rules[0] == "Z-17"


@rule("Z-17", "L-19")
def test_guards_that_want_what_the_supply_lacks_exchange_for_the_next_fewest():
    table = night({"chow_hall": "1"}, before={GUARDS: "2 scrap"})
    table.leaves("gold", 0).act("resolve").answer("type_card", "| exchange")
    assert table.has(GUARDS) == "1 scrap 1 iron 1 power"


@rule("G-5")
def test_what_a_demon_counts_is_asked_when_somebody_takes_it():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 iron"}, goons=["demon 1", *["dwarf 0"] * 4])
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "gem |")
    assert table.asks == ["type_demon"]
    table.act("type_demon", counts="gem")
    (card,) = table.game.lying((Zone.GOONS, PLAYER))
    assert table.game.face(card).counts is DemonValuable.GEM


@rule("C-4")
def test_a_card_whose_face_the_box_knows_is_not_typed_again():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "1 iron"})
    (card,) = table.game.lying((Zone.SPACE, Location.SEWERS))
    table.happen(FaceTyped(card, GoonFace(Goon.DWARF, valuables=(), effects=())))
    table.act("resolve").act("recruit", goons="sewers")
    assert "type_card" not in table.asks
