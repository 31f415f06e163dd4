"""Other engines than Chromium, as Debian has them: Firefox over WebDriver BiDi, WebKitGTK over its driver on Xvfb."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from phones import HEIGHT, NAME, WIDTH
from websockets.sync.client import ClientConnection, connect

PATIENCE: Final = 60
"""Seconds until an engine that does not answer fails its test."""

PREFERENCES: Final = {
    "network.dns.localDomains": NAME,
    "dom.security.https_first": False,
    "dom.security.https_first_schemeless": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.normandy.enabled": False,
}
"""Firefox finds the server of the tests under a name that is no secure origin, and asks nobody else for anything."""


class Engine(Protocol):
    """A browser with one page.

    Attributes:
        faults: errors of the pages' scripts, as far as the engine tells of them.
        address: under which it finds a server of the tests, with `{port}`.
    """

    faults: list[str]
    address: str

    def keep_cookie(self, name: str, value: str, port: int) -> None:
        """Have a cookie of that server from now on."""

    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""

    def evaluate(self, promise: str) -> Any:
        """What a promise in the page comes to."""


class _Firefox:
    address = f"http://{NAME}:{{port}}"

    def __init__(self, connection: ClientConnection) -> None:
        self.faults: list[str] = []
        self._connection = connection
        self._numbers = count(1)
        self._do("session.new", capabilities={})
        self._do("session.subscribe", events=["log.entryAdded"])
        self._page = self._do("browsingContext.getTree")["contexts"][0]["context"]
        self._do("browsingContext.setViewport", context=self._page, viewport={"width": WIDTH, "height": HEIGHT})

    def _do(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._connection.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.faults.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def keep_cookie(self, name: str, value: str, port: int) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": NAME}
        self._do("storage.setCookie", cookie=cookie)

    def open(self, url: str) -> None:
        self._do("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, promise: str) -> Any:
        asked = f"({promise}).then(JSON.stringify)"
        answer = self._do("script.evaluate", expression=asked, target={"context": self._page}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])


class _WebKit:
    address = "http://127.0.0.1:{port}"

    def __init__(self, driver: str, browser: str) -> None:
        self.faults: list[str] = []
        self._driver = driver
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self._driver = f"{driver}/session/{session}"
        self._ask("POST", "/window/rect", {"width": WIDTH, "height": HEIGHT})

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._driver + path, data, method=method), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def keep_cookie(self, name: str, value: str, port: int) -> None:
        # A cookie is taken only by a page of its own server.
        self.open(self.address.format(port=port))
        self._ask("POST", "/cookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def evaluate(self, promise: str) -> Any:
        script = f"({promise}).then(arguments[0], (error) => arguments[0](String(error)))"
        return self._ask("POST", "/execute/async", {"script": script, "args": []})

    def end(self) -> None:
        self._ask("DELETE", "")


@contextmanager
def _running(*command: str, **how: Any) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, text=True, **how) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(_ENDS_WITHIN)
            finally:
                process.kill()


_ENDS_WITHIN = 30
"""Seconds that a program may take to end."""


@contextmanager
def firefox() -> Iterator[Engine]:
    """Debian's Firefox without a window.

    Raises:
        FileNotFoundError: it is not installed.
    """
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines))
        command = [
            "firefox-esr",
            "--headless",
            "--no-remote",
            "--profile",
            str(profile),
            "--remote-debugging-port",
            "0",
        ]
        process = stack.enter_context(_running(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        address = next(found[1] for line in process.stderr if (found := re.search(r"listening on (ws://\S+)", line)))
        # What it says later is nobody's, but must not fill the pipe.
        Thread(target=process.stderr.read, daemon=True).start()
        yield _Firefox(stack.enter_context(connect(f"{address}/session", max_size=None)))


@contextmanager
def webkit() -> Iterator[Engine]:
    """WebKitGTK in its smallest browser, on a screen that nobody sees.

    Raises:
        FileNotFoundError: it is not installed.
    """
    browsers = [*Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")]
    if not browsers or not shutil.which("Xvfb"):
        raise FileNotFoundError("MiniBrowser or Xvfb")
    with ExitStack() as stack:
        reads, writes = os.pipe()
        screen = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "800x900x24", "-nolisten", "tcp"]
        stack.enter_context(_running(*screen, pass_fds=[writes], stderr=subprocess.DEVNULL))
        with os.fdopen(reads) as told:
            display = told.readline().strip()
        os.close(writes)
        quiet = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        # The sandbox of root is no sandbox, and is refused.
        free = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}
        environment = {**os.environ, "DISPLAY": f":{display}", **quiet, **free}
        port = _free_port()
        stack.enter_context(_running("WebKitWebDriver", f"--port={port}", env=environment, stderr=subprocess.DEVNULL))
        driver = f"http://127.0.0.1:{port}"
        _wait_for(driver)
        page = _WebKit(driver, str(browsers[0]))
        stack.callback(page.end)
        yield page


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def _wait_for(driver: str) -> None:
    """Until the driver answers; it has no other way to say that it listens."""
    while True:
        with suppress(URLError), urlopen(f"{driver}/status", timeout=PATIENCE):
            return


ENGINES: Final = {"firefox": firefox, "webkit": webkit}
"""The engines by their names."""
