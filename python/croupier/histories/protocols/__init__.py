"""Hands as lines: the protocols of research programs."""
