//! Every pair of hole cards against every other before the flop, from a table.
//!
//! The table has an entry for each matchup that differs from the others by more than the names of the
//! suits or the order of the hands: 47,008 entries of two 24-bit numbers. Where a matchup stands in it
//! need not be stored: the first matchup, in the order of the pairs, that is not yet known has the next
//! entry, and makes all its images known.

use std::sync::OnceLock;

use croupier_eval::batch::PAIR_COUNT;

use super::index_of;
use super::matchups::{Counts, are_disjoint, renamed_pairs, renamings};
use super::sweep::weights;
use crate::problem::Problem;
use crate::tally::{Answer, Tally};

/// How many boards there are for two hands: five of 48 cards.
pub const BOARD_COUNT: u32 = 1_712_304;

/// How many matchups differ.
pub const CLASS_COUNT: usize = 47_008;

const BYTES_OF_NUMBER: usize = 3;
static TABLE: &[u8; CLASS_COUNT * 2 * BYTES_OF_NUMBER] = include_bytes!("preflop.bin");

/// The wins and ties of all matchups.
pub struct Matchups(Vec<Counts>);

impl Matchups {
    /// Returns the only one, which is unpacked when it is first asked for.
    pub fn get() -> &'static Self {
        static MATCHUPS: OnceLock<Matchups> = OnceLock::new();
        MATCHUPS.get_or_init(|| Self(unpack(TABLE)))
    }

    /// Returns how often a pair wins and ties against each pair; 0 where the two share a card.
    #[must_use]
    pub fn row(&self, pair: usize) -> &[Counts] {
        &self.0[pair * PAIR_COUNT..][..PAIR_COUNT]
    }
}

/// How many starting hands there are when suits do not matter.
const HAND_COUNT: usize = 169;

/// The starting hands, which are pairs of cards up to the names of suits, against each other.
struct Hands {
    /// Which of them each pair of cards is.
    of_pair: Vec<u8>,
    /// A pair of cards of each.
    example: Vec<usize>,
    /// For any pair of cards of one against all of another: wins, ties and how many pairs there are.
    against: Vec<[f64; 3]>,
}

impl Hands {
    fn get() -> &'static Self {
        static HANDS: OnceLock<Hands> = OnceLock::new();
        HANDS.get_or_init(|| {
            let images: Vec<Vec<u16>> = renamings().into_iter().map(renamed_pairs).collect();
            let mut of_pair = vec![u8::MAX; PAIR_COUNT];
            let mut example = Vec::with_capacity(HAND_COUNT);
            for pair in 0..PAIR_COUNT {
                if of_pair[pair] == u8::MAX {
                    for image in &images {
                        of_pair[usize::from(image[pair])] = example.len() as u8;
                    }
                    example.push(pair);
                }
            }
            let mut against = vec![[0.0; 3]; HAND_COUNT * HAND_COUNT];
            for (hand, &pair) in example.iter().enumerate() {
                let row = Matchups::get().row(pair);
                let others = (0..PAIR_COUNT).filter(|&other| are_disjoint(pair, other));
                for other in others {
                    let sums = &mut against[hand * HAND_COUNT + usize::from(of_pair[other])];
                    let (wins, ties) = row[other];
                    sums[0] += f64::from(wins);
                    sums[1] += f64::from(ties);
                    sums[2] += 1.0;
                }
            }
            Self { of_pair, example, against }
        })
    }

    /// Returns the weight of each starting hand for both players, if suits do not matter in their ranges.
    fn weights(&self, weights: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
        let of_hands: Vec<[f64; 2]> = self.example.iter().map(|&pair| weights[pair]).collect();
        let pairs = self.of_pair.iter().zip(weights);
        let same = |(&hand, weight): (&u8, &[f64; 2])| of_hands[usize::from(hand)] == *weight;
        pairs.into_iter().all(same).then_some(of_hands)
    }
}

/// Against how much weight of the other player's a pair wins, ties and is possible.
type Against = [f64; 3];

/// Answers a question of two players with two hole cards each and nothing on the board.
#[must_use]
pub fn solve(problem: &Problem) -> Answer {
    let weights = weights(problem);
    let hands = Hands::get();
    let sums = match hands.weights(&weights) {
        Some(weights) => by_hands(hands, &weights),
        None => by_pairs(&weights),
    };
    let combos = [0, 1].map(|player| {
        let tally = |pair: Option<usize>, weight: f64| {
            let sums = pair.map_or([0.0; 3], |pair| sums[player][pair]);
            let [win, tie, all] = sums.map(|sum| sum * weight);
            Tally { weight: all, win, tie, share: win + tie / 2.0 }
        };
        let combos = problem.players[player].iter();
        combos.map(|combo| tally(index_of(combo.cards), combo.weight)).collect()
    });
    Answer::exact(0, combos.into())
}

fn by_hands(hands: &Hands, weights: &[[f64; 2]]) -> [Vec<Against>; 2] {
    [1, 0].map(|other| {
        let of_hand = |row: &[[f64; 3]]| {
            let mut sums = [0.0; 3];
            for (counts, weights) in row.iter().zip(weights) {
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += count * weights[other];
                }
            }
            sums[2] *= f64::from(BOARD_COUNT);
            sums
        };
        let of_hands: Vec<Against> = hands.against.chunks_exact(HAND_COUNT).map(of_hand).collect();
        hands.of_pair.iter().map(|&hand| of_hands[usize::from(hand)]).collect()
    })
}

fn by_pairs(weights: &[[f64; 2]]) -> [Vec<Against>; 2] {
    let held = |player: usize| -> Vec<(usize, f64)> {
        let pairs = weights.iter().enumerate();
        pairs.map(|(pair, weight)| (pair, weight[player])).filter(|held| held.1 > 0.0).collect()
    };
    let held = [held(0), held(1)];
    [1, 0].map(|other| {
        let mut sums = vec![[0.0; 3]; PAIR_COUNT];
        for &(pair, _) in &held[1 - other] {
            let row = Matchups::get().row(pair);
            let (mut win, mut tie, mut all) = (0.0, 0.0, 0.0);
            for &(against, weight) in &held[other] {
                let (wins, ties) = row[against];
                win += weight * f64::from(wins);
                tie += weight * f64::from(ties);
                // A hand never loses on every board, so this is whether the two share a card.
                all += if wins + ties > 0 { weight } else { 0.0 };
            }
            sums[pair] = [win, tie, all * f64::from(BOARD_COUNT)];
        }
        sums
    })
}

/// Calls back with each matchup that is the first of its class, and with all images of it.
fn visit(mut first: impl FnMut(usize, usize), mut image: impl FnMut(usize, usize)) {
    let images: Vec<Vec<u16>> = renamings().into_iter().map(renamed_pairs).collect();
    let mut known = vec![false; PAIR_COUNT * PAIR_COUNT];
    for own in 0..PAIR_COUNT {
        for other in own + 1..PAIR_COUNT {
            if known[own * PAIR_COUNT + other] || !are_disjoint(own, other) {
                continue;
            }
            first(own, other);
            for renamed in &images {
                let (own, other) = (usize::from(renamed[own]), usize::from(renamed[other]));
                known[own * PAIR_COUNT + other] = true;
                known[other * PAIR_COUNT + own] = true;
                image(own, other);
            }
        }
    }
}

fn unpack(table: &[u8]) -> Vec<Counts> {
    let mut entries = table.chunks_exact(2 * BYTES_OF_NUMBER).map(|entry| {
        let number = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], 0]);
        (number(0), number(BYTES_OF_NUMBER))
    });
    let mut matchups = vec![(0, 0); PAIR_COUNT * PAIR_COUNT];
    let current = std::cell::Cell::new((0, 0));
    visit(
        |_, _| current.set(entries.next().unwrap_or_default()),
        |own, other| {
            let (wins, ties) = current.get();
            matchups[own * PAIR_COUNT + other] = (wins, ties);
            matchups[other * PAIR_COUNT + own] = (BOARD_COUNT.saturating_sub(wins + ties), ties);
        },
    );
    matchups
}

/// Packs what [`super::matchups::compute`] found into the bytes of the table.
#[must_use]
pub fn pack(matchups: &[Counts]) -> Vec<u8> {
    let mut table = Vec::with_capacity(TABLE.len());
    visit(
        |own, other| {
            let (wins, ties) = matchups[own * PAIR_COUNT + other];
            for number in [wins, ties] {
                table.extend_from_slice(&number.to_le_bytes()[..BYTES_OF_NUMBER]);
            }
        },
        |_, _| {},
    );
    table
}

#[cfg(test)]
mod tests {
    use super::super::index_of;
    use super::super::matchups::compute;
    use super::*;
    use croupier_cards::{CardSet, parse};

    fn counts(own: &str, other: &str) -> Counts {
        let pair = |text| index_of(CardSet::from_iter(parse::cards(text).unwrap())).unwrap();
        Matchups::get().row(pair(own))[pair(other)]
    }

    #[test]
    fn known_matchups() {
        assert_eq!(counts("AhAs", "KdKc"), (1_388_072, 6_538));
        assert_eq!(counts("KdKc", "AhAs"), (317_694, 6_538));
        assert_eq!(counts("AhKh", "QsQd"), (787_966, 6_732));
        assert_eq!(counts("2h2d", "AsKs"), (849_322, 10_775));
        assert_eq!(counts("AsAh", "AdAc"), (37_210, 1_637_884));
        assert_eq!(counts("AsAh", "AsAc"), (0, 0));
    }

    #[test]
    fn all_matchups_add_up() {
        let sum = |number: fn(&Counts) -> u32| {
            Matchups::get().0.iter().map(|counts| u64::from(number(counts))).sum::<u64>()
        };
        assert_eq!(sum(|counts| counts.0), 1_334_125_369_292);
        assert_eq!(sum(|counts| counts.1), 113_130_263_816);
    }

    #[test]
    #[ignore = "takes long"]
    fn the_table_is_what_is_computed() {
        assert!(pack(&compute()) == TABLE);
    }
}
