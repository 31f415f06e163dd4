"""Keeping boxes, on SQLite and on PostgreSQL: the first one, learning, listing, deleting."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import ask
from support.box_builders import EVERYTHING, delete_box, keep_box, put_box, show_box
from support.databases import AppMaker
from support.sheet_client import rows

from companion.boxes import repository
from companion.boxes.box import Box
from companion.boxes.file_format import parse
from companion.boxes.merging import remember
from companion.boxes.models import KeptBox
from companion.identity.caller import Caller, NotAllowed
from companion.persistence.linked import Stale
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import ItemFace

MINE = Caller(device="the secret of a phone")
OTHER = Caller(device="another phone")
HOUSEHOLD = Caller(household=True)
CROWD = 8
SECRET = "Wilhelmina"


def kept(name: str, caller: Caller = MINE) -> str:
    """The link of a new box."""
    made = repository.make(Box(name), lambda box: {"link": box.link}, caller=caller)
    link: str = made.answer["link"]
    return link


def names(caller: Caller) -> list[str]:
    return [box.body["name"] for box in repository.recent(caller)]


def test_a_box_is_kept_as_it_is(app: Flask) -> None:
    box = parse(EVERYTHING)
    with app.app_context():
        made = repository.make(box, lambda one: {"link": one.link}, caller=MINE)
        assert repository.box_of(repository.find(made.answer["link"])) == box


def test_the_first_run_makes_a_box_and_uses_it(app: Flask) -> None:
    with app.app_context():
        first = repository.default_box(MINE, "My copy")
        assert repository.box_of(first) == Box("My copy")
        assert repository.default_box(MINE, "Another name").link == first.link
    assert len(rows(app)["box"]) == 1


def test_each_device_has_a_first_box_and_a_household_one_together(app: Flask) -> None:
    with app.app_context():
        mine, other = (repository.default_box(caller, "My copy").link for caller in (MINE, OTHER))
        assert mine != other
        assert repository.default_box(HOUSEHOLD, "My copy").link in {mine, other}
        assert repository.default_box(MINE, "My copy").link == mine


def test_the_box_that_is_used_is_the_one_last_changed(app: Flask) -> None:
    with app.app_context():
        first, second = kept("First"), kept("Second")
        assert repository.default_box(MINE, "My copy").link == second
        repository.learn(first, lambda box: replace(box, tomes_out=1))
        assert repository.default_box(MINE, "My copy").link == first


def test_after_the_first_box_was_deleted_there_is_a_new_one(app: Flask) -> None:
    with app.app_context():
        for caller in (MINE, Caller(device="a phone at home", household=True)):
            first = repository.default_box(caller, "My copy").link
            repository.delete(first, caller)
            again = repository.default_box(caller, "My copy")
            assert again.link != first
            assert repository.default_box(caller, "My copy").link == again.link
            repository.delete(again.link, caller)


def test_who_is_nobody_has_no_first_box(app: Flask) -> None:
    with app.app_context(), pytest.raises(NotAllowed):
        repository.default_box(Caller(), "My copy")


def at_once(app: Flask, act: Callable[[int], Any]) -> list[Any]:
    """What a crowd gets that starts together."""
    together = Barrier(CROWD)

    def one(number: int) -> Any:
        with app.app_context():
            together.wait()
            return act(number)

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(one, range(CROWD)))


@pytest.mark.parametrize("caller", [MINE, HOUSEHOLD])
def test_many_first_runs_at_once_make_one_box(app: Flask, caller: Caller) -> None:
    assert len(set(at_once(app, lambda _: repository.default_box(caller, "My copy").link))) == 1
    assert len(rows(app)["box"]) == 1


def test_the_same_key_at_once_makes_one_box(app: Flask) -> None:
    def make(_: int) -> Any:
        made = repository.make(Box("Mine"), lambda box: {"link": box.link}, caller=MINE, key="one")
        return made.answer["link"], made.token

    assert len(set(at_once(app, make))) == 1
    assert len(rows(app)["box"]) == 1


def test_what_seats_learn_at_once_is_all_remembered(app: Flask) -> None:
    with app.app_context():
        link = kept("Mine")
    at_once(app, lambda number: repository.learn(link, lambda box: remember(box, [ItemFace(Item(number))])).version)
    with app.app_context():
        box = repository.find(link)
        assert {face.price.reputation for face in repository.box_of(box).items.values() if face.price} == {
            *range(CROWD)
        }
        assert box.version == 1 + CROWD


def test_learning_what_is_known_makes_no_version(app: Flask) -> None:
    with app.app_context():
        link = kept("Mine")
        for _ in range(3):
            assert repository.learn(link, lambda box: remember(box, [ItemFace(Item(1))])).version == 2


def test_a_change_that_fails_leaves_the_box_as_it_was(app: Flask) -> None:
    def fail(box: Box) -> Box:
        raise ZeroDivisionError

    with app.app_context():
        link = kept("Mine")
        with pytest.raises(ZeroDivisionError):
            repository.change(link, MINE, fail)
        assert repository.find(link).version == 1


def test_only_its_maker_or_a_household_changes_a_box_and_only_its_maker_deletes_it(app: Flask) -> None:
    def rename(box: Box) -> Box:
        return replace(box, name="Ours")

    with app.app_context():
        link = kept("Mine")
        for caller in (OTHER, Caller(), Caller(token="x")):
            with pytest.raises(NotAllowed):
                repository.change(link, caller, rename)
        assert repository.change(link, HOUSEHOLD, rename).body["name"] == "Ours"
        for caller in (OTHER, Caller(), HOUSEHOLD):
            with pytest.raises(NotAllowed):
                repository.delete(link, caller)
        repository.delete(link, MINE)
        for act in (
            lambda: repository.find(link),
            lambda: repository.delete(link, MINE),
            lambda: repository.learn(link, rename),
        ):
            with pytest.raises(repository.BoxGone):
                act()


def test_a_device_sees_only_its_own_and_a_household_all(app: Flask) -> None:
    with app.app_context():
        kept("First")
        kept("Second", OTHER)
        kept("Third", Caller())
        assert names(MINE) == ["First"]
        assert names(HOUSEHOLD) == ["Third", "Second", "First"]
        assert names(Caller()) == names(Caller(device="")) == []


@pytest.mark.parametrize("link", ["", "nothing", "nul\0", "0123456789abc", "\ud800"])
def test_what_is_no_link_finds_no_box(app: Flask, link: str) -> None:
    with app.app_context(), pytest.raises(repository.BoxGone):
        repository.find(link)


def test_a_stale_change_is_refused_with_the_box_as_it_is(app: Flask) -> None:
    def refuse(box: KeptBox) -> None:
        raise Stale(box)

    with app.app_context():
        link = kept("Mine")
        with pytest.raises(Stale) as caught:
            repository.change(link, MINE, lambda box: box, check_version=refuse)
        assert caught.value.row.body["name"] == "Mine"


def test_a_box_is_there_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    made = keep_box(client, EVERYTHING)
    restarted = make_app(engine_url).test_client()
    assert show_box(restarted, made.link).json == show_box(client, made.link).json
    assert put_box(restarted, made.link, {"name": "Mine"}, made.edit, made.etag).status_code == 200


def test_no_row_holds_anything_of_a_deleted_box(app: Flask, client: FlaskClient) -> None:
    made = ask(client, "/boxes", {"name": SECRET}, Idempotency_Key="a-key-that-nobody-guesses").json
    before = rows(app)["box"][0]
    assert delete_box(client, made["link"], made["edit"], "*").status_code == 204
    left = rows(app)
    assert left["box"] == []
    (key,) = left["box_key"]
    assert (key["box_id"], key["answer"], key["body_hash"]) == (None, None, "")
    for trace in (SECRET, made["link"], before["id"], before["edit_hash"]):
        assert trace not in str(left)


def test_no_file_of_sqlite_holds_anything_of_it(tmp_path: Path, migrated_file: Path, make_app: AppMaker) -> None:
    file = tmp_path / "lockup.db"
    shutil.copy(migrated_file, file)
    client = make_app(f"sqlite:///{file}").test_client()
    other = keep_box(client)
    long = {"name": "Mine", "items": {str(number): {"name": f"{SECRET} {number}"} for number in range(200)}}
    gone = [keep_box(client, body, Idempotency_Key=f"{n:022}") for n, body in enumerate([{"name": SECRET}, long])]

    def traces() -> list[str]:
        return [one.name for one in tmp_path.iterdir() if SECRET.encode() in one.read_bytes()]

    assert traces()
    for made in gone:
        assert delete_box(client, made.link, made.edit, "*").status_code == 204
    assert traces() == []
    assert show_box(client, other.link).status_code == 200
