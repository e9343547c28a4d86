"""`croupier solve`: the best play of a spot, or of a whole small game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import (
    AsJson,
    Board,
    Flag,
    Force,
    Game,
    On,
    Picture,
    PlayerCount,
    Stack,
)
from croupier.cli.arguments.outputs import claim_output, claim_picture
from croupier.cli.arguments.unused import refuse_threads, refuse_unused
from croupier.cli.commands.push_fold import (
    cell_width,
    read_number,
    solve_all_in_or_fold,
)
from croupier.cli.output.console import console, print_json, print_saved, show_cards
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.files import Claim, whole_text
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.solving import Node, Solution, Spot

__all__ = ["solve_spot"]

_PLAYERS = ("first", "second")
# From passive to aggressive, in colours that every terminal of 256 colours has, and of eight.
_PASSIVE = {"fold": "color(110)", "check": "color(108)", "call": "color(108)"}
_SHADES = ("color(216)", "color(209)", "color(203)", "color(160)")
_FEW_PASSIVE = {"fold": "cyan", "check": "green", "call": "green"}
_FEW_SHADES = ("yellow", "red", "magenta", "white")
_SOLUTION = ".crs"
_TARGET, _ITERATIONS = "0.5%", 1000
# The options of the betting tree, and those of whole games.
_MENU = {"bet", "raise_", "donk", "add_all_in", "force_all_in", "merge", "most_raises"} | {
    "rake",
    "rake_cap",
}
_OF_GAMES = {"source", "players", "target", "iterations"}
_MAX_LISTED, _MAX_BOARD_BYTES = 400, 1 << 20


def solve_spot(
    source: str = "",
    *,
    game: Game = "nlhe",
    players: PlayerCount = None,
    from_: Annotated[Path | None, Parameter(name="--from")] = None,
    hand: int = 1,
    street: Literal["flop", "turn", "river"] = "flop",
    ranges: Path | None = None,
    board: Board = "",
    up_cards: str = "",
    dead: str = "",
    boards: Path | None = None,
    pot: float | None = None,
    stack: Stack = None,
    oop: str = "",
    ip: str = "",
    bet: str = "",
    raise_: Annotated[str, Parameter(name="--raise")] = "",
    donk: str | None = None,
    add_all_in: float = 0.0,
    force_all_in: float = 0.0,
    merge: float = 0.0,
    most_raises: int | None = None,
    minimum_bet: float | None = None,
    rake: float = 0.0,
    rake_cap: float = 0.0,
    target: str | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    on: On = None,
    memory: int = 8192,
    bits: int = 32,
    push_fold: Flag = False,
    payouts: str = "",
    line: str = "",
    games: Flag = False,
    tree: Flag = False,
    estimate: Flag = False,
    list_hands: Flag = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Find the best play of a spot, or of a whole small game.

    Parameters
    ----------
    source
        A JSON file with a spot, a solution that was saved, or a small game that is solved
        whole, such as kuhn, leduc or game.json.
    game
        The game of the spot: a name, or a JSON file.
    players
        How many players a whole game has; two when left out.
    from_
        A file of hands: the spot is that of one that was played.
    hand
        Which hand of the file, counted from 1.
    street
        Where the spot of the hand begins.
    ranges
        A JSON file that says what the players of the hand may have, by name, by position and
        line, such as "BTN open", or by line; rules of thumb count for the rest, and --oop and --ip
        before all.
    board
        The board cards, such as QsJh2h: a flop, a turn or a river; all of them where there are
        several boards.
    up_cards
        The cards of both players that lie face up, with a comma between them.
    dead
        Cards that were seen, so that nobody holds them.
    boards
        A file with a board a line: the spot is solved on each of them, and a table printed.
    pot
        What lies in the middle.
    stack
        What both players have behind, or each, with a comma between them.
    oop
        The range of the player who acts first.
    ip
        The range of the other player.
    bet
        Sizes of bets, such as "33%, 75%, a"; for each street with bars between them.
    raise_
        Sizes of raises, such as "60%" or "2.5x", the same way.
    donk
        Sizes of bets into who bet last on the street before; as other bets when left out.
    add_all_in
        All-in is possible, too, where it is no more than this part of the pot.
    force_all_in
        Who would have no more than this part of the pot left after a call is all-in instead.
    merge
        Of two sizes the smaller is left out where the pots after them differ by less than this
        part.
    most_raises
        No more bets and raises than this on a street.
    minimum_bet
        The smallest bet; in limit games the bet of the first street of the spot.
    rake
        The part of every pot that the house takes, such as 0.05.
    rake_cap
        The most chips that it takes.
    target
        The largest exploitability: a part of the pot, or a number of chips. By default 0.5% of the
        pot, 0.001 chips for a whole game, and a millionth of a big blind for push or fold.
    iterations
        The most iterations to do. By default 1000, and 60 for push or fold of more than two.
    threads
        How many threads work; one for each core when left out.
    on
        Who solves the spots of --boards: processes, processes:4, ray, ray://HOST:PORT or
        dask://HOST:PORT; threads of this process when left out. The results are the same.
    memory
        The most megabytes to take.
    bits
        How many bits numbers have: 32, or 16, which take half of the memory.
    push_fold
        Solve all-in or fold before the flop, with a stack of so many big blinds; for more than two
        players with --players, or with a stack of each in the order in which they act, the blinds
        last.
    payouts
        Prizes of a tournament, such as 50,30,20, for push or fold.
    line
        Look at another node, such as "x b52% c 8c".
    games
        Say of each game of the library from where on it can be solved, and solve nothing.
    tree
        List the betting, and solve nothing.
    estimate
        Say how much there is to solve, and solve nothing.
    list_hands
        List every hand.
    output
        Save the solution to this file, usually .crs.
    picture
        Draw the grid into this file: .svg.
    force
        Replace the picture if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    given = dict(locals())
    from croupier.solving import solve

    if picture is not None and picture.suffix != ".svg":
        raise SetupError(
            f"the grid is drawn as .svg, not as {picture.suffix or 'nothing'}", code="picture-kind"
        )
    what, used = _find_used(given)
    for option, path in (("--output", output), ("--picture", picture)):
        if path is not None and option[2:] not in used:
            text = f"{option} is for a spot that is solved, not for {what}"
            raise SetupError(text, code="unused-option")
    refuse_unused(solve_spot, given, used, what)
    refuse_threads(threads, on)
    place = claim_picture(picture, force=force, by_hand=(".svg",))
    if games:
        _show_games(source, as_json=as_json)
        return
    if push_fold:
        solve_all_in_or_fold(
            stack, players, payouts, target, iterations, list_hands=list_hands, as_json=as_json
        )
        return
    sizes = _join_sizes(bet, raise_, donk)
    listed = [] if boards is None else _read_boards(boards)
    saved = claim_output(output, force=force)
    if source.endswith(_SOLUTION):
        from croupier.solving import Solution

        rules = game if game.endswith(".json") else None
        loaded = Solution.load(source, memory=memory * 1_000_000, game=rules)
        _show(loaded, line, place, list_hands, as_json)
        _print_files(None, picture, as_json=as_json)
        return
    menu: dict[str, Any] = {
        "sizes": sizes,
        "add_all_in": add_all_in,
        "force_all_in": force_all_in,
        "merge": merge,
        "most_raises": most_raises,
        "rake": (rake, rake_cap),
    }
    spot: Spot | None
    if from_ is not None:
        spot = _spot_of_hand(from_, hand, street, ranges, (oop, ip), menu, as_json=as_json)
    else:
        options = {
            "game": game,
            "board": listed[0] if listed else board,
            "up_cards": up_cards.split(",") if up_cards else ("", ""),
            "dead": dead,
            "pot": pot,
            "stacks": stack,
            "ranges": (oop, ip),
            "minimum_bet": None if minimum_bet is None else read_number(str(minimum_bet)),
        }
        spot = _find_spot(source, options | menu)
    if spot is None:
        refuse_unused(solve_spot, given, _OF_GAMES, "a whole game")
        from croupier.cli.commands.whole_games import solve_whole_game

        solve_whole_game(source, players or 2, target, iterations, as_json=as_json)
        return
    target, iterations = target or _TARGET, _ITERATIONS if iterations is None else iterations
    if estimate or tree:
        _show_size(spot, bits, listed=tree, as_json=as_json)
        return
    if listed:
        _solve_boards(spot, listed, target, iterations, threads, memory, bits, on, as_json=as_json)
        return
    with Bar("Solving", iterations) as bar:
        solution = solve(
            spot,
            target,
            iterations=iterations,
            threads=threads,
            memory=memory * 1_000_000,
            bits=bits,
            progress=lambda done, chips: bar.update(done, title=_describe_gain(chips, spot)),
        )
    if saved is not None:
        solution.save(saved)
    _show(solution, line, place, list_hands, as_json)
    _print_files(output, picture, as_json=as_json)


def _find_used(given: dict[str, Any]) -> tuple[str, set[str]]:
    """Return what is asked for, and the names of the options that have an effect on it."""
    source = str(given["source"])
    if given["games"]:
        return "a list of games", {"source", "games"}
    if given["push_fold"]:
        options = {"push_fold", "stack", "players", "payouts", "target", "iterations", "list_hands"}
        return "push or fold", options
    if source.endswith(_SOLUTION):
        options = {"source", "line", "list_hands", "picture", "force", "memory"}
        # Solutions of the first version name the file of a game, and need it.
        if given["game"].endswith(".json"):
            options.add("game")
        return "a saved solution", options
    question = {"source"}
    if given["from_"] is not None:
        question = {"from_", "hand", "street", "ranges", "oop", "ip", *_MENU}
    elif not source:
        question = {"game", "board", "up_cards", "dead", "pot", "stack", "oop", "ip", *_MENU}
        question.add("minimum_bet")
    elif not source.endswith(".json"):
        return "a whole game", _OF_GAMES
    else:
        # A file says everything of a spot, or it is a game.
        question |= _OF_GAMES
    work = {"target", "iterations", "threads", "memory", "bits"}
    if given["estimate"] or given["tree"]:
        # What is asked before a spot is solved, with the options with which it will be.
        return "the size of a spot", {*question, *work, "estimate", "tree"}
    if given["boards"] is not None:
        return "a table of boards", (question | work | {"boards", "on"}) - {"board"}
    shown = {"line", "list_hands", "output", "picture", "force"}
    return "a spot", question | work | shown


def _print_files(output: Path | None, picture: Path | None, *, as_json: bool) -> None:
    if as_json:
        return
    for what, path in (("solution", output), ("picture", picture)):
        if path is not None:
            print_saved(what, path)


def _describe_gain(chips: float | None, spot: Spot) -> str | None:
    """Return the text of the bar: how much either player could still gain, where it is known."""
    if chips is None:
        return None
    return f"Solving: {chips / float(spot.pot):.2%} of the pot"


def _spot_of_hand(
    path: Path,
    number: int,
    street: str,
    ranges: Path | None,
    given: tuple[str, str],
    menu: dict[str, Any],
    *,
    as_json: bool,
) -> Spot:
    """Return the spot of a hand that was played, and say what was assumed."""
    from itertools import islice

    from croupier.games.documents import read_json, read_json_file
    from croupier.histories import read
    from croupier.solving import Spot, choose_ranges, read_ranges
    from croupier.solving.played import PlayedStreet

    reading = next(islice(read(path), max(number, 1) - 1, None), None) if number > 0 else None
    if reading is None:
        raise SetupError(f"there is no hand {number} in {path}", code="unknown-hand")
    history = reading.unwrap()
    known = {} if ranges is None else read_ranges(read_json(read_json_file(str(ranges))))
    assumed = choose_ranges(history, PlayedStreet.of(history, street), known)
    chosen = [text or line[1] for text, line in zip(given, assumed, strict=True)]
    if not as_json:
        for name, (line, _), text in zip(_PLAYERS, assumed, chosen, strict=True):
            console.print(Text(show_line(f"The {name} player, {line}, has {text}"), style="dim"))
    return Spot.from_history(history, street, chosen, **menu)


def _show(
    solution: Solution, line: str, picture: Claim | None, list_hands: bool, as_json: bool
) -> None:
    node = solution.node(line)
    if picture is not None:
        with whole_text(picture) as text:
            board = "".join(map(repr, node.board)) or solution.spot.title
            text.write(node.svg(title=f"{board}  {node.line}".strip()))
    if as_json:
        data = solution.to_dict(0, hands=list_hands)
        data["node"] = node.to_dict(hands=list_hands)
        print_json(data)
        return
    _show_solution(solution, node, hands=list_hands)


def _show_games(name: str, *, as_json: bool) -> None:
    from croupier.solving import list_solvable

    found = list(list_solvable([name] if name else ()))
    if as_json:
        print_json({"games": [each._asdict() for each in found]})
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("Game")
    table.add_column("Can be solved")
    for each in found:
        words = str(each) if each.boards else f"not: {each}"
        table.add_row(show_line(each.game), Text(words, style="" if each.boards else "dim"))
    count = sum(bool(each.boards) for each in found)
    console.print(table, Text(f"{count} of {len(found)} games", style="dim"), sep="\n")


def _read_boards(path: Path) -> list[str]:
    """Return the boards of a file: a line each, without what stands behind a hash."""
    with path.open("rb") as file:
        data = file.read(_MAX_BOARD_BYTES + 1)
    if len(data) > _MAX_BOARD_BYTES:
        raise SetupError("a file of boards has a megabyte at most", code="too-large")
    lines = (line.partition("#")[0].strip() for line in data.decode(errors="replace").splitlines())
    found = [line for line in lines if line]
    if not found:
        raise SetupError(f"there is no board in {path}", code="no-boards")
    return found


def _solve_boards(
    spot: Spot,
    boards: list[str],
    target: str,
    iterations: int,
    threads: int | None,
    memory: int,
    bits: int,
    on: str | None,
    *,
    as_json: bool,
) -> None:
    from croupier.solving import solve_boards, summarize_boards

    with Bar("Solving", len(boards)) as bar:
        rows = list(
            solve_boards(
                spot,
                boards,
                target,
                iterations=iterations,
                threads=threads,
                memory=memory * 1_000_000,
                bits=bits,
                on=on,
                progress=bar.update,
            )
        )
    mean = summarize_boards(rows)
    if as_json:
        print_json({"boards": [row._asdict() for row in rows], "mean": mean._asdict()})
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("Board")
    for name in ("EV first", "EV second", "Equity", *mean.frequencies, "Exploitability"):
        table.add_column(name, justify="right")
    for row in (*rows, mean):
        parts = [f"{row.frequencies.get(action, 0.0):.1%}" for action in mean.frequencies]
        table.add_row(
            row.board,
            f"{row.ev[0]:z,.2f}",
            f"{row.ev[1]:z,.2f}",
            f"{row.equity[0]:.1%}",
            *parts,
            f"{row.exploitability:.2f} %",
        )
    console.print(table)


def _join_sizes(bet: str, raised: str, donk: str | None) -> str | dict[str, str]:
    """Return sizes as spots take them: street by street where there are bars."""
    parts = [text.split("|") for text in (bet, raised, *(() if donk is None else (donk,)))]
    most = max(len(part) for part in parts)
    if most == 1:
        return " / ".join(part[0] for part in parts)
    names = ("flop", "turn", "river")[-most:]
    if most > len(names):
        raise SetupError(
            "there are three streets: sizes of the flop, the turn and the river",
            code="street-sizes",
        )
    rows = [part if len(part) == most else part * most for part in parts]
    if any(len(row) != most for row in rows):
        raise SetupError(
            "there must be as many sizes of bets as of raises, street by street",
            code="street-sizes",
        )
    return {
        name: " / ".join(row[place].strip() for row in rows) for place, name in enumerate(names)
    }


def _find_spot(source: str, options: dict[str, Any]) -> Spot | None:
    """Return the spot of a file or of options; none where a whole game is asked for."""
    from croupier.games.documents import read_json, read_json_file
    from croupier.solving import Spot

    if source.endswith(".json"):
        found = read_json(read_json_file(source))
        if isinstance(found, dict) and "ranges" in found:
            return Spot.from_dict(found)
    if source:
        return None
    if options["pot"] is None or options["stacks"] is None or not all(options["ranges"]):
        raise SetupError(
            "a spot has a board, a pot, stacks and ranges: --board, --pot, --stack, --oop, --ip",
            code="incomplete-spot",
        )
    stacks = [read_number(part) for part in options["stacks"].split(",")]
    options["stacks"] = stacks[0] if len(stacks) == 1 else stacks
    options["pot"] = read_number(str(options["pot"]))
    return Spot(**options)


def _show_size(spot: Spot, bits: int, *, listed: bool, as_json: bool) -> None:
    size = spot.size(bits=bits)
    nodes = spot.tree() if listed else []
    if as_json:
        data: dict[str, Any] = {"spot": spot.to_dict(), "size": size._asdict()}
        if listed:
            data["tree"] = [node._asdict() for node in nodes]
        print_json(data)
        return
    if listed:
        table = Table(box=None, pad_edge=False)
        for name in ("Street", "Line", "What", "Pot"):
            table.add_column(name, justify="right" if name == "Pot" else "left")
        for node in nodes[:_MAX_LISTED]:
            kind = node.kind
            if node.player is not None and kind == "decision":
                kind = f"{_PLAYERS[node.player]} player decides"
            elif node.all_in:
                kind = "all-in"
            table.add_row(node.street, node.line or "-", kind, f"{node.pot:g}")
        console.print(table)
        if len(nodes) > _MAX_LISTED:
            console.print(Text(f"… and {len(nodes) - _MAX_LISTED:,} more", style="dim"))
    table = Table.grid(padding=(0, 2))
    table.add_row("States of the betting", f"{size.nodes:,}")
    table.add_row("Boards", f"{size.boards:,}")
    table.add_row("Decisions", f"{size.decisions:,}")
    table.add_row("Hands and actions", f"{size.entries:,}")
    table.add_row("Memory", f"{size.bytes / 1e6:,.1f} MB")
    console.print(table)


def _show_solution(solution: Solution, node: Node, *, hands: bool) -> None:
    found = solution.exploitability
    spot = solution.spot
    shown = [cards for cards in (node.board, *spot.up_cards) if cards]
    parts = [part for cards in shown for part in (show_cards(cards), "  ")]
    head = Text.assemble(
        *parts,
        f"pot {node.pot:g}",
        (f"  {node.line}", "bold") if node.line else "",
    )
    console.print(head)
    table = Table.grid(padding=(0, 2))
    for player, name in enumerate(_PLAYERS):
        ev, equity = node.ev[player], node.equity[player]
        table.add_row(f"The {name} player", f"EV {ev:z,.2f}", f"equity {equity:.2%}")
    console.print(table)
    if node.player is None:
        what = "cards are dealt" if node.is_deal else "the hand is over"
        console.print(Text(f"Nobody decides: {what}."))
    else:
        console.print(_make_actions(node))
        if solution.spot.ranges[0].card_count == 2:
            console.print(_make_grid(node))
        if hands:
            console.print(_make_hands(solution, node))
    console.print(
        Text(
            f"{solution.iterations} iterations; either player could win {found.chips:.4g} chips "
            f"({found.percent:.3f} % of the pot) more",
            style="dim",
        )
    )


def _styles(node: Node) -> dict[str, str]:
    few = console.color_system == "standard"
    passive, shades = (_FEW_PASSIVE, _FEW_SHADES) if few else (_PASSIVE, _SHADES)
    bets = [action for action in node.actions if action not in passive]
    return passive | {
        action: shades[min(place, len(shades) - 1)] for place, action in enumerate(bets)
    }


def _letters(node: Node) -> dict[str, str]:
    """Return what actions are called in the grid: several sizes have numbers."""
    letters = {action: "X" if action == "check" else action[0].upper() for action in node.actions}
    bets = [action for action in node.actions if letters[action] in "BR"]
    if len(bets) > 1:
        letters |= {action: f"{letters[action]}{place}" for place, action in enumerate(bets, 1)}
    return letters


def _make_actions(node: Node) -> Table:
    table = Table(title=f"The {_PLAYERS[node.player or 0]} player", title_justify="left")
    styles = _styles(node)
    table.add_column("Action")
    letters = _letters(node)
    is_numbered = any(len(letter) > 1 for letter in letters.values())
    table.add_column("How often", justify="right")
    for action, part in node.frequencies.items():
        name = f"{action} ({letters[action]})" if is_numbered else action
        table.add_row(Text(name, style=f"black on {styles[action]}"), f"{part:.2%}")
    return table


def _make_grid(node: Node) -> Table:
    styles, letters = _styles(node), _letters(node)
    table = Table.grid(padding=(0, 0))
    width = cell_width()
    for _ in range(13):
        table.add_column(width=width, justify="center")
    cells = node.cells()
    for start in range(0, len(cells), 13):
        row = []
        for hand, weight, parts in cells[start : start + 13]:
            if weight <= 0:
                row.append(Text(".", style="dim"))
                continue
            # The most frequent action; others are in the list.
            best = max(parts, key=lambda action: parts[action])
            text = f"{hand:<3}{letters[best]}"[:width]
            row.append(Text(text.ljust(width), style=f"black on {styles[best]}"))
        table.add_row(*row)
    return table


def _make_hands(solution: Solution, node: Node) -> Table:
    from croupier.cards import Card

    player = node.player or 0
    table = Table(box=None, pad_edge=False)
    table.add_column("Hand")
    for name in ("EV", "Equity", *node.actions):
        table.add_column(name, justify="right")
    for place, hand in enumerate(solution.hands[player]):
        if node.reaches(player)[place] <= 0:
            continue
        ev = node.evs(player)[place]
        parts = [f"{each[place]:.1%}" for each in node.strategies.values()]
        equity = node.equities(player)[place]
        table.add_row(show_cards(Card.clean(hand)), f"{ev:z.2f}", f"{equity:.1%}", *parts)
    return table
