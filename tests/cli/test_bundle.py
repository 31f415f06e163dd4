"""The bundle: a folder that starts on a machine without Python, light and soon."""

import os
import re
import resource
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tools.bundle import MOST, icon
from tools.bundle_trial import tried

ROOT = Path(__file__).parents[2]
LIBRARIES = f"/lib/{sysconfig.get_config_var('MULTIARCH')}"
OF_THE_C_LIBRARY = ("libm.so.6", "librt.so.1", "libutil.so.1")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle as `python -m tools.bundle` makes it, in a folder of this test."""
    folder = tmp_path_factory.mktemp("bundle")
    command = [sys.executable, "-m", "tools.bundle", "--to", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return folder


@pytest.mark.bundle
def test_a_bundle_scores_a_game_from_another_address_without_python_and_starts_within_three_seconds(
    bundle: Path,
) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    trial = tried(bundle / "lockup", source="127.0.0.2")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert trial.totals == [31, 28]
    # What else the machine does takes none of it: the processor's time, not the clock's.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 3


@pytest.mark.bundle
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root makes a folder a machine")
def test_a_bundle_scores_a_game_on_a_machine_with_nothing_but_the_c_library_and_zlib(
    bundle: Path, tmp_path: Path
) -> None:
    shutil.copytree(bundle / "lockup", tmp_path / "lockup", symlinks=True)
    said = subprocess.run(["ldd", bundle / "lockup" / "lockup"], capture_output=True, text=True, check=True).stdout
    # Of the C library what the start itself asks for, and what Python's own modules do.
    for library in {*re.findall(r"(/\S+) \(0x", said), *(f"{LIBRARIES}/{name}" for name in OF_THE_C_LIBRARY)}:
        if Path(library).exists():
            there = tmp_path / library.removeprefix("/")
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, there)
    assert tried(tmp_path / "lockup", source="127.0.0.2", machine=tmp_path).totals == [31, 28]


@pytest.mark.bundle
def test_a_packed_bundle_is_light_and_has_no_locale_that_the_app_does_not_speak(bundle: Path) -> None:
    [packed] = bundle.glob("lockup-*")
    assert packed.stat().st_size < MOST
    locales = {one.stem for one in bundle.glob("lockup/_internal/babel/locale-data/*.dat")}
    assert {"en", "pl", "zh"} <= locales <= {"root", "en", "pl", "zh", "zh_Hans"}


def test_the_icon_of_windows_holds_the_picture_whole() -> None:
    made = icon(b"a picture")
    assert made[:6] == b"\0\0\1\0\1\0"
    assert made[int.from_bytes(made[18:22], "little") :] == b"a picture"
    assert int.from_bytes(made[14:18], "little") == len(b"a picture")
