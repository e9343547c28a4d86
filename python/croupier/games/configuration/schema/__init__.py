"""The schema of game configurations: words, records, and their JSON Schema."""
