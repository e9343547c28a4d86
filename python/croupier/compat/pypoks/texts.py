"""HHtexts: hand histories as text that people read and write."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.history import HHistory
from croupier.compat.pypoks.ranks import FullRank
from croupier.compat.pypoks.tables.script import FORMAT, read_script
from croupier.compat.pypoks.tables.table import PTable
from croupier.errors import ParseError, PokerError, UnsupportedError, guard

__all__ = ["STATE_NAMES", "read_texts", "write_texts"]

STATE_NAMES = ("idle", "preflop", "flop", "turn", "river", "showdown")
"""The names of the states of a table."""


def write_texts(
    history: HHistory,
    config: GameConfig | None = None,
    *,
    add_probs: bool = False,
    rename: Mapping[str, str] | None = None,
) -> list[str]:
    """Write a history as HHtexts.

    >>> from croupier.compat.pypoks.tables.table import PTable
    >>> hh = PTable("table", "2players_2bets", ["ann", "ben"], seed=1).run_hand()
    >>> write_texts(hh)[:6]
    ['GCF: 2players_2bets', 'table POT: 0', 'POS: ann BTN 1000', 'POS: ben BB 1000', 'ann SB 5', \
'ben BB 10']

    Args:
        history: The history.
        config: The game; the known one of the name in the history when omitted.
        add_probs: Whether the probabilities of moves are written.
        rename: Other names for players.

    Returns:
        The lines.

    Raises:
        UnsupportedError: The config is not known.
    """
    if config is None:
        hand = history.hand
        config = GameConfig.from_name(history.config_name) if hand is None else hand.config
    with guard("written", "the writer of HHtexts", UnsupportedError):
        return _write(history, config, add_probs, rename or {})


def _write(
    history: HHistory, config: GameConfig, add_probs: bool, others: Mapping[str, str]
) -> list[str]:
    names, positions = config.menu.names, config.position_names
    lines = []
    for event, values in history.events:
        who = others.get(values[0], values[0]) if event in _ABOUT_PLAYERS else None
        match event:
            case "GCF":
                lines.append(f"GCF: {values[0]}")
            case "T$$":
                lines.append(f"table POT: {values[0]}")
            case "POS":
                lines.append(f"POS: {who} {_name(positions, values[1])} {values[2]}")
            case "PSB" | "PBB":
                lines.append(f"{who} {event[1:]} {values[1]}")
            case "PLH":
                lines.append(f"PLH: {who} {values[1]} {values[2]}")
            case "TST" if values[0]:
                lines.append(f"** {_name(STATE_NAMES, values[0])}")
            case "TCD":
                lines.append(f"TCD: {' '.join(values)}")
            case "MOV":
                probs = f" {values[3]}" if add_probs else ""
                lines.append(f"MOV: {who} {_name(names, values[1])} {values[2]}{probs}")
            case "PRS":
                rank = values[2]
                text = rank.string if isinstance(rank, FullRank) else rank
                lines.append(f"result: {who} {values[1]} {text}")
    return lines


_ABOUT_PLAYERS = frozenset({"POS", "PSB", "PBB", "PLH", "MOV", "PRS"})


def _name(names: tuple[str, ...], number: int) -> str:
    if not 0 <= number < len(names):
        raise UnsupportedError(
            f"the history is of another game config: there is nothing of number {number} among"
            f" {', '.join(names)}",
            code="other-game",
        )
    return names[number]


def read_texts(
    text: str | list[str], config: GameConfig | None = None, *, table: str = "table"
) -> HHistory:
    """Read a hand from HHtexts by playing it.

    >>> hh = read_texts('''
    ... GCF: 2players_2bets
    ... POS: agent BTN 1000
    ... POS: human BB 1000
    ... PLH: human JD 6D
    ... PLH: agent KH TC
    ... MOV: agent FLD 0
    ... ''')
    >>> hh.results
    {'agent': -5, 'human': 5.0}

    Args:
        text: The text, or its lines.
        config: The game; the known one that the text names when omitted.
        table: What the table is called.

    Returns:
        The history, as far as the text goes; all names in it are checked.

    Raises:
        ReplayError: The hand cannot be played like this; it says which line.
        ParseError: A line cannot be read, or the text does not say of which config it is.
        UnsupportedError: The config is not known.
    """
    with guard("read", "the reader of HHtexts", passing=(PokerError,), format=FORMAT):
        script = read_script(text)
        if config is None:
            if script.config_name is None:
                raise ParseError(
                    "the text does not say its game config (GCF:)",
                    format=FORMAT,
                    code="missing-game",
                )
            config = GameConfig.from_name(script.config_name)
        script.take_positions(config, script.players)
        return PTable(table, config, script.players).run_hand(text, strict=True, play_on=False)
