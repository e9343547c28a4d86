//! Hands of ranges, drawn at random.

use croupier_cards::RandomNumbers;

/// A range that hands are drawn from.
pub(crate) struct Drawn {
    pub(crate) player: usize,
    /// Sets of cards, each with the place of the hand.
    pub(crate) hands: Vec<(u64, u32)>,
    /// The sums of the weights up to each hand; empty where all weigh the same.
    cumulative: Vec<f64>,
}

impl Drawn {
    /// Draws from hands, of which those that weigh nothing are left out.
    pub(crate) fn new(player: usize, all: &[(u64, u32, f64)]) -> Self {
        let live = all.iter().filter(|(_, _, weight)| *weight > 0.0);
        let hands = live.clone().map(|&(cards, place, _)| (cards, place)).collect();
        let weights: Vec<f64> = live.map(|(_, _, weight)| *weight).collect();
        let even = weights.windows(2).all(|two| two[0] == two[1]);
        let mut total = 0.0;
        let cumulative = weights.iter().map(|weight| {
            total += weight;
            total
        });
        let cumulative = if even { Vec::new() } else { cumulative.collect() };
        Self { player, hands, cumulative }
    }

    #[inline(always)]
    /// Returns the cards and the place of a hand at random.
    pub(crate) fn draw(&self, random: &mut RandomNumbers) -> (u64, u32) {
        let place = match self.cumulative.last() {
            None => random.below(self.hands.len() as u32) as usize,
            Some(total) => {
                let point = random.fraction() * total;
                self.cumulative.partition_point(|&sum| sum <= point).min(self.hands.len() - 1)
            }
        };
        self.hands[place]
    }
}

/// Returns the cards of players with only one hand, 0 for the others, of which it returns what they draw from.
///
/// Hands that a player with only one makes impossible are left out: they would be refused again and again.
pub(crate) fn fixed_and_drawn(players: &[Vec<(u64, u32, f64)>]) -> (Vec<u64>, Vec<Drawn>) {
    let fixed: Vec<u64> = players
        .iter()
        .map(|hands| match hands.as_slice() {
            [(only, _, _)] => *only,
            _ => 0,
        })
        .collect();
    let taken = fixed.iter().fold(0, |taken, cards| taken | cards);
    let several = players.iter().enumerate().filter(|(_, hands)| hands.len() != 1);
    let drawn = several.map(|(player, hands)| {
        let live: Vec<_> = hands.iter().copied().filter(|hand| hand.0 & taken == 0).collect();
        Drawn::new(player, &live)
    });
    let drawn = drawn.collect();
    (fixed, drawn)
}
