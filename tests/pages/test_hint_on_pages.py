"""The hint in roll call alone, without script: who may ask for it, what it says, and that it is no order."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import Page, PlainBrowser
from support.table_client import BY_HAND, Seat, done, post
from test_odds_on_pages import entered, opened

from companion.players import roll_call

FOLDER = str(roll_call.__file__)


def asked(client: FlaskClient, seat: Seat, query: str = "hint", language: str = "en") -> Page:
    return PlainBrowser(client, language).open(f"/t/{seat.code}?{query}")


def told(page: Page) -> str:
    return next(next(page.top.all("div", _class="odds-box")).all("b")).text


def next_best(page: Page) -> list[str]:
    return [one.text for one in next(page.top.all("ul", _class="next-best")).all("li")]


def test_a_link_beside_the_question_leads_to_what_the_odds_suggest_and_likes_next(
    my_phone: FlaskClient,
) -> None:
    seat, _ = opened(my_phone, hint="me")
    (link,) = asked(my_phone, seat, "").top.all("a", _class="hint-link")
    page = asked(my_phone, seat, link.given["href"].removeprefix("?"))
    first = re.fullmatch(
        r"By the odds, place your (\w+) at the ([\w ]+): there you lead in \d+ of 100 deals\.", told(page)
    )
    assert first
    others = [re.fullmatch(r"Your (\w+) at the ([\w ]+) \(\d+ of 100\)", one) for one in next_best(page)]
    assert len({one.groups() for one in (first, *others) if one}) == 4
    assert re.search(r"Points by the odds.*: \S+ for leading at the [\w ]+, \S+ for not leading\.", page.top.text)
    assert "not an order" in page.top.text
    assert f"The plan for all your tokens: your {first[1]} at the {first[2]} (" in page.top.text
    assert [one.given["href"] for one in page.top.all("a", _class="top-button")] == ["/", f"/t/{seat.code}"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", r"Gracz liczący szanse wysłałby .+: prowadzisz tam w \d+ na 100 rozdań\."),
        ("zh", r"计算概率的玩家会把.+放到.+：100 种发牌中有 \d+ 种由你在那里领先。"),
    ],
)
def test_the_hint_is_a_sentence_of_each_language(my_phone: FlaskClient, language: str, sentence: str) -> None:
    seat, _ = opened(my_phone, hint="me")
    assert re.fullmatch(sentence, told(asked(my_phone, seat, language=language)))


def test_a_hint_is_for_whom_the_table_has_agreed_on_and_only_while_a_token_may_be_assigned(
    my_phone: FlaskClient, hosted_app: Flask
) -> None:
    watcher = hosted_app.test_client()
    for hint, mine, theirs in (("off", False, False), ("me", True, False), ("all", True, True)):
        seat, shown = opened(my_phone, hint=hint)
        for who, query, sees in ((my_phone, "hint", mine), (watcher, "hint&watch", theirs)):
            page = asked(who, seat, query)
            assert bool([*page.top.all("div", _class="odds-box")]) == sees
        # Whoever only watches does not change it.
        assert [*page.top.all("form", _class="odds-for")] == []
    fields = {"location": ["smithy"], "tokens": [4], "face_down": []}
    done(post(my_phone, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
    page = asked(my_phone, seat)
    assert [*page.top.all("a", _class="hint-link"), *page.top.all("div", _class="odds-box")] == []


def test_without_a_hint_nothing_is_counted_and_with_one_only_when_asked(my_phone: FlaskClient) -> None:
    counts = []
    for wished, query in (({}, "hint"), ({"hint": "me"}, ""), ({"hint": "me"}, "hint")):
        seat, _ = opened(my_phone, **wished)
        with entered(FOLDER) as called:
            asked(my_phone, seat, query)
        counts.append(bool(called))
    assert counts == [False, False, True]


def test_a_hint_guesses_no_faces_that_nobody_has_typed(my_phone: FlaskClient) -> None:
    seat, _ = opened(my_phone, **BY_HAND, hint="me")
    page = asked(my_phone, seat)
    assert told(page) == "The odds need all 12 guard cards, and 0 are known."
    assert [*page.top.all("a", _class="button", href="/box")]
    assert [*page.top.all("ul", _class="next-best")] == []


def test_the_hint_is_chosen_as_a_table_is_opened_and_changed_beside_it(my_phone: FlaskClient) -> None:
    plain = PlainBrowser(my_phone)
    assert plain.open("/alone").forms[0].value("hint") == "off"
    seat, _ = opened(my_phone, hint="me")
    form = asked(my_phone, seat).form(type="set_hint")
    page = plain.send(form, form.button('"off"'))
    assert "From now on nobody may ask for a hint." in page.top.text
    assert [*page.top.all("a", _class="hint-link")] == []
