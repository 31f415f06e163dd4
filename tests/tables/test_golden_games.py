"""Games that an earlier version of the app has kept go on, go back and verify, in whatever step they were left."""

import random
from contextlib import closing
from functools import partial
from operator import itemgetter
from sqlite3 import connect
from typing import Any

import pytest
from support.api_client import API
from support.databases import AppMaker, migrate
from support.golden_games import VERSIONS, Golden, database, digests, games, names
from support.made_lines import made_line
from support.random_rules_player import DULL, any_act
from support.sheet_client import DEVICE
from support.table_client import Seat, done, play, post, read_log, show, somebody

from companion.identity.tokens import fingerprint
from companion.rules.engine.decider import STEPS, next_decision, prompt
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import AgendaSet, replay
from companion.rules.state.position import Phase, Position
from companion.tables import log_codec
from companion.tables.fairness_proof import read
from companion.tables.line import DONE, Kind, Line
from companion.tables.timeline import games_before, rebuilt
from companion.tables.upcasters import format_of

SHUFFLE = partial(shuffled, "golden")
_ACTS = 3000
PHONE = "the phone that played it"


@pytest.fixture(
    params=[
        pytest.param((version, place), id=f"{version} {name} {code}")
        for version in VERSIONS
        for place, (name, code) in enumerate(names(version))
    ]
)
def golden(request: pytest.FixtureRequest) -> Golden:
    version, place = request.param
    return games(version)[place]


def play_on(game: Position, chance: random.Random) -> Position:
    """Play to the end, knowing no rule."""
    waiting = prompt(game)
    for _ in range(_ACTS):
        if not waiting.actions:
            return game
        # Whoever declines comes to the end sooner.
        dull = tuple(action for action in waiting.actions if action.type in DULL - {"raid_now"})
        act = any_act(waiting._replace(actions=dull) if dull and chance.random() < 0.5 else waiting, chance)
        _, game, waiting = next_decision(game, waiting, act, SHUFFLE)
    raise AssertionError(waiting)


def test_golden_games_were_left_in_every_kind_of_step_that_asks_somebody() -> None:
    left = {step for version in VERSIONS for one in games(version) for step in one.stops()}
    assert left == {kind.value for kind, step in STEPS.items() if step.ask is not None}


def test_a_kept_game_comes_line_by_line_to_what_it_came_to_when_it_was_written(golden: Golden) -> None:
    lines = golden.lines()
    nothing = Line(lines[-1].version + 1, Kind.SEAT)
    before = games_before([*lines, nothing])
    course = [before[line + 1] for line in range(1, nothing.version)]
    assert digests(course) == [came for came, _ in golden.came_to]


def test_a_kept_line_without_what_is_to_be_done_says_all_the_rest(golden: Golden) -> None:
    texts = [(format_of(rules), facts) for _, kind, _, _, facts, rules in golden.rows if kind in DONE]
    rest = [tuple(event for event in line if type(event) is not AgendaSet) for line in log_codec.facts(texts)]
    assert log_codec.facts(texts, agendas=()) == rest


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_kept_games_go_on_to_their_end_from_every_kind_of_step(version: str) -> None:
    """From where a game of the version waited for it latest, so that its end is near."""
    latest = {kind: (line, golden) for golden in games(version) for kind, line in golden.stops().items()}
    for golden in games(version):
        for kind, line in golden.stops().items():
            latest[kind] = max(latest[kind], (line, golden), key=itemgetter(0))
    for line, golden in latest.values():
        state, chance = rebuilt(golden.lines()[:line]), somebody(golden.code)
        assert all(step.kind in STEPS for step in state.game.agenda)
        assert prompt(state.game).actions
        assert play_on(state.game, chance).phase is Phase.ENDED


def test_a_kept_game_goes_back_past_every_line(golden: Golden) -> None:
    lines = golden.lines()
    history = rebuilt(lines).history
    events = {line.version: line.events for line in lines}
    game, after = replay(()), {}
    for version in history.counting:
        game = after[version] = replay(events[version], game)
    stops = {*golden.stops().values()}
    for place, to in enumerate(history.counting[:-1]):
        if to in stops or place == 0:
            back = rebuilt([*lines, made_line(len(lines) + 1, Kind.UNDO, to=to)])
            assert (back.game, back.history.ahead) == (after[to], (*history.counting[place + 1 :], *history.ahead))
            assert prompt(back.game).actions


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The databases as versions of the app have left them, migrated since."""
    found = {}
    for version in VERSIONS:
        file = tmp_path_factory.mktemp("golden") / "lockup.db"
        database(version, file)
        found[version] = f"sqlite:///{file}"
        migrate(found[version])
        with closing(connect(file)) as kept:
            # The phone that played it asks for its pages too.
            kept.execute("update game_seat set device = ?", (fingerprint(PHONE),))
            kept.commit()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_tables_of_an_earlier_version_are_shown_played_on_and_verified(
    left: dict[str, str], version: str, make_app: AppMaker
) -> None:
    client = make_app(left[version]).test_client()
    client.set_cookie(DEVICE, PHONE)
    open_ones = [golden for golden in games(version) if not golden.export]
    # The pages of two games say as much as those of all: of the longest alone and of several.
    kinds = ([one for one in open_ones if one.alone is alone] for alone in (True, False))
    looked_at = [max(kind, key=_length) for kind in kinds if kind]
    for golden in games(version):
        seat = Seat(golden.code, golden.token)
        shown = show(client, seat).json
        assert shown["version"] == len(golden.came_to)
        if golden.export:
            check_export(done(client.get(f"{API}/tables/{golden.code}/export")), golden.export)
            continue
        to = max(line for line in golden.stops().values() if line < (shown["undo_to"] or 0))
        struck = post(client, seat, "strike", {"version": shown["version"], "to": to})
        assert struck.status_code in {200, 409}, struck.text
        if struck.status_code == 200:
            back = done(post(client, seat, "redo", {"version": struck.json["version"], "to": to}))
            assert back["state"] == shown["state"]
        now = show(client, seat).json
        shown = done(post(client, seat, "undo", {"version": now["version"], "to": to}))
        shown = play(client, seat, shown, somebody(golden.code), turns=4)
        if (reward := golden.stops().get("reward", to)) < to:
            # A page shows what is still to be given, however long ago it was resolved; a struck line is none to go to.
            undone = post(client, seat, "undo", {"version": shown["version"], "to": reward})
            assert undone.status_code in {200, 422}, undone.text
        if golden in looked_at:
            assert len(read_log(client, seat)) == done(show(client, seat))["version"]
            for page in ("", "/log", "/figures", "/correct"):
                assert client.get(f"/t/{golden.code}{page}").status_code == 200, page


def _length(golden: Golden) -> int:
    return len(golden.rows)


def check_export(now: Any, then: Any) -> None:
    """A file of a closed table proves the same as ever, also the one that was taken then."""
    assert (now["deals"], now["seed"], now["commitment"]) == (then["deals"], then["seed"], then["commitment"])
    for file in (now, then):
        assert read(file).kept
        assert read(file).verdict.honest
