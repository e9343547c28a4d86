//! The legal operations of a state, as Python reads them.

use croupier_engine::Legal;
use croupier_histories::replay::legal::option_names;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::State;
use super::convert::{Shown, Values};

#[pymethods]
impl State {
    /// Return what may be done now: operator, players, smallest, largest and pot-sized amount, smallest and largest count, cards, names of options, sets of cards, fixed amounts.
    fn _get_legal<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let list = self.ask(py, |core, hooks| core.legal(hooks))?;
        let row = |legal: &Legal| {
            (
                legal.kind.info().method,
                Values(legal.seats.iter()),
                legal.amounts.map(|(least, _)| self.amount(least)),
                legal.amounts.map(|(_, most)| self.amount(most)),
                legal.pot.map(|pot| self.amount(pot)),
                legal.counts.map(|(fewest, _)| fewest),
                legal.counts.map(|(_, largest)| largest),
                Shown(&legal.cards),
                Values(option_names(&self.core, legal)),
                Values(legal.sets.iter().map(Shown)),
                Values(legal.fixed.iter().map(|&amount| self.amount(amount))),
            )
                .into_pyobject(py)
        };
        list.iter().map(row).collect()
    }
}
