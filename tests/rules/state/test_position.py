"""A position answers by words as by members, refuses words that are none, and holds nothing that could be changed."""

import pytest

from companion.rules.frozen import FrozenDict
from companion.rules.state.pieces import DISPLAY, Cube, GuardCard, TokenOnBoard, Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location, Resource

GAME = Position(
    Setup(),
    cubes={(0, Cube.IRON): 3, (Location.SEWERS, Cube.SCRAP): 2},
    tokens={
        (0, 5): TokenOnBoard(Location.SEWERS),
        (0, 2): TokenOnBoard(Location.SEWERS),
        (0, 3): TokenOnBoard(Location.SMITHY),
    },
    guard_cards=(GuardCard(Location.SEWERS, None), GuardCard(None, None), GuardCard(Location.SEWERS, None)),
    zones={DISPLAY: (None, 4), (Zone.CRAFTED, 1): (7, 8), (Zone.SPACE, Location.SMITHY): (9,)},
)


def test_cubes_are_found_by_their_words_and_none_are_0() -> None:
    assert GAME.at(0, Cube.IRON) == GAME.at(0, "iron") == GAME.at(0, Resource.IRON) == 3
    assert GAME.at("sewers", "scrap") == GAME.at(Location.SEWERS, Cube.SCRAP) == 2
    assert GAME.at(1, "iron") == GAME.at("smithy", Cube.GOLD) == 0


@pytest.mark.parametrize(("place", "cube"), [("nowhere", "iron"), (0, "blood"), ("sewers", "blood")])
def test_the_word_of_no_place_or_colour_is_refused(place: int | str, cube: str) -> None:
    with pytest.raises(ValueError, match=r"nowhere|blood"):
        GAME.at(place, cube)


def test_tokens_and_guard_cards_are_found_by_the_word_of_their_location() -> None:
    for sewers in ("sewers", Location.SEWERS):
        assert {*GAME.tokens_at(0, sewers)} == {5, 2}
        assert GAME.tokens_at(1, sewers) == ()
        assert GAME.guard_cards_at(sewers) == (0, 2)
    assert GAME.tokens_at(0, "library") == GAME.guard_cards_at("library") == ()
    with pytest.raises(ValueError, match="nowhere"):
        GAME.tokens_at(0, "nowhere")
    with pytest.raises(ValueError, match="nowhere"):
        GAME.guard_cards_at("nowhere")


def test_a_card_has_a_holder_only_where_a_side_has_it_before_it() -> None:
    assert [GAME.holder(card) for card in (8, 4, 9, 10)] == [1, None, None, None]


def test_what_a_position_or_a_step_holds_by_name_is_frozen() -> None:
    assert all(type(one) is FrozenDict for one in (GAME.cubes, GAME.tokens, GAME.zones, GAME._replace(cubes={}).cubes))
    assert type(GAME.setup) is Setup
    step = Step(StepKind.TURN, 0, data={"a": [{"b": 1}]})
    assert type(step.data) is type(step.data["a"][0]) is FrozenDict
    given = FrozenDict(a=1)
    assert Step(StepKind.TURN, data=given).data is given
    now = step._replace(data={"c": 2})
    assert (now.kind, now.side, now.data, type(now.data)) == (StepKind.TURN, 0, {"c": 2}, FrozenDict)
