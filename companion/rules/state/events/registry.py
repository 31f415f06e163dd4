"""The registry of events by name, under which logs keep them."""

from typing import Final, TypeAlias, TypeVar

from companion.rules.reasons import Reason

Why: TypeAlias = tuple[Reason, ...]

Kind = TypeVar("Kind", bound=type)

EVENTS: Final[dict[str, type]] = {}
"""Every kind of event by its name."""


def register(kind: Kind) -> Kind:
    """Register an event under the name of its class.

    It is a `NamedTuple` with a member `why`, and with a method `evolve` that makes the game after it.
    """
    assert kind.__name__ not in EVENTS, f"two events are called {kind.__name__}"
    EVENTS[kind.__name__] = kind
    return kind
