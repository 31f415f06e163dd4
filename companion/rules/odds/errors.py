"""Errors for odds that cannot be counted: each has a name, and nothing is guessed."""

from companion.rules.errors import RuleError


class NotInRollCall(RuleError):
    """Odds are counted for the player, while tokens are assigned against the guards (Z-1, R-1)."""


class UnknownCards(RuleError):
    """The app does not know all cards of the guards, or one is a copy that none of them looks like (Z-9)."""


class NotAssignable(RuleError):
    """No token of the player can be assigned there now, or not these (R-1, R-2)."""
