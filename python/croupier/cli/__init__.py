"""The commands."""

from __future__ import annotations

from croupier.cli.app import app, run

__all__ = ["app", "run"]
