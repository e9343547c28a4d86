//! Rankings that add hands of their own to the usual ones: Canadian stud, Quick Quads, New England.
//!
//! Each is one function of how often every rank is held and which ranks one suit holds. The
//! numbers of hands follow from trying all of those, the first time that somebody asks.

mod new_england;
mod quick_quads;
mod soko;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use croupier_cards::{Card, CardSet, Rank, rank};

use crate::category::Category;
use crate::describe::{dashed, describe_category, with_kickers};

/// The base of the digits that a strength has below its kind.
const BASE: u32 = 13;
const DIGIT_COUNT: usize = 7;
const DIGIT_BITS: u32 = 26;

/// The name of a ranking with hands of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialName {
    /// Canadian stud: four-card flushes and straights lie between a pair and two pair.
    Soko,
    /// Three of a kind with two cards that add up to it are four of a kind.
    QuickQuads,
    /// All seven cards count.
    NewEngland,
}

/// A ranking with hands of its own.
#[derive(Debug)]
pub struct Special {
    name: SpecialName,
    strengths: OnceLock<Vec<u32>>,
}

/// The cards of a hand: how often each rank is held, and the ranks of the longest suit.
#[derive(Debug, Clone, Copy)]
struct Cards {
    counts: [u8; rank::COUNT],
    /// The ranks of the suit that has enough cards to matter, or none.
    suited: u16,
}

/// A kind of hand (0 is the best) and the numbers that decide within it, most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpecialHand {
    pub kind: u8,
    pub deciders: [u8; DIGIT_COUNT],
    pub count: u8,
}

impl SpecialHand {
    fn new(kind: usize, deciders: impl IntoIterator<Item = u8>) -> Self {
        let mut hand = Self { kind: kind as u8, deciders: [0; DIGIT_COUNT], count: 0 };
        for (slot, decider) in hand.deciders.iter_mut().zip(deciders) {
            *slot = decider;
            hand.count += 1;
        }
        hand
    }

    pub(crate) fn deciders(&self) -> &[u8] {
        &self.deciders[..usize::from(self.count)]
    }
}

impl Cards {
    fn mask(&self) -> u16 {
        (0..rank::COUNT).fold(0, |mask, rank| mask | u16::from(self.counts[rank] > 0) << rank)
    }

    /// Lists the ranks that are held so often, from the highest.
    fn held(&self, times: u8) -> impl Iterator<Item = u8> {
        let counts = self.counts;
        (0..rank::COUNT as u8).rev().filter(move |&rank| counts[usize::from(rank)] == times)
    }

    /// Returns the multiplicities from the greatest as decimal digits: a full house is 32.
    fn pattern(&self) -> u32 {
        (1..=4).rev().fold(0, |pattern, times| {
            self.held(times).fold(pattern, |pattern, _| pattern * 10 + u32::from(times))
        })
    }

    /// Lists the ranks by how often they are held, then from the highest.
    fn by_count(&self) -> impl Iterator<Item = u8> {
        (1..=4).rev().flat_map(|times| self.held(times))
    }

    /// Lists the ranks of the cards that are left without one card of each of these ranks, from the highest.
    fn without(&self, ranks: u16) -> impl Iterator<Item = u8> {
        let counts = self.counts;
        (0..rank::COUNT as u8).rev().flat_map(move |rank| {
            let taken = (ranks >> rank & 1) as u8;
            std::iter::repeat_n(rank, usize::from(counts[usize::from(rank)].saturating_sub(taken)))
        })
    }
}

/// Returns the top rank and the ranks of the highest sequence; the ace is also below the deuce.
fn highest_run(mask: u16, length: u32) -> Option<(u8, u16)> {
    let run = (1_u16 << length) - 1;
    let ordinary = (0..=rank::COUNT as u32 - length).rev().find_map(|low| {
        (mask >> low & run == run).then_some(((low + length - 1) as u8, run << low))
    });
    let wheel = run >> 1 | 1 << (rank::COUNT - 1);
    ordinary.or_else(|| (mask & wheel == wheel).then_some((length as u8 - 2, wheel)))
}

fn descending(mask: u16) -> impl Iterator<Item = u8> {
    (0..rank::COUNT as u8).rev().filter(move |&rank| mask >> rank & 1 == 1)
}

impl Special {
    /// Returns the ranking of this name.
    #[must_use]
    pub const fn new(name: SpecialName) -> Self {
        Self { name, strengths: OnceLock::new() }
    }

    /// Returns how many cards a hand has.
    #[must_use]
    pub const fn card_count(&self) -> usize {
        match self.name {
            SpecialName::NewEngland => 7,
            SpecialName::Soko | SpecialName::QuickQuads => 5,
        }
    }

    /// Returns how many cards of a suit begin to matter.
    const fn suit_length(&self) -> u32 {
        match self.name {
            SpecialName::Soko => 4,
            SpecialName::QuickQuads | SpecialName::NewEngland => 5,
        }
    }

    /// Returns the kinds of hands, from the best.
    #[must_use]
    pub const fn categories(&self) -> &'static [Category] {
        match self.name {
            SpecialName::Soko => soko::CATEGORIES,
            SpecialName::QuickQuads => quick_quads::CATEGORIES,
            SpecialName::NewEngland => new_england::CATEGORIES,
        }
    }

    fn classify(&self, cards: &Cards) -> SpecialHand {
        match self.name {
            SpecialName::Soko => soko::classify(cards),
            SpecialName::QuickQuads => quick_quads::classify(cards),
            SpecialName::NewEngland => new_england::classify(cards),
        }
    }

    /// Returns the strength of distinct natural cards, as many as a hand has.
    pub(crate) fn evaluate(&self, cards: &[Card]) -> u32 {
        let mut counts = [0; rank::COUNT];
        for rank in cards.iter().filter_map(|card| card.rank()) {
            counts[usize::from(rank.index())] += 1;
        }
        let masks = CardSet::from_iter(cards.iter().copied()).suit_masks();
        let longest = masks.into_iter().max_by_key(|mask| mask.count_ones()).unwrap_or(0);
        let suited = if longest.count_ones() >= self.suit_length() { longest } else { 0 };
        self.pack(&self.classify(&Cards { counts, suited }))
    }

    fn pack(&self, hand: &SpecialHand) -> u32 {
        let digits = hand.deciders.iter().fold(0, |digits, &rank| digits * BASE + u32::from(rank));
        ((self.categories().len() - usize::from(hand.kind)) as u32) << DIGIT_BITS | digits
    }

    /// Reads a strength back; `None` where no hand has it.
    pub(crate) fn unpack(&self, strength: u32) -> Option<SpecialHand> {
        self.strengths().binary_search(&strength).ok()?;
        let kind = self.categories().len() - (strength >> DIGIT_BITS) as usize;
        let mut digits = strength & ((1 << DIGIT_BITS) - 1);
        let mut hand = SpecialHand::new(kind, []);
        for slot in hand.deciders.iter_mut().rev() {
            *slot = (digits % BASE) as u8;
            digits /= BASE;
        }
        hand.count = DIGIT_COUNT as u8;
        Some(hand)
    }

    /// Returns the kind's rank and the hand's number within it, both counted from 1 for the best.
    pub(crate) fn standing(&self, strength: u32) -> Option<(u32, u32)> {
        let strengths = self.strengths();
        strengths.binary_search(&strength).ok()?;
        let kind = strength >> DIGIT_BITS;
        let better = strengths.partition_point(|&other| other >> DIGIT_BITS <= kind)
            - strengths.partition_point(|&other| other <= strength);
        Some((self.categories().len() as u32 - kind + 1, better as u32 + 1))
    }

    /// Returns the strengths of all hands, ascending.
    fn strengths(&self) -> &[u32] {
        self.strengths.get_or_init(|| {
            let mut found = BTreeSet::new();
            self.visit([0; rank::COUNT], 0, self.card_count(), &mut found);
            found.into_iter().collect()
        })
    }

    fn visit(
        &self,
        counts: [u8; rank::COUNT],
        from: usize,
        left: usize,
        found: &mut BTreeSet<u32>,
    ) {
        if left == 0 {
            let cards = Cards { counts, suited: 0 };
            found.insert(self.pack(&self.classify(&cards)));
            if self.name == SpecialName::QuickQuads {
                found.extend(quick_quads::kept_place(&cards).map(|hand| self.pack(&hand)));
            }
            let (mask, in_every_suit) =
                (cards.mask(), cards.held(4).fold(0, |mask, rank| mask | 1_u16 << rank));
            // Every subset of the ranks that one suit could hold.
            let mut suited = mask;
            while suited != 0 {
                if suited.count_ones() >= self.suit_length()
                    && suited & in_every_suit == in_every_suit
                {
                    found.insert(self.pack(&self.classify(&Cards { counts, suited })));
                }
                suited = (suited - 1) & mask;
            }
            return;
        }
        for rank in from..rank::COUNT {
            if counts[rank] < 4 {
                let mut next = counts;
                next[rank] += 1;
                self.visit(next, rank, left - 1, found);
            }
        }
    }
}

/// Finds the straight, the flush or the straight flush that five cards are.
fn straight_or_flush(categories: &[Category], cards: &Cards) -> Option<SpecialHand> {
    let flush = cards.suited.count_ones() == 5;
    let category = match (highest_run(cards.mask(), 5), flush) {
        (Some((12, _)), true) => Category::RoyalFlush,
        (Some(_), true) => Category::StraightFlush,
        (Some(_), false) => Category::Straight,
        (None, true) => Category::Flush,
        (None, false) => return None,
    };
    let kind = place_of(categories, category);
    Some(match highest_run(cards.mask(), 5) {
        Some((top, _)) => SpecialHand::new(kind, [top]),
        None => SpecialHand::new(kind, descending(cards.suited)),
    })
}

/// Finds the usual kind of a five-card hand that is neither a straight nor a flush.
fn paired_category(pattern: u32) -> Category {
    match pattern {
        41 => Category::FourOfAKind,
        32 => Category::FullHouse,
        311 => Category::ThreeOfAKind,
        221 => Category::TwoPair,
        2111 => Category::OnePair,
        _ => Category::HighCard,
    }
}

/// Returns the place of a kind in a list; the last place where it is not there.
fn place_of(categories: &[Category], category: Category) -> usize {
    categories.iter().position(|&other| other == category).unwrap_or(categories.len() - 1)
}

impl Special {
    /// Describes a hand by its kind and all of its deciders, unused ones being zero.
    pub(crate) fn describe(&self, category: Category, deciders: &[u8]) -> String {
        let ranks = |deciders: &[u8]| -> Vec<Rank> {
            deciders.iter().filter_map(|&index| Rank::from_index(index)).collect()
        };
        let count = self.decider_count(category);
        match (self.name, category) {
            (SpecialName::QuickQuads, Category::FourOfAKind) => {
                quick_quads::describe(&ranks(deciders), deciders[1])
            }
            (_, Category::FourFlush | Category::LongFlush)
            | (SpecialName::NewEngland, Category::Flush) => {
                let suited = match category {
                    Category::FourFlush => 4,
                    Category::LongFlush => 6,
                    _ => 5,
                };
                let hand = format!(
                    "{}, {}",
                    category.label().to_lowercase(),
                    dashed(ranks(&deciders[..suited]))
                );
                with_kickers(hand, &ranks(&deciders[suited..count]))
            }
            _ => describe_category(category, &ranks(&deciders[..count])),
        }
    }

    /// Returns how many numbers decide between two hands of this kind.
    fn decider_count(&self, category: Category) -> usize {
        let seven = self.name == SpecialName::NewEngland;
        match category {
            Category::RoyalFlush | Category::GrandStraight | Category::GrandStraightFlush => 1,
            Category::Straight | Category::StraightFlush => 1 + if seven { 2 } else { 0 },
            Category::FourStraight | Category::LongStraight | Category::LongStraightFlush => 2,
            Category::Palace => 2,
            Category::FourFlush => 5,
            Category::Mansion | Category::Hotel | Category::Villa => 3,
            Category::ThreePair => 4,
            Category::GrandFlush | Category::LongFlush => 7,
            Category::Flush => {
                if seven {
                    7
                } else {
                    5
                }
            }
            Category::FullHouse | Category::FourOfAKind => {
                if seven {
                    4
                } else {
                    2
                }
            }
            Category::ThreeOfAKind | Category::TwoPair => {
                if seven {
                    5
                } else {
                    3
                }
            }
            Category::OnePair => {
                if seven {
                    6
                } else {
                    4
                }
            }
            Category::HighCard => {
                if seven {
                    7
                } else {
                    5
                }
            }
            Category::FiveOfAKind => 1,
        }
    }
}
