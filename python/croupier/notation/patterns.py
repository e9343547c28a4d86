"""The parser for texts that patterns describe, for rooms that Croupier does not know."""

from __future__ import annotations

import re
from abc import ABC
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from warnings import warn

from croupier.cards import Card
from croupier.errors import ParseError, RecordWarning
from croupier.histories import HandHistory
from croupier.notation.parser import Parser
from croupier.numbers import Chips
from croupier.utilities import parse_value, rotated

__all__ = ["HOOKS", "REParser"]

_Pattern = re.Pattern[str]
_ReadValue = Callable[[str], Chips]
_EXCERPT_LENGTH = 60


@dataclass
class REParser(Parser, ABC):
    r"""A parser that reads texts by patterns, which a derived class sets.

    A text is a number of hands, and a hand a number of lines. Everything is found by searching a
    line for a pattern with named groups, `player` first of all; only `HAND` is searched for in the
    whole text, and `FINAL_SEAT`, `VARIANT` and `VARIABLES` in the whole hand. The methods that
    begin with an underscore can be overridden where a pattern is not enough. The hand is then
    played, so that only hands whose chips add up are returned.

    Attributes:
        HAND: A hand; its only group, if it has one.
        FINAL_SEAT: The seat of the button, as `final_seat`.
        SEATS: A `player` and the `seat`.
        VARIANT: The game, as `variant`.
        VARIANTS: The code of the game, such as `"NT"`, for each `variant` of the text.
        ANTE_POSTING: A `player` and the `ante`.
        BLIND_OR_STRADDLE_POSTING: A `player` and the `blind_or_straddle`.
        STARTING_STACKS: A `player` and the `starting_stack`.
        HOLE_DEALING: A `player` and the `cards`.
        BOARD_DEALING: The `cards`.
        FOLDING: A `player`.
        CHECKING_OR_CALLING: A `player`.
        COMPLETION_BETTING_OR_RAISING: A `player` and the `amount`.
        HOLE_CARDS_SHOWING: A `player` and the `cards`.
        CONSTANTS: Fields that are the same in every hand.
        VARIABLES: For other fields of the history, a pattern with a group of the field's name, and
            what reads it; `None` reads an amount.
        PLAYER_VARIABLES: For fields with one value a player, a pattern with `player` and a group of
            the field's name; what reads it; what makes the value of players without a line; and
            what adds a value to the one before it.

    >>> from re import MULTILINE, compile
    >>> from croupier.utilities import UNMATCHABLE_PATTERN
    >>> class ClubParser(REParser):
    ...     HAND = compile(r"^Hand.+(?:\n.+)*", MULTILINE)
    ...     FINAL_SEAT = compile(r"button (?P<final_seat>\d+)")
    ...     SEATS = STARTING_STACKS = compile(
    ...         r"^(?P<seat>\d+) (?P<player>\w+) has (?P<starting_stack>\d+)"
    ...     )
    ...     VARIANT = compile(r"Hand \d+ (?P<variant>\w+)")
    ...     VARIANTS = {"holdem": "NT"}
    ...     ANTE_POSTING = HOLE_DEALING = BOARD_DEALING = UNMATCHABLE_PATTERN
    ...     BLIND_OR_STRADDLE_POSTING = compile(r"(?P<player>\w+) posts (?P<blind_or_straddle>\d+)")
    ...     FOLDING = compile(r"(?P<player>\w+) folds")
    ...     CHECKING_OR_CALLING = compile(r"(?P<player>\w+) (?:calls|checks)")
    ...     COMPLETION_BETTING_OR_RAISING = compile(r"(?P<player>\w+) adds (?P<amount>\d+)")
    ...     HOLE_CARDS_SHOWING = UNMATCHABLE_PATTERN
    ...     CONSTANTS = {"venue": "the club"}
    ...     VARIABLES = {"hand": (compile(r"Hand (?P<hand>\d+)"), int)}
    ...     PLAYER_VARIABLES = {}
    >>> text = '''Hand 7 holdem, button 2
    ... 1 Ann has 200
    ... 2 Bob has 150
    ... Bob posts 1
    ... Ann posts 2
    ... Bob adds 4
    ... Ann folds'''
    >>> (history,) = ClubParser()(text, error_status=True)
    >>> history.players, history.hand, history.venue
    (['Ann', 'Bob'], 7, 'the club')
    >>> history.actions
    ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 6', 'p1 f']
    """

    HAND: ClassVar[_Pattern]
    FINAL_SEAT: ClassVar[_Pattern]
    SEATS: ClassVar[_Pattern]
    VARIANT: ClassVar[_Pattern]
    VARIANTS: ClassVar[dict[str, str]]
    ANTE_POSTING: ClassVar[_Pattern]
    BLIND_OR_STRADDLE_POSTING: ClassVar[_Pattern]
    STARTING_STACKS: ClassVar[_Pattern]
    HOLE_DEALING: ClassVar[_Pattern]
    BOARD_DEALING: ClassVar[_Pattern]
    FOLDING: ClassVar[_Pattern]
    CHECKING_OR_CALLING: ClassVar[_Pattern]
    COMPLETION_BETTING_OR_RAISING: ClassVar[_Pattern]
    HOLE_CARDS_SHOWING: ClassVar[_Pattern]
    CONSTANTS: ClassVar[dict[str, Any]] = {}
    VARIABLES: ClassVar[dict[str, tuple[_Pattern, Callable[[str], Any] | None]]]
    PLAYER_VARIABLES: ClassVar[
        dict[
            str,
            tuple[
                _Pattern,
                Callable[[str], Any] | None,
                Callable[[], Any],
                Callable[[Any, Any], Any],
            ],
        ]
    ]

    def __getattr__(self, name: str) -> Any:
        """Say which pattern a class has not set."""
        if name in REParser.__annotations__:
            raise AttributeError(
                f"{type(self).__name__} has no {name}: set it in the class, to UNMATCHABLE_PATTERN"
                " if the texts have nothing of the kind."
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __call__(
        self,
        s: str,
        *,
        parse_value: _ReadValue = parse_value,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read a text; the arguments are those of `Parser`.

        Raises:
            ParseError: A hand cannot be read, or not be played.
        """
        count = 0
        for found in re.finditer(self.HAND, s):
            count += 1
            text = found[1] if found.re.groups == 1 else found[0]
            try:
                history = self._parse(text, parse_value)
            except (KeyError, ValueError) as error:
                problem = ParseError(
                    f"the hand cannot be read: {_explain(error)}",
                    code="pattern-syntax",
                    format=type(self).__name__,
                    line=s.count("\n", 0, found.start()) + 1,
                    excerpt=text.strip()[:_EXCERPT_LENGTH],
                )
                if error_status:
                    raise problem from error
                warn(str(problem), RecordWarning, stacklevel=2)
            else:
                yield history
        return count

    def _parse(self, s: str, parse_value: _ReadValue) -> HandHistory:
        """Read a hand and play it."""
        final_seat = self._parse_final_seat(s)
        seats = self._parse_seats(s)
        seated = sorted(self._parse_players(s), key=seats.__getitem__)
        variant = self._parse_variant(s)
        antes = self._parse_antes(s, parse_value)
        blinds = self._parse_blinds_or_straddles(s, parse_value)
        stacks = self._parse_starting_stacks(s, parse_value)
        players = self._get_ordered_players(
            s, final_seat, blinds, seated, [seats[player] for player in seated]
        )
        paid_antes = [antes[player] for player in players]
        # A player who posts without being a blind has come late: such posts are negative.
        posts = [
            blinds[player] if place < 2 else -blinds[player] for place, player in enumerate(players)
        ]
        if len(players) == 2:
            # Histories have the small blind first, although the button posts it.
            paid_antes.reverse()
            posts.reverse()
        played = HandHistory(
            variant=variant,
            antes=paid_antes,
            blinds_or_straddles=posts,
            min_bet=max(posts[:2]),
            starting_stacks=[stacks[player] for player in players],
            actions=self._parse_actions(s, parse_value, players),
        )
        state = played.replay().state
        # Patterns tell of hands that are shown only: the others are not.
        while state.status and state.can_show_or_muck_hole_cards(()):
            state.show_or_muck_hole_cards(())
        player_variables: dict[str, Any] = {
            name: [values[player] for player in players]
            for name, values in self._parse_player_variables(s, parse_value).items()
        }
        return HandHistory.from_game_state(
            played.create_game(),
            state,
            seats=[seats[player] for player in players],
            players=players,
            **self.CONSTANTS,
            **self._parse_variables(s, parse_value),
            **player_variables,
        )

    def _parse_final_seat(self, s: str) -> int:
        """Return the number of the button's seat."""
        return int(_find(self.FINAL_SEAT, s, "the seat of the button")["final_seat"])

    def _parse_seats(self, s: str) -> dict[str, int]:
        """Return everybody's seat."""
        return {found["player"]: int(found["seat"]) for found in _search_lines(self.SEATS, s)}

    def _parse_players(self, s: str) -> set[str]:
        """Return the names of those who take part: who sits out does nothing."""
        return {
            found["player"]
            for pattern in (
                self.ANTE_POSTING,
                self.BLIND_OR_STRADDLE_POSTING,
                self.FOLDING,
                self.CHECKING_OR_CALLING,
                self.COMPLETION_BETTING_OR_RAISING,
                self.HOLE_CARDS_SHOWING,
            )
            for found in _search_lines(pattern, s)
        }

    def _parse_variant(self, s: str) -> str:
        """Return the code of the game."""
        name = _find(self.VARIANT, s, "the game")["variant"]
        if name not in self.VARIANTS:
            known = ", ".join(map(repr, self.VARIANTS))
            raise ValueError(f"the game {name!r} is none of {known}")
        return self.VARIANTS[name]

    def _parse_antes(self, s: str, parse_value: _ReadValue) -> defaultdict[str, int]:
        """Return everybody's ante."""
        found = _search_lines(self.ANTE_POSTING, s)
        return defaultdict(int, {one["player"]: parse_value(one["ante"]) for one in found})

    def _parse_blinds_or_straddles(self, s: str, parse_value: _ReadValue) -> defaultdict[str, int]:
        """Return everybody's blind or straddle, in the order of the lines."""
        found = _search_lines(self.BLIND_OR_STRADDLE_POSTING, s)
        return defaultdict(
            int, {one["player"]: parse_value(one["blind_or_straddle"]) for one in found}
        )

    def _parse_starting_stacks(self, s: str, parse_value: _ReadValue) -> dict[str, int]:
        """Return everybody's stack."""
        found = _search_lines(self.STARTING_STACKS, s)
        return {one["player"]: parse_value(one["starting_stack"]) for one in found}

    def _get_ordered_players(
        self,
        s: str,
        final_seat: int,
        parsed_blinds_or_straddles: defaultdict[str, int],
        players: list[str],
        seats: list[int],
    ) -> list[str]:
        """Return the players with the button last, given those who play in the order of seats."""
        if final_seat in seats:
            last = seats.index(final_seat)
        elif parsed_blinds_or_straddles:
            # Nobody with cards sits there. The one who posts first is next to the button, or has
            # it where two play.
            first = players.index(next(iter(parsed_blinds_or_straddles)))
            last = first if len(players) == 2 else first - 1
        else:
            raise ValueError(
                f"nobody plays in seat {final_seat}, which has the button, and nobody posts a blind"
            )
        return list(rotated(players, -last - 1))

    def _parse_actions(self, s: str, parse_value: _ReadValue, players: Sequence[str]) -> list[str]:
        """Return what is dealt and done, as actions of the standard notation."""
        bets: defaultdict[str, int] = defaultdict(int)
        actions = (self._parse_action(line, parse_value, players, bets) for line in s.splitlines())
        return [action for action in actions if action is not None]

    def _parse_action(
        self,
        line: str,
        parse_value: _ReadValue,
        players: Sequence[str],
        bets: defaultdict[str, int],
    ) -> str | None:
        """Return the action of a line, if there is one, and keep the bets of the round."""

        def name_of(found: re.Match[str]) -> str:
            return f"p{players.index(found['player']) + 1}"

        if found := re.search(self.BLIND_OR_STRADDLE_POSTING, line):
            bets[name_of(found)] = parse_value(found["blind_or_straddle"])
            return None
        if found := re.search(self.HOLE_DEALING, line):
            return f"d dh {name_of(found)} {self._format_cards(found)}"
        if found := re.search(self.BOARD_DEALING, line):
            bets.clear()
            return f"d db {self._format_cards(found)}"
        if found := re.search(self.FOLDING, line):
            return f"{name_of(found)} f"
        highest = max(bets.values(), default=0)
        if found := re.search(self.CHECKING_OR_CALLING, line):
            name = name_of(found)
            bets[name] = highest
            return f"{name} cc"
        if found := re.search(self.COMPLETION_BETTING_OR_RAISING, line):
            name = name_of(found)
            bets[name] = self._get_completion_betting_or_raising_to_amount(
                bets, name, parse_value(found["amount"]), line
            )
            # Rooms write of an all-in that it is one, even where it only calls.
            return f"{name} cbr {bets[name]}" if bets[name] > highest else f"{name} cc"
        if found := re.search(self.HOLE_CARDS_SHOWING, line):
            return f"{name_of(found)} sm {self._format_cards(found)}"
        return None

    def _format_cards(self, m: re.Match[str]) -> str:
        """Return the `cards` of a match as the standard notation writes them."""
        return "".join(map(repr, Card.parse(m["cards"])))

    def _get_completion_betting_or_raising_to_amount(
        self,
        bets: defaultdict[str, int],
        player: str,
        completion_betting_or_raising_amount: int,
        line: str,
    ) -> int:
        """Return what a player bets or raises to, given the amount of the line.

        The amount is taken for what is added to the highest bet. Override this where rooms write
        the whole bet, or what the player adds to the bet of his own.

        Args:
            bets: The bets of the round, by `p1`, `p2` and so on.
            player: The player, in the same way.
            completion_betting_or_raising_amount: The amount.
            line: The line.

        Returns:
            The whole bet.
        """
        return max(bets.values(), default=0) + completion_betting_or_raising_amount

    def _parse_variables(self, s: str, parse_value: Callable[[str], Any]) -> dict[str, Any]:
        """Return the other fields that the hand has."""
        values = {}
        for name, (pattern, read) in self.VARIABLES.items():
            found = re.search(pattern, s)
            if found is not None and name in found.re.groupindex:
                values[name] = (read or parse_value)(found[name])
        return values

    def _parse_player_variables(
        self, s: str, parse_value: Callable[[str], Any]
    ) -> dict[str, defaultdict[str, Any]]:
        """Return the other fields with one value a player, those that any line has."""
        fields = {}
        for name, (pattern, read, make, merge) in self.PLAYER_VARIABLES.items():
            values: defaultdict[str, Any] = defaultdict(make)
            for found in _search_lines(pattern, s):
                player = found["player"]
                values[player] = merge(values[player], (read or parse_value)(found[name]))
            if values:
                fields[name] = values
        return fields


HOOKS = frozenset(
    {
        *REParser.__annotations__,
        *(name for name in vars(REParser) if name.startswith(("_parse", "_get", "_format"))),
    }
)
"""The attributes that a class derived from `REParser` sets or overrides."""


def _search_lines(pattern: _Pattern, s: str) -> Iterator[re.Match[str]]:
    """Yield what is found of a pattern in each line that has it."""
    for line in s.splitlines():
        found = re.search(pattern, line)
        if found is not None:
            yield found


def _find(pattern: _Pattern, s: str, what: str) -> re.Match[str]:
    found = re.search(pattern, s)
    if found is None:
        raise ValueError(f"{what} is not there")
    return found


def _explain(error: KeyError | ValueError) -> str:
    """Say what is wrong; a `KeyError` says no more than a name."""
    return f"there is nothing of {error}" if isinstance(error, KeyError) else str(error)
