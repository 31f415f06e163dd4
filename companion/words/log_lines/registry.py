"""By type of event: the sentence of its line, and the moves that it asks for."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.rules.registry import Registry
from companion.words.telling import Telling

Sentence: TypeAlias = Callable[[Telling, Any], str | None]

LINES: Final[Registry[type, Sentence]] = Registry()
"""By kind of event: the sentence of its line; an expansion registers its own."""

HANDS: Final[Registry[type, Sentence]] = Registry()
"""By kind of event: what hands do because of it.

None for what the players turn up themselves before they type it, and for what only the app counts.
"""
