//! Which cards may form a hand.

use croupier_cards::Card;
use croupier_eval::selection::{Choice, Count, Counts, Pool, Rule, SubsetId, Zone};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A rule on which cards may form a hand.
#[pyclass(frozen, eq, hash, module = "croupier._native")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Selection {
    pub rule: Rule,
}

/// Subsets with the index of the only card that may be used, or none for all of them.
type Parts = Vec<(SubsetId, Option<usize>)>;

const SUBSET_LIMIT: SubsetId = 64;

#[pymethods]
impl Selection {
    /// Make a rule of either a number of any cards or pairs of hole and board counts.
    #[new]
    #[pyo3(signature = (
        any=None, pairs=None, hole_pools=Vec::new(), board_pools=Vec::new(),
        padding=false, minimum_cards=0,
    ))]
    fn new(
        any: Option<usize>,
        pairs: Option<Vec<(Option<usize>, Option<usize>)>>,
        hole_pools: Vec<Parts>,
        board_pools: Vec<Parts>,
        padding: bool,
        minimum_cards: usize,
    ) -> PyResult<Self> {
        let count = |count: Option<usize>| count.map_or(Count::All, Count::Exactly);
        let counts = match (any, pairs) {
            (Some(any), None) => Counts::Any(any),
            (None, Some(pairs)) => Counts::Pairs(
                pairs.into_iter().map(|(hole, board)| (count(hole), count(board))).collect(),
            ),
            _ => return Err(PyValueError::new_err("either any or pairs must be given")),
        };
        let subsets = hole_pools.iter().chain(&board_pools).flatten().map(|part| part.0);
        if let Some(subset) = subsets.max().filter(|&subset| subset >= SUBSET_LIMIT) {
            return Err(PyValueError::new_err(format!(
                "there can be {SUBSET_LIMIT} subsets, but there is number {subset}"
            )));
        }
        let pools = |pools: Vec<Parts>| pools.into_iter().map(|parts| Pool { parts }).collect();
        Ok(Self {
            rule: Rule {
                counts,
                hole: pools(hole_pools),
                board: pools(board_pools),
                padding,
                minimum_cards,
            },
        })
    }
}

impl Selection {
    /// Works the rule out for these cards; a card's subsets are bits.
    pub fn choices(
        &self,
        hole: &[Card],
        board: &[Card],
        hole_subsets: &[u64],
        board_subsets: &[u64],
    ) -> Vec<Choice> {
        self.rule.choices(
            Zone { subsets: hole_subsets, count: hole.len() },
            Zone { subsets: board_subsets, count: board.len() },
        )
    }
}
