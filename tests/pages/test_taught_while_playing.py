"""A rule is told in two sentences as it first matters, once on a device, until help is turned off."""

from flask import Flask
from flask.testing import FlaskClient
from plain_browser import Page, PlainBrowser
from support.common import rule
from test_alone_at_a_location import at, carried
from test_standing_in import Evening

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.lessons import LESSONS, LYING, TAUGHT_COOKIE
from companion.rules.reference import REFERENCE
from companion.words.catalogue import LANGUAGES
from companion.words.messages import REASONS

TIE = [{"location": "exercise_yard", "strength": 5}]
CUBES = {"exercise_yard": {"suspicion": 1}}


def rules_told(page: Page) -> list[str]:
    """The rules of the lessons on a page."""
    return [next(card.all("a", _class="rule-id")).text for card in page.top.all("section", _class="lesson")]


def answer(plain: PlainBrowser, page: Page, name: str) -> None:
    """Tap one of the two buttons of a lesson: understood, or captions, which turns all help off."""
    form, button = next((form, one) for form in page.forms for one in form.buttons if one.name == name)
    plain.client.post(form.action, data=form.sent(button))


def test_each_lesson_has_its_rule_what_it_comes_with_and_two_sentences_in_each_language() -> None:
    for key, lesson in LESSONS.items():
        assert lesson.rule in REFERENCE
        assert lesson.reasons <= {*REASONS, *LYING}, key
        for language in LANGUAGES:
            text = page_text(language, f"lesson.{key}")
            assert text.count("。" if language == "zh" else ".") == 2, text


@rule("L-4")
def test_a_tie_is_explained_where_it_first_decides_and_never_again(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    page = at(my_phone, plain, "exercise_yard", guard_cards=TIE)
    assert rules_told(page) == ["L-4"]
    # It lies there as long as the place does, whatever is looked at.
    assert rules_told(plain.open(plain.address)) == ["L-4"]
    assert "L-4" not in rules_told(at(my_phone, plain, "exercise_yard", guard_cards=TIE))


def test_a_lesson_that_was_understood_makes_room_for_the_next(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    page = at(my_phone, plain, "exercise_yard", guard_cards=TIE, cubes=CUBES)
    assert rules_told(page) == ["L-4"]
    answer(plain, page, "understood")
    assert rules_told(plain.open(plain.address)) == ["L-5"]


def test_no_more_help_ends_lessons_as_it_ends_captions(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    answer(plain, at(my_phone, plain, "exercise_yard", guard_cards=TIE), "captions")
    assert rules_told(at(my_phone, plain, "exercise_yard", cubes=CUBES)) == []
    my_phone.post("/preferences", data={"captions": "on"})
    assert rules_told(at(my_phone, plain, "exercise_yard", cubes=CUBES)) == ["L-5"]


@rule("L-8")
def test_a_lesson_goes_with_its_place_and_what_has_just_happened_may_bring_another(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    laid = [{"token": 5, "location": "exercise_yard"}]
    page = at(my_phone, plain, "exercise_yard", guard_cards=TIE, tokens=laid)
    assert rules_told(page) == ["L-4"]
    answer(plain, page, "understood")
    # The guards went to the Library with nothing.
    page = plain.open(plain.address)
    assert rules_told(page) == ["L-8"]
    assert "L-8" not in rules_told(carried(plain, page))


def test_a_cookie_that_we_never_set_breaks_no_page(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    at(my_phone, plain, "exercise_yard", guard_cards=TIE, cubes=CUBES)
    for kept in ("", "~", "..", "tie~tie~.x", "x" * 3000, "tie.tie~%00"):
        my_phone.set_cookie(TAUGHT_COOKIE, kept)
        assert rules_told(plain.open(plain.address)) == ["L-5" if kept.startswith("tie") else "L-4"]


@rule("L-5")
def test_each_phone_of_several_has_its_own_lessons_and_who_watches_has_none(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, cubes={"sewers": {"suspicion": 1}})
    for phone, tokens in ((0, [5]), (1, [4]), (2, [3])):
        evening.tell(phone, *tokens)
    pages = [evening.at(phone) for phone in (0, 1)]
    assert [rules_told(page) for page in pages] == [["L-5"], ["L-5"]]
    answer(evening.phones[0], pages[0], "understood")
    assert [rules_told(evening.at(phone)) for phone in (0, 1, 2)] == [[], ["L-5"], ["L-5"]]
    watching = PlainBrowser(hosted_app.test_client()).open(f"/t/{evening.code}?watch=1")
    assert rules_told(watching) == []
