"""The prison of the week on its page: begun with a tap, told in a line at the end, lines laid side by side."""

import re
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from form_players import FormPlayer
from plain_browser import Page, PlainBrowser
from support.common import rule

from companion.rules.shuffling.weekly import Escape, Prison, escapes
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName
from companion.tables import repository

EXPERT = Prison("2026-W48", Difficulty.EXPERT, EditionName.LATER)


def at_its_end(app: Flask, **wishes: Any) -> Page:
    """A game that is begun at the last raid, and over."""
    player = FormPlayer(PlainBrowser(app.test_client()), "weekly")
    late = {"b.round": "6", "b.phase": "patrol"}
    player.begin(**{"dealing": "house", "edition": "later", **late, **wishes})
    return player.browser.send(player.page.form(type="raid"))


@rule("Z-2")
def test_one_tap_begins_this_weeks_game_from_the_house_deck_with_a_seed_that_is_no_secret(hosted_app: Flask) -> None:
    plain = PlainBrowser(hosted_app.test_client())
    page = plain.open("/prison")
    (form,) = (one for one in page.forms if one.value("difficulty") == "expert")
    begun = plain.send(form, form.buttons[0])
    code = begun.answer.request.path.rpartition("/")[2]
    with hosted_app.app_context():
        loaded = repository.find(code)
        setup = loaded.state.game.setup
        assert (loaded.table.seed, loaded.table.given) == (form.value("seed"), True)
        assert (setup.dealing, setup.difficulty) == ("house", "expert")
    assert re.fullmatch(r"\d{4}-W\d\d\.expert\.later\.[0-9a-f]{8}", form.value("seed"))


@rule("F-5")
def test_at_its_end_there_is_one_line_to_paste_that_can_be_read_again(hosted_app: Flask) -> None:
    page = at_its_end(hosted_app, difficulty="expert", seed=EXPERT.seed)
    (line,) = (one.given["value"] for one in page.top.all("input") if one.given.get("id") == "prison")
    (read,) = escapes(line)
    assert read.prison == EXPERT
    assert line == read.line


def test_a_game_of_another_difficulty_or_of_ones_own_seed_has_no_such_line(hosted_app: Flask) -> None:
    for wishes in ({"difficulty": "moderate", "seed": EXPERT.seed}, {"difficulty": "expert", "seed": "rusty spoon"}):
        page = at_its_end(hosted_app, **wishes)
        assert not [one for one in page.top.all("input") if one.given.get("id") == "prison"]


def test_pasted_lines_lie_side_by_side_a_prison_after_the_other_and_nothing_is_kept(hosted_app: Flask) -> None:
    plain = PlainBrowser(hosted_app.test_client())
    easy = EXPERT._replace(difficulty=Difficulty.MODERATE)
    pasted = [Escape("", EXPERT, 40, 50), Escape("", easy, 61, 40), Escape("", EXPERT, 52, 45)]
    lines = "\n".join(f"{name}: {one.line}" for name, one in zip(("Vera", "Isaac", "<b>Stan</b>"), pasted, strict=True))
    page = plain.open("/prison?" + urlencode({"lines": lines}))
    assert [one.text for one in page.top.all("ol", _class="ranks") for one in one.all("span", _class="name")] == [
        "<b>Stan</b>",
        "Vera",
        "Isaac",
    ]
    assert page.status == 200
    nothing = plain.open("/prison?lines=Lockup")
    assert "There is no prison of the week result there." in nothing.top.text
