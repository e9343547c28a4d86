"""Arrays of hands, in and out, with NumPy or without."""

from __future__ import annotations

from typing import Any, TypeAlias

from croupier import _native
from croupier.cards import CardsLike
from croupier.errors import CardError
from croupier.limits import MAX_THREADS, verify_count

__all__ = [
    "Numbers",
    "board_classes",
    "board_strengths",
    "omaha_strengths",
    "simd_level",
    "simd_levels",
    "sort_classes",
    "strengths",
]

Numbers: TypeAlias = Any
"""A NumPy array, or any other object with the buffer protocol (which Python 3.11 cannot name)."""

_PAIR_COUNT = 1326


def simd_level() -> str:
    """Return the instruction set that arrays are evaluated with.

    The environment variable `CROUPIER_SIMD` lowers it: `baseline`, `avx2` or `avx512`.

    >>> simd_level() in simd_levels()
    True

    Returns:
        `baseline`, `avx2` or `avx512`.
    """
    return _native.simd_level()


def simd_levels() -> tuple[str, ...]:
    """Return the instruction sets that this machine has.

    >>> simd_levels()[0]
    'baseline'

    Returns:
        The names, from the slowest.
    """
    return tuple(_native.simd_levels())


def strengths(
    ranking: _native.Ranking, hands: Numbers, out: Numbers | None, threads: int
) -> Numbers:
    """Evaluate hands in whichever layout they come; see `Ranking.strengths`."""
    shape, item_size = _measure(hands, "The hands")
    layout = (len(shape), item_size)
    if layout == (2, 1):
        out = _output(shape[0]) if out is None else out
        _native.evaluate_rows(ranking, hands, out, _thread_count(threads))
    elif layout == (1, 8):
        out = _output(shape[0]) if out is None else out
        _native.evaluate_sets(ranking, hands, out, _thread_count(threads))
    elif layout == (2, 2):
        out = _output(shape[1]) if out is None else out
        _native.evaluate_planes(ranking, hands, out, _thread_count(threads))
    else:
        raise CardError(
            "the hands must be an (N, k) array of uint8, an array of N uint64 or a (4, N) array of"
            f" uint16, but the array has {len(shape)} dimensions and items of {item_size} bytes",
            code="array-items",
        )
    return out


def board_strengths(ranking: _native.Ranking, board: CardsLike, out: Numbers | None) -> Numbers:
    """Evaluate every pair of hole cards; see `Ranking.board_strengths`."""
    out = _output(_PAIR_COUNT) if out is None else out
    _native.board_strengths(ranking, board, out)
    return out


def board_classes(
    ranking: _native.Ranking, boards: Numbers, out: Numbers | None, threads: int
) -> Numbers:
    """Number the classes of every pair on many boards; see `Ranking.board_classes`."""
    shape, _ = _measure(boards, "The boards")
    if len(shape) != 2:
        raise _refuse_dimensions("the boards", len(shape))
    out = _rows_of_pairs(shape[0]) if out is None else out
    _native.board_classes(ranking, boards, out, _thread_count(threads))
    return out


def sort_classes(classes: Numbers, *, out: Numbers | None = None) -> Numbers:
    """Return for each board the pairs of hole cards from the weakest to the best.

    >>> from croupier.cards import Card
    >>> from croupier.rankings import get
    >>> board = memoryview(bytes(card.code for card in Card.clean("QsJsTs2c3d"))).cast("B", (1, 5))
    >>> classes = get("high").board_classes(board)
    >>> order = sort_classes(classes)
    >>> best = memoryview(order).tolist()[0][-1]
    >>> memoryview(classes).tolist()[0][best] == len(get("high").class_strengths())
    True

    Args:
        classes: An (N, 1326) array of uint16, as `Ranking.board_classes` returns it.
        out: An array of the same size to write to; made when omitted.

    Returns:
        An (N, 1326) array of the places of pairs; those of one class are in the order of their
        places, and those that are not possible come first.

    Raises:
        ValueError: The array has another type or shape.
    """
    shape, _ = _measure(classes, "The classes")
    if len(shape) != 2 or shape[1] != _PAIR_COUNT:
        raise CardError(
            f"the classes must have rows of {_PAIR_COUNT}, not the shape {shape}",
            code="array-dimensions",
            given=len(shape),
        )
    out = _rows_of_pairs(shape[0]) if out is None else out
    _native.sort_classes(classes, out)
    return out


def omaha_strengths(
    ranking: _native.Ranking, holes: Numbers, boards: Numbers, out: Numbers | None, threads: int
) -> Numbers:
    """Evaluate Omaha hands; see `Ranking.omaha_strengths`."""
    shape, _ = _measure(holes, "The hole cards")
    if len(shape) != 2:
        raise _refuse_dimensions("the hole cards", len(shape))
    out = _output(shape[0]) if out is None else out
    _native.evaluate_omaha(ranking, holes, boards, out, _thread_count(threads))
    return out


def _measure(numbers: Numbers, what: str) -> tuple[tuple[int, ...], int]:
    """Return the shape of an array and the size of its items in bytes."""
    try:
        view = memoryview(numbers)
    except TypeError:
        raise CardError(
            f"{what} must be an array with the buffer protocol, such as NumPy's, not"
            f" {type(numbers).__name__}.",
            code="array-items",
        ) from None
    return view.shape or (), view.itemsize


def _refuse_dimensions(what: str, given: int) -> CardError:
    return CardError(
        f"{what} must have two dimensions, not {given}", code="array-dimensions", given=given
    )


def _thread_count(threads: int) -> int:
    # None at all is one for each core.
    verify_count("thread", threads, MAX_THREADS, least=0)
    return threads


def _output(count: int) -> Numbers:
    """Make an array for so many strengths."""
    try:
        import numpy
    except ImportError:
        # Zeroed bytes, seen as unsigned integers of four bytes.
        return memoryview(bytearray(4 * count)).cast("I")
    return numpy.empty(count, dtype=numpy.uint32)


def _rows_of_pairs(count: int) -> Numbers:
    """Make an array for the classes of all pairs on so many boards."""
    try:
        import numpy
    except ImportError:
        size = _PAIR_COUNT * count
        return memoryview(bytearray(2 * size)).cast("H").cast("B").cast("H", (count, _PAIR_COUNT))
    return numpy.empty((count, _PAIR_COUNT), dtype=numpy.uint16)
