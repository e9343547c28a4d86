"""People and agents at a table in a terminal: for `croupier play` and `croupier match`."""
