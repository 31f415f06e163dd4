"""The icon of the app as pictures for home screens: `python -m tools.icons` draws them from `favicon.svg` in Chromium.

The icon fills the whole square there: a system cuts its own corners, and may cut off a fifth of each side.
"""

import argparse
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from companion.pages.home.manifest import SIZES
from tools.machine import browser

STATIC: Final = Path(__file__).parent.parent / "companion" / "static"
APPLE: Final = 180


def main() -> None:
    """Draw every size."""
    ground, room = '<rect width="32" height="32" rx="7"', 'x="-4" y="-4" width="40" height="40"'
    sign = (STATIC / "favicon.svg").read_text().replace(ground, f"<rect {room}").replace("0 0 32 32", "-4 -4 40 40")
    with sync_playwright() as player, player.chromium.launch(executable_path=browser()) as chromium:
        for size in (*SIZES, APPLE):
            page = chromium.new_page(viewport={"width": size, "height": size})
            page.set_content(f'<body style="margin:0">{sign}<style>svg {{ display: block; width: 100vw }}</style>')
            page.screenshot(path=STATIC / f"icon-{size}.png")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
