"""A file of old games may be larger than anything else that is sent, and leaves no memory behind."""

import html
import http.client
import json
import random
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from serving import forked
from support.databases import AppMaker
from support.servers import Forked, Forks

from companion.plays.csv_file import EXAMPLE
from companion.web.limits import LARGE_FILES_PER_HOUR, LARGEST_FILE

pytestmark = pytest.mark.slow

MIB = 2**20
OTHERS, OURS = 9_000, 300
BLANKS = b" " * 999 + b"\n"
"""A line of a thousand signs that says nothing; a thousand lines of one each would take a thousand times as long."""


def export() -> bytes:
    """An export of BG Stats of 10 MB: 9,000 plays of other games among 300 of ours, half of them against the guards."""
    choose = random.Random(7)
    names = ["Vera", "Guards", *(f"Player {n}" for n in range(60))]
    plays = []
    for n in range(OTHERS + OURS):
        ours = n % 31 == 0
        who = [1, 2] if ours and n % 2 else choose.sample(range(3, 60), choose.randint(2, 5))
        scores = [
            {"playerRefId": one, "score": str(choose.randint(5, 80)), "winner": place == 0, "newPlayer": False}
            | {"startPlayer": False, "role": "", "rank": 0, "seatOrder": 0}
            for place, one in enumerate(who)
        ]
        day = f"20{choose.randint(19, 25)}-{choose.randint(1, 12):02}-{choose.randint(1, 28):02} 20:{n % 60:02}:00"
        play = {
            "uuid": f"{n:032x}",
            "playDate": day,
            "gameRefId": 7 if ours else 8,
            "durationMin": 60,
            "ignored": False,
        }
        plays.append({**play, "comments": "Tea — and cake. " * choose.randint(0, 50), "playerScores": scores})
    games = [{"id": 7, "name": "Lockup: A Roll Player Tale"}, {"id": 8, "name": "Go"}]
    players = [{"id": n, "name": name} for n, name in enumerate(names, 1)]
    return json.dumps({"games": games, "players": players, "plays": plays}, ensure_ascii=False).encode()


class Answer(NamedTuple):
    """What came back: its status and its page."""

    status: int
    page: str


def form(*fields: tuple[str, str], file: bytes = b"") -> bytes:
    """A form as a browser sends it."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields]
    if file:
        parts.append(b'Content-Disposition: form-data; name="file"; filename="BGStatsExport.json"\r\n\r\n' + file)
    return b"".join(b"--part\r\n" + part + b"\r\n" for part in parts) + b"--part--\r\n"


def ask(server: Forked, method: str, path: str, body: bytes | None = None) -> Answer:
    with closing(http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=60)) as connection:
        connection.request(method, path, body, {"Content-Type": "multipart/form-data; boundary=part"})
        response = connection.getresponse()
        return Answer(response.status, response.read().decode())


def send(server: Forked, path: str, body: bytes) -> Answer:
    return ask(server, "POST", path, body)


@pytest.fixture(scope="module")
def server(servers: Forks, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Forked]:
    file = tmp_path_factory.mktemp("large") / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    with forked(servers, f"sqlite:///{file}") as running:
        yield running


def memory(pid: int, what: str) -> int:
    """Megabytes of a process: `VmRSS`, what it has, or `VmHWM`, what it has had at most."""
    status = Path(f"/proc/{pid}/status").read_text()
    [kilobytes] = re.findall(rf"^{what}:\s+(\d+)", status, re.MULTILINE)
    return int(kilobytes) // 1024


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone says in a file how much memory a process has")
def test_all_games_of_a_large_export_come_in_and_its_memory_is_free_again(
    server: Forked, capsys: pytest.CaptureFixture[str]
) -> None:
    pid, data = server.pid, export()
    assert len(data) > 10_000_000
    assert send(server, "/history/import", form(file=EXAMPLE.encode())).status == 200
    before = memory(pid, "VmRSS")
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    answer = send(server, "/history/import", form(file=data))
    assert f"<dd>{OURS}</dd>" in answer.page
    assert f"Skipped {OTHERS} games of other titles." in answer.page
    held = [
        (name, html.unescape(value))
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.page)
    ]
    assert send(server, "/history/import/keep", form(*held)).status == 303
    time.sleep(0.1)
    peak, rest = memory(pid, "VmHWM"), memory(pid, "VmRSS")
    with capsys.disabled():
        sys.stdout.write(f"\n{len(data) / 1e6:.1f} MB: {before} MB before, {peak} MB at most, {rest} MB afterwards\n")
    assert rest <= before + 40
    assert f"Both have all {OURS} games." in ask(server, "GET", "/history").page


def test_this_page_takes_16_mib_and_no_other_does(server: Forked) -> None:
    blank = b"date,name 1,points 1,guards\n2024-03-05,Vera,40,33\n" + BLANKS * (LARGEST_FILE // 1000 - 1)
    assert "<dd>1</dd>" in send(server, "/history/import", form(file=blank)).page
    too_large = send(server, "/history/import", form(file=b"x" * (LARGEST_FILE + MIB // 2)))
    assert too_large.status == 413
    assert "A file can have up to 16 MB." in too_large.page
    assert send(server, "/history/import", form(file=b"x" * (LARGEST_FILE + 3 * MIB))).status == 413
    for path in ("/score", "/history/open", "/history/import/keep"):
        assert send(server, path, form(file=b"x" * 3 * MIB)).status == 413


def test_what_would_take_up_the_memory_is_no_export(server: Forked) -> None:
    bomb = b'{"games": [], "players": [], "plays": [' + b",".join([b"[]"] * 4_000_000) + b"]}"
    answer = send(server, "/history/import", form(file=bomb))
    assert answer.status == 422
    assert "This is no export of BG Stats" in answer.page


def test_a_host_takes_so_many_large_files_an_hour_of_an_address_and_small_ones_as_before(
    make_app: AppMaker, tmp_path: Path, migrated_file: Path
) -> None:
    app = make_app(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}")

    def sent(size: int) -> Any:
        body = form(file=EXAMPLE.encode() + BLANKS * (size // 1000))
        return app.test_client().post("/history/import", data=body, content_type="multipart/form-data; boundary=part")

    assert [sent(2 * MIB).status_code for _ in range(LARGE_FILES_PER_HOUR + 1)] == [200] * LARGE_FILES_PER_HOUR + [429]
    assert [sent(10).status_code for _ in range(3)] == [200] * 3
