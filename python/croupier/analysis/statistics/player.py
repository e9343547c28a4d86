"""The statistics of one player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Literal, NamedTuple, overload

from croupier.analysis.statistics.definitions import DEFINITIONS, NAMES, Frequency
from croupier.analysis.statistics.groups import Group, GroupKey, Stakes
from croupier.analysis.statistics.hands import CountedSeat, count_history
from croupier.errors import PokerError, SetupError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.histories import HandHistory
from croupier.histories.money import Money
from croupier.histories.replaying.settlement import recorded_amounts
from croupier.numbers import Chips, to_amount

__all__ = ["HandResult", "Statistics", "WinRate"]

_HUNDRED = 100
_PLACES = {name: 2 * place for place, name in enumerate(NAMES)}


class HandResult(NamedTuple):
    """A player's result in a hand.

    Attributes:
        net: What was won.
        expected: What was to be expected when nobody could act any more; `net` where that never
            was, or where cards stayed unknown.
        stakes: What was played for.
        showdown: Whether the player was there at the showdown.
    """

    net: Fraction
    expected: Fraction
    stakes: Stakes
    showdown: bool


class WinRate(NamedTuple):
    """A win rate: big blinds won in a hundred hands.

    Attributes:
        value: The mean.
        error: Its standard error; `None` for fewer than two hands.
    """

    value: float
    error: float | None


class _Sums(NamedTuple):
    """Payoffs that are added up and not listed."""

    hands: int
    total: Fraction
    squares: Fraction


class _Counted:
    """An attribute that says how often a player does something."""

    def __init__(self, name: str) -> None:
        one = DEFINITIONS[name]
        self._place = _PLACES[name]
        self.__doc__ = f"{one.title}. A chance: {one.chance}. Done: {one.done}."

    @overload
    def __get__(self, instance: None, owner: type[Statistics]) -> _Counted: ...
    @overload
    def __get__(self, instance: Statistics, owner: type[Statistics]) -> Frequency: ...

    def __get__(self, instance: Statistics | None, owner: type[Statistics]) -> Frequency | _Counted:
        if instance is None:
            return self
        chances = done = 0
        for group in instance.groups.values():
            chances += group.counts[self._place]
            done += group.counts[self._place + 1]
        return Frequency(chances, done)


@dataclass
class Statistics:
    """A player's statistics, which are exact: sums of them are those of all hands.

    Attributes that say how often something is done are a `Frequency`: how many chances there were,
    how many were taken, and the `rate`. `croupier.analysis.statistics.DEFINITIONS` says what each
    of them counts.

    >>> statistics = Statistics()
    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 cbr 20", "p2 f"],
    ...     players=["Ann", "Bob"],
    ... )
    >>> statistics.add(history, "Bob")
    True
    >>> statistics.pfr, statistics.fold_to_three_bet.rate, statistics.win_rate.value
    (Frequency(chances=1, done=1), 1.0, -300.0)

    Attributes:
        payoffs: What was won in each hand that is listed.
        groups: The sums, by stakes and position.
        results: What was won in each hand that is listed, with what was to be expected.
    """

    payoffs: list[Chips] = field(default_factory=list)
    groups: dict[GroupKey, Group] = field(default_factory=dict, repr=False)
    results: list[HandResult] = field(default_factory=list, repr=False)

    vpip = _Counted("vpip")
    pfr = _Counted("pfr")
    limp = _Counted("limp")
    three_bet = _Counted("three_bet")
    fold_to_three_bet = _Counted("fold_to_three_bet")
    four_bet = _Counted("four_bet")
    fold_to_four_bet = _Counted("fold_to_four_bet")
    squeeze = _Counted("squeeze")
    steal = _Counted("steal")
    fold_to_steal = _Counted("fold_to_steal")
    resteal = _Counted("resteal")
    saw_flop = _Counted("saw_flop")
    went_to_showdown = _Counted("went_to_showdown")
    won_at_showdown = _Counted("won_at_showdown")
    won_when_saw_flop = _Counted("won_when_saw_flop")
    flop_cbet = _Counted("flop_cbet")
    fold_to_flop_cbet = _Counted("fold_to_flop_cbet")
    turn_cbet = _Counted("turn_cbet")
    fold_to_turn_cbet = _Counted("fold_to_turn_cbet")
    donk = _Counted("donk")
    check_raise = _Counted("check_raise")
    aggression_factor = _Counted("aggression_factor")
    aggression_frequency = _Counted("aggression_frequency")

    # Making statistics.

    @classmethod
    def merge(cls, *statistics: Statistics) -> Statistics:
        """Put statistics together.

        >>> Statistics.merge(Statistics([1, -2]), Statistics([4]))
        Statistics(payoffs=[1, -2, 4])

        Args:
            statistics: The statistics.

        Returns:
            New statistics of all hands.
        """
        merged = cls()
        for one in statistics:
            merged._include(one)
        return merged

    def __add__(self, other: Statistics) -> Statistics:
        if not isinstance(other, Statistics):
            return NotImplemented
        return type(self).merge(self, other)

    @classmethod
    def from_hand_history(cls, *hhs: HandHistory) -> dict[str, Statistics]:
        """Count the hands of everybody whose name is known.

        Args:
            hhs: The hands.

        Returns:
            The statistics by the players' names. Of a hand that cannot be played, or that came to
            no end, only payoffs are there, if it says what players ended with.

        Raises:
            ReplayError: A hand cannot be played, and does not say what players ended with.
        """
        found: dict[str, Statistics] = {}
        for history in hhs:
            counted = None
            try:
                counted = count_history(history)
            except PokerError:
                if history.finishing_stacks is None:
                    raise
            if counted is not None:
                for name, seat in zip(counted.names, counted.seats, strict=True):
                    if name:
                        found.setdefault(name, cls())._include_seat(seat)
                continue
            for name, payoff in _list_payoffs(history):
                found.setdefault(name, cls()).payoffs.append(payoff)
        return found

    def add(
        self, history: HandHistory, player: str | int | None = None, *, all_in: bool = True
    ) -> bool:
        """Add a hand.

        Args:
            history: The hand.
            player: The player's name, or number from 0; everybody in the hand when omitted.
            all_in: Whether to find out what was to be expected in an all-in hand.

        Returns:
            Whether it was counted: a hand that came to no end is not.

        Raises:
            SetupError: The player is not in the hand.
            ReplayError: An action cannot be done.
        """
        counted = count_history(history, all_in=all_in)
        if counted is None:
            return False
        for seat in _find_seats(counted.names, player):
            self._include_seat(counted.seats[seat])
        return True

    def _include(self, other: Statistics) -> None:
        self.payoffs.extend(other.payoffs)
        self.results.extend(other.results)
        for key, group in other.groups.items():
            self.add_sums(key, group.copy())

    def _include_seat(self, seat: CountedSeat) -> None:
        self.group(seat.key).add_hand(seat.counts, seat.net, seat.showdown, seat.adjustment)
        if seat.net is not None:
            self.list_hand(seat.net, seat.key.stakes, seat.showdown, seat.adjustment)

    def list_hand(
        self, net: Fraction, stakes: Stakes, showdown: bool, adjustment: Fraction | None
    ) -> None:
        """List a hand that is in a group already.

        Args:
            net: What was won.
            stakes: What was played for.
            showdown: Whether the player was there at the showdown.
            adjustment: How much more was to be expected, if that is known.
        """
        self.payoffs.append(to_amount(net))
        self.results.append(HandResult(net, net + (adjustment or 0), stakes, showdown))

    def add_sums(self, key: GroupKey, group: Group) -> None:
        """Add hands that are added up already.

        Args:
            key: The stakes and the position.
            group: The sums, which become part of these statistics.
        """
        known = self.groups.get(key)
        if known is None:
            self.groups[key] = group
        else:
            known.merge(group)

    def group(self, key: GroupKey) -> Group:
        """Return the group of some stakes and a position, which is made if there is none."""
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group()
        return group

    # Looking at them.

    @property
    def _unlisted(self) -> _Sums:
        """The payoffs that are in groups, and not in the list."""
        sums = self.groups.values()
        nets = [result.net for result in self.results]
        return _Sums(
            sum(group.settled for group in sums) - len(nets),
            sum((group.net for group in sums), Fraction(0)) - sum(nets),
            sum((group.squares for group in sums), Fraction(0)) - sum(net * net for net in nets),
        )

    @property
    def sample_count(self) -> int:
        """How many payoffs there are."""
        listed = len(self.payoffs) - len(self.results)
        return listed + sum(group.settled for group in self.groups.values())

    @property
    def payoff_sum(self) -> Any:
        """The sum of the payoffs."""
        if self._is_listed:
            return sum(self.payoffs)
        return to_amount(self._total())

    @property
    def payoff_mean(self) -> Any:
        """The mean of the payoffs."""
        if self._is_listed:
            from statistics import mean

            return mean(self.payoffs)
        return float(self._total() / self.sample_count)

    @property
    def payoff_stdev(self) -> Any:
        """The standard deviation of the payoffs."""
        if self._is_listed:
            from statistics import stdev

            return stdev(self.payoffs)
        squares = self._unlisted.squares + sum(Fraction(one) ** 2 for one in self.payoffs)
        return _deviation(self.sample_count, self._total(), squares)

    @property
    def payoff_stderr(self) -> float:
        """The standard error of the mean."""
        return float(self.payoff_stdev) / sqrt(self.sample_count)

    @property
    def _is_listed(self) -> bool:
        """Whether all payoffs are in the list."""
        return self.sample_count == len(self.payoffs)

    def _total(self) -> Fraction:
        return self._unlisted.total + sum((Fraction(one) for one in self.payoffs), Fraction(0))

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        return sum(group.hands for group in self.groups.values())

    @property
    def settled(self) -> int:
        """Of how many hands it is known what was won.

        It is not known after a showdown of hidden cards whose record does not say it.
        """
        return sum(group.settled for group in self.groups.values())

    @property
    def frequencies(self) -> dict[str, Frequency]:
        """All frequencies by their names."""
        return {name: getattr(self, name) for name in NAMES}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each statistic.

        Returns:
            The rows.
        """
        return [
            {"statistic": name, "chances": one.chances, "done": one.done, "rate": one.rate}
            for name, one in self.frequencies.items()
        ]

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream

    def _repr_html_(self) -> str:
        return show_rows(self)

    @property
    def net(self) -> Any:
        """The winnings of all hands together; they mean something for one kind of money."""
        return to_amount(sum((group.net for group in self.groups.values()), Fraction(0)))

    @property
    def net_by_stakes(self) -> dict[Stakes, Any]:
        """The winnings at all stakes, each for itself."""
        return {stakes: to_amount(net) for stakes, net in self._by_stakes("net").items()}

    @property
    def adjusted_by_stakes(self) -> dict[Stakes, Any]:
        """The expected winnings at all stakes: without luck in all-in hands."""
        nets, adjustments = self._by_stakes("net"), self._by_stakes("adjustment")
        return {stakes: to_amount(net + adjustments[stakes]) for stakes, net in nets.items()}

    def _by_stakes(self, name: str) -> dict[Stakes, Fraction]:
        sums: dict[Stakes, Fraction] = {}
        for key, group in self.groups.items():
            sums[key.stakes] = sums.get(key.stakes, Fraction(0)) + getattr(group, name)
        return sums

    @property
    def all_ins(self) -> int:
        """In how many hands all cards were known when nobody could act any more."""
        return sum(group.all_ins for group in self.groups.values())

    @property
    def win_rate(self) -> WinRate | None:
        """How many big blinds are won in a hundred hands.

        It is `None` without hands, and where hands are of several kinds, as cash and tournaments,
        which are never added up: `by_money` takes them apart.
        """
        return self._rate(False)

    @property
    def adjusted_win_rate(self) -> WinRate | None:
        """The same without luck in all-in hands; its error is that of `win_rate`."""
        return self._rate(True)

    def _rate(self, adjusted: bool) -> WinRate | None:
        if len({key.stakes.money.kind for key in self.groups}) > 1:
            return None
        count = 0
        total = expected = squares = Fraction(0)
        for key, group in self.groups.items():
            unit = Fraction(key.stakes.big_blind)
            if not unit:
                continue
            count += group.settled
            total += group.net / unit
            expected += (group.net + group.adjustment) / unit
            squares += group.squares / unit**2
        if not count:
            return None
        error = None
        if count > 1:
            error = _HUNDRED * _deviation(count, total, squares) / sqrt(count)
        return WinRate(float((expected if adjusted else total) / count * _HUNDRED), error)

    @property
    def by_money(self) -> dict[Money, Statistics]:
        """The hands taken apart by what they are played for, the kind with the most hands first.

        These are statistics without lists of hands.
        """
        parts: dict[Money, Statistics] = {}
        for key, group in self.groups.items():
            parts.setdefault(key.stakes.money, type(self)()).add_sums(key, group.copy())
        return dict(sorted(parts.items(), key=lambda part: (-part[1].hands, part[0])))

    def select_money(self, money: str) -> Statistics:
        """Return the statistics of the hands that are played for some money.

        Args:
            money: `cash`, `tournament`, `chips`, or a currency such as `USD`; all when empty.
        """
        if not money:
            return self
        chosen = type(self)()
        for key, group in self.groups.items():
            if key.stakes.money.fits(money):
                chosen.add_sums(key, group.copy())
        chosen.results = [one for one in self.results if one.stakes.money.fits(money)]
        chosen.payoffs = [to_amount(one.net) for one in chosen.results]
        return chosen

    def by(self, what: Literal["position", "stakes"]) -> dict[str, Statistics]:
        """Take the hands apart by where the player sat, or by what was played for.

        Args:
            what: "position" or "stakes".

        Returns:
            Statistics without lists of hands; positions come from the first to act to the blinds,
            stakes from the smallest to the largest.

        Raises:
            SetupError: Hands cannot be taken apart by that.
        """
        if what not in ("position", "stakes"):
            raise SetupError(
                f"hands are taken apart by position or by stakes, unlike {what!r}",
                code="unknown-grouping",
            )
        keys = sorted(self.groups, key=_position_order if what == "position" else _stakes_order)
        parts: dict[str, Statistics] = {}
        for key in keys:
            name = key.position if what == "position" else str(key.stakes)
            parts.setdefault(name, type(self)()).add_sums(key, self.groups[key].copy())
        return parts


def _position_order(key: GroupKey) -> tuple[int, int]:
    ends = ("LJ", "HJ", "CO", "BTN", "SB", "BB", "")
    if key.position in ends:
        return 1, ends.index(key.position)
    return 0, int(key.position.removeprefix("UTG").removeprefix("+") or 0)


def _stakes_order(key: GroupKey) -> tuple[Money, str, Any]:
    return key.stakes.money, key.stakes.variant, key.stakes.big_blind


def _deviation(count: int, total: Fraction, squares: Fraction) -> float:
    """Return the standard deviation of a sample from its sums."""
    if count < 2:
        raise SetupError("a standard deviation needs two hands at least", code="too-few-hands")
    return sqrt((squares - total * total / count) / (count - 1))


def _find_seats(names: list[str], player: str | int | None) -> Iterable[int]:
    if player is None:
        return range(len(names))
    if isinstance(player, str):
        if player not in names:
            known = ", ".join(name for name in names if name) or "nobody has a name"
            raise SetupError(f"{player!r} is not in the hand: {known}.", code="unknown-player")
        return [names.index(player)]
    if not 0 <= player < len(names):
        raise SetupError(
            f"there is no player {player}: there are {len(names)}, from 0 on", code="unknown-player"
        )
    return [player]


def _list_payoffs(history: HandHistory) -> Iterable[tuple[str, Any]]:
    """Yield what players with names won, by the record or as far as the hand was played."""
    names = history.players if isinstance(history.players, list) else []
    stacks: Any = recorded_amounts(history.finishing_stacks, len(history.starting_stacks))
    if stacks is None:
        stacks = history.replay().state.stacks
    for name, start, end in zip(names, history.starting_stacks, stacks, strict=False):
        if isinstance(name, str) and name:
            yield name, end - start
