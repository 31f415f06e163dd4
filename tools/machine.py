"""What the browser tests need of the machine, and getting it where that is allowed."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Final

SHELL: Final = "chromium-headless-shell"
"""A Chromium without windows. Each phone of a test would be a window of the whole one, at three times the work."""

BROWSERS: Final = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser() -> str | None:
    """The path of a Chromium on this machine, or None; `LOCKUP_CHROMIUM` names another."""
    return os.environ.get("LOCKUP_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def has_cjk_font() -> bool:
    """Whether Chinese pages can be drawn."""
    if not shutil.which("fc-list"):
        return False
    found = subprocess.run(["fc-list", ":lang=zh-cn", "family"], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def _missing() -> list[str]:
    """The packages of what is not here."""
    here = {
        (SHELL,): os.environ.get("LOCKUP_CHROMIUM") or shutil.which(SHELL),
        ("fonts-noto-core", "fonts-noto-cjk"): has_cjk_font(),
        ("firefox-esr",): shutil.which("firefox-esr"),
        ("webkit2gtk-driver",): shutil.which("WebKitWebDriver"),
        ("xvfb",): shutil.which("Xvfb"),
    }
    return [package for packages, found in here.items() if not found for package in packages]


def prepare() -> None:
    """Install browsers and fonts where they are missing; where that is not allowed, say so and go on."""
    missing = _missing()
    if not missing:
        return
    command = _installer()
    if command is None:
        print(f"Missing, and not to be installed from here: {', '.join(missing)}. Tests that need them are left out;")
        print("install them (or name a Chromium in LOCKUP_CHROMIUM) to run those.", flush=True)
        return
    print(f"Installing for the browser tests: {', '.join(missing)}.", flush=True)
    _run(*command, "update")
    for package in missing:
        _run(*command, "install", "--yes", "--no-install-recommends", package)
    if browser() is None:
        # Not every release has the one without windows.
        _run(*command, "install", "--yes", "--no-install-recommends", "chromium")


def _run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run([*command, "-qq"], env=environment, check=False, stdout=subprocess.DEVNULL).returncode:
        print(f"`{' '.join(command)}` did not work; the tests do without.", flush=True)


def _installer() -> Sequence[str] | None:
    """How packages are installed here: as root, or with a sudo that asks for no password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode:
        return ["sudo", "-n", "apt-get"]
    return None
