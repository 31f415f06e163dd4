"""A host on an SQLite file that is stopped leaves all of it in the one file, as `lockup serve` does."""

from pathlib import Path

from support.databases import AppMaker, put_away
from support.event_stream import hosted, tell
from support.seat_client import host_of


def test_once_the_workers_have_ended_all_that_they_wrote_is_in_the_one_file(
    tmp_path: Path, migrated_file: Path, make_app: AppMaker
) -> None:
    file, log = tmp_path / "lockup.db", tmp_path / "lockup.db-wal"
    file.write_bytes(migrated_file.read_bytes())
    app = make_app(f"sqlite:///{file}")
    host, _ = host_of(app.test_client())
    put_away(app)
    with hosted(f"sqlite:///{file}") as (port, *_):
        change = {"version": 1, "type": "set_reputation", "fields": {"side": [0], "number": 5}}
        tell(port, f"/tables/{host.code}/corrections", change, **host.headers())
        assert log.stat().st_size > 0
    assert not log.exists() or log.stat().st_size == 0
