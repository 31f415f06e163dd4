"""A whole game by touch through a real nginx, under a path and at the root."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import ready
from phones import PhoneMaker
from support.event_stream import hosted
from support.nginx import NEEDS_NGINX, behind_nginx
from test_parties import Party, number, play_a_light_game, sat_down_by_touch, shows, step

pytestmark = [pytest.mark.browser, NEEDS_NGINX]


@contextmanager
def served_under(path: str, folder: Path, migrated_file: Path, workers: int) -> Iterator[str]:
    """Where phones find the app of a host behind its proxy."""
    database = f"sqlite:///{ready(folder, migrated_file) / 'lockup.db'}"
    settings = {"LOCKUP_PROXIES": "1", "LOCKUP_HISTORY": "device", "LOCKUP_HOSTS": "localhost"}
    with hosted(database, workers=workers, **settings) as host, behind_nginx(host.port, path) as port:
        yield f"https://localhost:{port}{path}"


@pytest.fixture
def under_a_path(tmp_path: Path, migrated_file: Path) -> Iterator[str]:
    with served_under("/lockup", tmp_path, migrated_file, 1) as address:
        yield address


@pytest.fixture
def at_the_root(tmp_path: Path, migrated_file: Path) -> Iterator[str]:
    with served_under("", tmp_path, migrated_file, 2) as address:
        yield address


def seated(phones: PhoneMaker, address: str, round_: int = 0) -> Party:
    return sat_down_by_touch(phones, None, round_, base=address, ignore_https_errors=True)


def keeps_to(address: str, party: Party, asked: set[str]) -> None:
    """Nothing was asked for beside the app, and its cookies are for nobody else."""
    assert len(asked) > 3
    assert {one for one in asked if one.startswith("http") and not one.startswith(f"{address}/")} == set()
    cookies = [one for phone in party[1:] for one in phone.context.cookies()]
    path = urlsplit(address).path or "/"
    assert {(one["path"], one["secure"], one["httpOnly"]) for one in cookies} == {(path, True, True)}


def test_a_light_game_under_a_path_goes_to_its_end_on_three_phones_and_the_second_screen(
    under_a_path: str, phones: PhoneMaker
) -> None:
    # From address to address all rounds are alike.
    party = seated(phones, under_a_path, 6)
    asked = addresses_asked_by(party)
    play_a_light_game(party, rounds=[6])
    keeps_to(under_a_path, party, asked)


def test_at_the_root_a_tap_shows_on_every_phone_and_on_the_second_screen(at_the_root: str, phones: PhoneMaker) -> None:
    party = seated(phones, at_the_root)
    asked = addresses_asked_by(party)
    before = int(number(party.die, 1))
    step(party.die, "reputation")
    for phone in party[1:4]:
        shows(phone, 1, str(before + 1))
    keeps_to(at_the_root, party, asked)


def addresses_asked_by(party: Party) -> set[str]:
    """The addresses that its phones ask for from now on."""
    asked: set[str] = set()
    for phone in party[1:]:
        phone.page.on("request", lambda one: asked.add(one.url))
    return asked
