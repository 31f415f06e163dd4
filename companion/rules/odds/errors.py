"""Errors for odds that cannot be counted: each has a name, and nothing is guessed."""

from companion.rules.errors import RuleError


class NotInRollCall(RuleError):
    """Odds are for the player, while tokens are assigned against guards (Z-1, R-1)."""


class UnknownCards(RuleError):
    """The app does not know all guard cards, or those seen don't fit the decks (Z-9)."""


class NotAssignable(RuleError):
    """No token of the player can be assigned there now, or not these (R-1, R-2)."""
