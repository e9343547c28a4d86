"""Where benchmarks find the data that is shared between projects and not kept in this one."""

from __future__ import annotations

from pathlib import Path

__all__ = ["SHARED_DATA"]

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
