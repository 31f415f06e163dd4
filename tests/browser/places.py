"""Every page of ours, with something on it."""

import json
import os
from typing import Final, NamedTuple

from evenings import game, start
from parties import places_of_parties
from phones import Phone, Server
from support.box_builders import EVERYTHING, FILE
from tables import places_of_tables

from companion.boxes.code import code_of
from companion.boxes.file_format import parse
from companion.plays.csv_file import EXAMPLE
from companion.plays.person import person_id

ASKED: Final = {
    "ask the shop": "/ask/commissary?has.scrap=2&has.potion=1&has.iron=1&has.gold=3&out=gold",
    "ask the chow hall": "/ask/chow_hall?icons.sewers=2&icons.smithy=2&icons.chow_hall=2&icons.infirmary=1",
    "ask the cells": "/ask/cell_block?has.scrap=2&has.iron=1&display.0.reputation=5&display.0.scrap=2"
    "&display.1.reputation=7&display.1.gold=2&reserve.0.reputation=5&reserve.0.any=1&display.2.gold=x",
    "ask the swap": "/ask/exchange?has.scrap=4&has.gold=1&out=gold",
    "ask who wins": "/ask/location?players=5&place=sewers&0.token=5&1.token=lookout&2.strength=7&suspicion=2&marker=1",
    "ask a place": "/ask/location?place=smithy&token=3&token=enforcer&token=lookout&cards=5%2B2&power=4&suspicion=2",
    "ask with nothing said": "/ask/cell_block",
    "raid": "/raid?players=5&spoon.suspicion=3&spoon.reputation=31&die.suspicion=5&die.reputation=28"
    "&feather.suspicion=3&comb.suspicion=x",
    "raid alone": "/raid?players=solitary&spoon.suspicion=3&spoon.reputation=31&keys.suspicion=5&keys.reputation=28",
    "rules": "/rules",
    "rules in a minute": "/rules/minute",
    "rules about raids": "/rules?q=D-",
    "rules without a result": "/rules?q=xyzzy",
    "prison of the week": "/prison",
    "prisons side by side": "/prison?lines=Vera:+Lockup+2026-W48.expert.later.28aa5228+40:50+held",
    "this phone": "/phone",
    "keys": "/keys",
    "about": "/about",
}
"""The pages that need no sheet."""

NEW: Final = ("goons", "items", "leader_goals", "end_goals", "traits")
KNOWN: Final = ("goons", "items", "leader_goals", "end_goals", "b_sides")
"""The kinds of cards whose sheets differ, as a new one and with something on it."""

STATUSES: Final = {"nowhere": 404, "deleted": 404, "a wrong code": 422}
"""What is answered where it is not 200."""


class Pages(NamedTuple):
    """Every page of a server by what it is, and its path; those of a game of one on their own as well."""

    server: Server
    paths: dict[str, str]
    games: dict[str, str]

    def share(self, first: int, *, of: int) -> list[tuple[str, str]]:
        """One of so many pages, from the first of them on; all with LOCKUP_PAGES=all."""
        return [*self.paths.items()] if _ALL else [*self.paths.items()][first::of]


_ALL: Final = os.environ.get("LOCKUP_PAGES") == "all"


def box(server: Server, **members: object) -> str:
    """Make a box from a file without a browser; its link."""
    return server.post("/box/import", text=json.dumps({**FILE, **members})).rsplit("/", 1)[1]


def places_of_boxes(server: Server) -> dict[str, str]:
    """Every page of a box with something of everything, of one whose guard deck is known, and of an empty one."""
    colours = {"base": 7, "green": 5, "yellow": 5, "red": 5}
    deck = {name: {str(n): {"strength": n} for n in range(1, size + 1)} for name, size in colours.items()}
    full, whole = box(server), box(server, guards=deck, guard_cards={})
    empty = server.post("/box/new", name="My copy").rsplit("/", 1)[1]
    return {
        "box": f"/box/{full}",
        "empty box": f"/box/{empty}",
        "guard deck": f"/box/{full}/guards?colour=red",
        "empty guard deck": f"/box/{empty}/guards",
        "whole guard deck": f"/box/{whole}/guards?colour=yellow",
        "a guard card": f"/box/{full}/guards?colour=base&card=3",
        **{section: f"/box/{full}/{section}" for section in ("goons", "items", "end_goals", "b_sides")},
        "goons, none": f"/box/{empty}/goons",
        **{f"{section}, a new one": f"/box/{full}/{section}/new?saved=1" for section in NEW},
        **{f"{section}, one of them": f"/box/{full}/{section}/card/1" for section in KNOWN},
        "a Demon": f"/box/{full}/goons/card/2",
        "a goon taken out": f"/box/{full}/goons?out=%7B%22type%22:%22dwarf%22,%22icons%22:2%7D",
        "box settings": f"/box/{full}/settings",
        "new box": "/box/new",
        "box from a file": "/box/import",
        "delete a box": f"/box/{full}/delete",
        "code of a box": f"/box/{whole}/code",
        "code of a whole box": f"/box/{full}/code?whole=1",
        "code of an empty box": f"/box/{empty}/code",
        "enter a code": "/box/code",
        "a wrong code": "/box/code?code=G1OIL",
        "a scanned code": f"/box/code?code={code_of(parse(EVERYTHING), whole=True)}&into={whole}",
    }


def places_of(server: Server) -> dict[str, str]:
    """Every page by what it is, and its path on a server; sheets are made for it."""
    counts, cards, done, five, alone = (
        game(server),
        game(server, by="cards"),
        game(server, do="finish", **{"0.name": "Vera", "1.name": "Isaac"}),
        game(server, players=5, do="finish"),
        start(server, "solitary"),
    )
    server.post("/history/import/keep", plays=EXAMPLE, name="before the app.csv")
    wrong = game(server)
    server.post(f"/score/{wrong}", do="side:0", **{"0.resources": "3-9", "0.gold": "many", "0.name": "Die"})
    noted = game(server, do="finish")
    server.post(f"/s/{noted}/details", day="2025-03-04", place="The café at the corner", note="One line\nand another")
    return {
        "home": "/",
        "new score": "/score",
        "empty score": f"/score/{start(server)}",
        "score by counts": f"/score/{counts}",
        "score of the last side": f"/score/{counts}?side=3",
        "score by cards": f"/score/{cards}",
        "score by cards of the last side": f"/score/{cards}?side=3",
        "score with errors": f"/score/{wrong}",
        "score alone": f"/score/{alone}?side=1",
        "result": f"/s/{done}",
        "result of five": f"/s/{five}",
        "history": "/history",
        "people": "/people",
        "old games from a file": "/history/import?taken=4",
        "a person": f"/people/{person_id('Vera')}",
        "private link": "/history/key",
        "open a link": "/history/open",
        "go on with a game": "/go-on",
        **ASKED,
        **places_of_boxes(server),
        **places_of_tables(server),
        **places_of_parties(server),
        "details": f"/s/{noted}/details",
        "result with details": f"/s/{noted}",
        "delete": f"/s/{done}/delete",
        "nowhere": "/nowhere",
        "deleted": "/s/0000000000000",
    }


def visit(phone: Phone, name: str, path: str) -> None:
    """Open a page, and on it everything that is folded."""
    go_to(phone, name, path)
    unfold(phone)


def go_to(phone: Phone, name: str, path: str) -> None:
    """Open a page as it comes."""
    status = STATUSES.get(name, 200)
    phone.expected = {status}
    assert phone.go(path).status == status, name


def unfold(phone: Phone) -> None:
    """Open everything that is folded on a page."""
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
