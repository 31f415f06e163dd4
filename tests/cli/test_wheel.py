"""What is built: the same bytes of the same sources, whenever and by whomever; and a stranger installs all of it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from hashlib import sha256
from pathlib import Path

import pytest
from serving import environment, serving

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "tests", "var"
)


def built(project: Path, *, moment: int, mask: int, language: str) -> Path:
    """The folder with sdist and wheel of a copy of the project whose files were written at that moment."""
    shutil.copytree(ROOT, project, ignore=LEFT_OUT)
    for one in project.rglob("*"):
        os.utime(one, (moment, moment))
        if one.is_file():
            one.chmod(one.stat().st_mode & ~mask)
    to = project.parent / f"of-{project.name}"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(to), str(project)]
    variables = {**os.environ, "LC_ALL": language, "TZ": "UTC-9" if mask else "UTC"}
    variables.pop("SOURCE_DATE_EPOCH", None)
    subprocess.run(command, env=variables, check=True, capture_output=True, text=True)
    return to


def checksums(folder: Path) -> dict[str, str]:
    """Of each file."""
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with sdist and wheel of this project; the wheel was made of the sdist."""
    return built(tmp_path_factory.mktemp("built") / "first", moment=1_700_000_000, mask=0, language="C")


def test_sdist_and_wheel_built_twice_are_the_same_bytes(first: Path, tmp_path: Path) -> None:
    second = built(tmp_path / "second", moment=1_800_000_000, mask=0o044, language="C.UTF-8")
    assert checksums(first) == checksums(second)
    assert {one.suffix for one in first.iterdir()} == {".gz", ".whl"}


@pytest.fixture
def installed(first: Path, tmp_path: Path) -> Path:
    """The `lockup` of that wheel, installed into an environment of its own."""
    wheel = next(first.glob("*.whl"))
    venv.create(tmp_path / "venv")
    # The pip that is here installs it there: to put one of its own there takes longer than all else.
    pip = [sys.executable, "-m", "pip", "--python", str(tmp_path / "venv" / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return tmp_path / "venv" / "bin" / "lockup"


def test_an_installed_wheel_serves_from_any_folder_with_all_that_it_needs(installed: Path, tmp_path: Path) -> None:
    # What the app stands on comes from here; the app itself only from the wheel, since a path adds no editable one.
    env = environment(PYTHONPATH=sysconfig.get_path("purelib"), XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    with serving("--local", "--port", "0", command=str(installed), env=env, cwd=tmp_path) as server:
        where = [str(installed.parent / "python"), "-c", "import companion; print(companion.__file__)"]
        found = subprocess.run(where, env=env, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        assert str(installed.parent.parent) in found
        pages = [server.get("/", **{"Accept-Language": language}) for language in ("en", "pl", "zh")]
        assert len(set(pages)) == 3
        assert "<path id=" in server.get("/static/icons.svg")
        assert '"prototype"' in server.get("/api/v1/editions")
        assert '"L-12"' in server.get("/api/v1/rules", **{"Accept-Language": "zh"})
        link = server.post("/api/v1/sheets", b'{"sides": [{"name": "Vera"}]}')["link"]
        assert "Vera" in server.get(f"/s/{link}")
        assert "<svg" in server.get(f"/s/{link}/picture.svg")
