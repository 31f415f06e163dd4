"""Programs that tests need besides Python, and getting them where allowed: browsers, fonts, nginx, tools of npm."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.own_postgresql import program

NODE_PACKAGES: Final = Path(__file__).parent / "clients"
"""The folder that locks which tools of Node read the API's document."""

_NODE: Final = Path(sys.prefix) / "node"
"""The folder where they are installed; it goes with the environment of Python."""

SHELL: Final = "chromium-headless-shell"
"""A Chromium without windows. Each phone of a test would be a window of the whole one, at three times the work."""

BROWSERS: Final = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser() -> str | None:
    """Return the path of a Chromium on this machine, or None; `LOCKUP_CHROMIUM` names another."""
    return os.environ.get("LOCKUP_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def has_cjk_font() -> bool:
    """Return whether Chinese pages can be drawn."""
    if not shutil.which("fc-list"):
        return False
    found = subprocess.run(["fc-list", ":lang=zh-cn", "family"], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def node_tool(name: str) -> str | None:
    """Return the path of a tool of Node that `prepare` has installed, or None."""
    return shutil.which(name, path=_NODE / "node_modules" / ".bin") if shutil.which("node") else None


def _missing() -> list[str]:
    """Return the packages that are missing here."""
    here = {
        (SHELL,): os.environ.get("LOCKUP_CHROMIUM") or shutil.which(SHELL),
        ("fonts-noto-core", "fonts-noto-cjk"): has_cjk_font(),
        ("firefox-esr",): shutil.which("firefox-esr"),
        ("webkit2gtk-driver",): shutil.which("WebKitWebDriver"),
        ("xvfb",): shutil.which("Xvfb"),
        ("nginx-light",): program("nginx"),
    }
    return [package for packages, found in here.items() if not found for package in packages]


def prepare() -> None:
    """Install what is missing; where that is not allowed, say so and go on."""
    _prepare_browsers()
    _prepare_node()


def _prepare_node() -> None:
    locked, installed = NODE_PACKAGES / "package-lock.json", _NODE / "installed.json"
    if installed.exists() and installed.read_bytes() == locked.read_bytes():
        return
    if not shutil.which("npm"):
        print("No npm here: tests that lint the API's document and compile a client of it are left out.", flush=True)
        return
    print("Installing for the tests of clients: the tools that tools/clients locks.", flush=True)
    _NODE.mkdir(exist_ok=True)
    for name in ("package.json", locked.name):
        shutil.copy(NODE_PACKAGES / name, _NODE)
    if _run("npm", "ci", "--prefix", str(_NODE), "--ignore-scripts", "--no-audit", "--no-fund"):
        shutil.copy(locked, installed)


def _prepare_browsers() -> None:
    missing = _missing()
    if not missing:
        return
    command = _installer()
    if command is None:
        print(f"Missing, and not to be installed from here: {', '.join(missing)}. Tests that need them are left out;")
        print("install them (or name a Chromium in LOCKUP_CHROMIUM) to run those.", flush=True)
        return
    print(f"Installing for the tests: {', '.join(missing)}.", flush=True)
    _run(*command, "-qq", "update")
    for package in missing:
        _run(*command, "-qq", "install", "--yes", "--no-install-recommends", package)
    if browser() is None:
        # Not every release has the one without windows.
        _run(*command, "-qq", "install", "--yes", "--no-install-recommends", "chromium")


def _run(*command: str) -> bool:
    """Run a command, and return whether it did what it should; if not, say so."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = not subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL).returncode
    if not done:
        print(f"`{' '.join(command)}` did not work; the tests do without.", flush=True)
    return done


def _installer() -> Sequence[str] | None:
    """Return the command that installs packages here: as root, or with a sudo that asks for no password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode:
        return ["sudo", "-n", "apt-get"]
    return None
