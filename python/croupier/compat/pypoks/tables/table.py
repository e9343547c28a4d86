"""A table that plays hand after hand with the moves of a game config."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from croupier.cards.notation import Dialect, PypoksCard
from croupier.cards.seeding import SeedStream, find_seed
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.hand import Event, PlayedHand, opening_events
from croupier.compat.pypoks.history import HHistory
from croupier.compat.pypoks.menu import CALL, FOLD
from croupier.compat.pypoks.tables.dealing import Dealer, DeckDealer
from croupier.compat.pypoks.tables.player import (
    Decision,
    Policy,
    PPlayer,
    check_move,
    uniform_probs,
)
from croupier.compat.pypoks.tables.script import ASK, MoveSource, TextDealer, read_script
from croupier.errors import SetupError
from croupier.state import Automation, State

__all__ = ["HandSteps", "PTable"]

HandSteps: TypeAlias = Generator[tuple[PPlayer, Decision], tuple[int, Sequence[float]], HHistory]
"""A hand that stops at each decision, to be sent the move and its probabilities."""

_ALL = tuple(Automation)
_DEALT = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
_ALL_BUT_DEALING = tuple(one for one in Automation if one not in _DEALT)
# A cache of the table's menus: the same few spots come again and again.
_MAX_SPOTS = 1 << 14
# Whether each move is allowed, the chips of each, the allowed ones, and equal probabilities.
_Spot: TypeAlias = tuple[tuple[bool, ...], tuple[int, ...], list[int], tuple[float, ...]]


class PTable:
    """A table at which players play hands, with a history of events for each.

    The first player posts the small blind, the second the big blind; heads-up, the first has the
    button. Everybody has the same stack at the start of every hand. After a hand the first player
    goes to the end.

    Attributes:
        name: What the table is called.
        config: The game.
        players: The players, in the order of the next hand.
        hand_id: The number of the next hand.
        dialect: How cards are written.

    >>> table = PTable("table", "3players_2bets", ["ann", "ben", "cat"], seed=2026)
    >>> hh = table.run_hand()
    >>> hh.players, sum(hh.results.values())
    (('ann', 'ben', 'cat'), 0.0)
    >>> table.run_hand().players
    ('ben', 'cat', 'ann')
    """

    def __init__(
        self,
        name: str,
        game_config: GameConfig | str,
        pl_ids: Iterable[str | PPlayer],
        *,
        policies: Mapping[str, Policy] | None = None,
        seed: int | bytes | None = None,
        dialect: Dialect | str = Dialect.D,
    ) -> None:
        """Make a table.

        Args:
            name: What it is called.
            game_config: The game, or the name of a known one.
            pl_ids: The players or their names, in the order of the first hand.
            policies: What decides for players that are given by name; any allowed move is made,
                all equally likely, where there is none.
            seed: Makes cards and chance the same every time.
            dialect: How cards are written.

        Raises:
            SetupError: The names or the number of the players are wrong.
            UnsupportedError: There is no such config.
        """
        if isinstance(game_config, str):
            game_config = GameConfig.from_name(game_config)
        policies = policies or {}
        self.name = name
        self.config = game_config
        self.players = [
            one if isinstance(one, PPlayer) else PPlayer(one, policies.get(one)) for one in pl_ids
        ]
        ids = [player.id for player in self.players]
        _check_ids(ids, policies, game_config)
        for player in self.players:
            player.sit_down(ids)
        self.hand_id = 0
        self.dialect = Dialect(dialect)
        self._seeds = SeedStream(find_seed(seed))
        self._random = self._seeds.random
        self._seeded = seed is not None
        # The game is checked once, not for every hand.
        stack, size = game_config.table_cash_start, game_config.table_size
        self._setup = game_config.create_game(_ALL)(stack, size)._setup
        self._dealt_setup = game_config.create_game(_ALL_BUT_DEALING)(stack, size)._setup
        self._openings: dict[tuple[str, ...], list[Event]] = {}
        self._spots: dict[tuple[int, int, int, int, int, bool], _Spot] = {}
        # There are many spots and few ways to choose: what is shared stays at hand in memory.
        self._choosing: dict[tuple[bool, ...], tuple[list[int], tuple[float, ...]]] = {}

    @property
    def pl_ids(self) -> tuple[str, ...]:
        """The names of the players, in the order of the next hand."""
        return tuple([player.id for player in self.players])

    def rotate_players(self) -> None:
        """Move the button: the first player goes to the end."""
        self.players.append(self.players.pop(0))

    def run_hand(
        self,
        hh_given: str | Sequence[str] | None = None,
        *,
        deck: Iterable[PypoksCard] | None = None,
        strict: bool = False,
        play_on: bool = True,
    ) -> HHistory:
        """Play a hand.

        Args:
            hh_given: HHtexts to play again: their positions, cards and moves. A text that ends is
                played on by the players; `MOV: ??` asks for one move and stops.
            deck: The cards in the order in which they are dealt: two for each player in the order
                of the seats (heads-up the big blind first), then the board; cards that are missing
                are dealt at random.
            strict: Whether the names in `PLH` and `MOV` lines, and the config of the `GCF` line,
                must be right, too; pypoks looks at the order of lines only.
            play_on: Whether a text that ends is played on; it stops there otherwise.

        Returns:
            The history, which ends with the results unless the text stops it.

        Raises:
            ReplayError: The text is a hand that cannot be played; it says which line.
            ParseError: The text cannot be read; it says which line.
            AgentError: A player answers something that is not allowed.
            SetupError: Both a text and a deck are given.
        """
        if hh_given is None:
            dealer = None if deck is None else DeckDealer(deck)
            history = self.decide(self.play_steps(self.players, self.dialect, dealer))
        else:
            if deck is not None:
                raise SetupError(
                    "cards come from a text or from a deck, not from both", code="option-conflict"
                )
            script = read_script(hh_given)
            positions = script.take_positions(self.config, self.pl_ids)
            # The order of the table stays as it is if the text is refused.
            players = [*self.players[positions:], *self.players[:positions]]
            if strict:
                script.check_config(self.config)
            script.strict, script.play_on = strict, play_on
            dialect = script.dialect or self.dialect
            steps = self.play_steps(players, dialect, TextDealer(script), script)
            history = self.decide(steps)
            script.check_end()
            self.players = players
        self._end_hand()
        return history

    def run_steps(self) -> HandSteps:
        """Play a hand whose decisions somebody else collects.

        Yields:
            Each player who is to decide, with the decision; the move and its probabilities are to
            be sent back.

        Returns:
            The history.
        """
        history = yield from self.play_steps(self.players, self.dialect)
        self._end_hand()
        return history

    def _end_hand(self) -> None:
        self.hand_id += 1
        self.rotate_players()

    def decide(self, steps: HandSteps) -> HHistory:
        """Play a hand to its end: each player decides at once.

        Args:
            steps: The hand.

        Returns:
            The history.
        """
        answer: Any = None
        while True:
            try:
                player, decision = steps.send(answer)
            except StopIteration as end:
                history: HHistory = end.value
                return history
            answer = player.select_move(decision, self._random)

    def play_steps(
        self,
        players: list[PPlayer],
        dialect: Dialect,
        dealer: Dealer | None = None,
        script: MoveSource | None = None,
    ) -> HandSteps:
        """Play a hand with players in this order, whose decisions somebody else collects.

        Args:
            players: The players by position.
            dialect: How cards are written.
            dealer: Deals the cards; they are dealt at random when omitted.
            script: Says which moves are made; players are asked when omitted.

        Yields:
            Each player who is to decide, with the decision.

        Returns:
            The history.
        """
        config = self.config
        count = len(players)
        seed = self._seeds.draw() if self._seeded else None
        state = State._start(self._setup if dealer is None else self._dealt_setup, seed)
        ids = tuple([player.id for player in players])
        opening = self._openings.get(ids)
        if opening is None:
            opening = self._openings[ids] = opening_events(config, self.name, ids)
        hand = PlayedHand(config, self.name, self.hand_id, ids, state, dialect, opening)
        history = HHistory.of_hand(hand)
        for player in players:
            if player.listens:
                player.start_hand()
        # Most players of most tables: the same as `select_move`, only sooner.
        moves_at_random = [
            script is None and player.policy is None and type(player) is PPlayer
            for player in players
        ]
        big, record, spots = config.table_cash_bb, hand.moves.append, self._spots
        chance, heads_up = self._random.random, count == 2
        street, raised = 0, big
        probs: Sequence[float]
        stop = False
        if dealer is not None:
            dealer.deal(hand)
            hand.holes = state.hole_cards
        while (now := state._get_spot()) is not None:
            seat, dealt_street, pot, high, cash, bet = now
            if street != dealt_street:
                street, raised = dealt_street or 0, big
            key = (pot, high, raised, cash, bet, not street)
            spot = spots.get(key)
            if spot is None:
                spot = self._find_spot(key)
            _, added, choices, probs = spot
            position = 1 - seat if heads_up else seat
            if moves_at_random[position]:
                move = choices[int(chance() * len(choices))]
            else:
                player = players[position]
                given = None
                if script is not None:
                    given = script.take_move(player.id, config, spot[0], added)
                    if given is None and not script.play_on:
                        break
                if given is None or given == ASK:
                    stop = given == ASK
                    if player.listens:
                        player.hear(history)
                    move, probs = yield (
                        player,
                        Decision(player.id, spot[0], added, history, player.numbers, position),
                    )
                    check_move(move, spot[0], player.id)
                else:
                    move, probs = given, ()
            chips = added[move]
            record((street, position, move, chips, probs, cash, bet))
            if move > CALL:
                raised = bet + chips - high
                if raised:
                    state.complete_bet_or_raise_to(bet + chips)
                else:
                    # All chips are no more than a call.
                    state.check_or_call()
            elif move == FOLD:
                state.fold()
            else:
                state.check_or_call()
            if stop:
                break
            if dealer is not None:
                dealer.deal(hand)
        history.close()
        if not state.status:
            for player in players:
                if player.listens:
                    player.hear(history)
        return history

    def _find_spot(self, key: tuple[int, int, int, int, int, bool]) -> _Spot:
        """Find out what may be done where chips are like this, and remember it."""
        *chips, preflop = key
        allowed, added = self.config.menu.sizes(*chips, preflop=preflop)
        choosing = self._choosing.get(allowed)
        if choosing is None:
            choices = [move for move, may in enumerate(allowed) if may]
            choosing = self._choosing[allowed] = choices, uniform_probs(allowed)
        if len(self._spots) >= _MAX_SPOTS:
            self._spots.clear()
        spot = self._spots[key] = allowed, added, *choosing
        return spot


def _check_ids(ids: list[str], policies: Mapping[str, Policy], config: GameConfig) -> None:
    if len(ids) != config.table_size:
        raise SetupError(
            f"{config.name} is for {config.table_size} players, not {len(ids)}: {', '.join(ids)}.",
            code="player-count",
        )
    for number, name in enumerate(ids):
        if name in ids[:number]:
            raise SetupError(f"there are two players {name!r}", code="duplicate-name")
        if name.split() != [name]:
            raise SetupError(
                f"a name must be text without blanks, unlike {name!r}", code="name-syntax"
            )
    for name in policies:
        if name not in ids:
            raise SetupError(
                f"there is a policy for {name!r}, who does not play", code="unknown-player"
            )
