"""Registries of functions, by the kind of thing that they handle."""

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Function = TypeVar("Function")


class Registry(dict[Key, Function]):
    """The function for each kind of thing.

    >>> greetings = Registry[str, Callable[[str], str]]()
    >>> @greetings.of("morning", "noon")
    ... def greet(name: str) -> str:
    ...     return f"Good day, {name}"
    >>> greetings["noon"]("Vera")
    'Good day, Vera'
    """

    def of(self, *keys: Key) -> Callable[[Function], Function]:
        """Return a decorator that registers a function for these keys."""

        def register(function: Function) -> Function:
            self.update(dict.fromkeys(keys, function))
            return function

        return register
