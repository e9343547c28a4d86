"""Which files hold hands, and what is said of those that do not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from croupier.errors import ParseError, SetupError
from croupier.histories import detect, read
from croupier.histories.formats import get
from croupier.histories.pipeline.finding import find_histories

LINE = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F\n"
PACKED = gzip.compress(LINE.encode(), mtime=0)
PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']
"""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is empty"),
        (b" \r\n\n", "this is empty"),
        (b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0>\0\x01\0\0\0`\x10" + bytes(30), "no text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0\0\0\x03\0\x08\x06", "no text"),
        (bytes(range(1, 30)) * 20, "no text"),
        (b"PK\x03\x04\x14\0", r"compressed \(zip\): unpack it first"),
        (
            PACKED[:-12],
            r"compressed \(gzip\), and cannot be unpacked",
        ),
        (gzip.compress(b"\0\1\2\3" * 50, mtime=0), "no text"),
        (b"Bring chips.", "the format is none of"),
    ],
)
def test_what_holds_no_hands_is_said(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(data)
    with pytest.raises(ParseError, match=said):
        detect(path)
    with pytest.raises(ParseError, match=said):
        detect(data)
    (passed,) = find_histories(path).passed
    assert passed.named and str(passed).startswith(f"{path}: ")


def test_a_format_that_is_named_reads_no_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(90))
    with pytest.raises(ParseError, match="no text"):
        list(get("pokernow").read(path))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("packed", [False, True])
def test_texts_are_read_as_before(tmp_path: Path, encoding: str, packed: bool) -> None:
    data = LINE.replace(":A|", ":é|").encode(encoding)
    path = tmp_path / "hands.log"
    path.write_bytes(gzip.compress(data, mtime=0) if packed else data)
    assert [one.unwrap().players for one in read(path)] == [["é", *"BCDEF"]]
    assert [one.unwrap().players for one in read(path.read_bytes())] == [["é", *"BCDEF"]]


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.log").write_text(LINE)
    (tmp_path / "deep" / "b.phh").write_text(PHH)
    (tmp_path / "c.txt").write_text(PHH)
    (tmp_path / "d.phhs.gz").write_bytes(gzip.compress(PHH.encode(), mtime=0))
    (tmp_path / "e.md").write_text("# Nothing\n")
    (tmp_path / ".hidden.log").write_text(LINE)
    found = find_histories([tmp_path, tmp_path / "c.txt"])
    assert [(file.path.name, file.format.name, file.quick) for file in found.files] == [
        ("c.txt", "phh", True),
        ("d.phhs.gz", "phh", False),
        ("a.log", "pluribus", False),
        ("b.phh", "phh", True),
        ("c.txt", "phh", True),
    ]
    assert [(file.path.name, file.named) for file in found.passed] == [("e.md", False)]
    names = [[file.path.name for file in files] for files in found.runs(9)]
    assert names == [["c.txt"], ["d.phhs.gz"], ["a.log"], ["b.phh", "c.txt"]]
    with pytest.raises(SetupError, match="there is no file nowhere"):
        find_histories("nowhere")
