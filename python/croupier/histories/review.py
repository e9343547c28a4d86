"""Another look at hands that the core cannot play: repaired by the model, or truly wrong."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import inf, lcm
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

from croupier.errors import ParseError, PokerError, ReplayError, guard
from croupier.histories.amounts import starting_stacks, to_exact
from croupier.histories.batch import UNKNOWN_STACK, Batch
from croupier.histories.history import HandHistory
from croupier.histories.replay import Replay
from croupier.histories.settlement import COMPARISONS, recorded_amounts, settle
from croupier.histories.variants import CONFIGURED
from croupier.state import HoleCardsShowingOrMucking

__all__ = ["review"]

_NUMBERS: dict[str | None, int] = {name: number for number, name in COMPARISONS.items()}
_NOTHING = -1
_HAND_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet", "rake")
_PLAYER_AMOUNTS = (
    "ante",
    "blind_or_straddle",
    "starting_stack",
    "stack",
    "payoff",
    "finishing_stack",
    "winnings",
)
_NONZERO = re.compile(rb"[^\0]")
_AMOUNT = Struct("=q")
_COUNT = Struct("=I")
_BYTE = Struct("=b")


def review(paths: Sequence[Path], columns: dict[str, Any]) -> None:
    """Replace what the core says of hands that it could not play, where the model can.

    Args:
        paths: The files.
        columns: The columns of the core, which are changed.
    """
    _name_repairs(columns)
    problems = {row: problem for problem in columns["problems"] if (row := problem[1]) is not None}
    rows = sorted({*_nonzero(columns["uncertain"], 1), *problems})
    if not rows:
        return
    # What it is now, as a batch, knows where the hands are.
    batch = Batch(paths, columns)
    looks = {}
    for row in rows:
        look = _look(batch, row)
        if look.hand is not None:
            looks[row] = look
        _replace_problem(columns, problems, row, look)
    _replace_rows(columns, looks)


def _name_repairs(columns: dict[str, Any]) -> None:
    shown = memoryview(columns["shown"]).cast("I")
    missing = memoryview(columns["missing_shows"]).cast("I")
    kinds = [""] * len(columns["key"])
    counts = bytearray(len(columns["shown"]))
    rows = {row for column in (shown, missing) for row in _nonzero(column.obj, _COUNT.size)}
    for row in rows:
        kinds[row] = " ".join(["shown"] * shown[row] + ["missing-show"] * missing[row])
        _COUNT.pack_into(counts, _COUNT.size * row, shown[row] + missing[row])
    columns["repairs"], columns["repair_count"] = kinds, counts


def _nonzero(column: Any, size: int) -> set[int]:
    """Return the rows of a column of bytes that are not zero: few, where there are many."""
    return {found.start() // size for found in _NONZERO.finditer(column)}


class _Hand(NamedTuple):
    history: HandHistory
    replay: Replay
    values: dict[str, Any]


class _Look(NamedTuple):
    """What the model says: the hand as it was played, or why it cannot be."""

    hand: _Hand | None = None
    error: PokerError | None = None


def _look(batch: Batch, row: int) -> _Look:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with guard("read", "the review"):
                history = batch.history(row)
                replay = history.replay()
                return _Look(_Hand(history, replay, _values(history, replay)))
        except PokerError as error:
            return _Look(error=error)


def _replace_problem(
    columns: dict[str, Any], problems: dict[int, Any], row: int, look: _Look
) -> None:
    said = problems.get(row)
    found: list[Any] = columns["problems"]
    if look.hand is not None:
        if said is not None:
            found.remove(said)
        return
    error = look.error
    action = error.action if isinstance(error, ReplayError) else None
    configured = columns["variant"][row] == CONFIGURED
    if action is None and said is not None and not configured:
        # The core knows the place.
        return
    file, line = _place(columns, row) if said is None else (said[0], said[2])
    message = str(error)
    if error is not None and (action is not None or configured):
        message = str(error.args[0])
    made = (file, row, line, 0, action, message)
    if said is None:
        found.append(made)
    else:
        found[found.index(said)] = made


def _place(columns: dict[str, Any], row: int) -> tuple[int, int]:
    file, line = (memoryview(columns[name]).cast("I")[row] for name in ("file", "line"))
    return file, line


def _replace_rows(columns: dict[str, Any], looks: dict[int, _Look]) -> None:
    counts = columns["player_count"]
    ends = list(accumulate(counts, initial=0))
    parts: dict[str, list[Any]] = {name: [] for name in (*_PLAYER_AMOUNTS, "row", "player")}
    names = _Names(*columns["name"])
    done = 0
    for row, look in looks.items():
        assert look.hand is not None
        values = look.hand.values
        for name, pieces in parts.items():
            size = _SIZES.get(name, _AMOUNT.size)
            pieces.append(columns[name][size * ends[done] : size * ends[row]])
        names.copy(ends[done], ends[row])
        names.skip(ends[row], ends[row + 1])
        done = row + 1
        count = len(values["stack"])
        counts[row] = count
        for name in _PLAYER_AMOUNTS:
            parts[name].append(b"".join(map(_AMOUNT.pack, values[name])))
        parts["row"].append(_COUNT.pack(row) * count)
        parts["player"].append(bytes(range(1, count + 1)))
        names.add(values["names"])
        for name, value in values["hand"].items():
            store = _STRUCTS.get(name, _AMOUNT)
            store.pack_into(columns[name], store.size * row, value)
        columns["repairs"][row] = " ".join(repair.kind for repair in look.hand.replay.repairs)
        columns["hand"][row] = values["name"]
        columns["variant"][row] = look.hand.history.variant
    for name, pieces in parts.items():
        size = _SIZES.get(name, _AMOUNT.size)
        pieces.append(columns[name][size * ends[done] :])
        columns[name] = bytearray().join(pieces)
    names.copy(ends[done], ends[-1])
    columns["name"] = names.finish()


_SIZES = {"row": _COUNT.size, "player": 1}
_STRUCTS = dict.fromkeys(("ended", "showdown", "hidden"), _BYTE)
_STRUCTS |= dict.fromkeys(("finishing_check", "winnings_check"), _BYTE)
_STRUCTS |= dict.fromkeys(("action_count", "applied_count", "repair_count"), _COUNT)


class _Names:
    """Put names together, those of the core and others."""

    def __init__(self, text: bytes, lengths: bytearray) -> None:
        self._text = text
        self._lengths = lengths
        self._place = 0
        self._texts: list[bytes] = []
        self._made: list[bytes | bytearray] = []

    def copy(self, first: int, last: int) -> None:
        """Take names of the core, from where the last ones were left."""
        lengths = self._lengths[_COUNT.size * first : _COUNT.size * last]
        end = self._place + sum(memoryview(lengths).cast("I"))
        self._texts.append(self._text[self._place : end])
        self._made.append(lengths)
        self._place = end

    def skip(self, first: int, last: int) -> None:
        """Leave out names of the core."""
        lengths = self._lengths[_COUNT.size * first : _COUNT.size * last]
        self._place += sum(memoryview(lengths).cast("I"))

    def add(self, names: list[str]) -> None:
        """Take other names."""
        for text in (name.encode() for name in names):
            self._texts.append(text)
            self._made.append(_COUNT.pack(len(text)))

    def finish(self) -> tuple[bytes, bytearray]:
        """Return all names."""
        return b"".join(self._texts), bytearray().join(self._made)


def _values(history: HandHistory, replay: Replay) -> dict[str, Any]:
    """Return what the columns say of a hand that the model played."""
    state = replay.state
    settlement = settle(history, state)
    ended = not state.status
    count = state.player_count
    shown = {
        one.player_index: one.hole_cards
        for one in state.operations
        if isinstance(one, HoleCardsShowingOrMucking)
    }
    hidden = any(not all(cards) for cards in shown.values())
    showdown = ended and not state.folded_status
    amounts: dict[str, list[Any]] = {
        "ante": _per_player(history.antes, count),
        "blind_or_straddle": _per_player(history.blinds_or_straddles, count),
        "starting_stack": starting_stacks(history),
        "stack": list(state.stacks),
        "payoff": list(state.payoffs),
        "finishing_stack": _recorded(history.finishing_stacks, count),
        "winnings": _recorded(history.winnings, count),
    }
    single: dict[str, Any] = {name: getattr(history, name, None) for name in _HAND_AMOUNTS}
    single["rake"] = settlement.rake
    exact = [_fraction(value) for values in amounts.values() for value in values]
    exact += [_fraction(value) for value in single.values()]
    scale = lcm(*(value.denominator for value in exact if value is not None))
    if scale >= UNKNOWN_STACK:
        raise ParseError("amounts have more digits behind the point than can be counted")
    names = history.players if isinstance(history.players, list) else []
    texts = [name if isinstance(name, str) else "" for name in names[:count]]
    return {
        **{name: [_units(value, scale) for value in values] for name, values in amounts.items()},
        "names": texts + [""] * (count - len(texts)),
        "name": "" if history.hand is None else str(history.hand),
        "hand": {
            **{name: _units(value, scale) for name, value in single.items()},
            "scale": scale,
            "action_count": len(history.actions),
            "applied_count": len(history.actions),
            "repair_count": len(replay.repairs),
            "ended": ended,
            "showdown": showdown,
            "hidden": showdown and hidden,
            "finishing_check": _NUMBERS[settlement.finishing] if ended else _NOTHING,
            "winnings_check": _NUMBERS[settlement.winnings],
        },
    }


def _per_player(values: Any, count: int) -> list[Any]:
    """Return a value for each player; the model takes those that are missing for none."""
    if not isinstance(values, list):
        return [values or 0] * count
    return [*values, *[0] * count][:count]


def _recorded(values: Any, count: int) -> list[Any]:
    return recorded_amounts(values, count) or [None] * count


def _fraction(value: Any) -> Fraction | None:
    if value is None or value == inf:
        return None
    return Fraction(to_exact(value))


def _units(value: Any, scale: int) -> int:
    exact = _fraction(value)
    if exact is None:
        return _NOTHING if value is None else UNKNOWN_STACK
    units = int(exact * scale)
    if abs(units) >= UNKNOWN_STACK:
        raise ParseError(f"{value} is more chips than can be counted")
    return units
