"""Hands that are damaged at random, and what may come of them."""
