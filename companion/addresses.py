"""Addresses: where a phone may reach this machine, and checks of addresses that somebody typed."""

import ipaddress
import re
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

import ifaddr

_VIRTUAL: Final = ("docker", "veth", "br-", "virbr", "vbox", "vmnet", "vethernet", "tun", "tap", "utun", "zt", "wg")
"""Usual names of networks that no phone is in."""

_HOME_NETWORKS: Final = tuple(
    ipaddress.ip_network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)
"""Networks of homes, the most usual first."""


_UNSAFE: Final = re.compile(rb"[\x00-\x1f\x7f\\]")
"""Characters that no path has: invisible ones, and the backslash, which browsers read as a slash."""

_LABEL: Final = re.compile(r"[^\W_]([\w-]{0,61}[^\W_])?")


def addresses() -> list[str]:
    """Return every IPv4 address that another device could use, the likeliest first."""
    found = [
        (_rank(str(adapter.nice_name), address), str(address))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and _is_reachable(address := ipaddress.IPv4Address(str(ip.ip)))
    ]
    return [address for _, address in sorted(found)]


def all_addresses() -> frozenset[str]:
    """Return every address of this machine, of both kinds, as `str` of the standard library's addresses writes them."""
    given = (ip.ip if ip.is_IPv4 else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    return frozenset(str(ipaddress.ip_address(str(one).partition("%")[0])) for one in given)


def is_host(name: str) -> bool:
    """Return whether this is the name or the bare address of a computer: no port, path or http."""
    labels = name.split(".")
    # To browsers, a name that ends in a number is an address.
    if ":" in name or labels[-1].isdecimal():
        return _is_address(name)
    return all(map(_LABEL.fullmatch, labels))


def is_base_address(url: str) -> bool:
    """Return whether paths of this app can follow this URL: http(s), a host, perhaps a port and a path, no more."""
    try:
        parts = urlsplit(url)
        bare = parts.username is None and parts.port != 0 and url == f"{parts.scheme}://{parts.netloc}{parts.path}"
    except ValueError:
        return False
    known = parts.scheme in {"http", "https"} and is_host(parts.hostname or "")
    return bare and known and read_path(parts.path) is not None


def read_path(path: str) -> str | None:
    """Return the path of an address as WSGI has it, each byte a character, without an end slash; None if it is none.

    `//elsewhere` would be another host to a browser, and `/..` another path.
    """
    raw = unquote_to_bytes(path).rstrip(b"/")
    segments = raw.split(b"/")[1:]
    bad = not raw.startswith(b"/") or {b"", b".", b".."} & {*segments} or _UNSAFE.search(raw) or not _is_utf8(raw)
    return None if raw and bad else raw.decode("latin-1")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeError:
        return False
    return True


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    # An interface ("fe80::1%eth0") means something on this machine only.
    return "%" not in name


def _is_reachable(address: ipaddress.IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)


def _rank(adapter: str, address: ipaddress.IPv4Address) -> tuple[bool, int]:
    virtual = adapter.lower().startswith(_VIRTUAL)
    home = next((place for place, network in enumerate(_HOME_NETWORKS) if address in network), len(_HOME_NETWORKS))
    return virtual, home
