"""`croupier store`: hands in a folder of tables, and questions in SQL."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Flag, Force, On, Picture
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.arguments.sources import print_passed_over
from croupier.cli.output.console import (
    Status,
    console,
    errors,
    print_json,
    print_saved,
    print_table,
)
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.files import whole_text
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.store import AddedFiles, Store

__all__ = ["store"]

Task: TypeAlias = Literal[
    "add", "query", "report", "hand", "note", "tag", "untag", "watch", "rebuild", "export"
]

_PROBLEMS_SHOWN = 3
# Columns of reports that a narrow terminal does without, the first ones first.
_LESS_IMPORTANT = (
    "expected_bb_100",
    "expected_chips",
    "average_place",
    "bounties",
    "entries",
    "flop_cbet",
    "won_at_showdown",
    "three_bet",
    "went_to_showdown",
    "won",
    "day",
    "chances",
    "number",
    "board",
)
_GAP = 3
# The tasks that each option is for; the others have a meaning, or a usual value, for all.
_OPTIONS: dict[str, tuple[Task, ...]] = {
    "--where": ("report", "export"),
    "--player": ("report", "export", "note", "tag", "untag"),
    "--keep-text": ("add", "watch"),
    "--threads": ("add", "rebuild"),
    "--on": ("add", "rebuild"),
    "--anonymize": ("query", "report", "hand", "export"),
    "--key": ("query", "report", "hand", "export"),
    "--output": ("export",),
    "--csv": ("query", "report"),
    "--picture": ("report",),
    "--force": ("report", "rebuild", "export"),
}


def store(
    task: Task,
    folder: Path,
    /,
    *words: str,
    where: str = "",
    player: str | None = None,
    top: int = 40,
    keep_text: Flag = False,
    every: float = 2.0,
    threads: int | None = None,
    on: On = None,
    anonymize: Flag = False,
    key: str = "",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    as_csv: Annotated[Flag, Parameter(name="--csv")] = False,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Keep hands in a folder of tables, and answer questions about them.

    `add` takes files and folders of any format, and summaries of tournaments; a hand that is there
    already is not added again. `watch` does the same for ever, as files grow. `query` takes a
    question in SQL about the tables hands, players, actions, names, tournaments, notes and files;
    `report` the name of a report: position, stakes, month, players, opponents, graph, sessions,
    pots, leaks or tournaments. `hand` takes the number of a hand and prints its text. `note` takes
    the number of a hand or a player's name, and a text; `tag` and `untag` take tags. `rebuild`
    derives all rows anew. `export` writes hands as PHH. The exit status is 1 if there are no hands
    in what is added, or if some of them cannot be played.

    Parameters
    ----------
    task
        What is to be done.
    folder
        The store. It is made when hands are added.
    words
        Hand histories, a question, the name of a report, or the number of a hand.
    where
        Which hands a report or an export is about, in words with commas between them, such as
        "3-bet pots, out of position, faced a turn bet > 60 %".
    player
        Whose hands a report or an export is about, by name or by @ and the id; whom a note or a tag
        is about, if the name is a number. Reports of one player take the hero if it is left out.
    top
        How many rows of an answer are shown; all of them in JSON and CSV.
    keep_text
        Copy the hands that are added as texts of PHH, so that their files may go.
    every
        How many seconds there are between two looks at what is watched.
    threads
        How many threads read; one for each core when left out.
    on
        Who does the work: processes, processes:4, ray, ray://HOST:PORT or dask://HOST:PORT; threads
        of this process when left out. The results are the same.
    anonymize
        Give players other names in whatever is printed or exported, and leave out tables, files and
        numbers of rooms.
    key
        A secret that other names are made with; they are others each time when left out.
    output
        Where hands that are exported go.
    as_csv
        Print the answer as CSV, and nothing else.
    picture
        Draw the report graph as an SVG file.
    force
        Replace the file if it is there; with rebuild, let hands go that their files no longer have.
    as_json
        Print the results as JSON, and nothing else.
    """
    if top < 1:
        raise SetupError(f"--top is 1 or more, unlike {top}", code="option-value")
    if as_csv and as_json:
        raise SetupError("say --csv or --json, not both", code="option-value")
    _verify_options(
        task,
        {
            "--where": bool(where),
            "--player": player is not None,
            "--keep-text": keep_text,
            "--threads": threads is not None,
            "--on": on is not None,
            "--anonymize": anonymize,
            "--key": bool(key),
            "--output": output is not None,
            "--csv": as_csv,
            "--picture": picture is not None,
            "--force": force,
        },
    )
    from croupier.store import Store

    show = partial(_print, top=top, as_json=as_json, as_csv=as_csv)
    asked = partial(_open, folder, anonymize, key)
    tasks: dict[Task, Callable[[], int]] = {
        "add": lambda: _add(Store(folder), words, threads, on, keep_text, as_json),
        "query": lambda: show(asked().query(_take_one(words, "a question in SQL"))),
        "report": lambda: _report(
            asked(),
            _take_one(words, "the name of a report"),
            where,
            player,
            picture,
            force,
            show,
            not (as_json or as_csv),
        ),
        "watch": lambda: _watch(Store(folder), words, every, keep_text),
        "rebuild": lambda: _rebuild(_open(folder), threads, on, force, as_json),
        "export": lambda: _export(asked(), where, player, output, force),
        "hand": lambda: _show_hand(asked(), _take_one(words, "the number of a hand"), as_json),
        "note": lambda: _annotate(_open(folder), task, words, player),
        "tag": lambda: _annotate(_open(folder), task, words, player),
        "untag": lambda: _annotate(_open(folder), task, words, player),
    }
    return tasks[task]()


def _verify_options(task: Task, given: dict[str, bool]) -> None:
    """Refuse options that a task has no use for, such as one that hides names which are shown."""
    for option, is_given in given.items():
        tasks = _OPTIONS[option]
        if is_given and task not in tasks:
            raise SetupError(
                f"{option} is for {', '.join(tasks)}, and not for {task}", code="option-value"
            )


def _report(
    store: Store,
    name: str,
    where: str,
    player: str | None,
    picture: Path | None,
    force: bool,
    show: Callable[..., int],
    is_for_people: bool,
) -> int:
    if picture is None:
        from croupier.store.reports import describe_money

        answer = store.report(name, *filter(None, [where]), player=player)
        note, short = describe_money(answer)
        status = show(answer, short=short)
        if note and is_for_people:
            console.print(note, highlight=False, soft_wrap=True)
        if not store.is_current:
            errors.print(
                "Rows of this store were derived by an older version:"
                " `croupier store rebuild` derives them again.",
                style="yellow",
                highlight=False,
                soft_wrap=True,
            )
        return status
    if name != "graph" or picture.suffix != ".svg":
        raise SetupError(
            "--picture draws the report graph as an SVG file, such as graph.svg",
            code="option-value",
        )
    place = claim_output(picture, force=force)
    assert place is not None
    drawn = store.draw_graph(player, *filter(None, [where]))
    with whole_text(place) as file:
        file.write(drawn)
    print_saved("picture", str(picture))
    return Status.GOOD


def _annotate(store: Store, task: str, words: Sequence[str], player: str | None) -> int:
    """Write a note, or put tags on somebody or something, or take them away."""
    if player is not None:
        words = [player, *words]
    if len(words) < 2:
        raise SetupError(
            "say the number of a hand or a player's name, and then the note or the tags",
            code="missing-argument",
        )
    about, *rest = words
    is_hand = player is None and about.isdecimal() and len(about) < 19
    subject: int | str = int(about) if is_hand else about
    if task == "note":
        store.note(subject, " ".join(rest))
    elif task == "tag":
        store.tag(subject, *rest)
    else:
        store.untag(subject, *rest)
    about_hands = "select 1 from players where name = ? limit 1"
    writes = isinstance(subject, str) and task != "untag"
    if writes and not store.query(about_hands, [subject]).num_rows:
        line = show_line(f"There is no hand of {subject} in the store: check the name.")
        errors.print(line, style="yellow", highlight=False, markup=False, soft_wrap=True)
    return Status.GOOD


def _open(folder: Path, anonymize: bool = False, key: str = "") -> Store:
    from croupier.store import Store

    if not folder.exists():
        raise SetupError(
            f"there is no store {folder}: `croupier store add` makes one", code="unknown-store"
        )
    return Store(folder, anonymize=anonymize, key=key)


def _take_one(words: Sequence[str], what: str) -> str:
    if len(words) != 1:
        raise SetupError(f"say {what} after the store, in quotes", code="missing-argument")
    return words[0]


def _add(
    store: Store,
    words: Sequence[str],
    threads: int | None,
    on: str | None,
    keep_text: bool,
    as_json: bool,
) -> int:
    if not words:
        raise SetupError(
            "name at least one file or folder of hand histories", code="missing-argument"
        )
    from croupier.histories.pipeline.finding import find_histories

    sources = find_histories([Path(word) for word in words])
    with Bar("Adding", len(sources.files)) as bar:
        added = store.add(sources, keep_text=keep_text, threads=threads, progress=bar.update, on=on)
    _print_added(added, as_json)
    missed = print_passed_over([one for one in sources.passed if str(one) in added.passed_over])
    nothing = not (added.hands or added.repeated or added.unchanged or added.tournaments)
    return Status.FINDINGS if missed or added.problems or nothing else Status.GOOD


def _print_added(added: AddedFiles, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "hands": added.hands,
                "repeated": added.repeated,
                "unfinished": added.unfinished,
                "tournaments": added.tournaments,
                "files": added.files,
                "unchanged": added.unchanged,
                "problems": added.problems,
            }
        )
    else:
        console.print(_describe_added(added), highlight=False, soft_wrap=True)
    for problem in added.problems[:_PROBLEMS_SHOWN]:
        errors.print(Text(show_line(problem), style="yellow"), highlight=False, soft_wrap=True)
    if len(added.problems) > _PROBLEMS_SHOWN:
        errors.print(f"… and {len(added.problems) - _PROBLEMS_SHOWN:,} more problems.")


def _watch(store: Store, words: Sequence[str], every: float, keep_text: bool) -> int:
    if not words:
        raise SetupError(
            "name at least one file or folder that is to be watched", code="missing-argument"
        )
    if not 0.1 <= every <= 86_400:
        raise SetupError(
            f"--every is from 0.1 to 86400 seconds, unlike {every:g}", code="option-value"
        )
    console.print("Watching; Ctrl-C ends it.", style="dim")
    for added in store.watch(words, every=every, keep_text=keep_text):
        _print_added(added, False)
    return Status.GOOD


def _rebuild(store: Store, threads: int | None, on: str | None, force: bool, as_json: bool) -> int:
    with Bar("Deriving") as bar:
        made = store.rebuild(threads=threads, progress=bar.update, on=on, force=force)
    _print_added(made, as_json)
    return Status.FINDINGS if made.problems else Status.GOOD


def _export(store: Store, where: str, player: str | None, output: Path | None, force: bool) -> int:
    if output is None:
        raise SetupError("say where hands go with --output", code="missing-option")
    place = claim_output(output, force=force)
    assert place is not None
    count = store.export(place, *filter(None, [where]), player=player)
    console.print(f"{_count(count, 'hand')} written.", highlight=False)
    return Status.GOOD if count else Status.FINDINGS


def _describe_added(added: AddedFiles) -> str:
    """Return a sentence on the files that were added."""
    said = [f"{_count(added.hands, 'hand')} added from {_count(added.files, 'file')}"]
    if added.tournaments:
        said.append(f"{_count(added.tournaments, 'result')} of tournaments")
    if added.repeated:
        said.append(f"{added.repeated:,} there before")
    if added.unfinished:
        said.append(f"{added.unfinished:,} without an end")
    if added.unchanged:
        said.append(f"{_count(added.unchanged, 'file')} not changed since")
    return ", ".join(said) + "."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _print(answer: Any, *, top: int, as_json: bool, as_csv: bool, short: Any = None) -> int:
    """Print an answer; for people `short`, without columns that are the same in all rows."""
    if as_csv:
        # Missing values are empty, all others as Python writes them.
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(answer.column_names)
        for batch in answer.to_batches():
            writer.writerows(row.values() for row in batch.to_pylist())
        return Status.GOOD
    if as_json:
        print_json(answer.to_pylist())
        return Status.GOOD
    answer = answer if short is None else short
    rows = answer.slice(0, top).to_pylist()
    if not answer.num_columns:
        return Status.GOOD
    headings = [_find_heading(field.name) for field in answer.schema]
    cells = [[_show(value) for value in row.values()] for row in rows]
    kept = _fit(answer.column_names, [headings, *cells])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place in kept:
        is_number = str(answer.schema.types[place]) not in ("string", "bool")
        table.add_column(Text(headings[place]), justify="right" if is_number else "left")
    for row in cells:
        table.add_row(*(Text(row[place]) for place in kept))
    print_table(table)
    left_out = [heading for place, heading in enumerate(headings) if place not in kept]
    if left_out:
        said = f"There is no room for {', '.join(left_out)}."
        console.print(said, style="dim", highlight=False)
    if answer.num_rows > len(rows):
        more = answer.num_rows - len(rows)
        console.print(f"… and {_count(more, 'row')} more: --top says how many are shown.")
    return Status.GOOD


def _fit(names: Sequence[str], lines: Sequence[Sequence[str]]) -> list[int]:
    """Return the places of columns that a terminal has room for; what matters less goes first."""
    kept = list(range(len(names)))
    widths = [max(len(line[place]) for line in lines) + _GAP for place in kept]
    for name in _LESS_IMPORTANT:
        if not console.is_terminal or sum(widths[place] for place in kept) <= console.width:
            break
        kept = [place for place in kept if names[place] != name]
    return kept


def _find_heading(name: str) -> str:
    """Return what players call a column."""
    from croupier.analysis.statistics import DEFINITIONS

    known = {"bb_100": "bb/100", "expected_bb_100": "bb/100 without luck"}
    if name in DEFINITIONS:
        return DEFINITIONS[name].title
    return known.get(name, show_line(name))


def _show(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{round(value, 2) + 0.0:,.2f}".rstrip("0").rstrip(".")
        case bytes():
            return value.hex()
        case list():
            return ", ".join(map(_show, value)) or "-"
    return show_line(str(value))


def _show_hand(store: Store, number: str, as_json: bool) -> int:
    if not number.isdecimal():
        raise SetupError(
            f"{number!r} is no number of a hand: the column hand has them", code="hand-number"
        )
    text = store.text(int(number))
    if as_json:
        print_json({"hand": int(number), "text": text})
    else:
        console.print(Text(text.rstrip("\n")), soft_wrap=True, highlight=False)
    return Status.GOOD
