"""`croupier store`: hands in a folder of tables, and questions in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.cli.console import Status, console, errors, print_json, print_table
from croupier.cli.options import AsJson
from croupier.cli.progress import Bar
from croupier.cli.sources import find_hands, say_passed_over
from croupier.errors import SetupError
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.store import AddedFiles, Store

__all__ = ["store"]

Task: TypeAlias = Literal["add", "query", "hand"]

_PROBLEMS_SHOWN = 3


def store(
    task: Task,
    folder: Path,
    /,
    *words: str,
    top: int = 40,
    threads: int | None = None,
    as_json: AsJson = False,
) -> int:
    """Keep hands in a folder of tables, and answer questions about them.

    `add` takes files and folders of any format; a hand that is there already is not added again.
    `query` takes a question in SQL about the tables hands, players, actions, names and files.
    `hand` takes the number of a hand and prints its text. The exit status is 1 if there are no
    hands in what is added, or if some of them cannot be played.

    Parameters
    ----------
    task
        What is to be done.
    folder
        The store. It is made when hands are added.
    words
        Hand histories, a question, or the number of a hand.
    top
        How many rows of an answer are shown; all of them in JSON.
    threads
        How many threads read; one for each core when left out.
    as_json
        Print the results as JSON, and nothing else.
    """
    if top < 1:
        raise SetupError(f"--top is 1 or more, unlike {top}", code="option-value")
    from croupier.store import Store

    tasks: dict[Task, Callable[[], int]] = {
        "add": lambda: _add(Store(folder), words, threads, as_json),
        "query": lambda: _query(_open(folder), _take_one(words, "a question in SQL"), top, as_json),
        "hand": lambda: _show_hand(
            _open(folder), _take_one(words, "the number of a hand"), as_json
        ),
    }
    return tasks[task]()


def _open(folder: Path) -> Store:
    from croupier.store import Store

    if not folder.exists():
        raise SetupError(
            f"there is no store {folder}: `croupier store add` makes one", code="no-such-store"
        )
    return Store(folder)


def _take_one(words: Sequence[str], what: str) -> str:
    if len(words) != 1:
        raise SetupError(f"say {what} after the store, in quotes", code="missing-argument")
    return words[0]


def _add(store: Store, words: Sequence[str], threads: int | None, as_json: bool) -> int:
    if not words:
        raise SetupError(
            "name at least one file or folder of hand histories", code="missing-argument"
        )
    sources = find_hands([Path(word) for word in words])
    with Bar("Adding", len(sources.files)) as bar:
        added = store.add(sources, threads=threads, progress=bar.tell)
    if as_json:
        print_json(
            {
                "hands": added.hands,
                "repeated": added.repeated,
                "unfinished": added.unfinished,
                "files": added.files,
                "unchanged": added.unchanged,
                "problems": added.problems,
            }
        )
    else:
        console.print(_tell(added), highlight=False, soft_wrap=True)
    for problem in added.problems[:_PROBLEMS_SHOWN]:
        errors.print(Text(show_line(problem), style="yellow"), highlight=False, soft_wrap=True)
    if len(added.problems) > _PROBLEMS_SHOWN:
        errors.print(f"… and {len(added.problems) - _PROBLEMS_SHOWN:,} more problems.")
    missed = say_passed_over(sources.passed)
    nothing = not (added.hands or added.repeated or added.unchanged)
    return Status.FINDINGS if missed or added.problems or nothing else Status.GOOD


def _tell(added: AddedFiles) -> str:
    """Say in a sentence what came of adding files."""
    said = [f"{_count(added.hands, 'hand')} added from {_count(added.files, 'file')}"]
    if added.repeated:
        said.append(f"{added.repeated:,} there before")
    if added.unfinished:
        said.append(f"{added.unfinished:,} without an end")
    if added.unchanged:
        said.append(f"{_count(added.unchanged, 'file')} not changed since")
    return ", ".join(said) + "."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _query(store: Store, question: str, top: int, as_json: bool) -> int:
    answer = store.query(question)
    if as_json:
        print_json(answer.to_pylist())
        return Status.GOOD
    rows = answer.slice(0, top).to_pylist()
    if not answer.num_columns:
        return Status.GOOD
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for field in answer.schema:
        is_number = str(field.type) not in ("string", "bool")
        table.add_column(Text(show_line(field.name)), justify="right" if is_number else "left")
    for row in rows:
        table.add_row(*(Text(_show(value)) for value in row.values()))
    print_table(table, wraps=True)
    if answer.num_rows > len(rows):
        more = answer.num_rows - len(rows)
        console.print(f"… and {_count(more, 'row')} more: --top says how many are shown.")
    return Status.GOOD


def _show(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
        case bytes():
            return value.hex()
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
