"""`lockup serve`, from the outside."""

import shutil
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.error import HTTPError

import pytest
from serving import environment, forked, get, post, run, run_here, serving
from sqlalchemy import make_url
from support.databases import PostgresServer
from support.event_stream import Stream, tell
from support.servers import Forked, Forks
from support.table_client import Seat

from companion.config import Settings

pytestmark = pytest.mark.slow


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'lockup.db'}"


@pytest.fixture
def migrated(tmp_path: Path, migrated_file: Path) -> Path:
    """A folder with a database, where nothing depends on how that is made."""
    shutil.copy(migrated_file, tmp_path / "lockup.db")
    return tmp_path


@pytest.fixture(scope="module")
def named(servers: Forks, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Forked]:
    """A server for the network, under a name."""
    folder = tmp_path_factory.mktemp("named")
    shutil.copy(migrated_file, folder / "lockup.db")
    with forked(servers, database(folder), host="table.example") as server:
        yield server


def test_a_fresh_start_makes_the_database_in_the_users_data_folder_and_says_where_it_is_and_where_it_serves(
    tmp_path: Path,
) -> None:
    with serving("--local", "--port", "0", env=environment(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))) as server:
        path = tmp_path / "lockup-companion" / "lockup.db"
        assert path.exists()
        assert str(path) in server.said
        # It serves at the port that it took and prints.
        assert "Lockup companion" in server.get("/")
        assert server.said.startswith(
            "Open this in a browser of this computer; phones cannot reach it:\n  http://localhost:"
        )
        assert "firewall" not in server.said


def test_on_the_network_it_says_how_phones_get_there(named: Forked) -> None:
    assert named.said.index("http://table.example:") == named.said.index("http://")
    assert "same Wi-Fi, not the guest one" in named.said
    assert f"must allow TCP port {named.port};" in named.said
    assert "Keep this computer awake" in named.said


def test_a_taken_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ended = run_here("serve", "--local", "--port", port, "--database", database(tmp_path))
    assert ended.exit_code == 1
    assert ended.stderr.strip() == (
        f"Port {port} is in use by another program. Stop that one, or choose another with --port, or any with --port 0."
    )
    assert ended.stdout == ""


def test_a_newer_database_is_refused_in_a_sentence_and_left_alone(tmp_path: Path, migrated_file: Path) -> None:
    shutil.copy(migrated_file, tmp_path / "lockup.db")
    connection = sqlite3.connect(tmp_path / "lockup.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = (tmp_path / "lockup.db").read_bytes()
    ended = run_here("upgrade", "--database", database(tmp_path))
    assert ended.exit_code == 1
    assert ended.stderr.startswith("A newer version of this app wrote ")
    assert len(ended.stderr.strip().splitlines()) == 1
    assert (tmp_path / "lockup.db").read_bytes() == before


def test_a_database_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "lockup.db").write_bytes(b"this is no database" * 100)
    ended = run_here("upgrade", "--database", database(tmp_path))
    assert ended.exit_code == 1
    assert ended.stderr.startswith("The database ")
    assert len(ended.stderr.strip().splitlines()) == 1


def test_postgresql_without_its_driver_is_a_sentence_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    url = "postgresql://lockup:secret@localhost/lockup"
    ended = run_here("upgrade", "--database", url)
    assert ended.exit_code == 1
    assert ended.stderr.strip() == (
        "PostgreSQL needs a driver that is not installed. Install the app with its extra: pip install '.[postgresql]'"
    )


def test_a_database_that_the_app_has_no_driver_for_is_a_sentence() -> None:
    ended = run_here("upgrade", "--database", "mysql://lockup:secret@localhost/lockup")
    assert ended.exit_code == 1
    assert ended.stderr.startswith("The database mysql://lockup:***@localhost/lockup cannot be used: ")
    assert len(ended.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://lockup:secret@127.0.0.1:1/lockup",
        "postgresql://lockup@127.0.0.1:1/lockup?password=secret",
        "postgresql://lockup:secret@127.0.0.1:port/lockup",
        "postgresql://lockup:p@secret@127.0.0.1:1/lockup",
        "postgresql://lockup:p@a/secret@127.0.0.1:1/lockup",
        "postgresql://lockup:p@a:secret@127.0.0.1:1/lockup",
        "postgresql:lockup:secret@127.0.0.1:1/lockup",
    ],
)
def test_the_password_of_a_database_that_cannot_be_used_is_not_said(url: str) -> None:
    ended = run_here("upgrade", "--database", url)
    assert ended.exit_code == 1
    assert ended.stderr.startswith("The database")
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "secret" not in ended.stderr + ended.stdout


def test_the_password_of_a_database_is_not_said(postgres: PostgresServer) -> None:
    postgres.run("CREATE ROLE keeper SUPERUSER LOGIN PASSWORD 'secret'")
    url = make_url(postgres.new_database()).set(username="keeper", password="secret").render_as_string(False)
    with serving("--local", "--port", "0", "--database", url) as server:
        assert "secret" not in server.said
    upgraded = run("upgrade", "--database", url)
    postgres.run("UPDATE alembic_version SET version_num = '9999'", url)
    refused = run("upgrade", "--database", url)
    assert upgraded.stdout.startswith("The database is up to date: postgresql+psycopg://keeper:***@")
    assert refused.stderr.startswith("A newer version of this app wrote postgresql+psycopg://keeper:***@")


@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [
        ("LOCKUP_HISTORY", "everyone", "it can be household or device."),
        ("LOCKUP_PROXIES", "-1", "it must be a whole number from 0."),
        (
            "LOCKUP_ADDRESS",
            "foo",
            "it must be an address such as http://192.168.1.20:8470 or https://example.org/lockup.",
        ),
    ],
)
def test_a_setting_with_a_wrong_value_is_a_sentence(tmp_path: Path, variable: str, value: str, wanted: str) -> None:
    ended = run_here("upgrade", "--database", database(tmp_path), **{variable: value})
    assert ended.exit_code == 1
    assert ended.stderr.strip() == f"A setting cannot be used: {variable} is “{value}”; {wanted}"


def test_a_host_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    ended = run_here("serve", "--port", "0", "--host", "http://foo:80/", "--database", database(tmp_path))
    assert ended.exit_code == 1
    assert ended.stderr.strip() == (
        "--host is “http://foo:80/”; it must be a name or address alone, such as mybox.local or 192.168.1.20."
    )


def test_a_terminal_that_lacks_letters_is_written_to_all_the_same(migrated: Path) -> None:
    env = environment(LANG="zh_CN.UTF-8", PYTHONIOENCODING="cp1250")
    ended = run("upgrade", "--database", database(migrated), env=env)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert str(migrated) in ended.stdout


def test_it_speaks_the_language_of_the_terminal(migrated: Path) -> None:
    english = run_here("upgrade", "--database", database(migrated), LANG="en_GB.UTF-8").stdout
    polish = run_here("upgrade", "--database", database(migrated), LANG="pl_PL.UTF-8").stdout
    chinese = run_here("upgrade", "--database", database(migrated), LANG="zh_CN.UTF-8").stdout
    assert len({english, polish, chinese}) == 3


def test_what_was_kept_is_there_after_a_restart_and_was_in_a_copy_of_the_file_alone(
    servers: Forks, migrated: Path
) -> None:
    with forked(servers, database(migrated)) as server:
        body = b'{"sides": [{"name": "Vera", "reputation": 7}]}'
        link = post(server.address, "/api/v1/sheets", body)["link"]
    copy = shutil.copy(migrated / "lockup.db", migrated / "copy.db")
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT count(*) FROM sheet").fetchone() == (1,)
    with forked(servers, database(migrated)) as server:
        assert "Vera" in get(server.address, f"/s/{link}")


def test_a_phone_may_listen_to_its_table_by_the_hundred_and_all_are_let_go_when_the_server_stops(
    migrated: Path,
) -> None:
    many, each = Settings().live_streams, Settings().live_streams_each
    with serving("--local", "--port", "0", "--database", database(migrated)) as server, ExitStack() as open_:
        opened = server.post("/api/v1/tables", b'{"dealing": "cards"}')
        port, code, seat = int(server.port), opened["code"], Seat(opened["code"], opened["token"])
        homes = [f"127.0.0.{2 + number // each}" for number in range(many)]
        streams = [open_.enter_context(closing(Stream(port, code, at=home))) for home in homes]
        assert {stream.version() for stream in streams} == {1}
        assert open_.enter_context(closing(Stream(port, code))).status == 503
        body = {"version": 1, "type": "set_reputation", "fields": {"side": [0], "number": 7}}
        assert tell(port, f"/tables/{code}/corrections", body, **seat.headers()) == 2
        assert {stream.version() for stream in streams} == {2}
        server.process.terminate()
        said = server.process.communicate()[0]
        # Beats may still come before the end; no version does.
        assert {stream.version() for stream in streams} == {0}
    assert "still running" not in said


def test_it_answers_to_its_own_names_and_to_that_of_its_option_and_to_no_other(named: Forked) -> None:
    for host in ("localhost", "127.0.0.1", "table.example", "laptop.local", socket.gethostname()):
        assert "Lockup companion" in get(named.address, "/", Host=f"{host}:{named.port}")
    with pytest.raises(HTTPError, match="421") as refused:
        get(named.address, "/", Host=f"rebound.example:{named.port}")
    assert "lockup serve --host rebound.example" in refused.value.read().decode()
