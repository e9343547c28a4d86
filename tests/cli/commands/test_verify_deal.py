"""`croupier verify-deal`: proofs that hold, and those that do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.app import run

HOSTING = Path(__file__).parents[2] / "hosting"
VECTORS = json.loads((HOSTING / "fair_deals.json").read_text(encoding="utf-8"))
OLD = json.loads((HOSTING / "old_proof.json").read_text(encoding="utf-8"))


def write(path: Path, *proofs: object) -> str:
    path.write_text(json.dumps(proofs), encoding="utf-8")
    return str(path)


def write_hands(path: Path, *histories: str) -> str:
    path.write_text(
        "\n".join(f"[{number}]\n{history}" for number, history in enumerate(histories, 1)),
        encoding="utf-8",
    )
    return str(path)


def read(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_proofs_are_verified_with_the_history(
    vector: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = write(tmp_path / "deals.json", vector["proof"])
    hands = write_hands(tmp_path / "hands.phhs", vector["history"])
    assert run(["verify-deal", deals, hands]) == 0
    assert "cards verified; numbers of Ann" in capsys.readouterr().out
    assert run(["verify-deal", deals, hands, "--json"]) == 0
    result = read(capsys)
    assert result["fair"] and result["hands"][0]["cards"] == len(vector["proof"]["openings"])
    assert result["hands"][0]["replaced_decks"] == len(vector["proof"]["earlier"])


def test_wrong_proof_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = VECTORS[0]["proof"]
    hands = write_hands(tmp_path / "hands.phhs", VECTORS[0]["history"])
    wrong = {**proof, "openings": proof["openings"][1:]}
    assert run(["verify-deal", write(tmp_path / "b", proof, wrong), hands, "--json"]) == 1
    result = read(capsys)
    assert not result["fair"]
    assert [bool(one["problem"]) for one in result["hands"]] == [False, True]
    assert "is not opened" in result["hands"][1]["problem"]
    assert run(["verify-deal", write(tmp_path / "c"), hands]) == 1


def test_proof_without_its_history_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = write(tmp_path / "deals.json", VECTORS[0]["proof"])
    assert run(["verify-deal", deals]) == 1
    assert "not verified without its history" in capsys.readouterr().out
    other = write_hands(
        tmp_path / "hands.phhs", VECTORS[0]["history"].replace("hand = 1", "hand = 2")
    )
    assert run(["verify-deal", deals, other]) == 1
    assert "no history of this hand" in capsys.readouterr().out


def test_proof_of_the_first_version_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = write_hands(tmp_path / "hands.phhs", VECTORS[0]["history"])
    assert run(["verify-deal", write(tmp_path / "deals.json", OLD), hands]) == 1
    text = capsys.readouterr().out
    assert "hand 41: this is a proof of version 1, which proves less than version 2" in text
    assert "not verified" in text
    # A proof does not pass by calling itself another version.
    renamed = {**OLD, "version": 2}
    assert run(["verify-deal", write(tmp_path / "renamed.json", renamed), hands]) == 2


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '[{"hand": 1}]', "[" * 100_000, '[{"hand": "x"}]', "\x00", "{}", '"x"'],
)
def test_what_is_not_a_proof_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    path.write_text(text, encoding="utf-8")
    assert run(["verify-deal", str(path)]) == 2
    assert run(["verify-deal", str(tmp_path / "nothing")]) == 2


@pytest.mark.parametrize("data", [b"\xff\xfe", b"[1]\nvariant = 'NT'", b"x = [", b"\0"])
def test_what_is_not_a_history_is_refused(data: bytes, tmp_path: Path) -> None:
    deals = write(tmp_path / "deals.json", VECTORS[0]["proof"])
    path = tmp_path / "hands.phhs"
    path.write_bytes(data)
    assert run(["verify-deal", deals, str(path)]) in (1, 2)
    assert run(["verify-deal", deals, str(tmp_path / "nothing")]) == 2


def test_huge_file_is_not_read_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.commands.verify_deal._MAX_BYTES", 1000)
    path = tmp_path / "deals.json"
    # Gigabytes of which nothing is on the disk.
    with path.open("wb") as file:
        file.truncate(1 << 33)
    assert run(["verify-deal", str(path)]) == 2
    assert "too large for proofs" in capsys.readouterr().err
