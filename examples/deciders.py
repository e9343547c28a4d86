"""Play at two tables in processes of their own, with deciders that serve all of them.

Run it with `python examples/deciders.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.compat.pypoks import DMK, GameManager, RandomDMK, Request

HANDS = 200
SECONDS = 60.0


class Caller(DMK):
    """A decider that checks or calls whatever happens."""

    def make_decisions(self, requests: Sequence[Request]) -> Sequence[int]:
        """Answer all questions that wait.

        Args:
            requests: The questions.

        Returns:
            The move 0, a check, where it is allowed, and 2, a call, otherwise.
        """
        return [0 if request.allowed_moves[0] else 2 for request in requests]


def main() -> None:
    """Play, and say who won how much."""
    deciders = [Caller("caller", 2), RandomDMK("random", 4)]
    with GameManager("3players_2bets", deciders, seed=2026) as manager:
        manager.run(HANDS, SECONDS)
        reports = manager.ask_reports()
    print(f"{len(manager.hands)} hands, {len(manager.failures)} failures")
    for name, report in sorted(reports.items()):
        print(f"{name}: {report['won'] / report['n_hands']:+.1f} chips a hand")


if __name__ == "__main__":
    main()
