//! Rankings by shape: how often each rank is held, whether the ranks are in sequence, whether the suits agree.
//!
//! A [`Shape`] is data: the order of the ranks, and the kinds of hands from the lowest to the
//! highest. Nearly every ranking of poker is one, from two cards to seven, and users add their own.

mod library;
mod lookup;
mod number;
pub(crate) use number::choose;
mod pack;
mod wild;

pub use library::{ShapeName, SmallOrder};
pub use lookup::{Entry, StandardBoard};

use croupier_cards::{Card, rank};

use crate::category::Category;
use crate::lanes::LaneKind;

/// The most cards of a hand that is ranked by its shape.
pub const MAX_CARDS: usize = 7;

/// The suits that a kind of hand asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suits(u8);

impl Suits {
    /// Two suits or more.
    pub const MIXED: Self = Self(1);
    /// All cards of one suit.
    pub const SAME: Self = Self(2);
    /// Suits do not matter.
    pub const ANY: Self = Self(3);

    /// Makes the requirement from a list of whether all cards may be, or may not be, of one suit.
    #[must_use]
    pub fn from_suitednesses(suitednesses: impl IntoIterator<Item = bool>) -> Self {
        let bits = suitednesses.into_iter().map(|suited| Self::of(suited).0);
        Self(bits.fold(0, |all, one| all | one))
    }

    const fn of(suited: bool) -> Self {
        if suited { Self::SAME } else { Self::MIXED }
    }

    const fn allows(self, suited: bool) -> bool {
        self.0 & Self::of(suited).0 != 0
    }

    /// Lists the suitednesses that are allowed.
    fn each(self) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |&suited| self.allows(suited))
    }
}

/// The pattern of the ranks of a kind of hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// So many cards of each rank, from the most to the fewest: a full house is `[3, 2]`.
    Groups(Vec<u8>),
    /// So many ranks in sequence; with `wheel` the highest rank also plays below the lowest.
    Straight {
        /// How many ranks.
        length: u8,
        /// Whether the highest rank may stand below the lowest.
        wheel: bool,
    },
    /// The highest sequence of so many ranks.
    HighestStraight(u8),
}

/// One kind of hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub category: Category,
    /// How its ranks lie.
    pub pattern: Pattern,
    /// Which suits it asks for.
    pub suits: Suits,
}

/// A ranking by shape. Kinds are listed from low to high; a later kind takes hands away from an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The ranks of the deck, from the lowest to the highest.
    order: Vec<u8>,
    /// Where each rank stands in the order.
    positions: [Option<u8>; rank::COUNT],
    kinds: Vec<Kind>,
    /// The fewest and the most cards of a hand.
    card_counts: (usize, usize),
    /// How many different hands each kind has, once later kinds took theirs.
    sizes: Vec<u32>,
    /// The numbers, within each kind as it would be alone, of the sequences that later kinds take.
    taken: Vec<Vec<u32>>,
    /// Whether the first kinds are the best ones.
    low_kinds: bool,
    /// Whether the low ranks are the best ones within a kind.
    low_ranks: bool,
    /// The kernel that evaluates this very ranking, where there is one.
    lane: Option<LaneKind>,
    /// The weakest hand that counts, where the kernel knows weaker ones.
    floor: u32,
    /// The kind above which the numbering leaves one rank out.
    skipped_rank_above: Option<usize>,
    /// Whether the deck has ranks that no hand of this ranking has.
    other_ranks: bool,
}

/// A hand within its ranking: the kind, and the positions of the ranks that decide, most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub kind: usize,
    count: u8,
    positions: [u8; MAX_CARDS],
}

impl Placed {
    fn new(kind: usize, positions: impl IntoIterator<Item = u8>) -> Self {
        let mut placed = Self { kind, count: 0, positions: [0; MAX_CARDS] };
        for position in positions.into_iter().take(MAX_CARDS) {
            placed.push(position);
        }
        placed
    }

    /// Adds a position that decides after the others; there must be room.
    fn push(&mut self, position: u8) {
        self.positions[usize::from(self.count)] = position;
        self.count += 1;
    }

    /// Takes the last position away.
    fn pop(&mut self) {
        self.count -= 1;
        self.positions[usize::from(self.count)] = 0;
    }

    pub(crate) fn positions(&self) -> &[u8] {
        &self.positions[..usize::from(self.count)]
    }
}

/// The number of cards at each position, and whether all suits agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Holding {
    counts: [u8; rank::COUNT],
    size: u8,
    suited: bool,
}

impl Holding {
    /// Returns the multiplicities as digits of base eight, the greatest first, and the positions in that order.
    fn groups(&self) -> (u32, Placed) {
        let mut placed = Placed::new(0, []);
        let held = |position: u8| self.counts[usize::from(position)];
        for position in (0..rank::COUNT as u8).rev().filter(|&position| held(position) > 0) {
            // Behind the positions that are held as often, which are higher, or more often.
            let mut place = usize::from(placed.count);
            placed.push(position);
            while place > 0 && held(placed.positions[place - 1]) < held(position) {
                placed.positions.swap(place, place - 1);
                place -= 1;
            }
        }
        let key =
            placed.positions().iter().fold(0, |key, &position| key * 8 + u32::from(held(position)));
        (key, placed)
    }

    fn mask(&self) -> u16 {
        (0..rank::COUNT)
            .fold(0, |mask, position| mask | u16::from(self.counts[position] > 0) << position)
    }
}

fn groups_key(groups: &[u8]) -> u32 {
    groups.iter().fold(0, |key, &multiplicity| key * 8 + u32::from(multiplicity))
}

impl Shape {
    /// Makes a ranking; `order` lists rank indices from the lowest, `kinds` go from low to high.
    #[must_use]
    pub fn new(order: &[u8], kinds: Vec<Kind>) -> Self {
        let mut positions = [None; rank::COUNT];
        for (position, &rank) in order.iter().enumerate() {
            if let Some(slot) = positions.get_mut(usize::from(rank)) {
                *slot = Some(position as u8);
            }
        }
        let counts = kinds.iter().map(|kind| kind.pattern.card_count());
        let card_counts = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
        let mut shape = Self {
            order: order.to_vec(),
            positions,
            kinds,
            card_counts,
            sizes: Vec::new(),
            taken: Vec::new(),
            low_kinds: false,
            low_ranks: false,
            lane: None,
            floor: 0,
            skipped_rank_above: None,
            other_ranks: false,
        };
        let kinds = 0..shape.kinds.len();
        shape.taken = kinds.clone().map(|kind| shape.find_taken_straights(kind)).collect();
        shape.sizes = kinds.map(|kind| shape.count_hands(kind)).collect();
        shape
    }

    /// Makes the first kinds the best ones, and the low ranks within a kind.
    #[must_use]
    pub fn low(mut self) -> Self {
        self.low_kinds = true;
        self.low_ranks = true;
        self
    }

    /// Returns the kinds, from low to high.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the kernel that evaluates this very ranking, where there is one.
    #[must_use]
    pub fn lane(&self) -> Option<LaneKind> {
        self.lane
    }

    /// Tells whether low hands win.
    #[must_use]
    pub fn is_low(&self) -> bool {
        self.low_kinds
    }

    /// Tells whether low ranks win within a kind.
    #[must_use]
    pub fn has_low_ranks(&self) -> bool {
        self.low_ranks
    }

    /// Tells whether aces are the lowest cards.
    #[must_use]
    pub fn has_low_aces(&self) -> bool {
        self.positions[rank::COUNT - 1] == Some(0)
    }

    /// Returns the fewest and the most cards that a hand has.
    #[must_use]
    pub fn card_counts(&self) -> (usize, usize) {
        self.card_counts
    }

    /// Tells whether the deck of this ranking has the rank.
    #[must_use]
    pub fn has_rank(&self, rank: u8) -> bool {
        self.other_ranks || self.positions.get(usize::from(rank)).is_some_and(Option::is_some)
    }

    /// Returns the weakest strength that is a hand of this ranking.
    #[must_use]
    pub fn floor(&self) -> u32 {
        self.floor
    }

    /// Returns the rank that stands at a position.
    pub(crate) fn rank_at(&self, position: u8) -> u8 {
        self.order.get(usize::from(position)).copied().unwrap_or(0)
    }

    fn holding(&self, cards: &[Card]) -> Option<Holding> {
        let mut counts = [0_u8; rank::COUNT];
        for card in cards {
            let position = self.positions[usize::from(card.rank()?.index())]?;
            counts[usize::from(position)] += 1;
        }
        let suited = cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
        Some(Holding { counts, size: cards.len().min(255) as u8, suited })
    }

    /// Finds the kind of hand that exactly these cards are.
    ///
    /// Only ranks and whether the suits agree matter, so that cards of unknown suit can be placed.
    pub(crate) fn place(&self, cards: &[Card]) -> Option<Placed> {
        if cards.len() > MAX_CARDS {
            return None;
        }
        // Where hands are single cards and there is one kind of them, every card of the deck is one.
        if let ([card], [kind]) = (cards, self.kinds.as_slice())
            && matches!(&kind.pattern, Pattern::Groups(multiplicities) if multiplicities[..] == [1])
            && kind.suits.allows(true)
        {
            let position = self.positions[usize::from(card.rank()?.index())]?;
            return Some(Placed::new(0, [position]));
        }
        self.place_holding(&self.holding(cards)?)
    }

    fn place_holding(&self, holding: &Holding) -> Option<Placed> {
        let (key, groups) = holding.groups();
        let mask = holding.mask();
        let distinct = groups.count == holding.size;
        for (index, kind) in self.kinds.iter().enumerate().rev() {
            if !kind.suits.allows(holding.suited) {
                continue;
            }
            match &kind.pattern {
                Pattern::Groups(multiplicities) if groups_key(multiplicities) == key => {
                    return Some(Placed { kind: index, ..groups });
                }
                pattern if distinct => {
                    if let Some(top) = self.straight_top(pattern, mask) {
                        return Some(Placed::new(index, [top]));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the position of the highest rank when exactly these ranks are the sequence.
    fn straight_top(&self, pattern: &Pattern, mask: u16) -> Option<u8> {
        self.straights(pattern).find(|&(_, straight)| straight == mask).map(|(top, _)| top)
    }

    /// Lists the sequences of a pattern, each with the position of its top, from low to high.
    fn straights(&self, pattern: &Pattern) -> impl DoubleEndedIterator<Item = (u8, u16)> + use<> {
        let ranks = self.order.len();
        let (length, wheel, first) = match *pattern {
            Pattern::Straight { length, wheel } => (usize::from(length), wheel, 0),
            Pattern::HighestStraight(length) => {
                let length = usize::from(length);
                (length, false, ranks.saturating_sub(length))
            }
            Pattern::Groups(_) => (usize::MAX, false, 0),
        };
        let possible = (1..=ranks).contains(&length);
        let run = if possible { (1_u16 << length) - 1 } else { 0 };
        let wheel = (possible && wheel && length > 1 && length < ranks).then(|| {
            let mask = run >> 1 | 1 << (ranks - 1);
            (length as u8 - 2, mask)
        });
        let lowest = if possible { first } else { 1 };
        let highest = if possible { ranks - length } else { 0 };
        wheel
            .into_iter()
            .chain((lowest..=highest).map(move |low| ((low + length - 1) as u8, run << low)))
    }
}

impl Pattern {
    /// Returns how many cards a hand of this pattern has.
    #[must_use]
    pub fn card_count(&self) -> usize {
        match self {
            Self::Groups(multiplicities) => {
                multiplicities.iter().map(|&count| usize::from(count)).sum()
            }
            Self::Straight { length, .. } | Self::HighestStraight(length) => usize::from(*length),
        }
    }

    /// Returns how many ranks decide between two hands of this pattern.
    fn decider_count(&self) -> usize {
        match self {
            Self::Groups(multiplicities) => multiplicities.len(),
            Self::Straight { .. } | Self::HighestStraight(_) => 1,
        }
    }
}
