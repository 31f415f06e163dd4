"""How the tests of the API ask, and how they read what is answered."""

import json
import re
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

API = "/api/v1"
PROBLEM = "application/problem+json"

EXAMPLE: dict[str, Any] = {
    "edition": "later",
    "last_raid": True,
    "end_game_goal": "majority",
    "sides": [
        {
            "name": "Vera",
            "reputation": 31,
            "suspicion": 4,
            "power": 4,
            "items": 4,
            "valuables": {"blade": 2, "gem": 3, "magic": 1},
            "goons": {"cultist": 3, "dwarf": 4, "ratman": 1},
            "demons": ["gem", "any"],
            "resources": {"scrap": 2, "iron": 1, "gold": 1},
            "tomes": 2,
            "first_player": True,
            "leader_goal": True,
            "goal_count": 3,
        },
        {"name": "Isaac", "reputation": 28, "suspicion": 6, "goal_count": 1},
        {"name": "Stan", "reputation": 30, "suspicion": 1, "resources": {"gold": 2}},
    ],
}
"""A scores request with all that a side can give."""

YARD: dict[str, Any] = {
    "edition": "later",
    "first_player": "Isaac",
    "suspicion": 1,
    "bandit": ["iron"],
    "sides": [
        {"name": "Vera", "power": 4, "tokens": ["enforcer"]},
        {"name": "Isaac", "power": 1, "tokens": ["lookout", 4]},
        {"name": "Claire"},
    ],
}
"""A location request in which a tie, a lookout and a Bandit decide."""

_POINTER = re.compile(r"(/([^~/]|~[01])*)*", re.DOTALL)


def ask(client: FlaskClient, path: str, body: Any, **headers: str) -> TestResponse:
    """The answer to a JSON body; header names are written with underscores."""
    return send(client, path, json.dumps(body).encode(), **headers)


def send(client: FlaskClient, path: str, body: bytes, **headers: str) -> TestResponse:
    """The answer to bytes that say they are JSON."""
    return client.post(f"{API}{path}", data=body, content_type="application/json", headers=_named(headers))


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def answered(client: FlaskClient, path: str, body: Any, **headers: str) -> Any:
    """The answer to a question that is sound."""
    response = ask(client, path, body, **headers)
    assert response.status_code == 200, response.text
    return response.json


def refused(client: FlaskClient, path: str, body: Any) -> list[str]:
    """Where a question is at fault: the paths of a 422, in order."""
    return faults(ask(client, path, body))


def faults(response: TestResponse) -> list[str]:
    """The paths of a 422, in order."""
    assert response.status_code == 422, response.text
    check_problem(response)
    assert response.json["type"] == "invalid-fields"
    return sorted(error["path"] for error in response.json["errors"])


def check_problem(response: TestResponse) -> None:
    """Hold an error against docs/api.md, Errors: problem details in a language that is said, at 422 with its errors."""
    assert response.mimetype == PROBLEM, response.text
    problem = response.json
    assert problem["status"] == response.status_code
    assert all(isinstance(problem[member], str) and problem[member] for member in ("type", "title", "detail")), problem
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", problem["type"])
    assert response.headers["Content-Language"] in {"en", "pl", "zh"}
    assert ("errors" in problem) == (response.status_code == 422)
    for error in problem.get("errors", [{"path": "", "message": "-"}]):
        assert set(error) == {"path", "message"}
        assert error["message"]
        assert _POINTER.fullmatch(error["path"]), error
    assert problem.get("errors") != []


def leads_somewhere(pointer: str, body: Any) -> bool:
    """Whether a JSON Pointer leads to a member of the body, or to where a missing one belongs."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place = body
    for number, step in enumerate(steps, start=1):
        if isinstance(place, list):
            if not step.isdecimal() or int(step) >= len(place):
                return False
            place = place[int(step)]
        elif isinstance(place, dict):
            members = {name.encode("utf-8", "replace").decode(): value for name, value in place.items()}
            if step not in members:
                return number == len(steps)
            place = members[step]
        else:
            return False
    return True


def rules_of(why: list[dict[str, str]]) -> list[str]:
    """The rule ids of a list of reasons; each reason has its sentence."""
    assert all(set(reason) == {"rule", "text"} and reason["text"] for reason in why)
    return [reason["rule"] for reason in why]
