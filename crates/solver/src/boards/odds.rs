//! Hands that are all-in with cards to come: who wins how often, counted once over all runouts.

use croupier_equity::runouts::binomial;

use crate::SolverError;
use crate::boards::{Board, Boards, count_of};
use crate::vectors::lanes::{Kernels, V};
use crate::vectors::vector::MAX_SHORT;

/// The number of runouts on which hands of two players beat each other.
#[derive(Debug)]
pub struct Odds {
    /// For all pairs of hands, a row for each of the first player: over all hands that the second one stands for, how
    /// many runouts are won, less how many are lost.
    pub counts: Vec<i16>,
    /// How much of all runouts one of these counts is.
    unit: f32,
}

impl Odds {
    fn new(counts: &[f32], runouts: f32) -> Self {
        // Counts are whole numbers, and as a rule they are small enough to be kept as they are.
        let largest = counts.iter().fold(0.0_f32, |largest, count| largest.max(count.abs()));
        let unit = if largest > MAX_SHORT { largest / MAX_SHORT } else { 1.0 };
        let counts = counts.iter().map(|count| (count / unit).round() as i16).collect();
        Self { counts, unit: unit / runouts }
    }

    /// Adds up what each hand of a player wins of the other's, less what it loses.
    pub fn win(
        &self,
        kernels: &Kernels,
        board: &Board,
        player: usize,
        reach: &[V],
        wins: &mut [V],
    ) {
        let [rows, columns] = [0, 1].map(|player: usize| board.hands[player].len());
        if player == 0 {
            let wins = &mut wins[..rows];
            kernels.multiply(&self.counts, columns, &reach[..columns], wins);
            return kernels.scale(wins, &V::all(self.unit));
        }
        let wins = &mut wins[..columns];
        let [stand_for, stand_alone] = &board.counts;
        if stand_for.is_empty() {
            kernels.multiply_back(&self.counts, columns, &reach[..rows], wins);
        } else {
            // One hand may stand for several: reaches are multiplied by how many, and sums divided by it.
            let each = reach.iter().zip(stand_for).map(|(reach, count)| reach.mul(V::all(*count)));
            let reach: Vec<V> = each.collect();
            kernels.multiply_back(&self.counts, columns, &reach, wins);
            for (win, count) in wins.iter_mut().zip(stand_alone) {
                *win = win.mul(V::all(1.0 / count));
            }
        }
        kernels.scale(wins, &V::all(self.unit));
    }
}

impl Boards<'_> {
    /// Counts wins less losses of all pairs of hands over all runouts, and keeps them where they are needed.
    pub(crate) fn find_odds(
        &self,
        board: &mut Board,
        street: usize,
    ) -> Result<Vec<f32>, SolverError> {
        let (rows, columns) = (board.hands[0].len(), board.hands[1].len());
        let mut counts = vec![0.0_f32; rows * columns];
        for child in &mut board.children {
            let is_complete = street + 1 == self.deals.len();
            let of_child =
                if is_complete { pair_off(child) } else { self.find_odds(child, street + 1)? };
            let width = child.hands[1].len();
            let ([rows, columns_of], Some(factors)) = (child.places(0), &child.factors) else {
                continue;
            };
            for (hand, (row, &place)) in of_child.chunks_exact(width.max(1)).zip(rows).enumerate() {
                let factor = count_of(&factors[0], hand);
                let into = &mut counts[place as usize * columns..][..columns];
                for (count, &place) in row.iter().zip(columns_of) {
                    into[place as usize] += count * factor;
                }
            }
        }
        if self.keeps_odds(street) {
            let mut left = (self.deck.len() - board.cards.len()) as usize - 2 * self.hole;
            let mut runouts = 1.0;
            for &deal in &self.deals[street..] {
                runouts *= binomial(left, deal) as f32;
                left -= deal;
            }
            board.odds = Some(Odds::new(&counts, runouts));
        }
        Ok(counts)
    }
}

/// Returns for all pairs of hands on a complete board how many of those that the second stands for are beaten by the
/// first, less those that beat it.
fn pair_off(board: &Board) -> Vec<f32> {
    let order = &board.order;
    let [own_cards, other_cards] = &order.cards;
    let (rows, columns) = (own_cards.len(), other_cards.len());
    let mut counts = vec![0.0_f32; rows * columns];
    // For each card, the hands of the other with it, and how many of those that they stand for have it.
    let mut with: Vec<Vec<(u32, f32)>> = vec![Vec::new(); 64];
    for (column, cards) in other_cards.iter().enumerate() {
        let factors = order.factors[1].get(column).copied().unwrap_or([1.0; 3]);
        for (card, factor) in cards.iter().zip(&factors[1..]) {
            with[usize::from(*card)].push((column as u32, *factor));
        }
    }
    let mut signs = vec![0.0_f32; columns];
    let (mut own, mut other) = (0, 0);
    for &ends in &order.groups {
        let [own_end, other_end] = ends.map(|end| end as usize);
        signs[..other].fill(1.0);
        signs[other..other_end].fill(0.0);
        signs[other_end..].fill(-1.0);
        for row in own..own_end {
            let into = &mut counts[row * columns..][..columns];
            into.copy_from_slice(&signs);
            for (count, stands_for) in into.iter_mut().zip(&board.counts[1]) {
                *count *= stands_for;
            }
            for &card in &own_cards[row] {
                for &(column, factor) in &with[usize::from(card)] {
                    into[column as usize] -= signs[column as usize] * factor;
                }
            }
        }
        (own, other) = (own_end, other_end);
    }
    counts
}
