//! The kinds of arguments and results of operations: how they are read, passed on to the core, and returned.

use croupier_engine::definition::{Declaration, SubsetMask};
use croupier_engine::{Cards, Chips, Declarations, GivenError, Showing};
use croupier_histories::replay::refusal::RecordError;
use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::State;
use super::operations::declaration_name;
use crate::cards;
use crate::errors::{self, Raise};

/// The type in which a kind of argument comes from Python.
macro_rules! taken {
    (player) => { Option<Number> };
    (runouts) => { Option<Number> };
    (status) => { bool };
    (dice) => { Option<Vec<u8>> };
    (declarations) => { DeclarationsIn };
    (choice) => { ChoiceIn };
    ($other:ident) => { Option<Bound<'py, PyAny>> };
}

/// Reads an argument of a kind.
macro_rules! read {
    (player, $state:ident, $value:ident) => {
        PyResult::Ok(seat_in($value))
    };
    (runouts, $state:ident, $value:ident) => {
        PyResult::Ok($value.map(|count| count.0))
    };
    (status, $state:ident, $value:ident) => {
        PyResult::Ok($value)
    };
    (dice, $state:ident, $value:ident) => {
        PyResult::Ok($value.map(Dice::from_vec))
    };
    (declarations, $state:ident, $value:ident) => {
        $value.read()
    };
    (choice, $state:ident, $value:ident) => {
        $state.choice_in($value)
    };
    (amount, $state:ident, $value:ident) => {
        $state.units_in($value.as_ref())
    };
    (showing, $state:ident, $value:ident) => {
        showing_in($value.as_ref())
    };
    (board, $state:ident, $value:ident) => {
        deal_in($value.as_ref())
    };
    (cards, $state:ident, $value:ident) => {
        cards_in($value.as_ref())
    };
    (order, $state:ident, $value:ident) => {
        cards_in($value.as_ref())
    };
    // The next card, unless something else is said.
    ($dealt:ident, $state:ident, $value:ident) => {
        deal_in($value.as_ref()).map(|deal| deal.unwrap_or(Deal::Count(1)))
    };
}

/// Passes an argument of a kind on to the core.
macro_rules! passed {
    (player, $value:ident) => {
        $value
    };
    (runouts, $value:ident) => {
        $value
    };
    (status, $value:ident) => {
        $value
    };
    (choice, $value:ident) => {
        $value
    };
    (amount, $value:ident) => {
        $value
    };
    (dice, $value:ident) => {
        $value.as_ref()
    };
    (board, $value:ident) => {
        $value.as_ref()
    };
    ($other:ident, $value:ident) => {
        &$value
    };
}

/// Counts the cards of an argument of a kind.
macro_rules! card_count {
    (cards, $value:ident) => {
        Some($value.len())
    };
    ($other:ident, $value:ident) => {
        None
    };
}

/// Returns what verifying found, as a kind of result.
macro_rules! returned {
    (nothing, $state:ident, $py:ident, $found:ident) => {{
        let _ = $found;
        Ok($py.None())
    }};
    (card, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        cards::to_object($py, $found)
    };
    (cards, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, Shown($found))
    };
    (chosen, $state:ident, $py:ident, $found:ident, $given:ident) => {{
        let _ = $found;
        object($py, Shown($given))
    }};
    (dealt, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, (Shown($found.0), $found.1))
    };
    (amount, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, $state.amount($found))
    };
    (price, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, ($found.0, $state.amount($found.1)))
    };
    (chooser, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, $found.0)
    };
    (shown, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {{
        let statuses = Values((0..$found.hole.len()).map(|place| place < $found.up_count));
        object($py, ($found.shows, Shown($found.cards), Shown($found.hole), statuses, $found.seat))
    }};
    (subsets, $state:ident, $py:ident, $found:ident) => {
        object($py, $state.subset_names($found))
    };
    ($number:ident, $state:ident, $py:ident, $found:ident, $($given:ident),*) => {
        object($py, $found)
    };
}

pub(super) use {card_count, passed, read, returned, taken};

/// Makes an object of anything.
pub fn object<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: T) -> PyResult<Py<PyAny>>
where
    PyErr: From<T::Error>,
{
    Ok(value.into_pyobject(py)?.into_any().into_bound().unbind())
}

/// Reads cards that a player names; none where nothing is said.
pub fn cards_in(value: Option<&Bound<'_, PyAny>>) -> PyResult<Cards> {
    value.map_or_else(|| Ok(Cards::new()), cards::collect)
}

/// Reads what a player shows.
pub fn showing_in(value: Option<&Bound<'_, PyAny>>) -> PyResult<Showing> {
    let Some(value) = value else { return Ok(Showing::Default) };
    if let Ok(status) = value.cast::<PyBool>() {
        return Ok(if status.is_true() { Showing::Show } else { Showing::Muck });
    }
    cards::collect(value).map(Showing::Cards)
}

/// A declaration for all pots, or one for each.
#[derive(FromPyObject)]
pub enum DeclarationsIn {
    One(String),
    Many(Vec<String>),
}

impl DeclarationsIn {
    /// Reads the names.
    pub fn read(self) -> PyResult<Declarations> {
        let names = match self {
            Self::One(name) => vec![name],
            Self::Many(names) => names,
        };
        let read = |name: &String| {
            let found = Declaration::ALL.into_iter().find(|&one| declaration_name(one) == name);
            found.ok_or_else(|| {
                let unknown = GivenError::UnknownDeclaration { given: name.clone() };
                Python::attach(|py| unknown.raise(py))
            })
        };
        names.iter().map(read).collect()
    }
}

/// A value of a choice, by its name or number.
#[derive(FromPyObject)]
pub enum ChoiceIn {
    Number(usize),
    Name(String),
}

impl State {
    /// Returns the number of a value that is to be chosen now.
    pub(super) fn choice_in(&self, value: ChoiceIn) -> PyResult<usize> {
        let name = match value {
            ChoiceIn::Number(number) => return Ok(number),
            ChoiceIn::Name(name) => name,
        };
        let Some((_, choosing)) = self.core.choosing() else { return Ok(usize::MAX) };
        let choices = &self.core.definition.variant_rules.choices;
        let values = choices.get(usize::from(choosing.key)).map(|(_, values)| values.as_slice());
        let values = values.unwrap_or_default();
        values.iter().position(|value| *value == name).ok_or_else(|| {
            let unknown = RecordError::UnknownChoice { value: name, values: values.join("', '") };
            let turn = self.core.turn();
            Python::attach(|py| errors::record_error(py, &unknown.into(), None, "choose", turn))
        })
    }

    /// Reads an amount, if one is given.
    pub(super) fn units_in(&self, amount: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Chips>> {
        amount.map(|amount| self.setup.get().amount_in(amount)).transpose()
    }

    /// Returns the names of subsets.
    pub(super) fn subset_names(&self, subsets: SubsetMask) -> Vec<&str> {
        let names = self.core.definition.variant_rules.subsets.iter().enumerate();
        let chosen = names.filter(|(number, _)| subsets >> number & 1 == 1);
        chosen.map(|(_, name)| name.as_str()).collect()
    }
}
