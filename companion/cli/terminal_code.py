"""The QR code that a terminal shows."""

import codecs
import os
import shutil
import sys
from typing import Final

import qrcode

_BLOCKS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The character for two rows of modules, one above the other, by which of them are dark."""

_DARK_ON_LIGHT: Final = "\x1b[38;5;16;48;5;231m"
"""Black on white out of the colours that no theme changes: cameras find no code that is light on dark."""

_AS_BEFORE: Final = "\x1b[0m"
_MARGIN: Final = 4
"""The light modules that the standard wants on each side."""

_COLOURLESS: Final = ("dumb", "unknown", "vt")
"""The beginnings of the names of terminals (`TERM`) that show no colours."""


def terminal_code(address: str) -> list[str]:
    """Draw the code of an address, a line of the terminal each; nothing where the terminal cannot show it."""
    code = qrcode.QRCode(border=_MARGIN, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(address)
    rows: list[list[bool]] = code.get_matrix()
    width = len(rows[0])
    if not _shows_colours() or shutil.get_terminal_size().columns <= width:
        return []
    pairs = zip(rows[::2], [*rows[1::2], [False] * width], strict=False)
    lines = ("".join(_BLOCKS[modules] for modules in zip(*pair, strict=True)) for pair in pairs)
    return [f"{_DARK_ON_LIGHT}{line}{_AS_BEFORE}" for line in lines]


def _shows_colours() -> bool:
    """Return whether output goes to a terminal with colours and Unicode, whose owner accepts colours."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return False
    named = os.environ.get("TERM", "" if sys.platform != "win32" else "windows")
    return codecs.lookup(sys.stdout.encoding).name == "utf-8" and bool(named) and not named.startswith(_COLOURLESS)
