"""Static files as they are sent: a script or style sheet with all that it imports in one file, without its comments.

The sources in `static/` stay what a person reads and a browser could load one by one: style sheets import as CSS does,
scripts as modules do. Here what is imported is written in, so that a page needs one file of each kind.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final

import brotli  # type: ignore[import-untyped]
from flask import Flask, request, send_from_directory, url_for
from werkzeug.wrappers import Response

from companion.web.headers import FILE_POLICY

STATIC: Final = Path(__file__).parents[2] / "static"
YEAR_SECONDS: Final = 365 * 24 * 60 * 60
MEDIA: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Kinds of files that are not sent as they are stored, and their media types."""

PACKINGS: Final[dict[str, Callable[[bytes], bytes]]] = {"br": brotli.compress, "gzip": partial(gzip.compress, mtime=0)}
"""Ways to compress a file, the smaller result first. Browsers accept `br` only over https."""

VENDOR: Final = "vendor/"
"""Files that others wrote are small already, and define names for the files after them: they are sent unchanged."""

OWN: Final = frozenset(one.name for one in STATIC.iterdir() if one.suffix in MEDIA)
"""The files that are written in each other and compressed here."""

_SHEETS: Final = re.compile(r'^@import "(?P<name>[\w./-]+)";\n', re.MULTILINE)
_SCRIPTS: Final = re.compile(r'^import (?:\{ (?P<what>.+) \} from )?"\./(?P<name>[\w./-]+)";\n', re.MULTILINE)
_EXPORTS: Final = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)
_RENAMED: Final = re.compile(r"^export \{ (.+) \};\n", re.MULTILINE)
_LEFT_OVER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_REMARKS: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE_REMARKS: Final = re.compile(r"^\s*(?://.*|/\*\*?(?:[^*]|\*(?!/))*\*/)$", re.MULTILINE)
_INDENTS: Final = re.compile(r"\n\s*")
_TEXT_OR_SIGN: Final = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')| ?([{}()=,;:<>?&|!]+) ?""")
"""In a line of a script a text, which stays as it is, or signs that need no space around them. A plus or minus may need
one: `a + +b` is no `a++b`."""

_OPAQUE: Final = frozenset("/`")
"""A line of a script with one of these is left alone: it may hold a pattern, or a text with code in it."""


def set_up(app: Flask) -> None:
    """Serve the files of the app."""
    app.add_url_rule("/static/<path:filename>", "static", _send)


def address(name: str) -> str:
    """Return the address of a static file, with its version: a browser may keep it for good."""
    return _address(name, request.script_root)


@lru_cache(maxsize=256)  # below how many paths it is asked for is said by others
def _address(name: str, _below: str) -> str:
    """Return the same below some path: a page names dozens of files, which are put together once."""
    return url_for("static", filename=name, v=_version(name))


@cache
def content(name: str) -> bytes:
    """Return a static file as it is sent.

    Raises:
        OSError: it, or what it imports, is not there.
        ValueError: it imports or exports in a way that is not understood here.
    """
    if name not in OWN:
        return (STATIC / name).read_bytes()
    if name.endswith(".css"):
        return _small_style("".join(map(_text, modules(name)))).encode()
    if name.endswith(".js"):
        return "".join(map(_scope, modules(name))).encode()
    return _INDENTS.sub("\n", _text(name)).encode()


def modules(name: str) -> tuple[str, ...]:
    """Return a script or style sheet and all that it needs, each once and after what it needs itself."""
    return tuple(dict.fromkeys(_needed(name)))


def _needed(name: str) -> Iterator[str]:
    if not name.startswith(VENDOR):
        for found in (_SHEETS if name.endswith(".css") else _SCRIPTS).finditer(_text(name)):
            yield from _needed(found["name"])
    yield name


def _text(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def _small_style(text: str) -> str:
    """Return a style sheet without imports, remarks and needless space. No string in our sheets has any of these."""
    text = _REMARKS.sub("", _SHEETS.sub("", text))
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,>]) ?", r"\1", text).replace(": ", ":").replace(";}", "}").strip()


def _scope(name: str) -> str:
    """Return a module of a script as a function that is called at once and answers what the module exports."""
    text = _text(name)
    if name.startswith(VENDOR):
        return f"{text.strip()}\n"
    exports = [found[2] for found in _EXPORTS.finditer(text)]
    exports += [_turned(one) for found in _RENAMED.finditer(text) for one in found[1].split(", ")]
    text = _SCRIPTS.sub(_taken_over, _RENAMED.sub("", _EXPORTS.sub(r"\1 \2", text)))
    if left := _LEFT_OVER.search(text):
        raise ValueError(f"{name}: {left[0]}")
    small = "\n".join(map(_small_line, _INDENTS.sub("\n", _LINE_REMARKS.sub("", text)).strip().split("\n")))
    return f"const {_variable(name)} = (() => {{\n{small}\nreturn {{ {', '.join(exports)} }};\n}})();\n"


def _small_line(line: str) -> str:
    """Return a line of a script without the space that only people need."""
    return line if _OPAQUE & {*line} else _TEXT_OR_SIGN.sub(r"\1\2", line)


def _taken_over(found: re.Match[str]) -> str:
    """Return an import as a `const` that takes names out of a module's object."""
    return f"const {{ {found['what'].replace(' as ', ': ')} }} = {_variable(found['name'])};\n" if found["what"] else ""


def _turned(export: str) -> str:
    """Return `close as hangUp` as a property of an object."""
    inside, _, outside = export.partition(" as ")
    return f"{outside}: {inside}" if outside else inside


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


@cache
def _version(name: str) -> str:
    return hashlib.sha256(content(name)).hexdigest()[:12]


def _send(filename: str) -> Response:
    """Send a static file; for good where its address names its version."""
    response = _file(filename)
    response.headers["Content-Security-Policy"] = FILE_POLICY
    return response


def _file(filename: str) -> Response:
    kept = YEAR_SECONDS if "v" in request.args else None
    if filename not in OWN:
        return send_from_directory(STATIC, filename, max_age=kept)
    packing = next((one for one in PACKINGS if request.accept_encodings[one]), "")
    response = Response(_packed(filename, packing), mimetype=MEDIA[Path(filename).suffix])
    if packing:
        response.content_encoding = packing
    response.vary.add("Accept-Encoding")
    response.set_etag(_version(filename) + packing)
    if kept:
        response.cache_control.public = response.cache_control.immutable = True
        response.cache_control.max_age = kept
    return response.make_conditional(request)


@cache
def _packed(name: str, packing: str) -> bytes:
    """Return a file compressed once, as small as possible, for everyone who asks for it."""
    return PACKINGS[packing](content(name)) if packing else content(name)
