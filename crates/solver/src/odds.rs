//! Hands that are all-in with cards to come: who wins how often, counted once over all runouts.

use croupier_equity::runouts::binomial;

use crate::SolverError;
use crate::boards::{Board, Boards};

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
            for ((row, &place), factor) in
                of_child.chunks_exact(width.max(1)).zip(rows).zip(&factors[0])
            {
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
            let own: Vec<f32> = counts.iter().map(|count| count / runouts).collect();
            let mut other = vec![0.0; own.len()];
            // What all hands win of one that stands for several, all of these win of one of them.
            for (row, values) in own.chunks_exact(columns.max(1)).enumerate() {
                for (column, value) in values.iter().enumerate() {
                    let factor = board.counts[0][row] / board.counts[1][column];
                    other[column * rows + row] = -value * factor;
                }
            }
            board.odds = [own, other];
        }
        Ok(counts)
    }
}

/// Returns for all pairs of hands on a complete board how many of those that the second stands for are beaten by the
/// first, less those that beat it.
fn pair_off(board: &Board) -> Vec<f32> {
    let order = &board.orders[0];
    let (rows, columns) = (order.own.len(), order.other.len());
    let mut counts = vec![0.0_f32; rows * columns];
    // For each card, the hands of the other with it, and how many of those that they stand for have it.
    let mut with: Vec<Vec<(u32, f32)>> = vec![Vec::new(); 64];
    for (column, cards) in order.other.iter().enumerate() {
        let factors = order.factors.get(column).copied().unwrap_or([1.0; 3]);
        for (card, factor) in cards.iter().zip(&factors[1..]) {
            with[usize::from(*card)].push((column as u32, *factor));
        }
    }
    let mut signs = vec![0.0_f32; columns];
    let (mut own, mut other) = (0, 0);
    for &(own_end, other_end) in &order.groups {
        let (own_end, other_end) = (own_end as usize, other_end as usize);
        signs[..other].fill(1.0);
        signs[other..other_end].fill(0.0);
        signs[other_end..].fill(-1.0);
        for row in own..own_end {
            let into = &mut counts[row * columns..][..columns];
            for ((count, sign), stands_for) in into.iter_mut().zip(&signs).zip(&board.counts[1]) {
                *count = sign * stands_for;
            }
            for &card in &order.own[row] {
                for &(column, factor) in &with[usize::from(card)] {
                    into[column as usize] -= signs[column as usize] * factor;
                }
            }
            if let Some(count) = into.get_mut(order.same[row] as usize) {
                *count += signs[order.same[row] as usize];
            }
        }
        (own, other) = (own_end, other_end);
    }
    counts
}
