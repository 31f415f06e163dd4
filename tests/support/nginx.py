"""A real nginx in front of a server of these tests, where it is installed."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tools.deploy_trial import certificate, nginx
from tools.own_postgresql import program

NEEDS_NGINX = pytest.mark.skipif(
    not program("nginx") and not os.environ.get("CI"), reason="No nginx here: install Debian's nginx-light."
)


@contextmanager
def behind_nginx(app: int, path: str = "") -> Iterator[int]:
    """The port at which the recipe of `deploy/` serves the app that listens at another, with https, under a path."""
    # Its workers are somebody else, who may not look into the folders of tests.
    with tempfile.TemporaryDirectory(prefix="lockup-nginx-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        here = Path(folder)
        here.chmod(0o755)
        certificate(here)
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            port: int = taken.getsockname()[1]
        with nginx(here, app, port, path):
            yield port
