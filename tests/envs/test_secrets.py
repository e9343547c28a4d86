"""Cards that nobody may see change no byte of what environments show, in all games."""

from __future__ import annotations

import warnings
from typing import Any

import numpy
import pytest

from croupier.cards import Card
from croupier.envs import PokerAEC, PokerVectorEnv
from croupier.errors import UnsupportedError
from croupier.games import CustomGame, load
from croupier.games.configuration.library import library
from croupier.tables import TableBatch

NAMES = sorted(library().load_all())
ENCODERS = ("flat", "planes", "features", "raw")


def make_game(name: str) -> CustomGame:
    return load(name).game(None, {"small_bet": 2})


def count_players(name: str) -> int:
    players = load(name).players
    return min(max(players.minimum, 3), players.maximum)


def make_vector(name: str, encoder: str) -> PokerVectorEnv:
    players = count_players(name)
    try:
        return PokerVectorEnv(make_game(name), 4, num_players=players, stacks=60, encoder=encoder)
    except UnsupportedError:
        # The encoder is for other games.
        return PokerVectorEnv(make_game(name), 4, num_players=players, stacks=60, encoder="raw")


def seen_by(vector: PokerVectorEnv) -> dict[str, bytes]:
    """Return all that a policy may look at, as bytes."""
    shown = {**vector._observe(), **vector._info(), "masks": vector.action_masks()}
    batch = vector.batch
    for name in ("history", "history_amounts", "history_lengths", "keys", "amounts", "raises"):
        shown[name] = getattr(batch, name)
    return {name: numpy.ascontiguousarray(array).tobytes() for name, array in shown.items()}


@pytest.mark.parametrize("part", range(8))
def test_vectors_keep_secrets(part: int) -> None:
    changed = 0
    for number, name in enumerate(NAMES[part::8]):
        chance = numpy.random.default_rng(number)
        one, other = (make_vector(name, ENCODERS[number % len(ENCODERS)]) for _ in range(2))
        one.reset(seed=number)
        other.reset(seed=number)
        for step in range(10):
            before = seen_by(one)
            # Only the other has its hidden cards dealt anew, and shows the same.
            other.batch.redeal(1000 * number + step)
            after = seen_by(other)
            wrong = [key for key in before if before[key] != after[key]]
            assert not wrong, (name, step, wrong)
            mask = one.action_masks()
            actions = (chance.random(mask.shape) * mask).argmax(axis=1)
            one.step(actions)
            other.step(actions)
            if seen_by(one) != seen_by(other):
                # What came next was another card: the hidden ones had changed.
                changed += 1
                break
    assert changed > len(NAMES[part::8]) / 2


@pytest.mark.parametrize("part", range(4))
def test_agents_keep_secrets(part: int) -> None:
    for number, name in enumerate(NAMES[part::4]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = PokerAEC(make_game(name), num_players=count_players(name), stacks=60)
        made.reset(seed=number)
        chance = numpy.random.default_rng(number)
        for step in range(6):
            if any(made.terminations.values()):
                break
            before = show(made)
            made.batch.redeal(step)
            made._turn()
            assert show(made) == before, (name, step)
            mask = made.last()[0]["action_mask"]
            made.step(int((chance.random(mask.shape) * mask).argmax()))


def show(made: PokerAEC) -> list[Any]:
    """Return what every agent sees, and what is known beside it."""
    shown: list[Any] = [made.agent_selection, made.infos, made.rewards]
    for agent in made.possible_agents:
        seen = made.observe(agent)
        shown += [seen["observation"].tobytes(), seen["action_mask"].tobytes()]
    return shown


def test_ends_of_hands_show_nothing_that_stayed_hidden() -> None:
    """Cards of others at the end of a hand are those that were shown, in the record of the hand."""
    shown = hidden = 0
    for game in ("nlhe", "plo", "razz", "five_card_draw"):
        batch = TableBatch(
            game, 96, stacks=60, player_count=3, seed=4, hands=1, by_picks=True, record=range(96)
        )
        chance = numpy.random.default_rng(2)
        while batch.kinds.any():
            picks = (chance.random(batch.legal.shape) * batch.legal).argmax(axis=1)
            batch.step(picks)
        for table, history in enumerate(batch.take_histories()):
            known: list[set[str]] = [set(), set(), set()]
            for action in history.actions:
                who, kind, *cards = action.split()
                if kind == "sm" and cards:
                    known[int(who[1:]) - 1].update(map(repr, Card.clean(cards[0])))
                if action.startswith("d dh") and history.variant in ("FR", "F7S"):
                    # Up cards of stud are there to be seen until a hand is folded.
                    seat = int(action.split()[2][1:]) - 1
                    known[seat].update(map(repr, Card.clean(action.split()[3])))
            seat = int(batch.seats[table])
            for place, row in enumerate(batch.cards[table].tolist()):
                seen = {repr(Card.from_code(code)) for code in row if code < 52}
                if place:
                    assert seen <= known[(seat + place) % 3], (game, history.actions)
                    shown += len(seen)
                    hidden += not seen
            assert batch.stacks[table].sum() == 180 and not batch.bets[table].any()
    assert shown > 50 and hidden > 50
