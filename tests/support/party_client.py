"""Whole random games of several phones over REST before a witness, who holds every answer against what it may tell."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.editions import STANDARD
from companion.rules.state.pieces import Cube
from support.api_client import API, PROBLEM
from support.random_games import Watched
from support.random_json_player import any_action
from support.seat_client import correct, of_players, take
from support.table_client import Seat, done, log_pages, post, show, sit_down

MOST_ACTIONS = 2500
LOOKS = 0.015
BACK = 0.02
EMPTY = 0.2
KEEPS = 0.03
"""How often the steps of the table are passed on to another seat."""

WRONG = 0.05
TOGETHER = 0.05
ANY_TIME = 0.05
"""How often somebody does what is possible all the time."""

NEAR = 60
"""As far as tomes of tests come from the number that they had at first."""

TOMES = tuple(1201 + 301 * side for side in range(5))
"""How many tomes each side has at first: numbers that are found nowhere else."""

# A number by itself: hashes and tokens hold four figures in a row now and then.
_NUMBER = re.compile(rb"(?<![\w.:-])\d{4}(?![\w:-])")
_OVER = re.compile(rb'"over":(true|false)')
_NAMED = re.compile(rb"Secret of seat (\d)")


class Kind(NamedTuple):
    """What sort of a party."""

    sides: int
    depth: str
    roll_call: bool = False
    turns: str = "told"

    def __str__(self) -> str:
        return f"{self.sides} sides, {self.depth}{', roll call in the app' * self.roll_call}, turns {self.turns}"


KINDS = [
    Kind(2, "light"),
    Kind(2, "full", roll_call=True),
    Kind(3, "full"),
    Kind(3, "full", roll_call=True),
    Kind(4, "full", roll_call=True),
    Kind(4, "light"),
    Kind(5, "full", roll_call=True, turns="enforced"),
    Kind(5, "full"),
]

FEW = [
    Kind(2, "light"),
    Kind(3, "full", roll_call=True, turns="enforced"),
]
"""Both depths; the full one with all that is secret."""


def tomes_in(data: bytes) -> set[int]:
    """The sides whose number of tomes stands in an answer."""
    numbers = {int(found) for found in _NUMBER.findall(data)}
    return {side for side, tomes in enumerate(TOMES) if any(abs(number - tomes) <= NEAR for number in numbers)}


def likely(shown: Any) -> list[Any]:
    """The actions of a prompt without what is possible all the time."""
    return [one for one in shown["prompt"]["actions"] if one["type"] not in {"raid_now", "play_tome"}]


class Party(Watched):
    """A game that people play who know no rule, each on a phone, while somebody watches."""

    def __init__(self, client: FlaskClient, kind: Kind, seed: str) -> None:
        super().__init__(client, kind, seed)
        self._phones: list[Seat] = []
        self._version = 0
        self._over = False
        self._open_at: tuple[int, set[int]] = (0, set())

    def play(self) -> None:
        """Play it to the end."""
        self._open()
        while acting := self._somebody():
            assert self.actions < MOST_ACTIONS
            self._act(*acting)
        self._end()

    def _somebody(self) -> tuple[int, Any] | None:
        """Somebody who can do something, and what that phone shows; None where nobody can."""
        if self._chance.random() < TOGETHER:
            self._check_together()
        idle = None
        for side in self._chance.sample(range(self.kind.sides), self.kind.sides):
            shown = self._shown(side)
            if likely(shown) or (shown["prompt"]["actions"] and self._chance.random() < ANY_TIME):
                return side, shown
            if shown["prompt"]["actions"]:
                idle = side, shown
        return idle

    def _open(self) -> None:
        names = [f"Player {side}" for side in range(self.kind.sides)]
        wishes = {"depth": self.kind.depth, "roll_call": self.kind.roll_call, "turns": self.kind.turns, "holds": [0]}
        goals = {"leader_goal": {"counts": "gem", "minimum": 1}, "end_goal": {"kind": "majority", "counts": "items"}}
        host, shown = sit_down(self._client, of_players(*names, **wishes, **goals, cards={"tomes": 9999}))
        self._phones = [host, *(take(self._client, host.code, side) for side in range(1, self.kind.sides))]
        self._version = shown["version"] + self.kind.sides - 1
        if self.kind.depth == "full":
            for side in range(self.kind.sides):
                self._keep_secrets(side)

    def _keep_secrets(self, side: int) -> None:
        """Let a side have as many tomes as nobody else, and an item in reserve that tells whose it is."""
        self._correct(side, "set_tomes", holder=[side], number=TOMES[side])
        self._correct(side, "draw_item", to=[{"zone": "reserve", "side": side}])
        own = show(self._client, self._phones[side]).json["state"]["sides"][side]
        item = {"reputation": 1, "cost": {"scrap": 1}, "name": f"Secret of seat {side}"}
        self._correct(side, "set_item", card=own["reserve"], item=item)

    def _correct(self, side: int, kind: str, **fields: Any) -> None:
        response = correct(self._client, self._phones[side], self._version, kind, **fields)
        self._version = done(response)["version"]
        self._check(response.data, side)
        self._check_state(response.json["state"], side)

    def _shown(self, side: int) -> Any:
        """What a phone shows."""
        response = show(self._client, self._phones[side])
        self._check(response.data, side)
        self._check_state(response.json["state"], side)
        assert response.json["version"] == self._version
        return response.json

    def _check_together(self) -> None:
        """All phones see the same but for what is theirs; what they see of others' counts is what those see."""
        told = [self._shown(side)["state"] for side in range(self.kind.sides)]
        assert len({str(self._public(state)) for state in told}) == 1
        for state in told:
            assert all(one in told[one["side"]]["counted"] for one in state["counted"])
            counts = enumerate(state["goals"]["counts"] if state["goals"] else ())
            assert all(number in {None, told[side]["goals"]["counts"][side]} for side, number in counts)

    @staticmethod
    def _public(state: Any) -> Any:
        """What everybody sees of a table alike."""
        hidden = {"home", "tokens", "reserve", "tomes"}
        sides = [{name: value for name, value in side.items() if name not in hidden} for side in state["sides"]]
        decks = {name: number for name, number in state["decks"].items() if name != "tomes"}
        goals = {**(state["goals"] or {}), "counts": None}
        return {**state, "sides": sides, "decks": decks, "goals": goals, "cards": None, "counted": None}

    def _act(self, side: int, shown: Any) -> None:
        if self._chance.random() < WRONG:
            self._go_wrong(side, shown)
        if self._chance.random() < KEEPS:
            self._pass_on(side)
            return
        if self._chance.random() < BACK and shown["undo_to"] and shown["undo_to"] > 3 * self.kind.sides + 2:
            self._go_back(side, shown)
            return
        actions = shown["prompt"]["actions"] if self._chance.random() < ANY_TIME else likely(shown)
        actions = actions or shown["prompt"]["actions"]
        # A deck without a card ends a step at which else much is typed.
        typed = [one for one in actions if one["type"] != "deck_empty" or self._chance.random() < EMPTY]
        asked = {**shown, "prompt": {"actions": typed or actions}}
        body = any_action(asked, self._chance)
        response = post(self._client, self._phones[side], "actions", body)
        self._version = done(response)["version"]
        self.actions += 1
        self._check(response.data, side)
        self._check_state(response.json["state"], side)
        if self._chance.random() < LOOKS:
            self._look()

    def _pass_on(self, side: int) -> None:
        """The steps of the table are another's from now on; nobody is refused for it."""
        to = self._chance.randrange(self.kind.sides)
        passed = done(post(self._client, self._phones[side], "keeper", {"seat": to}))
        self._version = passed["version"]
        assert self._shown(side)["prompt"]["keeper"] == to

    def _go_back(self, side: int, shown: Any) -> None:
        undone = post(self._client, self._phones[side], "undo", {"version": self._version, "to": shown["undo_to"]})
        self._version += 1
        self._check(undone.data, side)
        last = done(undone)["redo_to"]
        again = post(self._client, self._phones[side], "redo", {"version": self._version, "to": last})
        self._version += 1
        self._check(again.data, side)
        assert done(again)["state"] == shown["state"]

    def _go_wrong(self, side: int, shown: Any) -> None:
        """Somebody else tries what is this side's alone."""
        others = [one for one in range(self.kind.sides) if one != side]
        action = self._chance.choice(shown["prompt"]["actions"])
        if action["side"] != side or not others:
            return
        other = self._chance.choice(others)
        body = any_action({**shown, "prompt": {"actions": [action]}}, self._chance)
        refused = post(self._client, self._phones[other], "actions", body)
        if refused.status_code == 200:
            # It is offered to that one as well.
            raise AssertionError(refused.text)
        assert refused.mimetype == PROBLEM
        assert refused.status_code in {403, 422}, refused.text
        self._check(refused.data, other)

    def _look(self) -> None:
        """Everybody reads whatever there is to read; so does a watcher."""
        code = self._phones[0].code
        whose: list[tuple[int | None, Mapping[str, str]]] = [(None, {})]
        whose += [(side, {"Authorization": f"Bearer {phone.token}"}) for side, phone in enumerate(self._phones)]
        for side, headers in whose:
            for path in ("", "/log?limit=200", "/seats", "/version", "/export"):
                response = self._client.get(f"{API}/tables/{code}{path}", headers=headers)
                assert response.status_code == 200, response.text
                self._check(response.data, side)
                if path in {"", "/export"}:
                    self._check_state(response.json["state"], side)

        self._check(self._client.get(f"/screen/{code}").data, None)

    def _check(self, data: bytes, side: int | None) -> None:
        """Nobody else's number of tomes, card in reserve, or token stands there; the scores of an ended game do."""
        self.answers += 1
        own = set() if side is None else {side}
        if over := _OVER.search(data):
            self._over = over[1] == b"true"
        assert self._over or tomes_in(data) <= own
        others = {int(found) for found in _NAMED.findall(data)} - own
        # Asked only where somebody is named: it is a request for each answer.
        assert not others or others <= self._shown_openly()
        for number, phone in enumerate(self._phones):
            assert phone.token.encode() not in data, number

    def _shown_openly(self) -> set[int]:
        """The sides whose secret card lies open by now: it was crafted or let go."""
        if not self._phones:
            return set()
        if self._open_at[0] != self._version:
            watched = self._client.get(f"{API}/tables/{self._phones[0].code}").data
            self._open_at = self._version, {int(found) for found in _NAMED.findall(watched)}
        return self._open_at[1]

    def _check_state(self, state: Any, side: int | None) -> None:
        """Others keep their secrets; cubes add up."""
        for one in state["sides"]:
            if one["seat"] != side:
                assert one["tomes"] is None
                assert {*one["home"], *one["reserve"]} <= {None}
                assert all(token["token"] is None for token in one["tokens"] if token["face_down"])
            for card in one["reserve"]:
                assert card is None or str(card) in state["cards"]
        for cube in Cube:
            places = [*state["sides"], *state["locations"]]
            lying = sum(place["cubes"].get(cube, 0) for place in places)
            assert lying + state["supply"][cube] == state["box"]["cubes"][cube]
            assert state["supply"][cube] >= 0

    def _end(self) -> None:
        state = show(self._client, self._phones[0]).json["state"]
        assert (state["phase"], state["round"]) == ("ended", STANDARD.rounds)
        self._look()
        for who in (*self._phones, self._phones[0].code):
            pages: list[TestResponse] = [*log_pages(self._client, who)]
            versions = [line["version"] for page in pages for line in page.json["lines"]]
            assert versions == list(range(1, self._version + 1))
        done(post(self._client, self._phones[-1], "reveal", {"lines": 99}))
        scores = self._client.get(f"{API}/tables/{self._phones[0].code}/scores").json["scores"]
        assert len(scores["sides"]) == self.kind.sides
