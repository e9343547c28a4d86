"""Whatever is read, nothing but an error of ours comes of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from attack.structures import change
from croupier.compat.pypoks import HHistory, PTable, read_texts, to_hand_history, write_texts
from croupier.errors import ParseError, PokerError

from .vectors import CONFIGS, ERAS, rows

WORDS = [
    "",
    "-1",
    "0",
    "5",
    "37",
    "1e9",
    "²",
    "MOV:",
    "PLH:",
    "TCD:",
    "POS:",
    "GCF:",
    "??",
    "XS",
    "DD",
]
WORDS += [
    "Qd",
    "AS",
    "As",
    "BR1",
    "BRA",
    "CLL",
    "CCK",
    "FLD",
    "pl0",
    "nobody",
    "3players_2bets",
    "\x00",
]


def spoil(lines: list[str], random: Random) -> list[str]:
    """Change, repeat, move or drop something."""
    lines = lines.copy()
    for _ in range(random.randint(1, 3)):
        if not lines:
            break
        place = random.randrange(len(lines))
        kind = random.randrange(5)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(place, random.choice(lines))
        elif kind == 2:
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == 3:
            words = lines[place].split() or [""]
            words[random.randrange(len(words))] = random.choice(WORDS)
            lines[place] = " ".join(words)
        else:
            at = random.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + chr(random.randrange(33, 300)) + lines[place][at:]
    return lines


@pytest.mark.parametrize("era", ERAS)
def test_broken_texts_are_refused_or_played(era: str) -> None:
    random = Random(era)
    read = refused = 0
    for name in CONFIGS:
        for row in rows(era, f"hands_{name}.jsonl")[:60]:
            texts = row["texts"] if isinstance(row["texts"], list) else row["texts"].split("\n")
            for _ in range(4):
                try:
                    hh = read_texts(spoil(texts, random))
                    assert not hh.finished or abs(sum(hh.results.values())) < 1e-9
                    read += 1
                except PokerError as error:
                    refused += 1
                    assert str(error)
    assert read > 100 and refused > 100


def test_broken_texts_leave_a_table_as_it_is() -> None:
    random = Random(1)
    row = rows("D", "hands_3players_2bets.jsonl")[1]
    texts = row["texts"] if isinstance(row["texts"], list) else row["texts"].split("\n")
    players = HHistory(row["events"]).players
    table = PTable("t", "3players_2bets", players, seed=1)
    for _ in range(200):
        before = table.pl_ids, table.hand_id
        try:
            table.run_hand(spoil(texts, random))
        except PokerError:
            assert (table.pl_ids, table.hand_id) == before
    assert table.hand_id > 20 and table.run_hand().finished


def spoil_values(value: Any, random: Random) -> Any:
    """Change one value somewhere."""
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        return [*value[:place], spoil_values(value[place], random), *value[place + 1 :]]
    return random.choice([None, True, -1, 0.5, 7, "", "AS", "MOV", [], {}, [1, 2, 3], value])


def test_broken_events_are_refused_or_used() -> None:
    random = Random(7)
    used = refused = 0
    for name in CONFIGS:
        for row in rows("D", f"hands_{name}.jsonl")[:60]:
            for _ in range(3):
                events = row["events"].copy()
                place = random.randrange(len(events))
                events[place] = spoil_values(events[place], random)
                text = "\n".join(map(json.dumps, events))
                try:
                    hh = HHistory.loads(text)
                    write_texts(hh)
                    to_hand_history(hh)
                    used += 1
                except PokerError:
                    refused += 1
    assert used > 50 and refused > 100


def test_bytes_that_are_no_text_are_refused(tmp_path: Any) -> None:
    path = tmp_path / "hand.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ParseError, match="no UTF-8"):
        HHistory.load(path)


def test_events_of_other_structure_are_errors_of_ours() -> None:
    """Whatever is dropped, doubled or retyped: histories are read, viewed and converted, or not."""
    random = Random(5)
    table = PTable("t", "3players_2bets", ["Ann", "Bob", "Cid"], seed=1)
    events = json.loads(json.dumps(table.run_hand().events))
    refused = 0
    for _ in range(400):
        changed = change(random, events)
        lines = changed if isinstance(changed, list) else [changed]
        text = "".join(f"{json.dumps(event)}\n" for event in lines)
        try:
            history = HHistory.loads(text)
            for player in history.players:
                history.view(player)
            assert history.results is not None and history.finished in (True, False)
            write_texts(history)
            to_hand_history(history)
        except PokerError:
            refused += 1
    assert refused > 100


def test_views_need_known_players() -> None:
    text = '["POS", ["Ann", 0, 100]]\n["PLH", ["Zed", "AS", "AD"]]'
    with pytest.raises(PokerError) as caught:
        HHistory.loads(text).view("Ann")
    assert caught.value.code == "unknown-player" and "'Zed'" in str(caught.value)
