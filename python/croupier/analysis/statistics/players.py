"""The statistics of many players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier import _native
from croupier.analysis.statistics.groups import Group, GroupKey, Stakes
from croupier.analysis.statistics.hands import count_history, count_state
from croupier.analysis.statistics.identities import Identities, name_players
from croupier.analysis.statistics.player import Statistics
from croupier.errors import SetupError
from croupier.frames import show_table, to_arrow, to_pandas, to_stream
from croupier.histories import HandHistory
from croupier.histories.identities import HERO, find_hero, label_players
from croupier.histories.money import Money
from croupier.numbers import to_amount
from croupier.state import State

__all__ = ["PlayerStatistics"]


class PlayerStatistics(Mapping[str, Statistics]):
    """The statistics of many players by their names; those without any are under "".

    >>> statistics = PlayerStatistics()
    >>> statistics.add(
    ...     HandHistory(
    ...         variant="NT",
    ...         antes=[0, 0],
    ...         blinds_or_straddles=[1, 2],
    ...         min_bet=2,
    ...         starting_stacks=[200, 200],
    ...         actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...         players=["Ann", "Bob"],
    ...     )
    ... )
    True
    >>> statistics["Bob"].vpip.rate, statistics["Ann"].fold_to_steal.rate, statistics.hands
    (1.0, 1.0, 1)

    Attributes:
        hands: How many hands were counted.
        unfinished: How many hands came to no end and were not.
        repeated: How many hands of files were there before, and were not counted again.
        problems: What is wrong with hands and files that were left out.
        passed_over: Files that hold no hands, and why.
        by_id: Whether players are told by their ids, where histories have them.
        hero: Whether the player whose records the hands are is one player.
    """

    def __init__(
        self, histories: Iterable[HandHistory] = (), *, by_id: bool = False, hero: bool = False
    ) -> None:
        """Count hands.

        Args:
            histories: The hands.
            by_id: Whether players are told by their ids where histories have them, such as those of
                PokerNow: then people who change names stay one player, whose key is an @ and the
                id. `names_of` has the names.
            hero: Whether the player whose records the hands are is counted as one player, whatever
                the rooms call that player; the key is `@hero`.

        Raises:
            ReplayError: An action cannot be done.
        """
        self._players: dict[str, Statistics] = {}
        # Sums of the core that nobody has asked for yet.
        self._tallies = _native.Tallies()
        # The hands of files that were counted, as far as they can be told from others.
        self._known = _native.KnownHands()
        self._stakes: list[Stakes] = []
        # Expected winnings beyond the actual ones, by player, and by stakes and position.
        self._adjustments: dict[str, dict[tuple[int, str], list[Fraction]]] = {}
        self.hands = 0
        self.unfinished = 0
        self.repeated = 0
        self.problems: list[str] = []
        self.passed_over: list[str] = []
        self.by_id = by_id
        self.hero = hero
        self._identities = Identities()
        for history in histories:
            self.add(history)

    def add(self, history: HandHistory, *, all_in: bool = True) -> bool:
        """Add a hand for everybody in it.

        Args:
            history: The hand.
            all_in: Whether to find out what was to be expected in an all-in hand.

        Returns:
            Whether it was counted: a hand that came to no end is not.

        Raises:
            ReplayError: An action cannot be done.
        """
        counted = count_history(history, all_in=all_in)
        if counted is None:
            self.unfinished += 1
            return False
        self.hands += 1
        for key, seat in zip(self.find_keys(history, counted.names), counted.seats, strict=True):
            self.player(key)._include_seat(seat)
        return True

    def find_keys(self, history: HandHistory, names: Sequence[str]) -> list[str]:
        """Return what players of a hand are counted by.

        Args:
            history: The hand.
            names: Their names.

        Returns:
            Their ids after an @ where players are told by them, and their names in the record
            otherwise; players of one name have the numbers of their seats behind it.
        """
        if self.by_id:
            keys = self._identities.find_keys(history, names)
        else:
            keys = name_players(history, names)
        if self.hero and (seat := find_hero(history)) is not None:
            keys[seat] = HERO
        return keys

    def names_of(self, key: str) -> list[str]:
        """Return the names that a player had, the latest first.

        Args:
            key: What the player is counted by.

        Returns:
            The names.
        """
        return self._identities.names_of(key)

    @property
    def labels(self) -> dict[str, str]:
        """The labels of players by their keys: the latest name, with the id where two share it."""
        return label_players({key: self.names_of(key) for key in self})

    def add_state(
        self, state: State, names: Sequence[str], *, variant: str = "", currency: str = ""
    ) -> bool:
        """Add a hand that was played here, for everybody in it.

        It is much quicker than adding a history, and adds to sums alone: the hand is not listed,
        and what was to be expected in an all-in hand is not looked at.

        >>> from croupier import Automation, NoLimitTexasHoldem
        >>> state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
        >>> _ = state.complete_bet_or_raise_to(6), state.fold()
        >>> statistics = PlayerStatistics()
        >>> statistics.add_state(state, ["Ann", "Bob"], variant="NT")
        True
        >>> statistics["Bob"].pfr.rate, statistics["Ann"].net
        (1.0, -2)

        Args:
            state: The hand.
            names: The players' names in the order of the state.
            variant: The code of the game.
            currency: The code or the sign of the currency.

        Returns:
            Whether it was counted: a hand that came to no end is not.

        Raises:
            SetupError: There are more or fewer names than players.
        """
        if len(names) != state.player_count:
            raise SetupError(
                f"there are {len(names)} names for {state.player_count} players", code="name-count"
            )
        counted = self._tallies.add(state, names, variant, currency)
        if counted is None:
            self.unfinished += 1
            return False
        if not counted:
            # The core has no room for the squares of such amounts.
            money = Money.of(currency, tournament=False)
            seats = count_state(state, variant, money, all_in=False)
            for name, seat in zip(names, seats or (), strict=True):
                group = self.player(name).group(seat.key)
                group.add_hand(seat.counts, seat.net, seat.showdown, seat.adjustment)
        self.hands += 1
        return True

    def player(self, name: str) -> Statistics:
        """Return the statistics of a player, which are made if there are none."""
        found = self._find(name)
        if found is None:
            found = self._players[name] = Statistics()
        return found

    def _find(self, name: str) -> Statistics | None:
        """Return the statistics of a player with what the core has of them, if there are any."""
        found = self._players.get(name)
        rows = self._tallies.take(name)
        adjustments = self._adjustments.pop(name, None)
        if not rows and not adjustments:
            return found
        if found is None:
            found = self._players[name] = Statistics()
        for stakes, position, scale, hands, settled, counts, sums in rows:
            net, squares, showdown_net = sums
            group = Group.of(
                hands,
                settled,
                counts,
                Fraction(net, scale),
                Fraction(squares, scale * scale),
                Fraction(showdown_net, scale),
            )
            found.add_sums(GroupKey(self.stakes_at(stakes), position), group)
        for (stakes, position), amounts in (adjustments or {}).items():
            group = found.group(GroupKey(self.stakes_at(stakes), position))
            for amount in amounts:
                group.adjust(amount)
        return found

    def adjust(self, name: str, stakes: int, position: str, adjustment: Fraction) -> None:
        """Add what was to be expected in an all-in hand that the core has counted.

        Args:
            name: The player.
            stakes: What was played for, by the place in the core's list.
            position: Where the player sat.
            adjustment: How much more was to be expected than was won.
        """
        groups = self._adjustments.setdefault(name, {})
        groups.setdefault((stakes, position), []).append(adjustment)

    def stakes_at(self, place: int) -> Stakes:
        """Return what the core's hands are played for, by the place in its list."""
        if place >= len(self._stakes):
            for variant, currency, bet, tournament in self._tallies.stakes(len(self._stakes)):
                amount = to_amount(Fraction(*bet))
                self._stakes.append(Stakes(variant, currency, amount, tournament))
        return self._stakes[place]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player: hands, chips, and every frequency as a part of 1.

        A player has a row for each kind of money: amounts of cash, tournaments and different
        currencies are never added up.

        Returns:
            The rows, who won most first.
        """
        rows = []
        labels = self.labels
        parts = [
            (money, key, part) for key, one in self.items() for money, part in one.by_money.items()
        ]
        for money, key, found in sorted(parts, key=lambda part: (part[0], -part[2].net)):
            rate = found.win_rate
            rows.append(
                {
                    "player": labels[key],
                    "kind": money.kind,
                    "currency": money.currency,
                    "hands": found.hands,
                    "net": found.net,
                    "bb_per_100": None if rate is None else rate.value,
                    **{name: one.rate for name, one in found.frequencies.items()},
                }
            )
        return rows

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream

    def _repr_html_(self) -> str:
        shown = ("player", "hands", "net", "bb_per_100", "vpip", "pfr", "went_to_showdown")
        rows = [[row.get(name) for name in shown] for row in self.to_rows()]
        return show_table([name.replace("_", " ") for name in shown], rows)

    def __add__(self, other: PlayerStatistics) -> PlayerStatistics:
        if not isinstance(other, PlayerStatistics):
            return NotImplemented
        merged = PlayerStatistics(by_id=self.by_id or other.by_id, hero=self.hero or other.hero)
        merged.include(self)
        merged.include(other)
        return merged

    def include(self, other: PlayerStatistics) -> None:
        """Add the hands of others to these.

        Args:
            other: The others, which stay as they are.
        """
        self.hands += other.hands
        self.unfinished += other.unfinished
        self.repeated += other.repeated
        self.problems += other.problems
        self.passed_over += other.passed_over
        self._identities.include(other._identities)
        for name, statistics in other.items():
            self.player(name)._include(statistics)

    @property
    def total(self) -> Statistics:
        """The statistics of everybody together."""
        return Statistics.merge(*self.values())

    def __getitem__(self, name: str) -> Statistics:
        found = self._find(name) if isinstance(name, str) else None
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        # Threads and machines find players in any order.
        return iter(sorted(self._names()))

    def __len__(self) -> int:
        return len(self._names())

    def _names(self) -> dict[str, None]:
        return dict.fromkeys(self._tallies.names()) | dict.fromkeys(self._players)

    def __getstate__(self) -> dict[str, Any]:
        # Sums that are still in the core come along as objects.
        players = dict(self.items())
        core = {"_tallies", "_known", "_stakes", "_adjustments"}
        kept = {name: value for name, value in vars(self).items() if name not in core}
        return kept | {"_players": players}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        core = {"_tallies": _native.Tallies(), "_known": _native.KnownHands()}
        vars(self).update(kept, **core, _stakes=[], _adjustments={})

    def __repr__(self) -> str:
        return f"<PlayerStatistics of {len(self)} players in {self.hands} hands>"
