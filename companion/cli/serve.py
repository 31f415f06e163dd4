"""`lockup serve`: the app for the phones of a home."""

import os
import signal
import socket
import webbrowser
from dataclasses import replace
from threading import Thread
from typing import Final

import click

from companion import config
from companion.addresses import addresses, is_host
from companion.cli.console import fail, say
from companion.cli.database import database_option, prepared, settings_of
from companion.cli.listener import PortTaken, listen, runs_already
from companion.cli.terminal_code import terminal_code
from companion.pages.home.host import FIRST_ADDRESS
from companion.persistence.database import leave, readable_url
from companion.serving.memory import settle
from companion.serving.server import HomeServer
from companion.serving.turns import take_short_turns
from companion.tables.broadcast import LISTENERS
from companion.web.limits import LARGE_FILES

DEFAULT_PORT: Final = 8470


@click.command()
@click.option("--local", is_flag=True, help="Serve this computer only.")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free one.")
@click.option("--host", metavar="NAME", help="The name or address under which phones reach this computer.")
@database_option
@click.option("--open", "opens", is_flag=True, help="Open the host page in the browser.")
def serve(local: bool, port: int, host: str | None, database: str | None, opens: bool) -> None:
    """Serve the app to the phones in your home network."""
    if host is not None and not is_host(host):
        fail("bad_host", host=host)
    try:
        _run(_listener(local, port), local=local, host=host, database=database, opens=opens)
    except PortTaken:
        fail("port_taken", port=port)


def serve_unasked(port: int = DEFAULT_PORT) -> None:
    """Serve after a double click: once, on another port where the usual one is taken, and open the page."""
    try:
        listener = _listener(local=False, port=port)
    except PortTaken:
        if runs_already(port):
            click.echo(say("runs_already", address=_own_page(port)))
            webbrowser.open(_own_page(port))
            return
        listener = _listener(local=False, port=0)
    _run(listener, opens=True)


def _listener(local: bool, port: int) -> socket.socket:
    return listen("127.0.0.1" if local else "0.0.0.0", port)  # phones are the point  # noqa: S104  # nosec B104


def _run(
    listener: socket.socket,
    *,
    local: bool = False,
    host: str | None = None,
    database: str | None = None,
    opens: bool,
) -> None:
    """Serve at a socket until somebody ends it."""
    port = listener.getsockname()[1]
    names = [host] if host and not local else []
    if not local:
        names += [one for one in addresses() if one not in names]
    urls = [f"http://{_bracketed(name)}:{port}" for name in names or ["localhost"]]
    settings = _homesettings_of(database, urls[0] if local or host else "", port, host)
    app = prepared(settings)
    first = app.extensions[FIRST_ADDRESS] = settings.address.rstrip("/") or urls[0]
    if not local:
        urls = [first, *(url for url in urls if url != first)]
    settle()
    take_short_turns()
    server = HomeServer(app, listener, settings.body_limit, LARGE_FILES)
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: server.stop())
    _greet(urls, settings, firewalled=None if local else port)
    if opens:
        # A browser in a terminal is waited for until somebody leaves it.
        Thread(target=webbrowser.open, args=(_own_page(port),), name="lockup-browser", daemon=True).start()
    server.run()
    app.extensions[LISTENERS].end()
    if server.finish():
        with app.app_context():
            leave()
    click.echo(say("stopped"))


def _homesettings_of(database: str | None, address: str, port: int, host: str | None) -> config.Settings:
    """Return the settings of a home: one household, at its best address where none was named or set."""
    settings = settings_of(database)
    settings = replace(settings, home_port=port, hosts=(*settings.hosts, host) if host else settings.hosts)
    if "LOCKUP_HISTORY" not in os.environ:
        settings = replace(settings, history=config.History.HOUSEHOLD)
    return settings if settings.address else replace(settings, address=address)


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _greet(urls: list[str], settings: config.Settings, *, firewalled: int | None) -> None:
    addresses_ = [f"  {url}" for url in urls]
    kept = say("database", path=readable_url(settings.database_url))
    own_page = say("own_page", address=_own_page(settings.home_port))
    if firewalled is None:
        lines = [say("open_here"), *addresses_, "", kept, own_page]
    else:
        help_ = [say("help_network"), say("help_firewall", port=firewalled), say("help_awake")]
        # Where there is no network, phones find nothing at the address.
        code = terminal_code(urls[0]) if urls[0] != f"http://localhost:{firewalled}" else []
        # The code comes last, since a terminal shows the last lines.
        begun = say("open_or_scan" if code else "open", n=len(urls))
        lines = [begun, *addresses_, "", own_page, kept, *help_, "", *code]
    click.echo("\n".join([*lines, say("stop")]))


def _own_page(port: int) -> str:
    """Return the host page's address for this computer: as localhost it may keep the computer awake."""
    return f"http://localhost:{port}/host"
