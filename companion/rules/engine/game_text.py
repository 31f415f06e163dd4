"""A whole game as lines that a person can read, check and write, and back.

The first line is `Lockup game 1`. Then come lines `name: value`: the seed, and the values of the setup that are not the
default, or the position from which the game goes on. Every other line is one of these:

- `> turn_guard_card 3` is an act: its type, then the values of its fields in their order. Where several fields take
  any number of values, a bar separates the fields: `> assign sewers | 5 lookout`. Entered card details are JSON.
- `! set_reputation 0 12` is a correction, written alike.
- `= 0: 12 stars, 2 power, marker` is all that a seat has now; the program that reads the game checks it.
- `# …` is a remark for people.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, NamedTuple

from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt, checked, offered
from companion.rules.engine.board_text import held
from companion.rules.schema import ChoiceField, EnumField, Schema
from companion.rules.state import value_codec
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Turns
from companion.rules.vocabulary import EditionName

TITLE: Final = "Lockup game 1"
ACT: Final = ">"
CORRECTION: Final = "!"
HOLDS: Final = "="
REMARK: Final = "#"

_BAR: Final = "|"
_SEED: Final = "seed"
_POSITION: Final = "position"
_WORDS: Final[Mapping[str, type[StrEnum]]] = {
    "edition_name": EditionName,
    "difficulty": Difficulty,
    "dealing": Dealing,
    "depth": Depth,
    "turns": Turns,
}
"""The fields of a setup that are words."""

_PLAIN: Final = re.compile(r"[A-Za-z_][\w-]*")
"""A word that needs no quotes."""


class InvalidGameText(ValueError):
    """A text that is no game, or a line that is not possible there.

    Attributes:
        line: its number, from 1; 0 if the text as a whole is wrong.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line


class Entry(NamedTuple):
    """Something that was done in a game: an act, or a correction."""

    act: Act
    corrects: bool = False


class Line(NamedTuple):
    """A line after the head: its number from 1, its first character, and the rest."""

    number: int
    sign: str
    text: str


def written_head(start: Setup | Position, seed: str) -> Iterator[str]:
    """Yield the first lines of a text."""
    yield TITLE
    yield f"{_SEED}: {json.dumps(seed, ensure_ascii=False)}"
    if isinstance(start, Position):
        yield f"{_POSITION}: {value_codec.written(start)}"
        return
    usual = Setup()
    for name in (one.name for one in fields(Setup)):
        value = getattr(start, name)
        if value != getattr(usual, name):
            yield f"{name}: {value.value if isinstance(value, StrEnum) else value_codec.written(value)}"


def read_head(text: str) -> tuple[Setup | Position, str, tuple[Line, ...]]:
    """Return a game's start, its seed, and the lines that follow.

    Raises:
        InvalidGameText: the text is no game.
    """
    said: dict[str, Any] = {}
    lines: list[Line] = []
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    if not numbered or numbered[0][1] != TITLE:
        raise InvalidGameText(1, f"a game begins with {TITLE!r}")
    for number, line in numbered[1:]:
        if line[:1] in {ACT, CORRECTION, HOLDS}:
            lines.append(Line(number, line[0], line[1:].strip()))
        elif line and line[0] != REMARK:
            name, value = _member(number, line)
            said[name] = value
    seed = said.pop(_SEED, None)
    if not isinstance(seed, str):
        raise InvalidGameText(0, "a game has a seed")
    if _POSITION in said:
        return said[_POSITION], seed, tuple(lines)
    try:
        return Setup(**said), seed, tuple(lines)
    except TypeError as error:
        raise InvalidGameText(0, str(error)) from error


def _member(number: int, line: str) -> tuple[str, Any]:
    """Return the name and value of a line of the head."""
    name, colon, value = line.partition(": ")
    if not colon:
        raise InvalidGameText(number, f"nothing is written so: {line}")
    try:
        return name, _WORDS[name](value) if name in _WORDS and value != "null" else value_codec.read(value)
    except ValueError as error:
        raise InvalidGameText(number, str(error)) from error


def written_holdings(position: Position) -> Iterator[str]:
    """Return a line for each seat with all that it has."""
    return (f"{HOLDS} {side}: {', '.join(held(position, side))}" for side in position.setup.sides)


def check_holdings(line: Line, position: Position) -> None:
    """Check a line with the pieces of a seat.

    Raises:
        InvalidGameText: the seat has other pieces.
    """
    found = tuple(written_holdings(position))
    if f"{HOLDS} {line.text}" not in found:
        raise InvalidGameText(line.number, f"it is otherwise: {'; '.join(found)}")


def written_entry(actions: Sequence[Action], entry: Entry) -> str:
    """Return an act or a correction as a line, given the actions possible then."""
    sign = CORRECTION if entry.corrects else ACT
    action = offered(Prompt(None, None, tuple(actions)), entry.act)
    assert action is not None, "what was done was possible"
    values = [_written(shape, entry.act.values[name]) for name, shape in action.fields.items()]
    between = f" {_BAR} " if _is_barred(action) else " "
    return " ".join((sign, entry.act.type, between.join(" ".join(one) for one in values))).rstrip(f"{_BAR} ")


def read_act(line: Line, actions: Sequence[Action]) -> Act:
    """Return the act of a line, given the actions that are possible there.

    Raises:
        InvalidGameText: it is none of them.
    """
    try:
        kind, *words = _split(line.text)
    except ValueError as error:
        raise InvalidGameText(line.number, str(error)) from error
    why = f"{kind} is not possible now"
    for action in actions:
        if action.type == kind:
            try:
                act = Act(kind, _read(action, words))
                checked(Prompt(None, None, (action,)), act)
            except (IllegalAct, ValueError) as error:
                why = str(error)
            else:
                return act
    raise InvalidGameText(line.number, why)


def _varies(shape: Schema) -> bool:
    """Return whether a field takes any number of values."""
    return isinstance(shape, ChoiceField) and shape.least != shape.most


def _is_barred(action: Action) -> bool:
    return sum(map(_varies, action.fields.values())) > 1


def _written(shape: Schema, value: Any) -> list[str]:
    return [_word(one) for one in value] if isinstance(shape, ChoiceField) else [_word(value)]


def _word(value: Any) -> str:
    plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def _split(text: str) -> list[str]:
    """Split a line into words; a word that begins as JSON ends where the JSON ends."""
    words: list[str] = []
    rest = text.strip()
    while rest:
        end = json.JSONDecoder().raw_decode(rest)[1] if rest[0] in '{["' else len(rest.split(maxsplit=1)[0])
        words.append(rest[:end])
        rest = rest[end:].lstrip()
    return words


def _read(action: Action, words: Sequence[str]) -> dict[str, Any]:
    """Return the values of an action's fields.

    Raises:
        ValueError: there are not as many words as the fields need.
    """
    parts = _barred(words, len(action.fields)) if _is_barred(action) else _parted(action, words)
    return {name: _value(shape, part) for (name, shape), part in zip(action.fields.items(), parts, strict=True)}


def _barred(words: Sequence[str], number: int) -> list[list[str]]:
    """Return the words of each field, split at bars; empty last fields may be missing."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == _BAR:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts + [[]] * (number - len(parts))


def _parted(action: Action, words: Sequence[str]) -> list[Sequence[str]]:
    """Return each field's words; a field with any number takes what others leave."""
    needs = [shape.least if isinstance(shape, ChoiceField) else 1 for shape in action.fields.values()]
    spare = len(words) - sum(needs)
    parts: list[Sequence[str]] = []
    place = 0
    for shape, need in zip(action.fields.values(), needs, strict=True):
        end = place + need + (spare if _varies(shape) else 0)
        parts.append(words[place:end])
        place = end
    if place != len(words) or spare < 0:
        raise ValueError(f"{action.type} needs other values: {', '.join(action.fields)}")
    return parts


def _value(shape: Schema, words: Sequence[str]) -> Any:
    if isinstance(shape, ChoiceField):
        options = {_word(option): option for option in shape.options}
        return [options.get(word, word) for word in words]
    (word,) = words
    return word if isinstance(shape, EnumField) and _PLAIN.fullmatch(word) else json.loads(word)
