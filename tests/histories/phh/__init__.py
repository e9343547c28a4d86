"""The model of a hand, its notation and its TOML."""
