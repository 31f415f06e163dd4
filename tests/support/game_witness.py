"""Whole random games over REST before a witness, who holds every answer against what may be known by then."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.editions import STANDARD
from companion.rules.reference import REFERENCE
from companion.rules.shuffling.shuffle import GUARDS, shuffled
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube
from companion.rules.state.setup import Dealing, Difficulty
from companion.rules.vocabulary import EditionName
from support.api_client import API, PROBLEM
from support.random_games import Watched
from support.random_json_player import any_action
from support.table_client import FACES, as_json, done, log_pages, post, question, show, sit_down, strengths_in

MOST_ACTIONS = 1500
_POINTS = 5
_POINTS_WITHIN = 80
_BACK = 6
_OFTEN = 0.12
_WATCHED = 3
"""Of so many lines one is watched by somebody who has no seat."""

DECK = tuple(GuardFace(face["strength"], face["special"]) for face in FACES)


class Kind(NamedTuple):
    """What sort of a game."""

    edition: EditionName
    difficulty: Difficulty
    dealing: Dealing

    def __str__(self) -> str:
        return f"{self.edition} {self.difficulty} {self.dealing}"


KINDS = [
    Kind(edition, difficulty, dealing) for edition in EditionName for difficulty in Difficulty for dealing in Dealing
]

FEW = [Kind(*each) for each in zip(EditionName, reversed(Difficulty), Dealing, strict=True)]
"""Each edition, difficulty and way of dealing once; `test_random_games` plays more of them without REST."""


class WholeGame(Watched):
    """A game that somebody plays who knows no rule, goes back and forth, makes mistakes, and is watched."""

    def __init__(self, client: FlaskClient, kind: Kind, seed: str) -> None:
        super().__init__(client, kind, seed)
        self._secret = sha256(f"{seed} {kind}".encode()).hexdigest()[:32]
        self._language = self._chance.choice(["en", "pl", "zh"])
        self._orders = {one: self._order(one) for one in range(1, STANDARD.rounds + 1)}
        # A card's number is its place in the order of its round, so it says something else in each.
        assert len({*self._orders.values()}) == STANDARD.rounds
        self._known: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
        self._looked_up: dict[int, set[int]] = {one: set() for one in range(STANDARD.rounds + 1)}
        self._keys = count(1)
        self._sent: list[tuple[str, Mapping[str, Any], str, bytes]] = []
        self._counting: list[int] = []
        self._shown: dict[int, Any] = {}
        self._rounds: dict[int, set[int]] = {}
        self._bodies: dict[int, Mapping[str, Any]] = {}

    def _order(self, round_: int) -> tuple[GuardFace, ...]:
        """How the guard cards of a round lie, known from the seed or, where the player deals, shuffled by hand."""
        if self.kind.dealing is Dealing.CARDS:
            return tuple(random.Random(f"{self._secret} {round_}").sample(DECK, len(DECK)))
        return shuffled(self._secret, round_, GUARDS, DECK)

    def play(self) -> None:
        """Play it to the end."""
        self._open()
        points = {*self._chance.sample(range(8, _POINTS_WITHIN), _POINTS)}
        while self._now["prompt"]["actions"]:
            assert self.actions < MOST_ACTIONS
            self._act(self._any_action())
            if self.actions in points:
                self._go_back_and_forth()
            if self._chance.random() < _OFTEN:
                self._go_wrong()
        assert not [point for point in points if point > self.actions], "too short a game"
        self._end()

    # What is sent

    def _open(self) -> None:
        body: dict[str, Any] = {
            "edition": self.kind.edition,
            "difficulty": self.kind.difficulty,
            "dealing": self.kind.dealing,
            "seed": self._secret,
            "leader_goal": {"counts": "gem", "minimum": 1},
            "end_goal": {"kind": "majority", "counts": "items"},
        }
        if self.kind.dealing is Dealing.APP:
            body["guard_deck"] = FACES
        self._seat, self._now = sit_down(self._client, body, Accept_Language=self._language)
        self._counting = [1]
        self._shown[1] = self._now
        self._rounds[1] = {0}
        self._out = self._tomes_out(self._now["state"])

    def _any_action(self) -> dict[str, Any]:
        action = any_action(self._now, self._chance)
        if action["type"] in {"type_guard_card", "show_guard_card"}:
            # A real card says the same as often as it is typed.
            named = action["fields"].get("card")
            face = self._orders[self._now["state"]["round"]][named[0] if named else self._asked_for()]
            action["fields"]["face"] = {"strength": face.strength, "special": "yes" if face.special else "no"}
        return action

    def _asked_for(self) -> int:
        """The card whose face is asked for: the one named, or the first that lies face down at the place."""
        step = self._now["prompt"]["step"]
        if step["card"] is not None:
            return int(step["card"])
        cards = self._now["state"]["guard_cards"]
        return next(card["card"] for card in cards if card["location"] == step["location"] and not card["up"])

    def _send(self, path: str, body: Mapping[str, Any], key: str | None = None, **headers: str) -> TestResponse:
        headers.setdefault("Accept_Language", self._language)
        return post(self._client, self._seat, path, body, key or f"{self._secret}-{next(self._keys)}", **headers)

    def _write(self, path: str, body: Mapping[str, Any]) -> None:
        """Add a line, and look at it, now and then at what a watcher sees of the table then, too."""
        key = f"{self._secret}-{next(self._keys)}"
        response = self._send(path, body, key)
        before, self._now = self._now, done(response)
        self._sent.append((path, body, key, response.data))
        line = self._now["line"]
        assert line["version"] == self._now["version"] == before["version"] + 1
        rounds = self._noted(line, before["state"])
        if not line["lines"]:
            rounds = {self._now["state"]["round"]}
        self._rounds[line["version"]] = rounds
        self._check_bytes(response.data, rounds | {self._now["state"]["round"]}, mine=True)
        if len(rounds) > 1:
            rest = {name: value for name, value in self._now.items() if name not in {"line", "moves"}}
            self._check_bytes(as_json(rest).encode(), {self._now["state"]["round"]}, mine=True)
        self._check_state(self._now["state"], mine=True)
        if not self._now["version"] % _WATCHED:
            self._watch()

    def _watch(self) -> None:
        response = show(self._client, self._seat.code, Accept_Language=self._language)
        assert response.status_code == 200
        self._check_bytes(response.data, {self._now["state"]["round"]}, mine=False)
        self._check_state(response.json["state"], mine=False)
        if not self._now["version"] % (3 * _WATCHED):
            screen = self._client.get(f"/screen/{self._seat.code}")
            self._check_bytes(screen.data, {self._now["state"]["round"]}, mine=False)

    def _act(self, body: Mapping[str, Any]) -> None:
        self._write("actions", body)
        self.actions += 1
        version = self._now["version"]
        self._counting.append(version)
        self._shown[version] = self._now
        self._bodies[version] = body

    # Back and forth

    def _go_back_and_forth(self) -> None:
        """Undo some lines; then do them again by redo, or act by act as before."""
        back = self._chance.randint(1, min(_BACK, len(self._counting) - 1))
        kept, struck = self._counting[:-back], self._counting[-back:]
        last = self._shown[struck[-1]]
        self._write("undo", {"version": self._now["version"], "to": kept[-1]})
        self._check_same(self._now, self._shown[kept[-1]])
        if self._chance.random() < 0.5:
            self._write("redo", {"version": self._now["version"], "to": struck[-1]})
            self._check_same(self._now, last)
            return
        self._counting = kept
        for version in struck:
            self._act({**self._bodies[version], "version": self._now["version"]})
            self._check_same(self._now, self._shown[version])

    @staticmethod
    def _check_same(now: Any, then: Any) -> None:
        """The same game; only what is known of cards that lie face down may be more."""
        assert question(now) == question(then)
        assert _without_faces(now["state"]) == _without_faces(then["state"])

    # Mistakes

    def _go_wrong(self) -> None:
        """Send something that is refused, or that was sent before."""
        version, now = self._now["version"], {self._now["state"]["round"]}
        path, body, key, answer = self._chance.choice(self._sent[-4:])
        rounds = self._rounds[version] | now
        match self._chance.randrange(6):
            case 0:
                self._refused(self._send("actions", {"version": version, "type": "win"}), 422, now)
            case 1:
                stale = self._send("undo", {"version": version - 1, "to": 1})
                self._refused(stale, 409, rounds)
            case 2:
                self._refused(self._send(path, {**body, "version": version + 1}, key), 422, now)
            case 3:
                again = self._send(path, body, key, Accept_Language="en")
                assert (again.status_code, again.data) == (200, answer)
            case 4:
                response = self._client.get(f"{API}/tables/{self._seat.code}", headers={"Authorization": "Bearer x"})
                self._refused(response, 403, set())
            case _:
                response = show(self._client, self._seat)
                self._check_bytes(response.data, now, mine=True)
                shown = {name: value for name, value in response.json.items() if name != "corrections"}
                assert shown["version"] == version
                self._check_state(shown["state"], mine=True)
        assert show(self._client, self._seat).json["version"] == version

    def _refused(self, response: TestResponse, status: int, rounds: set[int]) -> None:
        assert (response.status_code, response.mimetype) == (status, PROBLEM), response.text
        self._check_bytes(response.data, rounds, mine=True)

    # The end

    def _end(self) -> None:
        state = self._now["state"]
        assert (state["phase"], state["round"]) == ("ended", STANDARD.rounds)
        for who, mine in ((self._seat, True), (self._seat.code, False)):
            self._check_log(log_pages(self._client, who), mine=mine)
        scores = self._client.get(f"{API}/tables/{self._seat.code}/scores").json["scores"]
        assert len(scores["sides"]) == 2
        closed = done(self._send("close", {"version": self._now["version"]}))
        assert closed["seed"] == self._secret

    def _check_log(self, pages: Iterable[TestResponse], *, mine: bool) -> None:
        versions = []
        for page in pages:
            assert self._secret.encode() not in page.data
            for line in page.json["lines"]:
                versions.append(line["version"])
                self._check_bytes(as_json(line).encode(), self._rounds[line["version"]], mine=mine)
                assert line["struck"] == (line["kind"] == "act" and line["version"] not in self._counting)
                for event in line["lines"]:
                    assert event["rules"], event
                    assert {*event["rules"]} == {one["rule"] for one in event["why"]} or not event["why"]
                    assert {*event["rules"]} <= {*REFERENCE}, event
        assert versions == list(range(1, self._now["version"] + 1))

    # What may be known

    def _noted(self, line: Any, before: Any) -> set[int]:
        """The rounds of a line; what it turns up is known from now on, and is what was dealt."""
        round_, laid = before["round"], len(before["guard_cards"])
        rounds = {round_}
        for event in line["lines"]:
            data = event["data"]
            match event["event"]:
                case "round_began":
                    if data["round"] != round_:
                        laid = 0
                    round_ = data["round"]
                    rounds.add(round_)
                case "guard_card_laid":
                    laid += 1
                case "guard_card_turned":
                    self._note(round_, data["card"], data["face"], {True, False})
                case "guard_card_looked" if data["face"]:
                    self._note(round_, data["card"], data["face"], {True})
                case "deck_looked" if data["deck"] == GUARDS:
                    assert data["shows"] == self._orders[round_][laid]._asdict()
                    self._looked_up[round_].add(data["shows"]["strength"])
        return rounds

    def _note(self, round_: int, card: int, face: Any, to: set[bool]) -> None:
        assert face == self._orders[round_][card]._asdict()
        for mine in to:
            self._known[mine].add((round_, card))

    def _check_bytes(self, data: bytes, rounds: set[int], *, mine: bool) -> None:
        """No strength stands there whose card was not turned up in one of these rounds; nor does the seed."""
        self.answers += 1
        assert self._secret.encode() not in data
        known = {self._orders[round_][card].strength for round_, card in self._known[mine] if round_ in rounds}
        if mine:
            known |= {strength for one in rounds for strength in self._looked_up[one]}
        assert strengths_in(data) <= known

    def _check_state(self, state: Any, *, mine: bool) -> None:
        """Cards show what they may show; cubes add up; each card is in one place."""
        for number, card in enumerate(state["guard_cards"]):
            assert card["card"] == number
            known = (state["round"], number) in self._known[mine]
            # Who deals by hand again deals other cards, as far as the app can know.
            if known and (card["up"] or self.kind.dealing is not Dealing.CARDS):
                assert card["face"] == self._orders[state["round"]][number]._asdict()
            elif not known:
                assert card["face"] is None
                assert not card["up"]
        for cube in Cube:
            places = [*state["sides"], *state["locations"]]
            assert state["supply"][cube] >= 0
            assert (
                sum(place["cubes"].get(cube, 0) for place in places) + state["supply"][cube]
                == state["box"]["cubes"][cube]
            )
        if mine:
            self._check_cards(state)

    def _check_cards(self, state: Any) -> None:
        lying = [card for card in state["display"] if card is not None] + state["discards"]
        lying += [card for side in state["sides"] for zone in ("crafted", "goons", "reserve") for card in side[zone]]
        lying += [place["goon"] for place in state["locations"] if place["goon"] is not None]
        kinds = Counter(state["cards"][str(card)]["kind"] for card in lying)
        assert len(lying) == len({*lying})
        for kind in ("item", "goon"):
            assert state["decks"][f"{kind}s"] == state["box"]["cards"][kind] - kinds[kind] >= 0
        assert self._tomes_out(state) == self._out

    @staticmethod
    def _tomes_out(state: Any) -> int:
        held = sum(side["tomes"] for side in state["sides"]) + state["decks"]["discarded_tomes"]
        left: int = state["box"]["cards"]["tome"] - state["decks"]["tomes"] - held
        return left


def _without_faces(state: Any) -> Any:
    """The state without the faces of cards that lie face down, and without how often one has looked."""
    cards = [card if card["up"] else {**card, "face": None} for card in state["guard_cards"]]
    return {**state, "guard_cards": cards}
