"""What a game configuration may say: words, records, and their JSON Schema."""
