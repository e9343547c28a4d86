"""Things that new users stumbled over, and the tests that keep them from coming back.

Every line of `COMPLAINTS` is what somebody said after the first hour, in their words or nearly so;
beside it stand the tests of it. What had none elsewhere is tested below.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.games.configuration.library import library

ROOT = Path(__file__).resolve().parents[2]
HERE = "tests/cli/test_complaints.py"

COMPLAINTS: dict[str, tuple[str, ...]] = {
    "two boards are shown as one row of ten cards": (
        "tests/cli/test_hand_printer.py::test_people_without_a_terminal_see_both_boards",
        "tests/cli/test_hand_printer.py::test_boards_are_shown_as_they_lie",
        "tests/games/test_layouts.py::test_every_game_with_parts_of_the_board_has_a_layout",
        "tests/views/test_table.py::test_boards_lie_as_the_game_says",
    ),
    "names of people are cut in pipes and files": (
        "tests/cli/commands/test_play.py::test_names_are_whole_in_narrow_terminals",
        "tests/cli/commands/test_play.py::test_nothing_is_left_out_of_files",
        "tests/cli/commands/test_stats.py::test_names_are_whole_in_narrow_terminals",
        "tests/cli/test_golden.py::test_nothing_is_cut",
    ),
    "a loss is green, and bb/100 rise while money is lost": (
        "tests/cli/commands/test_stats.py::test_who_wins_big_blinds_may_lose_chips",
    ),
    "stats of a folder leave players out and do not say so": (
        "tests/cli/commands/test_stats.py::test_players_that_are_not_shown_are_counted",
    ),
    "names that must be typed are cut in lists of games and rankings": (
        "tests/cli/test_lists.py::test_no_name_is_cut",
        "tests/cli/commands/test_games.py::test_a_terminal_is_wide_enough",
        "tests/cli/commands/test_games.py::test_searching",
    ),
    "cards that are missing are filled in at random without a word": (
        "tests/cli/commands/test_equity.py::test_cards_that_are_not_named_are_said",
        "tests/cli/commands/test_equity.py::test_cards_that_are_not_named_are_listed",
    ),
    "bet without an amount raises at once": (
        "tests/agents/test_parsing.py::test_people_say_how_much_they_bet",
    ),
    "prompts stand among the JSON": (
        "tests/cli/commands/test_play.py::test_people_are_asked_apart_from_json",
    ),
    "a mistyped option is said to be another one that is missing": (
        "tests/cli/commands/test_convert.py::test_an_option_that_is_not_there",
    ),
    "errors name hidden temporary files": (f"{HERE}::test_errors_name_what_was_asked_for",),
    "a file that is not there is taken for a text": (
        f"{HERE}::test_a_file_that_is_not_there_is_named",
    ),
    "who leaves at once is shown an empty table": (
        f"{HERE}::test_who_leaves_in_the_first_hand_sees_no_empty_table",
    ),
    "a bot that crashes gets no traceback and no line, and the status is 0": (
        "tests/cli/test_debugging.py::test_a_traceback_is_shown_once",
        "tests/cli/test_debugging.py::test_the_wire_is_shown",
        "tests/cli/commands/test_play.py::test_the_first_fault_is_said",
        "tests/cli/commands/test_play.py::test_agents_that_fail_are_in_the_table",
        "tests/cli/commands/test_play.py::test_agents_can_be_named",
    ),
    "nine methods of a state have the same docstring": (
        "tests/unit/state/test_state.py::test_every_operation_says_what_it_does",
        "tests/meta/test_operations.py::test_operations_have_their_methods_and_records",
    ),
    "cards that are exposed or passed are not told": (
        "tests/cli/test_hand_printer.py::test_cards_that_are_passed_or_turned_up_together_are_told",
    ),
    "what a filter leaves out counts as skipped": (
        "tests/cli/commands/test_convert.py::test_filters_zones_and_sites",
    ),
    "a range by itself gives an obscure error, and no range an empty grid": (
        f"{HERE}::test_a_range_by_itself",
        "tests/cli/commands/test_equity.py::test_a_range_must_be_named",
    ),
    "codes, half sentences and odd capitals in what is printed": (
        f"{HERE}::test_nothing_odd_is_printed",
        "tests/cli/commands/test_play.py::test_one_deal_tells_nothing",
        "tests/games/configuration/test_fields.py",
    ),
    "the last table of a replay hides cards that were shown": (
        "tests/views/test_table.py::test_cards_that_were_shown_and_lost_stay",
    ),
    "a picture that cannot be drawn is refused after all the work": (
        "tests/cli/test_files.py::test_pictures_that_cannot_be_drawn_are_refused_first",
    ),
    "play, simulate and the rules disagree on the most players": (
        "tests/cli/commands/test_simulate.py::test_as_many_players_as_there_may_be",
    ),
    "notebooks show ranges and nothing else": (
        "tests/views/test_showing.py::test_states_show_themselves",
        "tests/views/test_showing.py::test_pictures_are_whole",
        "tests/views/test_showing.py::test_a_history_is_a_player",
        "tests/views/test_showing.py::test_graphs_show_themselves",
    ),
    "there is no line with pip for people without Rust": (f"{HERE}::test_pip_comes_before_rust",),
    "completion has no values": ("tests/cli/test_completion.py::test_values",),
    "what one needs first is not at the top of the package": (
        f"{HERE}::test_the_front_door_has_what_one_needs_first",
    ),
    "who pays whom after a night, all players in a chart, one page to send": (
        "tests/reports/test_nights.py::test_a_ledger_that_adds_up",
        "tests/reports/test_nights.py::test_the_page_asks_nobody_for_anything",
        "tests/reports/test_settling.py::test_as_few_payments_as_there_can_be",
    ),
    "round robin of many bots": (
        "tests/evaluation/test_evaluation.py::test_all_against_all",
        "tests/cli/commands/test_play.py::test_many_agents_of_the_core_play_a_match",
    ),
    "Gymnasium, PettingZoo, OpenSpiel": (
        "tests/envs/test_conformance.py::test_gymnasium_finds_nothing_wrong",
        "tests/envs/test_conformance.py::test_thirty_games_pass_the_tests_of_pettingzoo",
        f"{HERE}::test_documents_lead_to_the_environments_for_learning",
    ),
    "a table of the names of pypoks": (f"{HERE}::test_names_of_pypoks_are_listed_and_there",),
    "code blocks of the site are cut, and its reference is empty": (
        "tests/docs/test_site.py::test_code_is_whole",
        "tests/docs/test_site.py::test_the_reference_lists_everything",
        "tests/docs/test_site.py::test_pages_have_pictures",
    ),
    "replay in a browser": (
        "tests/web/test_page.py::test_a_file_of_every_format_is_dropped_and_replayed_to_its_end",
    ),
    "data frames": (
        "tests/views/test_showing.py::test_data_frames",
        "tests/views/test_showing.py::test_tables_of_arrow",
    ),
    "a new game from a family, qualifiers in words, lines of problems": (
        "tests/cli/commands/test_new_game.py::test_families",
        "tests/cli/commands/test_games.py::test_checking_what_is_wrong",
    ),
}


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_every_complaint_has_its_tests(complaint: str) -> None:
    for place in COMPLAINTS[complaint]:
        path, _, name = place.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not name or re.search(rf"^def {name}\(", text, re.MULTILINE), place


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)


def test_errors_name_what_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "bad.csv").write_text("entry,at,order\n", encoding="utf-8")
    for arguments in (
        ("convert", "bad.csv", "--to", "phh", "-o", "folder"),
        ("convert", "missing.csv", "--to", "phh", "-o", "out.phhs"),
        ("stats", "bad.csv", "--picture", "nowhere.xyz"),
        ("report", "missing.csv", "-o", "night.html"),
        ("replay", "missing.phh", "-o", "hand.html"),
    ):
        done = run(*arguments, folder=tmp_path)
        assert done.returncode and done.stderr, arguments
        # Parts of files that are written have names that begin with a dot.
        assert not re.search(r"(?<![\w.])\.\w[\w-]*\.\w+", done.stderr), done.stderr
        assert ".part" not in done.stderr and "tmp" not in done.stderr.replace(str(tmp_path), "")
        assert any(word in done.stderr for word in arguments), done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.csv", "folder"]


def test_a_range_by_itself() -> None:
    assert len(croupier.Range("22+")) == 78
    with pytest.raises(croupier.PokerError) as caught:
        croupier.Range("22+ plus")
    assert "22+ plus" in str(caught.value) or "plus" in str(caught.value)


@pytest.mark.parametrize("path", sorted((ROOT / "tests/cli/golden").glob("*.txt")))
def test_nothing_odd_is_printed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b[FNPX]:?[A-Z]+/[A-Z0-9]+ \d", text), "a code of PHH instead of a game"
    for odd in ("jSON", "to across", "None", "Traceback", "<object", "\u001b"):
        assert odd not in text


def test_games_are_described_in_whole_sentences() -> None:
    from croupier.games import load

    for name in library().summarize_all():
        said = load(name).describe()
        assert "to across" not in said and " to ." not in said and "None" not in said, name


def test_pip_comes_before_rust() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("pip install") < text.index("make ") and text.index("pip install") < 700
    assert text.index("pip install") < text.index("Rust toolchain")


def test_the_front_door_has_what_one_needs_first() -> None:
    from croupier import games

    for name in ("make_game", "Table", "read", "load", "Agent", "solve", "equity", "Range"):
        assert name in dir(croupier) and callable(getattr(croupier, name))
    classes = [name for name in games.__all__ if isinstance(getattr(games, name), type)]
    assert classes and not [name for name in classes if not hasattr(croupier, name)]


def test_a_file_that_is_not_there_is_named() -> None:
    for path in ("nothing.csv", "logs/last night.txt"):
        with pytest.raises(croupier.ParseError, match="there is no file") as caught:
            croupier.read(path)
        assert caught.value.code == "unknown-file" and path in str(caught.value)
    # What is no path is looked at as a text.
    with pytest.raises(croupier.ParseError, match="the format is none of"):
        croupier.read("Bring chips. And beer")


def test_who_leaves_in_the_first_hand_sees_no_empty_table(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "play", "--human", "--no-save", "--seed", "1"],
        input="q\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
    )
    assert "The match ends here" in done.stdout + done.stderr and "VPIP" not in done.stdout


def test_documents_lead_to_the_environments_for_learning() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/learning.md" in readme and "Gymnasium" in readme and "PettingZoo" in readme
    coming = (ROOT / "docs" / "coming-from" / "index.md").read_text(encoding="utf-8")
    assert "## OpenSpiel" in coming and "## RLCard" in coming and "(../learning.md)" in coming
    stable = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
    assert "croupier/NoLimitHoldem-v0" in stable


def test_names_of_pypoks_are_listed_and_there() -> None:
    from croupier.cards import notation
    from croupier.compat import pypoks

    text = (ROOT / "docs" / "coming-from" / "pypoks.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) >= 9
    for name in ("cti", "ctt", "cts"):
        assert f"`{name}`" in text and callable(getattr(notation, name))
    # Every name that is ours by the table is there.
    ours = {name for _, cell in rows for name in re.findall(r"`(\w+)", cell)}
    known = {*dir(pypoks), *dir(notation), *dir(croupier), "croupier", "9C", "Qs", "BR1"}
    assert {"PTable", "GameConfig", "HHistory", "MoveMenu"} <= ours <= known | {"CCK", "FLD", "CLL"}
