"""Hands that the engine played, in every format that can be written: `tests/corpus`.

Readers are tested with them where there is no other data. `python tests/histories/corpus.py` writes
the files anew; a test compares them with what would be written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import time, timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from croupier.games import Poker, make_game
from croupier.histories import HandHistory
from croupier.histories.pipeline.converting import Conversion, convert
from croupier.state import Mode
from histories.play import play

FOLDER = Path(__file__).resolve().parents[1] / "corpus"
ENDINGS = {
    "phh": ".phhs",
    "pokerstars": ".txt",
    "gtowizard": ".txt",
    "ohh": ".ohh",
    "ohh-simplified": ".json",
    "pluribus": ".log",
}
"""The formats that are written, and how their files end."""
NAMES = ("Ann", "Bob 2", "Zoë", "d'Arc", "Ev[a]", "H. Io", "中村", "Fay: x", "Jo")
"""Who plays: names that a careless reader would take apart."""


class Session(NamedTuple):
    """Hands of one game that some players played one after the other."""

    name: str
    game: str
    players: int
    hands: int
    stakes: dict[str, Any]
    mode: Mode = Mode.CASH_GAME
    stack: int = 200
    currency: str | None = None
    unit: Decimal | int = 1
    # How much more some have than others.
    spread: int = 200
    # Not every format has room for every game.
    formats: tuple[str, ...] = ("phh", "pokerstars", "ohh")


SESSIONS = (
    Session("nlhe-six", "nlhe", 6, 16, {"blinds": (1, 2)}, formats=tuple(ENDINGS)[:-1]),
    Session("nlhe-two", "nlhe", 2, 8, {"blinds": (5, 10)}, currency="USD", unit=Decimal("0.05")),
    Session("nlhe-nine-antes", "nlhe", 9, 6, {"blinds": (10, 20), "ante": 2}, stack=700),
    Session("nlhe-tournament", "nlhe", 5, 8, {"blinds": (5, 10)}, Mode.TOURNAMENT, 90),
    # The format says neither stakes nor stacks: they are always these.
    Session(
        "pluribus",
        "nlhe",
        6,
        8,
        {"blinds": (50, 100)},
        stack=10_000,
        spread=1,
        formats=("phh", "pluribus"),
    ),
    Session("plo", "plo", 4, 6, {"blinds": (1, 2)}),
    Session("plo8", "plo8", 4, 6, {"blinds": (1, 2)}),
    Session("limit", "flhe", 3, 8, {"blinds": (1, 2)}),
    Session("stud", "stud", 4, 8, {"ante": 1}, formats=("phh", "pokerstars")),
    Session("stud8", "stud8", 3, 6, {"ante": 1}, formats=("phh", "pokerstars")),
    Session("razz", "razz", 3, 6, {"ante": 1}, formats=("phh", "pokerstars")),
    Session("triple-draw", "27td", 3, 8, {"blinds": (1, 2)}, formats=("phh", "pokerstars")),
    Session("single-draw", "27sd", 3, 6, {"blinds": (1, 2)}, formats=("phh", "pokerstars")),
    Session("badugi", "badugi", 3, 6, {"blinds": (1, 2)}, formats=("phh", "pokerstars")),
    Session("short-deck", "short_deck", 4, 6, {"ante": 1}, formats=("phh", "pokerstars")),
)


def play_session(session: Session) -> Iterator[HandHistory]:
    """Play the hands of a session by chance: the same ones every time."""
    random = Random(session.name)
    stakes: dict[str, Any] = {
        name: tuple(each * session.unit for each in amount)
        if isinstance(amount, tuple)
        else amount * session.unit
        for name, amount in session.stakes.items()
    }
    game = make_game(session.game, **stakes, mode=session.mode)
    assert isinstance(game, Poker)
    began = timedelta(hours=20)
    for number in range(session.hands):
        stacks = [
            (session.stack + random.randrange(session.spread)) * session.unit
            for _ in range(session.players)
        ]
        state = game(stacks, session.players, seed=random.randrange(1 << 32))
        play(state, random)
        # Seats stay, and the button goes round.
        turned = [(place + number) % session.players for place in range(session.players)]
        began += timedelta(seconds=random.randrange(20, 90))
        day, seconds = divmod(int(began.total_seconds()), 86_400)
        yield HandHistory.from_game_state(
            game,
            state,
            players=[NAMES[place] for place in turned],
            seats=[place + 1 for place in turned],
            seat_count=session.players,
            hand=1000 * (1 + SESSIONS.index(session)) + number,
            table=session.name,
            venue="Croupier",
            time=time(seconds // 3600, seconds // 60 % 60, seconds % 60),
            time_zone="UTC",
            year=2026,
            month=1,
            day=1 + day,
            currency=session.currency,
            finishing_stacks=list(state.stacks),
        )


def make_files() -> dict[str, str]:
    """Make the text of each file of the corpus, by its path in the folder."""
    files: dict[str, str] = {}
    for session in SESSIONS:
        out = BytesIO()
        HandHistory.dump_all(play_session(session), out)
        hands = out.getvalue()
        for name in session.formats:
            text = StringIO()
            result = convert(hands, Conversion(target=name), text)
            assert result.converted == session.hands, (session.name, name, result.entries)
            files[f"{name}/{session.name}{ENDINGS[name]}"] = text.getvalue()
    return files


if __name__ == "__main__":
    for path, text in make_files().items():
        target = FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="")
