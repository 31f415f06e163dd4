"""Inflected words: places, amounts, tokens and people as sentences need them.

A message names the form that it wants after a colon, and a language names another where its grammar does:

    say("Take {what:object} from the supply.")           Weź z puli {what:object}.
    say("Place {crew:object} {location:at}.")            Połóż {crew:object} {location:at}.
    say("Strongest here: {side:take} {cubes} cubes.")    Najsilniejsi: {side:take} {cubes} kostek.

These have forms: a `Location` (at, to, from, object), an amount of cubes (object), a word for cubes or a resource (one,
object, of), tokens (object), and people at the table (the verbs under `people`, for `side`, `other`, `holder`). A
capital letter, as in `{location:At}`, begins a sentence. The forms of each language are in `cases/<language>.toml`;
en.toml says what each is for; `tests/words` finds a sentence that asks for a form its language does not have.

How to say something new: pass the thing itself, `told.say("hands.lay", what=told.amount(cube, n), location=location)`,
write the English with the form it needs, run `tools.translations`, and let every language pick its own form.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any


class Inflected(str):
    """A text with other forms of itself, by name; without a name it is the text."""

    __slots__ = ("_form",)
    _form: Callable[[str], str]

    def __new__(cls, text: str, form: Callable[[str], str]) -> "Inflected":
        """Create the text with the function that returns its forms."""
        self = super().__new__(cls, text)
        self._form = form
        return self

    def form(self, name: str) -> str:
        """Return one form; a capital in its name begins a sentence, but changes no name.

        Raises:
            KeyError: if this language has no such form.
        """
        text = self._form(name.lower())
        return text[:1].upper() + text[1:] if name[:1].isupper() and not text.startswith(str(self)) else text

    def __format__(self, name: str) -> str:
        """Return the form that a message names."""
        return self.form(name) if name else str(self)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Send only the plain text to other processes."""
        return str, (str(self),)


@cache
def cases(language: str) -> Mapping[str, Any]:
    """Return the forms of a language."""
    return tomllib.loads(files(__package__).joinpath("cases", f"{language}.toml").read_text("utf-8"))


def bending(text: str, forms: Mapping[str, str]) -> Inflected:
    """Return a text with its forms from a table."""
    return Inflected(text, forms.__getitem__)


def counted(text: str, forms: Mapping[str, list[str]], count: int, plural: int) -> Inflected:
    """Return an amount; in languages without forms for it, all forms are the same.

    Args:
        text: the amount by itself.
        forms: each with its plurals.
        count: how many there are.
        plural: which of the plurals belongs to that number.
    """
    return Inflected(text, lambda name: forms[name][plural].format(n=count) if name in forms else text)


def together(parts: Iterable[str], join: Callable[[Iterable[str]], str]) -> Inflected:
    """Join words and each of their forms; words without forms stay as they are."""
    words = list(parts)

    def form(name: str) -> str:
        return join([one.form(name) if isinstance(one, Inflected) else one for one in words])

    return Inflected(join(words), form)


def acting(name: str, verbs: Mapping[str, Mapping[str, str]], person: str) -> Inflected:
    """Return a person whose forms have verbs: "the guards take", "Vera takes".

    Args:
        name: what they are called.
        verbs: with their forms for `you`, `guards` and a name.
        person: which of these it is.
    """
    return Inflected(name, lambda verb: verbs[verb][person].format(name=name))
