"""The cards of a complete copy, revealed in another order in each game."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.whole_copies import shown_cards, whole_copy

from companion.boxes.box import Box
from companion.boxes.drawing import setup_of
from companion.players import NoPar, first_decision, named, par_games
from companion.players.shown_cards import NotComplete
from companion.rules import Difficulty, Game
from companion.rules.acts.actions import Act
from companion.rules.state.cards import OTHER_GOON, EndGoal, GoonFace, ItemFace, as_turned_up
from companion.rules.state.pieces import KIND_OF, Kind
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup, Turns
from companion.rules.vocabulary import EditionName, Goon, Valuable


def setup(box: Box, **other: Any) -> Setup:
    return replace(setup_of(box, Difficulty.MODERATE), turns=Turns.ENFORCED, **other)


def begun(box: Box, seed: str = "x") -> Game:
    game = Game.new(setup(box), seed=seed)
    return first_decision(game, shown_cards(box, game.position, seed))


def revealed(game: Position) -> Iterable[tuple[Kind, int]]:
    return ((KIND_OF[zone], card) for (zone, _), cards in game.zones.items() for card in cards if card is not None)


def known(face: Any) -> Any:
    """A face without what is asked for only when a side takes the card."""
    return as_turned_up(face)._replace(name="")


@pytest.mark.parametrize("edition", EditionName)
def test_every_card_that_a_game_reveals_is_one_of_the_copy_and_none_lies_twice(edition: EditionName) -> None:
    box = whole_copy(f"all different {edition}", edition)
    game = begun(box)
    cards, chance, went = shown_cards(box, game.position, "y"), Random("acts"), set[int]()
    while not game.is_over:
        position = game.position
        for kind, of in ((Kind.GOON, box.goons), (Kind.ITEM, box.items)):
            lying = [position.face(card) for its, card in revealed(position) if its is kind]
            told = [known(face) for face in lying if face != ItemFace()]
            left = [known(face) for face in of.values()]
            for face in told:
                fits = next((one for one in left if face in (one, one._replace(**_waiting(one)))), None)
                assert fits is not None, face
                left.remove(fits)
        went |= {card for _, card in revealed(position)}
        game = game.play(cards.shown(game) or named("random")(game, 0, chance))
    assert len(went) > 20


def _waiting(face: Any) -> dict[str, Any]:
    """What a Bandit is asked for just after it is revealed."""
    return {"resource": None} if isinstance(face, GoonFace) else {}


def test_the_cards_of_a_seed_are_the_same_and_those_of_another_are_not() -> None:
    box = whole_copy()
    asked = Game.new(setup(box), seed="x")
    first, same, *others = (first_decision(asked, shown_cards(box, asked.position, seed)) for seed in "aabcd")
    assert first == same
    assert any(first != other for other in others)


def test_a_card_that_the_table_knows_in_part_is_a_face_that_it_may_be() -> None:
    box = whole_copy()
    plain = GoonFace(Goon.DWARF, 1, valuables=(), effects=())
    special = plain._replace(icons=3, valuables=(Valuable.GEM,))
    goons = [plain] * (len(box.goons) - 1) + [special]
    box = replace(box, goons={str(place): face for place, face in enumerate(goons)})
    asked = Game.new(setup(box), seed="x")
    game = asked.play(Act("type_goon", {"goon": {"type": "dwarf", "icons": 3}}))
    cards = shown_cards(box, game.position, "x")
    while (act := cards.shown(game)) is not None:
        assert act.values["goon"] == {"type": "dwarf", "icons": 1}, "the other lies there"
        game = game.play(act)
    for first, second in ((3, 3), (1, 2)):
        another = asked
        for icons in (first, second):
            another = another.play(Act("type_goon", {"goon": {"type": "dwarf", "icons": icons}}))
        with pytest.raises(NotComplete):
            shown_cards(box, another.position, "x")


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("items", None),
        ("goons", None),
        ("items", {"price": None}),
        ("items", {"valuables": None}),
        ("goons", {"effects": None}),
        ("goons", {"type": Goon.BANDIT, "resource": None}),
        ("goons", {"type": Goon.DEMON, "counts": None}),
        ("goons", {"type": OTHER_GOON}),
        ("goons", {"type": None}),
    ],
)
def test_a_copy_of_which_one_card_is_not_known_has_no_cards_to_reveal(
    section: str, change: dict[str, Any] | None
) -> None:
    box, place = whole_copy(), "7"
    faces = dict(getattr(box, section))
    position = Game.new(setup(box), seed="x").position
    if change is None:
        del faces[place]
    else:
        faces[place] = faces[place]._replace(**change)
    with pytest.raises(NotComplete):
        shown_cards(replace(box, **{section: faces}), position, "x")


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_odds_based_player_plays_with_every_effect_of_a_copy_to_the_end(difficulty: Difficulty) -> None:
    box = whole_copy(f"effects {difficulty}")
    game = Game.new(replace(setup_of(box, difficulty), turns=Turns.ENFORCED, instant=True), seed="x")
    game = first_decision(game, shown_cards(box, game.position, "x"))
    found = [*par_games(game, "counting", 2, lambda number: shown_cards(box, game.position, str(number)))]
    assert [one.game for one in found] == [1, 2]
    [second] = par_games(game, "counting", 2, lambda number: shown_cards(box, game.position, str(number)), after=1)
    assert second == found[1]


@pytest.mark.parametrize("goal", [EndGoal("condition"), EndGoal("majority", "other")])
def test_a_game_in_which_a_person_must_count_has_no_par(goal: EndGoal) -> None:
    box = whole_copy()
    game = Game.new(setup(box, end=goal), seed="x")
    with pytest.raises(NoPar):
        par_games(game, "counting", 1, lambda number: shown_cards(box, game.position, str(number)))
