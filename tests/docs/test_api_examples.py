"""The examples of `docs/api.md` are what the app answers."""

import json
import re
import shlex
from typing import Any, NamedTuple

from documents import blocks
from flask.testing import FlaskClient

from companion.api.blueprint import OPERATIONS
from companion.api.core.operations import PREFIX
from companion.cli.serve import DEFAULT_PORT

ANYTHING = "…"


class Message(NamedTuple):
    """A request or an answer as the document writes it."""

    start: str
    headers: dict[str, str]
    body: str


def message(block: str) -> Message:
    head, _, body = block.partition("\n\n")
    start, *lines = head.strip().splitlines()
    return Message(start, dict(line.split(": ", 1) for line in lines), body.strip())


_START = re.compile(r"\n+(?=(?:GET|POST|PUT|DELETE|HTTP/1\.1) )")
MESSAGES = [message(text) for block in blocks("docs/api.md", "http") for text in _START.split(block)]
"""A block has one exchange or several: each request is followed by its response."""

EXAMPLES = list(zip(MESSAGES[::2], MESSAGES[1::2], strict=True))


def assert_like(found: Any, written: Any, place: str = "") -> None:
    """Hold an answer against what the document says of it."""
    if written == ANYTHING:
        return
    if isinstance(written, dict):
        assert isinstance(found, dict), place
        assert list(found) == list(written) or {*found} == {*written}, place
        for member, inner in written.items():
            assert_like(found[member], inner, f"{place}/{member}")
    elif isinstance(written, list):
        assert isinstance(found, list), place
        whole = written[-1:] != [ANYTHING]
        entries = written if whole else written[:-1]
        assert len(found) == len(entries) if whole else len(found) > len(entries), place
        for number, inner in enumerate(entries):
            assert_like(found[number], inner, f"{place}/{number}")
    else:
        assert found == written, place


def filled(text: str, known: dict[str, str]) -> str:
    return re.sub(r"\{(link|edit|code|token|host)\}", lambda name: known[name[1]], text)


def test_every_example_is_what_the_app_answers(client: FlaskClient):
    known: dict[str, str] = {}
    for asked, written in EXAMPLES:
        method, path = filled(asked.start, known).split()
        headers = {name: filled(value, known) for name, value in asked.headers.items()}
        if asked.body:
            headers["Content-Type"] = "application/json"
        found = client.open(path, method=method, data=asked.body.encode() or None, headers=headers, buffered=False)
        assert found.status_code == int(written.start.split()[1]), (asked.start, found.text)
        if found.is_json and found.status_code < 400:
            known |= {name: value for name, value in found.json.items() if name in {"link", "edit", "code", "token"}}
            if found.status_code == 201 and "token" in known:
                known.setdefault(known["code"], known["token"])
                known["host"] = known[known["code"]]
        for name, value in written.headers.items():
            assert found.headers[name] == filled(value, known), (asked.start, name)
        if found.mimetype == "text/event-stream":
            parts = found.iter_encoded()
            assert "".join(next(parts).decode() for _ in written.body.split("\n\n")).strip() == written.body
            found.close()
        elif written.body:
            assert_like(found.json, json.loads(written.body), asked.start)
        else:
            assert found.data == b"", asked.start


def test_every_operation_has_an_example():
    paths = [asked.start for asked, _ in EXAMPLES]
    for operation in OPERATIONS:
        path = re.sub(r"\\\{\w+\\\}", r"[^/ ]+", re.escape(f"{operation.method.upper()} {PREFIX}{operation.path}"))
        assert any(re.fullmatch(path, start) for start in paths), operation.path


def test_the_first_example_can_be_typed_as_it_stands(client: FlaskClient):
    [command] = blocks("docs/api.md", "sh")
    curl, address, *options = shlex.split(command.replace("\\\n", " "))
    assert curl == "curl"
    assert address.startswith(f"http://localhost:{DEFAULT_PORT}/")
    given = dict(zip(options[::2], options[1::2], strict=True))
    name, value = given.pop("--header").split(": ")
    answer = client.post(address, data=given.pop("--data").encode(), headers={name: value})
    assert answer.status_code == 200, answer.text
    assert given == {}
