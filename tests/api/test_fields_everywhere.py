"""What docs/api.md says of bodies in its part 0: values, what is left out, and where each fault is named."""

from copy import deepcopy
from typing import Any
from unicodedata import normalize

import pytest
from flask.testing import FlaskClient
from support.api_client import EXAMPLE, YARD, answered, ask, faults, leads_somewhere, refused, send

SCORES = "/rulings/scores"
RAIDS = "/rulings/raids"
SEWERS = "/rulings/locations/sewers"
COMMISSARY = "/rulings/guards/commissary"
CELL_BLOCK = "/rulings/guards/cell_block"
CHOW_HALL = "/rulings/guards/chow_hall"
QUESTIONS = [SCORES, RAIDS, SEWERS, COMMISSARY, "/rulings/guards/exchange", CHOW_HALL, CELL_BLOCK]
SOUND: dict[str, dict[str, Any]] = {
    SCORES: {"sides": [{"name": "Vera"}]},
    RAIDS: {"sides": [{"name": "Vera"}]},
    SEWERS: {"first_player": "Vera", "sides": [{"name": "Vera"}, {"name": "Isaac"}]},
}
"""The least that each question wants; the guards' choices want nothing."""

NO_COUNTS = [
    b"3.0",
    b"1e3",
    b"1E0",
    b"-1",
    b"10000",
    b"true",
    b"false",
    b'"3"',
    b"[]",
    b"{}",
    b"0.5",
    b"1e999",
    b"-1e-5",
]
COMBINING = "\N{COMBINING ACUTE ACCENT}"


def one_side(**members: Any) -> dict[str, Any]:
    return {"sides": [{"name": "Vera", **members}]}


def named(name: Any) -> dict[str, Any]:
    return {"sides": [{"name": name}]}


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize("body", [b"[]", b'"text"', b"3", b"null", b"true", b"[{}]"])
def test_a_body_that_is_no_object_is_at_fault_as_a_whole(plain_client: FlaskClient, path: str, body: bytes) -> None:
    assert faults(send(plain_client, path, body)) == [""]


@pytest.mark.parametrize("path", QUESTIONS)
def test_a_member_that_nobody_knows_is_refused(plain_client: FlaskClient, path: str) -> None:
    assert refused(plain_client, path, {**SOUND.get(path, {}), "colour": "red"}) == ["/colour"]


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        (SCORES, one_side(colour=1), "/sides/0/colour"),
        (SCORES, one_side(resources={"wood": 1}), "/sides/0/resources/wood"),
        (SCORES, one_side(valuables={"any": 1}), "/sides/0/valuables/any"),
        (SCORES, one_side(goons={"orc": 1}), "/sides/0/goons/orc"),
        (SCORES, one_side(cards={"tomes": []}), "/sides/0/cards/tomes"),
        (SCORES, one_side(cards={"items": [{"cost": {}}]}), "/sides/0/cards/items/0/cost"),
        (SCORES, one_side(cards={"goons": [{"type": "dwarf", "icons": 1}]}), "/sides/0/cards/goons/0/icons"),
        (SCORES, one_side(draft=True), "/sides/0/draft"),
        (SCORES, {**one_side(), "draft": True}, "/draft"),
        (CELL_BLOCK, {"display": [{"name": "Rope"}]}, "/display/0/name"),
        (CELL_BLOCK, {"reserve": [{"cost": {"wood": 1}}]}, "/reserve/0/cost/wood"),
        (CHOW_HALL, {"goons": [{"location": "sewers", "type": "dwarf"}]}, "/goons/0/type"),
        (SCORES, one_side(**{"a/b~c": 1}), "/sides/0/a~1b~0c"),
        (SCORES, one_side(**{"": 1}), "/sides/0/"),
        (SCORES, one_side(_schema=1), "/sides/0/_schema"),
        (SCORES, {**one_side(), "_schema": {"_schema": 1}}, "/_schema"),
        (SCORES, one_side(goons={"_schema": 1}), "/sides/0/goons/_schema"),
        (SCORES, {**one_side(), "rulings": {"_schema": "x"}}, "/rulings/_schema"),
        (SCORES, one_side(**{"nul\0": 1}), "/sides/0/nul\0"),
        (SCORES, one_side(名字=1), "/sides/0/名字"),
        (SCORES, one_side(**{"0": 1}), "/sides/0/0"),
    ],
)
def test_an_unknown_member_is_named_wherever_it_stands(
    plain_client: FlaskClient, path: str, body: Any, pointer: str
) -> None:
    assert refused(plain_client, path, body) == [pointer]
    assert leads_somewhere(pointer, body)


@pytest.mark.parametrize("value", NO_COUNTS)
@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        (SCORES, b'{"sides":[{"name":"A","reputation":%s}]}', "/sides/0/reputation"),
        (SCORES, b'{"sides":[{"name":"A","reserved":%s}]}', "/sides/0/reserved"),
        (SCORES, b'{"sides":[{"name":"A","leader_count":%s}]}', "/sides/0/leader_count"),
        (SCORES, b'{"sides":[{"name":"A"}],"leader_minimum":%s}', "/leader_minimum"),
        (SCORES, b'{"sides":[{"name":"A","goons":{"dwarf":%s}}]}', "/sides/0/goons/dwarf"),
        (RAIDS, b'{"sides":[{"name":"A","suspicion":%s}]}', "/sides/0/suspicion"),
        (SEWERS, b'{"first_player":"A","suspicion":%s,"sides":[{"name":"A"},{"name":"B"}]}', "/suspicion"),
        (SEWERS, b'{"first_player":"A","sides":[{"name":"A","power":%s},{"name":"B"}]}', "/sides/0/power"),
        (COMMISSARY, b'{"supply":{"gold":%s}}', "/supply/gold"),
        (CHOW_HALL, b'{"goons":[{"location":"sewers","icons":%s}]}', "/goons/0/icons"),
        (CELL_BLOCK, b'{"display":[{"reputation":%s}]}', "/display/0/reputation"),
        (CELL_BLOCK, b'{"reserve":[{"cost":{"any":%s}}]}', "/reserve/0/cost/any"),
    ],
)
def test_a_count_is_an_integer_from_0_to_9999(
    plain_client: FlaskClient, value: bytes, path: str, body: bytes, pointer: str
) -> None:
    assert faults(send(plain_client, path, body % value)) == [pointer]


@pytest.mark.parametrize("value", [b"0", b"9999", b"-0"])
def test_its_ends_are_counts(plain_client: FlaskClient, value: bytes) -> None:
    body = b'{"sides":[{"name":"A","reputation":%s}]}' % value
    assert send(plain_client, SCORES, body).json["sides"][0]["total"] == abs(int(value))


@pytest.mark.parametrize("digits", [20, 21, 401, 4301, 5000, 100_000])
@pytest.mark.parametrize("sign", [b"", b"-"])
def test_a_number_of_any_length_is_only_too_large(plain_client: FlaskClient, digits: int, sign: bytes) -> None:
    body = b'{"sides":[{"name":"A","reputation":%s1%s}]}' % (sign, b"0" * (digits - 1))
    assert faults(send(plain_client, SCORES, body)) == ["/sides/0/reputation"]


@pytest.mark.parametrize("value", [0, 1, "true", [], {}, 1.0])
@pytest.mark.parametrize(
    ("path", "member"), [(SCORES, "solitary"), (SCORES, "last_raid"), (RAIDS, "solitary"), (SEWERS, "solitary")]
)
def test_a_flag_is_true_or_false(plain_client: FlaskClient, path: str, member: str, value: Any) -> None:
    assert refused(plain_client, path, {**SOUND[path], member: value}) == [f"/{member}"]


@pytest.mark.parametrize("member", ["guards", "first_player", "leader_goal"])
def test_so_is_a_flag_of_a_side(plain_client: FlaskClient, member: str) -> None:
    assert refused(plain_client, SCORES, one_side(**{member: 1})) == [f"/sides/0/{member}"]


def test_null_is_refused_wherever_nothing_else_is_said(plain_client: FlaskClient) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        (SCORES, EXAMPLE),
        (SCORES, one_side(cards={"items": [{"valuables": ["gem"]}], "goons": [{"type": "demon", "valuable": "gem"}]})),
        (SCORES, {**one_side(guards=False, reserved=1, leader_count=1), "leader_minimum": 1, "solitary": False}),
        (SCORES, {**one_side(goal_points=1), "end_game_goal": "condition", "rulings": {"leader_tie": "nobody"}}),
        (RAIDS, {**one_side(suspicion=1, reputation=1, guards=False), "edition": "first", "rulings": {}}),
        (SEWERS, {**YARD, "solitary": False, "rulings": {}}),
        (COMMISSARY, {"resources": {"gold": 1}, "supply": {"gold": 1}, "edition": "first", "rulings": {}}),
        (CHOW_HALL, {"goons": [{"location": "sewers", "icons": 2}]}),
        (CELL_BLOCK, {"resources": {}, "display": [{"reputation": 1, "cost": {"any": 1}}], "reserve": [{"cost": {}}]}),
    ]
    tried = 0
    for path, body in asked:
        assert ask(plain_client, path, body).status_code == 200
        for pointer in members_of(body):
            if path == CELL_BLOCK and pointer == "/display/0":
                continue
            assert refused(plain_client, path, replaced(body, pointer, None)) == [pointer]
            tried += 1
    assert tried > 80


def members_of(body: Any, pointer: str = "") -> list[str]:
    """The pointers of everything in a body but the body itself."""
    inside = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    return [found for step, value in inside for found in (f"{pointer}/{step}", *members_of(value, f"{pointer}/{step}"))]


def replaced(body: Any, pointer: str, value: Any) -> Any:
    """A copy of a body with another value at a pointer."""
    copied = deepcopy(body)
    place = copied
    *steps, last = [int(step) if step.isdecimal() else step for step in pointer.split("/")[1:]]
    for step in steps:
        place = place[step]
    place[last] = value
    return copied


def test_an_empty_space_of_the_display_is_null(plain_client: FlaskClient) -> None:
    assert answered(plain_client, CELL_BLOCK, {"display": [None]})["crafts"] is None


@pytest.mark.parametrize("value", [[], {}, "Second", "LATER", "later ", 1, True, 2.0])
def test_an_unknown_edition_is_refused(plain_client: FlaskClient, value: Any) -> None:
    for path in QUESTIONS:
        assert refused(plain_client, path, {**SOUND.get(path, {}), "edition": value}) == ["/edition"]


def test_unknown_keys_and_values_of_house_rulings_are_all_named(plain_client: FlaskClient) -> None:
    rulings = {
        "leader_tie": "everybody",
        "total_floor": 0,
        "zero_majority": ["counts"],
        "zero_suspicion": {"counts": True},
        "tier_smithy": "potion",
        "unused_tokens": "home",
        "nonsense": "home",
        "Leader_tie": "nobody",
        "E-5": "nobody",
    }
    wrong = sorted(f"/rulings/{key}" for key in rulings if key != "unused_tokens")
    for path in QUESTIONS:
        assert refused(plain_client, path, {**SOUND.get(path, {}), "rulings": rulings}) == wrong


@pytest.mark.parametrize("value", [[], "leader_tie", 1, True, [{"leader_tie": "nobody"}]])
def test_house_rulings_are_an_object(plain_client: FlaskClient, value: Any) -> None:
    for path in QUESTIONS:
        assert refused(plain_client, path, {**SOUND.get(path, {}), "rulings": value}) == ["/rulings"]


def test_a_list_holds_two_hundred_entries_at_most(plain_client: FlaskClient) -> None:
    longer: list[tuple[str, dict[str, Any], str]] = [
        (SCORES, one_side(demons=["gem"] * 201), "/sides/0/demons"),
        (SCORES, one_side(cards={"items": [{}] * 201}), "/sides/0/cards/items"),
        (SCORES, one_side(cards={"goons": [{"type": "dwarf"}] * 201}), "/sides/0/cards/goons"),
        (SCORES, one_side(cards={"items": [{"valuables": ["gem"] * 201}]}), "/sides/0/cards/items/0/valuables"),
        (SEWERS, {**YARD, "bandit": ["gold"] * 201}, "/bandit"),
        (SEWERS, replaced(YARD, "/sides/0/tokens", ["enforcer"] * 201), "/sides/0/tokens"),
        (CHOW_HALL, {"goons": [{"location": "sewers"}] * 201}, "/goons"),
        (CELL_BLOCK, {"display": [None] * 201}, "/display"),
        (CELL_BLOCK, {"reserve": [{}] * 201}, "/reserve"),
    ]
    for path, body, pointer in longer:
        assert refused(plain_client, path, body) == [pointer]


def test_two_hundred_entries_are_not_too_many(plain_client: FlaskClient) -> None:
    assert ask(plain_client, SCORES, one_side(demons=["gem"] * 200)).status_code == 200
    assert ask(plain_client, CELL_BLOCK, {"display": [None] * 200, "reserve": [{}] * 200}).status_code == 200
    cards = {"items": [{"valuables": ["gem"] * 200}] * 200, "goons": [{"type": "demon", "valuable": "any"}] * 200}
    assert ask(plain_client, SCORES, one_side(cards=cards)).status_code == 200


@pytest.mark.parametrize(
    ("given", "echoed"),
    [
        ("  Vera\t\n", "Vera"),
        ("\N{IDEOGRAPHIC SPACE}维拉\N{NO-BREAK SPACE}", "维拉"),
        (f"Zoe{COMBINING}", "Zo\N{LATIN SMALL LETTER E WITH ACUTE}"),
        ("\N{ANGSTROM SIGN}", "\N{LATIN CAPITAL LETTER A WITH RING ABOVE}"),
        ("a  b", "a  b"),
        ("<b>&amp;\"'`</b>", "<b>&amp;\"'`</b>"),
        ("{name} %s {0}", "{name} %s {0}"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}", "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"),
        ("\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}", "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}"),
        ("x" * 40, "x" * 40),
        (" " * 500 + "x" * 40 + " " * 500, "x" * 40),
        (f"e{COMBINING}" * 40, "\N{LATIN SMALL LETTER E WITH ACUTE}" * 40),
        ("\N{GREEK SMALL LETTER ALPHA WITH PSILI AND VARIA AND YPOGEGRAMMENI}" * 40,) * 2,
        ("\N{GRINNING FACE}" * 40, "\N{GRINNING FACE}" * 40),
        ("_schema", "_schema"),
        ("0", "0"),
    ],
)
def test_a_name_is_trimmed_and_put_in_nfc_and_echoed_so(plain_client: FlaskClient, given: str, echoed: str) -> None:
    answer = answered(plain_client, SCORES, named(given))
    assert [side["name"] for side in answer["sides"]] == [echoed]
    assert answer["winners"] == [echoed]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \t\n\N{IDEOGRAPHIC SPACE}",
        "x" * 41,
        "\N{GRINNING FACE}" * 41,
        f"e{COMBINING}" * 41,
        # One code point that NFC writes as two.
        "\N{DEVANAGARI LETTER QA}" * 40,
        "nul\0",
        "\0",
        "\ud800",
        "half \udfff of a character",
        3,
        True,
        [],
        {},
        ["Vera"],
    ],
)
def test_what_is_no_name_is_refused(plain_client: FlaskClient, name: Any) -> None:
    assert refused(plain_client, SCORES, named(name)) == ["/sides/0/name"]
    assert refused(plain_client, RAIDS, named(name)) == ["/sides/0/name"]
    assert refused(plain_client, SEWERS, {**SOUND[SEWERS], "first_player": name}) == ["/first_player"]


def test_the_longest_way_to_write_forty_signs_is_a_name(plain_client: FlaskClient) -> None:
    longest = "\N{GREEK SMALL LETTER ALPHA WITH PSILI AND VARIA AND YPOGEGRAMMENI}" * 40
    written = normalize("NFD", longest)
    assert len(written) == 160
    assert answered(plain_client, SCORES, named(written))["winners"] == [longest]


def test_missing_members_are_named_at_their_own_places(plain_client: FlaskClient) -> None:
    assert refused(plain_client, SCORES, {}) == ["/sides"]
    assert refused(plain_client, SCORES, {"sides": [{}, {"name": "Vera"}, {}]}) == ["/sides/0/name", "/sides/2/name"]
    assert refused(plain_client, SEWERS, {"sides": [{}, {}]}) == ["/first_player", "/sides/0/name", "/sides/1/name"]


def test_all_faults_of_fields_are_named_at_once(plain_client: FlaskClient) -> None:
    body = {
        "edition": "second",
        "rulings": {"leader_tie": "x", "nonsense": 1},
        "solitary": "no",
        "end_game_goal": "most",
        "colour": 1,
        "sides": [
            {"name": "", "reputation": -1, "goons": {"demon": 1, "orc": 1}, "demons": ["gem", "scrap", None]},
            3,
            {"resources": [], "cards": {"items": [{"valuables": "gem"}], "goons": [{"valuable": "gold"}]}, "x": 1},
        ],
    }
    assert refused(plain_client, SCORES, body) == [
        "/colour",
        "/edition",
        "/end_game_goal",
        "/rulings/leader_tie",
        "/rulings/nonsense",
        "/sides/0/demons/1",
        "/sides/0/demons/2",
        "/sides/0/goons/demon",
        "/sides/0/goons/orc",
        "/sides/0/name",
        "/sides/0/reputation",
        "/sides/1",
        "/sides/2/cards/goons/0/type",
        "/sides/2/cards/goons/0/valuable",
        "/sides/2/cards/items/0/valuables",
        "/sides/2/name",
        "/sides/2/resources",
        "/sides/2/x",
        "/solitary",
    ]


def test_errors_between_fields_wait_until_the_fields_are_valid(plain_client: FlaskClient) -> None:
    twice = [{"name": "Vera", "first_player": True}, {"name": "Vera", "first_player": True, "goal_count": 1}]
    assert refused(plain_client, SCORES, {"sides": [*twice, {"name": "Stan", "tomes": -1}]}) == ["/sides/2/tomes"]
    assert refused(plain_client, SCORES, {"sides": [*twice, {"name": "Stan"}]}) == [
        "/sides/1/first_player",
        "/sides/1/goal_count",
        "/sides/1/name",
    ]


def test_all_errors_between_fields_are_named_at_once(plain_client: FlaskClient) -> None:
    body = {
        "solitary": True,
        "end_game_goal": "condition",
        "sides": [
            {"name": "Vera", "first_player": True, "leader_goal": True, "goal_count": 1},
            {"name": "Vera", "first_player": True, "leader_goal": True, "guards": True, "tomes": 2},
            {"name": "Stan", "cards": {"goons": [{"type": "demon"}]}, "items": 0},
        ],
    }
    assert refused(plain_client, SCORES, body) == [
        "/sides",
        "/sides/0/goal_count",
        "/sides/1/first_player",
        "/sides/1/leader_goal",
        "/sides/1/name",
        "/sides/1/tomes",
        "/sides/2/cards/goons/0/valuable",
        "/sides/2/items",
    ]


def test_every_fault_has_a_sentence_of_its_own(plain_client: FlaskClient) -> None:
    response = ask(plain_client, SCORES, {"sides": [{"name": 3, "tomes": None}, {"guards": 1}], "x": 1})
    told = {error["path"]: error["message"] for error in response.json["errors"]}
    assert len(told) == 5
    assert len(set(told.values())) == 5
    assert "5" in response.json["detail"]


def test_a_list_of_the_wrong_length_hides_no_fault_of_its_entries(plain_client: FlaskClient) -> None:
    body = {"sides": [{"name": f"Side {number}", "tomes": -1} for number in range(6)]}
    assert refused(plain_client, SCORES, body) == ["/sides", *(f"/sides/{number}/tomes" for number in range(6))]


def test_of_a_list_of_thousands_of_wrong_entries_twice_as_many_are_named_as_it_may_hold(
    plain_client: FlaskClient,
) -> None:
    body = one_side(demons=["x"] * 5000)
    assert len(refused(plain_client, SCORES, body)) == 1 + 2 * 200
