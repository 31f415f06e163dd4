"""The colour of a guard card that is typed: it decides nothing in a game, and the box wants to know it."""

import pytest
from support.common import rule
from support.game_player import Table, my_cards

from companion.rules.acts.actions import Act, IllegalAct
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import correct
from companion.rules.state.cards import GuardFace
from companion.rules.state.setup import Difficulty


def at_a_card(difficulty: Difficulty = Difficulty.EXPERT, **setup: object) -> Table:
    return my_cards(difficulty=difficulty, **setup).begin_round().guards_turn("sewers")


@rule("Z-2")
@pytest.mark.parametrize(
    ("difficulty", "colour"),
    [(Difficulty.MODERATE, "green"), (Difficulty.CHALLENGING, "yellow"), (Difficulty.EXPERT, "red")],
)
def test_a_typed_card_may_say_whether_it_is_of_the_base_or_of_the_difficulty(difficulty: Difficulty, colour: str):
    for said in ("base", colour):
        table = at_a_card(difficulty)
        table.act("type_guard_card", face={"strength": 4, "colour": said})
        assert table.game.guard_cards[1].colour == said
        assert table.game.guard_cards[1].face == GuardFace(4)


@rule("Z-2")
def test_no_card_of_another_difficulty_is_in_the_deck():
    with pytest.raises(IllegalAct) as refused:
        at_a_card().act("type_guard_card", face={"strength": 4, "colour": "green"})
    assert refused.value.path == ("face", "colour")


@rule("Z-2")
def test_nobody_has_to_say_the_colour():
    table = at_a_card().act("type_guard_card", face={"strength": 4})
    assert table.game.guard_cards[1].colour == ""


@rule("E-16")
def test_the_special_card_has_the_colour_of_its_difficulty():
    table = at_a_card().act("type_guard_card", face={"strength": 4, "special": "yes"})
    assert table.game.guard_cards[1].colour == "red"
    table = at_a_card(edition="prototype").act("type_guard_card", face={"strength": 4, "special": "yes"})
    assert table.game.guard_cards[1].colour == ""


@rule("E-14", "Z-2")
def test_a_card_whose_strength_is_corrected_keeps_its_colour_until_another_is_typed():
    table = at_a_card().act("type_guard_card", face={"strength": 4, "colour": "red"})

    def corrected(**face: object) -> str:
        act = Act("set_guard_face", {"card": [1], "face": face})
        table.happen(*correct(table.game, act, table.shuffle))
        return table.game.guard_cards[1].colour

    assert corrected(strength=5) == "red"
    assert corrected(strength=5, colour="base") == "base"


@rule("E-14", "Z-2")
def test_a_correction_asks_what_the_prompt_asks():
    table = at_a_card()
    (asked,) = (one for one in corrections(table.game) if one.type == "set_guard_face")
    assert asked.fields["face"] == table.prompt.actions[0].fields["face"]
