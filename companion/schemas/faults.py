"""What is wrong with the fields of something sent, for a problem or a page to name."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from companion.rules.schema import Invalid

MOST_ERRORS: Final = 2000
"""How many things that are wrong an answer names: all that anybody can have meant, not all that a flood holds."""
MOST_TOLD: Final = 50
"""How many of them a page names; more nobody mends by hand."""


class FieldError(NamedTuple):
    """One thing that is wrong with a field.

    Attributes:
        path: where, as a JSON Pointer.
        key: which sentence says it.
        data: values of the sentence.
        said: the sentence itself, where more than its key and data goes into it.
    """

    path: str
    key: str
    data: Mapping[str, Any] = {}
    said: str = ""


class InvalidFields(ValueError):
    """Everything that is wrong with the fields of something sent."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(errors)
        self.errors = errors


def refuse(errors: Iterable[FieldError]) -> None:
    """Say all that is wrong at once, if anything is.

    Raises:
        InvalidFields: with every error.
    """
    found = list(errors)
    if found:
        raise InvalidFields(found)


def pointer(steps: Sequence[str | int]) -> str:
    """A JSON Pointer (RFC 6901) to a member; what cannot be written in UTF-8 is replaced."""
    return "".join("/" + writable(str(step)).replace("~", "~0").replace("/", "~1") for step in steps)


def writable(text: str) -> str:
    """The text with a question mark for whatever cannot be written in UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def field_errors(faults: Iterable[Invalid]) -> list[FieldError]:
    """The faults of a shape as errors of fields, as many as an answer names."""
    named = islice(faults, MOST_ERRORS)
    return [FieldError(pointer(fault.path), fault.key, _plain(fault)) for fault in named]


def _plain(fault: Invalid) -> dict[str, Any]:
    # Options stand in a sentence as they are written in a request, not as words of its language.
    return {name: tuple(map(str, value)) if isinstance(value, tuple) else value for name, value in fault.data.items()}
