"""Shelves: files that somebody dropped, those of archives among them, and reading their hands."""

from __future__ import annotations

from croupier.web.shelves.shelf import (
    MAX_FILES,
    MAX_KEPT,
    Room,
    Shelf,
    ShelfEntry,
    StoredHand,
    show_size,
)

__all__ = ["MAX_FILES", "MAX_KEPT", "Room", "Shelf", "ShelfEntry", "StoredHand", "show_size"]
