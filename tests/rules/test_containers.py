"""What values of the rules are kept in: frozen mappings, live ones, and registries."""

import pickle
from collections.abc import Callable

import pytest
from support.common import rule

from companion.rules.editions import STANDARD
from companion.rules.frozen import FrozenDict, FrozenList, deep_hash, frozen
from companion.rules.live import LiveMapping, LiveSequence
from companion.rules.reasons import Reason
from companion.rules.registry import Registry
from companion.rules.state import value_codec
from companion.rules.vocabulary import Location


def test_a_live_sequence_is_whatever_there_is_as_one_looks() -> None:
    known = ["sewers", "smithy"]
    places = LiveSequence(lambda: tuple(known))
    known.append("gallows")
    assert (places[0], places[1:], len(places), [*places]) == ("sewers", ("smithy", "gallows"), 3, known)


def test_a_live_sequence_equals_the_sequences_that_hold_the_same_and_has_their_hash() -> None:
    places = LiveSequence(lambda: ("sewers", "smithy"))
    assert places == ("sewers", "smithy")
    assert places == LiveSequence(lambda: ("sewers", "smithy"))
    assert places != ("smithy", "sewers")
    assert places != {"sewers", "smithy"}
    assert hash(places) == hash(("sewers", "smithy"))


def test_a_live_mapping_has_its_value_by_each_word_that_there_is() -> None:
    known = ["sewers"]
    found = LiveMapping(LiveSequence(lambda: tuple(known)), 7)
    known.append("gallows")
    assert (dict(found), len(found), found["gallows"]) == ({"sewers": 7, "gallows": 7}, 2, 7)
    with pytest.raises(KeyError):
        found["smithy"]


def test_every_list_in_a_frozen_value_is_one_that_nobody_writes_into_and_goes_by_pickle() -> None:
    made = frozen({"offers": [{"goons": 1}, [2]]})["offers"]
    assert (type(made), type(made[1]), made) == (FrozenList, FrozenList, [{"goons": 1}, [2]])
    again = pickle.loads(pickle.dumps(made))
    assert (type(again), again, hash(again)) == (FrozenList, made, hash(made))
    assert type(value_codec.read(value_codec.written(made))) is FrozenList
    assert value_codec.written(made) == value_codec.written([{"goons": 1}, [2]])
    for write in (
        lambda: made.append(1),
        lambda: made.extend([1]),
        lambda: made.insert(0, 1),
        lambda: made.remove([2]),
        made.pop,
        made.clear,
        made.sort,
        made.reverse,
        lambda: made.__setitem__(0, 1),
        lambda: made.__delitem__(0),
        lambda: made.__iadd__([1]),
        lambda: made.__imul__(2),
    ):
        with pytest.raises(TypeError, match="a frozen list cannot be changed"):
            write()


def test_no_game_can_write_into_what_its_edition_gives_all_games() -> None:
    offers = [row.ranks[0]["offers"] for (place, _), row in STANDARD.rewards.items() if place is Location.CHOW_HALL]
    assert offers
    for one in offers:
        with pytest.raises(TypeError):
            one[0]["cost"] = 9
        with pytest.raises(TypeError):
            one.append({"goons": 9, "cost": 0})


def test_every_dict_in_a_frozen_value_is_frozen_also_in_lists_and_tuples() -> None:
    made = frozen({"list": [{"a": 1}], "tuple": ({"b": 2}, "word"), "dict": {"c": {}}})
    assert made == {"list": [{"a": 1}], "tuple": ({"b": 2}, "word"), "dict": {"c": {}}}
    inner = (made, made["list"][0], made["tuple"][0], made["dict"], made["dict"]["c"])
    assert {type(one) for one in inner} == {FrozenDict}


def test_the_hash_of_a_value_is_that_of_all_in_it() -> None:
    assert deep_hash("word") == hash("word")
    assert deep_hash({"a": [1, (2,)]}) == deep_hash({"a": (1, [2])}) != deep_hash({"a": [1, (3,)]})
    assert deep_hash([1, 2]) == hash((1, 2))


@rule("D-1")
def test_reasons_that_say_the_same_are_one() -> None:
    first, second = (Reason("D-1", "raid.most", {"sides": [0, 1]}) for _ in range(2))
    assert len({first, second, Reason("D-1", "raid.most", {"sides": [0, 2]})}) == 2


def test_a_registered_function_stays_what_it_was() -> None:
    greetings = Registry[str, Callable[[], str]]()

    @greetings.of("morning", "noon")
    def greet() -> str:
        return "Good day"

    assert greet() == greetings["morning"]() == greetings["noon"]() == "Good day"
