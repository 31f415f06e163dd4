"""The wheel: what a stranger installs holds everything, and works in any folder."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from serving import environment, serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `lockup` of a wheel built from this project and installed into an environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, text=True)
    wheel = next(folder.glob("*.whl"))
    venv.create(folder / "venv")
    # The pip that is here installs it there: to put one of its own there takes longer than all else.
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "venv" / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return folder / "venv" / "bin" / "lockup"


@pytest.mark.slow
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
