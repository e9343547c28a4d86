"""`croupier stats`: how players play and what they win."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter
from rich import box
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.amounts import show_amount
from croupier.cli.arguments.options import AsJson, Flag, Force, On, Picture
from croupier.cli.arguments.outputs import claim_picture
from croupier.cli.arguments.sources import find_hands, print_passed_over
from croupier.cli.output.console import (
    CONFIDENCE,
    Status,
    console,
    errors,
    print_json,
    print_saved,
    show_signed,
)
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.analysis.statistics import HandResult, PlayerStatistics, Statistics, WinRate
    from croupier.files import Claim
    from croupier.histories.pipeline.finding import Found

__all__ = ["stats"]

# The columns of the table of many players.
_COLUMNS = ("vpip", "pfr", "three_bet", "aggression_factor", "went_to_showdown", "won_at_showdown")
_NOTHING = "-"
_UNNAMED = "(no name)"
_NARROWEST = 8
# Columns that a narrow terminal does without, the first ones first.
_LESS_IMPORTANT = ("won_at_showdown", "three_bet", "aggression_factor", "went_to_showdown")
_PROBLEMS_SHOWN = 3
# Short names up to this length are written in capitals.
_SHORT = 5
# The kinds of money in tables, but for currencies.
_NAMES = {"tournament": "tournaments", "chips": "chips"}


def stats(
    *files: Path,
    player: str | None = None,
    by: Literal["position", "stakes"] | None = None,
    top: int = 20,
    expected: bool = True,
    ids: bool = True,
    me: Flag = False,
    money: str = "",
    threads: int | None = None,
    on: On = None,
    chips: Annotated[bool, Parameter(negative="")] = False,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Show how players play and what they win.

    What is in a file tells its format. The exit status is 1 if no hand was counted, if some cannot
    be played, or if a file that was named holds none.

    Parameters
    ----------
    files
        Hand histories of any format, or folders of them.
    player
        Show this player alone, with all statistics; one that is there once is found by the
        beginning of the name, and one who changed it by a former name.
    by
        Take hands apart by position or by stakes: those of the player, or of everybody.
    top
        How many players are shown, those with the most hands first.
    expected
        Find out what was to be expected in all-in hands whose cards are all known.
    ids
        Tell players by their ids where the hands have them, as those of PokerNow do: who changes
        the name stays one player, shown by the latest name; former ones are listed below.
    me
        Show the player whose records the hands are, as one player whatever the rooms call that
        player: the one who was dealt the cards, or the seat marked [ME] at Ignition and Bovada.
    money
        What is counted: cash, tournament, chips (without a currency), or a currency such as USD;
        all of them, each in rows of its own, when left out. Different money is never added up.
    threads
        How many threads count; one for each core when left out.
    on
        Who does the work: processes, processes:4, ray, ray://HOST:PORT or dask://HOST:PORT; threads
        of this process when left out. The results are the same.
    chips
        Draw the picture in chips or money also where stakes differ.
    picture
        Draw what the player won, hand by hand in the order of the files, into this file: .png, .svg
        or .pdf. Where stakes differ, it is drawn in big blinds.
    force
        Replace the picture if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    if not files:
        raise SetupError(
            "name at least one file or folder of hand histories", code="missing-argument"
        )
    from croupier.histories.identities import HERO

    if me and player is not None:
        raise SetupError("--me and --player name one player each", code="option-conflict")
    if me:
        player = HERO
    if picture is not None and player is None:
        raise SetupError(
            "--picture draws what one player won: name the player with --player or --me",
            code="missing-option",
        )
    if top < 1:
        raise SetupError(f"--top is 1 or more, unlike {top}", code="option-value")
    place = claim_picture(picture, force=force)
    sources = find_hands(files)
    count = partial(_count, sources, expected, ids, me, threads, on)
    found = count(() if player is None else (player,))
    labels = found.labels
    key, one = None, None
    if player is not None and found.hands:
        key = _find_player(found, player)
        if picture is not None and key != player:
            # Hands are listed for a key only.
            found = count((key,))
        one = found[key]
    chosen = _select(found, one, money)
    if one is not None and key is not None:
        one = chosen[key]
    if as_json:
        print_json(_describe(found, chosen, labels, key, by, top))
    elif not found.hands:
        pass
    elif by is not None:
        from croupier.analysis.statistics import Statistics

        title = "all players" if key is None else labels[key] or _UNNAMED
        parts = (Statistics.merge(*chosen.values()) if one is None else one).by(by)
        show = _show_stakes if by == "stakes" else str
        rows = [(show(name) or _UNNAMED, part) for name, part in parts.items()]
        console.print(f"{show_line(title)}, by {by}", style="bold", highlight=False, markup=False)
        console.print(_make_table(by.capitalize(), rows), crop=False)
    elif key is not None and one is not None:
        _print_player(labels[key] or _UNNAMED, one)
    else:
        ranked = _rank(chosen, labels, top)
        rows = [(labels[key] or _UNNAMED, chosen[key]) for key in ranked]
        console.print(_make_table("Player", rows), crop=False)
    if not as_json:
        shown = _rank(chosen, labels, top) if key is None else [key]
        listed = key is None and by is None
        _print_summary(found, len(shown) if listed else None, len(chosen), money)
        _print_former_names(found, labels, () if by is not None and key is None else shown)
    if place is not None and key is not None and one is not None:
        _draw(place, labels[key], one, chips=chips)
        if not as_json:
            print_saved("picture", place)
    missed = print_passed_over(sources.passed)
    wrong = missed or found.problems or not found.hands
    return Status.FINDINGS if wrong else Status.GOOD


def _count(
    sources: Found,
    all_in: bool,
    by_id: bool,
    hero: bool,
    threads: int | None,
    on: str | None,
    listed: Iterable[str],
) -> PlayerStatistics:
    from croupier.analysis.statistics import read_statistics

    sizes = list(accumulate((file.size for file in sources.files), initial=0))
    with Bar("Counting", sizes[-1], counts_bytes=True) as bar:
        return read_statistics(
            sources,
            list_players=listed,
            by_id=by_id,
            hero=hero,
            all_in=all_in,
            threads=threads,
            progress=(lambda done: bar.update(sizes[done])) if on else None,
            tell_bytes=bar.add,
            on=on,
        )


def _select(found: PlayerStatistics, one: Statistics | None, money: str) -> dict[str, Statistics]:
    """Return the statistics of players in the hands that are played for some money."""
    parts = {key: each.select_money(money) for key, each in found.items()}
    chosen = {key: each for key, each in parts.items() if each.hands}
    if (
        money
        and found.hands
        and (not chosen or (one is not None and not one.select_money(money).hands))
    ):
        played = (one or found.total).by_money
        raise SetupError(
            f"no hand is played for {money!r}: expected one of {', '.join(map(str, played))}",
            code="unknown-money",
        )
    return chosen


def _print_former_names(
    found: PlayerStatistics, labels: dict[str, str], keys: Iterable[str]
) -> None:
    for key in keys:
        former = found.names_of(key)[1:]
        if former:
            text = show_line(f"{labels[key]} also played as {', '.join(former)}.")
            console.print(text, highlight=False, markup=False, soft_wrap=True)


def _rank(chosen: dict[str, Statistics], labels: dict[str, str], top: int) -> list[str]:
    """Return the players with the most hands."""
    return sorted(chosen, key=lambda key: (-chosen[key].hands, labels[key]))[:top]


def _find_player(found: PlayerStatistics, name: str) -> str:
    """Return the key of a player by a label or a key, by any name, or by the beginning of one."""
    from croupier.histories.identities import HERO, choose_player

    if name == HERO and name not in found:
        raise SetupError(
            f"no player is known to be the hero in {found.hands:,} hands: name one with --player",
            code="no-hero",
        )
    names = {key: found.names_of(key) for key in found}
    return choose_player(names, name, f"{found.hands:,} hands")


def _make_table(what: str, rows: Iterable[tuple[str, Statistics]]) -> Table:
    from croupier.analysis.statistics import DEFINITIONS

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    # Cash, tournaments and currencies are never added up: each has a row of its own.
    parts = [(name, money, part) for name, one in rows for money, part in one.by_money.items()]
    several = len({money for _, money, _ in parts}) > 1
    shown = [
        (show_line(f"{name}, {_NAMES.get(money.kind, money.currency)}" if several else name), part)
        for name, money, part in parts
    ]
    titles = ["Hands", *(DEFINITIONS[name].title for name in _COLUMNS), "bb/100", "± 95 %", "Net"]
    lines = [_show_row(one) for _, one in shown]
    longest = max([_NARROWEST, *(len(name) for name, _ in shown)])
    # Two columns are a blank and an edge apart.
    widths = [max(map(len, column)) for column in zip(titles, *lines, strict=True)]
    others = sum(widths) + 2 * len(widths) + 2
    for name in _LESS_IMPORTANT if console.is_terminal else ():
        if longest + others <= console.width:
            break
        place = titles.index(DEFINITIONS[name].title)
        others -= widths[place] + 2
        del titles[place], widths[place]
        for line in lines:
            del line[place]
    # Then names go on in the next line; who reads from a pipe or a file gets them in one.
    room = console.width - others if console.is_terminal else longest
    width = max(_NARROWEST, min(longest, room))
    table.add_column(what, overflow="fold", width=width)
    # Rather than cutting numbers short, lines are longer than the terminal.
    table.width = None if width + others <= console.width else width + others
    for title, width in zip(titles, widths, strict=True):
        table.add_column(title, justify="right", no_wrap=True, min_width=width)
    for (name, one), cells in zip(shown, lines, strict=True):
        # Where stakes differ, a player may win big blinds and lose chips.
        rate, net = _style(one.win_rate and one.win_rate.value), _style(_find_net(one))
        styles = (rate, rate, net)
        ends = (Text(cell, style=style) for cell, style in zip(cells[-3:], styles, strict=True))
        table.add_row(escape(name), *cells[:-3], *ends)
    return table


def _show_row(one: Statistics) -> list[str]:
    rate = one.win_rate
    return [
        f"{one.hands:,}",
        *(_show_frequency(one, column) for column in _COLUMNS),
        _NOTHING if rate is None else show_signed(rate.value),
        _NOTHING if rate is None or rate.error is None else f"{CONFIDENCE * rate.error:,.1f}",
        _show_net(one.net_by_stakes.items()),
    ]


def _style(value: Any) -> str:
    return "" if not value else "green" if value > 0 else "red"


def _find_net(one: Statistics) -> Any:
    """Return what was won in all, or nothing where there are several currencies."""
    nets = one.net_by_stakes
    return sum(nets.values()) if len({stakes.currency for stakes in nets}) == 1 else None


def _show_frequency(one: Statistics, name: str) -> str:
    rate = getattr(one, name).rate
    if rate is None:
        return _NOTHING
    return f"{rate:.2f}" if name == "aggression_factor" else f"{100 * rate:.1f}"


def _show_rate(rate: WinRate | None) -> str:
    if rate is None:
        return _NOTHING
    error = "" if rate.error is None else f" ± {CONFIDENCE * rate.error:.1f}"
    return f"{show_signed(rate.value)}{error}"


def _show_stakes(stakes: str) -> str:
    """Return stakes with the name of the game, as players know it, instead of its code."""
    from croupier.games.finding import ALIASES, show_name
    from croupier.histories.phh.variants import GAME_TYPES

    code, _, rest = stakes.partition(" ")
    kind = GAME_TYPES.get(code)
    if kind is None:
        return stakes
    name = kind.__name__
    short = sorted((alias for alias, game in ALIASES.items() if game == name), key=_rank_alias)
    shown = short[0].upper() if short and len(short[0]) <= _SHORT else show_name(name)
    return f"{shown} {rest}".strip()


def _rank_alias(alias: str) -> bool:
    """Return whether a short name is longer than those that players write in capitals."""
    return len(alias) > _SHORT - 1


def _show_net(nets: Iterable[tuple[Any, Any]]) -> str:
    """Show what was won, each currency for itself."""
    sums: dict[str, Any] = {}
    for stakes, net in nets:
        sums[stakes.currency] = sums.get(stakes.currency, 0) + net
    shown = [
        f"{show_amount(net, sign=bool(net))} {currency}".strip() for currency, net in sums.items()
    ]
    return ", ".join(shown)


def _print_player(name: str, one: Statistics) -> None:
    from croupier.analysis.statistics import DEFINITIONS

    console.print(show_line(name), style="bold", highlight=False, markup=False)
    table = Table()
    for column in ("Statistic", "%", "Done", "Chances"):
        table.add_column(column, justify="left" if column == "Statistic" else "right")
    for key, frequency in one.frequencies.items():
        table.add_row(
            DEFINITIONS[key].title,
            _show_frequency(one, key),
            f"{frequency.done:,}",
            f"{frequency.chances:,}",
        )
    console.print(table)
    lines = []
    for money, part in one.by_money.items():
        rate = _show_rate(part.win_rate)
        lines.append(f"{part.hands:,} hands for {money}, {rate} big blinds in a hundred hands.")
        if part.all_ins:
            lines.append(
                f"{part.all_ins:,} all-in hands with all cards known; without luck in them"
                f" {_show_rate(part.adjusted_win_rate)}."
            )
    adjusted = one.adjusted_by_stakes
    for stakes, net in one.net_by_stakes.items():
        expected = adjusted[stakes]
        luck = f", {show_amount(expected, sign=True)} expected" if expected != net else ""
        lines.append(f"{_show_stakes(str(stakes))}: {show_amount(net, sign=True)}{luck}")
    console.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)


def _print_summary(found: PlayerStatistics, listed: int | None, players: int, money: str) -> None:
    left = f", {found.unfinished:,} without an end" if found.unfinished else ""
    left += f", {found.repeated:,} more than once" if found.repeated else ""
    problems = len(found.problems)
    wrong = f", {problems:,} that cannot be played" if problems else ""
    text = f"{found.hands:,} hands of {len(found):,} players{left}{wrong}"
    if money:
        text += f"; shown are those played for {money}"
    if listed is not None and listed < players:
        text += f"; the {listed:,} with the most hands are shown, --top {players} shows all"
    if not found.hands:
        text = f"There is no hand to count{left}{wrong}"
    console.print(text, highlight=False, soft_wrap=True)
    for problem in found.problems[:_PROBLEMS_SHOWN]:
        errors.print(problem, style="yellow", highlight=False, markup=False, soft_wrap=True)


def _draw(path: Claim, name: str, one: Statistics, *, chips: bool) -> None:
    """Draw what was won, in big blinds where stakes differ."""
    from croupier.plots import draw_lines

    results = one.results
    stakes = {result.stakes for result in results}
    played = {each.money for each in stakes}
    if len(played if chips else {money.kind for money in played}) > 1:
        kinds = ", ".join(str(money) for money in sorted(played))
        raise SetupError(
            f"a picture shows one kind of money: {show_line(name)} played for {kinds}; choose one"
            " with --money",
            code="several-currencies",
        )
    same = chips or len(stakes) == 1

    def line(value: str, chosen: bool | None = None) -> list[float]:
        def amount(result: HandResult) -> float:
            if chosen is not None and result.showdown != chosen:
                return 0.0
            unit = Fraction(1 if same else result.stakes.big_blind or 1)
            return float(getattr(result, value) / unit)

        return [0.0, *accumulate(map(amount, results))]

    lines = {"won": line("net")}
    if one.all_ins:
        lines["all-in adjusted"] = line("expected")
    lines["at showdowns"] = line("net", True)
    lines["without showdown"] = line("net", False)
    unit = next(iter(stakes)).currency or "chips" if same else "big blinds"
    title = f"{name}, {len(results):,} hands"
    title += f", {next(iter(stakes))}" if len(stakes) == 1 else ""
    draw_lines(path, lines, title=title, x_label="hands", y_label=unit)


def _describe(
    found: PlayerStatistics,
    chosen: dict[str, Statistics],
    labels: dict[str, str],
    player: str | None,
    by: str | None,
    top: int,
) -> dict[str, Any]:
    said: dict[str, Any] = {
        "hands": found.hands,
        "unfinished": found.unfinished,
        "repeated": found.repeated,
        "problems": found.problems,
        "passed_over": found.passed_over,
    }
    if by is not None:
        from croupier.analysis.statistics import Statistics

        one = Statistics.merge(*chosen.values()) if player is None else chosen[player]
        kind: Any = by
        return said | {by: {name: _describe_one(part) for name, part in one.by(kind).items()}}
    shown = _rank(chosen, labels, top) if player is None else [player]
    players = {
        labels[key]: {"key": key, "names": found.names_of(key), **_describe_one(chosen[key])}
        for key in shown
    }
    return said | {"players": players}


def _describe_one(one: Statistics) -> dict[str, Any]:
    rate, adjusted = one.win_rate, one.adjusted_win_rate
    return {
        "hands": one.hands,
        **{name: list(frequency) for name, frequency in one.frequencies.items()},
        "bb_per_100": None if rate is None else rate.value,
        "bb_per_100_error": None if rate is None or rate.error is None else CONFIDENCE * rate.error,
        "all_ins": one.all_ins,
        "adjusted_bb_per_100": None if adjusted is None else adjusted.value,
        "net": {str(stakes): str(net) for stakes, net in one.net_by_stakes.items()},
        "by_money": [
            {
                **money._asdict(),
                "hands": part.hands,
                "net": str(part.net),
                "bb_per_100": None if part.win_rate is None else part.win_rate.value,
            }
            for money, part in one.by_money.items()
        ],
    }
