"""A copy as a code on the phone, without script: shown, entered, looked at, added; a wrong code loses nothing typed."""

import json
import random
import re
from dataclasses import replace
from html import unescape
from threading import Thread
from typing import Any

import pytest
from boxes_on_phones import API, BoxPhone
from filled_forms import fields_of
from flask import Flask
from support.box_builders import EVERYTHING, FILE, random_box, random_guards
from support.expansions import expansion_there

from companion.boxes.box import Box
from companion.boxes.code import code_of, grouped, read_code
from companion.boxes.file_format import document, file_of, parse
from companion.pages.boxes import box_code
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import EditionName, Goon
from companion.words.catalogue import LANGUAGES, sentence
from companion.words.messages import PAGES

FULL = Box("Theirs", guards=random_guards(random.Random("full"), 12))
CODE = code_of(FULL)


@pytest.fixture
def phone(hosted_app: Flask) -> BoxPhone:
    return BoxPhone(hosted_app)


def kept_by(phone: BoxPhone, box: Box) -> None:
    """Have a copy on a phone, and no other."""
    assert phone.take(json.dumps(file_of(box))).status_code == 303


def shown(page: str) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def address_of(page: str) -> str:
    return unescape(re.findall(r'data-share="([^"]*)"', page)[0])


def link_of(page: str) -> str:
    """The copy to which a page says that cards were added."""
    return re.findall(r'action="/box/(\w+)/code"', page)[0]


def test_a_copy_shows_the_code_of_its_guard_cards_and_of_the_whole(phone: BoxPhone) -> None:
    kept_by(phone, parse(EVERYTHING))
    assert f'href="{phone.path("code")}"' in phone.page()
    for query, whole in (({}, False), ({"whole": "1"}, True)):
        page = phone.page("code", **query)
        code = code_of(parse(EVERYTHING), whole=whole)
        assert grouped(code) in shown(page)
        assert address_of(page) == f"http://localhost/?box={code}"
        picture = phone.client.get(phone.path("code.svg"), query_string=query)
        assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    assert "4 of 23 guard cards" in shown(page)
    assert "Goons : 3" in shown(page)


def test_anyone_with_the_link_sees_the_code_as_they_see_the_cards(phone: BoxPhone, hosted_app: Flask) -> None:
    kept_by(phone, FULL)
    other = hosted_app.test_client().get(phone.path("code"))
    assert grouped(CODE) in other.text
    assert phone.path("guards") not in other.text


def test_an_empty_copy_has_no_code_and_asks_for_one(phone: BoxPhone) -> None:
    phone.open()
    for query in ({}, {"whole": "1"}):
        page = phone.page("code", **query)
        assert "No cards entered yet." in page
        assert "code.svg" not in page
        assert "/box/code#scan" in page
    assert "Take the cards from another phone" in phone.page()


def test_a_link_opens_what_it_holds_and_one_more_tap_adds_it(phone: BoxPhone) -> None:
    opened = phone.client.get(f"/?box={CODE}", follow_redirects=True)
    assert "22 guard cards, complete" in shown(opened.text)
    assert "Add 22 cards" in shown(opened.text)
    assert phone.client.get(f"{API}").json == {"boxes": []}, "Nothing is made by looking."
    added = phone.client.post("/box/code", data={"code": CODE, "do": "add"})
    assert "The cards of the code are in this copy." in added.text
    phone.link = link_of(added.text)
    assert phone.kept["guards"] == document(FULL)["guards"]
    again = phone.client.get(f"/?box={CODE}", follow_redirects=True)
    assert "You have all of these." in again.text


def test_a_whole_copy_arrives_with_its_settings_and_without_names(phone: BoxPhone) -> None:
    code = code_of(parse(EVERYTHING), whole=True)
    added = phone.client.post("/box/code", data={"code": grouped(code), "do": "add"})
    phone.link = link_of(added.text)
    assert phone.kept == {**document(replace(read_code(code).box, name="x")), "name": "My copy"}


def test_what_differs_is_asked_row_by_row_and_nothing_changes_before(phone: BoxPhone) -> None:
    cards = {**FULL.guards["green"]}
    cards["3"] = cards["3"]._replace(strength=77)
    cards["5"] = cards["5"]._replace(strength=78)
    mine = replace(FULL, guards={**FULL.guards, "green": cards})
    kept_by(phone, mine)
    page = phone.client.get("/box/code", query_string={"code": CODE})
    assert re.findall(r'name="(guards[^"]*)" value="mine" required', page.text) == ["guards.green.3", "guards.green.5"]
    assert "differ from yours 2" in shown(page.text)
    assert "Choose 2 rows" in page.text
    one = {"code": CODE, "into": phone.link, "do": "add", "guards.green.3": "theirs"}
    refused = phone.client.post("/box/code", data=one)
    assert refused.status_code == 422
    assert "Choose in each row first." in refused.text
    assert re.findall(r'name="guards.green.3" value="(\w+)" required checked', refused.text) == ["theirs"]
    assert phone.kept["guards"] == document(mine)["guards"]
    wrong = phone.client.post("/box/code", data={**one, "guards.green.5": "both"})
    assert wrong.status_code == 422
    assert phone.client.post("/box/code", data={**one, "guards.green.5": "mine"}).status_code == 200
    expected = {**cards, "3": read_code(CODE).box.guards["green"]["3"]}
    assert parse({**phone.kept}).guards["green"].keys() == expected.keys()
    assert 77 not in [card["strength"] for card in phone.kept["guards"]["green"].values()]
    assert 78 in [card["strength"] for card in phone.kept["guards"]["green"].values()]


def test_all_rows_are_answered_with_one_tap(phone: BoxPhone) -> None:
    kept_by(phone, Box("Mine", guards=random_guards(random.Random("other"), 12)))
    page = phone.client.post("/box/code", data={"code": CODE, "into": phone.link, "do": "keep"})
    rows = len(re.findall(r'value="theirs" required', page.text))
    assert page.status_code == 200
    assert len(re.findall(r'value="mine" required checked', page.text)) == rows > 3


def test_another_copy_may_be_compared_and_get_the_cards(phone: BoxPhone) -> None:
    kept_by(phone, Box("First", guards=FULL.guards))
    first = phone.link
    kept_by(phone, Box("Second"))
    page = phone.client.get("/box/code", query_string={"code": CODE}).text
    assert "Second" in page
    assert "Compare with: First" in page
    other = phone.client.post("/box/code", data={"code": CODE, "into": phone.link, "other": first})
    assert "You have all of these." in other.text
    assert phone.client.post("/box/code", data={"code": CODE, "into": phone.link, "do": "add"}).status_code == 200
    assert phone.kept["guards"] == document(FULL)["guards"]


def undone(phone: BoxPhone, added: str) -> str:
    """Undo what a page says was added; what the copy says then."""
    fields = fields_of(added, "undo")
    answer = phone.client.post(phone.path("code"), data=fields.to_dict())
    assert answer.status_code == 303
    return phone.client.get(answer.location).text


def test_what_a_code_has_added_is_undone_with_names_and_order(phone: BoxPhone) -> None:
    phone.take(json.dumps(FILE))
    before = phone.kept
    other = replace(random_box(random.Random("undone"), full=True), guard_cards={})
    form = {"code": code_of(other, whole=True), "into": phone.link}
    rows = re.findall(r'name="([\w.]+)" value="theirs" required', phone.client.post("/box/code", data=form).text)
    added = phone.client.post("/box/code", data={**form, "do": "add", **dict.fromkeys(rows, "theirs")})
    assert len(phone.kept["items"]) > len(before["items"])
    assert "Undone: the copy is as it was before the code." in undone(phone, added.text)
    assert phone.kept == before
    assert "Undone: the copy is as it was before the code." in undone(phone, added.text), "The answer may be lost."
    phone.send(name="Big box")
    assert "Not undone" in undone(phone, added.text)


def test_a_copy_that_has_changed_since_keeps_what_was_added(phone: BoxPhone) -> None:
    phone.open()
    added = phone.client.post("/box/code", data={"code": CODE, "into": phone.link, "do": "add"})
    phone.send(name="Big box")
    assert "Not undone: the copy has changed since." in undone(phone, added.text)
    assert phone.kept["guards"] == document(FULL)["guards"]


@pytest.mark.parametrize("was", ["", "{", "[]", '{"name": 3}', "\ud800"])
def test_nothing_is_undone_to_what_is_no_copy(phone: BoxPhone, was: str) -> None:
    phone.open()
    answer = phone.client.post(phone.path("code"), data={"was": was.encode("utf-8", "replace"), "version": "1"})
    assert answer.status_code == 400
    assert phone.kept == {"name": "My copy", "edition": "later"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "code.nothing"),
        (CODE[:-1], "code.damaged"),
        (CODE.replace(CODE[9], "2" if CODE[9] == "3" else "3", 1), "code.damaged"),
        ("OIL", "code.letters"),
        ('<b>"&</b>', "code.damaged"),
        ("x" * 30_000, "code.damaged"),
    ],
)
def test_a_wrong_code_is_refused_with_a_sentence_and_stays_typed(
    phone: BoxPhone, text: str, key: str, language: str
) -> None:
    phone.client.set_cookie("lockup_language", language)
    for do in ({}, {"do": "add"}):
        page = phone.client.post("/box/code", data={"code": text, **do})
        assert page.status_code == 422
        assert sentence(language, PAGES[key]) in unescape(page.text)
        assert f">{text}</textarea>" in unescape(page.text)
        assert 'aria-invalid="true"' in page.text
    assert phone.client.get(f"{API}").json == {"boxes": []}


def test_nobody_adds_to_the_copy_of_another(phone: BoxPhone, hosted_app: Flask) -> None:
    kept_by(phone, Box("Mine"))
    other = BoxPhone(hosted_app)
    other.open()
    answer = other.client.post("/box/code", data={"code": CODE, "into": phone.link, "do": "add"})
    assert answer.location == phone.path()
    assert phone.kept == {"name": "Mine", "edition": "later"}
    assert other.client.post("/box/code", data={"code": CODE, "into": "0" * 13, "do": "add"}).status_code == 404


def test_too_much_for_one_qr_code_is_said_and_the_text_still_works(phone: BoxPhone) -> None:
    items: dict[str, Any] = {
        str(n): {"price": {"reputation": n, "cost": {"scrap": n, "gold": n}}, "valuables": ["gem"] * 5, "effects": []}
        for n in range(200)
    }
    phone.take(json.dumps({**FILE, "items": items}))
    page = phone.page("code", whole="1")
    assert "Too much for one QR code." in page
    assert "data-share" not in page, "A link that long is cut off by many programs."
    assert phone.client.get(phone.path("code.svg"), query_string={"whole": "1"}).status_code == 404
    text = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)[0]
    assert len(read_code(text).box.items) == 200
    preview = phone.client.post("/box/code", data={"code": text})
    assert "You have all of these." in preview.text


def test_whole_copies_arrive_as_they_were(hosted_app: Flask) -> None:
    dice = random.Random("phones")
    for _ in range(3):
        theirs = BoxPhone(hosted_app)
        kept_by(theirs, replace(random_box(dice, full=True), guard_cards={}))
        code = unescape(re.findall(r"<textarea[^>]*>([^<]*)</textarea>", theirs.page("code", whole="1"))[0])
        mine = BoxPhone(hosted_app)
        added = mine.client.post("/box/code", data={"code": code, "do": "add"})
        mine.link = link_of(added.text)
        shared = mine.client.get(mine.path("code"), query_string={"whole": "1"}).text
        assert code in unescape(shared)


def test_the_pages_of_a_copy_of_an_expansion_leave_out_what_codes_cannot_say(phone: BoxPhone) -> None:
    with expansion_there():
        edition = EditionName.words()[-1]
        kept_by(phone, parse({"name": "x", "edition": edition, "cards": {"relics": 3}, "tomes_out": 2}))
        page = phone.page("code", whole="1")
        code = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)[0]
        looked = phone.client.post("/box/code", data={"code": code})
        assert "You have all of these." in looked.text
        phone.take(json.dumps({**FILE, "goons": {"1": {"type": Goon.words()[-1], "icons": 1}}}))
        assert "Goons" not in shown(phone.page("code", whole="1")).partition("In the code")[2].partition("Not in it")[0]


def test_too_much_for_a_code_is_said_and_a_file_offered(phone: BoxPhone) -> None:
    face = {"valuables": ["gem"] * 100, "effects": ["exchange"] * 100}
    items = {str(n): {"price": {"reputation": n, "cost": {}}, **face} for n in range(200)}
    phone.take(json.dumps({**FILE, "items": items}))
    page = phone.page("code", whole="1")
    assert "Too much for a code. Save the copy as a file." in page
    assert re.search(r'href="[^"]*" download', page)
    assert "<textarea" not in page
    assert phone.client.get(phone.path("code.svg"), query_string={"whole": "1"}).status_code == 404
    assert "<textarea" in phone.page("code"), "The guard cards alone have one."


def test_a_form_that_comes_twice_offers_no_undo_to_what_was_added(phone: BoxPhone) -> None:
    phone.open()
    form = {"code": CODE, "into": phone.link, "do": "add"}
    assert phone.client.post("/box/code", data=form).status_code == 200
    kept = phone.kept
    again = phone.client.post("/box/code", data=form)
    assert (again.status_code, again.location) == (303, phone.path())
    assert phone.kept == kept


def test_undo_is_of_the_version_that_the_code_made(phone: BoxPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.open()
    real = box_code.changed

    def followed(*given: Any, **named: Any) -> Any:
        kept = real(*given, **named)
        monkeypatch.undo()
        # As another request, which has a session of its own.
        other = Thread(target=phone.send, kwargs={"name": "Big box"})
        other.start()
        other.join()
        return kept

    monkeypatch.setattr(box_code, "changed", followed)
    added = phone.client.post("/box/code", data={"code": CODE, "into": phone.link, "do": "add"})
    assert phone.kept["name"] == "Big box"
    assert "Not undone: the copy has changed since." in undone(phone, added.text)
    assert phone.kept["name"] == "Big box"


def test_what_was_chosen_before_the_copy_changed_is_asked_again(phone: BoxPhone) -> None:
    def greens(*strengths: int) -> dict[str, Any]:
        return {"green": {str(n): GuardFace(strength) for n, strength in enumerate(strengths, 1)}}

    kept_by(phone, Box("Mine", guards=greens(1, 2, 3, 4, 6)))
    code = code_of(Box("x", guards=greens(1, 2, 3, 4, 5)))
    form = {"code": code, "into": phone.link}
    fields = fields_of(phone.client.post("/box/code", data=form).text, "add").to_dict()
    assert phone.send("guards", colour="green", card="5", strength="9").status_code == 303
    chosen = {**fields, "do": "add", "guards.green.5": "theirs"}
    refused = phone.client.post("/box/code", data=chosen)
    assert refused.status_code == 422
    assert 'value="theirs" required checked' not in refused.text
    assert phone.kept["guards"]["green"]["5"] == {"strength": 9}
    fields = fields_of(refused.text, "add").to_dict()
    assert phone.client.post("/box/code", data={**fields, "do": "add", "guards.green.5": "theirs"}).status_code == 200
    assert phone.kept["guards"]["green"]["5"] == {"strength": 5}


def button(page: str) -> str:
    """What the button says that adds, with what is chosen so far."""
    return shown(re.findall(r'class="chosen-sum" data-sum="[-\d]+">(.*?)</span>', page, re.DOTALL)[0]).strip()


def test_the_button_counts_the_cards_for_which_a_choice_makes_room(phone: BoxPhone) -> None:
    cards = {str(n): GuardFace(n) for n in range(1, 8)}
    mine = {id_: cards[id_] for id_ in "12345"}
    kept_by(phone, Box("Mine", guards={"green": mine}, guard_cards={"green": 5}))
    code = code_of(Box("x", guards={"green": cards}, guard_cards={"green": 7}))
    form = {"code": code, "into": phone.link}
    page = phone.client.post("/box/code", data=form).text
    assert button(page) == "Keep mine"
    assert 'data-more="3"' in page
    taken = phone.client.post("/box/code", data={**form, "guard_cards.green": "theirs"}).text
    assert button(taken) == "Add 3 entries"
    phone.client.post("/box/code", data={**form, "do": "add", "guard_cards.green": "theirs"})
    assert len(phone.kept["guards"]["green"]) == 7


def test_a_deck_is_complete_once_each_colour_is(phone: BoxPhone) -> None:
    guards = {colour: dict(cards) for colour, cards in FULL.guards.items()}
    guards["base"]["8"] = guards["base"]["9"] = GuardFace(1)
    del guards["red"]["5"]
    code = code_of(Box("x", guards=guards))
    assert "23 of 24 guard cards" in shown(phone.client.post("/box/code", data={"code": code}).text)
    del guards["base"]["9"]
    kept_by(phone, Box("x", guards=guards))
    assert "22 of 23 guard cards" in shown(phone.page("code"))
    assert "complete" not in phone.client.post("/box/code", data={"code": code_of(Box("x", guards=guards))}).text


def test_what_became_of_undo_is_said_only_where_it_was_asked_for(phone: BoxPhone) -> None:
    phone.open()
    assert "Not undone" in phone.page(undone="no")
    assert "ndone" not in phone.page(undone="x")
