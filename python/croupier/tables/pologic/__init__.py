"""The poker logic of pypoks: cards, moves, hand histories and tables, on Croupier's engine."""
