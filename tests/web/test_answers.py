"""What the desk answers is what the library and the commands say, for every format."""

from __future__ import annotations

import gzip
import io
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from sqlite3 import Connection
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from croupier import HandHistory
from croupier.histories import read
from croupier.histories.formats import detect
from croupier.histories.pipeline.converting import TARGETS
from croupier.limits import FILE_BYTES_VARIABLE
from croupier.web.local import LocalDesk
from croupier.web.messages import FileFacts, HandQuestion, HandsQuestion
from croupier.web.shelves import Room, Shelf, ShelfEntry
from croupier.web.shelves import shelf as shelf_module
from croupier.web.shelves.reading import read_files

from .serving import LOG, ROOT, Asker
from .texts import SAMPLES, SPOT, TWICE

DATA = ROOT.parent / "shared" / "data"
# A file of every format that is there as real data, the smallest of its folder.
FOLDERS = {
    "pokernow": ("pokernow/logs", "*.csv"),
    "ohh": ("ohh", "*.ohh"),
    "phh": ("phh/wsop", "*.phh"),
    "pokerstars": ("pokerstars/cash", "*.txt"),
    "ggpoker": ("ggpoker/cash", "*.txt"),
    "winamax": ("winamax/cash", "*.txt"),
    "ignition": ("ignition/cash", "*.txt"),
}


def run(*arguments: str, folder: Path) -> str:
    command = [sys.executable, "-m", "croupier", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def find_samples() -> list[tuple[str, Path | bytes]]:
    found: list[tuple[str, Path | bytes]] = [("home-game.csv", LOG)]
    found += [(name, text.encode()) for name, text in SAMPLES.items()]
    for folder, pattern in FOLDERS.values():
        paths = sorted((DATA / folder).rglob(pattern), key=lambda path: path.stat().st_size)
        found += [(path.name, path) for path in paths[len(paths) // 2 :][:1]]
    return found


SAMPLE_FILES = find_samples()


@pytest.fixture
def desk(tmp_path: Path) -> LocalDesk:
    return LocalDesk(tmp_path)


def put(root: Path, files: Sequence[tuple[str, Path | bytes]]) -> Shelf:
    shelf = Shelf.make(root)
    for name, source in files:
        number, path = shelf.add_file(name)
        path.write_bytes(source if isinstance(source, bytes) else source.read_bytes())
        shelf.update_file(number, size=path.stat().st_size)
    read_files(shelf)
    return shelf


def test_there_is_a_sample_of_every_format() -> None:
    from croupier.histories.formats import NAMES

    found = {
        detect(source if isinstance(source, bytes) else source.read_bytes()).name
        for _, source in SAMPLE_FILES
    }
    assert set(NAMES) <= found


@pytest.mark.parametrize(("name", "source"), SAMPLE_FILES, ids=[name for name, _ in SAMPLE_FILES])
def test_files_are_listed_and_replayed_to_their_end(
    desk: LocalDesk, tmp_path: Path, name: str, source: Path | bytes
) -> None:
    shelf = put(tmp_path, [(name, source)])
    page = desk.list_hands(HandsQuestion(shelf=shelf.name, limit=200))
    assert page.files[0].state == "read", page.files
    wanted: list[Any] = [one for one in read(source) if not one.outside]
    assert page.total == sum(one.history is not None for one in wanted)
    assert page.skipped == sum(one.history is None for one in wanted)
    histories = [one.history for one in wanted if one.history is not None][:40]
    rows = [row for row in page.rows if not row.problem][: len(histories)]
    assert len(rows) == len(histories) > 0
    for row, history in zip(rows, histories, strict=True):
        replay = desk.replay(HandQuestion(shelf=shelf.name, hand=row.id))
        end = replay.frames[-1].table
        state = history.replay().state
        stacks = [Fraction(seat.stack.replace(",", "")) for seat in end.seats]
        recorded = history.finishing_stacks
        if recorded is None or state.status:
            assert stacks == [Fraction(stack) for stack in state.stacks]
        else:
            # The rake is taken off, as in the record.
            assert stacks == [Fraction(stack) for stack in recorded]
        assert end.over is not state.status
        assert [seat.name for seat in end.seats] == replay.names
        # Steps begin with nothing dealt, and each says what has happened.
        assert all(frame.lines for frame in replay.frames[:-1])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("options", [{}, {"hero": "Ann"}, {"anonymize": True}], ids=str)
def test_what_is_converted_is_what_the_command_writes(
    asker: Asker, shelf: str, tmp_path: Path, target: str, options: dict[str, Any]
) -> None:
    made = asker.ask("convert", shelf=shelf, target=target, **options)
    extra = [f"--{name}" for name, value in options.items() if value is True]
    extra += [
        part
        for name, value in options.items()
        if value is not True
        for part in (f"--{name}", value)
    ]
    run("convert", str(LOG), "--to", target, "--output", "made", *extra, folder=tmp_path)
    written = tmp_path / "made"
    if not made["converted"]:
        assert not written.exists() and "place" not in made
        return
    said = asker.request("GET", f"/shelf/{shelf}/made/{made['place']}?name={made['name']}")
    assert said.status == 200 and said.body == written.read_bytes()
    assert "attachment" in said.headers["content-disposition"]
    [code] = [block["text"] for block in made["blocks"] if block["type"] == "code"]
    assert shlex.split(code)[:2] == ["croupier", "convert"]


@pytest.mark.parametrize("anonymous", [False, True])
def test_many_files_become_one_as_the_command_makes_one(
    asker: Asker, tmp_path: Path, anonymous: bool
) -> None:
    shelf = asker.make_shelf()
    names = []
    for name, source in SAMPLE_FILES[:6]:
        data = source if isinstance(source, bytes) else source.read_bytes()
        (tmp_path / name).write_bytes(data)
        assert asker.drop(shelf, name, data).status == 200
        names.append(name)
    asker.list_all(shelf)
    made = asker.ask("convert", shelf=shelf, target="phh", anonymize=anonymous)
    extra = ["--anonymize"] * anonymous
    run("convert", *names, "--to", "phh", "--output", "made.phhs", *extra, folder=tmp_path)
    said = asker.request("GET", f"/shelf/{shelf}/made/{made['place']}")
    assert said.body == (tmp_path / "made.phhs").read_bytes()
    hands = list(HandHistory.loads_all(said.body.decode()))
    assert len(hands) == made["converted"] > 5


def test_the_night_is_that_of_the_command(asker: Asker, shelf: str, tmp_path: Path) -> None:
    night = asker.ask("sum_up", shelf=shelf)
    run("report", str(LOG), "--output", "night.html", folder=tmp_path)
    said = asker.request("GET", f"/shelf/{shelf}/made/{night['place']}?name=night.html")
    assert said.body == (tmp_path / "night.html").read_bytes()
    assert "sandbox" in said.headers["content-security-policy"]
    [pots] = [block for block in night["blocks"] if block.get("title") == "Biggest pots"]
    first = asker.ask("replay", shelf=shelf, hand=pots["hands"][0])
    assert first["label"] == "m4cv2ysw8d9a"
    told = [block["text"] for block in night["blocks"] if block["type"] == "words"]
    assert "Bob pays Ann 1,000" in told
    # It can be made again.
    assert asker.ask("sum_up", shelf=shelf, title="Friday & <b>")["title"] == "Friday & <b>"


def test_equities_are_those_of_the_command(asker: Asker, shelf: str, tmp_path: Path) -> None:
    found = asker.ask("find_equities", shelf=shelf, hand=2)
    streets = found["streets"]
    assert [street["street"] for street in streets] == ["Preflop", "Preflop", "Flop", "Turn"]
    for street in streets:
        name, *arguments = shlex.split(street["command"])
        assert name == "croupier"
        told = json.loads(run(*arguments, "--json", folder=tmp_path))
        assert [f"{player['equity']:.2%}" for player in told["players"]] == [
            seat["equity"] for seat in street["seats"]
        ]
        result = eval(street["python"], {"croupier": __import__("croupier")})
        assert [f"{share:.2%}" for share in result.equities] == [
            seat["equity"] for seat in street["seats"]
        ]


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("equity", {"players": ["AA", "KK, AKs"], "board": "Qs7h2c"}),
    ("equity", {"players": ["AhAs2h3s", "KdKcQdQc"], "game": "omaha8", "samples": 1000, "seed": 7}),
    ("odds", {"hand": "AhKh", "board": "QhJh2c"}),
    ("odds", {"hand": "QQ+, AKs", "board": "QhJh2c"}),
    ("odds", {"hand": "As2s3d4d", "board": "5h6h7c", "game": "omaha8", "contest": 2}),
    ("icm", {"stacks": "5000,3000,2000", "payouts": "50,30,20"}),
    ("icm", {"stacks": "5000,3000,2000", "payouts": "50,30,20", "bounties": "5"}),
    ("evaluate", {"hands": ["AsKs", "QdQh"], "board": "QsJsTs2c3d"}),
    ("evaluate", {"hands": ["AsKsQdJd"], "board": "Ts9s8s2c2d", "use": "2+3"}),
    ("evaluate", {"hands": ["As2d3c4h5s"], "rankings": ["a5_low", "27_low"]}),
]


@pytest.mark.parametrize(("name", "question"), QUESTIONS, ids=[str(one) for one in QUESTIONS])
def test_calculators_say_what_their_commands_say(
    asker: Asker, tmp_path: Path, name: str, question: dict[str, Any]
) -> None:
    answer = asker.ask(name, **question)
    codes = {block["label"]: block["text"] for block in answer["blocks"] if block["type"] == "code"}
    program, *arguments = shlex.split(codes["Command"])
    assert program == "croupier"
    told = " ".join(run(*arguments, folder=tmp_path).split())
    rows = [
        cell
        for block in answer["blocks"]
        if block["type"] == "table" and not block["title"].startswith("A deal")
        for row in block["rows"]
        for cell in row
    ]
    numbers = [
        cell for cell in rows if cell.rstrip("%").replace(",", "").replace(".", "").isdigit()
    ]
    assert numbers or name == "evaluate"
    for cell in rows:
        # Long cells are broken into lines by the command.
        if len(cell) < 20:
            assert cell in told, cell
    done = subprocess.run(
        [sys.executable, "-c", codes["Python"]], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0 and done.stdout, done.stderr


def test_ranges_are_read_and_written(asker: Asker) -> None:
    found = asker.ask("read_range", text="QQ+, AKs:0.5")
    held = {cell["hand"]: cell["weight"] for cell in found["cells"] if cell["weight"]}
    assert held == {"AA": 1, "KK": 1, "QQ": 1, "AKs": 0.5}
    assert len(found["cells"]) == 169
    again = asker.ask("read_range", cells=held)
    assert again["text"] == found["text"]
    assert asker.ask("read_range", top=100)["said"].startswith("1,326 combinations, 100.0%")
    assert asker.ask("read_range", text="")["text"] == ""
    said = asker.try_to("read_range", cells={"<b>": 1})
    assert said.status == 400 and said.data["code"] == "unknown-starting-hand"


def test_viewers_are_sent_what_they_saw_and_nothing_else(asker: Asker, shelf: str) -> None:
    everything = asker.ask("replay", shelf=shelf, hand=2)
    seats = everything["frames"][4]["table"]["seats"]
    hidden = {card["code"] for card in seats[2]["cards"]}
    assert "??" not in hidden
    seen = asker.ask("replay", shelf=shelf, hand=2, viewer=0)
    before = [
        frame
        for frame in seen["frames"]
        if not any(
            part.get("text", "").startswith("Bob shows")
            for line in frame["lines"]
            for part in line["parts"]
        )
    ]
    place = next(
        number
        for number, frame in enumerate(seen["frames"])
        if any("shows" in part.get("text", "") for line in frame["lines"] for part in line["parts"])
    )
    assert before
    for frame in seen["frames"][:place]:
        text = json.dumps(frame)
        assert not [code for code in hidden if f'"{code}"' in text]
    said = asker.try_to("replay", shelf=shelf, hand=2, viewer=9)
    assert (said.status, said.data["code"]) == (400, "unknown-player")


@pytest.mark.parametrize("kind", ["phh", "pokerstars", "ohh", "words", "svg"])
def test_hands_are_taken_along(asker: Asker, shelf: str, kind: str) -> None:
    made = asker.ask("export", shelf=shelf, hand=2, kind=kind, step=3)
    assert made["name"].startswith("hand-2") and made["text"]
    if kind == "phh":
        assert HandHistory.loads(made["text"]).players == ["Cat", "Ann", "Bob"]
    elif kind == "svg":
        assert made["text"].startswith("<svg")
    elif kind == "words":
        assert "Ann" in made["text"]
    else:
        assert detect(made["text"]).name == kind
    said = asker.try_to("export", shelf=shelf, hand=2, kind="svg", step=999)
    assert (said.status, said.data["code"]) == (400, "unknown-step")


def test_filters_find_hands(asker: Asker, shelf: str) -> None:
    def find(**filters: Any) -> list[int]:
        return [row["id"] for row in asker.ask("list_hands", shelf=shelf, **filters)["rows"]]

    assert find() == [1, 2, 3]
    assert find(order="pot") == [2, 1, 3]
    assert find(player="Bob") == [1, 2]
    assert find(player="Ann", result="won") == [1, 2]
    assert find(player="Ann", result="lost") == [3]
    assert find(showdown="yes") == [2]
    assert find(showdown="no") == [1, 3]
    assert find(least_pot="100") == [1, 2]
    assert find(least_pot="1,000") == [2]
    assert find(offset=1, limit=1) == [2]
    assert find(player="'; drop table hands; --") == []
    assert find() == [1, 2, 3]
    for wrong in ({"least_pot": "much"}, {"result": "won"}, {"order": "x"}, {"limit": "5"}):
        assert asker.try_to("list_hands", shelf=shelf, **wrong).status == 400


def test_two_runs_are_weighed_board_by_board(asker: Asker, tmp_path: Path) -> None:
    shelf = asker.make_shelf()
    asker.drop(shelf, "twice.phh", TWICE.encode())
    asker.list_all(shelf)
    found = asker.ask("find_equities", shelf=shelf, hand=1)["streets"]
    boards = [[len(one["seats"][0].get("boards", []))] for one in found]
    assert [2] in boards and [0] in boards
    known = ("AsAh", "KdKc")
    for street in found:
        commands = street["command"].splitlines()
        # Half of the pot is played for on each board; what lies on the other one is dead.
        shares = []
        for command in commands:
            said = run(*shlex.split(command)[1:], "--json", folder=tmp_path)
            shares.append([one["equity"] for one in json.loads(said)["players"]])
            assert command.startswith(f"croupier equity {known[0]} {known[1]}")
        for place, seat in enumerate(street["seats"]):
            mean = sum(one[place] for one in shares) / len(shares)
            assert abs(seat["share"] - mean) < 1e-9 and seat["equity"] == f"{mean:.2%}"
            if len(commands) > 1:
                assert seat["boards"] == [f"{one[place]:.2%}" for one in shares]
    # The first river is there, and that of the second board is to come.
    late = next(one for one in found if "--board 2c7d9hKh --dead 3s4s" in one["command"])
    counted = _count_by_hand("2c7d9h3s4s", "2c7d9hKh", known)
    assert late["seats"][0]["share"] == pytest.approx(counted)


def _count_by_hand(first: str, second: str, hands: tuple[str, str]) -> float:
    """Return what aces win of a first board that is complete and a second without its river."""
    from croupier import StandardHighHand
    from croupier.cards import Card, Deck

    def share(board: str) -> float:
        one, other = (StandardHighHand.from_game(hand, board) for hand in hands)
        return 1.0 if one > other else 0.5 if one == other else 0.0

    lying = {repr(card) for text in (first, second, *hands) for card in Card.parse(text)}
    left = [repr(card) for card in Deck.STANDARD if repr(card) not in lying]
    assert len(left) == 42
    later = sum(share(second + card) for card in left) / len(left)
    return (share(first) + later) / 2


def test_amounts_are_told_in_big_blinds(asker: Asker, shelf: str) -> None:
    chips = asker.ask("replay", shelf=shelf, hand=2)
    blinds = asker.ask("replay", shelf=shelf, hand=2, unit="bb")
    assert chips["has_big_blind"] and len(chips["frames"]) == len(blinds["frames"])

    def count(text: str) -> Fraction:
        number = text.replace(",", "").removeprefix("+").partition(" ")
        assert number[2] == ("bb" if "bb" in text else "")
        return Fraction(number[0])

    # The big blind is 10: what is written is a tenth, of everything and to the last digit.
    for one, other in zip(chips["frames"], blinds["frames"], strict=True):
        for seat, same in zip(one["table"]["seats"], other["table"]["seats"], strict=True):
            for name in ("stack", "bet", "payoff"):
                assert bool(seat.get(name)) == bool(same.get(name))
                if seat.get(name):
                    assert count(seat[name]) == 10 * count(same[name])
                    assert same[name].endswith(" bb")
    told = json.dumps(blinds["frames"], ensure_ascii=False)
    assert "raises to 9 bb" in told and "Pot odds: 6.5 bb to win 12 bb" in told
    assert "raises to 90" not in told and "35.1% equity" in told
    # Chips are written in one way in all places.
    told = json.dumps(chips["frames"], ensure_ascii=False)
    assert "wins 1,995" in told and "1995" not in told
    picture = asker.ask("export", shelf=shelf, hand=2, kind="svg", step=4, unit="bb")["text"]
    assert "98.5 bb" in picture and "raises to 9 bb" in picture
    assert asker.try_to("replay", shelf=shelf, hand=2, unit="euros").status == 400


def test_what_is_odd_stands_beside_the_hand(desk: LocalDesk, tmp_path: Path) -> None:
    torn = LOG.read_text(encoding="utf-8").replace("Ann @ ", "Ann\u202e @ ")
    shelf = put(
        tmp_path,
        [
            ("torn.csv", torn.encode()),
            ("bad.txt", SAMPLES["pokerstars.txt"].replace("collected ", "collected 9").encode()),
        ],
    )
    page = desk.list_hands(HandsQuestion(shelf=shelf.name, skipped=True))
    assert page.skipped and page.rows[0].problem and "line" in page.rows[0].problem
    names = desk.list_hands(HandsQuestion(shelf=shelf.name)).rows[0].players
    assert "\u202e" not in names


def test_a_spot_is_solved_and_looked_at(asker: Asker, shelf: str) -> None:
    other = asker.make_shelf()
    asker.drop(other, "spot.phh", SPOT.encode())
    asker.list_all(other)
    assert asker.ask("replay", shelf=other, hand=1)["spots"] == ["flop", "turn", "river"]
    solved = asker.ask(
        "solve",
        shelf=other,
        hand=1,
        street="river",
        first="AA,JT",
        second="Q9",
        bets="a",
        raises="a",
    )
    node = asker.ask("look_at", shelf=other, file=solved["file"])
    links = [(one["line"], one["words"]) for one in node["next"]]
    assert links == [("x", "check"), ("b18", "bet 18")] and node.get("back") is None
    grid = [block for block in node["blocks"] if block["type"] == "picture"]
    assert grid and grid[0]["svg"].startswith("<svg")
    after = asker.ask("look_at", shelf=other, file=solved["file"], line="b18")
    assert after["back"] == "" and after["line"] == "b18"
    said = asker.try_to("look_at", shelf=other, file=solved["file"], line="nonsense")
    assert said.status == 400 and "there is no" in said.data["message"]
    files = asker.ask("list_hands", shelf=other)["files"]
    assert [file["format"] for file in files] == ["phh", "solution"]
    assert (
        asker.try_to("solve", shelf=other, hand=1, street="preflop", first="AA", second="KK").status
        == 400
    )


def test_cards_of_a_solution_are_dealt(asker: Asker) -> None:
    shelf = asker.make_shelf()
    asker.drop(shelf, "spot.phh", SPOT.encode())
    asker.list_all(shelf)
    asked = {"first": "AA,JT", "second": "Q9", "bets": "a", "raises": "a", "target": "5%"}
    solved = asker.ask("solve", shelf=shelf, hand=1, street="turn", **asked)
    node = asker.ask("look_at", shelf=shelf, file=solved["file"], line="x x")
    # Four cards lie on the board; every other one may come.
    assert len(node["next"]) == 48
    dealt = {one["words"]: one["line"] for one in node["next"]}
    assert dealt["8♠"] == "x x 8s" and "8♣" not in dealt
    after = asker.ask("look_at", shelf=shelf, file=solved["file"], line="x x 8s")
    assert [card["code"] for card in after["cards"]][-1] == "8s" and after["back"] == "x x"


def _pack(*files: tuple[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return packed.getvalue()


def test_files_of_archives_are_files(asker: Asker, tmp_path: Path) -> None:
    shelf, log = asker.make_shelf(), LOG.read_bytes()
    stars = SAMPLES["pokerstars.txt"].encode()
    data = _pack(
        ("nights/one.csv", log), ("__MACOSX/._one.csv", b"\0\5\x16"), ("../../two.txt", stars)
    )
    asker.drop(shelf, "all.zip", data)
    page = asker.list_all(shelf)
    assert [(file["name"], file["format"], file["state"]) for file in page["files"]] == [
        ("all.zip", "zip", "read"),
        ("all.zip/nights/one.csv", "pokernow", "read"),
        ("all.zip/../../two.txt", "pokerstars", "read"),
    ]
    assert page["total"] == 4 and page["files"][1]["hands"] == 3
    # They are converted as the same files by themselves.
    other = asker.make_shelf()
    for name, one in (("one.csv", log), ("two.txt", stars)):
        asker.drop(other, name, one)
    asker.list_all(other)
    texts = []
    for place in (shelf, other):
        made = asker.ask("convert", shelf=place, target="phh")
        texts.append(asker.request("GET", f"/shelf/{place}/made/{made['place']}").body)
    assert texts[0] == texts[1] and texts[0]
    assert asker.ask("sum_up", shelf=shelf)["blocks"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (_pack(("a.csv", LOG.read_bytes()))[:-30], "cannot be unpacked"),
        (b"PK\x03\x04" + b"x" * 100, "cannot be unpacked"),
        (_pack(*((f"{number}.txt", b"x") for number in range(1001))), "1,001 files"),
        (_pack(("in.zip", _pack(("a.csv", LOG.read_bytes())))), "unpack it first"),
        (_pack(("a.csv", LOG.read_bytes())), ""),
    ],
)
def test_archives_that_cannot_be_unpacked_are_said_to_be_so(
    asker: Asker, data: bytes, said: str
) -> None:
    shelf = asker.make_shelf()
    asker.drop(shelf, "x.zip", data)
    files = asker.list_all(shelf)["files"]
    problems = "".join(file.get("problem", "") for file in files)
    assert said in problems and bool(problems) == bool(said)


def test_an_archive_that_unpacks_to_too_much_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FILE_BYTES_VARIABLE, "100000")
    shelf = Shelf.make(tmp_path)
    log = LOG.read_bytes()
    bomb = _pack(("one.csv", log), ("two.txt", b"x" * 200_000), ("three.csv", log))
    # An archive that lies about the sizes in it is cut off at the same place.
    for name, data in (("bomb.zip", bomb), ("liar.zip", bomb.replace(_size(200_000), _size(9)))):
        _, path = shelf.add_file(name)
        path.write_bytes(data)
    read_files(shelf)
    files = {file.name: file for file in shelf.list_files()}
    assert set(files) == {"bomb.zip", "bomb.zip/one.csv", "liar.zip", "liar.zip/one.csv"} | (
        {"liar.zip/two.txt"} & set(files)
    )
    assert "more than 100 kB" in files["bomb.zip"].problem
    assert files["bomb.zip/one.csv"].hands == 3
    assert files["liar.zip"].state == "failed"
    kept = sum(path.stat().st_size for path in shelf.folder.glob("file-*"))
    assert kept < 100_000 + 2 * len(bomb)


def test_many_archives_have_room_for_as_much_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each of them is well within what a file may have; all of them together are not.
    monkeypatch.setattr(shelf_module, "MAX_KEPT", 1_000_000)
    log = LOG.read_bytes()
    bomb = _pack(("one.csv", log), ("two.txt", b"x" * 150_000))
    found: dict[str, FileFacts] = {}
    # Some on one shelf, some on others: it is one room.
    places = [Shelf.make(tmp_path) for _ in range(3)]
    for number in range(12):
        shelf = places[number // 4]
        _, path = shelf.add_file(f"{number}.zip")
        path.write_bytes(bomb)
        read_files(shelf)
        found |= {file.name: file for file in shelf.list_files()}
        assert Room(tmp_path).measure() < 1_200_000
    assert found["0.zip"].state == "read" and found["0.zip/one.csv"].hands == 3
    assert found["11.zip"].state == "failed" and "the desk is full" in found["11.zip"].problem
    # Hands of a file take room as well, and those that are listed stay.
    listed = shelf.list_hands(HandsQuestion(shelf=shelf.name))
    assert not listed.reading and listed.total == len(listed.rows)


def test_a_list_that_takes_all_the_room_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "MAX_KEPT", 400_000)
    packed = tmp_path / "many.phhs.gz"
    text = "".join(f"[{number}]\n{SPOT}\n" for number in range(1, 1001))
    packed.write_bytes(gzip.compress(text.encode()))
    root = tmp_path / "shelves"
    root.mkdir()
    shelf = Shelf.make(root)
    shelf.add_file("many.phhs.gz", packed)
    read_files(shelf)
    [file] = shelf.list_files()
    assert file.state == "failed" and "the desk is full" in file.problem
    assert 0 < file.hands < 1000 and Room(root).measure() < 600_000


def test_a_shelf_has_room_for_so_many_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "MAX_FILES", 5)
    shelf = Shelf.make(tmp_path)
    _, path = shelf.add_file("x.zip")
    path.write_bytes(_pack(*((f"{number}.csv", LOG.read_bytes()) for number in range(9))))
    read_files(shelf)
    files = shelf.list_files()
    assert len(files) == 5 and "room for 5 files" in files[0].problem
    assert sum(file.hands for file in files) == 12


def _size(count: int) -> bytes:
    return count.to_bytes(4, "little")


def test_a_list_is_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The last hands come while the list is made: it must not say that all of them are there.
    shelf = Shelf.make(tmp_path)
    number, _ = shelf.add_file("night.phhs", state="reading")
    usual, finished = Shelf._open, False

    def finish(statement: str) -> None:
        nonlocal finished
        if not finished and statement.startswith("select name from seats"):
            finished = True
            shelf.add_hands(number, [ShelfEntry("1", 1)], str)
            shelf.update_file(number, state="read")

    @contextmanager
    def opened(shelf: Shelf) -> Iterator[Connection]:
        with usual(shelf) as database:
            database.set_trace_callback(None if finished else finish)
            yield database

    monkeypatch.setattr(Shelf, "_open", opened)
    page = shelf.list_hands(HandsQuestion(shelf=shelf.name))
    assert finished and (page.total, page.reading) == (0, True)
    page = shelf.list_hands(HandsQuestion(shelf=shelf.name))
    assert (page.total, page.reading) == (1, False)
