"""The log sentence of each type of event, and the moves that it asks for."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.rules.registry import Registry
from companion.words.telling import Telling

Sentence: TypeAlias = Callable[[Telling, Any], str | None]

LINES: Final[Registry[type, Sentence]] = Registry()
"""The log sentence by type of event; an expansion registers its own."""

HANDS: Final[Registry[type, Sentence]] = Registry()
"""The moves on the board by type of event.

None for cards that players reveal before they enter them, and for numbers that only the app keeps.
"""
