"""The rules of a game in English."""
