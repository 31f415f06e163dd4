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
