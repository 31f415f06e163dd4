"""Three phones on one table, tapped within 300 ms of each other: no tap does another thing than its owner saw."""

import hashlib
import os
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

import pytest
from everybody import may_act, version_of
from flask import Flask
from parties import seat_everybody
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import Response
from sqlalchemy import select
from support.common import SEED, rule
from support.databases import AppMaker
from support.log_steps import Steps
from tables import GOONS, ITEMS, Toucher, settled
from test_parties import listening

from companion.persistence.database import db
from companion.tables import repository
from companion.tables.line import Kind
from companion.tables.records import Entry

pytestmark = pytest.mark.browser

ROUNDS: Final = int(os.environ.get("LOCKUP_TAPS", "12"))
"""How often all tap together in a game."""

GAMES: Final = 36
"""So many are played from a fresh seed, so that a soak of six rounds plays more than two hundred."""

WITHIN: Final = 0.3
"""Seconds from the first tap of a round to the last."""

LATE: Final = 0.4
"""On a machine that is busy with something else they come later; by then a page may show what is new as it likes."""

LOOKED: Final = 0.75
"""How often everybody has looked for two seconds before they tap."""

PRIMARY: Final = 0.6
"""How often the first button is tapped, of all that there are."""

_SUSPICION: Final = {"smithy": {"suspicion": 2}, "sewers": {"suspicion": 1}}


def _begun(round_: int, phase: str, **more: Any) -> dict[str, Any]:
    """A full table whose game begins in the middle."""
    stands = {"round": round_, "phase": phase, "goons": GOONS, "cubes": _SUSPICION, **more}
    return {"depth": "full", "turns": "told", "begin_together": stands}


MOMENTS: Final[tuple[dict[str, Any], ...]] = (
    _begun(2, "lights_out"),
    {**_begun(2, "roll_call"), "roll_call": True},
    {"depth": "light"},
    _begun(3, "patrol", goons={**GOONS, "smithy": None, "sewers": None}),
    {**_begun(4, "roll_call"), "roll_call": True, "turns": "enforced"},
    _begun(5, "lights_out", location="cell_block", display=ITEMS),
    {"depth": "light", "begin_together": {"round": 6, "phase": "round"}},
    _begun(6, "patrol"),
)
"""What the tables have agreed on, and where their games begin."""

TAPPED: Final = ", ".join(
    f"{one}:visible"
    for one in (
        ".table-hand .acts button",
        ".table-hand button.primary",
        ".table-foot .pass button",
        ".set-number [data-step]:not([aria-disabled])",
        ".taken button",
        ".missing button",
    )
)


_ACTS: Final = """(one) => {
    if (one.type !== "submit" || !one.form?.elements.type) return false;
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


class Aim(NamedTuple):
    """What somebody saw when they chose to tap: the version of the page, what the button does, where it stood."""

    version: int
    type: str
    place: tuple[float, float]


class Sent(NamedTuple):
    """What a page has sent: on which tap, the form, how it was answered, and whether with a question first."""

    aim: Aim | None
    form: dict[str, list[str]]
    status: int
    asked_back: bool


class Tapper:
    """Somebody who aims at a button and taps a moment later, whatever stands there by then.

    Attributes:
        sent: all that the page has sent.
    """

    def __init__(self, phone: Phone, seed: str) -> None:
        self.phone = phone
        self.sent: list[Sent] = []
        self._toucher = Toucher(phone, seed)
        self._aim: Aim | None = None
        phone.expected = {409}
        phone.page.on("response", self._answered)

    def sit(self, code: str) -> None:
        """Open the table on a page whose clock can be put forward."""
        self.phone.page.clock.install()
        self.phone.go(f"/t/{code}")
        listening(self.phone)
        settled(self.phone)

    def _answered(self, response: Response) -> None:
        request = response.request
        # What a count comes to so far is asked while it is filled in, and is no act.
        if request.method == "POST" and request.post_data and not request.url.endswith("/count"):
            asked_back = response.headers.get("location", "").endswith("=ask")
            self.sent.append(Sent(self._aim, parse_qs(request.post_data), response.status, asked_back))

    def can_step(self) -> bool:
        return may_act(self.phone) or self.phone.find("[data-goons-done]").count() > 0

    def step(self) -> None:
        """Do one thing properly, where taps alone do not lead on."""
        self._aim = None
        # A tap that came too late may have opened why nothing can be undone, and that lies over the buttons.
        for why in self.phone.find("#no-undo[open] > p").all():
            why.tap()
        self._toucher.step()

    def look(self, chance: random.Random) -> bool:
        """Choose some tokens, where it is about them, and aim at a button; whether there is one."""
        self._aim = None
        if self._toucher.scene == "rows":
            tokens = self.phone.find("[name='f.tokens']")
            number = tokens.count()
            for place in chance.sample(range(number), min(number, chance.choice([0, 1, 2]))):
                tokens.nth(place).tap()
        buttons = self.phone.find(TAPPED).all()
        if not buttons:
            return False
        button = buttons[0] if chance.random() < PRIMARY else chance.choice(buttons)
        # Where nothing lies over it; what is at the foot of the page anyway stays where it is.
        button.evaluate("(one) => one.closest('main')?.contains(one) && one.scrollIntoView({ block: 'center' })")
        if not button.evaluate(_ACTS):
            return False
        box = button.bounding_box()
        assert box is not None
        type_ = str(button.evaluate("(one) => one.form.elements.type.value"))
        self._aim = Aim(version_of(self.phone), type_, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        return True

    def tap(self) -> None:
        """Put the finger down where it was aimed at."""
        assert self._aim is not None
        self.phone.page.touchscreen.tap(*self._aim.place)


def tap_together(tappers: list[Tapper], chance: random.Random) -> float:
    """All who have something to tap do it within a moment of each other; how long that took."""
    aiming = [one for one in chance.sample(tappers, len(tappers)) if one.look(chance)]
    begun = time.monotonic()
    for one, after in zip(aiming, sorted(chance.uniform(0, WITHIN) for _ in aiming), strict=True):
        one.phone.page.wait_for_timeout(max(0, after - (time.monotonic() - begun)) * 1000)
        one.tap()
    return time.monotonic() - begun


def rest(tappers: list[Tapper], code: str) -> int:
    """Wait until nothing is on its way, and all show the same version; how many were led to another page."""
    astray = 0
    for one in tappers:
        one.phone.page.wait_for_function("() => !('sending' in document.documentElement.dataset)")
        if not one.phone.page.url.partition("?")[0].endswith(f"/t/{code}"):
            astray += 1
            one.phone.go(f"/t/{code}")
    newest = max(version_of(one.phone) for one in tappers)
    for one in tappers:
        one.phone.page.wait_for_selector(f"[data-version='{newest}']", state="attached")
    return astray


def keys_of(app: Flask, code: str) -> dict[str, int]:
    """Under which key, as it is stored, each line was written."""
    with app.app_context():
        table = repository.find(code).table
        rows = db.session.execute(select(Entry.key_hash, Entry.version).where(Entry.table_id == table.id))
        return {key: version for key, version in rows if key}


@rule("R-1", "L-10", "S-9")
def test_three_who_tap_within_300_ms_never_do_what_they_did_not_see(
    phones: PhoneMaker, host: Server, make_app: AppMaker, seed: str
) -> None:
    app, told = make_app(host.database), Counter[str]()
    for game in range(1 if seed == SEED else GAMES):
        table = seat_everybody(host, "Vera", "Isaac", "Stan", **MOMENTS[game % len(MOMENTS)])
        three = [phones(host, device=device) for device in table.devices]
        told += tap_for_a_while(three, app, table.code, f"{seed} {game}")
        for phone in three:
            phone.context.close()
    assert told["done"] >= ROUNDS, told


def tap_for_a_while(phones: list[Phone], app: Flask, code: str, name: str) -> Counter[str]:
    """Three people at a table tap at random together; what became of their taps."""
    chance = random.Random(name)
    tappers = [Tapper(phone, f"{name}, {place}") for place, phone in enumerate(phones)]
    for one in tappers:
        one.sit(code)
    steps, idle = Steps(app, code), 0
    for _ in range(ROUNDS):
        if chance.random() < LOOKED:
            for one in tappers:
                one.phone.page.clock.fast_forward(2_000)
        before = steps.version
        stepping = [one for one in tappers if one.can_step()] if idle == 2 else []
        if stepping:
            chance.choice(stepping).step()
        took = tap_together(tappers, chance)
        assert not rest(tappers, code) or took > LATE, name
        idle = 0 if steps.version > before else idle + 1
    told = Counter[str]()
    for seat, one in enumerate(tappers):
        told += became(one, seat, steps, keys_of(app, code))
    return told


def became(tapper: Tapper, seat: int, steps: Steps, keys: Mapping[str, int]) -> Counter[str]:
    """What became of all that a page has sent: done as its owner saw it, too late, or done by another."""
    told, lines = Counter[str](), steps.lines(0, steps.version)
    for aim, form, status, asked_back in tapper.sent:
        (once,), type_ = form["once"], form["type"][0]
        written = keys.get(hashlib.sha256(once.encode()).hexdigest())
        if asked_back:
            assert written is None, form
            continue
        if written is None and status == 303:
            # Somebody else has done that very act since, or set that very number, and nobody is told off.
            since = [line.act for line in lines[int(form["version"][0]) :] if line.act.type == type_]
            assert since, form
            if "f.number" in form:
                assert form["f.number"] == [str(since[-1]["fields"]["number"])], (form, since)
            told["done by another"] += 1
            continue
        # What was sent stands in the log once, or was refused.
        assert (written is None) == (status == 409), (form, status)
        told["done" if written else "too late"] += 1
        if aim is not None and written is not None:
            line = lines[written - 1]
            assert (line.seat, line.act.type, type_) == (seat, aim.type, aim.type)
            # A number that is put right answers no step.
            corrects = form["kind"] == [Kind.CORRECTION]
            assert corrects or steps.asked(aim.version) == steps.asked(written - 1), (line.act, aim)
    return told
