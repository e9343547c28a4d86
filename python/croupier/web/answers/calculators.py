"""Calculators: each answers as its command does, and shows the command and the program."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from croupier.analysis import (
    chip_chop,
    equity,
    hand_kinds,
    icm,
    next_card_equities,
    odds,
    propose_deal,
)
from croupier.analysis.ranges import Range
from croupier.analysis.ranges.classes import STARTING_HANDS
from croupier.analysis.showdowns import find_showdown
from croupier.cards import Card
from croupier.errors import CardError, SetupError
from croupier.frames import show_value
from croupier.rankings import Selection
from croupier.rankings import get as get_ranking
from croupier.utilities import parse_value
from croupier.views.play_by_play import show_card
from croupier.web.messages import (
    Answer,
    Block,
    Code,
    EquityQuestion,
    EvaluateQuestion,
    IcmQuestion,
    OddsQuestion,
    Picture,
    RangeAnswer,
    RangeCell,
    RangeQuestion,
    TableBlock,
    Words,
)

__all__ = [
    "answer_equity",
    "answer_evaluation",
    "answer_icm",
    "answer_odds",
    "answer_range",
    "show_picture",
]

# Errors are told for 95 % of all times.
_CONFIDENCE = 1.96
# The description of a picture for people who cannot see it.
_SUMMARY = re.compile(r"<desc>([^<]*)</desc>")
_KINDS = {"s": "suited", "o": "offsuit"}
_MAX_PLAYERS = 10
_MAX_SAMPLES = 10_000_000


def show_picture(
    title: str, svg: str, *, width: int = 640, headed: bool = False, narrow: str = ""
) -> Picture:
    """Return a picture as a part of an answer.

    Args:
        title: What it is.
        svg: The picture.
        width: How wide it is shown, at most.
        headed: Whether the title stands above it.
        narrow: The same for narrow screens, where it would be too small.

    Returns:
        The part.
    """
    said = _SUMMARY.search(svg)
    summary = unescape(said[1]) if said else title
    return Picture(
        title=title,
        summary=summary,
        svg=str(svg),
        width=width,
        headed=headed,
        narrow=str(narrow),
    )


def _give_both(command: Sequence[str], python: str) -> Iterator[Block]:
    yield Code(label="Command", text=shlex.join(["croupier", *command]))
    yield Code(label="Python", text=f"import croupier\n\n{python}")


def answer_range(question: RangeQuestion) -> RangeAnswer:
    """Read a range, and write it as text, grid and size.

    Args:
        question: The range, as text, as cells, or as a part of all hands from the best on.

    Returns:
        The range.

    Raises:
        ParseError: The text is no range.
        SetupError: A cell is none.
    """
    if question.cells is not None:
        unknown = [hand for hand in question.cells if hand not in STARTING_HANDS]
        if unknown:
            raise SetupError(
                f"there is no starting hand {unknown[0][:20]!r}", code="unknown-starting-hand"
            )
        parts = [
            hand if weight == 1 else f"{hand}:{weight:g}"
            for hand, weight in question.cells.items()
            if weight > 0
        ]
        found = Range.parse(", ".join(parts)) if parts else None
    elif question.top is not None:
        found = Range.parse(f"{min(max(question.top, 0.0), 100.0):g}%") if question.top else None
    else:
        found = Range.parse(question.text) if question.text.strip() else None
    cells = [(hand, 0.0) for hand in STARTING_HANDS] if found is None else found.cells()
    text = "" if found is None else str(found)
    said = (
        "No hands."
        if found is None
        else f"{found.combo_count:,} combinations, {found.fraction:.1%} of all starting hands."
    )
    return RangeAnswer(
        text=text,
        said=said,
        cells=[
            RangeCell(hand=hand, kind=_KINDS.get(hand[2:], "pair"), weight=weight)  # type: ignore[arg-type]
            for hand, weight in cells
        ],
    )


def answer_equity(question: EquityQuestion) -> Answer:
    """Tell how often hands and ranges win.

    Args:
        question: The hands and the board.

    Returns:
        The answer.

    Raises:
        PokerError: The question makes no sense; the text says why.
    """
    players = [player.strip() for player in question.players]
    if not 2 <= len(players) <= _MAX_PLAYERS:
        raise SetupError(
            f"an equity is between 2 and {_MAX_PLAYERS} players, not {len(players)}",
            code="player-count",
        )
    players = [player or "random" for player in players]
    if not 1 <= question.samples <= _MAX_SAMPLES:
        raise SetupError(f"from 1 to {_MAX_SAMPLES:,} deals are made at random", code="samples")
    options: dict[str, Any] = {
        "board": question.board.strip(),
        "dead": question.dead.strip(),
        "game": question.game,
    }
    sampling: dict[str, Any] = {"samples": question.samples, "seed": question.seed}
    result = equity(*players, **options, **sampling)
    rows = []
    for player, found in zip(players, result, strict=True):
        row = [player, f"{found.equity:.2%}", f"{found.win:.2%}", f"{found.tie:.2%}"]
        row.append(f"{found.loss:.2%}")
        rows.append(row if result.exact else [*row, f"{_CONFIDENCE * found.error:.3%}"])
    headings = ["Player", "Equity", "Wins all", "Wins part", "Loses"]
    headings += [] if result.exact else ["± 95 %"]
    how = "Every deal was counted." if result.exact else f"{result.deals:,} deals at random."
    title = find_showdown(question.game, len(players)).title
    blocks: list[Block] = [
        TableBlock(
            title=title,
            headings=headings,
            rows=rows,
            numeric=[False, *[True] * (len(headings) - 1)],
        ),
        Words(text=how, tone="low"),
        show_picture("Equity", result.svg(), narrow=result.svg(width=360)),
    ]
    if question.heat:
        heat = next_card_equities(*players, **options, **sampling)
        blocks.append(show_picture("The next card", heat.svg()))
    command = ["equity", *players]
    python = [repr(player) for player in players]
    for name in ("board", "dead"):
        if options[name]:
            command += [f"--{name}", options[name]]
            python.append(f"{name}={options[name]!r}")
    if question.game != "holdem":
        command += ["--game", question.game]
        python.append(f"game={question.game!r}")
    if not result.exact:
        command += ["--samples", str(question.samples)]
        python.append(f"samples={question.samples:_}")
        if question.seed is not None:
            command += ["--seed", str(question.seed)]
            python.append(f"seed={question.seed}")
    command += ["--heatmap"] if question.heat else []
    blocks += _give_both(command, f"print(croupier.equity({', '.join(python)}))")
    return Answer(title="Equity", blocks=blocks)


def answer_odds(question: OddsQuestion) -> Answer:
    """Tell what makes a hand better, and how often.

    Args:
        question: The hand and the board.

    Returns:
        The answer.

    Raises:
        PokerError: The question makes no sense; the text says why.
    """
    hand, board, dead = question.hand.strip(), question.board.strip(), question.dead.strip()
    options: dict[str, Any] = {"dead": dead, "game": question.game}
    options["contest"] = question.contest - 1
    blocks: list[Block] = []
    try:
        cards = Card.clean(hand)
    except ValueError:
        streets = hand_kinds(hand, board, seed=0, **options)
        call = "hand_kinds"
    else:
        found = odds(cards, board, **options)
        streets, call = found.streets, "odds"
        if found.description is not None:
            blocks.append(Words(text=found.description, tone="strong"))
        if found.outs:
            count = sum(len(out.cards) for out in found.outs)
            rows = [
                [
                    out.kind,
                    str(len(out.cards)),
                    f"{len(out.cards) / found.unseen:.2%}",
                    " ".join(map(show_card, out.cards)),
                ]
                for out in found.outs
            ]
            blocks.append(
                TableBlock(
                    title=f"The next card: {count} outs of {found.unseen} cards,"
                    f" {found.by_next_card:.2%}",
                    headings=["Becomes", "Outs", "Chance", "Cards"],
                    rows=rows,
                    numeric=[False, True, True, False],
                )
            )
        if found.kind is not None and len(found.streets) > 1:
            blocks.append(Words(text=f"A better kind of hand in the end: {found.by_river:.2%}."))
    blocks.append(_list_kinds(streets))
    command = ["odds", hand]
    python = [repr(hand), *([repr(board)] if board else [])]
    for option, value, default in (
        ("board", board, ""),
        ("dead", dead, ""),
        ("game", question.game, "holdem"),
        ("contest", str(question.contest), "1"),
    ):
        if value != default:
            command += [f"--{option}", value]
            if option != "board":
                number = str(question.contest - 1)
                python.append(f"{option}={number if option == 'contest' else repr(value)}")
    python += ["seed=0"] if call == "hand_kinds" else []
    blocks += _give_both(command, f"print(croupier.analysis.{call}({', '.join(python)}))")
    return Answer(title="Odds", blocks=blocks)


def _list_kinds(streets: Sequence[Any]) -> TableBlock:
    last = streets[-1].kinds
    names = dict.fromkeys([*last, *(kind for street in streets for kind in street.kinds)])
    return TableBlock(
        title="Kinds of hands",
        headings=["Hand", *(street.street.capitalize() for street in streets)],
        rows=[
            [
                name,
                *(
                    "" if (p := street.kinds.get(name)) is None else f"{p:.2%}"
                    for street in streets
                ),
            ]
            for name in names
        ],
        numeric=[False, *[True] * len(streets)],
    )


def answer_icm(question: IcmQuestion) -> Answer:
    """Tell what chips are worth in a tournament, and what deals may be made.

    Args:
        question: The stacks and the prizes.

    Returns:
        The answer.

    Raises:
        PokerError: The amounts make no sense; the text says why.
    """
    chips = _read_amounts("stacks", question.stacks)
    prizes = _read_amounts("payouts", question.payouts)
    heads = _read_amounts("bounties", question.bounties) if question.bounties.strip() else None
    bounties = heads[0] if heads is not None and len(heads) == 1 else heads
    result = icm(prizes, chips, bounties=bounties)
    chopped = chip_chop(prizes, chips)
    total = sum(chips)
    headings = ["Player", "Chips", "Part", "ICM"]
    headings += ["Bounties", "Together"] if heads else []
    rows = []
    for player, stack in enumerate(chips):
        row = [str(player + 1), show_value(stack), f"{float(stack / total):.1%}"]
        row.append(f"{result.prizes[player]:,.2f}")
        if heads:
            row += [f"{result.bounties[player]:,.2f}", f"{result.values[player]:,.2f}"]
        rows.append([*row, f"{float(chopped[player]):,.2f}"])
    blocks: list[Block] = [
        TableBlock(
            title="What chips are worth",
            headings=[*headings, "Chip chop"],
            rows=rows,
            numeric=[True] * (len(headings) + 1),
        ),
        Words(
            text={
                "exact": "Exact values.",
                "integral": "Values of an integral, to about ten digits.",
                "sampled": "Values of races at random.",
            }[result.method],
            tone="low",
        ),
    ]
    python = f"print(croupier.analysis.icm([{question.payouts}], [{question.stacks}]"
    python += f", bounties={bounties!r}))" if heads else "))"
    if question.unit.strip():
        (unit,) = _read_amounts("unit", question.unit)[:1]
        deal = propose_deal(prizes, chips, unit=unit)
        blocks.append(
            TableBlock(
                title=f"A deal, to the nearest {show_value(unit)}",
                headings=["Player", "By ICM", "By chips"],
                rows=[
                    [str(place), show_value(by_icm), show_value(by_chips)]
                    for place, (by_icm, by_chips) in enumerate(
                        zip(deal.icm, deal.chip_chop, strict=True), 1
                    )
                ],
                numeric=[True, True, True],
            )
        )
        python += f"\nprint(croupier.analysis.propose_deal([{question.payouts}],"
        python += f" [{question.stacks}], unit={unit}))"
    command = ["icm", "--stacks", question.stacks, "--payouts", question.payouts]
    command += ["--bounties", question.bounties] if heads else []
    blocks += _give_both(command, python)
    return Answer(title="ICM", blocks=blocks)


def _read_amounts(what: str, text: str) -> tuple[Any, ...]:
    try:
        return tuple(parse_value(part.strip()) for part in text.split(","))
    except ValueError:
        raise SetupError(
            f"the {what} are amounts with commas between them, unlike {text[:60]!r}", code="amount"
        ) from None


def answer_evaluation(question: EvaluateQuestion) -> Answer:
    """Rank hands.

    Args:
        question: The hands and the board.

    Returns:
        The answer.

    Raises:
        PokerError: The question makes no sense; the text says why.
    """
    texts = [text.strip() for text in question.hands if text.strip()]
    if not texts:
        raise SetupError("name at least one hand", code="missing-hand")
    board = Card.clean(question.board)
    hands = [Card.clean(text) for text in texts]
    selection = Selection.parse(question.use) if question.use.strip() else None
    blocks: list[Block] = []
    # One hand alone neither wins nor loses.
    columns = 4 if len(hands) > 1 else 3
    for name in question.rankings or ["high"]:
        ranking = get_ranking(name)
        values: list[Any] = []
        for cards in hands:
            try:
                values.append(ranking.best(cards, board, selection=selection))
            except CardError as error:
                if len(hands) == 1 or error.code != "no-hand":
                    raise
                values.append(None)
        best = max((value for value in values if value is not None), default=None)
        shared = sum(value == best for value in values if value is not None) > 1
        ranked = sorted(
            zip(hands, values, strict=True),
            key=lambda row: -1 if row[1] is None else row[1].strength,
            reverse=True,
        )
        rows = [
            [
                " ".join(map(show_card, cards)),
                "" if value is None else " ".join(map(show_card, value.cards)),
                "no hand" if value is None else value.description,
                ("ties" if shared else "wins") if value is not None and value == best else "",
            ]
            for cards, value in ranked
        ]
        blocks.append(
            TableBlock(
                title=f"{ranking.name}: {ranking.title}",
                headings=["Hand", "Best", "What it is", "Result"][:columns],
                rows=[row[:columns] for row in rows],
                numeric=[False] * columns,
            )
        )
    command = ["evaluate", texts[0]]
    command += ["--board", question.board.strip()] if board else []
    for option, given in (("--vs", texts[1:]), ("--type", question.rankings)):
        for one in given:
            command += [option, one] if one != "high" or len(question.rankings) > 1 else []
    command += ["--use", question.use.strip()] if selection else []
    name = (question.rankings or ["high"])[0]
    python = f"ranking = croupier.rankings.get({name!r})\n" + "\n".join(
        f"print(ranking.best({text!r}, {question.board.strip()!r}))" for text in texts
    )
    blocks += _give_both(command, python)
    return Answer(title="Hands", blocks=blocks)
