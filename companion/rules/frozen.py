"""Mappings and lists that cannot be changed, for values of the rules."""

from typing import Any, Final, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A mapping that is a value: unchangeable, with a hash; a copy is an ordinary dict.

    >>> cubes = FrozenDict(scrap=2)
    >>> cubes == {"scrap": 2}, hash(cubes) == hash(FrozenDict({"scrap": 2}))
    (True, True)
    >>> cubes["scrap"] = 3
    Traceback (most recent call last):
    ...
    TypeError: a frozen mapping cannot be changed
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # of a dict it is None
        return deep_hash(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a frozen mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse


class FrozenList(list[V]):
    """A list that is a value, for lists in the log; a copy of it is an ordinary list.

    >>> offers = FrozenList([1, 2])
    >>> offers == [1, 2], [*offers, 3]
    (True, [1, 2, 3])
    >>> offers.append(3)
    Traceback (most recent call last):
    ...
    TypeError: a frozen list cannot be changed
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # of a list it is None
        return deep_hash(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenList, (list(self),)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a frozen list cannot be changed")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse


EMPTY: Final[FrozenDict[Any, Any]] = FrozenDict()
"""The default for mappings."""


def frozen(value: Any) -> Any:
    """Return a value with every dict and list in it frozen, at any depth."""
    kind = type(value)
    if kind is dict:
        return FrozenDict({key: one if type(one) in _SIMPLE else frozen(one) for key, one in value.items()})
    if kind is list:
        return FrozenList([one if type(one) in _SIMPLE else frozen(one) for one in value])
    if isinstance(value, tuple) and not _SIMPLE.issuperset(map(type, value)):
        held = [one if type(one) in _SIMPLE else frozen(one) for one in value]
        return tuple(held) if kind is tuple else tuple.__new__(kind, held)
    return value


_SIMPLE: Final = frozenset({str, int, bool, type(None), FrozenDict, FrozenList})
"""Types that cannot be changed; asking first is quicker, since each step of a game comes here."""


def freeze_members(record: object) -> None:
    """Freeze the dicts that a frozen dataclass was given, as it is made."""
    for name, value in vars(record).items():
        if type(value) is dict:
            object.__setattr__(record, name, frozen(value))


def deep_hash(value: Any) -> int:
    """Return the hash of a value that may have dicts and lists of any kind in it."""
    if isinstance(value, dict):
        return hash(frozenset((key, deep_hash(one)) for key, one in value.items()))
    if isinstance(value, (list, tuple)):
        return hash(tuple(map(deep_hash, value)))
    return hash(value)
