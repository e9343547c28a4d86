"""Spots of hands that are solved, and a look at solutions of files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from croupier.cards import Deck
from croupier.errors import PokerError, SetupError
from croupier.frames import show_value
from croupier.solving import Node, Solution, Spot, solve
from croupier.views.play_by_play import show_card
from croupier.web.answers.calculators import show_picture
from croupier.web.answers.replaying import load_history
from croupier.web.encoding import encode_card
from croupier.web.messages import (
    Block,
    Code,
    NodeAnswer,
    NodeLink,
    NodeQuestion,
    SpotAnswer,
    SpotQuestion,
    TableBlock,
    Words,
)
from croupier.web.shelves import Shelf
from croupier.web.shelves.reading import SOLUTION

__all__ = ["look_at_node", "solve_spot"]

_MEMORY = 1 << 30
_ITERATIONS = 400
# About what a solution takes.
_SOLUTION_BYTES = 1 << 20
_LISTED = 200
_SIDES = ("First to act", "Second to act")


def solve_spot(shelf: Shelf, question: SpotQuestion) -> SpotAnswer:
    """Solve a spot of a hand, and put the solution on the shelf.

    Args:
        shelf: The shelf.
        question: The spot.

    Returns:
        Where the solution is.

    Raises:
        PokerError: The spot makes no sense, or is too large; the text says why.
    """
    history, stored = load_history(shelf, question.hand)
    sizes = f"{question.bets} / {question.raises}" if question.raises.strip() else question.bets
    spot = Spot.from_history(
        history, question.street, (question.first, question.second), sizes=sizes
    )
    solution = solve(spot, question.target, iterations=_ITERATIONS, memory=_MEMORY)
    shelf.room.take(_SOLUTION_BYTES)
    name = f"{question.street} of {stored.file}, {stored.label}.crs"
    number, path = shelf.add_file(name, state="arriving")
    solution.save(path, force=True)
    shelf.update_file(number, state="read", format=SOLUTION, size=path.stat().st_size)
    return SpotAnswer(file=number, said=_describe(solution))


def _describe(solution: Solution) -> str:
    found = solution.exploitability
    return (
        f"After {solution.iterations:,} iterations nobody can win more than"
        f" {found.percent:.2f} % of the pot against these strategies."
    )


@lru_cache(2)
def _load(path: Path, changed: int) -> Solution:
    return Solution.load(path, memory=_MEMORY)


def look_at_node(shelf: Shelf, question: NodeQuestion) -> NodeAnswer:
    """Look at a node of a solution.

    Args:
        shelf: The shelf.
        question: The file, and the line to the node.

    Returns:
        The node.

    Raises:
        PokerError: There is no such file or line.
    """
    found = [one for one in shelf.find_paths([question.file]) if one[0] == question.file]
    if not found:
        raise SetupError(f"there is no file {question.file} on the shelf", code="unknown-file")
    _, name, path, _ = found[0]
    solution = _load(path, path.stat().st_mtime_ns)
    node = solution.node(question.line)
    steps = node.line.split()
    return NodeAnswer(
        title=name,
        line=node.line,
        back=" ".join(steps[:-1]) if steps else None,
        next=list(_list_next(node)),
        cards=[encode_card(card) for card in node.board],
        blocks=_describe_node(solution, node),
    )


def _list_next(node: Node) -> Iterator[NodeLink]:
    """Yield what may follow: what the player does, or the card that is dealt."""
    if node.player is not None:
        yield from (NodeLink(line=after.line, words=words) for words, after in node.children())
    elif node.is_deal:
        for card in Deck.STANDARD:
            if card not in node.board:
                line = f"{node.line} {card!r}".strip()
                yield NodeLink(line=line, words=show_card(card))


def _describe_node(solution: Solution, node: Node) -> list[Block]:
    blocks: list[Block] = []
    if not node.line:
        blocks.append(Words(text=_describe(solution), tone="low"))
    said = f"Pot {show_value(node.pot)}."
    if node.player is None:
        end = "A card is dealt." if node.is_deal else "The hand is over."
        return [*blocks, Words(text=f"{said} {end}")]
    blocks.append(Words(text=f"{said} {_SIDES[node.player]} decides.", tone="strong"))
    blocks.append(
        TableBlock(
            title="Players",
            headings=["Player", "EV", "Equity"],
            rows=[
                [side, f"{node.ev[player]:z,.2f}", f"{node.equity[player]:.1%}"]
                for player, side in enumerate(_SIDES)
            ],
            numeric=[False, True, True],
        )
    )
    blocks.append(
        TableBlock(
            title="What is done",
            headings=["Action", "How often"],
            rows=[[name, f"{part:.1%}"] for name, part in node.frequencies.items()],
            numeric=[False, True],
        )
    )
    # Hands of other numbers of cards have no grid.
    with suppress(PokerError):
        blocks.append(show_picture("What hands do", node.svg(), width=560))
    blocks.append(_list_hands(node))
    blocks.append(Code(label="Python", text=_write_python(node)))
    return blocks


def _list_hands(node: Node) -> TableBlock:
    found = node.to_dict()["hands"]
    listed = sorted(found.items(), key=lambda item: -item[1]["ev"])[:_LISTED]
    return TableBlock(
        title="Hands" if len(found) <= _LISTED else f"The best {_LISTED} of {len(found):,} hands",
        headings=["Hand", "Weight", "EV", "Equity", *node.actions],
        rows=[
            [
                hand,
                f"{one['weight']:.2f}",
                f"{one['ev']:z,.2f}",
                f"{one['equity']:.1%}",
                *(f"{part:.0%}" for part in one["strategy"]),
            ]
            for hand, one in listed
        ],
        numeric=[False, *[True] * (3 + len(node.actions))],
    )


def _write_python(node: Node) -> str:
    line = repr(node.line) if node.line else ""
    return (
        "import croupier\n\n"
        f'solution = croupier.Solution.load("spot.crs")\nprint(solution.node({line}).grid())'
    )
