"""The catalogues of translations: `python -m tools.translations` brings every `.po` file up to the texts of the app.

New texts are empty there, texts that are gone are dropped; `tests/words` refuses both.
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.words.catalogue import LANGUAGES, SOURCE_LANGUAGE
from companion.words.messages import parse

Extracted = tuple[int, str, str | tuple[str | None, ...], list[str]]
ROOT: Final = Path(__file__).parent.parent
CATALOGUES: Final = ROOT / "companion" / "translations"
SOURCES: Final = [
    ("words/sentences/**.properties", "tools.translations:sentences"),
    ("templates/**.html", "jinja2"),
    ("templates/**.svg", "jinja2"),
]
JINJA: Final = {"extensions": "jinja2.ext.i18n", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
BEGUN: Final = datetime(2026, 11, 20, tzinfo=UTC)
KEYWORDS: Final = {"_": None, "gettext": None, "ngettext": (1, 2)}


def sentences(file: IO[bytes], keywords: object, comment_tags: object, options: object) -> Iterator[Extracted]:
    """Yield the texts of a file of sentences, as Babel asks for them."""
    for line, _, message in parse(file.read().decode()):
        yield (
            (line, "gettext", message.one, []) if message.many is None else (line, "ngettext", tuple(message[:2]), [])
        )


def extracted() -> Catalog:
    """Return every text of the app that a person may read."""
    texts = Catalog(fuzzy=False)
    options = {pattern: JINJA for pattern, kind in SOURCES if kind == "jinja2"}
    found = extract_from_dir(ROOT / "companion", SOURCES, options, keywords=KEYWORDS)
    for _, _, message, comments, context in found:
        texts.add(message, None, auto_comments=comments, context=context)
    return texts


def path_of(language: str) -> Path:
    """Return the path of the catalogue of a language."""
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one where there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Bring the catalogue of a language up to the texts of the app; nothing is guessed."""
    catalogue = read(language)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = f"# {LANGUAGES[language]} for the companion to Lockup; under the same licence."
    catalogue.project, catalogue.version = "lockup-companion", "1"
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    # A date would change with every run and say nothing that the history does not.
    catalogue.creation_date = catalogue.revision_date = BEGUN
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, catalogue, no_location=True, sort_output=True, width=120, ignore_obsolete=True)
    if not path.exists() or path.read_bytes() != written.getvalue():
        path.write_bytes(written.getvalue())


def main() -> None:
    """Update every catalogue and say how much is left to translate."""
    for language in LANGUAGES:
        if language != SOURCE_LANGUAGE:
            update(language)
            empty = [message.id for message in read(language) if message.id and not all(_strings(message.string))]
            print(f"{language}: {len(empty)} to translate")


def _strings(string: object) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (str(string or ""),)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
