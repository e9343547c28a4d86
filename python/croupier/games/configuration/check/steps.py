"""Whether the steps of a game can be played."""

from __future__ import annotations

from croupier.games.configuration.problems import Report, listed
from croupier.games.configuration.schema.conditions import WildCards
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import (
    CostType,
    DiscardRule,
    Location,
    Role,
    Side,
    WildType,
)
from croupier.games.configuration.schema.shapes import show
from croupier.games.configuration.schema.steps import (
    Action,
    Buy,
    Choose,
    Deal,
    Declare,
    Discard,
    Draw,
    Expose,
    Pass,
    Separate,
)
from croupier.games.configuration.schema.walking import count_cards, walk_steps

__all__ = ["check_steps", "check_wild_cards"]


def check_steps(configuration: Configuration, report: Report) -> None:
    """Report steps that cannot be played.

    Args:
        configuration: The configuration.
        report: What was found so far; problems are added.
    """
    _check_order(configuration, report)
    _check_choices(configuration, report)
    counts = count_cards(configuration)
    if not any(count.kept for count in counts):
        _warn_of_empty_hands(configuration, report)
    for path, action, _ in walk_steps(configuration):
        held = max(count.held[path] for count in counts)
        _check_action(configuration, path, action, held, report)
        if isinstance(action, Deal):
            for index, rule in enumerate(action.wild_cards):
                check_wild_cards(configuration, f"{path}.wildCards[{index}]", rule, report)


def _check_order(configuration: Configuration, report: Report) -> None:
    for index, step in enumerate(configuration.steps):
        path = f"gamePlay[{index}]"
        given = [*step.actions, *(["groupedActions"] if step.group else [])]
        if len(given) != 1:
            found = listed((f'"{key}"' for key in given), "and") or "none"
            report.error(path, f"must have one action beside its name; it has {found}")
        for number, part in enumerate(step.group):
            if len(part.actions) != 1:
                found = listed((f'"{key}"' for key in part.actions), "and") or "none"
                place = f"{path}.groupedActions[{number}]"
                report.error(place, f"must have one action; it has {found}")
    last = len(configuration.steps) - 1
    showdowns = [index for index, step in enumerate(configuration.steps) if step.showdown]
    if not showdowns:
        report.error("gamePlay", "has no showdown step; it must be the last one", "wrong-value")
    for index in showdowns:
        if index != last:
            report.error(f"gamePlay[{index}].showdown", "must be the last step", "wrong-value")
    actions = [action for _, action, _ in walk_steps(configuration)]
    if not any(
        isinstance(action, Deal) and action.location is Location.PLAYER for action in actions
    ):
        report.error("gamePlay", "deals no cards to the players")


def _warn_of_empty_hands(configuration: Configuration, report: Report) -> None:
    """Report the discard that leaves nobody a card of their own."""
    discards = [
        path for path, action, _ in walk_steps(configuration) if isinstance(action, Discard)
    ]
    if discards:
        report.warn(discards[-1], "players discard all their cards, and have the same hand, if any")


def _check_choices(configuration: Configuration, report: Report) -> None:
    """Report choices that are made twice; conditions could not tell them apart."""
    made = set[str]()
    for path, action, _ in walk_steps(configuration):
        if isinstance(action, Choose):
            if action.name in made:
                report.error(
                    f"{path}.value",
                    f"the choice {show(action.name)} is made twice",
                    "repeated-name",
                )
            made.add(action.name)
            if len(set(action.options)) < len(action.options):
                report.error(f"{path}.possible_values", "must all be different", "repeated-name")


def _check_action(
    configuration: Configuration, path: str, action: Action, held: int, report: Report
) -> None:
    match action:
        case Deal():
            _check_deal(path, action, report)
        case Draw():
            for index, drawn in enumerate(action.cards):
                place = f"{path}.cards[{index}]"
                _check_bounds(place, drawn.minimum, drawn.number, held, report)
                if drawn.draw_amount is not None and drawn.draw_amount.relative_to != "discard":
                    report.error(
                        f"{place}.draw_amount.relative_to", 'must be "discard"', "wrong-value"
                    )
        case Discard():
            for index, gone in enumerate(action.cards):
                place = f"{path}.cards[{index}]"
                _check_bounds(place, gone.minimum or 0, gone.number, held, report)
                whole = gone.entire_subset or gone.hole_subset == "any"
                if gone.rule is DiscardRule.MATCHING_RANKS:
                    if gone.subset is None:
                        report.error(
                            f"{place}.subset", "is missing; its ranks are to be matched", "missing"
                        )
                elif gone.number is None and not whole:
                    report.error(
                        f"{place}.number", "is missing; it says how many cards go", "missing"
                    )
                elif gone.number is None and not gone.entire_subset:
                    report.warn(
                        f"{place}.number",
                        'is missing; "entire_subset" is meant, a whole subset',
                        "missing",
                    )
                if gone.location is Location.COMMUNITY and gone.target is None:
                    report.error(
                        f"{place}.discardSubset",
                        "is missing; it says where on the board cards go",
                        "missing",
                    )
        case Expose():
            for index, shown in enumerate(action.cards):
                place = f"{path}.cards[{index}]"
                _check_bounds(place, shown.minimum or 0, shown.number, held, report)
        case Pass():
            for index, passed in enumerate(action.cards):
                _check_bounds(f"{path}.cards[{index}]", 0, passed.number, held, report)
                players = configuration.players
                if passed.direction == "across" and players.minimum != players.maximum:
                    report.warn(
                        f"{path}.cards[{index}].direction",
                        '"across" is the seat half of the players on, rounded down',
                    )
        case Separate():
            total = sum(part.number for part in action.cards)
            if total != held:
                message = f"the parts have {total} cards, but players hold {held}"
                (report.error if total > held else report.warn)(f"{path}.cards", message)
            _check_unique(path, [part.hole_subset for part in action.cards], report)
            if action.comparison is not None and action.comparison.rule != "greater_than":
                report.error(
                    f"{path}.hand_comparison.comparison_rule",
                    'must be "greater_than"',
                    "wrong-value",
                )
        case Declare():
            if len(set(action.options)) < len(action.options):
                report.error(f"{path}.options", "must all be different", "repeated-name")
        case Choose():
            if action.default is not None and action.default not in action.options:
                allowed = listed(f'"{option}"' for option in action.options)
                report.error(
                    f"{path}.default",
                    f"must be {allowed}, not {show(action.default)}",
                    "wrong-value",
                )
        case Buy():
            for index, bought in enumerate(action.cards):
                if bought.cost.type is CostType.FIXED and bought.cost.amount is None:
                    report.error(
                        f"{path}.cards[{index}].cost.amount",
                        "is missing; a fixed price needs it",
                        "missing",
                    )
        case _:
            pass


def _check_unique(path: str, names: list[str], report: Report) -> None:
    if len(set(names)) < len(names):
        report.error(f"{path}.cards", "has two parts of the same name")


def _check_deal(path: str, deal: Deal, report: Report) -> None:
    condition = deal.condition
    for index, cards in enumerate(deal.cards):
        place = f"{path}.cards[{index}]"
        if cards.state is None and (condition is None or condition.true_state is None):
            report.error(
                f"{place}.state", f'is missing; it must be "{Side.UP}" or "{Side.DOWN}"', "missing"
            )
        if cards.state is Side.NONE:
            report.error(f"{place}.state", f'must be "{Side.UP}" or "{Side.DOWN}"', "wrong-value")
        if cards.hole_subset is not None and deal.location is Location.COMMUNITY:
            report.error(f"{place}.hole_subset", "does not go with cards of the board")
        if cards.protection is not None and deal.location is Location.COMMUNITY:
            report.error(f"{place}.protection_option", "does not go with cards of the board")


def _check_bounds(path: str, least: int, most: int | None, held: int, report: Report) -> None:
    if most is None:
        return
    if least > most:
        report.error(
            f"{path}.min_number", f"must be at most number, {most}, not {least}", "wrong-value"
        )
    if most > held:
        report.error(
            f"{path}.number",
            f"must be at most {held}, the cards that a player holds",
            "wrong-value",
        )


def check_wild_cards(
    configuration: Configuration, path: str, rule: WildCards, report: Report
) -> None:
    """Report a rule on wild cards that lacks something.

    Args:
        configuration: The configuration.
        path: Where the rule is.
        rule: The rule.
        report: What was found so far; problems are added.
    """
    if rule.type is WildType.RANK and rule.rank is None:
        report.error(f"{path}.rank", "is missing; it says which rank is wild", "missing")
    if rule.type is WildType.FOLLOW_CARD and rule.trigger_rank is None:
        report.error(
            f"{path}.trigger_rank", "is missing; it says which rank is followed", "missing"
        )
    for key, rank in (("rank", rule.rank), ("trigger_rank", rule.trigger_rank)):
        if rank is not None and rank not in configuration.deck.ranks:
            deck = configuration.deck.type
            report.error(f"{path}.{key}", f'"{rank}" is no rank of a {deck} deck', "unknown-name")
    if rule.type is WildType.JOKER and not configuration.deck.jokers:
        report.error(f"{path}.type", 'is "joker", but deck.jokers is 0')
    if rule.role is Role.CONDITIONAL and rule.condition is None:
        report.error(f"{path}.condition", "is missing; it decides about the role", "missing")
