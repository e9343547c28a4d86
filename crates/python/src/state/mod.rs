//! The state of a hand, as Python sees it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`definition`] | a game as data |
//! | [`setup`] | a game with stakes and stacks, checked once and used for many hands |
//! | [`hands`] | the hole cards of all players
//! | `interned` | operations that happen again and again
//! | [`hooks`] | what Python decides: rake, division, foreign hand types |
//! | [`convert`] | amounts, cards and seats, in and out |
//! | [`operations`] | what happened, as objects |
//! | [`actions`] | the operations: verify, can, do |
//! | `arguments` | the kinds of arguments and results |
//! | `variant_state` | what only some games keep track of |
//! | [`attributes`] | what can be read |
//! | [`legal`] | what may be done now |
//! | [`stakes`] | the amounts of a history |
//! | [`notation`] | actions as histories write them |
//! | [`steps`] | a history, action by action |
//! | [`starting`] | hands of a class of games, one after the other |
//! | `streets` | streets as the steps of a game, and steps as streets |
//! | `subclass` | states of Python's own class |
//! | `writing` | what happened, as histories write it |

pub mod actions;
mod arguments;
pub mod attributes;
pub mod convert;
pub mod definition;
mod hands;
pub mod hooks;
mod interned;
pub mod legal;
pub mod notation;
pub mod operations;
pub mod setup;
pub mod stakes;
pub mod starting;
pub mod steps;
mod streets;
mod subclass;
mod variant_state;
mod writing;

use std::mem::ManuallyDrop;

use croupier_engine::{GivenError, State as Core};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::cards::{SeedValue, shuffler_of};
use crate::errors;
use arguments::cards_in;
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
}

impl State {
    fn of(core: Box<Core>, setup: Py<Setup>) -> Self {
        Self { core: ManuallyDrop::new(core), setup }
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

/// How many bytes a seal has.
const SEAL_LENGTH: usize = size_of::<u64>();

/// Returns bytes with a number behind them that tells whether they are still the same.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let seal = seal(&bytes);
    bytes.extend_from_slice(&seal);
    bytes
}

/// Returns what [`sealed`] was given; nothing where it was damaged since.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (inner, given) = bytes.split_last_chunk::<SEAL_LENGTH>()?;
    (seal(inner) == *given).then_some(inner)
}

/// Mixes all bytes into one number, so that a change of any of them shows.
fn seal(bytes: &[u8]) -> [u8; SEAL_LENGTH] {
    let start = 0xCBF2_9CE4_8422_2325_u64 ^ bytes.len() as u64;
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(start, mix).to_le_bytes()
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
        if let Some(source) = source {
            let core = Box::clone(&source.try_borrow()?.core);
            return Ok(Self::of(core, setup.clone().unbind()));
        }
        if let Some(saved) = saved {
            let core = unsealed(saved)
                .and_then(|bytes| Core::from_bytes(setup.get().definition.clone(), bytes))
                .ok_or_else(|| errors::made_of(setup.py(), &GivenError::DamagedState))?;
            return Ok(Self::of(Box::new(core), setup.clone().unbind()));
        }
        let shuffler = shuffler_of(seed)?;
        let hooks = SetupHooks::new(setup);
        let core = if deck.is_some() {
            let definition = setup.get().definition.clone();
            Core::start_with_deck(definition, shuffler, &cards_in(deck)?, &hooks)
                .map_err(|error| hooks.exception(&error, None, None))?
                .ok_or_else(|| errors::made_of(setup.py(), &GivenError::OtherDeck))?
        } else {
            setup
                .get()
                .start(shuffler, &hooks)
                .map_err(|error| hooks.exception(&error, None, None))?
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
        PyBytes::new(py, &sealed(self.core.to_bytes()))
    }

    /// Return a copy; changing one leaves the other as it is.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let class: Bound<'py, PyType> = slf.get_type();
        let setup = slf.try_borrow()?.setup.clone_ref(slf.py());
        copy_as(&class, setup, slf)
    }

    /// Return the state as a player sees it, or as a spectator does: cards that they may not see are unknown.
    #[pyo3(signature = (player_index=None))]
    fn observe<'py>(
        slf: &Bound<'py, Self>,
        player_index: Option<Number>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, class) = (slf.py(), slf.get_type());
        let state = slf.try_borrow()?;
        let seat = seat_in(player_index);
        state
            .core
            .verify_player(seat.unwrap_or(0))
            .map_err(|error| errors::rule_error(py, &error, errors::Refusal::default()))?;
        let setup = state.setup.clone_ref(py);
        let core = Box::new(state.core.observe(seat));
        let seen = Self::of(core, setup.clone_ref(py));
        copy_as(&class, setup, &Bound::new(py, seen)?)
    }

    /// Return how many bytes of memory the state takes.
    fn __sizeof__(&self) -> usize {
        size_of::<Self>() + size_of::<Core>() + self.core.log.size()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        if slf.is(other) {
            return Ok(true.into_pyobject(py)?.to_owned().into_any().unbind());
        }
        let (one, two) = (slf.try_borrow()?, other.try_borrow()?);
        let same_setup = one.setup.is(&two.setup) || one.setup.get().equals(py, two.setup.get())?;
        let equal = same_setup && one.core == two.core;
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}
