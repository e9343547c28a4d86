"""HHtexts as a script that a table plays again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn, Protocol

from croupier.cards import Card
from croupier.cards.notation import Dialect, from_text
from croupier.compat.pypoks.cards import CARDS, PAD
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.hand import PlayedHand, seat_of
from croupier.compat.pypoks.tables.dealing import deal_out
from croupier.errors import CardError, ParseError, ReplayError
from croupier.histories.formats.base import open_lines

__all__ = ["ASK", "FORMAT", "MoveSource", "Script", "ScriptLine", "TextDealer", "read_script"]

FORMAT = "HHtexts"
ASK = -1
"""Stands for the move of `MOV: ??`: the player is asked, and the hand stops."""

_PLAYED = frozenset({"POS:", "PLH:", "TCD:", "MOV:"})
_WORD_COUNTS = {"POS:": (4,), "PLH:": (4,), "TCD:": range(2, 7)}
_BREAK = ["MOV:", "??"]


class ScriptLine(NamedTuple):
    """A line that matters.

    Attributes:
        number: The number of the line, from 1.
        words: Its words.
        text: The line.
    """

    number: int
    words: list[str]
    text: str

    def refuse(self, message: str) -> ReplayError:
        """Return the error of a line that cannot be played."""
        return ReplayError(
            message, code="pypoks-move", format=FORMAT, line=self.number, excerpt=self.text
        )

    def misread(self, message: str) -> ParseError:
        """Return the error of a line that cannot be read."""
        return ParseError(
            message, code="pypoks-syntax", format=FORMAT, line=self.number, excerpt=self.text
        )


class MoveSource(Protocol):
    """A source of the moves that are made.

    Attributes:
        play_on: Whether players are asked where there are no more moves; the hand stops otherwise.
    """

    play_on: bool

    def take_move(
        self, player: str, config: GameConfig, allowed: Sequence[bool], added: Sequence[int]
    ) -> int | None:
        """Return the next move; see `Script.take_move`."""


class Script:
    """The lines of a text that are still to be played.

    Attributes:
        config_name: What the `GCF` line says, if there is one.
        dialect: How the cards are written, if there are any.
        strict: Whether the names of players must be right in all lines.
        play_on: Whether players go on where the text ends.
    """

    __slots__ = ("_config_line", "_lines", "_next", "config_name", "dialect", "play_on", "strict")

    def __init__(self, lines: list[ScriptLine], config_line: ScriptLine | None) -> None:
        """Take the lines.

        Args:
            lines: Those of positions, cards and moves.
            config_line: That of the config.
        """
        self._lines = lines
        self._next = 0
        self._config_line = config_line
        self.config_name = None if config_line is None else config_line.words[1]
        self.dialect = _find_dialect(lines)
        self.strict = False
        self.play_on = True

    @property
    def players(self) -> tuple[str, ...]:
        """The players that the lines of positions name."""
        return tuple(line.words[1] for line in self._lines if line.words[0] == "POS:")

    def check_config(self, config: GameConfig) -> None:
        """Look whether the text is of this config.

        Args:
            config: The config.

        Raises:
            ReplayError: It is of another one.
        """
        if self._config_line is not None and self.config_name != config.name:
            raise self._config_line.refuse(f"the table plays {config.name}")

    def take_positions(self, config: GameConfig, players: Sequence[str]) -> int:
        """Check the positions, and say how far the table must be turned to have them.

        Args:
            config: The game.
            players: Who sits at the table, in order.

        Returns:
            How many players go from the start to the end.

        Raises:
            ReplayError: The positions are not those of this table.
            ParseError: A stack is no number.
        """
        count = config.table_size
        lines = self._lines[:count]
        kinds = [line.words[0] for line in self._lines[: count + 1]]
        if kinds[:count] != ["POS:"] * count or kinds[count:] == ["POS:"]:
            found = kinds.count("POS:")
            self._refuse_positions(
                f"hh_mvh number of POS: not valid: there must be {count} first, not {found}"
            )
        names = [line.words[1] for line in lines]
        if set(names) != set(players):
            self._refuse_positions(
                f"hh_mvh set of players not valid: {', '.join(players)} sit here,"
                f" not {', '.join(names)}"
            )
        for line, position in zip(lines, config.position_names, strict=True):
            if line.words[2] != position:
                raise line.refuse(f"hh_mvh pos_names not valid: {position} is expected here")
        for line in lines:
            if _read_chips(line, line.words[3]) != config.table_cash_start:
                raise line.refuse(
                    "hh_mvh player cash start not valid: everybody has"
                    f" {config.table_cash_start} in {config.name}"
                )
        turn = players.index(names[0])
        if [*players[turn:], *players[:turn]] != names:
            self._refuse_positions(
                f"hh_mvh order of players not valid: {', '.join(players)} sit in this order,"
                f" not {', '.join(names)}"
            )
        self._next = count
        return turn

    def _refuse_positions(self, message: str) -> NoReturn:
        if self._lines:
            raise self._lines[0].refuse(message)
        raise ReplayError(message, format=FORMAT, code="player-order")

    def take(self, kind: str) -> ScriptLine | None:
        """Return the next line if it is of a kind, and go on.

        Args:
            kind: The first word.

        Returns:
            The line, or `None`.
        """
        if self._next < len(self._lines):
            line = self._lines[self._next]
            if line.words[0] == kind:
                self._next += 1
                return line
        return None

    def coming_cards(self) -> list[Card]:
        """Return the cards of the lines that are still to come; what is no card is found later."""
        found = []
        for line in self._lines[self._next :]:
            if line.words[0] in ("PLH:", "TCD:"):
                for text in line.words[1 if line.words[0] == "TCD:" else 2 :]:
                    with suppress(CardError):
                        found.append(from_text(text))
        return found

    def take_move(
        self, player: str, config: GameConfig, allowed: Sequence[bool], added: Sequence[int]
    ) -> int | None:
        """Return the move that the text gives.

        Args:
            player: Who is to move.
            config: The game.
            allowed: Whether each move may be made.
            added: How many chips each of them adds.

        Returns:
            The move, `ASK` where the text asks for it, or `None` where the text ends.

        Raises:
            ReplayError: The move cannot be made.
            ParseError: The move cannot be read.
        """
        if self._next >= len(self._lines):
            return None
        line = self.take("MOV:")
        if line is None:
            raise self._lines[self._next].refuse(f"a move of {player} is expected here")
        if line.words == _BREAK:
            self.check_end()
            return ASK
        _, name, move_name, chips = line.words[:4]
        names = config.menu.names
        if move_name not in names:
            raise line.misread(f"there is no move {move_name!r}: there are {', '.join(names)}")
        if self.strict and name != player:
            raise line.refuse(f"it is the turn of {player}, not of {name}")
        cash = _read_chips(line, chips)
        move = names.index(move_name)
        if not allowed[move]:
            others = ", ".join(one for one, may in zip(names, allowed, strict=True) if may)
            raise line.refuse(f"hh_mvh given move {line.words[:4]} is not allowed: {others} are")
        if cash != added[move]:
            raise line.refuse(
                f"hh_mvh given move {line.words[:4]} has wrong cash value,"
                f" should have {added[move]}"
            )
        return move

    def check_end(self) -> None:
        """Look whether everything was played.

        Raises:
            ReplayError: A line is left although the hand is over.
        """
        if self._next < len(self._lines):
            raise self._lines[self._next].refuse("the hand is over before this line")


class TextDealer:
    """A dealer of the cards that a text gives; where it gives none, they come from the deck."""

    def __init__(self, script: Script) -> None:
        """Make a dealer.

        Args:
            script: The text.
        """
        self._script = script

    def deal(self, hand: PlayedHand) -> None:
        """Deal all cards that are due.

        Args:
            hand: The hand.
        """
        deal_out(hand, self)

    def take_hole(self, hand: PlayedHand, seat: int) -> tuple[Card, ...]:
        """Return the hole cards of a player.

        Args:
            hand: The hand.
            seat: The player.

        Returns:
            The cards of the next `PLH` line.

        Raises:
            ReplayError: One of them cannot be dealt.
        """
        line = self._script.take("PLH:")
        if line is None:
            return ()
        player = hand.players[seat_of(seat, len(hand.players))]
        if self._script.strict and line.words[1] != player:
            raise line.refuse(f"the cards of {player} are expected here")
        return self._read(hand, line, line.words[2:], f"player {player} cards")

    def take_board(self, hand: PlayedHand, count: int) -> tuple[Card, ...]:
        """Return the next cards of the board.

        Args:
            hand: The hand.
            count: How many.

        Returns:
            The cards of the next `TCD` line; there may be too few.

        Raises:
            ReplayError: One of them cannot be dealt, or there are too many.
        """
        line = self._script.take("TCD:")
        if line is None:
            return ()
        if len(line.words) - 1 > count:
            raise line.refuse(f"{count} are dealt here, not {len(line.words) - 1}")
        state = (hand.state.street_index or 0) + 1
        return self._read(hand, line, line.words[1:], f"table card {{}} at state {state}")

    def reserved(self) -> list[Card]:
        """Return the cards that will be dealt later.

        Returns:
            Those of the lines that are still to come.
        """
        return self._script.coming_cards()

    def _read(
        self, hand: PlayedHand, line: ScriptLine, texts: Iterable[str], what: str
    ) -> tuple[Card, ...]:
        cards: list[Card] = []
        for text in texts:
            card = _read_card(line, text, self._script.dialect)
            if card in cards or card not in hand.state.deck_cards:
                raise line.refuse(
                    f"hh_mvh {what.format(text)} not valid: {text} is not in the deck"
                )
            cards.append(card)
        return tuple(cards)


def read_script(text: str | Sequence[str]) -> Script:
    """Read HHtexts.

    Args:
        text: The text, or its lines.

    Returns:
        The lines to be played.

    Raises:
        ParseError: A line that matters has too few or too many words.
    """
    lines = []
    config_line = None
    for number, raw in enumerate(open_lines(text), 1):
        line = ScriptLine(number, raw.split(), raw.strip())
        if not line.words:
            continue
        kind, count = line.words[0], len(line.words)
        if kind == "GCF:":
            if count != 2:
                raise line.misread("the name of a game config is expected after GCF:")
            config_line = line
        elif kind in _PLAYED:
            # Probabilities may follow a move.
            good = line.words == _BREAK or count >= 4 if kind == "MOV:" else None
            if good is False or (good is None and count not in _WORD_COUNTS[kind]):
                raise line.misread(f"{_EXPECTED[kind]} is expected after {kind}")
            lines.append(line)
    return Script(lines, config_line)


_EXPECTED = {
    "POS:": "a player, a position and a stack",
    "PLH:": "a player and two cards",
    "TCD:": "one card or three",
    "MOV:": "a player, a move and its chips, or ??",
}


def _read_chips(line: ScriptLine, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise line.misread(f"a whole number of chips is expected, not {text!r}")
    return int(text)


def _read_card(line: ScriptLine, text: str, dialect: Dialect | None) -> Card:
    try:
        card = from_text(text)
    except CardError as error:
        raise line.misread(str(error)) from None
    if card is CARDS[PAD]:
        raise line.misread(f"{text} is no card that can be dealt")
    if dialect is not None and _dialect_of(text) is not dialect:
        raise line.misread(f"{text!r} is written in another way than the cards before it")
    return card


def _find_dialect(lines: list[ScriptLine]) -> Dialect | None:
    """Return the dialect of the first card; one text has one."""
    for line in lines:
        if line.words[0] in ("PLH:", "TCD:"):
            return _dialect_of(line.words[-1])
    return None


def _dialect_of(text: str) -> Dialect:
    return Dialect.D if text[-1].isupper() else Dialect.Q
