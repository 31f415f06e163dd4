"""The pocket edition as a phone has it: built once, served as plain files, its app in a frame of its page."""

import fcntl
import gzip
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, Self

import pytest
from phones import Phone
from playwright.sync_api import Browser, Frame, Page, Request

from tools import pocket

STARTS: Final = 120_000
"""Milliseconds that Python may take to start in a browser, on a machine that does three other things."""


def built(shared: Path) -> Path:
    """The folder with the pocket edition, made by the first who asks; the others wait for it."""
    if not (shutil.which("npm") and shutil.which("node")):
        (pytest.fail if os.environ.get("CI") else pytest.skip)("No npm here, with which the pocket edition is built.")
    folder = shared / "pocket"
    with (shared / "pocket.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "version.json").exists():
            # Nobody fetches it from afar: most of the time would go into packing it as small as can be.
            pocket.build(folder, level=1)
    return folder


class Host:
    """A folder served by Python's own web server, which knows nothing of the app."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = re.search(r"port (\d+)", self._process.stdout.readline())
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}/pocket"

    def stop(self) -> None:
        """Be gone, also where it has gone before."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
            self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()


class Knocks(socket.socket):
    """Where a host was and is no more: it hears who comes and what for, and answers nobody."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.bind(("127.0.0.1", port))
        self.listen()
        self.setblocking(False)

    def heard(self) -> list[str]:
        """The first line of each request since one last looked."""
        lines = []
        with suppress(BlockingIOError):
            while True:
                connection, _ = self.accept()
                with connection:
                    connection.settimeout(1)
                    lines.append(connection.recv(1000).decode("latin-1").partition("\r\n")[0])
        return lines


class PocketPhone(Phone):
    """A phone with the app in its pocket.

    Attributes:
        shell: the page around the app.
        page: the page of the app, in its frame.
        left: what was asked of the network.
        host: where the app comes from.
    """

    def __init__(self, browser: Browser, host: Host, **how: Any) -> None:
        super().__init__(browser, host, **how)
        self.host = host
        self.left: list[str] = []
        self.shell = self.page
        # Only what a service worker does not answer comes to this.
        self.context.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if request.service_worker is not None:
            self.left.append(request.url)

    def new_tab(self) -> None:
        """Have one empty tab; what was on the others is gone."""
        tab = self.context.new_page()
        tab.on("console", self._console)
        tab.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        for one in self.context.pages:
            if one is not tab:
                one.close()
        self.page = self.shell = tab
        self.expected.clear()

    def start(self, path: str = "/") -> None:
        """Open the app under an address and wait until its first page is there."""
        self.shell.goto(self.base + path)
        self.opened()

    def opened(self) -> None:
        """Wait until the app is there."""
        self.shell.wait_for_selector(":root[data-open]", state="attached", timeout=STARTS)
        self.page = frame_of(self.shell)
        self.ready()

    @property
    def began(self) -> str:
        """How the app has started: cold or warm, in how many milliseconds, with what storage."""
        return self.shell.locator(":root").get_attribute("data-start") or ""


def frame_of(shell: Page) -> Frame:
    """The frame with the app."""
    return next(frame for frame in shell.frames if frame.parent_frame)


def another_build(
    folder: Path, name: str, *, changed: Mapping[str, bytes] = MappingProxyType({}), lost: str = ""
) -> None:
    """Put another build in the place of the one that a folder has, with some files changed, or one lost on the way."""
    version = json.loads((folder / "version.json").read_text("utf-8"))
    old = version["build"]
    (folder / old).rename(folder / name)
    page = (folder / "index.html").read_bytes().replace(old.encode(), name.encode())
    (folder / "index.html").write_bytes(page)
    for file, content in {"index.html": page, **changed}.items():
        packed = gzip.compress(content)
        (folder / name / f"{file}.gz").write_bytes(packed)
        listed = next(one for one in version["files"] if one["name"] == file)
        listed |= {"size": len(packed), "sha256": hashlib.sha256(packed).hexdigest()}
    if lost:
        (folder / name / f"{lost}.gz").unlink()
    (folder / "version.json").write_text(json.dumps({**version, "build": name}), "utf-8")
