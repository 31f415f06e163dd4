"""A position as one word that fits into a link: `lockup1.` and letters, digits, `-` and `_`.

Behind the point stands URL-safe base64 without padding, of JSON that zlib has made small with the help of a dictionary,
`position_code_1.txt`. The JSON is that of `state.value_codec`, so it says itself what it holds. Neither the dictionary
nor what the number stands for ever changes: another dictionary is another number.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, Self

from companion.rules.state import value_codec
from companion.rules.state.position import Position

PREFIX: Final = "lockup1."
_DICTIONARY: Final = "position_code_1.txt"
_MOST: Final = 1 << 20
"""How many bytes of JSON a code may hold: more than any game has, and too few to hurt whoever reads one."""

FAULTS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What goes wrong with a value that nobody has written so."""


class InvalidCode(ValueError):
    """A text that is no code of a position, or not of one of that kind."""


class CodeContents(NamedTuple):
    """What a code holds.

    Attributes:
        position: where everything is.
        seed: from which its cards are dealt; None where it is what a seat sees, from which no game goes on.
    """

    position: Position
    seed: str | None


class SeenPosition(Position):
    """A position as one of its seats sees it: it holds nothing hidden, and so does its code."""

    __slots__ = ()

    def code(self) -> str:
        """The position as one word, for sharing."""
        return written(CodeContents(Position(*self), None))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """The position of a code.

        Raises:
            InvalidCode: it is none of what a seat sees.
        """
        position, seed = read(code)
        if seed is not None:
            raise InvalidCode("this code holds a whole game, with what is hidden; Game.from_code reads it")
        return cls(*position)


def written(coded: CodeContents) -> str:
    """The code of a position."""
    value = value_codec.dump({"position": value_codec.encoded(coded.position), "seed": coded.seed})
    small = zlib.compressobj(level=zlib.Z_BEST_COMPRESSION, zdict=_dictionary())
    packed = small.compress(value.encode()) + small.flush()
    return PREFIX + urlsafe_b64encode(packed).decode().rstrip("=")


def read(code: str) -> CodeContents:
    """What a code holds.

    Raises:
        InvalidCode: it is no code, or a part of it is missing or was changed.
    """
    text = code.strip()
    if not text.startswith(PREFIX):
        raise InvalidCode(f"a code of a position begins with {PREFIX}")
    try:
        value = json.loads(_unpacked(text.removeprefix(PREFIX)))
        position, seed = value_codec.decoded(value["position"]), value["seed"]
    except (*FAULTS, zlib.error) as error:
        raise InvalidCode(f"this code is not whole: {error}") from error
    if not isinstance(position, Position) or not isinstance(seed, str | None):
        raise InvalidCode("this code holds no position")
    return CodeContents(position, seed)


def _unpacked(text: str) -> bytes:
    # Padding beyond what is missing counts for nothing.
    packed = urlsafe_b64decode(text.encode("ascii") + b"==")
    unpacking = zlib.decompressobj(zdict=_dictionary())
    value = unpacking.decompress(packed, _MOST)
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("something is missing or too much")
    return value


@cache
def _dictionary() -> bytes:
    return files(__package__).joinpath(_DICTIONARY).read_bytes()
