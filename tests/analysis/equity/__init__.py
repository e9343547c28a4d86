"""Equities, outs and odds."""
