"""Work that tests give to workers: other processes must find it by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from croupier.errors import SetupError
from croupier.state import State


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    if number in (3, 5):
        raise SetupError(f"not {number}", code="test", number=number)
    return number


def die_once(place: tuple[str, int]) -> int:
    folder, number = place
    mark = Path(folder, f"{number}")
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def call(state: State) -> None:
    if state.can_check_or_call():
        state.check_or_call()
    else:
        state.fold()
