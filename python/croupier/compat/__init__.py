"""Programs of others, step by step and word by word as they do it."""
