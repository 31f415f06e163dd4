"""Bodies are read by what names their faults: the two never disagree, and what is read is what was sent."""

import json
from copy import deepcopy
from typing import Any, Final

from corpus import KEYS, QUESTIONS, VALUES
from hypothesis import given
from hypothesis import strategies as st

from companion.api.rulings.guards import CELL_BLOCK, CHOW_HALL, STOCK
from companion.api.rulings.locations import LOCATION
from companion.api.rulings.raids import RAID
from companion.presenters.fields.containers import Object
from companion.presenters.fields.field import Unfit
from companion.presenters.score_request import SCORES, SHEET, SHEET_DRAFT

FIELDS: Final[dict[str, tuple[Object, ...]]] = {
    "/rulings/scores": (SCORES,),
    "/sheets": (SHEET, SHEET_DRAFT),
    "/rulings/raids": (RAID,),
    "/rulings/locations/{location}": (LOCATION,),
    "/rulings/guards/commissary": (STOCK,),
    "/rulings/guards/chow_hall": (CHOW_HALL,),
    "/rulings/guards/cell_block": (CELL_BLOCK,),
}
ASKED: Final = [(fields, one.body) for one in QUESTIONS for fields in FIELDS.get(one.path, ())]


def parsed(texts: tuple[bytes, ...]) -> list[Any]:
    """What of the corpus is JSON, and short."""
    found = []
    for text in texts:
        try:
            found += [json.loads(text)] if len(text) < 500 else []
        except ValueError:
            continue
    return found


STRANGE: Final = [*parsed(VALUES), 2, 9999, 10_000, "gem", "any", "demon", "power", " Véra ", [0] * 401, {"gem": 1}]
NAMES: Final = parsed(tuple(b'"' + key + b'"' for key in KEYS))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every object and list within a value, and each key or index in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, one in inner for place in ((value, key), *places(one))]


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Object, Any]:
    """The fields of a question, and a body for it in which a few things are other than they should be."""
    fields, sound = draw(st.sampled_from(ASKED))
    body = deepcopy(sound)
    for _ in range(draw(st.integers(0, 3))):
        found = places(body)
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        match draw(st.sampled_from(("change", "leave out", "add"))):
            case "leave out":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(NAMES))] = deepcopy(draw(st.sampled_from(STRANGE)))
            case _:
                holder[key] = deepcopy(draw(st.sampled_from(STRANGE)))
    return fields, body


@given(bodies())
def test_a_body_is_read_exactly_where_nothing_is_wrong_with_it(asked: tuple[Object, Any]) -> None:
    fields, body = asked
    faults = list(fields.faults(body))
    try:
        read = fields.read(body)
    except Unfit:
        assert faults
    else:
        assert not faults
        assert body.keys() <= read.keys()
