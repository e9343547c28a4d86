"""Hand histories: read, converted and stored."""
