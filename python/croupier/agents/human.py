"""A person as an agent: asked in words, answering in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from croupier.agents.base import AgentBase, HandInfo
from croupier.agents.moves import OPTIONAL_DECISIONS, Move
from croupier.agents.parsing import describe_moves, parse_move
from croupier.cards import Card
from croupier.errors import AgentError, ParseError
from croupier.state import State

__all__ = ["Human", "PersonLeft", "describe_situation"]

_HELP = """\
  fold (f), check (x), call (c), all in
  raise 120, bet 120, raise by 20, raise pot, half pot, 2/3 pot, min
  cards by their numbers or names: discard 2 3, discard 2c 3d, keep 1 2, stand pat
  pass 1 2 3, expose 2, separate 1 2 | 3 4 5, replace 1
  declare high, low or both; choose omaha; buy, straddle, decline
  show, muck; run it once, twice, any
  ? for this help, q to leave the table"""


_LEAVING = frozenset({"q", "quit", "exit", "leave"})


class PersonLeft(KeyboardInterrupt):
    """A person leaves the table, in words and not by Ctrl-C.

    >>> issubclass(PersonLeft, KeyboardInterrupt)
    True
    """


class Human(AgentBase):
    """An agent that asks a person.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> said = iter(["hm", "raise 6"])
    >>> person = Human(ask=lambda prompt: next(said), tell=lambda text: None)
    >>> person.act(state.observe(1)).arguments
    (6,)

    Attributes:
        names: The names of the players of the hand, in the order of the state.
    """

    name = "you"
    also_decides = OPTIONAL_DECISIONS

    def __init__(
        self,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], object] = print,
        show: Callable[[State, int], object] | None = None,
    ) -> None:
        """Make an agent.

        Args:
            ask: Shows a prompt and returns what the person answers.
            tell: Shows a text.
            show: Shows the hand before each decision; it is told in a few lines when omitted.
        """
        super().__init__(0)
        self._ask = ask
        self._tell = tell
        self._show = show
        self.names: tuple[str, ...] = ()

    def start_hand(self, info: HandInfo) -> None:
        """Learn who is who.

        Args:
            info: What hand it is.
        """
        self.names = info.names

    def act(self, view: State) -> Move:
        """Ask until the answer is a move.

        Args:
            view: What the player sees.

        Returns:
            The move.

        Raises:
            AgentError: The input has ended.
            PersonLeft: The person leaves the table.
        """
        index = view.legal.player_index
        assert index is not None
        if self._show is not None:
            self._show(view, index)
        else:
            for line in describe_situation(view, index, self.names):
                self._tell(line)
        while True:
            try:
                said = self._ask(f"{describe_moves(view)}? ").strip()
            except EOFError:
                raise AgentError(
                    "nobody answers: the input has ended", code="input-ended"
                ) from None
            if said.lower() in _LEAVING:
                raise PersonLeft
            if said.lower() in {"?", "help"}:
                self._tell(_HELP)
                continue
            try:
                # Nobody raises by a key too early.
                return parse_move(said, view, needs_size=True)
            except ParseError as error:
                self._tell(f"  {error.args[0]}; ? for help")

    def choose_game(self, games: Sequence[str]) -> str:
        """Ask for the next game, where the dealer picks it.

        Args:
            games: The games.

        Returns:
            One of them.

        Raises:
            AgentError: The input has ended.
            PersonLeft: The person leaves the table.
        """
        names = {name.lower(): name for name in games}
        while True:
            try:
                said = self._ask(f"You deal. Which game: {', '.join(games)}? ").strip().lower()
            except EOFError:
                raise AgentError(
                    "nobody answers: the input has ended", code="input-ended"
                ) from None
            if said in _LEAVING and said not in names:
                raise PersonLeft
            if said in names:
                return names[said]
            if said.isdecimal() and 1 <= int(said) <= len(games):
                return games[int(said) - 1]
            self._tell("  There is no such game here.")


def describe_situation(
    view: State, player_index: int, names: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield lines that say what a player sees.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> next(describe_situation(state.observe(1), 1))
    'Pot 3'

    Args:
        view: The hand, as the player sees it.
        player_index: The player.
        names: The names of the players.

    Yields:
        The lines: the pot and the boards first, then the players.
    """
    from croupier.views.table import Standing, view_table

    table = view_table(view, names, viewer=player_index, words=False)
    rows = []
    for board in table.boards:
        for row in board.rows:
            cards = [one.card for one in row.cards if one is not None]
            if cards:
                rows.append(f"{row.label or 'board'} {_show(cards)}")
    yield ", ".join([f"Pot {table.pot}", *rows])
    for seat in table.seats:
        held, up = [one.card for one in seat.cards], [one.up for one in seat.cards]
        shown = _show_hole_cards(held, up, numbered=seat.index == player_index)
        bet = f", bet {seat.bet}" if seat.bet else ""
        folded = ", folded" if seat.place is Standing.FOLDED else ""
        yield f"  {seat.name}: {seat.stack}{bet}{folded}  {shown}".rstrip()


def _show_hole_cards(cards: list[Card], statuses: list[bool], *, numbered: bool) -> str:
    """Return cards with those that lie face up at the end, behind the word for it."""
    groups: tuple[list[str], list[str]] = ([], [])
    for place, (card, is_up) in enumerate(zip(cards, statuses, strict=True), 1):
        groups[is_up].append(f"{place}:{card!r}" if numbered else repr(card))
    down, up = groups
    return " ".join([*down, "up", *up] if up else down)


def _show(cards: list[Card]) -> str:
    return " ".join(map(repr, cards))
