"""Which address of a machine a phone should try first, and what can be an address at all."""

from ipaddress import IPv4Address

import pytest

from companion.addresses import _is_reachable, _rank, addresses, is_base_address, is_host


def test_the_home_network_comes_before_others_and_virtual_networks_last() -> None:
    found = [
        ("docker0", "172.17.0.1"),
        ("eth0", "203.0.113.9"),
        ("wlan0", "192.168.1.20"),
        ("eth1", "10.0.0.4"),
        ("vEthernet (WSL)", "192.168.99.1"),
    ]
    ordered = sorted(found, key=lambda one: _rank(one[0], IPv4Address(one[1])))
    assert [name for name, _ in ordered] == ["wlan0", "eth1", "eth0", "vEthernet (WSL)", "docker0"]


@pytest.mark.parametrize("address", ["127.0.0.1", "169.254.3.4", "224.0.0.1", "0.0.0.0"])
def test_an_address_that_no_phone_can_reach_is_not_named(address: str) -> None:
    assert not _is_reachable(IPv4Address(address))


def test_the_addresses_of_this_machine_are_none_of_those() -> None:
    assert all(_is_reachable(IPv4Address(address)) for address in addresses())


@pytest.mark.parametrize(
    "name",
    ["mybox", "mybox.local", "my-box.home.arpa", "my_box", "łódź.local", "192.168.1.20", "fd00::1", "3com.local"],
)
def test_a_name_or_an_address_alone_is_a_host(name: str) -> None:
    assert is_host(name)


@pytest.mark.parametrize(
    "name",
    [
        *("http://foo:80/", "foo:80", "192.168.1.20:80", "foo/", "me@foo", "foo?", "foo#", "[fd00::1]", "fe80::1%eth0"),
        *("", "a b", "foo\n", "-foo", "foo-", "foo..local", ".foo", "a" * 64, "192.168.1", "192.168.1.300", "1"),
    ],
)
def test_what_has_more_or_less_than_that_is_no_host(name: str) -> None:
    assert not is_host(name)


@pytest.mark.parametrize(
    "url", ["http://192.168.1.20:8470", "https://lockup.example.org/", "http://mybox.local", "http://[fd00::1]:80"]
)
def test_an_address_that_paths_can_follow_is_a_base(url: str) -> None:
    assert is_base_address(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "foo", "foo:80", "//foo", "ftp://foo", "http://", "http://foo:x", "http://foo:70000", "http://foo:0"),
        *("http://foo//path", "http://foo?", "http://foo#", "http://me@foo", "http://:pw@foo", "http://foo bar"),
        *("http://[foo", "http://fd00::1", "http://1.2.3", " http://foo", "http://foo\n", "http:foo"),
    ],
)
def test_what_is_no_such_address_is_no_base(url: str) -> None:
    assert not is_base_address(url)
