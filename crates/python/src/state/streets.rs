//! Streets as the steps of a game, and steps as streets.

use croupier_engine::chips::units::{self, Unit};
use croupier_engine::definition::{
    Action, Betting, Dealing, Definition, Drawing, Opening, Step, Street,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::definition::choose;
use crate::imported::imported;
use crate::units::{Counting, read_amounts};

const OPENINGS: [(&str, Opening); 5] = [
    ("Position", Opening::Position),
    ("Low card", Opening::LowCard),
    ("High card", Opening::HighCard),
    ("Low hand", Opening::LowHand),
    ("High hand", Opening::HighHand),
];

/// Lists the sizes of bets of streets.
pub fn list_bets<'py>(streets: &Bound<'py, PyTuple>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let name = intern!(streets.py(), "min_completion_betting_or_raising_amount");
    streets.iter().filter_map(|street| street.getattr_opt(name).transpose()).collect()
}

/// Returns what is done on each street, in order, and how many units 1 is.
pub fn read(streets: &Bound<'_, PyTuple>) -> PyResult<(Vec<Step>, i64)> {
    let py = streets.py();
    let name = intern!(py, "min_completion_betting_or_raising_amount");
    let bets: Vec<Option<Bound<'_, PyAny>>> =
        streets.iter().map(|street| street.getattr_opt(name)).collect::<PyResult<_>>()?;
    let given: Vec<Bound<'_, PyAny>> = bets.iter().flatten().cloned().collect();
    // Amounts that cannot be counted are refused with their reason.
    let counting = Counting::choose(py, &given, &[])?;
    let unit = match counting.converter {
        Some(_) => read_amounts(&given)?.and_then(units::coarsest).unwrap_or(counting.unit),
        None => Unit::WHOLE,
    };
    let change = |units: i64| {
        let (from, to) = (i128::from(counting.unit.scale), i128::from(unit.scale));
        i64::try_from(i128::from(units) * to / from).unwrap_or(i64::MAX)
    };
    let mut steps = Vec::with_capacity(2 * streets.len());
    for (number, (street, bet)) in streets.iter().zip(bets).enumerate() {
        let Some(bet) = bet else {
            // Only discards have no bets.
            let count = street.get_item(0)?.extract()?;
            let dealing = Dealing { draw: Some(Drawing::discard(count)), ..Dealing::default() };
            steps.push(Step::new(number, Action::Deal(dealing)));
            continue;
        };
        let get = |name| street.getattr(name);
        let hole = get(intern!(py, "hole_dealing_statuses"))?;
        let dealing = Dealing {
            draw: get(intern!(py, "draw_status"))?.is_truthy()?.then_some(Drawing::ANY),
            burn: get(intern!(py, "card_burning_status"))?.is_truthy()?,
            hole: hole.try_iter()?.map(|up| up?.is_truthy()).collect::<PyResult<_>>()?,
            board: get(intern!(py, "board_dealing_count"))?.extract()?,
            ..Dealing::default()
        };
        let opening = choose(&OPENINGS, &get(intern!(py, "opening"))?, "opening")?;
        let most = get(intern!(py, "max_completion_betting_or_raising_count"))?.extract()?;
        let betting = Betting::new(opening, change(counting.count(&bet)?), most);
        steps.push(Step::new(number, Action::Deal(dealing)));
        steps.push(Step::new(number, Action::Bet(betting)));
    }
    Ok((steps, unit.scale))
}

/// Returns streets that do what the steps of a game do, of whose units 1 is so many; none where no streets do.
pub fn write<'py>(py: Python<'py>, game: &Definition, scale: i64) -> PyResult<Bound<'py, PyTuple>> {
    let opening_of = |betting: &Betting| {
        OPENINGS.iter().find(|(_, opening)| *opening == betting.opening).map(|(name, _)| name)
    };
    let to_python = |street: Street<'_>| match street {
        Street::Discard(count) => {
            imported!(py, "croupier.state.street", "Discard")?.call1((count,))
        }
        Street::Round(dealing, betting) => {
            let opening = imported!(py, "croupier.state.enums", "Opening")?;
            let bet = betting.minimum_bet;
            let bet = match bet % scale == 0 {
                true => (bet / scale).into_pyobject(py)?.into_any(),
                false => imported!(py, "fractions", "Fraction")?.call1((bet, scale))?,
            };
            imported!(py, "croupier.state.street", "Street")?.call1((
                dealing.burn,
                PyTuple::new(py, dealing.hole)?,
                dealing.board,
                dealing.draw.is_some(),
                opening.call1((opening_of(betting),))?,
                bet,
                betting.maximum_raises,
            ))
        }
    };
    let is_known = |street: &Street<'_>| match street {
        Street::Round(_, betting) => opening_of(betting).is_some(),
        Street::Discard(_) => true,
    };
    let streets = game.streets().filter(|streets| streets.iter().all(is_known));
    PyTuple::new(py, streets.into_iter().flatten().map(to_python).collect::<PyResult<Vec<_>>>()?)
}
