"""Texts of poker sites."""
