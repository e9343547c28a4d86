"""Tables of pypoks: who sits there, how cards are dealt, and texts that are played again."""
