//! The memory of a hand: who decided what, and a number for what a player knows.

use croupier_cards::Card;

use super::decisions::{Asked, Choice, Kind};
use super::rows::Row;
use crate::chips::Chips;
use crate::seats::{PerSeat, Seat};
use crate::state::State;

/// A decision, as everybody knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Event {
    seat: u8,
    street: u8,
    /// 1 fold, 2 check or call, 3 bring-in, 4 bet or raise; then the kind of the decision and 3.
    kind: u8,
    /// Whether others do not know yet what was decided.
    hidden: bool,
    /// Chips that were added, cards that went, or the option that was taken.
    amount: Chips,
}

/// The numbers of decisions beside bets begin here, less the number of the first of them.
const OTHERS: u8 = 3;

/// The decisions of a hand so far.
#[derive(Debug, Clone)]
#[repr(C)]
pub(super) struct Memory {
    events: Vec<Event>,
    /// How many of them were written.
    written: usize,
    /// How many rows have something in them.
    filled: usize,
    /// The first of those that others do not know yet.
    hidden: Option<usize>,
    /// A number for all that everybody knows.
    public: u64,
    /// The cards that everybody sees, and what the player who decides knows.
    seen: u64,
    key: u64,
    /// A number for all that a player knew at the last own decision, and for that decision.
    own: PerSeat<u64>,
}

impl Memory {
    pub(super) fn new(players: usize) -> Self {
        Self {
            events: Vec::new(),
            written: 0,
            filled: 0,
            hidden: None,
            public: 0,
            own: PerSeat::all(0, players),
            seen: 0,
            key: 0,
        }
    }

    /// Returns the addresses of what is not looked at.
    pub(super) fn unused(&self) -> std::ops::Range<usize> {
        self.own.unused()
    }

    /// Returns where the decisions are.
    #[inline]
    pub(super) fn place(&self) -> *const u8 {
        self.events.as_ptr().cast()
    }

    /// Forgets the last hand.
    pub(super) fn begin(&mut self, state: &State) {
        self.events.clear();
        self.written = 0;
        self.hidden = None;
        let stacks = &state.definition.starting_stacks;
        self.public = stacks.iter().fold(1, |hash, &stack| mix(hash, stack as u64));
        self.own.fill(0);
    }

    /// Finds the number of the information set of the player who decides.
    #[inline]
    pub(super) fn find_key(&mut self, state: &State, asked: &Asked) {
        if self.hidden.is_some() && state.variant.as_ref().is_none_or(|kept| kept.secret.is_none())
        {
            self.reveal();
        }
        self.seen = see_public(state);
        let held = &state.hole[asked.seat].cards;
        let own = held.iter().fold(0, |sum: u64, &card| sum.wrapping_add(number_of(card)));
        let place = (asked.seat as u64) << 16
            | (asked.kind as u64) << 8
            | state.street().unwrap_or(0) as u64;
        let known = mix(mix(self.public, self.seen), mix(own, place));
        self.key = mix(mix(self.own[asked.seat], known), see_discards(state, asked.seat));
    }

    /// Returns the number of the information set that was found.
    pub(super) const fn key(&self) -> i64 {
        self.key as i64
    }

    /// Remembers what is decided, before it is done.
    #[inline]
    pub(super) fn note(&mut self, state: &State, asked: &Asked, choice: Choice) {
        let seat = asked.seat;
        let (kind, amount) = match choice {
            Choice::Fold => (1, 0),
            Choice::Call => (2, state.checking_or_calling_amount().unwrap_or(0)),
            Choice::BringIn => (3, state.effective_bring_in().unwrap_or(0)),
            Choice::RaiseTo(to) => (4, to - state.bets[seat]),
            Choice::Other(number) => {
                let count = || Chips::from((number as u64).count_ones());
                let amount = match asked.kind {
                    Kind::Separate => 0,
                    Kind::Buy => Chips::from(number != 0),
                    Kind::Declare => number + 1,
                    kind if kind.takes_option() => number,
                    _ => count(),
                };
                (asked.kind as u8 + OTHERS, amount)
            }
        };
        let own = match choice {
            Choice::Other(number) => {
                let cards = state.cards_of_decision(asked, number).unwrap_or_default();
                let in_order = asked.kind == Kind::Separate;
                cards.iter().enumerate().fold(
                    number_of_option(asked, number),
                    |sum, (place, &card)| {
                        let part = if in_order { part_at(state, place) } else { 0 };
                        sum.wrapping_add(number_of(card).rotate_left(part))
                    },
                )
            }
            _ => amount as u64,
        };
        let hidden = state.variant.as_ref().is_some_and(|kept| kept.secret.is_some())
            && matches!(asked.kind, Kind::Declare | Kind::Expose);
        if hidden && self.hidden.is_none() {
            self.hidden = Some(self.events.len());
        }
        let event = Event {
            seat: seat as u8,
            street: state.street().unwrap_or(0) as u8,
            kind,
            hidden,
            amount,
        };
        self.events.push(event);
        self.own[seat] = mix(self.key, mix(u64::from(kind), own));
        self.public = mix(mix(self.public, self.seen), event.number());
    }

    /// Tells everybody what was decided in secret.
    #[cold]
    fn reveal(&mut self) {
        let Some(first) = self.hidden.take() else { return };
        for event in &mut self.events[first..] {
            event.hidden = false;
            self.public = mix(self.public, event.number());
        }
        self.written = self.written.min(first);
    }

    /// Writes what was decided since it was last written.
    #[inline]
    pub(super) fn write(&mut self, row: &mut Row<'_, '_>) {
        row.keys()[0] = self.key();
        row.history_lengths()[0] = self.events.len() as i64;
        let room = row.history_amounts().len();
        if room == 0 {
            return;
        }
        if self.events.len() > room {
            // The oldest are forgotten.
            let first = self.events.len() - room;
            for place in 0..room {
                put(row, place, self.events[first + place]);
            }
            self.filled = room;
        } else {
            for place in self.written..self.events.len() {
                put(row, place, self.events[place]);
            }
            if self.filled > self.events.len() {
                let (first, last) = (self.events.len(), self.filled);
                row.history()[3 * first..3 * last].fill(0);
                row.history_amounts()[first..last].fill(0);
            }
            self.filled = self.events.len();
        }
        self.written = self.events.len();
    }
}

impl Event {
    /// Returns a number for what everybody knows of it.
    fn number(self) -> u64 {
        let amount = if self.hidden { 0 } else { self.amount as u64 };
        mix(amount, u64::from(self.kind) << 16 | u64::from(self.street) << 8 | u64::from(self.seat))
    }
}

#[inline]
fn put(row: &mut Row<'_, '_>, place: usize, event: Event) {
    row.history()[3 * place..3 * place + 3].copy_from_slice(&[
        event.seat,
        event.street,
        event.kind,
    ]);
    row.history_amounts()[place] = if event.hidden { 0 } else { event.amount };
}

/// Returns a number for the option that is taken, and 0 for decisions on cards.
fn number_of_option(asked: &Asked, number: i64) -> u64 {
    match asked.kind {
        kind if kind.takes_option() => number as u64,
        Kind::Buy => u64::from(number != 0),
        _ => 0,
    }
}

/// Returns in which subset a card of a separation is, by its place in the order of the subsets.
fn part_at(state: &State, place: usize) -> u32 {
    let Some((_, separating)) = state.separating() else { return 0 };
    let mut end = 0;
    let part = separating.parts.iter().position(|&(_, count)| {
        end += count;
        place < end
    });
    part.map_or(0, |part| 1 + part as u32)
}

/// Returns a number for the cards that everybody sees.
#[inline]
fn see_public(state: &State) -> u64 {
    let several = state.definition.board_count > 1 || state.variant.is_some();
    let mut board: u64 = 0;
    for (place, entry) in state.board.iter().enumerate().filter(|(_, entry)| entry.up) {
        let turn = if several { place as u32 } else { 0 };
        board = board.wrapping_add(number_of(entry.card).rotate_left(turn));
    }
    for seat in 0..state.player_count() {
        let hole = &state.hole[seat];
        if hole.up != 0 {
            let up = hole.up_cards().fold(0, |sum: u64, card| sum.wrapping_add(number_of(card)));
            board = mix(board, up.wrapping_add(seat as u64 + 1));
        }
    }
    let Some(kept) = &state.variant else { return board };
    let hides_board = state.board.iter().any(|entry| !entry.up);
    let marked = kept.marked.filter(|_| !hides_board);
    let rank = |rank: Option<u8>| rank.map_or(0, |rank| 1 + u64::from(rank));
    let dice = kept.dice.iter().fold(0, |sum, &(_, value)| 8 * sum + u64::from(value));
    mix(board, dice << 16 | rank(marked) << 8 | rank(kept.following))
}

/// Returns a number for the cards that were thrown away and that a player knows.
#[inline]
fn see_discards(state: &State, seat: Seat) -> u64 {
    let known = known_discards(state, seat);
    known.fold(0, |sum: u64, card| sum.wrapping_add(number_of(card)))
}

/// Lists the cards that were thrown away and that a player knows.
pub(super) fn known_discards(state: &State, seat: Seat) -> impl Iterator<Item = Card> {
    let known = state.discarded.iter();
    let known = known.filter(move |entry| entry.up || entry.seat.map(Seat::from) == Some(seat));
    known.map(|entry| entry.card)
}

/// Returns a number that stands for a card.
#[inline]
fn number_of(card: Card) -> u64 {
    CARDS[usize::from(card.code())]
}

/// Mixes two numbers into one.
#[inline]
const fn mix(one: u64, other: u64) -> u64 {
    let product = (one ^ 0x9e37_79b9_7f4a_7c15) as u128 * (other ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product ^ product >> 64) as u64
}

/// Numbers for all cards, any few of which have a sum of their own.
const CARDS: [u64; 256] = {
    let mut numbers = [0; 256];
    let mut card = 0;
    while card < 256 {
        let spread = (card as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let half = (spread ^ spread >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let whole = (half ^ half >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[card] = whole ^ whole >> 31;
        card += 1;
    }
    numbers
};
