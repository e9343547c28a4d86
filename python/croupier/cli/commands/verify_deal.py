"""`croupier verify-deal`: whether hands were dealt from decks that were fixed before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.cli.arguments.options import AsJson
from croupier.cli.output.console import Status, console, print_json
from croupier.errors import ParseError, RefusedError, need_extra
from croupier.texts import show_line

__all__ = ["verify_deal"]

_MAX_BYTES = 50_000_000


def verify_deal(path: Path, /, *, as_json: AsJson = False) -> int:
    """Check that hands were dealt from decks that were fixed before.

    The server knows all cards: a proof says that the deck was fixed before the players' numbers
    were known and that nothing was changed since, and not that nobody looked. The exit status is 0
    if all is well, and 1 otherwise.

    Parameters
    ----------
    path
        The proofs, as the page of the table gives them: deals.json.
    as_json
        Print the results as JSON, and nothing else.
    """
    with need_extra("web"):
        import msgspec

        from croupier.hosting.fairness import DealProof, check_proof
    if not path.is_file():
        raise ParseError(f"there is no file {path}", code="unknown-file")
    with path.open("rb") as file:
        # No more is read than is looked at, however large the file is.
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ParseError(f"{path} is too large for proofs of hands", code="too-large")
    try:
        proofs = msgspec.json.decode(data, type=list[DealProof])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ParseError(f"{path} has no proofs of hands: {error}", code="no-proofs") from None
    rows = []
    for proof in proofs:
        row = {
            "hand": proof.hand,
            "cards": len(proof.openings),
            "numbers": sorted(name for name, number in proof.numbers.items() if number),
            "silent": sorted(name for name, number in proof.numbers.items() if not number),
            "problem": "",
        }
        try:
            check_proof(proof)
        except RefusedError as error:
            row["problem"] = str(error)
        rows.append(row)
    wrong = [row for row in rows if row["problem"]]
    if as_json:
        print_json({"hands": rows, "fair": not wrong and bool(rows)})
    else:
        for row in rows:
            console.print(_say(row), highlight=False, markup=False, soft_wrap=True)
        if not rows:
            console.print("There is no hand to check.")
    return Status.FINDINGS if wrong or not rows else Status.GOOD


def _say(row: dict[str, Any]) -> str:
    if row["problem"]:
        return f"Not as it should be: {show_line(row['problem'])}"
    numbers, silent = map(show_line, row["numbers"]), list(map(show_line, row["silent"]))
    used = f"numbers of {', '.join(numbers)}" if row["numbers"] else "no numbers of players"
    without = f"; {', '.join(silent)} told none" if silent else ""
    return f"Hand {row['hand']}: {row['cards']} cards are as they were fixed; {used}{without}."
