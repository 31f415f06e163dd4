"""Reading bytes as a JSON value, strictly and without a way to crash the reader."""

import json
import re
from collections.abc import Callable, Mapping, Set
from functools import partial
from typing import Any, Final, NoReturn

DEEPEST: Final = 32
"""Arrays and objects that may be nested in each other."""

_LONGEST_INT: Final = 20
_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""A bracket, or a string to its end or the text's: nothing is looked at twice, whatever the text is."""


class NotJson(ValueError):
    """Bytes that are no JSON as it is read here: `fault` is the key of the sentence, `data` what that names."""

    def __init__(self, fault: str, data: Mapping[str, Any]) -> None:
        super().__init__(fault)
        self.fault = fault
        self.data = data


def parse_json(data: bytes, only: Set[str] | None = None) -> Any:
    """Return the JSON value of these bytes.

    Args:
        data: the bytes.
        only: the members to read of any object; a large file has many others, and they would take up memory. None: all.

    Raises:
        NotJson: they are not UTF-8, no JSON, hold a member twice, NaN or Infinity, or are nested deeper than `DEEPEST`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise NotJson("utf8", {}) from fault
    _refuse_depth(text)
    try:
        return (_decode if only is None else _decoder(partial(_some_members, only)))(text)
    except json.JSONDecodeError as fault:
        raise NotJson("syntax", {"line": fault.lineno, "column": fault.colno}) from fault


def _refuse_depth(text: str) -> None:
    # Text with few brackets cannot be deep; this spares nearly every request the scan.
    if text.count("{") + text.count("[") <= DEEPEST:
        return
    depth = 0
    for match in _BRACKETS.finditer(text):
        sign = match.group()
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise NotJson("depth", {"limit": DEEPEST})
        elif sign in "]}":
            depth -= 1


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise NotJson("duplicate", {"name": twice[:40]})
    return members


def _some_members(only: Set[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in _members(pairs).items() if name in only}


def _constant(name: str) -> NoReturn:
    raise NotJson("constant", {"name": name})


def _integer(digits: str) -> int:
    # Python refuses to read very long integers; one is as far out of every range here as the next.
    return int(digits) if len(digits) <= _LONGEST_INT else int("9" * _LONGEST_INT)


def _decoder(members: Callable[[list[tuple[str, Any]]], dict[str, Any]]) -> Callable[[str], Any]:
    return json.JSONDecoder(object_pairs_hook=members, parse_constant=_constant, parse_int=_integer).decode


_decode: Final = _decoder(_members)
