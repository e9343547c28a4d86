"""Whether the bets of a game can be posted and made."""

from __future__ import annotations

from croupier.games.configuration.compile.openings import count_shown_at_bring_in
from croupier.games.configuration.problems import Report
from croupier.games.configuration.schema.model import Configuration, PlainForcedBet
from croupier.games.configuration.schema.names import (
    BetType,
    DefaultCap,
    ForcedBetStyle,
    Location,
    Structure,
)
from croupier.games.configuration.schema.steps import Bet, Deal
from croupier.games.configuration.schema.walking import PlacedStep, count_cards, walk_steps

__all__ = ["check_betting"]

_VOLUNTARY = (BetType.SMALL, BetType.BIG)


def check_betting(configuration: Configuration, report: Report) -> None:
    """Report bets that cannot be posted or made.

    Args:
        configuration: The configuration.
        report: What was found so far; problems are added.
    """
    _check_order(configuration, report)
    structures = configuration.structures
    for index, structure in enumerate(structures):
        if structure in structures[:index]:
            report.warn(
                f"bettingStructures[{index}]", f'"{structure}" is there twice', "repeated-name"
            )
    capped = not isinstance(configuration.raise_cap, DefaultCap)
    if capped and Structure.LIMIT not in structures:
        report.warn("raiseCap", 'counts with "Limit" only, which is not among bettingStructures')
    forced = configuration.forced_bets
    places = {"forcedBets": forced.unconditional} if not forced.conditional else {}
    if forced.conditional:
        if forced.default is None:
            report.warn(
                "forcedBets.default",
                "is missing; blinds are posted if no condition holds",
                "missing",
            )
        else:
            places["forcedBets.default"] = forced.default
        for index, each in enumerate(forced.conditional):
            places[f"forcedBets.conditionalOrders[{index}].forcedBet"] = each.forced_bet
    bets = {
        action.type: path
        for path, action, _ in walk_steps(configuration)
        if isinstance(action, Bet)
    }
    for path, bet in places.items():
        _check_forced_bet(path, bet, report)
    if BetType.BRING_IN in bets:
        if all(bet.style is not ForcedBetStyle.BRING_IN for bet in places.values()):
            report.error(
                bets[BetType.BRING_IN], 'needs forcedBets with the style "bring-in" and a rule'
            )
        elif not any(count.up for count in count_cards(configuration)):
            report.warn(
                bets[BetType.BRING_IN],
                "nobody is dealt a card face up; the first player brings it in",
            )
        for path, bet in places.items():
            _check_opening_cards(configuration, path, bet, report)
    if forced.unconditional.style is ForcedBetStyle.BRING_IN and BetType.BLINDS in bets:
        report.error(bets[BetType.BLINDS], 'does not go with the style "bring-in" of forcedBets')
    needed = forced.unconditional.style is ForcedBetStyle.BRING_IN and not forced.conditional
    if needed and BetType.BRING_IN not in bets:
        report.warn("forcedBets.style", 'is "bring-in", but no step posts one')
    if forced.unconditional.style in (ForcedBetStyle.BOMB, ForcedBetStyle.ANTES_ONLY):
        if BetType.ANTES not in bets:
            report.error(
                "forcedBets.style", f'is "{forced.unconditional.style}", but no step posts antes'
            )
        if BetType.BLINDS in bets:
            report.error(
                bets[BetType.BLINDS], f'does not go with the style "{forced.unconditional.style}"'
            )
    if forced.open_pair_double_bet and Structure.LIMIT not in structures:
        report.warn("forcedBets.openPairDoubleBet", "matters only in Limit games")


def _check_forced_bet(path: str, bet: PlainForcedBet, report: Report) -> None:
    if bet.style is ForcedBetStyle.BRING_IN:
        if bet.rule is None and bet.variation is None:
            report.error(f"{path}.rule", "is missing; it says whose card brings it in", "missing")
    elif bet.rule is not None:
        report.warn(f"{path}.rule", f'says nothing with the style "{bet.style}"')


def _check_opening_cards(
    configuration: Configuration, path: str, bet: PlainForcedBet, report: Report
) -> None:
    shown = count_shown_at_bring_in(configuration)
    if bet.style is ForcedBetStyle.BRING_IN and bet.rule is not None and shown > 1:
        report.warn(
            f"{path}.rule",
            f'"{bet.rule}" is about one card, and each player shows {shown}: the best hand face up'
            " brings it in",
        )


def _check_order(configuration: Configuration, report: Report) -> None:
    """Report forced bets that come too late, twice or not at all, and rounds without cards."""
    places = list(walk_steps(configuration))
    bets = [place for place in places if isinstance(place.action, Bet)]
    rounds = [place for place in bets if _bet_type(place) in _VOLUNTARY]
    forced = [place for place in bets if place not in rounds]
    if not forced:
        report.error(
            "gamePlay",
            "has no antes, blinds or bring-in, so that there is nothing to play for; a step with"
            ' "bet": {"type": "blinds"} posts blinds',
        )
    elif not rounds:
        report.warn("gamePlay", "has no betting round; players play for what they must post")
    for index, place in enumerate(forced):
        kind = _bet_type(place)
        earlier = [other for other in forced[:index] if _bet_type(other) is kind]
        # Of steps that depend on conditions, one may be left out.
        if any(not (place.condition and other.condition) for other in earlier):
            report.error(
                f"{place.path}.type",
                f'"{kind}" must be there once only, not twice',
                "repeated-name",
            )
        elif rounds and places.index(rounds[0]) < places.index(place):
            report.error(
                f"{place.path}.type",
                f'"{kind}" must come before the first betting round, {rounds[0].path}',
            )
    deals = [
        index
        for index, place in enumerate(places)
        if isinstance(place.action, Deal) and place.action.location is Location.PLAYER
    ]
    if deals and rounds and places.index(rounds[0]) < deals[0]:
        report.warn(rounds[0].path, "players bet before anybody holds a card")


def _bet_type(place: PlacedStep) -> BetType:
    assert isinstance(place.action, Bet)
    return place.action.type
