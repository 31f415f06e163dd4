"""Random questions that the game has: tables at a location, raids, stocks, items, score sheets.

Numbers are small, so that ties, zeros and empty supplies come up often.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from companion.rules.editions import STANDARD, Edition
from companion.rules.rulings.automa import GoonSpace, Item
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.raids import Suspect
from companion.rules.rulings.ranking import Presence
from companion.rules.vocabulary import TOKENS, DemonValuable, Goon, Location, Resource, Valuable
from companion.scoring.sheet import EndGameGoal, GoonCard, ItemCard, ScoreSheet, Side
from support.rule_questions import EDITIONS, NAMES

few = st.integers(0, 3)
"""A small number, often zero."""

editions = st.sampled_from(EDITIONS)
locations = st.sampled_from(Location)
bandit_cubes = st.lists(st.sampled_from(Resource), max_size=3)
stocks = st.dictionaries(st.sampled_from(Resource), few)
"""Resources; a type left out is none."""

supplies = st.none() | st.dictionaries(st.sampled_from(Resource), st.integers(0, 1))
"""The supply: enough of everything, or some types empty."""

items = st.builds(
    Item, st.integers(0, 2), st.dictionaries(st.sampled_from(Resource), st.integers(0, 2)), st.integers(0, 2)
)
displays = st.lists(st.none() | items, max_size=5)
reserves = st.lists(items, max_size=3)
goon_spaces = st.lists(
    st.builds(GoonSpace, st.sampled_from(STANDARD.goon_locations), few),
    unique_by=lambda goon: goon.location,
    max_size=5,
)

house_choices = st.fixed_dictionaries(
    {}, optional={key: st.sampled_from(ruling.values) for key, ruling in HOUSE_RULINGS.items()}
)
"""What a table decided itself, of every house ruling or of some."""


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[Edition, Rulings]:
    """An edition and a table's house rulings."""
    rules = draw(editions)
    return rules, Rulings(rules, draw(house_choices))


def _presences(size: int, fewest: int = 0) -> st.SearchStrategy[list[Presence]]:
    tokens = [token for token in TOKENS if size < 5 or token != 2]
    crew = st.lists(st.sampled_from(tokens), unique=True, min_size=fewest, max_size=3).map(tuple)
    sides = (st.tuples(st.just(name), st.integers(0, 6), crew) for name in NAMES[:size])
    return st.tuples(*sides).map(lambda drawn: [Presence(*side) for side in drawn])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Presence], str, bool]:
    """All sides of a table at a location, who holds the marker, and whether the game is solitary."""
    solitary = draw(st.booleans())
    sides = draw(_presences(2 if solitary else draw(st.integers(2, 5))))
    if solitary:
        cards = draw(st.lists(st.integers(0, 5) | st.just("power"), max_size=2))
        seat = draw(st.integers(0, 1))
        sides[seat] = Presence("Guards", draw(st.integers(0, 6)), guards=True, cards=tuple(cards))
    return sides, draw(st.sampled_from([side.name for side in sides])), solitary


duels = st.tuples(_presences(2, fewest=1), st.sampled_from(NAMES[:2]))
"""Two sides that are both at a location, and who holds the marker."""


@st.composite
def raids(draw: st.DrawFn) -> tuple[list[Suspect], bool]:
    """Sides that a raid finds, and whether the game is solitary."""
    solitary = draw(st.booleans())
    size = 2 if solitary else draw(st.integers(1, 5))
    counts = st.tuples(few, st.sampled_from([0, 1, 5, 30]))
    sides = [Suspect(name, *draw(counts), guards=solitary and index == 0) for index, name in enumerate(NAMES[:size])]
    return (sides[::-1] if draw(st.booleans()) else sides), solitary


def _one_of(size: int) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(0, size - 1)


@st.composite
def sides_of_a_sheet(draw: st.DrawFn, size: int, goal: EndGameGoal, *, solitary: bool) -> list[Side]:
    """Sides of a score sheet, the guards first where the game is solitary."""
    marker, holder = draw(_one_of(size)), draw(_one_of(size))
    return [
        draw(
            st.builds(
                Side,
                st.just(name),
                guards=st.just(solitary and index == 0),
                reputation=st.sampled_from([0, 0, 1, 2, 12, 20]),
                suspicion=few,
                power=few,
                items=few,
                reserved=few,
                valuables=st.dictionaries(st.sampled_from(Valuable), few),
                goons=st.dictionaries(st.sampled_from([goon for goon in Goon if goon is not Goon.DEMON]), few),
                demons=st.lists(st.sampled_from(DemonValuable), max_size=2),
                resources=stocks,
                tomes=st.just(0) if solitary and index == 0 else few,
                first_player=st.just(index == marker),
                leader_goal=st.just(index == holder),
                leader_count=st.none() | few,
                goal_count=few if goal is EndGameGoal.MAJORITY else st.just(0),
                goal_points=few if goal is EndGameGoal.CONDITION else st.just(0),
            )
            | st.builds(
                Side,
                st.just(name),
                guards=st.just(solitary and index == 0),
                goons=st.sampled_from([{}, {Goon.RATMAN: 1}]),
                items=st.integers(0, 1),
                reserved=st.integers(0, 1),
                leader_goal=st.just(index == holder),
                leader_count=st.integers(1, 2),
            )
        )
        for index, name in enumerate(NAMES[:size])
    ]


@st.composite
def sheets(draw: st.DrawFn) -> ScoreSheet:
    """A score sheet of one to five sides; half of their sides hold next to nothing, so that totals tie."""
    rules, rulings = draw(rule_sets())
    solitary = draw(st.sampled_from([False, False, True]))
    goal = draw(st.sampled_from(EndGameGoal))
    size = 2 if solitary else draw(st.sampled_from([3, 4, 2, 1, 5]))
    sides = draw(sides_of_a_sheet(size, goal, solitary=solitary))
    return ScoreSheet(
        sides,
        rules,
        rulings,
        solitary=solitary,
        last_raid=draw(st.sampled_from([True, True, False])),
        end_game_goal=goal,
        leader_minimum=draw(st.none() | few),
    )


cards: st.SearchStrategy[tuple[Sequence[ItemCard], Sequence[GoonCard]]] = st.tuples(
    st.lists(st.builds(ItemCard, st.lists(st.sampled_from(Valuable), max_size=3)), max_size=4),
    st.lists(
        st.builds(
            GoonCard,
            st.sampled_from([goon for goon in Goon if goon is not Goon.DEMON]),
            st.lists(st.sampled_from(Valuable), max_size=2),
        )
        | st.builds(
            GoonCard,
            st.just(Goon.DEMON),
            st.lists(st.sampled_from(Valuable), max_size=2),
            st.sampled_from(DemonValuable),
        ),
        max_size=6,
    ),
)
"""A side's crafted items and recruited goons, card by card."""


def renamed(value: Any, names: dict[str, str]) -> Any:
    """An answer or a question with every name in it replaced; other words stay."""
    if type(value) is str:
        return names.get(value, value)
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(renamed(one, names) for one in value))
    if isinstance(value, list | tuple):
        return type(value)(renamed(one, names) for one in value)
    if hasattr(value, "__dataclass_fields__") and type(value).__name__ not in {"Edition", "RewardRow"}:
        fields = {name: renamed(getattr(value, name), names) for name in value.__dataclass_fields__}
        return type(value)(**fields)
    return value
