//! The operations: verify, can, do. PokerKit's names, arguments and results.

use croupier_engine::{Deal, RuleError, Showing, Warning};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use super::State;
use super::convert::{Number, amount_in, amount_out, deal_in, seat_in, warn};
use super::hooks::SetupHooks;
use super::{interned, operations};
use crate::{cards, errors};

impl State {
    /// Does something to the state, and returns the object of the operation.
    pub fn perform(
        &mut self,
        py: Python<'_>,
        operation: &'static str,
        act: impl FnOnce(&mut croupier_engine::State, &SetupHooks<'_, '_>) -> Result<usize, RuleError>,
    ) -> PyResult<Py<PyAny>> {
        if self.core.may_replenish() {
            return self.perform_with_warning(py, operation, act);
        }
        let hooks = SetupHooks::new(self.setup.bind(py));
        let number = act(&mut self.core, &hooks)
            .map_err(|error| hooks.exception(&error, Some(operation), self.core.turn()))?;
        self.operation(py, number)
    }

    /// Does something after which cards may be dealt again, and warns then; where warnings are errors, nothing is done.
    #[cold]
    fn perform_with_warning(
        &mut self,
        py: Python<'_>,
        operation: &'static str,
        act: impl FnOnce(&mut croupier_engine::State, &SetupHooks<'_, '_>) -> Result<usize, RuleError>,
    ) -> PyResult<Py<PyAny>> {
        let before = self.core.clone();
        let hooks = SetupHooks::new(self.setup.bind(py));
        let number = act(&mut self.core, &hooks)
            .map_err(|error| hooks.exception(&error, Some(operation), self.core.turn()))?;
        if self.core.take_replenished()
            && let Err(error) = warn(py, &[Warning::Replenished])
        {
            self.core = before;
            return Err(error);
        }
        self.operation(py, number)
    }

    /// Returns the object of an operation in the log.
    pub fn operation(&self, py: Python<'_>, number: usize) -> PyResult<Py<PyAny>> {
        let commentary = self.core.log.remark(number).map(str::to_owned);
        let converter = self.setup.get().converter.as_ref();
        let operation = self
            .core
            .log
            .get(number)
            .ok_or_else(|| PyIndexError::new_err(format!("there is no operation {number}")))?;
        if commentary.is_none() && converter.is_none() {
            return interned::operation(py, operation, &self.core.definition.terms);
        }
        operations::to_python(py, operation, commentary, converter, &self.core.definition.terms)
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

    /// Asks whether an operation is possible, in which the caller's code may have a say.
    pub fn verified<T>(
        &self,
        py: Python<'_>,
        operation: &'static str,
        question: impl FnOnce(&croupier_engine::State, &SetupHooks<'_, '_>) -> Result<T, RuleError>,
    ) -> PyResult<T> {
        let hooks = SetupHooks::new(self.setup.bind(py));
        question(&self.core, &hooks)
            .map_err(|error| hooks.exception(&error, Some(operation), self.core.turn()))
    }

    /// Raises what is wrong, and issues what is odd.
    pub fn checked<T>(
        &self,
        py: Python<'_>,
        operation: &'static str,
        verified: Result<(T, Vec<Warning>), RuleError>,
    ) -> PyResult<T> {
        let (value, warnings) = verified.map_err(|error| {
            let converter = self.setup.get().converter.as_ref();
            let operation = Some(operation);
            let refusal = errors::Refusal { converter, operation, turn: self.core.turn() };
            errors::rule_error(py, &error, refusal)
        })?;
        if !warnings.is_empty() {
            warn(py, &warnings)?;
        }
        Ok(value)
    }
}

/// Tells whether nothing is wrong; what is odd counts as wrong where the caller makes warnings errors.
fn possible<T>(py: Python<'_>, verified: Result<(T, Vec<Warning>), RuleError>) -> bool {
    match verified {
        Ok((_, warnings)) if warnings.is_empty() => true,
        Ok((_, warnings)) => warn(py, &warnings).is_ok(),
        Err(_) => false,
    }
}

pub fn plain<T>(result: Result<T, RuleError>) -> Result<(T, Vec<Warning>), RuleError> {
    result.map(|value| (value, Vec::new()))
}

/// Reads what a player shows.
fn showing_in(value: Option<&Bound<'_, PyAny>>) -> PyResult<Showing> {
    let Some(value) = value else { return Ok(Showing::Default) };
    if let Ok(status) = value.cast::<PyBool>() {
        return Ok(if status.is_true() { Showing::Show } else { Showing::Muck });
    }
    Ok(Showing::Cards(cards::extract(value)?.into_iter().collect()))
}

/// Writes the three methods of an operation of one of several players.
macro_rules! of_a_player {
    ($verify:ident, $can:ident, $act:ident, $does:literal, $done:literal) => {
        #[pymethods]
        impl State {
            #[doc = concat!("Return the player who would ", $does, ".")]
            #[pyo3(signature = (player_index=None))]
            fn $verify(&self, py: Python<'_>, player_index: Option<Number>) -> PyResult<usize> {
                self.checked(py, stringify!($act), plain(self.core.$verify(seat_in(player_index))))
            }

            #[doc = concat!("Tell whether the player, or anybody if none is named, can ", $does, " now.")]
            #[pyo3(signature = (player_index=None))]
            fn $can(&self, player_index: Option<Number>) -> bool {
                self.core.$verify(seat_in(player_index)).is_ok()
            }

            #[doc = concat!($done, ", and do what is automated after it.")]
            #[pyo3(signature = (player_index=None, *, commentary=None))]
            fn $act(
                &mut self,
                py: Python<'_>,
                player_index: Option<Number>,
                commentary: Option<String>,
            ) -> PyResult<Py<PyAny>> {
                let seat = seat_in(player_index);
                self.perform(py, stringify!($act), |core, hooks| core.$act(seat, commentary, hooks))
            }
        }
    };
}

/// Writes the three methods of an operation without arguments.
macro_rules! without_arguments {
    ($verify:ident, $can:ident, $act:ident, $does:literal, $done:literal, $result:expr) => {
        #[pymethods]
        impl State {
            #[doc = concat!("Raise an error that says why nobody can ", $does, " now, if so.")]
            fn $verify(&self, py: Python<'_>) -> PyResult<()> {
                self.checked(py, stringify!($act), ($result)(&self.core)).map(|_| ())
            }

            #[doc = concat!("Tell whether somebody can ", $does, " now.")]
            fn $can(&self, py: Python<'_>) -> bool {
                possible(py, ($result)(&self.core))
            }

            #[doc = concat!($done, ", and do what is automated after it.")]
            #[pyo3(signature = (*, commentary=None))]
            fn $act(&mut self, py: Python<'_>, commentary: Option<String>) -> PyResult<Py<PyAny>> {
                // What is wrong is said again by the operation itself; this is for what is odd.
                if let Ok((_, warnings)) = ($result)(&self.core)
                    && !warnings.is_empty()
                {
                    warn(py, &warnings)?;
                }
                self.perform(py, stringify!($act), |core, hooks| core.$act(commentary, hooks))
            }
        }
    };
}

of_a_player!(
    verify_ante_posting,
    can_post_ante,
    post_ante,
    "post an ante",
    "Post the ante of the player, or the next ante"
);
of_a_player!(
    verify_blind_or_straddle_posting,
    can_post_blind_or_straddle,
    post_blind_or_straddle,
    "post a blind or straddle",
    "Post the blind or straddle of the player, or the next one"
);
of_a_player!(
    verify_hand_killing,
    can_kill_hand,
    kill_hand,
    "have a losing hand killed",
    "Kill the losing hand of the player, or the next one"
);
of_a_player!(
    verify_chips_pulling,
    can_pull_chips,
    pull_chips,
    "pull in the chips that were won",
    "Pull in the chips that the player, or the next winner, has won"
);

without_arguments!(
    verify_bet_collection,
    can_collect_bets,
    collect_bets,
    "have the bets collected into the pots",
    "Collect the bets of the street into the pots",
    |core: &croupier_engine::State| plain(core.verify_bet_collection())
);
without_arguments!(
    verify_folding,
    can_fold,
    fold,
    "fold",
    "Fold the hand of the player to act",
    |core: &croupier_engine::State| core.verify_folding()
);
without_arguments!(
    verify_checking_or_calling,
    can_check_or_call,
    check_or_call,
    "check or call",
    "Check or call for the player to act",
    |core: &croupier_engine::State| plain(core.verify_checking_or_calling())
);
without_arguments!(
    verify_bring_in_posting,
    can_post_bring_in,
    post_bring_in,
    "post the bring-in",
    "Post the bring-in of the player to act",
    |core: &croupier_engine::State| plain(core.verify_bring_in_posting())
);
without_arguments!(
    verify_chips_pushing,
    can_push_chips,
    push_chips,
    "have the next pot pushed to its winners",
    "Push the next pot, or part of one, to its winners",
    |core: &croupier_engine::State| plain(core.verify_chips_pushing())
);

#[pymethods]
impl State {
    /// Return the card that would be burnt.
    #[pyo3(signature = (card=None))]
    fn verify_card_burning(
        &self,
        py: Python<'_>,
        card: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let deal = deal_in(card)?.unwrap_or(Deal::Count(1));
        let card = self.checked(py, "burn_card", self.core.verify_card_burning(&deal))?;
        cards::to_object(py, card)
    }

    /// Tell whether a card can be burnt.
    #[pyo3(signature = (card=None))]
    fn can_burn_card(&self, py: Python<'_>, card: Option<&Bound<'_, PyAny>>) -> bool {
        let Ok(deal) = deal_in(card) else { return false };
        possible(py, self.core.verify_card_burning(&deal.unwrap_or(Deal::Count(1))))
    }

    /// Burn a card: the top one of the deck unless another one is given.
    #[pyo3(signature = (card=None, *, commentary=None))]
    fn burn_card(
        &mut self,
        py: Python<'_>,
        card: Option<&Bound<'_, PyAny>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let deal = deal_in(card)?.unwrap_or(Deal::Count(1));
        self.checked(py, "burn_card", self.core.verify_card_burning(&deal))?;
        self.perform(py, "burn_card", |core, hooks| core.burn_card(&deal, commentary, hooks))
    }

    /// Return the hole cards that would be dealt, and to whom.
    #[pyo3(signature = (cards=None, player_index=None))]
    fn verify_hole_dealing<'py>(
        &self,
        py: Python<'py>,
        cards: Option<&Bound<'py, PyAny>>,
        player_index: Option<Number>,
    ) -> PyResult<(Bound<'py, PyTuple>, usize)> {
        let deal = deal_in(cards)?.unwrap_or(Deal::Count(1));
        let (dealt, seat) = self.checked(
            py,
            "deal_hole",
            self.core.verify_hole_dealing(&deal, seat_in(player_index)),
        )?;
        Ok((cards::to_tuple(py, &dealt)?, seat))
    }

    /// Tell whether hole cards can be dealt.
    #[pyo3(signature = (cards=None, player_index=None))]
    fn can_deal_hole(
        &self,
        py: Python<'_>,
        cards: Option<&Bound<'_, PyAny>>,
        player_index: Option<Number>,
    ) -> bool {
        let Ok(deal) = deal_in(cards) else { return false };
        let seat = seat_in(player_index);
        possible(py, self.core.verify_hole_dealing(&deal.unwrap_or(Deal::Count(1)), seat))
    }

    /// Deal hole cards: one from the deck to whose turn it is, unless something else is said.
    #[pyo3(signature = (cards=None, player_index=None, *, commentary=None))]
    fn deal_hole(
        &mut self,
        py: Python<'_>,
        cards: Option<&Bound<'_, PyAny>>,
        player_index: Option<Number>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let deal = deal_in(cards)?.unwrap_or(Deal::Count(1));
        let seat = seat_in(player_index);
        self.checked(py, "deal_hole", self.core.verify_hole_dealing(&deal, seat))?;
        self.perform(py, "deal_hole", |core, hooks| core.deal_hole(&deal, seat, commentary, hooks))
    }

    /// Return the board cards that would be dealt.
    #[pyo3(signature = (cards=None))]
    fn verify_board_dealing<'py>(
        &self,
        py: Python<'py>,
        cards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let deal = deal_in(cards)?;
        let dealt =
            self.checked(py, "deal_board", self.core.verify_board_dealing(deal.as_ref()))?;
        cards::to_tuple(py, &dealt)
    }

    /// Tell whether board cards can be dealt.
    #[pyo3(signature = (cards=None))]
    fn can_deal_board(&self, py: Python<'_>, cards: Option<&Bound<'_, PyAny>>) -> bool {
        let Ok(deal) = deal_in(cards) else { return false };
        possible(py, self.core.verify_board_dealing(deal.as_ref()))
    }

    /// Deal board cards: all that are due from the deck, unless something else is said.
    #[pyo3(signature = (cards=None, *, commentary=None))]
    fn deal_board(
        &mut self,
        py: Python<'_>,
        cards: Option<&Bound<'_, PyAny>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let deal = deal_in(cards)?;
        self.checked(py, "deal_board", self.core.verify_board_dealing(deal.as_ref()))?;
        self.perform(py, "deal_board", |core, hooks| {
            core.deal_board(deal.as_ref(), commentary, hooks)
        })
    }

    /// Return the cards that would be discarded.
    #[pyo3(signature = (cards=None))]
    fn verify_standing_pat_or_discarding<'py>(
        &self,
        py: Python<'py>,
        cards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let thrown = cards.map(cards::extract).transpose()?.unwrap_or_default();
        let given = thrown.iter().copied().collect();
        self.checked(
            py,
            "stand_pat_or_discard",
            plain(self.core.verify_standing_pat_or_discarding(&given)),
        )?;
        cards::to_tuple(py, &thrown)
    }

    /// Tell whether these cards can be discarded, or a player can stand pat.
    #[pyo3(signature = (cards=None))]
    fn can_stand_pat_or_discard(&self, cards: Option<&Bound<'_, PyAny>>) -> bool {
        let Ok(thrown) = cards.map(cards::extract).transpose() else { return false };
        let given = thrown.unwrap_or_default().into_iter().collect();
        self.core.verify_standing_pat_or_discarding(&given).is_ok()
    }

    /// Discard these cards, or stand pat.
    #[pyo3(signature = (cards=None, *, commentary=None))]
    fn stand_pat_or_discard(
        &mut self,
        py: Python<'_>,
        cards: Option<&Bound<'_, PyAny>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let thrown = cards.map(cards::extract).transpose()?.unwrap_or_default();
        let given = thrown.into_iter().collect();
        self.perform(py, "stand_pat_or_discard", |core, hooks| {
            core.stand_pat_or_discard(&given, commentary, hooks)
        })
    }

    /// Return the amount that would be completed, bet or raised to.
    #[pyo3(signature = (amount=None))]
    fn verify_completion_betting_or_raising_to<'py>(
        &self,
        py: Python<'py>,
        amount: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let converter = self.setup.get().converter.as_ref();
        let units = amount.map(|amount| amount_in(converter, amount)).transpose()?;
        let units = self.verified(py, "complete_bet_or_raise_to", |core, hooks| {
            core.verify_completion_betting_or_raising_to(units, hooks)
        })?;
        amount_out(py, converter, units)
    }

    /// Tell whether the player to act can complete, bet or raise to this amount.
    #[pyo3(signature = (amount=None))]
    fn can_complete_bet_or_raise_to(
        &self,
        py: Python<'_>,
        amount: Option<&Bound<'_, PyAny>>,
    ) -> bool {
        let converter = self.setup.get().converter.as_ref();
        let Ok(units) = amount.map(|amount| amount_in(converter, amount)).transpose() else {
            return false;
        };
        let hooks = SetupHooks::new(self.setup.bind(py));
        self.core.verify_completion_betting_or_raising_to(units, &hooks).is_ok()
    }

    /// Complete, bet or raise to this amount, or to the smallest one.
    #[pyo3(signature = (amount=None, *, commentary=None))]
    fn complete_bet_or_raise_to(
        &mut self,
        py: Python<'_>,
        amount: Option<&Bound<'_, PyAny>>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let converter = self.setup.get().converter.as_ref();
        let units = amount.map(|amount| amount_in(converter, amount)).transpose()?;
        self.perform(py, "complete_bet_or_raise_to", |core, hooks| {
            core.complete_bet_or_raise_to(units, commentary, hooks)
        })
    }

    /// Complete, bet or raise as a record says that somebody did, whatever the rules say on how often and how much.
    #[pyo3(signature = (amount, *, commentary=None))]
    fn _raise_as_recorded(
        &mut self,
        py: Python<'_>,
        amount: &Bound<'_, PyAny>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let units = amount_in(self.setup.get().converter.as_ref(), amount)?;
        self.perform(py, "complete_bet_or_raise_to", |core, hooks| {
            core.raise_as_recorded(units, commentary, hooks)
        })
    }

    /// Return the player who would choose how often the board is run.
    #[pyo3(signature = (runout_count=None, player_index=None))]
    fn verify_runout_count_selection(
        &self,
        py: Python<'_>,
        runout_count: Option<Number>,
        player_index: Option<Number>,
    ) -> PyResult<usize> {
        let result = self.core.verify_runout_count_selection(
            runout_count.map(|count| count.0),
            seat_in(player_index),
        );
        self.checked(py, "select_runout_count", plain(result)).map(|(seat, _)| seat)
    }

    /// Tell whether a player can choose how often the board is run.
    #[pyo3(signature = (runout_count=None, player_index=None))]
    fn can_select_runout_count(
        &self,
        runout_count: Option<Number>,
        player_index: Option<Number>,
    ) -> bool {
        let seat = seat_in(player_index);
        self.core.verify_runout_count_selection(runout_count.map(|count| count.0), seat).is_ok()
    }

    /// Choose how often the board is run; no number is no preference.
    #[pyo3(signature = (runout_count=None, player_index=None, *, commentary=None))]
    fn select_runout_count(
        &mut self,
        py: Python<'_>,
        runout_count: Option<Number>,
        player_index: Option<Number>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let seat = seat_in(player_index);
        self.perform(py, "select_runout_count", |core, hooks| {
            core.select_runout_count(runout_count.map(|count| count.0), seat, commentary, hooks)
        })
    }

    /// Return whether cards would be shown, which, the hand after that, which of it lies face up, and whose it is.
    #[pyo3(signature = (status_or_hole_cards=None, player_index=None))]
    #[allow(clippy::type_complexity)]
    fn verify_hole_cards_showing_or_mucking<'py>(
        &self,
        py: Python<'py>,
        status_or_hole_cards: Option<&Bound<'py, PyAny>>,
        player_index: Option<Number>,
    ) -> PyResult<(bool, Bound<'py, PyTuple>, Bound<'py, PyTuple>, Bound<'py, PyTuple>, usize)>
    {
        let showing = showing_in(status_or_hole_cards)?;
        let hooks = SetupHooks::new(self.setup.bind(py));
        let seat = seat_in(player_index);
        let verified = self.core.verify_hole_cards_showing_or_mucking(&showing, seat, &hooks);
        let shown = self.checked(py, "show_or_muck_hole_cards", verified)?;
        let statuses: Vec<bool> =
            (0..shown.hole.len()).map(|index| index < shown.up_count).collect();
        Ok((
            shown.shows,
            cards::to_tuple(py, &shown.cards)?,
            cards::to_tuple(py, &shown.hole)?,
            PyTuple::new(py, statuses)?,
            shown.seat,
        ))
    }

    /// Tell whether a player can show or muck.
    #[pyo3(signature = (status_or_hole_cards=None, player_index=None))]
    fn can_show_or_muck_hole_cards(
        &self,
        py: Python<'_>,
        status_or_hole_cards: Option<&Bound<'_, PyAny>>,
        player_index: Option<Number>,
    ) -> bool {
        let Ok(showing) = showing_in(status_or_hole_cards) else { return false };
        let seat = seat_in(player_index);
        let hooks = SetupHooks::new(self.setup.bind(py));
        possible(py, self.core.verify_hole_cards_showing_or_mucking(&showing, seat, &hooks))
    }

    /// Show or muck: as a sensible player would, or as it is said.
    #[pyo3(signature = (status_or_hole_cards=None, player_index=None, *, commentary=None))]
    fn show_or_muck_hole_cards(
        &mut self,
        py: Python<'_>,
        status_or_hole_cards: Option<&Bound<'_, PyAny>>,
        player_index: Option<Number>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let showing = showing_in(status_or_hole_cards)?;
        let seat = seat_in(player_index);
        if matches!(showing, Showing::Cards(_)) {
            let hooks = SetupHooks::new(self.setup.bind(py));
            self.checked(
                py,
                "show_or_muck_hole_cards",
                self.core.verify_hole_cards_showing_or_mucking(&showing, seat, &hooks),
            )?;
        }
        self.perform(py, "show_or_muck_hole_cards", |core, hooks| {
            core.show_or_muck_hole_cards(&showing, seat, commentary, hooks)
        })
    }

    /// Muck as a record says, whatever the rules do: nobody may be left, or somebody be all-in.
    #[pyo3(signature = (player_index=None, *, commentary=None))]
    fn _muck_as_recorded(
        &mut self,
        py: Python<'_>,
        player_index: Option<Number>,
        commentary: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let seat = seat_in(player_index);
        self.perform(py, "show_or_muck_hole_cards", |core, hooks| {
            core.show_or_muck_hole_cards(&Showing::MuckAsRecorded, seat, commentary, hooks)
        })
    }

    /// Check that nothing can be done, which is always so.
    #[allow(clippy::unused_self)]
    fn verify_no_operation(&self) {}

    /// Tell whether nothing can be done, which is always so.
    #[allow(clippy::unused_self)]
    fn can_no_operate(&self) -> bool {
        true
    }

    /// Write down that nothing happened.
    #[pyo3(signature = (*, commentary=None))]
    fn no_operate(&mut self, py: Python<'_>, commentary: Option<String>) -> PyResult<Py<PyAny>> {
        self.perform(py, "no_operate", |core, _| Ok(core.no_operate(commentary)))
    }
}
