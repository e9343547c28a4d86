"""Whether the hands of a showdown can be formed."""

from __future__ import annotations

from croupier import rankings
from croupier.games.configuration.check.qualifiers import check_qualifier
from croupier.games.configuration.check.steps import check_wild_cards
from croupier.games.configuration.problems import Report, listed, suggest
from croupier.games.configuration.schema.hands import (
    AllowedBoardCards,
    AllowedCards,
    BestHand,
    DefaultAction,
)
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import ActionType, DeckType
from croupier.games.configuration.schema.walking import count_cards, walk_hands
from croupier.rankings import Ranking

__all__ = ["check_hands", "hand_sizes"]

# Rankings that know some ranks only, and the decks that have no others.
_DECKS = {
    "36card_ffh_high": {DeckType.SHORT_6A, DeckType.SHORT_TA},
    "27_ja_ffh_high": {DeckType.SHORT_27_JA},
    "20card_high": {DeckType.SHORT_TA},
}


def check_hands(configuration: Configuration, report: Report) -> None:
    """Report hands that cannot be formed.

    Args:
        configuration: The configuration.
        report: What was found so far; problems are added.
    """
    showdown = configuration.showdown
    if not showdown.best_hands and not showdown.conditional_best_hands:
        report.error("showdown.bestHand", "is missing; it says which hands win", "missing")
    if showdown.conditional_best_hands and not (
        showdown.best_hands or showdown.default_best_hands or _covers_choices(configuration)
    ):
        report.warn(
            "showdown.defaultBestHand", "is missing; no hand wins if no condition holds", "missing"
        )
    counts = count_cards(configuration)
    most_hole = max(count.kept for count in counts)
    most_board = max(count.board + count.given for count in counts)
    for path, hands in walk_hands(configuration):
        names = [hand.name for hand in hands if hand.name is not None]
        for index, hand in enumerate(hands):
            place = f"{path}[{index}]"
            _check_hand(configuration, place, hand, most_hole, most_board, report)
            earlier = [other.name for other in hands[:index] if other.name is not None]
            unused = hand.uses_unused_from
            if unused is not None and unused not in earlier:
                hint = suggest(unused, earlier)
                message = f'there is no earlier hand "{unused}"{hint}'
                report.error(f"{place}.usesUnusedFrom", message)
            if hand.name is not None and names.count(hand.name) > 1 and hand.name not in earlier:
                report.warn(
                    f"{place}.name", f'there are several hands "{hand.name}"', "repeated-name"
                )
    _check_defaults(configuration, report)
    classified = any(
        hand.classification for _, hands in walk_hands(configuration) for hand in hands
    )
    if showdown.classification_priority and not classified:
        report.warn(
            "showdown.classification_priority", "says nothing; no hand has a classification"
        )
    wrong = set(showdown.classification_priority) - {"face", "butt"}
    if wrong:
        report.error(
            "showdown.classification_priority",
            f'must be "face" and "butt", not {listed(wrong)}',
            "wrong-value",
        )


def _covers_choices(configuration: Configuration) -> bool:
    """Return whether there are hands for everything that the table may choose."""
    for name, choice in configuration.choices.items():
        covered = {
            value
            for hands in configuration.showdown.conditional_best_hands
            if hands.condition.subset == name
            for value in hands.condition.allowed_values
        }
        if covered >= set(choice.options):
            return True
    return False


def _check_defaults(configuration: Configuration, report: Report) -> None:
    showdown = configuration.showdown
    named = {hand.name for _, hands in walk_hands(configuration) for hand in hands if hand.name}
    places = {f"showdown.defaultActions[{i}]": d for i, d in enumerate(showdown.default_actions)}
    if showdown.global_default_action is not None:
        places["showdown.globalDefaultAction"] = showdown.global_default_action
    for path, default in places.items():
        _check_default(path, default, named, report)


def _check_default(path: str, default: DefaultAction, named: set[str], report: Report) -> None:
    kind = default.action.type
    if kind is ActionType.BEST_HAND and not default.best_hands:
        report.error(f"{path}.bestHand", 'is missing; "best_hand" needs it', "missing")
    if kind is ActionType.EVALUATE_SPECIAL and default.action.evaluation is None:
        report.error(
            f"{path}.action.evaluation", 'is missing; "evaluate_special" needs it', "missing"
        )
    for index, name in enumerate(default.applies_to):
        if name not in named:
            hint = suggest(name, named)
            report.error(
                f"{path}.appliesTo[{index}]", f'there is no hand "{name}"{hint}', "unknown-name"
            )


def hand_sizes(hand: BestHand) -> list[tuple[int, int]]:
    """Return how many hole and board cards form the hand, as far as they are said in numbers.

    Args:
        hand: The hand.

    Returns:
        Pairs of counts; none where the hand does not say.
    """
    if hand.combinations:
        return [(way.hole_cards, way.community_cards) for way in hand.combinations]
    if hand.player_hand_size:
        return [(rule.hole_cards, rule.community_cards) for _, rule in hand.player_hand_size]
    hole = [count for count in hand.hole_cards if isinstance(count, int)]
    if not hole:
        return []
    if hand.community_subset_requirements:
        counts = [rule.count for rule in hand.community_subset_requirements if rule.required]
        return [(hole[0], sum(counts))]
    board = [count for count in hand.community_cards if isinstance(count, int)]
    if not board:
        grouped = hand.community_card_combinations or hand.community_card_select_combinations
        if not grouped:
            return [(count, 0) for count in hole]
        size = rankings.get(hand.evaluation_type).maximum_cards
        return [(count, size - count) for count in hole]
    longest = max(len(hole), len(board))
    return [
        (hole[min(index, len(hole) - 1)], board[min(index, len(board) - 1)])
        for index in range(longest)
    ]


def _takes_all(hand: BestHand) -> bool:
    """Return whether the hand is all hole cards because nothing says how many form it."""
    return not (
        hand.hole_cards
        or hand.any_cards is not None
        or hand.combinations
        or hand.player_hand_size
        or hand.community_subset_requirements
    )


def _check_hand(
    configuration: Configuration,
    path: str,
    hand: BestHand,
    most_hole: int,
    most_board: int,
    report: Report,
) -> None:
    ranking = rankings.get(hand.evaluation_type)
    _check_ranking(configuration, path, hand, ranking, report)
    _check_size(path, hand, ranking, most_hole, most_board, report)
    pools: dict[str, tuple[AllowedCards | AllowedBoardCards, ...]] = {
        "holeCardsAllowed": hand.hole_cards_allowed,
        "communityCardsAllowed": hand.community_cards_allowed,
    }
    for key, allowed in pools.items():
        for index, way in enumerate(allowed):
            if way.indices and len(way.indices) != len(way.subsets):
                report.error(
                    f"{path}.{key}[{index}].indices",
                    f"must have an index for each of the {len(way.subsets)} subsets,"
                    f" not {len(way.indices)}",
                )
    for index, group in enumerate(hand.community_card_select_combinations):
        for number, (_, least, most) in enumerate(group):
            if least > most:
                report.error(
                    f"{path}.communityCardSelectCombinations[{index}][{number}]",
                    f"the fewest cards, {least}, are more than the most, {most}",
                )
    if hand.padding and (hand.minimum_cards or 0) > most_hole:
        report.error(
            f"{path}.minimumCards",
            f"must be at most {most_hole}, the cards that a player has",
            "wrong-value",
        )
    for index, rule in enumerate(hand.wild_cards):
        check_wild_cards(configuration, f"{path}.wildCards[{index}]", rule, report)
    if hand.qualifier is not None:
        check_qualifier(f"{path}.qualifier", ranking, hand.qualifier, report)


def _check_ranking(
    configuration: Configuration, path: str, hand: BestHand, ranking: Ranking, report: Report
) -> None:
    place = f"{path}.evaluationType"
    base_name = ranking.name.removesuffix("_wild_bug")
    decks = _DECKS.get(base_name)
    deck = configuration.deck
    if decks is not None and deck.type not in decks:
        report.error(place, f'"{ranking.name}" cannot rank all cards of a {deck.type} deck')
    wild = hand.wild_cards or any(
        step.deal is not None and step.deal.wild_cards for step in configuration.steps
    )
    if (wild or deck.jokers) and not ranking.wild_status:
        what = "wild cards" if wild else "jokers"
        able = [name for name in rankings.names() if rankings.get(name).wild_status]
        alike = [name for name in able if name.startswith(f"{ranking.name}_wild")]
        hint = f'"{alike[0]}" does' if alike else f"these do: {listed(able, 'and')}"
        report.error(place, f'"{ranking.name}" ranks no {what}; {hint}')


def _check_size(
    path: str, hand: BestHand, ranking: Ranking, most_hole: int, most_board: int, report: Report
) -> None:
    hole, board = hand.hole_cards, hand.community_cards
    if len(board) > 1 and len(hole) != len(board):
        report.error(
            f"{path}.communityCards",
            f"must have as many numbers as holeCards, {len(hole)}, not {len(board)}",
        )
        return
    fewest, most = ranking.minimum_cards, ranking.maximum_cards
    size = str(most) if fewest == most else f"{fewest} to {most}"
    if hand.any_cards is not None:
        if not fewest <= hand.any_cards <= most:
            report.error(
                f"{path}.anyCards",
                f'must be {size} for "{ranking.name}", not {hand.any_cards}',
                "wrong-value",
            )
        elif hand.any_cards > most_hole + most_board and not hand.padding:
            report.error(
                f"{path}.anyCards",
                f"must be at most {most_hole + most_board}, all cards left",
                "wrong-value",
            )
        for key, counts in (("holeCards", hole), ("communityCards", board)):
            if counts:
                report.error(f"{path}.{key}", "does not go with anyCards")
        return
    if _takes_all(hand) and most_hole < fewest and not hand.padding:
        report.error(
            path,
            f'no hand of "{ranking.name}" can be formed: without anyCards or holeCards it is all'
            f" hole cards, {most_hole} at the most, not {size}",
        )
        return
    for hole_count, board_count in hand_sizes(hand):
        total = hole_count + board_count
        if not fewest <= total <= most and not (hand.padding and total >= fewest):
            report.error(
                path, f'{total} cards form the hand, but "{ranking.name}" ranks hands of {size}'
            )
            return
        if hole_count > most_hole and not hand.padding:
            report.error(
                path, f"{hole_count} hole cards are used, but players have {most_hole} at the most"
            )
        if board_count > most_board:
            report.error(
                path, f"{board_count} board cards are used, but there are {most_board} at the most"
            )
