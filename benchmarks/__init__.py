"""Benchmarks of Croupier and its peers, side by side; run them with `python -m benchmarks`."""
