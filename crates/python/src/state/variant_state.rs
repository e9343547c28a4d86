//! The state that only some games have: contests, subsets, dice, declarations and choices.

use croupier_cards::Card;
use croupier_engine::GivenError;
use croupier_engine::hands::View;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::State;
use super::actions::without_warnings;
use super::convert::{Shown, Values};
use super::operations::declaration_name;
use crate::errors::Raise;

/// The name of a contest, its ranking, and the strength, worth and cards of a hand.
type HandOut<'a> = (&'a str, &'static str, u32, u32, Shown<Vec<Card>>);

#[pymethods]
impl State {
    /// Return the name of a contest, its ranking, and the strength, worth and cards of a player's best hand.
    fn _get_contest_hand(
        &self,
        py: Python<'_>,
        player_index: usize,
        hand_type_index: usize,
        up_status: bool,
    ) -> PyResult<Option<HandOut<'_>>> {
        self.verified(py, "get_contest_hand", |core, _| {
            without_warnings(core.verify_player(player_index))
        })?;
        let types = &self.core.definition.hand_types;
        let (count, given) = (types.len(), hand_type_index);
        let unknown = || GivenError::UnknownContest { count, given }.raise(py);
        let kind = types.get(hand_type_index).ok_or_else(unknown)?;
        let view = if up_status { View::Up } else { View::All };
        let Some(hand) = self.core.contest_hand(hand_type_index, player_index, view) else {
            return Ok(None);
        };
        let name = kind.contest().map_or("", |contest| contest.name.as_str());
        let best = hand.best;
        Ok(Some((name, hand.ranking.name.as_str(), best.strength, hand.worth, Shown(best.cards))))
    }

    /// The subset of each hole card, by player; none where a card is in no subset.
    #[getter]
    fn hole_card_subsets(&self) -> Vec<Vec<Option<&str>>> {
        let names = &self.core.definition.variant_rules.subsets;
        let name = |subset: u8| names.get(usize::from(subset)).map(String::as_str);
        let of_player = |seat: usize| {
            let places = 0..self.core.hole[seat].cards.len();
            places.map(|place| self.core.hole_subset(seat, place).and_then(name)).collect()
        };
        (0..self.core.player_count()).map(of_player).collect()
    }

    /// The subsets of each card of the board.
    #[getter]
    fn board_card_subsets(&self) -> Vec<Values<Vec<&str>>> {
        let names = |place| Values(self.subset_names(self.core.board_subsets(place)));
        (0..self.core.board.len()).map(names).collect()
    }

    /// The values of the dice, each with the subset of the board that it lies in.
    #[getter]
    fn dice(&self) -> Vec<(&str, u8)> {
        let names = &self.core.definition.variant_rules.subsets;
        let name = |subset: u8| names.get(usize::from(subset)).map_or("", String::as_str);
        let dice = self.core.variant.iter().flat_map(|kept| &kept.dice);
        dice.map(|&(subset, value)| (name(subset), value)).collect()
    }

    /// The declarations of all players for a pot, each may be none.
    pub fn get_pot_declarations(&self, pot_index: usize) -> Vec<Option<&'static str>> {
        let declaration = |seat| self.core.declaration(seat, pot_index).map(declaration_name);
        (0..self.core.player_count()).map(declaration).collect()
    }

    /// The choices about the game by their names; none where one is open.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let chosen = PyDict::new(py);
        for (number, (name, values)) in
            self.core.definition.variant_rules.choices.iter().enumerate()
        {
            let kept = self.core.variant.as_ref();
            let value = kept.and_then(|kept| kept.choices.get(number)).copied();
            let value = value.and_then(|value| values.get(usize::from(value)));
            chosen.set_item(name, value)?;
        }
        Ok(chosen)
    }
}
