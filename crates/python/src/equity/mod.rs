//! How often hands and ranges win.
//!
//! | module | what is in it |
//! |---|---|
//! | [`showdowns`] | how often hands win in any game that the engine plays |
//! | [`all_ins`] | what was to be expected in all-in hands |
//! | [`icm`] | what chips are worth in a tournament |
//! | [`showdown_awards`] | a showdown without a hand that led to it |

pub mod all_ins;
pub mod icm;
pub mod showdown_awards;
pub mod showdowns;

use croupier_cards::CardSet;
use croupier_equity::categories::{self, Question};
use croupier_equity::contest::Contest;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::sample::Effort;
use croupier_equity::tally::{Answer, Tally};
use croupier_equity::work::Report;
use croupier_equity::{EquityError, Plan, solve};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cards::SeedValue;
use crate::errors::OrRaise;
use crate::hands::rankings::Ranking;
use crate::hands::selections::Selection;
use crate::working::watch;
use crate::{cards, errors};

/// The hands of one player as sets, and their weights.
pub type Hands = (Vec<u64>, Vec<f64>);

/// An answer: whether all deals were counted, how many were looked at, for each player weight, win, tie, share and
/// standard error, and for each player the same four numbers of every hand as doubles in a row.
pub type Result<'py> = (bool, u64, Vec<(f64, f64, f64, f64, f64)>, Vec<Bound<'py, PyBytes>>);

/// Answer how often each player wins.
#[pyfunction]
#[pyo3(signature = (
    deck, board, dead, counts, players, contests,
    exact=None, deals=1_000_000, precision=None, seed=None, threads=None, progress=None,
))]
#[allow(clippy::too_many_arguments)]
pub fn equity<'py>(
    py: Python<'py>,
    deck: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    dead: &Bound<'py, PyAny>,
    counts: (usize, usize),
    players: Vec<Hands>,
    contests: Vec<(Bound<'py, Ranking>, Bound<'py, Selection>)>,
    exact: Option<bool>,
    deals: u64,
    precision: Option<f64>,
    seed: Option<SeedValue>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Result<'py>> {
    let (hole_count, board_count) = counts;
    let mut problem = Problem {
        deck: cards::extract_set(Some(deck))?,
        board: different(board)?,
        dead: different(dead)?,
        hole_count,
        board_count,
        players: players.into_iter().map(|(sets, weights)| combos(&sets, &weights)).collect(),
        contests: contests
            .iter()
            .map(|(ranking, selection)| {
                let rule = selection.get().rule.clone();
                Contest::new(ranking.get().core, rule, hole_count, board_count)
            })
            .collect(),
    };
    let plan = plan(exact, deals, precision, seed, threads);
    answer(py, progress, |report| solve(&mut problem, &plan, report))
}

/// Returns how an answer is to be found: exactly or not, with how many deals, how precisely, and by how many threads.
pub fn plan(
    exact: Option<bool>,
    deals: u64,
    precision: Option<f64>,
    seed: Option<SeedValue>,
    threads: Option<usize>,
) -> Plan {
    let seed = seed.map_or(0.into(), |seed| seed.0);
    Plan { exact, effort: Effort { deals, precision }, seed, threads: threads.unwrap_or(0) }
}

/// Answers a question without the interpreter's lock.
pub fn answer<'py>(
    py: Python<'py>,
    progress: Option<Py<PyAny>>,
    solve: impl FnOnce(Report<'_>) -> std::result::Result<Answer, EquityError> + Send,
) -> PyResult<Result<'py>> {
    let answer = work(py, progress, solve)?;
    let players = answer
        .players
        .iter()
        .zip(&answer.errors)
        .map(|(tally, &error)| (tally.weight, tally.win, tally.tie, tally.share, error))
        .collect();
    let combos = answer.combos.iter().map(|tallies| PyBytes::new(py, &bytes(tallies))).collect();
    Ok((answer.exact, answer.deals, players, combos))
}

/// Works without the interpreter's lock, and tells how far it is.
pub fn work<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    solve: impl FnOnce(Report<'_>) -> std::result::Result<T, EquityError> + Send,
) -> PyResult<T> {
    watch(py, progress, |report| solve(&mut |done, all| report(Some((done, all)))))?.or_raise(py)
}

/// For each kind of hand, the best first, its name, a strength of it, and how often it comes.
pub type Kinds = Vec<(Option<String>, u32, f64)>;

/// Count how often hands become which kind.
#[pyfunction]
#[pyo3(signature = (
    deck, board, dead, counts, hands, ranking, selection, deals=1_000_000, seed=None, threads=None,
))]
#[allow(clippy::too_many_arguments)]
pub fn hand_kinds(
    py: Python<'_>,
    deck: &Bound<'_, PyAny>,
    board: &Bound<'_, PyAny>,
    dead: &Bound<'_, PyAny>,
    counts: (usize, usize),
    hands: Hands,
    ranking: &Bound<'_, Ranking>,
    selection: &Bound<'_, Selection>,
    deals: u64,
    seed: Option<SeedValue>,
    threads: Option<usize>,
) -> PyResult<(bool, Kinds)> {
    let mut question = Question {
        deck: cards::extract_set(Some(deck))?,
        board: different(board)?,
        dead: different(dead)?,
        hole_count: counts.0,
        board_count: counts.1,
        hands: combos(&hands.0, &hands.1),
        ranking: ranking.get().core,
        rule: selection.get().rule.clone(),
    };
    let plan = plan(None, deals, None, seed, threads);
    let found = work(py, None, |report| categories::solve(&mut question, &plan, report))?;
    Ok((found.exact, found.kinds))
}

pub fn combos(sets: &[u64], weights: &[f64]) -> Vec<Combo> {
    let combos = sets.iter().zip(weights);
    combos.map(|(&set, &weight)| Combo { cards: CardSet::from_bits(set), weight }).collect()
}

/// Reads cards each of which stands once.
pub fn different(value: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    let mut set = CardSet::EMPTY;
    for card in cards::extract(value)? {
        if card.is_unknown() {
            let message = format!("the card {card} is not known");
            return Err(errors::card_error(value.py(), message));
        }
        if !set.insert(card) {
            return Err(errors::card_error(value.py(), format!("the card {card} is there twice")));
        }
    }
    Ok(set)
}

fn bytes(tallies: &[Tally]) -> Vec<u8> {
    let numbers =
        tallies.iter().flat_map(|tally| [tally.weight, tally.win, tally.tie, tally.share]);
    numbers.flat_map(f64::to_ne_bytes).collect()
}
