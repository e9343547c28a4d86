//! Hands of more than two cards: what shares no card with a hand, by inclusion and exclusion over its subsets.

use croupier_cards::{Card, CardSet};
use croupier_equity::runouts::binomial;

use crate::vectors::lanes::V;

const CARDS: usize = 52;

/// The subsets of the hands of both players, smaller than the hands themselves, as places in one table.
#[derive(Debug, Clone, Default)]
pub struct Subsets {
    /// How many there are of each hand.
    pub per_hand: usize,
    /// How many of them are taken away; the others, which come after them, are added.
    pub odd: usize,
    /// The places of those of each player's hands, hand by hand.
    pub places: [Vec<u32>; 2],
    /// How long the table is.
    pub table: usize,
    /// Whether the same hand of the other player is added at the end, or taken away.
    pub adds_same: bool,
}

/// Returns the places of the subsets of a hand: those of odd sizes first.
fn places(set: u64, hole: usize, out: &mut Vec<u32>) {
    let codes: Vec<usize> =
        CardSet::from_bits(set).iter().map(Card::code).map(usize::from).collect();
    for parity in [1, 0] {
        for bits in 1_u32..(1 << hole) - 1 {
            let size = bits.count_ones() as usize;
            if size % 2 != parity {
                continue;
            }
            let mut place = first_of(size);
            let mut taken = 0;
            let mut chosen: Vec<usize> =
                (0..hole).filter(|at| bits >> at & 1 == 1).map(|at| codes[at]).collect();
            chosen.sort_unstable();
            for code in chosen {
                taken += 1;
                place += binomial(code, taken) as usize;
            }
            out.push(place as u32);
        }
    }
}

/// Returns where the subsets of a size begin.
fn first_of(size: usize) -> usize {
    (1..size).map(|smaller| binomial(CARDS, smaller) as usize).sum()
}

impl Subsets {
    /// Lists the subsets of hands.
    #[must_use]
    pub fn new(hands: &[Vec<u64>; 2], hole: usize) -> Self {
        let list = |hands: &[u64]| {
            let mut out = Vec::with_capacity(hands.len() * ((1 << hole) - 2));
            hands.iter().for_each(|&hand| places(hand, hole, &mut out));
            out
        };
        let odd = (1_usize..hole).step_by(2).map(|size| binomial(hole, size) as usize).sum();
        Self {
            per_hand: (1 << hole) - 2,
            odd,
            places: [list(&hands[0]), list(&hands[1])],
            table: first_of(hole),
            adds_same: hole.is_multiple_of(2),
        }
    }

    /// Returns what takes no card of a hand of a player, but for the same hand.
    #[inline(always)]
    pub(crate) fn without(&self, sum: V, table: &[V], player: usize, hand: usize) -> V {
        let places = &self.places[player][hand * self.per_hand..(hand + 1) * self.per_hand];
        let (odd, even) = places.split_at(self.odd);
        let mut found = sum;
        for &place in odd {
            found = found.sub(table[place as usize]);
        }
        for &place in even {
            found = found.add(table[place as usize]);
        }
        found
    }

    /// Adds a hand of a player.
    #[inline(always)]
    pub(crate) fn put(&self, reach: V, table: &mut [V], player: usize, hand: usize) {
        for &place in &self.places[player][hand * self.per_hand..(hand + 1) * self.per_hand] {
            table[place as usize] = table[place as usize].add(reach);
        }
    }
}
