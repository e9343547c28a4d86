"""The showdown of a game as the engine has it: contests for shares of the pot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from croupier import rankings
from croupier.errors import UnsupportedError
from croupier.games.configuration.check.hands import hand_sizes
from croupier.games.configuration.compile.symbols import DEFAULT, Symbols
from croupier.games.configuration.compile.wild import compile_wild_cards
from croupier.games.configuration.schema.hands import (
    AllowedBoardCards,
    AllowedCards,
    BestHand,
    DefaultAction,
    HandSizeRule,
)
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import (
    ActionType,
    Criterion,
    DeclarationMode,
    FaceRank,
    Side,
    SuitRule,
)
from croupier.games.configuration.schema.steps import Declare
from croupier.games.configuration.schema.walking import walk_steps

__all__ = ["compile_contests", "find_odd_contest", "has_declarations"]

_FACE_RANKS = {
    FaceRank.TEN: "T",
    FaceRank.JACK: "J",
    FaceRank.QUEEN: "Q",
    FaceRank.KING: "K",
    FaceRank.ACE: "A",
}
_SUITS = {SuitRule.CLUB: "c", SuitRule.DIAMOND: "d", SuitRule.HEART: "h", SuitRule.SPADE: "s"}

_Source = Any
_Way = list[dict[str, Any]]


def has_declarations(configuration: Configuration) -> bool:
    """Return whether players say what they play for."""
    mode = configuration.showdown.declaration_mode
    if mode is not None:
        return mode is DeclarationMode.DECLARE
    return any(isinstance(action, Declare) for _, action, _ in walk_steps(configuration))


def compile_contests(configuration: Configuration, symbols: Symbols) -> list[dict[str, Any]]:
    """Turn the hands that win into contests.

    Args:
        configuration: The game.
        symbols: The numbers of its subsets and choices.

    Returns:
        The contests: one for each part of the pot, and those that are held when nobody qualifies.

    Raises:
        UnsupportedError: The engine knows no such rule; the message says where it is.
    """
    showdown = configuration.showdown
    lists: list[tuple[str, list[dict[str, Any]], tuple[BestHand, ...]]] = []
    for index, each in enumerate(showdown.conditional_best_hands):
        path = f"showdown.conditionalBestHands[{index}]"
        when = [symbols.condition(each.condition, f"{path}.condition")]
        lists.append((f"{path}.bestHand", when, each.best_hands))
    if showdown.default_best_hands:
        lists.append(("showdown.defaultBestHand", [], showdown.default_best_hands))
    elif showdown.best_hands:
        lists.append(("showdown.bestHand", [], showdown.best_hands))
    count = max(len(hands) for _, _, hands in lists)
    contests = []
    for number in range(count):
        cases: list[dict[str, Any]] = []
        names = []
        for path, when, hands in lists:
            if number >= len(hands):
                cases.append({"when": when, "entry": None})
                continue
            compiler = _Hand(configuration, symbols, hands, number, f"{path}[{number}]")
            cases += [{"when": [*when, *more], "entry": entry} for more, entry in compiler.cases()]
            names.append(hands[number].name or "")
        contest: dict[str, Any] = {"name": names[-1], "cases": [_shorten(case) for case in cases]}
        otherwise = _find_special(showdown.default_actions, set(names))
        if otherwise is not None:
            contest["otherwise"] = otherwise
        contests.append(contest)
    return contests + _last_resorts(configuration, symbols)


def _shorten(case: dict[str, Any]) -> dict[str, Any]:
    return case if case["when"] else {"entry": case["entry"]}


def _last_resorts(configuration: Configuration, symbols: Symbols) -> list[dict[str, Any]]:
    """Return the contests that are held when nobody qualifies for any part of the pot."""
    default = configuration.showdown.global_default_action
    if default is None or default.action.type is ActionType.SPLIT_POT:
        return []
    path = "showdown.globalDefaultAction.action"
    if default.action.type is not ActionType.BEST_HAND:
        raise UnsupportedError(
            f'{path}.type: must be "split_pot" or "best_hand"', code="game-field"
        )
    contests = []
    for number, hand in enumerate(default.best_hands):
        place = f"{path}.bestHand[{number}]"
        compiler = _Hand(configuration, symbols, default.best_hands, number, place)
        cases = [_shorten({"when": when, "entry": entry}) for when, entry in compiler.cases()]
        contests.append({"name": hand.name or "", "cases": cases, "last_resort": True})
    return contests


def _find_special(defaults: Sequence[DefaultAction], names: set[str]) -> dict[str, Any] | None:
    """Return the card that wins a part of the pot for which nobody qualifies."""
    for index, default in enumerate(defaults):
        if default.applies_to and not names & set(default.applies_to):
            continue
        path = f"showdown.defaultActions[{index}].action"
        evaluation = default.action.evaluation
        if default.action.type is not ActionType.EVALUATE_SPECIAL or evaluation is None:
            raise UnsupportedError(
                f'{path}.type: must be "evaluate_special" for a part of the pot', code="game-field"
            )
        if evaluation.suit is None:
            raise UnsupportedError(
                f"{path}.evaluation.suit: is missing; the card must have a suit", code="game-field"
            )
        return {
            "highest": evaluation.criterion is Criterion.HIGHEST_RANK,
            "suit": _SUITS.get(evaluation.suit),
        }
    return None


def find_odd_contest(hands: Sequence[BestHand]) -> int:
    """Return which part of the pot gets the odd chip.

    It is the high hand where a low follows it, then the hand of five cards beside one of four, the
    draw hand beside an Omaha hand, the Omaha hand beside a hold'em hand, the hand of more cards,
    and the first one if nothing decides.

    Args:
        hands: The hands that win the parts.

    Returns:
        The number of the part.
    """
    if len(hands) != 2:
        return 0
    first, second = hands
    kinds = (first.evaluation_type, second.evaluation_type)
    if kinds[0].startswith("high") and "low" in kinds[1]:
        return 0
    sizes = [rankings.get(kind).maximum_cards for kind in kinds]
    if sorted(sizes) == [4, 5]:
        return sizes.index(5)
    names = [(hand.name or "").lower() for hand in hands]
    for better, worse in (("draw", "omaha"), ("omaha", "hold'em"), ("omaha", "holdem")):
        for number in (0, 1):
            if better in names[number] and worse in names[1 - number]:
                return number
    used = [_count_cards(hand) for hand in hands]
    return int(used[1] > used[0])


def _count_cards(hand: BestHand) -> int:
    if hand.any_cards is not None:
        return hand.any_cards
    sizes = hand_sizes(hand)
    return sum(sizes[0]) if sizes else rankings.get(hand.evaluation_type).maximum_cards


class _Hand:
    """A compiler of one hand that wins into what the engine compares."""

    def __init__(
        self,
        configuration: Configuration,
        symbols: Symbols,
        hands: Sequence[BestHand],
        number: int,
        path: str,
    ) -> None:
        self._configuration = configuration
        self._symbols = symbols
        self._hands = hands
        self._hand = hands[number]
        self._path = path
        self._size = rankings.get(self._hand.evaluation_type).maximum_cards

    def cases(self) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
        """Return the ways in which hands are made, each with its conditions."""
        hand = self._hand
        if hand.player_hand_size and not self._has_rule():
            return [
                ([{"hand_size": {"sizes": [size]}}], self._make_entry([self._sized_way(rule)]))
                for size, rule in hand.player_hand_size
            ]
        return [([], self._make_entry(self._ways()))]

    def _has_rule(self) -> bool:
        """Return whether a rule comes before the one by the number of cards that are held."""
        hand = self._hand
        return bool(
            hand.community_subset_requirements
            or hand.combinations
            or hand.any_cards is not None
            or hand.hole_cards
        )

    def _make_entry(self, ways: list[_Way]) -> dict[str, Any]:
        hand = self._hand
        entry: dict[str, Any] = {"ranking": hand.evaluation_type, "ways": ways}
        hole = [name for name in self._hole_names() if name in self._symbols.subsets]
        if hole:
            entry["hole_subsets"] = self._symbols.mask(hole)
        if hand.card_state is not None:
            entry["faces"] = hand.card_state is Side.UP
        if hand.padding:
            entry["padding"] = True
        if hand.minimum_cards:
            entry["minimum_cards"] = hand.minimum_cards
        if hand.zero_cards_pip_value is not None and not hand.minimum_cards:
            entry["empty_is_best"] = True
        if hand.qualifier is not None and not has_declarations(self._configuration):
            entry["qualifier"] = list(hand.qualifier)
        wild = compile_wild_cards(
            self._configuration, self._symbols, hand, self._board_names(), self._path
        )
        if wild:
            entry["wild"] = wild
        if hand.classification is not None:
            priority = self._configuration.showdown.classification_priority
            if priority and priority[0] != "face":
                raise UnsupportedError(
                    'showdown.classification_priority: must begin with "face", the class that wins',
                    code="game-field",
                )
            entry["preferred"] = "".join(
                _FACE_RANKS[rank] for rank in hand.classification.face_ranks
            )
        if hand.uses_unused_from is not None:
            names = [other.name for other in self._hands]
            entry["unused_of"] = names.index(hand.uses_unused_from)
        return entry

    # Sources of cards

    def _hole_names(self) -> tuple[str, ...]:
        subset = self._hand.subset
        if self._hand.hole_subsets or subset is None or subset in self._symbols.boards:
            return self._hand.hole_subsets
        return (subset,)

    def _board_names(self) -> tuple[str, ...]:
        subset = self._hand.subset
        if self._hand.community_subsets or subset is None or subset not in self._symbols.boards:
            return self._hand.community_subsets
        return (subset,)

    def _pool(self, names: Iterable[str], indices: Sequence[int] = ()) -> _Source:
        """Return the cards of subsets, or one card of each."""
        numbers = [self._symbols.number(name) for name in names]
        chosen: Sequence[int | None] = indices or [None] * len(numbers)
        return {"subsets": [list(pair) for pair in zip(numbers, chosen, strict=True)]}

    def _board(self, names: Iterable[str] = ()) -> _Source:
        """Return the board cards of subsets; those that may be used at all if there are none."""
        wanted = [name for name in names or self._board_names() if name in self._symbols.subsets]
        if wanted:
            return self._pool(wanted)
        if not self._symbols.named_board:
            return "all"
        if self._symbols.deals_default:
            return self._pool([DEFAULT])
        return self._pool(self._symbols.boards) if self._symbols.dice else "all"

    def _hole_pools(self) -> list[_Source]:
        pools = self._hand.hole_cards_allowed
        return [self._pool(pool.subsets, pool.indices) for pool in pools] or ["all"]

    def _board_pools(self) -> list[_Source]:
        pools: Sequence[AllowedCards | AllowedBoardCards] = self._hand.community_cards_allowed
        return [self._pool(pool.subsets, pool.indices) for pool in pools] or [self._board()]

    # Ways to form a hand

    def _ways(self) -> list[_Way]:
        hand = self._hand
        if hand.community_subset_requirements:
            return self._required_ways()
        if hand.combinations:
            return [
                _make_way(
                    "all", way.hole_cards, self._board(way.community_subsets), way.community_cards
                )
                for way in hand.combinations
            ]
        if hand.hole_cards and (
            hand.community_card_combinations or hand.community_card_select_combinations
        ):
            return self._grouped_ways()
        if hand.any_cards is not None:
            return self._any_ways(hand.any_cards)
        if hand.hole_cards:
            return self._counted_ways()
        return [[{"hole": pool, "count": "all"}] for pool in self._hole_pools()]

    def _required_ways(self) -> list[_Way]:
        """Form hands of cards of each part of the board."""
        boards = [
            {
                "board": self._pool([rule.subset]),
                "count": {"exactly": rule.count},
                **({} if rule.required else {"optional": True}),
            }
            for rule in self._hand.community_subset_requirements
        ]
        hole = self._hand.hole_cards[0] if self._hand.hole_cards else "all"
        return [[_take_hole(pool, hole), *boards] for pool in self._hole_pools()]

    def _grouped_ways(self) -> list[_Way]:
        """Form hands of parts of the board that go together."""
        hand = self._hand
        hole = hand.hole_cards[0]
        if not isinstance(hole, int):
            raise UnsupportedError(
                f"{self._path}.holeCards: must be a number here, not {hole!r}", code="game-field"
            )
        board = hand.community_cards[0] if hand.community_cards else self._size - hole
        ways = [
            _make_way(pool, hole, self._pool(names), int(board))
            for pool in self._hole_pools()
            for names in hand.community_card_combinations
        ]
        for group in hand.community_card_select_combinations:
            bounds = [(least, most) for _, least, most in group]
            for count in _list_counts(bounds, int(board)):
                takes = [
                    {"board": self._pool([name]), "count": {"exactly": number}}
                    for (name, _, _), number in zip(group, count, strict=True)
                    if number
                ]
                ways += [[_take_hole(pool, hole), *takes] for pool in self._hole_pools()]
        return ways

    def _any_ways(self, count: int) -> list[_Way]:
        """Form hands of any cards."""
        ways: list[_Way] = []
        for hole, board in product(self._hole_pools(), self._board_pools()):
            take: dict[str, Any] = {"hole": hole}
            if self._symbols.has_board:
                take["board"] = board
            ways.append([{**take, "count": {"exactly": count}}])
        return ways

    def _counted_ways(self) -> list[_Way]:
        """Form hands of so many hole and so many board cards."""
        hand = self._hand
        pools = list(product(self._hole_pools(), self._board_pools()))
        first = hand.hole_cards[0]
        if first == "remaining":
            return [[{"hole": hole, "count": "all"}] for hole in self._hole_pools()]
        if first == "all":
            ways: list[_Way] = []
            for hole, board in pools:
                way: _Way = [{"hole": hole, "count": "all"}]
                if self._symbols.has_board:
                    way.append({"board": board, "count": {"up_to": self._size}})
                ways.append(way)
            return ways
        return [
            _make_way(hole, hole_count, board, board_count)
            for hole_count, board_count in hand_sizes(hand)
            for hole, board in pools
        ]

    def _sized_way(self, rule: HandSizeRule) -> _Way:
        """Form a hand of the first cards of parts of the board."""
        way = [_take_hole("all", rule.hole_cards)] if rule.hole_cards else []
        if not rule.community_cards:
            return way
        names = rule.community_subsets
        if not names:
            return [*way, {"board": self._board(), "count": {"exactly": rule.community_cards}}]
        each, more = divmod(rule.community_cards, len(names))
        pairs = [
            [self._symbols.number(name), index]
            for place, name in enumerate(names)
            for index in range(each + (place < more))
        ]
        count = {"exactly": rule.community_cards}
        return [*way, {"board": {"subsets": pairs}, "count": count}]


def _list_counts(bounds: Sequence[tuple[int, int]], total: int) -> list[list[int]]:
    """Return all ways to make up a number of numbers within bounds."""
    if not bounds:
        return [] if total else [[]]
    (least, most), *rest = bounds
    return [
        [first, *others]
        for first in range(least, min(most, total) + 1)
        for others in _list_counts(rest, total - first)
    ]


def _take_hole(pool: _Source, count: int | str) -> dict[str, Any]:
    return {"hole": pool, "count": {"exactly": count} if isinstance(count, int) else "all"}


def _make_way(hole: _Source, hole_count: int, board: _Source, board_count: int) -> _Way:
    way: _Way = []
    if hole_count:
        way.append(_take_hole(hole, hole_count))
    if board_count:
        way.append({"board": board, "count": {"exactly": board_count}})
    return way
