"""Random games of three phones without script, each tapping on what it saw a while ago: no tap does another thing.

In the middle of a game the computer gets another address for a phone, and a seat that was silent is taken again.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pytest
from asking import API
from flask import Flask
from form_players import fill_in
from keeping import DEVICE
from other_addresses import brought, transfer
from plain_browser import Form, Page, PlainBrowser
from ruleless import any_action
from seating import grow_older, invited, of_players, seats_of, take
from stepping import ANY_TIME, EACH, ENDS, Steps
from support import SEED, rule
from tabling import Seat, done, sit_down

from companion.tables.history import Kind
from companion.tables.seats import ASLEEP_AFTER

GAMES: Final = 20
MORE_GAMES: Final = 36
"""As many are played from a fresh seed, so that a soak of six rounds plays more than two hundred."""

PARTS: Final = 4
TAPS: Final = 30
FRESH: Final = 0.4
"""How often a phone has heard of what the others did before it is tapped."""

TOGETHER: Final = 0.2
"""How often two tap the same at the same time."""

AWAY: Final = 0.05
"""How often a phone comes from another address, or another phone takes its seat."""

GOONS: Final = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
SUSPICION: Final = {"smithy": {"suspicion": 2}, "sewers": {"suspicion": 1}}
MOMENTS: Final[tuple[Mapping[str, Any], ...]] = (
    {"depth": "light"},
    {"turns": "told"},
    {"turns": "enforced"},
    {"turns": "told", "roll_call": False},
    {"turns": "told", "begin_together": {"round": 2, "phase": "lights_out", "goons": GOONS, "cubes": SUSPICION}},
    {"turns": "told", "begin_together": {"round": 6, "phase": "lights_out", "location": "cell_block", "goons": GOONS}},
    {"depth": "light", "begin_together": {"round": 6, "phase": "round"}},
)
"""What the tables have agreed on, and where their games begin."""

_EFFECTS: Final = {"effects": ["give_suspicion", "exchange"]}
WALKS: Final[tuple[Mapping[str, Any], ...]] = (
    {"depth": "light", "begin_together": {"round": 1, "phase": "round"}},
    {"depth": "full", "turns": "told", "roll_call": False},
    {"depth": "full", "turns": "enforced"},
    {
        "depth": "full",
        "turns": "told",
        "roll_call": False,
        "begin_together": {
            "round": 3,
            "phase": "lights_out",
            "location": "cell_block",
            "goons": GOONS,
            "display": [{"price": {"reputation": 1, "cost": {"iron": 1}}, "name": "Rope", "valuables": [], **_EFFECTS}]
            * 3,
            "sides": [{"tomes": 3, "cubes": {"iron": 2, "suspicion": 2}}] * 3,
        },
    },
)
STEPS: Final = 250
WANTED: Final = frozenset({"play_tome", "enter_tokens", "craft"})
"""What is done wherever it can be, on the way to steps that are seldom met else."""

MOST_WALKS: Final = 12
"""What chance has left out of one is met in the next."""

OWN: Final = 6
"""At how many steps of a kind somebody does what is their own twice."""

WALKS_MEET: Final = (
    {"light", "raid"},
    {"begin", "goon_space", "pace", "reward", "rows"},
    {"begin", "pace", "reward", "turn"},
    {"exchange", "give", "pace", "rows", "tome"},
)

OFTEN: Final = ANY_TIME | {"pass"}
"""What would be tapped in every step, were it not left out as a rule."""


class Phones:
    """Three people at a table, each with a page that may be old.

    Attributes:
        told: how often what was tapped was done, came too late, or was refused for another reason.
        twice: at which steps two have tapped the same at the same time.
        came: how many phones have come to a seat that somebody had.
    """

    def __init__(self, app: Flask, wishes: Mapping[str, Any], name: str) -> None:
        self._app, self._chance, self.came = app, random.Random(name), 0
        self.phones = [PlainBrowser(app.test_client()) for _ in range(3)]
        for seat, phone in enumerate(self.phones):
            phone.client.set_cookie(DEVICE, f"phone-{seat}-of-{name}".replace(" ", "-"))
        first, *others = (phone.client for phone in self.phones)
        host, _ = sit_down(first, of_players(**{"roll_call": True, "turns": "told", "holds": [0], **wishes}))
        for seat, client in enumerate(others, 1):
            take(client, host.code, seat, invite=invited(first, host, seat=seat))
        self._names = [one["name"] for one in seats_of(first, host)["seats"]]
        self._host: Seat = host
        self._steps = Steps(app, host.code)
        self.pages = [phone.open(self._path) for phone in self.phones]
        self.told: Counter[str] = Counter()
        self.twice: Counter[str] = Counter()

    @property
    def _path(self) -> str:
        """Everybody has asked for the goons, whose form else is on the keeper's phone alone."""
        return f"/t/{self._host.code}?goons=mine"

    def play(self) -> None:
        """So many taps, or to the end."""
        for _ in range(2 * TAPS):
            if self.told.total() >= TAPS:
                return
            if self._chance.random() < AWAY:
                self._come(self._chance.randrange(3))
            elif self._chance.random() < TOGETHER:
                self._tap_together()
            elif not self._tap(self._chance.randrange(3)):
                self._look(self._chance.randrange(3))

    def _come(self, seat: int) -> None:
        """The phone has another address, or it was silent and another one takes its seat; the old one does nothing."""
        left, page, code = self.phones[seat], self.pages[seat], self._host.code
        if self._chance.random() < 0.5:
            # Taps that waited come along.
            self.phones[seat], _ = brought(self._app, code, transfer(left.open(self._path)))
        else:
            self.phones[seat] = PlainBrowser(self._app.test_client())
            grow_older(self._app, ASLEEP_AFTER)
            for other in {0, 1, 2} - {seat}:
                self.phones[other].open(self._path)
            self.phones[seat].send(self.phones[seat].open(f"/j/{code}").form().fill("seat", str(seat)))
            self._look(seat)
        version = self._steps.version
        for form in self._forms(page)[:1]:
            fill_in(form, self._chance)
            assert left.send(form, form.buttons[0]).status in {403, 409}
        assert self._steps.version == version
        self.came += 1

    def _look(self, seat: int) -> None:
        self.pages[seat] = self.phones[seat].open(self._path)
        assert self.pages[seat].status == 200

    def _forms(self, page: Page) -> list[Form]:
        acts = [form for form in page.forms if form.buttons and form.value("kind") == "act"]
        return [form for form in acts if form.value("type") not in OFTEN or self._chance.random() < 0.05]

    def _tap(self, seat: int) -> bool:
        if self._chance.random() < FRESH:
            self._look(seat)
        forms = self._forms(self.pages[seat])
        if not forms:
            return False
        form = self._chance.choice(forms)
        fill_in(form, self._chance)
        return self._send(seat, form)

    def _send(self, seat: int, form: Form) -> bool:
        """Send a form of the page that somebody has; whether it was done."""
        seen, before = _shown(self.pages[seat]), self._steps.version
        page = self.phones[seat].send(form, self._chance.choice(form.buttons))
        now = self._steps.version
        new = self._steps.lines[before:now]
        assert page.status in {200, 409}, page.status
        assert _shown(page) == now
        if new:
            assert {one.kind for one in new} == {Kind.ACT}
            assert self._steps.asked(seen) == self._steps.asked(before), (new[0].act, self._steps.asked(seen))
            assert all(one.seat in {seat, None} for one in new)
        elif not self.phones[seat].address.endswith("=ask"):
            quiet = page.status == 200
            ended = next(
                (
                    line
                    for line in self._steps.lines[seen:before]
                    if self._steps.asked(line.version) != self._steps.asked(seen)
                ),
                None,
            )
            same = ended is not None and ended.act.get("type") == form.value("type")
            assert quiet == (same and not _chooses(form)) or (quiet and same and ended.seat == seat)
            assert quiet or page.problem.endswith("."), page.problem
        told = "done" if new else "too late" if self._steps.asked(seen) != self._steps.asked(before) else "refused"
        self.told[told] += 1
        self.pages[seat] = page
        return bool(new)

    def _tap_together(self) -> None:
        """Two who see the same tap the same: one does it, the other is told who has."""
        one, other = self._chance.sample(range(3), 2)
        self._look(one)
        self._look(other)
        step = self._steps.kind()
        same = [
            (first, second)
            for first in self._forms(self.pages[one])
            for second in self._forms(self.pages[other])
            if _told(first) == _told(second) and (step not in EACH or first.value("type") in ENDS)
        ]
        if not same:
            return
        first, second = self._chance.choice(same)
        fill_in(first, self._chance)
        second.controls = [
            _with(control, filled) for control, filled in zip(second.controls, first.controls, strict=True)
        ]
        if not self._send(one, first):
            return
        version = self._steps.version
        page = self.phones[other].send(second, second.buttons[0])
        self.pages[other] = page
        self.told["too late"] += 1
        assert self._steps.version == version, (step, first.value("type"))
        assert self._names[one] in _told_late(second, page), (step, first.value("type"))
        self.twice[step] += 1


class Walk(Phones):
    """A game that is played by programs up to each new kind of step, at which people then tap the same at once.

    A step of the table is tapped by two people, a step of one seat by one who has the table open twice; so is what each
    does of their own, at more than one of its steps, since the last to do it ends it for all.
    """

    def __init__(self, app: Flask, wishes: Mapping[str, Any], name: str) -> None:
        super().__init__(app, wishes, name)
        # Who has tomes and items before them plays and crafts.
        self._wanted = WANTED if "begin_together" in wishes else frozenset[str]()
        self._left_out = ANY_TIME - self._wanted

    def _of_the_step(self, shown: Any) -> list[Any]:
        offered = [one for one in shown["prompt"]["actions"] if one["type"] not in self._left_out]
        return [one for one in offered if one["type"] in self._wanted] or offered

    def play(self) -> None:
        """On until it ends, or until it has become long."""
        path = f"{API}/tables/{self._host.code}"
        done_at: Counter[tuple[str, bool]] = Counter()
        for step in range(STEPS):
            shown = [done(phone.client.get(path)) for phone in self.phones]
            acting = [seat for seat, one in enumerate(shown) if self._of_the_step(one)]
            if not acting:
                return
            seat = self._chance.choice(acting)
            kind = shown[seat]["prompt"]["step"]["kind"]
            types = {one["type"] for one in self._of_the_step(shown[seat])}
            own = kind in EACH and not types & ENDS
            same = [one for one in acting if {act["type"] for act in self._of_the_step(shown[one])} == types]
            whose = [seat] if own else same
            if "craft" not in types and done_at[kind, len(whose) > 1] < (OWN if own else 1):
                done_at[kind, len(whose) > 1] += 1
                self._tap_at_once(whose[0], whose[-1])
                continue
            body = any_action({**shown[seat], "prompt": {"actions": self._of_the_step(shown[seat])}}, self._chance)
            key = {"Idempotency-Key": f"{step}"}
            done(self.phones[seat].client.post(f"{path}/actions", json=body, headers=key))

    def _tap_at_once(self, one: int, other: int) -> None:
        """Both have the page before them as it is now."""
        step = self._steps.kind()
        self._look(one)
        pages = self.pages[one], self.phones[other].open(self._path)
        forms = self._forms(pages[0])
        for form in self._chance.sample(forms, len(forms)):
            second = next((each for each in self._forms(pages[1]) if _told(each) == _told(form)), None)
            own = step in EACH and form.value("type") not in ENDS
            if second is None or (own and one != other):
                continue
            fill_in(form, self._chance)
            for control, filled in zip(second.controls, form.controls, strict=True):
                _with(control, filled)
            if not self._send(one, form):
                self._look(one)
                pages = self.pages[one], self.phones[other].open(self._path)
                continue
            version = self._steps.version
            page = self.phones[other].send(second, second.buttons[0])
            if own and self._steps.version > version:
                # Said again, to the same question.
                assert self._steps.asked(version) == self._steps.asked(version - 1), (step, form.value("type"))
                self.twice[step] += 1
                return
            assert self._steps.version == version, (step, form.value("type"))
            told = _told_late(second, page, alone=one == other)
            assert one == other or self._names[one] in told, (step, form.value("type"), told)
            self.twice[step] += 1
            return


def _shown(page: Page) -> int:
    """The version of the table that a page shows."""
    return next(int(one.given["data-version"]) for one in page.top.all("div") if "data-version" in one.given)


def _told(form: Form) -> tuple[Any, ...]:
    """What a form says of what it does, whoever sends it."""
    fields = [(one.name, one.value, one.kind) for one in form.controls if one.name not in {"once", "version", "side"}]
    return (form.value("version"), *fields)


def _chooses(form: Form) -> bool:
    """Whether an act says more than which it is."""
    names = (one.name for one in (*form.controls, *form.buttons))
    return any(name.startswith("f.") or name == "pay" for name in names)


def _told_late(form: Form, page: Page, *, alone: bool = False) -> str:
    """What somebody is told whose act another was quicker to do: the very same, with nothing to choose, is no fault.

    Args:
        form: that came too late.
        page: that answered it.
        alone: whether it was the same person, on another page, who needs not be told of the own act.
    """
    if _chooses(form) and not (alone and page.status == 200):
        assert page.status == 409, form.value("type")
        assert page.problem.endswith("."), page.problem
        return page.problem
    assert (page.status, page.problem) == (200, ""), form.value("type")
    told = [one.text for one in page.top.all("p") if "data-by" in one.given]
    assert alone or (len(told) == 1 and told[0].endswith(".")), (form.value("type"), told)
    return "".join(told)


def _with(control: Any, filled: Any) -> Any:
    if control.name not in {"once", "side"}:
        control.value, control.on = filled.value, filled.on
    return control


@rule("R-1", "L-10", "S-9")
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_tap_of_three_phones_goes_to_another_step_than_its_owner_saw(home: Flask, part: int, seed: str) -> None:
    told: Counter[str] = Counter()
    twice: Counter[str] = Counter()
    came = 0
    for game in range(part, GAMES if seed == SEED else MORE_GAMES, PARTS):
        table = Phones(home, MOMENTS[game % len(MOMENTS)], f"{seed} {game}")
        table.play()
        told += table.told
        twice += table.twice
        came += table.came
    assert came > 1
    assert told["done"] > 10
    assert told["too late"] > 5
    assert twice


@rule("R-1", "L-10", "S-9")
@pytest.mark.parametrize(
    "number", [0, *(pytest.param(one, marks=pytest.mark.slow) for one in range(1, len(WALKS)))], ids=str
)
def test_of_two_who_tap_the_same_at_once_one_does_it_and_the_other_is_told_at_every_kind_of_step(
    hosted_app: Flask, number: int, seed: str
) -> None:
    met: set[str] = set()
    for again in range(MOST_WALKS):
        walk = Walk(hosted_app, WALKS[number], f"{seed} {number} {again}")
        walk.play()
        met |= {*walk.twice}
        if met >= WALKS_MEET[number]:
            return
    assert met >= WALKS_MEET[number]
