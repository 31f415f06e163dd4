"""Errors that the rules raise for invalid questions, with names and message keys."""

from collections.abc import Iterable, Mapping
from typing import Any


class RuleError(ValueError):
    """A question that the game does not have.

    Attributes:
        key: the message key of the sentence about the error.
        data: the values in that sentence.
        path: where in the question it is wrong, as steps from the top, such as `("sides", 1, "tokens", 0)`.
        all: this and all other errors in the question, in the order in which they were found.
    """

    all: "tuple[RuleError, ...]"

    def __init__(self, key: str, path: tuple[str | int, ...] = (), /, **data: Any) -> None:
        super().__init__(f"{key} at /{'/'.join(map(str, path))}: {data}")
        self.key = key
        self.path = path
        self.data: Mapping[str, Any] = data
        self.all = (self,)

    @staticmethod
    def refuse(found: "Iterable[RuleError]") -> None:
        """Raise the errors of a question, if any: the first, with all of them.

        >>> RuleError.refuse(RuleError("token.unknown", ("tokens", at)) for at in (1, 2))
        Traceback (most recent call last):
        ...
        companion.rules.errors.RuleError: token.unknown at /tokens/1: {}
        """
        wrong = tuple(found)
        if wrong:
            wrong[0].all = wrong
            raise wrong[0]


class UnknownRuling(RuleError):
    """A house ruling that does not exist, or a value that it cannot take (RULES H)."""


class WrongNumberOfSides(RuleError):
    """Too few or too many sides, or not one player against the guards (Z-1)."""


class RepeatedToken(RuleError):
    """A side has each of its crew tokens once (S-2)."""


class TokenNotInPlay(RuleError):
    """A token that this table does not use (S-3)."""


class UnknownSide(RuleError):
    """A name that no side at the table has."""


class WrongMember(RuleError):
    """A value that this question does not ask of this side."""


class RepeatedLocation(RuleError):
    """A goon space given twice (S-5)."""
