"""The commands."""

from __future__ import annotations

from croupier.cli.app import app, heed_termination, run

__all__ = ["app", "heed_termination", "run"]
