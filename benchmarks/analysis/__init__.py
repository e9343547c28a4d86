"""Equities, statistics and solved spots."""
