"""Reasons as values: a rule, a sentence and its data.

The rules return reasons with every answer; `companion.words` turns them into a sentence in a language.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.frozen import EMPTY, deep_hash


class Reason(NamedTuple):
    """Why a result is what it is.

    Attributes:
        rule: the rule id, such as `D-1`.
        key: the message key, such as `raid.most`; every key has its sentence in `companion/words/sentences/`.
        data: the values in the sentence: numbers, names of sides, words of the vocabulary, or tuples and mappings of
            them.
        key_of_ruling: the key of the house ruling that decided this (RULES H), or None.
    """

    rule: str
    key: str
    data: Mapping[str, Any] = EMPTY
    key_of_ruling: str | None = None

    def __hash__(self) -> int:
        return hash((self.rule, self.key, deep_hash(self.data), self.key_of_ruling))
