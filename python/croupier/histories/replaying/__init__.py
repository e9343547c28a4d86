"""Playing a hand history again, and comparing the result with its record."""
