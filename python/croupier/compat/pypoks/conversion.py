"""Hand histories of pypoks and of Croupier, one made of the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from croupier.cards import Card
from croupier.cards.notation import Dialect
from croupier.compat.pypoks.config import CONFIG_NAMES, GameConfig
from croupier.compat.pypoks.hand import PlayedHand, seat_of
from croupier.compat.pypoks.history import HHistory
from croupier.compat.pypoks.menu import CALL, CHECK, FIRST_RAISE, FOLD
from croupier.compat.pypoks.tables.dealing import deal_out
from croupier.compat.pypoks.tables.table import PTable
from croupier.compat.pypoks.texts import read_texts, write_texts
from croupier.errors import PokerError, ReplayError, UnsupportedError, guard
from croupier.histories import HandHistory
from croupier.state import (
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    State,
)
from croupier.texts import show_line

__all__ = ["from_hand_history", "to_hand_history"]

_CONFIG_FIELD = "_config"
_MOVES_FIELD = "_moves"


def to_hand_history(
    history: HHistory, config: GameConfig | None = None, **fields: Any
) -> HandHistory:
    """Make a `HandHistory` of a history of events.

    The hand is played again, so its chips are right. `_config` and `_moves` keep the name of the
    config and of each move. What is lost: the probabilities of moves, and half chips, since the
    engine divides whole ones.

    >>> hh = read_texts('''
    ... GCF: 2players_2bets
    ... POS: agent BTN 1000
    ... POS: human BB 1000
    ... PLH: human JD 6D
    ... PLH: agent KH TC
    ... MOV: agent FLD 0
    ... ''')
    >>> made = to_hand_history(hh)
    >>> made.players, made.actions
    (['human', 'agent'], ['d dh p1 Jd6d', 'd dh p2 KhTc', 'p2 f'])

    Args:
        history: The history.
        config: The game; the known one of the name in the history when omitted.
        **fields: Other fields of the `HandHistory`.

    Returns:
        The `HandHistory`; heads-up, the big blind is its first player.

    Raises:
        UnsupportedError: The config is not known.
        ReplayError: The history is no hand that can be played.
    """
    with guard("converted", "the conversion of events", ReplayError, passing=(PokerError,)):
        return _make_history(history, config, fields)


def _make_history(
    history: HHistory, config: GameConfig | None, fields: dict[str, Any]
) -> HandHistory:
    hand = history.hand
    if hand is None:
        config = config or GameConfig.from_name(history.config_name)
        number = next((values[1] for name, values in history.events if name == "HST"), 0)
        table = next((values[0] for name, values in history.events if name == "HST"), "table")
        hand = read_texts(write_texts(history, config), config, table=table).hand
        assert hand is not None
        hand.hand_id = number
    names = hand.config.menu.names
    count = len(hand.players)
    own: dict[str, Any] = {
        "players": [hand.players[seat_of(seat, count)] for seat in range(count)],
        "hand": hand.hand_id,
        "table": hand.table,
        _CONFIG_FIELD: hand.config.name,
        _MOVES_FIELD: [names[made[2]] for made in hand.moves],
    }
    return HandHistory.from_game_state(hand.config.create_game(), hand.state, **own | fields)


def from_hand_history(
    history: HandHistory,
    config: GameConfig | None = None,
    *,
    dialect: Dialect | str = Dialect.D,
) -> HHistory:
    """Make a history of events of a `HandHistory`.

    What is lost: fields that a history of events has no room for (dates, places, remarks), and
    blanks in the names of players, which become underscores. Hole cards that are not known are
    pads, which is possible for players who fold.

    Args:
        history: The history: no-limit hold'em, the stacks and blinds of a config, and only bets
            and raises that are on its menu.
        config: The game; the one that `_config` names when omitted, or the first known one that
            fits.
        dialect: How cards are written.

    Returns:
        The history.

    Raises:
        UnsupportedError: The hand cannot be played with the config; it says why.
        ReplayError: The history is no hand that can be played.
    """
    with guard("converted", "the conversion to events", UnsupportedError):
        return _make_events(history, config, Dialect(dialect))


def _make_events(history: HandHistory, config: GameConfig | None, dialect: Dialect) -> HHistory:
    state = history.replay().state
    if history.variant != "NT":
        raise UnsupportedError(
            f"a game config is of no-limit hold'em (NT), not of {history.variant}",
            code="other-game",
        )
    if config is not None:
        return _convert(history, state, config, dialect)
    name = history.user_defined_fields.get(_CONFIG_FIELD)
    if name is not None:
        return _convert(history, state, GameConfig.from_name(str(name)), dialect)
    reasons = []
    for name in CONFIG_NAMES:
        try:
            return _convert(history, state, GameConfig.from_name(name), dialect)
        except UnsupportedError as error:
            reasons.append(f"{name}: {error}")
    raise UnsupportedError(f"no known game config fits: {'; '.join(reasons)}", code="other-game")


def _convert(history: HandHistory, state: State, config: GameConfig, dialect: Dialect) -> HHistory:
    count = state.player_count
    _check_stakes(state, config)
    given = history.players or [f"p{seat + 1}" for seat in range(count)]
    names = [show_line("_".join(str(name).split())) for name in given]
    players = [names[seat_of(position, count)] for position in range(count)]
    table = PTable(str(history.table or "table"), config, players, dialect=dialect)
    table.hand_id = history.hand if isinstance(history.hand, int) else 0
    moves = history.user_defined_fields.get(_MOVES_FIELD)
    script = _Record(state, moves if isinstance(moves, list) else [])
    return table.decide(table.play_steps(table.players, dialect, script, script))


def _check_stakes(state: State, config: GameConfig) -> None:
    count = config.table_size
    if state.player_count != count:
        raise UnsupportedError(
            f"there are {state.player_count} players, not {count}", code="player-count"
        )
    blinds = [0] * count
    blinds[seat_of(0, count)] = config.table_cash_sb
    blinds[seat_of(1, count)] = config.table_cash_bb
    given = [state.get_effective_blind_or_straddle(seat) for seat in range(count)]
    if any(state.antes) or given != blinds:
        raise UnsupportedError(
            f"the forced bets are {given}, not {blinds} without antes", code="other-stakes"
        )
    stacks = [config.table_cash_start] * count
    if list(state.starting_stacks) != stacks:
        raise UnsupportedError(
            f"the stacks are {list(state.starting_stacks)}, not {stacks}", code="other-stakes"
        )


class _Record:
    """The cards and decisions of a state, which the table asks instead of a text."""

    play_on = False

    def __init__(self, state: State, moves: Sequence[Any]) -> None:
        self._holes = _find_holes(state)
        self._board = [
            card
            for operation in state.operations
            if isinstance(operation, BoardDealing)
            for card in operation.cards
        ]
        self._decisions = _find_decisions(state.operations)
        self._names = list(moves)
        self._number = 0

    def deal(self, hand: PlayedHand) -> None:
        if not self._board and hand.state.can_burn_card(Card.UNKNOWN):
            # The record ends before the next card is dealt.
            return
        deal_out(hand, self)

    def take_hole(self, hand: PlayedHand, seat: int) -> tuple[Card, ...]:
        return self._holes[seat]

    def take_board(self, hand: PlayedHand, count: int) -> tuple[Card, ...]:
        taken = tuple(self._board[:count])
        del self._board[:count]
        return taken

    def reserved(self) -> Collection[Card]:
        return self._board

    def take_move(
        self, player: str, config: GameConfig, allowed: Sequence[bool], added: Sequence[int]
    ) -> int | None:
        decision = next(self._decisions, None)
        if decision is None:
            return None
        operation, chips = decision
        names = config.menu.names
        self._number += 1
        # A raise of all chips that is a call is known by its name alone.
        if self._number <= len(self._names) and self._names[self._number - 1] in names:
            move = names.index(self._names[self._number - 1])
            if allowed[move] and added[move] == chips:
                return move
        if isinstance(operation, Folding):
            candidates: Sequence[int] = (FOLD,)
        elif isinstance(operation, CheckingOrCalling):
            candidates = (CALL,) if chips else (CHECK,)
        else:
            candidates = range(FIRST_RAISE, len(names))
        for move in candidates:
            if allowed[move] and added[move] == chips:
                return move
        offered = ", ".join(
            f"{name} {cash}" for name, may, cash in zip(names, allowed, added, strict=True) if may
        )
        raise UnsupportedError(
            f"decision {self._number}, {operation} of {player}, adds {chips} chips and is not on"
            f" the menu of {config.name}: {offered} are",
            code="not-on-the-menu",
        )


def _find_holes(state: State) -> list[tuple[Card, ...]]:
    """Return the hole cards of everybody, as far as they are known."""
    dealt: list[list[Card]] = [[] for _ in state.player_indices]
    folded = set()
    for operation in state.operations:
        if isinstance(operation, HoleDealing):
            dealt[operation.player_index] += operation.cards
        elif isinstance(operation, HoleCardsShowingOrMucking) and operation.hole_cards:
            for place, card in enumerate(operation.hole_cards):
                if card:
                    dealt[operation.player_index][place] = card
        elif isinstance(operation, Folding):
            folded.add(operation.player_index)
    for seat, cards in enumerate(dealt):
        if len(cards) != 2:
            raise UnsupportedError(
                f"p{seat + 1} was dealt {len(cards)} hole cards, not 2.", code="card-count"
            )
        if not all(cards) and seat not in folded:
            raise UnsupportedError(
                f"the hole cards of p{seat + 1}, who does not fold, are unknown",
                code="unknown-card",
            )
    return [tuple(cards) for cards in dealt]


def _find_decisions(operations: Sequence[Operation]) -> Iterator[tuple[Operation, int]]:
    """Yield the decisions with the chips that each adds."""
    bets: dict[int, int] = {}
    for operation in operations:
        match operation:
            case BetCollection():
                bets = {}
            case Folding():
                yield operation, 0
            case CheckingOrCalling(player, amount):
                bets[player] = bets.get(player, 0) + amount
                yield operation, amount
            case CompletionBettingOrRaisingTo(player, amount):
                yield operation, amount - bets.get(player, 0)
                bets[player] = amount
            case BlindOrStraddlePosting(player, amount):
                bets[player] = bets.get(player, 0) + amount
