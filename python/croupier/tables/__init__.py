"""Tables: who plays, and how hands follow each other."""

from __future__ import annotations

from croupier.tables.batch import BATCH_MENU, BatchResult, MenuMove, TableBatch

__all__ = ["BATCH_MENU", "BatchResult", "MenuMove", "TableBatch"]
