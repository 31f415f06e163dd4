"""The recipes of `deploy/` name what there is; `tools.deploy_trial` runs those for which there are programs."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.config import VARIABLES, from_environment

DEPLOY = Path(__file__).parents[2] / "deploy"
OF_CADDY = {"LOCKUP_DOMAIN", "LOCKUP_UPSTREAM"}
FILES = sorted(DEPLOY.iterdir())


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_that_a_recipe_names_is_one(file: Path) -> None:
    assert {*re.findall(r"LOCKUP_\w+", file.read_text("utf-8"))} <= VARIABLES.keys() | OF_CADDY


@pytest.mark.parametrize("name", ["postgresql.env", "sqlite.env"])
def test_the_settings_of_a_recipe_can_be_used(name: str) -> None:
    lines = (DEPLOY / name).read_text("utf-8").splitlines()
    settings = from_environment(dict(line.split("=", 1) for line in lines if not line.startswith("#")))
    assert (settings.proxies, settings.hosts) == (1, ("lockup.example",))


def test_the_settings_of_the_containers_can_be_used(compose: Any) -> None:
    named = {key: value for key, value in compose["services"]["app"]["environment"].items() if "${" not in value}
    assert from_environment(named).proxies == 1


def test_containers_wait_for_containers_that_there_are(compose: Any) -> None:
    services = compose["services"]
    for service in services.values():
        for other, until in service.get("depends_on", {}).items():
            assert "healthcheck" in services[other] or until["condition"] == "service_completed_successfully"


def test_files_and_folders_that_containers_use_are_there(compose: Any) -> None:
    for service in compose["services"].values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()


def test_all_start_the_app_in_the_same_way(compose: Any) -> None:
    how = ["gunicorn", "--config", "python:companion.hosting", "companion:create_app()"]
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    unit = (DEPLOY / "lockup.service").read_text("utf-8")
    assert all(part in container and part in unit for part in how)
    assert compose["services"]["upgrade"]["command"] == ["lockup", "upgrade"]
    assert "ExecStartPre=/opt/lockup/bin/lockup upgrade" in unit


def test_nginx_passes_the_port_on_and_shuts_the_figures() -> None:
    served = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert served.count("proxy_set_header Host $http_host;") == served.count(" proxy_pass http://127.0.0.1:8471;") == 2
    assert re.search(r"location = /metrics \{\s+return 404;", served)
