//! The expected payoffs of all-in hands, for Python.

use croupier_cards::Card;
use croupier_engine::{Cards, Chips, Seat, Seats};
use croupier_equity::all_in::{Ratio, Showdown, Won};
use croupier_equity::contest::Contest;
use pyo3::prelude::*;

use crate::cards;
use crate::hands::rankings::Ranking;
use crate::hands::selections::Selection;

/// The amounts that a player won: net, gross and out of the pots.
pub type Amounts = (Chips, Chips, Chips);

/// The showdown of a game, for hands in which nobody could act any more.
#[pyclass(frozen, module = "croupier._native")]
pub struct AllInShowdown(pub Showdown);

#[pymethods]
impl AllInShowdown {
    /// Take the deck, how many hole and board cards there are in the end, and what is compared.
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(
        deck: &Bound<'_, PyAny>,
        counts: (usize, usize),
        contests: Vec<(Bound<'_, Ranking>, Bound<'_, Selection>)>,
    ) -> PyResult<Self> {
        let (hole_count, board_count) = counts;
        let contest = |(ranking, selection): &(Bound<'_, Ranking>, Bound<'_, Selection>)| {
            let rule = selection.get().rule.clone();
            Contest::new(ranking.get().core, rule, hole_count, board_count)
        };
        Ok(Self(Showdown {
            deck: cards::extract_set(Some(deck))?,
            hole_count,
            board_count,
            contests: contests.iter().map(contest).collect(),
        }))
    }

    /// Return how much more than they won players could expect, as fractions of units; none if that is not known.
    #[allow(clippy::needless_pass_by_value)]
    fn find_luck<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        hands: Vec<(Seat, Bound<'py, PyAny>)>,
        pots: Vec<(Chips, Vec<Seat>)>,
        amounts: Vec<Amounts>,
    ) -> PyResult<Option<Vec<Ratio>>> {
        let board: Vec<Card> = cards::extract(board)?.into_iter().collect();
        let read = |(seat, held): &(Seat, Bound<'py, PyAny>)| {
            let held: Cards = cards::extract(held)?.into_iter().collect();
            Ok((*seat, held))
        };
        let hands = hands.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        let pots: Vec<(Chips, Seats)> = pots
            .iter()
            .map(|(pot, seats)| (*pot, Seats::of(amounts.len(), |seat| seats.contains(&seat))))
            .collect();
        Ok(find_luck(&self.0, &board, &hands, &pots, &amounts))
    }
}

/// Returns how much more than they won players could expect, as fractions of units.
pub fn find_luck(
    showdown: &Showdown,
    board: &[Card],
    hands: &[(Seat, Cards)],
    pots: &[(Chips, Seats)],
    amounts: &[Amounts],
) -> Option<Vec<Ratio>> {
    let won = |&(net, gross, received): &Amounts| Won { net, gross, received };
    showdown.find_luck(board, hands, pots, &amounts.iter().map(won).collect::<Vec<_>>())
}
