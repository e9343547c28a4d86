"""Damage to files: bytes are changed, cut out, added and moved, by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

__all__ = ["damage"]


def damage(data: bytes, count: int, seed: int = 0) -> Iterator[bytes]:
    """Yield damaged copies of a file.

    Args:
        data: The file.
        count: How many copies.
        seed: What decides them.

    Yields:
        The copies, each of which differs from the file.
    """
    random = Random(seed)
    made = 0
    while made < count:
        copy = _KINDS[random.randrange(len(_KINDS))](bytearray(data), random)
        if copy != data:
            made += 1
            yield bytes(copy)


def _flip(data: bytearray, random: Random) -> bytearray:
    for _ in range(random.choice((1, 1, 2, 8, 64))):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return data


def _overwrite(data: bytearray, random: Random) -> bytearray:
    place, length = random.randrange(len(data)), random.choice((1, 4, 100, 4096))
    for offset in range(place, min(place + length, len(data))):
        data[offset] = random.randrange(256)
    return data


def _clear(data: bytearray, random: Random) -> bytearray:
    place, length = random.randrange(len(data)), random.choice((16, 512, 4096))
    data[place : place + length] = bytes(len(data[place : place + length]))
    return data


def _cut(data: bytearray, random: Random) -> bytearray:
    return data[: random.randrange(len(data))]


def _remove(data: bytearray, random: Random) -> bytearray:
    place = random.randrange(len(data))
    del data[place : place + random.choice((1, 7, 4096))]
    return data


def _insert(data: bytearray, random: Random) -> bytearray:
    place = random.randrange(len(data))
    return data[:place] + random.randbytes(random.choice((1, 9, 512))) + data[place:]


def _move(data: bytearray, random: Random) -> bytearray:
    size = 4096
    one, other = (size * random.randrange(max(1, len(data) // size)) for _ in range(2))
    first, second = data[one : one + size], data[other : other + size]
    data[other : other + size] = first
    data[one : one + size] = second
    return data


_KINDS = (_flip, _flip, _flip, _overwrite, _clear, _cut, _remove, _insert, _move)
