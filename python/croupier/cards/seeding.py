"""Seeds: what makes shuffles the same every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier import _native

if TYPE_CHECKING:
    from random import Random

__all__ = ["SeedStream", "check_seed", "draw_seed", "find_seed", "seed", "show_seed"]

# Numbers below this are small: those who see cards may find them by trying.
_SMALL = 2**64
_SMALL_BITS = 64
_BYTES = 32
# Smaller integers are read by every reader of JSON and TOML.
_NUMBER_LIMIT = 2**63


def seed(number: int | bytes | None = None) -> None:
    """Make everything that is random from here on the same every time.

    Whatever is given a `seed` of its own follows that one. All else, such as hands that are dealt
    without one, `shuffled`, tables, agents and simulations, draws seeds in the order in which it is
    started: a program that starts the same things in the same order gets the same cards. Threads
    may call this and draw at any time; which of them draws first is up to them. Other processes are
    not affected, and `random.seed` has no part in this.

    >>> from croupier import seed, shuffled
    >>> seed(7)
    >>> first = shuffled("abcdef"), shuffled("abcdef")
    >>> seed(7)
    >>> first == (shuffled("abcdef"), shuffled("abcdef"))
    True
    >>> seed(None)

    Args:
        number: A number from 0 to 2**256 - 1, or its 32 bytes; `None` leaves it to the operating
            system again.

    Raises:
        SetupError: It is no seed; it is a ValueError.
    """
    _native.set_seed(number)


def draw_seed() -> int:
    """Return a seed for something that was given none: the next one of `seed`, or a random one.

    It has 256 bits, or 64 where `seed` was given a number of no more.

    >>> 0 <= draw_seed() < 2**256
    True
    """
    return _native.draw_seed()


def find_seed(seed: int | bytes | None) -> int:
    """Return a seed as a number, or make one up.

    >>> find_seed(7)
    7

    Args:
        seed: The seed, if any.

    Returns:
        The seed.

    Raises:
        SetupError: It is no seed; it is a ValueError.
    """
    return draw_seed() if seed is None else check_seed(seed)


def check_seed(seed: int | bytes) -> int:
    """Return a seed as a number.

    >>> check_seed(bytes([*31 * [0], 7]))
    7

    Args:
        seed: A number from 0 to 2**256 - 1, or its 32 bytes, the most significant one first.

    Returns:
        The number.

    Raises:
        SetupError: It is neither; it is a ValueError.
    """
    return _native.check_seed(seed)


def show_seed(seed: int) -> int | str:
    """Return a seed as it is printed and stored: in hexadecimal digits where it is large.

    Readers of JSON and TOML may lose digits of large numbers, but none of texts. `--seed` takes
    both.

    >>> show_seed(7), show_seed(2**64)
    (7, '0x0000000000000000000000000000000000000000000000010000000000000000')

    Args:
        seed: The seed.

    Returns:
        The number, or a text of 64 digits.
    """
    return seed if seed < _NUMBER_LIMIT else f"0x{seed:0{2 * _BYTES}x}"


class SeedStream:
    """Seeds for one hand after the other, from the seed of a match.

    Those of a large seed have 256 bits and come from a keyed hash, so that who knows one of them,
    or guesses it from cards, knows nothing of the others. Those of a seed below 2**64 have 64 bits;
    all of them are known to anybody who finds the seed by trying.

    >>> stream = SeedStream(7)
    >>> stream.draw() == SeedStream(7).draw()
    True
    >>> len(SeedStream(2**64).draw())
    32

    Attributes:
        random: For what everybody may see, such as which game comes next. Small seeds come from it,
            large ones do not.
    """

    __slots__ = ("_count", "_is_small", "_key", "random")

    def __init__(self, seed: int) -> None:
        """Make the stream.

        Args:
            seed: The seed of the match.
        """
        # Few programs that rank hands need it.
        from random import Random

        self._key = seed.to_bytes(_BYTES, "big")
        self._is_small = seed < _SMALL
        self._count = 0
        self.random: Random = Random(seed if self._is_small else self._hash(b"chance", 0))

    def draw(self) -> int | bytes:
        """Return the next seed: a number, or the bytes of a large one."""
        if self._is_small:
            return self.random.getrandbits(_SMALL_BITS)
        self._count += 1
        return self._hash(b"cards", self._count)

    def _hash(self, purpose: bytes, number: int) -> bytes:
        from hashlib import blake2b

        message = number.to_bytes(8, "big")
        return blake2b(message, digest_size=_BYTES, key=self._key, person=purpose).digest()
