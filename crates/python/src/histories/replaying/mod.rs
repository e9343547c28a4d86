//! Histories that are replayed on states of Python: their actions, read, done and written down again.

use croupier_histories::phh::recording::write_actions;
use pyo3::prelude::*;

use crate::state::State;

pub mod notation;
pub mod stakes;
pub mod steps;

#[pymethods]
impl State {
    /// Return the actions of the hand, cards that are dealt one after the other being one action; none where something
    /// was done that only Python knows how to write.
    fn _write_actions(&self) -> Option<Vec<String>> {
        let is_whole = self.setup.get().converter.is_none();
        let has_one_board = self.core.definition.board_count == 1;
        if is_whole && has_one_board { write_actions(&self.core) } else { None }
    }
}
