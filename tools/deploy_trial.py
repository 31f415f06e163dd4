"""Tries the recipes of `deploy/` with the real nginx, Caddy and PostgreSQL that are installed here.

It tries the files themselves, and changes only names of machines, ports and paths in them. Nothing is installed or left
behind. `python -m tools.deploy_trial`
"""

import argparse
import http.client
import json
import os
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import unquote

from tools.own_postgresql import own_postgresql, program

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
BIN: Final = Path(sys.executable).parent
PATIENCE: Final = 60
SECOND: Final = 1.0
ENDS_WITHIN: Final = 10.0
HALF_SENT: Final = 900
API: Final = "/api/v1"


def main() -> None:
    """Try each recipe behind each proxy; ends with 1 if one does not hold."""
    with tempfile.TemporaryDirectory(prefix="lockup-deploy-", dir="/tmp") as folder:
        place = Path(folder)
        place.chmod(0o755)
        tried = 0
        for recipe, database in (("sqlite.env", _on_file), ("postgresql.env", _on_server)):
            for proxy, started in (("nginx", nginx), ("caddy", _caddy)):
                missing = [name for name in (proxy, *_NEEDS[recipe]) if not program(name)]
                if missing:
                    print(f"{recipe} behind {proxy}: not tried, {', '.join(missing)} is not here")
                    continue
                here = place / f"{recipe}-{proxy}"
                here.mkdir(mode=0o755)
                with ExitStack() as running:
                    url = running.enter_context(database(here))
                    _check(running.enter_context(behind(started, recipe, url, here)))
                print(f"{recipe} behind {proxy}: holds")
                tried += 1
    sys.exit(0 if tried else 1)


Proxy = Callable[[Path, int, int], AbstractContextManager[None]]
"""A function that starts a proxy: its folder, the port of the app, and the port at which it listens."""


@contextmanager
def behind(proxy: Proxy, recipe: str, url: str, here: Path) -> Iterator[int]:
    """Run the app as a recipe has it, on that database and behind a proxy; yield its port, with https."""
    certificate(here)
    app, outside = _free_port(), _free_port()
    with _app(recipe, here, url, app), proxy(here, app, outside):
        yield outside


_NEEDS: Final = {"sqlite.env": (), "postgresql.env": ("initdb", "pg_ctl")}


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
        return port


def _put_in(text: str, **others: str) -> str:
    """Return a text with others in the place of some of its parts, each of which has to be there."""
    for old, new in others.items():
        if old not in text:
            sys.exit(f"{old} is not there any more")
        text = text.replace(old, new)
    return text


def certificate(place: Path) -> None:
    """Make a key and a certificate for localhost that nobody has signed."""
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(place / "key.pem")]
    command = ["openssl", "req", "-x509", *key, "-out", str(place / "certificate.pem"), "-days", "1", *subject]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def _on_file(here: Path) -> Iterator[str]:
    yield f"sqlite:///{here / 'lockup.db'}"


@contextmanager
def _on_server(here: Path) -> Iterator[str]:
    with own_postgresql(here):
        yield f"postgresql://lockup@/postgres?host={here}"


@contextmanager
def _app(recipe: str, here: Path, url: str, port: int) -> Iterator[None]:
    """Run the app as the unit of systemd starts it, with the settings of a recipe."""
    lines = (DEPLOY / recipe).read_text("utf-8").splitlines()
    settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    others = {"LOCKUP_DATABASE": url, "LOCKUP_HOSTS": "localhost"}
    environment = {**os.environ, **settings, **others}
    unit = _put_in((DEPLOY / "lockup.service").read_text("utf-8"), **{"/opt/lockup/bin": str(BIN), ":8471": f":{port}"})
    said = dict(line.split("=", 1) for line in unit.splitlines() if line.startswith("Exec"))
    subprocess.run(shlex.split(said["ExecStartPre"]), check=True, env=environment, stdout=subprocess.DEVNULL)
    command = said["ExecStart"].split()
    with (here / "app.log").open("w") as log, subprocess.Popen(command, env=environment, stderr=log) as process:
        try:
            _patiently(lambda: _ask(port, "/readyz", secure=False)[0] == 200)
            yield
            _end(process, said)
        finally:
            process.kill()
    written = (here / "app.log").read_text("utf-8").splitlines()
    answered = [json.loads(line) for line in written if line.startswith("{")]
    _expect("requests are logged", any(line["message"] == "answered" for line in answered))


def _end(process: subprocess.Popen[bytes], said: dict[str, str]) -> None:
    """Check that workers start again as the unit says, and that the old ones are gone within seconds."""
    _expect("the unit reloads by signal", said["ExecReload"] == "/bin/kill -HUP $MAINPID")
    old, begun = _workers(process.pid), time.monotonic()
    process.send_signal(signal.SIGHUP)
    _patiently(lambda: not old & _workers(process.pid))
    _expect("old workers are gone within seconds", time.monotonic() - begun < ENDS_WITHIN)
    process.terminate()
    process.wait(PATIENCE)


def _workers(pid: int) -> set[str]:
    return {*Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()}


@contextmanager
def nginx(here: Path, app: int, outside: int, path: str = "") -> Iterator[None]:
    """Run the installed nginx with the configuration of the recipe, at the root or as the recipe says for a path."""
    served = _put_in(
        _under((DEPLOY / "nginx.conf").read_text("utf-8"), path),
        **{
            "lockup.example;": "localhost;",
            "listen 80;": f"listen 127.0.0.1:{_free_port()};",
            "listen [::]:80;": "",
            "listen 443 ssl": f"listen 127.0.0.1:{outside} ssl",
            "listen [::]:443 ssl http2;": "",
            "/etc/letsencrypt/live/lockup.example/fullchain.pem": str(here / "certificate.pem"),
            "/etc/letsencrypt/live/lockup.example/privkey.pem": str(here / "key.pem"),
            "127.0.0.1:8471": f"127.0.0.1:{app}",
        },
    )
    with nginx_with(served, here, lambda: _ask(outside, f"{path}/healthz")[0] == 200):
        yield


@contextmanager
def nginx_with(served: str, here: Path, answers: Callable[[], bool]) -> Iterator[None]:
    """Run the installed nginx with these servers in its configuration, once it answers."""
    kept = "".join(f"{what}_temp_path {here}/{what}; " for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # Its first lines say which lines the file around it needs.
    wanted = " ".join(line.removeprefix("#   ") for line in served.splitlines() if line.startswith("#   "))
    around = f"pid {here}/pid; error_log {here}/error.log; {wanted} http {{ access_log off; {kept}\n{served}\n}}"
    file = here / "nginx.conf"
    file.write_text(around, "utf-8")
    binary = program("nginx") or ""
    subprocess.run([binary, "-t", "-q", "-c", str(file)], check=True)
    with _running([binary, "-c", str(file), "-g", "daemon off;"]):
        _patiently(answers)
        yield


def _under(recipe: str, path: str) -> str:
    """Return the recipe for nginx under a path, as it says itself."""
    if not path:
        return recipe
    # The first of two: what nginx refuses is passed on whole.
    taken_off = recipe.replace("    proxy_pass http://127.0.0.1:8471;", "    proxy_pass http://127.0.0.1:8471/;", 1)
    asked = unquote(path)
    others = {"location / {": f"location {asked}/ {{", 'Prefix "";': f"Prefix {path};"}
    return _put_in(taken_off, **others, **{"= /metrics": f"= {asked}/metrics"})


@contextmanager
def _caddy(here: Path, app: int, outside: int) -> Iterator[None]:
    file = here / "Caddyfile"
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttp_port {_free_port()}\n}}\n"
    keys = f"tls {here}/certificate.pem {here}/key.pem\n\trespond /metrics 404"
    served = _put_in((DEPLOY / "Caddyfile").read_text("utf-8"), **{"respond /metrics 404": keys})
    file.write_text(options + served, "utf-8")
    names = {"LOCKUP_DOMAIN": f"https://localhost:{outside}", "LOCKUP_UPSTREAM": f"127.0.0.1:{app}"}
    environment = {**os.environ, **names, "XDG_DATA_HOME": str(here), "XDG_CONFIG_HOME": str(here)}
    command = [program("caddy") or "", "run", "--config", str(file), "--adapter", "caddyfile"]
    with _running(command, env=environment, stderr=subprocess.DEVNULL):
        _patiently(lambda: _ask(outside, "/healthz")[0] == 200)
        yield


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[None]:
    with subprocess.Popen(command, **options) as process:
        try:
            yield
        finally:
            process.terminate()


def _patiently(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if holds():
                return
        except OSError:
            pass
        if time.monotonic() > until:
            sys.exit("it does not start")
        time.sleep(0.2)


def _connection(port: int, *, secure: bool = True) -> http.client.HTTPConnection:
    if not secure:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    # Made a moment ago by this script, and signed by nobody.
    unsigned = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unsigned.check_hostname, unsigned.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection("localhost", port, timeout=PATIENCE, context=unsigned)


def _ask(
    port: int, path: str, body: Any = None, headers: Mapping[str, str] | None = None, *, secure: bool = True
) -> tuple[int, http.client.HTTPMessage, str]:
    """Return the answer to a request: status, headers, text."""
    with closing(_connection(port, secure=secure)) as connection:
        named = dict(headers or {})
        if isinstance(body, dict):
            body, named["Content-Type"] = json.dumps(body), "application/json"
        connection.request("GET" if body is None else "POST", path, body, named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def _expect(what: str, holds: bool) -> None:
    if not holds:
        sys.exit(f"does not hold: {what}")


def _check(port: int) -> None:
    """Check what a phone counts on, through the proxy."""
    form = "players=4&edition=later&by=counts"
    own = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://localhost:{port}"}
    status, headers, _ = _ask(port, "/score", form, own)
    _expect("a form on another port than 443 is taken", status == 303)
    _expect("cookies are for https alone", "Secure" in headers["Set-Cookie"])
    status, _, _ = _ask(port, "/score", form, {**own, "Origin": "https://elsewhere.example"})
    _expect("a form of another site is refused", status == 403)
    _, headers, _ = _ask(port, "/", None, {"X-Request-ID": "invented-by-a-visitor"})
    _expect("the proxy names requests", headers["X-Request-ID"] not in {None, "invented-by-a-visitor"})
    _expect("and no shorter than it does", len(headers["X-Request-ID"]) >= 32)
    _expect("/metrics is shut", _ask(port, "/metrics")[0] == 404)
    status, _, text = _ask(port, f"{API}/rulings/scores", {"sides": ["x" * 1_100_000]})
    _expect("the app says in words what is too large", status == 413 and "too-large" in text)
    _check_half_sent(port)
    _check_stream(port)
    _check_address(port)


def _check_address(port: int) -> None:
    """Check that a visitor who claims another address is counted under the real one."""
    sent = [_ask(port, "/t/zzzzzz", None, {"X-Forwarded-For": f"192.0.2.{number}"})[0] for number in range(1, 255)]
    _expect("an address that a visitor claims is not believed", sent[-1] == 429)


def _check_half_sent(port: int) -> None:
    """Check that many requests that are never finished keep nobody out."""
    with ExitStack() as open_:
        for _ in range(HALF_SENT):
            connection = open_.enter_context(closing(_connection(port)))
            connection.connect()
            connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        _expect("somebody else is answered meanwhile", _ask(port, "/healthz")[0] == 200)


def _check_stream(port: int) -> None:
    """Check that other phones hear at once of a tap."""
    setup = {"players": [{"name": "Mei"}, {"name": "Ola"}, {"name": "Zoe"}], "holds": [0]}
    setup |= {"roll_call": True, "turns": "enforced"}
    status, _, text = _ask(port, f"{API}/tables", setup, {"Idempotency-Key": "trial-of-the-recipes-of-deploy"})
    _expect(f"a table is opened: {text}", status == 201)
    made = json.loads(text)
    with closing(_connection(port)) as connection:
        connection.request("GET", f"{API}/tables/{made['code']}/live")
        stream = connection.getresponse()
        _expect("a stream is open", stream.status == 200 and stream.readline().startswith(b"retry"))
        change = {"version": 1, "type": "set_reputation", "fields": {"side": [0], "number": 3}}
        key = {"Authorization": f"Bearer {made['token']}", "Idempotency-Key": "trial-of-a-tap"}
        tap = Thread(target=_ask, args=(port, f"{API}/tables/{made['code']}/corrections", change, key))
        tap.start()
        tap.join()
        begun = time.monotonic()
        while b'"version": 2' not in stream.readline():
            _expect("the stream is not held back", time.monotonic() - begun < 3 * SECOND)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
