"""A real nginx in front of a server of these tests, where it is installed."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tools.deploy_trial import certificate, nginx, nginx_with
from tools.own_postgresql import program

NEEDS_NGINX = pytest.mark.skipif(
    not program("nginx") and not os.environ.get("CI"), reason="No nginx here: install Debian's nginx-light."
)


@contextmanager
def behind_nginx(app: int, path: str = "") -> Iterator[int]:
    """The port at which the recipe of `deploy/` serves the app that listens at another, with https, under a path."""
    with _folder() as here:
        certificate(here)
        port = _free_port()
        with nginx(here, app, port, path):
            yield port


@contextmanager
def behind_bare_nginx(app: int) -> Iterator[int]:
    """The port at which nginx serves the app as it does with `proxy_pass` alone, before its version 1.29.7."""
    with _folder() as here:
        port = _free_port()
        location = f"location / {{ proxy_pass http://127.0.0.1:{app}; proxy_http_version 1.0; }}"
        served = f"#   events {{ }}\nserver {{ listen 127.0.0.1:{port}; {location} }}"
        with nginx_with(served, here, lambda: _listens(port)):
            yield port


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder for nginx; its workers are somebody else, who may not look into the folders of tests."""
    with tempfile.TemporaryDirectory(prefix="lockup-nginx-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        here = Path(folder)
        here.chmod(0o755)
        yield here


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with closing(socket.create_connection(("127.0.0.1", port))):
        return True
