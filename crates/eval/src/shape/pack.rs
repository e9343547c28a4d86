//! A placed hand as one number that compares, and back.
//!
//! Rankings with a lane kernel have the kernel's number (see [`crate::lanes`]). All others have the
//! kind in the upper bits and the deciding ranks as digits below, so that a number can always be
//! read back as words.

use super::{Placed, Shape};
use crate::category::Category;
use crate::lanes::LaneKind;

/// The base of the digits: one more than the highest position.
const BASE: u32 = 13;
/// The bits of the digits: 13 to the power of 7 fits.
const DIGIT_BITS: u32 = 26;
const RANK_MASK: u16 = 0x1fff;

impl Shape {
    /// Packs a hand; larger is better and nothing is 0.
    pub(crate) fn pack(&self, placed: &Placed) -> u32 {
        let highest = self.order.len() as u32 - 1;
        let digits = placed.positions().iter().fold(0, |digits, &position| {
            let position = u32::from(position);
            digits * BASE + if self.low_ranks { highest - position } else { position }
        });
        let kind = if self.low_kinds { self.kinds.len() - 1 - placed.kind } else { placed.kind };
        (kind as u32 + 1) << DIGIT_BITS | digits
    }

    /// Reads a strength back; `None` where no hand has it.
    pub(crate) fn unpack(&self, strength: u32) -> Option<Placed> {
        match self.lane {
            Some(lane) => self.unpack_lane(lane, strength),
            None => self.unpack_digits(strength),
        }
    }

    fn unpack_digits(&self, strength: u32) -> Option<Placed> {
        let kind = (strength >> DIGIT_BITS).checked_sub(1)? as usize;
        let kind = if self.low_kinds { self.kinds.len().checked_sub(kind + 1)? } else { kind };
        let highest = self.order.len() as u32 - 1;
        let count = self.kinds.get(kind)?.pattern.decider_count();
        let mut digits = strength & ((1 << DIGIT_BITS) - 1);
        let mut positions = vec![0; count];
        for slot in positions.iter_mut().rev() {
            let digit = digits % BASE;
            digits /= BASE;
            *slot = if self.low_ranks { highest.checked_sub(digit)? } else { digit } as u8;
            if u32::from(*slot) > highest {
                return None;
            }
        }
        (digits == 0).then(|| Placed::new(kind, positions))
    }

    fn unpack_lane(&self, lane: LaneKind, strength: u32) -> Option<Placed> {
        let (category, first, second) = match lane {
            LaneKind::High | LaneKind::ShortDeck => high_parts(lane, strength)?,
            LaneKind::DeuceToSeven | LaneKind::AceToSix => high_parts(lane, !strength)?,
            LaneKind::AceToFive => ace_to_five_parts(strength)?,
            _ => return None,
        };
        let kind = self.kinds.iter().position(|kind| kind.category == category)?;
        let ranks = descending(first).chain(descending(second));
        let positions: Option<Vec<u8>> = match lane {
            // These lanes already count the ace as the lowest position.
            LaneKind::AceToFive | LaneKind::AceToSix => Some(ranks.collect()),
            _ => ranks.map(|rank| self.positions[usize::from(rank)]).collect(),
        };
        let placed = Placed::new(kind, positions?);
        (placed.positions().len() == self.kinds[kind].pattern.decider_count()).then_some(placed)
    }
}

fn descending(mask: u16) -> impl Iterator<Item = u8> {
    (0..16).rev().filter(move |bit| mask >> bit & 1 == 1)
}

/// Splits a strength of the high lanes into the kind, the ranks that decide first, and the kickers.
fn high_parts(lane: LaneKind, strength: u32) -> Option<(Category, u16, u16)> {
    let (upper, kickers) = ((strength >> 16) as u16, strength as u16 & RANK_MASK);
    let (code, primary) = (upper >> 13, upper & RANK_MASK);
    let (flush, full_house) = if lane == LaneKind::ShortDeck { (5, 4) } else { (4, 5) };
    // A sequence is one bit that says where it begins: bit 0 is the wheel, whose top is the five.
    let straight_top = || (primary.count_ones() == 1 && primary < 1 << 10).then_some(primary << 3);
    Some(match code {
        0 if primary == 0 => (Category::HighCard, 0, kickers),
        0 => (Category::OnePair, primary, kickers),
        1 => (Category::TwoPair, primary, kickers),
        2 => (Category::ThreeOfAKind, primary, kickers),
        3 => (Category::Straight, straight_top()?, 0),
        6 => (Category::FourOfAKind, primary, kickers),
        7 if primary == 1 << 9 && lane != LaneKind::AceToSix => {
            (Category::RoyalFlush, straight_top()?, 0)
        }
        7 => (Category::StraightFlush, straight_top()?, 0),
        code if code == flush => (Category::Flush, 0, kickers),
        code if code == full_house => (Category::FullHouse, primary, kickers),
        _ => return None,
    })
}

/// Splits a strength of the ace-to-five lane.
fn ace_to_five_parts(strength: u32) -> Option<(Category, u16, u16)> {
    let upper = (strength >> 16) as u16;
    let primary = !upper & RANK_MASK;
    let kickers = !(strength as u16) & RANK_MASK;
    let category = match upper >> 13 {
        5 => Category::HighCard,
        4 => Category::OnePair,
        3 => Category::TwoPair,
        2 => Category::ThreeOfAKind,
        1 => Category::FullHouse,
        0 => Category::FourOfAKind,
        _ => return None,
    };
    Some((category, primary, kickers))
}
