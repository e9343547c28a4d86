//! Decisions that only some games have: verify, can, do; and what such games keep track of.

use croupier_engine::definition::{Declaration, SubsetMask};
use croupier_engine::hands::View;
use croupier_engine::{Cards, Declarations, Dice};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::State;
use super::actions::plain;
use super::convert::amount_out;
use super::operations::declaration_name;
use crate::cards;

/// Reads cards that a player names; none where nothing is said.
fn cards_in(value: Option<&Bound<'_, PyAny>>) -> PyResult<Cards> {
    Ok(value.map(cards::extract).transpose()?.unwrap_or_default().into_iter().collect())
}

/// The name of a contest, its ranking, and the strength, worth and cards of a hand.
type HandOut<'py, 'a> = (&'a str, &'static str, u32, u32, Bound<'py, PyTuple>);

/// Writes the three methods of an operation on cards of the player whose turn it is.
macro_rules! of_cards {
    ($verify:ident, $can:ident, $act:ident, $does:literal, $done:literal) => {
        #[pymethods]
        impl State {
            #[doc = concat!("Return the cards that the player whose turn it is would ", $does, ".")]
            #[pyo3(signature = (cards=None))]
            fn $verify<'py>(
                &self,
                py: Python<'py>,
                cards: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyTuple>> {
                let chosen = cards_in(cards)?;
                self.checked(py, stringify!($act), plain(self.core.$verify(&chosen)))?;
                cards::to_tuple(py, &chosen)
            }

            #[doc = concat!("Tell whether the player whose turn it is can ", $does, " these cards.")]
            #[pyo3(signature = (cards=None))]
            fn $can(&self, cards: Option<&Bound<'_, PyAny>>) -> bool {
                cards_in(cards).is_ok_and(|chosen| self.core.$verify(&chosen).is_ok())
            }

            #[doc = concat!($done, ", and do what is automated after it.")]
            #[pyo3(signature = (cards=None, *, commentary=None))]
            fn $act(
                &mut self,
                py: Python<'_>,
                cards: Option<&Bound<'_, PyAny>>,
                commentary: Option<String>,
            ) -> PyResult<Py<PyAny>> {
                let chosen = cards_in(cards)?;
                self.perform(py, stringify!($act), |core, hooks| {
                    core.$act(&chosen, commentary, hooks)
                })
            }
        }
    };
}

of_cards!(
    verify_card_exposing,
    can_expose_cards,
    expose_cards,
    "turn face up",
    "Turn these cards of the player whose turn it is face up"
);
of_cards!(
    verify_card_passing,
    can_pass_cards,
    pass_cards,
    "pass on",
    "Pass these cards of the player whose turn it is on"
);
of_cards!(
    verify_card_separation,
    can_separate_cards,
    separate_cards,
    "separate",
    "Separate the cards of the player whose turn it is, in this order"
);
of_cards!(
    verify_board_replacing,
    can_replace_board_cards,
    replace_board_cards,
    "replace",
    "Replace these cards of the board"
);

/// A declaration for all pots, or one for each.
#[derive(FromPyObject)]
enum DeclarationsIn {
    One(String),
    Many(Vec<String>),
}

impl DeclarationsIn {
    fn read(self) -> PyResult<Declarations> {
        let names = match self {
            Self::One(name) => vec![name],
            Self::Many(names) => names,
        };
        let read = |name: &String| {
            let found = Declaration::ALL.into_iter().find(|&one| declaration_name(one) == name);
            found.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "'{name}' cannot be declared: there are 'high', 'low' and 'high_low'"
                ))
            })
        };
        names.iter().map(read).collect()
    }
}

/// A value of a choice, by its name or number.
#[derive(FromPyObject)]
enum ChoiceIn {
    Number(usize),
    Name(String),
}

impl State {
    /// Returns the number of a value that is to be chosen now.
    fn choice_in(&self, value: ChoiceIn) -> PyResult<usize> {
        let name = match value {
            ChoiceIn::Number(number) => return Ok(number),
            ChoiceIn::Name(name) => name,
        };
        let Some((_, choosing)) = self.core.choosing() else { return Ok(usize::MAX) };
        let choices = &self.core.definition.terms.choices;
        let values = choices.get(usize::from(choosing.key)).map(|(_, values)| values.as_slice());
        let values = values.unwrap_or_default();
        values.iter().position(|value| *value == name).ok_or_else(|| {
            let known = values.join("', '");
            PyValueError::new_err(format!("'{name}' cannot be chosen: there are '{known}'"))
        })
    }

    fn subset_names(&self, subsets: SubsetMask) -> Vec<&str> {
        let names = self.core.definition.terms.subsets.iter().enumerate();
        let chosen = names.filter(|(number, _)| subsets >> number & 1 == 1);
        chosen.map(|(_, name)| name.as_str()).collect()
    }
}

#[pymethods]
impl State {
    /// Return who would declare this.
    fn verify_declaration(&self, py: Python<'_>, declarations: DeclarationsIn) -> PyResult<usize> {
        let declarations = declarations.read()?;
        self.verified(py, "declare", |core, hooks| core.verify_declaration(&declarations, hooks))
    }

    /// Tell whether this can be declared.
    fn can_declare(&self, py: Python<'_>, declarations: DeclarationsIn) -> bool {
        let Ok(declarations) = declarations.read() else { return false };
        self.verified(py, "declare", |core, hooks| core.verify_declaration(&declarations, hooks))
            .is_ok()
    }

    /// Declare for all pots, or for each of them.
    #[pyo3(signature = (declarations, *, commentary=None))]
    fn declare(
        &mut self,
        py: Python<'_>,
        declarations: DeclarationsIn,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let declarations = declarations.read()?;
        self.perform(py, "declare", |core, hooks| core.declare(&declarations, commentary, hooks))
    }

    /// Return who would choose this value.
    fn verify_choosing(&self, py: Python<'_>, value: ChoiceIn) -> PyResult<usize> {
        let value = self.choice_in(value)?;
        self.checked(py, "choose", plain(self.core.verify_choosing(value)))
    }

    /// Tell whether this value can be chosen.
    fn can_choose(&self, value: ChoiceIn) -> bool {
        self.choice_in(value).is_ok_and(|value| self.core.verify_choosing(value).is_ok())
    }

    /// Choose a value.
    #[pyo3(signature = (value, *, commentary=None))]
    fn choose(
        &mut self,
        py: Python<'_>,
        value: ChoiceIn,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let value = self.choice_in(value)?;
        self.perform(py, "choose", |core, hooks| core.choose(value, commentary, hooks))
    }

    /// Return who would buy cards, for these discards, and the price; 0 where nothing is bought.
    #[pyo3(signature = (status=true, cards=None))]
    fn verify_card_buying<'py>(
        &self,
        py: Python<'py>,
        status: bool,
        cards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(usize, Bound<'py, PyAny>)> {
        let discards = cards_in(cards)?;
        let discards = status.then_some(&discards);
        let (seat, cost) =
            self.verified(py, "buy_cards", |core, hooks| core.verify_card_buying(discards, hooks))?;
        Ok((seat, amount_out(py, self.setup.get().converter.as_ref(), cost)?))
    }

    /// Tell whether cards can be bought, or declined.
    #[pyo3(signature = (status=true, cards=None))]
    fn can_buy_cards(
        &self,
        py: Python<'_>,
        status: bool,
        cards: Option<&Bound<'_, PyAny>>,
    ) -> bool {
        let Ok(discards) = cards_in(cards) else { return false };
        let discards = status.then_some(&discards);
        self.verified(py, "buy_cards", |core, hooks| core.verify_card_buying(discards, hooks))
            .is_ok()
    }

    /// Buy cards for these discards, or decline.
    #[pyo3(signature = (status=true, cards=None, *, commentary=None))]
    fn buy_cards(
        &mut self,
        py: Python<'_>,
        status: bool,
        cards: Option<&Bound<'_, PyAny>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let discards = cards_in(cards)?;
        let discards = status.then_some(&discards);
        self.perform(py, "buy_cards", |core, hooks| core.buy_cards(discards, commentary, hooks))
    }

    /// Return who would pay for turning the last card face up, and how much.
    #[pyo3(signature = (status=true))]
    fn verify_card_protecting<'py>(
        &self,
        py: Python<'py>,
        status: bool,
    ) -> PyResult<(usize, Bound<'py, PyAny>)> {
        let (seat, cost) =
            self.checked(py, "protect_card", plain(self.core.verify_card_protecting(status)))?;
        Ok((seat, amount_out(py, self.setup.get().converter.as_ref(), cost)?))
    }

    /// Tell whether the last card can be turned face up for a price, or left as it is.
    #[pyo3(signature = (status=true))]
    fn can_protect_card(&self, status: bool) -> bool {
        self.core.verify_card_protecting(status).is_ok()
    }

    /// Pay for turning the last card face up, or leave it as it is.
    #[pyo3(signature = (status=true, *, commentary=None))]
    fn protect_card(
        &mut self,
        py: Python<'_>,
        status: bool,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        self.perform(py, "protect_card", |core, hooks| core.protect_card(status, commentary, hooks))
    }

    /// Return how many dice would be rolled.
    #[pyo3(signature = (values=None))]
    fn verify_dice_rolling(&self, py: Python<'_>, values: Option<Vec<u8>>) -> PyResult<usize> {
        let values: Option<Dice> = values.map(Dice::from_vec);
        self.checked(py, "roll_dice", plain(self.core.verify_dice_rolling(values.as_ref())))
    }

    /// Tell whether dice can be rolled.
    #[pyo3(signature = (values=None))]
    fn can_roll_dice(&self, values: Option<Vec<u8>>) -> bool {
        let values: Option<Dice> = values.map(Dice::from_vec);
        self.core.verify_dice_rolling(values.as_ref()).is_ok()
    }

    /// Roll dice: these values, or by chance.
    #[pyo3(signature = (values=None, *, commentary=None))]
    fn roll_dice(
        &mut self,
        py: Python<'_>,
        values: Option<Vec<u8>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let values: Option<Dice> = values.map(Dice::from_vec);
        self.perform(py, "roll_dice", |core, hooks| {
            core.roll_dice(values.as_ref(), commentary, hooks)
        })
    }

    /// Return the names of the boards that would be taken out of play.
    fn verify_board_removal(&self, py: Python<'_>) -> PyResult<Vec<&str>> {
        let removed =
            self.checked(py, "remove_board_cards", plain(self.core.verify_board_removal()))?;
        Ok(self.subset_names(removed))
    }

    /// Tell whether boards are to be taken out of play now.
    fn can_remove_board_cards(&self) -> bool {
        self.core.verify_board_removal().is_ok()
    }

    /// Take the boards out of play that the game takes out.
    #[pyo3(signature = (*, commentary=None))]
    fn remove_board_cards(
        &mut self,
        py: Python<'_>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        self.perform(py, "remove_board_cards", |core, hooks| {
            core.remove_board_cards(commentary, hooks)
        })
    }

    /// Return the name of a contest, its ranking, and the strength, worth and cards of a player's best hand.
    fn _get_contest_hand<'py>(
        &self,
        py: Python<'py>,
        player_index: usize,
        hand_type_index: usize,
        up_status: bool,
    ) -> PyResult<Option<HandOut<'py, '_>>> {
        self.checked(py, "get_contest_hand", plain(self.core.verify_player(player_index)))?;
        let types = &self.core.definition.hand_types;
        let kind = types.get(hand_type_index).ok_or_else(|| {
            let count = types.len();
            PyValueError::new_err(format!(
                "there is no contest {hand_type_index}: there are {count}"
            ))
        })?;
        let view = if up_status { View::Up } else { View::All };
        let Some(hand) = self.core.contest_hand(hand_type_index, player_index, view) else {
            return Ok(None);
        };
        let name = kind.contest().map_or("", |contest| contest.name.as_str());
        let cards = cards::to_tuple(py, &hand.best.cards)?;
        Ok(Some((name, hand.ranking.name.as_str(), hand.best.strength, hand.worth, cards)))
    }

    /// How many hand types or contests there are.
    #[getter]
    fn _hand_type_count(&self) -> usize {
        self.core.definition.hand_types.len()
    }

    /// How many streets there are.
    #[getter]
    fn _street_count(&self) -> usize {
        self.core.definition.street_count()
    }

    /// Who is to decide something that only some games have, or none.
    #[getter]
    fn decider_index(&self) -> Option<usize> {
        self.core.decider()
    }

    /// The subset of each hole card, by player; none where a card is in no subset.
    #[getter]
    fn hole_card_subsets(&self) -> Vec<Vec<Option<&str>>> {
        let names = &self.core.definition.terms.subsets;
        let name = |subset: u8| names.get(usize::from(subset)).map(String::as_str);
        let of_player = |seat: usize| {
            let places = 0..self.core.hole[seat].cards.len();
            places.map(|place| self.core.hole_subset(seat, place).and_then(name)).collect()
        };
        (0..self.core.player_count()).map(of_player).collect()
    }

    /// The subsets of each card of the board.
    #[getter]
    fn board_card_subsets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let places = 0..self.core.board.len();
        let names = places.map(|place| self.subset_names(self.core.board_subsets(place)));
        names.map(|names| PyTuple::new(py, names)).collect()
    }

    /// What dice show, each with the subset of the board that it lies in.
    #[getter]
    fn dice(&self) -> Vec<(&str, u8)> {
        let names = &self.core.definition.terms.subsets;
        let name = |subset: u8| names.get(usize::from(subset)).map_or("", String::as_str);
        let dice = self.core.particulars.iter().flat_map(|kept| &kept.dice);
        dice.map(|&(subset, value)| (name(subset), value)).collect()
    }

    /// What each player declared for the main pot, or none.
    #[getter]
    fn declarations(&self) -> Vec<Option<&'static str>> {
        let declaration = |seat| self.core.declaration(seat, 0).map(declaration_name);
        (0..self.core.player_count()).map(declaration).collect()
    }

    /// What each player declared for a pot, or none.
    fn get_pot_declarations(&self, pot_index: usize) -> Vec<Option<&'static str>> {
        let declaration = |seat| self.core.declaration(seat, pot_index).map(declaration_name);
        (0..self.core.player_count()).map(declaration).collect()
    }

    /// What was chosen about the game, by the names of the choices; none where it is open.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let chosen = PyDict::new(py);
        for (number, (name, values)) in self.core.definition.terms.choices.iter().enumerate() {
            let kept = self.core.particulars.as_ref();
            let value = kept.and_then(|kept| kept.choices.get(number)).copied();
            let value = value.and_then(|value| values.get(usize::from(value)));
            chosen.set_item(name, value)?;
        }
        Ok(chosen)
    }
}
