"""All rows of a store, derived anew from files and from texts that are kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import _native
from croupier.errors import SetupError
from croupier.files import whole_text
from croupier.histories.formats import get
from croupier.histories.pipeline.finding import HistoryFile
from croupier.store.adding import AddedFiles, fill_known, make_parts
from croupier.store.folder import DERIVATION, TEXTS

if TYPE_CHECKING:
    from croupier.executors import On
    from croupier.store.store import Store

__all__ = ["rebuild_rows"]


def rebuild_rows(
    store: Store,
    *,
    threads: int | None,
    progress: Callable[[int], object] | None,
    on: On | None,
    force: bool,
) -> AddedFiles:
    """Derive all rows anew: see `Store.rebuild`."""
    keeps = bool(store._folder.files_of(TEXTS))
    rows = store._ask(
        "select path, format from files group by all order by min(part), min(file)"
    ).fetchall()
    result = AddedFiles()
    with store._folder.writing(), tempfile.TemporaryDirectory() as folder:
        kept = _write_texts(store, Path(folder)) if keeps else []
        # Of what is kept as text, the files need not be there any more.
        listed = [
            HistoryFile(Path(path), get(format), format == "phh")
            for path, format in rows
            if not (keeps and not Path(path).exists())
        ]
        missing = [str(file.path) for file in listed if not file.path.exists()]
        if missing:
            raise SetupError(
                f"the file {missing[0]} is not where it was, so that its hands cannot be read"
                " again",
                code="store-source-gone",
            )
        old = frozenset(one["part"] for one in store._folder.read()["parts"])
        parts: list[int] = []
        known = _native.KnownHands()
        everything = [*listed, *(HistoryFile(path, get("phh"), True) for path in kept)]
        for number, part in make_parts(
            everything,
            store._folder.read()["next"],
            known,
            threads=threads,
            keep_text=keeps,
            on=on,
            progress=progress,
        ):
            store._folder.write(number, part.tables)
            parts.append(number)
            result.include(part.files)
        if not force:
            _verify_nothing_lost(store, known, [path for path, _ in rows])
        store._folder.replace(dict.fromkeys(parts, DERIVATION), old)
    return result


def _verify_nothing_lost(store: Store, known: _native.KnownHands, paths: Sequence[str]) -> None:
    """Refuse to lose hands whose files no longer have them."""
    if not store.is_current:
        # The identities of hands may have changed since.
        return
    again = store._find_last(paths)
    hands = store._answer("select hand, id, cards from hands order by hand")
    lost = [
        hand
        for hand, new in zip(hands["hand"].to_pylist(), fill_known(known, hands), strict=True)
        if new and hand not in again
    ]
    if lost:
        path = store._find(lost[0]).path
        raise SetupError(
            f"{path} no longer has hand {lost[0]}, and {len(lost)} hands would be lost: bring"
            " the files back, or force it",
            code="store-source-lost",
        )


def _write_texts(store: Store, folder: Path) -> list[Path]:
    """Write texts that are kept into a file of a folder that is soon gone."""
    place = folder / "kept.phhs"
    with whole_text(place) as file:
        rows = store._ask("select text from texts order by hand")
        number = 0
        while block := rows.fetchmany(1000):
            for (text,) in block:
                number += 1
                file.write(f"[{number}]\n{text.rstrip()}\n\n")
    return [place]
