"""A terminal: what a command prints to one, and the picture that somebody in front of it would take."""

import array
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import zxingcpp
from serving import Running, environment, when_ready

Grey = int

DARK: Final = (30, 210)
"""The grey of the background and that of letters, on a terminal as most have it."""

LIGHT: Final = (250, 40)
FIXED: Final = {16: 0, 231: 255}
"""The greys of the colours that printed codes are made of; the first sixteen belong to the owner of the terminal."""

_CELL: Final = (6, 12)
"""The pixels of a letter, across and down."""

_TOKENS: Final = re.compile(r"\x1b\[([\d;]*)m|(.)|\n", re.DOTALL)


class Screen(NamedTuple):
    """What a terminal shows, a row of letters each with the grey behind it and its own."""

    rows: list[list[tuple[str, Grey, Grey]]]

    @property
    def text(self) -> list[str]:
        return ["".join(letter for letter, _, _ in row).rstrip() for row in self.rows]


def shown(printed: str, theme: tuple[Grey, Grey], columns: int = 80, lines: int | None = None) -> Screen:
    """What a terminal of that size shows in the end; one that is as high as need be shows all."""
    rows: list[list[tuple[str, Grey, Grey]]] = [[]]
    back, front = theme
    for found in _TOKENS.finditer(printed.replace("\r\n", "\n")):
        colours, letter = found.groups()
        if colours is not None:
            back, front = _colours(colours, theme, back, front)
        elif letter is None or letter == "\n":
            rows.append([])
        else:
            assert letter >= " ", repr(letter)
            if len(rows[-1]) == columns:
                rows.append([])
            rows[-1].append((letter, back, front))
    filled = [row + [(" ", *theme)] * (columns - len(row)) for row in rows]
    return Screen(filled[-lines:] if lines else filled)


def _colours(given: str, theme: tuple[Grey, Grey], back: Grey, front: Grey) -> tuple[Grey, Grey]:
    codes = iter([int(code or 0) for code in given.split(";")])
    for code in codes:
        if code == 0:
            back, front = theme
        else:
            assert (code in {38, 48}, next(codes)) == (True, 5), given
            grey = FIXED[next(codes)]
            back, front = (grey, front) if code == 48 else (back, grey)
    return back, front


def codes_seen(screen: Screen) -> list[str]:
    """What a phone reads off the screen that does not look for codes in inverted colours, as many do not."""
    across, down = _CELL
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    lines = []
    for row in screen.rows:
        for half in (0, 1):
            # Of a letter that is no block there is something in the middle.
            cells = [
                [(back, front)[halves[letter][half]]] * across
                if letter in halves
                else [back, back, front, front, back, back]
                for letter, back, front in row
            ]
            lines += [[grey for cell in cells for grey in cell]] * (down // 2)
    pixels = array.array("B", [grey for line in lines for grey in line])
    picture = memoryview(pixels).cast("B").cast("B", (len(lines), len(lines[0])))
    return [found.text for found in zxingcpp.read_barcodes(picture, try_invert=False)]


@contextmanager
def open_terminal(columns: int = 80) -> Iterator[tuple[int, int]]:
    """A terminal of that width: where one reads what is printed, and where commands print."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    try:
        yield ours, its
    finally:
        os.close(ours)
        os.close(its)


@contextmanager
def serving_in_terminal(*command: str, **env: str) -> Iterator[Running]:
    """A command that serves and prints to a terminal of 80 columns, until the block ends."""
    with open_terminal() as (ours, its):
        said = environment(TERM="xterm-256color", **env)
        process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=said, start_new_session=True)
        try:
            with open(ours, encoding="utf-8", newline="", closefd=False) as printed:
                yield when_ready(process, printed)
        finally:
            process.terminate()
            process.wait(timeout=20)
