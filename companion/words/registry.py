"""Functions that put something in words, each registered where it is defined."""

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Function = TypeVar("Function", bound=Callable[..., object])


class Registry(dict[Key, Function]):
    """By what is put in words, the function that does it.

    >>> greetings = Registry[str, Callable[[str], str]]()
    >>> @greetings.of("morning", "noon")
    ... def greet(name: str) -> str:
    ...     return f"Good day, {name}"
    >>> greetings["noon"]("Vera")
    'Good day, Vera'
    """

    def of(self, *keys: Key) -> Callable[[Function], Function]:
        """Decorate the function that puts these in words; an expansion registers its own so."""

        def register(function: Function) -> Function:
            self.update(dict.fromkeys(keys, function))
            return function

        return register
