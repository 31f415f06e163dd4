"""Random games over REST beside a second, plain model of the rules: after every act both say the same."""

import random
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from second_model import (
    LOCATIONS,
    Board,
    board,
    cube_totals,
    entry,
    fold,
    guards_item,
    items_before,
    owed_here,
    presence,
    raid_owed,
    raided,
    ranking,
    ranking_told,
    rules_cited,
    strength,
    suspect,
    suspicion_added,
    unknown_prices,
)
from support.common import rule
from support.random_json_player import any_action, any_fields
from support.table_client import Seat, done, post, show, sit_down

NAMES = ("Vera", "Isaac", "Claire", "Stan", "Tom")
AS_PROPOSED = 0.5
"""How often somebody sends exactly what was proposed."""

BY_HAND = 0.1
"""How often a raid is called by hand where chance came upon it."""

CORRECTED = 0.06
PUT_RIGHT = {"set_cubes", "set_reputation", "move_item", "draw_item", "set_item"}
"""What is corrected in the middle of a game: cubes, and items whose price nobody knows yet."""

RAIDS = {"D-1", "D-2", "D-3", "D-4", "D-5", "D-7", "D-8"}


def _players(number: int, **more: Any) -> dict[str, Any]:
    return {"players": [{"name": name} for name in NAMES[:number]], **more}


GAMES: dict[str, dict[str, Any]] = {
    "on the board, two": _players(2, roll_call=False),
    "in the app, three": _players(3, roll_call=True, turns="enforced"),
    "against the guards": {"dealing": "house", "name": "Vera"},
    "on the board, four": _players(4, roll_call=False),
}
ACTS = 90

_GUARDS = {"cubes": {"gold": 2, "scrap": 3}, "reserve": [{}, {"price": {"reputation": 3, "cost": {"any": 2}}}]}
_CELL_BLOCK: dict[str, Any] = {
    "round": 2,
    "phase": "lights_out",
    "location": "cell_block",
    "display": [{}, None, {"price": {"reputation": 2, "cost": {"scrap": 1, "any": 1}}}],
    "tokens": [{"token": 5, "location": "cell_block"}],
    "guard_cards": [{"location": "cell_block", "strength": 3}],
    "goons": dict.fromkeys(LOCATIONS[1:6]),
}
CELL_BLOCKS: dict[str, dict[str, Any]] = {
    "reserve and display": {"dealing": "house", "begin": {**_CELL_BLOCK, "guards": _GUARDS}},
    "display alone": {"dealing": "house", "begin": {**_CELL_BLOCK, "guards": {"cubes": {"iron": 2}}}},
}

_PATROL: dict[str, Any] = {"round": 3, "phase": "patrol", "cubes": {"sewers": {"suspicion": 2}}}
PATROLS: dict[str, dict[str, Any]] = {
    "against the guards": {
        "dealing": "house",
        "begin": {
            **_PATROL,
            "player": {"cubes": {"suspicion": 2}},
            "guards": {"reputation": 4, "cubes": {"suspicion": 3}},
        },
    },
    "three": _players(
        3,
        begin_together={
            **_PATROL,
            "sides": [{"cubes": {"suspicion": 1}}, {"reputation": 3, "cubes": {"suspicion": 3}}, {}],
        },
    ),
    "two": _players(2, begin_together={**_PATROL, "sides": [{"cubes": {"suspicion": 4}}, {"cubes": {"suspicion": 1}}]}),
}

_SHORT: dict[str, Any] = {"round": 2, "phase": "lights_out", "goons": dict.fromkeys(LOCATIONS[1:6])}
SHORT: dict[str, dict[str, Any]] = {
    place: _players(3, roll_call=False, turns="told", cubes={cube: 2}, begin_together={**_SHORT, "location": place})
    for place, cube in (("sewers", "scrap"),)
}

CONTESTED = frozenset({"enter_tokens", "enter_strength", "decline_instead"})
"""What brings many to a location, and takes there what somebody had already."""

STRUCK: dict[str, dict[str, Any]] = {
    "light": _players(3, depth="light"),
    "in the app": _players(3, roll_call=True, turns="told"),
    "on the board": _players(2, roll_call=False),
    "against the guards": {"dealing": "house", "name": "Vera"},
}
STRIKEABLE = PUT_RIGHT | {"set_box", "set_goon", "set_marker", "set_ruling", "set_shown", "set_storage", "set_tomes"}


def _shown(client: FlaskClient, seat: Seat) -> Any:
    return done(show(client, seat))


class Watch:
    """A game that is played by who knows no rule, beside the second model.

    Attributes:
        seen: what was compared, and how often.
    """

    def __init__(
        self,
        client: FlaskClient,
        body: dict[str, Any],
        seed: str,
        by_hand: float = BY_HAND,
        wanted: frozenset[str] = frozenset(),
    ) -> None:
        self._client = client
        self._wanted = wanted
        self._by_hand = by_hand
        self._chance = random.Random(seed)
        self._seat, self._shown = sit_down(client, {**body, "seed": seed})
        self._names = [side["name"] for side in self._shown["state"]["sides"]]
        self._entered: dict[int, Any] = {}
        self._ranked: list[int] = []
        self._gained: set[int] = set()
        self._strayed: set[int] = set()
        self._declined: set[int] = set()
        self._disturbed = False
        begun = body.get("begin") or body.get("begin_together") or {}
        begins_at = len(LOCATIONS) if begun.get("phase") == "patrol" else 0
        opened = begun.get("location")
        self._visited = list(LOCATIONS[: LOCATIONS.index(opened) + 1 if opened else begins_at])
        self._due: tuple[int, int] | None = None
        self.seen: Counter[str] = Counter()

    def play(self, acts: int) -> None:
        for _ in range(acts):
            if not self._shown["prompt"]["actions"]:
                break
            self._before_an_act()
            self._act()

    def _before_an_act(self) -> None:
        """Nothing without a price is on offer, and a raid that is asked for in patrol is owed."""
        lies = board(self._shown["state"])
        step = self._shown["prompt"]["step"]
        for action in self._shown["prompt"]["actions"]:
            if action["type"] == "craft":
                assert not unknown_prices(lies, action["fields"]["card"]["options"]), self._told()
                self.seen["crafts offered"] += 1
        if step["kind"] == "raid" and self._shown["state"]["phase"] == "patrol" and self._shown["state"]["round"] < 6:
            assert raid_owed(lies), self._told()
            self.seen["raids owed"] += 1

    def _told(self) -> str:
        return f"{self._shown['code']} at {self._shown['version']}"

    def _correction(self) -> dict[str, Any] | None:
        if self._chance.random() >= CORRECTED:
            return None
        offered = _shown(self._client, self._seat)["corrections"]
        fitting = [one for one in offered if one["type"] in PUT_RIGHT]
        kind = self._chance.choice(fitting)
        return {"type": kind["type"], "fields": any_fields(kind, self._chance), "version": self._shown["version"]}

    def _act(self) -> None:
        correction = self._correction()
        if correction:
            response = post(self._client, self._seat, "corrections", correction)
            if response.status_code == 200:
                self._shown = response.json
                self._disturbed = True
                self._conserved()
            return
        act, proposed = self._choice()
        before, step = self._shown["state"], self._shown["prompt"]["step"]
        lies = board(before)
        lies.entered = self._entered
        said = entry(lies, act, proposed)
        self._shown = done(post(self._client, self._seat, "actions", act))
        self.seen["acts"] += 1
        if step["kind"] == "tome":
            # A tome may have taken what somebody had said to be there.
            self._disturbed = True
            self._entered.clear()
        if said:
            self._entered[said[0]] = said[1]
            self.seen["entered as proposed"] += act["fields"] == {**proposed, "side": act["fields"]["side"]}
        if act["type"] == "decline_instead":
            self._gained -= set(act["fields"]["side"])
            self._declined |= set(act["fields"]["side"])
        self._hear(lies, act["type"], self._shown["line"]["lines"])
        self._same(lies, board(self._shown["state"]))
        self._conserved()

    def _choice(self) -> tuple[dict[str, Any], dict[str, Any]]:
        offered = self._shown["prompt"]["actions"]
        actions = [one for one in offered if one["type"] in self._wanted] or offered
        shown = {**self._shown, "prompt": {"actions": actions}}
        act = any_action(shown, self._chance)
        while act["type"] == "raid_now" and self._chance.random() > self._by_hand:
            act = any_action(shown, self._chance)
        side = act["fields"].get("side")
        action = next(
            one
            for one in self._shown["prompt"]["actions"]
            if one["type"] == act["type"] and (not side or side[0] in one["fields"]["side"]["options"])
        )
        proposed = {name: one["proposed"] for name, one in action["fields"].items() if "proposed" in one}
        if proposed.keys() == act["fields"].keys() and self._chance.random() < AS_PROPOSED:
            act["fields"] = dict(proposed)
        return act, proposed

    def _hear(self, lies: Board, kind: str, events: list[Any]) -> None:
        """What an act led to, event by event, each seen beside how the table lay before it."""
        if kind in {"raid", "raid_now"}:
            events = self._through_a_raid(lies, events)
        added: Counter[str] = Counter()
        due: dict[str, int] | None = None
        paid: Counter[str] = Counter()
        owed: Counter[str] = Counter()
        for event in events:
            cited, data = rules_cited(event), event["data"]
            told = ranking_told(event, self._names)
            if told is not None:
                self._rank(lies, told)
            if due is None and cited & {"P-6", "P-8"}:
                assert kind == "raid" or not raid_owed(lies), self._told()
                due = suspicion_added(lies)
                self.seen["patrols"] += 1
            if event["event"] == "moved" and cited & {"P-6", "P-8"}:
                added[data["target"]] += data["number"]
            if event["event"] == "moved" and "Z-14" in cited:
                paid[data["cube"]] += data["number"]
            if event["event"] == "card_moved" and data["target"][0] in {"crafted", "reserve"}:
                owed += self._item(lies, event, paid)
            self._night(lies, kind, event)
            self._way(lies, kind, event)
            fold(lies, event)
        assert added == (due or {}), self._told()
        assert paid == owed, self._told()
        assert not self._due, self._told()

    def _through_a_raid(self, lies: Board, events: list[Any]) -> list[Any]:
        """Compare what a raid costs and what it leaves; the events that come after it."""
        reputation, suspicion = raided(lies)
        over = next(
            (
                number
                for number, event in enumerate(events)
                if event["event"] != "counted" and not rules_cited(event) & RAIDS
            ),
            len(events),
        )
        for event in events[:over]:
            fold(lies, event)
        assert lies.reputation == reputation, self._told()
        assert {place: cubes["suspicion"] for place, cubes in lies.cubes.items()} == suspicion, self._told()
        self.seen["raids"] += 1
        return events[over:]

    def _rank(self, lies: Board, told: list[tuple[int, int]]) -> None:
        """Who is there, how strong, in which order, and who takes the suspicion."""
        if lies.location is None:
            lies.location = LOCATIONS[len(self._visited)]
            self._visited.append(lies.location)
            assert not presence(lies, lies.location), self._told()
            lies.location = None
            return
        mine = [(side, strength(lies, lies.location, side)) for side in ranking(lies, lies.location)]
        assert told == mine, (self._told(), lies.location)
        self._ranked = [side for side, _ in mine]
        self._gained, self._strayed, self._declined, self._disturbed = set(), set(), set(), False
        taker, number = suspect(lies, lies.location), lies.cubes[lies.location]["suspicion"]
        self._due = (taker, number) if taker is not None and number else None
        self.seen["rankings"] += 1

    def _night(self, lies: Board, kind: str, event: Any) -> None:
        """Suspicion comes before rewards; who took nothing goes to the Library, and nobody else."""
        data = event["data"]
        match event["event"]:
            case "moved" if data["cube"] == "suspicion" and data["source"] in LOCATIONS and data["target"] is not None:
                assert (data["target"], data["number"]) == self._due, self._told()
                self._due = None
                self.seen["suspicion taken"] += 1
            case "moved" if data["cube"] != "suspicion" and isinstance(data["target"], int):
                self._gain(data["target"])
            case "card_moved" if isinstance(data["target"][1], int):
                self._gain(data["target"][1])
            case "tomes_moved" if isinstance(data["target"], int):
                self._gain(data["target"])
            case "marker_moved" if kind != "decline_instead":
                self._gain(data["side"])
            case "location_opened" | "round_began":
                self._close(lies, data)

    def _gain(self, side: int) -> None:
        assert not self._due, self._told()
        self._gained.add(side)

    def _stray(self, side: int) -> None:
        assert self._disturbed or (side in self._ranked and side not in self._gained), self._told()
        self._strayed.add(side)

    def _way(self, lies: Board, kind: str, event: Any) -> None:
        """Somebody goes to the Library, or is called back from there, since there is something again (L-8, L-21)."""
        data, strays = event["data"], "L-8" in rules_cited(event)
        to = data.get("to", data.get("location"))
        leaves = event["event"] == "strength_stated" and not data["strength"] and not data["lookout"]
        match event["event"]:
            case "strength_stated" if leaves:
                pass
            case "tokens_moved" | "strength_stated" if kind == "decline_instead" and to == lies.location and to:
                self.seen["called back"] += data["side"] in self._strayed
                self._strayed.discard(data["side"])
            case "tokens_moved" | "strength_stated" if strays and to == "library":
                self._stray(data["side"])
            case "guard_card_moved" if to == "library" and lies.guards is not None:
                self._stray(lies.guards)

    def _close(self, lies: Board, data: Any) -> None:
        if lies.location and lies.location != "library" and not self._disturbed:
            assert self._strayed == set(self._ranked) - self._gained, (self._told(), lies.location)
            if lies.guards is None:
                owed = owed_here(lies, self._ranked, self._strayed - self._declined)
                assert not owed, (self._told(), lies.location)
            self.seen["locations closed"] += 1
        self._entered.clear()
        self._ranked = []
        if data.get("location"):
            self._visited.append(data["location"])
            assert tuple(self._visited) == LOCATIONS[: len(self._visited)], self._told()
        if "phase" in data:
            # A Library at which nobody can be is not opened.
            assert data["phase"] != "patrol" or tuple(self._visited) in {LOCATIONS, LOCATIONS[:-1]}, self._told()
            self._visited = []

    def _item(self, lies: Board, event: Any, paid: Counter[str]) -> Counter[str]:
        """No item is crafted without a price; the guards choose theirs from prices that are all known."""
        zone, side = event["data"]["target"]
        card = event["data"]["card"]
        assert zone == "reserve" or not unknown_prices(lies, [card]), self._told()
        self.seen["items"] += 1
        if side != lies.guards:
            return Counter()
        assert not unknown_prices(lies, items_before(lies, side)), self._told()
        chosen = guards_item(lies, side, lies.cubes[side] + paid)
        assert chosen, self._told()
        assert (zone, card) == chosen[:2], self._told()
        self.seen["items of the guards"] += 1
        return chosen[2]

    def _same(self, lies: Board, after: Board) -> None:
        """What the events say is what the table shows."""
        for name in ("reputation", "first_player", "tokens", "counted", "guard_cards", "display", "reserve", "goons"):
            assert getattr(lies, name) == getattr(after, name), (self._told(), name)
        for place, cubes in lies.cubes.items():
            assert +cubes == +after.cubes[place], (self._told(), place)

    def _conserved(self) -> None:
        """No cube comes from nowhere, none is lost."""
        state = self._shown["state"]
        assert cube_totals(board(state)) == {name: number for name, number in state["box"]["cubes"].items() if number}


def _some(kinds: dict[str, Any]) -> pytest.MarkDecorator:
    """A test for each kind, of which the first is quick enough to be run always."""
    marked = [pytest.param(kind, marks=pytest.mark.slow) if number else kind for number, kind in enumerate(kinds)]
    return pytest.mark.parametrize("kind", marked)


@pytest.mark.slow
@rule(
    "L-2", "L-3", "L-4", "L-5", "L-8", "L-10", "L-17", "Z-14", "Z-15", "C-1", "P-6", "P-8", "D-1", "D-2", "D-3", "D-4"
)
@_some(GAMES)
def test_the_second_model_decides_every_act_of_a_random_game_as_the_app_does(
    plain_client: FlaskClient, kind: str, seed: str
) -> None:
    watch = Watch(plain_client, GAMES[kind], f"{seed} {kind}")
    watch.play(ACTS)
    assert watch.seen["rankings"]


@rule("L-17", "Z-14", "Z-15", "C-1")
@_some(CELL_BLOCKS)
def test_the_guards_choose_an_item_only_once_all_prices_are_known(
    plain_client: FlaskClient, kind: str, seed: str
) -> None:
    seen: Counter[str] = Counter()
    for number in range(3):
        watch = Watch(plain_client, CELL_BLOCKS[kind], f"{seed} {kind} {number}")
        watch.play(14)
        seen += watch.seen
    assert seen["items of the guards"]


@rule("P-6", "P-8", "D-1", "D-2", "D-3", "D-4", "D-5")
@_some(PATROLS)
def test_a_raid_comes_before_patrol_adds_suspicion_exactly_when_the_supply_is_short(
    plain_client: FlaskClient, kind: str, seed: str
) -> None:
    seen: Counter[str] = Counter()
    for number in range(6):
        watch = Watch(plain_client, PATROLS[kind], f"{seed} {kind} {number}", by_hand=0.5)
        watch.play(10)
        seen += watch.seen
    assert seen["patrols"]


@rule("L-8", "L-12", "L-14", "L-21")
@_some(SHORT)
def test_who_strays_for_want_of_a_cube_is_called_back_as_soon_as_an_earlier_rank_leaves_one(
    plain_client: FlaskClient, kind: str, seed: str
) -> None:
    seen: Counter[str] = Counter()
    for number in range(8):
        watch = Watch(plain_client, SHORT[kind], f"{seed} {kind} {number}", wanted=CONTESTED)
        watch.play(9)
        seen += watch.seen
    assert seen["called back"]


class Struck:
    """A table at which single lines are taken back, beside a second one at which they were never written."""

    def __init__(self, client: FlaskClient, body: dict[str, Any], seed: str) -> None:
        self._client = client
        self._chance = random.Random(seed)
        self._body = {**body, "seed": seed}
        self._seat, self._shown = sit_down(client, self._body)
        self._steps: list[tuple[str, dict[str, Any]]] = []
        self._lines: list[Any] = []

    def play(self, acts: int, mixed: int) -> None:
        """So many acts, then so many of which half are corrections."""
        while len(self._steps) < acts + mixed and self._shown["prompt"]["actions"]:
            corrected = len(self._steps) >= acts and self._chance.random() < 0.5
            path, step = self._correction() if corrected else ("actions", any_action(self._shown, self._chance))
            response = post(self._client, self._seat, path, {**step, "version": self._shown["version"]})
            if response.status_code == 200:
                self._shown = response.json
                self._steps.append((path, step))
                self._lines.append(self._shown["line"])

    def _correction(self) -> tuple[str, dict[str, Any]]:
        offered = _shown(self._client, self._seat)["corrections"]
        chosen = self._chance.choice([one for one in offered if one["type"] in STRIKEABLE])
        return "corrections", {"type": chosen["type"], "fields": any_fields(chosen, self._chance)}

    def numbers(self) -> list[int]:
        """The last of the steps, in any order."""
        last = range(max(0, len(self._steps) - 12), len(self._steps))
        return self._chance.sample(last, len(last))

    def strike(self, number: int) -> bool:
        """Take back one of the steps, compare, and bring it back; whether that was possible."""
        before = self._shown["state"]
        # Line 1 is the opening.
        body = {"version": self._shown["version"], "to": number + 2}
        response = post(self._client, self._seat, "strike", body)
        if response.status_code != 200:
            problem: Any = response.json
            assert (response.status_code, problem["type"]) == (409, "in-the-way"), response.text
            assert _shown(self._client, self._seat)["state"] == before
            return False
        self._shown = response.json
        assert _lying(self._shown["state"]) == _lying(self._without(number)), self._steps[number]
        body = {"version": self._shown["version"], "to": self._shown["redo_to"]}
        self._shown = done(post(self._client, self._seat, "redo", body))
        assert self._shown["state"] == before
        return True

    def _without(self, left_out: int) -> Any:
        """The state of a second table at which all the other steps are decided again, each with the same outcome."""
        seat, shown = sit_down(self._client, self._body)
        for number, (path, step) in enumerate(self._steps):
            if number != left_out:
                shown = done(post(self._client, seat, path, {**step, "version": shown["version"]}))
                assert _facts(shown["line"]) == _facts(self._lines[number]), (self._steps[left_out], step)
        return shown["state"]


def _facts(line: Any) -> list[Any]:
    return [(event["event"], event["data"]) for event in line["lines"]]


def _lying(state: Any) -> Any:
    """A state without what somebody knows of cards that are face down: what was shown once stays known."""
    cards = [card if card["up"] else {**card, "face": None, "looked": False} for card in state["guard_cards"]]
    return {**state, "guard_cards": cards}


@pytest.mark.slow
@_some(STRUCK)
def test_a_line_is_struck_only_where_all_later_acts_come_out_the_same_without_it(
    plain_client: FlaskClient, kind: str, seed: str
) -> None:
    answers: Counter[bool] = Counter()
    for most, acts in ((2, 5), (3, 24)):
        table = Struck(plain_client, STRUCK[kind], f"{seed} {kind} {acts}")
        table.play(acts, 12)
        for number in table.numbers():
            answers[table.strike(number)] += 1
            if answers[True] == most:
                break
    assert answers[True]
