//! Numbers of hands: how many a kind has, and which one a hand is. Computed, never looked up.

use croupier_cards::rank;

use super::{Holding, Pattern, Placed, Shape};

/// Returns the number of ways to choose `chosen` of `total`.
pub(crate) const fn choose(total: u32, chosen: u32) -> u32 {
    if chosen > total {
        return 0;
    }
    let mut ways = 1_u64;
    let mut step = 0;
    while step < chosen {
        ways = ways * (total - step) as u64 / (step + 1) as u64;
        step += 1;
    }
    ways as u32
}

/// Returns the lengths of the runs of equal multiplicities: two pair, `[2, 2, 1]`, gives `[2, 1]`.
fn runs(multiplicities: &[u8]) -> impl Iterator<Item = u32> {
    multiplicities.chunk_by(|one, other| one == other).map(|run| run.len() as u32)
}

impl Shape {
    /// Counts the different hands of a kind, without those that later kinds take away.
    pub(super) fn count_hands(&self, kind: usize) -> u32 {
        match &self.kinds[kind].pattern {
            Pattern::Groups(multiplicities) => {
                if self.is_replaced(kind, multiplicities) {
                    return 0;
                }
                let mut left = self.order.len() as u32;
                let mut all = 1;
                for run in runs(multiplicities) {
                    all *= choose(left, run);
                    left = left.saturating_sub(run);
                }
                all - self.taken[kind].len() as u32
            }
            pattern => {
                let all = self.straights(pattern).count() as u32;
                all - self.taken[kind].len() as u32
            }
        }
    }

    /// Returns how many hands of its kind are lower in rank than this one.
    fn number_within_kind(&self, placed: &Placed) -> u32 {
        let below = match &self.kinds[placed.kind].pattern {
            Pattern::Groups(multiplicities) => {
                self.number_of_groups(multiplicities, placed.positions())
            }
            pattern => {
                let top = placed.positions()[0];
                self.straights(pattern).filter(|&(other, _)| other < top).count() as u32
            }
        };
        let taken_below = self.taken[placed.kind].iter().filter(|&&taken| taken < below).count();
        below - taken_below as u32
    }

    /// Returns the number of a sequence of groups, counting from the lowest.
    ///
    /// Within a run of equal multiplicities the ranks are a set compared by its highest member
    /// first, which is the order of the combinatorial number system.
    fn number_of_groups(&self, multiplicities: &[u8], positions: &[u8]) -> u32 {
        if let ([_], &[position]) = (multiplicities, positions) {
            return u32::from(position);
        }
        let mut left = self.order.len() as u32;
        let mut used = 0_u16;
        let mut number = 0;
        let mut start = 0;
        for run in runs(multiplicities) {
            let set = &positions[start..start + run as usize];
            let within: u32 = set
                .iter()
                .enumerate()
                .map(|(index, &position)| {
                    let lower_used = (used & ((1 << position) - 1)).count_ones();
                    choose(u32::from(position) - lower_used, run - index as u32)
                })
                .sum();
            number = number * choose(left, run) + within;
            used |= set.iter().fold(0, |mask, &position| mask | 1 << position);
            left = left.saturating_sub(run);
            start += run as usize;
        }
        number
    }

    /// Tells whether a later kind has the same groups and all of the suits.
    fn is_replaced(&self, kind: usize, multiplicities: &[u8]) -> bool {
        self.kinds[kind].suits.each().all(|suited| {
            self.kinds[kind + 1..].iter().any(|later| {
                later.suits.allows(suited)
                    && matches!(&later.pattern, Pattern::Groups(other) if other == multiplicities)
            })
        })
    }

    /// Lists the numbers, within the kind as it would be alone, of the sequences that later kinds take away.
    pub(super) fn find_taken_straights(&self, kind: usize) -> Vec<u32> {
        let (pattern, suits) = (&self.kinds[kind].pattern, self.kinds[kind].suits);
        let length = pattern.card_count() as u8;
        let alone = match pattern {
            Pattern::Groups(multiplicities) => multiplicities.iter().all(|&count| count == 1),
            _ => true,
        };
        let candidates: Vec<(u32, u16)> = match pattern {
            Pattern::Groups(multiplicities) if alone => {
                // Every sequence of so many ranks, wheel included: none is the pattern's own.
                let every = Pattern::Straight { length, wheel: true };
                self.straights(&every)
                    .map(|(_, mask)| {
                        let positions: Vec<u8> = (0..rank::COUNT as u8)
                            .rev()
                            .filter(|&bit| mask >> bit & 1 == 1)
                            .collect();
                        (self.number_of_groups(multiplicities, &positions), mask)
                    })
                    .collect()
            }
            Pattern::Groups(_) => Vec::new(),
            _ => self
                .straights(pattern)
                .enumerate()
                .map(|(number, (_, mask))| (number as u32, mask))
                .collect(),
        };
        candidates
            .into_iter()
            .filter(|&(_, mask)| {
                suits.each().all(|suited| self.is_taken(kind, mask, length, suited))
            })
            .map(|(number, _)| number)
            .collect()
    }

    /// Tells whether a later kind than this one gets the hand of these distinct ranks.
    fn is_taken(&self, kind: usize, mask: u16, size: u8, suited: bool) -> bool {
        let mut counts = [0; rank::COUNT];
        for (position, count) in counts.iter_mut().enumerate() {
            *count = u8::from(mask >> position & 1 == 1);
        }
        let holding = Holding { counts, size, suited };
        self.place_holding(&holding).is_some_and(|placed| placed.kind > kind)
    }

    /// Returns the number of a hand among all hands, counting from the lowest: what lookups call its index.
    pub(crate) fn index(&self, placed: &Placed) -> u32 {
        let lower_kinds: u32 = self.sizes[..placed.kind].iter().sum();
        lower_kinds + self.number_within_kind(placed)
    }

    /// Returns the kind's rank and the hand's number within it, both counted from 1 for the best.
    pub(crate) fn standing(&self, placed: &Placed) -> (u32, u32) {
        let number = self.number_within_kind(placed);
        let better = if self.low_kinds { placed.kind } else { self.kinds.len() - 1 - placed.kind };
        let skipped = self.skipped_rank_above.is_some_and(|kind| placed.kind <= kind);
        let rank = better as u32 + 1 + u32::from(skipped);
        let ordered =
            if self.low_ranks { number } else { self.sizes[placed.kind] - 1 - number } + 1;
        (rank, ordered)
    }

    /// Returns how many different hands there are.
    #[must_use]
    pub fn hand_count(&self) -> u32 {
        self.sizes.iter().sum()
    }
}
