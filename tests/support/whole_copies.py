"""Copies of which every card is known, and games played with them to the end."""

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from companion.boxes.box import Box
from companion.boxes.file_format import document
from companion.persistence.database import writing
from companion.players import named
from companion.players.shown_cards import ShownCards
from companion.rules import Game
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import Effect, GoonFace, GuardFace, ItemFace
from companion.rules.vocabulary import DemonValuable, EditionName, Goon, Resource, Valuable
from companion.tables import repository
from companion.tables.records import ParGame
from support.api_client import API
from support.box_builders import keep_box
from support.table_client import Seat, done, post, sit_down


def whole_copy(seed: str = "copy", edition: EditionName = EditionName.LATER) -> Box:
    """A copy of which every card is known; all of them are made up."""
    chance = Random(seed)
    box = Box("Mine", edition)
    counts = box.rules.counts

    def rest() -> dict[str, Any]:
        effects = chance.choices([*Effect], k=chance.choice([0, 0, 1, 2]))
        return {"valuables": (*chance.choices([*Valuable], k=chance.randint(0, 2)),), "effects": (*effects,)}

    def item() -> ItemFace:
        cost = {chance.choice([*Resource]): chance.randint(1, 2)}
        return ItemFace(Item(chance.randint(2, 8), cost, chance.randint(0, 2)), **rest())

    def goon() -> GoonFace:
        kind = chance.choice(box.rules.goons)
        more: dict[str, Any] = {}
        if kind is Goon.BANDIT:
            more = {"resource": chance.choice([*Resource])}
        if kind is Goon.DEMON:
            more = {"counts": chance.choice([*DemonValuable])}
        return GoonFace(kind, chance.randint(1, 2), **more, **rest())

    def guard() -> GuardFace:
        return GuardFace(chance.choice([1, 2, 3, 4, 5, 6, "power"]), chance.random() < 0.2)

    def by_id(make: Any, number: int) -> dict[str, Any]:
        return {str(one): make() for one in range(1, number + 1)}

    return replace(
        box,
        items=by_id(item, counts["items"]),
        goons=by_id(goon, counts["goons"]),
        guards={colour: by_id(guard, 7 if colour == "base" else 5) for colour in ("base", "green", "yellow", "red")},
    )


def shown_cards(box: Box, begun: Any, seed: str) -> ShownCards:
    """The cards of a copy as a game reveals them."""
    return ShownCards([*box.items.values()], [*box.goons.values()], begun, seed)


class Finished(NamedTuple):
    """A game that was played to its end, and the link of its result."""

    seat: Seat
    link: str


def finished(app: Flask, client: FlaskClient, box: Box | None, player: str = "random", **wishes: Any) -> Finished:
    """A game against the guards with a copy, played by a bot to its end, and its result kept.

    Without a copy, faces of one that the table does not know are entered.
    """
    wished = {"dealing": "app" if box else "house", "difficulty": "moderate", "seed": "a deal", **wishes}
    if box is not None:
        wished["box"] = keep_box(client, document(box)).link
    seat, shown = sit_down(client, wished)
    chance = Random("plays")
    cards: ShownCards | None = None
    while shown["prompt"]["actions"]:
        with app.test_request_context():
            game = Game.at(repository.find(seat.code).state.game, seed="")
        cards = cards or shown_cards(box or whole_copy(), game.position, "real")
        act = cards.shown(game) or named(player)(game, 0, chance)
        body = {"version": shown["version"], "type": act.type, "fields": act.values}
        shown = done(post(client, seat, "actions", body))
    kept = client.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"})
    assert kept.status_code == 200, kept.text
    return Finished(seat, str(kept.json["link"]))


def keep_games(code: str, number: int, least: int = -20) -> list[tuple[int, bool]]:
    """Keep games of a finished game's deal without playing them, and return them."""
    loaded = repository.find(code)
    counting = {*loaded.state.history.counting}
    lines = repository.lines_after(loaded.table, 0)
    line = next(one.version for one in lines if one.version in counting and one.act.type == "begin_round")
    chance = Random("kept")
    kept = [(total, total > 50) for total in chance.choices(range(least, least + 110), k=number)]
    with writing() as work:
        for game, (total, escaped) in enumerate(kept, 1):
            work.add(ParGame(table_id=loaded.table.id, line=line, game=game, total=total, escaped=escaped))
    return kept
