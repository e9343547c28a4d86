"""Verify proofs of fair dealing without Croupier: `python verify_fair_deal.py deals.json`.

Compare the printed cards, and their owners, with those you saw. See docs/fair-dealing.md.
"""

import json
import re
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any


def check(condition: object, problem: str) -> None:
    """Raise an error unless a condition holds."""
    if not condition:
        raise ValueError(problem)


def digest(label: str, *parts: bytes) -> bytes:
    """Return the hash of a label and of byte strings, each after its length."""
    parts = (b"croupier fair dealing 2: " + label.encode(), *parts)
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def unhex(text: str) -> bytes:
    """Return the bytes of a hash."""
    check(re.fullmatch("[0-9a-f]{64}", text), "expected 64 hexadecimal digits")
    return bytes.fromhex(text)


def check_deck(deck: dict[str, Any], numbers: list[str]) -> bytes:
    """Check a commitment to a deck and the numbers for it; return what ties both to the hand."""
    numbered = deck["hand"].to_bytes(8, "big"), deck["attempt"].to_bytes(4, "big")
    context = digest("context", deck["table"].encode(), *numbered)
    hashes = [one["commitment"] for one in deck["commitments"]]
    check(sorted(set(hashes)) == hashes, "the commitments are not sorted")
    for number, known in zip(numbers, hashes, strict=True):
        check(not number or digest("number", context, unhex(number)) == unhex(known), "number")
    pairs = [(unhex(one["commitment"]), one["player"].encode()) for one in deck["commitments"]]
    lists = [digest(name, *map(str.encode, deck[name])) for name in ("plan", "players")]
    lists.append(digest("commitments", *(part for pair in pairs for part in pair)))
    parts = bytes.fromhex(deck["previous"]), deck["cards"].encode("ascii"), unhex(deck["tree"])
    root = digest("root", context, *parts, deck["setup"].encode(), *lists)
    check(root == unhex(deck["root"]), "the root does not fit what it covers")
    return context


def shuffle(seed: bytes, size: int) -> list[int]:
    """Return Fisher and Yates's shuffle of the places of the deck."""
    blocks = (sha256(seed + number.to_bytes(4, "big")).digest() for number in range(2**32))
    words, places = (int.from_bytes(block[:4], "big") for block in blocks), list(range(size))
    for left in range(size, 1, -1):
        at = next(word for word in words if word < 2**32 - 2**32 % left) % left
        places[left - 1], places[at] = places[at], places[left - 1]
    return places


def verify(proof: dict[str, Any]) -> None:
    """Raise an error unless a proof is right; print the proven cards and their owners."""
    deck, numbers, openings = proof["deck"], proof["numbers"], proof["openings"]
    check(proof["version"] == 2 and all(numbers) and numbers, "old version, or no numbers")
    check(proof["own_number"] in ("", *numbers), "your number is not used")
    previous, silent, last, proven = "", set[str](), -1, list[str]()
    for attempt, one in enumerate([*proof["earlier"], {"deck": deck, "numbers": numbers}], 1):
        context = check_deck(one["deck"], one["numbers"])
        links = [one["deck"][name] for name in ("table", "hand", "attempt", "previous")]
        check(links == [deck["table"], deck["hand"], attempt, previous], "decks are not linked")
        names = [commitment["player"] for commitment in one["deck"]["commitments"]]
        check(silent.isdisjoint(names) and len(silent) >= attempt - 1 < 3, "too many decks")
        silent |= {name for name, number in zip(names, one["numbers"], strict=True) if not number}
        previous = one["deck"]["root"]
    size = len(deck["cards"]) // 2
    order = shuffle(digest("order", unhex(deck["root"]), *map(unhex, numbers)), size)
    cards = [deck["cards"][at : at + 2] for at in range(0, 2 * size, 2)]
    for one in openings:
        check(last < (last := one["position"]) < len(proof["dealt"]), "a card was not dealt")
        cards.remove(one["card"])
        place, width, path = order[one["position"]], size, [unhex(part) for part in one["path"]]
        parts = context, place.to_bytes(4, "big"), one["card"].encode(), unhex(one["salt"])
        node = digest("leaf", *parts)
        while width > 1:
            if place ^ 1 < width:
                node = digest("node", *((path.pop(0), node) if place & 1 else (node, path.pop(0))))
            place, width = place // 2, (width + 1) // 2
        check(not path and node == unhex(deck["tree"]), "a card is not that of the deck")
        owner = [*deck["players"], "board", "burn"][proof["dealt"][one["position"]]]
        proven.append(f"{one['card']} {owner}")
    check((setup := tomllib.loads(deck["setup"]))["players"] == deck["players"], "other players")
    if hole := {"FT": 2, "NT": 2, "FO/8": 4, "PO": 4}.get(setup["variant"]):
        first, board = [*range(len(deck["players"]))] * hole, [-1, -2, -2, -2, -1, -2, -1, -2]
        ends = [first, *(first + board[:at] for at in (4, 6))]
        ends += [first + board + board[at:] * runs for at in (0, 4, 6) for runs in range(5)]
        check(proof["dealt"] in ends, "a card was dealt against the rules")
    print(f"hand {deck['hand']}:", *proven, sep="\n  ")


if __name__ == "__main__":
    list(map(verify, json.loads(Path(sys.argv[-1]).read_text(encoding="utf-8"))))
