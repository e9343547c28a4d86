"""Hands step by step: what is to be seen, who would have won how often, and what to take along."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple

from croupier.analysis import equity
from croupier.cards import Card
from croupier.errors import PokerError, SetupError, guard
from croupier.frames import show_value
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.formats.extensions import Extensions
from croupier.histories.showing import find_names, list_frames, list_states, name_game
from croupier.solving import Spot
from croupier.state import HoleCardsShowingOrMucking, StandingPatOrDiscarding, State
from croupier.svg import draw_table
from croupier.texts import show_line
from croupier.views import TableView
from croupier.views.amounts import amounts_written, make_big_blinds, show_amount
from croupier.web.encoding import encode_line, encode_table
from croupier.web.messages import (
    Export,
    ExportQuestion,
    Frame,
    HandQuestion,
    Replay,
    SeatEquity,
    StreetEquities,
    StreetEquity,
    StreetMark,
)
from croupier.web.shelves import Shelf, StoredHand

__all__ = ["export_hand", "find_equities", "load_history", "show_replay"]

# The names of streets, by the number of cards on a board of one row.
_STREETS = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}
_SPOTS = ("flop", "turn", "river")
_SEED = 1
_SAMPLES = 100_000
_KINDS = {
    "phh": ("phh", "text/plain"),
    "pokerstars": ("txt", "text/plain"),
    "ohh": ("ohh", "application/json"),
    "words": ("txt", "text/plain"),
    "svg": ("svg", "image/svg+xml"),
}


def load_history(shelf: Shelf, number: int) -> tuple[HandHistory, StoredHand]:
    """Return a hand of a shelf.

    Args:
        shelf: The shelf.
        number: The hand.

    Returns:
        The hand, and what else is known of it.

    Raises:
        SetupError: There is no such hand.
    """
    stored = shelf.find_hand(number)
    return HandHistory.loads(stored.text), stored


def show_replay(shelf: Shelf, question: HandQuestion) -> Replay:
    """Return a hand step by step.

    Args:
        shelf: The shelf.
        question: Which hand, and as whom.

    Returns:
        The hand.

    Raises:
        SetupError: There is no such hand or player.
        ReplayError: An action cannot be done.
    """
    history, stored = load_history(shelf, question.hand)
    names = [show_line(name) for name in find_names(history)]
    _verify_viewer(names, question.viewer)
    with guard("shown", "the replay", hand=stored.label), _amounts_in(question.unit, history):
        shown = list(list_frames(history, viewer=question.viewer))
        frames = [
            Frame(
                table=encode_table(view),
                lines=[encode_line(line) for line in lines],
                odds=_describe_pot_odds(view),
            )
            for view, lines in shown
        ]
    return Replay(
        hand=question.hand,
        title=name_game(history),
        label=stored.label,
        names=names,
        frames=frames,
        streets=_mark_streets([view for view, _ in shown]),
        facts=list(_list_facts(history, stored)),
        notes=stored.notes,
        spots=_list_spots(history),
        has_big_blind=bool(_find_big_blind(history)),
        viewer=question.viewer,
        before=stored.before,
        after=stored.after,
    )


def _find_big_blind(history: HandHistory) -> Any:
    """Return the big blind, or the smallest bet of a game without one; 0 where there is neither."""
    blinds = [abs(blind) for blind in history.blinds_or_straddles or ()]
    return history.min_bet or history.small_bet or max(blinds, default=0)


def _amounts_in(unit: str, history: HandHistory) -> AbstractContextManager[None]:
    """Write amounts of a hand in chips or in big blinds."""
    if unit == "chips":
        return amounts_written(show_value)
    big_blind = _find_big_blind(history)
    if not big_blind:
        raise SetupError("the hand has no big blind: see it in chips", code="no-big-blind")
    return amounts_written(make_big_blinds(big_blind))


def _verify_viewer(names: Sequence[str], viewer: int | None) -> None:
    if viewer is not None and not 0 <= viewer < len(names):
        raise SetupError(
            f"there is no player {viewer + 1} in the hand: there are {len(names)}",
            code="unknown-player",
        )


def _list_facts(history: HandHistory, stored: StoredHand) -> Iterator[list[str]]:
    yield ["File", f"{stored.file}, line {stored.line}"]
    moment = history.moment
    if moment is not None:
        yield ["Played", f"{moment:%Y-%m-%d %H:%M:%S %Z}".strip()]
    for name in ("event", "venue", "city", "table"):
        value = getattr(history, name, None)
        if value:
            yield [name.capitalize(), show_line(str(value))]
    blinds = [show_value(abs(one)) for one in history.blinds_or_straddles or () if one]
    if blinds:
        yield ["Blinds", " / ".join(dict.fromkeys(blinds))]
    antes = [show_value(one) for one in history.antes or () if one]
    if antes:
        yield ["Antes", " / ".join(dict.fromkeys(antes))]


def _describe_pot_odds(view: TableView) -> str:
    """Say what somebody who is to call gets, and how often that must win."""
    call = next((one.min_amount for one in view.legal if one.name == "check_or_call"), None)
    if not call:
        return ""
    share = float(call) / float(view.pot + call)
    return (
        f"Pot odds: {show_amount(call)} to win {show_amount(view.pot)};"
        f" a call needs {share:.1%} equity."
    )


def _count_cards(view: TableView) -> tuple[int, int]:
    """Return how many cards lie on the first board, and how many players have at most."""
    lying = sum(
        card is not None for board in view.boards[:1] for row in board.rows for card in row.cards
    )
    return lying, max((len(seat.cards) for seat in view.seats), default=0)


def _mark_streets(views: Sequence[TableView]) -> list[StreetMark]:
    marks: list[StreetMark] = []
    known: set[tuple[int | None, int]] = set()
    has_one_row = all(
        len(view.boards) < 2 and all(len(board.rows) == 1 for board in view.boards)
        for view in views
    )
    for step, view in enumerate(views):
        if view.is_over:
            marks.append(StreetMark(name="End", step=step))
            break
        if not any(seat.cards for seat in view.seats):
            continue
        lying, _ = _count_cards(view)
        street = (view.street, lying if has_one_row else 0)
        if view.street is None or street in known:
            continue
        known.add(street)
        named = has_one_row and lying in _STREETS and views[-1].boards
        name = _STREETS[lying] if named else f"Street {view.street + 1}"
        if marks and marks[-1].name == name:
            continue
        marks.append(StreetMark(name=name, step=step))
    return marks


def _list_spots(history: HandHistory) -> list[str]:
    """Return the streets from which on a hand can be solved."""
    if history.variant != "NT":
        return []
    found = []
    for street in _SPOTS:
        try:
            Spot.from_history(history, street, ("AA", "KK"))
        except PokerError:
            continue
        found.append(street)
    return found


# Equities.


class _Question(NamedTuple):
    """The question for equities at a step of a hand.

    Each board is asked for by itself: where the board is run twice, half of the pot is played for
    on each, and the cards of the others are dead.
    """

    players: tuple[int, ...]
    hands: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]


def find_equities(shelf: Shelf, question: HandQuestion) -> StreetEquities:
    """Return how often the players who are left would have won, each time that cards change.

    Without a viewer, hands that were shown count on all streets. Cards that the record does not
    know are random. Cards of players who folded are dead where they are known.

    Args:
        shelf: The shelf.
        question: Which hand, and as whom.

    Returns:
        The equities.

    Raises:
        SetupError: There is no such hand or player.
    """
    history, stored = load_history(shelf, question.hand)
    names = [show_line(name) for name in find_names(history)]
    _verify_viewer(names, question.viewer)
    game, name = _find_game(history)
    with guard("shown", "the replay", hand=stored.label):
        states = [state for state, _ in list_states(history, viewer=question.viewer)]
        views = [view for view, _ in list_frames(history, viewer=question.viewer)]
    marks = {mark.step: mark.name for mark in _mark_streets(views)}
    shown = _find_shown(history, states[-1]) if question.viewer is None else {}
    found: list[StreetEquity] = []
    asked: _Question | None = None
    reason, street = "", "Start"
    for step, state in enumerate(states):
        street = marks.get(step, street)
        wanted = _ask(state, shown)
        if wanted is None or wanted == asked:
            continue
        asked = wanted
        try:
            found.append(_answer(wanted, street, step, names, game, name))
        except PokerError as error:
            reason = show_line(str(error))
    if not found and not reason:
        reason = "Nobody's cards are known while two players are left."
    return StreetEquities(streets=found, reason="" if found else reason)


def _find_game(history: HandHistory) -> tuple[Any, str]:
    """Return the game of a hand for equities, and its name where it has one."""
    game = history.create_game()
    name = getattr(type(game), "definition", None) or history.user_defined_fields.get("_game")
    if isinstance(name, str) and name:
        return name, name
    return game, ""


def _find_shown(history: HandHistory, end: State) -> dict[int, list[Card]]:
    """Return hands that were shown at any time, of players who kept all of their cards."""
    shown: dict[int, list[Card]] = {}
    extensions = Extensions.of(history)
    names = find_names(history)
    for given in (extensions.shown_after, extensions.shows):
        for name, cards in given.items():
            if names.count(name) == 1:
                with suppress(PokerError):
                    shown[names.index(name)] = [*Card.parse(cards)]
    for operation in end.operations:
        match operation:
            case HoleCardsShowingOrMucking(index, cards) if cards and all(cards):
                shown[index] = list(cards)
            case _:
                pass
    discarders = {
        operation.player_index
        for operation in end.operations
        if isinstance(operation, StandingPatOrDiscarding) and operation.cards
    }
    return {index: cards for index, cards in shown.items() if index not in discarders}


def _complete(held: Sequence[Card], shown: Sequence[Card]) -> list[Card]:
    """Return the cards of a player at a moment, with those that were shown later."""
    if all(held) or len(shown) < len(held):
        return list(held)
    # Cards are shown in the order of the deal, unless those that are known say otherwise.
    if all(one == other for one, other in zip(held, shown, strict=False) if one):
        return list(shown[: len(held)])
    rest = [card for card in shown if card not in held]
    unknown = sum(not card for card in held)
    if len(shown) != len(held) or len(rest) != unknown:
        return list(held)
    return [card or rest.pop(0) for card in held]


def _ask(state: State, shown: Mapping[int, Sequence[Card]]) -> _Question | None:
    """Return what is to be asked at a moment; nothing where no question makes sense."""
    live = [index for index in state.player_indices if state.statuses[index]]
    if not state.status or len(live) < 2:
        return None
    hands = {
        index: _complete(state.hole_cards[index], shown.get(index, ()))
        for index in state.player_indices
    }
    known = {index: _write_cards(card for card in hands[index] if card) for index in hands}
    if not any(known[index] for index in live):
        return None
    folded = "".join(known[index] for index in hands if index not in live)
    boards = [list(state.get_board_cards(index)) for index in state.board_indices] or [[]]
    asked = []
    for board in boards:
        others = dict.fromkeys(card for other in boards for card in other if card not in board)
        asked.append((_write_cards(board), folded + _write_cards(others)))
    players = tuple(known[index] or "random" for index in live)
    return _Question(tuple(live), players, tuple(asked))


def _write_cards(cards: Iterable[Card]) -> str:
    return "".join(map(repr, cards))


def _answer(
    wanted: _Question, street: str, step: int, names: Sequence[str], game: Any, name: str
) -> StreetEquity:
    results, commands, programs = [], [], []
    for board, dead in wanted.boards:
        result = equity(
            *wanted.hands, board=board, dead=dead, game=game, samples=_SAMPLES, seed=_SEED
        )
        results.append(result)
        commands.append(_write_command(wanted.hands, board, dead, name, result.exact))
        programs.append(_write_python(wanted.hands, board, dead, name, result.exact))
    seats = []
    for place, player in enumerate(wanted.players):
        parts = [float(result.equities[place]) for result in results]
        share = sum(parts) / len(parts)
        boards = [f"{part:.2%}" for part in parts] if len(parts) > 1 else []
        seats.append(
            SeatEquity(
                player=player,
                name=names[player],
                equity=f"{share:.2%}",
                share=share,
                boards=boards,
            )
        )
    exact = all(result.exact for result in results)
    how = "every deal counted" if exact else f"{results[0].deals:,} deals at random"
    if len(results) > 1:
        how += f", on each of {len(results)} boards"
    return StreetEquity(
        street=street,
        step=step,
        seats=seats,
        how=how,
        command="\n".join(commands) if name else "",
        python="\n".join(programs) if name else "",
    )


def _write_command(hands: Sequence[str], board: str, dead: str, name: str, exact: bool) -> str:
    command = ["croupier", "equity", *hands]
    command += ["--board", board] if board else []
    command += ["--dead", dead] if dead else []
    command += ["--game", name]
    command += [] if exact else ["--samples", str(_SAMPLES), "--seed", str(_SEED)]
    return shlex.join(command)


def _write_python(hands: Sequence[str], board: str, dead: str, name: str, exact: bool) -> str:
    python = [repr(hand) for hand in hands]
    python += [f"board={board!r}"] if board else []
    python += [f"dead={dead!r}"] if dead else []
    python += [f"game={name!r}"]
    python += [] if exact else [f"samples={_SAMPLES:_}", f"seed={_SEED}"]
    return f"croupier.equity({', '.join(python)})"


# To take along.


def export_hand(shelf: Shelf, question: ExportQuestion) -> Export:
    """Write a hand, or draw a step of it.

    Args:
        shelf: The shelf.
        question: Which hand, and as what.

    Returns:
        The file.

    Raises:
        SetupError: There is no such hand, player or step.
        UnsupportedError: The format has no room for the hand.
    """
    history, _ = load_history(shelf, question.hand)
    names = find_names(history)
    _verify_viewer(names, question.viewer)
    suffix, kind = _KINDS[question.kind]
    name = f"hand-{question.hand}.{suffix}"
    if question.kind in ("words", "svg"):
        with guard("drawn", "the replay"), _amounts_in(question.unit, history):
            frames = list(list_frames(history, viewer=question.viewer))
        if question.kind == "words":
            lines = [show_line(str(line)) for _, said in frames for line in said]
            return Export(name=name, type=kind, text="\n".join([name_game(history), *lines, ""]))
        if not 0 <= question.step < len(frames):
            raise SetupError(
                f"there is no step {question.step + 1}: the hand has {len(frames)}",
                code="unknown-step",
            )
        with _amounts_in(question.unit, history):
            picture = draw_table(
                frames[question.step][0], theme=question.theme, portrait=question.portrait
            )
        name = f"hand-{question.hand}-step-{question.step + 1}.svg"
        return Export(name=name, type=kind, text=str(picture))
    return Export(name=name, type=kind, text=get(question.kind).write(history))
