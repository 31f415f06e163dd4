"""A phone that holds two of three seats, and a seat that is played on two phones: who is asked, and who is told."""

import random
from typing import Any, Final

import pytest
from flask import Flask
from form_players import fill_in
from plain_browser import Form, PlainBrowser
from support.api_client import API
from support.common import rule
from support.seat_client import NAMES, invited, of_players, party, seats_of, take
from support.sheet_client import DEVICE
from support.table_client import done, post, show, sit_down

from companion.rules.phases.free_actions import ANY_TIME

WISHES: Final[tuple[dict[str, Any], ...]] = (
    {"depth": "light"},
    {"turns": "enforced"},
)
MINE: Final = ({0, 1}, {0, 1}, {2})
"""The seats of each phone."""

ROUNDS: Final = 1
MOST: Final = 400
SELDOM: Final = frozenset({*ANY_TIME, "pass", "raid", "lights_out"})


class Phones:
    """Two hold two of three seats together, as one device that has the table open twice; the last has the third.

    Attributes:
        done: how much each has done by forms.
        told: how often somebody was told what another had done.
    """

    def __init__(self, app: Flask, wishes: dict[str, Any], name: str) -> None:
        self._chance = random.Random(name)
        self.phones = [PlainBrowser(app.test_client()) for _ in MINE]
        for phone, device in zip(self.phones, ("two", "two", "third"), strict=True):
            phone.client.set_cookie(DEVICE, f"{device}-of-{name}".replace(" ", "-"))
        two, _, third = (phone.client for phone in self.phones)
        self.host, _ = sit_down(two, of_players(**{"holds": [0, 1], **wishes}))
        take(third, self.host.code, 2, invite=invited(two, self.host, seat=2))
        self.done = [0, 0, 0]
        self.told = self._round = 0

    def shown(self, phone: int) -> Any:
        return done(self.phones[phone].client.get(f"{API}/tables/{self.host.code}"))

    def play(self) -> None:
        """Through the first round."""
        for _ in range(MOST):
            if self._round > ROUNDS:
                return
            phone = self._chance.randrange(len(MINE))
            forms = self._forms(phone)
            likely = [one for one in forms if one.value("type") not in SELDOM or self._chance.random() < 0.3]
            if not likely:
                continue
            form = self._chance.choice(likely)
            fill_in(form, self._chance)
            page = self.phones[phone].send(form, self._chance.choice(form.buttons))
            for sure in [one for one in page.forms if one.value("sure")]:
                page = self.phones[phone].send(sure)
            assert page.status in {200, 409}, page.status
            self.done[phone] += page.status == 200

    def _forms(self, phone: int) -> list[Form]:
        """What a phone can act with; nothing of it is another's, and nobody is told of what they did themselves."""
        shown = self.shown(phone)
        self._round = shown["state"]["round"]
        assert {*shown["seats"]} == MINE[phone]
        offered = {one["side"] for one in shown["prompt"]["actions"]}
        assert offered <= {*MINE[phone], None}, shown["prompt"]["actions"]
        page = self.phones[phone].open(f"/t/{self.host.code}")
        for said in page.top.all("p", data_by=""):
            # What somebody else has entered of a side names that side first.
            by = said.text.partition("Entered by ")[2] or said.text
            assert not by.startswith(tuple(NAMES[seat] for seat in MINE[phone])), said.text
            self.told += 1
        return [form for form in page.forms if form.buttons and form.value("kind") == "act"]


@rule("R-1", "L-10", "V-1")
@pytest.mark.slow
@pytest.mark.parametrize("wishes", WISHES, ids=str)
def test_who_holds_two_of_three_seats_on_two_pages_plays_both_and_hears_only_of_the_third(
    hosted_app: Flask, wishes: dict[str, Any]
) -> None:
    table = Phones(hosted_app, wishes, str(wishes))
    table.play()
    assert table.shown(0)["state"]["round"] == ROUNDS + 1
    assert min(table.done) > 0, table.done
    assert table.told > 0


@rule("S-9")
def test_one_token_that_two_programs_have_is_one_person(hosted_app: Flask) -> None:
    _, isaac, _ = party(hosted_app.test_client(), depth="light")
    clients = [hosted_app.test_client() for _ in range(2)]
    seen = [show(client, isaac).json for client in clients]
    assert seen[0] == seen[1]
    body = {"version": seen[0]["version"], "type": "begin_round", "fields": {}}
    done(post(clients[0], isaac, "actions", body))
    late = post(clients[1], isaac, "actions", body)
    assert (late.status_code, late.json["type"]) == (409, "conflict")
    assert [one["seat"] for one in late.json["changed"]] == [1]
    assert show(clients[0], isaac).json == show(clients[1], isaac).json
    # What one of the programs has done the other takes back.
    now = show(clients[1], isaac).json
    back = done(post(clients[1], isaac, "undo", {"version": now["version"], "to": now["undo_to"]}))
    assert back["state"]["round"] == 0
    assert [(one["name"], one["mine"]) for one in seats_of(clients[1], isaac)["seats"]] == [
        (name, name == "Isaac") for name in NAMES
    ]
