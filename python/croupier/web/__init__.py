"""The desk: see hands, convert them, look at a night, and calculate, in a browser.

`croupier serve` serves it. A page asks one `Desk`, whose methods take a message and return one;
`LocalDesk` answers with the library. The page computes nothing: what it shows is what messages say.
It needs the extra `web`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.web.desk import Desk
    from croupier.web.local import LocalDesk
    from croupier.web.server import make_app, serve

__all__ = ["Desk", "LocalDesk", "make_app", "serve"]

_LATER = {
    "Desk": "croupier.web.desk",
    "LocalDesk": "croupier.web.local",
    "make_app": "croupier.web.server",
    "serve": "croupier.web.server",
}
__getattr__, __dir__ = import_later("croupier.web", _LATER)
