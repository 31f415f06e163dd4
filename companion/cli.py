"""The command `lockup`: serve at home, and prepare a hosted database."""

import errno
import gc
import io
import locale
import os
import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

import click
import qrcode
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion import app as application
from companion import config
from companion.addresses import addresses, is_host
from companion.pages.home.host import FIRST_ADDRESS
from companion.persistence import migrate
from companion.persistence.database import DriverMissing, UnreadableUrl, db, shown
from companion.serving.server import HomeServer
from companion.tables import queries, repository
from companion.tables.broadcast import LISTENERS
from companion.tables.fairness_proof import NoProof, Proof
from companion.tables.fairness_proof import read as read_proof
from companion.web.strict_json import NotJson, parse_json
from companion.words import fairness_verdicts
from companion.words.catalogue import best_language, sentence
from companion.words.messages import CLI, VERDICTS

DEFAULT_PORT: Final = 8470


def say(message: str, **data: Any) -> str:
    """A sentence of the command line in the language of the environment."""
    return sentence(_language(), CLI[message], data)


def _language() -> str:
    wanted = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return best_language([next((one for one in wanted if one), locale.getlocale()[0] or "").split(".")[0]])


def fail(message: str, **data: Any) -> NoReturn:
    """End the command with one sentence and no trace."""
    click.echo(say(message, **data), err=True)
    sys.exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lockup-companion")
def main() -> None:
    """The companion to Lockup: A Roll Player Tale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file or terminal that lacks a letter gets a ? instead of an end with a trace.
            stream.reconfigure(errors="replace")


@main.command()
@click.option("--local", is_flag=True, help="Serve this computer only.")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0 takes any.")
@click.option("--host", metavar="NAME", help="The name or address under which phones reach this computer.")
@click.option("--database", metavar="URL", help="An SQLAlchemy URL; by default SQLite in your data folder.")
@click.option("--open", "opens", is_flag=True, help="Open the page of this computer in its browser.")
def serve(local: bool, port: int, host: str | None, database: str | None, opens: bool) -> None:
    """Serve the app to the phones in your home network."""
    if host is not None and not is_host(host):
        fail("bad_host", host=host)
    signal.signal(signal.SIGTERM, _interrupt)
    with suppress(KeyboardInterrupt):
        _serve(local=local, port=port, host=host, database=database, opens=opens)
    click.echo(say("stopped"))


def _serve(*, local: bool, port: int, host: str | None, database: str | None, opens: bool) -> None:
    listener = _listen("127.0.0.1" if local else "0.0.0.0", port)  # noqa: S104 - phones are the point
    port = listener.getsockname()[1]
    names = [host] if host and not local else []
    if not local:
        names += [one for one in addresses() if one not in names]
    urls = [f"http://{_bracketed(name)}:{port}" for name in names or ["localhost"]]
    settings = _home_settings(database, urls[0] if local or host else "", port)
    app = _prepared(settings)
    app.extensions[FIRST_ADDRESS] = settings.address or urls[0]
    settle()
    _greet(urls, settings, firewalled=None if local else port)
    if opens:
        webbrowser.open(_own_page(port))
    _run(app, listener)


def settle() -> None:
    """What the app is made of is no garbage: where it is not looked for in there, a page takes an eighth less."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@main.command()
@click.option("--database", metavar="URL", help="An SQLAlchemy URL; by default SQLite in your data folder.")
def upgrade(database: str | None) -> None:
    """Bring the database to the version of this app; a host does this once before it starts its workers."""
    settings = _settings(database)
    try:
        _prepared(settings)
    except KeyboardInterrupt:
        fail("stopped")
    click.echo(say("upgraded", database=shown(settings.database_url)))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--code", metavar="CODE", help="A table of the database, in place of a file.")
@click.option("--database", metavar="URL", help="An SQLAlchemy URL; by default SQLite in your data folder.")
@click.option("--commitment", metavar="HASH", help="The proof as you noted it when the table was opened.")
def verify(file: Path | None, code: str | None, database: str | None, commitment: str | None) -> None:
    """Deal the cards of a closed table again, from its export or its database, and say whether it was honest."""
    if (file is None) is (code is None):
        fail("verify_what")
    proof = _proof_in(file) if file else _proof_of(code or "", database)
    honest, told = fairness_verdicts.told(_language(), proof, commitment)
    click.echo("\n".join(told))
    sys.exit(0 if honest else 1)


def _proof_in(file: Path) -> Proof:
    try:
        return read_proof(parse_json(file.read_bytes()))
    except (NoProof, NotJson, OSError):
        fail("no_export", path=str(file))


def _proof_of(code: str, database: str | None) -> Proof:
    app = _prepared(_settings(database))
    with app.app_context():
        try:
            kept = repository.find(code)
        except repository.TableGone:
            fail("no_table", code=code)
        if not kept.state.closed:
            click.echo(sentence(_language(), VERDICTS["verdict.not_closed"]), err=True)
            sys.exit(1)
        return queries.proof(kept)


def _settings(database: str | None) -> config.Settings:
    try:
        settings = config.from_environment()
    except config.BadSetting as fault:
        fail("bad_setting", what=say(fault.wanted, variable=fault.variable, value=fault.value))
    return replace(settings, database=database) if database else settings


def _home_settings(database: str | None, address: str, port: int) -> config.Settings:
    """At home this computer serves one household, at its best address where none was named or set."""
    settings = replace(_settings(database), home_port=port)
    if "LOCKUP_HISTORY" not in os.environ:
        settings = replace(settings, history=config.History.HOUSEHOLD)
    return settings if settings.address else replace(settings, address=address)


def _prepared(settings: config.Settings) -> Flask:
    url = settings.database_url
    try:
        app = application.build(settings)
        with app.app_context():
            migrate.upgrade(db.engine, lambda copy: click.echo(say("copied", path=copy)))
    except UnreadableUrl:
        fail("unreadable_url")
    except DriverMissing:
        fail("driver_missing")
    except migrate.NewerDatabase:
        fail("newer_database", database=shown(url))
    except (SQLAlchemyError, OSError, ImportError) as fault:
        fail("no_database", database=shown(url), what=str(fault).partition("\n")[0])
    return app


def _listen(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":
        # A server that was just stopped leaves its port waiting; this takes it over. On Windows it would share it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        _forget_silent_phones(listener)
        listener.bind((address, port))
        listener.listen()
    except PermissionError:
        fail("port_forbidden", port=port)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            fail("port_taken", port=port)
        raise
    return listener


_UNACKNOWLEDGED: Final = {"linux": (18, 30_000), "darwin": (0x80, 30), "win32": (5, 30)}
"""By system: its option for how long sent bytes may stay unacknowledged, and 30 seconds in its unit."""


def _forget_silent_phones(listener: socket.socket) -> None:
    """Let connections end whose other end is gone without a word; a system would believe in them for a quarter hour.

    Those who are accepted inherit it. Otherwise a phone that left the Wi-Fi would count as heard of.
    """
    option, value = _UNACKNOWLEDGED.get(sys.platform, (0, 0))
    if option:
        # A system that does not know it serves as well, and notices later.
        with suppress(OSError):
            listener.setsockopt(socket.IPPROTO_TCP, option, value)


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _greet(urls: list[str], settings: config.Settings, *, firewalled: int | None) -> None:
    addresses_ = [f"  {url}" for url in urls]
    kept = say("database", path=shown(settings.database_url))
    own_page = _own_page(settings.home_port)
    if firewalled is None:
        lines = [say("open_here"), *addresses_, "", kept, say("own_page", address=own_page)]
    else:
        help_ = [say("help_network"), say("help_firewall", port=firewalled), say("help_awake")]
        lines = [say("open"), *addresses_, "", _qr(urls[0]), say("own_page", address=own_page), kept, *help_]
    click.echo("\n".join([*lines, say("stop")]))


def _own_page(port: int) -> str:
    """The page for whoever sits at this computer: as localhost it may keep the computer awake."""
    return f"http://localhost:{port}/host"


def _qr(url: str) -> str:
    """The code of an address in half blocks, dark on light as cameras want it."""
    code = qrcode.QRCode(border=2, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    return drawn.getvalue()


def _run(app: Flask, listener: socket.socket) -> None:
    server = HomeServer(app, listener, app.config["LOCKUP"].body_limit)
    listeners = app.extensions[LISTENERS]

    def stop(_: int, __: FrameType | None) -> NoReturn:
        # Who listens would be waited for.
        listeners.end()
        raise KeyboardInterrupt

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, stop)
    # It returns when it is interrupted, having let every request under way finish.
    server.run()
    server.close()


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
