"""Whatever stands in an address or a form, the answer is a page, never an error of ours."""

import pytest
from flask.testing import FlaskClient
from forms import FormPhone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

RESOURCES = ("scrap", "potion", "iron", "gold")
GOON_PLACES = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
SEATS = ("spoon", "die", "feather", "candle", "comb", "keys")
ITEM = ("reputation", *RESOURCES, "any")
NAMES = {
    "/ask/commissary": [*(f"has.{one}" for one in RESOURCES), "out", "ruling.guards_supply_out", "edition"],
    "/ask/exchange": [*(f"has.{one}" for one in RESOURCES), "out", "ruling.guards_supply_out"],
    "/ask/chow_hall": [f"icons.{place}" for place in GOON_PLACES],
    "/ask/cell_block": [
        *(f"has.{one}" for one in RESOURCES),
        *(f"display.{place}.{one}" for place in range(4) for one in ITEM),
        *(f"reserve.{place}.{one}" for place in range(3) for one in ITEM),
        "ruling.guards_equal_item",
    ],
    "/ask/location": [
        *("players", "0.token", "1.strength", "2.power"),
        *("place", "token", "power", "cards", "power_cards", "guards_power", "suspicion", "marker", "edition"),
        *(f"ruling.tier_{place}" for place in ("exercise_yard", "infirmary", "smithy", "commissary", "chow_hall")),
    ],
    "/raid": [
        *(f"{seat}.{what}" for seat in SEATS for what in ("suspicion", "reputation")),
        *("players", "edition", "ruling.zero_suspicion", "ruling.solitary_raid_locations"),
    ],
    "/rules": ["q"],
    "/score": ["players", "by", "edition", "name", "once"],
    "/history": ["after"],
    "/alone": ["again", "box", "dealing"],
    "/together": ["again"],
}
WORDS = (
    *(
        "",
        "0",
        "1",
        "3+6+2",
        "3-9",
        "9999",
        "10000",
        "999999",
        "1" * 300,
        "²",
        "٣",
        "-",
        "+",
        "x",
        "5,5",
        "1e9",
        "0x10",
    ),
    *("solitary", "2", "5", "later", "first", "prototype", "smithy", "chow_hall", "library", "enforcer", "lookout"),
    *(
        "you",
        "guards",
        "nothing",
        "potion",
        "one_or_two",
        "counts",
        "stay",
        "reserve",
        "display",
        "next",
        "gold",
        "iron",
    ),
    *("<script>", "%00", "\x00", "\u202e", "测试", "😀", "' OR 1=1 --", "../..", "\r\nX: y"),
)
TEXTS = st.one_of(st.sampled_from(WORDS), st.text(max_size=20), st.integers(-5, 20_000).map(str))

few = settings(
    derandomize=True,
    deadline=None,
    max_examples=settings.default.max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def queries(names: list[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
    return st.lists(st.tuples(st.one_of(st.sampled_from(names), st.text(max_size=8)), TEXTS), max_size=14)


@pytest.mark.slow
@pytest.mark.parametrize("path", NAMES)
def test_a_page_answers_whatever_is_asked(visitor: FlaskClient, path: str) -> None:
    @few
    @given(queries(NAMES[path]))
    def ask(query: list[tuple[str, str]]) -> None:
        answer = visitor.get(path, query_string=query)
        assert answer.status_code == 200, query
        assert answer.content_type == "text/html; charset=utf-8"

    ask()


@pytest.mark.slow
def test_a_score_form_answers_whatever_is_sent(phone: FormPhone) -> None:
    fields = [
        *("reputation", "suspicion", "goon.dwarf", "goon.cultist", "power", "items", "demons", "cards", "resources"),
        *("gold", "tomes", "goal", "name", "leader_count", "valuable.gem", "reserved"),
    ]
    names = [
        *(f"{side}.{field}" for side in range(3) for field in fields),
        *("marker", "leader", "last_raid", "end_game_goal", "edition", "leader_minimum", "bases", "side"),
        *("ruling.leader_tie", "ruling.zero_suspicion", "ruling.total_floor", "ruling.reserved_items"),
    ]
    acts = st.tuples(st.sampled_from(("step", "add", "remove", "hold", "use", "side", "finish", "")), TEXTS, TEXTS)
    buttons = st.one_of(
        acts.map(":".join),
        st.tuples(st.sampled_from(("step", "add", "remove", "use", "hold")), st.sampled_from(names), TEXTS).map(
            ":".join
        ),
    )

    @few
    @given(queries(names), buttons, st.booleans(), st.booleans())
    def send(fields: list[tuple[str, str]], do: str, by_cards: bool, script: bool) -> None:
        phone.start("3", by="cards" if by_cards else "counts")
        headers = {"Accept": "application/json"} if script else {}
        answer = phone.client.post(phone.form, data={**dict(fields), "do": do}, headers=headers)
        assert answer.status_code in {200, 303, 409, 422}, (fields, do)
        # Whatever was kept can be shown, scored and shared.
        for path in (phone.form, f"/s/{phone.link}", f"/s/{phone.link}/picture.svg", "/history", "/"):
            assert phone.client.get(path).status_code == 200, (path, fields, do)

    send()


def test_a_new_sheet_is_made_or_refused_whatever_is_sent(visitor: FlaskClient) -> None:
    @few
    @given(queries(NAMES["/score"]))
    def send(fields: list[tuple[str, str]]) -> None:
        given: dict[str, list[str]] = {}
        for name, text in fields:
            given.setdefault(name, []).append(text)
        assert visitor.post("/score", data=given).status_code in {303, 422}, fields

    send()


@pytest.mark.parametrize(
    "path", ["/score/{}", "/s/{}", "/s/{}/picture.svg", "/s/{}/code.svg", "/s/{}/delete", "/ask/{}"]
)
@pytest.mark.parametrize("link", ["x", "%00", "%ff", "a" * 3000, "%F0%9F%98%80", "0000000000000"])
def test_an_address_that_leads_nowhere_is_not_found(visitor: FlaskClient, path: str, link: str) -> None:
    assert visitor.get(path.format(link)).status_code == 404


@pytest.mark.parametrize(
    "code", ["", "x", "y" * 19, "z" * 101, "ü" * 30, "a b" * 10, "#", "\x00" * 30, "http://localhost/s/0123456789abc"]
)
def test_what_is_no_private_link_opens_no_history(visitor: FlaskClient, code: str) -> None:
    answer = visitor.post("/history/open", data={"code": code})
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers
    assert "This is not a private link to a history." in answer.text
