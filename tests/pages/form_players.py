"""Somebody who plays a whole game through the forms of its pages alone, knowing no rule but what they say."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from plain_browser import Button, Form, Page, PlainBrowser

MOST_STEPS: Final = 1500
_SELDOM: Final = 0.08
_CHOOSES: Final = 0.4
_SPOILT: Final = ("many", "3-9", "99999", "", "<b>1</b>")
_NEW: Final = {"version", "once"}


class FormPlayer:
    """It chooses at random, makes mistakes, and goes back now and then.

    Attributes:
        page: that it has before it.
        watch: is told of every page.
        refused: how often something was refused.
        steps: how many forms were sent.
    """

    def __init__(self, browser: PlainBrowser, seed: str, watch: Callable[[Page], object] = lambda _: None) -> None:
        self.browser = browser
        self.watch = watch
        self.refused = self.steps = 0
        self._chance = random.Random(seed)

    def begin(self, box: str = "", **wishes: str) -> str:
        """Set a game up as wished; the code of its table."""
        form = self.browser.open(f"/alone?box={box}").form(box=box) if box else self.browser.open("/alone").forms[0]
        for name, value in wishes.items():
            form.fill(name, value)
        self.page = self.browser.send(form)
        assert self.page.status == 200, self.page.problem
        code = self.browser.address.split("/")[2]
        if self.browser.address.endswith("/figures"):
            # Of a game that has begun already all numbers are right.
            self.page = self.browser.open(f"/t/{code}")
        return code

    def play(self, until: Callable[[Page], object] = lambda page: page.scene == "end") -> Page:
        """Play on until something is the case."""
        while not until(self.page):
            assert self.steps < MOST_STEPS
            self.step()
        return self.page

    def step(self) -> None:
        """Send one of the forms."""
        could = [form for form in self.page.forms if form.buttons]
        offered = [form for form in could if self._likes(form)]
        if self.page.links and (not offered or self._chance.random() < _CHOOSES):
            self.page = self.browser.open(self._chance.choice(self.page.links))
            return
        form = self._chance.choice(offered or could)
        fill_in(form, self._chance)
        if self._chance.random() < _SELDOM:
            self._spoil(form)
        self.send(form, self._chance.choice(form.buttons))

    def send(self, form: Form, button: Button) -> Page:
        """Send a form; what is refused is said in a sentence, and stays typed."""
        before, sent = self.page, form.sent(button)
        self.page = self.browser.send(form, button)
        self.steps += 1
        self.watch(self.page)
        if self.page.status == 200:
            return self.page
        self.refused += 1
        assert self.page.status == 409
        assert self.page.problem.endswith((".", "。")), self.page.problem
        assert self.page.version == before.version
        again = self.page.form(type=form.value("type"), kind=form.value("kind"))
        chosen = {button.name}
        for name in {*sent} - _NEW - chosen:
            kept = Counter(filter(None, again.values(name)))
            assert Counter(filter(None, sent.getlist(name))) == kept, (name, self.page.problem)
        return self.page

    def _likes(self, form: Form) -> bool:
        """Whether it sends that form now: it passes and goes back seldom."""
        kind, type_ = form.value("kind"), form.value("type")
        if kind == "undo" or type_ == "pass":
            return self._chance.random() < _SELDOM
        return kind == "act" or type_ == "set_ruling"

    def _spoil(self, form: Form) -> None:
        visible = [one for one in form.controls if one.kind != "hidden"]
        if not visible:
            return
        one = self._chance.choice(visible)
        if one.kind == "text":
            one.value = self._chance.choice(_SPOILT)
        elif one.kind == "checkbox":
            one.on = not one.on


def fill_in(form: Form, chance: random.Random) -> None:
    """Fill a form in, by what its page says alone."""
    for name in dict.fromkeys(one.name for one in form.controls):
        found = form.named(name)
        match found[0].kind:
            case "radio":
                form.fill(name, chance.choice(found).value)
            case "checkbox":
                least, most = _how_many(found[0].legend)
                number = chance.randint(least, min(most, len(found)))
                form.fill(name, *(one.value for one in chance.sample(found, number)))
            case "select":
                form.fill(name, *(chance.choice(one.options) for one in found))
            case "text" if name.endswith(".name"):
                form.fill(name, chance.choice(["", "", "Łyżka", "<i>Shiv</i>"]))
            case "text" if not name.endswith(".more"):
                form.fill(name, str(chance.randint(0, 2)))


def _how_many(legend: str) -> tuple[int, int]:
    """How many are ticked, as the legend says behind its dot; where it says nothing, one or two."""
    numbers = [int(one) for one in re.findall(r"\d+", legend.rpartition("·")[2])] if "·" in legend else []
    return (numbers[0], numbers[-1]) if numbers else (1, 2)
