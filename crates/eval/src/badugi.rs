//! Badugi and its relatives: the most cards of different ranks and suits.

use croupier_cards::rank;

use crate::lanes::LaneKind;
use crate::shape::choose;

/// The kind of badugi: the cards that are good in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Badugi {
    /// Low cards, aces low.
    AceLow,
    /// Low cards, aces high.
    AceHigh,
    /// High cards, aces high.
    High,
}

/// The most cards that a badugi has: one of each suit.
pub const MAX_CARDS: usize = 4;

impl Badugi {
    /// Returns the kernel that evaluates this ranking.
    #[must_use]
    pub const fn lane(self) -> LaneKind {
        match self {
            Self::AceLow => LaneKind::BadugiAceLow,
            Self::AceHigh => LaneKind::BadugiAceHigh,
            Self::High => LaneKind::Hidugi,
        }
    }

    /// Returns the places of the ranks that a strength stands for, from the highest; the order's lowest rank is 0.
    pub(crate) fn places(self, strength: u32) -> Option<Vec<u8>> {
        let upper = (strength >> 16) as u16;
        let (size, chosen) = (upper >> 13, upper & 0x1fff);
        let chosen = if self == Self::High { chosen } else { chosen ^ 0x1fff };
        let valid = strength & 0xffff == 0
            && (1..=MAX_CARDS as u16).contains(&size)
            && chosen.count_ones() == u32::from(size);
        valid.then(|| (0..rank::COUNT as u8).rev().filter(|&bit| chosen >> bit & 1 == 1).collect())
    }

    /// Returns the rank that stands at a place.
    pub(crate) fn rank_at(self, place: u8) -> u8 {
        match self {
            Self::AceLow => (place + 12) % 13,
            Self::AceHigh | Self::High => place,
        }
    }

    /// Returns the rank (4 cards are 1) and the number within it, counted from 1 for the best.
    pub(crate) fn standing(self, strength: u32) -> Option<(u32, u32)> {
        let places = self.places(strength)?;
        let size = places.len() as u32;
        let lower: u32 = places
            .iter()
            .enumerate()
            .map(|(index, &place)| choose(u32::from(place), size - index as u32))
            .sum();
        let ordered = match self {
            Self::High => choose(rank::COUNT as u32, size) - lower,
            Self::AceLow | Self::AceHigh => lower + 1,
        };
        Some((MAX_CARDS as u32 + 1 - size, ordered))
    }
}
