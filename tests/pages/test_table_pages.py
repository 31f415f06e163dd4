"""A game on the phone without script: set up, played to the end through its forms, corrected, gone back in."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from flask import Flask
from form_players import FormPlayer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_browser import Button, Form, Node, Page, PlainBrowser
from support.common import rule
from support.table_client import STRENGTHS, strengths_in
from test_garbage_in_addresses import queries
from werkzeug.datastructures import MultiDict

from companion.pages.tables.play.acts import CORRECTIONS
from companion.rules.corrections import registry
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import DeckLooked, Event, GuardCardLooked, GuardCardTurned
from companion.rules.state.pieces import Cube
from companion.tables import repository

few = settings(
    derandomize=True,
    deadline=None,
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

CHANGED = "Something changed before this arrived. Nothing was done; look again."
MARKUP = "<b>Shiv</b>\"&'`"


@pytest.fixture
def plain(hosted_app: Flask) -> PlainBrowser:
    """A browser without script on a device that nobody knows yet."""
    return PlainBrowser(hosted_app.test_client())


@pytest.fixture
def other(hosted_app: Flask) -> PlainBrowser:
    """Somebody else's."""
    return PlainBrowser(hosted_app.test_client())


def box(plain: PlainBrowser, colour: str, **members: Any) -> str:
    """A copy whose guard cards of one difficulty are known, with strengths that are found nowhere else; its link."""
    base, coloured = STRENGTHS[:7], STRENGTHS[7:]
    guards = {
        "base": {str(n): {"strength": strength} for n, strength in enumerate(base)},
        colour: {str(n): {"strength": strength, "special": not n} for n, strength in enumerate(coloured)},
    }
    file = {"format": "lockup-box", "version": 1, "name": "My copy", "guards": guards, **members}
    plain.post("/box/import", MultiDict({"text": json.dumps(file)}))
    return plain.address.rpartition("/")[2]


def begun(plain: PlainBrowser, name: str = "begun", **wishes: str) -> FormPlayer:
    """A player before a new table."""
    player = FormPlayer(plain, name)
    player.begin(**{"dealing": "house", **wishes})
    return player


def in_roll_call(plain: PlainBrowser, **wishes: str) -> FormPlayer:
    """A player whose turn it is in a roll call, at a table that has a few lines."""
    moment = {"b.round": "3", "b.phase": "roll_call"}
    player = begun(plain, **{**moment, **wishes})
    player.page = plain.send(plain.open(f"{table(player)}/figures").form().fill("marker", "0"))
    while player.page.scene == "goons":
        player.send(*goons(player.page))
    return player


def goons(page: Page, **first: str) -> tuple[Form, Button]:
    """The form of the goons that a page asks for, filled in with Dwarves; of the first what else is given."""
    form = page.form(type="type_goons")
    kinds = [one.name for one in form.controls if one.name.endswith(".type")]
    for name in kinds:
        form.fill(name, "dwarf").fill(name.replace(".type", ".icons"), "2")
    for member, text in first.items():
        form.fill(kinds[0].replace(".type", f".{member}"), text)
    return form, form.buttons[-1]


def types(page: Page) -> set[str]:
    """The types of the acts that a page has a button for."""
    return {form.value("type") for form in page.forms if form.buttons}


def table(player: FormPlayer) -> str:
    """The address of the table."""
    return next(form.action for form in player.page.forms if form.value("kind"))


def same(one: Page, other: Page) -> bool:
    """Whether two pages show the same game."""
    return shown(one) == shown(other)


def shown(page: Page) -> str:
    """The words of a page, but for the lists that the last tap has left."""
    [main] = page.top.all("main")
    words = " ".join(main.text.split())
    for left in ("list-left-back", "list-left"):
        for one in main.all("details", id=left):
            words = words.replace(" ".join(one.text.split()), "")
    return " ".join(words.split())


# Setup


def test_what_most_want_is_chosen_already(plain: PlainBrowser) -> None:
    form = plain.open("/alone").forms[0]
    assert [form.value(name) for name in ("difficulty", "dealing", "edition")] == ["moderate", "cards", "later"]
    assert not form.named("advanced")[0].on


def test_the_app_deals_where_the_guard_deck_is_known(plain: PlainBrowser) -> None:
    form = plain.open(f"/alone?box={box(plain, 'green')}").forms[0]
    assert form.value("dealing") == "app"


def test_to_look_at_the_setup_makes_no_copy_and_to_begin_makes_one(plain: PlainBrowser) -> None:
    form = plain.open("/alone").forms[0].fill("dealing", "house")
    assert form.value("box") == ""
    plain.send(form)
    assert plain.open("/alone").forms[0].value("box") != ""


def test_what_was_chosen_the_last_time_is_chosen_again(plain: PlainBrowser) -> None:
    begun(plain, difficulty="expert", dealing="house")
    form = plain.open("/alone").forms[0]
    assert [form.value(name) for name in ("difficulty", "dealing")] == ["expert", "house"]


def test_a_setup_that_is_sent_twice_is_one_table(plain: PlainBrowser) -> None:
    form = plain.open("/alone").forms[0].fill("dealing", "house")
    plain.send(form)
    first = plain.address
    plain.address = "/alone"
    plain.send(form)
    assert plain.address == first


def test_another_setup_from_the_same_page_is_asked_for_again_and_kept(plain: PlainBrowser) -> None:
    form = plain.open("/alone").forms[0].fill("dealing", "house")
    plain.send(form)
    plain.address = "/alone"
    page = plain.send(form.fill("difficulty", "expert"))
    assert (page.status, page.problem) == (422, CHANGED)
    page = plain.send(page.forms[0])
    assert page.status == 200
    assert page.version == 1


@rule("S-9", "E-14")
def test_of_a_game_that_has_begun_already_the_moment_is_chosen_and_then_its_numbers_are_set_right(
    plain: PlainBrowser, hosted_app: Flask
) -> None:
    form = plain.open("/alone").forms[0].fill("dealing", "house").fill("b.round", "4").fill("b.phase", "patrol")
    numbers = plain.send(form)
    code = plain.address.removesuffix("/figures").rpartition("/")[2]
    page = plain.send(numbers.form().fill("reputation.0", "10+7").fill("gold.1", "2").fill("marker", "1"))
    assert page.scene == "goons"
    with hosted_app.app_context():
        game = repository.find(code).state.game
    assert (game.round, game.phase, game.first_player) == (4, "patrol", 1)
    assert (game.reputation[0], game.at(1, Cube.GOLD)) == (17, 2)


BAD_WISHES: list[tuple[dict[str, str], str]] = [
    ({"dealing": "app"}, "0 of 12 are known"),
    ({"edition": "first", "advanced": "yes"}, "This edition has no advanced setup."),
    ({"edition": "first", "advanced": "yes", "f.trait.power": "2"}, "This edition has no advanced setup."),
    ({"edition": "first", "advanced": "yes", "f.trait.power": "2"}, "This edition has no advanced setup."),
    ({"f.trait.power": "2"}, "Traits and B sides belong to the advanced setup."),
    ({"advanced": "yes", "f.trait.power": "many"}, "Power cubes: "),
    ({"f.leader_goal.counts": "gem", "f.leader_goal.minimum": "0"}, "At least (2 if left empty): "),
    ({"seed": "x" * 41}, "Seed: "),
    ({"seed": "a\0b"}, "Seed: "),
    ({"b.round": "9"}, "Round: "),
    ({"b.phase": "patrol"}, "Round: "),
    ({"difficulty": "easy"}, "Difficulty: "),
    ({"edition": "second"}, "Edition: "),
    ({"dealing": "tarot"}, "Way of dealing: "),
]


@pytest.mark.parametrize(("wishes", "said"), BAD_WISHES)
def test_a_wish_that_cannot_be_is_refused_in_a_sentence_and_stays_typed(
    plain: PlainBrowser, wishes: dict[str, str], said: str
) -> None:
    sent = plain.open("/alone").forms[0].sent()
    for name, text in wishes.items():
        sent.setlist(name, [text])
    page = plain.post("/alone", sent)
    assert page.status == 422
    assert said in page.problem
    assert page.problem.endswith(".")
    form = page.forms[0]
    offered = {name: {one.value for one in form.named(name)} for name in wishes if form.named(name)}
    kept = {name: form.value(name) for name in offered}
    text_or_offered = {name: text for name, text in wishes.items() if name[:2] == "f." or text in offered.get(name, ())}
    assert kept == {**kept, **text_or_offered}
    assert page.forms[0].value("seed") == wishes.get("seed", "")


def test_an_end_game_goal_that_was_left_for_later_is_asked_for_before_the_last_raid(plain: PlainBrowser) -> None:
    late = {"b.round": "6", "b.phase": "patrol"}
    page = begun(plain, **late).page
    while page.scene == "goons":
        page = plain.send(*goons(page))
    [link] = [
        one.given["href"]
        for one in page.top.all("a")
        if one.given.get("href", "").endswith("what=set_end_goal#set_end_goal")
    ]
    [raid] = page.top.all("section", _class="verdict-line")
    assert raid.text.startswith("Raid: a tie at 0 suspicion.")
    ended = plain.send(page.form(type="raid"))
    # A result without them says so.
    assert [one.text.split(". ")[1] for one in ended.top.all("p", _class="goal-reminder")] == [
        "It is not in the result"
    ] * 2
    plain.send(ended.form(kind="undo"))
    page = plain.open(link.partition("#")[0])
    # Its field stands alone, and what is typed there is no correction.
    assert [form.value("type") for form in page.forms if form.value("kind") == "correction"] == ["set_end_goal"]
    assert [one.text for one in page.top.all("h1")] == ["Which end game goal?"]
    other = plain.open(link.partition("?")[0] + "?what=set_leader_goal")
    assert [form.value("type") for form in other.forms if form.value("kind") == "correction"] == ["set_leader_goal"]
    assert [one.label for one in other.form(type="set_leader_goal").buttons] == ["Enter the goal"]
    typed = page.form(type="set_end_goal").fill("f.goal.kind", "condition")
    page = plain.send(typed)
    assert "what=set_end_goal" not in page.answer.text
    # What cannot be counted is asked below what the raid did, to be seen.
    page = plain.send(page.form(type="raid"))
    [asked] = [one for one in page.top.all("h2") if one.text == "You: how many points for the end game goal?"]
    assert "unseen" not in asked.given.get("class", "")
    assert "Points for the end game goal" in page.answer.text


@rule("R-4")
def test_who_passes_alone_with_the_whole_crew_at_home_is_asked_first(plain: PlainBrowser) -> None:
    before = in_roll_call(plain).page
    page = plain.send(before.form(type="pass"))
    assert (page.status, page.version) == (200, before.version)
    assert page.problem.startswith("All your 6 tokens stay at home this round.")
    assert plain.send(page.form(type="pass")).version > before.version


@rule("R-4")
def test_who_passes_alone_with_tokens_at_home_is_told_which_before_it_counts(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    form = player.page.form(type="assign")
    form.fill("f.tokens", *(one.value for one in form.named("f.tokens") if one.value not in {"4", '"lookout"'}))
    page = plain.send(form, form.buttons[0])
    while not any(one.value("type") == "pass" for one in page.forms):
        form = page.form(kind="act")
        page = plain.send(form, form.buttons[0])
    before = page.version
    page = plain.send(page.form(type="pass"))
    assert (page.version, page.problem) == (
        before,
        "Still at home: 4, lookout. Tap Pass again to leave them there.",
    )
    assert plain.send(page.form(type="pass")).version > before


def test_what_the_guards_did_opens_its_reasons_from_its_own_sentence(plain: PlainBrowser) -> None:
    page = in_roll_call(plain, seed="one").page
    form = page.form(type="assign")
    form.fill("f.tokens", "2")
    page = plain.send(form, form.buttons[0])
    while "pass" not in types(page):
        form = page.form(kind="act")
        page = plain.send(form, form.buttons[0])
    [said] = next(page.top.all("details", _class="news why")).all("summary")
    assert said.text.startswith("The guard card at ")
    assert said.text.endswith(" Why?")


def test_a_row_that_is_tapped_says_what_it_gives_and_leads_no_token_anywhere(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    page = plain.open(f"{table(player)}?row=smithy")
    [meaning] = [one for one in page.top.all("p", _class="meaning") if "hidden" not in one.given]
    goon = "Dwarves at the end, by number: 1, 3, 7, 12, 18, 25, 30. A token you tap now goes here."
    assert meaning.text == f"4 Smithy Strongest: 2 iron. Second: look at your board. {goon}"
    # In the row itself it is no sign that could be taken for suspicion.
    notes = [one.text for one in page.top.all("span", _class="note")]
    assert any(one.endswith("look at your board") and "…" in one for one in notes), notes
    assert not any("?" in one for one in notes)
    assert page.version == player.page.version


def test_signs_have_their_words_in_the_first_round_until_somebody_turns_them_off(plain: PlainBrowser) -> None:
    player = begun(plain)
    page = player.play(lambda page: "assign" in types(page))
    assert [one.text for one in page.top.all("small", _class="caption")] == ["enforcer", "lookout"]
    [cubes] = page.top.all("p", _class="captions")
    # A sign of its own would be taken for a button that helps.
    assert cubes.text == "!= power = suspicion"
    choice = next(form for form in page.forms if form.action == "/preferences")
    plain.send(choice, choice.button("off"))
    assert "caption" not in {one.given.get("class") for one in plain.open(table(player)).top.all("small")}
    assert "/preferences" not in {form.action for form in in_roll_call(plain).page.forms}


def test_before_round_1_the_page_lists_what_lies_on_the_table_and_undo_leads_back_to_the_goons(
    plain: PlainBrowser,
) -> None:
    player = begun(plain, dealing="cards", difficulty="expert")
    page = plain.send(*goons(player.page))
    assert page.scene == "setup"
    assert "Expert, my cards" in page.top.text
    assert "Shuffle 12 guard cards" in page.top.text
    assert "7 base and 5 red, not green or yellow" in page.top.text
    assert "Place 10 suspicion cubes" in page.top.text
    # A goal that was left for later is not forgotten by a line under the fold.
    [reminder] = page.top.all("p", _class="goal-reminder")
    assert reminder.text.startswith("No leader goal entered yet.")
    undo = page.form(kind="undo")
    assert plain.send(undo, undo.buttons[0]).scene == "goons"


def test_dealing_by_the_app_says_why_it_is_closed_and_where_the_cards_are_typed(plain: PlainBrowser) -> None:
    page = plain.open("/alone")
    assert "App deals is closed: it needs the guard cards of “My copy”, 0 of 12 are entered." in page.top.text
    assert "Local Lockup" in page.top.text
    assert "/box?alone=1" in {one.given.get("href") for one in page.top.all("a", _class="link")}
    # Right below the choice, before what the others mean, and also where the house deck is chosen.
    notes = [one.given["class"] for one in page.top.all("p") if "note" in one.given.get("class", "")]
    assert notes.index("note needs-moderate") < notes.index("note for-cards")


@rule("Z-2")
def test_the_setup_leads_to_the_guard_deck_that_it_lacks_and_from_each_card_of_it_back(plain: PlainBrowser) -> None:
    def way(page: Page, text: str) -> str:
        return next(one.given["href"] for one in page.top.all("a") if one.text == text)

    # The first time a copy is made on the way.
    deck = plain.open(way(plain.open("/alone"), "Enter guard cards"))
    deck = plain.open(next(deck.top.all("a")).given["href"])
    for number in ("3", "4"):
        deck = plain.send(deck.form(), next(one for one in deck.form().buttons if one.value == number))
    setup = plain.open(way(deck, "Back to the setup"))
    assert "2 of 12 are entered" in setup.top.text
    assert way(deck, "Back to the setup") == f"/alone?box={setup.form().value('box')}"
    assert way(setup, "Enter guard cards") == f"/box/{setup.form().value('box')}/guards?alone=1"


@rule("Z-2")
def test_as_soon_as_one_deck_is_whole_its_first_button_leads_back_to_the_setup(plain: PlainBrowser) -> None:
    way = next(one for one in plain.open("/alone").top.all("a") if one.text == "Enter guard cards").given["href"]
    address = next(plain.open(way).top.all("a")).given["href"].partition("?")[0]
    primary: list[str] = []
    for colour, cards in (("base", 7), ("green", 5)):
        deck = plain.open(f"{address}?colour={colour}&alone=1")
        for _ in range(cards):
            deck = plain.send(deck.form(), next(one for one in deck.form().buttons if one.value == "3"))
        primary += [one.text for one in deck.top.all("a") if one.given.get("class") == "button primary"]
    assert primary == ["Next colour: Green", "Back to the setup"]
    assert "Next colour: Yellow" in deck.top.text


def test_a_setup_in_the_advanced_way_begins(plain: PlainBrowser) -> None:
    sent = plain.open("/alone").forms[0].sent()
    sent["advanced"], sent["f.trait.power"], sent["f.b_side.reputation"] = "yes", "2", "3"
    page = plain.post("/alone", sent)
    assert page.status == 200
    figures = plain.open(f"{plain.address}/figures").form()
    assert [figures.value(name) for name in ("reputation.0", "power.0", "reputation.1")] == ["3", "3", "20"]


@pytest.mark.slow
def test_a_known_seed_deals_the_same_prison_to_two(plain: PlainBrowser, other: PlainBrowser) -> None:
    players = [begun(one, name="same hands", seed="the same prison") for one in (plain, other)]
    for player in players:
        player.play(lambda page: page.version > 12)
    assert same(players[0].page, players[1].page)


# Whole games


class Witness:
    """Looks through every page for strengths of guard cards that nobody has turned up yet.

    Attributes:
        pages: how many it has seen.
    """

    def __init__(self, app: Flask, player: FormPlayer, plain: PlainBrowser, other: PlainBrowser) -> None:
        self._app, self._player, self._browser, self._other = app, player, plain, other
        self._known: set[int] = set()
        self.pages = 0

    def __call__(self, page: Page) -> None:
        self._check(page)
        if self._player.steps % 15 == 0:
            path = table(self._player)
            for one in (self._browser, self._other):
                self._check(Page(one.client.get(path)))
            for below in ("figures", "correct", "log", "shuffles"):
                self._check(Page(self._browser.client.get(f"{path}/{below}")))

    def _check(self, page: Page) -> None:
        assert page.status < 500
        found = strengths_in(page.answer.data)
        if not found <= self._known:
            self._known = self._shown()
        assert found <= self._known
        self.pages += 1

    def _shown(self) -> set[int]:
        """The strengths that were turned up or looked at so far."""
        with self._app.app_context():
            loaded = repository.find(table(self._player).rpartition("/")[2])
            events = chain.from_iterable(line.events for line in repository.log(loaded.table))
            return {int(face.strength) for event in events if (face := shown_by(event)) is not None}


def shown_by(event: Event) -> GuardFace | None:
    """The guard card that somebody was shown by an event."""
    match event:
        case GuardCardTurned(_, face) | GuardCardLooked(_, face) | DeckLooked(_, GuardFace() as face):
            return face
    return None


# What is refused is said, and stays typed


def test_a_goon_that_is_half_typed_stays(plain: PlainBrowser) -> None:
    player = begun(plain)
    page = player.send(*goons(player.page, icons="", name=MARKUP))
    assert page.status == 409
    again = page.form(type="type_goons")
    assert (again.value("f.goons.sewers.type"), again.value("f.goons.sewers.name")) == ("dwarf", MARKUP)
    assert again.value("f.goons.chow_hall.icons") == "2"


def test_a_guard_card_that_is_mistyped_stays(plain: PlainBrowser) -> None:
    player = begun(plain, dealing="cards", difficulty="challenging")
    player.play(lambda page: "show_guard_card" in types(page))
    form = player.page.form(type="show_guard_card").fill("f.face.strength.more", "6x").fill("f.face.colour", "yellow")
    form.fill("f.face.special", "yes")
    form.fill("f.face.special", "yes")
    page = player.send(form, form.buttons[0])
    assert page.status == 409
    again = page.form(type="show_guard_card")
    assert (again.value("f.face.strength.more"), again.value("f.face.colour")) == ("6x", "yellow")
    assert again.values("f.face.special") == ["yes"]
    assert again.value("f.card") == form.value("f.card")


def test_what_is_missing_is_asked_for_by_its_name(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    form = player.page.form(type="assign")
    assert plain.send(form, form.buttons[0]).problem == "Choose a token first."
    page = plain.send(*goons(begun(plain).page, icons="few"))
    assert page.problem == "Type “Sewers, Suspicion icons” as a whole number."


@rule("C-4")
def test_no_card_is_entered_empty_but_where_one_says_so(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    page = plain.open(f"{table(player)}/correct")
    picks = next(one.given["href"] for one in page.top.all("a") if "what=set_shown&card=" in one.given.get("href", ""))
    form = plain.open(picks).form(type="set_shown")
    page = plain.send(form, form.buttons[-1])
    assert (page.status, page.problem) == (409, "Tap what the card shows, or say that it shows nothing.")
    again = page.form(type="set_shown").fill("nothing", "yes")
    assert plain.send(again, again.buttons[-1]).status == 200


@rule("E-16")
@pytest.mark.parametrize(("difficulty", "asked"), [("moderate", False), ("expert", True)])
def test_only_of_a_deck_with_a_special_card_it_is_asked_which_one_it_is(
    plain: PlainBrowser, difficulty: str, asked: bool
) -> None:
    player = begun(plain, dealing="cards", difficulty=difficulty)
    player.play(lambda page: "show_guard_card" in types(page))
    assert bool(player.page.form(type="show_guard_card").named("f.face.special")) is asked


def test_a_correction_that_is_refused_stands_alone_with_all_that_was_chosen(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    form = plain.open(f"{table(player)}/correct").form(type="set_cubes")
    form.fill("f.place", '"smithy"').fill("f.cube", '"iron"').fill("f.number", "-3")
    page = plain.send(form, form.buttons[-1])
    assert page.status == 409
    assert page.problem
    again = page.form(type="set_cubes")
    assert [again.value(f"f.{name}") for name in ("place", "cube", "number")] == ['"smithy"', '"iron"', "-3"]
    assert [form.value("type") for form in page.forms if form.value("kind") == "correction"] == ["set_cubes"]


@pytest.fixture
def tokens(plain: PlainBrowser) -> tuple[FormPlayer, Form]:
    """A player before the board, and the form of two of its tokens."""
    player = in_roll_call(plain)
    form = player.page.form(type="assign")
    return player, form.fill("f.tokens", *[one.value for one in form.named("f.tokens")][:2])


def test_tokens_that_were_chosen_on_an_old_page_stay_chosen(
    tokens: tuple[FormPlayer, Form], plain: PlainBrowser
) -> None:
    player, form = tokens
    correct = plain.open(f"{table(player)}/correct").form(type="set_token").fill("f.to", '"smithy"')
    last = [one.value for one in form.named("f.tokens")][-1]
    plain.send(correct.fill("f.token", f'{{"side":0,"token":{last}}}'), correct.buttons[-1])
    page = plain.send(form, form.buttons[0])
    assert (page.status, page.problem) == (409, CHANGED)
    assert page.form(type="assign").values("f.tokens") == form.values("f.tokens")


def test_a_game_is_played_again_in_one_tap_from_its_end_and_its_result_and_leads_to_the_next_one(
    plain: PlainBrowser, hosted_app: Flask
) -> None:
    late = {"b.round": "6", "b.phase": "patrol"}
    player = begun(plain, difficulty="expert", edition="first", **late)
    while player.page.scene == "goons":
        player.send(*goons(player.page))
    player.play()
    here = table(player)
    [result] = [form for form in player.page.forms if form.action.endswith("/scores")]
    pages = [player.page, plain.send(result)]
    for page in pages:
        assert [form.action for form in page.forms if form.value("again")] == ["/alone"]
    [again] = [form for form in pages[1].forms if form.value("again")]
    page = plain.send(again)
    assert (page.scene, plain.address != here) == ("goons", True)
    with hosted_app.app_context():
        setup = repository.find(plain.address.rpartition("/")[2]).state.game.setup
    assert (setup.difficulty, setup.edition_name, setup.dealing) == ("expert", "first", "house")
    page = plain.open(here)
    assert not [form for form in page.forms if form.action == "/alone"]
    told = [one.text for one in page.top.all("p") if "data-next-game" in one.given]
    assert told == ["The next game is open. Stay here Go there now"]


# Old pages and second taps


def test_a_second_tap_does_nothing_twice(tokens: tuple[FormPlayer, Form], plain: PlainBrowser) -> None:
    player, form = tokens
    before = player.page.version
    pages = [plain.send(form, form.buttons[0]) for _ in range(2)]
    assert [page.status for page in pages] == [200, 200]
    assert [page.version for page in pages] == [before + 1, before + 1]


def test_a_tap_on_another_button_of_the_same_page_is_refused(
    tokens: tuple[FormPlayer, Form], plain: PlainBrowser
) -> None:
    _, form = tokens
    done = plain.send(form, form.buttons[0])
    page = plain.send(form, form.buttons[1])
    assert (page.status, page.problem, page.version) == (409, CHANGED, done.version)


def test_a_form_of_an_old_page_is_refused(plain: PlainBrowser) -> None:
    player = begun(plain)
    old = goons(player.page)
    player.play(lambda page: page.version > 3)
    page = plain.send(*old)
    assert (page.status, page.problem, page.version) == (409, CHANGED, player.page.version)


def test_a_form_without_a_version_is_refused(tokens: tuple[FormPlayer, Form], plain: PlainBrowser) -> None:
    player, form = tokens
    for version in ("", "0", "x", "99999999999", "9999999"):
        sent = form.sent(form.buttons[0])
        sent["version"] = version
        page = plain.post(form.action, sent)
        assert (page.status, page.problem, page.version) == (409, CHANGED, player.page.version)


def test_an_old_correction_is_refused_where_it_can_be_done_again(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    form = plain.open(f"{table(player)}/correct").form(type="set_reputation").fill("f.side", "0")
    once = plain.open(f"{table(player)}/correct").form(type="set_reputation").fill("f.side", "0")
    plain.send(once.fill("f.number", "17"), once.buttons[-1])
    page = plain.send(form.fill("f.number", "18"), form.buttons[-1])
    assert (page.status, page.problem) == (409, CHANGED)
    again = page.form(type="set_reputation")
    assert again.value("f.number") == "18"
    plain.send(again, again.buttons[-1])
    assert plain.open(f"{table(player)}/figures").form().value("reputation.0") == "18"


# Somebody else


def test_somebody_else_sees_the_table_and_can_do_nothing(plain: PlainBrowser, other: PlainBrowser) -> None:
    player = in_roll_call(plain)
    path = table(player)
    seen = other.open(path)
    assert seen.status == 200
    assert [form for form in seen.forms if form.buttons] == []
    for form in player.page.forms:
        for button in form.buttons:
            assert other.post(form.action, form.sent(button)).status == 403
    assert [other.open(f"{path}/{below}").status for below in ("figures", "log", "correct")] == [403, 403, 403]
    for below in ("figures", "scores", "close"):
        assert other.post(f"{path}/{below}", MultiDict({"version": "3", "reputation.0": "99"})).status == 403
    assert plain.open(path).version == player.page.version


@pytest.mark.slow
@rule("V-1", "Z-5", "E-17")
def test_what_a_tome_showed_nobody_else_sees_and_its_card_is_turned_over_or_left(
    hosted_app: Flask, plain: PlainBrowser, other: PlainBrowser
) -> None:
    player = FormPlayer(plain, "looks at a card")
    player.begin(box(plain, "green", edition="prototype"), dealing="app", edition="prototype")
    player.play(lambda page: page.version > 14 and "assign" in types(page))
    figures = plain.open(f"{table(player)}/figures").form()
    plain.send(figures.fill("tomes.0", "1"), figures.buttons[0])
    assert "play_tome" not in types(plain.open(table(player)))
    # It is discarded as it is played, so that the tap that leads there only asks.
    tome = plain.open(f"{table(player)}?ask=tome").form(type="play_tome")
    page = plain.send(tome, tome.buttons[0])
    [end] = [one for one in page.top.all("button") if one.text == "Done with the tome"]
    assert "primary" in end.given.get("class", "")
    looks = page.form(type="look_at_guard_card")
    page = plain.send(looks, looks.buttons[0])
    [shown] = strengths_in(page.answer.data) - strengths_in(player.page.answer.data)
    for below in ("", "/shuffles"):
        assert shown not in strengths_in(other.open(f"{table(player)}{below}").answer.data)
    # Another is laid beside it.
    cards = plain.client.get(f"/api/v1/tables/{table(player).rpartition('/')[2]}").json["state"]["guard_cards"]
    [(card, place)] = [(at, one["location"]) for at, one in enumerate(cards) if one["looked"]]
    adds = page.form(type="add_guard_card")
    page = plain.send(adds, adds.button(f'"{place}"'))
    ends = page.form(type="tome_done")
    player.page = plain.send(ends, ends.buttons[0])
    player.play(lambda page: "turn_guard_card" in types(page))
    turns = player.page.form(type="turn_guard_card")
    assert {str(card), str(len(cards))} <= {one.value for one in turns.buttons}


# Hostile things


def test_names_with_markup_are_text_on_every_page(plain: PlainBrowser) -> None:
    player = begun(plain)
    plain.send(*goons(player.page, name=MARKUP))
    player.page = plain.open(table(player))
    # In the first roll call every goon still lies in its space.
    player.play(lambda page: page.scene == "board")
    for below in ("", "/figures", "/log", "/correct"):
        page = plain.open(f"{table(player)}{below}")
        assert MARKUP in page.top.text, below
        assert "<b>Shiv" not in page.answer.text, below


@pytest.mark.parametrize("code", ["x", "%00", "%ff", "a" * 3000, "%F0%9F%98%80", "222222", "------"])
@pytest.mark.parametrize("below", ["", "/board", "/figures", "/log", "/correct", "/shuffles"])
def test_an_address_of_no_table_is_not_found(plain: PlainBrowser, code: str, below: str) -> None:
    assert plain.open(f"/t/{code}{below}").status == 404


FIELDS = [
    *(
        "type",
        "kind",
        "version",
        "once",
        "to",
        "raise",
        "f.tokens",
        "f.location",
        "f.card",
        "f.face.strength",
        "f.face!",
    ),
    *("f.goon!", "f.goon.type", "f.goon.icons", "f.place", "f.cube", "f.number", "f.side", "f.ruling", "f.what"),
]
VALUES = st.sampled_from(
    [
        *("act", "correction", "undo", "redo", "set_cubes", "set_box", "assign", "pass", "set_ruling", "type_goon"),
        *('"smithy"', '"iron"', "0", "1", "15", "null", "{}", "[" * 2000, '{"key":1}', "1e400", "NaN", "iron:99"),
        *(":", "iron:", "iron:-1", "tome:4", '"\\ud800"', '{"strength":{}}', '{"type":[],"icons":"2"}'),
    ]
)


@pytest.mark.slow
@pytest.mark.parametrize("below", ["", "/figures"])
def test_a_table_answers_whatever_is_sent(plain: PlainBrowser, below: str) -> None:
    player = in_roll_call(plain, seed="garbage")
    names = FIELDS if not below else ["version", "once", "marker", "raise", "iron.0", "reputation.1", "storage.1"]

    @few
    @given(queries(names), st.lists(st.tuples(st.sampled_from(names), VALUES), max_size=8))
    def send(garbage: list[tuple[str, str]], sense: list[tuple[str, str]]) -> None:
        now = str(plain.open(table(player)).version)
        page = plain.post(table(player) + below, MultiDict([*garbage, *sense, ("version", now)]))
        assert page.status in {200, 409}, (garbage, sense)
        assert page.status == 200 or page.problem

    send()


@pytest.mark.slow
def test_a_setup_answers_whatever_is_sent(plain: PlainBrowser) -> None:
    names = [
        *("difficulty", "dealing", "edition", "advanced", "seed", "box", "f.trait.power", "f.leader_goal.counts"),
        *(
            "b.round",
            "b.phase",
        ),
    ]

    @few
    @given(queries([*names, "f.end_goal.kind", "f.leader_goal.minimum", "f.end_goal!", "once"]))
    def send(fields: list[tuple[str, str]]) -> None:
        page = plain.post("/alone", MultiDict(fields))
        assert page.status in {200, 422}, fields
        assert plain.open(f"/alone?box={dict(fields).get('box', '')[:30]}").status == 200

    send()


# Figures


@pytest.fixture
def figures(plain: PlainBrowser) -> tuple[str, Form]:
    """The address of a table, and the form of its figures."""
    path = table(in_roll_call(plain))
    return path, plain.open(f"{path}/figures").form()


def numbers(plain: PlainBrowser, path: str, *names: str) -> list[str]:
    form = plain.open(f"{path}/figures").form()
    return [form.value(name) for name in names]


def test_several_numbers_are_corrected_at_once(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, form = figures
    holder = form.value("marker")
    form.fill("iron.0", "4").fill("gold.1", "1+1").fill("reputation.0", "23").fill("marker", str(1 - int(holder)))
    before = int(form.value("version"))
    assert plain.send(form, form.buttons[0]).status == 200
    assert numbers(plain, path, "iron.0", "gold.1", "reputation.0") == ["4", "2", "23"]
    assert plain.open(f"{path}/figures").form().value("marker") == str(1 - int(holder))
    assert plain.open(path).version == before + 4


def test_what_one_form_has_corrected_is_taken_back_and_done_again_with_a_tap(
    figures: tuple[str, Form], plain: PlainBrowser
) -> None:
    path, form = figures
    names = ("iron.0", "gold.1", "reputation.0")
    before = numbers(plain, path, *names)
    once = plain.send(form.fill("iron.0", "4"), form.buttons[0])
    assert once.form(kind="undo").buttons[0].label == "Undo: your iron from 0 to 4"
    form = plain.open(f"{path}/figures").form().fill("iron.0", "3").fill("gold.1", "2").fill("reputation.0", "23")
    back = plain.send(form, form.buttons[0]).form(kind="undo")
    assert back.buttons[0].label == "Undo: 3 numbers corrected"
    page = plain.send(back)
    assert "Undone: 3 numbers corrected." in page.top.text
    assert numbers(plain, path, *names) == ["4", *before[1:]]
    assert page.form(kind="undo").buttons[0].label == once.form(kind="undo").buttons[0].label
    plain.send(page.form(kind="redo"))
    assert numbers(plain, path, *names) == ["3", "2", "23"]


def test_a_second_tap_corrects_nothing_twice(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    _, form = figures
    form.fill("iron.0", "4").fill("tomes.0", "2")
    pages = [plain.send(form, form.buttons[0]) for _ in range(2)]
    assert [page.status for page in pages] == [200, 200]
    assert pages[0].version == pages[1].version


def test_cubes_that_are_given_back_can_be_taken_by_the_other_side(
    figures: tuple[str, Form], plain: PlainBrowser
) -> None:
    path, form = figures
    form.fill("iron.0", "15").fill("iron.1", "0")
    plain.send(form, form.buttons[0])
    form = plain.open(f"{path}/figures").form().fill("iron.0", "0").fill("iron.1", "15")
    assert plain.send(form, form.buttons[0]).status == 200
    assert numbers(plain, path, "iron.0", "iron.1") == ["0", "15"]


@rule("E-14")
def test_more_than_the_box_has_is_refused_and_the_count_can_be_raised(
    figures: tuple[str, Form], plain: PlainBrowser
) -> None:
    path, form = figures
    page = plain.send(form.fill("gold.0", "40").fill("reputation.0", "77").fill("iron.1", "3"), form.buttons[0])
    assert page.status == 409
    assert "gold" in page.problem
    again = page.form(**{"gold.0": "40"})
    raising = next(one for one in page.forms if one.buttons and one.buttons[0].name == "raise")
    assert again.value("gold.0") == "40"
    assert plain.send(raising, raising.buttons[0]).status == 200
    assert numbers(plain, path, "gold.0", "reputation.0", "iron.1") == ["40", "77", "3"]


@rule("E-14")
def test_where_one_number_is_refused_none_is_corrected(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, form = figures
    before = numbers(plain, path, "gold.0", "reputation.0", "scrap.1")
    version = plain.open(path).version
    page = plain.send(form.fill("gold.0", "40").fill("reputation.0", "77").fill("scrap.1", "3"), form.buttons[0])
    assert page.status == 409
    assert numbers(plain, path, "gold.0", "reputation.0", "scrap.1") == before
    assert plain.open(path).version == version


@rule("E-14")
def test_two_counts_of_the_box_are_raised_one_after_the_other(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, form = figures
    page = plain.send(form.fill("gold.0", "40").fill("iron.0", "50"), form.buttons[0])
    for status in (409, 200):
        raising = next(one for one in page.forms if one.buttons and one.buttons[0].name == "raise")
        page = plain.send(raising, raising.buttons[0])
        assert page.status == status
    assert numbers(plain, path, "gold.0", "iron.0") == ["40", "50"]


@rule("E-14")
def test_a_correction_that_is_refused_raises_no_count(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, _ = figures
    form = plain.open(f"{path}/correct").form(type="set_cubes")
    form.fill("f.place", "0").fill("f.cube", '"gold"').fill("f.number", "-1")
    sent = form.sent()
    sent.add("raise", "gold:40")
    version = plain.open(path).version
    assert plain.post(path, sent).status == 409
    assert plain.open(path).version == version


@rule("E-14")
def test_a_correction_of_more_than_the_box_has_can_raise_the_count_too(
    figures: tuple[str, Form], plain: PlainBrowser
) -> None:
    path, _ = figures
    form = plain.open(f"{path}/correct").form(type="set_cubes")
    form.fill("f.place", "0").fill("f.cube", '"gold"').fill("f.number", "40")
    page = plain.send(form, form.buttons[-1])
    assert page.status == 409
    raising = next(one for one in page.forms if one.buttons and one.buttons[0].name == "raise")
    pages = [plain.send(raising, raising.buttons[0]) for _ in range(2)]
    assert [page.status for page in pages] == [200, 200]
    assert pages[0].version == pages[1].version
    assert numbers(plain, path, "gold.0") == ["40"]


def test_a_number_that_is_none_is_named_and_nothing_is_changed(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, form = figures
    before = numbers(plain, path, "iron.0", "scrap.1")
    page = plain.send(form.fill("iron.0", "many").fill("scrap.1", "3-9"), form.buttons[0])
    assert page.status == 409
    assert "You: Iron: " in page.problem
    assert "Guards: Scrap: " in page.problem
    again = page.form(**{"iron.0": "many"})
    assert again.value("scrap.1") == "3-9"
    wrong = [one.given["name"] for one in page.top.all("input", aria_invalid="true")]
    assert wrong == ["scrap.1", "iron.0"] or set(wrong) == {"scrap.1", "iron.0"}
    assert numbers(plain, path, "iron.0", "scrap.1") == before


def test_an_old_page_of_figures_reverts_nothing(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, old = figures
    form = plain.open(f"{path}/figures").form()
    plain.send(form.fill("reputation.0", "41"), form.buttons[0])
    assert plain.send(old.fill("reputation.1", "42"), old.buttons[0]).status == 200
    assert numbers(plain, path, "reputation.0", "reputation.1") == ["41", "42"]


def test_the_same_number_changed_elsewhere_meanwhile_is_said(figures: tuple[str, Form], plain: PlainBrowser) -> None:
    path, old = figures
    form = plain.open(f"{path}/figures").form()
    plain.send(form.fill("reputation.0", "41"), form.buttons[0])
    page = plain.send(old.fill("reputation.0", "42").fill("iron.0", "3"), old.buttons[0])
    assert (page.status, page.problem) == (409, CHANGED)
    again = page.form(**{"reputation.0": "42"})
    assert again.value("iron.0") == "3"
    assert numbers(plain, path, "reputation.0", "iron.0")[0] == "41"


# Corrections, and back and forward


def test_every_kind_of_correction_has_its_heading() -> None:
    listed = [*chain.from_iterable(CORRECTIONS.values())]
    assert sorted(listed) == sorted(registry.CORRECTIONS)


def test_corrections_stand_under_their_headings(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    page = plain.open(f"{table(player)}/correct")
    shown = {one.given["id"] for one in page.top.all("details") if "id" in one.given}
    assert {"set_cubes", "set_token", "set_item", "set_ruling", "set_phase", "set_leader_goal"} <= shown
    assert shown <= {*chain.from_iterable(CORRECTIONS.values())}


def test_the_heading_of_the_game_names_what_somebody_alone_can_correct(plain: PlainBrowser) -> None:
    page = plain.open(f"{table(in_roll_call(plain))}/correct")
    assert [one.text for one in page.top.all("h2")][-1] == "Rulings, round, dealing, odds, hint, box"


def test_the_correction_of_round_and_phase_holds_the_round_as_it_is_and_says_what_is_to_be_chosen(
    plain: PlainBrowser,
) -> None:
    path = table(in_roll_call(plain))
    form = plain.open(f"{path}/correct").form(type="set_phase")
    assert form.value("f.round") == "3"
    assert form.values("f.phase") == []
    goal = plain.open(f"{path}/correct").form(type="set_end_goal")
    assert "Kind of goal: choose one." in plain.send(goal, goal.buttons[-1]).top.text


def counting(plain: PlainBrowser, path: str) -> list[bool]:
    """The lines of the log, newest first: whether each counts."""
    [log] = plain.open(f"{path}/log").top.all("ol", _class="log")
    return ["struck" not in line.given["class"] for line in log.inside if not isinstance(line, str)]


def ways(page: Page, of: str) -> list[str]:
    """Where the log leads to be asked whether all since a line (`back`) or that alone (`strike`) is taken back."""
    return [one.given["href"] for one in page.top.all("a") if f"?{of}=" in one.given.get("href", "")]


def test_an_act_of_which_nothing_is_told_stands_in_the_log_by_its_name(plain: PlainBrowser) -> None:
    player = in_roll_call(plain, dealing="cards")
    path = table(player)
    form = player.page.form(type="assign")
    page = plain.send(form.fill("f.tokens", form.named("f.tokens")[0].value), form.buttons[0])
    turn = page.form(type="show_guard_card")
    plain.post(turn.action, MultiDict({**turn.sent(), "type": "turn_guard_card", "f.card": "1"}))
    [log] = plain.open(f"{path}/log").top.all("ol", _class="log")
    assert next(line_texts(log)) == "The guard card at the Sewers. Undo only this"


def line_texts(log: Node) -> Iterator[str]:
    """What the lines of a log say, newest first, without where they were written."""
    for one in log.inside:
        if not isinstance(one, str):
            place = next((heading.text for heading in one.all("h2")), "")
            yield one.text.removeprefix(place).strip()


def test_the_lines_of_a_log_stand_under_the_round_and_the_location_or_phase(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    path = table(player)
    page = plain.open(f"{path}/log")
    assert [one.text for one in page.top.all("h2", _class="legend log-place")] == ["Round 2 · Roll call", "Setup"]


def test_a_long_log_goes_on_on_pages_of_its_own_with_every_line_once(
    plain: PlainBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table(in_roll_call(plain))
    [whole] = plain.open(f"{path}/log").top.all("ol", _class="log")
    wanted = [*line_texts(whole)]
    monkeypatch.setattr("companion.pages.tables.log.table_log.MOST_SHOWN", 1)
    found, below = [], "/log"
    while below:
        page = plain.open(f"{path}{below}")
        [log] = page.top.all("ol", _class="log")
        found += line_texts(log)
        led = {one.text: one.given["href"] for one in page.top.all("a") if "entries" in one.text}
        assert ("Later entries" in led) is (below != "/log")
        below = led["Earlier entries"].removeprefix(path) if "Earlier entries" in led else ""
    assert len(wanted) > 1
    assert found == wanted
    assert plain.open(f"{path}/log?upto=999").top.text == plain.open(f"{path}/log").top.text


@rule("E-14")
def test_the_cards_of_a_round_that_the_app_has_not_dealt_are_not_told_as_shuffled(plain: PlainBrowser) -> None:
    path = table(in_roll_call(plain))
    form = plain.open(f"{path}/correct").form(type="set_phase").fill("f.round", "5").fill("f.phase", '"lights_out"')
    assert "shuffled" not in plain.send(form, form.buttons[-1]).top.text


def test_undo_and_redo_come_back_to_the_same_game(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    path, now = table(player), player.page
    undone = plain.send(now.form(kind="undo"), now.form(kind="undo").buttons[0])
    assert not same(now, undone)
    redone = plain.send(undone.form(kind="redo"), undone.form(kind="redo").buttons[0])
    assert same(now, redone)
    assert plain.open(path).version == now.version + 2


def test_after_an_undo_the_page_leads_to_the_card_that_the_box_has_learned(plain: PlainBrowser) -> None:
    player = begun(plain)
    page = plain.send(*goons(player.page))
    assert [*page.top.all("p", _class="pad small left-in-box")] == []
    page = plain.send(page.form(kind="undo"), page.form(kind="undo").buttons[0])
    [said] = page.top.all("p", _class="pad small left-in-box")
    assert said.text.startswith("Entered by mistake? Your copy still has it: Dwarf, 2 suspicion icons")
    [link] = said.all("a")
    card = plain.open(link.given["href"])
    taken_out = card.forms[0].button("delete")
    assert plain.send(card.forms[0], taken_out).status == 200
    assert [*plain.open(table(player)).top.all("p", _class="pad small left-in-box")] == []


@rule("L-3", "E-14")
def test_in_the_lights_out_of_another_round_the_page_leads_to_the_corrections_that_lay_the_board(
    plain: PlainBrowser,
) -> None:
    path = table(in_roll_call(plain))
    form = plain.open(f"{path}/correct").form(type="set_phase").fill("f.round", "5").fill("f.phase", '"lights_out"')
    page = plain.send(form, form.buttons[-1])
    assert (page.scene, types(page) & {"resolve_all", "resolve"}) == ("board", {"resolve_all"})
    links = [one.given["href"] for one in page.top.all("a", _class="button")]
    assert links[:2] == [f"{path}/correct?what={kind}#{kind}" for kind in ("set_token", "lay_guard_card")]
    token = plain.open(links[0]).form(type="set_token")
    token.fill("f.token", token.named("f.token")[3].value).fill("f.to", '"smithy"')
    page = plain.send(token, token.buttons[-1])
    assert types(page) & {"resolve_all", "resolve"} == {"resolve_all"}
    go_on = page.form(type="resolve_all")
    assert plain.send(go_on, go_on.buttons[0]).scene == "duel"


def test_whoever_is_in_another_round_than_the_app_finds_that_at_the_top_of_the_corrections(
    plain: PlainBrowser,
) -> None:
    path = table(in_roll_call(plain))
    page = plain.open(f"{path}/correct")
    assert page.top.text.index("Round and phase") < page.top.text.index("Rulings")
    [link] = [one for one in page.top.all("a", _class="link alone") if one.text.strip() == "Round and phase"]
    assert [form.value("type") for form in plain.open(link.given["href"]).forms] == ["set_phase"]


@pytest.mark.slow
def test_the_log_leads_back_to_a_line_and_forward_again(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    player.play(lambda page: page.scene == "board" and page.version > 8)
    path, now = table(player), player.page
    # The newest line of all has no way back.
    asked = plain.open(ways(plain.open(f"{path}/log"), "back")[4])
    assert [one.text for one in asked.top.all("h2")][:2] == ["Undoes 5 entries", "Move back on your table"]
    assert same(now, plain.open(path))
    back = asked.form(kind="undo")
    assert back.buttons[0].label == "Undo 5 entries"
    then = plain.send(back, back.buttons[0])
    assert not same(now, then)
    # What is to be moved back was said before, move by move.
    said = [one.text for one in list(asked.top.all("ul", _class="told"))[1].all("li")]
    cubes = [one for one in said if one.startswith("Return")]
    assert cubes
    assert all(one in then.top.text for one in cubes)
    assert counting(plain, path)[:6] == [False] * 5 + [True]
    forward = plain.open(f"{path}/log").form(kind="redo")
    assert same(now, plain.send(forward, forward.buttons[0]))


@rule("E-14")
def test_a_line_of_the_log_alone_is_taken_back_and_those_after_it_stay(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    path = table(player)
    form = plain.open(f"{path}/correct").form(type="set_reputation")
    page = plain.send(form.fill("f.side", "0").fill("f.number", "7"), form.buttons[-1])
    tokens = page.form(type="assign")
    plain.send(tokens.fill("f.tokens", tokens.named("f.tokens")[0].value), tokens.buttons[0])
    log = plain.open(f"{path}/log")
    assigned, corrected = (plain.open(way) for way in ways(log, "strike")[:2])
    assert [next(asked.top.all("h2")).text for asked in (assigned, corrected)] == ["Undoes 1 entry"] * 2
    assert "You have 7 reputation now (−3)." in corrected.top.text
    strike = corrected.form(kind="strike")
    assert plain.send(strike, strike.buttons[0]).status == 200
    assert counting(plain, path)[:2] == [True, False]


@rule("E-14")
def test_a_line_of_the_log_on_which_another_rests_is_not_taken_back_alone(plain: PlainBrowser) -> None:
    path = table(in_roll_call(plain))
    form = plain.open(f"{path}/correct").form(type="set_reputation")
    for number in ("7", "8"):
        plain.send(form.fill("f.side", "0").fill("f.number", number), form.buttons[-1])
        form = plain.open(f"{path}/correct").form(type="set_reputation")
    asked = plain.open(ways(plain.open(f"{path}/log"), "strike")[1])
    assert [one.value("kind") for one in asked.forms] == []
    assert "depends on it" in asked.top.text


@rule("E-14")
def test_the_log_says_which_lines_were_corrections(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    form = plain.open(f"{table(player)}/correct").form(type="set_reputation")
    plain.send(form.fill("f.side", "0").fill("f.number", "7"), form.buttons[-1])
    log = next(plain.open(f"{table(player)}/log").top.all("ol", _class="log"))
    assert "Corrected by hand You have 7 reputation now (−3)." in next(log.all("li")).text
    assert [one.text for one in log.all("p", _class="small soft")] == ["Corrected by hand"] * 2


@rule("E-14")
def test_what_is_taken_back_through_the_log_is_told_with_how_much_it_was(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    for number in ("7", "8", "9"):
        form = plain.open(f"{table(player)}/correct").form(type="set_reputation")
        plain.send(form.fill("f.side", "0").fill("f.number", number), form.buttons[-1])
    back = plain.open(ways(plain.open(f"{table(player)}/log"), "back")[2]).form(kind="undo")
    page = plain.send(back, back.buttons[0])
    assert "Undone: your reputation from 10 to 7, and 2 taps after it." in page.top.text
    page = plain.send(redo := page.form(kind="redo"), redo.buttons[0])
    page = plain.send(undo := page.form(kind="undo"), undo.buttons[0])
    assert "Undone: your reputation from 10 to 7." in page.top.text


@pytest.mark.slow
def test_a_closed_table_offers_nothing_that_it_would_not_take(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    player.play(lambda page: page.scene == "board" and page.version > 8)
    path = table(player)
    undone = plain.send(player.page.form(kind="undo"), player.page.form(kind="undo").buttons[0])
    assert {"undo", "redo"} <= {form.value("kind") for form in undone.forms}
    shuffles = plain.open(f"{path}/shuffles")
    close = next(one for one in shuffles.forms if one.action.endswith("/close"))
    plain.send(close, close.buttons[0])
    page = plain.open(path)
    assert [form for form in page.forms if form.buttons and form.value("version")] == []
    led = {one.given["href"] for one in page.top.all("a")}
    assert {f"{path}/log", f"{path}/shuffles"} <= led
    for below in ("figures", "correct"):
        assert f"{path}/{below}" not in led
        assert plain.open(f"{path}/{below}").answer.location == path


def test_a_closed_table_takes_nothing_more_and_says_so(plain: PlainBrowser) -> None:
    player = in_roll_call(plain)
    path = table(player)
    form = player.page.form(type="assign")
    form.fill("f.tokens", form.named("f.tokens")[0].value)
    correct = plain.open(f"{path}/correct").form(type="set_reputation").fill("f.side", "0").fill("f.number", "3")
    shuffles = plain.open(f"{path}/shuffles")
    close = next(one for one in shuffles.forms if one.action.endswith("/close"))
    plain.send(close, close.buttons[0])
    for sent, button in ((form, form.buttons[0]), (correct, correct.buttons[-1])):
        page = plain.send(sent, button)
        assert (page.status, page.problem) == (409, "This table is closed.")


# What stands where it is seen


@pytest.mark.parametrize("phase", ["roll_call", "lights_out"])
def test_a_closed_table_leads_to_another_game_in_one_tap(plain: PlainBrowser, phase: str) -> None:
    player = in_roll_call(plain, **{"b.phase": phase, "difficulty": "challenging"})
    player.play(lambda page: page.scene == ("board" if phase == "roll_call" else "duel"))
    close = next(one for one in plain.open(f"{table(player)}/shuffles").forms if one.action.endswith("/close"))
    plain.send(close, close.buttons[0])
    [again] = [form for form in plain.open(table(player)).forms if form.value("again")]
    assert again.value("difficulty") == "challenging"
    assert plain.send(again).scene == "goons"


def news_of(page: Page) -> list[Node]:
    """What a page says above its button of what has just happened; it opens where it can be explained."""
    return [one for one in page.top.all("div", "details") if "data-news" in one.given]


@rule("S-9")
@pytest.mark.parametrize("phase", ["roll_call", "lights_out"])
def test_after_a_jump_the_first_news_says_where_the_game_goes_on_and_why(plain: PlainBrowser, phase: str) -> None:
    path = table(in_roll_call(plain))
    form = plain.open(f"{path}/correct").form(type="set_phase").fill("f.round", "5").fill("f.phase", f'"{phase}"')
    [news] = news_of(plain.send(form, form.buttons[-1]))
    moment = f"Round 5 of 6: {'roll call' if phase == 'roll_call' else 'lights out'}."
    assert news.text.startswith(f"{moment} The game goes on from here, as corrected.")
    assert "Round 4" not in news.text


@rule("P-9", "S-5")
def test_in_the_setup_an_empty_goon_deck_is_marked_apart_from_the_cards_own_button(plain: PlainBrowser) -> None:
    page = begun(plain).page

    def inside(page: Page) -> list[str]:
        """The tags around the button that marks the deck as empty."""
        [kind] = [one for one in page.top.all("input") if one.given.get("value") == "deck_empty"]
        return [tag for tag in ("details", "section") if kind.around(tag) is not None]

    assert inside(page) == ["details"]
    form = page.form(type="deck_empty")
    assert plain.send(form, form.buttons[-1]).status == 200


@rule("S-9", "E-14")
def test_after_patrol_the_figures_to_compare_stand_before_what_happened(plain: PlainBrowser) -> None:
    page = in_roll_call(plain, **{"b.phase": "patrol"}).page
    assert page.scene == "check"
    order = [
        one.given["id"] for one in page.top.all("form", "section") if one.given.get("id") in {"figures", "happened"}
    ]
    assert order == ["figures", "happened"]
    # Two lines of many over the button would say nothing.
    assert news_of(page) == []


def test_the_first_page_lights_nothing_for_somebody_new_and_what_goes_on_for_others(plain: PlainBrowser) -> None:
    def lit() -> list[str]:
        return [one.given["href"] for one in plain.open("/").top.all("a", _class="door primary")]

    assert lit() == []
    path = table(begun(plain))
    assert lit() == [path]
