"""NOTICES.md names what the app stands on, CHANGELOG.md the version that this is."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata

import pytest
from documents import DOCUMENTS, ROOT

NOTICES = DOCUMENTS["NOTICES.md"]
LOCKED = sorted(
    {*re.findall(r"^([a-z0-9][a-z0-9-]*)==", ROOT.joinpath("requirements.lock").read_text("utf-8"), re.MULTILINE)}
)
LISTED = {
    name: licence
    for names, licence in re.findall(r"^\| ([a-z][a-z0-9, -]*) \| ([^|]+) \|", NOTICES, re.MULTILINE)
    if names != "package"
    for name in names.split(", ")
}
OTHER_NAMES = {"pathspec": "Mozilla Public License 2.0", "trove-classifiers": "Apache Software License"}
"""Packages that state their licence by another name than its short one."""

SWAGGER = ROOT / "companion" / "static" / "vendor" / "swagger-ui"


def test_every_locked_package_is_named_and_no_other():
    optional = {"gunicorn", "psycopg", "psycopg-binary"}
    optional |= {"distributed", "gymnasium", "numpy", "open-spiel", "pettingzoo"}
    assert sorted({*LISTED} - optional) == LOCKED


def stated(package: str) -> str | None:
    """What an installed package says of its licence, in its expression or else in the older members."""
    try:
        found = metadata(package)
    except PackageNotFoundError:
        # Not for this platform.
        return None
    classifiers = [one.split(" :: ")[-1] for one in found.get_all("Classifier", []) if one.startswith("License")]
    return found.get("License-Expression") or f"{found.get('License')} {classifiers}"


@pytest.mark.parametrize("package", sorted({*LISTED} - {*OTHER_NAMES}))
def test_a_licence_is_the_one_that_the_package_states(package: str):
    says = stated(package)
    assert says is None or LISTED[package] in says or LISTED[package].partition("-")[0] in says


@pytest.mark.parametrize(("package", "name"), OTHER_NAMES.items())
def test_a_licence_that_is_stated_by_its_name_is_that_one(package: str, name: str):
    assert name in str(stated(package))


def test_the_vendored_reader_is_named_with_its_version_and_notice():
    version = SWAGGER.joinpath("README").read_text("utf-8").split()[1].rstrip(",")
    assert f"swagger-ui-dist {version}" in NOTICES
    assert f"Swagger UI {version}" in DOCUMENTS["docs/api.md"]
    for line in SWAGGER.joinpath("NOTICE").read_text("utf-8").splitlines():
        assert f"> {line}" in NOTICES


def test_what_changes_pages_in_place_is_named_with_its_version():
    folder = ROOT / "companion" / "static" / "vendor" / "idiomorph"
    version = folder.joinpath("README").read_text("utf-8").split()[1].rstrip(",")
    assert f"idiomorph {version} as published" in NOTICES


def test_the_newest_entry_of_the_changes_is_this_version():
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))["project"]
    assert re.search(r"^## \[([^]]+)\]", DOCUMENTS["CHANGELOG.md"], re.MULTILINE)[1] == project["version"]
