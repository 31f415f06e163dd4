"""What the rules raise when a question cannot be asked: named, and saying what is wrong."""

from collections.abc import Mapping
from typing import Any


class RuleError(ValueError):
    """A question that the game does not have.

    Attributes:
        key: the message key of the sentence that says what is wrong.
        data: what that sentence names.
        path: where in the question it is wrong, as steps from the top, such as `("sides", 1, "tokens", 0)`.
    """

    def __init__(self, key: str, path: tuple[str | int, ...] = (), /, **data: Any) -> None:
        super().__init__(f"{key} at /{'/'.join(map(str, path))}: {data}")
        self.key = key
        self.path = path
        self.data: Mapping[str, Any] = data


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
    """Something was given that this question does not ask of this side."""


class RepeatedLocation(RuleError):
    """A goon space given twice (S-5)."""
