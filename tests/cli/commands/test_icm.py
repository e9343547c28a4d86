"""`croupier icm`."""

from __future__ import annotations

import json

import pytest

from croupier.analysis import calculate_icm, risk_premium
from croupier.cli import run

PRIZES = ("--stacks", "5000,3000,2000", "--payouts", "50,30,20")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["icm", *arguments]) == 0
    captured = capsys.readouterr()
    assert not captured.err
    return captured.out


def test_a_table_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *PRIZES)
    rows = [line.strip("│").split("│") for line in text.splitlines() if line.startswith("│")]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["1", "5,000", "50.0%", "38.39", "40.00"],
        ["2", "3,000", "30.0%", "32.75", "32.00"],
        ["3", "2,000", "20.0%", "28.86", "28.00"],
    ]
    assert "Exact values." in text


def test_json_says_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads(output(capsys, *PRIZES, "--json", "--risk", "--all-in", "2,1,1000"))
    assert said["method"] == "exact"
    values = [player["value"] for player in said["players"]]
    assert values == pytest.approx(calculate_icm([50, 30, 20], [5000, 3000, 2000]))
    found = risk_premium([50, 30, 20], [5000, 3000, 2000], 1, 0, 1000)
    assert said["all_in"]["bubble_factor"] == pytest.approx(found.bubble_factor)
    assert said["risk_premiums"][0][0] is None
    assert said["risk_premiums"][1][0] > said["all_in"]["risk_premium"] > 0


def test_bounties_and_samples(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--bounties", "10", "--progressive", "0.5", "--method", "sampled", "--seed", "1")
    text = output(capsys, *PRIZES, *options, "--samples", "2000")
    assert "Bounties" in text and "± 95 %" in text and "2,000 races" in text
    said = json.loads(output(capsys, *PRIZES, "--bounties", "10,0,0", "--json"))
    assert sum(player["bounties"] for player in said["players"]) == pytest.approx(10)
    hand = ("--all-in", "2,3", "--json")
    said = json.loads(output(capsys, *PRIZES, "--bounties", "20", *hand))
    found = risk_premium([50, 30, 20], [5000, 3000, 2000], 1, 2, bounties=20)
    assert said["all_in"]["risk_premium"] == pytest.approx(found.risk_premium)
    assert found.risk_premium < 0


def test_risk_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *PRIZES, "--risk", "--all-in", "2,1")
    assert "+10.7%" in text
    assert "Player 2 all-in against player 1 for 3,000" in text
    assert "60.71% of the time" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--stacks", "1,x", "--payouts", "5"), "--stacks takes an amount, or several with commas"),
        (("--stacks", "0,0", "--payouts", "5"), "nobody has any chips"),
        ((*PRIZES, "--all-in", "1"), "--all-in takes two players"),
        ((*PRIZES, "--all-in", "1,4"), "there is no player 4"),
        ((*PRIZES, "--bounties", "1,2"), "2 bounties for 3 players"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert run(["icm", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err and not captured.out
