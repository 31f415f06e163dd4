"""Who stands in for a sleeper on a phone of their own: what it offers, when it is over, whose list somebody reads."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from secrets import token_urlsafe
from typing import Any

import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from real_tables import sentences
from support.api_client import API
from support.common import rule
from support.seat_client import grow_older, invited, of_players, take
from support.sheet_client import DEVICE
from support.table_client import done, sit_down

from companion.rules.frozen import EMPTY

NAMES = ("Vera", "Isaac", "Stan")

GOONS = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))


class Evening:
    """Phones, three if nobody says otherwise, at a table on whose real board the tokens lie."""

    def __init__(
        self, app: Flask, agreed: Mapping[str, Any] = EMPTY, names: Sequence[str] = NAMES, **begin: Any
    ) -> None:
        self.app = app
        self.phones = [PlainBrowser(app.test_client()) for _ in names]
        for phone in self.phones:
            phone.client.set_cookie(DEVICE, token_urlsafe())
        lies = {"round": 3, "phase": "lights_out", "location": "sewers", "goons": GOONS, "sides": [{} for _ in names]}
        host = self.phones[0].client
        begun = {name: value for name, value in (lies | begin).items() if value is not None}
        wished = {"roll_call": False, "turns": "told", "holds": [0], "begin_together": begun, **agreed}
        told = of_players(*names, **wished)
        seat, _ = sit_down(host, told)
        for side in range(1, len(names)):
            take(self.phones[side].client, seat.code, side, name=names[side], invite=invited(host, seat, seat=side))
        self.code = seat.code

    def at(self, phone: int, below: str = "") -> Page:
        return self.phones[phone].open(f"/t/{self.code}{below}")

    def tell(self, phone: int, *tokens: int) -> None:
        """Somebody enters which of their tokens lie there, over REST, which costs less than a page."""
        client, path = self.phones[phone].client, f"{API}/tables/{self.code}"
        version = done(client.get(f"{path}/version"))["version"]
        body = {"version": version, "type": "enter_tokens", "fields": {"side": [phone], "tokens": [*tokens]}}
        done(client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": token_urlsafe()}))

    def tell_by_form(self, phone: int, *tokens: int) -> Page:
        """Somebody enters it on their page; the page that answers."""
        form = self.at(phone).form(type="enter_tokens")
        for token in tokens:
            form.fill("f.tokens", str(token))
        return self.phones[phone].send(form)

    def sleep_but(self, *awake: int) -> None:
        """All phones sleep but these."""
        for _ in range(4):
            grow_older(self.app, timedelta(seconds=40))
            for phone in awake:
                # What a page asks again and again that lies open.
                heard = self.phones[phone].client.get(f"/api/v1/tables/{self.code}/version")
                assert heard.status_code == 200


def at_the_commissary(app: Flask) -> Evening:
    """Isaac may swap there, and sleeps."""
    evening = Evening(app, location="commissary", sides=[{}, {"cubes": {"gold": 2}}, {}])
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    evening.phones[0].send(evening.at(0).form(type="decline"))
    evening.sleep_but(0, 2)
    return evening


def _standing_in(page: Page, way: str = "Act") -> str:
    """Where the page leads on which one acts for a sleeper."""
    (address,) = [one.given["href"] for one in page.top.all("a") if one.text.startswith(f"{way} for")]
    return f"?{address.partition('?')[2]}"


@rule("L-10", "S-10")
def test_who_acts_for_a_sleeper_tells_which_of_the_sleepers_tokens_lie_there(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.tell(0)
    evening.sleep_but(0, 2)
    page = evening.at(2, _standing_in(evening.at(2)))
    form = page.form(type="enter_tokens")
    assert (form.value("for"), form.value("f.side")) == ("1", "1")
    assert "Nobody of Isaac" in page.top.text
    assert "Tokens of Isaac" in [one.text for one in page.top.all("h3")]
    # What leads away stands at the head, with all that is said of it between it and the tokens.
    hand = next(page.top.all("section", data_part="hand")).text
    order = ("Leave it to Isaac", "Your choice is logged", "Tokens of Isaac", "Nobody of")
    there = [hand.index(one) for one in order]
    assert there == sorted(there)
    assert "These are mine here" not in page.top.text
    evening.phones[2].send(form.fill("f.tokens", "2"))
    told = "Stan chose for Isaac, whose phone was silent. Isaac has token 2 at the Sewers."
    assert told in evening.at(0, "/log").top.text


@rule("L-10")
def test_who_has_said_who_is_there_reads_who_is_waited_for_where_the_question_was(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.tell(0)

    def heading(phone: int) -> str:
        hand = next(evening.at(phone).top.all("section", data_part="hand"))
        return next(one.text for one in hand.all("h2") if "data-heading" in one.given)

    assert heading(0) == "In. Waiting for Isaac and Stan."
    assert heading(1) == "2. Sewers: who is here?"
    evening.tell(2)
    assert heading(0) == heading(2) == "In. Waiting for Isaac."


def test_who_acts_for_a_sleeper_is_at_the_own_tokens_again_once_that_question_is_over_or_by_one_link(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app)
    evening.sleep_but(0, 2)
    address = _standing_in(evening.at(2))
    page = evening.at(2, address)
    (back,) = [one.given["href"] for one in page.top.all("a") if one.text == "Leave it to Isaac"]
    assert evening.phones[2].open(back).form(type="enter_tokens").value("f.side") == "2"
    for phone in (0, 2):
        evening.tell(phone)
    # What others have said meanwhile ends nothing.
    assert evening.at(2, address).form(type="enter_tokens").value("f.side") == "1"
    evening.phones[2].send(evening.at(2, address).form(type="enter_tokens").fill("f.tokens", "2"))
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    form = evening.at(2, address).form(type="enter_tokens")
    assert (form.value("f.side"), form.values("for")) == ("2", [])


@rule("L-10")
def test_a_token_that_was_said_to_lie_there_by_mistake_is_not_moved_when_that_is_taken_back(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    page = evening.tell_by_form(2, 2)
    page = evening.phones[2].send(page.form(kind="undo"))
    assert page.form(type="enter_tokens").value("f.side") == "2"
    assert not sentences(page)


@rule("L-7", "L-15")
def test_who_acts_for_another_reads_that_ones_name_wherever_the_owner_would_read_you(hosted_app: Flask) -> None:
    evening = at_the_commissary(hosted_app)
    page = evening.at(2, _standing_in(evening.at(2), "Choose"))
    assert page.heading == "Isaac’s reward at the Commissary."
    assert [one.text for one in page.top.all("p", _class="stash-of")] == ["Isaac gives", "Isaac takes"]
    assert "Decline for Isaac" in [one.text for one in page.top.all("button")]
    evening.at(1)
    own = evening.at(1)
    assert own.heading == "Your reward at the Commissary."
    assert [one.text for one in own.top.all("p", _class="stash-of")] == ["You give", "You take"]


def test_what_somebody_chose_for_a_sleeper_is_on_the_list_of_who_chose_and_on_no_other(hosted_app: Flask) -> None:
    evening = at_the_commissary(hosted_app)
    page = evening.at(2, _standing_in(evening.at(2), "Choose"))
    page = evening.phones[2].send(page.form(type="decline"))
    assert any("Isaac: " in one for one in sentences(page))
    assert not sentences(evening.at(1))
    assert "may have moved" not in evening.at(1).top.text


def test_who_wakes_is_told_that_the_keeper_may_have_moved_what_waited_and_not_who_sits_next(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.tell(1, 5)
    for phone in (0, 2):
        evening.tell(phone)
    evening.sleep_but(0, 2)
    assert "Your phone was asleep. Vera may have moved these pieces already." in evening.at(1).top.text


@rule("S-2", "S-5", "S-7")
def test_what_is_nobodys_own_is_shared_out_over_the_phones_with_a_tick_a_row(hosted_app: Flask) -> None:
    phones = [PlainBrowser(hosted_app.test_client()) for _ in range(2)]
    for phone in phones:
        phone.open("/together")
    seat, _ = sit_down(phones[0].client, of_players("Vera", "Isaac", roll_call=False, turns="told", holds=[0]))
    take(phones[1].client, seat.code, 1, name="Isaac", invite=invited(phones[0].client, seat, seat=1))
    form = phones[0].open(f"/t/{seat.code}").form(type="type_goons")
    for name in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "1")
    phones[0].send(form)
    keepers, others = (phone.open(f"/t/{seat.code}") for phone in phones)
    laid = [
        [one.given["data-tick"] for one in page.top.all("input") if "data-tick" in one.given]
        for page in (keepers, others)
    ]
    assert laid[0] == ["reputation", "power", "marker", "tokens", "goons", "goals"]
    assert laid[1] == ["suspicion", "board", "reputation", "power", "tokens", "items"]
    # Whoever misses something sees who lays it.
    assert "Isaac lays out: suspicion cubes, items, board." in keepers.top.text
    assert "Isaac lays out" not in others.top.text
    told = [{one.text for one in page.top.all("span", _class="tick-text")} for page in (keepers, others)]
    assert all("Reputation: 10" in one for one in told)
    # Nobody was asked who begins where the same people play again: the keeper can say it here (S-7).
    begins = [[one for one in page.top.all("a") if one.text == "Who begins?"] for page in (keepers, others)]
    assert ([*map(len, begins)], "to Vera, who goes first" in keepers.top.text) == ([1, 0], True)
    form = phones[0].open(begins[0][0].given["href"].partition("#")[0]).form(type="set_marker")
    keepers = phones[0].send(form, next(one for one in form.buttons if one.value == "1"))
    assert "to Isaac, who goes first" in keepers.top.text
    # Nor for the leader goal, which is asked for as long as there is none (O-1).
    (goal,) = (one for one in keepers.top.all("a") if one.text == "Which leader goal?")
    form = (
        phones[0].open(goal.given["href"].partition("#")[0]).form(type="set_leader_goal").fill("f.goal.counts", "gem")
    )
    keepers = phones[0].send(form, form.buttons[-1])
    assert "Which leader goal?" not in keepers.top.text
    assert "Vera lays out the rest of the table." in others.top.text
    assert "lays out the rest of the table" not in keepers.top.text
    assert not [form for page in (keepers, others) for form in page.forms if form.action.endswith("/moved")]
    # While the first round lasts it stands on the same phones in a fold of its own.
    phones[0].send(next(form for form in keepers.forms if form.value("type") == "begin_round"))
    for phone, listed in zip(phones, laid, strict=True):
        page = phone.open(f"/t/{seat.code}")
        (fold,) = [one for one in page.top.all("details") if one.given.get("id") == "laid-before"]
        assert fold.text.startswith("From before: the setup")
        assert [one.given["data-tick"] for one in fold.all("input")] == listed
    assert "laid-before" not in PlainBrowser(hosted_app.test_client()).open(f"/t/{seat.code}").answer.text


@rule("P-6")
def test_in_light_depth_too_all_since_the_own_last_tap_is_one_list(hosted_app: Flask) -> None:
    phones = [PlainBrowser(hosted_app.test_client()) for _ in range(2)]
    for phone in phones:
        phone.open("/together")
    suspicion = [{"cubes": {"suspicion": 3}}, {"cubes": {"suspicion": 1}}]
    begin = {"round": 5, "phase": "round", "sides": suspicion}
    told = of_players("Vera", "Isaac", depth="light", holds=[0], begin_together=begin)
    seat, _ = sit_down(phones[0].client, told)
    take(phones[1].client, seat.code, 1, name="Isaac", invite=invited(phones[0].client, seat, seat=1))
    here, path = f"/t/{seat.code}", f"/api/v1/tables/{seat.code}"

    def act(phone: int, kind: str, **fields: Any) -> None:
        client = phones[phone].client
        body = {"version": done(client.get(path))["version"], "type": kind, "fields": fields}
        headers = {"Idempotency-Key": f"{kind}-{body['version']}"}
        done(client.post(f"{path}/actions", json=body, headers=headers))

    places = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
    act(0, "cubes_come", **{place: 3 * (place == "sewers") + 6 * (place == "smithy") for place in places})
    act(0, "raid")
    raided = "Return 1 suspicion cube to the supply."
    page = phones[1].open(here)
    assert raided in sentences(page)
    [moved] = [form.buttons[0].label for form in page.forms if form.action.endswith("/moved")]
    assert len(sentences(page)) == 1
    assert moved == "Tick off 1 move"
    act(0, "begin_round")
    assert raided in sentences(phones[1].open(here))
    act(1, "move_suspicion", cubes=["sewers"], to=[1])
    assert raided not in sentences(phones[1].open(here))
    page = phones[0].open(here)
    assert sentences(page)
    page = phones[0].send(next(form for form in page.forms if form.action.endswith("/moved")))
    assert not sentences(page)


def test_who_moves_for_a_sleeper_reads_whose_tokens_go_home_and_from_which_place(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, cubes={"sewers": {"suspicion": 1}})
    evening.tell(1, 5)
    for phone in (0, 2):
        evening.tell(phone)
    evening.sleep_but(0, 2)
    assert "from here" in evening.at(0).top.text
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    listed = " ".join(one.text for one in evening.at(0).top.all("section") if "data-moves" in one.given)
    assert "3 moves Isaac" in listed, "who has a phone that shows them goes on; for a sleeper somebody says so"
    assert "the 5 home from the Sewers" in listed
    assert "your 5 home" not in listed
    moved = next(one for one in evening.at(0).forms if one.action.endswith("/moved"))
    assert not sentences(evening.phones[0].send(moved))
    assert not sentences(evening.at(1)), "what was moved for a sleeper is not listed again"


@rule("L-10")
def test_whoever_waits_for_a_silent_phone_may_act_for_it_by_one_tap(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    for phone in (0, 2):
        evening.tell(phone)
    for seconds in (20, 40):
        assert "Act for Isaac" not in evening.at(2).top.text
        grow_older(evening.app, timedelta(seconds=seconds))
        evening.at(0)
    for phone in (0, 2):
        assert "Isaac: the phone is silent. Act for Isaac" in evening.at(phone).top.text
    form = evening.at(2, _standing_in(evening.at(2))).form(type="enter_tokens")
    page = evening.phones[2].send(form.fill("f.tokens", "2"))
    assert "Vera" in page.heading
    assert "Act for Isaac" not in page.top.text


def test_who_waits_for_a_silent_phone_looks_again_just_when_it_counts_as_silent(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    for phone in (0, 2):
        evening.tell(phone)
    grow_older(evening.app, timedelta(seconds=50))
    evening.at(2)
    (looks,) = re.findall(r'data-look="(\d+)"', evening.at(0).answer.text)
    assert int(looks) <= 11


@rule("R-1")
@pytest.mark.parametrize("turns", ["told", "enforced"])
def test_in_roll_call_every_phone_names_whose_turn_it_is_and_that_ones_alone_says_yours(
    hosted_app: Flask, turns: str
) -> None:
    evening = Evening(hosted_app, {"roll_call": True, "turns": turns}, phase="roll_call", location=None)
    said = [evening.at(phone).heading for phone in range(3)]
    assert said == ["Your turn: place or pass.", *["Roll call. It’s Vera’s turn."] * 2]
    watching = PlainBrowser(hosted_app.test_client()).open(f"/t/{evening.code}")
    assert watching.heading == "Roll call. It’s Vera’s turn."


@rule("L-17")
def test_who_enters_an_item_of_the_display_is_named_on_the_phones_of_the_others(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="cell_block", display=[{}, {}, {}])
    evening.tell(1, 5)
    for phone in (0, 2):
        evening.tell(phone)
    for item, name in enumerate(NAMES, start=1):
        named = f"{name} enters item {item} of the display."
        assert [named in evening.at(phone).top.text for phone in range(3)] == [NAMES[n] != name for n in range(3)]


@rule("L-1")
def test_while_somebody_chooses_the_keeper_alone_sees_where_the_button_will_be_that_goes_on(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="commissary")
    for phone, tokens in ((1, [5]), (0, []), (2, [])):
        evening.tell(phone, *tokens)
    waiting = [one.text for one in evening.at(0).top.all("button") if "disabled" in one.given]
    assert waiting == ["Go on to 6 Chow Hall"]
    assert not [one for phone in (1, 2) for one in evening.at(phone).top.all("button") if "disabled" in one.given]
    assert "the phone sleeps" not in next(evening.at(2).top.all("ol", _class="ranking")).text
    evening.sleep_but(0, 2)
    assert "the phone sleeps" in next(evening.at(2).top.all("ol", _class="ranking")).text


def test_beside_the_tokens_of_a_sleeper_the_own_crew_is_not_shown(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.sleep_but(0, 2)
    page = evening.at(2)
    assert [*page.top.all("a", id="crew-strip")]
    assert not [*evening.at(2, _standing_in(page)).top.all("a", id="crew-strip")]


@rule("P-6")
def test_a_raid_that_the_table_may_call_is_no_button_among_what_is_next(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, phase="roll_call", location=None)
    assert not [form for form in evening.at(0).forms if form.value("type") == "raid_now"]


def test_who_opens_any_page_of_the_table_is_awake(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    for below in ("/correct", "/log", "/crew", "/people"):
        evening.sleep_but(0, 2)
        assert "the phone sleeps" in evening.at(2).top.text
        evening.at(1, below)
        assert "the phone sleeps" not in evening.at(2).top.text


def test_in_light_depth_who_waits_for_a_sleeper_reads_of_that_where_the_question_was(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"depth": "light"}, phase="round", location=None, goons=None)

    def asked_in_sight() -> bool:
        (asked,) = evening.at(1).top.all("h2", data_heading="")
        return "unseen" not in asked.given["class"]

    assert asked_in_sight()
    evening.sleep_but(1)
    assert not asked_in_sight()


@rule("L-10")
def test_the_others_are_told_who_took_back_what_they_said_until_that_one_says_it_anew(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)

    def told() -> list[str]:
        return [one.text for one in evening.at(0).top.all("p") if "data-changed" in one.given or "data-by" in one.given]

    page = evening.tell_by_form(2, 2)
    assert not told()
    evening.phones[2].send(page.form(kind="undo"))
    evening.tell(1, 5)
    assert told() == ["Stan undid this: the tokens at the Sewers."]
    evening.tell(2, 3)
    assert not told()


def test_while_lines_are_covered_uncovering_the_next_is_primary_and_showing_the_result_is_quiet(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6)

    def buttons(phone: int) -> dict[str, bool]:
        found = [one for one in evening.at(phone).top.all("button") if "wide" in one.given.get("class", "").split()]
        return {one.text: "primary" in one.given["class"].split() for one in found}

    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    assert buttons(0)["Uncover: Track"]
    assert not buttons(0)["Show the result"]
    assert "Show the result" not in buttons(1)


@rule("L-10")
def test_two_sleepers_are_folded_in_the_hand_of_the_one_who_plays(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.sleep_but(0, 2)
    assert "fold-sleepers" not in evening.at(0).answer.text
    evening.sleep_but(0)
    page = evening.at(0)
    (fold,) = page.top.all("details", id="fold-sleepers")
    assert fold.text.startswith("The phones of Isaac and Stan are silent")
    assert [one.text for one in fold.all("a")] == ["Act for Isaac", "Act for Stan"]
    assert [one.text for one in page.top.all("a") if one.text.startswith("Act for")] == [
        one.text for one in fold.all("a")
    ]


def test_whoever_goes_back_reads_first_what_that_moves_for_each(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="exercise_yard")
    evening.tell(0)
    evening.tell(2)
    evening.tell(1, 5)
    way_back = evening.at(0, "/log?back=1")
    (moves,) = (one for one in way_back.top.all("ul") if "data-moves" in one.given)
    returned = ["Isaac: return 1 power cube to the supply.", "Vera: take the first player marker."]
    assert [one.text for one in moves.all("li")] == returned


def test_what_is_to_be_moved_back_stands_in_sight_where_cards_are_chosen_again(hosted_app: Flask) -> None:
    goons = {place: {"type": "dwarf", "icons": 1, "valuables": [], "effects": []} for place in GOONS}
    held = [{"cubes": {"scrap": 3}}, {}, {}]
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=held)
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    page = evening.at(0)
    choice = next(one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))
    page = evening.phones[0].send(evening.phones[0].open(choice).form(type="recruit"))
    page = evening.phones[0].send(page.form(kind="undo"))
    assert "pick=recruit" in str([one.given.get("href") for one in page.top.all("a")])
    back = [one for one in page.top.all("section") if "moving-back" in one.given.get("class", "")]
    folded = [one for fold in page.top.all("details") for one in fold.all("section")]
    assert len(back) == 1
    assert back[0] not in folded
    # Above the cards, which fill the rest of a phone.
    assert back[0].first < min(one.first for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))


@pytest.mark.parametrize("same", [True, False])
def test_after_an_undo_is_listed_what_to_put_back_and_after_the_next_choice_what_that_moves(
    hosted_app: Flask, *, same: bool
) -> None:
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOONS}
    cubes = {"chow_hall": {"suspicion": 2}}
    held = [{"cubes": {"scrap": 3}}, {}, {}]
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=held, cubes=cubes)
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    headings = []
    page = evening.at(0)
    for again in (False, True):
        choices = [one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", "")]
        choice = choices[again and not same]
        page = evening.phones[0].send(evening.phones[0].open(choice).form(type="recruit"))
        headings.append(headings_of_lists(page))
        assert page.form(type="type_card")
        if not again:
            page = evening.phones[0].send(page.form(kind="undo"))
            headings.append(headings_of_lists(page))
            assert "Moved nothing yet? Skip this list." in page.top.text
    assert headings == [["Move on your table"], ["Put back what you had already moved"], ["Move on your table"]]


def headings_of_lists(page: Page) -> list[str]:
    lists = [one for one in page.top.all("section") if "data-moves" in one.given]
    return [next(one.all("h2")).text.partition(":")[0] for one in lists]


@rule("L-16")
def test_who_did_not_undo_is_told_what_to_put_back_and_then_what_moves_as_the_game_goes_on(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app)
    for phone, tokens in ((0, []), (1, [5])):
        evening.tell(phone, *tokens)
    evening.tell(2, 4)
    took = [one for one in sentences(evening.at(1)) if "scrap" in one]
    assert took == ["Take 3 scrap from the supply."]
    evening.phones[2].send(next(one for one in evening.at(2).forms if one.value("kind") in {"undo", "strike"}))
    page = evening.at(1)
    assert headings_of_lists(page) == ["Put back what you had already moved"]
    assert [one for one in sentences(page) if "scrap" in one] == ["Return 3 scrap to the supply."]
    # Once Stan has told it otherwise, whoever has put that back and whoever has not find what to do.
    evening.tell(2, 3)
    page = evening.at(1)
    assert headings_of_lists(page) == ["Put back what you had already moved", "Move on your table"]
    assert [one for one in sentences(page) if "scrap" in one] == [
        "Return 3 scrap to the supply.",
        "Take 3 scrap from the supply.",
    ]
    page = evening.phones[1].send(next(form for form in page.forms if form.action.endswith("/moved")))
    assert not sentences(page)


def test_a_phone_that_says_it_is_there_from_another_page_is_not_silent(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    evening.tell(0)
    silent = "Isaac: the phone is silent."
    grow_older(hosted_app, timedelta(seconds=60))
    assert silent in evening.at(0).top.text
    assert evening.phones[1].client.head(f"/api/v1/tables/{evening.code}/version").status_code == 200
    assert silent not in evening.at(0).top.text


@rule("L-5", "L-16")
def test_what_a_location_has_moved_stays_open_to_somebody_who_chooses_a_reward_first(hosted_app: Flask) -> None:
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOONS}
    held = [{"cubes": {"scrap": 3}}, {}, {}]
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=held, cubes={"chow_hall": {"suspicion": 2}})
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    page = evening.at(0)
    listed = sentences(page)
    assert any("suspicion" in one for one in listed)
    choice = next(one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))
    page = evening.phones[0].send(evening.phones[0].open(choice).form(type="recruit"))
    [left] = page.top.all("details", id="list-left")
    assert "open" in left.given
    assert all(one in left.text for one in listed)
    assert not {*listed} & {*sentences(page)}


@rule("C-1", "C-6", "L-14")
def test_what_a_card_gives_is_a_list_of_its_own_beside_what_was_paid_for_it(hosted_app: Flask) -> None:
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOONS}
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=[{"cubes": {"scrap": 3}}, {}, {}])
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    choice = next(
        one.given["href"] for one in evening.at(0).top.all("a") if "pick=recruit" in one.given.get("href", "")
    )
    page = evening.phones[0].send(evening.phones[0].open(choice).form(type="recruit"))
    assert "Return 1 scrap to the supply." in sentences(page)
    form = page.form(type="type_card")
    [offered, *_] = form.named("f.card.effects")
    gives = next(one for one in offered.options if "gain_scrap" in one)
    page = evening.phones[0].send(form.fill("f.card.effects", gives))
    assert sentences(page) == ["Take 1 scrap from the supply."]
    [left] = page.top.all("details", id="list-left")
    assert "open" in left.given
    assert "Return 1 scrap to the supply." in left.text


@rule("L-14")
def test_a_list_that_was_open_when_tokens_were_entered_at_the_next_location_can_be_looked_up(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="smithy")
    for phone, tokens in ((0, [5]), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    listed = sentences(evening.at(1))
    assert "Take 1 iron from the supply." in listed
    [left] = evening.tell_by_form(1, 3).top.all("details", id="list-left")
    assert f"If not moved yet: {len(listed)}" in left.text
    assert "open" not in left.given
