"""The simplified form of Open Hand History: its words, and what the official form calls them."""

from __future__ import annotations

__all__ = ["ACTION_TYPES", "FORMAT", "GAME_NAMES"]

FORMAT = "ohh-simplified"
ACTION_TYPES = {
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "postSB": "Post SB",
    "postBB": "Post BB",
    "postAnte": "Post Ante",
    "show": "Shows Cards",
    "collect": "Collect",
    "uncalled": "Uncalled",
}
"""The actions, and what the official form calls them."""
GAME_NAMES = {
    ("Holdem", "NL"): "No Limit Texas Hold'em",
    ("Holdem", "PL"): "Pot Limit Texas Hold'em",
    ("Holdem", "FL"): "Limit Texas Hold'em",
    ("Omaha", "PL"): "Pot Limit Omaha",
    ("Omaha", "NL"): "No Limit Omaha",
    ("Omaha", "FL"): "Limit Omaha",
    ("OmahaHiLo", "PL"): "Pot Limit Omaha Hi/Lo",
    ("OmahaHiLo", "NL"): "No Limit Omaha Hi/Lo",
    ("OmahaHiLo", "FL"): "Limit Omaha Hi/Lo",
}
"""The names of games by what the official form calls game and limit."""
