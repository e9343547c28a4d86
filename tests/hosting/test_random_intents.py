"""Whatever people ask for, in whatever order: chips add up, and the log is the table."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from croupier.agents import choose_default
from croupier.errors import PokerError, RefusedError
from croupier.hosting import TableSettings, intents
from croupier.hosting.entries import read_entry
from croupier.hosting.intents import Intent, read_intent
from croupier.hosting.settings import MAX_CHIPS

from .people import Session, describe
from .test_faults import check_ledger

KINDS = {
    "cash": TableSettings(
        "nlhe", seats=5, rest=500, show_or_muck=True, run_it_twice=True, straddle=True, bomb_every=4
    ),
    "approved": TableSettings(
        "plo", seats=4, rest=0, approves=True, least_buy_in=20, most_buy_in=300
    ),
    "fair": TableSettings("nlhe", seats=4, rest=300, fair=True, run_it_twice=True, seconds=5),
    "choice": TableSettings("dealers_choice", seats=4, rest=300),
    "levels": TableSettings("razz", seats=5, rest=0, levels=[2, 6, 40], level_minutes=1),
    "tournament": TableSettings(
        "nlhe", seats=5, rest=0, levels=[2, 10, 50], level_minutes=1, payouts=[60, 30, 10]
    ),
    "badugi": TableSettings("badugi", seats=4, rest=0, bank=3, seconds=2),
}
AMOUNTS = (0, 1, 2, 7, 50, 100, 200, 10**6, MAX_CHIPS)


def make_intent(session: Session, random: Random, person: str) -> Intent:
    """Return something that somebody might ask for, sensible or not."""
    table = session.table
    people = [*table.people, "p99"]
    amount = random.choice(AMOUNTS)
    id = random.choice([session.id(), session.id(), "again"])
    hand = table.hand + random.choice([0, 0, 0, 0, -1, 1])
    version = max(0, table.version - random.choice([0, 0, 0, 1, 5]))
    moves = ["call", "fold", "all in", "check", "raise 10", "p1 cbr 99999", "sd", "-", "rc 2", "x"]
    known = table.fairness.numbers
    kinds: list[Any] = [
        lambda: intents.Sit(
            id=id, name=f"N{random.randrange(6)}", seat=random.randrange(6), amount=amount
        ),
        lambda: intents.Sit(id=id, name=f"N{random.randrange(6)}"),
        lambda: intents.Leave(id=id),
        lambda: intents.SitOut(id=id, away=random.random() < 0.4),
        lambda: intents.SitOut(id=id, away=False),
        lambda: intents.Buy(id=id, amount=amount),
        lambda: intents.Act(id=id, hand=max(0, hand), v=version, move=random.choice(moves)),
        lambda: intents.Choose(id=id, game=random.choice([*table.choice_titles, "nlhe"])),
        lambda: intents.Plan(
            id=id, hand=max(0, hand), plan=random.choice(["", "check", "call", "check-fold", "no"])
        ),
        lambda: intents.Pledge(id=id, hand=max(0, hand) + 1, promise="0" * 64),
        lambda: intents.Reveal(id=id, hand=max(0, hand), number=f"{len(known):064x}"),
        lambda: intents.Say(id=id, text="words"),
        lambda: intents.Pause(id=id, paused=random.random() < 0.3),
        lambda: intents.Pause(id=id, paused=False),
        lambda: intents.Approve(id=id, person=random.choice(people)),
        lambda: intents.Approve(id=id, person=random.choice(people)),
        lambda: intents.Kick(id=id, person=random.choice(people)),
        lambda: intents.Kick(id=id, person=random.choice(people), ban=True),
        lambda: intents.Allow(id=id, person=random.choice(people)),
        lambda: intents.Allow(id=id, person=random.choice(people)),
        lambda: intents.Clear(id=id),
        lambda: intents.Link(id=id),
        lambda: intents.SetStack(id=id, person=random.choice(people), amount=amount),
        lambda: intents.ChangeGame(id=id, game=random.choice(["nlhe", "razz", "horse", "zzz"])),
        lambda: intents.Start(id=id),
        lambda: intents.Agree(id=id, agrees=random.random() < 0.7),
        lambda: intents.AddBot(id=id, bot="caller"),
    ]
    return random.choice(kinds)()  # type: ignore[no-any-return]


def step(session: Session, random: Random) -> None:
    """Let somebody do something, or time pass."""
    table = session.table
    chance = random.random()
    decider = table.decider
    if chance < 0.4 and decider is not None and not table.is_paused:
        if decider.bot:
            view = table.decision.observe()  # type: ignore[union-attr]
            session.keep(table.move(decider, choose_default(view), now=session.now))
        else:
            session.act(session.choose())
    elif chance < 0.6:
        session.wait(random.choice([0, 0, 300, 1_000, 30_000, 100_000]))
    elif chance < 0.62 and len(table.people) < 8:
        session.join(is_host=random.random() < 0.2)
    elif chance < 0.66:
        asker = random.choice(list(table.people.values()))
        link = f"link {random.randrange(9)}"
        session.keep(table.make_link(asker, random.choice([*table.people]), link, session.now))
        used = table.use_link(link, f"key {session.id()}", session.now)
        if used is not None and random.random() < 0.5:
            session.keep(used)
    else:
        person = random.choice(list(table.people))
        session.send(person, make_intent(session, random, person))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_chips_add_up_whatever_is_asked_for(kind: str, seed: int) -> None:
    random = Random(f"{kind} {seed}")
    session = Session(KINDS[kind], seed)
    session.sit("Ann", "Bob", "Cy")
    for number in range(500):
        # What is refused is refused in words, and nothing has happened.
        with suppress(PokerError):
            step(session, random)
        assert session.table.count_chips() == 0
        stacks = [player.stack for player in session.table._table.players]
        assert all(stack >= 0 for stack in stacks)
        if number % 50 == 0:
            while session.table.transfers:
                session.wait()
            # What came and left is in the entries, to the chip.
            check_ledger(session.table, list(map(read_entry, session.entries)))
            found, wanted = describe(session.restore()), describe(session.table)
            assert found == wanted, number


def test_numbers_that_no_chips_have_are_refused() -> None:
    for text in ("-1", str(MAX_CHIPS + 1), "1e300", "0.5", '"5"', "null", "true", "1" * 400):
        for kind in ('"buy"', '"setstack","person":"p1"', '"sit","name":"A"'):
            with pytest.raises(RefusedError, match=r"expected .*, got "):
                read_intent(f'{{"t":{kind},"id":"a","amount":{text}}}')
