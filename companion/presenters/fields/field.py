"""What a field of a request is: it checks a value, reads it, and describes itself."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeAlias

from companion.rules.schema import Invalid, Path, Schema

Reader: TypeAlias = Callable[[Any], Any]


class Unfit(ValueError):
    """A value that does not fit; `faults` of its field says why."""


class Field(Schema):
    """Anything that a body may hold."""

    def faults(self, value: Any, path: Path = ()) -> Iterator[Invalid]:
        """Everything that is wrong with a value; nothing where it fits."""
        return iter((Invalid(path, "field.null"),)) if value is None else self._faults(value, path)

    @cached_property
    def read(self) -> Reader:
        """Takes a value and gives it as the rules have it; raises `Unfit` where `faults` finds something."""
        return self._reader()

    def draft(self) -> "Field":
        """The field in a draft, of which nothing is required."""
        return self

    @abstractmethod
    def _reader(self) -> Reader: ...
