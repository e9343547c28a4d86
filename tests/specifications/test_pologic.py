"""The poker logic of pypoks, in the order of its document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from croupier.cards import Card, Deck
from croupier.cards.notation import cti, cts, ctt, from_int
from croupier.compat.pypoks import (
    CONFIG_NAMES,
    HAND_RANKS,
    STATE_NAMES,
    GameConfig,
    GameManager,
    HHistory,
    PPlayer,
    PTable,
    QMessage,
    QPPlayer,
    QPTable,
    RandomDMK,
    full_rank,
    read_texts,
    write_texts,
)
from croupier.errors import PokerError, ReplayError

from .documents import indented_blocks, markdown_sections, read_document, sections_of

DOCUMENT = "pologic.md"


@cache
def played() -> tuple[HHistory, ...]:
    """Return some hands of every config."""
    hands = []
    for name in CONFIG_NAMES:
        size = GameConfig.from_name(name).table_size
        table = PTable("table", name, [f"p{seat}" for seat in range(size)], seed=2026)
        hands += [table.run_hand() for _ in range(60)]
    return tuple(hands)


def of_kind(kind: str) -> list[Any]:
    """Return the values of all events of a kind."""
    found = [values for hh in played() for name, values in hh.events if name == kind]
    assert found
    return found


def test_the_sections_are_those_of_the_document() -> None:
    assert sections_of(__file__) == markdown_sections(read_document(DOCUMENT))


def test_the_blocks_are_those_of_the_document() -> None:
    blocks = indented_blocks(read_document(DOCUMENT))
    history, states, order, syntax, text = blocks
    assert history == HISTORY
    assert [line.split(":")[0] for line in states] == list(STATES)
    counts = {line[:3]: len(fields(line)) for line in states}
    assert counts == {name: len(types) for name, types in STATES.items()} | {"TCD": 3}
    assert [" ".join(re.findall(r"[A-Z$]{3}(?:\(\d\))?", line)) for line in order] == ORDER
    # The first two lines are the head of the table.
    assert {line[:3]: line[10:].split("  ")[0].split(" :")[0].strip() for line in syntax[2:]} == {
        name: form for name, (form, _) in SYNTAX.items()
    }
    assert [line.split(")", 1)[1].strip() for line in text] == TEXT


def fields(line: str) -> list[str]:
    """Return the fields of a state as the document lists them."""
    inner = re.sub(r"\((pl\.cash, )", r"[\1", line[line.index("(") + 1 :]).replace("))", "])")
    inner = re.sub(r"\[[^\]]*\]", "list", inner.split(")")[0])
    return [part for part in inner.split(",") if part.strip()]


# Section: pologic - poker logic of Table & (table) Player
# Section: Table & Player


def test_a_table_is_initiated_with_the_ids_of_players() -> None:
    table = PTable("table", "3players_2bets", ["ann", "ben", "cat"])
    assert table.pl_ids == ("ann", "ben", "cat")
    assert all(isinstance(player, PPlayer) for player in table.players)


# Section: Running a Hand:


def test_the_first_hand_has_the_initial_order_and_players_rotate_then() -> None:
    table = PTable("t", "3players_2bets", ["a", "b", "c"], seed=1)
    hands = [table.run_hand() for _ in range(4)]
    assert [hh.players for hh in hands] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
        ("a", "b", "c"),
    ]
    assert [hh.events[1][1] for hh in hands] == [("t", number) for number in range(4)]
    assert table.players[0].pls == ("b", "c", "a")


def test_players_are_asked_for_moves_by_probabilities_and_see_the_history() -> None:
    asked = []

    def policy(decision: Any) -> list[float]:
        asked.append((decision.player, decision.events))
        return [0.0, 0.25, 0.75, 0.0, 0.0] if decision.allowed_moves[2] else [1.0, 0, 0, 0, 0]

    table = PTable("t", "2players_2bets", ["a", "b"], policies={"a": policy, "b": policy}, seed=1)
    hh = table.run_hand()
    moves = [values for name, values in hh.events if name == "MOV"]
    assert [player for player, _ in asked] == [values[0] for values in moves]
    assert moves[0][3] == [0.0, 0.25, 0.75, 0.0, 0.0]
    # Before each move the player knows what happened up to it, from its own side.
    for (_, events), (place, _) in zip(
        asked, [one for one in enumerate(hh.events) if one[1][0] == "MOV"], strict=True
    ):
        assert [name for name, _ in events] == [name for name, _ in hh.events[:place]]


# Section: QPTable & QPPlayer:


def test_a_queue_table_is_a_process() -> None:
    assert issubclass(QPTable, BaseProcess) and issubclass(QPPlayer, PPlayer)


def test_a_queue_player_asks_its_decider() -> None:
    class Decider:
        def __init__(self) -> None:
            self.said: list[QMessage] = []

        def post(self, message: QMessage) -> None:
            self.said.append(message)

        send = post

        def receive(self) -> list[QMessage]:
            allowed = self.said[-1].data["allowed_moves"]
            move = 0 if allowed[0] else 2
            probs = [float(number == move) for number in range(len(allowed))]
            return [QMessage("move", {"selected_move": move, "probs": probs})]

    deciders = [Decider(), Decider()]
    players = [QPPlayer(name, line) for name, line in zip("ab", deciders, strict=True)]
    hh = PTable("t", "2players_2bets", players, seed=1).run_hand()
    assert hh.finished
    for decider, player in zip(deciders, "ab", strict=True):
        kinds = [message.type for message in decider.said]
        asked = kinds.count("make_decision")
        assert asked == sum(name == "MOV" and values[0] == player for name, values in hh.events)
        # News before each question, and after the hand.
        assert kinds == ["state_changes", "make_decision"] * asked + ["state_changes"]


def test_tables_and_deciders_play_in_processes() -> None:
    dmks = [RandomDMK("a"), RandomDMK("b")]
    with GameManager("2players_2bets", dmks, seed=1) as manager:
        assert manager.run(5, 60.0) >= 5
        assert set(manager.processes) == {"tbl0", "a", "b"}
    assert manager.failures == {} and {*manager.hands[0].players} == {"a", "b"}


# Section: podeck - poker Cards Deck

FIGURES, SUITS = "23456789TJDKA", "SHDC"


@pytest.mark.parametrize("number", range(53))
def test_a_card_is_a_number_a_pair_or_a_text(number: int) -> None:
    pair = (number // 4, number % 4)
    text = "XS" if number == 52 else FIGURES[pair[0]] + SUITS[pair[1]]
    for form in (number, pair, text):
        assert (cti(form), ctt(form), cts(form)) == (number, pair, text)
    assert (from_int(number) == Card.UNKNOWN) == (number == 52)


@pytest.mark.parametrize("wrong", [-1, 53, (13, 1), (14, 0), (0, 4), "1S", "9X", "XH", "", "10S"])
def test_what_is_no_card_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="card"):
        cti(wrong)


def test_the_pad_and_the_example_of_the_document() -> None:
    assert (cts(52), ctt(52)) == ("XS", (13, 0))
    assert cti("9C") == 31 and ctt("9C") == (7, 3)
    assert {cti(card) for card in Deck.STANDARD} == set(range(52))


# Section: Hand History

HISTORY = [
    '["GCF", ["2players_2bets"]]',
    '["HST", ["table", 0]]',
    '["TST", [0]]',
    '["T$$", [0, 0, 0, 0]]',
    '["POS", ["human", 0, 1000]]',
    '["POS", ["dmk001a09", 1, 1000]]',
    '["PSB", ["human", 5]]',
    '["PBB", ["dmk001a09", 10]]',
    '["T$$", [15, 15, 10, 10]]',
    '["PLH", ["dmk001a09", "8H", "JS"]]',
    '["PLH", ["human", "JD", "TS"]]',
    '["TST", [1]]',
    '["MOV", ["human", 3, 20, [0.0, 0.0, 0.0, 1.0, 0.0], [995, 5, 5]]]',
]


def test_events_are_names_with_tuples() -> None:
    for hh in played()[::20]:
        assert isinstance(hh.events, list)
        for event in hh.events:
            assert type(event) is tuple and len(event) == 2
            assert type(event[0]) is str and type(event[1]) is tuple


def test_a_history_is_saved_as_lines_of_json(tmp_path: Any) -> None:
    for hh in played()[::20]:
        hh.save(tmp_path / "hand.jsonl")
        lines = (tmp_path / "hand.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)[0] for line in lines] == [name for name, _ in hh.events]
        assert HHistory.load(tmp_path / "hand.jsonl") == hh


def test_the_history_of_the_document_is_read_and_played() -> None:
    assert HHistory.loads("\n".join(HISTORY)).dumps().splitlines() == HISTORY

    def raise_or_call(decision: Any) -> int:
        return next(move for move in (3, 2, 0) if decision.allowed_moves[move])

    players = ["human", "dmk001a09"]
    table = PTable("table", "2players_2bets", players, policies={"human": raise_or_call})
    hh = table.run_hand(deck=["8H", "JS", "JD", "TS"])
    assert hh.dumps().splitlines()[: len(HISTORY)] == HISTORY


STATES: dict[str, tuple[type, ...]] = {
    "GCF": (str,),
    "HST": (str, int),
    "TST": (int,),
    "POS": (str, int, int),
    "PSB": (str, int),
    "PBB": (str, int),
    "T$$": (int, int, int, int),
    "PLH": (str, str, str),
    # As many cards as are new, three or one.
    "TCD": (str,),
    "MOV": (str, int, int, list, tuple),
    "PRS": (str, (int, float), (tuple, str)),  # type: ignore[dict-item]
    "HFN": (str, int),
}


def test_there_are_no_other_states() -> None:
    assert {name for hh in played() for name, _ in hh.events} == set(STATES)


@pytest.mark.parametrize("name", STATES)
def test_a_state_has_its_values(name: str) -> None:
    types = STATES[name]
    for values in of_kind(name):
        expected = types * len(values) if name == "TCD" else types
        assert len(values) == len(expected)
        assert all(map(isinstance, values, expected)), values


def test_gcf_is_the_name_of_the_config() -> None:
    assert {values[0] for values in of_kind("GCF")} == set(CONFIG_NAMES)


def test_hst_and_hfn_name_the_table_and_the_hand() -> None:
    assert of_kind("HST") == of_kind("HFN")
    assert [number for _, number in of_kind("HST")] == [*range(60)] * len(CONFIG_NAMES)


def test_tst_is_a_state_of_the_table() -> None:
    assert STATE_NAMES == ("idle", "preflop", "flop", "turn", "river", "showdown")
    assert {values[0] for values in of_kind("TST")} == set(range(6))


def test_pos_has_places_and_starting_cash() -> None:
    for hh in played():
        config = GameConfig.from_name(hh.events[0][1][0])
        rows = [values for name, values in hh.events if name == "POS"]
        assert rows == [
            (player, place, config.table_cash_start) for place, player in enumerate(hh.players)
        ]


def test_psb_and_pbb_are_the_blinds_of_the_first_two() -> None:
    for hh in played():
        config = GameConfig.from_name(hh.events[0][1][0])
        found = {name: values for name, values in hh.events if name in ("PSB", "PBB")}
        assert found == {
            "PSB": (hh.players[0], config.table_cash_sb),
            "PBB": (hh.players[1], config.table_cash_bb),
        }


def test_cash_of_the_table_after_every_change() -> None:
    for hh in played():
        pot = street = 0
        for (name, values), (following, cash) in pairwise(hh.events):
            if name in ("PSB", "PBB"):
                pot, street = pot + values[1], street + values[1]
            elif name == "MOV":
                pot, street = pot + values[2], street + values[2]
            elif name == "TST" and values[0] in (2, 3, 4):
                street = 0
            else:
                continue
            # The blinds count together.
            assert following == ("PBB" if name == "PSB" else "T$$")
            if following == "T$$":
                assert cash[:2] == (pot, street)


def test_plh_has_two_cards_for_each_player() -> None:
    for hh in played():
        rows = [values for name, values in hh.events if name == "PLH"]
        assert {player for player, *_ in rows} == set(hh.players) and len(rows) == len(hh.players)
        assert len({card for _, *cards in rows for card in cards}) == 2 * len(rows)


def test_tcd_has_only_new_cards() -> None:
    for hh in played():
        deals = [values for name, values in hh.events if name == "TCD"]
        assert [len(cards) for cards in deals] == [3, 1, 1][: len(deals)]
        assert len({card for cards in deals for card in cards}) == sum(map(len, deals))


def test_mov_has_the_cash_before_the_move() -> None:
    for hh in played():
        config = GameConfig.from_name(hh.events[0][1][0])
        behind = dict.fromkeys(hh.players, config.table_cash_start)
        street = dict.fromkeys(hh.players, 0)
        for name, values in hh.events:
            if name in ("PSB", "PBB"):
                behind[values[0]] -= values[1]
                street[values[0]] += values[1]
            elif name == "TST" and values[0] in (2, 3, 4):
                street = dict.fromkeys(hh.players, 0)
            elif name == "MOV":
                player, move, chips, probs, cashes = values
                put_in = config.table_cash_start - behind[player]
                assert cashes == (behind[player], put_in, street[player])
                assert len(probs) == len(config.table_moves) and probs[move] > 0
                assert sum(probs) == pytest.approx(1)
                behind[player] -= chips
                street[player] += chips


def test_prs_has_the_rank_of_the_cards() -> None:
    ranks = 0
    for hh in played():
        board = [card for name, values in hh.events if name == "TCD" for card in values]
        holes = {values[0]: values[1:] for name, values in hh.events if name == "PLH"}
        rows = [values for name, values in hh.events if name == "PRS"]
        assert [player for player, *_ in rows] == list(hh.players)
        assert sum(won for _, won, _ in rows) == pytest.approx(0)
        for player, _, rank in rows:
            if isinstance(rank, str):
                assert rank in ("not_shown", "muck")
            else:
                ranks += 1
                assert rank == full_rank([*holes[player], *board])
    assert ranks > 100


ORDER = [
    "GCF",
    "HST",
    "TST(0)",
    "T$$",
    "POS POS",
    "PSB PBB",
    "T$$",
    "PLH PLH",
    "TST(1)",
    "MOV T$$",
    "TST(2)",
    "T$$",
    "TCD",
    "MOV T$$",
    "",
    "TST(5)",
    "PRS PRS",
    "HFN",
]
MOVES = r"(?:MOV T\$\$ )*"
GRAMMAR = re.compile(
    r"GCF HST TST0 T\$\$ (?:POS )+PSB PBB T\$\$ (?:PLH )+TST1 "
    + MOVES
    + "(?:"
    + "(?:".join(rf"TST{street} T\$\$ TCD {MOVES}" for street in (2, 3, 4))
    + ")?)?)?"
    + "(?:TST5 )?(?:PRS )+HFN "
)


def test_states_come_in_their_order() -> None:
    endings = set()
    for hh in played():
        words = [f"TST{values[0]}" if name == "TST" else name for name, values in hh.events]
        assert GRAMMAR.fullmatch(" ".join(words) + " "), words
        endings.add("TST5" in words)
    # The showdown is optional.
    assert endings == {True, False}


# Section: HHtexts

# Each form, and what a line of it looks like.
PLAYER, CARD = r"\S+", r"[2-9TJDKA][SHDC]"
SYNTAX = {
    "GCF": ("GCF: <game_config_name>", rf"GCF: ({'|'.join(CONFIG_NAMES)})"),
    "POS": ("POS: <player_name> <pos> <$>", rf"POS: {PLAYER} [A-Z]+\d? \d+"),
    "PSB": ("<player_name> SB <SB $>", rf"{PLAYER} SB \d+"),
    "PBB": ("<player_name> BB <BB $>", rf"{PLAYER} BB \d+"),
    "T$$": ("table POT: <POT $>", r"table POT: \d+"),
    "PLH": ("PLH: <player_name> <card1> <card2>", rf"PLH: {PLAYER} {CARD} {CARD}"),
    "TST": ("** <table_state_name>", rf"\*\* ({'|'.join(STATE_NAMES[1:])})"),
    "TCD": ("TCD: <card3> <card4> <card5>", rf"TCD: {CARD}( {CARD} {CARD})?"),
    "MOV": ("MOV: <player_name> <mov_name> <$>", rf"MOV: {PLAYER} [A-Z]{{2}}[A-Z0-9] \d+"),
    "PRS": (
        "result: <player_name> <$> <cards rank>",
        rf"result: {PLAYER} -?[\d.]+ (not_shown|muck|({'|'.join(HAND_RANKS)}) .+)",
    ),
}


def lines_with_events(hh: HHistory) -> Iterator[tuple[str, Any, str]]:
    """Yield the events that have a line, and the lines."""
    events = [
        event
        for event in hh.events
        # Hands are not numbered, and an idle table is none.
        if event[0] not in ("HST", "HFN") and event != ("TST", (0,))
    ]
    for (name, values), line in zip(events, write_texts(hh), strict=True):
        yield name, values, line


@pytest.mark.parametrize("name", SYNTAX)
def test_a_state_has_its_line(name: str) -> None:
    pattern = re.compile(SYNTAX[name][1])
    lines = [one[2] for hh in played() for one in lines_with_events(hh) if one[0] == name]
    assert lines and all(map(pattern.fullmatch, lines))


def test_lines_say_what_the_states_say() -> None:
    for hh in played()[::7]:
        config = GameConfig.from_name(hh.events[0][1][0])
        positions, moves = config.position_names, [move.name for move in config.menu.moves]
        for name, values, line in lines_with_events(hh):
            named: dict[str, Sequence[str]] = {"POS": positions, "MOV": moves}
            expected: dict[str, Callable[[Any], str]] = {
                "GCF": lambda v: f"GCF: {v[0]}",
                "PSB": lambda v: f"{v[0]} SB {v[1]}",
                "PBB": lambda v: f"{v[0]} BB {v[1]}",
                "T$$": lambda v: f"table POT: {v[0]}",
                "PLH": lambda v: f"PLH: {v[0]} {v[1]} {v[2]}",
                "TST": lambda v: f"** {STATE_NAMES[v[0]]}",
                "TCD": lambda v: f"TCD: {' '.join(v)}",
            }
            if name in named:
                assert line == f"{name}: {values[0]} {named[name][values[1]]} {values[2]}"
            elif name in expected:
                assert line == expected[name](values)
            else:
                rank = values[2] if isinstance(values[2], str) else values[2].string
                assert line == f"result: {values[0]} {values[1]} {rank}"


def test_texts_have_all_that_is_needed_to_replay() -> None:
    for hh in played():
        again = read_texts(write_texts(hh))
        # Numbers of hands and probabilities are what is reduced.
        for (name, values), (other_name, other) in zip(again.events, hh.events, strict=True):
            assert name == other_name
            if name == "MOV":
                assert (*values[:3], values[4]) == (*other[:3], other[4])
            elif name not in ("HST", "HFN"):
                assert values == other


TEXT = [
    "GCF: 2players_2bets",
    "table POT: 0",
    "POS: agent BTN 1000",
    "POS: human BB 1000",
    "agent SB 5",
    "human BB 10",
    "table POT: 15",
    "PLH: human JD 6D",
    "PLH: agent KH TC",
    "** preflop",
    "MOV: agent BR6 37",
    "table POT: 52",
    "MOV: human CLL 32",
    "table POT: 84",
    "** flop",
    "table POT: 84",
    "TCD: DS 8D 3H",
    "MOV: human CCK 0",
    "table POT: 84",
    "MOV: ??",
]
REQUIRED = ("GCF", "POS", "PLH", "TCD", "MOV")


def run(lines: list[str], **options: Any) -> HHistory:
    return PTable("table", "2players_2bets", ["agent", "human"], seed=1).run_hand(lines, **options)


def test_the_text_of_the_document_is_replayed() -> None:
    hh = run(TEXT)
    lines = write_texts(hh)
    assert lines[: len(TEXT) - 1] == TEXT[:-1]
    # The hand is broken after a move of the player whose turn it is.
    assert lines[len(TEXT) - 1].startswith("MOV: agent ")
    assert len(lines) == len(TEXT) + 1 and not hh.finished


def test_only_some_lines_are_required() -> None:
    needed = [line for line in TEXT if line.startswith(REQUIRED)]
    assert len(needed) == 10
    assert run(needed).events == run(TEXT).events


@pytest.mark.parametrize(
    "place", [place for place, line in enumerate(TEXT) if not line.startswith(REQUIRED)]
)
def test_other_lines_are_not_validated(place: int) -> None:
    changed = [*TEXT]
    changed[place] = re.sub(r"\d+$|\w+$", "99", TEXT[place])
    assert changed != TEXT
    assert run(changed).events == run(TEXT).events


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (2, "POS: agent BB 1000"),
        (2, "POS: somebody BTN 1000"),
        (3, "POS: human BB 900"),
        (7, "PLH: human JD JD"),
        (8, "PLH: agent KH JD"),
        (10, "MOV: agent BR6 38"),
        (10, "MOV: agent CCK 0"),
        (12, "MOV: human CLL 37"),
        (16, "TCD: DS 8D KH"),
        (17, "MOV: human FLD 0"),
    ],
)
def test_required_lines_are_validated(place: int, line: str) -> None:
    with pytest.raises(ReplayError) as caught:
        run([*TEXT[:place], line, *TEXT[place + 1 :]])
    assert caught.value.line == place + 1 or "POS" in line


def test_the_config_is_validated_where_it_is_asked_for() -> None:
    # pypoks itself does not look at the line: docs/tables/pologic.md.
    other = ["GCF: 3players_2bets", *TEXT[1:]]
    assert run(other).events == run(TEXT).events
    with pytest.raises(ReplayError, match="the table plays 2players_2bets"):
        run(other, strict=True)
    with pytest.raises(PokerError):
        read_texts(other)


def test_the_size_of_the_pot_is_written() -> None:
    # After the config, after the blinds, after each move, and at the beginning of each street.
    for hh in played()[::7]:
        lines = write_texts(hh)
        expected = ["table POT:" in line for line in lines]
        found = [False] * len(lines)
        for place, line in enumerate(lines[:-1]):
            found[place + 1] = (
                line.startswith(("GCF:", "MOV:", "** flop", "** turn", "** river"))
                or re.fullmatch(r"\S+ BB \d+", line) is not None
            )
        assert found == expected


def test_without_the_break_the_table_plays_on_till_the_end() -> None:
    hh = run(TEXT[:-1])
    assert hh.finished and hh.events[-1][0] == "HFN"
    assert write_texts(hh)[: len(TEXT) - 1] == TEXT[:-1]
    assert sum(hh.results.values()) == 0
