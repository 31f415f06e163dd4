"""Values of the rules as JSON and back, exactly, type for type. Pure.

A word of a vocabulary is written `@Location.sewers`, a record as an object whose `@` names its kind and in which
members at their default are left out, a tuple as a list. So a text names its own types, and a member that a later
version of the rules adds has its default in older texts. The log of a table and a game as a file are written so.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, NoReturn

from companion.rules.frozen import FrozenList
from companion.rules.state.stored_names import ENUMS, NAME_OF, RECORDS

TAG: Final = "@"
_PAIRS: Final = "@pairs"
_LIST: Final = "@list"
_SET: Final = "@set"

_WORDS: Final[Mapping[str, StrEnum]] = {f"{TAG}{name}.{word}": word for name, kind in ENUMS.items() for word in kind}
_WRITTEN: Final[Mapping[type, Mapping[str, str]]] = {
    kind: {word.value: f"{TAG}{name}.{word}" for word in kind} for name, kind in ENUMS.items()
}


class UnknownFormat(ValueError):
    """A text that this version cannot read, and does not guess at."""


class NotKept(TypeError):
    """A value that has no format."""


def _defaults(kind: type) -> dict[str, Any]:
    """Return the members of a record with their defaults, if any."""
    if not is_dataclass(kind):
        named: Any = kind
        return {name: named._field_defaults.get(name, MISSING) for name in named._fields}
    return {
        one.name: one.default_factory() if one.default_factory is not MISSING else one.default for one in fields(kind)
    }


class _Members(dict[type, Mapping[str, Any]]):
    """The members of each record with their defaults, found when first needed."""

    def __missing__(self, kind: type) -> Mapping[str, Any]:
        found = self[kind] = _defaults(kind)
        return found


_MEMBERS: Final = _Members()


def encoded(value: Any) -> Any:
    """Return a value of the rules as JSON can write it.

    Raises:
        NotKept: there is no format for it.
    """
    return _WRITE[type(value)](value)


def _same(value: Any) -> Any:
    return value


def _encoded_text(value: str) -> str:
    return TAG + value if value.startswith(TAG) else value


def _encoded_word(value: StrEnum) -> str:
    kind = type(value)
    return _WRITTEN[kind].get(value._value_) or f"{TAG}{NAME_OF[kind]}.{value}"


def _encoded_tuple(value: tuple[Any, ...]) -> list[Any]:
    return [_WRITE[type(one)](one) for one in value]


def _encoded_list(value: list[Any]) -> dict[str, Any]:
    return {TAG: _LIST, "of": [encoded(one) for one in value]}


def _encoded_set(value: frozenset[Any]) -> dict[str, Any]:
    return {TAG: _SET, "of": sorted((encoded(one) for one in value), key=dump)}


def _encoded_record(value: Any) -> dict[str, Any]:
    kind = type(value)
    written: dict[str, Any] = {TAG: NAME_OF[kind]}
    for name, default in _MEMBERS[kind].items():
        member = getattr(value, name)
        if member is default:
            continue
        of = type(member)
        # 0 equals False, and a word equals its text: only an identical value may be left out.
        if of is not type(default) or (of is not int and of is not str) or member != default:
            written[name] = _WRITE[of](member)
    return written


def _encoded_mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    if all(type(key) is str or type(key) in _WRITTEN for key in value):
        return {encoded(key): encoded(one) for key, one in value.items()}
    return {TAG: _PAIRS, "of": [[encoded(key), encoded(one)] for key, one in value.items()]}


class _Writers(dict[type, Callable[[Any], Any]]):
    """The functions that write values, by type; most are found when first needed."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        if kind in _WRITTEN:
            write: Callable[[Any], Any] = _encoded_word
        elif kind in NAME_OF:
            write = _encoded_record
        elif issubclass(kind, Mapping):
            write = _encoded_mapping
        else:
            # An expansion may give it a name yet.
            return _refused
        self[kind] = write
        return write


def _refused(value: Any) -> NoReturn:
    raise NotKept(f"{type(value).__name__}: {value!r}")


_WRITE: Final = _Writers(
    {
        int: _same,
        bool: _same,
        type(None): _same,
        str: _encoded_text,
        tuple: _encoded_tuple,
        list: _encoded_list,
        FrozenList: _encoded_list,
        frozenset: _encoded_set,
    }
)


def decoded(value: Any) -> Any:
    """Return the value of the rules that `encoded` wrote.

    Raises:
        UnknownFormat: it did not.
    """
    return _READ[type(value)](value)


def _text(value: str) -> str:
    if value[:1] != TAG:
        return value
    word = _WORDS.get(value)
    if word is not None:
        return word
    return value[1:] if value[1:2] == TAG else _word_of_an_expansion(value)


def _word_of_an_expansion(value: str) -> StrEnum:
    """Return a word that an expansion has added to a vocabulary."""
    name, _, word = value.removeprefix(TAG).partition(".")
    try:
        return ENUMS[name](word)
    except (KeyError, ValueError):
        raise UnknownFormat(value) from None


def _list(value: list[Any]) -> tuple[Any, ...]:
    return tuple([_READ[type(one)](one) for one in value])


def _object(value: dict[str, Any]) -> Any:
    tag: Any = value.get(TAG)
    kind = RECORDS.get(tag)
    if kind is not None:
        return kind(
            **{
                name: one if type(one) in _AS_IT_IS else _READ[type(one)](one)
                for name, one in value.items()
                if name != TAG
            }
        )
    if tag is None:
        return {_text(key): _READ[type(one)](one) for key, one in value.items()}
    if tag == _PAIRS:
        return {decoded(key): decoded(one) for key, one in value["of"]}
    if tag == _LIST:
        return FrozenList([decoded(one) for one in value["of"]])
    if tag == _SET:
        return frozenset(decoded(one) for one in value["of"])
    raise UnknownFormat(tag)


_AS_IT_IS: Final = frozenset({int, bool, type(None)})
"""Types that are the same in JSON: a lookup is quicker than a call."""

_READ: Final[Mapping[type, Callable[[Any], Any]]] = {
    str: _text,
    list: _list,
    dict: _object,
    int: _same,
    bool: _same,
    type(None): _same,
}


dump: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
"""Writes a value from `encoded` as JSON; it is a tree, so no check for cycles."""


def written(value: Any) -> str:
    """Return a value of the rules as a line of JSON."""
    return dump(encoded(value))


def read(text: str) -> Any:
    """Return the value of the rules in a line of JSON."""
    return decoded(json.loads(text))
