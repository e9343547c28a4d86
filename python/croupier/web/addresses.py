"""The links by which people reach a server, and the options that say how they do."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from secrets import token_urlsafe
from urllib.parse import urlsplit

from croupier.errors import SetupError
from croupier.web.networks import is_loopback

__all__ = ["Links", "Reach", "check_proxies", "make_reach"]

_EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Links:
    """The links of a server that is ready.

    Attributes:
        address: The link to open first: the host's own seat, or else the desk, or else the lobby.
        invitation: The link of the table for everybody; empty without a table.
        seat: The private link of the host's seat, which works once; empty without a table.
        desk: The link of the desk, which answers this machine; empty where nothing reaches it.
        lobby: The link of the lobby with its key; empty where only this machine reaches it.
        warning: What the person who started the server should know; often empty.
    """

    address: str
    invitation: str = ""
    seat: str = ""
    desk: str = ""
    lobby: str = ""
    warning: str = ""


@dataclass(frozen=True)
class Reach:
    """How a server is reached.

    Attributes:
        base: The beginning of all links for people.
        near: The beginning of links for this machine; empty where it is not reached by loopback.
        hosts: The names and addresses of the server, without ports.
        secure_hosts: Those of the names that are reached by TLS.
        key: The key of the lobby and the desk; empty where only this machine can ask.
        warning: What the person who started the server should know; often empty.
    """

    base: str
    near: str
    hosts: frozenset[str]
    secure_hosts: frozenset[str]
    key: str
    warning: str = ""

    def make_links(self, code: str = "", secret: str = "") -> Links:
        """Return the links of the server.

        Args:
            code: The code of the table that is opened at once, if any.
            secret: The secret of the host's seat there.

        Returns:
            The links.
        """
        key = f"?key={self.key}" if self.key else ""
        desk = f"{self.near}/{key}" if self.near else ""
        lobby = f"{self.base}/play{key}" if key else ""
        if not code:
            return Links(f"{self.base}/{key}", desk=desk, lobby=lobby, warning=self.warning)
        invitation = f"{self.base}/t/{code}"
        seat = f"{invitation}?seat={secret}"
        warning = self.warning
        if not self.key:
            warning = "only this machine reaches the table: see --host and --address"
        return Links(seat, invitation, seat, desk, lobby, warning)


def make_reach(
    host: str, port: int, *, address: str, has_certificate: bool, proxies: Sequence[str]
) -> Reach:
    """Return how a server is reached.

    Args:
        host: The address that it listens at.
        port: The port that it listens at.
        address: How people reach it, where it does not know that itself.
        has_certificate: Whether it ends TLS itself.
        proxies: The proxies in front of it.

    Returns:
        How it is reached.

    Raises:
        SetupError: The options contradict each other.
    """
    scheme = "https" if has_certificate else "http"
    shown = (host if ":" not in host else f"[{host}]").lower()
    is_near = host == "localhost" or is_loopback(host)
    hosts = {"localhost", "127.0.0.1", "[::1]", shown}
    near = f"{scheme}://{shown if is_near else '127.0.0.1'}:{port}"
    if not is_near:
        if host in _EVERYWHERE:
            shown = _find_address()
        else:
            near = ""
        hosts |= {shown, socket.gethostname().lower()}
    base = f"{scheme}://{shown}:{port}"
    if proxies and not address:
        raise SetupError(
            "--proxy needs --address: expected the address by which people reach the proxy, such as"
            " https://example.com",
            code="option-value",
        )
    warning = ""
    secure_hosts: set[str] = set()
    is_alone = is_near
    if address:
        base = address.rstrip("/")
        name = _find_host(base)
        if has_certificate and base.startswith("http:"):
            raise SetupError(
                f"--address {base} is not TLS, but --certificate is given: expected an address with"
                " https://",
                code="option-value",
            )
        is_public = name != "localhost" and not is_loopback(name.strip("[]"))
        if is_near and is_public and not proxies:
            warning = (
                f"only a proxy on this machine can serve {base}. Without --proxy, such as --proxy"
                " 127.0.0.1, the addresses of its visitors are unknown, and limits by network are"
                " off"
            )
        is_alone = is_near and not is_public
        hosts.add(name)
        if base.startswith("https:") and is_public:
            secure_hosts.add(name)
    key = "" if is_alone else token_urlsafe(16)
    return Reach(base, near, frozenset(hosts), frozenset(secure_hosts), key, warning)


def check_proxies(text: str) -> list[str]:
    """Return the proxies of a list, separated by commas.

    >>> check_proxies("127.0.0.1, 10.0.0.0/8")
    ['127.0.0.1', '10.0.0.0/8']

    Args:
        text: Addresses and networks.

    Returns:
        The proxies.

    Raises:
        SetupError: One of them is not an address or a network.
    """
    found = [one.strip() for one in text.split(",") if one.strip()]
    for proxy in found:
        try:
            size = ip_network(proxy)
        except ValueError:
            raise SetupError(
                f"invalid value {proxy!r:.100} for --proxy: expected the address or the network of"
                " a proxy, such as 127.0.0.1",
                code="option-value",
            ) from None
        if size.prefixlen == 0:
            raise SetupError(
                f"invalid value {proxy!r:.100} for --proxy: everybody could claim any address",
                code="option-value",
            )
    return found


def _find_host(address: str) -> str:
    """Return the name of the host of an address, without the port."""
    try:
        parts = urlsplit(address)
        name = parts.hostname or ""
        is_right = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:
        name, is_right = "", False
    if not name or not is_right or parts.path or parts.query or parts.fragment:
        raise SetupError(
            f"{address!r:.100} is no address of a server, such as https://example.com:8001",
            code="option-value",
        )
    return f"[{name}]" if ":" in name else name


def _find_address() -> str:
    """Return an address by which other machines of the network reach this one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: the system only says which way it would go.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
