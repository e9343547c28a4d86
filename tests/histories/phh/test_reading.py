"""Documents in any style of TOML say what Python's own reader of TOML says."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import ParseError
from croupier.histories import HandHistory, check
from croupier.histories.phh.documents import open_document
from croupier.numbers import read_decimal
from shared import data_path

Hands = list[tuple[str | None, dict[str, Any]]]


def read_number(text: str) -> Any:
    if text.endswith("inf"):
        return -inf if text.startswith("-") else inf
    return Decimal("nan") if text.endswith("nan") else read_decimal(text)


def read_with_tomllib(text: str) -> Hands:
    """Return the hands of a document: its tables, or all of it where that is one hand."""
    document = tomllib.loads(text.removeprefix("\ufeff"), parse_float=read_number)
    tables = [value for value in document.values() if isinstance(value, dict)]
    if not document:
        return []
    if not tables or "variant" in document:
        return [(None, document)]
    if len(tables) != len(document):
        raise ValueError("there is something beside the hands")
    return list(document.items())


def outcome(text: str, read: Any) -> Any:
    """Return what is read with all of its types and digits; nothing if it is refused."""
    try:
        return shape(list(read(text)))
    except ValueError as error:
        assert read is read_with_tomllib or isinstance(error, ParseError)
        return None


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return dict, [(name, shape(one)) for name, one in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [shape(one) for one in value]
    return type(value), repr(value)


def compare(text: str) -> None:
    assert outcome(text, open_document) == outcome(text, read_with_tomllib)


def test_all_hands_are_read_alike() -> None:
    count = 0
    for path in sorted(data_path("phh").rglob("*.phh*")):
        text = path.read_text(encoding="utf-8")
        compare(text)
        hands = list(HandHistory.loads_all(text))
        fields = [HandHistory._from_fields(values, {}, key) for key, values in open_document(text)]
        assert [shape(vars(one)) for one in hands] == [shape(vars(one)) for one in fields]
        count += len(hands)
    assert count > 8_000


HAND = "variant = 'NT'\nantes = [0, 0]\nstarting_stacks = [9, 8.50]\nactions = ['p1 f']\n"
ODD_DOCUMENTS = [
    "",
    "\n\n",
    "# nothing\n",
    "\ufeff" + HAND,
    HAND.replace("\n", "\r\n"),
    HAND + "hand = 1\r",
    HAND + "\rhand = 1\n",
    HAND + "hand = 1\r\r\n",
    "# a remark\n[1]\n" + HAND,
    "author = 'x'\n[1]\n" + HAND,
    "[1]\n" + HAND + "[1]\n" + HAND,
    "[1]\n" + HAND + "  [2]\n" + HAND,
    "[ 1 ] \t\n" + HAND + "[ 2]\r\n" + HAND,
    "[1]\u00a0\n" + HAND,
    "[1] # one\n" + HAND,
    "['1']\n" + HAND,
    "[1]\n",
    "[1]\n[2]\n" + HAND,
    "[1]\n" + HAND + "_note = '''\n[7]\n" + HAND + "'''\n[2]\n" + HAND,
    "[1]\n" + HAND + "_note = '''\n[7]\n" + HAND,
    "[1]\n" + HAND + '_note = """\n[7]\n\\"""\n[8]\n"""\n[2]\n' + HAND,
    "[1]\n" + HAND + "seats = [\n[7]\n]\n[2]\n" + HAND,
    "[1]\n" + HAND + "seats = [1, # one\n2]\n[2]\n" + HAND,
    "[1]\n" + HAND + "seats = [1,\n[2]\n" + HAND,
    "[1]\n" + HAND + "variant = 'FT'\n",
    "[1]\n" + HAND + "strange = 1\n[2]\nstrange = 2\n" + HAND,
    "[1]\n" + HAND + "key = 'k'\nautomations = []\n_a = 1\n_b = [1.50, 'x']\n",
    "[1]\n" + HAND + "_x = 1\n_x = 2\n",
    "[1]\nvariant = 'NT'\n",
    "variant = 'NT'\n",
    "_x = {a = 1}\n",
    HAND + "_x = {a = 1}\n",
    HAND + "hand.x = 1\n",
    HAND + "'hand' = 1\n",
    HAND + "hand = \n",
    HAND + "hand = 1 # one\n",
    HAND + "hand = 'a\x00b'\n",
    HAND + "hand = 'a\tb'\n",
    HAND + "hand = 'a' 'b'\n",
    HAND + "hand = ''''''\n",
    HAND + "hand = ''\n",
    HAND + "hand = '''it's'''\n",
    HAND + "hand = '''it's''''\n",
    HAND + "hand = '''it's'''''\n",
    HAND + "hand = '''a\tb'''\n",
    HAND + "hand = '''a\x01b'''\n",
    HAND + "players = ['''it's''', 'b']\n",
    HAND + 'hand = "a\\tb"\n',
    HAND + "author = 'J\u00fcrgen \u2660'\n",
    HAND + "J\u00fcrgen = 1\n",
    "\x0c\n[1]\n" + HAND,
    "[1]\n" + HAND + "[1.x]\ny = 1\n[[1.z]]\n[1.z.a]\n[2]\n" + HAND,
    "[[1.y]]\n_x = 1\n[1]\n" + HAND,
    "".join(f"1.{line}\n" for line in HAND.splitlines()),
    "1 = {" + HAND.strip().replace("\n", ", ") + "}\n[2]\n" + HAND,
    HAND + "_a.b = 1\n_a.c.d = 2\n'_a'.\"e\" = 3\n",
    HAND + "_a.b = 1\n_a = 2\n",
    HAND + "[_a]\nb.c = 1\n[_a.d]\n[_a.b]\n",
    HAND + "_a = {b.c = 1, b.d = {e = 2}}\n",
    HAND + '_a = "\\u00e9\\U0001F0A1\\t\\\\"\n',
    HAND + '_a = "\\ud800"\n',
    HAND + '_a = "\\x41"\n',
    HAND + '_a = """\n  x \\  \n\n   y\\\\"""""\n',
    HAND + '_a = """x \\ y"""\n',
    HAND.replace("\n", "\r\n") + "_a = '''\r\nx\r\ny'''\r\n",
    HAND + "_a = 1979-05-27T00:32:00.999999-07:00\n_b = 1979-05-27 07:32:00Z\n",
    HAND + "_a = 1979-02-29\n",
]
VALUES = [
    *("0", "-0", "+7", "007", "1_000", "123456789012345678", "12345678901234567890", "0x1F", "1e3"),
    *("1.50", "-0.0", "+2.5", "1.", ".5", "00.5", "1.5_0", "inf", "+inf", "-inf", "nan", "1E400"),
    *("true", "false", "True", "''", "'x'", '"x"', '"it\'s"', "'it\"s'", "'''x'''", "'x", "x"),
    *(
        "07:46:28",
        "24:00:00",
        "07:60:00",
        "07:46:28.5",
        "07:46",
        "2009-07-01",
        "2009-07-01 07:46:28",
    ),
    *("[]", "[ ]", "[1,2]", "[1 , 2,]", "[1,,2]", "[,]", "[1 2]", "[[1], ['x', [2.0]]]", "[1", "]"),
    *(
        "{}",
        "{a = 1}",
        "[{a = 1}]",
        "[1, 'a', 2.50, inf, true, 01:02:03]",
        "'\u2660'",
        "[" * 9 + "]" * 9,
    ),
]


@pytest.mark.parametrize("text", ODD_DOCUMENTS)
def test_odd_documents_are_read_alike(text: str) -> None:
    compare(text)


@pytest.mark.parametrize("value", VALUES)
def test_values_are_read_alike(value: str) -> None:
    for name in ("hand", "_x", "starting_stacks"):
        one = HAND.replace("starting_stacks", "_y") + f"{name} = {value}\n"
        for text in (one, f"[1]\n{one}[2]\n{HAND}"):
            compare(text)


fragments = st.sampled_from(
    [
        *(f"[{key}]\n" for key in (1, 2, 7)),
        *(f"hand = {value}\n" for value in VALUES),
        *(f"_x = {value}\n" for value in VALUES),
        *(
            "'''",
            '"""',
            "'",
            '"',
            "[",
            "]",
            "\n",
            "\r\n",
            "#",
            "=",
            " ",
            "\\",
            "[7]\n",
            "seats = [\n",
        ),
        *("_note = '''\n", "'''\n", '_note = """\n', '"""\n', "strange = 1\n", "table = 1\n"),
    ]
)


@given(st.lists(st.one_of(fragments, st.just("[1]\n" + HAND), st.just("[2]\n" + HAND)), max_size=8))
@settings(max_examples=600, deadline=None)
def test_any_document_is_read_alike(parts: list[str]) -> None:
    text = "".join(parts)
    compare(text)


def test_hands_are_read_one_by_one() -> None:
    text = "".join(f"[{key}]\n{HAND}\n" for key in range(9))
    hands = HandHistory.loads_all(text)
    first, second = next(hands), next(hands)
    assert (first.key, second.key) == ("0", "1")
    first.actions.append("p2 f")
    first.user_defined_fields["_x"] = 1
    assert second.actions == ["p1 f"]
    assert second.user_defined_fields == {}
    assert "_x" not in HandHistory.loads(HAND).user_defined_fields


class Careful(HandHistory):
    """Histories that are more than their fields."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.made = True


class Plain(HandHistory):
    """Histories that are no more than their fields."""


def test_derived_classes_are_made_in_their_own_way() -> None:
    (careful,) = Careful.loads_all(HAND)
    assert isinstance(careful, Careful)
    assert careful.made
    (plain,) = Plain.loads_all(HAND)
    assert type(plain) is Plain
    assert shape(vars(plain)) == shape(vars(HandHistory.loads(HAND)))


def test_options_hold_for_every_hand() -> None:
    text = f"[1]\n{HAND}[2]\n{HAND}"
    found = list(HandHistory.loads_all(text, author="me", user_defined_fields={"_x": 1}))
    assert [(one.author, one.user_defined_fields, one.key) for one in found] == [
        ("me", {"_x": 1}, "1"),
        ("me", {"_x": 1}, "2"),
    ]
    (history,) = HandHistory.loads_all(HAND, parse_value=float)
    assert history.starting_stacks == [9, 8.5]
    assert type(history.starting_stacks[1]) is float


def test_what_stands_apart_is_refused() -> None:
    with pytest.raises(ParseError, match="there is another hand with this key"):
        open_document("[1]\n" + HAND + "[2]\n" + HAND + "[1.x]\ny = 1\n")
    with pytest.raises(ParseError, match="'1' stands outside of the hands"):
        open_document("[[1]]\n" + HAND)
    with pytest.raises(ParseError, match="half a character"):
        open_document("[1]\n\ud800")


def test_places_are_those_of_the_values() -> None:
    text = "# one\n[7]\nhand = 7.5\nactions = ['p1 q',\n  'é', 'p2 q']\n'seats' =  ['1']\n"
    found = [(one.field, one.action, one.line, one.column) for one in check(text)]
    assert found == [
        ("hand", None, 3, 8),
        ("seats", None, 6, 13),
        ("variant", None, 2, 1),
        ("antes", None, 2, 1),
        ("starting_stacks", None, 2, 1),
        ("actions", 1, 4, 12),
        ("actions", 2, 5, 3),
        ("actions", 3, 5, 8),
    ]
    # Hands on the first line have no line before them.
    assert {(one.line, one.column) for one in check("a = {hand = 7}")} == {(1, 1)}


@pytest.mark.parametrize(
    ("number", "line", "column"), [("1e99", 6, 8), ("9" * 41, 6, 8), ("x", 6, 8)]
)
def test_numbers_have_places_too(number: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        open_document(f"[1]\n{HAND}hand = {number}\n")
    assert (caught.value.line, caught.value.column) == (line, column)


def test_functions_of_the_caller_read_numbers() -> None:
    def refuse(text: str) -> int:
        raise ValueError(f"no {text}")

    (history,) = HandHistory.loads_all(HAND, parse_value=str)
    assert history.starting_stacks == [9, "8.50"]
    with pytest.raises(ParseError, match=r"a number cannot be read: no 8\.50 \(phh, line 3"):
        HandHistory.loads(HAND, parse_value=refuse)
    with pytest.raises(ParseError, match="too large"):
        HandHistory.loads(HAND, parse_value=lambda text: 1 // 0)
    with pytest.raises(KeyError):
        HandHistory.loads(HAND, parse_value=lambda text: {"1": 1}[text])
