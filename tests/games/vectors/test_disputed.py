"""Showdowns in which another engine breaks the rules of poker are settled by the rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain

from croupier.games.configuration.schema.steps import Choose, Declare, Separate
from croupier.games.configuration.schema.walking import walk_steps
from games.build import Json

from .records import Settled, find_files, load_config, read_records, settle

RECORDS = list(chain.from_iterable(map(read_records, find_files("disputed"))))

AGREES = "the answer by the rules, to the chip"
ODD_CHIPS = "the answer by the rules, but for odd chips, which go to other seats"
THEIR_POTS = "the answer for the side pots which that engine made, though they are wrong"
NOBODY = "nobody had a whole hand because the deck ran out, and the chips were lost"
NO_CARDS = "who is left in a pot holds no card at all, because the deck ran out"
UNRECORDED = "what players declared, chose or separated is not in the record"
COUNTS = {
    AGREES: 268,
    ODD_CHIPS: 23,
    THEIR_POTS: 57,
    NOBODY: 54,
    NO_CARDS: 5,
    UNRECORDED: 26,
}


def is_recorded(game: str) -> bool:
    """Return whether cards and dice are all that counts at the showdown of a game."""
    configuration = load_config(game)
    decisions = (Choose, Declare, Separate)
    if any(isinstance(action, decisions) for _, action, _ in walk_steps(configuration)):
        return False
    structure, count = configuration.structures[0], configuration.players.minimum
    program = configuration.compile(structure, {"small_bet": 10}, count)
    # Which card came last, or after which one, is not in the record either.
    return not any(f'"{kind}"' in json.dumps(program.contests) for kind in ("marked", "following"))


def lay_out(record: Json) -> Json:
    """Return a record with the dice, which lie on the board there as cards of their values."""
    dice = [int(card[0]) for name in ("Die", "Dice") for card in record["community"].get(name, ())]
    return {**record, "dice": dice}


def settle_pots(record: Json, pots: list[Json]) -> Settled:
    players = list(record["pre_showdown_stacks"])
    active = [name for name in players if name not in record["folded"]]
    # The main pot there is for everybody who is left.
    named = [{"eligible": active, **pot} for pot in pots]
    return settle(lay_out(record), players, named, active)


def find_difference(record: Json, settled: Settled) -> int:
    """Return by how many chips the stack that differs most does so."""
    before, wanted = record["pre_showdown_stacks"], record["reference_final_stacks"]
    differences = [int(before[name]) + settled.payout(name) - wanted[name] for name in before]
    return int(max(map(abs, differences)))


def classify(record: Json) -> str | None:
    """Return how a showdown compares with the answer of the reference."""
    before, wanted = record["pre_showdown_stacks"], record["reference_final_stacks"]
    pots = record["standard_pots"]
    if any(not any(record["hole"].get(name) for name in pot["eligible"]) for pot in pots):
        # Who has no cards is out where cards are laid out.
        return NO_CARDS if "nobody" in record["why"] else None
    settled = settle_pots(record, pots)
    total = sum(pot["amount"] for pot in pots)
    assert sum(settled.amounts) == total, record["id"]
    difference = find_difference(record, settled)
    if not difference:
        return AGREES
    if sum(wanted.values()) < sum(before.values()) + total:
        return NOBODY if "nobody" in record["why"] else None
    winners = sum(wanted[name] > before[name] for name in before)
    odd = max(1, winners - 1) * len(settled.strengths) * len(pots)
    if difference <= odd:
        return ODD_CHIPS
    if not is_recorded(record["game"]):
        return UNRECORDED
    if "side-pot construction" in record["why"]:
        theirs = settle_pots(record, record["generic_poker_pots"])
        if find_difference(record, theirs) <= odd:
            return THEIR_POTS
    return None


def test_disputed_showdowns() -> None:
    classes = {record["id"]: classify(record) for record in RECORDS}
    assert not [name for name, found in classes.items() if found is None]
    assert Counter(classes.values()) == COUNTS
    assert len(classes) == 433
