//! What may be done now, for Python to look at.

use croupier_engine::definition::Declaration;
use croupier_engine::{Legal, OperationKind as Kind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::State;
use super::convert::amount_out;
use super::operations::declaration_name;
use crate::cards;

impl State {
    /// Returns the names of declarations or choices to choose from.
    fn option_names(&self, legal: &Legal) -> Vec<&str> {
        let options = legal.options.iter().copied();
        if legal.kind == Kind::Declaration {
            return options.filter_map(Declaration::from_number).map(declaration_name).collect();
        }
        if legal.kind == Kind::HoleCardsShowingOrMucking {
            let names = ["show", "muck"];
            return options.filter_map(|option| names.get(usize::from(option)).copied()).collect();
        }
        let choosing = self.core.choosing();
        let choices = choosing.and_then(|(_, choosing)| {
            self.core.definition.terms.choices.get(usize::from(choosing.key))
        });
        let values = choices.map_or(&[] as &[String], |(_, values)| values);
        options.filter_map(|value| values.get(usize::from(value))).map(String::as_str).collect()
    }
}

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
                let options = PyTuple::new(py, self.option_names(legal))?;
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
