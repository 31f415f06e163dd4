"""Other people's programs: clients that are generated of the API's document, and what lints it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.api_client import API
from support.servers import forks

from tools.machine import node_tool

pytestmark = pytest.mark.slow

BIN = Path(sys.executable).parent
PROGRAMS = Path(__file__).parent.parent / "support"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""The linter neither looks for a newer one nor reports to anybody."""


@pytest.fixture(scope="module")
def document(plain_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the document, in a folder for what is made of it."""
    path = tmp_path_factory.mktemp("clients") / "openapi.json"
    path.write_bytes(plain_app.test_client().get(f"{API}/openapi.json").data)
    return path


@pytest.fixture(scope="module")
def python_client(document: Path) -> Path:
    """The package that openapi-python-client makes; a warning would say what is missing in it."""
    package, settings = document.parent / "lockup_client", document.parent / "settings.yml"
    settings.write_text("post_hooks: []\n", "utf-8")
    command = [BIN / "openapi-python-client", "generate", "--path", document, "--config", settings, "--meta", "none"]
    run(*command, "--output-path", package, "--fail-on-warning")
    return package


def run(*command: str | Path, **environment: str) -> str:
    """What a program prints that ends well; of one that does not, all that it says."""
    ran = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def node(name: str) -> str:
    """The path of a tool of Node; without it the test is left out."""
    path = node_tool(name)
    if path is None:
        missing = f"No {name} here: `make test` installs it where there is npm."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    return path


def test_a_generated_python_client_has_every_operation(document: Path, python_client: Path) -> None:
    paths = json.loads(document.read_text("utf-8"))["paths"].values()
    operations = {snake(operation["operationId"]) for path in paths for operation in path.values()}
    assert {module.stem for module in python_client.glob("api/*/*.py")} - {"__init__"} == operations


def snake(name: str) -> str:
    return re.sub("(?<=.)(?=[A-Z])", "_", name).lower()


def test_a_generated_python_client_plays_a_solitary_game_to_its_score(python_client: Path, tmp_path: Path) -> None:
    with forks(f"sqlite:///{tmp_path}/lockup.db") as servers:
        there, program = servers.server().address, PROGRAMS / "solitary_game.py"
        played = json.loads(run(sys.executable, program, there, PYTHONPATH=str(python_client.parent)))
    assert played["over"]
    assert [name for name, total in played["totals"] if total] == ["You", "Guards"]
    assert played["acts"]["begin_round"] == 6
    assert played["kept"]
    assert played["leads"] == "Bo"


def test_pydantic_models_are_generated_without_a_number_behind_a_name(document: Path) -> None:
    models = document.parent / "models.py"
    command = [BIN / "datamodel-codegen", "--input", document, "--input-file-type", "openapi", "--output", models]
    run(*command, "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    names = re.findall(r"^class (\w+)\(", models.read_text("utf-8"), re.MULTILINE)
    assert {*schemas(document)} <= {*names}
    assert [name for name in names if name[-1].isdigit()] == []
    run(sys.executable, models)


def schemas(document: Path) -> dict[str, Any]:
    """The objects of the document, by name."""
    found = json.loads(document.read_text("utf-8"))["components"]["schemas"]
    return {name: schema for name, schema in found.items() if "properties" in schema}


def test_the_document_passes_the_recommended_rules_of_redocly(document: Path) -> None:
    command = (node("redocly"), "lint", document, "--extends", "recommended", "--format", "json")
    assert json.loads(run(*command, **QUIET))["problems"] == []


def test_typescript_compiles_a_program_against_the_types_of_the_document(document: Path) -> None:
    types, program = document.parent / "api.ts", document.parent / "typed_client.ts"
    # Without this a member that has a default would have to be in every request.
    run(node("openapi-typescript"), document, "--output", types, "--default-non-nullable", "false")
    program.write_text((PROGRAMS / program.name).read_text("utf-8"), "utf-8")
    wrong = document.parent / "wrong_client.ts"
    wrong.write_text(program.read_text("utf-8").replace('"assign"', '"win"'), "utf-8")
    # Both at once: to read the types takes most of the time.
    with pytest.raises(AssertionError, match="win") as said:
        run(node("tsc"), "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", program, wrong)
    assert wrong.name in str(said.value)
    assert program.name not in str(said.value)
