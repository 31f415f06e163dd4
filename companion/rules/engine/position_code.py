"""A position as one word for links: `lockup1.` and letters, digits, `-` and `_`.

After the point comes URL-safe base64 without padding, of JSON compressed by zlib with a dictionary,
`position_code_1.txt`. `state.value_codec` writes the JSON, so it names its own types. Neither the dictionary nor the
meaning of the number ever changes: another dictionary gets another number.
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
"""The most bytes of JSON in a code: more than any game has, and too few to hurt a reader."""

FAULTS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors raised by a value that our code did not write."""


class InvalidCode(ValueError):
    """A text that is no code of a position, or a code of the other kind."""


class CodeContents(NamedTuple):
    """The content of a code.

    Attributes:
        position: where everything is.
        seed: the seed of its cards; None: a seat's view, from which no game goes on.
    """

    position: Position
    seed: str | None


class SeenPosition(Position):
    """A position as one of its seats sees it; neither it nor its code has secrets."""

    __slots__ = ()

    def code(self) -> str:
        """Return the position as one word, for sharing."""
        return written(CodeContents(Position(*self), None))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """Return the position of a code.

        Raises:
            InvalidCode: it is no code of a seat's view.
        """
        position, seed = read(code)
        if seed is not None:
            raise InvalidCode("this code holds a whole game, with what is hidden; Game.from_code reads it")
        return cls(*position)


def written(coded: CodeContents) -> str:
    """Return the code of a position."""
    value = value_codec.dump({"position": value_codec.encoded(coded.position), "seed": coded.seed})
    small = zlib.compressobj(level=zlib.Z_BEST_COMPRESSION, zdict=_dictionary())
    packed = small.compress(value.encode()) + small.flush()
    return PREFIX + urlsafe_b64encode(packed).decode().rstrip("=")


def read(code: str) -> CodeContents:
    """Return the content of a code.

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
