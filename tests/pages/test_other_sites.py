"""A form that another site sends counts for nothing."""

import pytest
from flask.testing import FlaskClient
from forms import FormPhone

OTHERS = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:81"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]
OURS = [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}]


@pytest.fixture
def sheet(phone: FormPhone) -> FormPhone:
    phone.start()
    return phone


@pytest.mark.parametrize("headers", OTHERS)
def test_another_site_changes_no_sheet(sheet: FormPhone, headers: dict[str, str]) -> None:
    assert sheet.client.post(sheet.form, data={"0.reputation": "99"}, headers=headers).status_code == 403
    assert sheet.value("0.reputation") == ""


@pytest.mark.parametrize("headers", OTHERS)
def test_another_site_deletes_no_sheet(sheet: FormPhone, headers: dict[str, str]) -> None:
    assert sheet.client.post(f"/s/{sheet.link}/delete", headers=headers).status_code == 403
    assert sheet.client.get(f"/s/{sheet.link}").status_code == 200


@pytest.mark.parametrize("headers", OTHERS)
def test_another_site_makes_no_sheet(visitor: FlaskClient, headers: dict[str, str]) -> None:
    answer = visitor.post("/score", data={"players": "4", "edition": "later"}, headers=headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("headers", OTHERS)
def test_another_site_sets_no_preference(visitor: FlaskClient, headers: dict[str, str]) -> None:
    answer = visitor.post("/preferences", data={"language": "pl"}, headers=headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("headers", OTHERS)
def test_another_site_does_not_change_whose_history_is_shown(visitor: FlaskClient, headers: dict[str, str]) -> None:
    answer = visitor.post("/history/open", data={"code": "somebody-elses-code-123"}, headers=headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("headers", OURS)
def test_our_own_pages_and_programs_may(sheet: FormPhone, headers: dict[str, str]) -> None:
    assert sheet.client.post(sheet.form, data={"0.reputation": "31"}, headers=headers).status_code == 303
    assert sheet.value("0.reputation") == "31"


def test_a_refusal_says_so_in_a_page(visitor: FlaskClient) -> None:
    answer = visitor.post("/score", headers={"Origin": "http://evil.example"})
    assert answer.content_type.startswith("text/html")
    assert "<h1>Not allowed</h1>" in answer.text


def test_a_link_from_another_site_may_be_followed(visitor: FlaskClient) -> None:
    assert visitor.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://home.example:8443", "home.example"),
        ("https://home.example:8443", "home.example"),
        ("https://cards.example", "127.0.0.1:8471"),
        ("http://[fd00::5]:8470", "[fd00::5]"),
        ("https://xn--grben-jra.example", "lockup:8471"),
    ],
)
def test_a_refusal_names_both_hosts_in_plain_words(visitor: FlaskClient, origin: str, host: str) -> None:
    answer = visitor.post("/score", headers={"Origin": origin, "Host": host})
    assert answer.status_code == 403
    there = origin.partition("://")[2]
    assert f"sent this from {there}, but the app was called {host}" in answer.text
    assert "Whoever made it" not in answer.text


@pytest.mark.parametrize("headers", [{"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_refusal_says_what_happened_where_nobody_says_from_where(
    visitor: FlaskClient, headers: dict[str, str]
) -> None:
    assert "Another website sent this" in visitor.post("/score", headers=headers).text


def test_a_name_that_is_markup_is_shown_as_text(visitor: FlaskClient) -> None:
    answer = visitor.post("/score", headers={"Origin": "http://<script>alert(1)</script>"})
    assert answer.status_code == 403
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://home.example", "home.example:443"),
        ("http://home.example", "home.example:80"),
        ("http://home.example:80", "home.example"),
        ("http://home.example", "HOME.example"),
        ("http://[fd00::5]:8470", "[fd00::5]:8470"),
    ],
)
def test_a_port_that_everybody_knows_makes_no_other_host(visitor: FlaskClient, origin: str, host: str) -> None:
    data = {"players": "4", "edition": "later"}
    assert visitor.post("/score", data=data, headers={"Origin": origin, "Host": host}).status_code == 303


@pytest.mark.parametrize(
    ("origin", "host"),
    [("http://home.example:8080", "home.example"), ("http://home.example:8443", "home.example:443")],
)
def test_another_port_is_another_host(visitor: FlaskClient, origin: str, host: str) -> None:
    assert visitor.post("/score", headers={"Origin": origin, "Host": host}).status_code == 403
