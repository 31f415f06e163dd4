r"""The English sentence of every message key; `translations/` has other languages.

The sentences are in `companion/words/sentences/`, one a line, for writers and translators:

    raid.alone = With nobody to compare with, {side:lose_nothing}; all cubes go back.
    raid.cubes_return[cubes.one] = {side:Return} {cubes} cube to the supply.
    raid.cubes_return[cubes.many] = {side:Return} {cubes} cubes to the supply.

A key belongs to the rules or to the API and never changes its meaning; its words may. `{name}` is replaced by a value
of the reason's data as `companion.words.catalogue` writes it; brackets name the value on which a plural depends. A
blank at an end is written `\u0020`, so that no editor drops it. Sentences follow the style of `docs/decisions.md`:
figure first, one idea, present tense.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple


class Message(NamedTuple):
    """A sentence, and its plural where it depends on the number `by`."""

    one: str
    many: str | None = None
    by: str | None = None


def parse(text: str) -> Iterator[tuple[int, str, Message]]:
    """Yield the line number, key and message of each sentence in the text of a file.

    Raises:
        ValueError: a line is none of empty, comment and sentence; a plural is not whole; a key stands twice.
    """
    keys: set[str] = set()
    lines = ((n, line) for n, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))
    for number, line in lines:
        key, _, one = line.partition(" = ")
        message = Message(one.replace(r"\u0020", " "))
        if key.endswith(".one]"):
            key, _, by = key.removesuffix(".one]").partition("[")
            plural = f"{key}[{by}.many] = "
            _, other = next(lines, (number, ""))
            if not other.startswith(plural):
                raise ValueError(f"line {number} lacks its plural: {line}")
            message = Message(one, other.removeprefix(plural), by)
        if not one or "[" in key or " " in key or key in keys:
            raise ValueError(f"line {number} is no sentence, or its key stands twice: {line}")
        keys.add(key)
        yield number, key, message


FILES: Final[dict[str, dict[str, Message]]] = {}
"""Sentences by name of their file, including those added by expansions."""


def _sentences(name: str) -> Mapping[str, Message]:
    text = files(__package__).joinpath("sentences", f"{name}.properties").read_text("utf-8")
    FILES[name] = {key: message for _, key, message in parse(text)}
    return MappingProxyType(FILES[name])


def add_sentences(name: str, text: str) -> None:
    """Make the sentences of an expansion known.

    Args:
        name: the name of their file, such as `terms`.
        text: the sentences in English, in the form of that file.

    Raises:
        ValueError: a line is no sentence, or its key is known already.
    """
    added = {key: message for _, key, message in parse(text)}
    if known := added.keys() & FILES[name].keys():
        raise ValueError(f"{name} has {', '.join(sorted(known))} already")
    FILES[name] |= added


def _problems() -> Mapping[str, tuple[Message, Message]]:
    parts = _sentences("problems")
    names = (key.removesuffix(".title") for key in parts if key.endswith(".title"))
    return MappingProxyType({name: (parts[f"{name}.title"], parts[f"{name}.text"]) for name in names})


_JOINTS: Final = _sentences("joints")

REASONS: Final = _sentences("reasons")
"""Sentences that explain results (`Reason.key`)."""

RULINGS: Final = _sentences("rulings")
"""The question behind each house ruling (RULES H)."""

RULING_VALUES: Final = _sentences("ruling_values")
"""The meaning of each value of a house ruling."""

TERMS: Final = _sentences("terms")
"""Words of the vocabulary inside a sentence."""

AMOUNTS: Final = _sentences("amounts")
"""A number of something, by its resource name."""

OFFERS: Final = _JOINTS["offers"]
"""One offer at the Chow Hall."""

HOUSE_RULING: Final = _JOINTS["house_ruling"]
"""A sentence that a house ruling decided."""

COMMA: Final = _JOINTS["comma"]
"""Between the parts of a list."""

AND: Final = _JOINTS["and"]
"""The "and" in a list of pieces or moves."""

AND_NUMBERS: Final = _JOINTS["and_numbers"]
"""The "and" between two numbers, which some scripts set off with a space."""

OR: Final = _JOINTS["or"]
"""Two offers that exclude each other."""

ERRORS: Final = _sentences("errors")
"""Mistakes in a question."""

PROBLEMS: Final = _problems()
"""Title and sentence of each problem type of the API."""

JSON_FAULTS: Final = _sentences("json_faults")
"""Mistakes that make a body unreadable."""

VERDICTS: Final = _sentences("verdicts")
"""Results of checking the shuffles of a table."""

CLI: Final = _sentences("command_line")
"""Texts of the command line."""

CONNECTION: Final = _sentences("connection")
"""Texts about a page's connection. A script fills them in, since only the phone knows it; each language has three
plural forms, for 1, 2 and 5.
"""

TYPED: Final = _sentences("typed")
"""The same for pages with text fields instead of buttons."""

PAGES: Final = _sentences("pages")
"""Texts of pages that depend on the game; other texts are in the templates."""

GAME: Final = _sentences("game")
"""Texts of a game's pages: words, log entries, moves, questions, buttons, fields, undo."""
