"""Croupier."""
