"""Beginning in the middle: figures lie where they were said to lie, out of the box's cubes and cards."""

from dataclasses import replace
from typing import Any

import pytest
from support.common import rule
from support.rule_citations import check_reasons

from companion.rules.corrections.registry import NotInTheBox
from companion.rules.editions import STANDARD
from companion.rules.engine.decider import begin_at, prompt
from companion.rules.engine.mid_game_setup import (
    TOLD,
    EnteredGuardCard,
    EnteredPosition,
    SideHoldings,
    WrongFigures,
    _not_of_the_edition,
)
from companion.rules.frozen import FrozenDict
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.events import CardDrawn, FaceTyped, MarkerMoved, Moved, Scored, replay
from companion.rules.state.pieces import DISCARDS, DISPLAY, Cube, Kind, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Setup, Start, boxed
from companion.rules.vocabulary import Goon, Location, Resource

PLAYER, GUARDS = 0, 1
DWARF = GoonFace(Goon.DWARF, 1)
SPOON = ItemFace(Item(4, {Resource.IRON: 2}), (), ())
BOARD: dict[Location, GoonFace | None] = dict.fromkeys(STANDARD.goon_locations, DWARF)
SEATS = (Start(), Start(power=2, suspicion=1))


def events(phase: Phase = Phase.PATROL, round_: int = 3, setup: Setup | None = None, **figures: Any) -> Any:
    chosen = setup or Setup(starts=SEATS)
    if "tokens" in figures:
        figures["holdings"] = {PLAYER: SideHoldings(tokens=figures.pop("tokens"))}
    happened = begin_at(
        chosen, EnteredPosition(round_, phase, **{"goons": BOARD, **figures}), lambda _, __, cards: tuple(cards)
    )
    for event in happened:
        check_reasons(event)
    return happened


def stands(phase: Phase = Phase.PATROL, round_: int = 3, setup: Setup | None = None, **figures: Any) -> Position:
    return replay(events(phase, round_, setup, **figures))


def held(game: Position, cube: Cube) -> int:
    return sum(number for (_, one), number in game.cubes.items() if one is cube)


@rule("S-9", "E-14")
def test_a_side_has_what_was_said_and_otherwise_what_it_starts_with():
    game = stands(
        holdings={
            PLAYER: SideHoldings(17, 7, {Cube.SCRAP: 3, Cube.SUSPICION: 4, Cube.POWER: 5}, 2),
        }
    )
    assert (game.reputation, game.storage) == ((17, 10), (7, 5))
    assert [game.at(PLAYER, one) for one in (Cube.SCRAP, Cube.SUSPICION, Cube.POWER)] == [3, 4, 5]
    assert [game.at(GUARDS, one) for one in (Cube.SCRAP, Cube.SUSPICION, Cube.POWER)] == [0, 1, 2]
    assert game.tomes == {"out": 4, PLAYER: 2}
    counted = boxed(Setup()).cubes
    assert {one: game.supply(one) for one in Cube} == {one: counted[one] - held(game, one) for one in Cube}


@rule("S-9", "E-14")
def test_cards_lie_with_their_sides_and_come_from_their_decks():
    game = stands(
        Phase.ROLL_CALL,
        holdings={
            PLAYER: SideHoldings(crafted=(SPOON, ItemFace()), reserve=(ItemFace(name="Comb"), SPOON), goons=(DWARF,)),
            GUARDS: SideHoldings(goons=(DWARF, DWARF)),
        },
        discarded_goons=(DWARF, DWARF, DWARF),
        discarded_tomes=3,
        display=(None, SPOON),
    )

    def lying(zone: Zone, side: int) -> list[Any]:
        return [game.face(card) for card in game.lying((zone, side))]

    assert lying(Zone.CRAFTED, PLAYER) == [SPOON, ItemFace()]
    assert lying(Zone.RESERVE, PLAYER) == [ItemFace(name="Comb"), SPOON]
    assert lying(Zone.GOONS, PLAYER) == [DWARF]
    assert lying(Zone.GOONS, GUARDS) == [DWARF, DWARF]
    assert len([*game.lying(DISCARDS)]) == 3
    assert game.tomes["discards"] == 3
    setup = boxed(Setup())
    assert game.deck(Kind.ITEM) == setup.cards[Kind.ITEM] - 4 - 1
    assert [card and game.face(card) for card in game.zones[DISPLAY]] == [None, SPOON, None]
    assert game.deck(Kind.GOON) == setup.cards[Kind.GOON] - 3 - 3 - 5


@rule("S-9", "E-14")
def test_what_is_reserved_is_told_apart_from_the_card_so_that_only_its_side_hears_it():
    happened = events(holdings={PLAYER: SideHoldings(reserve=(SPOON, ItemFace()))})
    drawn = [one.face for one in happened if isinstance(one, CardDrawn) and one.spot == (Zone.RESERVE, PLAYER)]
    assert drawn == [ItemFace(), ItemFace()]
    assert [one.face for one in happened if isinstance(one, FaceTyped)] == [SPOON]


@rule("S-9", "E-14")
def test_the_display_is_full_of_unknown_items_unless_something_is_said():
    game = stands(Phase.ROLL_CALL)
    assert game.zones[DISPLAY] == (0, 1, 2)
    assert [game.face(card) for card in (0, 1, 2)] == [ItemFace()] * 3
    few = stands(Phase.ROLL_CALL, setup=Setup(cards={Kind.ITEM: 2}))
    assert few.zones[DISPLAY] == (0, 1, None)
    with pytest.raises(WrongFigures) as wrong:
        stands(display=(SPOON,) * 4)
    assert (wrong.value.path, wrong.value.data) == (("display",), {"most": 3})


@rule("S-9", "E-14")
def test_the_board_has_its_goons_and_what_nobody_said_is_asked():
    game = stands(Phase.ROLL_CALL, goons={Location.SEWERS: DWARF, Location.SMITHY: None})
    assert game.face(next(game.lying((Zone.SPACE, Location.SEWERS)))) == DWARF
    waiting = [step.location for step in game.agenda if step.kind == "goon_space"]
    assert waiting == [Location.INFIRMARY, Location.COMMISSARY, Location.CHOW_HALL]
    assert game.agenda[0].kind == "goon_space"
    assert prompt(game).actions[0].type == "type_goon"


@rule("S-9", "P-7")
def test_a_bandit_of_whom_nobody_said_what_he_lays_is_asked_about():
    bandit = GoonFace(Goon.BANDIT, 1)
    game = stands(Phase.ROLL_CALL, goons={**BOARD, Location.SMITHY: bandit})
    assert prompt(game).actions[0].type == "type_bandit"
    assert game.face(prompt(game).step.card) == bandit
    told = stands(Phase.ROLL_CALL, goons={**BOARD, Location.SMITHY: bandit._replace(resource=Resource.GOLD)})
    assert prompt(told).actions[0].type != "type_bandit"


@rule("S-9", "E-14")
def test_cubes_lie_at_locations():
    game = stands(
        Phase.ROLL_CALL, cubes={Location.SEWERS: {Cube.SUSPICION: 2}, Location.LIBRARY: {Cube.GOLD: 1, Cube.IRON: 2}}
    )
    assert game.at(Location.SEWERS, Cube.SUSPICION) == 2
    assert [game.at(Location.LIBRARY, one) for one in (Cube.GOLD, Cube.IRON)] == [1, 2]


@rule("E-14", "S-9", "S-10")
def test_what_figures_were_made_of_can_be_changed_and_leaves_them():
    cubes = {Cube.SCRAP: 1}
    holdings = {PLAYER: SideHoldings(cubes=cubes)}
    figures = EnteredPosition(1, Phase.PATROL, holdings=holdings)
    cubes[Cube.SCRAP] = 2
    holdings.clear()
    assert figures.holdings[PLAYER].cubes[Cube.SCRAP] == 1
    assert {type(figures.holdings), type(figures.holdings[PLAYER].cubes)} == {FrozenDict}


@rule("S-9", "E-14")
def test_a_round_and_places_that_the_edition_does_not_have_are_refused_each_with_what_there_is():
    small = replace(STANDARD, locations=STANDARD.locations[:-1])
    library = Location.LIBRARY
    figures = EnteredPosition(
        7, Phase.LIGHTS_OUT, library, cubes={library: {Cube.SCRAP: 1}}, guard_cards=(EnteredGuardCard(Location.SEWERS),)
    )
    assert [(one.key, one.path, one.data) for one in _not_of_the_edition(small, figures)] == [
        ("shape.range", ("round",), {"least": 1, "most": 6}),
        ("shape.one_of", ("cubes", "library"), {"options": small.locations}),
        ("shape.one_of", ("location",), {"options": small.locations}),
    ]


@rule("S-7", "S-9")
def test_the_marker_is_where_it_was_said_to_be():
    assert stands().first_player == GUARDS
    assert stands(first_player=GUARDS).first_player == GUARDS
    assert stands(first_player=PLAYER).first_player == PLAYER


@rule("O-11", "S-9")
def test_the_leader_goal_is_with_whom_the_figures_say_or_with_the_side_that_has_most():
    goal = Setup(leader=LeaderGoal(Goon.DWARF, 2))
    two = {PLAYER: SideHoldings(goons=(DWARF, DWARF))}
    assert stands(setup=goal, holdings=two).leader == PLAYER
    assert stands(setup=goal, holdings=two, leader=GUARDS).leader == GUARDS
    assert stands(setup=goal, leader=PLAYER).leader == PLAYER
    assert stands(setup=goal).leader is None
    with pytest.raises(WrongFigures) as wrong:
        stands(leader=PLAYER)
    assert (wrong.value.key, wrong.value.path) == ("begin.no_leader_goal", ("leader",))


@rule("S-9", "E-14")
def test_all_that_cannot_lie_so_is_said_at_once():
    tokens = {Location.SEWERS: ((5, 5), ())}
    holds = {PLAYER: SideHoldings(cubes={Cube.GOLD: 99, Cube.IRON: 1}, tomes=99, tokens=tokens)}
    with pytest.raises(NotInTheBox) as missing:
        stands(Phase.LIGHTS_OUT, holdings=holds, display=(SPOON,) * 4, leader=PLAYER)
    found = [("/".join(map(str, one.path)), one.key) for one in missing.value.all]
    assert found == [
        (f"holdings/{PLAYER}/cubes/gold", "correction.not_in_the_box"),
        (f"holdings/{PLAYER}/tomes", "correction.deck_empty"),
        ("display", "shape.too_many"),
        ("leader", "begin.no_leader_goal"),
        (f"holdings/{PLAYER}/tokens/sewers", "begin.token_twice"),
    ]
    with pytest.raises(WrongFigures) as other:
        stands(Phase.ROUND, 7)
    assert [one.path for one in other.value.all] == [("round",), ("phase",)]


@rule("S-9")
@pytest.mark.parametrize("round_", [1, 4, 6])
def test_each_phase_of_each_round_can_begin(round_: int):
    called = stands(Phase.ROLL_CALL, round_)
    assert (called.phase, called.round, len(called.guard_cards)) == (Phase.ROLL_CALL, round_, 7)
    dark = stands(Phase.LIGHTS_OUT, round_, tokens={Location.SEWERS: ((2,), ())})
    assert (dark.phase, dark.round, dark.location) == (Phase.LIGHTS_OUT, round_, Location.SEWERS)
    after = stands(Phase.PATROL, round_)
    assert (after.phase, after.round) == (Phase.LAST_RAID if round_ == 6 else Phase.PATROL, round_)


@rule("L-1", "L-3", "S-9")
@pytest.mark.parametrize("location", [None, Location.SMITHY])
def test_lights_out_without_tokens_or_cards_waits_until_they_are_entered(location: Location | None):
    game = stands(Phase.LIGHTS_OUT, location=location)
    assert (game.phase, game.location) == (Phase.LIGHTS_OUT, None)
    assert [action.type for action in prompt(game).actions] == ["resolve_all"]


@rule("E-14")
def test_what_was_said_at_the_beginning_is_no_correction():
    happened = events(
        Phase.LIGHTS_OUT,
        holdings={PLAYER: SideHoldings(17, cubes={Cube.SCRAP: 3})},
        guard_cards=(EnteredGuardCard(Location.SMITHY, GuardFace(3)),),
        first_player=PLAYER,
    )
    keys = [reason.key for event in happened for reason in event.why]
    assert "correction.table_is_right" not in keys
    assert keys.count("begin.told") == len([event for event in happened if event.why[:1] == TOLD])
    assert {type(event) for event in happened if event.why == TOLD} >= {Scored, Moved, CardDrawn, MarkerMoved}


@rule("L-1", "S-9")
def test_lights_out_goes_on_at_a_location_with_what_lies_on_the_board():
    game = stands(
        Phase.LIGHTS_OUT,
        location=Location.SMITHY,
        tokens={Location.SMITHY: ((2, 5), ("enforcer",)), Location.LIBRARY: ((), ("lookout",))},
        guard_cards=(
            EnteredGuardCard(Location.SMITHY, GuardFace(3), "base"),
            EnteredGuardCard(Location.SMITHY, GuardFace("power")),
            EnteredGuardCard(Location.CELL_BLOCK),
        ),
    )
    assert (game.location, prompt(game).step.kind) == (Location.SMITHY, "resolve")
    assert game.tokens == {
        (PLAYER, 2): TokenOnBoard(Location.SMITHY),
        (PLAYER, 5): TokenOnBoard(Location.SMITHY),
        (PLAYER, "enforcer"): TokenOnBoard(Location.SMITHY),
        (PLAYER, "lookout"): TokenOnBoard(Location.LIBRARY, face_down=True),
    }
    assert [(card.location, card.face, card.up, card.colour) for card in game.guard_cards] == [
        (Location.SMITHY, GuardFace(3), True, "base"),
        (Location.SMITHY, GuardFace("power"), True, ""),
        (Location.CELL_BLOCK, None, False, ""),
    ]
    assert len(game.guard_deck) == 9


@rule("L-1", "S-9")
def test_what_lies_at_locations_before_that_one_is_passed_over():
    game = stands(
        Phase.LIGHTS_OUT,
        location=Location.SMITHY,
        tokens={Location.SEWERS: ((2,), ()), Location.SMITHY: ((3,), ())},
    )
    assert game.location == Location.SMITHY
    assert game.tokens[PLAYER, 2] == TokenOnBoard(Location.SEWERS)


@rule("S-9", "Z-2")
def test_a_deck_of_the_house_has_as_many_cards_as_the_house_says():
    setup = Setup(dealing=Dealing.HOUSE, guard_cards=3)
    cards = (EnteredGuardCard(Location.SMITHY, GuardFace(3)),)
    game = stands(Phase.LIGHTS_OUT, setup=setup, location=Location.SMITHY, guard_cards=cards)
    assert len(game.guard_deck) == 11


@rule("S-9")
@pytest.mark.parametrize("phase", [Phase.ROLL_CALL, Phase.PATROL])
@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"location": Location.SEWERS}, ("location",)),
        ({"tokens": {Location.SEWERS: ((2,), ())}}, ("holdings", PLAYER, "tokens")),
        ({"guard_cards": (EnteredGuardCard(Location.SEWERS),)}, ("guard_cards",)),
    ],
)
def test_only_in_lights_out_lies_something_on_the_board(phase: Phase, figures: dict[str, Any], path: tuple[Any, ...]):
    with pytest.raises(WrongFigures) as wrong:
        stands(phase, **figures)
    assert (wrong.value.key, wrong.value.path) == ("begin.only_in_lights_out", path)


@rule("S-2", "S-9")
@pytest.mark.parametrize(
    "tokens",
    [
        {Location.SEWERS: ((2,), (2,))},
        {Location.INFIRMARY: ((2,), ()), Location.SEWERS: ((3, 2), ())},
        {Location.SEWERS: ((7,), ())},
    ],
)
def test_a_token_lies_in_one_place(tokens: Any):
    with pytest.raises(WrongFigures) as wrong:
        stands(Phase.LIGHTS_OUT, tokens=tokens)
    assert (wrong.value.key, wrong.value.path) == ("begin.token_twice", ("holdings", PLAYER, "tokens", "sewers"))


@rule("E-14", "S-9")
@pytest.mark.parametrize(
    ("figures", "path", "needed"),
    [
        ({"holdings": {PLAYER: SideHoldings(cubes={Cube.GOLD: 12})}}, ("holdings", 0, "cubes", "gold"), 12),
        ({"cubes": {Location.SEWERS: {Cube.SUSPICION: 12}}}, ("cubes", "sewers", "suspicion"), 13),
        ({"holdings": {PLAYER: SideHoldings(tomes=25)}}, ("holdings", 0, "tomes"), 29),
        ({"discarded_tomes": 26}, ("discarded_tomes",), 30),
        ({"holdings": {GUARDS: SideHoldings(crafted=(SPOON,) * 35)}}, ("holdings", 1, "crafted", 34), 35),
        ({"holdings": {GUARDS: SideHoldings(reserve=(SPOON,) * 35)}}, ("holdings", 1, "reserve", 34), 35),
        ({"holdings": {GUARDS: SideHoldings(goons=(DWARF,) * 34)}}, ("holdings", 1, "goons", 33), 34),
        ({"discarded_goons": (DWARF,) * 30}, ("discarded_goons", 28), 34),
        (
            {"holdings": {GUARDS: SideHoldings(goons=(DWARF,) * 33)}},
            ("goons", "sewers"),
            34,
        ),
        (
            {"holdings": {GUARDS: SideHoldings(crafted=(SPOON,) * 33)}, "display": (SPOON, SPOON)},
            ("display", 1),
            35,
        ),
        (
            {"phase": Phase.LIGHTS_OUT, "guard_cards": (EnteredGuardCard(Location.SEWERS),) * 13},
            ("guard_cards", 12),
            13,
        ),
    ],
)
def test_what_the_box_does_not_have_is_refused_with_what_it_would_need(figures: Any, path: Any, needed: int):
    with pytest.raises(NotInTheBox) as missing:
        stands(**figures)
    assert (missing.value.path, missing.value.data["needed"]) == (path, needed)
