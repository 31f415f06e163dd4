"""Whoever moves just what the pages say has the table that the app thinks there is, after every tap of whole games."""

import gzip
from collections import Counter
from itertools import product
from typing import Final

import pytest
from flask import Flask
from form_players import FormPlayer
from plain_browser import Button, Form, Page, PlainBrowser
from real_tables import Hands, lying, sentences
from support.common import SEED, rule
from support.sheet_client import DEVICE
from support.table_client import sit_down
from test_table_pages import Witness, box

from companion.pages.tables.play.moves_view import move_list
from companion.rules.editions import STANDARD
from companion.rules.engine.physical_moves.move import Area, Move, Piece, Where
from companion.rules.state.events import Began, replay
from companion.rules.state.pieces import DISPLAY, Cube
from companion.rules.state.setup import Setup
from companion.rules.vocabulary import Location
from companion.tables import repository
from companion.tables.line import Kind
from companion.words.telling import seat_names

EDITIONS: Final = ("prototype", "first", "later")
COLOURS: Final = {"moderate": "green", "challenging": "yellow", "expert": "red"}
DEALING: Final = ("house", "cards", "app")
GAMES: Final = [*product(EDITIONS, COLOURS, DEALING)]
QUICK: Final = [("prototype", "moderate", "app"), ("later", "expert", "cards")]
"""Those that are played always: cards that the app deals and cards on the table; fresh seeds play them all."""

MOST_BYTES: Final = 15_000


@pytest.fixture
def plain(hosted_app: Flask) -> PlainBrowser:
    return PlainBrowser(hosted_app.test_client())


@pytest.fixture
def other(hosted_app: Flask) -> PlainBrowser:
    """Somebody else's."""
    return PlainBrowser(hosted_app.test_client())


class AtTheTable:
    """Somebody who does what the pages say, and nothing else: all that a page lists, as they see it.

    Who corrects something sees the list of before once more, with what it adds.

    Attributes:
        hands: what they have made of the table.
        said: how many sentences they have followed.
    """

    def __init__(self, app: Flask, code: str) -> None:
        self._app, self._code = app, code
        with app.app_context():
            game = repository.find(code).state.game
        self.hands = Hands(game, seat_names("en", game.setup))
        self.said = 0
        self._listed: Counter[str] = Counter()

    def after(self, before: Page, page: Page) -> None:
        """Go on from one page to the next."""
        with self._app.app_context():
            loaded = repository.find(self._code)
            new = repository.log(loaded.table, after=before.version)
        if not new:
            return
        was, game = new[0].before, loaded.state.game
        if not was.round:
            # What is laid out before the first round is a list of its own: `setup_steps`.
            self.hands.pieces = lying(was if game.round else game)
        for line in new:
            if line.act.type == "space_empty":
                self.hands.take("display", line.before.zones[DISPLAY].index(line.before.agenda[0].card))
        listed = Counter(sentences(page))
        seen = self._listed if all(line.kind is Kind.CORRECTION for line in new) else Counter[str]()
        for sentence in (listed - seen).elements() if game.round else ():
            self.hands.move(sentence)
            self.said += 1
        self._listed = listed
        assert not game.round or self.hands.away_from(lying(game)) == {}, ([line.act for line in new], [*listed])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Which of the games are played."""
    if "game" in metafunc.fixturenames:
        games = QUICK if metafunc.config.getoption("--seed") == SEED else GAMES
        metafunc.parametrize("game", games, ids=" ".join)


@rule("L-10", "P-1", "V-1")
@pytest.mark.slow
def test_a_whole_game_is_played_by_forms_by_hands_that_do_what_the_pages_say_and_its_scores_are_kept_once(
    hosted_app: Flask, plain: PlainBrowser, other: PlainBrowser, game: tuple[str, str, str], seed: str
) -> None:
    edition, difficulty, dealing = game
    player = FormPlayer(plain, f"{seed} {edition} {difficulty} {dealing}")
    link = box(plain, COLOURS[difficulty], edition=edition) if dealing == "app" else ""
    code = player.begin(link, edition=edition, difficulty=difficulty, dealing=dealing)
    hands, witness = AtTheTable(hosted_app, code), Witness(hosted_app, player, plain, other)
    sent: list[Page] = []
    send = player.send
    heavy: list[int] = []

    def sending(form: Form, button: Button) -> Page:
        sent[:] = [player.page]
        return send(form, button)

    def watch(page: Page) -> None:
        heavy.append(len(gzip.compress(page.answer.data)))
        hands.after(*sent, page)
        if dealing == "app":
            witness(page)

    player.send = sending  # type: ignore[method-assign]
    player.watch = watch
    end = player.play()
    assert end.status == 200
    assert hands.said > 100
    if dealing == "cards":
        # As each round after the first begins.
        assert min(hands.hands.shuffles[what] for what in ("guard cards", "location cards")) >= STANDARD.rounds - 1
    assert witness.pages > 100 or dealing != "app"
    assert max(heavy) < MOST_BYTES
    form = next(form for form in end.forms if form.action.endswith("/scores"))
    result = plain.send(form)
    assert result.status == 200
    kept = plain.address
    assert kept.startswith("/s/")
    [ledger] = result.top.all("table", _class="ledger")
    assert "Guards" in ledger.text
    # Once, whoever asks again, and in whatever language.
    again = PlainBrowser(plain.client, "pl")
    again.send(form)
    assert again.address == kept


ROPE: Final = {
    "price": {"reputation": 5, "cost": {"iron": 1, "any": 2}},
    "name": "Rope",
    "valuables": [],
    "effects": [],
}
AT_THE_CELL_BLOCK: Final = {
    "round": 3,
    "phase": "lights_out",
    "location": "cell_block",
    "goons": dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall")),
    "display": [ROPE, None, None],
    "tokens": [{"token": 4, "location": "cell_block"}],
    "guard_cards": [{"location": "library", "strength": 9}],
    "player": {"reputation": 10, "cubes": {"iron": 2, "scrap": 1, "gold": 1}},
}
"""The player is alone there, and an item costs one iron and any two."""


def stocks(page: Page) -> dict[str, str]:
    """Where each resource leads that can be paid with or taken back."""
    found = [one for one in page.top.all("a") if one.given.get("id", "").startswith("pay-")]
    return {one.given["id"].removeprefix("pay-"): one.given["href"] for one in found}


def paying(page: Page) -> list[str]:
    """The resources that the page's button pays with; none while it cannot be tapped."""
    return next((sorted(form.values("pay")) for form in page.forms if form.buttons and form.values("pay")), [])


def proposal(page: Page) -> str:
    """What the page says of the cubes that are marked."""
    return next(page.top.all("p", _class="proposal small")).text


@rule("C-1", "L-17")
def test_without_script_a_payment_is_chosen_cube_by_cube_and_what_is_proposed_is_told_from_it(
    hosted_app: Flask, plain: PlainBrowser
) -> None:
    plain.client.set_cookie(DEVICE, "who-pays")
    seat, _ = sit_down(plain.client, {"dealing": "house", "begin": AT_THE_CELL_BLOCK})
    resolve = plain.open(f"/t/{seat.code}").form(type="resolve")
    page = plain.send(resolve, resolve.buttons[0])
    crafts = next(one.given["href"] for one in page.top.all("a") if "pick=craft" in one.given.get("href", ""))
    page = plain.open(crafts)
    owed = next(page.top.all("div", _class="stash paying")).text
    assert "any 2" in owed
    # What is proposed gives way to another; for what is taken back it is proposed again.
    assert {*stocks(page)} == {"iron", "scrap", "gold"}
    assert paying(page) == ["iron", "scrap"]
    page = plain.open(stocks(page)["gold"])
    assert paying(page) == ["gold", "scrap"]
    assert proposal(page) == "You chose: 1 gold. Proposed: 1 scrap."
    page = plain.open(stocks(page)["gold"])
    assert paying(page) == ["iron", "scrap"]
    for kind in ("iron", "scrap"):
        page = plain.open(stocks(page)[kind])
    assert proposal(page) == "As you chose."
    form = next(form for form in page.forms if form.values("pay"))
    assert sorted(form.values("pay")) == ["iron", "scrap"]
    page = plain.send(form, form.buttons[0])
    assert page.status == 200, page.problem
    with hosted_app.app_context():
        loaded = repository.find(seat.code)
        game = loaded.state.game
        crafted = next(one.version for one in repository.log(loaded.table) if one.act.type == "craft")
    # Nobody is led in between what costs something and its payment.
    led = {one.given.get("href", "").rpartition("?")[2] for one in plain.open(f"/t/{seat.code}/log").top.all("a")}
    assert "back=1" in led
    assert f"back={crafted}" not in led
    assert {cube.value: number for (place, cube), number in game.cubes.items() if place == 0} == {"gold": 1, "power": 1}
    assert game.reputation[0] == 15


def test_a_list_counts_its_moves_as_they_are_seen() -> None:
    home, smithy = Where(Area.HOME, 0), Where(Area.LOCATION, Location.SMITHY)
    tokens = [Move(Piece.TOKEN, 1, smithy, home, 0, token) for token in (4, 5)]
    iron = Move(Cube.IRON, 2, Where(Area.SUPPLY), Where(Area.SIDE, 0), 0)
    found = move_list([*tokens, iron], replay([Began(Setup())]), names=("You", "Guards"), language="en", sides=(0, 1))
    assert [row.phrase for column in found.columns for row in column.rows] == [
        "your 4, 5 back home",
        "from the supply",
    ]
    assert (found.number, [*found.sentences]) == (
        2,
        ["Take your 4 back. Take your 5 back.", "Take 2 iron from the supply."],
    )


def test_a_goon_that_comes_has_a_line_of_its_own_so_that_its_cubes_are_no_part_of_its_sentence() -> None:
    sewers, game = Where(Area.SPACE, Location.SEWERS), replay([Began(Setup())])
    cube = Move(Cube.SUSPICION, 1, Where(Area.SUPPLY), Where(Area.LOCATION, Location.SEWERS))
    moves = [Move(Piece.GOON, 1, Where(Area.DECK), sewers), cube]
    found = move_list(moves, game, names=("You", "Guards"), language="en", sides=(0, 1))
    assert [row.wide for column in found.columns for row in column.rows] == [True, False]
