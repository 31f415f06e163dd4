"""A hundred thousand hostile requests to every operation and every form: no fault of ours, no long work, no memory."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest
from corpus import BODIES, HEADERS, MEDIA_TYPES, QUESTIONS, mutations
from flask import Flask, url_for
from support.api_client import API
from test_hostile_requests import Attacker, Documented, documented, kept_for, others_before, written

from companion.serving.memory import give_back

__all__ = ["documented"]

pytestmark = pytest.mark.endurance

REQUESTS = 100_000
WARM = 2_000
"""So many forms, and each operation once, before memory counts: then templates, statements and catalogues are there."""

MOST_SECONDS = 0.3
MOST_MEGABYTES = 40.0

TEXTS = (
    *(
        "",
        "0",
        "1",
        "-1",
        "3+6+2",
        "9" * 400,
        "²",
        "٣",
        "1e999",
        "0x10",
        "NaN",
        "\x00",
        "\u202e",
        "测试",
        "😀",
        "a" * 5000,
    ),
    *(
        "<script>",
        "' OR 1=1 --",
        "../..",
        "\r\nX: y",
        "%00",
        "{{7*7}}",
        "[0]",
        '{"a":',
        "null",
        "true",
        "you",
        "guards",
    ),
    *("later", "first", "solitary", "smithy", "library", "enforcer", "pass", "undo", "act", "correction", "strike"),
    *("begin_round", "set_cubes", "type_goon", "assign", "go_on", "decline", "gold", "dwarf", "items", "goons", "0:1"),
)
FIELDS = (
    *("once", "version", "type", "kind", "to", "for", "side", "at", "taken", "then", "raise", "sure", "do", "next"),
    *("f.tokens", "f.location", "f.side", "f.place", "f.cube", "f.number", "f.item", "f.goons", "f.cubes", "f.pay"),
    *("players", "by", "edition", "name", "0.name", "1.name", "depth", "begin", "difficulty", "dealing", "ruling.x"),
    *("reputation", "cost", "valuable:0.cards", "goon.dwarf", "0.gold", "marker", "leader", "bases", "code", "export"),
    *("language", "theme", "file", "what", "seat", "colour", "instead_of", "card", "strength", "power", "special"),
)

DELETING = {"pages.delete_box", "pages.delete_sheet", "pages.delete_table"}


class Cost(NamedTuple):
    """What a request took: seconds of CPU, and which it was."""

    seconds: float
    request: str


def memory() -> float:
    """Megabytes that this process holds."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6


def operations(app: Flask, documented: Documented) -> Iterator[str]:
    """Hostile bodies, media types and headers to every operation that takes a body; what each was."""
    for question in QUESTIONS:
        attacker = Attacker(app.test_client(), question, documented[question.method, question.path])
        name = f"{question.method} {question.address}"
        bodies = [*BODIES, *(mutations(question.body, written) if not others_before(question) else ())]
        for body in bodies:
            attacker.send(body)
            yield f"{name} {body[:80]!r}"
        for media_type in MEDIA_TYPES:
            attacker.send(written(question.body), media_type)
            yield f"{name} as {media_type}"
        for headers in HEADERS:
            attacker.send(written(question.body), headers=headers)
            yield f"{name} with {str(headers)[:80]}"


def forms(app: Flask, chance: random.Random) -> Iterator[str]:
    """Made-up fields to every form of the pages, again and again."""
    client = app.test_client()
    kept = {"code": kept_for(client, "{code}").link, "link": kept_for(client, "{box}").link}
    sheet = kept_for(client, "").link
    rules = [one for one in app.url_map.iter_rules() if "POST" in one.methods and not one.rule.startswith(API)]
    while True:
        for rule in rules:
            names = {**kept, "link": sheet} if rule.rule.startswith(("/score", "/s/")) else kept
            if rule.endpoint in DELETING:
                # They stay, so that the others are about something.
                names = {"code": "zzzzzz", "link": "0" * 13}
            given = {name: names.get(name) or chance.choice(("items", "goons", "0", "1")) for name in rule.arguments}
            with app.test_request_context():
                address = url_for(rule.endpoint, **given)
            fields = {chance.choice(FIELDS): chance.choice(TEXTS) for _ in range(chance.randrange(12))}
            answer = client.post(address, data=fields)
            assert answer.status_code < 500, (address, fields)
            yield f"post {address} {fields}"[:200]


def warm_up(app: Flask, documented: Documented) -> None:
    for question in QUESTIONS:
        attacker = Attacker(app.test_client(), question, documented[question.method, question.path])
        attacker.send(written(question.body))
    for _ in islice(forms(app, random.Random("warm")), WARM):
        pass


def test_a_hundred_thousand_hostile_requests_bring_no_fault_no_long_work_and_no_memory(
    plain_app: Flask, documented: Documented, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    warm_up(plain_app, documented)
    give_back()
    dearest, at_first = Cost(0.0, ""), memory()
    told = Counter[str]()
    begun = process_time()
    for request in chain(operations(plain_app, documented), forms(plain_app, random.Random(seed))):
        dearest = max(dearest, Cost(process_time() - begun, request))
        told[request.partition(" ")[0]] += 1
        if told.total() == REQUESTS:
            break
        begun = process_time()
    at_most = memory() - at_first
    # As each server does once a minute.
    give_back()
    grown = memory() - at_first
    with capsys.disabled():
        sys.stderr.write(
            f"\n{told.total()} hostile requests ({dict(told)}): 0 faults of ours, the dearest {dearest.seconds:.3f} s"
            f" of CPU ({dearest.request[:120]}), memory {grown:+.0f} MB,"
            f" {at_most:+.0f} MB before what is free is given back\n"
        )
    assert dearest.seconds <= MOST_SECONDS
    assert grown <= MOST_MEGABYTES
