"""What a first evening needs in words: effects under their signs, what is not known yet, guard cards by place."""

import random
from typing import Any

from flask import Flask
from plain_browser import Page, PlainBrowser
from support.common import rule
from support.table_client import done, play, post, sit_down

GOONS = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
LAID = [{"location": one, "strength": 2} for one in ("cell_block", "smithy", "exercise_yard", "library")]


def at_a_tome(app: Flask, **begin: Any) -> tuple[PlainBrowser, Page]:
    """Somebody alone who plays a tome."""
    phone = PlainBrowser(app.test_client())
    phone.open("/together")
    moment = {"round": 3, "goons": GOONS, "guard_cards": LAID, "player": {"tomes": 1}, **begin}
    seat, shown = sit_down(phone.client, {"dealing": "cards", "begin": moment})
    act = {"version": shown["version"], "type": "play_tome", "fields": {"side": [0]}}
    done(post(phone.client, seat, "actions", act))
    return phone, phone.open(f"/t/{seat.code}")


def tiles(page: Page, kind: str) -> list[str]:
    """What the tiles of a form say."""
    [form] = [one for one in page.top.all("form") if any(one.all("input", name="type", value=kind))]
    return [one.text for one in form.all("button", "label") if "tile" in one.given.get("class", "").split()]


@rule("Z-21")
def test_a_tome_that_takes_a_guard_card_away_lists_cards_by_place(hosted_app: Flask) -> None:
    _, page = at_a_tome(hosted_app, phase="lights_out", location="exercise_yard")
    for kind in ("remove_guard_card", "move_guard_card"):
        named = [one.partition(",")[0] for one in tiles(page, kind)]
        assert named[:4] == ["Exercise Yard", "Smithy", "Cell Block", "Library"]


@rule("Z-21")
def test_cards_where_a_location_is_done_already_come_last(hosted_app: Flask) -> None:
    _, page = at_a_tome(hosted_app, phase="lights_out", location="smithy")
    named = [one.partition(",")[0] for one in tiles(page, "remove_guard_card")]
    assert named == ["Smithy", "Cell Block", "Library", "Exercise Yard"]


@rule("C-3")
def test_effects_of_a_card_have_words_under_their_signs_until_help_is_turned_off(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    seat, shown = sit_down(phone.client, {"dealing": "house"})
    chance = random.Random("a card with effects")
    shown = play(phone.client, seat, shown, chance, until=lambda one: one["prompt"]["step"]["kind"] == "card")
    assert shown["prompt"]["step"]["kind"] == "card"

    def words() -> list[str]:
        page = phone.open(f"/t/{seat.code}")
        tiles = [one for one in page.top.all("button") if one.given.get("data-add", "").endswith(".effects")]
        assert len(tiles) == 11
        return [one.text for tile in tiles for one in tile.all("small", _class="caption")]

    shown_words = words()
    assert shown_words[:5] == ["scrap", "potion", "iron", "gold", "power"]
    assert len(shown_words) == 11
    phone.client.set_cookie("lockup_captions", "off")
    assert words() == []
