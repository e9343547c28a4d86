"""Hands as the text of PokerStars, in the one form that trackers and solvers import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.histories.formats.amounts import SYMBOLS
from croupier.histories.formats.describe import Award, Description, Event, describe
from croupier.histories.formats.headers import write_roman
from croupier.histories.formats.playing import Shape, find_shape
from croupier.histories.formats.pokerstars_header import TITLES, number_of, write_time, write_title
from croupier.histories.formats.pokerstars_words import describe_hand
from croupier.histories.history import HandHistory
from croupier.state import State
from croupier.texts import show_line

__all__ = ["write_pokerstars"]

_RUNS = ("FIRST", "SECOND", "THIRD", "FOURTH")
_ORDINALS = ("1st", "2nd", "3rd")
_STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")


def write_pokerstars(
    history: HandHistory,
    *,
    hero: str | None = None,
    site: str | None = None,
    number: int | None = None,
    state: State | None = None,
) -> str:
    """Write a hand as the text of PokerStars.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...     players=["Ann", "Bob"],
    ...     hand=7,
    ... )
    >>> print(write_pokerstars(history).split("*** SUMMARY ***")[1].strip())
    Total pot 4 | Rake 0
    Seat 1: Ann (big blind) folded before Flop
    Seat 2: Bob (button) (small blind) collected (4)

    Args:
        history: The hand.
        hero: The name of the player whose cards are told; that of the history if nothing is said,
            or everybody whose cards are known where it names nobody.
        site: The name of the room; that of the history, or PokerStars, if nothing is said.
        number: The number of the hand; that of the history, or one made from what happened.
        state: The end of the hand, if it was played already and all amounts are whole chips.

    Returns:
        The text, with a newline at the end.

    Raises:
        UnsupportedError: There is no such game at PokerStars, a stack is not known, or the hand
            does not come to its end.
        ReplayError: The hand cannot be played.
    """
    if history.variant not in TITLES:
        raise UnsupportedError(f"PokerStars has no game for the variant {history.variant!r}.")
    told = describe(history, state=state)
    writer = _Writer(told, hero, site or "PokerStars", number_of(history, number))
    lines = writer.write()
    writer.verify()
    # A name with a line break must not begin a line of its own.
    return "\n".join(map(show_line, lines)) + "\n"


class _Writer:
    """Write a hand that is described."""

    def __init__(self, told: Description, hero: str | None, site: str, number: int) -> None:
        self._told = told
        self._history = told.history
        self._others = told.history.user_defined_fields
        self._number = number
        self._shape: Shape = find_shape(told.history.variant)
        self._tournament = "_tournament" in self._others or (
            told.history.level is not None and not told.history.currency
        )
        self._hero = hero or self._others.get("_hero")
        self._site = told.history.venue if told.history.venue in _SITES else site
        money = not self._tournament and (told.history.currency or told.chips.digits)
        currency = told.history.currency or "USD"
        self._code = currency if money else ""
        self._sign = (told.history.currency_symbol or SYMBOLS.get(currency, "")) if money else ""
        self._money: Callable[[int], str] = str
        if self._sign or told.chips.digits:
            self._money = self._write_money
        self._is_limit = TITLES[told.history.variant][1] == "limit"
        self._blinds = self._find_blinds()
        self._post_sizes = self._find_post_sizes()
        self._lines: list[str] = []
        self._add = self._lines.append
        self._boards: list[list[Card]] = [[]]
        self._folded: dict[int, int] = {}
        self._put: set[int] = set()
        self._shown: dict[int, tuple[Card, ...]] = {}
        self._ends: list[Event] = []
        self._ups: dict[int, list[Card]] = {}
        self._known: dict[int, list[Card]] = {}
        self._draws = 0
        self._last = ""
        self._said: dict[tuple[int, int], str] = {}
        self._street = 0
        self._paid = 0
        self._returned = 0
        self._collected = 0

    # Amounts and cards.

    def _write_money(self, units: int) -> str:
        return f"{self._sign}{self._told.chips.text(units)}"

    def _cards(self, cards: Sequence[Card]) -> str:
        return f"[{' '.join(map(repr, cards))}]"

    # The head.

    def write(self) -> list[str]:
        """Return the lines of the hand."""
        self._add(self._header())
        self._add(self._table())
        self._seats()
        self._posts()
        self._play()
        self._showdown()
        self._lines += self._others.get("_remarks", ())
        self._summary()
        return self._lines

    def _header(self) -> str:
        history = self._history
        title = write_title(history.variant)
        if history.board_count > 1:
            title = f"Split {title}"
        if self._others.get("_mix"):
            title = f"{self._others['_mix']} ({title})"
        zoom = " Zoom" if self._others.get("_zoom") else ""
        begin = f"{self._site}{zoom} Hand #{self._number}: "
        if not self._tournament:
            return f"{begin} {title} ({self._stakes()}) - {write_time(history)}"
        buy_in = self._others.get("_buy_in", "Freeroll")
        level = f" - Level {write_roman(history.level)}" if history.level else ""
        if level and self._others.get("_round"):
            level = level.replace(" - ", f" - Match Round {write_roman(self._others['_round'])}, ")
        tournament = self._others.get("_tournament", "0")
        return (
            f"{begin}Tournament #{tournament}, {buy_in} {title}{level} ({self._stakes()})"
            f" - {write_time(history)}"
        )

    def _stakes(self) -> str:
        small, big = self._blinds
        if self._history.variant == "NS":
            code = f" {self._code}" if self._code else ""
            ante = max(self._told.state.antes)
            return f"Button Blind {self._money(big)} - Ante {self._money(ante)}{code}"
        chips = self._told.chips
        texts = [chips.text(units) for units in (small, big)]
        if any("." in text for text in texts):
            # Where one has cents, both have.
            texts = [str(chips.write(units)) for units in (small, big)]
        stakes = "/".join(self._sign + text for text in texts)
        if "_cap" in self._others:
            cap = int(self._others["_cap"] * chips.scale)
            stakes += f" - {self._money(cap)} Cap - "
        return f"{stakes} {self._code}".rstrip()

    def _find_blinds(self) -> tuple[int, int]:
        """What the header has: the blinds, or the bets where they are fixed."""
        state: Any = self._told.state
        if self._is_limit:
            bets = [street.min_completion_betting_or_raising_amount for street in state.streets]
            return bets[0], bets[-1]
        posted = [blind for blind in state.blinds_or_straddles if blind > 0]
        big = state.streets[0].min_completion_betting_or_raising_amount
        small = self._others.get("_small_blind")
        if small is not None:
            return int(small * self._told.chips.scale), big
        below = [blind for blind in posted if blind < big]
        if not below and posted.count(big) == 1:
            # Nobody posted the small blind, and nobody says what it is: half of the big one.
            return big // 2, big
        return (min(below) if below else min(posted, default=big)), big

    def _table(self) -> str:
        told, history = self._told, self._history
        seats = [*told.seats, *(one["seat"] for one in self._others.get("_sitting_out", ()))]
        most = max(seats)
        count = history.seat_count or next((size for size in (2, 6, 9, 10) if size >= most), most)
        table = "1" if history.table is None else str(history.table)
        play = "" if self._tournament or self._code else "(Play Money) "
        button = "" if self._shape.is_stud else f"Seat #{told.button} is the button"
        return f"Table '{table}' {count}-max {play}{button}".rstrip()

    def _seats(self) -> None:
        told = self._told
        stacks = told.stacks
        if "_stacks" in self._others:
            stacks = [int(stack * told.chips.scale) for stack in self._others["_stacks"]]
        bounties = self._others.get("_bounties", {})
        rows = []
        for seat, name, stack in zip(told.seats, told.names, stacks, strict=True):
            bounty = f", {bounties[name]} bounty" if name in bounties else ""
            rows.append((seat, f"Seat {seat}: {name} ({self._money(stack)} in chips{bounty})"))
        for one in self._others.get("_sitting_out", ()):
            chips = self._money(int(one["stack"] * told.chips.scale))
            text = f"Seat {one['seat']}: {one['player']} ({chips} in chips) is sitting out"
            rows.append((one["seat"], text))
        self._lines += [text for _, text in sorted(rows)]

    # The play.

    def _name(self, event: Event) -> str:
        return self._told.names[event.player or 0]

    def _posts(self) -> None:
        posts = [event for event in self._told.events if event.kind in _POST_ORDER]
        nominal, seats = self._told.blinds, self._told.seats

        def key(event: Event) -> tuple[int, int]:
            index = event.player or 0
            if event.kind == "ante":
                return 0, seats[index]
            return _POST_ORDER[event.kind], nominal[index] if event.kind == "blind" else index

        dead = {event.player: event for event in posts if event.kind == "dead"}
        small, big = self._post_sizes
        posted = 0
        for event in sorted(posts, key=key):
            self._paid += event.amount
            all_in = " and is all-in" if event.all_in else ""
            amount, what = event.amount, "big blind"
            if event.kind == "ante":
                what = "the ante"
            elif event.kind == "straddle":
                what = "straddle"
            elif event.kind == "blind":
                index = event.player or 0
                what = "small blind" if nominal[index] < big else "big blind"
                if self._history.variant == "NS":
                    what = "button blind"
                elif nominal[index] == small == big:
                    what = "small blind" if not posted else "big blind"
                posted += 1
            elif event.kind == "post" and event.player in dead:
                amount += dead[event.player].amount
                what = "small & big blinds"
            elif event.kind == "dead":
                if any(one.kind == "post" and one.player == event.player for one in posts):
                    continue
                what = "dead blind"
            if event.kind != "ante" and event.player is not None:
                self._put.add(event.player)
            self._add(f"{self._name(event)}: posts {what} {self._money(amount)}{all_in}")

    def _find_post_sizes(self) -> tuple[int, int]:
        posted = [blind for blind in self._told.blinds if blind > 0]
        if not posted:
            return 0, 0
        small, big = self._blinds
        if self._is_limit:
            big = sorted(posted)[min(1, len(posted) - 1)]
            small = posted[0] if len(posted) > 1 else 0
        return small, big

    def _play(self) -> None:
        told = self._told
        added = self._others.get("_added")
        if self._shape.is_stud:
            self._add("*** 3rd STREET ***")
        elif self._shape.is_draw:
            self._add("*** DEALING HANDS ***")
        else:
            self._add("*** HOLE CARDS ***")
        if added:
            self._add(f"STP added: {self._money(int(added * told.chips.scale))}")
        changes_hands = self._shape.is_stud or self._shape.is_draw
        for event in told.events:
            method = _METHODS.get(event[0])
            if method is not None:
                method(self, event)
            if changes_hands and event.kind not in _UNSAID:
                self._last = event.kind

    def _fold(self, event: Event) -> None:
        player = event[2] or 0
        self._folded[player] = self._draws if self._shape.is_draw else self._street
        cards = self._folded_cards(event) if "_shows" in self._others else ""
        self._add(f"{self._told.names[player]}: folds{cards}")

    def _check(self, event: Event) -> None:
        self._add(f"{self._told.names[event[2] or 0]}: checks")

    def _give_back(self, event: Event) -> None:
        self._returned += event.amount
        self._add(f"Uncalled bet ({self._money(event.amount)}) returned to {self._name(event)}")

    def _show(self, event: Event) -> None:
        self._shown[event.player or 0] = event.cards
        self._ends.append(event)

    def _muck(self, event: Event) -> None:
        self._ends.append(event)
        if any(one.kind == "board" and not any(one.cards) for one in self._told.events):
            # The room folded for somebody who was all-in, and dealt nothing more.
            self._folded[event.player or 0] = self._street
            self._add(f"{self._name(event)}: folds")

    def _folded_cards(self, event: Event) -> str:
        cards = self._others["_shows"].get(self._name(event))
        return f" {self._cards(tuple(Card.parse(cards)))}" if cards else ""

    def _bet(self, event: Event) -> None:
        kind, _, player, amount, total, over, is_all_in, _, _, _ = event
        assert player is not None
        self._paid += amount
        self._put.add(player)
        name, all_in = self._told.names[player], " and is all-in" if is_all_in else ""
        money = self._money
        if kind == "raise":
            self._add(f"{name}: raises {money(over)} to {money(total)}{all_in}")
        else:
            self._add(f"{name}: {_VERBS[kind]} {money(amount)}{all_in}")

    def _deal(self, event: Event) -> None:
        if self._shape.is_stud:
            self._deal_stud(event)
            return
        index, cards = event[2] or 0, event[7]
        known = self._known.get(index)
        if known is None:
            known = self._known[index] = []
        # Cards that are not known are left out, unless there are discards to tell them from.
        seen = [card for card in cards if card]
        if seen and (len(seen) == len(cards) or not self._shape.is_draw):
            name = self._told.names[index]
            if self._hero is None or name == self._hero:
                kept = self._cards(known) + " " if known or self._draws else ""
                self._add(f"Dealt to {name} {kept}{self._cards(seen)}")
        known += cards

    def _deal_stud(self, event: Event) -> None:
        index, name = event.player or 0, self._name(event)
        if self._last != "deal" and index in self._known:
            self._street += 1
            self._add(f"*** {_STUD_STREETS[min(self._street, 4)]} ***")
        mine = self._hero is None or name == self._hero
        known, ups = self._known.setdefault(index, []), self._ups.setdefault(index, [])
        new = [card for card, up in zip(event.cards, event.faces, strict=True) if up]
        if mine and all(event.cards) and all(known):
            seen = list(event.cards)
            before = known
        else:
            seen, before = new, ups
        if seen and all(seen):
            kept = self._cards(before) + " " if before else ""
            self._add(f"Dealt to {name} {kept}{self._cards(seen)}")
        known += event.cards
        ups += new

    def _discard(self, event: Event) -> None:
        index, name = event.player or 0, self._name(event)
        if self._last != "discard":
            self._draws += 1
            if self._draw_count() > 1:
                self._add(f"*** {_RUNS[self._draws - 1]} DRAW ***")
        known = self._known.setdefault(index, [])
        mine = self._hero is None or name == self._hero
        if not event.cards:
            held = f" on {self._cards(known)}" if mine and known and all(known) else ""
            self._add(f"{name}: stands pat{held}")
            return
        count = len(event.cards)
        seen = f" {self._cards(event.cards)}" if mine and all(event.cards) else ""
        self._add(f"{name}: discards {count} card{'s' if count > 1 else ''}{seen}")
        for card in event.cards:
            if card in known:
                known.remove(card)

    def _draw_count(self) -> int:
        return sum(1 for street in self._told.state.streets if street.draw_status)

    def _board(self, event: Event) -> None:
        if not any(event.cards):
            return
        boards = self._boards
        many = self._told.run_count > 1 or self._told.state.starting_board_count > 1
        while len(boards) <= event.board:
            boards.append(self._run_base())
        board = boards[event.board]
        before = len(board)
        size = before + len(event.cards)
        number, street = _BOARD_STREETS.get(size, (1, "FLOP"))
        if event.board == 0:
            self._street = number
        is_run = many and (self._told.state.starting_board_count > 1 or self._is_late(event))
        run = f"{_RUNS[min(event.board, 3)]} " if is_run else ""
        earlier = f"{self._cards(board)} " if before else ""
        self._add(f"*** {run}{street} *** {earlier}{self._cards(event.cards)}")
        board += event.cards

    def _is_late(self, event: Event) -> bool:
        """Tell whether a card belongs to a run: cards are dealt again for the same street."""
        if event.board:
            return True
        later = [one for one in self._told.events if one.kind == "board" and one.board == 1]
        dealt = 5 - sum(len(one.cards) for one in later)
        return len(self._boards[0]) >= dealt

    def _run_base(self) -> list[Card]:
        if self._told.state.starting_board_count > 1:
            return []
        later = [one for one in self._told.events if one.kind == "board" and one.board == 1]
        return self._boards[0][: 5 - sum(len(one.cards) for one in later)]

    # The end.

    def _in_showdown(self) -> bool:
        return len(self._told.names) - len(self._folded) > 1

    def _showdown(self) -> None:
        told = self._told
        if not self._in_showdown():
            self._collect(told.awards)
            winner = next(i for i in range(len(told.names)) if i not in self._folded)
            cards = self._others.get("_shows", {}).get(told.names[winner])
            if cards:
                self._add(f"{told.names[winner]}: shows {self._cards(tuple(Card.parse(cards)))}")
            else:
                self._add(f"{told.names[winner]}: doesn't show hand")
            return
        boards = max(1, len(self._boards))
        for run in range(boards):
            mark = f"{_RUNS[min(run, 3)]} " if boards > 1 else ""
            self._add(f"*** {mark}SHOW DOWN ***")
            for event in self._ends:
                if event.kind == "muck":
                    self._add(f"{self._name(event)}: mucks hand")
                elif self._shown.get(event.player or 0) is event.cards:
                    words = self._words(event.player or 0, run)
                    text = f" ({words})" if words else ""
                    self._add(f"{self._name(event)}: shows {self._cards(event.cards)}{text}")
            self._collect([award for award in told.awards if boards == 1 or award.board == run])
        for name, amount in self._others.get("_cash_outs", {}).items():
            units = int(amount * told.chips.scale)
            self._add(f"{name} cashed out the hand for {self._money(units)}")

    def _words(self, index: int, run: int) -> str:
        words = self._said.get((index, run))
        if words is None:
            board = self._boards[run] if run < len(self._boards) else []
            words = describe_hand(self._told.state.hand_types, self._shown[index], board)
            self._said[index, run] = words
        return words

    def _collect(self, awards: list[Award]) -> None:
        pots = len({award.pot for award in self._told.awards})
        for award in sorted(awards, key=lambda one: -one.pot) if pots > 1 else awards:
            self._collected += award.amount
            which = "pot"
            if pots > 1:
                which = "main pot" if not award.pot else "side pot"
                if award.pot and pots > 2:
                    which += f"-{award.pot}"
            name = self._told.names[award.player]
            self._add(f"{name} collected {self._money(award.amount)} from {which}")

    def _rake(self) -> int:
        rake = self._others.get("_rake")
        if rake is not None and "_cash_outs" in self._others:
            return int(rake * self._told.chips.scale)
        return self._told.taken + self._added()

    def _added(self) -> int:
        return int(self._others.get("_added", 0) * self._told.chips.scale)

    def _summary(self) -> None:
        told = self._told
        self._add("*** SUMMARY ***")
        total = self._money(told.total_pot + self._added())
        pots: dict[int, int] = {}
        for award in told.awards:
            pots[award.pot] = pots.get(award.pot, 0) + award.amount
        parts = ""
        if len(pots) > 1:
            parts = "".join(
                f" {'Main pot' if not pot else 'Side pot' if len(pots) == 2 else f'Side pot-{pot}'}"
                f" {self._money(amount)}."
                for pot, amount in sorted(pots.items())
            )
        self._add(f"Total pot {total}{parts} | Rake {self._money(self._rake())}")
        boards = [board for board in self._boards if board]
        if len(boards) > 1:
            if told.run_count > 1:
                times = {2: "twice", 3: "three times"}.get(told.run_count, "many times")
                self._add(f"Hand was run {times}")
            for run, board in enumerate(boards):
                self._add(f"{_RUNS[min(run, 3)]} Board {self._cards(board)}")
        elif boards:
            self._add(f"Board {self._cards(boards[0])}")
        order = sorted(range(len(told.names)), key=told.seats.__getitem__)
        self._lines += map(self._summary_seat, order)

    def _summary_seat(self, index: int) -> str:
        told = self._told
        text = f"Seat {told.seats[index]}: {told.names[index]}{self._positions(index)}"
        if index in self._folded:
            return f"{text} {self._fold_words(index)}"
        won = [0] * max(1, len(self._boards))
        for award in told.awards:
            if award.player == index:
                won[award.board if award.board < len(won) else 0] += award.amount
        if not self._in_showdown():
            return f"{text} collected ({self._money(sum(won))})"
        if index not in self._shown:
            known = self._known.get(index, [])
            cards = (
                f" {self._cards(known)}" if known and all(known) and not self._shape.is_draw else ""
            )
            return f"{text} mucked{cards}"
        ends = []
        for run, amount in enumerate(won):
            words = self._words(index, run)
            outcome = f"won ({self._money(amount)})" if amount else "lost"
            ends.append(f"and {outcome}" + (f" with {words}" if words else ""))
        return f"{text} showed {self._cards(self._shown[index])} {', '.join(ends)}"

    def _positions(self, index: int) -> str:
        told = self._told
        text = " (button)" if told.seats[index] == told.button and not self._shape.is_stud else ""
        nominal = told.blinds[index]
        small, big = self._post_sizes
        if 0 < nominal < big or (nominal == small == big and index == 0):
            return text + " (small blind)"
        return text + (" (big blind)" if nominal == big > 0 else "")

    def _fold_words(self, index: int) -> str:
        street = self._folded[index]
        idle = "" if index in self._put else " (didn't bet)"
        if self._shape.is_stud:
            name = ("3rd Street", "4th Street", "5th Street", "6th Street", "River")[street]
            return f"folded on the {name}{idle}"
        if self._shape.is_draw:
            if not street:
                return f"folded before the Draw{idle}"
            ordinal = f"{_ORDINALS[street - 1]} " if self._draw_count() > 1 else ""
            return f"folded after the {ordinal}Draw"
        if not street:
            return f"folded before Flop{idle}"
        return f"folded on the {('Flop', 'Turn', 'River')[street - 1]}"

    def verify(self) -> None:
        """See that what was written adds up.

        Raises:
            UnsupportedError: It does not.
        """
        told = self._told
        pot = self._paid - self._returned
        if pot != told.total_pot:
            raise UnsupportedError(
                f"Players pay {self._money(pot)}, but the pot is {self._money(told.total_pot)}."
            )
        taken = self._rake()
        if "_cash_outs" not in self._others and self._collected + taken != pot + self._added():
            raise UnsupportedError(
                f"{self._money(self._collected)} is won and {self._money(taken)} taken of a pot of"
                f" {self._money(pot)}."
            )


_SITES = frozenset({"PokerStars", "Full Tilt", "Run It Once Poker", "PokerMaster", "PokerBros"})
# The order of what is posted.
_POST_ORDER: Final = {"ante": 0, "blind": 1, "straddle": 2, "post": 3, "dead": 3}
_VERBS: Final = {"call": "calls", "bet": "bets", "bring_in": "brings in for"}
_BOARD_STREETS: Final = {1: (0, "PRE-FLOP"), 3: (1, "FLOP"), 4: (2, "TURN"), 5: (3, "RIVER")}
# What does not stand between two cards or discards.
_UNSAID = frozenset({"show", "muck", "uncalled"})
_METHODS: Final[dict[str, Callable[[_Writer, Event], None]]] = {
    "deal": _Writer._deal,
    "board": _Writer._board,
    "fold": _Writer._fold,
    "check": _Writer._check,
    "call": _Writer._bet,
    "bet": _Writer._bet,
    "raise": _Writer._bet,
    "bring_in": _Writer._bet,
    "uncalled": _Writer._give_back,
    "discard": _Writer._discard,
    "show": _Writer._show,
    "muck": _Writer._muck,
}
