"""Names of files that are claimed, and files that are whole."""

from __future__ import annotations

import errno
import os
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from croupier import files
from croupier.files import Claim, RecordFile, blame, new_file, parts_folder, whole_file, whole_text


def test_a_claim_keeps_others_away(tmp_path: Path) -> None:
    place = tmp_path / "hands.txt"
    with Claim(place) as claim:
        for force in (False, True):
            with pytest.raises(BlockingIOError) as caught, Claim(place, force=force):
                pass
            assert caught.value.filename == str(place)
        with Claim(tmp_path / "other.txt"), whole_text(claim) as text:
            text.write("one")
        assert not place.stat().st_mode & 0o111
    assert place.read_text() == "one" and os.listdir(tmp_path) == ["hands.txt"]
    with pytest.raises(FileExistsError), Claim(place):
        pass
    with Claim(place, force=True) as claim, whole_text(claim) as text:
        text.write("two")
    assert place.read_text() == "two" and os.listdir(tmp_path) == ["hands.txt"]


def test_two_names_of_one_file(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "hands.txt")
    with Claim(tmp_path / "hands.txt"), pytest.raises(BlockingIOError), Claim(link):
        pass


def test_a_claim_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    with Claim(tmp_path / "a" / "b" / "hands.txt") as claim:
        claim.open().close()
        assert (tmp_path / "a" / "b").is_dir()
    assert not os.listdir(tmp_path)
    # A folder into which somebody else put something stays.
    with Claim(tmp_path / "a" / "hands.txt"):
        (tmp_path / "a" / "mine.txt").touch()
    assert os.listdir(tmp_path / "a") == ["mine.txt"]


def test_a_part_of_nobody_is_taken_over(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    part = tmp_path / ".hands.txt.croupier-part"
    # Neither is what it leads to, nor what it is the same as.
    for make in (part.symlink_to, part.hardlink_to):
        make(precious)
        if part.is_symlink():
            with pytest.raises(BlockingIOError), Claim(tmp_path / "hands.txt"):
                pass
            part.unlink()
        else:
            with whole_text(tmp_path / "hands.txt") as text:
                text.write("hands")
        assert precious.read_text() == "mine"
    assert (tmp_path / "hands.txt").read_text() == "hands"


@pytest.mark.parametrize("missing", ["flock", "link", "module"])
def test_file_systems_that_lack_something(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    if missing == "link":
        monkeypatch.setattr(os, "link", refuse)
    elif missing == "flock":
        monkeypatch.setattr("croupier.files.fcntl.flock", refuse)
    else:
        monkeypatch.setattr(files, "fcntl", None)
    place = tmp_path / "hands.txt"
    with Claim(place) as claim:
        with pytest.raises(BlockingIOError), Claim(place):
            pass
        with whole_text(claim) as text:
            text.write("one")
    with pytest.raises(FileExistsError), Claim(place):
        pass
    assert place.read_text() == "one" and os.listdir(tmp_path) == ["hands.txt"]


def test_a_long_name(tmp_path: Path) -> None:
    place = tmp_path / ("x" * 251 + ".txt")
    with whole_file(place) as stream:
        stream.write(b"whole")
    assert place.read_bytes() == b"whole"
    with pytest.raises(OSError) as caught, whole_file(tmp_path / ("x" * 300)):
        pass
    assert caught.value.filename == str(tmp_path / ("x" * 300))


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    place = tmp_path / "hands.txt"
    place.write_text("before")
    for error in (KeyboardInterrupt, OSError(errno.ENOSPC, "full"), ValueError):
        with pytest.raises(BaseException) as caught, whole_text(place) as text:  # noqa: PT012
            text.write("half of it")
            raise error
        assert place.read_text() == "before" and os.listdir(tmp_path) == ["hands.txt"]
        if isinstance(caught.value, OSError):
            assert caught.value.filename == str(place)


def test_records_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "hands.txt"
    room = [7]

    class Narrow(FileIO):
        """A stream with room for a few bytes."""

        def write(self, data: Any) -> int:
            if not room[0]:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            taken = super().write(data[: room[0]])
            room[0] -= taken
            return taken

    monkeypatch.setattr(files, "FileIO", Narrow)
    records = RecordFile(place)
    records.add("one\n")
    with pytest.raises(OSError, match=r"No space left on device: .*hands\.txt"):
        records.add("two, of which three bytes fit\n")
    assert place.read_text() == "one\n"
    room[0] = 100
    records.add("three\n")
    records.close()
    assert place.read_text() == "one\nthree\n"


def test_a_new_file_is_there_at_once(tmp_path: Path) -> None:
    place = tmp_path / "new" / "hands.txt"
    with new_file(place):
        with pytest.raises(FileExistsError), new_file(place):
            pass
        assert place.exists()
    assert not place.parent.exists()
    with new_file(place):
        place.write_text("a hand")
    assert place.read_text() == "a hand"


def test_errors_name_what_was_asked_for(tmp_path: Path) -> None:
    part = tmp_path / ".hands.txt.croupier-part"
    for given, said in ((None, "hands.txt"), (part, "hands.txt"), ("other.txt", "other.txt")):
        error = OSError(errno.EIO, "broken", None if given is None else str(given))
        with pytest.raises(OSError) as caught, blame("hands.txt"):
            raise error
        assert caught.value.filename == said
    # What is no matter of files stays what it is.
    with pytest.raises(OSError) as caught, blame("hands.txt"):
        raise OSError("words")
    assert caught.value.filename is None


def test_parts_are_gone_afterwards(tmp_path: Path) -> None:
    with parts_folder(tmp_path / "new") as parts:
        (parts / "1").touch()
        assert parts.parent == tmp_path / "new" and parts.stat().st_mode & 0o777 == 0o700
    assert not os.listdir(tmp_path)
    with parts_folder(None) as parts:
        assert parts.is_dir()
    assert not parts.exists()


@pytest.mark.parametrize("lasting", [True, False])
def test_what_lasts_is_on_the_disk_before_it_has_its_name(
    lasting: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "hands.txt"
    synced = []

    def fsync(descriptor: int) -> None:
        assert not place.exists()
        synced.append(os.fstat(descriptor).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    with Claim(place, lasting=lasting) as claim, whole_text(claim) as text:
        text.write("hands")
    assert synced == [5] * lasting and place.read_text() == "hands"
