"""Names under which the app answers: its own, and no name of somebody else that was made to mean this computer."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import copied
from flask import Flask
from support.api_client import check_problem
from support.databases import put_away

from companion import create_app
from companion.addresses import all_addresses
from companion.config import BadSetting, Settings, from_environment
from companion.web import trusted_hosts
from companion.web.trusted_hosts import TrustedHosts, searched_suffixes

REBOUND = "rebound.example:8470"


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer that is called so in a network that puts a suffix behind its names."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop")
    monkeypatch.setattr(socket, "getfqdn", lambda: "laptop.fritz.box")
    trusted_hosts._suffixes.cache_clear()
    yield
    trusted_hosts._suffixes.cache_clear()


def at_home(**settings: Any) -> TrustedHosts:
    return TrustedHosts(Settings(home_port=8470, **settings))


def status(app: Flask, host: str, path: str = "/") -> int:
    return app.test_client().get(path, headers={"Host": host}).status_code


@pytest.mark.parametrize("path", ["/", "/history", "/host", "/box", "/nowhere", "/api/v1/editions", "/api/v1/nowhere"])
def test_a_page_elsewhere_whose_name_means_this_computer_reads_nothing(home: Flask, path: str) -> None:
    assert status(home, REBOUND, path) == 421
    assert status(home, "localhost:8470", path) in {200, 302, 403, 404}


def test_it_makes_nothing_and_gets_no_device(home: Flask) -> None:
    answer = home.test_client().post("/score", data={"players": "2", "edition": "later"}, headers={"Host": REBOUND})
    assert answer.status_code == 421
    assert "Set-Cookie" not in answer.headers


def test_it_is_not_counted_as_a_phone_that_has_come(home: Flask) -> None:
    here = {"REMOTE_ADDR": "127.0.0.1"}
    client = home.test_client()

    def phones() -> int:
        page = client.get("/host", environ_base=here, headers={"Host": "localhost:8470"}).text
        return len(re.findall(r'class="host-dot', page))

    before = phones()
    client.get("/", environ_base={"REMOTE_ADDR": "192.168.1.77"}, headers={"Host": REBOUND})
    assert phones() == before


@pytest.mark.parametrize(("language", "said"), [("en", "does not know that"), ("pl", "nie wie, że"), ("zh", "不知道")])
def test_the_refusal_is_a_sentence_that_names_the_option(home: Flask, language: str, said: str) -> None:
    spoken = {"Host": "cards.example:8470", "Accept-Language": language}
    page = home.test_client().get("/history", headers=spoken)
    assert said in page.text
    assert "<code>lockup serve --host cards.example</code>" in page.text
    problem = home.test_client().get("/api/v1/editions", headers=spoken)
    check_problem(problem)
    assert problem.json["type"] == "unknown-host"
    assert said in problem.json["detail"]
    assert "--host cards.example" in problem.json["detail"]


def test_the_refusal_is_dressed_by_files_that_are_nobodys(home: Flask) -> None:
    page = home.test_client().get("/", headers={"Host": REBOUND}).text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert status(home, REBOUND, sheet) == 200
    assert status(home, REBOUND, "/healthz") == 200


@pytest.mark.parametrize("host", ["<script>", "a b", "x" * 300, "[::1", "-", "rebound.example@localhost", "", "1.2.3"])
def test_what_is_no_name_is_refused_and_not_repeated(home: Flask, host: str) -> None:
    answer = home.test_client().get("/", headers={"Host": host})
    assert answer.status_code in {400, 421}
    assert "<script>" not in answer.text
    assert "xxx" not in answer.text


@pytest.mark.parametrize(
    "name",
    [
        *("localhost", "LOCALHOST", "phone.localhost", "127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"),
        *("laptop", "Laptop", "laptop.local", "anything.local", "laptop.fritz.box", "laptop.lan", "laptop.home.arpa"),
    ],
)
@pytest.mark.usefixtures("laptop")
def test_the_app_at_home_answers_to_its_own_names(name: str) -> None:
    assert at_home().answers_to(name)


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "laptop.evil.example", "other.fritz.box", "other.lan", "other", "local", "evillocal"),
        *("local.evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "203.0.113.9", "2001:db8::9"),
    ],
)
@pytest.mark.usefixtures("laptop")
def test_and_to_no_other(name: str) -> None:
    assert not at_home().answers_to(name)


def test_it_answers_to_every_address_of_this_computer() -> None:
    trusted = at_home()
    assert all(trusted.answers_to(one) for one in all_addresses())
    assert "127.0.0.1" in all_addresses()


def test_a_name_that_was_set_is_added_at_home(laptop: None) -> None:
    trusted = at_home(hosts=("cards.example", "203.0.113.9"), name="cellar.lan", address="https://tunnel.example/")
    named = ("cards.example", "CARDS.example", "203.0.113.9", "cellar.lan", "tunnel.example", "laptop", "localhost")
    assert all(trusted.answers_to(one) for one in named)
    assert not trusted.answers_to("evil.example")


def test_a_name_with_letters_of_its_own_is_known_as_browsers_send_it() -> None:
    assert at_home(hosts=("żubr.example",)).answers_to("xn--ubr-22a.example")


def test_an_address_is_known_however_it_is_written() -> None:
    assert at_home(hosts=("2001:DB8:0::9",)).answers_to("2001:db8::9")


def test_a_hosted_app_answers_to_any_name_until_one_is_set() -> None:
    assert TrustedHosts(Settings()).answers_to("evil.example")
    assert TrustedHosts(Settings(address="https://lockup.example")).answers_to("evil.example")
    named = TrustedHosts(Settings(hosts=("lockup.example",), address="https://short.example"))
    assert [named.answers_to(one) for one in ("lockup.example", "short.example", "localhost")] == [True] * 3
    assert [named.answers_to(one) for one in ("evil.example", "anything.local", "192.168.1.9")] == [False] * 3


def test_behind_a_proxy_the_name_counts_that_it_passes_on(migrated_file: Path, tmp_path: Path) -> None:
    database = copied(migrated_file, tmp_path)
    app = create_app(Settings(database=database, testing=True, proxies=1, hosts=("lockup.example",)))
    client = app.test_client()
    assert client.get("/", headers={"Host": "app:8471", "X-Forwarded-Host": "lockup.example"}).status_code == 200
    assert client.get("/", headers={"Host": "lockup.example", "X-Forwarded-Host": "evil.example"}).status_code == 421
    put_away(app)


def test_what_a_computer_searches_is_what_its_network_puts_behind_names() -> None:
    resolver = (
        "# search no.example\nnameserver 192.168.1.1\nsearch fritz.box Home.Example.\ndomain lan\n\noptions edns0\n"
    )
    assert searched_suffixes(resolver) == {"fritz.box", "home.example", "lan"}


def test_the_setting_is_names_with_commas_between_them() -> None:
    assert from_environment({"LOCKUP_HOSTS": "cards.example, fd00::1,"}).hosts == ("cards.example", "fd00::1")
    with pytest.raises(BadSetting, match="LOCKUP_HOSTS"):
        from_environment({"LOCKUP_HOSTS": "http://cards.example"})
