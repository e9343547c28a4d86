"""Attacks on everything that takes input: `make attack` runs them for half an hour at most."""
