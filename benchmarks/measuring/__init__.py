"""How benchmarks measure and report, and the work that they share."""
