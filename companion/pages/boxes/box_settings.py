"""The settings form of a box: edition, board rows, counts, house rulings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.boxes.box import CARDS, COLOURS, Box
from companion.boxes.drawing import tomes_out
from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.pages.layout.frame import page_text
from companion.rules.editions import STANDARD
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import EditionName
from companion.words.catalogue import cubes, sentence
from companion.words.messages import ERRORS, RULING_VALUES, RULINGS
from companion.words.telling import capital

BOARD: Final = tuple(STANDARD.board_rows.values())
"""The settings printed on the board (E-8 to E-12)."""

HOUSE: Final = tuple(key for key in HOUSE_RULINGS if key not in BOARD)
"""The settings that a table decides for itself."""

COUNTED: Final[Mapping[str, Sequence[str]]] = {
    "cubes": tuple(Cube),
    "cards": CARDS,
    "guard_cards": COLOURS,
}
"""The things to count in a box, by the member that holds them."""

TOMES_OUT: Final = "tomes_out"


class Refused(Exception):
    """Numbers that cannot be read: by field, the key of the sentence that says why."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(faults)
        self.faults = faults


class CountRow(NamedTuple):
    """A number of the form.

    Attributes:
        name: of its field.
        cube: the colour of a cube, or empty.
        label: what is counted.
        value: what was typed; empty where the edition's number holds.
        default: that number.
        error: what is wrong with the text.
    """

    name: str
    cube: str
    label: str
    value: str
    default: int
    error: str


class RulingRow(NamedTuple):
    """A house ruling of the form: its field, question, rules, what can be chosen, and what is."""

    name: str
    question: str
    rules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    chosen: str


def values_of(box: Box) -> dict[str, str]:
    """Return the form's values for a box; empty where the edition decides."""
    counted = {"cubes": box.cubes, "cards": box.cards, "guard_cards": box.guard_cards}
    numbers = {
        f"{member}.{name}": _text(counted[member].get(name))  # type: ignore[attr-defined]
        for member, names in COUNTED.items()
        for name in names
    }
    rulings = {f"ruling.{key}": box.rulings.get(key, "") for key in HOUSE_RULINGS}
    return {"edition": box.edition.value, **rulings, **numbers, TOMES_OUT: _text(box.tomes_out)}


def _text(count: int | None) -> str:
    return "" if count is None else str(count)


def with_values(box: Box, values: Mapping[str, str]) -> Box:
    """Return the box with the form's values; a choice not on offer changes nothing.

    Raises:
        Refused: for a text that is no number.
    """
    numbers, faults = _numbers(values)
    if faults:
        raise Refused(faults)
    edition = values.get("edition", "")
    return replace(
        box,
        edition=EditionName(edition) if edition in EditionName.words() else box.edition,
        rulings=dict(_rulings(box, values)),
        cubes={cube: numbers[name] for cube in Cube if (name := f"cubes.{cube}") in numbers},
        cards={kind: numbers[name] for kind in CARDS if (name := f"cards.{kind}") in numbers},
        guard_cards={colour: numbers[name] for colour in COLOURS if (name := f"guard_cards.{colour}") in numbers},
        tomes_out=numbers.get(TOMES_OUT),
    )


def _numbers(values: Mapping[str, str]) -> tuple[dict[str, int], dict[str, str]]:
    """Return the numbers of the form, and the mistakes in its texts."""
    numbers, faults = {}, {}
    for name in _counts():
        try:
            found = parse_sum(values.get(name, ""))
        except FieldFault as fault:
            faults[name] = fault.key
        else:
            if found is not None:
                numbers[name] = found
    return numbers, faults


def _counts() -> Iterator[str]:
    yield from (f"{member}.{name}" for member, names in COUNTED.items() for name in names)
    yield TOMES_OUT


def _rulings(box: Box, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, ruling in HOUSE_RULINGS.items():
        chosen = values.get(f"ruling.{key}", "")
        if chosen in ruling.values:
            yield key, chosen
        elif chosen and key in box.rulings:
            yield key, box.rulings[key]


def count_rows(language: str, box: Box, values: Mapping[str, str], faults: Mapping[str, str]) -> dict[str, Any]:
    """Return the form's numbers by kind: `cubes`, `cards` and `guard_cards`.

    Args:
        language: of the page.
        box: whose edition says what holds where nothing was typed.
        values: what was typed.
        faults: see `Refused`.
    """

    def row(name: str, label: str, default: int, cube: str = "") -> CountRow:
        error = sentence(language, ERRORS[faults[name]]) if name in faults else ""
        return CountRow(name, cube, label, values.get(name, ""), default, error)

    rules = box.rules
    out = replace(box, tomes_out=None)
    return {
        "cubes": [
            row(f"cubes.{cube}", capital(cubes(language, cube)), rules.counts[cube], cube.value) for cube in Cube
        ],
        "cards": [
            *(row(f"cards.{kind}", page_text(language, f"box.count.{kind}"), rules.counts[kind]) for kind in CARDS),
            row(TOMES_OUT, page_text(language, "box.count.tomes_out"), tomes_out(out)),
        ],
        "guard_cards": [
            row(f"guard_cards.{colour}", page_text(language, f"colour.{colour}"), size)
            for colour, size in zip(COLOURS, _sizes(box), strict=True)
        ],
    }


def _sizes(box: Box) -> Iterable[int]:
    deck = box.rules.guard_deck
    return (int(deck["base"]), *[int(deck["difficulty"])] * (len(COLOURS) - 1))


def ruling_rows(language: str, box: Box, keys: Iterable[str], values: Mapping[str, str]) -> list[RulingRow]:
    """House rulings of the form; the first option of each is what the edition says.

    Args:
        language: of the page.
        box: whose edition decides where nothing was chosen.
        keys: `BOARD` or `HOUSE`.
        values: what was chosen.
    """
    defaults = Rulings(box.rules)
    return [
        RulingRow(
            f"ruling.{key}",
            sentence(language, RULINGS[key]),
            HOUSE_RULINGS[key].rules,
            (
                ("", page_text(language, "box.by_edition", what=_answer(language, key, defaults[key]))),
                *((value, capital(_answer(language, key, value))) for value in HOUSE_RULINGS[key].values),
            ),
            values.get(f"ruling.{key}", ""),
        )
        for key in keys
    ]


def _answer(language: str, key: str, value: str) -> str:
    return sentence(language, RULING_VALUES[f"{key}.{value}"])
