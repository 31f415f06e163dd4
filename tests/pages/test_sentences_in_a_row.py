"""Sentences one after the other: a blank between them where a language sets blanks, and none in Chinese."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment
from support.seat_client import of_players
from support.table_client import Seat, play, sit_down, somebody

import companion
from companion.pages.layout.frame import connection_words
from companion.pages.layout.whitespace import Unindented
from companion.rules.state.pieces import Token
from companion.rules.vocabulary import Location
from companion.words.catalogue import crew, gap, paragraph, sentence
from companion.words.messages import GAME

TEMPLATES = Path(companion.__file__).parent / "templates"
ENDS = (".", "!", "?", ":")
BLANK = re.compile(r"[^<>\n]{0,30}[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]\s+[^<\s][^<>\n]{0,30}")
"""A blank behind a sign that has its own room."""
SIGNS = {"icon", "cube"}
APART = {"elif", "else", "block", "endblock"}
"""Words of a template behind which nobody reads on from what was before."""
ACTS = 40
OTHERS = ("/log", "/figures", "/people", "/crew", "/correct")
LOOKS = 8
"""Of so many times the other pages are looked at once."""


@pytest.mark.parametrize(("language", "told"), [("en", "One. Two."), ("pl", "One. Two."), ("zh", "One.Two.")])
def test_a_paragraph_has_blanks_where_its_language_sets_them(language: str, told: str) -> None:
    assert paragraph(language, ["One.", "", "Two."]) == told
    assert connection_words(language, typed=False)["gap"] == gap(language)


@pytest.mark.parametrize(
    ("tokens", "down", "told"),
    [((5,), 0, "把组员标记 5 移到下水道。"), ((), 2, "把 2 个面朝下的组员标记移到下水道。")],
)
def test_chinese_sets_a_figure_off_from_the_words_around_it(tokens: tuple[Token, ...], down: int, told: str) -> None:
    said = {"crew": crew("zh", tokens, down), "location": Location.SEWERS}
    assert sentence("zh", GAME["hands.move_tokens"], said) == told


def test_no_template_sets_a_blank_between_two_sentences(plain_app: Flask) -> None:
    found = [
        f"{path.relative_to(TEMPLATES)}:{where}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for where in blanks(plain_app.jinja_env, path)
    ]
    assert not found, "\n".join(found)


def blanks(env: Environment, path: Path) -> Iterator[int]:
    """Where a template sets a blank between a sentence of its own and what it says before or after it."""
    source = env.preprocess(path.read_text("utf-8"), path.name)
    before: list[Any] = []
    blank, inside = False, None
    for token in Unindented(env).filter_stream(env.lexer.tokenize(source, path.name)):
        match token.type:
            case "variable_begin":
                inside = []
            case "variable_end":
                assert inside is not None
                if blank and before and (ends(before) or (begins(inside) and before[0].value not in SIGNS)):
                    yield token.lineno
                before, blank, inside = inside, False, None
            case "data" if token.value.strip():
                before = []
            case "data":
                blank = True
            case "name" if inside is None and token.value in APART:
                before = []
            case _ if inside is not None:
                inside.append(token)


def ends(told: list[Any]) -> bool:
    texts = [token.value for token in told if token.type == "string"]
    return says(told) and any(text.endswith(ENDS) for text in texts)


def begins(told: list[Any]) -> bool:
    texts = [token.value for token in told if token.type == "string"]
    return says(told) and texts[0][:1].isupper() and ends(told)


def says(told: list[Any]) -> bool:
    return told[0].value in {"_", "ngettext"}


def in_chinese(client: FlaskClient, seat: Seat, *pages: str) -> Iterator[str]:
    for page in pages:
        yield client.get(f"/t/{seat.code}{page}", headers={"Accept-Language": "zh"}).text


@pytest.mark.slow
@pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("players", [(), ("Vera", "Isaac", "Claire")])
def test_no_chinese_page_of_a_game_has_a_blank_behind_a_sign(client: FlaskClient, players: tuple[str, ...]) -> None:
    client.set_cookie("lockup_device", "the phone of Vera")
    seat, shown = sit_down(
        client, of_players(*players) if players else {"dealing": "house", "odds": "all", "hint": "all"}
    )
    found, chance = set(), somebody("Vera")
    for number in range(ACTS):
        if not shown["prompt"]["actions"]:
            break
        shown = play(client, seat, shown, chance, turns=3)
        # The log has what was done since the last look, too.
        for page in in_chinese(client, seat, "", *(OTHERS if number % LOOKS == 0 else ())):
            found |= {*BLANK.findall(page)}
    assert found == set()
