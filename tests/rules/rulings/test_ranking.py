import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import LATER, NAMES, at, cited, guards, player, ranked, said
from support.strategies import tables

from companion.rules.errors import (
    RepeatedToken,
    RuleError,
    TokenNotInPlay,
    UnknownSide,
    WrongMember,
    WrongNumberOfSides,
)
from companion.rules.rulings.ranking import Presence, Stated, check_table, guards_faults, rank, suspect, token_faults
from companion.rules.vocabulary import TOKENS


@rule("L-2", "L-5")
def test_a_strength_that_somebody_counted_is_without_a_lookout_unless_that_is_said() -> None:
    assert not Stated(7).lookout


def refused(kind: type[RuleError], *sides: Presence, marker: str = "") -> RuleError:
    """The error with which the Sewers refuse these sides."""
    with pytest.raises(kind) as caught:
        at("sewers", *sides, marker=marker)
    return caught.value


# Strength


@rule("L-2", "S-2")
@pytest.mark.parametrize(
    ("tokens", "power", "strength"),
    [
        ((2,), 9, 2),
        ((3,), 9, 3),
        ((4,), 9, 4),
        ((5,), 9, 5),
        (("enforcer",), 4, 4),
        (("enforcer",), 0, 0),
        (("lookout",), 9, 0),
        ((2, 3, 4, 5, "enforcer", "lookout"), 6, 20),
        (("lookout", 4), 9, 4),
        ((5, "enforcer"), 1, 6),
        ((), 9, 0),
    ],
)
def test_strength_is_the_sum_of_the_tokens(tokens: tuple[int | str, ...], power: int, strength: int):
    assert player("Vera", *tokens, power=power).strength == strength


@rule("S-2")
def test_a_side_has_six_tokens_and_one_power_cube():
    assert TOKENS == (2, 3, 4, 5, "enforcer", "lookout")
    assert Presence("Vera").power == 1


@rule("Z-9")
@pytest.mark.parametrize(
    ("cards", "power", "strength"),
    [((3,), 5, 3), ((3, 4), 5, 7), (("power",), 5, 5), (("power", 2, "power"), 3, 8), ((0,), 5, 0), ((), 5, 0)],
)
def test_the_guards_strength_is_the_sum_of_their_cards(cards: tuple[int | str, ...], power: int, strength: int):
    assert guards(*cards, power=power).strength == strength


@rule("L-2")
def test_the_answer_says_which_tokens_were_added():
    sides = [player("Vera", "enforcer", power=4), player("Isaac", 2), player("Stan", "lookout", 3)]
    reasons = at("sewers", *sides).reasons
    assert said(reasons)[:3] == [
        ("L-2", "location.enforcer_strength"),
        ("L-2", "location.strength"),
        ("L-2", "location.strength"),
    ]
    assert reasons[0].data == {"side": "Vera", "strength": 4, "rank": 1, "tokens": ("enforcer",), "power": 4}


@rule("Z-9")
def test_the_answer_says_which_guard_cards_were_added():
    numbers = at("sewers", player("Vera", 2), guards(3, 4)).reasons[0]
    power = at("sewers", player("Vera", 2), guards("power", power=3)).reasons[0]
    assert (numbers.rule, numbers.key) == ("Z-9", "location.guards_strength")
    assert numbers.data == {"side": "Guards", "strength": 7, "rank": 1, "cards": (3, 4), "power": 1}
    assert (power.rule, power.key) == ("Z-9", "location.guards_power")


# Who ranks


@rule("L-3")
def test_a_lone_lookout_ranks():
    sides = [player("Vera", "lookout"), player("Isaac"), player("Stan")]
    result = at("sewers", *sides)
    assert ranked(result) == ["Vera"]
    assert said(result.reasons)[0] == ("L-3", "location.lone_lookout")


@rule("L-3")
def test_a_lookout_beside_another_token_is_not_alone():
    reasons = at("sewers", player("Vera", "lookout", 2), player("Isaac", 3)).reasons
    assert cited(reasons)[:2] == ["L-2", "L-2"]


@rule("L-3")
def test_a_side_with_nobody_there_does_not_rank():
    sides = [player("Vera"), player("Isaac", 3), player("Stan")]
    assert ranked(at("sewers", *sides)) == ["Isaac"]


@rule("L-3")
def test_where_nobody_is_nobody_ranks():
    result = at("sewers", player("Vera"), player("Isaac"))
    assert result.outcomes == ()
    assert said(result.reasons) == [("L-3", "location.nobody")]


@rule("L-3", "Z-9")
def test_the_guards_rank_where_they_have_a_card_even_a_zero():
    assert ranked(at("sewers", player("Vera", 2), guards(0))) == ["Vera", "Guards"]
    assert ranked(at("sewers", player("Vera", 2), guards())) == ["Vera"]


@rule("L-4", "L-10")
def test_the_strongest_come_first_and_ranks_are_never_shared():
    result = at("sewers", player("Vera", 2), player("Isaac", 5), player("Stan", 2, 3), player("Claire", 3))
    assert [outcome.place.strength for outcome in result.outcomes] == [5, 5, 3, 2]
    assert [outcome.place.rank for outcome in result.outcomes] == [1, 2, 3, 4]
    assert ranked(result) == ["Isaac", "Stan", "Claire", "Vera"]


# Ties


@rule("L-4")
@pytest.mark.parametrize("marker", [0, 1, 2, 3, 4])
def test_a_tie_goes_to_the_marker_and_then_clockwise(marker: int):
    sides = [player(name, 4) for name in NAMES]
    result = at("sewers", *sides, marker=NAMES[marker])
    assert ranked(result) == [*NAMES[marker:], *NAMES[:marker]]


@rule("L-4")
def test_the_marker_decides_a_tie_between_others_by_where_it_lies():
    sides = [player("Vera", 3), player("Isaac", 5), player("Stan", 3)]
    assert ranked(at("sewers", *sides, marker="Isaac")) == ["Isaac", "Stan", "Vera"]
    assert ranked(at("sewers", *sides, marker="Vera")) == ["Isaac", "Vera", "Stan"]


@rule("L-4")
def test_a_marker_held_by_a_side_that_is_not_there_still_gives_the_order():
    sides = [player("Vera", 3), player("Isaac"), player("Stan", 3)]
    assert ranked(at("sewers", *sides, marker="Isaac")) == ["Stan", "Vera"]


@rule("L-4")
def test_the_answer_says_who_tied_and_who_holds_the_marker():
    sides = [player("Vera", 3), player("Isaac", 5), player("Stan", 3), player("Claire", "enforcer", power=5)]
    reasons = at("sewers", *sides, marker="Stan").reasons
    ties = [reason for reason in reasons if reason.rule == "L-4"]
    assert [(tie.key, tie.data["sides"], tie.data["strength"], tie.data["holder"]) for tie in ties] == [
        ("location.tie", ("Claire", "Isaac"), 5, "Stan"),
        ("location.tie", ("Stan", "Vera"), 3, "Stan"),
    ]


@rule("L-4")
def test_without_a_tie_the_marker_is_not_spoken_of():
    reasons = at("sewers", player("Vera", 3), player("Isaac", 5)).reasons
    assert "L-4" not in cited(reasons)


@rule("L-4")
def test_the_guards_tie_as_a_side_does():
    assert ranked(at("sewers", player("Vera", 3), guards(3), marker="Guards")) == ["Guards", "Vera"]
    assert ranked(at("sewers", player("Vera", 3), guards(3), marker="Vera")) == ["Vera", "Guards"]


@rule("L-4")
@given(tables(), st.integers(0, 4))
def test_turning_the_table_does_not_change_the_ranking(table, turn):
    sides, marker, _ = table
    turned = [*sides[turn % len(sides) :], *sides[: turn % len(sides)]]
    assert rank(turned, marker) == rank(sides, marker)


@rule("L-4")
@given(tables(), st.randoms(use_true_random=False))
def test_seats_matter_only_to_sides_that_tie(table, random):
    sides, marker, _ = table
    untied = {place.side.name for place in rank(sides, marker) if not place.tied}
    moved = [side for side in sides if side.name in untied]
    random.shuffle(moved)
    seated = [moved.pop() if side.name in untied else side for side in sides]
    # The marker stays with the seat, so that those who tie keep their order round the table.
    holder = seated[[side.name for side in sides].index(marker)].name
    assert rank(seated, holder) == rank(sides, marker)


@rule("L-4")
@given(tables())
def test_a_place_is_tied_exactly_where_another_has_its_strength(table):
    sides, marker, _ = table
    places = rank(sides, marker)
    strengths = [place.strength for place in places]
    assert strengths == sorted(strengths, reverse=True)
    assert [place.tied for place in places] == [strengths.count(strength) > 1 for strength in strengths]


# Suspicion


@rule("L-5")
def test_who_has_a_lookout_there_is_not_suspected():
    ranking = rank([player("Vera", "lookout", 5), player("Isaac", 3), player("Stan", 2)], "Vera")
    found = suspect(ranking)
    assert found is not None
    assert found.side.name == "Isaac"


@rule("L-5")
def test_among_lookouts_nobody_is_suspected():
    assert suspect(rank([player("Vera", "lookout", 5), player("Isaac", "lookout")], "Vera")) is None


@rule("L-5", "Z-10")
def test_the_guards_have_no_lookout():
    assert player("Vera", "lookout").has_lookout
    assert not player("Vera", 2).has_lookout
    assert not Presence("Guards", guards=True, tokens=("lookout",)).has_lookout


# Tables that the game does not have


@rule("S-2")
def test_a_token_is_there_once_only():
    error = refused(RepeatedToken, player("Vera", 3), player("Isaac", 2, 5, 2))
    assert error.path == ("sides", 1, "tokens", 2)
    assert (error.key, error.data) == ("token.twice", {"token": 2})


@rule("S-3")
def test_at_a_table_of_five_the_token_2_is_in_the_box():
    sides = [player(name, 3) for name in NAMES[:4]]
    error = refused(TokenNotInPlay, *sides, player("Mo", 5, 2))
    assert error.path == ("sides", 4, "tokens", 1)
    assert (error.key, error.data) == ("token.five_sides", {"token": 2})


@rule("S-3")
@pytest.mark.parametrize("size", [2, 3, 4])
def test_at_a_smaller_table_the_token_2_is_in_play(size: int):
    assert ranked(at("sewers", *(player(name, 2) for name in NAMES[:size]))) == list(NAMES[:size])


@rule("S-3")
def test_every_other_token_is_in_play_at_a_table_of_five():
    assert not [*token_faults((3, 4, 5, "enforcer", "lookout"), 5, (), LATER)]
    (fault,) = token_faults((3, 2), 5, ("tokens",), LATER)
    assert (type(fault), fault.path) == (TokenNotInPlay, ("tokens", 1))


@rule("S-1", "L-10")
@pytest.mark.parametrize("size", [0, 1, 6])
def test_a_table_has_two_to_five_sides(size: int):
    sides = [player(f"Side {number}") for number in range(size)]
    error = refused(WrongNumberOfSides, *sides, marker="Side 0")
    assert (error.path, error.data) == (("sides",), {"least": 2, "most": 5})


@rule("S-7")
def test_the_marker_lies_with_a_side_of_the_table():
    error = refused(UnknownSide, player("Vera", 2), player("Isaac", 3), marker="Nobody")
    assert (error.path, error.data) == (("first_player",), {"name": "Nobody"})


@rule("Z-1")
@pytest.mark.parametrize(
    "guards_seats", [(), (True,), (False,), (False, False), (True, True), (True, False, False), (True, False, True)]
)
def test_a_solitary_game_has_one_player_and_the_guards(guards_seats: tuple[bool, ...]):
    (fault,) = guards_faults(guards_seats, solitary=True)
    assert (type(fault), fault.key, fault.path) == (WrongNumberOfSides, "sides.solitary", ("sides",))


@rule("Z-1")
def test_the_guards_may_sit_on_either_side_of_the_player():
    assert not [*guards_faults([True, False], solitary=True), *guards_faults([False, True], solitary=True)]
    assert ranked(at("sewers", guards(3), player("Vera", 4))) == ["Vera", "Guards"]


@rule("Z-1")
@pytest.mark.parametrize(("seats", "wrong"), [((False, True), [1]), ((True, False, True), [0, 2])])
def test_the_guards_play_only_in_a_solitary_game(seats: tuple[bool, ...], wrong: list[int]):
    faults = [*guards_faults(seats, solitary=False)]
    assert {(type(fault), fault.key) for fault in faults} == {(WrongMember, "guards.not_solitary")}
    assert [fault.path for fault in faults] == [("sides", side, "guards") for side in wrong]


@rule("Z-1")
def test_a_game_without_guards_is_not_solitary():
    assert not [*guards_faults([False, False, False], solitary=False)]
    (fault,) = guards_faults([False, False], solitary=True)
    assert isinstance(fault, WrongNumberOfSides)


@rule("S-2", "S-3", "S-7", "Z-1")
def test_all_that_is_wrong_with_a_table_is_said_at_once():
    sides = [
        Presence("Vera", tokens=(2, 3, 3), cards=(4,)),
        Presence("Guards", guards=True, tokens=(5,)),
        *(Presence(name) for name in ("Isaac", "Stan", "Claire")),
    ]
    with pytest.raises(WrongMember) as caught:
        check_table(sides, "Nobody", solitary=False, edition=LATER)
    found = {"/".join(map(str, fault.path)): fault.key for fault in caught.value.all}
    assert found == {
        "sides/0/tokens/0": "token.five_sides",
        "sides/0/tokens/2": "token.twice",
        "sides/0/cards": "guards.only_cards",
        "sides/1/guards": "guards.not_solitary",
        "sides/1/tokens": "guards.no_tokens",
        "first_player": "sides.unknown_first_player",
    }
    with pytest.raises(WrongNumberOfSides) as caught_few:
        check_table(sides[:1], "Nobody", solitary=True, edition=LATER)
    assert [fault.key for fault in caught_few.value.all] == [
        "sides.number", "token.twice", "guards.only_cards", "sides.unknown_first_player",
    ]  # fmt: skip


@rule("Z-1")
@pytest.mark.parametrize("sides", [(guards(3), guards(2)), (player("Vera", 2), player("Isaac", 3), guards(2))])
def test_a_solitary_table_has_one_player_and_the_guards(sides: tuple[Presence, ...]):
    assert refused(WrongNumberOfSides, *sides).key == "sides.solitary"


@rule("Z-1")
def test_the_guards_have_cards_and_no_tokens():
    error = refused(WrongMember, player("Vera", 2), Presence("Guards", tokens=(3,), guards=True))
    assert (error.key, error.path) == ("guards.no_tokens", ("sides", 1, "tokens"))


@rule("Z-1")
def test_a_player_has_tokens_and_no_cards():
    error = refused(WrongMember, guards(3), Presence("Vera", cards=(3,)))
    assert (error.key, error.path) == ("guards.only_cards", ("sides", 1, "cards"))
