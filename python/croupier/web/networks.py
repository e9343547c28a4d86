"""Networks that people come from, by which limits are counted."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["find_network", "is_loopback"]


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        # Link-local addresses may name their interface.
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return parsed if mapped is None else mapped


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::ffff:127.0.0.1"), is_loopback("192.0.2.7")
    (True, True, False)

    Args:
        address: The address of a client.

    Returns:
        Whether it is a loopback address.
    """
    parsed = _parse(address)
    return parsed is not None and parsed.is_loopback


def find_network(address: str) -> str:
    """Return the network of an address: the address itself for IPv4, the /64 for IPv6.

    >>> find_network("203.0.113.7"), find_network("2001:db8:1:2:3::4")
    ('203.0.113.7', '2001:db8:1:2::/64')
    >>> find_network("::ffff:203.0.113.7"), find_network("127.0.0.1")
    ('203.0.113.7', '')

    Args:
        address: The address of a client.

    Returns:
        The network; empty for loopback addresses and for what is not an address.
    """
    parsed = _parse(address)
    if parsed is None or parsed.is_loopback:
        return ""
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, 64), strict=False))
    return str(parsed)
