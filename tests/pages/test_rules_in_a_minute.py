"""The rules in a minute: the whole game in a few sentences, each with the rules behind it."""

import re

import pytest
from flask.testing import FlaskClient
from plain_browser import PlainBrowser

from companion.pages.rulings.reference import MINUTE
from companion.rules.reference import REFERENCE
from companion.words.catalogue import LANGUAGES

WORDS_A_MINUTE = 260
"""As many as a person reads who is in no hurry."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_leads_to_the_rules_that_it_is_short_for(client: FlaskClient, language: str) -> None:
    page = PlainBrowser(client).open(f"/rules/minute?lang={language}")
    links = [one.given["href"] for one in page.top.all("a") if "#" in one.given.get("href", "")]
    ids = [one.partition("/rules#")[2] for one in links if "/rules#" in one]
    assert ids == [rule for _, rules in MINUTE.values() for rule in rules]
    assert {*ids} <= REFERENCE.keys()


def test_it_is_read_in_a_minute_and_the_rules_lead_there(client: FlaskClient) -> None:
    page = PlainBrowser(client).open("/rules/minute")
    sentences = [one.text for one in page.top.all("p") if re.search(r"\b[A-Z]-\d", one.text)]
    assert len(sentences) == len(MINUTE)
    words = [word for one in sentences for word in one.split() if not re.fullmatch(r"[A-Z]-\d+", word)]
    assert len(words) <= WORDS_A_MINUTE
    assert "/rules/minute" in [one.given.get("href") for one in PlainBrowser(client).open("/rules").top.all("a")]
