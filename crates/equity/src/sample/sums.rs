//! Results of deals at random, added up.

use crate::tally::{Answer, Tally, add_all, sum};

/// The sums over some deals.
pub(crate) struct Sums {
    pub(crate) deals: u64,
    pub(crate) combos: Vec<Vec<Tally>>,
    pub(crate) players: Vec<Tally>,
    /// The sums of the squares of each player's share.
    pub(crate) squares: Vec<f64>,
}

impl Sums {
    /// Returns empty sums of players with so many hands each.
    pub(crate) fn new(hands: impl Iterator<Item = usize>) -> Self {
        let combos: Vec<Vec<Tally>> = hands.map(|count| vec![Tally::default(); count]).collect();
        let players = combos.len();
        Self {
            deals: 0,
            combos,
            players: vec![Tally::default(); players],
            squares: vec![0.0; players],
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.deals += other.deals;
        add_all(&mut self.combos, &other.combos);
        for (own, other) in self.players.iter_mut().zip(&other.players) {
            own.add(other);
        }
        for (own, other) in self.squares.iter_mut().zip(&other.squares) {
            *own += other;
        }
    }

    pub(crate) fn errors(&self) -> Vec<f64> {
        let deals = self.deals.max(1) as f64;
        let error = |(tally, square): (&Tally, &f64)| {
            let mean = tally.share / deals;
            ((square / deals - mean * mean).max(0.0) / deals).sqrt()
        };
        self.players.iter().zip(&self.squares).map(error).collect()
    }

    pub(crate) fn answer(mut self) -> Answer {
        let errors = self.errors();
        for (combos, player) in self.combos.iter_mut().zip(&self.players) {
            // Sums that were not kept by hand are those of the only hand.
            if let [only] = combos.as_mut_slice() {
                *only = *player;
            }
            debug_assert!((sum(combos).share - player.share).abs() < 1e-6 * player.weight + 1e-9);
        }
        Answer {
            exact: false,
            deals: self.deals,
            combos: self.combos,
            players: self.players,
            errors,
        }
    }
}
