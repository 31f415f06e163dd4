"""Language and colours: cookies, what they may be, and where one is led back to."""

from http.cookies import SimpleCookie
from urllib.parse import urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

HERE = "http://localhost"


def tag(client: FlaskClient, **headers: str) -> str:
    page = client.get("/", headers={name.replace("_", "-"): text for name, text in headers.items()})
    return page.text.partition('<html lang="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("pl", "pl"),
        ("pl-PL,en;q=0.5", "pl"),
        ("zh-TW", "zh-Hans"),
        ("de,fr", "en"),
        ("de,zh-CN;q=0.3", "zh-Hans"),
        ("pl;q=0,en", "en"),
        ("*", "en"),
        ("", "en"),
        ("x" * 500, "en"),
        (";;;,q=2", "en"),
    ],
)
def test_the_browser_chooses_the_language(visitor: FlaskClient, wanted: str, found: str) -> None:
    assert tag(visitor, Accept_Language=wanted) == found


def test_a_choice_by_hand_outlives_the_browsers(visitor: FlaskClient) -> None:
    visitor.post("/preferences", data={"language": "zh"})
    assert tag(visitor, Accept_Language="pl") == "zh-Hans"


def test_a_page_says_its_language_and_what_it_depends_on(visitor: FlaskClient) -> None:
    page = visitor.get("/", headers={"Accept-Language": "pl"})
    assert page.headers["Content-Language"] == "pl"
    assert {"accept-language", "cookie"} <= {one.strip().lower() for one in page.headers["Vary"].split(",")}


@pytest.mark.parametrize("language", ["", "de", "EN", "pl\r\nSet-Cookie: x=y", "../pl"])
def test_a_language_that_is_not_spoken_is_not_kept(visitor: FlaskClient, language: str) -> None:
    answer = visitor.post("/preferences", data={"language": language})
    assert answer.status_code in {302, 303}
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("cookie", ["de", "", "%00", "x" * 2000, '"pl'])
def test_a_cookie_that_we_never_set_changes_nothing(visitor: FlaskClient, cookie: str) -> None:
    page = visitor.get(
        "/", headers={"Cookie": f"lockup_language={cookie}; lockup_theme={cookie}; lockup_device={cookie}"}
    )
    assert page.status_code == 200
    assert '<html lang="en">' in page.text


def test_the_colours_go_round(visitor: FlaskClient) -> None:
    for theme, shown in (("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("", "")):
        visitor.post("/preferences", data={"theme": theme})
        assert f'<html lang="en"{shown}>' in visitor.get("/").text


@pytest.mark.parametrize("data", [{"language": "pl"}, {"theme": "dark"}])
def test_a_preference_is_a_cookie_that_no_script_reads(visitor: FlaskClient, data: dict[str, str]) -> None:
    cookie = SimpleCookie(visitor.post("/preferences", data=data).headers["Set-Cookie"])
    [kept] = cookie.values()
    assert kept["httponly"]
    assert kept["samesite"] == "Lax"
    assert kept["path"] == "/"
    assert not kept["secure"], "over plain http at home a secure cookie would be lost"


def test_behind_https_a_cookie_is_secure(visitor: FlaskClient) -> None:
    answer = visitor.post("/preferences", data={"theme": "dark"}, base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("path", ["/rules?q=raid", "/score", "/ask/location?place=smithy&token=3", "/"])
def test_one_is_led_back_to_where_one_was(visitor: FlaskClient, path: str) -> None:
    answer = visitor.post("/preferences", data={"language": "pl"}, headers={"Referer": HERE + path})
    assert answer.location == path


@pytest.mark.parametrize(
    "referrer",
    [
        "http://evil.example/",
        "//evil.example/",
        f"{HERE}//evil.example/",
        f"{HERE}///evil.example/",
        f"{HERE}/\\evil.example/",
        f"{HERE}\\@evil.example/",
        f"{HERE}@evil.example/",
        f"{HERE}.evil.example/",
        f"{HERE}:80@evil.example/",
        f"{HERE}/%2f%2fevil.example",
        f"{HERE}/%09/evil.example",
        f"{HERE}/\t/evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://[",
        "localhost/",
        "",
        "\x00",
    ],
)
def test_one_is_never_led_to_another_site(visitor: FlaskClient, referrer: str) -> None:
    answer = visitor.post("/preferences", data={"language": "pl"}, environ_overrides={"HTTP_REFERER": referrer})
    assert answer.status_code in {302, 303}
    # As browsers read it: a backslash is a slash, a tab is nothing.
    led = urljoin(f"{HERE}/", answer.location.replace("\\", "/").replace("\t", ""))
    assert urlsplit(led).netloc == "localhost"
    assert urlsplit(led).scheme == "http"
