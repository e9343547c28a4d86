"""The tables of PokerKit's page on simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import signature
from typing import Any

import croupier
from croupier import (
    Automation,
    BettingStructure,
    Deck,
    Mode,
    NoLimitTexasHoldem,
    StandardHighHand,
    State,
)
from croupier.utilities import divmod as default_divmod
from croupier.utilities import rake as default_rake

VARIANTS = {
    "FixedLimitBadugi": "Fixed-limit badugi",
    "FixedLimitDeuceToSevenLowballTripleDraw": "Fixed-limit deuce-to-seven lowball triple draw",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": (
        "Fixed-limit Omaha hold'em hi-low split-eight or better low"
    ),
    "FixedLimitRazz": "Fixed-limit razz",
    "FixedLimitSevenCardStud": "Fixed-limit seven card stud",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": (
        "Fixed-limit seven card stud hi-low split-eight or better low"
    ),
    "FixedLimitTexasHoldem": "Fixed-limit Texas hold'em",
    "NoLimitDeuceToSevenLowballSingleDraw": "No-limit deuce-to-seven single draw",
    "NoLimitRoyalHoldem": "No-limit royal hold'em",
    "NoLimitShortDeckHoldem": "No-limit short-deck hold'em",
    "NoLimitTexasHoldem": "No-limit Texas hold'em",
    "PotLimitOmahaHoldem": "Pot-limit Omaha hold'em",
}
# What a variant is composed of, and where a state or a street has it.
DEFINITIONS = {
    "Deck": "deck",
    "Hand Types": "hand_types",
    "Card Burning Status": "card_burning_status",
    "Hole Dealings": "hole_dealing_statuses",
    "Board Dealings": "board_dealing_count",
    "Is Draw Stage": "draw_status",
    "Opening": "opening",
    "Min Completion/Bet/Raise": "min_completion_betting_or_raising_amount",
    "Max # of Completion/Bet/Raise": "max_completion_betting_or_raising_count",
    "Betting Structure": "betting_structure",
}
PARAMETERS = {
    "Ante Trimming Status": "ante_trimming_status",
    "Antes": "antes",
    "Blinds/Straddles": "blinds_or_straddles",
    "Bring-in": "bring_in",
    "Starting Stacks": "starting_stacks",
    "Number of Players": "player_count",
}


def _is_rest_of_deck(state: State, value: Any) -> bool:
    """Return whether cards are all but those that were dealt or burnt by name."""
    seen = Counter(card for hand in state.hole_cards for card in hand)
    seen += Counter(card for cards in state.board_cards for card in cards)
    seen += Counter(state.mucked_cards)
    return Counter(value) + seen == Counter(state.deck)


def _is_out_of_play(state: State, value: Any) -> bool:
    return Counter(value) == Counter(state.deck_cards) + Counter(state.mucked_cards)


# What the arguments of methods are in the state of the test.
METHODS: dict[str, tuple[int, ...]] = {
    "get_board": (0,),
    "get_censored_hole_cards": (0,),
    "get_down_cards": (0,),
    "get_up_cards": (0,),
    "get_hand": (0, 0, 0),
    "get_up_hand": (0, 0, 0),
    "get_up_hands": (0, 0),
    "can_win_now": (0,),
    "get_dealable_cards": (),
    "get_effective_stack": (0,),
}
# What they are in that state: the value, or whether it is right.
ATTRIBUTES: dict[str, Any | Callable[[State, Any], bool]] = {
    "automations": lambda state, value: Automation.HOLE_DEALING not in value and len(value) == 8,
    "deck": lambda state, value: value == Deck.STANDARD,
    "hand_types": [StandardHighHand],
    "streets": lambda state, value: [one.board_dealing_count for one in value] == [0, 3, 1, 1],
    "betting_structure": lambda state, value: value is BettingStructure.NO_LIMIT,
    "ante_trimming_status": True,
    "bring_in": 0,
    "player_count": 3,
    "mode": lambda state, value: value is Mode.TOURNAMENT,
    "starting_board_count": 1,
    "divmod": lambda state, value: value is default_divmod,
    "rake": lambda state, value: value is default_rake,
    "antes": [1, 1, 1],
    "blinds_or_straddles": [1, 2, 0],
    "starting_stacks": [200, 100, 50],
    "deck_cards": _is_rest_of_deck,
    "board_cards": [["Ad"], ["Jh"], ["4c"]],
    "mucked_cards": ["Qd", "Qh"],
    "burn_cards": ["??"],
    "statuses": [True, False, True],
    "bets": [0, 0, 0],
    "stacks": [193, 97, 43],
    "payoffs": [-7, -3, -7],
    "hole_cards": [["As", "Ks"], [], ["7c", "2d"]],
    "hole_card_statuses": [[False, False], [], [False, False]],
    "discarded_cards": lambda state, value: not any(value),
    "street_index": 1,
    "street_return_index": None,
    "street_return_count": 0,
    "all_in_status": False,
    "status": True,
    "operations": lambda state, value: len(value) == 16,
    "hand_type_count": 1,
    "hand_type_indices": [0],
    "draw_statuses": [False] * 4,
    "player_indices": [0, 1, 2],
    "street_count": 4,
    "street_indices": [0, 1, 2, 3],
    "street": lambda state, value: value is state.streets[1] or value == state.streets[1],
    "turn_index": 0,
    "board_count": 1,
    "board_indices": [0],
    "get_board": ["Ad", "Jh", "4c"],
    "get_censored_hole_cards": ["??", "??"],
    "get_down_cards": ["As", "Ks"],
    "get_up_cards": [],
    "get_hand": lambda state, value: value == StandardHighHand("AsKsAdJh4c"),
    "get_up_hand": None,
    "get_up_hands": [None, None, None],
    "can_win_now": True,
    "reserved_cards": ["Qd", "Qh"],
    "cards_in_play": ["Ad", "Jh", "4c", "As", "Ks", "7c", "2d"],
    "cards_not_in_play": _is_out_of_play,
    "get_dealable_cards": _is_rest_of_deck,
    "get_effective_stack": 43,
    "pot_amounts": [17],
    "total_pot_amount": 17,
    "pots": lambda state, value: (
        [(pot.amount, pot.player_indices) for pot in value] == [(17, (0, 2))]
    ),
}
PHASES = {
    "Ante Posting": ["post_ante"],
    "Bet Collection": ["collect_bets"],
    "Blind or Straddle Posting": ["post_blind_or_straddle"],
    "Dealing": ["burn_card", "deal_hole", "deal_board", "stand_pat_or_discard"],
    "Betting": ["fold", "check_or_call", "post_bring_in", "complete_bet_or_raise_to"],
    "Showdown": ["select_runout_count", "show_or_muck_hole_cards"],
    "Hand Killing": ["kill_hand"],
    "Chips Pushing": ["push_chips"],
    "Chips Pulling": ["pull_chips"],
}
# Methods, and the classes of what they return.
OPERATIONS = [
    ("post_ante", "AntePosting"),
    ("collect_bets", "BetCollection"),
    ("post_blind_or_straddle", "BlindOrStraddlePosting"),
    ("burn_card", "CardBurning"),
    ("deal_hole", "HoleDealing"),
    ("deal_board", "BoardDealing"),
    ("stand_pat_or_discard", "StandingPatOrDiscarding"),
    ("fold", "Folding"),
    ("check_or_call", "CheckingOrCalling"),
    ("post_bring_in", "BringInPosting"),
    ("complete_bet_or_raise_to", "CompletionBettingOrRaisingTo"),
    ("select_runout_count", "RunoutCountSelection"),
    ("show_or_muck_hole_cards", "HoleCardsShowingOrMucking"),
    ("kill_hand", "HandKilling"),
    ("push_chips", "ChipsPushing"),
    ("pull_chips", "ChipsPulling"),
]
AUTOMATIONS = {
    "Ante Posting": "ANTE_POSTING",
    "Bet Collection": "BET_COLLECTION",
    "Blinds/Straddle Posting": "BLIND_OR_STRADDLE_POSTING",
    "Card Burning": "CARD_BURNING",
    "Hole Dealing": "HOLE_DEALING",
    "Board Dealing": "BOARD_DEALING",
    "Standing Pat/Discarding": "N/A",
    "Folding": "N/A",
    "Checking/Calling": "N/A",
    "Bring in Posting": "N/A",
    "Completing/Betting/Raising to": "N/A",
    "Runout-Count Selection": "RUNOUT_COUNT_SELECTION",
    "Hole Cards Showing/Mucking": "HOLE_CARDS_SHOWING_OR_MUCKING",
    "Hand Killing": "HAND_KILLING",
    "Chips Pushing": "CHIPS_PUSHING",
    "Chips Pulling": "CHIPS_PULLING",
}
# Verifiers, queriers and operators.
TRIPLETS = [
    ("verify_ante_posting", "can_post_ante", "post_ante"),
    ("verify_bet_collection", "can_collect_bets", "collect_bets"),
    ("verify_blind_or_straddle_posting", "can_post_blind_or_straddle", "post_blind_or_straddle"),
    ("verify_card_burning", "can_burn_card", "burn_card"),
    ("verify_hole_dealing", "can_deal_hole", "deal_hole"),
    ("verify_board_dealing", "can_deal_board", "deal_board"),
    ("verify_standing_pat_or_discarding", "can_stand_pat_or_discard", "stand_pat_or_discard"),
    ("verify_folding", "can_fold", "fold"),
    ("verify_checking_or_calling", "can_check_or_call", "check_or_call"),
    ("verify_bring_in_posting", "can_post_bring_in", "post_bring_in"),
    (
        "verify_completion_betting_or_raising_to",
        "can_complete_bet_or_raise_to",
        "complete_bet_or_raise_to",
    ),
    ("verify_runout_count_selection", "can_select_runout_count", "select_runout_count"),
    (
        "verify_hole_cards_showing_or_mucking",
        "can_show_or_muck_hole_cards",
        "show_or_muck_hole_cards",
    ),
    ("verify_hand_killing", "can_kill_hand", "kill_hand"),
    ("verify_chips_pushing", "can_push_chips", "push_chips"),
    ("verify_chips_pulling", "can_pull_chips", "pull_chips"),
]
# The helpers of the phases, each table by its section.
HELPERS = {
    "Ante Posting": ["ante_posting_statuses", "get_effective_ante", "ante_poster_indices"],
    "Bet Collection": ["bet_collection_status"],
    "Blind/Straddle Posting": [
        "blind_or_straddle_posting_statuses",
        "get_effective_blind_or_straddle",
        "blind_or_straddle_poster_indices",
    ],
    "Dealing": [
        "card_burning_status",
        "hole_dealing_statuses",
        "board_dealing_counts",
        "standing_pat_or_discarding_statuses",
        "hole_dealee_index",
        "stander_pat_or_discarder_index",
    ],
    "Betting": [
        "opener_index",
        "bring_in_status",
        "completion_status",
        "actor_indices",
        "completion_betting_or_raising_amount",
        "completion_betting_or_raising_count",
        "actor_index",
        "checking_or_calling_amount",
        "effective_bring_in_amount",
        "min_completion_betting_or_raising_to_amount",
        "pot_completion_betting_or_raising_to_amount",
        "max_completion_betting_or_raising_to_amount",
    ],
    "Showdown": [
        "runout_count_selector_statuses",
        "runout_count",
        "runout_count_selection_flag",
        "runout_count_selector_indices",
        "showdown_indices",
        "showdown_index",
    ],
    "Hand Killing": ["hand_killing_statuses", "hand_killing_indices"],
    "Chips Pulling": ["chips_pulling_statuses", "chips_pulling_indices"],
}

ALL = tuple(Automation)
DEALING = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
# Cards are dealt by hand, everything else happens by itself.
BY_HAND = tuple(one for one in Automation if one not in DEALING)


def parameters_of(name: str) -> list[str]:
    """Return the names of what states of a variant are made of."""
    return list(signature(getattr(croupier, name).create_state).parameters)


def holdem(automations: Any = (), antes: Any = 1, players: int = 3, **more: Any) -> State:
    """Return the beginning of a hand of no-limit hold'em."""
    return NoLimitTexasHoldem.create_state(
        automations, True, antes, (1, 2), 2, 200, players, **{"seed": 1} | more
    )
