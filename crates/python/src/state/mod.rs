//! The state of a hand, as Python sees it.

pub mod actions;
mod arguments;
pub mod attributes;
pub mod convert;
pub mod definition;
mod hands;
pub mod hooks;
mod interned;
pub mod legal;
pub mod operations;
pub mod setup;
pub mod starting;
mod streets;
mod subclass;
mod variant_state;

use std::mem::ManuallyDrop;

use croupier_engine::{GivenError, State as Core};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cards::{SeedValue, shuffler_of};
use crate::errors::{self, Raise};
use arguments::{cards_in, object};
use convert::{Number, seat_in};
pub use hands::HoleCards;
use hooks::SetupHooks;
use setup::Setup;
use subclass::copy_as;

/// The state of a hand.
#[pyclass(subclass, module = "croupier._native")]
pub struct State {
    pub core: ManuallyDrop<Box<Core>>,
    pub setup: Py<Setup>,
    /// The player who is to draw, as the object says.
    drawer: Option<usize>,
}

impl State {
    pub(crate) fn of(core: Box<Core>, setup: Py<Setup>) -> Self {
        let drawer = core.drawer();
        Self { core: ManuallyDrop::new(core), setup, drawer }
    }

    /// Returns the state of a hand as it is now.
    pub(crate) fn picture(core: &Core, setup: &Bound<'_, Setup>) -> Self {
        Self::of(Box::new(core.clone()), setup.clone().unbind())
    }
}

impl Drop for State {
    /// Leaves the room that the hand took to the next one of the same game.
    fn drop(&mut self) {
        // SAFETY: nobody sees the state again, and nothing else takes it out or drops it.
        let core = unsafe { ManuallyDrop::take(&mut self.core) };
        self.setup.get().leave(core);
    }
}

#[pymethods]
impl State {
    /// Start a hand, or copy another one.
    #[new]
    #[pyo3(signature = (setup, seed=None, source=None, saved=None, deck=None))]
    fn new(
        setup: &Bound<'_, Setup>,
        seed: Option<SeedValue>,
        source: Option<&Bound<'_, State>>,
        saved: Option<&[u8]>,
        deck: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let core = if let Some(source) = source {
            Box::clone(&source.try_borrow()?.core)
        } else if let Some(saved) = saved {
            let damaged = || GivenError::DamagedState.raise(setup.py());
            Box::new(Core::restore(setup.get().definition.clone(), saved).ok_or_else(damaged)?)
        } else {
            let (shuffler, hooks) = (shuffler_of(setup.py(), seed)?, SetupHooks::new(setup));
            let game = setup.get();
            let started = match deck {
                None => game.start(shuffler, &hooks).map(Some),
                Some(_) => {
                    let (definition, deck) = (game.definition.clone(), cards_in(deck)?);
                    Core::start_with_deck(definition, shuffler, &deck, &hooks)
                }
            };
            let started = started.map_err(|error| hooks.exception(&error, None, None))?;
            started.ok_or_else(|| GivenError::OtherDeck.raise(setup.py()))?
        };
        Ok(Self::of(core, setup.clone().unbind()))
    }

    /// The game, the stakes and the stacks.
    #[getter]
    fn _setup(&self, py: Python<'_>) -> Py<Setup> {
        self.setup.clone_ref(py)
    }

    /// Return everything but the game as bytes.
    fn _save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.core.save())
    }

    /// Return a copy; changing one leaves the other as it is.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        copy_as(&slf.get_type(), slf)
    }

    /// Return the state as a player sees it, or as a spectator does: cards that they may not see are unknown.
    #[pyo3(signature = (player_index=None))]
    fn observe<'py>(
        slf: &Bound<'py, Self>,
        player_index: Option<Number>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, state, seat) = (slf.py(), slf.try_borrow()?, seat_in(player_index));
        let verdict = state.core.verify_player(seat.unwrap_or(0));
        verdict.map_err(|error| errors::rule_error(py, &error, errors::Refusal::default()))?;
        let seen = Self::of(Box::new(state.core.observe(seat)), state.setup.clone_ref(py));
        copy_as(&slf.get_type(), &Bound::new(py, seen)?)
    }

    /// Return how many bytes of memory the state takes.
    fn __sizeof__(&self) -> usize {
        size_of::<Self>() + size_of::<Core>() + self.core.log.size()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let (one, two) = (slf.try_borrow()?, other.try_borrow()?);
        let equal = one.core == two.core
            && (one.setup.is(&two.setup) || one.setup.get().equals(py, two.setup.get())?);
        object(py, equal)
    }
}
