"""The picture of the README: `python -m tools.screenshot` plays a game into a real browser and joins its screens.

It starts `lockup serve` on an empty database, so that nothing of yours is in the picture, and needs Chromium
(`tools.machine`).
"""

import argparse
import base64
import os
import struct
import subprocess
import sys
import tempfile
import uuid
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tools.machine import browser

PICTURE: Final = Path(__file__).parent.parent / "docs" / "screenshot.png"
LARGEST: Final = 200_000
"""Bytes that the picture may have."""

WIDTH, HEIGHT = 360, 740
GAP: Final = 24
BACKGROUND: Final = "#201b13"
PALETTE_SIZE: Final = 256
COMPOSE: Final = """async ([sources, width, height, gap, background]) => {
  const canvas = document.createElement("canvas");
  canvas.width = sources.length * (width + gap) + gap;
  canvas.height = height + 2 * gap;
  const ink = canvas.getContext("2d");
  ink.fillStyle = background;
  ink.fillRect(0, 0, canvas.width, canvas.height);
  for (const [place, source] of sources.entries()) {
    const screen = new Image();
    screen.src = source;
    await screen.decode();
    ink.save();
    ink.beginPath();
    ink.roundRect(gap + place * (width + gap), gap, width, height, 16);
    ink.clip();
    ink.drawImage(screen, gap + place * (width + gap), gap);
    ink.restore();
  }
  const pixels = ink.getImageData(0, 0, canvas.width, canvas.height).data;
  const parts = [];
  for (let at = 0; at < pixels.length; at += 32768) parts.push(String.fromCharCode(...pixels.subarray(at, at + 32768)));
  return btoa(parts.join(""));
}"""
"""Draws the screens side by side and hands back the pixels."""

QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
NAMES: Final = ("Vera", "Isaac", "Stan")
FIELDS: Final[tuple[Mapping[str, str], ...]] = (
    {
        "reputation": "31",
        "suspicion": "4",
        "goon.cultist": "3",
        "items": "4",
        "goon.dwarf": "4",
        "goon.ratman": "1",
        "gold": "1",
        "tomes": "2",
        "goal": "3",
    },
    {"reputation": "28", "suspicion": "6", "goon.dwarf": "5", "resources": "4", "goal": "1"},
    {"reputation": "36", "suspicion": "1", "gold": "2", "tomes": "1", "goal": "2"},
)
"""The numbers of each side of the game, in the order in which they are typed."""

LAST: Final = ("0.resources", "3+6+2")
"""The field that is typed last, and shown on the keypad."""

ALONE: Final = {
    "round": 2,
    "phase": "lights_out",
    "location": "sewers",
    "goons": {
        "sewers": {"type": "ratman", "icons": 2},
        "infirmary": {"type": "dwarf", "icons": 0},
        "smithy": {"type": "cultist", "icons": 1},
        "commissary": {"type": "dwarf", "icons": 1},
        "chow_hall": {"type": "cultist", "icons": 2},
    },
    "cubes": {"sewers": {"suspicion": 2}, "smithy": {"suspicion": 1}, "chow_hall": {"suspicion": 2}},
    "tokens": [{"token": 5, "location": "sewers"}, {"token": 3, "location": "smithy"}],
    "guard_cards": [{"location": "sewers", "strength": 4}, {"location": "smithy", "strength": 6}],
    "player": {"reputation": 16, "cubes": {"scrap": 2, "gold": 1, "power": 1, "suspicion": 1}},
    "guards": {"reputation": 13, "cubes": {"power": 2}},
}
"""The position of the solitary game that is shown."""

FIGURES: Final = (
    *(("set_reputation", {"side": [side], "number": stars}) for side, stars in enumerate((12, 9, 14))),
    *(("set_cubes", {"place": [side], "cube": ["power"], "number": power}) for side, power in enumerate((3, 1, 2))),
    *(("set_cubes", {"place": [side], "cube": ["suspicion"], "number": seen}) for side, seen in enumerate((2, 0, 4))),
)
"""The corrections at the shared table."""


@contextmanager
def served() -> Iterator[str]:
    """Yield the address of a server on its own database."""
    with tempfile.TemporaryDirectory() as folder:
        lockup = Path(sys.executable).parent / "lockup"
        command = [str(lockup), "serve", "--local", "--port", "0", "--database", f"sqlite:///{folder}/lockup.db"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            try:
                yield next(line.strip() for line in process.stdout if "http://" in line)
            finally:
                process.terminate()


def fill_in(page: Page, address: str) -> None:
    """Make a sheet for three and type everything into it; the last field typed is left open on its keypad."""
    page.goto(f"{address}/score")
    page.locator("label", has=page.locator('input[name="players"][value="3"]')).click()
    page.locator("details summary").first.click()
    for place, name in enumerate(NAMES):
        page.fill(f"#name-{place}", name)
    page.locator("button[form=new]").click()
    page.wait_for_selector("html[data-ready]")
    for side in (1, 2, 0):
        page.locator(f'[data-tab="{side}"]').click()
        for field, text in FIELDS[side].items():
            type_into(page, f"{side}.{field}", text)
    page.locator('section[data-side="0"] [data-hold="marker"]').click()
    type_into(page, *LAST)


def type_into(page: Page, name: str, text: str) -> None:
    """Type a number as a person does, and wait until the server has counted it."""
    field = page.locator(f'[name="{name}"]')
    with page.expect_response(lambda response: response.request.method == "POST"):
        field.click()
        field.press_sequentially(text)
    page.wait_for_function("() => !document.querySelector('.waiting')")


def sit_down(page: Page, address: str) -> None:
    """Open a table of three in light depth on this phone, and bring it into its second round."""
    page.context.add_cookies([{"name": "lockup_device", "value": uuid.uuid4().hex, "url": address}])
    host = f"{address}/api/v1/tables"
    body = {"players": [{"name": name} for name in NAMES], "holds": [0, 1, 2], "depth": "light"}
    code, version = _sent(page, host, body)
    acts = [("actions", {"type": "begin_round", "fields": {}})]
    acts += [("corrections", {"type": kind, "fields": fields}) for kind, fields in FIGURES]
    for path, act in [*acts, acts[0]]:
        _, version = _sent(page, f"{host}/{code}/{path}", {**act, "version": version})
    page.goto(f"{address}/t/{code}")
    page.wait_for_selector("html[data-live=stream]")


def play_alone(page: Page, address: str) -> None:
    """Open a table against the guards on this phone, at a location of lights out."""
    page.context.add_cookies([{"name": "lockup_device", "value": uuid.uuid4().hex, "url": address}])
    code, _ = _sent(page, f"{address}/api/v1/tables", {"dealing": "house", "begin": ALONE})
    page.goto(f"{address}/t/{code}")
    page.wait_for_selector("html[data-ready]")


def _sent(page: Page, address: str, body: Mapping[str, object]) -> tuple[str, int]:
    """Return the code and version of a table after something was done there as this phone."""
    headers = {"Idempotency-Key": uuid.uuid4().hex, "Origin": address.partition("/api")[0]}
    answer = page.request.post(address, data=body, headers=headers)
    assert answer.ok, answer.text()
    shown = answer.json()
    return shown["code"], shown["version"]


def pictures(chromium: Browser, address: str) -> Iterator[bytes]:
    """Yield the screens, one after the other: a table of three, the form, the result, a solitary game."""
    context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", locale="en")
    page = context.new_page()
    sit_down(page, address)
    yield page.screenshot()
    fill_in(page, address)
    yield page.screenshot()
    page.keyboard.press("Escape")
    page.locator('button[value="finish"]').click()
    page.wait_for_selector(".ledger")
    yield page.screenshot()
    dark = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="dark", locale="en")
    page = dark.new_page()
    play_alone(page, address)
    yield page.screenshot()


def side_by_side(chromium: Browser, screens: list[bytes]) -> bytes:
    """Return the screens in one picture, as the red, green, blue and alpha of each pixel."""
    page = chromium.new_page()
    sources = [f"data:image/png;base64,{base64.b64encode(screen).decode()}" for screen in screens]
    pixels: str = page.evaluate(COMPOSE, [sources, WIDTH, HEIGHT, GAP, BACKGROUND])
    return base64.b64decode(pixels)


def png(pixels: bytes, width: int) -> bytes:
    """Return the pixels as a PNG with a palette: of the colours, the most used; any other as the nearest of these."""
    flat = struct.unpack(f"<{len(pixels) // 4}I", pixels)
    used = Counter(flat)
    palette = [colour for colour, _ in used.most_common(PALETTE_SIZE)]
    place = {colour: number for number, colour in enumerate(palette)}
    nearest = {colour: place.get(colour, -1) for colour in used}
    for colour in used:
        if nearest[colour] < 0:
            nearest[colour] = min(range(len(palette)), key=lambda number: _distance(colour, palette[number]))
    indexes = bytes(nearest[colour] for colour in flat)
    height = len(indexes) // width
    rows = b"".join(b"\0" + indexes[row * width : (row + 1) * width] for row in range(height))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(_channels(colour)) for colour in palette)),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _channels(colour: int) -> tuple[int, int, int]:
    return colour & 255, colour >> 8 & 255, colour >> 16 & 255


def _distance(one: int, other: int) -> int:
    return sum((mine - theirs) ** 2 for mine, theirs in zip(_channels(one), _channels(other), strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    """Make the picture."""
    path = browser()
    if path is None:
        sys.exit("No Chromium on this machine.")
    # As root it cannot keep its own sandbox.
    options = [*QUIET, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]
    with served() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=options)
        screens = list(pictures(chromium, address))
        picture = png(side_by_side(chromium, screens), len(screens) * (WIDTH + GAP) + GAP)
        chromium.close()
    if len(picture) > LARGEST:
        sys.exit(f"The picture has {len(picture)} bytes, more than {LARGEST}.")
    PICTURE.write_bytes(picture)
    print(f"{PICTURE.name}: {len(picture)} bytes")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
