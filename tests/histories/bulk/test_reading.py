"""Many histories at once: the core agrees with the record, and says what is wrong where."""

from __future__ import annotations

import json
from decimal import Decimal
from math import inf
from pathlib import Path

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.errors import SetupError
from croupier.histories import HandHistory, check_all, read_all
from croupier.histories.replaying.settlement import settle
from histories.test_data import HALVES, IDLE_CHECK, SHORT_RAISE
from shared import data_path

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [{actions}]
"""
DEAL = ["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsQh"]


def hand(*actions: str) -> str:
    return HAND.format(actions=", ".join(f"'{action}'" for action in (*DEAL, *actions)))


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.phhs").write_text(text, encoding="utf-8")
    return folder


def test_hands_of_many_files_come_in_order(tmp_path: Path) -> None:
    first = f"[1]\n{hand('p3 f', 'p1 f')}\n[2]\n{hand('p3 cbr 6', 'p1 f', 'p2 f')}"
    write(tmp_path, b=first, a=hand("p3 f"))
    told: list[int] = []
    (batch,) = read_all(tmp_path, progress=told.append)
    assert [(one.path.stem, one.key, one.ended) for one in batch] == [
        ("a", "", False),
        ("b", "1", True),
        ("b", "2", True),
    ]
    assert batch[1].payoffs == (-1, 1, 0)
    assert batch[-1].payoffs == (-1, -2, 3)
    assert batch[1:][0] == batch[1]
    assert told == [2]
    with pytest.raises(IndexError, match="no hand 3"):
        batch[3]


def test_columns_are_numbers_that_other_libraries_take(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    text = f"[1]\n{hand('p3 f', 'p1 f')}\n[2]\n{hand('p3 cbr 6.50', 'p1 f', 'p2 f')}"
    (batch,) = read_all(write(tmp_path, a=text))
    for columns, length in ((batch.columns, 2), (batch.player_columns, 6)):
        for name, column in columns.items():
            assert len(column) == length, name
            array = numpy.asarray(column)
            assert array.shape == (length,), name
            assert array.tolist() == list(column)
    players = {name: numpy.asarray(column) for name, column in batch.player_columns.items()}
    scale = numpy.asarray(batch.columns["scale"])[players["row"]]
    assert (players["payoff"] / scale).tolist() == [-1, 1, 0, -1, -2, 3]
    # Numbers are not copied, and nobody changes them by accident.
    view = batch.player_columns["payoff"]
    assert numpy.shares_memory(numpy.asarray(view), numpy.asarray(view))
    assert view.readonly


def test_everything_of_a_hand_is_in_the_columns(tmp_path: Path) -> None:
    text = hand("p3 cbr 6", "p1 f", "p2 cc", "d db 2c3c4c", "p2 cc", "p3 cbr 20", "p2 f")
    text = text.replace("[0, 0, 0]", "[1, 0.50, 0]")
    text += "hand = 'R5-1'\nplayers = ['Ann', '''B's''', '']\nwinnings = [0, 0, 13.75]\n"
    stud = """variant = 'F7S'
antes = [1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [50, inf]
actions = []
hand = 7
"""
    (batch,) = read_all(write(tmp_path, a=text, b=stud))
    first, second = batch
    assert (first.hand, first.variant) == ("R5-1", "NT")
    assert first.players == ("Ann", "B's", "")
    assert (first.antes, first.blinds_or_straddles) == ((1, Decimal("0.5"), 0), (1, 2, 0))
    assert (first.bring_in, first.small_bet, first.big_bet, first.min_bet) == (None,) * 3 + (2,)
    assert first.starting_stacks == (100, 100, 100)
    assert first.payoffs == (-2, Decimal("-6.5"), Decimal("8.5"))
    # The pot was 14.50, the bet of 20 went back.
    assert (first.winnings_check, first.rake) == ("less", Decimal("0.75"))
    assert first.finishing_check is None
    assert (second.hand, second.players) == ("7", ("", ""))
    assert (second.bring_in, second.small_bet, second.big_bet, second.min_bet) == (1, 2, 4, None)
    assert second.starting_stacks == (50, inf)
    assert (second.ended, second.rake) == (False, None)
    players = batch.player_columns
    assert players["row"].tolist() == [0, 0, 0, 1, 1]
    assert players["player"].tolist() == [1, 2, 3, 1, 2]
    assert players["name"] == ["Ann", "B's", "", "", ""]
    assert players["finishing_stack"].tolist() == [-1] * 5


@pytest.mark.parametrize(
    ("recorded", "check", "rake"),
    [
        ({"winnings": "[0, 0, 9]"}, (None, "equal"), 0),
        # With the bet that nobody called.
        ({"winnings": "[0, 0, 13]"}, (None, "equal"), 0),
        ({"winnings": "[0, 0, 8]"}, (None, "less"), 1),
        ({"winnings": "[0, 0, 12]"}, (None, "less"), 1),
        ({"winnings": "[0, 0, 14]"}, (None, "different"), None),
        # No room takes so much.
        ({"winnings": "[0, 0, 7]"}, (None, "different"), None),
        ({"winnings": "[0, 0, 11]"}, (None, "different"), None),
        ({"winnings": "[0, 9, 0]"}, (None, "other winners"), None),
        ({"winnings": "[0, 0, 0]"}, (None, None), None),
        ({"finishing_stacks": "[99, 96, 105]"}, ("equal", None), 0),
        ({"finishing_stacks": "[99, 96, 104.50]"}, ("less", None), Decimal("0.5")),
        ({"finishing_stacks": "[99, 96, 106]"}, ("different", None), None),
        (
            {"finishing_stacks": "[99, 96, 104]", "winnings": "[0, 0, 8]"},
            ("less", "less"),
            1,
        ),
    ],
)
def test_what_is_recorded_is_compared(
    tmp_path: Path,
    recorded: dict[str, str],
    check: tuple[str | None, str | None],
    rake: Decimal | int | None,
) -> None:
    text = hand("p3 cc", "p1 f", "p2 cbr 4", "p3 cc", "d db 2c3c4c", "p2 cc", "p3 cbr 4", "p2 f")
    text += "".join(f"{name} = {value}\n" for name, value in recorded.items())
    (batch,) = read_all(write(tmp_path, a=text))
    (one,) = batch
    assert one.payoffs == (-1, -4, 5)
    assert ((one.finishing_check, one.winnings_check), one.rake) == (check, rake)
    history = batch.history(0)
    settlement = settle(history, history.replay().state)
    assert (settlement.finishing, settlement.winnings) == check
    assert settlement.rake == rake


def test_a_hand_is_read_again_from_its_file(tmp_path: Path) -> None:
    texts = [hand("p3 f", "p1 f"), hand("p3 cbr 6", "p1 f", "p2 f").replace("'", '"')]
    many = f"\ufeff[é]\nx = 1\n[1]\n{texts[0]}\n[7]\n# Another style.\n{texts[1]}"
    write(tmp_path, a=many.replace("[é]\nx = 1\n", ""), b=texts[0])
    (batch,) = read_all(tmp_path)
    assert [batch.history(row).key for row in range(3)] == ["1", "7", None]
    assert batch.history(1).actions == [*DEAL, "p3 cbr 6", "p1 f", "p2 f"]
    assert batch.text(0) == texts[0].rstrip()
    assert batch.history(-1) == HandHistory.loads(texts[0])
    with pytest.raises(IndexError, match="no hand 3"):
        batch.history(3)


def test_what_is_wrong_is_said_with_its_place(tmp_path: Path) -> None:
    text = f"[1]\n{hand('p3 f', 'p2 f')}\n[2]\nvariant = 'NT\n\n[3]\n{hand('p3 f', 'p1 f')}"
    text += "\n[4]\n" + hand("p3 cbr 2") + "\n[5]\n" + hand("p3 nods")
    (batch,) = read_all(write(tmp_path, a=text))
    said = {(one.key, one.action): one.message for one in batch.problems}
    assert said["1", 5].startswith("action 5 is refused: p2 is not to act: p1 is; legal would be")
    assert "TOML" in said["2", None]
    assert "the amount 2 is below the minimum of 4" in said["4", 4]
    assert "a player's actions are pb, f, cc, cbr, sd and sm" in said["5", 4]
    assert [one.ended for one in batch] == [False, False, True, False, False]
    assert batch[0].problem == batch.problems[0]
    assert batch.problems[0].line == 7
    assert batch.columns["problem"] == [one.problem.message if one.problem else "" for one in batch]
    assert "a.phhs, hand 1, line 7, column 68, action 5: action 5 is refused" in str(
        batch.problems[0]
    )


def test_missing_fields_and_unknown_games(tmp_path: Path) -> None:
    text = "[1]\n" + hand().replace("min_bet = 2\n", "")
    text += "\n[2]\n" + hand().replace("'NT'", "'XX'")
    text += "\n[3]\n" + hand().replace("[100, 100, 100]", "'all'")
    (batch,) = read_all(write(tmp_path, a=text))
    assert [problem.message for problem in batch.problems] == [
        "the field min_bet is missing",
        'there is no variant "XX"',
        "the field starting_stacks has a value of the wrong kind",
    ]


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        # A habit that the core does not know.
        ("'p3 f'", "'p3 cbr 1e1'", ()),
        ("AsAh", "As,Ah", ()),
        ("antes = [0, 0, 0]", "antes = 0", ()),
        ("starting_stacks = [100, 100, 100]", "starting_stacks = 100", ()),
        ("'d dh p3 QsQh', ", "", ("unknown-card", "unknown-card")),
        ("min_bet = 2", "min_bet = 2\n_board_count = 2", ()),
    ],
)
def test_the_model_plays_what_the_core_cannot(
    tmp_path: Path, old: str, new: str, kinds: tuple[str, ...]
) -> None:
    good = hand("p3 f", "p1 f")
    odd = hand("p3 f").replace(old, new)
    assert odd != hand("p3 f")
    named = "players = ['Ann', 'Bob', 'é']\nhand = 'x'\n"
    text = "\n".join(f"[{key}]\n{one}{named}" for key, one in enumerate((good, odd, good), 1))
    (batch,) = read_all(write(tmp_path, a=text))
    assert not batch.problems
    state = HandHistory.loads(odd).replay().state
    assert batch[1].stacks == tuple(state.stacks)
    assert batch[1].payoffs == tuple(state.payoffs)
    assert (batch[1].repairs, batch[1].applied_count) == (kinds, batch[1].action_count)
    assert [one.players for one in batch] == [("Ann", "Bob", "é")] * 3
    assert [one.hand for one in batch] == ["x"] * 3
    assert batch[0][3:] == batch[2][3:]
    assert batch.player_columns["row"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_signs_are_no_part_of_amounts(tmp_path: Path) -> None:
    (batch,) = read_all(write(tmp_path, a=hand("p3 cbr +6")))
    assert "'+6' is no amount" in batch.problems[0].message


def test_known_hands_are_shown_at_the_end(tmp_path: Path) -> None:
    streets = ["p3 f", "p1 cc", "p2 cc", "d db 2c7d9h", "p1 cc", "p2 cc", "d db Jc", "p1 cc"]
    streets += ["p2 cc", "d db 3d", "p1 cc", "p2 cc"]
    ends = {"a": [], "b": ["p1 sm ????", "p2 sm ????"], "c": ["p1 sm AsAh", "p2 sm"]}
    write(tmp_path, **{name: hand(*streets, *end) for name, end in ends.items()})
    (batch,) = read_all(tmp_path)
    assert [one.payoffs for one in batch] == [(2, -2, 0)] * 3
    assert [one.repairs for one in batch] == [("missing-show",) * 2, ("shown",) * 2, ()]


def test_cards_that_are_not_held_are_not_shown(tmp_path: Path) -> None:
    all_in = ["p3 cbr 100", "p1 cc", "p2 f", "p3 sm 2c2d"]
    (batch,) = read_all(write(tmp_path, a=hand(*all_in)))
    assert "p3 holds QsQh and cannot show 2c2d" in batch.problems[0].message


def test_decimals_are_exact_and_unknown_stacks_stay_unknown(tmp_path: Path) -> None:
    text = hand("p3 cbr 4.50", "p1 cc", "p2 f").replace("[100, 100, 100]", "[100, inf, 100.10]")
    (batch,) = read_all(write(tmp_path, a=text))
    assert batch[0].stacks == (Decimal("95.5"), inf, Decimal("95.6"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_bytes(b"\xff\xfe" * 1000)
    (batch,) = read_all([tmp_path / "a.phh"])
    assert not len(batch)
    assert "UTF-8" in batch.problems[0].message
    # A few bytes are a fault of a hand.
    (tmp_path / "a.phh").write_bytes(b"hand = 1\n\xff\xfe")
    (batch,) = read_all([tmp_path / "a.phh"])
    [problem] = batch.problems
    assert len(batch) == 1 and "UTF-8" in problem.message
    assert (problem.line, problem.column) == (2, 1)
    with pytest.raises(SetupError, match="no file"):
        list(read_all(tmp_path / "b.phh"))


def _are_equal(stack: object, text: str) -> bool:
    """Compare with what PokerKit divides to 28 digits."""
    if text == "inf":
        return stack == inf
    return abs(Decimal(str(stack)) - Decimal(text)) < Decimal("1e-12")


def test_the_dataset_ends_as_expected() -> None:
    root = data_path("phh")
    lines = (root / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {(row["f"], row["k"]): row for row in map(json.loads, lines)}
    compared = 0
    for batch in read_all(root, files_at_once=100):
        for one in batch:
            name = one.path.relative_to(root).as_posix()
            row = expected[name, one.key]
            if name == SHORT_RAISE:
                assert one.finishing_check == "equal" and one.repair_count == 1
            elif "e" in row:
                assert name.endswith(IDLE_CHECK)
                assert (one.repairs, one.stacks) == (("idle-check",), (290, 310))
            elif name == HALVES:
                assert one.finishing_check == "equal"
            elif row.get("t") is False:
                assert not one.ended
            elif one.repairs:
                # PokerKit hides cards that were known.
                assert "unk" in row and set(one.repairs) == {"shown"}
            else:
                pairs = zip(one.stacks, row["s"], strict=True)
                assert all(_are_equal(stack, text) for stack, text in pairs)
                compared += 1
    assert compared == 14_951


def test_the_core_and_the_model_agree() -> None:
    root = data_path("phh")
    paths = [*(root / "wsop").rglob("*.phh"), *root.glob("*.phh"), *(root / "pluribus").glob("8*")]
    paths += sorted(root.rglob("*.phhs"))[::6]
    assert _compare(paths) > 2000


@pytest.mark.slow
def test_the_core_and_the_model_agree_on_all_hands() -> None:
    assert _compare([data_path("phh")]) == 15_138


def _compare(paths: list[Path]) -> int:
    """Compare what came of all hands with what the model says; return how many there are."""
    count = 0
    for batch in read_all(paths):
        histories = [
            history
            for path in batch.paths
            for history in HandHistory.loads_all(path.read_text(encoding="utf-8"))
        ]
        for row, (one, history) in enumerate(zip(batch, histories, strict=True)):
            assert (history.key or "") == one.key
            replay = history.replay()
            state = replay.state
            assert tuple(state.stacks) == one.stacks, (one.path, one.key)
            assert tuple(state.payoffs) == one.payoffs
            assert tuple(repair.kind for repair in replay.repairs) == one.repairs
            assert one.problem is None
            assert one.ended == (not state.status)
            assert one.players == tuple(history.players or [""] * state.player_count)
            assert one.hand == ("" if history.hand is None else str(history.hand))
            assert one.starting_stacks == tuple(history.starting_stacks)
            settlement = settle(history, state)
            if one.ended:
                assert one.finishing_check == settlement.finishing
                assert (one.winnings_check, one.rake) == settlement[1:]
            if row % 50 == 0:
                assert batch.history(row) == history
        count += len(batch)
    return count


def test_a_large_file_is_shared_among_threads(tmp_path: Path) -> None:
    """What comes of it is what comes of it on one thread, to the byte."""
    hands = [
        hand("p3 f", "p1 f"),
        hand("p3 cbr 6", "p1 f", "p2 f"),
        hand("p3 cbr 1"),
        hand("p3 f") + "_story = '''\n[7]\nvariant = 'NT'\n'''\n",
        "variant = 'NT'\nactions = [\n[5]\n]\n",
        "variant = ",
    ]
    path = tmp_path / "many.phhs"
    with path.open("w") as file:
        for number in range(56_000):
            file.write(f"[{number}]\n{hands[number * number % 13 % len(hands)]}\n")
    assert path.stat().st_size > 1 << 23
    [one], [many] = (list(read_all(path, threads=count)) for count in (1, 3))
    for name, column in one.columns.items():
        assert list(column) == list(many.columns[name]), name
    assert one.player_columns == many.player_columns
    assert one.problems == many.problems
    assert len(one) > 30_000
    [first], [second] = (list(check_all(path, threads=count)) for count in (1, 3))
    assert first.violations == second.violations
    found, again = (read_statistics(path, threads=count) for count in (1, 3))
    assert found.hands == again.hands
    assert found.problems == again.problems


def test_the_next_files_are_read_meanwhile(tmp_path: Path) -> None:
    for number in range(7):
        (tmp_path / f"{number}.phh").write_text(hand("p3 f"))
    told: list[int] = []
    batches = list(read_all(tmp_path, threads=2, files_at_once=3, progress=told.append))
    assert [len(batch) for batch in batches] == [3, 3, 1]
    assert told == [3, 6, 7]
    # Whoever has enough stops.
    assert len(next(read_all(tmp_path, threads=2, files_at_once=2))) == 2
