//! Hooks into Python: rake, division, foreign hand types.

use std::cell::RefCell;

use croupier_cards::Card;
use croupier_engine::{Chips, DefaultHooks, Hooks, RuleError, State as Core};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::State;
use super::convert::{amount_in, amount_out};
use super::setup::Setup;
use super::subclass::copy_as;
use crate::errors::Refusal;
use crate::{cards, errors};

/// Callables and classes of the caller.
pub struct Foreign {
    pub rake: Option<Py<PyAny>>,
    pub divmod: Option<Py<PyAny>>,
    /// The class of each foreign hand type.
    pub classes: Vec<Option<Py<PyAny>>>,
}

impl Foreign {
    /// Returns the same callables and classes.
    pub fn clone_ref(&self, py: Python<'_>) -> Self {
        let same = |one: &Option<Py<PyAny>>| one.as_ref().map(|one| one.clone_ref(py));
        let classes = self.classes.iter().map(same).collect();
        Self { rake: same(&self.rake), divmod: same(&self.divmod), classes }
    }
}

/// The decisions of one setup, while Python is at hand.
pub struct SetupHooks<'a, 'py> {
    setup: &'a Bound<'py, Setup>,
    /// The exception of the caller's code, to be raised again.
    raised: RefCell<Option<PyErr>>,
}

impl<'a, 'py> SetupHooks<'a, 'py> {
    /// Makes the decisions of a setup.
    pub fn new(setup: &'a Bound<'py, Setup>) -> Self {
        Self { setup, raised: RefCell::new(None) }
    }

    /// Returns the exception for an error: what the caller's code raised, if it did.
    pub fn exception(
        &self,
        error: &RuleError,
        operation: Option<&'static str>,
        turn: Option<usize>,
    ) -> PyErr {
        let converter = self.setup.get().converter.as_ref();
        let refusal = Refusal { converter, operation, turn };
        let raised = self.raised.take();
        raised.unwrap_or_else(|| errors::rule_error(self.setup.py(), error, refusal))
    }

    /// Returns what the caller's code raised, if it did.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.raised.take()
    }

    fn failed(&self, error: PyErr) -> RuleError {
        let text = error.to_string();
        self.raised.replace(Some(error));
        RuleError::Hook(text)
    }

    fn shown(&self, amount: Chips) -> String {
        let amount = self.amount(amount).and_then(|amount| amount.str());
        amount.map_or_else(|_| "?".to_owned(), |text| text.to_string())
    }

    fn foreign(&self) -> Option<&Foreign> {
        self.setup.get().basis.foreign.as_ref()
    }

    /// Calls a function that returns two amounts.
    fn call(
        &self,
        function: &Py<PyAny>,
        arguments: Bound<'py, PyTuple>,
    ) -> PyResult<(Chips, Chips)> {
        let result = function.bind(self.setup.py()).call1(arguments)?;
        let (first, second): (Bound<'_, PyAny>, Bound<'_, PyAny>) = result.extract()?;
        let converter = self.setup.get().converter.as_ref();
        Ok((amount_in(converter, &first)?, amount_in(converter, &second)?))
    }

    /// Returns a copy of the state for the caller's code to look at: the state itself is being changed.
    fn picture(&self, core: &Core) -> PyResult<Bound<'py, PyAny>> {
        let py = self.setup.py();
        let seen = State::of(Box::new(core.clone()), self.setup.clone().unbind());
        let source = Bound::new(py, seen)?;
        let class: Bound<'py, PyType> =
            py.import("croupier.state")?.getattr("State")?.cast_into()?;
        copy_as(&class, self.setup.clone().unbind(), &source)
    }

    fn amount(&self, amount: Chips) -> PyResult<Bound<'py, PyAny>> {
        amount_out(self.setup.py(), self.setup.get().converter.as_ref(), amount)
    }

    fn rank(
        &self,
        class: &Py<PyAny>,
        hands: &[Vec<Card>],
        board: &[Card],
    ) -> PyResult<Vec<Option<u32>>> {
        let py = self.setup.py();
        let class = class.bind(py);
        let board = cards::to_tuple(py, board)?;
        let mut objects = Vec::with_capacity(hands.len());
        for hand in hands {
            let hand =
                class.call_method1("from_game_or_none", (cards::to_tuple(py, hand)?, &board))?;
            objects.push((!hand.is_none()).then_some(hand));
        }
        // The number of hands that are worse tells how good a hand is.
        let rank = |hand: &Bound<'py, PyAny>| -> PyResult<u32> {
            objects
                .iter()
                .flatten()
                .try_fold(0, |worse, other| Ok(worse + u32::from(other.lt(hand)?)))
        };
        objects.iter().map(|hand| hand.as_ref().map(rank).transpose()).collect()
    }
}

impl Hooks for SetupHooks<'_, '_> {
    fn rake(&self, amount: Chips, state: &Core) -> Result<(Chips, Chips), RuleError> {
        let Some(rake) = self.foreign().and_then(|foreign| foreign.rake.as_ref()) else {
            return Ok((0, amount));
        };
        let arguments =
            || (self.amount(amount)?, self.picture(state)?).into_pyobject(self.setup.py());
        let (raked, unraked) = arguments()
            .and_then(|arguments| self.call(rake, arguments))
            .map_err(|error| self.failed(error))?;
        if raked < 0 || unraked < 0 || raked + unraked != amount {
            return Err(RuleError::Hook(format!(
                "the rake must divide {} into two parts, not {} and {}",
                self.shown(amount),
                self.shown(raked),
                self.shown(unraked)
            )));
        }
        Ok((raked, unraked))
    }

    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        let Some(divmod) = self.foreign().and_then(|foreign| foreign.divmod.as_ref()) else {
            let setup = self.setup.get();
            let chip = setup.scale;
            if !setup.basis.whole_chips || amount % chip != 0 {
                return DefaultHooks.divide(amount, parts);
            }
            let (share, rest) = DefaultHooks.divide(amount / chip, parts)?;
            return Ok((share * chip, rest * chip));
        };
        let arguments = || (self.amount(amount)?, parts).into_pyobject(self.setup.py());
        let (share, rest) = arguments()
            .and_then(|arguments| self.call(divmod, arguments))
            .map_err(|error| self.failed(error))?;
        if share.checked_mul(parts as Chips).and_then(|all| all.checked_add(rest)) != Some(amount) {
            return Err(RuleError::Hook(format!(
                "{} cannot be divided into {parts} parts of {} with a rest of {}",
                self.shown(amount),
                self.shown(share),
                self.shown(rest)
            )));
        }
        Ok((share, rest))
    }

    fn rank_hands(
        &self,
        hand_type: usize,
        hands: &[Vec<Card>],
        board: &[Card],
    ) -> Result<Vec<Option<u32>>, RuleError> {
        let class = self.foreign().and_then(|foreign| foreign.classes.get(hand_type)?.as_ref());
        match class {
            Some(class) => self.rank(class, hands, board).map_err(|error| self.failed(error)),
            None => Ok(vec![None; hands.len()]),
        }
    }

    fn takes_rake(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.rake.is_some())
    }

    fn can_fail(&self) -> bool {
        self.foreign().is_some()
    }
}
