"""Large files in parts: what comes of them is what comes of the whole."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from croupier.histories.pipeline.converting import Conversion, Result, convert
from croupier.histories.pipeline.joining import Joiner
from croupier.histories.pipeline.splitting import FilePart, join_results, split_file
from histories.formats import texts

_SMALL = 1500
_ROOMS = ("pokerstars", "ggpoker", "winamax", "ignition")


def make_text(room: str) -> str:
    """Return hands of a room, of which some cannot be read."""
    hand = texts.ALL[room]
    lines = hand.splitlines()
    torn = "\n".join(lines[: len(lines) // 2])
    return "\n\n\n".join([*[hand] * 3, torn, *[hand] * 3, torn, hand]) + "\n"


def convert_whole(path: Path, conversion: Conversion) -> tuple[Result, str]:
    out = io.StringIO()
    result = convert(path, conversion, out)
    whole = io.StringIO()
    joiner = Joiner(conversion.target, whole)
    joiner.add(io.StringIO(out.getvalue()), result.converted)
    joiner.close()
    return result, whole.getvalue()


def convert_parts(path: Path, conversion: Conversion) -> tuple[list[FilePart], Result, str]:
    parts = split_file(path, conversion, size=_SMALL)
    data, whole, found = path.read_bytes(), io.StringIO(), []
    joiner = Joiner(conversion.target, whole)
    for part in parts:
        out = io.StringIO()
        own = data[part.start : part.end]
        result = convert(own, conversion, out, name=str(path))
        joiner.add(io.StringIO(out.getvalue()), result.converted)
        found.append((part, result))
    joiner.close()
    return parts, join_results(found, conversion.listed), whole.getvalue()


@pytest.mark.parametrize("listed", [None, 1])
@pytest.mark.parametrize("target", ["phh", "ohh", "pokerstars", "ohh-simplified"])
@pytest.mark.parametrize("room", _ROOMS)
def test_parts_of_a_text_are_the_whole(
    room: str, target: str, listed: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(make_text(room), encoding="utf-8")
    conversion = Conversion(target=target, source=room, listed=listed)
    parts, result, text = convert_parts(path, conversion)
    assert len(parts) > 2
    assert (result, text) == convert_whole(path, conversion)


def test_parts_of_standard_histories_are_the_whole(tmp_path: Path) -> None:
    text = tmp_path / "hands.txt"
    text.write_text(make_text("pokerstars"), encoding="utf-8")
    _, histories = convert_whole(text, Conversion(target="phh"))
    path = tmp_path / "hands.phhs"
    path.write_text(histories + "[broken]\nvariant = \n" + histories, encoding="utf-8")
    conversion = Conversion(target="ohh", source="phh")
    parts, result, found = convert_parts(path, conversion)
    assert len(parts) > 2
    assert result.skipped and (result, found) == convert_whole(path, conversion)


def test_a_hero_of_one_part_is_not_missed_in_another(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    hand = texts.POKERSTARS
    path.write_text("\n\n\n".join([hand.replace("Bob", "Zoe"), *[hand] * 5]), encoding="utf-8")
    for hero in ("Zoe", "Nobody"):
        conversion = Conversion(target="phh", source="pokerstars", hero=hero)
        parts, result, text = convert_parts(path, conversion)
        whole, wanted = convert_whole(path, conversion)
        assert len(parts) > 1
        assert (result.kinds, result.of_hero, text) == (whole.kinds, whole.of_hero, wanted)
        assert sum(entry.kind == "no-hero" for entry in result.entries) == (hero == "Nobody")


@pytest.mark.parametrize(
    "text",
    [
        # Texts of many lines may hold what looks like a hand.
        "[1]\nvariant = 'NT'\n_said = '''\n[2]\nvariant = 'NT'\n'''\n" * 100,
        # A list is no table.
        "[1]\nvariant = 'NT'\n_lists = [\n[1]\n]\n" + "_x = [\n[1]\n]\n" * 300,
    ],
)
def test_what_looks_like_a_hand_is_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(text, encoding="utf-8")
    assert not split_file(path, Conversion(target="ohh"), size=_SMALL)


@pytest.mark.parametrize(
    "conversion",
    [
        # Levels are counted, and names made, over the whole file.
        Conversion(target="gtowizard"),
        Conversion(target="phh", anonymous=True),
    ],
)
def test_what_needs_the_whole_file_is_not_split(conversion: Conversion, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(make_text("pokerstars"), encoding="utf-8")
    assert not split_file(path, conversion, size=_SMALL)


def test_small_wide_and_unknown_files_are_not_split(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(make_text("pokerstars"), encoding="utf-8")
    assert not split_file(path, Conversion(target="phh"))
    path.write_text(make_text("pokerstars"), encoding="utf-16")
    assert not split_file(path, Conversion(target="phh"), size=_SMALL)
    path.write_text("no hands\n" * 1000, encoding="utf-8")
    assert not split_file(path, Conversion(target="phh"), size=_SMALL)
