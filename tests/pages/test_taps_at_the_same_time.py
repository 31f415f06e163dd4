"""Random games of three phones without script, each tapping on what it saw a while ago: no tap does another thing.

In the middle of a game the computer gets another address for a phone, and a seat that was silent is taken again.
"""

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import cycle, islice, product
from operator import attrgetter
from pathlib import Path
from sqlite3 import connect
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from form_players import fill_in
from other_addresses import brought, transfer
from plain_browser import Form, Page, PlainBrowser
from support.common import SEED, rule
from support.databases import migrate, put_away
from support.golden_games import VERSIONS, Stop, copy, database, stops
from support.log_steps import EACH, ENDS, Steps
from support.seat_client import grow_older, invited, of_players, seats_of, take
from support.sheet_client import DEVICE
from support.table_client import sit_down

from companion import create_app
from companion.config import Settings
from companion.identity.tokens import fingerprint
from companion.rules.acts.actions import Prompt
from companion.rules.engine.decider import STEPS, prompt
from companion.rules.phases.free_actions import ANY_TIME
from companion.tables import repository
from companion.tables.codes import ALPHABET, CODE_LENGTH
from companion.tables.line import Kind
from companion.tables.silence import SILENT_AFTER

MORE_GAMES: Final = 36
"""How many games are played from a fresh seed: a soak of six rounds plays more than two hundred."""

TAPS: Final = 24
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
    {"turns": "enforced"},
    {
        "turns": "told",
        "roll_call": False,
        "begin_together": {"round": 2, "phase": "lights_out", "goons": GOONS, "cubes": SUSPICION},
    },
    {"turns": "told", "begin_together": {"round": 6, "phase": "lights_out", "location": "cell_block", "goons": GOONS}},
    {"depth": "light", "begin_together": {"round": 6, "phase": "round"}},
)
"""What the tables have agreed on, and where their games begin: one game of each, and more from a fresh seed."""

EVERYBODY, SLEEPER, OWN, ALONE = "two at the table", "two for a sleeper", "one on two pages", "alone on two pages"
WHO: Final[Mapping[str, tuple[str, ...]]] = {
    EVERYBODY: (
        *("bandit", "begin", "card", "demon", "gather", "goon_space", "hands", "light", "on_board", "pace", "price"),
        *("raid", "resolve", "rows"),
    ),
    SLEEPER: ("effects", "exchange", "exchange_for", "give", "pay", "reward", "roll", "store", "tome", "turn"),
    # What nobody else may enter, and what somebody chooses on a phone and on a laptop.
    OWN: ("exchange", "hands", "holdings", "reward", "rows"),
    ALONE: ("count", "go_on", "lay_out", "location_card", "night", "reveal", "reward", "turn", "turn_up"),
}
"""Who can tap the same at the same time at a kind of step, which is demanded of each."""

TRIES: Final = 6
"""So often positions of a kind are looked at for one in which that can be tapped: a count may be all that is left."""

OFTEN: Final = frozenset({*ANY_TIME, "pass"})
"""What would be tapped in every step, were it not left out as a rule."""


class Phones:
    """Three people at a table, each with a page that may be old.

    Attributes:
        told: how often what was tapped was done, came too late, or was refused for another reason.
        twice: at which steps two have tapped the same at the same time.
        came: how many phones have come to a seat that somebody had.
    """

    def __init__(self, app: Flask, code: str, phones: Sequence[PlainBrowser], name: str, *, at: int = 0) -> None:
        self._app, self._code, self._chance, self.came = app, code, random.Random(name), 0
        self.phones = [*phones]
        self._names = [one["name"] for one in seats_of(phones[0].client, code)["seats"]]
        self._steps = Steps(app, code, at)
        self.pages: dict[int, Page] = {}
        self.told: Counter[str] = Counter()
        self.twice: Counter[str] = Counter()

    @property
    def _path(self) -> str:
        """Everybody has asked for the goons, whose form else is on the keeper's phone alone."""
        return f"/t/{self._code}?goons=mine"

    def play(self) -> None:
        """So many taps, or to the end."""
        for seat in range(3):
            self._look(seat)
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
        left, page, code = self.phones[seat], self.pages[seat], self._code
        if self._chance.random() < 0.5:
            # Taps that waited come along.
            self.phones[seat], _ = brought(self._app, code, transfer(left.open(self._path)))
        else:
            self.phones[seat] = PlainBrowser(self._app.test_client())
            grow_older(self._app, SILENT_AFTER)
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

    def _send(self, seat: int, form: Form, side: int | None = None) -> bool:
        """Send a form of the page that somebody has, maybe for a side whose phone sleeps; whether it was done."""
        seen, before = _shown(self.pages[seat]), self._steps.version
        page = self.phones[seat].send(form, self._chance.choice(form.buttons))
        now = self._steps.version
        new = self._steps.lines(before, now)
        assert page.status in {200, 409}, page.status
        assert _shown(page) == now
        if new:
            assert {one.kind for one in new} == {Kind.ACT}
            assert self._steps.asked(seen) == self._steps.asked(before), (new[0].act, self._steps.asked(seen))
            assert all(one.seat in {seat, side, None} for one in new)
        elif not self.phones[seat].address.endswith("=ask"):
            quiet = page.status == 200
            ended = next(
                (
                    line
                    for line in self._steps.lines(seen, before)
                    if self._steps.asked(line.version) != self._steps.asked(seen)
                ),
                None,
            )
            same = ended is not None and ended.act.type == form.value("type")
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


def three_phones(app: Flask, wishes: Mapping[str, Any], name: str) -> Phones:
    """A new table, and three who have sat down at it."""
    phones = [PlainBrowser(app.test_client()) for _ in range(3)]
    for seat, phone in enumerate(phones):
        phone.client.set_cookie(DEVICE, f"phone-{seat}-of-{name}".replace(" ", "-"))
    first, *others = (phone.client for phone in phones)
    host, _ = sit_down(first, of_players(**{"roll_call": True, "turns": "told", "holds": [0], **wishes}))
    for seat, client in enumerate(others, 1):
        take(client, host.code, seat, invite=invited(first, host, seat=seat))
    return Phones(app, host.code, phones, name)


class Position(Phones):
    """A table as a kept game left it in some step, where nobody has done anything since."""

    def unlike(self) -> list[PlainBrowser]:
        """A phone whose player is asked something, and one whose player is not, where there are both."""
        acting = {act.side for act in self._waiting().actions if act.type not in ANY_TIME}
        return [*{seat in acting: phone for seat, phone in enumerate(self.phones)}.values()]

    def tapped(self, who: str) -> bool:
        """Two taps on the same at the same time, the second after the first; whether there was anything to tap so.

        Args:
            who: of `WHO`.
        """
        acting = {act.side for act in self._waiting().actions if act.type not in ANY_TIME and act.side is not None}
        seats = range(len(self.phones))
        if who == ALONE:
            return self._tap_at_once(0, 0)
        if who == EVERYBODY:
            return self._tap_at_once(*self._chance.sample(seats, 2))
        if who == OWN:
            return any(self._tap_at_once(side, side) for side in sorted(acting))
        helpers = {side: [seat for seat in seats if seat != side] for side in sorted(acting)}
        return any(self._tap_at_once(*two[:2], side) for side, two in helpers.items() if len(two) > 1)

    def _waiting(self) -> Prompt:
        with self._app.app_context():
            return prompt(repository.find(self._code).state.game)

    def _forms(self, page: Page) -> list[Form]:
        acts = [form for form in page.forms if form.buttons and form.value("kind") == "act"]
        return sorted((form for form in acts if form.value("type") not in ANY_TIME), key=_is_dull)

    def _tap_at_once(self, one: int, other: int, side: int | None = None) -> bool:
        """Both have the page before them as it is now, maybe that for a side whose phone sleeps."""
        step = self._steps.kind()
        path = self._path if side is None else f"{self._path}&for={side}"
        pages = self.phones[one].open(path), self.phones[other].open(path)
        self.pages[one], self.pages[other] = pages
        forms = [form for form in self._forms(pages[0]) if side is None or form.value("for") == str(side)]
        for form in forms:
            second = next((each for each in self._forms(pages[1]) if _told(each) == _told(form)), None)
            if second is None:
                continue
            fill_in(form, self._chance)
            for control, filled in zip(second.controls, form.controls, strict=True):
                _with(control, filled)
            if not self._send(one, form, side):
                return False
            version = self._steps.version
            page = self.phones[other].send(second, second.buttons[0])
            if one == other and self._steps.version > version:
                # Said again, to the same question.
                assert step in EACH, (step, form.value("type"))
                assert self._steps.asked(version) == self._steps.asked(version - 1), (step, form.value("type"))
                return True
            assert self._steps.version == version, (step, form.value("type"))
            told = _told_late(second, page, alone=one == other)
            names = [self._names[seat] for seat in (one, side) if seat is not None]
            assert one == other or any(name in told for name in names), (step, form.value("type"), told)
            return True
        return False


def _is_dull(form: Form) -> bool:
    return form.value("type") in {"pass", "decline", "keep"}


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
    # What ends no step is told as come too late.
    if (_chooses(form) or form.value("type") in ANY_TIME) and not (alone and page.status == 200):
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
def test_no_tap_of_three_phones_goes_to_another_step_than_its_owner_saw(home: Flask, seed: str) -> None:
    told: Counter[str] = Counter()
    twice: Counter[str] = Counter()
    came = 0
    for game in range(len(MOMENTS) if seed == SEED else MORE_GAMES):
        table = three_phones(home, MOMENTS[game % len(MOMENTS)], f"{seed} {game}")
        table.play()
        told += table.told
        twice += table.twice
        came += table.came
    assert came > 1
    assert told["done"] > 10
    assert told["too late"] > 5
    assert twice


@rule("R-1", "L-10", "S-9")
@pytest.mark.slow
def test_of_two_who_tap_the_same_at_once_one_does_it_and_the_other_is_told_at_every_kind_of_step(
    kept: "Kept", seed: str
) -> None:
    """In games that are still short, as each page reads the whole log; from a fresh seed in any."""
    asking = {kind.value for kind, step in STEPS.items() if step.ask is not None}
    assert {kind for kinds in WHO.values() for kind in kinds} == asking
    left = sorted(stops(), key=attrgetter("line"))
    if seed != SEED:
        random.Random(seed).shuffle(left)
    app, folder, codes = kept
    for who, kind in ((who, kind) for who, kinds in WHO.items() for kind in kinds):
        fit = [one for one in left if one.kind == kind and one.game.alone == (who == ALONE)]
        tried = islice(cycle(fit), TRIES)
        assert any(position(app, folder, stop, next(codes)).tapped(who) for stop in tried), (who, kind)


@rule("P-2", "V-1")
@pytest.mark.slow
def test_everybody_sees_the_table_whatever_it_asks_of_whom(kept: "Kept") -> None:
    """Whoever is asked nothing reads the question all the same, with its number: in the shortest game of each kind.

    Of those whom it asks one looks, and one of the others.
    """
    app, folder, codes = kept
    longest_first = sorted(stops(), key=attrgetter("line"), reverse=True)
    by_kind = {stop.kind: stop for stop in longest_first if not stop.game.alone}
    assert by_kind.keys() >= {kind for who in (EVERYBODY, SLEEPER, OWN) for kind in WHO[who]}
    for stop in by_kind.values():
        table = position(app, folder, stop, code := next(codes))
        for phone in table.unlike():
            page = phone.open(f"/t/{code}")
            assert page.status == 200, (stop.kind, stop.game.name)
            assert "return 0" not in page.top.text, (stop.kind, stop.game.name)


class Kept(NamedTuple):
    """An app in whose database games can be laid as they were kept, which lie in others of that folder.

    Attributes:
        app: on the database.
        folder: of all databases.
        codes: for new tables.
    """

    app: Flask
    folder: Path
    codes: Iterator[str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Kept]:
    folder = tmp_path_factory.mktemp("kept")
    for version in VERSIONS:
        database(version, folder / version)
        migrate(f"sqlite:///{folder / version}")
    file = shutil.copy(migrated_file, folder / NOW)
    app = create_app(Settings(database=f"sqlite:///{file}", wrong_codes_per_hour=0, testing=True))
    yield Kept(app, folder, map("".join, product(ALPHABET, repeat=CODE_LENGTH)))
    put_away(app)


NOW: Final = "now"
LISTED: Final = 9
"""So many lines before a stop everybody has said that their pieces are moved."""


def position(app: Flask, folder: Path, stop: Stop, code: str) -> Position:
    """A table of its own that is as a kept game was, and whose seats have a phone each."""
    copy(stop, folder / stop.version, folder / NOW, code)
    with closing(connect(folder / NOW)) as kept:
        ids = [seat for (seat,) in kept.execute("select seat from game_seat where table_id = ? order by seat", (code,))]
        for seat in ids:
            # All that was done long ago is moved: a list of it would take most of the time of a page.
            given = (fingerprint(f"{seat} at {code}"), max(0, stop.line - LISTED), code, seat)
            set_ = "update game_seat set token_hash = null, device = ?, moves_done = ?"
            kept.execute(f"{set_} where table_id = ? and seat = ?", given)
        kept.commit()
    phones = [PlainBrowser(app.test_client()) for _ in ids]
    for seat, phone in zip(ids, phones, strict=True):
        phone.client.set_cookie(DEVICE, f"{seat} at {code}")
    return Position(app, code, phones, code, at=stop.line)
