"""At tables of several every piece that the app moves waits on the phone of whoever moves it."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from real_tables import Hands, Pieces, lying, sentences
from support.api_client import API
from support.common import SEED, rule
from support.random_json_player import any_action
from support.seat_client import grow_older, invited, of_players, take
from support.sheet_client import DEVICE
from support.table_client import done, sit_down

from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.events import (
    Assigned,
    CardReturned,
    Event,
    Moved,
    StrengthStated,
    TokensMoved,
    evolve,
    replay,
)
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.tables import repository
from companion.tables.line import Kind, LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.silence import SILENT_AFTER
from companion.tables.timeline import State
from companion.words.telling import seat_names

NAMES: Final = ("Vera", "Isaac", "Stan", "Claire", "Foot")
GAMES: Final[tuple[tuple[int, bool, Mapping[str, Any]], ...]] = tuple(
    (players, apart, wishes)
    for players, apart in ((2, True), (3, True), (3, False), (4, False), (5, False))
    for wishes in (
        {"depth": "light"},
        {"turns": "told", "roll_call": False},
        {"turns": "told"},
        {"turns": "enforced"},
    )
)
"""How many play, whether each on a phone of their own, and what they have agreed on."""

QUICK: Final = (3, 5, 8, 14)
"""Those of the games that are played always: each agreement, on phones apart and on one; fresh seeds play them all."""

MOST: Final = 400
LOOKS, MORE_LOOKS = 12, 2
"""Of so many times a phone looks once, and from a fresh seed."""

SELDOM: Final = 0.08
"""How often somebody does what could be done all the time."""

ENTERED: Final = frozenset(
    {"enter_tokens", "enter_strength", "nobody_there", "gather", "gather_strengths", "move_suspicion"}
)
"""With these people say what lies on the table already."""

GIVEN: Final = frozenset({"marker", "leader goal", "instant goal"})
"""What one player passes to another: the last who gets it is told to take it."""

UNDONE: Final = 0.12
"""How often somebody takes back the last line, where it says nothing that only players know."""

CUBES: Final = "the cubes of the board"
ITEMS: Final = "the items of the display"
_SHARED_IN_PATROL: Final = {**dict.fromkeys([cube.value for cube in Cube], CUBES), "display": ITEMS}

LAID: Final = (Assigned, Moved, TokensMoved, StrengthStated)


class Sitting:
    """People whose phones show every act of anybody.

    Attributes:
        checked: how many pieces were looked for.
        undone: how many lines were taken back.
        stood_in: on how many pages somebody could act for one whose phone sleeps.
    """

    def __init__(
        self, app: Flask, players: int, wishes: Mapping[str, Any], name: str, *, apart: bool, looks: int
    ) -> None:
        self._looks = looks
        self._app, self._chance, self.checked, self.stood_in = app, random.Random(name), 0, 0
        self._met: set[tuple[Any, ...]] = set()
        self._lists: dict[int, Waiting] = {}
        self.undone = 0
        self._phones = [PlainBrowser(app.test_client()) for _ in range(players if apart else 1)]
        for seat, phone in enumerate(self._phones):
            phone.client.set_cookie(DEVICE, f"{seat}-of-{name}".replace(" ", "-"))
        first, *others = (phone.client for phone in self._phones)
        goals = {"leader_goal": {"counts": "gem", "minimum": 1}, "instant_goal": True}
        held = {"holds": [0]} if apart else {}
        body = {"roll_call": True, **goals, **held, **wishes}
        host, _ = sit_down(first, of_players(*NAMES[:players], **body))
        self._code = host.code
        for seat, client in enumerate(others, 1):
            take(client, host.code, seat, invite=invited(first, host, seat=seat))
        self._seats = [{seat} if apart else {*range(players)} for seat in range(len(self._phones))]
        others = [*range(1, len(self._phones))] or [0]
        # The host keeps the table; in patrol the next phone places its cubes, and the one after lays its items.
        self._movers: dict[Any, int] = {None: 0, CUBES: others[0], ITEMS: others[1 % len(others)]}
        self._version, self._game, _ = self._read()

    def play(self) -> None:
        """To the end, or until it has become long."""
        path = f"{API}/tables/{self._code}"
        for step in range(MOST):
            phones = self._chance.sample(range(len(self._phones)), len(self._phones))
            asked = ((self._phones[phone].client, self._asked(phone)) for phone in phones)
            client, shown = next((one for one in asked if one[1]["prompt"]["actions"]), (None, None))
            if client is None:
                return
            body = any_action(shown, self._chance)
            done(client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"{step}"}))
            actor = next(phone for phone, one in enumerate(self._phones) if one.client is client)
            self._look(actor)
            self._undo(actor, f"undo-{step}")
            self._stand_in()

    def _undo(self, actor: int, key: str) -> None:
        """Now and then take back what was just done, and look."""
        line = self._last
        told = {*ENTERED, "space_empty", "deck_empty", "enter_holdings"}
        if line is None or self._chance.random() > UNDONE or line.act.type in told or not line.before.round:
            return
        shown = done(self._phones[actor].client.get(f"{API}/tables/{self._code}"))
        if shown["undo_to"] != line.version - 1:
            return
        body = {"version": shown["version"], "to": shown["undo_to"]}
        path = f"{API}/tables/{self._code}/undo"
        done(self._phones[actor].client.post(path, json=body, headers={"Idempotency-Key": key}))
        self.undone += 1
        game, self._last = self._game, None
        self._version, self._game, _ = self._read()
        for phone in range(len(self._phones)):
            if phone == actor or self._moved_here([(line, -1)], phone) or self._crew_comes_back(line, phone):
                # What was listed counts as moved.
                self._lists[phone] = Waiting(game, [])
            self._list_of(phone).entries.append((line, -1))
        self._some_look()

    def _stand_in(self) -> None:
        """Where three have a phone each, open what is seldom opened, once a kind of step and by no chance.

        That is the page on which somebody acts for whoever is asked and sleeps, and that of tokens before one's turn.
        """
        state = self._state()
        asked = {action.side for action in current_prompt(state).actions} & {*range(len(NAMES))}
        kind = (state.game.agenda[0].kind if state.game.agenda else None, state.game.location)
        if len(self._phones) != 3 or kind in self._met or not asked:
            return
        self._met.add(kind)
        grow_older(self._app, SILENT_AFTER)
        actor = (len(self._met) - 1) % 3
        while asked == {actor}:
            actor = (actor + 1) % 3
        for side in asked - {actor}:
            page = self._phones[actor].open(f"/t/{self._code}?for={side}")
            assert page.status == 200, (kind, actor, side)
            self.stood_in += any(form.value("for") == str(side) for form in page.forms)
        assert self._phones[actor].open(f"/t/{self._code}?early=1").status == 200, kind
        for phone in self._phones:
            # What an open page asks wakes its phone.
            done(phone.client.get(f"{API}/tables/{self._code}/version"))

    def _asked(self, phone: int) -> Any:
        """What a phone shows, with what it may do; what could be done all the time is among it now and then."""
        shown = done(self._phones[phone].client.get(f"{API}/tables/{self._code}"))
        offered = shown["prompt"]["actions"]
        acts = [act for act in offered if act["type"] not in ANY_TIME or self._chance.random() < SELDOM]
        return {**shown, "prompt": {"actions": acts}}

    def _state(self) -> State:
        with self._app.app_context():
            return repository.find(self._code).state

    def _read(self) -> tuple[int, Position, list[LineInContext]]:
        with self._app.app_context():
            loaded = repository.find(self._code)
            new = repository.log(loaded.table, after=getattr(self, "_version", 0))
            return loaded.state.version, loaded.state.game, new

    def _look(self, actor: int) -> None:
        """Let some phones look, now and then: all that was moved since somebody there has tapped waits on them."""
        before = self._game
        self._version, self._game, new = self._read()
        if not {line.act.type for line in new} <= {"type_card", "type_item", "type_demon"}:
            # Whoever taps has moved what they had seen, but for who enters a card. The act itself waits.
            self._lists[actor] = Waiting(before, [])
        for phone in range(len(self._phones)):
            self._list_of(phone, before).entries.extend((line, 1) for line in new if line.kind is Kind.ACT)
        self._last = next((line for line in new[::-1] if line.kind is Kind.ACT), None)
        self._some_look()

    def _list_of(self, phone: int, game: Position | None = None) -> "Waiting":
        return self._lists.setdefault(phone, Waiting(self._game if game is None else game, []))

    def _some_look(self) -> None:
        for phone in range(len(self._phones)):
            if self._list_of(phone).entries and not self._chance.randrange(self._looks):
                page = self._phones[phone].open(f"/t/{self._code}")
                self._check(page, phone)
                self._say_done(phone, page)

    def _check(self, page: Page, phone: int) -> None:
        """Whoever does what the page lists, and nothing else, has moved just what waits here."""
        game, entries = self._list_of(phone)
        moved = self._moved_here(entries, phone)
        you = min(self._seats[phone]) if len(self._seats[phone]) == 1 else None
        hands = Hands(game, seat_names("en", game.setup, dict(enumerate(NAMES))), you)
        hands.pieces = added(hands.pieces, self._done_already(entries, phone))
        before = hands.pieces.copy()
        for sentence in sentences(page):
            hands.move(sentence)
        listed = {key: -number for key, number in hands.away_from(before).items()}
        differs = added(Counter(listed), Counter(_less(moved)))
        assert not [key for key in differs if key[0] != "face down"], (
            differs,
            sentences(page),
            [(line.version, line.by, line.act, way) for line, way in entries],
        )
        self.checked += len(moved)

    def _moved_here(self, entries: list[tuple[LineInContext, int]], phone: int) -> Pieces:
        """What is moved at a phone by these lines, done or taken back, in net."""
        found: Pieces = Counter()
        given: Pieces = Counter()
        taker: dict[str, int] = {}
        for line, way in entries:
            if not self._in_list(line):
                continue
            for owner, pieces in moved_by_the_app(line, self._is_told_to(phone, line)):
                mover = self._movers.get(owner, owner)
                tapped = way > 0 and line.act.type == "assign" and line.version != self._version
                for key, number in pieces.items():
                    if key[0] in GIVEN:
                        given = added(given, Counter({key: way * number}))
                        taker[key[0]] = mover
                    elif mover in self._seats[phone] and not (tapped and key[0] in {"token", "face down"}):
                        found = added(found, Counter({key: way * number}))
        return added(found, Counter({key: n for key, n in given.items() if taker[key[0]] in self._seats[phone]}))

    def _crew_comes_back(self, line: LineInContext, phone: int) -> bool:
        """Whether undoing a line puts tokens back that were only counted: no piece that `lying` knows."""
        left = line.before.location
        crews = {self._movers.get(side, side) for side, place in line.before.strengths if place is left}
        stays = replay(line.events, line.before).location is left or line.before.setup.light
        return not stays and not crews.isdisjoint(self._seats[phone])

    def _in_list(self, line: LineInContext) -> bool:
        """Whether a line is of the game: the setup has a list of its own."""
        return line.before.setup.light or replay(line.events, line.before).phase is not Phase.SETUP

    def _is_told_to(self, phone: int, line: LineInContext) -> bool:
        """Whether what somebody only says is listed too: in light depth on other phones than theirs."""
        return line.before.setup.light and line.seat not in self._seats[phone]

    def _done_already(self, entries: list[tuple[LineInContext, int]], phone: int) -> Pieces:
        """What these lines only say, or players have laid by tapping where."""
        found: Pieces = Counter()
        for line, way in entries:
            if way < 0 or self._is_told_to(phone, line):
                continue
            after = replay(line.events, line.before)
            here = added(lying(after), Counter(_less(lying(line.before))))
            for _, pieces in moved_by_the_app(line, all_of_it=False):
                here = added(here, Counter(_less(pieces)))
            if line.act.type == "assign" and line.version != self._version:
                laid = added(lying(after), Counter(_less(lying(line.before))))
                here = added(here, Counter({key: n for key, n in laid.items() if key[0] in {"token", "face down"}}))
            found = added(found, here)
        return found

    def _say_done(self, phone: int, page: Page) -> None:
        """Now and then say that all of it is moved: then nothing of it is listed again, but for what came since."""
        said = [form for form in page.forms if form.action.endswith("/moved")]
        if not said or self._chance.randrange(2):
            return
        page = self._phones[phone].send(said[0])
        assert not sentences(page), sentences(page)
        self._lists[phone] = Waiting(self._game, [])


class Waiting(NamedTuple):
    """What waits on a phone.

    Attributes:
        game: the table where the list begins.
        entries: the lines since, each done (1) or taken back (-1).
    """

    game: Position
    entries: list[tuple[LineInContext, int]]


def _less(pieces: Pieces) -> dict[tuple[Any, ...], int]:
    return {key: -number for key, number in pieces.items()}


def moved_by_the_app(line: LineInContext, all_of_it: bool) -> Iterator[tuple[int | str | None, Pieces]]:
    """What an act has moved: whose pieces, and how they lie otherwise than before.

    Those of the table are of None, but for what patrol shares out.

    Args:
        line: of the act.
        all_of_it: whether also what somebody has only told the app.
    """
    game, telling = line.before, line.act.type in ENTERED
    for event in line.events:
        then, game = game, evolve(game, event)
        telling = telling and isinstance(event, LAID)
        missing = isinstance(event, CardReturned) and line.act.type == "space_empty"
        if all_of_it or not (telling or missing):
            yield from _of_event(event, then, game)


def _of_event(event: Event, then: Position, now: Position) -> Iterator[tuple[int | str | None, Pieces]]:
    before, after = lying(then), lying(now)
    found = {key: after[key] - before[key] for key in {*before, *after} if after[key] != before[key]}
    whose = {owner(key) for key in found} - {None}
    gets = {owner(key) for key, number in found.items() if number > 0} - {None}
    # What leaves the table for somebody is theirs to take, and so is what there is one of.
    taker = next(iter(gets or whose)) if len(gets or whose) == 1 else None
    for key, number in found.items():
        side = owner(key)
        # The round marker is the table's, though a round may bring one player's tokens home with it.
        theirs = key[0] != "round" and (side is None or (gets and number < 0 and key[0] in GIVEN))
        mover = taker if theirs else side
        shared = mover is None and then.phase is Phase.PATROL
        yield _SHARED_IN_PATROL.get(key[0]) if shared else mover, Counter({key: number})


def owner(key: tuple[Any, ...]) -> int | None:
    """Whose a piece is, by where it lies; None: the table's."""
    if key[0] in {"token", "face down"}:
        return int(key[1])
    return key[1] if len(key) > 1 and type(key[1]) is int and key[0] != "display" else None


def added(one: Pieces, other: Pieces) -> Pieces:
    """Both, without what cancels."""
    both = {key: one[key] + other[key] for key in {*one, *other}}
    return Counter({key: number for key, number in both.items() if number})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Which of the games are played."""
    fresh = metafunc.config.getoption("--seed") != SEED
    if "number" not in metafunc.fixturenames:
        return
    metafunc.parametrize("number", range(len(GAMES)) if fresh else QUICK)


@rule("L-10", "P-1")
@pytest.mark.slow
def test_every_piece_the_app_moves_waits_on_the_phone_of_whoever_moves_it_until_that_one_has_acted_or_said_so(
    hosted_app: Flask, number: int, seed: str
) -> None:
    players, apart, wishes = GAMES[number]
    looks = LOOKS if seed == SEED else MORE_LOOKS
    sitting = Sitting(hosted_app, players, wishes, f"{seed} {number}", apart=apart, looks=looks)
    sitting.play()
    assert sitting.checked > 5
    assert sitting.stood_in > 5 or (players, apart) != (3, True) or wishes == {"depth": "light"}


@rule("L-7", "L-8")
def test_tokens_that_were_counted_together_are_listed_where_they_were_to_the_library_and_home(
    hosted_app: Flask,
) -> None:
    phones = [PlainBrowser(hosted_app.test_client()) for _ in range(2)]
    for seat, phone in enumerate(phones):
        phone.client.set_cookie(DEVICE, f"{seat}-counts-together")
    host, _ = sit_down(phones[0].client, of_players(*NAMES[:2], depth="full", roll_call=False, holds=[0]))
    take(phones[1].client, host.code, 1, invite=invited(phones[0].client, host, seat=1))
    path = f"{API}/tables/{host.code}"

    def act(seat: int, kind: str, **fields: Any) -> None:
        version = done(phones[seat].client.get(path))["version"]
        body = {"version": version, "type": kind, "fields": fields}
        done(phones[seat].client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"{version}-{kind}"}))

    def listed_at(seat: int) -> list[str]:
        return [one for one in sentences(phones[seat].open(f"/t/{host.code}")) if "tokens" in one]

    while done(phones[0].client.get(path))["state"]["phase"] == "setup":
        offered = {one["type"] for one in done(phones[0].client.get(path))["prompt"]["actions"]}
        act(0, "deck_empty" if "deck_empty" in offered else "begin_round")
    act(0, "lights_out")
    act(0, "enter_strength", side=[0], strength=5, lookout=[])
    act(1, "enter_strength", side=[1], strength=3, lookout=[])
    # Of two the second takes nothing there.
    assert listed_at(1) == ["Move all your tokens from the Exercise Yard to the Library."]
    act(1, "go_on")
    assert listed_at(0) == ["Take back all your tokens from the Exercise Yard."]
