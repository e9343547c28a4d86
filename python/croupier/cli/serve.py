"""`croupier serve`: the desk in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.console import console, print_json
from croupier.cli.options import AsJson
from croupier.errors import SetupError, UnsupportedError

__all__ = ["serve"]


def serve(
    *files: Path,
    host: str = "127.0.0.1",
    port: int = 0,
    no_open: Annotated[bool, Parameter(negative="")] = False,
    as_json: AsJson = False,
) -> None:
    """Serve the desk: hands, nights and calculators in a browser.

    Files are dropped on the page, or named here. Everything is done on this machine: nothing is
    fetched from elsewhere, and nothing is sent. Ctrl-C ends it.

    Parameters
    ----------
    files
        Files of hands of any format, or solutions, that are there from the start.
    host
        The address to listen at. Others can reach this machine at 0.0.0.0, with the link that is
        printed, which has a key.
    port
        The port to listen at; any that is free when it is 0.
    no_open
        Open no browser.
    as_json
        Print the address as JSON, and nothing else.
    """
    try:
        from croupier.web import serve as serve_desk
    except ImportError as error:
        raise UnsupportedError(
            f"this needs the extra web: pip install 'croupier[web]' ({error.name} is missing)",
            code="missing-extra",
        ) from None
    missing = [path for path in files if not path.is_file()]
    if missing:
        raise SetupError(f"there is no file {missing[0]}", code="no-such-file")
    if not 0 <= port < 1 << 16:
        raise SetupError(f"a port is from 0 to 65535, unlike {port}", code="option-value")

    def tell(address: str) -> None:
        if as_json:
            print_json({"address": address})
        else:
            console.print(f"The desk is at {address}", highlight=False, soft_wrap=True)
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    serve_desk(host=host, port=port, files=files, ready=tell)
