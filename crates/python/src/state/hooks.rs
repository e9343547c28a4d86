//! Hooks into Python: rake, division, foreign hand types.

use std::cell::RefCell;

use croupier_cards::Card;
use croupier_engine::{Chips, DefaultHooks, Hooks, RuleError, State as Core};
use pyo3::prelude::*;

use super::State;
use super::convert::{Amount, amount_in};
use super::setup::{Basis, Setup};
use super::subclass::copy_as;
use crate::errors::Refusal;
use crate::imported::imported;
use crate::{cards, errors};

/// The decisions of one setup, while Python is at hand.
pub struct SetupHooks<'a, 'py> {
    pub setup: &'a Bound<'py, Setup>,
    /// The last exception of the caller's code, to be raised again.
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

    /// Keeps what the caller's code raised.
    pub fn keep(&self, error: PyErr) {
        self.raised.replace(Some(error));
    }

    fn failed(&self, error: PyErr) -> RuleError {
        let text = error.to_string();
        self.keep(error);
        RuleError::Hook(text)
    }

    /// Writes an amount as Python shows it.
    pub fn show(&self, amount: Chips) -> String {
        self.amount(amount).show(self.setup.py()).unwrap_or_else(|_| "?".to_owned())
    }

    fn basis(&self) -> &Basis {
        &self.setup.get().basis
    }

    /// Calls a function that returns two amounts.
    fn call<A: IntoPyObject<'py>>(
        &self,
        function: &Py<PyAny>,
        amount: Chips,
        other: impl FnOnce() -> PyResult<A>,
    ) -> Result<(Chips, Chips), RuleError> {
        let call = || {
            let result = function.bind(self.setup.py()).call1((self.amount(amount), other()?))?;
            let (first, second): (Bound<'_, PyAny>, Bound<'_, PyAny>) = result.extract()?;
            let converter = self.setup.get().converter.as_ref();
            PyResult::Ok((amount_in(converter, &first)?, amount_in(converter, &second)?))
        };
        call().map_err(|error| self.failed(error))
    }

    /// Asks for the rake of a pot, of which the house takes whole chips.
    fn whole_rake(&self, rake: &Py<PyAny>, amount: Chips, state: &Core) -> PyResult<Chips> {
        let py = self.setup.py();
        let parts = rake.bind(py).call1((self.amount(amount), self.picture(state)?))?;
        let count = imported!(py, "croupier.state.amounts", "count_rake")?;
        let unit = self.basis().given.unit.bind(py);
        let chips: Chips = count.call1((parts, self.amount(amount), unit))?.extract()?;
        Ok(chips.saturating_mul(self.setup.get().chip))
    }

    /// Returns a copy of the state for the caller's code to look at: the state itself is being changed.
    fn picture(&self, core: &Core) -> PyResult<Bound<'py, PyAny>> {
        let py = self.setup.py();
        let class = imported!(py, "croupier.state", "State" as PyType)?;
        copy_as(class, &Bound::new(py, State::picture(core, self.setup))?)
    }

    fn amount(&self, amount: Chips) -> Amount<'_> {
        Amount(amount, self.setup.get().converter.as_ref())
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
        if !self.takes_rake() {
            return Ok((0, amount));
        }
        let rake = &self.basis().given.rake;
        if self.basis().has_unit {
            let raked = self.whole_rake(rake, amount, state).map_err(|error| self.failed(error))?;
            return Ok((raked, amount - raked));
        }
        let (raked, unraked) = self.call(rake, amount, || self.picture(state))?;
        if raked < 0 || unraked < 0 || raked + unraked != amount {
            return Err(RuleError::Hook(format!(
                "the rake must divide {} into two parts, not {} and {}",
                self.show(amount),
                self.show(raked),
                self.show(unraked)
            )));
        }
        Ok((raked, unraked))
    }

    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        if !self.basis().foreign.divmod {
            let chip = self.setup.get().chip;
            if chip == 1 || amount % chip != 0 {
                return DefaultHooks.divide(amount, parts);
            }
            let (share, rest) = DefaultHooks.divide(amount / chip, parts)?;
            return Ok((share * chip, rest * chip));
        }
        let (share, rest) = self.call(&self.basis().given.divmod, amount, || Ok(parts))?;
        if share.checked_mul(parts as Chips).and_then(|all| all.checked_add(rest)) != Some(amount) {
            return Err(RuleError::Hook(format!(
                "{} cannot be divided into {parts} parts of {} with a rest of {}",
                self.show(amount),
                self.show(share),
                self.show(rest)
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
        match self.basis().definition.get().classes.get(hand_type).and_then(Option::as_ref) {
            Some(class) => self.rank(class, hands, board).map_err(|error| self.failed(error)),
            None => Ok(vec![None; hands.len()]),
        }
    }

    fn takes_rake(&self) -> bool {
        self.basis().foreign.rake
    }

    fn can_fail(&self) -> bool {
        self.basis().foreign.is_any()
    }
}
