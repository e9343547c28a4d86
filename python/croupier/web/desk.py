"""The one interface that the page asks.

Every method takes a message and returns one, so that something else can stand in for the server:
the core in the page itself, for example. `tools/web_types.py` writes the same interface for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import NamedTuple, get_type_hints

from croupier.web.messages import (
    Answer,
    ConvertAnswer,
    ConvertQuestion,
    DeskFacts,
    EquityQuestion,
    EvaluateQuestion,
    Export,
    ExportQuestion,
    HandQuestion,
    HandsPage,
    HandsQuestion,
    IcmQuestion,
    NightAnswer,
    NightQuestion,
    NodeAnswer,
    NodeQuestion,
    OddsQuestion,
    RangeAnswer,
    RangeQuestion,
    Replay,
    SpotAnswer,
    SpotQuestion,
    StoreAnswer,
    StoreQuestion,
    StreetEquities,
)

__all__ = ["Desk", "Method", "list_methods"]


class Desk(ABC):
    """A desk, which answers what the page asks.

    Whatever cannot be answered is a `PokerError`, which says why.
    """

    @abstractmethod
    def about(self) -> DeskFacts:
        """Tell what there is to ask."""

    @abstractmethod
    def list_hands(self, question: HandsQuestion) -> HandsPage:
        """List hands of a shelf."""

    @abstractmethod
    def replay(self, question: HandQuestion) -> Replay:
        """Show a hand step by step."""

    @abstractmethod
    def find_equities(self, question: HandQuestion) -> StreetEquities:
        """Tell how often the players of a hand would have won, street by street."""

    @abstractmethod
    def export(self, question: ExportQuestion) -> Export:
        """Write a hand, or draw a step of it."""

    @abstractmethod
    def convert(self, question: ConvertQuestion) -> ConvertAnswer:
        """Convert files of a shelf."""

    @abstractmethod
    def sum_up(self, question: NightQuestion) -> NightAnswer:
        """Tell what came of the hands of a shelf, and who pays whom."""

    @abstractmethod
    def report_store(self, question: StoreQuestion) -> StoreAnswer:
        """Make a report of a store."""

    @abstractmethod
    def read_range(self, question: RangeQuestion) -> RangeAnswer:
        """Read and write a range."""

    @abstractmethod
    def equity(self, question: EquityQuestion) -> Answer:
        """Tell how often hands and ranges win."""

    @abstractmethod
    def odds(self, question: OddsQuestion) -> Answer:
        """Tell what makes a hand better."""

    @abstractmethod
    def icm(self, question: IcmQuestion) -> Answer:
        """Tell what chips are worth in a tournament, and what deals may be made."""

    @abstractmethod
    def evaluate(self, question: EvaluateQuestion) -> Answer:
        """Rank hands."""

    @abstractmethod
    def solve(self, question: SpotQuestion) -> SpotAnswer:
        """Solve a spot of a hand."""

    @abstractmethod
    def look_at(self, question: NodeQuestion) -> NodeAnswer:
        """Look at a node of a solution."""


class Method(NamedTuple):
    """A method of a desk.

    Attributes:
        name: Its name.
        question: What it is asked, or `None` where it needs no question.
        answer: What it returns.
    """

    name: str
    question: type | None
    answer: type


@cache
def list_methods() -> dict[str, Method]:
    """Return what a desk can be asked, by name.

    >>> list_methods()["equity"].question.__name__
    'EquityQuestion'

    Returns:
        The methods.
    """
    found = {}
    for name in sorted(Desk.__abstractmethods__, key=[*vars(Desk)].index):
        hints = get_type_hints(getattr(Desk, name))
        found[name] = Method(name, hints.get("question"), hints["return"])
    return found
