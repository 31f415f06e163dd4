"""Values read again at each use, since an expansion may have added to them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")


class LiveSequence(Sequence[T]):
    """The result of a function, computed at each use.

    >>> known = ["sewers"]
    >>> places = LiveSequence(lambda: tuple(known))
    >>> known.append("gallows")
    >>> tuple(places), "gallows" in places, len(places)
    (('sewers', 'gallows'), True, 2)
    """

    def __init__(self, read: Callable[[], tuple[T, ...]]) -> None:
        self._read = read

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._read()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class LiveMapping(Mapping[str, V]):
    """The same value for each of some words, which are read at each use.

    >>> known = ["sewers"]
    >>> dict(LiveMapping(LiveSequence(lambda: tuple(known)), 0))
    {'sewers': 0}
    """

    def __init__(self, words: Sequence[Any], value: V) -> None:
        self._words = words
        self._value = value

    def __getitem__(self, word: str) -> V:
        if word in self._words:
            return self._value
        raise KeyError(word)

    def __iter__(self) -> Iterator[str]:
        return (str(word) for word in self._words)

    def __len__(self) -> int:
        return len(self._words)
