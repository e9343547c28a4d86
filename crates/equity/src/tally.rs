//! The answer: how often each hand of each player wins.

use crate::showdown::is_all;

/// The results of one hand of one player.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// How much weight the deals have in which the player has this hand.
    pub weight: f64,
    /// The weight of those in which the player wins all of the pot.
    pub win: f64,
    /// The weight of those in which the player wins a part of it.
    pub tie: f64,
    /// The weight of the parts of the pot that the player wins.
    pub share: f64,
}

impl Tally {
    /// Returns that of one deal.
    #[must_use]
    pub fn of(weight: f64, share: f64) -> Self {
        let all = is_all(share);
        Self {
            weight,
            win: if all { weight } else { 0.0 },
            tie: if share > 0.0 && !all { weight } else { 0.0 },
            share: weight * share,
        }
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.weight += other.weight;
        self.win += other.win;
        self.tie += other.tie;
        self.share += other.share;
    }
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// Whether every possible deal was counted.
    pub exact: bool,
    /// How many deals were looked at; 0 where a table knew them.
    pub deals: u64,
    /// The results of each player's hands, in the order in which they were given.
    pub combos: Vec<Vec<Tally>>,
    /// The results of each player.
    pub players: Vec<Tally>,
    /// The standard error of each player's mean share; 0 for exact answers.
    pub errors: Vec<f64>,
}

impl Answer {
    /// Makes an exact answer of what came of the hands.
    #[must_use]
    pub fn exact(deals: u64, combos: Vec<Vec<Tally>>) -> Self {
        let players: Vec<Tally> = combos.iter().map(|tallies| sum(tallies)).collect();
        let errors = vec![0.0; players.len()];
        Self { exact: true, deals, combos, players, errors }
    }
}

/// Adds tallies up.
#[must_use]
pub fn sum(tallies: &[Tally]) -> Tally {
    tallies.iter().fold(Tally::default(), |mut sum, tally| {
        sum.add(tally);
        sum
    })
}

/// Adds the tallies of a job to those of all.
pub(crate) fn add_all(sums: &mut [Vec<Tally>], others: &[Vec<Tally>]) {
    for (sums, others) in sums.iter_mut().zip(others) {
        for (sum, other) in sums.iter_mut().zip(others) {
            sum.add(other);
        }
    }
}
