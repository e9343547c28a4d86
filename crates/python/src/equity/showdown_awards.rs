//! A showdown without a hand that led to it, for Python.

use croupier_engine::definition::Declaration;
use croupier_engine::{DefaultHooks, Showdown};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::state::setup::Setup;
use crate::{cards, errors};

/// Cards of a player or of the board, with a number for each.
type Labelled<'py, T> = (Bound<'py, PyAny>, Vec<T>);

/// For each contest, for each player, how strong the hand is; and what each player wins.
type Result = (Vec<Vec<Option<u32>>>, Vec<i64>);

/// Share pots out: hole cards with faces and subsets, board cards with subsets as bits, dice, choices,
/// declarations, ranks that became wild, and pots with the players who can win them.
#[pyfunction]
#[pyo3(signature = (setup, hole, faces, board, dice, choices, declarations, wild_ranks, pots))]
#[allow(clippy::too_many_arguments)]
pub fn award_pots(
    setup: &Bound<'_, Setup>,
    hole: Vec<Labelled<'_, Option<u8>>>,
    faces: Vec<Vec<bool>>,
    board: Labelled<'_, u64>,
    dice: Vec<(u8, u8)>,
    choices: Vec<u8>,
    declarations: Vec<Vec<u8>>,
    wild_ranks: (Option<u8>, Option<u8>),
    pots: Vec<(i64, Vec<usize>)>,
) -> PyResult<Result> {
    let py = setup.py();
    let pairs = hole.into_iter().zip(faces).map(|((held, subsets), faces)| {
        let held = cards::extract(&held)?;
        if held.len() != subsets.len() || held.len() != faces.len() {
            return Err(PyValueError::new_err("every card has a face and a subset, or none"));
        }
        let labelled = held.into_iter().zip(faces).zip(subsets);
        Ok(labelled.map(|((card, up), subset)| (card, up, subset)).collect())
    });
    let (board_cards, masks) = board;
    let board_cards = cards::extract(&board_cards)?;
    let declaration = |number: u8| {
        Declaration::from_number(number)
            .ok_or_else(|| PyValueError::new_err(format!("there is no declaration {number}")))
    };
    let showdown = Showdown {
        hole: pairs.collect::<PyResult<_>>()?,
        board: board_cards.into_iter().zip(masks).collect(),
        dice,
        choices,
        declarations: declarations
            .into_iter()
            .map(|numbers| numbers.into_iter().map(declaration).collect())
            .collect::<PyResult<_>>()?,
        wild_ranks,
        pots,
    };
    let settled = showdown
        .award_pots(&setup.get().definition, &DefaultHooks)
        .map_err(|problems| errors::setup_error(py, &problems))?
        .map_err(|error| errors::rule_error(py, &error, errors::Refusal::default()))?;
    Ok((settled.strengths, settled.amounts))
}
