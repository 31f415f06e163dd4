"""Nothing in the project leads to where it was made: no path of a machine, no registry, no papers of its makers."""

import re

import pytest
from documents import ROOT, files, name_of

# Written in parts, since this file is looked at too.
REGISTRIES = [
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "com"), ("npmjs", "org"))
]
MACHINE = [f"/{folder}/" for folder in ("work", "root", "home")]
PAPERS = ["/".join(("shared", "")), ".".join(("DESIGN", "md")), ".".join(("UI", "md")), "/".join(("seeds", ""))]
SOURCES = re.compile(r"\b00[0-4]_[0-9a-f]{8}")


def texts() -> list[tuple[str, str]]:
    found = []
    for path in files():
        try:
            found.append((name_of(path), path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue
    return found


@pytest.mark.parametrize("wrong", [*REGISTRIES, *MACHINE, *PAPERS])
def test_no_file_says_it(wrong: str):
    assert [name for name, text in texts() if wrong in text] == []


def test_no_file_names_a_source_by_its_file():
    assert [name for name, text in texts() if SOURCES.search(text)] == []


def test_no_document_names_a_temporary_folder():
    assert [name for name, text in texts() if name.startswith("docs/") and f"/{'tmp'}" in text] == []


def test_the_picture_is_light():
    assert ROOT.joinpath("docs", "screenshot.png").stat().st_size < 200_000
