"""A table: seats, players, hands, and what happens between them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.agents import AgentLike, HandInfo, MatchInfo, find_agent
from croupier.cards import Card
from croupier.cards.seeding import SeedStream, find_seed
from croupier.errors import SetupError
from croupier.games import Poker
from croupier.numbers import Chips, ChipsLike
from croupier.state import State
from croupier.tables.dealing import FAILURES, Dealer, Decision, Listeners, suppress_rule_warnings
from croupier.tables.events import (
    Game,
    HandEnded,
    HandStarted,
    MatchEnded,
    MatchStarted,
    PlayerJoined,
    PlayerLeft,
    Rebought,
    Recorder,
)
from croupier.tables.lineup import Lineup, Single, find_title, make_lineup
from croupier.tables.seating import (
    Arrangement,
    Player,
    Seating,
    change_setup,
    find_blinds,
    with_forced_bets,
)
from croupier.tables.secrets import find_agent_seed
from croupier.tables.units import find_unit, round_to_unit, verify_multiple, with_unit
from croupier.tables.wishes import automate, find_wishes, make_name

if TYPE_CHECKING:
    from croupier.games.mixed import MixedGame

__all__ = ["Table", "TableProgress"]

_BIG_BLINDS = 100
_BE = ("is", "are")


class TableProgress(NamedTuple):
    """The progress of a match between two hands.

    Attributes:
        hands: How many hands were played.
        house: What left the table.
        places: The seats of the last small blind, big blind and button.
        lineup: Where a mix of games is; nothing where one game is played.
    """

    hands: int
    house: Any
    places: tuple[int | None, int | None, int | None]
    lineup: tuple[int, ...]


class Table:
    """A table, which seats agents, deals hands, and keeps the chips.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> table = Table(game, ["random", "caller", "random"], stack=200, seed=7)
    >>> table.play(20)
    20
    >>> sum(player.stack for player in table.players) + table.house
    600

    Attributes:
        lineup: What is played.
        stack: What a player buys in for.
        unit: The smallest chip, in which pots are split, if amounts have decimals.
        reset_stacks: Whether everybody begins each hand with this.
        rebuys: How often a player without chips buys in again; without end if `None`.
        seat_count: How many seats there are.
        seed: The number that decides all cards.
        house: What left the table: what was raked, and pots that nobody had a hand to win.
        hands: How many hands were played.
        gone: Those who left, in order.
    """

    def __init__(
        self,
        game: Game | MixedGame | Lineup | str,
        agents: Iterable[AgentLike] = (),
        *,
        stack: ChipsLike | None = None,
        stakes: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        seed: int | bytes | None = None,
        seat_count: int | None = None,
        reset_stacks: bool = False,
        rebuys: int | None = 0,
        keeps_seats: bool = False,
        dead_button: bool = True,
        time_limit: float | None = None,
        recorders: Iterable[Recorder] = (),
    ) -> None:
        """Open a table.

        Args:
            game: What is played: a game of a class or of a file, a mix of games, or the name of
                either.
            agents: Who sits down at once, in order: agents, names that `make_agent` knows, or
                classes of agents.
            stack: What a player buys in for; 100 small bets when omitted.
            stakes: The stakes, for a mix of games or for a name, as `make_game` takes them; blinds
                of 1 and 2 or a small bet of 2 for a name when omitted.
            names: What the players are called; by their agents otherwise.
            seed: A number from 0 to 2**256 - 1, or its 32 bytes, that makes the match the same
                every time, on every machine. Without one, nobody can foretell the cards.
            seat_count: How many seats there are; as many as the game has room for, when omitted.
            reset_stacks: Whether everybody begins each hand with the same chips.
            rebuys: How often a player without chips buys in again; without end if `None`. Who
                cannot leaves the table. By default nobody buys in again, and the match is over when
                one player has everything.
            keeps_seats: Whether who has lost all chips and cannot buy in again by `rebuys` stays
                there without being dealt cards, and may `rebuy`.
            dead_button: Whether blinds follow the rule of the dead button, in games of classes that
                have a small and a big blind. In others the button moves to the next player.
            time_limit: How many seconds an agent has for a decision.
            recorders: Who listens to what happens.

        Raises:
            SetupError: The game cannot be played by so many, the stack is no amount, or somebody is
                no agent.
            AgentStartError: The program of an agent cannot be started.
        """
        self.lineup = make_lineup(game, stakes)
        least, most = self.lineup.bounds
        self.stack: Chips = _BIG_BLINDS * self.lineup.small_bet if stack is None else stack
        if not self.stack > 0:
            raise SetupError(
                f"a player must buy in for chips, not for {self.stack}", code="no-chips"
            )
        self.seat_count = most if seat_count is None else seat_count
        if not least <= self.seat_count <= most:
            raise SetupError(
                f"{self.lineup.title} is for {least} to {most} players, not {self.seat_count}",
                code="player-count",
            )
        single = self.lineup.game if isinstance(self.lineup, Single) else None
        self.unit = find_unit(single, self.stack, least)
        self.seed = find_seed(seed)
        self.reset_stacks = reset_stacks
        self.rebuys = rebuys
        self._keeps_seats = keeps_seats
        self.house: Any = 0
        self.hands = 0
        self.gone: list[Player] = []
        self._listeners = Listeners()
        self._dealer = Dealer(self._listeners, time_limit)
        self._seating = Seating(dead_button=dead_button)
        self._seeds = SeedStream(self.seed)
        self._players: dict[int, Player] = {}
        self._joined = 0
        self._has_begun = False
        self._is_playing = False
        # Games as the table plays them, with everything automated.
        self._automated: dict[Any, tuple[Game, Game]] = {}
        for recorder in recorders:
            self.listen(recorder)
        given = list(agents)
        if len(names) > len(given):
            raise SetupError(
                f"there are {len(names)} names for {len(given)} agents", code="name-count"
            )
        try:
            for place, agent in enumerate(given):
                self.join(agent, name=names[place] if place < len(names) else None)
        except Exception:
            # Programs of those who sit there already are not left running.
            self._dismiss()
            raise

    def listen(self, recorder: Recorder) -> None:
        """Add a recorder.

        Args:
            recorder: Who.
        """
        self._listeners.add(recorder)

    # Seats.

    @property
    def players(self) -> list[Player]:
        """The players at the table, by their seats."""
        return [self._players[seat] for seat in sorted(self._players)]

    def find(self, name: str) -> Player:
        """Return a player at the table.

        Args:
            name: The player's name.

        Returns:
            The player.

        Raises:
            SetupError: There is nobody of this name.
        """
        for player in self._players.values():
            if player.name == name:
                return player
        known = ", ".join(player.name for player in self.players) or "nobody"
        raise SetupError(
            f"there is no player {name!r} at the table: there is {known}", code="unknown-player"
        )

    def join(
        self,
        agent: AgentLike,
        *,
        name: str | None = None,
        seat: int | None = None,
        stack: ChipsLike | None = None,
    ) -> Player:
        """Seat an agent.

        Args:
            agent: The agent, a name that `make_agent` knows, or a class of agents.
            name: What the player is called; by the agent otherwise, with a number if need be.
            seat: Which seat, from 0; the first that is free when omitted.
            stack: What the player brings; the table's stack when omitted.

        Returns:
            The player.

        Raises:
            SetupError: The seat is taken or not there, the name is taken, it is no agent, or a
                hand is played.
            AgentStartError: The program of the agent cannot be started.
        """
        self._refuse_while_playing()
        agent = find_agent(agent)
        free = [place for place in range(self.seat_count) if place not in self._players]
        if not free:
            raise SetupError(f"all {self.seat_count} seats are taken", code="no-free-seat")
        seat = free[0] if seat is None else seat
        if seat not in free:
            raise SetupError(
                f"seat {seat} is taken or not there; free are {free}", code="seat-taken"
            )
        taken = {player.name for player in self._players.values()}
        if name is None:
            name = make_name(getattr(agent, "name", "") or type(agent).__name__, taken)
        elif name in taken:
            raise SetupError(f"there is a player {name!r} already", code="duplicate-name")
        stack = self.stack if stack is None else stack
        if not stack > 0:
            raise SetupError(f"{name} must bring chips, not {stack}", code="no-chips")
        verify_multiple(stack, self.unit)
        player = Player(name, agent, seat, stack, is_new=self._has_begun)
        self._joined += 1
        own = find_agent_seed(agent, self.seed, self._joined)
        info = MatchInfo(name, seat, self.lineup.title, own)
        self._dealer.notify(player, seat, "start_match", info)
        self._players[seat] = player
        if self._has_begun and self._listeners.need(PlayerJoined):
            self._listeners.send(PlayerJoined(name, seat, stack))
        return player

    def leave(self, name: str) -> Any:
        """Let a player stand up.

        Args:
            name: The player.

        Returns:
            The chips that the player takes away.

        Raises:
            SetupError: There is nobody of this name, or a hand is played.
        """
        self._refuse_while_playing()
        player = self.find(name)
        del self._players[player.seat]
        self.gone.append(player)
        self._dealer.notify(player, player.seat, "close")
        self._dealer.forget(player)
        if self._listeners.need(PlayerLeft):
            self._listeners.send(PlayerLeft(player.name, player.seat, player.stack))
        return player.stack

    def sit_out(self, name: str, *, away: bool = True) -> None:
        """Let a player keep the seat without being dealt cards, or come back.

        Args:
            name: The player.
            away: Whether the player goes, or comes back.
        """
        self._refuse_while_playing()
        self.find(name).is_away = away

    def rebuy(self, name: str, amount: ChipsLike | None = None) -> None:
        """Let a player buy chips.

        Args:
            name: The player.
            amount: How many; the table's stack when omitted.

        Raises:
            SetupError: It is no amount, there is no such player, or a hand is played.
        """
        self._refuse_while_playing()
        self._buy(self.find(name), self.stack if amount is None else amount)

    def _buy(self, player: Player, amount: Chips) -> None:
        if not amount > 0:
            raise SetupError(f"{player.name} must buy chips, not {amount}", code="no-chips")
        verify_multiple(amount, self.unit)
        player.stack += amount
        player.bought += amount
        if self._listeners.need(Rebought):
            self._listeners.send(Rebought(player.name, player.seat, amount))

    def _refuse_while_playing(self) -> None:
        if self._is_playing:
            raise SetupError(
                "players come, go and buy chips between hands, not during one", code="during-a-hand"
            )

    @property
    def progress(self) -> TableProgress:
        """How far a match is, so that it can go on at another table between two hands."""
        place = getattr(self.lineup, "place", ())
        return TableProgress(self.hands, self.house, self._seating.places, place)

    def resume(self, progress: TableProgress) -> None:
        """Continue the match of another table, with the same line-up and the same people.

        Args:
            progress: How far that one was; players who have paid their blinds are not new.

        Raises:
            SetupError: A hand was played here already.
        """
        if self._has_begun:
            raise SetupError("hands were played at this table already", code="begun-already")
        self._has_begun = progress.hands > 0
        self.hands, self.house = progress.hands, progress.house
        self._seating.places = progress.places
        if progress.lineup:
            self.lineup.place = progress.lineup  # type: ignore[attr-defined]

    def find_choice(self) -> tuple[Player, list[str]] | None:
        """Return who chooses the game of the next hand, and from what, where dealers choose.

        Returns:
            The dealer and the games; `None` where there is nothing to choose, or nobody.
        """
        ready = [one for one in self.players if one.stack > 0 and not one.is_away]
        choose = getattr(self.lineup, "list_choices", None)
        if choose is None or len(ready) < self.lineup.bounds[0]:
            return None
        games: list[str] = choose(len(ready))
        return (self._seating.find_dealer(ready), games) if games else None

    # Hands.

    def play(self, hands: int) -> int:
        """Play hands, until there are enough of them or too few players.

        Who has lost all chips leaves the table, unless `rebuys` lets them buy more: by default
        nobody does, as in a tournament, and then fewer hands are played than were asked for. For a
        match of a certain length, open the table with `rebuys=None` or with `reset_stacks=True`.

        >>> from croupier.games import NoLimitTexasHoldem
        >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
        >>> Table(game, ["random", "caller"], stack=20, seed=1).play(500) < 500
        True
        >>> Table(game, ["random", "caller"], stack=20, seed=1, rebuys=None).play(500)
        500

        Args:
            hands: How many.

        Returns:
            How many were played.

        Raises:
            SetupError: The number is negative, or too few players ever sat down.
        """
        if hands < 0:
            raise SetupError(
                f"the number of hands cannot be negative, unlike {hands}", code="negative-count"
            )
        least = self.lineup.bounds[0]
        if not self.hands and len(self._players) < least:
            raise SetupError(
                f"{self.lineup.title} needs {least} players or more, and"
                f" {len(self._players) or 'nobody'} {_BE[len(self._players) > 1]} at the table",
                code="player-count",
            )
        done = 0
        with suppress_rule_warnings():
            if self._can_play_fast():
                return self._play_fast(hands)
            while done < hands and self._dealer.run(self._deal_next(asks_blind=True)):
                done += 1
        return done

    def play_hand(self) -> bool:
        """Play a hand.

        Returns:
            Whether there were enough players.
        """
        with suppress_rule_warnings():
            return self._dealer.run(self._deal_next(asks_blind=True))

    def deal(
        self, seed: int | bytes | None = None, deck: Sequence[Card] | None = None
    ) -> Generator[Decision, Any, bool]:
        """Deal a hand without waiting for anybody: all decisions are left to the caller.

        This is how a hand is played where people decide and nothing may block. `play_hand` runs it,
        too, and asks the agents. Between the first decision and the end nobody joins or leaves.

        >>> from croupier.games import NoLimitTexasHoldem
        >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
        >>> hand = Table(game, ["caller", "caller"], stack=200, seed=7).deal()
        >>> decision = next(hand)
        >>> decision.player.name, *decision.observe().legal
        ('caller', 'fold', 'check_or_call', 'complete_bet_or_raise_to')
        >>> hand.send("raise 6").player.name
        'caller 2'

        Args:
            seed: The number that decides the cards of this hand; it follows from the seed of the
                table when omitted.
            deck: The cards in the order in which they are dealt; they are shuffled when omitted.

        Yields:
            The decisions, one by one. The answer to each is sent: a `Move`, or what a person would
            say. What is not legal is made good as for an agent that failed.

        Returns:
            Whether there were enough players.
        """
        return self._deal_next(seed, deck, asks_blind=False)

    def _deal_next(
        self,
        seed: int | bytes | None = None,
        deck: Sequence[Card] | None = None,
        *,
        asks_blind: bool,
    ) -> Generator[Decision, Any, bool]:
        if not self._has_begun:
            self._begin()
        players = self.players
        ready = [player for player in players if player.stack > 0 and not player.is_away]
        if len(ready) < self.lineup.bounds[0]:
            return False
        game = self.lineup.next_game(len(ready), self._choose_game)
        arrangement = self._seating.arrange(players, find_blinds(game))
        self._is_playing = True
        try:
            yield from self._deal(game, arrangement, seed, deck, asks_blind)
        finally:
            self._is_playing = False
        self.hands += 1
        if not self.reset_stacks:
            self._remove_or_rebuy_busted()
        return True

    def close(self) -> None:
        """End the match: agents are told, and recorders."""
        if self._listeners.need(MatchEnded):
            players = self.players
            names = tuple(player.name for player in players)
            stacks = tuple(player.stack for player in players)
            self._listeners.send(MatchEnded(self.hands, names, stacks))
        self._dismiss()

    def _dismiss(self) -> None:
        for player in self.players:
            self._dealer.notify(player, player.seat, "close")
            self._dealer.forget(player)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        self._has_begun = True
        if self._listeners.need(MatchStarted):
            players = self.players
            names = tuple(player.name for player in players)
            stacks = tuple(player.stack for player in players)
            self._listeners.send(MatchStarted(self.lineup.title, names, stacks, self.seed))

    def _deal(
        self,
        game: Game,
        arrangement: Arrangement,
        seed: int | bytes | None,
        deck: Sequence[Card] | None,
        asks_blind: bool,
    ) -> Generator[Decision, Any, None]:
        players = arrangement.players
        names = tuple([player.name for player in players])
        game = self._automate(game)
        state = self._start(game, arrangement, seed, deck)
        if isinstance(game, Poker):
            game = with_forced_bets(game, arrangement)
        number = self._dealer.number = self.hands
        listeners, dealer = self._listeners, self._dealer
        title = find_title(game)
        seats = tuple([player.seat for player in players])
        if listeners.need(HandStarted):
            listeners.send(HandStarted(number, title, game, names, seats, state))
        stacks = tuple(state.starting_stacks)
        dealer.start_hand(players, lambda index: HandInfo(number, title, index, names, stacks))
        deciders = dealer.find_deciders(players) if asks_blind else [None] * len(players)
        yield from dealer.deal(state, players, names, deciders)
        payoffs = state.payoffs
        for player, payoff in zip(players, payoffs, strict=True):
            player.won += payoff
            player.hands += 1
            if not self.reset_stacks:
                player.stack = round_to_unit(player.stack + payoff, self.unit)
        self.house -= sum(payoffs)
        dealer.end_hand(players, state)
        if listeners.need(HandEnded):
            listeners.send(HandEnded(number, title, game, names, seats, state, tuple(payoffs)))

    def _can_play_fast(self) -> bool:
        """Return whether all hands begin alike but for the button, and nobody listens."""
        return (
            self.reset_stacks
            and isinstance(self.lineup, Single)
            and not len(self._listeners)
            and len(self._players) >= self.lineup.bounds[0]
            and not any(
                player.is_away
                or player.is_new
                or player.owes_small
                or player.owes_big
                or player.stack != self.stack
                or hasattr(player.agent, "start_hand")
                or hasattr(player.agent, "end_hand")
                for player in self._players.values()
            )
        )

    def _play_fast(self, hands: int) -> int:
        """Play hands that differ in cards and button alone, with as little work as possible."""
        self._has_begun = True
        players = self.players
        count = len(players)
        game = self._automate(self.lineup.next_game(count, self._choose_game))
        blinds = find_blinds(game)
        # When everybody has had the button, it is where it was.
        rounds = []
        for _ in range(min(count, hands)):
            order = self._seating.arrange(players, blinds).players
            names = tuple([player.name for player in order])
            rounds.append((order, names, self._dealer.find_deciders(order), [0] * count))
        setup = game(self.stack, count, seed=0)._setup
        draw, start, dealer = self._seeds.draw, State._start, self._dealer
        self._is_playing = True
        done = 0
        try:
            for done in range(hands):
                order, names, deciders, sums = rounds[done % count]
                dealer.number = self.hands + done
                state = start(setup, draw())
                dealer.run(dealer.deal(state, order, names, deciders))
                sums[:] = map(add, sums, state.payoffs)
            done = hands
        finally:
            self._is_playing = False
            self._add_up(rounds, done)
            for _ in range((done - len(rounds)) % count):
                self._seating.arrange(players, blinds)
        return hands

    def _add_up(self, rounds: Sequence[tuple[Any, ...]], hands: int) -> None:
        for place, (order, _, _, sums) in enumerate(rounds):
            for player, payoff in zip(order, sums, strict=True):
                player.won += payoff
                player.hands += (hands - place - 1) // len(order) + 1
            self.house -= sum(sums)
        self.hands += hands

    def _start(
        self,
        game: Game,
        arrangement: Arrangement,
        seed: int | bytes | None,
        deck: Sequence[Card] | None,
    ) -> State:
        """Start a hand with the stacks and blinds of this one."""
        seed = self._seeds.draw() if seed is None else seed
        players = arrangement.players
        setup = game._find_setup(self.stack, len(players))
        if not self.reset_stacks or arrangement.blinds is not None:
            stacks: Chips = self.stack
            if not self.reset_stacks:
                stacks = tuple([player.stack for player in players])
            setup = change_setup(game, setup, stacks, arrangement)
        return State._start(setup, seed, deck)

    def _automate(self, game: Game) -> Game:
        """Return a game in which all but decisions is automated."""
        # To copy a game and check it takes as long as twenty hands take to start, so copies are
        # kept: there are as many as the line-up has games.
        wishes = find_wishes(self._players.values())
        key = (id(game), wishes)
        found = self._automated.get(key)
        if found is None or found[0] is not game:
            split = with_unit(game, self.unit)
            found = self._automated[key] = game, automate(split, wishes)
        return found[1]

    def _choose_game(self, games: Sequence[str]) -> str:
        dealer = self._seating.find_dealer(self.players)
        choose = getattr(dealer.agent, "choose_game", None)
        if choose is not None:
            try:
                chosen = self._dealer.call(dealer, choose, games)
            except FAILURES:
                chosen = None
            if chosen in games:
                return str(chosen)
        return self._seeds.random.choice(list(games))

    def _remove_or_rebuy_busted(self) -> None:
        for player in self.players:
            if player.stack > 0:
                continue
            if self.rebuys is None or player.rebuys < self.rebuys:
                player.rebuys += 1
                self._buy(player, self.stack)
            elif not self._keeps_seats:
                self.leave(player.name)
