"""The rules of a game in English, from its configuration alone."""

from __future__ import annotations

from croupier.games.configuration.compile.openings import shows_hands
from croupier.games.configuration.describe.hands import describe_showdown, describe_wild_cards
from croupier.games.configuration.describe.steps import describe_step
from croupier.games.configuration.describe.words import count, describe_condition, number
from croupier.games.configuration.problems import listed
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import (
    DEFAULT_OPENING_ORDERS,
    BetType,
    DeckType,
    DefaultCap,
    OpeningOrder,
    Structure,
)
from croupier.games.configuration.schema.steps import Bet
from croupier.games.configuration.schema.walking import walk_steps

__all__ = ["describe"]

_DECKS = {
    DeckType.STANDARD: "a standard deck of 52 cards",
    DeckType.SHORT_6A: "a short deck of 36 cards, sixes to aces",
    DeckType.SHORT_TA: "a short deck of 20 cards, tens to aces",
    DeckType.SHORT_27_JA: "a deck of 40 cards without eights, nines and tens",
}
_ROUND = "There is a betting round."
_FOLLOWS = "A betting round follows."
_ORDERS = {
    OpeningOrder.AFTER_BIG_BLIND: "the player to the left of the big blind",
    OpeningOrder.BRING_IN: "the player to the left of the bring-in",
    OpeningOrder.DEALER: "the player to the left of the dealer",
    OpeningOrder.HIGH_HAND: "the player with the best hand face up",
    OpeningOrder.LAST_ACTOR: "the player to the left of whoever acted last",
}


def describe(configuration: Configuration) -> str:
    """Return the rules of a game in English.

    Args:
        configuration: The game.

    Returns:
        A title and paragraphs of plain text, separated by empty lines.
    """
    paragraphs = [configuration.name]
    if configuration.description is not None:
        paragraphs.append(configuration.description)
    paragraphs.append(_describe_table(configuration))
    lines = [f"{index}. {text}" for index, text in enumerate(_list_steps(configuration), 1)]
    paragraphs.append("\n".join(["The play:", *lines]))
    betting = [_describe_order(configuration), *_describe_bets(configuration)]
    if any(betting):
        paragraphs.append(" ".join(filter(None, betting)))
    wild = describe_wild_cards(configuration)
    if wild:
        paragraphs.append(" ".join(wild))
    paragraphs += describe_showdown(configuration)
    return "\n\n".join(paragraphs)


def _list_steps(configuration: Configuration) -> list[str]:
    """Say what happens; what leads to a betting round stands together with it."""
    found: list[str] = []
    together = False
    for step in configuration.steps:
        text = describe_step(configuration, step)
        if not text:
            continue
        if together and step.bet is not None and text.startswith(_ROUND):
            found[-1] += f" {_FOLLOWS}{text.removeprefix(_ROUND)}"
            together = False
            continue
        found.append(text)
        bets = [step.bet, *(part.bet for part in step.group)]
        together = all(bet is None or bet.type is BetType.BRING_IN for bet in bets)
    return found


def _describe_bets(configuration: Configuration) -> list[str]:
    """Say which rounds have small and which have big bets, and how else bets are unusual."""
    if Structure.LIMIT not in configuration.structures:
        return []
    bets = [action for _, action, _ in walk_steps(configuration) if isinstance(action, Bet)]
    sizes = [bet.type for bet in bets if bet.type in (BetType.SMALL, BetType.BIG)]
    small = sizes.count(BetType.SMALL)
    start = "Bets are" if configuration.structures == (Structure.LIMIT,) else "With Limit, bets are"
    texts = []
    if len(set(sizes)) == 1:
        texts.append(f"{start} {sizes[0]} throughout.")
    elif sizes and sizes == sorted(sizes, key=[BetType.SMALL, BetType.BIG].index):
        first = "the first round" if small == 1 else f"the first {number(small)} rounds"
        texts.append(f"{start} small in {first} and big afterwards.")
    elif sizes:
        rounds = [str(index) for index, size in enumerate(sizes, 1) if size is BetType.BIG]
        texts.append(f"{start} big in round {listed(rounds, 'and')} and small in the others.")
    cap = configuration.raise_cap
    if cap is None:
        texts.append("There is any number of raises.")
    elif not isinstance(cap, DefaultCap):
        most = "one bet" if cap == 1 else f"{number(cap)} bets and raises"
        texts.append(f"A round has at most {most}.")
    if configuration.forced_bets.open_pair_double_bet:
        texts.append("In the second round, the big bet may be made if anybody shows a pair.")
    return texts


def _describe_table(configuration: Configuration) -> str:
    players = configuration.players
    if players.minimum == players.maximum:
        seats = f"{number(players.minimum)} players"
    else:
        seats = f"{number(players.minimum)} to {number(players.maximum)} players"
    deck = _DECKS[configuration.deck.type]
    if configuration.deck.jokers:
        deck += f", and {count(configuration.deck.jokers, 'joker')}"
    burn = " A card is burnt after each betting round." if configuration.deck.burn else ""
    limits = listed(configuration.structures)
    return f"For {seats}, with {deck}.{burn} Played {limits}."


def _describe_order(configuration: Configuration) -> str:
    """Say who acts first."""
    order = configuration.betting_order
    style = configuration.forced_bets.unconditional.style
    bets = [action for _, action, _ in walk_steps(configuration) if isinstance(action, Bet)]
    rounds = sum(bet.type in (BetType.SMALL, BetType.BIG) for bet in bets)
    if not rounds:
        return ""
    posts_bring_in = any(bet.type is BetType.BRING_IN for bet in bets)
    first = _ORDERS[OpeningOrder.DEALER]
    if posts_bring_in:
        first = _ORDERS[OpeningOrder.BRING_IN]
    elif any(bet.type is BetType.BLINDS for bet in bets):
        first = _ORDERS[OpeningOrder.AFTER_BIG_BLIND]
    if order.initial is OpeningOrder.DEALER:
        first = _ORDERS[OpeningOrder.DEALER]
    text = f"In the first betting round {first} acts first"
    if rounds == 1:
        return f"{text}."
    if order.subsequent is None:
        default = DEFAULT_OPENING_ORDERS[style]
        if default is OpeningOrder.HIGH_HAND and not shows_hands(configuration):
            default = OpeningOrder.DEALER
        later = _ORDERS[default]
    else:
        later = _ORDERS[order.subsequent.default]
        cases = [
            f"{_ORDERS[each.order]} if {describe_condition(each.condition)}"
            for each in order.subsequent.conditional
            if each.order is not order.subsequent.default
        ]
        if cases:
            later = f"{later}, or {listed(cases)}"
    if later == first:
        return f"In every betting round {first} acts first."
    return f"{text}, and in later ones {later}."
