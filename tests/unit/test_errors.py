"""The family of errors, and what they carry."""

from __future__ import annotations

import pickle

import pytest

from croupier import errors
from croupier.errors import AgentError, CardError, ParseError, PokerError, ReplayError


def test_the_family() -> None:
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), PokerError)
    agents = {"AgentError", "AgentStartError", "LateError"}
    for name in set(errors.__all__) - {"PokerError"} - agents:
        assert issubclass(getattr(errors, name), ValueError)
    assert issubclass(AgentError, RuntimeError)
    assert issubclass(errors.AgentStartError, AgentError)
    assert issubclass(ReplayError, ParseError)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ParseError("bad"), "bad"),
        (ParseError("bad", line=0), "bad (line 0)"),
        (
            ReplayError("bad", format="phh", hand=7, line=3, column=9, excerpt="p1 f"),
            "bad (phh, hand 7, line 3, column 9, near 'p1 f')",
        ),
    ],
)
def test_text_tells_the_place(error: ParseError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize(
    "error",
    [
        CardError("bad", value="1d"),
        ParseError("bad", format="phh", line=3, column=9, hand="7", excerpt="p1 f"),
    ],
)
def test_errors_survive_pickles(error: PokerError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
