"""Seeds: what makes shuffles the same every time."""

from __future__ import annotations

from operator import index

from croupier import _native
from croupier.errors import SetupError

__all__ = ["check_seed", "draw_seed", "find_seed", "seed"]

_SEED_LIMIT = 2**64


def seed(number: int | None = None) -> None:
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
        number: A number from 0 to 2**64 - 1; `None` leaves it to the operating system again.

    Raises:
        SetupError: The number is out of its range; it is a ValueError.
    """
    _native.set_seed(None if number is None else check_seed(number))


def draw_seed() -> int:
    """Return a seed for something that was given none: the next one of `seed`, or a random one.

    >>> 0 <= draw_seed() < 2**64
    True
    """
    return _native.draw_seed()


def find_seed(seed: int | None) -> int:
    """Return a seed, or make one up.

    >>> find_seed(7)
    7

    Args:
        seed: The seed, if any.

    Returns:
        The seed.

    Raises:
        SetupError: The seed is out of its range; it is a ValueError.
    """
    return draw_seed() if seed is None else check_seed(seed)


def check_seed(seed: int) -> int:
    """Return a seed that can be one.

    Raises:
        SetupError: It is out of its range; it is a ValueError.
    """
    if not 0 <= index(seed) < _SEED_LIMIT:
        raise SetupError(f"a seed must be from 0 to {_SEED_LIMIT - 1}, unlike {seed}")
    return seed
