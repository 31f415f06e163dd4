"""What the browser tests need of the machine, and getting it where that is allowed."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Final

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES: Final = ("chromium", "fonts-noto-core", "fonts-noto-cjk")


def browser() -> str | None:
    """The path of a Chromium on this machine, or None; `LOCKUP_CHROMIUM` names another."""
    return os.environ.get("LOCKUP_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def has_cjk_font() -> bool:
    """Whether Chinese pages can be drawn."""
    if not shutil.which("fc-list"):
        return False
    found = subprocess.run(["fc-list", ":lang=zh-cn", "family"], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def prepare() -> None:
    """Install Chromium and fonts where they are missing; where that is not allowed, say so and go on."""
    if browser() and has_cjk_font():
        return
    command = _installer()
    if command is None:
        print(
            "Chromium or a Chinese font is missing and cannot be installed from here. The browser tests are left out;"
        )
        print(f"install {', '.join(PACKAGES)} (or set LOCKUP_CHROMIUM) to run them.", flush=True)
        return
    print("Installing Chromium and fonts for the browser tests.", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run([*command, "-qq", *step], env=environment, check=False, stdout=subprocess.DEVNULL)
        if done.returncode:
            print("That did not work; the browser tests are left out.", flush=True)
            return


def _installer() -> Sequence[str] | None:
    """How packages are installed here: as root, or with a sudo that asks for no password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode:
        return ["sudo", "-n", "apt-get"]
    return None
