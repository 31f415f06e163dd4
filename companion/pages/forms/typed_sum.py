"""A number that somebody has typed, as a sum where they like: "3+6+2"."""

import re
from typing import Any, Final
from unicodedata import normalize

from companion.rules.schema import MOST

LONGEST_TEXT: Final = 200
"""Characters that a field takes."""

_SUM: Final = re.compile(r"\d{1,6}(?:[+-]\d{1,6})*[+-]?")
_STEP: Final = re.compile(r"\d+|[+-]")


class FieldFault(ValueError):
    """A text that its field cannot take; `key` is the message that says so, `data` what that names."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.data = data


def parse_sum(text: str) -> int | None:
    """Return the value of a text such as "3+6+2"; None for an empty one.

    Raises:
        FieldFault: for a text that is no sum, or whose sum is less than 0 or more than 9999.
    """
    if len(text) > LONGEST_TEXT:
        raise FieldFault("form.not_a_sum")
    plain = normalize("NFKC", text).replace("\N{MINUS SIGN}", "-").replace(" ", "")
    if not plain:
        return None
    if not plain.isascii() or not _SUM.fullmatch(plain):
        raise FieldFault("form.not_a_sum")
    total, sign = 0, 1
    for step in _STEP.findall(plain):
        if step in "+-":
            sign = 1 if step == "+" else -1
        else:
            total += sign * int(step)
    if total < 0:
        raise FieldFault("form.below_zero")
    if total > MOST:
        raise FieldFault("form.too_large")
    return total
