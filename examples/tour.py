"""Show what the package can do: hands played, compared, split, wild, low, by the million.

Run it with `python examples/tour.py`. It is in colour where the extra `cli` is installed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from time import perf_counter

from croupier import Automation, NoLimitTexasHoldem, rankings
from croupier.cards import Card, CardsLike, Deck, permutation
from croupier.rankings import HandValue, Selection

try:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
except ImportError:
    RICH = False
else:
    RICH = True

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS = {"♣": "green", "♦": "blue", "♥": "red", "♠": "bold"}
BULK_HANDS = 1_000_000
PLAYED_HANDS = 10_000
SEED = 2026
HAND_SIZE = 7


def show(cards: CardsLike) -> str:
    """Return cards with the symbols of their suits; a joker is a star."""
    return " ".join(
        "★" if card.joker_status else f"{card.rank}{SYMBOLS[card.suit]}"
        for card in Card.clean(cards)
    )


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table, in colour where that is possible."""
    rows = [list(row) for row in rows]
    if RICH:
        table = Table(*header)
        for row in rows:
            table.add_row(*map(_coloured, row))
        console = Console()
        console.print(_coloured(title), style="bold")
        console.print(table)
        console.print()
        return
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    print(title)
    for row in (header, ["-" * width for width in widths], *rows):
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        print("  ", "  ".join(cells).rstrip())
    print()


def _coloured(cell: str) -> Text:
    text = Text(cell)
    for symbol, colour in COLOURS.items():
        text.highlight_regex(f"[2-9TJQKA]{symbol}", colour)
    text.highlight_words(["wins", "★"], "bold yellow")
    return text


def verdicts(values: Sequence[HandValue | None]) -> list[str]:
    """Say who wins; equal hands share."""
    best = max((value for value in values if value is not None), default=None)
    winners = [value is not None and value == best for value in values]
    return [("wins" if winners.count(True) == 1 else "shares") * winner for winner in winners]


def played_hand() -> None:
    """Play a hand of no-limit hold'em, everything automated but the decisions."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, (200, 150, 80), 3, seed=SEED
    )
    holes = [tuple(cards) for cards in state.hole_cards]
    # Raise to 6, call, call; then the first player bets and the second calls all the way.
    state.complete_bet_or_raise_to(6)
    state.check_or_call()
    state.check_or_call()
    for amount in (10, 20, 40):
        state.complete_bet_or_raise_to(amount)
        state.check_or_call()
        if state.actor_index == 2:
            state.fold()
    print_table(
        f"A hand of no-limit hold'em, seed {SEED}, on {show(tuple(state.get_board_cards(0)))}",
        ["player", "hole", "started with", "won or lost", "ended with"],
        [
            [str(player), show(holes[player]), str(start), f"{payoff:+}", str(stack)]
            for player, (start, payoff, stack) in enumerate(
                zip(state.starting_stacks, state.payoffs, state.stacks, strict=True)
            )
        ],
    )
    print(f"{len(state.operations)} operations, the last of them {state.operations[-1]}\n")
    start = perf_counter()
    for hand in range(PLAYED_HANDS):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (1, 2), 2, 200, 6, seed=hand
        )
        while state.status:
            state.check_or_call()
    rate = PLAYED_HANDS / (perf_counter() - start)
    print(f"{PLAYED_HANDS:,} hands of six players checked down: {rate:,.0f} a second\n")


def holdem() -> None:
    """Compare hands on one board."""
    board = "Ts 9s 8h 8d 2c"
    holes = ["QcJd", "8s2d", "AsKs", "TdTh", "JhQh"]
    ranking = rankings.get("high")
    values = [ranking.best(hole, board) for hole in holes]
    print_table(
        f"Texas hold'em on {show(board)}",
        ["hole", "best five", "label", "description", ""],
        [
            [show(hole), show(value.cards), value.label, value.description, verdict]
            for hole, value, verdict in zip(holes, values, verdicts(values), strict=True)
        ],
    )


def omaha() -> None:
    """Split a pot between high and low: two hole cards and three board cards, eight or better."""
    board = "2h 5c 7d Kd Ks"
    holes = ["AsAd3h4c", "KcQcJhTh", "Ac2s4d6h", "7s7cQdJd"]
    two_and_three = Selection.exactly(2, 3)
    high, low = rankings.get("high"), rankings.get("eight_or_better_low")
    highs = [high.best(hole, board, selection=two_and_three) for hole in holes]
    lows = [low.best_or_none(hole, board, selection=two_and_three) for hole in holes]
    lines = zip(holes, highs, verdicts(highs), lows, verdicts(lows), strict=True)
    print_table(
        f"Omaha hi-lo, eight or better, on {show(board)}",
        ["hole", "high", "", "low", ""],
        [
            [show(hole), str(top), top_wins, "none" if bottom is None else str(bottom), bottom_wins]
            for hole, top, top_wins, bottom, bottom_wins in lines
        ],
    )


def other_games() -> None:
    """Show hands that are no high hands."""
    hands = [
        ("badugi", "Ac2d3h4s", ""),
        ("badugi", "Ac2d4h4s", ""),
        ("27_low", "7c5d4h3s2c", ""),
        ("27_low", "Ac5d4h3s2c", ""),
        ("a5_low", "Ac5d4h3s2c", ""),
        ("36card_ffh_high", "Ac6d7h8s9c", ""),
        ("high_wild_bug", "*sAsAdAhAc", ""),
        ("high_wild_bug", "*sKsQsJsTs", "*s"),
        ("high_wild_bug", "*sKsKdKh7c", "*s"),
        ("soko_high", "AsKsQsJsJd", ""),
        ("ne_seven_card_high", "AsAhAdKsKhQdQs", ""),
        ("21", "AsKsTsThTd", ""),
    ]
    lines = []
    for name, cards, bug in hands:
        ranking = rankings.get(name)
        value = ranking.evaluate(cards, bug=bug or None)
        note = ", the joker being a bug" if bug else ""
        lines.append([name, show(cards), f"{value}{note}", f"{value.rank} / {value.ordered_rank}"])
    print_table(
        f"Some of {len(rankings.names())} rankings", ["ranking", "cards", "hand", "place"], lines
    )


def bulk() -> None:
    """Deal and evaluate a million hands, and count what they are."""
    ranking = rankings.get("high")
    # Seven hands from each shuffled deck.
    used = len(Deck.STANDARD) // HAND_SIZE * HAND_SIZE
    decks = range(-(-BULK_HANDS * HAND_SIZE // used))
    codes = b"".join(bytes(permutation(len(Deck.STANDARD), seed=seed)[:used]) for seed in decks)
    hands = memoryview(codes[: BULK_HANDS * HAND_SIZE]).cast("B", (BULK_HANDS, HAND_SIZE))
    strengths = array("I", bytes(4 * BULK_HANDS))
    start = perf_counter()
    ranking.strengths(hands, out=strengths)
    seconds = perf_counter() - start
    counts: Counter[str] = Counter()
    for strength, count in sorted(Counter(strengths).items()):
        counts[ranking.label(strength)] += count
    print_table(
        f"{BULK_HANDS:,} random hands of seven cards in {seconds * 1000:.1f} ms: "
        f"{BULK_HANDS / seconds:,.0f} hands a second ({rankings.simd_level()})",
        ["kind", "hands", "share"],
        [[label, f"{count:,}", f"{count / BULK_HANDS:.4%}"] for label, count in counts.items()],
    )


def main() -> None:
    """Show everything."""
    played_hand()
    holdem()
    omaha()
    other_games()
    bulk()


if __name__ == "__main__":
    main()
