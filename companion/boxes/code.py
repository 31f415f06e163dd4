"""A copy as a short code that goes into a link, a QR code or a line of text: numbers and types, no name, no free text.

A code is a mark, what it holds, and a check. The mark says whether it holds the guard cards or the whole copy, and the
version. The content is one number of many digits, each with a base of its own; words of expansions, which another
app may not have, are left out. The check covers every character, so that no single wrong one is overlooked.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from unicodedata import normalize

from companion.boxes.box import COLOURS, Box
from companion.boxes.file_format import BOX, GOON_CARD, InvalidBoxFile, document, parse
from companion.boxes.schemas import MOST_ENTRIES, ById, Name, Typed
from companion.rules.schema import MOST, EnumField, IntField, ListField, ObjectField, Schema
from companion.rules.state.cards import OTHER_GOON
from companion.rules.state.pieces import Kind
from companion.rules.vocabulary import POWER, EditionName, Goon

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: nobody takes a letter for a digit, QR codes need five and a half bits for each, links take them all."""

VERSION: Final = "1"
"""Whoever changes what an earlier code means gives the new ones another."""

GUARDS: Final = "G"
WHOLE: Final = "W"
"""What a code holds, as its first character."""

LONGEST: Final = 20_000
"""Characters that are looked at: a copy with as many cards as one may have has fewer."""

_MARK: Final = 2
_CHECK: Final = 7
_GROUP: Final = 4
_OCTAL: Final = 8
_CONFUSED: Final = frozenset("ILOU")
_DIGITS: Final = str.maketrans(ALPHABET, "0123456789abcdefghijklmnopqrstuv")

_HELD: Final[Mapping[str, ObjectField]] = {
    GUARDS: ObjectField({name: BOX.members[name] for name in ("guard_cards", "guards")}),
    WHOLE: ObjectField(
        {
            **{name: shape for name, shape in BOX.members.items() if name != "name"},
            "edition": EnumField(tuple(EditionName)),
            "cards": ObjectField(dict.fromkeys((*(f"{kind}s" for kind in Kind), "goals", "traits"), IntField())),
            "goons": ById(Typed({**GOON_CARD.members, "type": EnumField((*Goon, OTHER_GOON))}, GOON_CARD.required)),
        }
    ),
}


class BadCode(ValueError):
    """A text that is no code: `key` of the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True)
class SharedBox:
    """What a code holds.

    Attributes:
        box: a copy without names; what the other phone has not entered is not in it.
        whole: whether it is the whole copy, otherwise its guard cards.
    """

    box: Box
    whole: bool


def code_of(box: Box, *, whole: bool = False) -> str:
    """Return the code of a copy's guard cards, or of the whole copy."""
    mark = (WHOLE if whole else GUARDS) + VERSION
    writer = _Writer()
    held = _HELD[mark[0]]
    writer.write(held, _without_names(held, document(box)))
    body = mark + _characters(writer.number())
    return body + _check(body)


def read_code(text: str) -> SharedBox:
    """Return what a code holds; spaces, dashes, case, and a link around it make no difference.

    Raises:
        BadCode: it is none.
    """
    code = _normalized(text)
    if not code:
        raise BadCode("code.nothing")
    if _CONFUSED & {*code}:
        raise BadCode("code.letters")
    body = code[:-_CHECK]
    if len(body) < _MARK or not {*code} <= {*ALPHABET} or code[-_CHECK:] != _check(body) or body[0] not in _HELD:
        raise BadCode("code.damaged")
    if body[1] != VERSION:
        raise BadCode("code.newer")
    reader = _Reader(int(body[_MARK:].translate(_DIGITS) or "0", 32))
    try:
        box = replace(parse({**reader.read(_HELD[body[0]]), "name": "?"}), name="")
    except InvalidBoxFile as fault:
        raise BadCode("code.damaged") from fault
    shared = SharedBox(box, body[0] == WHOLE)
    if code_of(box, whole=shared.whole) != code:
        raise BadCode("code.damaged")
    return shared


def grouped(code: str) -> str:
    """Return a code as it is read aloud: its mark, then groups of four."""
    return " ".join([code[:_MARK], *(code[at : at + _GROUP] for at in range(_MARK, len(code), _GROUP))])


def _normalized(text: str) -> str:
    text = normalize("NFKC", text[:LONGEST])
    linked = re.split("box=", text, flags=re.IGNORECASE)[-1]
    return "".join(filter(str.isalnum, re.split("[&#]", linked)[0])).upper()


def _check(body: str) -> str:
    """Return the check; it tells each change within 32 bits: one character, or two that have changed places."""
    return _characters(zlib.crc32(body.encode())).rjust(_CHECK, ALPHABET[0])


def _characters(number: int) -> str:
    found = []
    while number:
        number, rest = divmod(number, len(ALPHABET))
        found.append(ALPHABET[rest])
    return "".join(reversed(found))


class _Writer:
    """Puts a JSON value that fits a schema into one number."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def number(self) -> int:
        """Return all digits as one number, the first the least; zeros at the end take no room."""
        number = 0
        for digit, base in reversed(self._digits):
            number = number * base + digit
        return number

    def write(self, shape: Schema, value: Any) -> None:
        match shape:
            case ObjectField(members=members, required=required):
                for name, inner in members.items():
                    self._member(name, inner, value, required)
            case ById(entry=entry) | ListField(entry=entry):
                self._whole(len(value))
                for one in value:
                    self.write(entry, one)
            case EnumField(options=options):
                self._digit(options.index(value), len(options))
            case IntField(least=least):
                self._whole(value - least)
            case _:
                raise AssertionError(shape)

    def _member(self, name: str, shape: Schema, value: Mapping[str, Any], required: frozenset[str]) -> None:
        if isinstance(shape, Name):
            return
        if name == "guards":
            self._guards(value.get(name, {}))
            return
        is_known = name in value and not (isinstance(shape, EnumField) and value[name] not in shape.options)
        if name not in required:
            self._digit(int(is_known), 2)
        if is_known:
            self.write(shape, value[name])

    def _guards(self, deck: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
        cards = [card for colour in COLOURS for card in deck.get(colour, {}).values()]
        for colour in COLOURS:
            self._whole(len(deck.get(colour, {})))
        if not cards:
            return
        # Only numbers between the least and the greatest occur: a card then takes four bits, not sixteen.
        numbers = [card["strength"] for card in cards if card["strength"] != POWER] or [0]
        least, span = min(numbers), max(numbers) - min(numbers)
        self._whole(least)
        self._whole(span)
        has_special = any("special" in card for card in cards)
        self._digit(int(has_special), 2)
        for card in cards:
            self._digit(0 if card["strength"] == POWER else card["strength"] - least + 1, span + 2)
            if has_special:
                self._digit(int("special" in card), 2)

    def _whole(self, number: int) -> None:
        number, rest = divmod(number, _OCTAL)
        self._digit(rest, _OCTAL)
        self._digit(int(number > 0), 2)
        if number:
            self._whole(number)

    def _digit(self, digit: int, base: int) -> None:
        self._digits.append((digit, base))


class _Reader:
    """Takes a JSON value out of the number that `_Writer` made of it."""

    def __init__(self, number: int) -> None:
        self._number = number

    def read(self, shape: Schema) -> Any:
        match shape:
            case ObjectField(members=members, required=required):
                return self._object(members, required)
            case ById(entry=entry):
                return {str(place): value for place, value in enumerate(self._list(entry), 1)}
            case ListField(entry=entry):
                return self._list(entry)
            case EnumField(options=options):
                return options[self._digit(len(options))]
            case IntField(least=least):
                return self._whole() + least
        raise AssertionError(shape)

    def _object(self, members: Mapping[str, Schema], required: frozenset[str]) -> dict[str, Any]:
        value = {}
        for name, shape in members.items():
            if isinstance(shape, Name):
                continue
            if name == "guards":
                value[name] = self._guards()
            elif name in required or self._digit(2):
                value[name] = self.read(shape)
        return value

    def _list(self, entry: Schema) -> list[Any]:
        return [self.read(entry) for _ in range(self._whole(MOST_ENTRIES))]

    def _guards(self) -> dict[str, Any]:
        sizes = [self._whole(MOST_ENTRIES) for _ in COLOURS]
        if not any(sizes):
            return {}
        least, span, has_special = self._whole(), self._whole(), self._digit(2)

        def card() -> dict[str, Any]:
            above = self._digit(span + 2)
            special = {"special": True} if has_special and self._digit(2) else {}
            return {"strength": least + above - 1 if above else POWER, **special}

        return {
            colour: {str(place): card() for place in range(1, size + 1)}
            for colour, size in zip(COLOURS, sizes, strict=True)
        }

    def _whole(self, most: int = MOST) -> int:
        number, scale = 0, 1
        while True:
            number += self._digit(_OCTAL) * scale
            if number > most:
                raise BadCode("code.damaged")
            if not self._digit(2):
                return number
            scale *= _OCTAL

    def _digit(self, base: int) -> int:
        self._number, digit = divmod(self._number, base)
        return digit


def _without_names(held: ObjectField, said: Mapping[str, Any]) -> dict[str, Any]:
    """Write each section as a list of its faces without names, each once, without what the printed game lacks."""
    found = {**said}
    for section, shape in held.members.items():
        if isinstance(shape, ById) and section in said:
            found[section] = [*_faces(shape.entry, said[section].values())]
    return {member: value for member, value in found.items() if value != []}


def _faces(entry: Schema, named: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    seen: list[Mapping[str, Any]] = []
    for face in named:
        plain = {member: value for member, value in face.items() if member != "name"}
        if plain and plain not in seen and next(entry.faults(plain), None) is None:
            seen.append(plain)
            yield plain
