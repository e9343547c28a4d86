//! How players play in one hand, for Python.

use croupier_engine::chips::units::gcd;
use croupier_engine::{Cards, Chips, Seats, UNKNOWN_STACK};
use croupier_histories::statistics::count::{CountedEnd, count};
use croupier_histories::statistics::counters::NAMES;
use croupier_histories::statistics::position;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards;
use crate::state::State;

/// A pot in units, and who could win it.
type Pot = (i64, Vec<usize>);

/// Amounts as fractions of chips; none is one that is not known.
pub type Ratios = Vec<Option<(i64, i64)>>;

/// Return the names of the statistics, in the order of counts.
#[pyfunction]
pub fn statistic_names() -> Vec<&'static str> {
    NAMES.to_vec()
}

/// Return names by which players can be told apart: those of one name have the numbers of their seats behind it.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)]
pub fn distinct_names(names: Vec<String>, seats: Vec<u32>) -> Vec<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let made = croupier_histories::identity::people::distinct_names(&names, &seats);
    made.into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Return what a hand, as a document of PHH, is known by in every format; none if it has neither a number nor a time.
#[pyfunction]
pub fn fingerprint(document: &str) -> Option<[u8; 16]> {
    let mut found = None;
    croupier_histories::hands(document, |hand, _| {
        found = hand.ok().and_then(croupier_histories::identity::fingerprint::fingerprint);
    });
    found
}

/// Count a hand that came to its end; none for one that did not.
///
/// `finishing` and `winnings` are what the record says, as fractions of chips; none is a stack that is not known.
/// Returns how many units a chip is, the smallest bet, for each player the position, the counts, what was won
/// net, gross, and out of the pots, and whether there was a showdown and it is known what was won; and an all-in
/// hand, if it was one.
#[pyfunction]
#[pyo3(signature = (state, finishing=None, winnings=None))]
#[allow(clippy::needless_pass_by_value)]
pub fn count_hand<'py>(
    state: &Bound<'py, State>,
    finishing: Option<Ratios>,
    winnings: Option<Ratios>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let py = state.py();
    let state = state.try_borrow()?;
    let (factor, scale, finishing, winnings) = in_finer_units(&state, finishing, winnings);
    let record =
        CountedEnd { factor, finishing: finishing.as_deref(), winnings: winnings.as_deref() };
    let Some(hand) = count(&state.core, record) else { return Ok(None) };
    let seats: Vec<_> = hand
        .seats
        .iter()
        .map(|one| {
            let counts: Vec<u64> = one.counts.0.iter().flatten().map(|&n| n.into()).collect();
            let amounts = (one.net, one.gross, one.received);
            (position::name(one.position), counts, amounts, one.showdown, one.settled)
        })
        .collect();
    let all_in = match &hand.all_in {
        None => None,
        Some(all_in) => Some(show_all_in(py, &all_in.board, &all_in.hands, &all_in.pots)?),
    };
    (scale, hand.bet, seats, all_in).into_pyobject(py).map(Some)
}

/// For each player what was won net, gross, and whether the first is known.
type Nets = Vec<(i64, i64, bool)>;

/// Settle a hand that came to its end; none for one that did not.
///
/// `finishing` and `winnings` are as in `count_hand`. Returns how many units a chip is, the smallest bet, the pot, and for
/// each player what was won net, gross, and whether it is known what was won.
#[pyfunction]
#[pyo3(signature = (state, finishing=None, winnings=None))]
#[allow(clippy::needless_pass_by_value)]
pub fn settle_hand(
    state: &Bound<'_, State>,
    finishing: Option<Ratios>,
    winnings: Option<Ratios>,
) -> PyResult<Option<(i64, Chips, Chips, Nets)>> {
    let state = state.try_borrow()?;
    let (factor, scale, finishing, winnings) = in_finer_units(&state, finishing, winnings);
    let record =
        CountedEnd { factor, finishing: finishing.as_deref(), winnings: winnings.as_deref() };
    let Some(hand) = count(&state.core, record) else { return Ok(None) };
    let nets = hand.seats.iter().map(|one| (one.net, one.gross, one.settled)).collect();
    let pot = hand.paid.iter().sum::<Chips>() * factor;
    Ok(Some((scale, hand.bet, pot, nets)))
}

/// Stacks and winnings of a record in units.
type Amounts = Option<Vec<Chips>>;

/// Returns into how many finer units those of a state are divided so that a record is in whole ones, how many of those
/// a chip is, and the record in them; without the record, where there is no room for such units.
pub fn in_finer_units(
    state: &State,
    finishing: Option<Ratios>,
    winnings: Option<Ratios>,
) -> (Chips, i64, Amounts, Amounts) {
    let scale = state.setup.get().scale;
    let recorded = [&finishing, &winnings].into_iter().flatten().flatten().flatten();
    let factor = find_factor(recorded, scale, &state.core);
    let scale = scale * factor.unwrap_or(1);
    let in_units = |ratios: Option<Ratios>| {
        ratios.filter(|_| factor.is_some()).map(|ratios| units(&ratios, scale))
    };
    (factor.unwrap_or(1), scale, in_units(finishing), in_units(winnings))
}

/// Amounts beyond this are not multiplied.
const LARGEST: i128 = 1 << 60;

/// Returns into how many finer units those of a hand must be divided for all amounts to be whole, if there is room.
fn find_factor<'a>(
    ratios: impl Iterator<Item = &'a (i64, i64)> + Clone,
    scale: i64,
    state: &croupier_engine::State,
) -> Option<i64> {
    let scale = i128::from(scale);
    let mut factor: i128 = 1;
    for &(_, denominator) in ratios.clone() {
        let denominator = i128::from(denominator.max(1));
        factor = factor / gcd(factor, denominator) * denominator;
        if factor > LARGEST {
            return None;
        }
    }
    // Some of it may be in the units already.
    factor /= gcd(factor, scale);
    let stacks = state.definition.starting_stacks.iter().map(|&stack| i128::from(stack));
    let known = stacks.filter(|&stack| stack != i128::from(UNKNOWN_STACK));
    let written = ratios.map(|&(numerator, denominator)| {
        i128::from(numerator) * scale / i128::from(denominator.max(1))
    });
    let total = known.chain(written).sum::<i128>() + scale;
    (total.checked_mul(factor)? < LARGEST).then(|| i64::try_from(factor).ok()).flatten()
}

/// Returns amounts in units of which all are whole ones.
fn units(ratios: &Ratios, scale: i64) -> Vec<Chips> {
    let unit = |ratio: &Option<(i64, i64)>| match *ratio {
        None => UNKNOWN_STACK,
        Some((numerator, denominator)) => {
            (i128::from(numerator) * i128::from(scale) / i128::from(denominator.max(1))) as Chips
        }
    };
    ratios.iter().map(unit).collect()
}

/// Return the board, the hands by their seats, and the pots with who could win them.
pub fn show_all_in<'py>(
    py: Python<'py>,
    board: &Cards,
    hands: &[(usize, Cards)],
    pots: &[(Chips, Seats)],
) -> PyResult<Bound<'py, PyTuple>> {
    let hands = hands
        .iter()
        .map(|(seat, held)| Ok((*seat, cards::to_list(py, held)?)))
        .collect::<PyResult<Vec<_>>>()?;
    let pots: Vec<Pot> =
        pots.iter().map(|&(amount, seats)| (amount, seats.iter().collect())).collect();
    (cards::to_list(py, board)?, hands, pots).into_pyobject(py)
}
