"""`croupier serve`: the desk and tables in a browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from croupier.cli.arguments.options import AsJson
from croupier.cli.output.console import console, print_error, print_json
from croupier.errors import RefusedError, SetupError, UnsupportedError, need_extra

if TYPE_CHECKING:
    from croupier.agents import AgentLike
    from croupier.web.addresses import Links

__all__ = ["serve"]


def serve(
    *given: str,
    bots: str = "",
    name: str = "",
    host: str = "127.0.0.1",
    port: int = 0,
    log: str = "",
    address: str = "",
    proxy: str = "",
    sync: Literal["normal", "full"] = "normal",
    certificate: Path | None = None,
    key: Path | None = None,
    no_open: Annotated[bool, Parameter(negative="")] = False,
    as_json: AsJson = False,
) -> None:
    """Serve the desk and tables: hands, nights, calculators and games in a browser.

    Files are dropped on the page, or named here. With a game, by its name or as a file, a table is
    opened at once and you sit at it: invite others by the link that is printed for them, and keep
    your own link private, which works once. Everything is done on this machine: nothing is fetched
    from elsewhere, and nothing is sent. Others can reach tables and the lobby where --host says so,
    and nothing else. Chips are play money. Ctrl-C ends it.

    Parameters
    ----------
    given
        A game, such as nlhe or horse, or a file of a game of your own, which the lobby lists, too;
        or files of hands of any format, or solutions, that are there from the start; or folders of
        stores, whose reports the desk shows.
    bots
        Who plays at tables: agents, separated by commas, such as tight,loose. Agents that run code
        can be seated only if they are named here; name=AGENT gives one a label.
    name
        What you are called at the table; as the system calls you, when omitted.
    host
        The address to listen at. Others can reach this machine at 0.0.0.0, with the links that are
        printed.
    port
        The port to listen at; any that is free when it is 0.
    log
        A file that keeps the tables: they are there again when it is given the next time, in the
        middle of a hand. Without it they are gone when the server ends. Several servers share
        tables that a database keeps: postgresql://HOST/NAME, with the password as libpq finds it.
    address
        How people reach this server, as in https://example.com:8001 (what is printed, when
        omitted). The lobby and the desk need a key then. Servers that share tables send people to
        each other.
    proxy
        The proxies in front of the server: addresses and networks, separated by commas, such as
        127.0.0.1. Only their X-Forwarded-For is believed.
    sync
        What a power cut may take: with full nothing, and every move waits for the disk.
    certificate
        A certificate for TLS, in a file, with --key.
    key
        The key of the certificate.
    no_open
        Open no browser.
    as_json
        Print the links as JSON, and nothing else; tables of the log that cannot be opened are
        listed in it, too.
    """
    with need_extra("web"):
        from croupier.web import serve as serve_desk
        from croupier.web.addresses import check_proxies
    from croupier.hosting.own_games import holds_game, read_games

    own = [one for one in given if Path(one).is_file() and holds_game(one)]
    own_games = read_games(own)
    files = [Path(one) for one in given if Path(one).is_file() and one not in own]
    stores = [Path(one) for one in given if Path(one, "store.json").is_file()]
    if stores:
        with need_extra("store"):
            import duckdb  # noqa: F401
            import pyarrow  # noqa: F401
    games = [one for one in given if one not in own and Path(one) not in (*files, *stores)]
    for one in games:
        if not _is_game(one):
            raise SetupError(f"{one} is neither a file nor a store nor a game", code="unknown-file")
    if len(games) > 1:
        raise SetupError(
            f"a table is opened for one game, not for {len(games)}", code="option-value"
        )
    if not 0 <= port < 1 << 16:
        raise SetupError(f"a port is from 0 to 65535, unlike {port}", code="option-value")
    if (certificate is None) != (key is None):
        raise SetupError("--certificate and --key belong together", code="option-value")

    if not games and len(own_games) == 1:
        games = [*own_games]
    proxies = check_proxies(proxy)
    unreadable: dict[str, str] = {}

    def warn(problems: Mapping[str, str]) -> None:
        unreadable.update(problems)
        # The reasons are in the log of the process, on the standard error.
        what = "1 table" if len(problems) == 1 else f"{len(problems)} tables"
        print_error(f"{what} of the log cannot be opened: {', '.join(problems)}")

    def tell(links: Links) -> None:
        if as_json:
            found = {name: link for name, link in vars(links).items() if link}
            print_json(found | ({"unreadable": unreadable} if unreadable else {}))
        else:
            _print_links(links, log)
        if not no_open:
            import webbrowser

            webbrowser.open(links.seat or links.desk or links.address)

    serve_desk(
        host=host,
        port=port,
        files=files,
        stores=stores,
        game=games[0] if games else "",
        name=name or _find_name(),
        bots=_label(bots) if bots else None,
        log=log or None,
        sync=sync,
        address=address,
        proxies=proxies,
        own_games=own_games,
        certificate=None if certificate is None or key is None else (certificate, key),
        ready=tell,
        warn=warn,
    )


def _print_links(links: Links, log: str) -> None:
    lines = []
    if links.invitation:
        lines.append(f"Invite your friends: {links.invitation}")
        lines.append(f"Your own seat (keep private): {links.seat}")
    elif links.desk:
        lines.append(f"The desk is at {links.desk}")
    else:
        lines.append("The desk is not available: it needs --host 127.0.0.1 or --host 0.0.0.0")
    if links.lobby:
        lines.append(f"The lobby is at {links.lobby}")
    if links.warning:
        lines.append(f"Note: {links.warning}.")
    if log:
        from croupier.hosting.log import hide_password, is_shared

        place = hide_password(log) if is_shared(log) else log
        lines.append(f"Tables are kept in {place}, which has their secrets.")
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def _is_game(name: str) -> bool:
    from croupier.games.finding import find_mix
    from croupier.games.making import make_game

    if find_mix(name) is not None:
        return True
    try:
        make_game(name)
    except UnsupportedError:
        return False
    return True


def _find_name() -> str:
    from getpass import getuser

    from croupier.hosting.people import check_name

    try:
        return check_name(getuser().capitalize())
    except (OSError, KeyError, RefusedError):
        return "Host"


def _label(bots: str) -> dict[str, AgentLike]:
    """Return agents by their labels: two of one name are two."""
    from croupier.agents import find_agent
    from croupier.tables.wishes import make_name

    found: dict[str, AgentLike] = {}
    for one in bots.split(","):
        label, equals, agent = one.strip().partition("=")
        chosen = agent if equals and label.isidentifier() else one.strip()
        find_agent(chosen)
        found[make_name(label if equals else chosen.partition(":")[0], set(found))] = chosen
    return found
