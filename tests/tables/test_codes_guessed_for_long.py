"""A million guesses from a thousand addresses open nothing, while honest guests join all the time."""

import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from support.api_client import API
from support.databases import put_away
from support.seat_client import host_of, take
from support.table_client import show

from companion import create_app
from companion.config import Settings
from companion.tables.codes import ALPHABET, CODE_LENGTH

pytestmark = pytest.mark.endurance

GUESSES = 1_000_000
ADDRESSES = 1_000
SPENT = 1_000
"""As many wrong codes as all addresses together may try in an hour."""

RIGHT = 1_000
"""Every so many guesses one is right: far more luck than a guesser has."""

GUESTS = 20_000
"""Every so many guesses somebody sits down, led by the code that they scanned."""


@pytest.fixture
def hosted(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    file = shutil.copy(migrated_file, tmp_path / "lockup.db")
    app = create_app(Settings(database=f"sqlite:///{file}", testing=True))
    yield app
    put_away(app)


def join_by_scan(app: Flask, address: str) -> None:
    """Somebody opens a table, and a guest at an address of their own sits down by the link of its code."""
    at_host, guest = app.test_client(), app.test_client()
    at_host.environ_base["REMOTE_ADDR"] = guest.environ_base["REMOTE_ADDR"] = address
    host, _ = host_of(at_host)
    link = show(at_host, host).json["link"]
    assert guest.get(f"/t/{link}", follow_redirects=True).status_code == 200
    take(guest, link, 1, name="Isaac")


def test_a_million_guesses_from_a_thousand_addresses_open_nothing_while_guests_join(
    hosted: Flask, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, told, joined = random.Random(seed), Counter[int](), 0
    client = hosted.test_client()
    client.environ_base["REMOTE_ADDR"] = "203.0.113.1"
    right = host_of(client)[0].code
    guesser = hosted.test_client(use_cookies=False)
    for number in range(GUESSES):
        guesser.environ_base["REMOTE_ADDR"] = f"198.18.{number % ADDRESSES // 250}.{number % 250}"
        lucky = number >= SPENT and number % RIGHT == 0
        code = right if lucky else "".join(chance.choices(ALPHABET, k=CODE_LENGTH))
        told[guesser.get(f"{API}/tables/{code}/version").status_code] += 1
        if number % GUESTS == GUESTS - 1:
            join_by_scan(hosted, f"203.0.113.{2 + joined}")
            joined += 1
    with capsys.disabled():
        sys.stderr.write(f"\n{GUESSES} guesses from {ADDRESSES} addresses: {dict(told)}; {joined} guests joined\n")
    assert set(told) == {404, 429}
    assert told[404] <= SPENT
