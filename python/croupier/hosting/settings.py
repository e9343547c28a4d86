"""How a hosted table is played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, convert, to_builtins
from msgspec.structs import replace

from croupier.errors import PokerError, RefusedError
from croupier.games import Poker
from croupier.games.finding import find_game, find_mix, names_file
from croupier.games.making import DEFAULT_BET, make_stakes, name_stakes
from croupier.games.mixed import MixedGame
from croupier.hosting.checking import check_fields
from croupier.hosting.own_games import MAX_DEFINITION, load_definition
from croupier.state import BettingStructure, Mode
from croupier.tables.lineup import Lineup, Single, make_lineup
from croupier.tables.seating import find_blinds

__all__ = [
    "MAX_CHIPS",
    "MAX_SEATS",
    "TableSettings",
    "change_game",
    "check_settings",
    "fill_definition",
    "refuse_files",
]

MAX_CHIPS = 10**9
"""The most chips that somebody may bring or be given at once."""

MAX_SEATS = 12
"""The maximum number of seats of a table: more do not fit around it on a page."""

_BIG_BETS = 100
_USUAL_SEATS = 10
_MAX_STAKES = 20
_Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
# Blinds and antes by position, which are lists, have a value for each seat.
_Stake = _Chips | Annotated[tuple[_Chips, ...], Meta(min_length=1, max_length=MAX_SEATS)]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a hosted table.

    All amounts are whole chips. The types are the only place where bounds are written down;
    `docs/tables/hosting.md` lists them, and errors quote them.

    Attributes:
        game: What is played: a name that `make_game` knows, or that of a mix.
        definition: The JSON of a game of a file, which `game` then only names; empty for games by
            name.
        limit: With which limits a game of the library is played, such as `No Limit`; the usual ones
            when there are none.
        stakes: The stakes, as `make_game` takes them: integers, or tuples of integers such as
            `{"blinds": (5, 10)}`; those of the game when there are none.
        small_bet: The big blind, or the small bet of fixed limits: all other stakes follow of it.
            0 where `stakes` says it, or the game.
        title: What the table is called; by its game otherwise.
        seats: The number of seats, at most `MAX_SEATS`; 0 for as many as the game has room for, up
            to 10.
        buy_in: What is bought in for unless somebody says otherwise; 0 for 100 small bets.
        least_buy_in: The least that somebody may bring; 0 for any.
        most_buy_in: The most that somebody may bring or top up to; 0 for any.
        seconds: How long somebody may think; 0 for as long as they like.
        bank: How many seconds more there are for hard decisions of a whole session.
        pace: How many milliseconds bots take to decide.
        rest: How many milliseconds there are between hands, so that people see who won.
        approves: Whether the host is asked before somebody sits down.
        has_chat: Whether people may talk.
        show_or_muck: Whether those who need not show their hands are asked.
        run_it_twice: Whether players who are all-in are asked how often the board is run.
        fair: Whether decks are fixed before players' numbers decide the order of the cards, so that
            everybody can check the cards that they see.
        straddle: Whether the player after the big blind is asked for a straddle.
        bomb_every: After how many hands there is a bomb pot; 0 for never.
        bomb_ante: What everybody puts into a bomb pot, in big blinds.
        levels: The big blind, or small bet, of each level; none where stakes stay as they are.
        level_minutes: How long a level takes.
        payouts: Which part of all chips the places of a tournament get, in percent; none where it
            is no tournament.
    """

    game: Annotated[str, Meta(min_length=1, max_length=80)] = "nlhe"
    limit: Annotated[str, Meta(max_length=20)] = ""
    stakes: Annotated[
        dict[Annotated[str, Meta(max_length=40)], _Stake], Meta(max_length=_MAX_STAKES)
    ] = {}
    small_bet: _Chips = 0
    title: Annotated[str, Meta(max_length=60)] = ""
    seats: Annotated[int, Meta(ge=0, le=MAX_SEATS)] = 0
    buy_in: _Chips = 0
    least_buy_in: _Chips = 0
    most_buy_in: _Chips = 0
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 20
    bank: Annotated[int, Meta(ge=0, le=3600)] = 60
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    rest: Annotated[int, Meta(ge=0, le=60_000)] = 3_000
    approves: bool = False
    has_chat: bool = True
    show_or_muck: bool = False
    run_it_twice: bool = False
    fair: bool = False
    straddle: bool = False
    bomb_every: Annotated[int, Meta(ge=0, le=1000)] = 0
    bomb_ante: Annotated[int, Meta(ge=1, le=100)] = 5
    levels: Annotated[list[Annotated[int, Meta(ge=1, le=MAX_CHIPS)]], Meta(max_length=60)] = []
    level_minutes: Annotated[int, Meta(ge=1, le=1440)] = 10
    payouts: Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(max_length=MAX_SEATS)] = []
    definition: Annotated[str, Meta(max_length=MAX_DEFINITION)] = ""

    def __post_init__(self) -> None:
        """Refuse values that are out of bounds, also from Python."""
        check_fields(self)

    def make_lineup(self, level: int | None = None, *, is_bomb: bool = False) -> Lineup:
        """Return what is played.

        Args:
            level: The number of the level, where there are levels.
            is_bomb: Whether it is a bomb pot: antes of everybody instead of blinds.

        Returns:
            The line-up.
        """
        stakes: dict[str, Any] | None = dict(self.stakes) or None
        # In tournaments boards are run once.
        mode = Mode.CASH_GAME if self.run_it_twice and not self.payouts else Mode.TOURNAMENT
        small_bet = self.small_bet
        if level is not None and self.levels:
            small_bet = self.levels[min(level, len(self.levels) - 1)]
        own: Any = load_definition(self.definition) if self.definition else None
        if isinstance(own, MixedGame):
            sizes = {"small_bet": small_bet} if small_bet else stakes
            lineup: Lineup = make_lineup(own, sizes or {"small_bet": DEFAULT_BET}, mode=mode)
        elif self.limit or own is not None:
            configuration: Any = own or find_game(self.game, configuration=True)
            sizes = make_stakes({"small_bet": small_bet} if small_bet else stakes or {})
            lineup = Single(configuration.game(self.limit or None, sizes, mode=mode))
        else:
            if small_bet:
                stakes = _find_stakes(self.game, small_bet)
            lineup = make_lineup(self.game, stakes, mode=mode)
        if isinstance(lineup, Single) and isinstance(lineup.game, Poker):
            if self.straddle and not is_bomb:
                lineup.game.optional_straddle = True
            if is_bomb:
                lineup.game.raw_antes = self.bomb_ante * lineup.small_bet
                lineup.game.raw_blinds_or_straddles = 0
        return lineup


def _find_stakes(game: str, small_bet: int) -> dict[str, Any]:
    """Return the stakes that a game takes which follow of the big blind, or small bet."""
    if find_mix(game) is None:
        found = find_game(game)
        if isinstance(found, type) and "bet" in (names := name_stakes(found)):
            blinds = {"blinds": (max(small_bet // 2, 1), small_bet)} if "blinds" in names else {}
            return {**blinds, "bet": small_bet}
    return {"small_bet": small_bet}


def refuse_files(game: str) -> None:
    """Refuse what stands for a file: only the owner of a machine may have its files opened.

    >>> refuse_files("badugi")

    Args:
        game: What somebody calls a game.

    Raises:
        RefusedError: It is the path of a file.
    """
    if names_file(game):
        raise RefusedError(
            "a game is asked for by its name: files are for who starts the server",
            code="game-file",
        )


def fill_definition(settings: TableSettings, games: Mapping[str, str]) -> TableSettings:
    """Return the settings of a guest with the definition of the server's own game, if it is one.

    Args:
        settings: What the guest wants.
        games: The definitions of the server's own games, by their names.

    Returns:
        The settings.

    Raises:
        RefusedError: It is the path of a file, or the guest brings a game.
    """
    if settings.definition:
        raise RefusedError(
            "a game is asked for by its name: definitions are for who starts the server",
            code="game-file",
        )
    if settings.game in games:
        return replace(settings, definition=games[settings.game])
    refuse_files(settings.game)
    return settings


def change_game(
    settings: TableSettings,
    game: str,
    small_bet: int,
    taken: Collection[int] = (),
    limit: str = "",
    definition: str = "",
) -> TableSettings:
    """Return settings for another game at the same table.

    Straddles and bomb pots are left out where the game has none, and seats that it has no room for.

    >>> changed = change_game(check_settings(TableSettings("nlhe", straddle=True)), "razz", 2)
    >>> changed.seats, changed.straddle, changed.make_lineup().small_bet
    (8, False, 2)

    Args:
        settings: How the table was opened.
        game: What is played: a name that `make_game` knows, or that of a mix.
        small_bet: The big blind, or small bet.
        taken: The seats that somebody sits at.
        limit: With which limits; the usual ones when there are none.
        definition: The JSON of a game of a file; empty for a game by name.

    Returns:
        The settings, checked.

    Raises:
        RefusedError: They do not fit together.
        UnsupportedError: There is no such game.
        SetupError: The game has no stakes of this size.
    """
    if not definition:
        refuse_files(game)
    changed = replace(
        settings,
        game=game,
        definition=definition,
        limit=limit,
        stakes={},
        small_bet=small_bet,
    )
    seats = min(settings.seats, changed.make_lineup().bounds[1])
    outside = [seat for seat in taken if seat >= seats]
    if outside:
        raise RefusedError(
            f"the game has {seats} seats, and somebody sits at seat {outside[0] + 1}",
            code="seat-count",
        )
    changed = replace(changed, seats=seats)
    try:
        return check_settings(changed)
    except RefusedError as error:
        if error.code != "no-straddle":
            raise
    return check_settings(replace(changed, straddle=False, bomb_every=0))


def check_settings(settings: TableSettings) -> TableSettings:
    """Check settings, and fill in what was left out.

    >>> settings = check_settings(TableSettings("razz"))
    >>> settings.seats, settings.buy_in
    (8, 200)

    Args:
        settings: What somebody wants.

    Returns:
        What they get.

    Raises:
        RefusedError: A field is out of bounds, or the fields do not fit together.
        UnsupportedError: There is no such game.
        SetupError: The stakes are wrong.
    """
    # Lists can be changed after the settings were made, and are compared with what is read.
    check_fields(settings)
    settings = convert(to_builtins(settings), TableSettings)
    if settings.stakes and settings.small_bet:
        raise RefusedError(
            "stakes follow of the small bet: one of both is enough", code="stakes-twice"
        )
    try:
        lineup = settings.make_lineup()
    except PokerError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError):
        # A number where the game takes several, or several where it takes one.
        raise RefusedError(
            f"stakes: expected those that {settings.game} takes, got {settings.stakes}",
            code="field-value",
        ) from None
    least, most = lineup.bounds[0], min(lineup.bounds[1], MAX_SEATS)
    seats = settings.seats or min(most, _USUAL_SEATS)
    if not least <= seats <= most:
        raise RefusedError(
            f"a table of {lineup.title} has {least} to {most} seats, not {seats}", code="seat-count"
        )
    buy_in = settings.buy_in or min(int(_BIG_BETS * lineup.small_bet), MAX_CHIPS)
    least_buy_in, most_buy_in = settings.least_buy_in, settings.most_buy_in or MAX_CHIPS
    if not max(least_buy_in, 1) <= buy_in <= most_buy_in:
        raise RefusedError(
            f"a buy-in of {buy_in} is not from {least_buy_in} to {most_buy_in}",
            code="buy-in-bounds",
        )
    if settings.payouts and sum(settings.payouts) != 100:
        raise RefusedError(
            f"the prizes are {sum(settings.payouts)} percent of all, not 100", code="payout-sum"
        )
    if settings.straddle or settings.bomb_every:
        game = lineup.game if isinstance(lineup, Single) else None
        if (
            not isinstance(game, Poker)
            or not find_blinds(game)
            or game.betting_structure not in {BettingStructure.NO_LIMIT, BettingStructure.POT_LIMIT}
        ):
            raise RefusedError(
                f"{lineup.title} has no straddles and no bomb pots: these are for hold'em and"
                " Omaha without fixed limits, such as nlhe and plo",
                code="no-straddle",
            )
    if settings.fair and not isinstance(lineup, Single):
        raise RefusedError(
            "decks are fixed before a hand, and in a mix the next game is not known by then",
            code="fair-mix",
        )
    return replace(settings, seats=seats, buy_in=buy_in)
