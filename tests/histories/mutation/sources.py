"""Sources of mutations: small hands of every format, made here, and real files where there are.

A source is a kind and a text. The kind is the name of a format, or that of something else that is
read: `events` and `texts` of pypoks, `yaml` of its configs, and `mix` for mixed games.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

if __name__ == "__main__" or not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import shared
from croupier.compat.pypoks import GameConfig, PTable, write_texts
from croupier.games import mixed
from croupier.histories import HandHistory
from croupier.histories.formats import NAMES
from histories.custom_games.playing import NAMES as CONFIGURED
from histories.custom_games.playing import play as play_custom
from histories.custom_games.playing import start
from histories.formats import texts
from histories.formats.ohh.hands import make_hand, simplified
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from histories.formats.pokernow.test_logs import make_download
from histories.play import make_game, play

KINDS = (*NAMES, "events", "texts", "yaml", "mix")
"""All kinds of sources."""

_CODES = ("NT", "FT", "PO", "F7S", "FR", "F2L3D", "N2L1D", "FB", "FO/8", "X:PC")
_CONFIGURED = CONFIGURED[::40]
_LONGEST = 6000


class Source(NamedTuple):
    """A text that is mutated.

    Attributes:
        kind: What it is.
        hands: The texts of hands, which can stand in one file.
        between: What stands between them.
    """

    kind: str
    hands: tuple[str, ...]
    between: str = "\n\n\n"

    @property
    def text(self) -> str:
        """The whole file."""
        return self.between.join(self.hands)


@cache
def find_sources(kind: str) -> tuple[Source, ...]:
    """Return sources of a kind that need no data."""
    if kind in texts.ALL:
        others = {
            "pokerstars": [texts.SHORT.format(number=77)],
            "fulltilt": [texts.FULL_TILT_TWICE],
            "partypoker": [texts.PARTYPOKER_LATE],
        }
        found = [texts.ALL[kind], *others.get(kind, [])]
        return tuple(Source(kind, (text,)) for text in found)
    made = {
        "phh": _make_standard,
        "pluribus": _make_lines,
        "acpc": _make_lines,
        "ohh": _make_ohh,
        "ohh-simplified": _make_ohh,
        "pokernow": _make_logs,
    }
    return tuple(made.get(kind, _make_others)(kind))


# Fields that our own readers write for what the standard has no room for.
_OTHERS = """\
_hero = 'Ann'
_button = 5
_rake = 0
_small_blind = 1
_player_ids = {Ann = 'a1', Bob = 'b2'}
_cash_outs = {Ann = 1}
_dead_posts = {Bob = 1}
_shows = {Bob = 'AsAh'}
_sitting_out = [{seat = 3, player = 'Cat', stack = 70}]
_stacks = [70, 70]
_cap = 60
_added = 0
_mix = 'HORSE'
_tournament = 9"""


def _make_standard(kind: str) -> list[Source]:
    hands = []
    for number, code in enumerate(_CODES):
        game = make_game(code)
        state = game([60, 50], 2, seed=number)
        play(state, Random(number))
        facts: dict[str, Any] = {
            "players": ["Ann", "Bob"],
            "hand": number,
            "seats": [2, 5],
            "currency": "EUR",
        }
        facts |= {"currency": "EUR", "year": 2024, "month": 2, "day": 29}
        facts |= {"time_zone": "Europe/Vienna"}
        history = HandHistory.from_game_state(game, state, **facts)
        history.finishing_stacks = list(state.stacks)
        hands.append(history.dumps())
    for number, name in enumerate(_CONFIGURED):
        configured, state, random = start(name, number)
        play_custom(state, random)
        hands.append(HandHistory.from_game_state(configured, state).dumps())
    hands.append(f"{hands[0]}\n{_OTHERS}")
    return [
        Source(kind, (f"[{number}]\n{text}\n",), "\n") for number, text in enumerate(hands, 1)
    ] + [Source(kind, (hands[0] + "\n",))]


def _make_lines(kind: str) -> list[Source]:
    lines: tuple[str, ...]
    if kind == "pluribus":
        lines = (
            "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F",
            "STATE:8:fffr225fc/cr1225c/cc/r5000c:"
            "AsKs|2c2d|3c3d|4c4d|5c5d|6c6d/7s8s9s/Tc/Jd:-50|5000|0|0|-4950|0:A|B|C|D|E|F",
        )
    else:
        lines = (
            "STATE:7:cc/cc/cc/cc:AsKs|2c2d/3h4h5h/6h/7h:0|0:A|B",
            "A|B:8:r300c/r900c/f:AsKs|2c2d/3h4h5h/6h:-900|900",
            "STATE:9:rrc/rc/cc/cc:AsKs|2c2d/3h4h5h/6h/7h:0|0:A|B",
        )
    return [Source(kind, (f"{line}\n",), "") for line in lines]


def _make_ohh(kind: str) -> list[Source]:
    if kind == "ohh":
        hand = {"ohh": make_hand()}
        return [Source(kind, (json.dumps(hand),)), Source(kind, (json.dumps(hand, indent=1),))]
    document = {"version": "1.0", "hands": [simplified(), simplified(handId="2")]}
    return [Source(kind, (json.dumps(one),)) for one in (document, simplified())]


_PLAYED = (
    "{Bob} posts a small blind of 5",
    "{Cat} posts a big blind of 10",
    "Your hand is A♠, K♠",
    "{Ann} calls 10",
    "{Bob} raises to 40",
    "{Cat} folds",
    "{Ann} calls 40",
    "Flop:  [2♠, 3♠, 4♦]",
    "{Bob} bets 60",
    "{Ann} raises to 460 and go all in",
    "{Bob} folds",
    "Uncalled bet of 400 returned to {Ann}",
    "{Ann} collected 210 from pot",
)


def _make_logs(kind: str) -> list[Source]:
    lines = hand_lines(*_PLAYED) + hand_lines(*FOLDED, number=2)
    entries = [
        {"at": "2026-01-31T20:00:00Z", "created_at": number, "msg": text}
        for number, text in enumerate(lines)
    ]
    logs = make_log(lines), json.dumps({"logs": entries}), json.dumps(make_download())
    return [Source(kind, (text,)) for text in logs]


def _make_others(kind: str) -> list[Source]:
    found = []
    for name, players in (("2players_2bets", "ab"), ("3players_2bets", "abc")):
        hand = PTable("table", name, list(players), seed=3).run_hand()
        if kind == "events":
            found.append(hand.dumps())
        elif kind == "texts":
            found.append("\n".join(write_texts(hand)))
        elif kind == "yaml":
            found.append(json.dumps(GameConfig.from_name(name).to_mapping(), indent=1))
    if kind == "mix":
        folder = Path(mixed.__file__).parent
        found = [folder.joinpath(f"{name}.json").read_text() for name in mixed.names()[:2]]
    return [Source(kind, (text,)) for text in found]


_REAL = {
    "phh": ("phh", ("*.phh", "*.phhs")),
    "pokerstars": ("pokerstars", ("*.txt",)),
    "ggpoker": ("ggpoker", ("*.txt",)),
    "winamax": ("winamax", ("*.txt",)),
    "ignition": ("ignition", ("*.txt",)),
    "ohh": ("ohh", ("*.ohh", "*.json*")),
    "ohh-simplified": ("ohh", ("*.json",)),
    "pokernow": ("pokernow", ("*.csv",)),
    "mix": ("mixed_game_configs", ("*.json",)),
    "yaml": ("pypoks/game_configs", ("*.yaml",)),
    "texts": ("pypoks", ("*.txt",)),
}


@cache
def find_files(kind: str) -> tuple[Path, ...]:
    """Return real files of a kind; none where there is no data."""
    folder, patterns = _REAL.get(kind, ("", ()))
    root = Path(shared.__file__).resolve().parents[2] / "shared" / "data" / folder
    return tuple(sorted(path for one in patterns for path in root.rglob(one)))


def read_real(kind: str, random: Random) -> Source | None:
    """Return a piece of a real file, with whole lines; nothing where there is no data."""
    files = find_files(kind)
    if not files:
        return None
    lines = random.choice(files).read_bytes().decode("utf-8", "replace").splitlines(keepends=True)
    start = random.choice([0, random.randrange(len(lines) or 1)]) if kind != "pokernow" else 0
    kept, size = list[str](), 0
    for line in lines[start:]:
        size += len(line)
        if kept and size > _LONGEST:
            break
        kept.append(line)
    return Source(kind, ("".join(kept),))
