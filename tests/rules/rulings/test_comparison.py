import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule

from companion.rules.rulings.comparison import Share, Standing, share, shares_of_two, standing

TABLE = {"most": 80, "second": 40, "tied_most": 41, "tied_second": 20}


@rule("D-1", "O-7")
@pytest.mark.parametrize(
    ("counts", "most", "second"),
    [
        ((1, 9, 4), (1,), (2,)),
        ((9, 9, 4), (0, 1), ()),
        ((4, 9, 4), (1,), (0, 2)),
        ((7, 7, 7), (0, 1, 2), ()),
        ((1, 2, 3, 4, 5), (4,), (3,)),
    ],
)
def test_who_has_most_and_who_second_most(counts, most, second):
    assert standing(counts, zeros=False) == Standing(most, second)


@rule("D-7", "O-9")
@pytest.mark.parametrize(
    ("counts", "ignored", "counted"),
    [
        ((0, 3, 0), Standing((1,), ()), Standing((1,), (0, 2))),
        ((0, 0, 0), Standing((), ()), Standing((0, 1, 2), ())),
        ((0, 3, 3), Standing((1, 2), ()), Standing((1, 2), ())),
        ((0, 3, 1), Standing((1,), (2,)), Standing((1,), (2,))),
    ],
)
def test_zeros_take_a_place_only_where_they_count(counts, ignored, counted):
    assert standing(counts, zeros=False) == ignored
    assert standing(counts, zeros=True) == counted


@rule("D-1", "O-7")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (Standing((0,), (1,)), [Share(80, "most"), Share(40, "second"), Share(0, "fewer")]),
        (Standing((0, 2), ()), [Share(41, "tied_most"), Share(0, "fewer"), Share(41, "tied_most")]),
        (Standing((1,), (0, 2)), [Share(20, "tied_second"), Share(80, "most"), Share(20, "tied_second")]),
        (Standing((), ()), [Share(0, "fewer")] * 3),
    ],
)
def test_what_a_place_is_worth(found, expected):
    assert [share(index, found, TABLE) for index in range(3)] == expected


@rule("D-2", "O-7")
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((5, 2), [Share(60, "most"), Share(0, "fewer")]),
        ((0, 1), [Share(0, "fewer"), Share(60, "most")]),
        ((3, 3), [Share(0, "tie_of_two")] * 2),
        ((0, 0), [Share(0, "tie_of_two")] * 2),
    ],
)
def test_of_two_only_the_one_with_more_gets_anything(counts, expected):
    assert shares_of_two(counts, 60) == expected


@rule("D-1", "O-7", "D-7", "O-9")
@given(st.lists(st.integers(0, 4), min_size=3, max_size=5), st.booleans())
def test_nobody_outside_most_and_second_has_as_much_as_they(counts, zeros):
    found = standing(counts, zeros=zeros)
    compared = {count for count in counts if count or zeros}
    assert {counts[index] for index in found.most} == ({max(compared)} if compared else set())
    assert len(found.most) == (counts.count(max(compared)) if compared else 0)
    if len(found.most) == 1 and len(compared) > 1:
        assert {counts[index] for index in found.second} == {sorted(compared)[-2]}
    else:
        assert found.second == ()
