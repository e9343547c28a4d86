"""Games of all kinds: one of each kind of decision, of board and of hand."""

from __future__ import annotations

KINDS = (
    "nlhe",
    "razz",
    "badugi",
    "deuce_to_seven_triple_draw",
    "omaha_8",
    "anaconda_declare",
    "sohe",
    "dice_omaha",
    "five_card_stud_declare",
    "horse",
    "tic_tac_toe",
    "badugi_buy",
    "elevator",
    "dealers_choice",
    "holdem_declare",
)
