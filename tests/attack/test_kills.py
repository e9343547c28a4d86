"""Servers and writers that are killed: what was acknowledged is there, and each hand once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from attack.budget import Attack
from croupier.store import Store
from store.test_store import ADDING, rows, write
from web.tables.test_killed import test_a_hand_goes_on_after_every_kill as play_with_kills

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal"),
]

GAMES = ("badugi", "nlhe", "razz", "plo", "deuce_to_seven_triple_draw", "pineapple")
WRITERS = 2


def test_servers_in_the_middle_of_a_hand(attack: Attack, tmp_path: Path) -> None:
    """A server is killed before every decision, and has everything when it comes back."""
    for number in attack.rounds():
        game = GAMES[number % len(GAMES)]
        folder = tmp_path / str(number)
        folder.mkdir()
        attack.try_case(game)
        try:
            play_with_kills(game, folder)
        except AssertionError as error:
            attack.find(f"{game}: {error}")


def test_writers_of_a_store(attack: Attack, tmp_path: Path) -> None:
    """Several add the same files at a time, and are killed: no hand is lost, halved or doubled."""
    paths = [
        str(write(tmp_path / f"{number}.phhs", range(number * 20, number * 20 + 25)))
        for number in range(8)
    ]
    expected = Store(tmp_path / "expected")
    expected.add(paths)
    wanted = sorted(map(str, (row | {"hand": None} for row in rows(expected))))
    for number in attack.rounds():
        folder = tmp_path / f"store-{number}"
        for _ in range(3):
            order = attack.random.sample(paths, len(paths))
            writers = [
                subprocess.Popen(
                    [sys.executable, "-c", ADDING, str(folder), *order],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
                for _ in range(WRITERS)
            ]
            for writer in writers:
                assert writer.stdout is not None
                writer.stdout.readline()
            time.sleep(attack.random.random())
            for writer in writers:
                writer.send_signal(signal.SIGKILL)
                writer.wait()
                assert writer.stdout is not None
                writer.stdout.close()
                attack.try_case("writers killed")
            found = sorted(map(str, (row | {"hand": None} for row in rows(Store(folder)))))
            if len(set(found)) < len(found) or not set(found) <= set(wanted):
                attack.find(f"store {number}: hands are doubled or not whole")
        Store(folder).add(paths)
        found = sorted(map(str, (row | {"hand": None} for row in rows(Store(folder)))))
        attack.try_case("stores")
        if found != wanted:
            attack.find(f"store {number}: {len(found)} rows, {len(wanted)} expected")
