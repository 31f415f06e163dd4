"""The bundle: a folder that starts the app on a machine without Python, packed into one file."""

import argparse
import platform
import shutil
import struct
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
WORK: Final = ROOT / "build" / "bundle"
SPEC: Final = ROOT / "packaging" / "lockup.spec"
LOCK: Final = ROOT / "requirements-bundle.lock"
ICON: Final = ROOT / "companion" / "static" / "icon-192.png"
ICON_SIZE: Final = 192

MOST: Final = 60_000_000
"""Bytes that the packed bundle may have."""


def main() -> None:
    """Build it for the system that this runs on, and say where it is and how large."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle", description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the folder that gets it")
    to = parser.parse_args().to.resolve()
    python = _environment()
    (WORK / "lockup.ico").write_bytes(icon(ICON.read_bytes()))
    _run(
        python,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "WARN",
        f"--distpath={to}",
        f"--workpath={WORK}",
        SPEC,
    )
    packed = _packed(to)
    size = packed.stat().st_size
    print(f"{packed}: {size / 1e6:.1f} MB; unpacked {weight(to / 'lockup') / 1e6:.1f} MB in {to / 'lockup'}")
    if size > MOST:
        sys.exit(f"It may have {MOST / 1e6:.0f} MB.")


def icon(png: bytes) -> bytes:
    """Return a PNG as the icon of a Windows program: a list of one picture, and the picture as it is."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", ICON_SIZE, ICON_SIZE, 0, 0, 1, 32, len(png), len(head) + 16)
    return head + entry + png


def weight(folder: Path) -> int:
    """Return the bytes of all files of a folder."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file() and not one.is_symlink())


def _environment() -> Path:
    """Return the Python of an environment with PyInstaller and the app's packages: nothing else finds a way in."""
    folder = WORK / "environment"
    venv.create(folder, clear=True, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*install, "--require-hashes", "--requirement", LOCK)
    _run(*install, "--no-deps", "--no-build-isolation", ROOT)
    return python


def _packed(to: Path) -> Path:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    name = to / f"lockup-{version}-{system}-{platform.machine().lower()}"
    # Elsewhere than on Windows a zip would forget that the command may be run.
    kind = "zip" if sys.platform == "win32" else "xztar"
    return Path(shutil.make_archive(str(name), kind, root_dir=to, base_dir="lockup"))


def _run(*command: str | Path) -> None:
    subprocess.run(list(map(str, command)), cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
