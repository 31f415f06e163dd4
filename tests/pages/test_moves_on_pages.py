"""What hands have to move stands on the page before the tap that does it or on the page after, in every random game."""

import random
from collections.abc import Iterator

import pytest
from flask import Flask
from form_players import FormPlayer
from plain_browser import Form, Node, Page, PlainBrowser
from support import rule

from companion.rules.game.moves import Area, Move, Piece, each_move, moves_back, netted
from companion.tables import store
from companion.tables.history import DONE, Kind
from companion.words.moves import move_sentence
from companion.words.telling import seat_names

GAMES = [(dealing, seed) for dealing in ("house", "cards") for seed in range(3)]
DEAL = "Lay a guard card face down at each of"


@pytest.fixture
def plain(hosted_app: Flask) -> PlainBrowser:
    return PlainBrowser(hosted_app.test_client())


def listed(page: Page, *, back: bool = False) -> str:
    """The sentences of a page's lists of moves: of those that lead back, or of the others."""

    def texts(node: Node) -> Iterator[str]:
        for one in node.all("li"):
            spoken = [inner.text for inner in one.all("span") if "unseen" in inner.given.get("class", "")]
            yield " ".join(spoken) if spoken else one.text

    sections = [one for one in page.top.all("section") if "data-moves" in one.given]
    wanted = [one for one in sections if ("moving-back" in one.given["class"].split()) is back]
    return " ".join(text for one in wanted for text in texts(one))


def carried(form: Form, page: Page) -> bool:
    """Whether a form is the one that carries out what its page lists."""
    found = [one for one in page.top.all("form") if one.given.get("class") == "carry"]
    return bool(found) and form.value("kind") == "act" and form is page.forms[[*page.top.all("form")].index(found[0])]


class Hands:
    """It holds every page against the events of the log."""

    def __init__(self, app: Flask, code: str) -> None:
        self._app, self._code = app, code
        self.seen = 0

    def check(self, before: Page, form: Form, after: Page) -> None:
        with self._app.app_context():
            kept = store.find(self._code)
            new = store.log(kept.table, after=before.version)
            names = seat_names("en", kept.state.game.setup)
            told = listed(after) + (listed(before) if carried(form, before) else "")
            # What is laid out before the first round is a list of its own: `setup_steps`.
            done = [line for line in new if line.kind in DONE and line.before.round]
            moves = netted(move for line in done for move in each_move(line.events, line.before))
            assert [one for one in moves if not self._in(one, told, names, kept)] == [], (
                [one.act for one in new],
                told,
            )
            self.seen += len(moves)
            for line in new:
                if line.kind is Kind.UNDO:
                    gone = store.log(kept.table, after=line.act["to"], upto=line.version - 1)
                    acts = [one for one in gone if one.kind is Kind.ACT and one.before.round]
                    back = moves_back(acts[0].events, acts[0].before) if len(gone) == len(acts) == 1 else ()
                    there = listed(after, back=True)
                    assert [one for one in back if not self._in(one, there, names, kept)] == [], there

    def _in(self, move: Move, told: str, names: tuple[str, ...], kept: store.Kept) -> bool:
        if move.piece is Piece.GUARD_CARD and move.source.area is Area.DECK and DEAL in told:
            return True
        return move_sentence("en", move, names, kept.state.game) in told


@rule("L-10", "P-1")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]} {game[1]}")
def test_every_piece_that_the_app_moves_is_in_a_list_on_screen(
    hosted_app: Flask, plain: PlainBrowser, game: tuple[str, int]
) -> None:
    dealing, seed = game
    player = FormPlayer(plain, f"moves {seed}")
    code = player.begin(dealing=dealing, difficulty=random.Random(seed).choice(["moderate", "expert"]))
    hands = Hands(hosted_app, code)
    sent: list[tuple[Page, Form]] = []
    send = player.send

    def sending(form: Form, button: object) -> Page:
        sent[:] = [(player.page, form)]
        return send(form, button)  # type: ignore[arg-type]

    player.send = sending  # type: ignore[method-assign]
    player.watch = lambda page: hands.check(*sent[0], page)
    player.play()
    assert hands.seen > 100
