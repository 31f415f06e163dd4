"""Whoever moves as much of a list as they like before they go back, and says so, is told just what is left to move."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from flask import Flask
from form_players import FormPlayer
from plain_browser import Button, Form, Page, PlainBrowser
from real_tables import Hands, lying, sentences
from support.common import rule
from test_moves_on_pages import carried, carries, is_merged

from companion.pages.tables.play import unsure_moves
from companion.pages.tables.play.unsure_moves import Had
from companion.rules.state.pieces import DISPLAY
from companion.rules.state.position import Position
from companion.tables import repository
from companion.tables.line import Kind
from companion.words.telling import seat_names


@pytest.fixture
def plain(hosted_app: Flask) -> PlainBrowser:
    return PlainBrowser(hosted_app.test_client())


class Wavering(FormPlayer):
    """It takes back and does again as often as it goes on."""

    def _likes(self, form: Form) -> bool:
        if form.value("kind") in {"undo", "redo"}:
            return self._chance.random() < 0.5
        return super()._likes(form)


class Candid:
    """Somebody who has moved nothing, some or all of what a page lists as they tap something else than its button.

    Attributes:
        said: how often they have said each of it.
        followed: how many sentences they have followed.
        left_unsaid: how often they went back further where nothing else was shown before they said it.
    """

    def __init__(self, app: Flask, browser: PlainBrowser, code: str, seed: str) -> None:
        self._app, self._browser, self._code = app, browser, code
        self._chance = random.Random(seed)
        game = self._game()
        self._lies = dict.fromkeys(Had, Hands(game, seat_names("en", game.setup)))
        self._done: Counter[str] = Counter()
        self.said: Counter[Had] = Counter()
        self.followed = self.left_unsaid = 0

    def _game(self) -> Position:
        with self._app.app_context():
            return repository.find(self._code).state.game

    def _sees(self, hands: Hands, page: Page) -> None:
        """Keep how the table lies once so much of a page is moved; what it lists as done leads to where the app is."""
        game, told = self._game(), [*sentences(page)]
        there, done, self._done = lying(game), hands, Counter()
        if is_merged(page):
            self._lies = {Had.NOTHING: hands, Had.DONE: hands, Had.ALL: hands.with_all(told)}
            return
        if (with_all := done.with_all(told)).away_from(there) == {}:
            done, told = with_all, []
        while sentence := next((one for one in told if done.helps(one, there)), None):
            told.remove(sentence)
            done = done.with_all([sentence])
        assert done.away_from(there) == {}, (page.version, [*sentences(page)], told)
        assert not told or carries(page), (page.version, told)
        self._lies = {Had.NOTHING: hands, Had.DONE: done, Had.ALL: done.with_all(told)}
        self._done = Counter(sentences(page)) - Counter(told)

    def taps(self, before: Page, form: Form, page: Page) -> Page:
        """Tap something, having moved what they like of what they have seen, and say so where that is asked."""
        with self._app.app_context():
            new = repository.log(repository.find(self._code).table, after=before.version)
        if not new:
            return page
        page, question = self._asked(page)
        hands = self._lies[Had.NOTHING if self._merged else Had.DONE]
        if carried(form, before):
            told = Counter(sentences(before)) - self._done
            hands = hands.with_all(told.elements())
            self.followed += told.total()
        elif question is not None:
            button = self._chance.choice(question.buttons)
            self.said[Had(button.value)] += 1
            hands, page = self._lies[Had(button.value)], self._browser.send(question, button)
        if not new[0].before.round or not self._game().round:
            # What is laid out before the first round is a list of its own.
            hands.pieces = lying(self._game())
            self._lies = dict.fromkeys(Had, hands)
            return page
        for line in new:
            if line.act.type == "space_empty":
                hands.take("display", line.before.zones[DISPLAY].index(line.before.agenda[0].card))
        if any(line.kind is Kind.UNDO for line in new) and not hands.pieces["discards", None]:
            # Goons that were shuffled into their deck are not to be found again.
            hands.put("discards", None, number=lying(self._game())["discards", None])
        self._sees(hands, page)
        return page

    def _asked(self, page: Page) -> tuple[Page, Form | None]:
        """What a page asks; of those that show nothing before it is said, some are left by going back further."""
        while page.scene == "moved" and self._chance.random() < 0.3:
            back = next((one for one in page.forms if one.value("kind") == "undo"), None)
            if back is None:
                break
            page = self._browser.send(back, back.buttons[0])
            self.left_unsaid += 1
        return page, next((one for one in page.forms if one.action.endswith("/moved")), None)

    @property
    def _merged(self) -> bool:
        return self._lies[Had.NOTHING] is self._lies[Had.DONE]


@rule("E-14", "L-16")
@pytest.mark.slow
@pytest.mark.parametrize(("difficulty", "in_haste"), [("moderate", True), ("expert", False)])
def test_in_a_whole_game_of_ways_back_the_list_leads_from_what_was_said_to_where_the_app_is(
    hosted_app: Flask,
    plain: PlainBrowser,
    difficulty: str,
    *,
    in_haste: bool,
    seed: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not in_haste:
        monkeypatch.setattr(unsure_moves, "TIME_TO_MOVE", timedelta())
    player = Wavering(plain, f"{seed} {difficulty}")
    code = player.begin(difficulty=difficulty, dealing="house")
    hands = Candid(hosted_app, plain, code, f"{seed} {difficulty}")
    send = player.send

    def sending(form: Form, button: Button) -> Page:
        before = player.page
        player.page = hands.taps(before, form, send(form, button))
        return player.page

    player.send = sending  # type: ignore[method-assign]
    player.play(until=lambda page: page.scene == "end" or player.steps > 250)
    assert min(hands.said[one] for one in Had) > 1
    assert hands.followed > 50
    assert in_haste or hands.left_unsaid > 0
