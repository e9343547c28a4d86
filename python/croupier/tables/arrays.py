"""Arrays of a batch: made, taken from others, and read, with NumPy or without."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from croupier.errors import RuleError, SetupError

__all__ = [
    "add_up",
    "as_codes",
    "as_integers",
    "copy_array",
    "count_nonzero",
    "make_array",
    "sum_columns",
    "view_array",
]

NumberCode: TypeAlias = Literal["B", "d", "f", "q"]
NUMBER_TYPES: dict[NumberCode, str] = {
    "B": "uint8",
    "d": "float64",
    "f": "float32",
    "q": "int64",
}
# 52 and four jokers.
_CARDS = 56
_UNKNOWN = 73
_WANTED = "decisions are {count} whole numbers, one for each table, unlike {given}"


def view_array(name: str, given: Any, code: NumberCode, shape: tuple[int, ...]) -> Any:
    """Return somebody's own array as one that the core writes to, without a copy."""
    view = given
    if not isinstance(given, memoryview | bytearray):
        try:
            import numpy

            # PyTorch's tensors share their memory this way.
            view = numpy.asarray(given)
        except (ImportError, TypeError, ValueError, RuntimeError):
            view = given
    try:
        seen = memoryview(view)
    except TypeError:
        raise SetupError(
            f"the array {name} is not in the memory of this machine: {type(given).__name__}",
            code="array-memory",
        ) from None
    kind = {"l": "q", "b": "B"}.get(seen.format, seen.format)
    is_shared = view is given or type(given).__module__.partition(".")[0] != "builtins"
    if (kind, seen.shape) != (code, shape) or seen.readonly or not seen.c_contiguous:
        raise SetupError(
            f"the array {name} must be writable, without gaps, of {NUMBER_TYPES[code]} and of the"
            f" shape {shape}, unlike {seen.format!r} of {seen.shape}",
            code="array-shape",
        )
    if not is_shared:
        raise SetupError(
            f"the array {name} would be copied: give an array or a tensor", code="array-memory"
        )
    return view


def make_array(code: NumberCode, *shape: int, without_numpy: bool = False) -> Any:
    """Make an array of zeros, of NumPy where it is installed; of Python's own `without_numpy`."""
    try:
        if without_numpy:
            raise ImportError
        import numpy
    except ImportError:
        size = memoryview(b"").cast(code).itemsize
        for count in shape:
            size *= count
        if not size:
            return memoryview(bytearray()).cast(code)
        return memoryview(bytearray(size)).cast(code, shape=list(shape))
    return numpy.zeros(shape, dtype=NUMBER_TYPES[code])


def copy_array(array: Any, code: NumberCode, shape: tuple[int, ...]) -> Any:
    """Return a copy of an array."""
    if hasattr(array, "copy"):
        return array.copy()
    copied = make_array(code, *shape, without_numpy=isinstance(array, memoryview))
    if array.nbytes:
        memoryview(copied).cast("B")[:] = memoryview(array).cast("B")
    return copied


def as_codes(cards: Any, count: int) -> bytes:
    """Return the codes of cards for so many tables, those of one after those of another."""
    rows = cards.tolist() if hasattr(cards, "tolist") else cards
    try:
        codes = [bytes(row) for row in rows]
    except (TypeError, ValueError):
        raise RuleError(
            "cards are given by their codes, in a row for each table",
            code="dealt-cards",
        ) from None
    if len(codes) != count or len({len(row) for row in codes}) > 1:
        raise RuleError(
            f"there must be a row of cards for each of the {count} tables, all of one length",
            code="dealt-cards",
        )
    if any(code >= _CARDS and code != _UNKNOWN for row in codes for code in row):
        raise RuleError(
            f"the codes of cards are below {_CARDS}, and {_UNKNOWN} is any card", code="dealt-cards"
        )
    return b"".join(codes)


def as_integers(decisions: Any, count: int) -> Any:
    """Return decisions as integers of eight bytes."""
    try:
        import numpy
    except ImportError:
        if isinstance(decisions, memoryview):
            return decisions
        return _as_array(decisions, count)
    try:
        given = numpy.asarray(decisions)
    except (TypeError, ValueError):
        # Lists of different lengths, or something that only its own library can read.
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None
    if given.ndim != 1:
        what = f"the shape {given.shape}" if given.shape else f"{decisions!r:.80}"
        raise RuleError(_WANTED.format(count=count, given=what), code="decisions-shape")
    if given.dtype.kind in "iub":
        return numpy.ascontiguousarray(given, dtype=numpy.int64)
    if given.dtype.kind != "f":
        raise RuleError(
            _WANTED.format(count=count, given=f"{given.dtype.name} values"), code="decisions-shape"
        )
    # NaN is not equal to itself.
    wrong = numpy.flatnonzero(numpy.floor(given) != given)
    wrong = wrong if len(wrong) else numpy.flatnonzero(numpy.isinf(given))
    if len(wrong):
        place = int(wrong[0])
        raise RuleError(
            f"a decision is a whole number, unlike {given[place]} at table {place}",
            code="decision-number",
        )
    return numpy.ascontiguousarray(given, dtype=numpy.int64)


def _as_array(decisions: Any, count: int) -> Any:
    """Return decisions as an array of Python's own."""
    from array import array

    try:
        numbers = list(decisions)
    except TypeError:
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None
    for place, number in enumerate(numbers):
        if isinstance(number, float) and not number.is_integer():
            raise RuleError(
                f"a decision is a whole number, unlike {number} at table {place}",
                code="decision-number",
            )
    try:
        return array("q", map(int, numbers))
    except (TypeError, ValueError, OverflowError):
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None


def count_nonzero(numbers: Any) -> int:
    """Return the count of numbers that are not 0."""
    count = getattr(numbers, "nonzero", None)
    return len(count()[0]) if count else sum(map(bool, numbers.tolist()))


def add_up(numbers: Any) -> int:
    """Return the sum of all numbers."""
    return int(numbers.sum()) if hasattr(numbers, "sum") else sum(numbers.tolist())


def sum_columns(numbers: Any) -> list[int]:
    """Return the sum of each column."""
    if hasattr(numbers, "sum"):
        return [int(total) for total in numbers.sum(axis=0)]
    return [sum(column) for column in zip(*numbers.tolist(), strict=True)]
