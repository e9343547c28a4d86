"""`croupier verify-deal`: proofs that hold, and those that do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.app import run

PROOF = Path(__file__).parents[2] / "hosting" / "proof.json"


def write(path: Path, *proofs: object) -> str:
    path.write_text(json.dumps(proofs), encoding="utf-8")
    return str(path)


def test_proofs_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = json.loads(PROOF.read_text(encoding="utf-8"))
    assert run(["verify-deal", write(tmp_path / "a", proof)]) == 0
    assert "5 cards are as they were fixed; numbers of Ann, Zoë" in capsys.readouterr().out
    wrong = {**proof, "root": "00" * 32}
    assert run(["verify-deal", write(tmp_path / "b", proof, wrong), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert not said["fair"] and [bool(one["problem"]) for one in said["hands"]] == [False, True]
    assert run(["verify-deal", write(tmp_path / "c")]) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '[{"hand": 1}]', "[" * 100_000, '[{"hand": "x"}]', "\x00"]
)
def test_what_is_no_proof_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    path.write_text(text, encoding="utf-8")
    assert run(["verify-deal", str(path)]) == 2
    assert run(["verify-deal", str(tmp_path / "nothing")]) == 2


def test_a_huge_file_is_not_read_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.commands.verify_deal._MAX_BYTES", 1000)
    path = tmp_path / "deals.json"
    # Gigabytes of which nothing is on the disk.
    with path.open("wb") as file:
        file.truncate(1 << 33)
    assert run(["verify-deal", str(path)]) == 2
    assert "too large for proofs" in capsys.readouterr().err
