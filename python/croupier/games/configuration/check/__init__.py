"""Whether the parts of a game configuration fit together."""
