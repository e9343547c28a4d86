//! The operations: verify, can, do, for every row of the engine's table. PokerKit's names, arguments and results.

use croupier_engine::{Deal, Dice, RuleError, Showing, Warning};
use pyo3::prelude::*;

use super::State;
use super::arguments::{
    ChoiceIn, DeclarationsIn, card_count, cards_in, object, passed, read, returned, showing_in,
    taken,
};
use super::convert::{Number, Shown, Values, amount_in, deal_in, seat_in, warn};
use super::hooks::SetupHooks;
use crate::{cards, errors};

impl State {
    /// Does something to the state, and returns the object of the operation. Where cards are dealt again after it, it
    /// warns; where warnings are errors, nothing is done then. Cards that a player names may be discarded.
    fn perform(
        &mut self,
        py: Python<'_>,
        object: &Bound<'_, Self>,
        operation: &'static str,
        discarded: Option<usize>,
        act: impl FnOnce(&mut croupier_engine::State, &SetupHooks<'_, '_>) -> Result<usize, RuleError>,
    ) -> PyResult<Py<PyAny>> {
        let before = self.core.may_replenish(discarded).then(|| Box::clone(&self.core));
        let hooks = SetupHooks::new(self.setup.bind(py));
        let number = act(&mut self.core, &hooks)
            .map_err(|error| hooks.exception(&error, Some(operation), self.core.turn()))?;
        if let Some(before) = before
            && self.core.take_replenished()
            && let Err(error) = warn(py, &[Warning::Replenished])
        {
            *self.core = before;
            return Err(error);
        }
        let done = self.operation(py, number)?;
        self.update_object(object)?;
        Ok(done)
    }

    /// Returns the error about an argument, with the operation that it is of.
    fn refused(&self, py: Python<'_>, error: PyErr, operation: &'static str) -> PyErr {
        errors::about_operation(py, error, operation, self.core.turn())
    }

    /// Asks something that the caller's code may have a say in.
    pub fn ask<T>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&croupier_engine::State, &SetupHooks<'_, '_>) -> Result<T, RuleError>,
    ) -> PyResult<T> {
        let hooks = SetupHooks::new(self.setup.bind(py));
        question(&self.core, &hooks).map_err(|error| hooks.exception(&error, None, None))
    }

    /// Asks whether an operation is possible: raises what is wrong, and issues what is odd.
    pub fn verified<T>(
        &self,
        py: Python<'_>,
        operation: &'static str,
        question: impl FnOnce(&croupier_engine::State, &SetupHooks<'_, '_>) -> Verified<T>,
    ) -> PyResult<T> {
        let hooks = SetupHooks::new(self.setup.bind(py));
        let (value, warnings) = question(&self.core, &hooks)
            .map_err(|error| hooks.exception(&error, Some(operation), self.core.turn()))?;
        if !warnings.is_empty() {
            warn(py, &warnings)?;
        }
        Ok(value)
    }

    /// Tells whether nothing is wrong; what is odd counts as wrong where the caller makes warnings errors.
    fn is_possible<T>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&croupier_engine::State, &SetupHooks<'_, '_>) -> Verified<T>,
    ) -> bool {
        let hooks = SetupHooks::new(self.setup.bind(py));
        match question(&self.core, &hooks) {
            Ok((_, warnings)) => warnings.is_empty() || warn(py, &warnings).is_ok(),
            Err(_) => false,
        }
    }
}

/// A verdict of the core, with its warnings.
type Verified<T> = Result<(T, Vec<Warning>), RuleError>;

pub fn without_warnings<T>(result: Result<T, RuleError>) -> Verified<T> {
    result.map(|value| (value, Vec::new()))
}

/// Asks the core, which takes hooks and returns warnings only where the table says so.
macro_rules! ask {
    ([] $verify:ident($($passed:expr),*)) => {
        |core: &croupier_engine::State, _: &SetupHooks<'_, '_>| without_warnings(core.$verify($($passed),*))
    };
    ([warns] $verify:ident($($passed:expr),*)) => {
        |core: &croupier_engine::State, _: &SetupHooks<'_, '_>| core.$verify($($passed),*)
    };
    ([hooks] $verify:ident($($passed:expr),*)) => {
        |core: &croupier_engine::State, hooks: &SetupHooks<'_, '_>| {
            without_warnings(core.$verify($($passed,)* hooks))
        }
    };
    ([hooks warns] $verify:ident($($passed:expr),*)) => {
        |core: &croupier_engine::State, hooks: &SetupHooks<'_, '_>| {
            core.$verify($($passed,)* hooks)
        }
    };
}

/// Issues what is odd about an operation before it is done, where something can be; what is wrong is raised.
macro_rules! warn_first {
    ([warns] $($rest:tt)*) => { warn_first!(@ [warns] $($rest)*) };
    ([hooks warns] $($rest:tt)*) => { warn_first!(@ [hooks warns] $($rest)*) };
    (@ [$($how:ident)*] $state:ident, $py:ident, $act:ident, $verify:ident($($passed:expr),*)) => {
        $state.verified($py, stringify!($act), ask!([$($how)*] $verify($($passed),*)))?;
    };
    ($($never:tt)*) => {};
}

/// Writes the three methods of every operation.
macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $name:ident {
            $($field:ident: $kind:tt $(= $python:ident $about:literal)?),* $(,)?
        } $(sum $sum:ident of $summed:ident)?
        verify $verify:ident [$($how:ident)*] -> $result:ident $verify_doc:literal,
        can $can:ident $can_doc:literal,
        do $act:ident($($argument:ident: $taken:ident $(= $default:tt)?),*) $act_doc:literal,
        $who:ident, $word:literal, [$($automation:ident)?], [$($sentence:literal),*];
    )*) => {$(
        #[pymethods]
        impl State {
            #[doc = $verify_doc]
            #[pyo3(signature = ($($argument $(= $default)?),*))]
            fn $verify<'py>(
                &self,
                py: Python<'py>,
                $($argument: taken!($taken)),*
            ) -> PyResult<Py<PyAny>> {
                $(let $argument = read!($taken, self, $argument)
                    .map_err(|error| self.refused(py, error, stringify!($act)))?;)*
                let question = ask!([$($how)*] $verify($(passed!($taken, $argument)),*));
                let found = self.verified(py, stringify!($act), question)?;
                returned!($result, self, py, found $(, $argument)*)
            }

            #[doc = $can_doc]
            #[pyo3(signature = ($($argument $(= $default)?),*))]
            fn $can<'py>(&self, py: Python<'py>, $($argument: taken!($taken)),*) -> bool {
                $(let Ok($argument) = read!($taken, self, $argument) else { return false };)*
                self.is_possible(py, ask!([$($how)*] $verify($(passed!($taken, $argument)),*)))
            }

            #[doc = $act_doc]
            #[pyo3(signature = ($($argument $(= $default)?,)* *, commentary=None))]
            fn $act<'py>(
                slf: &Bound<'py, Self>,
                $($argument: taken!($taken),)*
                commentary: Option<String>,
            ) -> PyResult<Py<PyAny>> {
                let (py, mut state) = (slf.py(), slf.try_borrow_mut()?);
                $(let $argument = read!($taken, state, $argument)
                    .map_err(|error| state.refused(py, error, stringify!($act)))?;)*
                warn_first!([$($how)*] state, py, $act, $verify($(passed!($taken, $argument)),*));
                let discarded = None$(.or(card_count!($taken, $argument)))*;
                state.perform(py, slf, stringify!($act), discarded, |core, hooks| {
                    core.$act($(passed!($taken, $argument),)* commentary, hooks)
                })
            }
        }
    )*};
}

croupier_engine::operations!(define);

#[pymethods]
impl State {
    /// Complete, bet or raise as a record says that somebody did, whatever the rules say on how often and how much.
    #[pyo3(signature = (amount, *, commentary=None))]
    fn _raise_as_recorded(
        slf: &Bound<'_, Self>,
        amount: &Bound<'_, PyAny>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let mut state = slf.try_borrow_mut()?;
        let units = amount_in(state.setup.get().converter.as_ref(), amount)?;
        state.perform(slf.py(), slf, "complete_bet_or_raise_to", None, |core, hooks| {
            core.raise_as_recorded(units, commentary, hooks)
        })
    }

    /// Muck as a record says, whatever the rules do: nobody may be left, or somebody be all-in.
    #[pyo3(signature = (player_index=None, *, commentary=None))]
    fn _muck_as_recorded(
        slf: &Bound<'_, Self>,
        player_index: Option<Number>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let (seat, mut state) = (seat_in(player_index), slf.try_borrow_mut()?);
        state.perform(slf.py(), slf, "show_or_muck_hole_cards", None, |core, hooks| {
            core.show_or_muck_hole_cards(&Showing::MuckAsRecorded, seat, commentary, hooks)
        })
    }
}
