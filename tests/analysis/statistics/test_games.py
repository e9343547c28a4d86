"""Statistics of all games: hands by chance, counted by the core, by the model, and slowly."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier.analysis import PlayerStatistics, read_statistics
from croupier.analysis.statistics.definitions import NAMES
from croupier.analysis.statistics.hands import count_history
from croupier.histories import HandHistory
from histories.custom_games import playing as custom
from histories.play import CODES, make_game, play

from . import slow_count as slow

# Draws may need more cards than the deck has.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

HANDS = 12


def play_hands(code: str) -> list[HandHistory]:
    """Play hands of a game, of two to four players."""
    random = Random(code)
    game = make_game(code)
    found = []
    for number in range(HANDS):
        count = 2 if code in ("X:FK", "X:FL", "X:FRI", "X:FRRI", "X:F211") else 2 + number % 3
        stacks = [random.choice([7, 20, 50]) for _ in range(count)]
        state = game(stacks, count, seed=number)
        play(state, random)
        names = random.sample(["Ann", "Bob", "Cid", "Dan"], count)
        found.append(HandHistory.from_game_state(game, state, players=names))
    return found


@pytest.mark.parametrize("code", CODES)
def test_hands_of_every_game(code: str, tmp_path: Path) -> None:
    histories = play_hands(code)
    for history in histories:
        counted, hand = count_history(history), slow.read(history)
        assert counted is not None
        assert sum(one.net or 0 for one in counted.seats) == 0
        for seat, one in enumerate(counted.seats):
            pairs = zip(one.counts[::2], one.counts[1::2], strict=True)
            assert dict(zip(NAMES, pairs, strict=True)) == slow.count(hand, seat), history.actions
            assert one.net == slow.net(hand, seat)
            assert one.key.position == slow.position(hand, seat)
    text = "\n".join(f"[{place}]\n{one.dumps()}" for place, one in enumerate(histories, 1))
    (tmp_path / "hands.phhs").write_text(text)
    found, model = read_statistics(tmp_path), PlayerStatistics(histories)
    assert found.problems == []
    assert {name: one.groups for name, one in found.items()} == {
        name: one.groups for name, one in model.items()
    }


@pytest.mark.parametrize("name", ["anaconda", "five-card-draw", "chicago", "texas-holdem"])
def test_hands_of_games_that_are_files(name: str, tmp_path: Path) -> None:
    game, state, random = custom.start(name, 1)
    custom.play(state, random)
    players = [str(number) for number in range(state.player_count)]
    history = HandHistory.from_game_state(game, state, players=players)
    (tmp_path / "hand.phh").write_text(history.dumps())
    found = read_statistics(tmp_path)
    assert (found.hands, found.problems) == (1, [])
    assert found.total.net == 0
    assert sorted(found) == players
