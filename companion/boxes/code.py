"""A copy as a short code that goes into a link, a QR code or a line of text: numbers and types, no name, no free text.

A code is a mark, what it holds, and a check. The mark says whether it holds the guard cards or the whole copy, and the
version. The content is one number of many digits, each with a base of its own; words of expansions, which another
app may not have, are left out. The check covers every character, so that no single wrong one is overlooked.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import log2
from typing import Any, Final
from unicodedata import normalize

from companion.boxes.box import COLOURS, Box
from companion.boxes.file_format import BOX, GOON_CARD, InvalidBoxFile, document, parse
from companion.boxes.schemas import MOST_ENTRIES, ById, Name, Typed
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.schema import MOST, EnumField, IntField, ListField, ObjectField, Schema
from companion.rules.state.cards import OTHER_GOON
from companion.rules.state.pieces import Kind
from companion.rules.vocabulary import POWER, EditionName, Goon

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: nobody takes a letter for a digit, QR codes need five and a half bits for each, links take them all."""

VERSION: Final = "1"
"""The version of codes; if a meaning changes, take the next: an older app then says that they are newer."""

GUARDS: Final = "G"
WHOLE: Final = "W"
"""The kind of content of a code, as its first character."""

LONGEST: Final = 6_000
"""Characters of a code: nearly twice what 200 items and 200 goons need; many more would take seconds to read."""

_MARK: Final = 2
_CHECK: Final = 7
_GROUP: Final = 4
_OCTAL: Final = 8
_BITS: Final = 5
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


class TooMuch(ValueError):
    """A copy that no code can hold."""


@dataclass(frozen=True)
class SharedBox:
    """The content of a shared code.

    Attributes:
        box: a copy without names; what the other phone has not entered is not in it.
        whole: whether it is the whole copy, otherwise its guard cards.
    """

    box: Box
    whole: bool


def code_of(box: Box, *, whole: bool = False) -> str:
    """Return the code of a copy's guard cards, or of the whole copy.

    Raises:
        TooMuch: it would be too long to be read.
    """
    mark = (WHOLE if whole else GUARDS) + VERSION
    writer = _Writer()
    held = _HELD[mark[0]]
    writer.write(held, _carried(held, document(box)))
    body = mark + _characters(writer.number())
    return body + _check(body)


def shared(box: Box, *, whole: bool = False) -> SharedBox:
    """Return what the code of a copy holds, however long it is."""
    return SharedBox(_box(_carried(_HELD[WHOLE if whole else GUARDS], document(box))), whole)


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
    if len(code) > LONGEST:
        raise BadCode("code.damaged")
    if len(body) < _MARK or not {*code} <= {*ALPHABET} or code[-_CHECK:] != _check(body) or body[0] not in _HELD:
        raise BadCode("code.damaged")
    if body[1] != VERSION:
        raise BadCode("code.newer" if body[1] > VERSION else "code.damaged")
    reader = _Reader(int(body[_MARK:].translate(_DIGITS) or "0", 32))
    try:
        read = SharedBox(_box(reader.read(_HELD[body[0]])), body[0] == WHOLE)
        again = code_of(read.box, whole=read.whole)
    except (InvalidBoxFile, TooMuch) as fault:
        raise BadCode("code.damaged") from fault
    if again != code:
        raise BadCode("code.damaged")
    return read


def grouped(code: str) -> str:
    """Return a code as it is read aloud: its mark, then groups of four."""
    return " ".join([code[:_MARK], *(code[at : at + _GROUP] for at in range(_MARK, len(code), _GROUP))])


def _normalized(text: str) -> str:
    *before, code = re.split("(?:box|code)=", normalize("NFKC", text), flags=re.IGNORECASE)
    if before:
        # In a link the code has no spaces: what comes after one is other text.
        code = re.split(r"[&#\s]", code)[0]
    return "".join(filter(str.isalnum, code)).upper()


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
        """Return all digits as one number, the first the least; zeros at the end take no room.

        Raises:
            TooMuch: it may have more characters than a code; it is not computed then, which would take long.
        """
        if sum(log2(base) for _, base in self._digits) > _BITS * (LONGEST - _MARK - _CHECK):
            raise TooMuch
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
        if name not in required:
            self._digit(int(name in value), 2)
        if name in value:
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
            case ById(entry=entry) | ListField(entry=entry):
                return [self.read(entry) for _ in range(self._whole(MOST_ENTRIES))]
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


def _carried(held: ObjectField, said: Mapping[str, Any]) -> dict[str, Any]:
    """Write what a code can hold: each section as a list of its faces, each once; no names, no words of expansions."""
    found = {member: _known(shape, said[member]) for member, shape in held.members.items() if member in said}
    return {member: value for member, value in found.items() if value not in ([], {})}


def _known(shape: Schema, value: Any) -> Any:
    match shape:
        case ById(entry=entry):
            return [*_faces(entry, value.values())]
        case ObjectField(members=members):
            return {name: one for name, one in value.items() if name in members}
        case EnumField(options=options):
            # An edition that no code can name is read as the default edition.
            return value if value in options else DEFAULT_EDITION.value
    return value


def _box(held: Mapping[str, Any]) -> Box:
    """Read what a code holds."""
    faces = {
        section: {str(place): face for place, face in enumerate(listed, 1)}
        for section, listed in held.items()
        if isinstance(listed, list)
    }
    return replace(parse({**held, **faces, "name": "?"}), name="")


def _faces(entry: Schema, named: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    seen: list[Mapping[str, Any]] = []
    for face in named:
        plain = {member: value for member, value in face.items() if member != "name"}
        if plain and plain not in seen and next(entry.faults(plain), None) is None:
            seen.append(plain)
            yield plain
