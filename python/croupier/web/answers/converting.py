"""Converting the files of a shelf: the same bytes as `croupier convert` writes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from croupier.errors import SetupError
from croupier.files import Claim, open_text, whole_text
from croupier.histories.pipeline.anonymizing import make_key
from croupier.histories.pipeline.converting import (
    LOST,
    Conversion,
    Result,
    convert,
    find_style,
)
from croupier.histories.pipeline.joining import Joiner
from croupier.texts import show_line
from croupier.web.messages import Block, Code, ConvertAnswer, ConvertQuestion, TableBlock, Words
from croupier.web.shelves import Shelf, show_size
from croupier.web.shelves.reading import list_hand_files

__all__ = ["convert_shelf"]

_LISTED = 200


def convert_shelf(shelf: Shelf, question: ConvertQuestion) -> ConvertAnswer:
    """Convert files of a shelf to one file.

    Args:
        shelf: The shelf.
        question: What they are to become.

    Returns:
        The results, and the path of the file.

    Raises:
        SetupError: There are no files, or something makes no sense.
    """
    files = list_hand_files(shelf, question.files)
    if not files:
        raise SetupError("there are no files of hands: drop some first", code="no-files")
    conversion = Conversion(
        target=question.target,
        hero=question.hero,
        only_hero=question.only_hero,
        anonymous=question.anonymize,
        key=question.key,
        time_zone=question.time_zone,
        cash=question.cash,
        listed=_LISTED,
    )
    if question.anonymize and not question.key and len(files) > 1:
        # A player has one name in all files of a run.
        conversion = replace(conversion, key=make_key(path for _, _, path, _ in files))
    shelf.room.take(sum(path.stat().st_size for _, _, path, _ in files))
    suffix = find_style(question.target).suffix
    made = shelf.folder / f"converted-{question.target}{suffix}"
    results = _convert(files, conversion, made)
    converted = sum(result.converted for result in results)
    skipped = sum(result.skipped for result in results)
    name = f"hands{suffix}"
    command = ["croupier", "convert", *(result.path for result in results), "--to", question.target]
    command += ["--output", name, *_list_options(question)]
    size = made.stat().st_size if converted else 0
    return ConvertAnswer(
        blocks=[*_describe(results), Code(label="Command", text=shlex.join(command))],
        said=_sum_up(results, converted, skipped),
        converted=converted,
        skipped=skipped,
        place=made.name if converted else "",
        name=name if converted else "",
        size=show_size(size) if converted else "",
    )


def _convert(
    files: Sequence[tuple[int, str, Path, str]], conversion: Conversion, made: Path
) -> list[Result]:
    results = []
    part = made.with_name(f"{made.name}.part")
    with Claim(made, force=True, lasting=False) as claim, whole_text(claim) as out:
        joiner = Joiner(conversion.target, out)
        for _, name, path, _ in files:
            with open_text(part) as file:
                results.append(convert(path, conversion, file, name=name))
            with part.open(encoding="utf-8", newline="") as file:
                joiner.add(file, results[-1].converted)
        joiner.close()
    part.unlink()
    return results


def _list_options(question: ConvertQuestion) -> Iterator[str]:
    for option, value in (
        ("--hero", question.hero),
        ("--key", question.key),
        ("--timezone", question.time_zone),
    ):
        if value:
            yield from (option, value)
    for option, chosen in (
        ("--only-hero", question.only_hero),
        ("--anonymize", question.anonymize),
        ("--cash", question.cash),
    ):
        if chosen:
            yield option


def _sum_up(results: Sequence[Result], converted: int, skipped: int) -> str:
    files = "1 file" if len(results) == 1 else f"{len(results):,} files"
    return f"{converted:,} hands of {files} converted, {skipped:,} skipped."


def _describe(results: Sequence[Result]) -> Iterator[Block]:
    rows = [
        [
            result.path,
            result.format or "unknown",
            f"{result.read:,}",
            f"{result.converted:,}",
            f"{result.skipped:,}",
            show_line(result.failure),
        ]
        for result in results
    ]
    yield TableBlock(
        title="Files",
        headings=["File", "Format", "Hands", "Converted", "Skipped", ""],
        rows=rows,
        numeric=[False, False, True, True, True, False],
    )
    entries = [(result, entry) for result in results for entry in result.entries]
    skipped = [
        [result.path, f"{entry.line:,}", entry.hand, entry.kind, show_line(entry.message)]
        for result, entry in entries
        if entry.kind != LOST
    ]
    if skipped:
        yield TableBlock(
            title="Skipped and odd",
            headings=["File", "Line", "Hand", "What", "Reason"],
            rows=skipped[:_LISTED],
            numeric=[False, True, False, False, False],
        )
    if len(skipped) > _LISTED:
        yield Words(text=f"… and {len(skipped) - _LISTED:,} more.", tone="low")
    lost: dict[str, int] = {}
    for result in results:
        for message, count in result.lost.items():
            lost[message] = lost.get(message, 0) + count
    if lost:
        yield TableBlock(
            title="Not carried over",
            headings=["What", "Hands"],
            rows=[[show_line(message), f"{count:,}"] for message, count in lost.items()],
            numeric=[False, True],
        )
