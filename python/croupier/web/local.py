"""The desk that answers with the library, on this machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from croupier.errors import SetupError
from croupier.web.desk import Desk
from croupier.web.messages import (
    Answer,
    ConvertAnswer,
    ConvertQuestion,
    DeskFacts,
    EquityQuestion,
    EvaluateQuestion,
    Export,
    ExportQuestion,
    GameFacts,
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
from croupier.web.shelves import Shelf, show_size

__all__ = ["MAX_PACKED", "MAX_UNPACKED", "LocalDesk", "find_shelf"]

MAX_PACKED = 256_000_000
"""The most bytes of a file that is dropped."""
MAX_UNPACKED = 1_000_000_000
"""The most bytes of such a file when it is unpacked."""

_SHELF = re.compile(r"[A-Za-z0-9_-]{22}\Z")


def find_shelf(root: Path, name: str) -> Shelf:
    """Return a shelf by its name.

    Args:
        root: Where shelves lie.
        name: Its name, which is checked before it becomes part of a path.

    Returns:
        The shelf.

    Raises:
        SetupError: There is none of this name.
    """
    if not _SHELF.match(name):
        raise SetupError("there is no such shelf: drop the files again", code="unknown-shelf")
    return Shelf(root / name)


class LocalDesk(Desk):
    """A desk that answers with the library."""

    def __init__(self, root: Path, shelf: str = "", stores: Sequence[Path] = ()) -> None:
        """Make the desk.

        Args:
            root: Where shelves lie.
            shelf: The shelf that is there from the start, if any.
            stores: The folders of stores that may be asked.
        """
        self._root = root
        self._shelf = shelf
        self._stores = {str(number): path for number, path in enumerate(stores, 1)}

    def _find(self, name: str) -> Shelf:
        return find_shelf(self._root, name)

    def about(self) -> DeskFacts:
        """Tell what there is to ask."""
        from croupier import rankings
        from croupier.analysis.showdowns import SHOWDOWNS
        from croupier.games.configuration.library import library
        from croupier.histories.formats import NAMES, get
        from croupier.histories.pipeline.converting import TARGETS

        games = [
            GameFacts(name=name, title=showdown.title, family="usual")
            for name, showdown in SHOWDOWNS.items()
        ]
        games += [
            GameFacts(name=name, title=game["game"], family=game["category"] or "other")
            for name, game in library().summarize_all().items()
        ]
        return DeskFacts(
            version=version("croupier"),
            games=games,
            targets=list(TARGETS),
            formats=[get(name).title for name in NAMES],
            rankings=[
                GameFacts(name=name, title=rankings.get(name).title) for name in rankings.names()
            ],
            most_packed=show_size(MAX_PACKED),
            most_unpacked=show_size(MAX_UNPACKED),
            shelf=self._shelf,
            stores=[GameFacts(name=name, title=path.name) for name, path in self._stores.items()],
            reports=self._list_reports(),
        )

    def _list_reports(self) -> list[GameFacts]:
        if not self._stores:
            return []
        from croupier.store.reports import REPORTS

        return [GameFacts(name=name, title=title) for name, title in REPORTS.items()]

    def report_store(self, question: StoreQuestion) -> StoreAnswer:
        """Make a report of a store."""
        from croupier.web.answers.stores import make_answer

        path = self._stores.get(question.store)
        if path is None:
            raise SetupError(
                "there is no such store: name its folder when the desk is opened",
                code="unknown-store",
            )
        return make_answer(path, question)

    def list_hands(self, question: HandsQuestion) -> HandsPage:
        """List hands of a shelf."""
        return self._find(question.shelf).list_hands(question)

    def replay(self, question: HandQuestion) -> Replay:
        """Show a hand step by step."""
        from croupier.web.answers.replaying import show_replay

        return show_replay(self._find(question.shelf), question)

    def find_equities(self, question: HandQuestion) -> StreetEquities:
        """Tell how often the players of a hand would have won, street by street."""
        from croupier.web.answers.replaying import find_equities

        return find_equities(self._find(question.shelf), question)

    def export(self, question: ExportQuestion) -> Export:
        """Write a hand, or draw a step of it."""
        from croupier.web.answers.replaying import export_hand

        return export_hand(self._find(question.shelf), question)

    def convert(self, question: ConvertQuestion) -> ConvertAnswer:
        """Convert files of a shelf."""
        from croupier.web.answers.converting import convert_shelf

        return convert_shelf(self._find(question.shelf), question)

    def sum_up(self, question: NightQuestion) -> NightAnswer:
        """Tell what came of the hands of a shelf, and who pays whom."""
        from croupier.web.answers.nights import sum_up_night

        return sum_up_night(self._find(question.shelf), question)

    def read_range(self, question: RangeQuestion) -> RangeAnswer:
        """Read and write a range."""
        from croupier.web.answers.calculators import answer_range

        return answer_range(question)

    def equity(self, question: EquityQuestion) -> Answer:
        """Tell how often hands and ranges win."""
        from croupier.web.answers.calculators import answer_equity

        return answer_equity(question)

    def odds(self, question: OddsQuestion) -> Answer:
        """Tell what makes a hand better."""
        from croupier.web.answers.calculators import answer_odds

        return answer_odds(question)

    def icm(self, question: IcmQuestion) -> Answer:
        """Tell what chips are worth in a tournament, and what deals may be made."""
        from croupier.web.answers.calculators import answer_icm

        return answer_icm(question)

    def evaluate(self, question: EvaluateQuestion) -> Answer:
        """Rank hands."""
        from croupier.web.answers.calculators import answer_evaluation

        return answer_evaluation(question)

    def solve(self, question: SpotQuestion) -> SpotAnswer:
        """Solve a spot of a hand."""
        from croupier.web.answers.solutions import solve_spot

        return solve_spot(self._find(question.shelf), question)

    def look_at(self, question: NodeQuestion) -> NodeAnswer:
        """Look at a node of a solution."""
        from croupier.web.answers.solutions import look_at_node

        return look_at_node(self._find(question.shelf), question)

    def read_files(self, name: str) -> None:
        """Read the files of a shelf that nobody has read.

        Args:
            name: The shelf.
        """
        from croupier.web.shelves.reading import read_files

        read_files(self._find(name))
