"""The steps of a game as the engine has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.errors import UnsupportedError
from croupier.games.configuration.compile.openings import POSITION, Openings
from croupier.games.configuration.compile.stakes import Stakes
from croupier.games.configuration.compile.symbols import DEFAULT, Symbols
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import (
    BetType,
    Chooser,
    ConditionType,
    CostType,
    Declaration,
    DefaultCap,
    DiscardRule,
    Location,
    Side,
    Structure,
    Timing,
    WildType,
    ZeroCardsBetting,
)
from croupier.games.configuration.schema.steps import (
    Action,
    Bet,
    Buy,
    Choose,
    Deal,
    DealtCards,
    Declare,
    Discard,
    DiscardedCards,
    Draw,
    DrawnCards,
    Expose,
    ExposedCards,
    Pass,
    Remove,
    ReplaceCommunity,
    RollDie,
    Separate,
    ShowdownStep,
    Step,
)
from croupier.games.configuration.schema.walking import walk_hands, walk_steps

__all__ = ["compile_steps"]

_VOLUNTARY = (BetType.SMALL, BetType.BIG)
# A bet, which the big blind is, and three raises.
_DEFAULT_CAP = 4
_DECLARATIONS = {Declaration.HIGH: 1 << 1, Declaration.LOW: 1 << 2, Declaration.HIGH_LOW: 1 << 3}
_CHOOSERS = {Chooser.UTG: "after_blinds", Chooser.DEALER: "button"}
_BOARD_CARDS = 5

_When = list[dict[str, Any]]


def compile_steps(
    configuration: Configuration,
    symbols: Symbols,
    structure: Structure,
    stakes: Stakes,
    *,
    bring_in_option: bool = False,
) -> list[dict[str, Any]]:
    """Turn the steps of a game into those of the engine.

    Args:
        configuration: The game.
        symbols: The numbers of its subsets and choices.
        structure: The limits.
        stakes: The amounts of the bets.
        bring_in_option: Whether who brings in may raise when everybody just calls.

    Returns:
        The steps; forced bets are no steps.

    Raises:
        UnsupportedError: The engine cannot play a step; the message says which.
    """
    compiler = _Compiler(configuration, symbols, structure, stakes, bring_in_option)
    for index, step in enumerate(configuration.steps):
        compiler.add(step, f"gamePlay[{index}]")
    return compiler.steps


class _Compiler:
    """A compiler of steps, one after the other."""

    def __init__(
        self,
        configuration: Configuration,
        symbols: Symbols,
        structure: Structure,
        stakes: Stakes,
        bring_in_option: bool,
    ) -> None:
        self.steps: list[dict[str, Any]] = []
        self._configuration = configuration
        self._symbols = symbols
        self._structure = structure
        self._stakes = stakes
        self._bring_in_option = bring_in_option
        self._openings = Openings(configuration, symbols)
        self._street = 0
        self._after_bet = False
        self._round = 0
        # On which conditions a card is already burnt on this street.
        self._burnt_street = 0
        self._burnt_when: list[_When] = []
        self._unmarked_deal = _find_unmarked_deal(configuration)
        self._shows_cards = _shows_cards(configuration)

    def add(self, step: Step, path: str) -> None:
        """Add a step."""
        when = []
        if step.condition is not None:
            when.append(self._symbols.condition(step.condition, f"{path}.conditional_state"))
        if step.group:
            self._add_group(step, path, when)
            return
        for key, action in step.actions.items():
            self._add_action(action, f"{path}.{key}", when)

    def _emit(self, action: dict[str, Any], when: _When, *, betting: bool = False) -> None:
        """Add a step of the engine; what comes after a betting round is on the next street."""
        conditions = _intersect(when)
        if conditions is None:
            return
        if self._after_bet and not betting:
            self._street += 1
        self._after_bet = betting
        dealing = action.get("deal")
        if dealing is not None and self._burns(dealing, conditions):
            action = {"deal": {**dealing, "burn": True}}
        made = {"street": self._street, "action": action}
        if conditions:
            made["when"] = conditions
        self.steps.append(made)

    def _burns(self, dealing: dict[str, Any], conditions: _When) -> bool:
        """Return whether a card is burnt first: these are the first cards of a later street."""
        draw = dealing.get("draw")
        takes_cards = draw is None or draw["replaces"]
        if not self._configuration.deck.burn or not self._street or not takes_cards:
            return False
        if self._burnt_street != self._street:
            self._burnt_street, self._burnt_when = self._street, []
        if [] in self._burnt_when or conditions in self._burnt_when:
            return False
        self._burnt_when.append(conditions)
        return True

    def _add_action(self, action: Action, path: str, when: _When) -> None:
        match action:
            case Bet():
                self._add_bet(action, when)
            case Deal():
                self._add_deal(action, path, when)
            case Draw():
                for cards in action.cards:
                    self._add_drawing(self._make_draw(cards), when)
            case Discard():
                for gone in action.cards:
                    self._add_drawing(self._make_discard(gone), when)
            case Expose():
                for shown in action.cards:
                    self._decide({"expose": _make_exposing(shown)}, when)
                self._openings.note(action)
            case Pass():
                for passed in action.cards:
                    passing: dict[str, Any] = {
                        "count": passed.number,
                        "direction": str(passed.direction),
                    }
                    if passed.state is Side.UP:
                        passing["up"] = True
                    self._decide({"pass": passing}, when)
            case Separate():
                self._decide({"separate": self._make_separating(action)}, when)
            case Declare():
                options = sum(_DECLARATIONS[option] for option in action.options)
                declaring = {
                    "options": options,
                    "per_pot": action.per_pot,
                    "simultaneous": action.simultaneous,
                }
                self._decide({"declare": declaring}, when)
            case Choose():
                choosing = {
                    "key": list(self._symbols.choices).index(action.name),
                    "count": len(action.options),
                    "chooser": _CHOOSERS[action.chooser],
                }
                decision = {"opening": POSITION, "decision": {"choose": choosing}}
                self._emit({"decide": decision}, when)
            case Buy():
                self._add_buy(action, path, when)
            case RollDie():
                roll = {"dice": action.dice, "subset": self._symbols.number(action.subset)}
                self._emit({"arrange": {"roll": roll}}, when)
            case Remove():
                removal = {
                    "subsets": [self._symbols.number(name) for name in action.subsets],
                    "minimum": _BOARD_CARDS,
                }
                self._emit({"arrange": {"remove_lowest": removal}}, when)
            case ReplaceCommunity():
                decision = {
                    "opening": POSITION,
                    "decision": {"replace": {"count": action.number}},
                }
                self._emit({"decide": decision}, when)
            case ShowdownStep():
                pass

    # Bets

    def _add_bet(self, bet: Bet, when: _When, then: dict[str, Any] | None = None) -> None:
        if bet.type not in _VOLUNTARY:
            return
        self._round += 1
        if self._after_bet and not when:
            self._street += 1
        for opening, conditions in self._openings.bets():
            betting = self._make_betting(bet, opening, then)
            self._emit({"bet": betting}, [*when, *conditions], betting=True)
        self._openings.note(bet)

    def _make_betting(self, bet: Bet, opening: Any, then: dict[str, Any] | None) -> dict[str, Any]:
        terms: dict[str, Any] = {}
        stakes = self._stakes
        posted = {
            action.type
            for _, action, _ in walk_steps(self._configuration)
            if isinstance(action, Bet)
        }
        if self._structure is Structure.LIMIT:
            minimum = stakes.small_bet if bet.type is BetType.SMALL else stakes.big_bet
            cap = self._configuration.raise_cap
            raises = _DEFAULT_CAP if isinstance(cap, DefaultCap) else cap
            if self._configuration.forced_bets.open_pair_double_bet and self._round == 2:
                terms["pair_bet"] = stakes.big_bet
        else:
            minimum = stakes.big_blind if BetType.BLINDS in posted else stakes.small_bet
            raises = None
        if self._bring_in_option and self._openings.is_first_bet:
            terms["bring_in_option"] = True
        if bet.zero_cards_betting is ZeroCardsBetting.CALL_ONLY:
            terms["call_without_cards"] = True
        if then is not None:
            terms["then"] = then
        made = {"opening": opening, "minimum_bet": minimum, "maximum_raises": raises}
        return {**made, "terms": terms} if terms else made

    # Deals

    def _add_deal(self, deal: Deal, path: str, when: _When) -> None:
        conditions = list(when)
        if deal.condition is not None:
            conditions.append(self._check_condition(deal.condition, f"{path}.conditional_state"))
        if deal.location is Location.PLAYER:
            self._add_hole_deal(deal, path, conditions)
        else:
            self._add_board_deal(deal, path, conditions)
        self._openings.note(deal)

    def _check_condition(self, condition: Condition, path: str) -> dict[str, Any]:
        faces = (
            ConditionType.ALL_EXPOSED,
            ConditionType.ANY_EXPOSED,
            ConditionType.NONE_EXPOSED,
        )
        if condition.type in faces:
            raise UnsupportedError(
                f"{path}: which side of a card is up can depend on a player's cards only in a"
                " group with an expose",
                code="game-step",
            )
        other = getattr(condition, "false_state", None)
        if other not in (None, Side.NONE):
            raise UnsupportedError(
                f'{path}.false_state: must be "none": the condition decides whether cards are'
                " dealt",
                code="game-step",
            )
        return self._symbols.condition(condition, path)

    def _add_hole_deal(self, deal: Deal, path: str, when: _When) -> None:
        for subset, group in _group(deal.cards, lambda cards: cards.all_subsets):
            if len(subset) > 1:
                raise UnsupportedError(
                    f"{path}.cards: hole cards can be in one subset only, not in {len(subset)}",
                    code="game-step",
                )
            dealing: dict[str, Any] = {
                "hole": [_is_up(cards, deal) for cards in group for _ in range(cards.number)]
            }
            if subset:
                dealing["hole_subset"] = self._symbols.number(subset[0])
            self._emit({"deal": dealing}, when)
            for cards in group:
                self._add_protection(cards, path, when)

    def _add_protection(self, cards: DealtCards, path: str, when: _When) -> None:
        protection = cards.protection
        if protection is None:
            return
        if cards.number != 1 or protection.timing is not Timing.POST_DEAL:
            raise UnsupportedError(
                f"{path}.cards: protection is for one card at a time, after it is dealt",
                code="game-step",
            )
        decision = {"protect": {"cost": self._stakes.find(protection.cost)}}
        self._emit({"decide": {"opening": POSITION, "decision": decision}}, when)

    def _add_board_deal(self, deal: Deal, path: str, when: _When) -> None:
        marks = any(rule.type is WildType.LAST_COMMUNITY_CARD for rule in deal.wild_cards)
        marks = marks or deal is self._unmarked_deal
        groups = list(_group(deal.cards, lambda cards: _is_up(cards, deal)))
        for index, (up, group) in enumerate(groups):
            dealing: dict[str, Any] = {"board": sum(cards.number for cards in group)}
            if self._symbols.named_board:
                dealing["board_subsets"] = [
                    self._symbols.mask(cards.subsets or [DEFAULT])
                    for cards in group
                    for _ in range(cards.number)
                ]
            if not up:
                dealing["board_down"] = True
            if marks and index == len(groups) - 1:
                dealing["marks_wild"] = True
            self._emit({"deal": dealing}, when)

    # Draws and discards

    def _add_drawing(self, drawing: dict[str, Any], when: _When) -> None:
        for opening, conditions in self._openings.later():
            made = drawing
            if opening != POSITION:
                made = {**drawing, "terms": {**drawing["terms"], "opening": opening}}
            if not made["terms"]:
                made = {name: value for name, value in made.items() if name != "terms"}
            self._emit({"deal": {"draw": made}}, [*when, *conditions])

    def _make_draw(self, cards: DrawnCards) -> dict[str, Any]:
        terms: dict[str, Any] = {}
        # Where no card is ever face up, this goes without saying, and the engine is faster so.
        if not cards.preserve_state and self._shows_cards:
            terms["up"] = cards.state is Side.UP
        if cards.draw_amount is not None:
            terms["more"] = cards.draw_amount.amount
        if cards.hole_subset is not None:
            terms["joins"] = self._symbols.number(cards.hole_subset)
            terms["from"] = self._symbols.mask([cards.hole_subset])
        return {
            "minimum": cards.minimum,
            "maximum": cards.number,
            "replaces": True,
            "terms": terms,
        }

    def _make_discard(self, cards: DiscardedCards) -> dict[str, Any]:
        terms: dict[str, Any] = {}
        minimum = cards.number if cards.minimum is None else cards.minimum
        source = cards.hole_subset
        if cards.rule is DiscardRule.MATCHING_RANKS and cards.subset is not None:
            terms["choice"] = {"matching_ranks": self._symbols.mask([cards.subset])}
            minimum = 0
        elif source is None:
            source = cards.subset
        # A number that is left out stands for a whole subset; the checks warn of it.
        if cards.entire_subset or (cards.number is None and cards.rule is None):
            terms["choice"] = "whole_subset"
            # Subsets differ in size: one card that must go takes the others along. Where the file
            # does not say that a whole subset goes, it may stay.
            minimum = int(cards.entire_subset and cards.minimum != 0)
        if source is not None and source in self._symbols.subsets:
            terms["from"] = self._symbols.mask([source])
        if cards.location is Location.COMMUNITY and cards.target is not None:
            terms["to"] = {"board": self._symbols.mask([cards.target])}
        elif cards.state is Side.UP:
            terms["to"] = "up"
        return {
            "minimum": minimum or 0,
            "maximum": None if "choice" in terms else cards.number,
            "replaces": False,
            "terms": terms,
        }

    # Decisions

    def _decide(
        self, decision: dict[str, Any], when: _When, then: dict[str, Any] | None = None
    ) -> None:
        for opening, conditions in self._openings.later():
            deciding = {"opening": opening, "decision": decision}
            if then is not None:
                deciding["then"] = then
            self._emit({"decide": deciding}, [*when, *conditions])

    def _make_separating(self, separate: Separate) -> dict[str, Any]:
        number = self._symbols.number
        made: dict[str, Any] = {
            "parts": [[number(part.hole_subset), part.number] for part in separate.cards]
        }
        if separate.visibility:
            made["faces"] = [
                [number(rule.hole_subset), rule.minimum_face_down, rule.minimum_face_up]
                for rule in separate.visibility
            ]
        if separate.comparison is not None:
            better, worse = separate.comparison.subsets[:2]
            made["better"] = [number(better.hole_subset), number(worse.hole_subset)]
        return made

    def _add_buy(self, buy: Buy, path: str, when: _When) -> None:
        for index, cards in enumerate(buy.cards):
            if not cards.optional:
                raise UnsupportedError(
                    f"{path}.cards[{index}].optional: cards can be declined", code="game-step"
                )
            amount = cards.cost.amount
            fixed = cards.cost.type is CostType.FIXED and amount is not None
            buying: dict[str, Any] = {
                "count": cards.number,
                "cost": self._stakes.find(amount) if fixed and amount is not None else None,
            }
            if cards.discard_first:
                buying["discards"] = True
            if cards.state is Side.UP:
                buying["up"] = True
            self._decide({"buy": buying}, when)

    # Groups

    def _add_group(self, step: Step, path: str, when: _When) -> None:
        parts = [next(iter(part.actions.values())) for part in step.group]
        match parts:
            case [Bet() as bet, Discard(cards=[cards])] if bet.type in _VOLUNTARY:
                self._add_bet(bet, when, {"discard": _without_terms(self._make_discard(cards))})
            case [Bet() as bet, Expose(cards=[shown]) as expose] if bet.type in _VOLUNTARY:
                self._add_bet(bet, when, {"expose": _make_exposing(shown)})
                self._openings.note(expose)
            case [Expose(cards=[shown]) as expose, Deal() as deal]:
                place = f"{path}.groupedActions[1].deal"
                then = _make_card_after(deal, place)
                self._decide({"expose": _make_exposing(shown)}, when, then)
                self._openings.note(expose)
                self._openings.note(deal)
            case [single]:
                key = next(iter(step.group[0].actions))
                self._add_action(single, f"{path}.groupedActions[0].{key}", when)
            case _:
                raise UnsupportedError(
                    f"{path}.groupedActions: a group is a bet and then a discard or an expose, or"
                    " an expose and then a deal, of cards that are alike",
                    code="game-step",
                )


def _find_unmarked_deal(configuration: Configuration) -> Deal | None:
    """Return the last deal of board cards if its card is wild though no deal says so."""
    board = [
        action
        for _, action, _ in walk_steps(configuration)
        if isinstance(action, Deal) and action.location is Location.COMMUNITY
    ]
    wanted = any(
        rule.type is WildType.LAST_COMMUNITY_CARD
        for _, hands in walk_hands(configuration)
        for hand in hands
        for rule in hand.wild_cards
    )
    marked = any(
        rule.type is WildType.LAST_COMMUNITY_CARD for deal in board for rule in deal.wild_cards
    )
    return board[-1] if wanted and board and not marked else None


def _shows_cards(configuration: Configuration) -> bool:
    """Return whether players may have cards face up."""
    for _, action, _ in walk_steps(configuration):
        match action:
            case Deal(location=Location.PLAYER):
                if action.condition is not None or any(
                    cards.state is not Side.DOWN or cards.protection is not None
                    for cards in action.cards
                ):
                    return True
            case Draw() | Pass() | Buy():
                if any(cards.state is Side.UP for cards in action.cards):
                    return True
            case Expose() | Separate():
                return True
            case _:
                pass
    return False


def _is_up(cards: DealtCards, deal: Deal) -> bool:
    state = cards.state
    if state is None and deal.condition is not None:
        state = deal.condition.true_state
    return state is Side.UP


def _group(cards: Sequence[DealtCards], key: Any) -> Iterable[tuple[Any, list[DealtCards]]]:
    """Yield cards that follow each other and are alike."""
    groups: list[tuple[Any, list[DealtCards]]] = []
    for each in cards:
        value = key(each)
        if groups and groups[-1][0] == value:
            groups[-1][1].append(each)
        else:
            groups.append((value, [each]))
    return groups


def _make_exposing(cards: ExposedCards) -> dict[str, Any]:
    made: dict[str, Any] = {
        "minimum": cards.number if cards.minimum is None else cards.minimum,
        "maximum": cards.number,
    }
    if cards.immediate:
        made["immediate"] = True
    return made


def _make_card_after(deal: Deal, path: str) -> dict[str, Any]:
    condition = deal.condition
    count = sum(cards.number for cards in deal.cards)
    if deal.location is not Location.PLAYER or any(cards.all_subsets for cards in deal.cards):
        raise UnsupportedError(
            f"{path}: only hole cards in no subset can be dealt in a group", code="game-step"
        )
    if condition is None:
        states = {cards.state for cards in deal.cards}
        if len(states) > 1:
            raise UnsupportedError(
                f"{path}: cards that are dealt in a group must be alike", code="game-step"
            )
        up = Side.UP in states
        return {"count": count, "up_if_all_up": up, "up_otherwise": up}
    if condition.type is not ConditionType.ALL_EXPOSED or Side.NONE in (
        condition.true_state,
        condition.false_state,
    ):
        raise UnsupportedError(
            f'{path}.conditional_state: must be "all_exposed" with a side of the card for each'
            " case",
            code="game-step",
        )
    return {
        "count": count,
        "up_if_all_up": condition.true_state is Side.UP,
        "up_otherwise": condition.false_state is Side.UP,
    }


def _without_terms(drawing: dict[str, Any]) -> dict[str, Any]:
    if drawing["terms"]:
        return drawing
    return {name: value for name, value in drawing.items() if name != "terms"}


def _intersect(when: _When) -> _When | None:
    """Unite conditions on the same choice; return `None` if they cannot all hold."""
    chosen: dict[int, list[int]] = {}
    others: _When = []
    for condition in when:
        choice = condition.get("choice")
        if choice is None:
            if condition not in others:
                others.append(condition)
            continue
        values = chosen.get(choice["key"], choice["values"])
        chosen[choice["key"]] = [value for value in values if value in choice["values"]]
    if any(not values for values in chosen.values()):
        return None
    choices = [{"choice": {"key": key, "values": values}} for key, values in chosen.items()]
    return [*choices, *others]
