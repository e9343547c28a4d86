"""Reviews: what decisions of a player cost by the solution, hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from croupier.analysis.ranges import Range
from croupier.cards import Card
from croupier.errors import PokerError, SetupError, UnsupportedError
from croupier.solving.played import STREETS, PlayedStreet, name_lines
from croupier.solving.solution import MEMORY, Solution, Target, read_target, solve
from croupier.solving.spot import Amount, Spot

if TYPE_CHECKING:
    from croupier.histories import HandHistory

__all__ = [
    "DEFAULT_RANGES",
    "ReviewedDecision",
    "ReviewedHand",
    "choose_ranges",
    "read_ranges",
    "review_hands",
]

DEFAULT_RANGES: Mapping[str, str] = {
    "UTG open": "top 16%",
    "HJ open": "top 20%",
    "CO open": "top 27%",
    "BTN open": "top 43%",
    "SB open": "top 45%",
    "BB open": "top 25%",
    "open": "top 25%",
    "BB call": "4%-45%",
    "SB call": "4%-16%",
    "call": "4%-18%",
    "3-bet": "top 8%",
    "call 3-bet": "3%-16%",
    "4-bet": "top 4%",
    "call 4-bet": "top 6%",
    "5-bet": "top 3%",
    "call 5-bet": "top 3%",
    "limp": "12%-55%",
    "check": "12%-100%",
}
"""The ranges of players, by position and actions before the flop: rules of thumb."""

# How many hole cards ranges by position and line have.
_HELD = 2
# A hand that is not in its player's range is there as often as this.
_TRACE = 1e-3
# A decision is judged where the solution itself loses no more of the pot with the hand.
_SETTLED = 0.02
# How many times more exact a solution becomes where it has not settled.
_MORE_EXACT = 4


class ReviewedDecision(NamedTuple):
    """A reviewed decision, with what it cost.

    Attributes:
        hand: Which hand it was in.
        street: What the street is called.
        line: What had been done since the spot began.
        cards: The player's hole cards.
        board: The board.
        pot: What lay in the middle, bets included.
        taken: What was done.
        best: What would have been best.
        lost: How many chips the one is worth less than the other.
        lost_big_blinds: The same in big blinds.
        frequency: How often the solution does what was done, with this hand.
    """

    hand: str
    street: str
    line: str
    cards: str
    board: str
    pot: Amount
    taken: str
    best: str
    lost: float
    lost_big_blinds: float
    frequency: float


class ReviewedHand(NamedTuple):
    """A reviewed hand: what came of it.

    Attributes:
        hand: The hand: its number or name.
        decisions: What was decided in it.
        passed: Why there is none, if so.
        ranges: What both players were taken to have: what they did, and the range.
        exploitability: How exact the solution is, in percent of the pot.
        unjudged: How many decisions say nothing: the other player never gets there by the
            solution, or so seldom that it has not settled what is best.
    """

    hand: str
    decisions: tuple[ReviewedDecision, ...]
    passed: str = ""
    ranges: tuple[tuple[str, str], ...] = ()
    exploitability: float = 0.0
    unjudged: int = 0


def read_ranges(document: object) -> dict[str, str]:
    """Check what a file says of ranges: by names of players, or by position and line.

    >>> read_ranges({"BTN open": "top 50%", "ann": "22+, A2s+"})["ann"]
    '22+, A2s+'

    Args:
        document: What the file says.

    Returns:
        The ranges.

    Raises:
        SetupError: It is no mapping of texts.
        ParseError: A range cannot be read.
    """
    if not isinstance(document, Mapping) or not all(
        isinstance(key, str) and isinstance(value, str) for key, value in document.items()
    ):
        raise SetupError(
            'ranges are texts by player or by position and line: {"BTN open": "top 40%"}',
            code="ranges",
        )
    for text in document.values():
        Range.parse(text)
    return dict(document)


def review_hands(
    hands: Iterable[tuple[str, HandHistory]],
    hero: str,
    *,
    ranges: Mapping[str, str] | None = None,
    street: str = "flop",
    sizes: str = "60% / 3x",
    target: Target = "1%",
    iterations: int = 300,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Callable[[str], object] | None = None,
) -> Iterator[ReviewedHand]:
    """Find out what decisions of a player cost, where two players were left after the flop.

    Each hand is solved from the first street on which two players are left and can bet, with the
    sizes that were bet in it beside those of the menu. What players may have there follows from
    `ranges`: by their names, by position and what they did before the flop (`BTN open`), or by
    what they did alone (`open`); from `DEFAULT_RANGES` for the rest.

    Args:
        hands: The hands, each with a number or name.
        hero: The name of the player.
        ranges: What players may have.
        street: No earlier street is solved.
        sizes: The menu.
        target: How exact solutions must be.
        iterations: The most iterations for each.
        threads: How many threads work; one for each core when omitted.
        memory: The most bytes to take.
        progress: Told of each hand before it is solved.

    Yields:
        What came of each hand of the player.

    Raises:
        SetupError: There is no such street.
    """
    if street not in STREETS:
        raise SetupError(
            f"a spot begins on the flop, turn or river, not on the {street}", code="unknown-street"
        )
    for name, hand in hands:
        players = list(hand.players or ())
        if hero not in players:
            continue
        if progress is not None:
            progress(name)
        seat = players.index(hero)
        try:
            found = _find(hand, seat, street)
            yield _review(
                name, hand, found, seat, ranges or {}, sizes, target, iterations, threads, memory
            )
        except PokerError as error:
            yield ReviewedHand(name, (), str(error))


def _find(hand: HandHistory, seat: int, street: str) -> PlayedStreet:
    """Return the first street that can be solved, and on which the player decides."""
    names = list(STREETS)
    reason: PokerError | None = None
    for name in names[names.index(street) :]:
        try:
            played = PlayedStreet.of(hand, name)
        except (SetupError, UnsupportedError) as error:
            reason = reason or error
            if error.code == "player-count":
                reason = error
            continue
        if seat in played.players:
            return played
        raise UnsupportedError("the player folded before", code="folded")
    raise reason or SetupError("nobody can bet after the flop", code="no-decision")


def choose_ranges(
    hand: HandHistory, played: PlayedStreet, ranges: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the assumed ranges of the two players of a spot, and the actions they follow from.

    Args:
        hand: The hand.
        played: What was played of it.
        ranges: Ranges by names of players, by position and line, or by line.

    Returns:
        For each player the position and line, and the range.
    """
    names = list(hand.players or ())
    lines = name_lines(hand)
    known = dict(DEFAULT_RANGES) | dict(ranges)
    found = []
    for seat in played.players:
        line = lines.get(seat, "BB check")
        keys = (names[seat] if names else "", line, line.partition(" ")[2], "open")
        text = next(known[key] for key in keys if key in known)
        found.append((line, text))
    return found


def _review(
    name: str,
    hand: HandHistory,
    played: PlayedStreet,
    seat: int,
    known: Mapping[str, str],
    sizes: str,
    target: Target,
    iterations: int,
    threads: int | None,
    memory: int,
) -> ReviewedHand:
    own = played.players.index(seat)
    if not any(step.player == own for step in played.steps):
        raise UnsupportedError("the player decides nothing there", code="no-decision")
    cards = _cards_of(hand, seat)
    both = choose_ranges(hand, played, known)
    shown = "".join(map(repr, cards))
    if len(cards) != _HELD:
        raise UnsupportedError(
            f"ranges by position and line are of {_HELD} hole cards, not of {len(cards)}",
            code="hole-cards",
        )
    ranges = [Range.parse(text) for _, text in both]
    if ranges[own].weight(shown) <= 0:
        # The hand that the player has must be in the range, however unlikely it was.
        ranges[own] = Range.of(ranges[own].weights | {frozenset(cards): _TRACE})
    unit = 1 if all(isinstance(each, int) for each in _amounts(played)) else 0.01
    spot = Spot(
        game=PlayedStreet.game_of(hand),
        board=played.board,
        pot=played.pot,
        stacks=played.stacks,
        ranges=ranges,
        sizes=sizes,
        minimum_bet=played.minimum_bet,
        unit=unit,
        add_all_in=0.5,
        force_all_in=0.15,
        add_lines=_bets_of(played, unit),
    )
    solution = solve(spot, target, iterations=iterations, threads=threads, memory=memory, bits=16)
    blind = max((float(each) for each in hand.blinds_or_straddles or ()), default=0.0)
    found = list(_decide(name, solution, played, own, shown, unit, blind))
    if None in found:
        # Where players seldom get, strategies settle last.
        exact = read_target(target, float(spot.pot)) / _MORE_EXACT
        solution.improve(exact, iterations=iterations, threads=threads)
        found = list(_decide(name, solution, played, own, shown, unit, blind))
    decisions = tuple(decision for decision in found if decision is not None)
    exact = solution.exploitability.percent
    return ReviewedHand(name, decisions, "", tuple(both), exact, len(found) - len(decisions))


def _amounts(played: PlayedStreet) -> list[int | float]:
    bets = [step.amount for step in played.steps if step.amount]
    return [played.pot, *played.stacks, played.minimum_bet, *bets]


def _bets_of(played: PlayedStreet, unit: float) -> list[str]:
    """Return the lines of the bets that were made, which must be in the tree."""
    line: list[str] = []
    found = []
    for step in played.steps:
        if step.player is None:
            continue
        line.append(step.write(unit))
        if step.amount:
            found.append(" ".join(line))
    return found


def _decide(
    name: str,
    solution: Solution,
    played: PlayedStreet,
    own: int,
    cards: str,
    unit: float,
    blind: float,
) -> Iterator[ReviewedDecision | None]:
    line: list[str] = []
    for step in played.steps:
        text = step.write(unit)
        if step.player == own:
            node = solution.node(" ".join(line))
            values = list(node.action_ev(cards).values())
            parts = list(node.strategy(cards).values())
            # NaN where the other player never gets: no action is better than another there.
            mean = sum(part * value for part, value in zip(parts, values, strict=True))
            if not max(values) - mean <= _SETTLED * float(node.pot):
                yield None
                line.append(text)
                continue
            taken = list(node._notations).index(text)
            best = max(range(len(values)), key=values.__getitem__)
            lost = max(values[best] - values[taken], 0.0)
            yield ReviewedDecision(
                name,
                solution.spot.street_name(len(node.board) - len(solution.spot.board)),
                " ".join(line),
                cards,
                "".join(map(repr, node.board)),
                node.pot,
                node.actions[taken],
                node.actions[best],
                lost,
                lost / blind if blind else 0.0,
                parts[taken],
            )
        line.append(text)


def _cards_of(hand: HandHistory, seat: int) -> tuple[Card, ...]:
    """Return the hole cards that a player was dealt, if they are known."""
    from croupier.state import HoleDealing

    cards: list[Card] = []
    for operation in hand.replay().state.operations:
        if isinstance(operation, HoleDealing) and operation.player_index == seat:
            cards += operation.cards
    if len(cards) < 2 or any(card.unknown_status for card in cards):
        raise UnsupportedError("the cards of the player are not known", code="unknown-cards")
    return tuple(cards)
