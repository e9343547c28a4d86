"""Networks of PyTorch that play: how they are kept in files, and how they decide.

PyTorch is imported by what needs it, and no part of Croupier needs it otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from croupier import _native
from croupier.agents.base import AgentBase
from croupier.agents.holdem_rows import (
    HOLDEM_HISTORY,
    HOLDEM_SIZE,
    HOLDEM_VERSION,
    encode_holdem,
)
from croupier.agents.moves import CALL, FOLD, Move
from croupier.cards import Card
from croupier.errors import AgentError, ParseError, UnsupportedError
from croupier.state import (
    BlindOrStraddlePosting,
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    State,
)

__all__ = [
    "NET_DEALS",
    "NET_MENU",
    "Net",
    "NetAgent",
    "NetPolicy",
    "make_network",
    "read_net",
    "view_rows",
    "write_net",
]

NET_MENU: Final = ("fold", "call", 0.5, 1.0, "max")
"""The moves that networks choose from."""

NET_DEALS: Final = 46
"""How many deals are looked at for the share of a hand."""

_MENU = [("fold", 0, 0), ("call", 0, 0), ("pot", 0.5, 0), ("pot", 1.0, 0), ("max", 0, 0)]
_RAISE = "complete_bet_or_raise_to"
_UNKNOWN = 73
_FORMAT = "croupier-net-1"
_MAX_LAYERS = 16
_MAX_WIDTH = 4096
_MAX_BYTES = 1 << 28


class Net(NamedTuple):
    """A network that was read from a file.

    Attributes:
        network: The network, a module of PyTorch.
        sizes: How wide its layers are, from the input to the output.
        notes: What its maker has said of it.
    """

    network: Any
    sizes: tuple[int, ...]
    notes: dict[str, Any]


def import_torch() -> Any:
    """Return PyTorch.

    Returns:
        The module.

    Raises:
        UnsupportedError: It is not installed.
    """
    try:
        import torch  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise UnsupportedError(
            "networks need PyTorch, which is not installed: pip install torch", code="missing-torch"
        ) from None
    return torch


def make_network(sizes: Sequence[int]) -> Any:
    """Return a network of layers, each of which sees all of the one before.

    Args:
        sizes: How wide the layers are, from the input to the output.

    Returns:
        The module of PyTorch.
    """
    nn = import_torch().nn
    layers: list[Any] = []
    for before, after in pairwise(sizes):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def write_net(path: str | Path, network: Any, sizes: Sequence[int], **notes: Any) -> None:
    """Write a network to a file.

    Args:
        path: The file.
        network: The network.
        sizes: How wide its layers are.
        notes: What is to be known of it: numbers and texts.
    """
    import_torch().save(
        {
            "format": _FORMAT,
            "rows": HOLDEM_VERSION,
            "sizes": [int(size) for size in sizes],
            "weights": network.state_dict(),
            "notes": dict(notes),
        },
        path,
    )


def read_net(path: str | Path) -> Net:
    """Read a network.

    A file is read as weights alone, so that one from elsewhere cannot run programs.

    Args:
        path: The file.

    Returns:
        The network.

    Raises:
        ParseError: It is no network that Croupier wrote, or one for other rows.
        UnsupportedError: PyTorch is not installed.
        OSError: The file cannot be read.
    """
    torch = import_torch()
    file = Path(path)
    if file.stat().st_size > _MAX_BYTES:
        raise ParseError(f"{file} is larger than networks are", code="net-file")
    data = BytesIO(file.read_bytes())
    try:
        kept = torch.load(data, map_location="cpu", weights_only=True)
    except Exception as error:
        raise ParseError(
            f"{file} is no network: {type(error).__name__}: {error!s:.120}", code="net-file"
        ) from None
    if not isinstance(kept, dict) or kept.get("format") != _FORMAT:
        raise ParseError(f"{file} is no network that Croupier wrote", code="net-file")
    if kept.get("rows") != HOLDEM_VERSION:
        raise ParseError(
            f"{file} is for rows of {kept.get('rows')!r:.40}, not of {HOLDEM_VERSION}",
            code="net-rows",
        )
    sizes = kept.get("sizes")
    if (
        not isinstance(sizes, list)
        or not 2 <= len(sizes) <= _MAX_LAYERS
        or not all(type(size) is int and 1 <= size <= _MAX_WIDTH for size in sizes)
        or (sizes[0], sizes[-1]) != (HOLDEM_SIZE, len(NET_MENU))
    ):
        raise ParseError(f"{file} has layers that do not fit: {sizes!r:.80}", code="net-layers")
    network = make_network(sizes)
    try:
        network.load_state_dict(kept.get("weights"))
    except Exception as error:
        raise ParseError(
            f"{file} has weights that do not fit its layers: {error!s:.120}", code="net-layers"
        ) from None
    notes = kept.get("notes")
    return Net(network.eval(), tuple(sizes), notes if isinstance(notes, dict) else {})


class NetPolicy:
    """A network's policy for all tables of a batch: each move as often as the network says.

    The batch is one of two players with the moves `NET_MENU` and `NET_DEALS` deals.
    """

    def __init__(self, network: Any, unit: int, seed: int = 0) -> None:
        """Make a policy.

        Args:
            network: The network.
            unit: The chips of a big blind.
            seed: Makes its decisions the same every time.
        """
        import numpy

        self.network = network
        self.unit = unit
        self._random = numpy.random.default_rng(seed)
        self._torch = import_torch()

    def weigh(self, rows: Any) -> Any:
        """Return how often each move is to be taken.

        Args:
            rows: The batch, or anything with its arrays.

        Returns:
            Tables by moves; 0 for those that are not possible.
        """
        import numpy

        torch = self._torch
        with torch.no_grad():
            logits = self.network(torch.from_numpy(encode_holdem(rows, self.unit))).numpy()
        legal = rows.legal[:, : len(NET_MENU)] > 0
        logits = numpy.where(legal, logits, -numpy.inf)
        most = logits.max(axis=1, keepdims=True)
        with numpy.errstate(invalid="ignore"):
            parts = numpy.where(legal, numpy.exp(logits - most), 0.0)
        total = parts.sum(axis=1, keepdims=True)
        return parts / numpy.where(total > 0, total, 1)

    def __call__(self, rows: Any) -> Any:
        """Decide.

        Args:
            rows: The batch.

        Returns:
            A move for each table.
        """
        import numpy

        waiting = numpy.flatnonzero(rows.kinds)
        asked = _Rows(*(getattr(rows, name)[waiting] for name in _Rows._fields))
        decisions = numpy.zeros(len(rows.kinds), numpy.int64)
        decisions[waiting] = self._draw(self.weigh(asked))
        return decisions

    def _draw(self, parts: Any) -> Any:
        """Choose moves, each as often as is said."""
        numbers = self._random.random((len(parts), 1))
        moves = (parts.cumsum(axis=1) <= numbers).sum(axis=1)
        # Rounding may lead to a move that is not possible.
        last = parts.shape[1] - 1 - (parts[:, ::-1] > 0).argmax(axis=1)
        return moves.clip(max=last)


class NetAgent(AgentBase):
    """An agent that plays heads-up no-limit hold'em by a network, at any table."""

    name = "torch"

    def __init__(self, file: str, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            file: A network that `write_net` has written, such as that of the example of training.
            seed: Makes its decisions the same every time, whatever the table's seed is.

        Raises:
            ParseError: The file is no network.
            UnsupportedError: PyTorch is not installed.
            OSError: The file cannot be read.
        """
        super().__init__(seed)
        self.file = file
        self.net = read_net(file)
        self._judge = _native.Bot("equity", deals=NET_DEALS)

    def __deepcopy__(self, memo: object) -> NetAgent:
        copied = NetAgent(self.file, self.seed)
        copied._random.setstate(self._random.getstate())
        return copied

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.

        Raises:
            AgentError: The game is not that of the network.
        """
        rows, targets = view_rows(view, self._judge)
        unit = max(int(max(view.blinds_or_straddles)), 1)
        parts = NetPolicy(self.net.network, unit).weigh(rows)[0].tolist()
        (chosen,) = self._random.choices(range(len(parts)), parts)
        if NET_MENU[chosen] == "fold":
            return FOLD
        return CALL if NET_MENU[chosen] == "call" else Move(_RAISE, (targets[chosen],))


class _Rows(NamedTuple):
    """The arrays that a batch of one table would have."""

    cards: Any
    board: Any
    streets: Any
    seats: Any
    stacks: Any
    bets: Any
    pots: Any
    legal: Any
    amounts: Any
    shares: Any
    history: Any
    history_amounts: Any
    history_lengths: Any


def view_rows(view: State, judge: _native.Bot) -> tuple[Any, list[int]]:
    """Return what a batch would show of a hand of hold'em, and what the moves raise to.

    Args:
        view: The hand as the player to act sees it.
        judge: Who says what the hand is worth.

    Returns:
        The arrays of one table, and the amounts.

    Raises:
        AgentError: It is another game.
    """
    import numpy

    player = view.actor_index
    holes = [len(view.hole_cards[each]) for each in view.player_indices]
    if player is None or len(holes) != 2 or holes[player] != 2 or view.board_count != 1:
        raise AgentError(
            "the network is for hold'em of two players, and for bets alone", code="net-game"
        )
    priced = _native.price_menu(view, _MENU)
    if priced is None:
        raise AgentError("the network is for hold'em, and for bets alone", code="net-game")
    order = [player, 1 - player]
    board = [_code(card) for card in view.get_board_cards(0)]
    events, amounts = _list_events(view)
    history = numpy.zeros((1, HOLDEM_HISTORY, 3), numpy.uint8)
    history_amounts = numpy.zeros((1, HOLDEM_HISTORY), numpy.int64)
    newest = slice(max(len(events) - HOLDEM_HISTORY, 0), None)
    for place, (event, amount) in enumerate(zip(events[newest], amounts[newest], strict=True)):
        history[0, place], history_amounts[0, place] = event, amount
    cards = [[_code(card) for card in view.hole_cards[player]], [_UNKNOWN] * 2]
    stacks = [int(view.stacks[each]) for each in order]
    rows = _Rows(
        cards=numpy.array([cards], numpy.uint8),
        board=numpy.array([board + [_UNKNOWN] * (5 - len(board))], numpy.uint8),
        streets=numpy.array([view.street_index or 0], numpy.uint8),
        seats=numpy.array([player], numpy.uint8),
        stacks=numpy.array([stacks]),
        bets=numpy.array([[int(view.bets[each]) for each in order]]),
        pots=numpy.array([int(view.total_pot_amount)]),
        legal=numpy.array([[legal for legal, _, _ in priced[0]]], numpy.uint8),
        amounts=numpy.array([[added for _, added, _ in priced[0]]]),
        shares=numpy.array([[judge.share(view, player, NET_DEALS)]], numpy.float32),
        history=history,
        history_amounts=history_amounts,
        history_lengths=numpy.array([len(events)]),
    )
    return rows, [to for _, _, to in priced[0]]


def _code(card: Card) -> int:
    """Return the number of a card in the arrays of a batch."""
    return 4 * "23456789TJQKA".index(card.rank) + "cdhs".index(card.suit)


def _list_events(view: State) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return who has decided what, and the chips that they added."""
    events: list[tuple[int, int, int]] = []
    amounts: list[int] = []
    bets = [0, 0]
    dealt = 0
    for operation in view.operations:
        street = max(dealt - 2, 0)
        match operation:
            case BoardDealing():
                dealt += len(operation.cards)
                bets = [0, 0]
            case BlindOrStraddlePosting():
                bets[operation.player_index] += int(operation.amount)
            case Folding():
                events.append((operation.player_index, street, 1))
                amounts.append(0)
            case CheckingOrCalling():
                events.append((operation.player_index, street, 2))
                amounts.append(int(operation.amount))
                bets[operation.player_index] += int(operation.amount)
            case CompletionBettingOrRaisingTo():
                events.append((operation.player_index, street, 4))
                amounts.append(int(operation.amount) - bets[operation.player_index])
                bets[operation.player_index] = int(operation.amount)
    return events, amounts
