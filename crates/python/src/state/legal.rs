//! The legal operations of a state, as Python reads them.

use croupier_histories::replay::legal::option_names;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::State;
use super::convert::amount_out;
use crate::cards;

#[pymethods]
impl State {
    /// Return what may be done now: operator, players, smallest, largest and pot-sized amount, smallest and largest count, cards, names of options, sets of cards, fixed amounts.
    fn _get_legal<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let converter = self.setup.get().converter.as_ref();
        let list = self.ask(py, |core, hooks| core.legal(hooks))?;
        list.iter()
            .map(|legal| {
                let players = PyTuple::new(py, legal.seats.iter().collect::<Vec<_>>())?;
                let amount = |amount: Option<i64>| {
                    amount.map(|amount| amount_out(py, converter, amount)).transpose()
                };
                let least = amount(legal.amounts.map(|amounts| amounts.0))?;
                let most = amount(legal.amounts.map(|amounts| amounts.1))?;
                let pot = amount(legal.pot)?;
                let fewest = legal.counts.map(|counts| counts.0);
                let largest = legal.counts.map(|counts| counts.1);
                let chosen = cards::to_tuple(py, &legal.cards)?;
                let name = legal.kind.info().method;
                let options = PyTuple::new(py, option_names(&self.core, legal))?;
                let sets = legal.sets.iter().map(|set| cards::to_tuple(py, set));
                let sets = PyTuple::new(py, sets.collect::<PyResult<Vec<_>>>()?)?;
                let fixed = legal.fixed.iter().map(|&one| amount_out(py, converter, one));
                let fixed = PyTuple::new(py, fixed.collect::<PyResult<Vec<_>>>()?)?;
                (name, players, least, most, pot, fewest, largest, chosen, options, sets, fixed)
                    .into_pyobject(py)
            })
            .collect()
    }
}
