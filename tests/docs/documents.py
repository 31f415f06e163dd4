"""How the tests of the documents read them."""

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NOT_OURS = {"build", "dist", "vendor", "__pycache__", "node_modules"}

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`]+`")
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


def files(ending: str = "") -> Iterator[Path]:
    """The files of the project whose name ends so, without what tools leave and what others wrote."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if name == ".ci" or not (name in NOT_OURS or name.startswith(".")))
        # In a second checkout git leaves a file that says where the first one is.
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(ending) and name != ".git")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


DOCUMENTS = {name_of(path): path.read_text("utf-8") for path in files(".md")}
"""Every Markdown file of the project, by its path."""


def blocks(document: str, language: str) -> list[str]:
    """The fenced blocks of a document in that language."""
    return [text for found, text in _FENCED.findall(DOCUMENTS[document]) if found == language]


def prose(document: str) -> str:
    """A document without its fenced blocks."""
    return _FENCED.sub("", DOCUMENTS[document])


def links(document: str) -> list[str]:
    """Where the links and pictures of a document lead."""
    return _LINK.findall(_CODE.sub("`", prose(document)))


def anchors(document: str) -> set[str]:
    """What can stand after # in a link to a document."""
    text = prose(document)
    found: list[str] = _ANCHOR.findall(text)
    slugs: list[str] = []
    for heading in _HEADING.findall(text):
        slug = _slug(heading)
        slugs.append(f"{slug}-{slugs.count(slug)}" if slug in slugs else slug)
    return {*found, *slugs}


def _slug(heading: str) -> str:
    """The anchor that readers of Markdown give a heading."""
    plain = heading.replace("`", "").lower().replace(" ", "-")
    return "".join(sign for sign in plain if sign in "-_" or unicodedata.category(sign)[0] in "LN")


def rows(document: str, heading: str) -> list[list[str]]:
    """The cells of the table whose first cell is that; without its head."""
    lines = DOCUMENTS[document].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found
