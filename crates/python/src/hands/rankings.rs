//! Rankings, one hand at a time.

use croupier_cards::Card;
use croupier_eval::{Ranking as CoreRanking, Roles, registry};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards;
use crate::errors::OrRaise;
use crate::hands::selections::Selection;

/// A ranking of hands.
#[pyclass(frozen, module = "croupier._native")]
pub struct Ranking {
    pub core: &'static CoreRanking,
}

/// Return the names of all rankings.
#[pyfunction]
pub fn ranking_names() -> Vec<&'static str> {
    registry::names().collect()
}

fn roles(wild: Option<&Bound<'_, PyAny>>, bug: Option<&Bound<'_, PyAny>>) -> PyResult<Roles> {
    Ok(Roles { wild: cards::extract_set(wild)?, bugs: cards::extract_set(bug)? })
}

/// Jokers that were not named as bugs are wild without being named.
fn held(cards: &[Card], roles: Roles) -> Roles {
    let jokers = cards.iter().copied().filter(|card| card.is_joker()).collect();
    Roles { wild: roles.wild.union(roles.bugs.union(jokers).difference(roles.bugs)), ..roles }
}

#[pymethods]
impl Ranking {
    /// Find the ranking of a name or an alias.
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        Ok(Self { core: registry::get(name).or_raise(py)? })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.core.name
    }

    /// The other names.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, registry::aliases(&self.core.name))
    }

    /// The English title of the ranking.
    #[getter]
    fn title(&self) -> &'static str {
        registry::title(&self.core.name)
    }

    /// Whether hands may hold wild cards.
    #[getter]
    fn wild(&self) -> bool {
        self.core.wild
    }

    /// The fewest and the most cards of one hand.
    #[getter]
    fn card_counts(&self) -> (usize, usize) {
        self.core.card_counts()
    }

    /// Whether arrays of hands can be evaluated.
    #[getter]
    fn bulk(&self) -> bool {
        self.core.lane().is_some()
    }

    /// Return the strength of exactly these cards, and the cards.
    #[pyo3(signature = (cards, wild=None, bug=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        cards: &Bound<'py, PyAny>,
        wild: Option<&Bound<'py, PyAny>>,
        bug: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(u32, Bound<'py, PyTuple>)> {
        let hand = cards::extract(cards)?;
        let roles = held(&hand, roles(wild, bug)?);
        let strength = self.core.evaluate(&hand, roles).or_raise(py)?;
        Ok((strength, cards::to_tuple(py, &hand)?))
    }

    /// Return the strength of the best hand of any cards.
    #[pyo3(signature = (hole, board=None))]
    fn strength(
        &self,
        py: Python<'_>,
        hole: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let mut all = cards::extract(hole)?;
        let hole_count = all.len();
        if let Some(board) = board {
            all.extend(cards::extract(board)?);
        }
        if let Some(strength) = self.core.strength_of_natural(&all) {
            return Ok(strength);
        }
        let (hole, board) = all.split_at(hole_count);
        let best = self.core.best(hole, board, &self.core.any_cards(), held(&all, Roles::NONE));
        Ok(best.or_raise(py)?.strength)
    }

    /// Return the strength of the best hand that a rule allows, and its cards.
    #[pyo3(signature = (
        hole, board, selection=None, wild=None, bug=None,
        hole_subsets=Vec::new(), board_subsets=Vec::new(),
    ))]
    #[allow(clippy::too_many_arguments)]
    fn best<'py>(
        &self,
        py: Python<'py>,
        hole: &Bound<'py, PyAny>,
        board: &Bound<'py, PyAny>,
        selection: Option<&Bound<'py, Selection>>,
        wild: Option<&Bound<'py, PyAny>>,
        bug: Option<&Bound<'py, PyAny>>,
        hole_subsets: Vec<u64>,
        board_subsets: Vec<u64>,
    ) -> PyResult<(u32, Bound<'py, PyTuple>)> {
        let (hole, board) = (cards::extract(hole)?, cards::extract(board)?);
        let roles = held(&[hole.as_slice(), &board].concat(), roles(wild, bug)?);
        let choices = match selection {
            Some(selection) => {
                selection.get().choices(&hole, &board, &hole_subsets, &board_subsets)
            }
            None => Selection { rule: self.core.any_cards() }.choices(&hole, &board, &[], &[]),
        };
        let best = self.core.best_of(&hole, &board, &choices, roles).or_raise(py)?;
        Ok((best.strength, cards::to_tuple(py, &best.cards)?))
    }

    /// Return the place of a strength in the tables, or None where no hand has it.
    fn standing(&self, strength: u32) -> Option<(u32, u32)> {
        let standing = self.core.standing(strength)?;
        Some((standing.rank, standing.ordered_rank))
    }

    /// Return the name of the kind of hand, or None where no hand has this strength.
    fn label(&self, strength: u32) -> Option<String> {
        self.core.label(strength)
    }

    /// Describe a hand in English, or return None where no hand has this strength.
    fn describe(&self, strength: u32) -> Option<String> {
        self.core.describe(strength)
    }

    fn __repr__(&self) -> String {
        format!("Ranking({:?})", self.core.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.core.name.clone(),)))
    }
}
