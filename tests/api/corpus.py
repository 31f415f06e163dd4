"""A corpus of hostile requests, made by hand: what each operation is asked, and what attackers send in its place."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from support.api_client import EXAMPLE, YARD
from support.box_builders import EVERYTHING, FILE

TABLE: dict[str, Any] = {
    "edition": "later",
    "rulings": {"total_floor": "zero"},
    "difficulty": "expert",
    "dealing": "cards",
    "name": "Véra",
    "advanced": True,
    "trait": {"name": "Quick", "power": 2},
    "b_side": {"reputation": 1, "storage": 6},
    "starts": {"player": {"suspicion": 1}, "guards": {"reputation": 12}},
    "leader_goal": {"counts": "dwarf", "minimum": 3},
    "end_goal": {"kind": "majority", "counts": "gem"},
    "cubes": {"gold": 9},
    "cards": {"items": 25, "tomes": 27},
    "tomes_out": 2,
    "guard_cards": 11,
    "guard_deck": [{"strength": 7001}, {"strength": "power", "special": True}],
    "seed": "Kulbak",
}
"""A table with a wish of every kind."""

IN_THE_MIDDLE: dict[str, Any] = {
    "leader_goal": {"counts": "gem"},
    "begin": {
        "round": 3,
        "phase": "lights_out",
        "player": {
            "reputation": 12,
            "cubes": {"scrap": 2},
            "storage": 6,
            "tomes": 1,
            "crafted": [{"price": {"reputation": 2, "cost": {"any": 1}}, "valuables": ["gem"], "effects": []}],
            "reserve": [{}],
            "goons": [{"type": "demon", "icons": 1, "valuable": "gem"}],
        },
        "guards": {"cubes": {"power": 3}, "goons": [{"type": "bandit", "icons": 2, "resource": "iron"}]},
        "first_player": "player",
        "leader": "player",
        "cubes": {"sewers": {"suspicion": 1}},
        "goons": {"sewers": None, "smithy": {"type": "other", "icons": 0, "name": "Warden"}},
        "display": [{"price": {"reputation": 1, "cost": {}}}, None],
        "discarded_goons": [{"type": "dwarf", "icons": 1}],
        "discarded_tomes": 1,
        "location": "infirmary",
        "tokens": [{"token": "enforcer", "location": "smithy"}, {"token": 3, "location": "smithy", "face_down": True}],
        "guard_cards": [{"location": "smithy"}, {"location": "infirmary", "strength": 7002, "special": False}],
    },
}
"""A table that begins in the middle of a game."""

GOON: dict[str, Any] = {
    "version": 1,
    "type": "type_goon",
    "fields": {"goon": {"type": "dwarf", "icons": 2, "name": "Żelazo"}},
}
"""What a new table asks for first."""

MORE_CUBES: dict[str, Any] = {
    "version": 1,
    "type": "set_cubes",
    "fields": {"place": ["sewers"], "cube": ["gold"], "number": 2},
}


class Question(NamedTuple):
    """An operation with a body that it takes.

    Attributes:
        method, path: the operation, as the document names it.
        address: the path with its parameters filled in; `{link}`, `{box}` and `{code}` are kept.
        body: a body in which as many members as can stand together do.
    """

    method: str
    path: str
    address: str
    body: dict[str, Any]


CARDS: dict[str, Any] = {
    "edition": "first",
    "solitary": True,
    "end_game_goal": "condition",
    "leader_minimum": 3,
    "rulings": {"leader_tie": "nobody", "total_floor": "zero"},
    "sides": [
        {
            "name": "维拉",
            "cards": {
                "items": [{"valuables": ["gem"]}, {}],
                "goons": [{"type": "demon", "valuable": "gem", "valuables": ["blade"]}, {"type": "flayer"}],
            },
            "leader_goal": True,
            "leader_count": 2,
            "goal_points": 4,
            "reserved": 1,
        },
        {"name": "Guards", "guards": True, "tomes": 0, "resources": {"gold": 1}},
    ],
}

QUESTIONS = (
    Question("post", "/rulings/scores", "/rulings/scores", EXAMPLE),
    Question("post", "/rulings/scores", "/rulings/scores", CARDS),
    Question(
        "post",
        "/rulings/raids",
        "/rulings/raids",
        {
            "edition": "prototype",
            "solitary": True,
            "rulings": {"solitary_raid_locations": "stay"},
            "sides": [
                {"name": "Vera", "guards": False, "suspicion": 3, "reputation": 9},
                {"name": "Guards", "guards": True, "suspicion": 1},
            ],
        },
    ),
    Question("post", "/rulings/locations/{location}", "/rulings/locations/exercise_yard", YARD),
    Question(
        "post",
        "/rulings/locations/{location}",
        "/rulings/locations/chow_hall",
        {
            "solitary": True,
            "first_player": "Guards",
            "sides": [
                {"name": "Vera", "tokens": ["enforcer", 2, "lookout"], "power": 2},
                {"name": "Guards", "guards": True, "power": 3, "cards": ["power", 4, 0]},
            ],
        },
    ),
    Question(
        "post",
        "/rulings/guards/commissary",
        "/rulings/guards/commissary",
        {"resources": {"scrap": 1, "gold": 2}, "supply": {"iron": 1}, "rulings": {"guards_supply_out": "nothing"}},
    ),
    Question(
        "post",
        "/rulings/guards/exchange",
        "/rulings/guards/exchange",
        {"resources": {"scrap": 1, "gold": 2}, "supply": {"iron": 1}, "edition": "later"},
    ),
    Question(
        "post",
        "/rulings/guards/chow_hall",
        "/rulings/guards/chow_hall",
        {"goons": [{"location": "sewers", "icons": 2}, {"location": "chow_hall"}]},
    ),
    Question(
        "post",
        "/rulings/guards/cell_block",
        "/rulings/guards/cell_block",
        {
            "resources": {"scrap": 3},
            "display": [{"reputation": 5, "cost": {"scrap": 2, "any": 1}}, None],
            "reserve": [{"reputation": 4, "cost": {"gold": 1}}],
        },
    ),
    Question("post", "/sheets", "/sheets", EXAMPLE),
    Question("post", "/sheets", "/sheets", {**CARDS, "draft": True}),
    Question("put", "/sheets/{link}", "/sheets/{link}", EXAMPLE),
    Question("put", "/sheets/{link}", "/sheets/{link}", {**CARDS, "draft": True}),
    Question("post", "/boxes", "/boxes", EVERYTHING),
    Question("post", "/boxes/import", "/boxes/import", FILE),
    Question("put", "/boxes/{box}", "/boxes/{box}", EVERYTHING),
    Question("post", "/tables", "/tables", TABLE),
    Question("post", "/tables", "/tables", IN_THE_MIDDLE),
    Question("post", "/tables/{code}/actions", "/tables/{code}/actions", GOON),
    Question("post", "/tables/{code}/corrections", "/tables/{code}/corrections", MORE_CUBES),
)

DEEP = b"[" * 31 + b"]" * 31

VALUES = (
    b"null",
    b"true",
    b"false",
    b"0",
    b"-0",
    b"-1",
    b"3.0",
    b"1e3",
    b"1E-400",
    b"1e999",
    b"-1e999",
    b"9223372036854775808",
    b"-9223372036854775809",
    b"1" + b"0" * 400,
    b"-" + b"9" * 5000,
    b"0." + b"0" * 5000 + b"1",
    b"NaN",
    b"-Infinity",
    b'""',
    b'" "',
    b'"3"',
    b'"null"',
    b'"\\u0000"',
    b'"nul\\u0000inside"',
    b'"\\ud800"',
    b'"\\udfff half"',
    b'"\\ud83d\\ude00"',
    b'"\\uffff"',
    b'"\\u202e\\u200b\\ufeff"',
    b'"' + b"x" * 41 + b'"',
    b'"' + b"x" * 100_000 + b'"',
    b'"' + "\N{COMBINING ACUTE ACCENT}\N{COMBINING CEDILLA}".encode() * 20_000 + b'"',
    b'"<script>alert(1)</script>"',
    b'"\'; DROP TABLE sheet; --"',
    b'"%s%n{0}{name}{{}}"',
    b'"../../etc/passwd"',
    b"[]",
    b"[null]",
    b"[[]]",
    b"[{}]",
    b"[1,2,3]",
    b'["gem"]',
    b"[" + b"0," * 300 + b"0]",
    b"{}",
    b'{"":0}',
    b'{"a":{"b":{"c":null}}}',
    b'{"name":"A"}',
    b'{"name":"A","name":"A"}',
    b'{"\\u0000":1}',
    b'{"\\ud800":1,"\\udfff":1}',
    b'{"~1/~0":1}',
    b'{"_schema":["x"]}',
    b'{"__proto__":{"polluted":1},"constructor":1,"__class__":1}',
    b'{"0":{"name":"A"}}',
    DEEP,
    b'"\xff\xfe"',
    b"'single'",
    b"",
)
"""What may stand where a value does, as bytes: some of it is no JSON."""

KEYS = (
    b"",
    b" ",
    b"name ",
    b"Name",
    b"\\u0000",
    b"nul\\u0000",
    b"\\ud800",
    b"a/b~c",
    b"~0",
    b"_schema",
    b"__proto__",
    b"__class__",
    b"self",
    b"cls",
    b"partial",
    b"unknown",
    b"draft",
    b"0",
    b"x" * 100_000,
    "名字".encode(),
    b"\\u006eame",
)
"""What may stand as a further member's name."""

BODIES = (
    b"",
    b" ",
    b"\n",
    b"\x00",
    b"null",
    b"true",
    b"3",
    b'"text"',
    b"[]",
    b"{}",
    b"[{}]",
    b"{",
    b"}",
    b"{]",
    b'{"sides"',
    b'{"sides":[',
    b'{"sides":[]}garbage',
    b"[" * 32 + b"]" * 32,
    b"[" * 33 + b"]" * 33,
    b'{"a":' * 32 + b"1" + b"}" * 32,
    b'{"a":' * 33 + b"1" + b"}" * 33,
    b'{"sides":' * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":1,"a":2}',
    b'{"\\ud800":1,"\\ud800":2}',
    b'{"\\u0000":1,"\\u0000":2}',
    b'{"{what}%s":1,"{what}%s":2}',
    b'{"draft":true}',
    b'{"draft":true,"sides":{}}',
    b'{"draft":true,"sides":[null]}',
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    '{"sides":[{"name":"Zoë"}]}'.encode("latin-1"),
    '{"sides":[{"name":"A"}]}'.encode("utf-16"),
    '{"sides":[{"name":"A"}]}'.encode("utf-16-le"),
    '{"sides":[{"name":"A"}]}'.encode("utf-32"),
    b'{"sides":[{"name":"\xed\xa0\x80"}]}',
    b'{"sides":[{"name":"\xf5\x80\x80\x80"}]}',
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
    b"sides=1&name=2",
    b"<xml/>",
    b"a" * 3 * 1024 * 1024,
    b'{"sides":"' + b"a" * 3 * 1024 * 1024 + b'"}',
)
"""Whole bodies, the same for every operation."""

MEDIA_TYPES = (
    None,
    "",
    "junk",
    "text/plain",
    "text/html",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "application/json; charset=latin-1",
    "application/json; charset=utf-16",
    "application/json; charset=\xff",
    "application/json;;;=",
    "application/json, application/json",
    "application/" + "x" * 10_000,
    "\xff",
)

HEADERS = (
    *(
        {"Accept-Language": value}
        for value in (
            "",
            "*",
            "\xff",
            "pl" * 5000,
            "pl;q=nan",
            "pl;q=-1",
            "zh;q=1e999",
            ";q=1",
            ",," * 5000,
            "en-" * 500,
        )
    ),
    *({"Accept": value} for value in ("", "text/html", "application/xml;q=1", "*/*;q=0", "\xff", "x" * 10_000)),
    *(
        {"If-Match": value}
        for value in ("", "*", "**", '"', '""', "W/", 'W/"1-en"', "1-en", '"1-en', ",", "\xff", '"\xff"', "x" * 10_000)
    ),
    *({"If-None-Match": value} for value in ("", "*", '"', "W/", "\xff", "x" * 10_000)),
    *(
        {"Idempotency-Key": value}
        for value in ("", " ", "x", "x" * 201, "\xff", "klucz-ż".encode().decode("latin-1"), "\x01", '"', "a,b")
    ),
    *(
        {"Authorization": value}
        for value in (
            "",
            "Bearer",
            "Bearer ",
            "Bearer \xff",
            "Basic",
            "Basic \xff",
            "Basic !!",
            "Digest =",
            "\xff",
            "x" * 10_000,
        )
    ),
    *(
        {"Cookie": value}
        for value in (
            "",
            ";",
            "=",
            "lockup_device",
            "lockup_device=",
            "lockup_device=" + "x" * 10_000,
            "lockup_device=\xff",
            'lockup_device="\\000\\377"',
            "lockup_language=../../etc/passwd",
            "session=x.y.z",
        )
    ),
    *({"Origin": value} for value in ("", "null", "http://[", "//", "\xff", "x" * 10_000)),
    *({"Sec-Fetch-Site": value} for value in ("", "cross-site", "\xff")),
    *({"Content-Encoding": value} for value in ("", "gzip", "br", "deflate, gzip", "identity", "\xff")),
    *({"Content-Length": value} for value in ("junk", "-1", "0", "99999999999999999999", "1e3", "+5", "\xff")),
    *({"Transfer-Encoding": value} for value in ("chunked", "gzip, chunked", "junk")),
    *({"X-HTTP-Method-Override": value} for value in ("DELETE", "PUT")),
    *({"Expect": value} for value in ("100-continue", "junk")),
    *({"Range": value} for value in ("bytes=0-1", "bytes=junk")),
    *({"Forwarded": value} for value in ("for=\xff", 'host="["')),
    *({"X-Forwarded-Host": value} for value in ("[", "evil.example")),
)
"""Headers that a program may get wrong, or an attacker right."""

MARK = "the hostile value stands here"


def _marked(body: Any) -> Iterator[Any]:
    """The body with a mark in place of each of its values, one at a time."""
    yield MARK
    inside = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for step, value in inside:
        for marked in _marked(value):
            copied = body.copy()
            copied[step] = marked
            yield copied


def _with_member(body: Any) -> Iterator[Any]:
    """The body with a marked further member in each of its objects, one at a time."""
    if isinstance(body, dict):
        yield {**body, MARK: 1}
    inside = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for step, value in inside:
        for marked in _with_member(value):
            copied = body.copy()
            copied[step] = marked
            yield copied


def _without_member(body: Any) -> Iterator[Any]:
    """The body without each of its members and entries, one at a time, and with each twice."""
    inside = list(body.items()) if isinstance(body, dict) else list(enumerate(body)) if isinstance(body, list) else []
    for step, value in inside:
        less = deepcopy(body)
        del less[step]
        yield less
        if isinstance(body, list):
            yield [*body, value]
            yield [*body, *[value] * 200]
        for inner in _without_member(value):
            copied = body.copy()
            copied[step] = inner
            yield copied


def mutations(body: dict[str, Any], written: Any) -> Iterator[bytes]:
    """Every hostile body that this body becomes by one change; `written` makes JSON bytes."""
    mark = written(MARK)
    for place in map(written, _marked(body)):
        yield from (place.replace(mark, value) for value in VALUES)
    for place in map(written, _with_member(body)):
        yield from (place.replace(mark, b'"%s"' % key) for key in KEYS)
    yield from map(written, _without_member(body))
    whole = written(body)
    yield from (whole[:end] for end in range(1, len(whole), 7))
