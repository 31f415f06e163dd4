"""No template holds words of one language: each is a text of the catalogues, punctuation between two values too.

All of them have the same apostrophes.
"""

import re
from pathlib import Path

import pytest

import companion
from companion.words.catalogue import reference_texts

TEMPLATES = sorted((Path(companion.__file__).parent / "templates").rglob("*.html"))
CLASSES = re.compile(r"\{% macro layout\(.*?endmacro %\}", re.DOTALL)
"""A macro that gives the name of a class."""

JINJA = re.compile(r"\{#.*?#\}|\{%-?.*?-?%\}|\{\{.*?\}\}", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SPOKEN = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
WORD = re.compile(r"[A-Za-z]{2,}")
BETWEEN = re.compile(r"\}\}(?:</\w+>)?(: |, |; )(?=<|\{)")
STRAIGHT = re.compile(r"[\w}]'(?![^\s\w])")
"""What a terminal is told to run has quotes, which no word stands before."""

PROPER = {"OpenAPI", "Lockup", "QR", "sudo", "lockup", "ufw", "allow", "tcp", "serve", "host"}
"""Names, and what is typed into a terminal."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_holds_no_words_of_its_own(template: Path):
    text = JINJA.sub("\0", CLASSES.sub("", template.read_text("utf-8")))
    texts = [*SPOKEN.findall(text), *TAG.split(text)]
    assert [word for one in texts for word in WORD.findall(one) if word not in PROPER] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_punctuation_between_two_values_is_translated(template: Path):
    source = template.read_text("utf-8")
    attribute = re.compile(r'\b(?!aria-label|placeholder|title|alt)[\w-]+="[^"<>]*"')
    assert BETWEEN.findall(attribute.sub("", source)) == []


def test_no_english_text_has_a_straight_apostrophe():
    """A catalogue has each text of the app beside its translation."""
    catalogue = (Path(companion.__file__).parent / "translations/pl/LC_MESSAGES/messages.po").read_text("utf-8")
    told = re.findall(r'^msgid(?:_plural)? ("[^\n]*"(?:\n"[^\n]*")*)', catalogue, re.MULTILINE)
    texts = [text.replace('"\n"', "") for text in told] + [*reference_texts("en")["rules"].values()]
    assert len(texts) > 1000
    assert [text for text in texts if STRAIGHT.search(text)] == []
