"""A table of several players as phones without script get it: seats, numbers, conflicts, the log, the second screen."""

import random
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import Form, Page, PlainBrowser
from real_tables import listed, sentences
from support.common import rule
from support.random_json_player import any_action
from support.seat_client import correct, grow_older, invited, now_at, of_players, take
from support.table_client import Seat, done, offered, post, sit_down

from companion.rules.frozen import EMPTY
from companion.tables.timeline import LATEST


class Sitting:
    """Phones at one table, the host's first, each with cookies of its own."""

    def __init__(self, app: Flask, names: tuple[str, ...] = ("Vera", "Isaac", "Stan"), **wishes: str) -> None:
        self.app = app
        host = PlainBrowser(app.test_client())
        form = host.open("/together").form().fill("number", str(len(names))).fill("name", names[0])
        for name, value in wishes.items():
            form.fill(name, value)
        self.code = host.leave(form).split("/")[2]
        self.phones = [host]
        for seat, name in enumerate(names[1:] if wishes.get("holds") != "all" else (), start=1):
            phone = PlainBrowser(app.test_client())
            phone.leave(phone.open(f"/j/{self.code}").form().fill("seat", str(seat)).fill("name", name))
            self.phones.append(phone)

    def at(self, phone: int, below: str = "") -> Page:
        return self.phones[phone].open(f"/t/{self.code}{below}")

    def send(self, phone: int, form: Form, value: str | None = None) -> Page:
        return self.phones[phone].send(form, None if value is None else form.button(value))

    def go_on_without_suspicion(self, phone: int = 0) -> Page:
        """Begin the next round of light depth; that nobody placed the goons' suspicion is asked about."""
        asked = self.send(phone, self.at(phone).form(type="begin_round"))
        return self.send(phone, asked.form(type="begin_round"))

    def count(self) -> None:
        """Go through all rounds of light depth and the last raid to the count."""
        for _ in range(5):
            self.go_on_without_suspicion()
        for kind in ("end_game", "raid"):
            self.send(0, self.at(0).form(type=kind))

    def begin(self) -> Page:
        page = self.at(0, "?begin=ask")
        if not any(one.value("type") == "cubes_come" for one in page.forms):
            return self.send(0, page.form(type="begin_round"))
        return self.send(0, page.form(type="cubes_come"), "begin_anyway")


@pytest.fixture
def party(hosted_app: Flask) -> Sitting:
    sitting = Sitting(hosted_app)
    sitting.begin()
    return sitting


def stepper(page: Page, what: str) -> Form:
    """The form of a number of the side that is edited."""
    kind = {"reputation": "set_reputation"}.get(what, "set_cubes")
    more = {} if what == "reputation" else {"f.cube": f'"{what}"'}
    return page.form(type=kind, **more)


def reputations(page: Page) -> list[int]:
    """What a phone shows of everybody at a glance."""
    links = [one for one in page.top.all("a") if one.given.get("class") == "glance"]
    return [int(next(one.all("span", _class="number")).text.split()[0].removesuffix("Reputation")) for one in links]


def test_each_phone_knows_which_seat_is_its_own(party: Sitting) -> None:
    for phone, name in enumerate(("Vera", "Isaac", "Stan")):
        mine = [one.text for one in party.at(phone).top.all("li", _class="mine")]
        assert len(mine) == 1
        assert mine[0].startswith(name)


def test_a_number_is_one_tap_up_or_down_or_typed_as_a_sum(party: Sitting) -> None:
    page = party.send(1, stepper(party.at(1), "reputation"), "11")
    assert reputations(page) == [10, 11, 10]
    page = party.send(1, stepper(page, "reputation"), "10")
    assert reputations(page) == [10, 10, 10]
    page = party.phones[1].send(stepper(page, "reputation").fill("f.number", "3+6+2"))
    assert reputations(page) == [10, 11, 10]


def test_what_is_no_number_is_refused_in_words_and_stays_as_it_was_typed(party: Sitting) -> None:
    page = party.phones[1].send(stepper(party.at(1), "reputation").fill("f.number", "many"))
    assert page.status == 409
    assert "many" in page.answer.text
    assert page.problem
    assert reputations(party.at(0)) == [10, 10, 10]


def test_the_side_that_is_edited_stays_after_a_tap(party: Sitting) -> None:
    page = party.send(0, stepper(party.at(0, "?side=2"), "reputation"), "11")
    assert reputations(page) == [10, 10, 11]
    assert stepper(page, "reputation").value("f.side") == "2"


def test_who_sets_the_same_number_as_somebody_else_sees_both_and_chooses(party: Sitting) -> None:
    stale = stepper(party.at(1, "?side=0"), "reputation")
    party.send(0, stepper(party.at(0), "reputation"), "9")
    page = party.send(1, stale, "11")
    assert page.status == 409
    assert "It was 10. Vera set 9, you 11." in page.problem
    chosen = next(form for form in page.forms if any(one.label == "Use my 11" for one in form.buttons))
    assert reputations(party.phones[1].send(chosen)) == [11, 10, 10]


def test_the_foot_takes_back_what_is_ones_own_though_others_have_acted_since(party: Sitting) -> None:
    party.send(1, stepper(party.at(1), "reputation"), "11")
    party.send(2, stepper(party.at(2), "reputation"), "11")
    undo = next(form for form in party.at(1).forms if form.value("kind") == "strike")
    assert reputations(party.phones[1].send(undo)) == [10, 10, 11]


def test_the_foot_takes_back_together_what_one_form_has_corrected(party: Sitting) -> None:
    form = party.at(0, "/figures").form().fill("reputation.0", "14").fill("reputation.2", "12")
    page = party.phones[0].send(form, form.buttons[0])
    assert reputations(page) == [14, 10, 12]
    undo = page.form(kind="undo")
    assert undo.buttons[0].label == "Undo: 2 numbers corrected"
    page = party.phones[0].send(undo)
    assert reputations(page) == [10, 10, 10]
    redo = page.form(kind="redo")
    assert redo.buttons[0].label == "Redo: 2 numbers corrected"
    assert reputations(party.phones[0].send(redo)) == [14, 10, 12]
    # Where another has acted since, both are struck.
    party.send(1, stepper(party.at(1), "reputation"), "11")
    strike = party.at(0).form(kind="strike")
    assert strike.buttons[0].label == "Undo: 2 numbers corrected"
    assert reputations(party.phones[0].send(strike)) == [10, 11, 10]


def test_the_foot_says_who_stands_in_the_way(party: Sitting) -> None:
    party.send(1, stepper(party.at(1), "reputation"), "11")
    party.send(0, stepper(party.at(0, "?side=1"), "reputation"), "12")
    party.send(2, stepper(party.at(2), "reputation"), "11")
    foot = next(iter(party.at(1).top.all("footer")))
    # In the foot it is two words; the reason is unfolded over the page.
    (barred,) = foot.all("details")
    assert [one.text for one in barred.all("summary")] == ["Can’t undo"]
    assert barred.text.endswith("Can’t undo: Vera acted after you. Ask them to undo first.")
    party.send(2, stepper(party.at(2, "?side=1"), "reputation"), "13")
    foot = next(iter(party.at(1).top.all("footer")))
    assert "Can’t undo: Vera and Stan acted after you. Ask them to undo first." in foot.text


def test_others_read_what_somebody_has_taken_back_or_done_again(party: Sitting) -> None:
    party.go_on_without_suspicion()
    for kind, told in (("undo", "Vera undid this: round 2."), ("redo", "Vera did this again: round 2.")):
        page = party.at(0)
        party.phones[0].send(next(form for form in page.forms if form.value("kind") == kind))
        assert told in party.at(1).top.text


def test_a_line_with_which_a_round_begins_stands_under_that_round(party: Sitting) -> None:
    party.go_on_without_suspicion()
    page = party.at(0, "/log")
    assert [one.text for one in page.top.all("h2", _class="legend log-place")][:2] == ["Round 2", "Round 1"]


def test_the_log_names_who_did_what_and_whose_acts_the_way_back_strikes(party: Sitting) -> None:
    party.send(1, stepper(party.at(1), "reputation"), "11")
    party.send(2, stepper(party.at(2), "reputation"), "11")
    log = party.at(1, "/log").top
    lines = [one.text for one in log.all("li", _class="")]
    assert any(line.startswith("Stan") for line in lines)
    assert any("Isaac sat down." in line for line in lines)
    own = next(line for line in lines if line.startswith("Isaac") and "Undo all after this" in line)
    assert "This also undoes what Stan did since." in own


@rule("S-10")
def test_the_host_lets_somebody_in_who_asks_once_the_game_has_begun(party: Sitting) -> None:
    lost = PlainBrowser(party.app.test_client())
    page = lost.send(lost.open(f"/j/{party.code}").form().fill("seat", "2").fill("name", "New"))
    assert "The host has to say yes" in page.top.text
    people = party.at(0, "/people")
    assert "New asks for this seat." in people.top.text
    yes = next(form for form in people.forms if any(one.value == "yes:2" for one in form.buttons))
    party.send(0, yes, "yes:2")
    assert lost.open(lost.address).answer.location == f"/t/{party.code}"
    assert [one.text[:3] for one in lost.open(f"/t/{party.code}").top.all("li", _class="mine")] == ["New"]
    assert [*party.at(2).top.all("li", _class="mine")] == []


@rule("S-10")
def test_a_host_who_shows_the_link_of_a_seat_is_asked_there_too_and_nobody_else_is(party: Sitting) -> None:
    lost = PlainBrowser(party.app.test_client())
    lost.send(lost.open(f"/j/{party.code}").form().fill("seat", "2").fill("name", "New"))
    assert "asks for this seat" not in party.at(1, "/people/1").top.text
    page = party.at(0, "/people/0")
    assert "New asks for this seat." in page.top.text
    party.send(0, next(form for form in page.forms if any(one.value == "yes:2" for one in form.buttons)), "yes:2")
    assert [one.text[:3] for one in lost.open(f"/t/{party.code}").top.all("li", _class="mine")] == ["New"]


def test_only_the_host_can_free_a_seat_or_let_everybody_correct_only_their_own(party: Sitting) -> None:
    for do in ("leave:2", "distrust", "host:1"):
        other = {"once": f"x-{do}", "do": do}
        assert party.phones[1].client.post(f"/t/{party.code}/people", data=other).status_code == 409
    people = party.at(0, "/people")
    form = next(form for form in people.forms if any(one.value == "distrust" for one in form.buttons))
    party.send(0, form, "distrust")
    page = party.at(1, "?side=0")
    assert not [form for form in page.forms if form.value("type") == "set_reputation"]
    assert [form for form in party.at(1).forms if form.value("type") == "set_reputation"]


def test_the_second_screen_shows_everybody_and_nothing_to_tap(party: Sitting) -> None:
    link = next(one.given["href"] for one in party.at(0, "/people").top.all("a") if "/w/" in one.given["href"])
    screen = PlainBrowser(party.app.test_client()).open("/w/" + link.rsplit("/", 1)[1])
    assert [one.text for one in screen.top.all("b", _class="name")] == ["Vera", "Isaac", "Stan"]
    assert screen.forms == []


@rule("V-1", "R-3")
def test_the_second_screen_shows_who_stands_where_and_what_lies_face_down_only_as_covered(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY)
    laid = {"side": [1], "location": ["smithy"], "tokens": [2, 4, "enforcer"], "face_down": [4]}
    done(post(phone.client, seat, "actions", {"version": 1, "type": "assign", "fields": laid}))
    screen = PlainBrowser(hosted_app.test_client()).open(f"/screen/{seat.code}")
    _, *rows = ([cell.text.split() for cell in row.all("td")] for row in screen.top.all("tr"))
    assert rows[0] == [[]] * 7
    # Between 2 and the enforcer it could not be the lookout.
    assert rows[1] == [[], [], [], ["4", "2", "2", "enforcer", "1", "face", "down"], [], [], []]


def test_a_watcher_has_nothing_to_tap_but_the_way_to_a_seat(party: Sitting) -> None:
    watcher = PlainBrowser(party.app.test_client())
    page = watcher.open(f"/t/{party.code}")
    assert page.forms == []
    assert "You are watching" in page.top.text
    assert f"/j/{party.code}" in {one.given.get("href") for one in page.top.all("a")}
    for below in ("/log", "/correct", "/figures"):
        assert watcher.open(f"/t/{party.code}{below}").status == 403


@rule("D-5")
def test_a_raid_is_said_to_cost_no_more_than_somebody_has(party: Sitting) -> None:
    for kind, number in (("suspicion", "8"), ("reputation", "3")):
        party.phones[0].send(stepper(party.at(0), kind).fill("f.number", number))
    assert "a raid now costs you 3" in party.at(0).top.text


@rule("D-1")
def test_a_raid_by_hand_shows_what_it_costs_before_it_is_carried_out(party: Sitting) -> None:
    for phone, cubes in ((0, "8"), (1, "4")):
        party.phones[phone].send(stepper(party.at(phone), "suspicion").fill("f.number", cubes))
    assert "a raid now costs you 8" in party.at(0).top.text
    assert "a raid now takes nothing" in party.at(2).top.text
    [call] = party.at(2).top.all("a", _class="opens")
    assert not [one for one in party.at(2).forms if one.value("type") == "raid_now"]
    page = party.phones[2].open(call.given["href"])
    assert [one.text.replace(" ", "") for one in page.top.all("b", _class="number")] == ["−8", "−4", "0"]
    assert reputations(party.at(2)) == [10, 10, 10]
    assert reputations(party.phones[2].send(page.form(type="raid_now"))) == [2, 6, 10]


@rule("P-6")
def test_in_light_depth_a_raid_that_a_card_calls_stands_among_the_corrections(party: Sitting) -> None:
    party.phones[1].send(stepper(party.at(1), "suspicion").fill("f.number", "2"))
    assert [*party.at(2).top.all("a", _class="opens")] == []
    [call] = [one for one in party.at(2, "/correct").top.all("a") if one.text.strip() == "A card calls a raid"]
    page = party.phones[2].open(call.given["href"])
    assert page.scene == "call"
    assert reputations(party.phones[2].send(page.form(type="raid_now"))) == [10, 2, 10]


@rule("P-7", "P-10")
def test_where_light_depth_follows_no_bandit_the_page_reminds_of_what_it_lays_and_who_takes_that(
    party: Sitting,
) -> None:
    lays = "A Bandit on the board also places 1 cube of its resource at its location."
    assert lays in party.at(0, "?lay=1").top.text
    party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "2"))
    takes = "A Bandit’s cubes there go to the strongest, before the reward."
    assert (takes in hand_of(party.at(1, "?from=smithy")), takes in hand_of(party.at(1))) == (True, False)


@rule("D-7")
def test_the_log_tells_who_lost_by_a_raid_before_why_others_did_not_and_that_once(party: Sitting) -> None:
    party.phones[1].send(stepper(party.at(1), "suspicion").fill("f.number", "8"))
    [call] = party.at(2).top.all("a", _class="opens")
    party.phones[2].send(party.phones[2].open(call.given["href"]).form(type="raid_now"))
    line = next(one for one in party.at(0, "/log").top.all("li") if "2 reputation now" in one.text)
    told = [one.text for one in line.all("p")]
    assert told[1:3] == ["Isaac has 2 reputation now (−8).", "Isaac returns 8 suspicion cubes."]
    spared = "No cube, no place: without suspicion nobody loses anything. House ruling."
    assert told.count(spared) == 1
    assert told.index(spared) > 2


def test_a_raid_that_somebody_else_has_called_is_not_asked_about_again(party: Sitting) -> None:
    party.phones[0].send(stepper(party.at(0), "suspicion").fill("f.number", "9"))
    [link] = party.at(2).top.all("a", _class="opens")
    looked = link.given["href"]
    assert party.phones[2].open(looked).scene == "call"
    call = party.phones[1].open(looked).form(type="raid_now")
    assert party.phones[1].send(call).scene == "light"
    assert party.phones[2].open(looked).scene == "light"


@rule("P-6")
@pytest.mark.parametrize(("taken", "offered_"), [("7", False), ("8", True)])
def test_a_raid_by_hand_is_offered_once_fewer_cubes_are_left_than_goons_come(
    party: Sitting, taken: str, offered_: bool
) -> None:
    page = party.phones[0].send(stepper(party.at(0), "suspicion").fill("f.number", taken))
    assert bool([*page.top.all("a", _class="opens")]) is offered_


def test_suspicion_is_picked_up_at_a_place_and_put_down_with_a_player(party: Sitting) -> None:
    page = party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "2"))
    assert page.top.all("a", _class="place-chip")
    held = party.phones[1].open(f"/t/{party.code}?side=1&from=smithy")
    assert "2 from the Smithy." in held.heading
    form = next(one for one in held.forms if one.value("f.to") == "2")
    page = party.phones[1].send(form)
    assert [glance(page, side) for side in range(3)] == ["0", "0", "2"]
    asked = party.phones[0].open(f"/t/{party.code}?take=1")
    form = next(one for one in asked.forms if one.value("f.cubes") == "2" and one.value("f.to") == "0")
    assert [glance(party.phones[0].send(form), side) for side in range(3)] == ["1", "0", "1"]


def glance(page: Page, side: int) -> str:
    """The suspicion of a seat as a phone shows it."""
    rows = [one for one in page.top.all("a") if one.given.get("class") == "glance"]
    return [*rows[side].all("span", _class="number")][1].text.split()[0][0]


def test_one_phone_can_hold_all_seats(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, ("Vera", "Isaac", "Stan", "Claire"), holds="all")
    page = sitting.begin()
    assert len(reputations(page)) == 4
    # None of them is its own beside others.
    assert not [*page.top.all("li", _class="mine")]
    assert "you" not in page.top.text.split()


@rule("D-3")
def test_a_phone_that_holds_all_seats_says_of_each_what_a_raid_would_cost_it(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, ("Vera", "Isaac", "Stan"), holds="all")
    page = sitting.begin()
    assert "a raid now takes nothing" in page.top.text
    for side in ("1", "2"):
        page = sitting.phones[0].open(f"/t/{sitting.code}?side={side}")
        page = sitting.phones[0].send(stepper(page, "suspicion").fill("f.number", "4"))
    assert "a raid now: Seat 2 −4 and Seat 3 −4" in page.top.text


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"name": "x" * 41}, "Name: Between 1 and 40 characters"),
        ({"number": "3", "f.end_goal.kind": "many"}, "Kind of goal: choose one."),
        ({"advanced": "yes", "s.1.trait.power": "few"}, "Die: Bonus of your trait, Power cubes: A whole number"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_what_was_typed_stays(
    visitor: FlaskClient, given: dict[str, Any], what: str
) -> None:
    answer = visitor.post("/together", data={"depth": "light", **given})
    assert answer.status_code == 422
    assert what in answer.text.partition('role="alert"')[2]


@pytest.mark.parametrize("code", ["", "abc", "not a code at all", "0oil1u"])
def test_a_code_that_can_be_none_is_asked_for_again(visitor: FlaskClient, code: str) -> None:
    answer = visitor.get("/join", query_string={"code": code})
    assert answer.status_code == (422 if code else 200)


def test_a_code_is_found_however_it_is_written(party: Sitting, visitor: FlaskClient) -> None:
    spoken = f"{party.code[:3].upper()} {party.code[3:].upper()}"
    assert visitor.get("/join", query_string={"code": spoken}).headers["Location"].startswith(f"/j/{party.code}-")


def test_a_name_that_is_too_long_is_refused_where_one_sits_down_and_stays_as_it_was_typed(party: Sitting) -> None:
    guest = PlainBrowser(party.app.test_client())
    page = guest.send(guest.open(f"/j/{party.code}").form().fill("seat", "2").fill("name", "x" * 41))
    assert page.status == 409
    assert "40" in page.problem
    assert page.form().value("name") == "x" * 41


def test_who_gets_up_sees_the_seat_free(party: Sitting) -> None:
    form = next(
        form for form in party.at(2, "/people?leave=2").forms if any(one.value == "leave:2" for one in form.buttons)
    )
    page = party.send(2, form, "leave:2")
    assert page.status == 200
    assert "free" in next(one.text for one in page.top.all("li") if "Stan" in one.text)


def test_a_seat_for_which_the_host_enters_since_nobody_sits_there_is_not_called_yours(party: Sitting) -> None:
    form = next(
        form for form in party.at(2, "/people?leave=2").forms if any(one.value == "leave:2" for one in form.buttons)
    )
    party.send(2, form, "leave:2")
    page = party.at(0, "?side=2")
    [vera, stan] = [one.text for one in page.top.all("li", _class="mine")]
    assert "Vera you" in vera
    assert "Stan seat free" in stan
    assert "ReputationStan Set" in page.top.text
    assert stepper(page, "reputation").value("f.side") == "2"


@pytest.mark.slow
def test_two_who_are_called_the_same_come_to_the_end(hosted_app: Flask) -> None:
    party = Sitting(hosted_app, ("Vera", "Vera"))
    party.begin()
    party.count()
    for phone in range(2):
        asked_back = party.send(phone, party.at(phone).form(type="count_hand"))
        assert asked_back.problem == "You counted nothing. Seal it anyway?"
        # It is of the address, and stays when the page is fetched anew since somebody else has sealed.
        assert party.phones[phone].open(party.phones[phone].address).problem == asked_back.problem
        party.send(phone, asked_back.form(type="count_hand"), "yes")
    page = party.send(1, party.at(1).form(type="begin_reveal"))
    assert (page.status, page.scene) == (200, "end")


def links(page: Page) -> set[str]:
    return {one.given.get("href", "") for one in page.top.all("a")}


def test_the_host_deletes_the_table_from_its_page_of_seats_after_one_question(hosted_app: Flask) -> None:
    party = Sitting(hosted_app)
    way = f"/t/{party.code}/delete?seats="
    assert [way in links(party.at(phone, "/people")) for phone in range(3)] == [True, False, False]
    asked = party.phones[0].open(way)
    assert "Vera, Isaac, Stan" in asked.top.text
    assert f"/t/{party.code}/people" in links(asked)
    party.phones[0].send(asked.form())
    assert [party.at(phone).status for phone in range(3)] == [404, 404, 404]


class Beginning:
    """The form of a new table whose game is under way, on a phone that nobody knows."""

    def __init__(self, app: Flask, number: int, depth: str) -> None:
        self.phone = PlainBrowser(app.test_client())
        self.form = self.phone.open("/together").form().fill("number", str(number)).fill("depth", depth)
        self.fill("round", "4").form.fill("holds", "all")

    def fill(self, what: str, text: str) -> "Beginning":
        self.form.fill(f"b.{what}", text)
        return self

    def send(self) -> Page:
        """What the form is answered with: the seats of the table, or the same form with a reason."""
        return self.phone.send(self.form)

    def table(self) -> Any:
        """The table that was opened, as a program would read it."""
        code = self.phone.address.split("/")[2]
        return self.phone.client.get(f"/api/v1/tables/{code}").json["state"]


@rule("S-9")
def test_a_light_game_that_is_under_way_goes_on_in_its_round(hosted_app: Flask) -> None:
    begin = Beginning(hosted_app, 3, "light").fill("phase", "patrol")
    assert begin.send().status == 200
    state = begin.table()
    assert (state["round"], state["phase"]) == (4, "round")


@rule("S-9")
@pytest.mark.parametrize("phase", ["roll_call", "lights_out", "patrol"])
def test_a_full_game_that_is_under_way_goes_on_at_its_phase(hosted_app: Flask, phase: str) -> None:
    begin = Beginning(hosted_app, 2, "full").fill("phase", phase)
    assert begin.send().status == 200
    # The round of a roll call begins once its goons are there.
    assert (begin.table()["round"], begin.table()["phase"]) == (3 if phase == "roll_call" else 4, phase)
    assert "goon" in begin.phone.open(begin.phone.address.removesuffix("/people")).heading


def test_a_game_under_way_whose_round_nobody_names_is_refused_in_words_and_the_rest_stays(hosted_app: Flask) -> None:
    page = Beginning(hosted_app, 3, "full").fill("round", "").fill("phase", "patrol").send()
    assert (page.status, page.form().value("b.phase")) == (422, "patrol")
    assert "Round" in page.problem


def moving(page: Page, seat: int) -> Form:
    return next(form for form in page.forms if any(one.value == f"move:{seat}" for one in form.buttons))


def test_a_seat_moves_to_another_phone_by_a_link_that_is_good_once(party: Sitting) -> None:
    page = party.send(1, moving(party.at(1, "/people"), 1), "move:1")
    assert party.phones[1].address == f"/t/{party.code}/people/1"
    address, secret = next(page.top.all("textarea")).text.split("#")
    assert party.phones[1].client.get(f"/t/{party.code}/people/1/code.svg").mimetype == "image/svg+xml"
    for name in ("Isaac", "Late"):
        fresh = PlainBrowser(party.app.test_client())
        form = fresh.open(address[address.index("/j/") :]).form()
        assert form.value("seat") == "1"
        form.controls = [one for one in form.controls if one.name != "invite"]
        sent = form.sent()
        sent["invite"] = secret
        answer = fresh.post(fresh.address, sent)
        assert answer.status == (200 if name == "Isaac" else 409), answer.problem
        if name == "Isaac":
            assert [one.text[:5] for one in answer.top.all("li", _class="mine")] == ["Isaac"]
    assert "used" in answer.problem
    assert [*party.at(1).top.all("li", _class="mine")] == []
    gone = party.at(1, "/people/1")
    assert "on another phone" in gone.top.text
    assert not [*gone.top.all("textarea"), *gone.top.all("img")]


def test_only_who_has_a_seat_moves_it(party: Sitting) -> None:
    assert [one.value for form in party.at(2, "/people").forms for one in form.buttons if "move" in one.value] == [
        "move:2"
    ]
    answer = party.phones[2].client.post(f"/t/{party.code}/people", data={"once": "x", "do": "move:1"})
    assert answer.status_code == 409
    shown = party.at(2, "/people/1")
    assert shown.status == 200
    assert not [*shown.top.all("textarea"), *shown.top.all("img"), *shown.top.all("form")]
    assert party.phones[2].client.get(f"/t/{party.code}/people/1/code.svg").status_code == 404
    assert [party.at(2, f"/people/{below}").status for below in ("3", "99", "3/code.svg")] == [404, 404, 404]


def test_where_each_corrects_the_own_the_log_offers_no_way_past_what_others_did(hosted_app: Flask) -> None:
    party = Sitting(hosted_app, trust="own")
    party.begin()
    party.send(1, stepper(party.at(1), "reputation"), "11")
    party.send(2, stepper(party.at(2), "reputation"), "11")
    told = "Stan acted after this, so only the host can undo back to here."
    assert [told in party.at(phone, "/log").top.text for phone in range(3)] == [False, True, False]
    newest = next(one for one in party.at(0, "/log").top.all("a") if "?back=" in one.given.get("href", ""))
    back = party.phones[0].open(newest.given["href"]).form(kind="undo")
    forged = party.phones[1].client.post(back.action, data={**back.sent(), "once": "forged", "to": "4"})
    assert forged.status_code == 409
    assert "Stan" in forged.text
    assert reputations(party.phones[0].send(back)) == [10, 11, 10]
    offered = [[form for form in party.at(phone).forms if form.value("kind") == "redo"] for phone in range(3)]
    # Others, be it the host, bring back from the log what somebody did.
    assert [len(forms) for forms in offered] == [0, 0, 1]
    assert reputations(party.phones[2].send(offered[2][0])) == [10, 11, 11]


SECOND_AT_THE_SMITHY: dict[str, Any] = {
    "players": [{"name": "Vera"}, {"name": "Isaac"}],
    "roll_call": True,
    "rulings": {"tier_smithy": "nothing"},
    "begin_together": {
        "round": 2,
        "phase": "roll_call",
        "goons": dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall")),
        "sides": [{}, {}],
    },
}


def both_at_the_smithy(app: Flask) -> tuple[PlainBrowser, Seat]:
    """A phone that plays both of two seats, who have laid their tokens at the Smithy and passed."""
    phone = PlainBrowser(app.test_client())
    phone.open("/together")
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY)
    for version, (side, token) in enumerate(((0, 5), (1, 2)), 1):
        laid = {"side": [side], "location": ["smithy"], "tokens": [token], "face_down": []}
        done(post(phone.client, seat, "actions", {"version": version, "type": "assign", "fields": laid}))
    for version, side in ((3, 0), (4, 1)):
        done(post(phone.client, seat, "actions", {"version": version, "type": "pass", "fields": {"side": [side]}}))
    return phone, seat


@rule("E-10", "L-6")
def test_a_row_of_the_board_that_was_wrong_is_changed_and_decided_again_from_the_page(hosted_app: Flask) -> None:
    phone, seat = both_at_the_smithy(hosted_app)
    here = f"/t/{seat.code}"
    assert not [form for form in phone.open(here).forms if form.action.endswith("/again")]
    rulings = phone.open(f"{here}/correct?what=set_ruling").form(type="set_ruling")
    page = phone.send(rulings, rulings.button('{"key":"tier_smithy","value":"iron"}'))
    again = next(form for form in page.forms if form.action.endswith("/again"))
    assert [one.label for one in again.buttons] == ["Decide again: the pass"]
    page = phone.send(again)
    assert not [form for form in page.forms if form.action.endswith("/again")]
    sides = phone.client.get(f"/api/v1/tables/{seat.code}").json["state"]["sides"]
    assert [side["cubes"].get("iron", 0) for side in sides] == [2, 1]


@rule("E-10")
def test_several_read_too_that_a_house_ruling_changed_late_counts_from_now_on(hosted_app: Flask) -> None:
    phone, seat = both_at_the_smithy(hosted_app)
    here = f"/t/{seat.code}"
    page = phone.send(phone.open(here).form(type="go_on"))
    said = "The house ruling applies from now on. Earlier results don’t change."
    assert said not in page.top.text
    rulings = phone.open(f"{here}/correct?what=set_ruling").form(type="set_ruling")
    page = phone.send(rulings, rulings.button('{"key":"tier_smithy","value":"iron"}'))
    assert said in page.top.text


@rule("L-6", "L-14")
def test_a_game_begun_in_the_middle_lists_what_it_moves_first(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    laid = [{"tokens": [{"token": token, "location": "smithy"}]} for token in (5, 2)]
    begin = {"phase": "lights_out", "location": "smithy", "sides": laid}
    begin = SECOND_AT_THE_SMITHY["begin_together"] | begin
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY | {"begin_together": begin})
    assert "Vera: take 2 iron from the supply." in listed(phone.open(f"/t/{seat.code}"))


def lay(sitting: Sitting, phone: int, token: str, place: str) -> Page:
    """Choose a token, then tap a row; out of turn, too."""
    page = sitting.at(phone, f"?early=1&side={phone}")
    return sitting.send(phone, page.form(type="assign").fill("f.tokens", token), f'"{place}"')


def early(page: Page) -> list[str]:
    """Who has placed or passed before somebody else's turn, as the hand tells it."""
    return [one.text for one in page.top.all("p", _class="by small")]


def told_by(page: Page) -> list[str]:
    """Who has done what before, at the head of the hand."""
    return [one.text for one in page.top.all("p", _class="by small soft")]


@pytest.mark.slow
@rule("R-1", "L-8", "L-13")
def test_what_is_laid_is_told_on_the_other_phones_and_what_was_left_at_a_location_at_the_next(
    hosted_app: Flask,
) -> None:
    sitting = Sitting(hosted_app, depth="full", roll_call="yes")
    form = sitting.at(0).form(type="type_goons")
    for name in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
    sitting.send(0, form)
    sitting.begin()
    # Out of turn nothing can be laid before one says that one wants to; then it is told to all.
    waits = sitting.at(1)
    assert [one.value("type") for one in waits.forms if one.value("type") in {"assign", "pass"}] == []
    assert [one.text for one in waits.top.all("a", _class="early")] == ["Place now, before Vera’s turn"]
    waited = sitting.at(1, "?early=1&side=1").form(type="assign").fill("f.tokens", "5")
    assert listed(lay(sitting, 1, "5", "infirmary")) == "Place your 5 at the Infirmary."
    assert [told_by(sitting.at(phone)) for phone in range(3)] == [
        ["Isaac places token 5 at the Infirmary."],
        [],
        ["Isaac places token 5 at the Infirmary."],
    ]
    refused = sitting.send(1, waited, '"sewers"')
    lie_there = "Tokens that lie on the board stay there until lights out."
    assert refused.problem == f"This was not entered: Token 5 at the Sewers. {lie_there}"
    told = ["Isaac placed before Vera, out of turn. It counts as Isaac’s turn."]
    assert [early(sitting.at(phone)) for phone in range(3)] == [told, told, told]
    lay(sitting, 0, "3", "sewers")
    assert early(sitting.at(2)) == told
    assert listed(sitting.at(1)) == ""
    lay(sitting, 0, "4", "infirmary")
    page = sitting.send(0, next(one for one in sitting.at(0).forms if one.value("kind") in {"undo", "strike"}))
    assert (listed(page), listed(page, back=True)) == ("", "Take your 4 back.")
    lay(sitting, 0, "4", "infirmary")
    for phone in (2, 1, 0):
        sitting.send(phone, sitting.at(phone, f"?early=1&side={phone}").form(type="pass"))
    sitting.send(0, sitting.at(0).form(type="go_on"))
    page = sitting.at(0)
    # What was listed at the Sewers counts as moved: the tap that went on came after it.
    [moves] = [one.text for one in page.top.all("section") if "data-moves" in one.given]
    assert moves.startswith("Move on your table")
    assert "suspicion" not in moves
    [stakes] = [one.text for one in page.top.all("p", _class="stakes")]
    assert stakes.startswith("1st 3P3 potions last 1P1 potion")


@pytest.mark.slow
@rule("R-1")
def test_a_phone_that_slept_through_many_turns_reads_of_them_in_one_sentence(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, depth="full", roll_call="yes")
    form = sitting.at(0).form(type="type_goons")
    for name in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
    sitting.send(0, form)
    sitting.begin()
    for phone, token in ((1, "5"), (2, "5")):
        lay(sitting, phone, token, "infirmary")
    placed = "{0} placed before Vera, out of turn. It counts as {0}’s turn."
    assert early(sitting.at(0)) == [" ".join(placed.format(name) for name in ("Isaac", "Stan"))]
    lay(sitting, 1, "4", "sewers")
    sitting.send(2, sitting.at(2, "?early=1&side=2").form(type="pass"))
    often = "Isaac and Stan placed 3 times before Vera, out of turn. These count as their turns."
    assert early(sitting.at(0)) == [f"{often} Stan passed before Vera, out of turn."]


def test_goons_that_two_phones_type_at_once_are_not_lost_with_the_second_list(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, depth="full", roll_call="yes")
    lists = []
    for phone, icons in ((0, "1"), (1, "2")):
        form = sitting.at(phone, "" if phone == 0 else "?does=1").form(type="type_goons")
        for name in [one.name for one in form.controls if one.name.endswith(".type")]:
            form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
        last = [one.name for one in form.controls if one.name.endswith(".icons")][-1]
        lists.append(form.fill(last, icons))
    sitting.send(0, lists[0])
    page = sitting.send(1, lists[1])
    assert "You entered something else: 6 Chow Hall: Dwarf 2 (now Dwarf" in page.problem
    assert page.problem.count("now Dwarf") == 1


def test_the_heading_of_the_game_names_only_what_several_can_correct(party: Sitting) -> None:
    assert [one.text for one in party.at(0, "/correct").top.all("h2")][-1] == "Rulings, round, depth, box"


@rule("L-10")
def test_what_one_saw_at_the_own_last_tap_counts_as_moved_and_all_since_is_one_list(hosted_app: Flask) -> None:
    vera, isaac = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    goons = SECOND_AT_THE_SMITHY["begin_together"]["goons"]
    begin = {"round": 3, "phase": "lights_out", "location": "sewers", "goons": goons, "sides": [{}, {}]}
    told = of_players("Vera", "Isaac", roll_call=False, turns="told", holds=[0], begin_together=begin)
    seat, _ = sit_down(vera.client, told)
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))
    here = f"/t/{seat.code}"

    def ticks(page: Page) -> list[str]:
        return [one.text for one in page.top.all("form") if one.given["action"].endswith("/moved")]

    vera.send(vera.open(here).form(type="enter_tokens"))
    page = isaac.send(isaac.open(here).form(type="enter_tokens").fill("f.tokens", "5"))
    scrap, home = "Take 2 scrap from the supply.", "Take your 5 back."
    assert listed(page) == scrap
    # Another's tap clears nothing: what both have done is one list with one number.
    vera.send(vera.open(here).form(type="go_on"))
    page = isaac.open(here)
    assert listed(page) == f"{scrap} {home}"
    assert ticks(page) == ["Tick off all 2 moves"]
    # The own tap does: hands were quicker, or will be without a list.
    page = isaac.send(page.form(type="enter_tokens"))
    assert (listed(page), ticks(page)) == ("", [])
    # Whoever puts the round right has moved nothing.
    for _ in ("infirmary", "smithy"):
        vera.send(vera.open(here).form(type="enter_tokens"))
    page = isaac.send(isaac.open(here).form(type="enter_tokens").fill("f.tokens", "4"))
    before = listed(page)
    assert before
    shown = now_at(vera.client, seat)
    done(correct(vera.client, seat, shown, "set_phase", round=6, phase=["lights_out"]))
    page = isaac.open(here)
    assert listed(page) == before
    page = isaac.send(next(form for form in page.forms if form.action.endswith("/moved")))
    assert listed(page) == ""


@rule("O-6")
def test_an_instant_goal_without_points_is_refused_where_the_page_begins_and_in_its_fold_which_stays_open(
    hosted_app: Flask,
) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    begin = SECOND_AT_THE_SMITHY["begin_together"] | {"round": 3, "phase": "patrol"}
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY | {"instant_goal": True, "begin_together": begin})
    claim = phone.open(f"/t/{seat.code}").form(type="claim_instant")
    page = phone.send(claim.fill("f.side", "0"), claim.buttons[-1])
    why = "Type “Points” as a whole number."
    [fold] = page.top.all("details", id="fold-claim_instant")
    assert ("open" in fold.given, why in fold.text) == (True, True)
    assert page.problem == f"{why} {why}"


@rule("O-6")
def test_an_instant_goal_that_is_refused_hands_nobody_the_goons_that_another_types(hosted_app: Flask) -> None:
    vera, isaac = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    begin = SECOND_AT_THE_SMITHY["begin_together"] | {"round": 3, "phase": "patrol"}
    seat, _ = sit_down(
        vera.client, SECOND_AT_THE_SMITHY | {"instant_goal": True, "holds": [0], "begin_together": begin}
    )
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))
    claim = isaac.open(f"/t/{seat.code}").form(type="claim_instant")
    page = isaac.send(claim, claim.buttons[-1])
    assert "Points" in page.problem
    assert [one for one in page.forms if one.value("type") == "type_goons"] == []


@rule("P-1", "S-9")
def test_where_patrol_asks_nothing_one_tap_leaves_the_last_location_and_begins_the_round(hosted_app: Flask) -> None:
    vera, isaac = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    goons = SECOND_AT_THE_SMITHY["begin_together"]["goons"] | {"smithy": {"type": "dwarf", "icons": 2}}
    # All other goons of the box are somebody's.
    crew = {"goons": [{"type": "dwarf", "icons": 1}] * 16}
    sides = [crew, crew | {"tokens": [{"token": 5, "location": "library"}]}]
    begin = {"round": 3, "phase": "lights_out", "location": "library", "goons": goons, "sides": sides}
    seat, _ = sit_down(vera.client, of_players("Vera", "Isaac", turns="told", holds=[0], begin_together=begin))
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))
    here = f"/t/{seat.code}"
    before, asks = now_at(vera.client, seat), vera.open(here)
    assert asks.form(type="go_on").buttons[0].label == "Begin round 4"
    # What patrol moves is listed after that tap, each phone's share there.
    page = vera.send(asks.form(type="go_on"))
    assert (now_at(vera.client, seat), "Round 4 of 6" in page.top.text) == (before + 2, True)
    assert "Put 2 suspicion cubes at the Chow Hall." in sentences(isaac.open(here))
    assert "Move the goon from the Smithy to the Chow Hall (Dwarf)." in sentences(page)
    assert "Move the round marker to 4." in sentences(page)
    assert not [one for one in sentences(page) if "suspicion" in one]


def test_what_was_chosen_for_a_question_that_is_over_is_not_chosen_for_the_next(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY | {"turns": "enforced"})
    page = phone.open(f"/t/{seat.code}")
    laid, late = page.form(type="assign"), page.form(type="assign")
    phone.send(laid.fill("f.tokens", "5"), laid.button('"smithy"'))
    late.fill("f.tokens", "4").fill("once", "late")
    page = phone.send(late, late.button('"sewers"'))
    assert page.status == 409
    assert page.form(type="assign").values("f.tokens") == []


def test_in_roll_call_every_row_says_what_it_gives_and_signs_have_their_words_in_round_1(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, depth="full", holds="all", roll_call="yes")
    page = sitting.at(0)
    form = page.form(type="type_goons")
    for name in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
    sitting.send(0, form)
    page = sitting.begin()
    rows = [one.given["href"] for one in page.top.all("a", _class="row-info")]
    assert len(rows) == 8
    assert [one.text for one in page.top.all("small", _class="caption")] == ["enforcer", "lookout"]
    page = sitting.phones[0].open(rows[1])
    [meaning] = [one.text for one in page.top.all("p", _class="meaning") if "hidden" not in one.given]
    assert meaning.startswith("2 Sewers Strongest: 3 scrap. Second: 1 scrap. 1 suspicion cube goes to the strongest")
    assert "Dwarves at the end" in meaning


@rule("S-6")
def test_the_setup_of_light_depth_lists_what_lies_on_the_table_with_all_three_goals(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app)
    assert "Leader, instant and end game goal" in sitting.at(0).top.text
    phone = PlainBrowser(hosted_app.test_client())
    phone.send(phone.open("/together").form().fill("instant_goal"))
    assert "you play without the instant goal" in phone.open(f"/t/{phone.address.split('/')[2]}").top.text


@rule("S-7", "S-8")
def test_who_begins_and_what_trait_and_b_side_give_are_chosen_seat_by_seat(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    form = phone.open("/together").forms[0].fill("number", "3").fill("first_player", "2").fill("advanced", "yes")
    form.fill("s.1.b_side.power", "2").fill("s.1.trait.power", "1").fill("s.1.trait.reputation", "4")
    phone.send(form)
    code = phone.address.split("/")[2]
    state = phone.client.get(f"/api/v1/tables/{code}").json["state"]
    assert state["first_player"] == 2
    assert [side["reputation"] for side in state["sides"]] == [0, 4, 0]
    assert [side["cubes"]["power"] for side in state["sides"]] == [1, 3, 1]


def test_after_an_undo_who_may_change_the_box_is_told_what_it_kept_and_nobody_else(hosted_app: Flask) -> None:
    party = Sitting(hosted_app, depth="full")
    page = party.at(0)
    face = page.form(type="type_goons")
    for name in [one.name for one in face.controls if one.name.endswith(".type")]:
        face.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "2")
    party.phones[0].send(face)
    undo = next(form for form in party.at(0).forms if form.value("kind") == "undo")
    told = "Entered by mistake? Your copy still has it:"
    assert told not in party.at(0).top.text
    assert told in party.phones[0].send(undo).top.text
    assert [told in party.at(phone).top.text for phone in (1, 2)] == [False, False]


@rule("E-10", "L-14")
def test_a_row_that_decides_a_light_ranking_is_asked_for_there_and_the_ranking_decided_again(hosted_app: Flask) -> None:
    party = Sitting(hosted_app, ("Vera", "Isaac"))
    party.begin()
    form = party.at(1).form(type="rank_strengths").fill("f.location", '"smithy"')
    page = party.phones[1].send(form.fill("f.strength_0", "5").fill("f.strength_1", "3"))
    assert "1 iron" in page.top.text
    row = next(form for form in page.forms if any(one.name == "f.ruling" for one in form.buttons))
    assert row.value("type") == "set_ruling"
    page = party.send(1, row, '{"key":"tier_smithy","value":"nothing"}')
    assert not [form for form in page.forms if any(one.name == "f.ruling" for one in form.buttons)]
    again = next(form for form in page.forms if form.action.endswith("/again"))
    assert [one.label for one in again.buttons] == ["Decide again: the ranking at the Smithy"]
    told = next(one for one in party.phones[1].send(again).top.all("ul", _class="told")).text
    assert "1 iron" not in told


@rule("E-10")
def test_with_three_sides_no_row_for_two_is_asked_for(party: Sitting) -> None:
    form = party.at(1).form(type="rank_strengths").fill("f.location", '"smithy"')
    page = party.phones[1].send(form.fill("f.strength_0", "5").fill("f.strength_1", "3").fill("f.strength_2", "2"))
    assert not [form for form in page.forms if any(one.name == "f.ruling" for one in form.buttons)]


def test_who_has_chosen_no_seat_is_told_so_and_keeps_what_was_typed(party: Sitting) -> None:
    guest = PlainBrowser(party.app.test_client())
    form = guest.open(f"/j/{party.code}").form().fill("name", "Late").fill("crew", "goblins")
    form.controls = [one for one in form.controls if one.name != "seat"]
    page = guest.send(form)
    assert (page.status, page.problem) == (409, "Choose a seat.")
    assert (page.form().value("name"), page.form().value("crew")) == ("Late", "goblins")
    crewless = guest.client.post(f"/j/{party.code}", data={"seat": "2", "crew": "guards"})
    assert "Crew" in Page(crewless).problem


def counted(party: Sitting) -> Page:
    """The page of somebody who counts, after the last raid."""
    party.count()
    return party.at(1)


def test_a_count_is_added_up_in_secret_sealed_and_opened_again(party: Sitting) -> None:
    page = counted(party)
    assert "No leader goal entered yet." in page.answer.text
    # What is asked is said by the title: the rows have its room.
    assert [one.given["class"] for one in page.top.all("h2", data_heading="")] == ["unseen"]
    form = page.form(type="count_hand")
    for name, number in {"dwarf": 3, "resources": 6, "gold": 1, "cultist": 1, "items": 4}.items():
        form.fill(f"f.{name}", str(number))
    answer = party.phones[1].client.post(f"/t/{party.code}/count", data=dict(form.sent(None)))
    # 10 on the track, 3 Dwarves: 7, a Cultist by 4 items: 4, 6 resources, a gold: 2 (F-1, G-2, G-3).
    assert answer.json | {"total": "29", "dwarf": "+7", "cultist": "+4", "resources": "+6", "gold": "+2"} == answer.json
    sealed = party.phones[1].send(form)
    assert "open_count" in {one.value("type") for one in sealed.forms}
    for phone in (0, 2):
        # As a word: the code of a table may hold these two signs.
        assert "29" not in re.findall(r"\w+", party.at(phone).top.text)
    again = party.phones[1].send(sealed.form(type="open_count"))
    assert again.form(type="count_hand").value("f.dwarf") == "3"


@rule("D-1", "D-3", "P-6")
def test_each_phone_lists_its_own_pieces_of_a_raid_and_the_keepers_those_of_the_table(party: Sitting) -> None:
    party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "6").fill("f.sewers", "2"))
    form = next(one for one in party.at(1, "?side=1&from=smithy").forms if one.value("f.to") == "2")
    party.send(1, form)
    assert listed(party.at(2)) == "Take 6 suspicion cubes from the Smithy."
    assert listed(party.at(1)) == ""
    party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "5"))
    page = party.send(0, party.at(0).form(type="raid"))
    assert listed(page).split(". ") == [
        "Return 2 suspicion cubes from the Sewers to the supply",
        "Put 5 suspicion cubes at the Smithy.",
    ]
    # What stands on the phone of a keeper who is awake stays there when the keys go.
    for keeper in (1, 0):
        path = f"/api/v1/tables/{party.code}/keeper"
        done(party.phones[0].client.post(path, json={"seat": keeper}, headers={"Idempotency-Key": f"to-{keeper}"}))
        assert "Put 5 suspicion cubes at the Smithy." in listed(party.at(0))
        assert "Smithy" not in listed(party.at(1))
    # Why it came and what it has cost each stands on every phone.
    for phone in range(3):
        [told] = [one.text for one in party.at(phone).top.all("p", _class="raid-came")]
        assert told == "The goons need 5 cubes. 4 were left. Stan −8 Vera 0 Isaac 0"
    assert "How the raid was counted" in page.top.text
    told = listed(party.at(2))
    assert "Return 6 suspicion cubes to the supply. Move to 2 on the reputation track." in told
    party.send(0, next(one for one in party.at(0).forms if one.value("kind") in {"undo", "strike"}))
    once = listed(party.at(2), back=True)
    assert "Take 6 suspicion cubes from the supply." in once
    assert "Move to 10 on the reputation track." in once
    # Carried out and taken back another time it lies on no table twice.
    party.send(0, party.at(0).form(type="raid"))
    party.send(0, next(one for one in party.at(0).forms if one.value("kind") in {"undo", "strike"}))
    assert listed(party.at(2), back=True) == once


@rule("E-14", "P-6")
def test_what_another_has_told_since_and_the_app_moves_after_it_is_one_net_list(party: Sitting) -> None:
    party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.sewers", "3"))
    held = party.at(1, "?side=1&from=sewers")
    party.send(
        1, next(one for one in held.forms if one.value("f.to") == '"supply"' and len(one.values("f.cubes")) == 3)
    )
    party.send(1, party.at(1, "?lay=1").form(type="cubes_come").fill("f.sewers", "2"))
    assert listed(party.at(0)) == "Put 2 suspicion cubes at the Sewers."


@rule("L-10", "L-11")
def test_who_ranks_or_takes_what_somebody_else_has_just_ranked_or_taken_is_told_who_and_nothing_is_done_twice(
    party: Sitting,
) -> None:
    def ranking(phone: int) -> Form:
        return (
            party.at(phone).form(type="rank_strengths").fill("f.location", '"exercise_yard"').fill("f.strength_0", "4")
        )

    forms = [ranking(phone) for phone in (1, 2)]
    party.send(1, forms[0])
    before = party.at(2, "/log").top.text
    assert "Isaac" in party.send(2, forms[1]).problem
    assert party.at(2, "/log").top.text == before
    takes = [party.at(phone).form(type="take_rewards") for phone in (1, 2)]
    party.send(1, takes[0])
    assert party.send(2, takes[1]).problem.startswith("Vera takes 1 power cube. Entered by Isaac. ")


@rule("S-5")
def test_suspicion_that_is_typed_is_laid_by_the_tap_that_begins_and_with_none_it_is_asked_once(
    hosted_app: Flask,
) -> None:
    table = Sitting(hosted_app)
    asked = table.send(0, table.at(0).form(type="cubes_come"), "begin_round")
    assert asked.heading == "No suspicion from the goons?"
    # Nothing beside what is typed leads to the same page without it.
    assert not [*asked.top.all("a", _class="glance"), *asked.top.all("a", _class="place-chip")]
    # Whoever is not the keeper is asked the same.
    other = table.send(1, table.at(1).form(type="begin_round"))
    assert other.heading == "No suspicion from the goons?"
    assert "Round 1 of 6" not in table.at(1).top.text
    # What is typed after the question is not lost either.
    laid = table.send(0, asked.form(type="cubes_come").fill("f.sewers", "2"), "begin_anyway")
    assert listed(laid) == "Put 2 suspicion cubes at the Sewers."
    assert "Round 1 of 6" in table.send(0, laid.form(type="begin_round")).top.text
    table = Sitting(hosted_app)
    laid = table.send(0, table.at(0).form(type="cubes_come").fill("f.smithy", "1"), "begin_round")
    assert listed(laid) == "Put 1 suspicion cube at the Smithy."
    assert "Round 1 of 6" in table.send(0, laid.form(type="begin_round")).top.text
    table = Sitting(hosted_app)
    wrong = table.send(0, table.at(0).form(type="cubes_come").fill("f.smithy", "many"), "begin_round")
    assert wrong.problem
    assert wrong.form(type="cubes_come").value("f.smithy") == "many"
    other = table.send(1, table.at(1).form(type="begin_round"))
    assert "Round 1 of 6" in table.send(1, other.form(type="begin_round")).top.text


@rule("P-6")
def test_a_later_round_of_which_the_goons_suspicion_was_forgotten_is_asked_about_once(party: Sitting) -> None:
    asked = party.send(0, party.at(0).form(type="begin_round"))
    assert asked.heading == "No suspicion from the goons?"
    assert "Round 1 of 6" in party.at(1).top.text
    assert "Place goons’ suspicion" in [one.text for one in asked.top.all("a")]
    laid = party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "2"))
    assert "Round 2 of 6" in party.send(0, laid.form(type="begin_round")).top.text
    asked = party.send(1, party.at(1).form(type="begin_round"))
    assert "Round 3 of 6" in party.send(1, asked.form(type="begin_round")).top.text


def test_what_is_begun_by_the_keeper_is_told_to_the_others_in_words(party: Sitting) -> None:
    assert "Round 1: what happens on the table?" in party.at(0).top.text
    assert "Round 1: what happens on the table?" in party.at(1).top.text
    party.send(0, party.at(0, "?lay=1").form(type="cubes_come").fill("f.smithy", "2"))
    heard = party.at(1)
    assert "Vera: the goons’ suspicion." in heard.top.text
    assert "You run the table" in party.at(0).top.text
    assert "Vera begins round 2." in heard.top.text
    assert listed(heard) == ""
    assert "Put 2" not in heard.top.text.partition("Vera begins round 2.")[0].rpartition("What happened last")[0]


def test_goons_are_typed_on_the_keepers_phone_and_the_others_see_whose_step_it_is_and_which_seat_is_theirs(
    hosted_app: Flask,
) -> None:
    sitting = Sitting(hosted_app, ("Vera", "Isaac"), depth="full")
    assert sitting.at(0).form(type="type_goons")
    waits = sitting.at(1)
    assert "Vera enters the goons." in waits.top.text
    assert "Isaac this phone" in waits.top.text
    assert not [one for one in waits.forms if one.value("type") == "type_goons"]
    (mine,) = [one.given["href"] for one in waits.top.all("a") if "does=" in one.given.get("href", "")]
    assert sitting.phones[1].open(mine).form(type="type_goons")
    # At another step nobody has said so.
    assert "Vera enters the goons." in sitting.at(1, "?does=0").top.text
    screen = PlainBrowser(hosted_app.test_client()).open(f"/screen/{sitting.code}")
    assert [one.text for one in screen.top.all("h1")] == ["Vera enters the goons."]


def test_who_was_a_second_late_for_a_seat_is_told_where_they_sit_instead(hosted_app: Flask) -> None:
    host = PlainBrowser(hosted_app.test_client())
    people = host.send(host.open("/together").form().fill("number", "3").fill("name", "Ann"))
    assert people.status == 200
    code = host.address.split("/")[2]
    first, late = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    forms = [(one, one.open(f"/j/{code}").form().fill("seat", "1")) for one in (first, late)]
    assert "was just taken" not in first.send(forms[0][1].fill("name", "Bo")).top.text
    assert "Seat 2 was just taken by Bo: you sit at Seat 3." in late.send(forms[1][1].fill("name", "Cy")).top.text


def test_who_ends_the_reveal_for_all_is_asked_first_and_whoever_does_not_keep_the_table_does_it_in_its_place(
    party: Sitting,
) -> None:
    counted(party)
    for phone in range(3):
        party.send(phone, party.at(phone).form(type="count_hand").fill("f.items", "1"))
    party.send(0, party.at(0).form(type="begin_reveal"))
    (ours, theirs) = (button_like(party.at(phone), "end=reveal") for phone in (0, 1))
    assert (ours, theirs) == ([], ["I’ll do it: Uncover all"])
    offered_ = [button.label for form in party.at(0).forms for button in form.buttons if button.value[:7] == "reveal:"]
    assert offered_ == ["Uncover: Track", "Uncover all"]
    assert not [*party.at(1).top.all("ul", _class="rows so-far")]
    _uncover(party, 0)
    seen = party.at(1)
    assert "Line 1 of 2: Track" in [one.text for one in seen.top.all("h2")]
    assert [one.text for one in next(seen.top.all("ul", _class="rows so-far")).all("li")] == [
        "Vera 10",
        "Isaac 10",
        "Stan 10",
    ]
    asked = party.at(1, "?end=reveal")
    assert "Show all scores at once? The room then sees all lines." in asked.top.text
    _uncover_all(party, 1)
    assert button_like(party.at(2), "end=reveal") == []
    shown = party.at(2).top.text
    assert ("All lines are uncovered." in shown, "Show the result" in shown, "wins" in shown) == (True, True, False)
    # It is news, and stands above what everybody has.
    assert shown.index("All lines are uncovered.") < shown.index("Reputation")


def _uncover(party: Sitting, phone: int) -> None:
    form = next(one for one in party.at(phone).forms if one.buttons and one.buttons[0].value == "reveal:1")
    party.send(phone, form, form.buttons[0].value)


def _uncover_all(party: Sitting, phone: int) -> None:
    form = next(one for one in party.at(phone, "?end=reveal").forms if one.action.endswith("/people"))
    party.send(phone, form, form.buttons[0].value)


def button_like(page: Page, address: str) -> list[str]:
    """The links that lead to an address that ends so."""
    return [one.text for one in page.top.all("a") if one.given.get("href", "").endswith(address)]


def test_another_who_changes_ones_number_is_named_until_one_acts_and_the_row_is_the_own_again(party: Sitting) -> None:
    for number in ("11", "12"):
        page = party.send(0, stepper(party.at(0, "?side=1"), "reputation"), number)
        assert page.form(type="set_reputation").value("f.side") == "1"
    # Something else happens: what was set is told all the same.
    page = party.send(0, party.at(0, "?lay=1&side=1").form(type="cubes_come").fill("f.smithy", "2"))
    assert page.form(type="set_reputation").value("f.side") == "0"
    assert "Vera: Isaac’s reputation from 10 to 12." in party.at(1).top.text
    assert "Isaac’s reputation" not in party.at(2).top.text.partition("What happened last")[0]
    party.send(1, stepper(party.at(1), "reputation"), "13")
    assert "Vera: Isaac’s reputation" not in party.at(1).top.text.partition("What happened last")[0]


def test_who_waits_for_a_keeper_that_is_silent_for_a_minute_runs_the_table_meanwhile(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, ("Vera", "Isaac"), depth="full")
    for seconds, silent in ((50, False), (60, True)):
        sitting.at(0)
        grow_older(hosted_app, timedelta(seconds=seconds))
        page = sitting.at(1)
        assert ("asleep, so you run the table for now" in page.top.text) == silent
    assert page.form(type="type_goons")


@rule("S-10", "R-1")
def test_who_has_left_is_passed_over_after_a_word_to_the_table_and_comes_back_in_one_tap(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, ("Vera", "Isaac"), depth="full", roll_call="yes")
    form = sitting.at(0).form(type="type_goons")
    for name in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
    sitting.send(0, form)
    sitting.begin()
    assert "Has Isaac left?" not in sitting.at(0).top.text
    grow_older(hosted_app, timedelta(minutes=3))
    page = sitting.at(0)
    asked = "Has Isaac left? Say it at the table first. The seat is then passed over until Isaac is back."
    assert asked in page.top.text
    # Whoever acts for him passes in his name; which tokens he has nobody else enters.
    acting = sitting.at(0, "?for=1")
    [passing] = [one for one in acting.forms if one.value("type") in {"assign", "pass"}]
    assert (passing.value("for"), passing.buttons[0].label) == ("1", "Pass for Isaac")
    assert "You can only pass for Isaac: 6 tokens stay at home this round." in acting.top.text
    page = sitting.send(0, page.form(type="set_away"))
    assert "Has Isaac left?" not in page.top.text
    page = sitting.at(1)
    assert "Your seat is passed over." in page.top.text
    assert "Your seat is passed over." not in sitting.send(1, page.form(type="set_away")).top.text
    # The keys of a keeper who sleeps go on by themselves, and the room is told.
    grow_older(hosted_app, timedelta(minutes=3))
    sitting.at(1)
    assert (
        "Isaac runs the table now." in PlainBrowser(hosted_app.test_client()).open(f"/screen/{sitting.code}").top.text
    )


@rule("F-1", "C-5")
def test_ones_own_crew_is_counted_line_by_line_as_on_the_table_and_for_nobody_else(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    figures = [{"cubes": {"scrap": 2, "potion": 1, "gold": 1}, "tomes": 1}, {}]
    begin = SECOND_AT_THE_SMITHY["begin_together"] | {"sides": figures}
    seat, _ = sit_down(phone.client, SECOND_AT_THE_SMITHY | {"begin_together": begin})
    page = phone.open(f"/t/{seat.code}/crew")
    rows = [one.text for one in page.top.all("li", _class="row")]
    assert rows[:4] == [
        "Reputationon the track 10",
        "Resources2 + 1 + 1 × 2 5",
        "Tomesonly you see them 1",
        "First player 2",
    ]
    assert "Storage4 of 5 –" in rows
    stranger = PlainBrowser(hosted_app.test_client())
    assert stranger.client.get(f"/t/{seat.code}/crew").status_code == 403


def _lists(page: Page) -> dict[str, str]:
    """What the lists of moves of a page say, each by its heading."""
    sections = (one for one in page.top.all("section") if "data-moves" in one.given)
    headed = (one.text.partition(": ") for one in sections)
    return {heading: said for heading, _, said in headed}


def at_the_cell_block(
    app: Flask, *, unseen: int = 0, cost: str = "iron", goons: Mapping[str, Any] = EMPTY
) -> tuple[PlainBrowser, PlainBrowser, str]:
    """Two phones and their table at the Cell Block: Isaac crafts, once the items that were not seen are entered."""
    vera, isaac = (PlainBrowser(app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    rope = {"price": {"reputation": 1, "cost": {cost: 1}}, "name": "Rope"}
    begin = {
        "round": 3,
        "phase": "lights_out",
        "location": "cell_block",
        "goons": SECOND_AT_THE_SMITHY["begin_together"]["goons"] | goons,
        "display": [rope] * (3 - unseen) + [{}] * unseen,
    }
    told = of_players(
        "Vera", "Isaac", roll_call=False, turns="told", holds=[0],
        begin_together=begin | {"sides": [{}, {"cubes": {"iron": 1} if cost == "iron" else {"iron": 1, "gold": 1}}]},
    )  # fmt: skip
    seat, _ = sit_down(vera.client, told)
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))
    here = f"/t/{seat.code}"
    vera.send(vera.open(here).form(type="enter_tokens"))
    mine = isaac.open(here).form(type="enter_tokens")
    isaac.send(mine.fill("f.tokens", "5"))
    return vera, isaac, seat.code


@rule("P-6", "D-6")
def test_moves_of_rounds_before_wait_in_the_same_list_until_whoever_makes_them_says_that_they_are_done(
    hosted_app: Flask,
) -> None:
    vera, isaac = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    suspicion = [{"cubes": {"suspicion": 3}}, {"cubes": {"suspicion": 1}}]
    begin = {"round": 5, "phase": "round", "sides": suspicion}
    told = of_players("Vera", "Isaac", depth="light", holds=[0], begin_together=begin)
    seat, _ = sit_down(vera.client, told)
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))

    def act(kind: str, **fields: Any) -> str:
        """Vera does it; what Isaac's page lists then, under its heading."""
        path = f"/api/v1/tables/{seat.code}"
        body = {"version": done(vera.client.get(path))["version"], "type": kind, "fields": fields}
        done(vera.client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"{kind}-{body['version']}"}))
        sections = isaac.open(f"/t/{seat.code}").top.all("section")
        return " | ".join(one.text for one in sections if "data-moves" in one.given)

    places = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
    act("cubes_come", **{place: 3 * (place == "sewers") + 6 * (place == "smithy") for place in places})
    raided = act("raid")
    assert (raided[:18], "1 suspicion cube to the supply" in raided) == ("Move on your table", True), raided
    # Another round and more of Vera's taps clear nothing of it; the list stays one.
    assert act("begin_round") == raided
    moved = act("move_suspicion", cubes=["sewers"], to=[1])
    assert moved.count("Move on your table") == 1
    done_form = next(form for form in isaac.open(f"/t/{seat.code}").forms if form.action.endswith("/moved"))
    act("end_game")
    assert "suspicion" in act("raid")
    # What came after that page was seen is not said to be done.
    isaac.send(done_form)
    assert "Return 1 suspicion cube to the supply." in sentences(isaac.open(f"/t/{seat.code}"))


@rule("C-4")
def test_who_has_crafted_a_card_is_asked_what_it_shows_and_others_are_told_who_enters_it(hosted_app: Flask) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app)
    here = f"/t/{code}"
    path = f"/api/v1/tables/{code}"
    shown = done(isaac.client.get(path))
    card = offered(shown, "craft")["fields"]["card"]["options"][0]
    craft = {"version": shown["version"], "type": "craft", "fields": {"card": [card]}}
    done(isaac.client.post(f"{path}/actions", json=craft, headers={"Idempotency-Key": "craft"}))
    assert "Enter what it shows" in isaac.open(here).top.text
    assert "I’ll do it" not in isaac.open(here).top.text
    waits = vera.open(here)
    assert "Isaac enters what the card shows." in hand_of(waits)
    assert "Isaac returns 1 iron. Isaac crafts Rope from display space 1." in waits.top.text
    # The location stands where the form would be, which she opens with a word of her own.
    assert [one for one in waits.forms if one.value("type") == "type_card"] == []
    assert [*waits.top.all("ol", _class="ranking")]
    own = vera.open(_does_anyway(waits, "I’ll do it: Enter what it shows"))
    assert own.form(type="type_card")
    assert "I’ll do it" not in own.top.text


def hand_of(page: Page) -> str:
    """What is asked and may be done next on a phone."""
    return next(page.top.all("section", data_part="hand")).text.strip()


def _does_anyway(page: Page, label: str) -> str:
    """Where one opens what is another's to tell."""
    (address,) = [one.given["href"] for one in page.top.all("a") if one.text == label]
    return address


@rule("G-5")
def test_what_a_demon_counts_its_owner_says_and_others_are_told_whose_demon_it_is(hosted_app: Flask) -> None:
    vera, isaac = (PlainBrowser(hosted_app.test_client()) for _ in range(2))
    for phone in (vera, isaac):
        phone.open("/together")
    goons = SECOND_AT_THE_SMITHY["begin_together"]["goons"] | {"chow_hall": {"type": "demon", "icons": 1}}
    begin = {"round": 3, "phase": "lights_out", "location": "chow_hall", "goons": goons}
    told = of_players(
        "Vera",
        "Isaac",
        roll_call=False,
        turns="told",
        holds=[0],
        begin_together=begin | {"sides": [{}, {"cubes": {"iron": 1}}]},
    )
    seat, _ = sit_down(vera.client, told)
    take(isaac.client, seat.code, 1, name="Isaac", invite=invited(vera.client, seat, seat=1))
    here, path = f"/t/{seat.code}", f"/api/v1/tables/{seat.code}"
    vera.send(vera.open(here).form(type="enter_tokens"))
    isaac.send(isaac.open(here).form(type="enter_tokens").fill("f.tokens", "5"))
    shown = done(isaac.client.get(path))
    recruit = {"goons": offered(shown, "recruit")["fields"]["goons"]["options"]}
    for kind, fields in (("recruit", recruit), ("type_card", {"card": {"valuables": [], "effects": []}})):
        version = done(isaac.client.get(path))["version"]
        body = {"version": version, "type": kind, "fields": fields}
        shown = done(isaac.client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": kind}))
    assert shown["prompt"]["step"]["kind"] == "demon"
    asked, waits = isaac.open(here), vera.open(here)
    assert "Which valuable does this Demon count?" in hand_of(asked)
    assert asked.form(type="type_demon")
    assert "Vera does this step" not in asked.top.text
    assert "Isaac says what the Demon counts." in hand_of(waits)
    assert [one for one in waits.forms if one.value("type") == "type_demon"] == []
    # In the room of any other button, so that the strip above it stays where it is.
    assert [one.text for one in waits.top.all("div", _class="acts")] == ["I’ll do it: Enter what the Demon counts"]
    awaited = next(waits.top.all("section", class_="waits")).text
    assert "Isaac chooses what the Demon counts" in " ".join(awaited.split())
    anyway = vera.open(_does_anyway(waits, "I’ll do it: Enter what the Demon counts"))
    assert "Which valuable does Isaac’s Demon count?" in hand_of(anyway)
    screen = PlainBrowser(hosted_app.test_client()).open(f"/screen/{seat.code}")
    assert "Which valuable does Isaac’s Demon count?" in screen.top.text
    form = anyway.form(type="type_demon")
    vera.send(form, form.button('"gem"'))
    assert done(isaac.client.get(path))["prompt"]["step"]["kind"] != "demon"


@rule("T-2")
def test_of_a_tome_of_which_nothing_is_entered_now_that_is_said_in_place_of_what_it_may_do(hosted_app: Flask) -> None:
    vera = PlainBrowser(hosted_app.test_client())
    vera.open("/together")
    goons = SECOND_AT_THE_SMITHY["begin_together"]["goons"]
    begin = {"round": 3, "phase": "patrol", "goons": goons, "sides": [{"tomes": 1}, {}]}
    told = of_players("Vera", "Isaac", roll_call=False, turns="told", begin_together=begin)
    seat, _ = sit_down(vera.client, told)
    page = vera.open(f"/t/{seat.code}")
    page = vera.send(page.form(type="play_tome"))
    assert [one.text for one in page.top.all("button", _class="button primary wide")] == ["Done with the tome"]
    assert "a tome. Do what it says on the table." in page.top.text
    assert "What does" not in page.top.text
    assert "Something else?" not in page.top.text


@rule("P-2")
def test_who_keeps_the_table_can_look_up_and_correct_in_patrol_too(hosted_app: Flask) -> None:
    vera = PlainBrowser(hosted_app.test_client())
    vera.open("/together")
    goons = SECOND_AT_THE_SMITHY["begin_together"]["goons"] | {"smithy": {"type": "dwarf", "icons": 2}}
    sides = [{}, {"cubes": {"iron": 7}}]
    begin = {"round": 3, "phase": "patrol", "goons": goons, "sides": sides}
    seat, _ = sit_down(vera.client, of_players("Vera", "Isaac", turns="told", holds=[0], begin_together=begin))
    page = vera.open(f"/t/{seat.code}")
    assert not [one for one in page.forms if one.value("type") == "add_goon"]
    links = {one.given.get("href") for one in page.top.all("a")}
    assert {f"/t/{seat.code}/{one}" for one in ("figures", "correct")} <= links


@rule("C-4")
@pytest.mark.parametrize("trust", [True, False])
def test_what_somebody_else_has_only_entered_of_a_card_is_in_nobodys_way_who_takes_back_what_brought_it(
    hosted_app: Flask, trust: bool
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app)
    here, path = f"/t/{code}", f"/api/v1/tables/{code}"
    trusted = vera.client.post(f"{path}/trust", json={"edits_all": trust}, headers={"Idempotency-Key": "trust"})
    assert trusted.status_code == 200

    def act(phone: PlainBrowser, kind: str, **fields: Any) -> None:
        version = done(phone.client.get(path))["version"]
        body = {"version": version, "type": kind, "fields": fields}
        done(phone.client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"act-{version}"}))

    act(isaac, "craft", card=[0])
    act(vera, "type_card", card={"valuables": [], "effects": []})
    foot = isaac.open(here)
    assert "Vera acted after you" not in foot.top.text
    page = isaac.send(foot.form(kind="undo"))
    assert "Can’t undo" not in page.top.text
    assert "craft" in {one["type"] for one in done(isaac.client.get(path))["prompt"]["actions"]}
    # What she has entered is hers alone as long as nothing of one's own goes with it.
    act(isaac, "craft", card=[0])
    act(vera, "type_card", card={"valuables": [], "effects": []})
    version = done(isaac.client.get(path))["version"]
    body = {"version": version, "to": version - 1}
    alone = isaac.client.post(f"{path}/undo", json=body, headers={"Idempotency-Key": "alone"})
    assert alone.status_code == (200 if trust else 403)


@rule("S-10", "L-7")
def test_who_chooses_for_a_sleeper_comes_before_who_passes_over_and_passes_nobody_over_meanwhile(
    hosted_app: Flask,
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app)
    grow_older(hosted_app, timedelta(minutes=3))
    hand = next(vera.open(f"/t/{code}").top.all("section", data_part="hand")).text
    assert 0 < hand.index("Choose for Isaac") < hand.index("Pass over Isaac")
    acting = vera.open(f"/t/{code}?for=1").top.text
    assert "Your choice is logged; you or Isaac may undo it." in acting
    assert not {one for one in ("Choose for Isaac", "Pass over Isaac") if one in acting}
    path, headers = f"/api/v1/tables/{code}", {"Idempotency-Key": "for-isaac"}
    shown = done(vera.client.get(path))
    crafting = {"version": shown["version"], "type": "craft", "fields": {"card": [0]}, "for": 1}
    done(vera.client.post(f"{path}/actions", json=crafting, headers=headers))
    chosen = "Vera chose for Isaac: Isaac returns 1 iron. Isaac crafts Rope from display space 1."
    assert chosen in isaac.open(f"/t/{code}").top.text
    # It is moved by who chose: to be done on that one's phone alone.
    lists = {name: _lists(phone.open(f"/t/{code}")) for name, phone in (("Vera", vera), ("Isaac", isaac))}
    assert "Isaac: return 1 iron to the supply." in lists["Vera"]["Move on your table"]
    assert "Return 1 iron" not in lists["Isaac"].get("Move on your table", "")
    assert "Vera chose for Isaac, whose phone was silent." in isaac.open(f"/t/{code}/log").top.text
    page = vera.open(f"/t/{code}")
    assert chosen not in page.top.text
    vera.send(page.form(kind="undo"))
    assert "craft" in {one["type"] for one in done(isaac.client.get(path))["prompt"]["actions"]}


@rule("C-1", "L-16")
def test_who_chooses_and_pays_for_a_sleeper_takes_both_back_with_one_tap_and_may_pay_for_them_too(
    hosted_app: Flask,
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app, cost="any")
    grow_older(hosted_app, timedelta(minutes=3))
    path = f"/api/v1/tables/{code}"

    def act(**body: Any) -> None:
        version = done(vera.client.get(path))["version"]
        headers = {"Idempotency-Key": f"act-{version}"}
        done(vera.client.post(f"{path}/actions", json={"version": version, "for": 1, **body}, headers=headers))

    act(type="craft", fields={"card": [0]})
    hand = next(vera.open(f"/t/{code}").top.all("section", data_part="hand")).text
    assert "Isaac: the phone is silent." in hand
    assert "Act for Isaac" in hand
    act(type="pay", fields={"cubes": ["gold"]})
    page = vera.open(f"/t/{code}")
    assert "Undo: payment" not in page.top.text
    vera.send(page.form(kind="undo"))
    assert "craft" in {one["type"] for one in done(isaac.client.get(path))["prompt"]["actions"]}


@rule("R-1")
def test_who_pays_with_the_tap_that_chooses_is_not_refused_since_somebody_has_corrected_another_number(
    hosted_app: Flask,
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app, cost="any")
    page = isaac.open(f"/t/{code}?pick=craft&card=0")
    chosen = page.form(type="craft")
    assert chosen.value("pay")
    version = done(vera.client.get(f"/api/v1/tables/{code}"))["version"]
    body = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": 12}}
    path = f"/api/v1/tables/{code}/corrections"
    done(vera.client.post(path, json=body, headers={"Idempotency-Key": "meanwhile"}))
    page = isaac.send(chosen)
    assert (page.status, page.problem) == (200, "")
    assert done(vera.client.get(f"/api/v1/tables/{code}"))["version"] == version + 3


@rule("L-17", "P-11")
def test_that_a_space_stays_empty_is_said_on_the_phone_that_enters_it_and_a_courtesy_of_others(
    hosted_app: Flask,
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app, unseen=1)
    waits = isaac.open(f"/t/{code}")
    # His own place and moves stand where the form would be.
    assert {one.value("type") for one in waits.forms} & {"type_item", "space_empty"} == set()
    assert [*waits.top.all("ol", _class="ranking")]
    for told in ("1 item of the display still to enter.", "Vera enters item 3 of the display."):
        assert told in hand_of(waits)
    for page in (vera.open(f"/t/{code}"), isaac.open(_does_anyway(waits, "Enter item 3"))):
        forms = {one.value("type"): [button.label for button in one.buttons] for one in page.forms}
        assert forms["type_item"] == ["Enter the item"]
        assert forms["space_empty"] == ["No item card left"]


@rule("C-1")
def test_an_item_of_which_no_cost_was_tapped_is_free_only_once_somebody_says_so(hosted_app: Flask) -> None:
    vera, _, code = at_the_cell_block(hosted_app, unseen=1)
    form = vera.open(f"/t/{code}").form(type="type_item").fill("f.item.reputation", "3")
    page = vera.send(form, form.buttons[-1])
    assert (page.status, page.problem) == (409, "What does it cost? Tap each cube, or “for free”.")
    again = page.form(type="type_item")
    assert again.value("f.item.reputation") == "3"
    # Once more without a word is not a word either.
    assert vera.send(again, again.buttons[-1]).status == 409
    assert vera.send(again.fill("free", "yes"), again.buttons[-1]).status == 200


@rule("L-10")
def test_a_keeper_who_is_awake_keeps_the_list_when_the_keys_go_and_the_next_is_told_what_comes_after(
    hosted_app: Flask,
) -> None:
    vera, isaac, code = at_the_cell_block(hosted_app, goons={"smithy": {"type": "dwarf", "icons": 2}})
    path = f"/api/v1/tables/{code}"

    def post_to(phone: PlainBrowser, what: str, body: dict[str, Any]) -> None:
        key = f"{what}-{done(phone.client.get(path))['version']}"
        done(phone.client.post(f"{path}/{what}", json=body, headers={"Idempotency-Key": key}))

    def anything(*phones: PlainBrowser) -> str:
        """Whatever is asked first, done by whoever is asked; the phase after it."""
        for phone in phones or (vera, isaac):
            shown = done(phone.client.get(path))
            acts = [one for one in shown["prompt"]["actions"] if one["type"] not in {"raid_now", "claim_instant"}]
            if acts:
                body = any_action({**shown, "prompt": {"actions": acts[:1]}}, random.Random(1))
                post_to(phone, "actions", body)
                break
        return str(done(vera.client.get(path))["state"]["phase"])

    def told() -> list[int]:
        """How many moves stand on which phone."""
        return [len([*sentences(phone.open(f"/t/{code}"))]) for phone in (vera, isaac)]

    while anything() != "patrol":
        pass
    # What Isaac has still to move of places that the table has left waits, until he says that he has moved it.
    assert all(told())
    isaac.send(next(form for form in isaac.open(f"/t/{code}").forms if form.action.endswith("/moved")))
    on_screen, none = told()
    assert on_screen
    assert not none
    # While nothing is heard of the keeper's phone, what it lists stands on the next one, which says so.
    grow_older(hosted_app, timedelta(minutes=1))
    page = isaac.open(f"/t/{code}")
    assert len([*sentences(page)]) == on_screen
    assert "you run the table for now. Check which moves are done already." in page.top.text
    assert told() == [on_screen, 0]
    post_to(vera, "keeper", {"seat": 1})
    assert told() == [on_screen, 0]
    assert "Isaac runs the table now." in vera.open(f"/t/{code}").top.text
    anything(isaac)
    assert "runs the table now." not in vera.open(f"/t/{code}").top.text
    kept, new = told()
    assert kept == on_screen
    assert new
    # Whoever takes the keys from a phone that is awake leaves its list there.
    post_to(vera, "keeper", {"seat": 0})
    assert told() == [on_screen, new]
    # Where the keys go on by themselves nobody knows what was moved, and that is said.
    grow_older(hosted_app, timedelta(minutes=3))
    assert "you run the table for now. Check which moves are done already." in isaac.open(f"/t/{code}").top.text
    # Once that phone is awake again both are told, and one alone has the list.
    kept, _ = told()
    assert kept == on_screen
    assert (
        "You are back and run the table. Isaac may have moved these pieces already." in vera.open(f"/t/{code}").top.text
    )
    assert "Vera is back. Say what you have moved already." in isaac.open(f"/t/{code}").top.text
    # What is said to be moved while nothing is heard of that phone is not listed on it again.
    grow_older(hosted_app, timedelta(minutes=1))
    isaac.send(next(form for form in isaac.open(f"/t/{code}").forms if form.action.endswith("/moved")))
    assert told() == [0, 0]


def test_who_stands_on_the_result_finds_the_way_to_the_next_game_once_somebody_else_has_opened_it(
    party: Sitting,
) -> None:
    counted(party)
    for phone in range(3):
        party.send(phone, party.at(phone).form(type="count_hand").fill("f.items", "1"))
    party.send(0, party.at(0).form(type="begin_reveal"))
    _uncover_all(party, 1)
    results = [party.send(one, next(f for f in party.at(one).forms if f.action.endswith("/scores"))) for one in (0, 1)]
    assert not [one for page in results for one in page.top.all("p") if "data-next-game" in one.given]
    result = party.phones[1].address
    # It is found without scrolling.
    assert ["Play again, same people" in one.text for one in results[0].top.all("footer", _class="hand")] == [True]
    party.send(0, next(form for form in results[0].forms if "again" in [one.name for one in form.controls]))
    page = party.phones[1].open(result)
    [told] = [one for one in page.top.all("p") if "data-next-game" in one.given]
    assert told.text == "Vera opened the next game. Stay here Go there now"
    # In the middle of the evening nobody is taken away.
    evening = party.phones[1].open(f"{result}/evening")
    (steps,) = evening.top.all("a", _class="button primary")
    for reads in (evening, party.phones[1].open(steps.given["href"])):
        ways = [one.text for one in reads.top.all("p") if "data-next-game" in one.given]
        assert ways == ["Vera opened the next game. You stay here until you tap. Go there now"]
    stranger = PlainBrowser(party.app.test_client()).open(result)
    assert not [one for one in stranger.top.all("p") if "data-next-game" in one.given]


@rule("O-2", "G-5")
def test_in_light_depth_who_took_the_leader_goal_is_no_news_in_a_later_round(party: Sitting) -> None:
    row = party.at(0).form(type="rank_strengths").fill("f.location", '"smithy"')
    party.phones[0].send(row.fill("f.strength_0", "5").fill("f.strength_1", "3").fill("f.strength_2", "2"))
    form = party.at(0, "/correct?what=set_leader").form(type="set_leader")
    party.send(0, form, form.buttons[0].value)
    assert "Vera takes the leader goal." in party.at(1).top.text
    party.begin()
    assert "Vera takes the leader goal." not in party.at(1).top.text


def of_the_setup(page: Page) -> bool:
    """Whether what the setup laid out is still listed."""
    return any(page.top.all("details", id="laid-before"))


def test_what_the_setup_laid_out_is_listed_until_somebody_says_that_all_is_moved(party: Sitting) -> None:
    client, path = party.phones[0].client, f"/api/v1/tables/{party.code}"
    version = client.get(path).json["version"]
    # More lines than a page remembers.
    for number in range(LATEST + 1):
        fields = {"side": [1], "number": 11 + number}
        body = {"version": version, "type": "set_reputation", "fields": fields}
        answer = client.post(f"{path}/corrections", json=body, headers={"Idempotency-Key": f"step-{number:04}"})
        version = answer.json["version"]
    page = party.at(1)
    assert of_the_setup(page)
    # Where a list of moves stands there is a button that sends it.
    party.phones[1].client.post(f"/t/{party.code}/moved", data={"version": str(page.version)})
    assert not of_the_setup(party.at(1))
    assert of_the_setup(party.at(2))


@rule("G-5")
def test_in_light_depth_who_has_the_leader_goal_now_is_seen_in_that_ones_row_and_moves_nothing(party: Sitting) -> None:
    form = party.at(0, "/correct?what=set_leader").form(type="set_leader")
    party.send(0, form, form.buttons[0].value)
    page = party.at(1)
    (row, *_) = [one.text for one in page.top.all("span", _class="who")]
    assert "leader goal" in row
    # The line that is heard lies outside the page: it pushes nothing.
    told = [one for one in page.top.all("p") if "data-changed" in one.given]
    assert [(one.given["class"], one.text) for one in told][:1] == [("unseen", "Vera takes the leader goal.")]
