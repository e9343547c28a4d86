"""Games and hands at random."""
