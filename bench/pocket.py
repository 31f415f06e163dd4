"""The pocket edition in Chromium: bytes of a first visit, starts, pages and acts of a game, memory."""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Frame, Page, sync_playwright

from tools.machine import browser
from tools.pocket import ROOT, build

FOLDER: Final = ROOT / "dist" / "pocket"
STARTS: Final = 10
ACTS: Final = 60
PATIENCE: Final = 120_000
PAGES: Final = ("", "alone", "rules", "history", "score", "raid", "ask/chow_hall", "phone", "about")

ACT: Final = """async () => {
    const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
    const { document } = window;
    const page = window.last ?? document;
    const forms = 'form[method=post][action*="/t/"] button:not([type=button])';
    const buttons = [...page.querySelectorAll(forms)].filter((one) => !one.closest(".table-foot"));
    const button = buttons[Math.floor(Math.random() * buttons.length)];
    if (!button) return null;
    const body = new URLSearchParams(new FormData(button.form, button));
    const begun = performance.now();
    const answer = await fetch(button.form.getAttribute("action"), { method: "POST", body });
    window.last = parsed(await answer.text());
    return performance.now() - begun;
}"""
"""Press any button of the game's page, as its script does: the form is sent, and the new page comes back."""


def main() -> None:
    """Build it, visit it, and print what was measured."""
    size = build(FOLDER)
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(FOLDER)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found
        address = f"http://127.0.0.1:{found[1]}/"
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox", "--disable-gpu"])
            page = chromium.new_context(viewport={"width": 360, "height": 740}).new_page()
            print(f"load of the machine: {os.getloadavg()[0]:.1f}")
            print(f"first visit: {size / 1e6:.1f} MB, {opened(page, address):.1f} s")
            page.wait_for_selector(":root[data-memory]", state="attached", timeout=PATIENCE)
            server.terminate()
            starts = [opened(page, address) for _ in range(STARTS)]
            print(f"later start, median of {STARTS}: {median(starts):.2f} s to the first page ({started(page)})")
            frame = page.frames[-1]
            pages = [timed(frame, address + path) for path in PAGES for _ in range(3)]
            print(f"pages: {told(pages)}")
            frame.goto(f"{address}alone")
            frame.locator(".hand .button.primary").click()
            frame.wait_for_url("**/t/*")
            acts = [took for _ in range(ACTS) if (took := frame.evaluate(ACT)) is not None]
            print(f"acts of a game: {told(acts)}")
            all_, own = memory()
            print(f"memory of the page's process: {all_:.0f} MB, of which {own:.0f} MB its own")
            chromium.close()


def opened(page: Page, address: str) -> float:
    """Open the app; seconds to its first page."""
    begun = time.monotonic()
    page.goto(address)
    page.wait_for_selector(":root[data-open]", state="attached", timeout=PATIENCE)
    return time.monotonic() - begun


def started(page: Page) -> str | None:
    return page.locator(":root").get_attribute("data-start")


def timed(frame: Frame, address: str) -> float:
    """Return the milliseconds until a page is loaded."""
    begun = time.monotonic()
    frame.goto(address)
    return (time.monotonic() - begun) * 1000


def told(milliseconds: list[float]) -> str:
    """Say the median and the 95th percentile."""
    return f"p50 {median(milliseconds):.0f} ms, p95 {quantiles(milliseconds, n=20)[-1]:.0f} ms of {len(milliseconds)}"


def memory() -> tuple[float, float]:
    """Return the megabytes of our largest renderer: with its share of the browser's files, and without."""
    sizes = [(0.0, 0.0)]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and is_ours(folder):
                told = (folder / "smaps_rollup").read_text()
                found = [re.search(rf"^{name}:\s+(\d+)", told, re.MULTILINE) for name in ("Pss", "Pss_Anon")]
                all_, own = (int(one[1]) / 1000 if one else 0.0 for one in found)
                sizes.append((all_, own))
        except OSError:
            continue
    return max(sizes)


def is_ours(process: Path) -> bool:
    """Return whether we started a process; other browsers may run beside."""
    number = process.name
    while number not in {"0", str(os.getpid())}:
        found = re.search(r"^PPid:\s+(\d+)", Path("/proc", number, "status").read_text(), re.MULTILINE)
        assert found
        number = found[1]
    return number != "0"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
