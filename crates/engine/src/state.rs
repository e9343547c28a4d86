//! The state of a hand: data, and questions about it that no phase owns.

use std::collections::VecDeque;
use std::sync::Arc;

use croupier_cards::{Card, Shuffler};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::{Chips, UNKNOWN_STACK};
use crate::definition::{Definition, Street};
use crate::hands::RankCache;
use crate::operation::Operation;
use crate::pots::{Pots, SubPot};
use crate::seats::{Seat, Seats};

/// One value for each player.
pub type PerSeat<T> = SmallVec<[T; 10]>;
/// Players in order.
pub type Order = SmallVec<[u8; 16]>;

/// What is going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Antes are posted.
    Ante,
    /// Bets are collected.
    Collect,
    /// Blinds and straddles are posted.
    Blind,
    /// Cards are burnt, discarded and dealt.
    Deal,
    /// Players bet.
    Bet,
    /// Players show or muck, and choose how often the board is run.
    Showdown,
    /// Lost hands are killed.
    Kill,
    /// Chips are pushed to the winners.
    Push,
    /// Winners pull their chips in.
    Pull,
    /// The hand is over.
    End,
}

/// The cards of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hole {
    /// The cards.
    pub cards: SmallVec<[Card; 16]>,
    /// Which of them lie face up, as bits.
    pub up: u64,
}

impl Hole {
    /// Tells whether a card lies face up.
    #[must_use]
    pub fn is_up(&self, index: usize) -> bool {
        self.up >> index & 1 == 1
    }

    /// Tells whether all cards lie face up, or there are none.
    #[must_use]
    pub fn all_up(&self) -> bool {
        self.up.count_ones() as usize == self.cards.len()
    }

    /// Lists the cards that lie face up.
    pub fn up_cards(&self) -> impl Iterator<Item = Card> {
        self.cards.iter().enumerate().filter(|(index, _)| self.is_up(*index)).map(|(_, card)| *card)
    }

    pub(crate) fn push(&mut self, card: Card, up: bool) {
        self.up |= u64::from(up) << self.cards.len();
        self.cards.push(card);
    }

    /// Takes a card out and tells whether it lay face up.
    pub(crate) fn remove(&mut self, index: usize) -> bool {
        let up = self.is_up(index);
        let below = (1_u64 << index) - 1;
        self.up = self.up & below | self.up >> 1 & !below;
        self.cards.remove(index);
        up
    }

    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.up = 0;
    }
}

/// Cards that a player is still to be dealt: how many, and which of them face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pending {
    /// Which of them face up, as bits, the next card first.
    pub up: u64,
    /// How many.
    pub count: u8,
}

impl Pending {
    pub(crate) fn push(&mut self, up: bool) {
        self.up |= u64::from(up) << self.count;
        self.count += 1;
    }

    pub(crate) fn pop(&mut self) -> bool {
        let up = self.up & 1 == 1;
        self.up >>= 1;
        self.count = self.count.saturating_sub(1);
        up
    }
}

/// The state of a hand.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct State {
    /// The game, which is kept apart from what happens in it.
    #[serde(skip, default = "Definition::nothing")]
    pub definition: Arc<Definition>,
    pub(crate) shuffler: Shuffler,
    pub phase: Phase,

    pub deck: SmallVec<[Card; 56]>,
    /// For each position of the board, the cards of all boards there.
    pub board: SmallVec<[SmallVec<[Card; 16]>; 5]>,
    pub mucked: SmallVec<[Card; 32]>,
    pub burnt: SmallVec<[Card; 16]>,
    /// For each street, the cards that were discarded.
    pub discarded: SmallVec<[SmallVec<[Card; 16]>; 5]>,
    pub active: Seats,
    pub bets: PerSeat<Chips>,
    pub stacks: PerSeat<Chips>,
    pub payoffs: PerSeat<Chips>,
    pub hole: PerSeat<Hole>,
    pub street: Option<usize>,
    pub return_street: Option<usize>,
    pub return_count: u32,
    pub all_in: bool,
    pub folded: bool,
    pub log: Vec<Operation>,
    /// Remarks on operations, by their number in the log.
    pub remarks: Vec<(usize, String)>,

    pub ante_pending: Seats,
    pub collect_pending: bool,
    pub blind_pending: Seats,
    pub burn_pending: bool,
    pub hole_pending: PerSeat<Pending>,
    /// How many hole cards are still to be dealt to anybody.
    pub(crate) hole_left: u16,
    pub board_pending: SmallVec<[u8; 8]>,
    pub draw_pending: Seats,
    /// For each street, how many hole cards were dealt to the boards instead.
    pub(crate) shared: SmallVec<[u8; 8]>,

    /// Who opened the round, or bet or raised last.
    pub opener: Option<Seat>,
    pub bring_in_pending: bool,
    pub completion_pending: bool,
    /// Who is still to act, in order.
    pub actors: Order,
    /// The largest bet or raise of the round.
    pub raise_amount: Chips,
    pub raise_count: u32,
    pub acted: Seats,
    pub short_all_ins: SmallVec<[Chips; 2]>,

    pub runout_pending: Seats,
    pub runout_count: Option<u32>,
    pub runouts_chosen: bool,
    /// Who is still to show or muck, in order.
    pub showdown: Order,
    pub kill_pending: Seats,
    pub pots: Option<Pots>,
    pub sub_pots: VecDeque<SubPot>,
    pub pushed: Chips,
    pub pull_pending: Seats,
    /// Hands that were ranked since cards last moved.
    #[serde(skip)]
    pub(crate) ranks: RankCache,
}

impl PartialEq for State {
    /// Compares what is on the table and what happened, not the randomness to come.
    fn eq(&self, other: &Self) -> bool {
        self.phase == other.phase
            && self.deck == other.deck
            && self.board == other.board
            && self.mucked == other.mucked
            && self.burnt == other.burnt
            && self.discarded == other.discarded
            && self.active == other.active
            && self.bets == other.bets
            && self.stacks == other.stacks
            && self.payoffs == other.payoffs
            && self.hole == other.hole
            && self.street == other.street
            && self.return_street == other.return_street
            && self.return_count == other.return_count
            && self.all_in == other.all_in
            && self.folded == other.folded
            && self.log == other.log
            && self.remarks == other.remarks
            && self.ante_pending == other.ante_pending
            && self.collect_pending == other.collect_pending
            && self.blind_pending == other.blind_pending
            && self.burn_pending == other.burn_pending
            && self.hole_pending == other.hole_pending
            && self.board_pending == other.board_pending
            && self.draw_pending == other.draw_pending
            && self.opener == other.opener
            && self.bring_in_pending == other.bring_in_pending
            && self.completion_pending == other.completion_pending
            && self.actors == other.actors
            && self.raise_amount == other.raise_amount
            && self.raise_count == other.raise_count
            && self.acted == other.acted
            && self.short_all_ins == other.short_all_ins
            && self.runout_pending == other.runout_pending
            && self.runout_count == other.runout_count
            && self.runouts_chosen == other.runouts_chosen
            && self.showdown == other.showdown
            && self.kill_pending == other.kill_pending
            && self.pots == other.pots
            && self.sub_pots == other.sub_pots
            && self.pushed == other.pushed
            && self.pull_pending == other.pull_pending
    }
}

impl State {
    /// Writes down everything but the game.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory cannot fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads what [`State::to_bytes`] wrote, for the same game; `None` where it is something else.
    #[must_use]
    pub fn from_bytes(definition: Arc<Definition>, bytes: &[u8]) -> Option<Self> {
        let state: Self = postcard::from_bytes(bytes).ok()?;
        let (count, streets) = (definition.player_count(), definition.streets.len());
        let seats = [state.bets.len(), state.stacks.len(), state.payoffs.len()];
        let fits = seats
            .iter()
            .chain([&state.hole.len(), &state.hole_pending.len()])
            .all(|&len| len == count)
            && state.discarded.len() == streets
            && state.board_pending.len() == definition.board_count
            && state.shared.len() == streets
            && state.street.is_none_or(|street| street < streets);
        fits.then_some(Self { definition, ..state })
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.definition.player_count()
    }

    /// Tells whether the hand is still going on.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.phase != Phase::End
    }

    /// Returns the street that is being played.
    #[must_use]
    pub fn current_street(&self) -> Option<&Street> {
        self.definition.streets.get(self.street?)
    }

    /// Tells whether the last street is being played.
    pub(crate) fn is_last_street(&self) -> bool {
        self.street.is_some_and(|street| street + 1 == self.definition.streets.len())
    }

    /// Returns how many boards there are, runs of the board included.
    #[must_use]
    pub fn board_count(&self) -> usize {
        let runs = if self.return_street.is_some() { self.runout_count.unwrap_or(1) } else { 1 };
        self.definition.board_count * runs as usize
    }

    /// Lists the cards of one board.
    pub fn board_cards(&self, board: usize) -> impl Iterator<Item = Card> {
        // Cards before the all-in are shared by all runs of a board.
        let shared = self.return_street.map_or(0, |street| self.board_cards_before(street));
        let runs = self.runout_count.unwrap_or(1).max(1) as usize;
        self.board.iter().enumerate().filter_map(move |(position, cards)| {
            let index = if position < shared { board / runs } else { board };
            cards.get(index).copied()
        })
    }

    /// Returns how many cards lie on a board when a street begins.
    pub(crate) fn board_cards_before(&self, street: usize) -> usize {
        let planned: usize =
            self.definition.streets[..street].iter().map(|street| street.board).sum();
        planned + self.shared[..street].iter().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Returns the largest bet.
    #[must_use]
    pub fn largest_bet(&self) -> Chips {
        self.bets.iter().copied().max().unwrap_or(0)
    }

    /// Returns what a player can still win or lose in this betting round.
    #[must_use]
    pub fn effective_stack(&self, seat: Seat) -> Chips {
        if self.street.is_none() || !self.active.contains(seat) {
            return 0;
        }
        self.stacks[seat].min((self.second_largest_total() - self.bets[seat]).max(0))
    }

    /// Returns what a player has in front and behind; unknown where the stack is.
    pub(crate) fn chips_of(&self, seat: Seat) -> Chips {
        let stack = self.stacks[seat];
        if stack == UNKNOWN_STACK { stack } else { stack + self.bets[seat] }
    }

    /// Returns the second largest of what active players have in front of them and behind.
    pub(crate) fn second_largest_total(&self) -> Chips {
        let (mut first, mut second) = (0, 0);
        for seat in self.active.iter() {
            let total = self.chips_of(seat);
            second = second.max(total.min(first));
            first = first.max(total);
        }
        second
    }
}
