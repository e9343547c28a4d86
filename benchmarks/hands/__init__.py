"""Made hands: one at a time, and arrays of them."""
