"""Phones: browser contexts that know the app's pages, count taps and remember every fault."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Locator, Response
from support.servers import Forks

NAME: Final = "lockup.test"
ARGUMENTS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
LOCALES: Final = {"en": "en-US", "pl": "pl-PL", "zh": "zh-CN"}
LONGEST: Final = "pl"
"""The language whose words are the longest: what has room for them has room for the others."""
WIDTH: Final = 360
HEIGHT: Final = 740
DEVICE: Final = "the-device-of-whoever-made-the-sheets-of-these-tests"
HURRIED: Final = """
    const later = window.setTimeout;
    window.setTimeout = (what, time, ...more) => later(what, RESTS.includes(time) ? 0 : time, ...more);
""".replace("RESTS", str([300, 450, 700, 2000]))
"""A page whose buttons rest for no time after a tap: who plays a whole game waits a minute for them.

That they rest is shown by `test_taps_of_three_phones` and `test_tables`.
"""
PATIENCE: Final = 30_000
"""Milliseconds that a page may take for anything: the machine may be busy, and time is measured in `bench/`."""
READY: Final = ":root[data-ready], :root:not(:has(script))"
_REFUSED: Final = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


class Server:
    """`lockup serve` in a process of its own, on a database that outlives it."""

    def __init__(self, forks: Forks, folder: Path, **environment: str) -> None:
        self.database = f"sqlite:///{folder / 'lockup.db'}"
        self.port = 0
        self._forks = forks
        self._environment = {"LC_ALL": "C", "LOCKUP_HOSTS": NAME, **environment}
        self.start()

    @property
    def address(self) -> str:
        """As a phone at home opens it: no secure origin, as an address such as 192.168.1.20 is none."""
        return f"http://{NAME}:{self.port}"

    def start(self) -> None:
        """Be there, at the same port as before."""
        self._running = self._forks.server(self.database, self.port, **self._environment)
        self.port = self._running.port

    def stop(self) -> None:
        """Be gone: whatever is asked from now on finds nobody."""
        self._running.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._running.alive:
            self.stop()

    def post(self, path: str, device: str = DEVICE, **fields: str) -> str:
        """Send a form as that device without a browser, and say where it led."""
        jar = CookieJar()
        jar.set_cookie(_cookie("lockup_device", device))
        opener = build_opener(HTTPCookieProcessor(jar))
        request = Request(f"http://127.0.0.1:{self.port}{path}", urlencode(fields).encode())
        with opener.open(request) as answer:
            return str(answer.url)


def _cookie(name: str, value: str) -> Cookie:
    nothing: dict[str, Any] = {"port": None, "port_specified": False, "expires": None, "comment": None}
    place: dict[str, Any] = {"domain": "127.0.0.1", "domain_specified": True, "domain_initial_dot": False}
    rest: dict[str, Any] = {"secure": False, "discard": True, "comment_url": None, "rest": {}}
    return Cookie(version=0, name=name, value=value, path="/", path_specified=True, **nothing, **place, **rest)


class Phone:
    """A browser with cookies and storage of its own.

    Attributes:
        taps: how often it was tapped.
        faults: console errors, page errors and dialogs that no test asked for.
        expected: statuses that a page may be answered with here.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        language: str = "en",
        width: int = WIDTH,
        height: int = HEIGHT,
        device: str | None = None,
        base: str | None = None,
        hurried: bool = False,
        **how: Any,
    ) -> None:
        self.server = server
        self.base = base or server.address
        self.taps = 0
        self.faults: list[str] = []
        self.expected: set[int] = set()
        self.offline = False
        self._script = how.get("java_script_enabled", True)
        options = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(
            base_url=self.base,
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            **options,
        )
        self.context.set_default_timeout(PATIENCE)
        if device:
            self.context.add_cookies([{"name": "lockup_device", "value": device, "url": self.base}])
        if hurried:
            self.context.add_init_script(HURRIED)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        self.page.on("dialog", self._dialog)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        refused = _REFUSED.match(message.text)
        if refused and int(refused[1]) in self.expected:
            return
        if self.offline and "net::ERR_" in message.text:
            return
        self.faults.append(f"console {message.type}: {message.text} ({self.page.url})")

    def _dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def go(self, path: str) -> Response:
        """Open an address and wait until the page works."""
        # Below the path under which a proxy serves the app, where it does.
        response = self.page.goto(self.base + path if path.startswith("/") else path)
        assert response is not None
        self.ready()
        return response

    def ready(self) -> None:
        """Wait until the page's script, where it has one, has taken over."""
        self.page.wait_for_load_state()
        if self._script:
            self._wait_for_script()

    def _wait_for_script(self) -> None:
        # Mostly it is there; to wait for a selector brings tools of their own to each new page.
        with suppress(Error):
            # It may just lead elsewhere.
            if self.page.evaluate(f"document.documentElement.matches({READY!r})"):
                return
        self.page.wait_for_selector(READY, state="attached")

    @contextmanager
    def out_of_reach(self) -> Iterator[None]:
        """Be where nothing of what others do is heard; what is typed meanwhile goes on afterwards."""
        self.context.set_offline(True)
        self.offline = True
        yield
        self.context.set_offline(False)

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def tap(self, selector: str) -> None:
        """Tap what is there to be seen, and count it."""
        self.page.locator(f"{selector} >> visible=true").first.tap()
        self.taps += 1

    def follow(self, selector: str) -> None:
        """Tap what leads to another page, or to this one anew, and wait for that."""
        with self.page.expect_navigation():
            self.tap(selector)
        self.ready()

    def keys(self, text: str) -> None:
        """Tap keys of the keypad: digits, + and -, `>` for Next, `<` for back, `x` for erase."""
        names = {">": "next", "<": "back", "x": "erase"}
        for key in text:
            self.tap(f'[data-key="{names.get(key, key)}"]')

    def tap_field(self, name: str) -> None:
        self.tap(f'input[name="{name}"]')

    def plus(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            self.tap(f'.stepper:has([name="{name}"]) [data-step="1"]')

    def saved(self) -> None:
        """Wait until the server has heard of everything typed into the sheet."""
        self.page.wait_for_selector("[data-score]:not([data-waiting])")

    def value(self, name: str) -> str:
        """What a field shows."""
        return self.find(f'[name="{name}"]').input_value()

    def out(self, name: str) -> str:
        """A changing text of the score page."""
        return (self.find(f'[data-out="{name}"]').text_content() or "").strip()


PhoneMaker = Callable[..., Phone]
"""Makes phones, in the household unless a server is named."""
