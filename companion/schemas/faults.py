"""Faults in the fields of something sent, for a problem or a page to name."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from companion.rules.errors import RuleError
from companion.rules.schema import Invalid
from companion.words.catalogue import sentence
from companion.words.messages import ERRORS

MOST_ERRORS: Final = 2000
"""Faults that an answer names at most: all that anybody can have meant, not all that a flood holds."""
MOST_TOLD: Final = 50
"""Faults that a page names at most; more nobody mends by hand."""


class InvalidFields(ValueError):
    """Everything that is wrong with the fields of something sent, up to what an answer names."""

    def __init__(self, faults: Iterable[Invalid]) -> None:
        super().__init__()
        self.faults = list(islice(faults, MOST_ERRORS))


def rule_faults(errors: Iterable[RuleError]) -> list[Invalid]:
    """Return the errors that the rules find, as faults of fields."""
    return [Invalid(error.path, error.key, error.data) for error in errors]


def fault_sentence(language: str, fault: Invalid) -> str:
    """Say what is wrong; options are written as in a request, not as words of its language."""
    data = {name: tuple(map(str, one)) if isinstance(one, tuple) else one for name, one in fault.data.items()}
    return sentence(language, ERRORS[fault.key], data)


def pointer(steps: Sequence[str | int]) -> str:
    """Return a JSON Pointer (RFC 6901) to a member; parts that cannot be written in UTF-8 are replaced."""
    return "".join("/" + writable(str(step)).replace("~", "~0").replace("/", "~1") for step in steps)


def writable(text: str) -> str:
    """Return the text with a question mark for whatever cannot be written in UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
