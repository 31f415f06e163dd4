"""The addresses of this machine under which a phone may reach it, the best first."""

import ipaddress
from typing import Final

import ifaddr

_VIRTUAL: Final = ("docker", "veth", "br-", "virbr", "vbox", "vmnet", "vethernet", "tun", "tap", "utun", "zt", "wg")
"""How networks that no phone is in are usually named."""

_HOME_NETWORKS: Final = tuple(
    ipaddress.ip_network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)
"""Networks of homes, the most usual first."""


def addresses() -> list[str]:
    """Every IPv4 address that another device could use, the likeliest first."""
    found = [
        (_rank(str(adapter.nice_name), address), str(address))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and _is_reachable(address := ipaddress.IPv4Address(str(ip.ip)))
    ]
    return [address for _, address in sorted(found)]


def _is_reachable(address: ipaddress.IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)


def _rank(adapter: str, address: ipaddress.IPv4Address) -> tuple[bool, int]:
    virtual = adapter.lower().startswith(_VIRTUAL)
    home = next((place for place, network in enumerate(_HOME_NETWORKS) if address in network), len(_HOME_NETWORKS))
    return virtual, home
