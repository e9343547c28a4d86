from __future__ import annotations

from collections.abc import Iterator

import pytest

from .serving import LOG, Asker, run_server


@pytest.fixture(scope="session")
def asker() -> Iterator[Asker]:
    """Somebody who asks a server that has a night on its shelf."""
    with run_server(files=[LOG]) as found:
        yield found


@pytest.fixture(scope="session")
def shelf(asker: Asker) -> str:
    """The shelf that is there from the start, when it is read."""
    name = str(asker.ask("about")["shelf"])
    asker.list_all(name)
    return name
