"""The documents name every route, setting, option, command and problem type, and none that is not there."""

import re
import tomllib
from collections import Counter

import pytest
from click import Context
from documents import DOCUMENTS, ROOT, rows
from flask import Flask

from companion.api.blueprint import OPERATIONS
from companion.api.core.operations import PREFIX
from companion.api.core.problems import STATUS
from companion.api.core.writes import LONGEST_KEY
from companion.boxes.schemas import MOST_ENTRIES
from companion.cli import main
from companion.cli.serve import DEFAULT_PORT, serve
from companion.config import MEBIBYTE, VARIABLES, Settings
from companion.identity.tokens import ALPHABET, LINK_LENGTH
from companion.pages.layout import frame
from companion.pages.rulings.ask import TOPICS
from companion.pages.tables.play.lessons import TAUGHT_COOKIE
from companion.persistence.database import Base
from companion.rules.editions import edition
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.schema import LONGEST_NAME, MOST
from companion.rules.vocabulary import TOKENS, EditionName, Goon, Location, Resource, Valuable
from companion.web import device_cookie, language
from companion.web.limits import MADE_PER_HOUR
from companion.web.strict_json import DEEPEST
from companion.words.catalogue import LANGUAGES

API = DOCUMENTS["docs/api.md"]
HOME, HOSTING, SETTINGS = (DOCUMENTS[f"docs/{name}.md"] for name in ("home", "hosting", "settings"))
PROJECT = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))
MAKEFILE = ROOT.joinpath("Makefile").read_text("utf-8")
TARGETS = re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)


def test_every_operation_of_the_api_is_documented():
    documented = re.findall(r"^\| `([A-Z]+) (/\S+)` \|", API, re.MULTILINE)
    assert documented == [(operation.method.upper(), operation.path) for operation in OPERATIONS]


def test_every_page_is_documented(plain_app: Flask):
    operations = {endpoint for endpoint in plain_app.view_functions if endpoint.startswith("api.")} - {"api.openapi"}
    pages = {rule.rule for rule in plain_app.url_map.iter_rules() if rule.endpoint not in operations}
    documented = {path for row in rows("docs/addresses.md", "page") for path in re.findall(r"`(/[^`]*)`", row[0])}
    assert documented | {f"{PREFIX}/openapi.json"} == pages
    assert f"`{PREFIX}/openapi.json`" in DOCUMENTS["docs/addresses.md"]


def test_every_table_of_the_database_is_documented():
    places = [row[0] for row in rows("docs/storage.md", "where")]
    documented = [place.removeprefix("database, ").strip("`") for place in places if place.startswith("database, ")]
    assert sorted(documented) == sorted(Base.metadata.tables)


def test_every_topic_of_the_guards_is_documented():
    [row] = [row for row in rows("docs/addresses.md", "page") if row[0] == "`/ask/<topic>`"]
    assert re.findall(r"`(\w+)`", row[1]) == list(TOPICS)


def test_every_problem_type_is_documented_with_its_status():
    assert {row[0].strip("`"): int(row[1]) for row in rows("docs/api.md", "`type`")} == STATUS


def test_the_limits_are_those_of_the_code():
    assert f"integers from 0 to {MOST}" in API
    assert f"1 to {LONGEST_NAME} code points" in API
    assert f"at most {MOST_ENTRIES} entries" in API
    assert f"at most {DEEPEST} deep" in API
    assert Settings().body_limit == MEBIBYTE
    assert "at most 1 MiB" in API
    assert f"1 to {LONGEST_KEY} visible ASCII characters" in API
    assert f"a link has {LINK_LENGTH * (len(ALPHABET) - 1).bit_length()} random bits" in HOSTING


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("resources", [*Resource]),
        ("valuables", [*Valuable]),
        ("goons", [*Goon]),
        ("locations", [*Location]),
        ("crew tokens", [token if isinstance(token, int) else f'"{token}"' for token in TOKENS]),
    ],
)
def test_the_names_of_the_api_are_those_of_the_rules(what: str, names: list[str]):
    assert f"| {what} | {' '.join(f'`{name}`' for name in names)} |" in API


def test_every_kind_of_reward_is_documented():
    kinds = {reward["kind"] for ruling in HOUSE_RULINGS.values() for reward in ruling.rewards.values()}
    for name in EditionName:
        for row in [*edition(name).rewards.values(), *edition(name).guards_rewards.values()]:
            kinds |= {tier["kind"] for tier in (*row.ranks, row.others, row.last) if tier and "kind" in tier}
    assert {row[0].strip("`") for row in rows("docs/api.md", "`kind`")} == kinds


def test_every_language_is_documented():
    assert ", ".join(f"`{name}`" for name in LANGUAGES) in API


def test_every_setting_is_documented_with_its_default():
    documented = {row[0].strip("`"): row[2].strip("`") for row in rows("docs/settings.md", "variable")}
    said = {
        "database": "SQLite in the data folder",
        "address": "empty",
        "name": "empty",
        "limits": "empty",
        "hosts": "empty",
        "timezone": "empty",
        "pocket": "empty",
    }
    said["sheets_per_hour"] = str(MADE_PER_HOUR)
    assert documented == {
        variable: said.get(name, str(getattr(Settings(), name))) for variable, name in VARIABLES.items()
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_names_a_setting_that_there_is_not(document: str):
    named = {*re.findall(r"LOCKUP_[A-Z_]+", DOCUMENTS[document])}
    # The ones that tools and tests read, not the app.
    assert named - {*VARIABLES, "LOCKUP_CHROMIUM", "LOCKUP_EXAMPLES", "LOCKUP_KILLS"} == set()


def test_what_make_thorough_sets_is_what_tests_read():
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("*.py"))
    set_ = {*re.findall(r"(LOCKUP_[A-Z]+)=", (ROOT / "Makefile").read_text("utf-8"))}
    assert set_ == {*re.findall(r'environ\.get\("(LOCKUP_[A-Z]+)"', tests)}


def test_every_option_of_serve_is_documented():
    documented = {
        found for row in rows("docs/home.md", "option of `lockup serve`") for found in re.findall(r"--\w+", row[0])
    }
    assert documented == {option for parameter in serve.params for option in parameter.opts}
    assert f"`--port PORT` | {DEFAULT_PORT} " in HOME


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_names_an_option_or_command_that_there_is_not(document: str):
    for line in re.findall(r"(?:^|`|\d )lockup ([a-z][^`\n]*)", DOCUMENTS[document], re.MULTILINE):
        name, *words = line.split()
        if re.fullmatch(r"(seed|shuffle) \d", line):
            # No command: a text that shuffles are made with.
            continue
        command = main.get_command(Context(main), name)
        assert command, line
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options, line


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_target_of_make_that_a_document_names_exists(document: str):
    assert {*re.findall(r"(?:^|`)make ([a-z]+)", DOCUMENTS[document], re.MULTILINE)} <= {*TARGETS}


def test_every_script_that_is_named_says_with_help_what_it_does():
    """And does not begin to do it: some take hours or write files."""
    named = {path for text in (*DOCUMENTS.values(), MAKEFILE) for path in re.findall(r"python (tests/\S+\.py)", text)}
    for module in re.findall(r"(?:-m |`)((?:tools|bench)(?:\.\w+)*)[` \n]", "\n".join((*DOCUMENTS.values(), MAKEFILE))):
        path = ROOT.joinpath(*module.split("."))
        named.add(str((path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).relative_to(ROOT)))
    assert len(named) > 10
    silent = [
        path
        for path in sorted(named)
        if not re.search(r"ArgumentParser\(.*description=__doc__", ROOT.joinpath(path).read_text("utf-8"))
    ]
    assert silent == []


def test_every_target_of_make_is_documented():
    documented = [row.partition("`make ")[2].partition("`")[0] for row in DOCUMENTS["CONTRIBUTING.md"].splitlines()]
    assert {*TARGETS} <= {*documented}


def test_every_cookie_is_documented():
    documented = {row[0].strip("`") for row in rows("docs/settings.md", "cookie")}
    chosen = {
        language.COOKIE,
        frame.THEME_COOKIE,
        frame.CAPTIONS_COOKIE,
        TAUGHT_COOKIE,
        *frame.AIDS.values(),
    }
    assert documented == {device_cookie.COOKIE, *chosen}
    assert f"kept for {device_cookie.KEPT_SECONDS // 86400} days" in SETTINGS


def test_the_python_that_is_asked_for_is_the_one_that_is_needed():
    needed = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f"Python {needed} or newer" in DOCUMENTS["README.md"]


def test_every_layer_has_its_place_in_the_architecture():
    layers = re.findall(r"companion\.(\w+)", str(PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]))
    drawn = ROOT.joinpath("docs", "architecture.svg").read_text("utf-8")
    assert [*re.findall(r"<text[^>]*>(\w+)</text>", drawn)] == layers


def test_every_extra_that_a_document_installs_exists():
    named = {name for text in DOCUMENTS.values() for name in re.findall(r"(?:'\.|companion)\[(\w+)\]", text)}
    assert named == {"gym", "openspiel", "pettingzoo", "postgresql"}
    assert named <= {*PROJECT["project"]["optional-dependencies"]}


def test_no_two_files_of_tests_have_the_same_name():
    names = Counter(path.name for path in ROOT.joinpath("tests").rglob("*.py") if path.name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []
