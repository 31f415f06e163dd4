"""Functions, each registered where it is defined by the kind of thing that it is for."""

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Function = TypeVar("Function")


class Registry(dict[Key, Function]):
    """By the kind of a thing, the function that is for it.

    >>> greetings = Registry[str, Callable[[str], str]]()
    >>> @greetings.of("morning", "noon")
    ... def greet(name: str) -> str:
    ...     return f"Good day, {name}"
    >>> greetings["noon"]("Vera")
    'Good day, Vera'
    """

    def of(self, *keys: Key) -> Callable[[Function], Function]:
        """Decorate the function that is for these; an expansion registers its own so."""

        def register(function: Function) -> Function:
            self.update(dict.fromkeys(keys, function))
            return function

        return register
