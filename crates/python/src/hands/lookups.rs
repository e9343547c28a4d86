//! Lookups: rankings by shape, those that users define included.

use std::sync::Arc;

use croupier_cards::Rank;
use croupier_eval::ranking::Method;
use croupier_eval::shape::{Kind, Pattern, Shape, Suits};
use croupier_eval::{Category, registry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards;
use crate::errors::OrRaise;
use crate::hands::selections::Selection;

/// A lookup of hands by shape.
#[pyclass(frozen, module = "croupier._native")]
pub struct Lookup {
    pub shape: Arc<Shape>,
}

/// A kind of hand: multiplicities, or the length of a sequence and whether it wraps; then the suitednesses.
#[derive(FromPyObject)]
enum KindSpec {
    Groups(Vec<u8>, Vec<bool>),
    Straight(u8, bool, Vec<bool>),
}

/// The most cards of one hand.
const HAND_LIMIT: usize = croupier_eval::shape::MAX_CARDS;

impl KindSpec {
    fn kind(self) -> PyResult<Kind> {
        let (pattern, suitednesses) = match self {
            Self::Groups(mut multiplicities, suitednesses) => {
                multiplicities.sort_unstable_by(|one, other| other.cmp(one));
                (Pattern::Groups(multiplicities), suitednesses)
            }
            Self::Straight(length, wheel, suitednesses) => {
                (Pattern::Straight { length, wheel }, suitednesses)
            }
        };
        if pattern.card_count() > HAND_LIMIT {
            return Err(PyValueError::new_err(format!(
                "a hand has at most {HAND_LIMIT} cards, not {}",
                pattern.card_count()
            )));
        }
        // The caller has the labels, by the number of the kind.
        let suits = Suits::from_suitednesses(suitednesses);
        Ok(Kind { category: Category::HighCard, pattern, suits })
    }
}

#[pymethods]
impl Lookup {
    /// Make a lookup from the characters of the ranks and the kinds of hands, both from low to high.
    #[new]
    fn new(ranks: &str, kinds: Vec<KindSpec>) -> PyResult<Self> {
        let order: Vec<u8> = ranks
            .chars()
            .map(|character| {
                Rank::from_character(character).map(Rank::index).ok_or_else(|| {
                    PyValueError::new_err(format!("'{character}' is not a rank of a lookup"))
                })
            })
            .collect::<PyResult<_>>()?;
        let kinds = kinds.into_iter().map(KindSpec::kind).collect::<PyResult<Vec<Kind>>>()?;
        Ok(Self { shape: Arc::new(Shape::new(&order, kinds)) })
    }

    /// Return the lookup of a named ranking.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let ranking = registry::get(name).or_raise(py)?;
        match &ranking.method {
            Method::Shape(shape) => Ok(Self { shape: Arc::new(shape.clone()) }),
            _ => Err(PyValueError::new_err(format!("the ranking '{name}' has no lookup"))),
        }
    }

    /// The labels of the kinds of hands, from low to high.
    #[getter]
    fn labels(&self) -> Vec<&'static str> {
        self.shape.kinds().iter().map(|kind| kind.category.label()).collect()
    }

    /// How many different hands there are.
    fn __len__(&self) -> usize {
        self.shape.hand_count() as usize
    }

    /// Return the number of a hand and of its kind, or None where the cards are no hand.
    fn find(&self, cards: &Bound<'_, PyAny>) -> PyResult<Option<(u32, usize)>> {
        let entry = self.shape.entry(&cards::extract(cards)?);
        Ok(entry.map(|entry| (entry.index, entry.kind)))
    }

    /// Return the cards of the best hand, or None where no hand can be formed.
    fn best<'py>(
        &self,
        py: Python<'py>,
        hole: &Bound<'py, PyAny>,
        board: &Bound<'py, PyAny>,
        selection: &Bound<'py, Selection>,
        low: bool,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (hole, board) = (cards::extract(hole)?, cards::extract(board)?);
        let choices = selection.get().choices(&hole, &board, &[], &[]);
        let all = [hole, board].concat();
        let best = self.shape.best_entry(&all, &choices, low);
        best.map(|hand| cards::to_tuple(py, &hand)).transpose()
    }
}
