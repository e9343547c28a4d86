"""From a game configuration to the program that the engine plays."""
