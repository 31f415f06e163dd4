"""The pocket edition is offered where it was built: on the host page as a file, hosted over https as an address."""

import io
import zipfile
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.config import Settings

HERE = {"base_url": "http://localhost:8470", "environ_overrides": {"REMOTE_ADDR": "127.0.0.1"}}
FILES = {
    "index.html": "<!doctype html><title>Lockup companion</title>",
    "sw.js": "// nothing",
    "version.json": '{"build": "0123456789ab"}',
    "unregister/index.html": "<!doctype html><title>Leave</title>",
    "0123456789ab/worker.js.gz": "packed",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like that of the pocket edition."""
    for name, content in FILES.items():
        file = tmp_path / "built" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
    return tmp_path / "built"


def app_with(folder: Path, migrated_file: Path) -> Flask:
    return create_app(Settings(database=f"sqlite:///{migrated_file}", home_port=8470, pocket=str(folder)))


def test_its_files_are_served_as_they_are(folder: Path, migrated_file: Path) -> None:
    client = app_with(folder, migrated_file).test_client()
    for name, content in FILES.items():
        answer = client.get(f"/pocket/{name}")
        assert answer.text == content
        # A browser would unpack it, and the page that checks it would find another digest.
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert "no-cache" in answer.headers["Cache-Control"]
    assert client.get("/pocket/").text == FILES["index.html"]
    assert client.get("/pocket/unregister/").text == FILES["unregister/index.html"]
    assert client.get("/pocket/unregister").location == "/pocket/unregister/"
    for outside in ("../secret", "%2e%2e/secret", "0123456789ab", "nothing.js", "t/abcdef"):
        assert client.get(f"/pocket/{outside}").status_code == 404


def test_it_is_given_as_one_file(folder: Path, migrated_file: Path) -> None:
    answer = app_with(folder, migrated_file).test_client().get("/pocket.zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="lockup-pocket.zip"'
    archive = zipfile.ZipFile(io.BytesIO(answer.data))
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        f"lockup/{name}": content for name, content in FILES.items()
    }


def test_the_host_page_gives_the_file_or_says_how_it_is_built(
    folder: Path, tmp_path: Path, migrated_file: Path
) -> None:
    built = app_with(folder, migrated_file).test_client().get("/host", **HERE).text
    assert "Take it home on your phone" in built
    assert 'href="/pocket.zip"' in built
    assert "make pocket" not in built
    not_built = app_with(tmp_path, migrated_file).test_client()
    assert "make pocket" in not_built.get("/host", **HERE).text
    assert not_built.get("/pocket/").status_code == not_built.get("/pocket.zip").status_code == 404


def test_over_https_about_leads_to_it(folder: Path, tmp_path: Path, migrated_file: Path) -> None:
    for at, base, offered in (
        (folder, "https://cards.example", True),
        (folder, "http://192.168.1.5:8470", False),
        (tmp_path, "https://cards.example", False),
    ):
        settings = Settings(database=f"sqlite:///{migrated_file}", pocket=str(at))
        page = create_app(settings).test_client().get("/about", base_url=base).text
        assert ('href="/pocket/"' in page) is offered
