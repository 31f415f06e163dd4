"""Which address of a machine a phone should try first."""

from ipaddress import IPv4Address

import pytest

from companion.addresses import _is_reachable, _rank, addresses


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
