"""Formats of hand histories."""
