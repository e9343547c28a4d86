"""The protocol of the Annual Computer Poker Competition: others play here, ours play there."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import RawIOBase
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from croupier.agents.base import Agent, AgentBase, HandInfo, MatchInfo
from croupier.agents.external.lines import EndError, Lines, find_longest_line
from croupier.agents.legal_moves import choose_default
from croupier.agents.moves import CALL, FOLD, Move
from croupier.agents.parsing import parse_move
from croupier.cards import Card
from croupier.errors import AgentError, AgentStartError, LateError, ParseError, PokerError
from croupier.games import Poker
from croupier.state import (
    BettingStructure,
    BoardDealing,
    HoleCardsShowingOrMucking,
    HoleDealing,
    State,
)
from croupier.utilities import parse_value

if TYPE_CHECKING:
    import socket

__all__ = ["AcpcDealer", "play_acpc", "write_states"]

VERSION: Final = "VERSION:2.0.0"
_SECONDS = 10.0
_SECONDS_TO_CONNECT = 60.0
_PORT_BITS = 16
_END = "\r\n"
_ANSWER = re.compile(r"(f|c|r(\d+)?)")
_STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):([^:]*)")


class AcpcDealer(AgentBase):
    """An agent played by a program that connects as a client of the ACPC protocol.

    The program is a client, as it is for the competition's own dealer. It is sent every state of a
    hand, those in which others act, too, and works out itself whether it is its turn; they come
    when it is to act and when the hand is over, all that are new at once. Hold'em with fixed limits
    and without limit can be played.

    >>> dealer = AcpcDealer()
    >>> dealer.port > 0
    True
    >>> dealer.close()

    Attributes:
        port: Where it listens.
        seconds: How long an answer may take, from the first line of the question on.
        seconds_to_connect: How long to wait for the program.
        isolated: Whether the program can reach no other; nobody knows what somebody else started.
        wire: Is told every line that goes to the program (`>`) or comes from it (`<`), if somebody
            listens.
    """

    name = "acpc"
    is_program = True
    isolated: Final = False
    wire: Callable[[str, str], None] | None = None

    def __init__(
        self,
        port: int = 0,
        host: str = "127.0.0.1",
        seconds: float | None = None,
        seconds_to_connect: float = _SECONDS_TO_CONNECT,
        *,
        longest_line: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Begin to listen.

        Args:
            port: Where; any port that is free when it is 0.
            host: The address.
            seconds: How long an answer may take, and the greeting: ten seconds when omitted, or a
                table's limit.
            seconds_to_connect: How long to wait for the program.
            longest_line: How many bytes a line may have; when omitted, what
                `CROUPIER_LONGEST_LINE` says, or else 65536.
            clock: Tells the time in seconds.

        Raises:
            AgentError: The port cannot be used.
            SetupError: The longest line is no number above 0.
        """
        super().__init__(0)
        if not isinstance(port, int) or not 0 <= port < 1 << _PORT_BITS:
            raise AgentError(
                f"a port is a number below {1 << _PORT_BITS}, unlike {port!r}", code="port"
            )
        self._longest = find_longest_line(longest_line)
        self._clock = clock
        # Few programs have others connect to them.
        import socket

        try:
            self._server = socket.create_server((host, port))
        except OSError as error:
            raise AgentError(f"port {port} cannot be used: {error}", code="port-in-use") from None
        self.port: int = self._server.getsockname()[1]
        self.seconds = _SECONDS if seconds is None else seconds
        self._own_seconds = seconds
        self.seconds_to_connect = seconds_to_connect
        self._lines: Lines | None = None
        self._number = 0
        self._sent = 0

    def limit_time(self, seconds: float) -> None:
        """Take over the limit of a table, which is the agent's own then.

        Args:
            seconds: How long a decision may take; a smaller limit of the agent's own stays.
        """
        self.seconds = seconds if self._own_seconds is None else min(self._own_seconds, seconds)

    def start_match(self, info: MatchInfo) -> None:
        """Wait for the program.

        Args:
            info: Where it sits.

        Raises:
            AgentStartError: Nobody connects, or does not say which version it speaks.
        """
        self._connect()

    def start_hand(self, info: HandInfo) -> None:
        """Begin to count the states of a hand.

        Args:
            info: What hand it is.
        """
        self._number = info.number
        self._sent = 0

    def act(self, view: State) -> Move:
        """Ask the program.

        Args:
            view: What the player sees.

        Returns:
            The move.

        Raises:
            LateError: The program does not answer in time.
            AgentError: It is gone, or answers nonsense, or the game is none of the protocol's.
        """
        index = view.actor_index
        if index is None or view.stand_patter_or_discarder_index is not None:
            raise AgentError(
                "the protocol has no decisions but those of betting rounds",
                code="protocol-decision",
            )
        lines = self._connect()
        deadline = lines.find_deadline(self.seconds)
        states = write_states(view, index, self._number)
        self._post(lines, states)
        while True:
            try:
                answer = _receive(lines, deadline)
            except LateError:
                raise LateError(
                    f"there was no answer within {self.seconds:g} seconds", code="no-answer-in-time"
                ) from None
            # Comments, and answers to older states that came too late.
            if answer.startswith(states[-1] + ":"):
                return _read_letter(answer[len(states[-1]) + 1 :], view, index)

    def end_hand(self, view: State, player_index: int) -> None:
        """Send the last state of a hand.

        Args:
            view: What the player saw.
            player_index: The player.
        """
        self._post(self._connect(), write_states(view, player_index, self._number))

    def close(self) -> None:
        """End the connection."""
        if self._lines is not None:
            # With unread bytes the system would drop what is still to be sent.
            self._lines.drain()
            self._lines.close()
            self._lines = None
        self._server.close()

    def _post(self, lines: Lines, states: list[str]) -> None:
        """Send the states that were not sent before."""
        new, self._sent = states[self._sent :], len(states)
        if new:
            lines.post(_END.join(new) + "\r")

    def _connect(self) -> Lines:
        if self._lines is None:
            self._server.settimeout(self.seconds_to_connect)
            try:
                connection, _ = self._server.accept()
            except OSError:
                raise AgentStartError(
                    f"nobody connected to port {self.port} within {self.seconds_to_connect:g}"
                    " seconds",
                    code="no-connection",
                ) from None
            lines = _open(connection, self._longest, self._clock, self.wire)
            try:
                greeting = _receive(lines, lines.find_deadline(self.seconds))
                said = f"the program speaks no version 2 of the protocol: {greeting[:200]!r}"
            except LateError:
                greeting, said = "", f"the program says no version within {self.seconds:g} seconds"
            except AgentError as error:
                greeting, said = "", f"the program says no version: {error}"
            if not greeting.startswith("VERSION:2."):
                lines.close()
                raise AgentStartError(said, code="protocol-version")
            self._lines = lines
        return self._lines


def _open(
    connection: socket.socket,
    longest: int | None,
    clock: Callable[[], float] = monotonic,
    wire: Callable[[str, str], None] | None = None,
) -> Lines:
    import socket

    # Lines are short, and the other side waits for each.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setblocking(False)
    end = cast(RawIOBase, connection.makefile("rwb", buffering=0))
    # The file has it now.
    connection.close()
    return Lines(end, end, longest=longest, clock=clock, wire=wire)


def _receive(lines: Lines, deadline: float | None) -> str:
    return lines.receive(deadline).decode(errors="replace")


def write_states(view: State, player_index: int, number: int) -> list[str]:
    """Return what a player is sent in a hand: the state before each action, and the present one.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (50, 100), 100, 20000, 2, seed=1
    ... )
    >>> write_states(state.observe(1), 1, 7)
    ['MATCHSTATE:1:7::|8c7h']

    Args:
        view: The hand, as the player sees it.
        player_index: The player.
        number: The number of the hand.

    Returns:
        The lines, without their ends.
    """
    amounts = view.betting_structure != BettingStructure.FIXED_LIMIT
    own = "".join(map(repr, _find_hole(view, player_index)))
    hands = ["" for _ in view.player_indices]
    hands[player_index] = own
    betting = board = ""
    found = []

    def describe() -> str:
        return f"MATCHSTATE:{player_index}:{number}:{betting}:{'|'.join(hands)}{board}"

    from croupier.histories.protocols.lines import betting_letters

    for operation, letter in betting_letters(view.operations, amounts=amounts):
        if letter:
            found.append(describe())
            betting += letter
        elif isinstance(operation, BoardDealing):
            betting += "/"
            board += "/" + "".join(map(repr, operation.cards))
        elif isinstance(operation, HoleCardsShowingOrMucking) and all(operation.hole_cards):
            hands[operation.player_index] = (
                "".join(map(repr, operation.hole_cards)) or hands[operation.player_index]
            )
    found.append(describe())
    return found


def _find_hole(view: State, player_index: int) -> list[Card]:
    """Return the cards that a player was dealt; those of a hand that is over are gone."""
    cards: list[Card] = []
    for operation in view.operations:
        if isinstance(operation, HoleDealing) and operation.player_index == player_index:
            cards.extend(operation.cards)
    return cards


def _read_letter(text: str, view: State, index: int) -> Move:
    found = _ANSWER.fullmatch(text.strip())
    if found is None:
        raise AgentError(
            f"{text!r} is no action of the protocol: there are f, c and r", code="message-action"
        )
    if found[1] == "f":
        # Nobody folds where calling is free.
        return FOLD if view.checking_or_calling_amount else CALL
    if found[1] == "c":
        return CALL
    if found[2] is None:
        return Move("complete_bet_or_raise_to", (view.min_completion_betting_or_raising_to_amount,))
    # The amount is for the whole hand; the state wants that of the round.
    earlier = -view.payoffs[index] - view.bets[index]
    return Move("complete_bet_or_raise_to", (int(found[2]) - earlier,))


def play_acpc(
    agent: Agent,
    game: Poker,
    stack: int,
    host: str,
    port: int,
    *,
    seconds: float | None = None,
    seed: int = 0,
) -> int:
    """Let an agent play at a dealer of the competition until the dealer ends the match.

    Args:
        agent: Who plays.
        game: What is played: hold'em with the dealer's blinds.
        stack: What everybody begins each hand with.
        host: The dealer's address.
        port: The dealer's port for this player.
        seconds: How long to wait for the dealer; without end when omitted.
        seed: A number for the agent's randomness.

    Returns:
        How many hands were played.

    Raises:
        AgentError: There is no dealer, or it says what cannot be.
    """
    import socket

    try:
        lines = _open(socket.create_connection((host, port), timeout=seconds), None)
    except OSError as error:
        raise AgentError(
            f"there is no dealer at {host}:{port}: {error}", code="no-connection"
        ) from None
    client = _Client(agent, game, stack)
    client.call("start_match", MatchInfo("", 0, type(game).__name__, seed))
    try:
        lines.post(f"{VERSION}\r")
        while True:
            try:
                line = _receive(lines, lines.find_deadline(seconds))
            except EndError:
                return len(client.ended)
            except LateError:
                raise LateError(
                    f"the dealer said nothing for {seconds:g} seconds", code="no-answer-in-time"
                ) from None
            if line.startswith("MATCHSTATE:"):
                answer = client.answer(line)
                if answer is not None:
                    lines.post(f"{line}:{answer}\r")
    finally:
        client.call("close")
        lines.close()


class _Client:
    """The client's side of the protocol: it plays for an agent what a dealer says."""

    def __init__(self, agent: Agent, game: Poker, stack: int) -> None:
        from croupier.histories.protocols.lines import prepare_game

        self._agent = agent
        self._game = prepare_game(game)
        self._stack = stack
        self._number: int | None = None
        self.ended: set[int] = set()

    def call(self, name: str, *arguments: Any) -> None:
        hook = getattr(self._agent, name, None)
        if hook is not None:
            hook(*arguments)

    def answer(self, line: str) -> str | None:
        """Return the letter of the agent's move, or `None` if it is not the agent's turn."""
        found = _STATE.fullmatch(line)
        if found is None:
            raise AgentError(
                f"the dealer says what cannot be read: {line!r}", code="message-syntax"
            )
        index, number = int(found[1]), int(found[2])
        count = found[4].partition("/")[0].count("|") + 1
        from croupier.histories.protocols.lines import play_line

        try:
            state = play_line(
                self._game, self._stack, found[3], found[4], count, parse_value, finish=False
            )
        except (ParseError, ValueError) as error:
            raise AgentError(
                f"the dealer says what cannot be: {error}: {line!r}", code="message-syntax"
            ) from None
        if number != self._number:
            self._number = number
            names = tuple(f"Player {place + 1}" for place in range(count))
            stacks = (self._stack,) * count
            title = type(self._game).__name__
            self.call("start_hand", HandInfo(number, title, index, names, stacks))
        view = state.observe(index)
        if state.actor_index == index:
            return self._ask(view, index)
        if not state.status and number not in self.ended:
            self.ended.add(number)
            self.call("end_hand", view, index)
        return None

    def _ask(self, view: State, index: int) -> str:
        move = self._agent.act(view.copy())
        if isinstance(move, str):
            move = parse_move(move, view)
        try:
            possible = move.can_apply(view)
        except PokerError:
            possible = False
        if not possible:
            move = choose_default(view)
        if move.name == FOLD.name:
            return "f"
        if move.name == CALL.name:
            return "c"
        amount = move.arguments[0] if move.arguments else None
        if view.betting_structure == BettingStructure.FIXED_LIMIT or amount is None:
            return "r"
        return f"r{amount - view.payoffs[index] - view.bets[index]}"
