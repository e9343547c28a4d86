"""PokerNow's logs and downloads of hands."""
