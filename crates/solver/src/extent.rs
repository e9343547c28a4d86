//! How much there is to solve, before any of it is made.

use std::sync::Mutex;

use croupier_cards::CardSet;
use croupier_equity::runouts::binomial;
use croupier_equity::symmetry::Renaming;

use crate::SolverError;
use crate::boards::likes::stabiliser;
use crate::boards::odds::Odds;
use crate::boards::{Board, Boards, Deal, MoreContest, width};
use crate::vectors::lanes::Order;
use crate::vectors::subsets::Subsets;
use crate::walk::store::Store;

/// More boards are not looked at.
const MAX_BOARDS: u64 = 2_000_000;
/// How many strengths there are on a board for each hand of a player, as a rule.
const GROUPS: f64 = 0.3;

/// The extent of one street: boards, and vectors of each player's hands on all of them;
/// and what boards take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreetExtent {
    /// How many boards there are.
    pub boards: u64,
    /// How many vectors the hands of each player fill on all of them.
    pub vectors: [u64; 2],
    /// How many hands each player has on all of them.
    pub hands: [u64; 2],
    /// How many bytes boards and their hands take, with the odds of all-in hands.
    pub bytes: u64,
}

impl Boards<'_> {
    /// Counts everything, street by street, without making it.
    ///
    /// # Errors
    ///
    /// There are more boards than anybody could solve.
    pub fn count(&self, board: CardSet) -> Result<Vec<StreetExtent>, SolverError> {
        let mut all = 1_u64;
        let mut cards = (self.deck.len() - board.len()) as usize;
        for &deal in &self.deals {
            all = all.saturating_mul(binomial(cards, deal));
            cards -= deal.min(cards);
        }
        if all / self.symmetry.len() as u64 > MAX_BOARDS {
            let bytes = u128::from(all) * 64 * 1024;
            let needed = u64::try_from(bytes / 1_000_000).unwrap_or(u64::MAX);
            return Err(SolverError::TooLarge { needed, allowed: MAX_BOARDS / 10 });
        }
        let mut extents = vec![StreetExtent::default(); self.deals.len() + 1];
        let every = [0, 1].map(|player: usize| (0..self.hands[player].len() as u32).collect());
        self.count_from(board, &every, (0, 0, false), &self.symmetry, &mut extents);
        Ok(extents)
    }

    fn count_from(
        &self,
        board: CardSet,
        before: &[Vec<u32>; 2],
        (street, deal_count, merged_before): (usize, usize, bool),
        group: &[Renaming],
        extents: &mut [StreetExtent],
    ) {
        let all = [0, 1].map(|player: usize| self.numbers_on(board, &before[player], player));
        let merging = self.merging(group);
        let is_complete = street == self.deals.len();
        let extent = &mut extents[street];
        extent.boards += 1;
        let mut counts = [0; 2];
        for (player, all) in all.iter().enumerate() {
            let (hands, _) = self.first_ones(all, player, merging);
            extent.vectors[player] += width(&hands) as u64;
            counts[player] = hands.len() as u64;
            extent.hands[player] += counts[player];
        }
        let fixed = size_of::<Board>() + size_of::<Mutex<Store>>();
        extent.bytes += (fixed + deal_count * size_of::<Deal>() + size_of_val(merging)) as u64;
        let count = counts[0] + counts[1];
        let merged = [merged_before, merging.len() > 1];
        extent.bytes += count * self.bytes_a_hand(deal_count, merged);
        extent.bytes += (self.count_same(&all) * size_of::<[u32; 2]>()) as u64;
        if is_complete {
            extent.bytes += (GROUPS * count as f64) as u64 * size_of::<[u32; 2]>() as u64;
        }
        if self.keeps_odds(street) {
            extent.bytes += counts[0] * counts[1] * size_of::<i16>() as u64;
        }
        let Some(&deal) = self.deals.get(street) else { return };
        for orbit in self.orbits(board, deal, group) {
            let own = orbit[0].0;
            let next = CardSet::from_bits(board.bits() | own.bits());
            let rest = stabiliser(group, own);
            let step = (street + 1, orbit.len(), merging.len() > 1);
            self.count_from(next, &all, step, &rest, extents);
        }
    }

    /// Returns what a hand on a board takes, where hands on the board before are merged or not, and those on it.
    fn bytes_a_hand(&self, deal_count: usize, [before, merged]: [bool; 2]) -> u64 {
        let number = size_of::<u32>();
        // Its number and its cards.
        let mut bytes = number + size_of::<[u8; 2]>();
        // Its counterparts on the board before, and how often it counts for them.
        bytes += if self.merges() { deal_count.min(1) } else { deal_count } * number;
        if before {
            bytes += number;
        }
        // How many it stands for, and how many of these have its cards.
        if merged {
            bytes += number;
        }
        if merged || self.hole == 1 {
            bytes += size_of::<[f32; 3]>();
        }
        if self.hole > 2 {
            bytes += number * ((1 << self.hole) - 2);
        }
        bytes as u64
    }

    /// Counts the hands that both players can have.
    fn count_same(&self, all: &[Vec<u32>; 2]) -> usize {
        if self.hole == 1 {
            return 0;
        }
        let cards = |player: usize, hand: u32| self.hands[player][hand as usize].cards.bits();
        // Hands are numbered by their cards.
        let mut others = all[1].iter().map(|&hand| cards(1, hand)).peekable();
        let own = all[0].iter().map(|&hand| cards(0, hand));
        own.filter(|own| {
            while others.next_if(|other| other < own).is_some() {}
            others.peek() == Some(own)
        })
        .count()
    }
}

/// Returns how many bytes the items of a vector take.
const fn held<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}

impl Order {
    fn bytes(&self) -> usize {
        let of_subsets = |subsets: &Subsets| {
            size_of::<Subsets>() + subsets.places.iter().map(held).sum::<usize>()
        };
        self.cards.iter().map(held).sum::<usize>()
            + held(&self.same)
            + self.factors.iter().map(held).sum::<usize>()
            + held(&self.groups)
            + self.subsets.as_deref().map_or(0, of_subsets)
    }
}

impl Board {
    /// Returns how many bytes the board and all that follow take, with room for what is learnt on them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let contest = |contest: &MoreContest| {
            contest.order.bytes() + contest.places.iter().map(held).sum::<usize>()
        };
        let of_player = |player: usize| {
            held(&self.hands[player])
                + held(&self.counts[player])
                + self.factors.as_ref().map_or(0, |factors| held(&factors[player]))
                + self.deals.iter().map(|deal| held(&deal.places[player])).sum::<usize>()
        };
        size_of::<Self>()
            + size_of::<Mutex<Store>>()
            + held(&self.group)
            + held(&self.deals)
            + self.order.bytes()
            + held(&self.contests)
            + self.contests.iter().map(contest).sum::<usize>()
            + self.odds.as_ref().map_or(0, |odds: &Odds| held(&odds.counts))
            + of_player(0)
            + of_player(1)
            + self.children.iter().map(Self::bytes).sum::<usize>()
    }
}
