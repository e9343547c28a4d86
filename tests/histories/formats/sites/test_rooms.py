"""The texts of rooms, one made-up hand each: what is read of it, to the cent."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from croupier.errors import ParseError, UnsupportedError
from croupier.histories import HandHistory, detect, read
from croupier.histories.formats import NAMES, get
from histories.formats import texts

# Stacks at the end, by player in the order of the history.
ENDS: dict[str, list[str]] = {
    "pokerstars": ["78.20", "99", "210.50"],
    "absolute": ["98", "166.75", "193"],
    "fulltilt": ["158", "119.50"],
    "ongame": ["6.65", "20.63", "10"],
    "partypoker": ["31.10", "0", "23.70"],
    "ipoker": ["11.20", "39.20", "20.82"],
    "ggpoker": ["209", "78", "1203.50"],
    "winamax": ["199", "154.50", "87"],
    "ignition": ["60.10", "0", "50"],
}


def only(text: str, format: str | None = None) -> HandHistory:
    (reading,) = read(text, format)
    return reading.unwrap()


@pytest.mark.parametrize("name", texts.ALL)
def test_the_content_tells_the_format(name: str) -> None:
    assert detect(texts.ALL[name]).name == name
    others = [other for other in NAMES if other != name and other not in {"acpc", "pluribus"}]
    assert not [other for other in others if get(other).recognize(texts.ALL[name])]


@pytest.mark.parametrize("name", texts.ALL)
def test_stacks_at_the_end(name: str) -> None:
    history = only(texts.ALL[name])
    assert history.finishing_stacks == list(map(Decimal, ENDS[name]))
    assert sum(history.finishing_stacks) + history.user_defined_fields["_rake"] == sum(
        history.starting_stacks
    )


@pytest.mark.parametrize("name", texts.ALL)
def test_the_history_plays_strictly_and_is_kept_by_phh(name: str) -> None:
    history = only(texts.ALL[name])
    state = history.replay(strict=True).state
    assert not state.status
    ends: Any = history.finishing_stacks
    taken = [played - said for played, said in zip(state.stacks, ends, strict=True)]
    assert sum(taken) == history.user_defined_fields["_rake"]
    assert min(taken) >= 0
    assert HandHistory.loads(history.dumps()) == history


@pytest.mark.parametrize("name", texts.ALL)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252", "utf-8"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_encodings(name: str, encoding: str, newline: str) -> None:
    data = texts.ALL[name].replace("\n", newline).encode(encoding)
    (reading,) = read(data)
    assert reading.history == only(texts.ALL[name])


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("from_absolute_poker", "absolute"),
        ("from_full_tilt_poker", "fulltilt"),
        ("from_ipoker_network", "ipoker"),
        ("from_ongame_network", "ongame"),
        ("from_partypoker", "partypoker"),
        ("from_pokerstars", "pokerstars"),
    ],
)
def test_names_of_pokerkit(method: str, name: str) -> None:
    reader = getattr(HandHistory, method)
    hands = reader(texts.ALL[name])
    assert next(hands) == only(texts.ALL[name])
    with pytest.raises(StopIteration) as stop:
        next(hands)
    assert stop.value.value == 1
    broken = texts.ALL[name].replace("Bob", "Bo", 1).replace("BOB", "BO", 1)
    broken = broken.replace("Bob the 2nd (", "Bo (", 1).replace("-Bob-", "Bo", 1)
    with pytest.raises(ParseError, match="nobody at the table is called"):
        list(reader(broken, error_status=True))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert list(reader(broken)) == []
    assert len(caught) == 1


def test_amounts_of_the_callers_kind() -> None:
    (history,) = HandHistory.from_pokerstars(
        texts.POKERSTARS,
        parse_value=lambda text: int(Decimal(text) * 100),
    )
    assert history.starting_stacks == [4000, 10000, 25050]
    assert history.replay().state.stacks == [8100, 9900, 21050]


def test_a_dead_blind_is_in_the_pot_and_no_bet() -> None:
    history = only(texts.WINAMAX)
    assert history.antes == [0, 0, 1]
    assert history.user_defined_fields["_dead_posts"] == {"Luc": 1}


def test_a_format_that_is_not_there() -> None:
    with pytest.raises(UnsupportedError, match="did you mean 'pokerstars'"):
        get("pokerstar")
    with pytest.raises(ParseError, match="the format is none of"):
        detect("once upon a time\n")
    with pytest.raises(UnsupportedError, match="is read, but not written"):
        get("winamax").write(only(texts.WINAMAX))
    with pytest.raises(UnsupportedError, match="must be given"):
        read(iter(["a", "b"]))


def test_sources(tmp_path: Any) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(texts.POKERSTARS * 2, encoding="utf-8")
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        sources = [path, str(path), binary, text, texts.POKERSTARS.splitlines() * 2]
        for source in sources:
            readings = list(read(source, "pokerstars"))
            assert [reading.line for reading in readings] == [1, 31]
            assert all(reading.ok for reading in readings)
    assert detect(path).name == detect(str(path)).name == "pokerstars"


def test_full_tilt_runs_a_board_twice() -> None:
    history = only(texts.FULL_TILT_TWICE)
    assert history.finishing_stacks == [29, 99]
    assert history.replay(strict=True).state.stacks == [30, 100]
    assert history.actions[-2:] == ["# croupier: d db Jh", "# croupier: d db 3d"]


def test_partypoker_of_late_years() -> None:
    history = only(texts.PARTYPOKER_LATE)
    assert history.variant == "PO"
    assert history.finishing_stacks == [Decimal("13.75"), Decimal("50.31"), Decimal("113.97")]
    assert history.actions[-2:] == ["p1 sm 9s4d8sJc", "p2 sm 7sTc5cJh"]


def test_limits_of_absolute() -> None:
    text = texts.ABSOLUTE.replace("No Limit $2", "Normal $2/$4")
    text = text.replace("ANN - Raises $7 to $7", "ANN - Raises $4 to $4").replace(
        "CAT - Calls $5", "CAT - Calls $2"
    )
    text = text.replace("Bets $10", "Bets $2").replace(
        "All-In(Raise) $143.25 to $143.25", "Raises $4 to $4"
    )
    text = text.replace("($133.25)", "($2)").replace("$33.50 from", "$12 from")
    history = only(text.replace("Total Pot($35) | Rake ($1.50)", "Total Pot($13) | Rake ($1)"))
    assert (history.variant, history.small_bet, history.big_bet) == ("FT", 2, 4)


def test_one_hand_at_a_time() -> None:
    """No more lines are taken than it needs to know where a hand ends."""
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        while True:
            for line in texts.POKERSTARS.splitlines():
                taken += 1
                yield line

    hands = read(lines(), "pokerstars")
    length = len(texts.POKERSTARS.splitlines())
    for number in range(1, 4):
        assert next(hands).ok
        assert taken == number * length + 1


def test_hands_of_ipoker_belong_to_the_session_that_began_last() -> None:
    session, game, _ = texts.IPOKER.partition(texts.IPOKER[texts.IPOKER.index("<game ") :])
    cut = game.partition("</round>")[0]
    other = session.replace("Elm, 7", "Oak").replace("<currency>USD</currency>\n", "")
    tables = [one.history and one.history.table for one in read(f"{session}{cut}{other}{game}")]
    assert tables == [None, "Oak"]
    (_, last) = read(f"{session}{cut}{other}{game}")
    assert last.history is not None and last.history.currency is None
    # A hand says nothing of its session, nor does what stands between hands.
    strange = "<tablename>Ash</tablename>\n"
    for before in (f"{cut}{strange}", f"{game.replace('</session>', '')}{strange}"):
        tables = [one.history and one.history.table for one in read(f"{session}{before}{game}")]
        assert tables[-1] == "Elm, 7"
