"""Whether the parts of a configuration fit together."""

from __future__ import annotations

from difflib import get_close_matches
from math import prod

from croupier.games.configuration.check.bets import check_betting
from croupier.games.configuration.check.hands import check_hands
from croupier.games.configuration.check.steps import check_steps
from croupier.games.configuration.compile.layouts import check_layout
from croupier.games.configuration.problems import Report, listed, suggest
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.model import Configuration, Deck, Players
from croupier.games.configuration.schema.names import (
    ConditionType,
    DeclarationMode,
)
from croupier.games.configuration.schema.steps import Declare
from croupier.games.configuration.schema.walking import (
    count_cards,
    list_subsets,
    walk_conditions,
    walk_hands,
    walk_steps,
)

__all__ = ["check", "check_parts", "find_renames"]

_ALIKE = 0.8
_MAX_WAYS = 1000
# Names of subsets that need not be dealt: cards in no subset, and whichever the player picks.
_FREE = {"default", "any", "all"}


def find_renames(configuration: Configuration, report: Report) -> dict[str, str]:
    """Find subsets that are dealt under one name and used under another that is nearly the same.

    Args:
        configuration: The configuration.
        report: What was found while it was read; warnings are added.

    Returns:
        The names that are used, by those that are dealt.
    """
    made = list_subsets(configuration)
    known = {*made["hole"], *made["board"]}
    used = {mention.name for mention in report.mentions}
    found: dict[str, str] = {}
    for name in sorted(used - known - _FREE):
        zones = {mention.zone for mention in report.mentions if mention.name == name}
        zone = next(iter(zones)) if len(zones) == 1 else "any"
        places = made.get(zone) or {**made["hole"], **made["board"]}
        idle = [other for other in places if other not in used and other not in found]
        near = get_close_matches(name, idle, 2, _ALIKE)
        if len(near) == 1:
            found[near[0]] = name
            place = places[near[0]]
            report.warn(place, f'"{near[0]}" is used as "{name}" and taken for it')
    return found


def check(configuration: Configuration, report: Report) -> None:
    """Report everything that does not fit together.

    Args:
        configuration: The configuration.
        report: What was found while it was read; problems are added.
    """
    ways = prod(len(choice.options) for choice in configuration.choices.values())
    if ways > _MAX_WAYS:
        report.error("gamePlay", f"the table may choose in {ways} ways; {_MAX_WAYS} are possible")
        return
    _check_players(configuration, report)
    _check_deck(configuration.deck, report)
    check_betting(configuration, report)
    _check_subsets(configuration, report)
    for path, condition in walk_conditions(configuration):
        _check_condition(configuration, path, condition, report)
    _check_declarations(configuration, report)
    check_steps(configuration, report)
    check_hands(configuration, report)
    if not report.has_errors:
        # A layout lists all cards, so that their number must be possible.
        check_layout(configuration, report)


def check_parts(players: Players | None, deck: Deck | None, report: Report) -> None:
    """Check what can be checked of a game that cannot be read whole.

    Args:
        players: How many players there may be, if that can be read.
        deck: The cards, if they can be read.
        report: Where problems are noted.
    """
    if players is not None:
        _check_order(players, report)
    if deck is not None:
        _check_deck(deck, report)


def _check_order(players: Players, report: Report) -> bool:
    """Return whether the most players are not fewer than the fewest."""
    if players.maximum >= players.minimum:
        return True
    report.error(
        "players.max",
        f"must be at least players.min, {players.minimum}, not {players.maximum}",
        "wrong-value",
    )
    return False


def _check_players(configuration: Configuration, report: Report) -> None:
    players = configuration.players
    if not _check_order(players, report):
        return
    size = configuration.deck.size
    counts = count_cards(configuration)
    if all(count.fits(size, players.maximum) for count in counts):
        return
    fitting = [
        number
        for number in range(players.minimum, players.maximum)
        if all(count.fits(size, number) for count in counts)
    ]
    if fitting:
        report.warn(
            "players.max",
            f"{players.maximum} players may need more than the {size} cards of the deck;"
            f" {max(fitting)} players always have enough",
        )
    else:
        report.error(
            "players.min",
            f"even {players.minimum} players may need more than the {size} cards of the deck",
        )


def _check_deck(deck: Deck, report: Report) -> None:
    without = deck.size - deck.jokers
    if deck.cards == without:
        return
    if deck.cards == deck.size:
        report.warn(
            "deck.cards", f"counts the jokers, too; a {deck.type} deck has {without} without them"
        )
        return
    report.error(
        "deck.cards", f"must be {without} for a {deck.type} deck, not {deck.cards}", "wrong-value"
    )


def _check_subsets(configuration: Configuration, report: Report) -> None:
    made = list_subsets(configuration)
    everywhere = {**made["hole"], **made["board"]}
    for mention in report.mentions:
        known = made.get(mention.zone, everywhere)
        if mention.name in known or mention.name in _FREE:
            continue
        if mention.name in everywhere:
            other = "hole" if mention.zone == "board" else "board"
            message = f'"{mention.name}" is a subset of {other} cards'
        else:
            hint = suggest(mention.name, known)
            message = f'no cards are dealt to the subset "{mention.name}"{hint}'
        report.error(mention.path, message)


def _check_condition(
    configuration: Configuration, path: str, condition: Condition, report: Report
) -> None:
    needed = {
        ConditionType.PLAYER_CHOICE: ("subset", "value"),
        ConditionType.BOARD_COMPOSITION: ("color", "min_count"),
        ConditionType.COMMUNITY_CARD_VALUE: ("subset", "value"),
        ConditionType.COMMUNITY_CARD_SUIT: ("suit",),
        ConditionType.PLAYER_HAND_SIZE: ("hand_sizes",),
    }.get(condition.type, ())
    sizes = condition.minimum_hand_size is not None or condition.maximum_hand_size is not None
    given = {
        "subset": condition.subset is not None,
        "value": bool(condition.allowed_values),
        "color": condition.color is not None or condition.suit is not None,
        "suit": condition.suit is not None or bool(condition.allowed_values),
        "min_count": condition.minimum_count is not None,
        "hand_sizes": bool(condition.hand_sizes) or sizes,
    }
    for key in needed:
        if not given[key]:
            report.error(f"{path}.{key}", f'is missing; "{condition.type}" needs it', "missing")
    if condition.subset is None:
        return
    if condition.type is not ConditionType.PLAYER_CHOICE:
        boards = list_subsets(configuration)["board"]
        if condition.subset not in boards and condition.subset not in _FREE:
            hint = suggest(condition.subset, boards)
            report.error(
                f"{path}.subset",
                f'no cards are dealt to the subset "{condition.subset}"{hint}',
                "unknown-name",
            )
        return
    choices = configuration.choices
    choice = choices.get(condition.subset)
    if choice is None:
        hint = suggest(condition.subset, choices)
        report.error(
            f"{path}.subset", f'no step makes the choice "{condition.subset}"{hint}', "unknown-name"
        )
        return
    for value in condition.allowed_values:
        if value not in choice.options:
            allowed = listed(f'"{option}"' for option in choice.options)
            report.error(path, f'"{value}" cannot be chosen, but {allowed}')


def _check_declarations(configuration: Configuration, report: Report) -> None:
    showdown = configuration.showdown
    steps = [path for path, action, _ in walk_steps(configuration) if isinstance(action, Declare)]
    mode = showdown.declaration_mode
    if steps and mode is None:
        report.warn(
            "showdown.declaration_mode",
            'is missing; "declare" is meant, as players declare',
            "missing",
        )
    elif steps and mode is not DeclarationMode.DECLARE:
        report.error(
            "showdown.declaration_mode",
            f'must be "declare", not "{mode}", as players declare',
            "wrong-value",
        )
    elif mode is DeclarationMode.DECLARE and not steps:
        report.error(
            "showdown.declaration_mode",
            'is "declare", but there is no declare step',
            "unknown-name",
        )
    for path in steps[1:]:
        report.error(path, "players declare once only", "repeated-name")
    for path, hands in walk_hands(configuration):
        if steps and len(hands) != 2 and not path.startswith("showdown.globalDefaultAction"):
            report.error(
                path,
                f"must be two hands to declare for, a high and a low, not {len(hands)}",
                "wrong-value",
            )
