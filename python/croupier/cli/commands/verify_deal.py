"""`croupier verify-deal`: whether hands were dealt from the decks that the server committed to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.cli.arguments.options import AsJson
from croupier.cli.output.console import Status, console, print_json
from croupier.errors import ParseError, PokerError, need_extra
from croupier.texts import show_line

__all__ = ["verify_deal"]

_MAX_BYTES = 50_000_000


def verify_deal(path: Path, hands: Path | None = None, /, *, as_json: AsJson = False) -> int:
    """Verify that a server dealt hands fairly.

    With the hand histories, each hand is replayed: the rules say which card goes to which player,
    and every card that you saw must be proven. Without them, a hand is not verified. The exit
    status is 0 if all hands are verified, and 1 otherwise. docs/fair-dealing.md says what a proof
    proves, and against whom: the server knows all cards.

    Parameters
    ----------
    path
        The proofs, as the page of the table saves them: deals.json.
    hands
        The hand histories, as the page of the table saves them: hands.phhs.
    as_json
        Print the results as JSON, and nothing else.
    """
    with need_extra("web"):
        import msgspec

        from croupier.histories import HandHistory
    try:
        kept = msgspec.json.decode(_read(path))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ParseError(f"{path} has no proofs of hands: {error}", code="no-proofs") from None
    if not isinstance(kept, list):
        raise ParseError(f"{path} has no proofs of hands: expected a list", code="no-proofs")
    histories: dict[Any, Any] | None = None
    if hands is not None:
        try:
            text = _read(hands).decode()
        except UnicodeDecodeError as error:
            raise ParseError(f"{hands} is not text: {error}", code="no-proofs") from None
        histories = {one.hand: one for one in HandHistory.loads_all(text) if one.hand is not None}
    rows = [_check(one, path, histories) for one in kept]
    wrong = [row for row in rows if row["problem"]]
    if as_json:
        print_json({"hands": rows, "fair": not wrong and bool(rows)})
    else:
        for row in rows:
            console.print(_describe(row), highlight=False, markup=False, soft_wrap=True)
        if not rows:
            console.print("There is no hand to check.")
    return Status.FINDINGS if wrong or not rows else Status.GOOD


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise ParseError(f"there is no file {path}", code="unknown-file")
    with path.open("rb") as file:
        # No more is read than is looked at, however large the file is.
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ParseError(f"{path} is too large for proofs of hands", code="too-large")
    return data


def _check(kept: Any, path: Path, histories: dict[Any, Any] | None) -> dict[str, Any]:
    """Check one proof."""
    import msgspec

    from croupier.hosting.deal_replay import check_deal
    from croupier.hosting.fairness import VERSION, DealProof, check_proof

    version = kept.get("version") if isinstance(kept, dict) else None
    if isinstance(kept, dict) and version != VERSION and isinstance(version, int):
        hand = kept.get("hand")
        if not isinstance(hand, int):
            hand = 0
        problem = (
            f"hand {hand}: this is a proof of version {version}, which proves less than version"
            f" {VERSION}: it is not verified"
        )
        return _make_row(hand, 0, [], 0, problem)
    try:
        proof = msgspec.convert(kept, DealProof)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ParseError(f"{path} has no proofs of hands: {error}", code="no-proofs") from None
    hand = proof.deck.hand
    players = sorted(one.player for one in proof.deck.commitments)
    problem = ""
    try:
        if histories is None:
            check_proof(proof)
            problem = (
                f"hand {hand}: the hashes fit, but the hand is not verified without its history:"
                " expected a second file, such as hands.phhs"
            )
        elif hand not in histories:
            check_proof(proof)
            problem = f"hand {hand}: there is no history of this hand"
        else:
            check_deal(proof, histories[hand])
    except PokerError as error:
        problem = str(error)
    return _make_row(hand, len(proof.openings), players, len(proof.earlier), problem)


def _make_row(
    hand: int, cards: int, players: list[str], replaced: int, problem: str
) -> dict[str, Any]:
    return {
        "hand": hand,
        "cards": cards,
        "players": players,
        "replaced_decks": replaced,
        "problem": problem,
    }


def _describe(row: dict[str, Any]) -> str:
    if row["problem"]:
        return f"Not verified: {show_line(row['problem'])}"
    players = ", ".join(map(show_line, row["players"]))
    count = row["replaced_decks"]
    replaced = f"; {count} {'deck was' if count == 1 else 'decks were'} replaced" if count else ""
    return f"Hand {row['hand']}: {row['cards']} cards verified; numbers of {players}{replaced}."
