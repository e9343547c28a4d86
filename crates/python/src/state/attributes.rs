//! The attributes of a state, under PokerKit's names.

use croupier_cards::Card;
use croupier_engine::cards::piles::by_number;
use croupier_engine::{Chips, Pot, Seats};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use super::convert::{Amount, Number, Pile, Shown, Values};
use super::hooks::SetupHooks;
use super::{HoleCards, State, interned};
use crate::cards;

/// The player to act, the street, all chips, the largest bet, and the stack and the bet of that player.
type Spot<'a> = (usize, Option<usize>, Amount<'a>, Amount<'a>, Amount<'a>, Amount<'a>);

/// The player to act, the price of a call, and the smallest and the largest bet or raise.
type BetBounds<'a> = (usize, Amount<'a>, Option<Amount<'a>>, Option<Amount<'a>>);

/// A pot: the raked amount, the unraked amount, and the players who can win it.
type PotOut<'a> = (Amount<'a>, Amount<'a>, Values<Vec<usize>>);

impl State {
    /// Returns an amount as the caller counts.
    pub(super) fn amount(&self, amount: Chips) -> Amount<'_> {
        Amount(amount, self.setup.get().converter.as_ref())
    }

    /// Returns whether each player is in a set.
    fn flags(&self, players: Seats) -> Vec<bool> {
        (0..self.core.player_count()).map(|seat| players.contains(seat)).collect()
    }

    /// Reads the number of a player as a list does, negative numbers counting from the end.
    pub fn seat(&self, player_index: Number) -> PyResult<usize> {
        let count = self.core.player_count() as i64;
        let Number(index) = player_index;
        let seat = if index < 0 { index.saturating_add(count) } else { index };
        if (0..count).contains(&seat) {
            Ok(seat as usize)
        } else {
            Err(PyIndexError::new_err(format!("there is no player {index}")))
        }
    }
}

/// Writes getters of values, given the state and its core.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident: $type:ty = |$core:ident $(, $state:ident)?| $value:expr),* $(,)?) => {
        #[pymethods]
        impl State {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> $type {
                    let $core = &self.core;
                    $(let $state = self;)?
                    $value
                }
            )*
        }
    };
}

/// Writes getters of amounts, which the caller counts in his own way, and whose code may have a say in them.
macro_rules! amounts {
    ($($(#[$doc:meta])* $name:ident = |$core:ident, $hooks:pat_param| $value:expr),* $(,)?) => {
        #[pymethods]
        impl State {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self, py: Python<'_>) -> PyResult<Option<Amount<'_>>> {
                    let amount = self.ask(py, |$core, $hooks| $value)?;
                    Ok(amount.map(|amount| self.amount(amount)))
                }
            )*
        }
    };
}

/// Writes getters of lists of amounts.
macro_rules! amount_lists {
    ($($(#[$doc:meta])* $name:ident: $field:ident),* $(,)?) => {
        #[pymethods]
        impl State {
            $(
                $(#[$doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                    PyList::new(py, self.core.$field.iter().map(|&amount| self.amount(amount)))
                }
            )*
        }
    };
}

values! {
    /// Whether each player is still in the hand.
    statuses: Vec<bool> = |core, state| state.flags(core.active),
    /// Whether each player owes an ante.
    ante_posting_statuses: Vec<bool> = |core, state| state.flags(core.ante_pending),
    /// Whether each player owes a blind or straddle.
    blind_or_straddle_posting_statuses: Vec<bool> = |core, state| state.flags(core.blind_pending),
    /// Whether each player can choose how often the board is run.
    runout_count_selector_statuses: Vec<bool> = |core, state| state.flags(core.runout_pending),
    /// Whether each player's hand is to be killed.
    hand_killing_statuses: Vec<bool> = |core, state| state.flags(core.kill_pending),
    /// Whether each player has chips to pull in.
    chips_pulling_statuses: Vec<bool> = |core, state| state.flags(core.pull_pending),
    /// Whether each player is to stand pat or discard.
    standing_pat_or_discarding_statuses: Vec<bool> = |core, state| state.flags(core.draw_pending.seats),
    /// The street that is being played, or none.
    street_index: Option<usize> = |core| core.street(),
    /// The street that further runs of the board begin with, or none.
    street_return_index: Option<usize> = |core| core.return_street(),
    /// How many further runs of the board there are.
    street_return_count: u32 = |core| core.return_count,
    /// Whether there is no more betting.
    all_in_status: bool = |core| core.all_in,
    /// Whether all players but one have folded.
    folded_status: bool = |core| core.folded,
    /// Whether bets are to be collected.
    bet_collection_status: bool = |core| core.collect_pending,
    /// Whether a card is to be burnt.
    card_burning_status: bool = |core| core.burn_pending,
    /// How many cards each board is to be dealt.
    board_dealing_counts: Vec<usize> = |core| core.board_pending.iter().map(|&count| usize::from(count)).collect(),
    /// The player who opened the round, or bet or raised last, or none.
    opener_index: Option<usize> = |core| core.opener,
    /// Whether the bring-in is to be posted.
    bring_in_status: bool = |core| core.bring_in_pending,
    /// Whether the bring-in can be completed.
    completion_status: bool = |core| core.completion_pending,
    /// How many bets and raises there were in this round.
    completion_betting_or_raising_count: u32 = |core| core.raise_count,
    /// How often the board is run, as agreed so far, or none.
    runout_count: Option<u32> = |core| core.runout_count,
    /// Whether it is settled how often the board is run.
    runout_count_selection_flag: bool = |core| core.runouts_chosen,
    /// How many players there are.
    player_count: usize = |core| core.player_count(),
    /// How many boards there are, runs of the board included.
    board_count: usize = |core| core.board_count(),
    /// The player who is to act, or none.
    actor_index: Option<usize> = |core| core.actor(),
    /// The player who is to be dealt the next hole card, or none.
    hole_dealee_index: Option<usize> = |core| core.hole_dealee(),
    /// How many cards the next board is to be dealt, or none.
    board_dealing_count: Option<usize> = |core| core.board_dealing_count(),
    /// The player who is to stand pat or discard, or none.
    stander_pat_or_discarder_index: Option<usize> = |core| core.drawer(),
    /// The player who is to show or muck, or none.
    showdown_index: Option<usize> = |core| core.shower(),
    /// The player who is to decide something, or none.
    turn_index: Option<usize> = |core| core.turn(),
    /// The players who are still to act, in order.
    _actor_indices: Vec<usize> = |core| core.actors.iter().collect(),
    /// The players who are still to show or muck, in order.
    _showdown_indices: Vec<usize> = |core| core.showdown.iter().collect(),
    /// The players who have acted since the last full bet or raise.
    _acted_player_indices: Vec<usize> = |core| core.acted.iter().collect(),
    /// For each player, the hole cards to come, whether face up.
    _hole_dealing_statuses: Vec<Vec<bool>> = |core| core
        .hole_pending
        .iter()
        .map(|pending| (0..pending.count).map(|index| pending.up >> index & 1 == 1).collect())
        .collect(),
    /// The hole cards of each player.
    hole_cards: HoleCards = |core| HoleCards::new(core),
    /// For each player and hole card, whether it lies face up.
    hole_card_statuses: Vec<Vec<bool>> = |core| core
        .hole
        .iter()
        .map(|hole| (0..hole.cards.len()).map(|index| hole.is_up(index)).collect())
        .collect(),
    /// How many hand types there are.
    hand_type_count: usize = |core| core.definition.hand_types.len(),
    /// How many streets there are.
    street_count: usize = |core| core.definition.street_count(),
    /// The player who is to decide something that only some games have, or none.
    decider_index: Option<usize> = |core| core.decider(),
    /// Whether somebody may not have a blind, a straddle or the bring-in.
    _has_short_forced_bet: bool = |core| core.definition.has_short_forced_bet(),
    /// The cards of hands that left.
    mucked_cards: Pile<'_> = |core| Pile(&core.mucked),
    /// The cards that were burnt.
    burn_cards: Pile<'_> = |core| Pile(&core.burnt),
    /// The deck from the top down.
    _deck_cards: Shown<Vec<Card>> = |core| Shown(core.deck.iter().collect()),
    /// The cards that the hand is played with.
    deck: &Py<PyTuple> = |_core, state| &state.setup.get().basis.definition.get().deck,
    /// How hands compete; none in a game of a configuration, which has contests.
    hand_types: &Py<PyTuple> = |_core, state| &state.setup.get().basis.definition.get().hand_types,
    /// How much may be bet.
    betting_structure: &Py<PyAny> = |_core, state| &state.setup.get().basis.definition.get().betting_structure,
    /// The stacks that the players began with.
    starting_stacks: &Py<PyTuple> = |_core, state| &state.setup.get().stacks,
    /// The declarations of all players for the main pot, each may be none.
    declarations: Vec<Option<&'static str>> = |_core, state| state.get_pot_declarations(0),
    /// How many operations there were.
    _operation_count: usize = |core| core.log.len(),
}

amount_lists! {
    /// The bets in front of the players.
    bets: bets,
    /// The stacks.
    stacks: stacks,
    /// The payoffs of all players so far.
    payoffs: payoffs,
    /// The runs of short all-ins of this round.
    consecutive_short_all_in_amounts: short_all_ins,
}

amounts! {
    /// The largest bet or raise of this round.
    completion_betting_or_raising_amount = |core, _| Ok(Some(core.raise_amount)),
    /// All chips that were pushed to winners.
    total_pushed_amount = |core, _| Ok(Some(core.pushed)),
    /// The bet that a player must have made to stay in the hand: the largest bet, or the whole of the largest blind, straddle
    /// or bring-in, even if who owed it did not have as much.
    price = |core, _| Ok(Some(core.price())),
    /// The chips that a check or a call costs, or none.
    checking_or_calling_amount = |core, _| Ok(core.checking_or_calling_amount()),
    /// The bring-in that the player to act can pay, or none.
    effective_bring_in_amount = |core, _| Ok(core.effective_bring_in()),
    /// The smallest amount that the player to act can complete, bet or raise to, or none.
    min_completion_betting_or_raising_to_amount = |core, _| Ok(core.minimum_raise_to()),
    /// The amount of a bet or raise of the size of the pot, or none.
    pot_completion_betting_or_raising_to_amount = |core, hooks| core.pot_raise_to(hooks),
    /// The largest amount that the player to act can complete, bet or raise to, or none.
    max_completion_betting_or_raising_to_amount = |core, hooks| core.maximum_raise_to(hooks),
    /// All chips in the middle and in front of the players.
    total_pot_amount = |core, hooks| core.total_pot_amount(hooks).map(Some),
}

#[pymethods]
impl State {
    /// Return all that a bet depends on at once: who is to act, what checking or calling costs, and the smallest and
    /// the largest amount to complete, bet or raise to, none where that cannot be; none where nobody may check or call.
    fn _get_bet_bounds(&self, py: Python<'_>) -> PyResult<Option<BetBounds<'_>>> {
        let core = &self.core;
        let price = core.checking_or_calling_amount().map(|price| self.amount(price));
        let (Some(actor), Some(price)) = (core.actor(), price) else { return Ok(None) };
        let hooks = SetupHooks::new(self.setup.bind(py));
        if core.verify_completion_betting_or_raising_to(None, &hooks).is_err() {
            return Ok(Some((actor, price, None, None)));
        }
        let least = core.minimum_raise_to().map(|amount| self.amount(amount));
        let most = self.ask(py, |core, hooks| core.maximum_raise_to(hooks))?;
        Ok(Some((actor, price, least, most.map(|amount| self.amount(amount)))))
    }

    /// Return where the chips are when somebody is to act, at once: who is to act, on which street, all chips in the
    /// middle and in front of the players, the largest bet, and the stack and the bet of the player; none where nobody
    /// is to act.
    fn _get_spot(&self, py: Python<'_>) -> PyResult<Option<Spot<'_>>> {
        let Some(actor) = self.core.actor() else { return Ok(None) };
        let pot = self.ask(py, |core, hooks| core.total_pot_amount(hooks))?;
        let high = self.core.bets.iter().copied().max().unwrap_or(0);
        let own = [self.core.stacks[actor], self.core.bets[actor]];
        let [pot, high, stack, bet] = [pot, high, own[0], own[1]].map(|chips| self.amount(chips));
        Ok(Some((actor, self.core.street(), pot, high, stack, bet)))
    }

    /// Return the pots: the raked amount, the unraked one, and the players who can win it.
    fn _get_pots(&self, py: Python<'_>) -> PyResult<Vec<PotOut<'_>>> {
        let pots = self.ask(py, |core, hooks| core.pots(hooks))?;
        let out = |pot: &Pot| {
            let players = Values(pot.seats.iter().collect());
            (self.amount(pot.raked), self.amount(pot.unraked), players)
        };
        Ok(pots.iter().map(out).collect())
    }

    /// Return what a player can still win or lose in this round.
    fn get_effective_stack(&self, player_index: Number) -> PyResult<Amount<'_>> {
        Ok(self.amount(self.core.effective_stack(self.seat(player_index)?)))
    }

    /// Return the ante that a player can pay.
    fn get_effective_ante(&self, player_index: Number) -> PyResult<Amount<'_>> {
        Ok(self.amount(self.core.definition.effective_ante(self.seat(player_index)?)))
    }

    /// Return the blind or straddle that a player can pay.
    fn get_effective_blind_or_straddle(&self, player_index: Number) -> PyResult<Amount<'_>> {
        Ok(self.amount(self.core.definition.effective_blind(self.seat(player_index)?)))
    }

    /// Tell whether no shown hand beats that of a player, in any pot, on any board.
    fn can_win_now(&self, py: Python<'_>, player_index: Number) -> PyResult<bool> {
        let seat = self.seat(player_index)?;
        self.ask(py, |core, hooks| core.can_win_now(seat, hooks))
    }

    /// Replace the deck.
    fn _set_deck_cards(&mut self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.core.replace_deck(cards::extract(values)?);
        Ok(())
    }

    /// For each position of the board, the cards of all boards there.
    #[getter]
    fn board_cards<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyList>>> {
        let objects = cards::objects(py)?;
        let mut left = &self.core.board[..];
        let positions = left.last().map_or(0, |entry| entry.number + 1);
        // Cards of one position lie together, and positions follow each other.
        let list = |position| {
            let count = left.iter().take_while(|entry| entry.number == position).count();
            let (cards, others) = left.split_at(count);
            left = others;
            PyList::new(py, cards.iter().map(|entry| objects.get(entry.card)))
        };
        (0..positions).map(list).collect()
    }

    /// The 32 bytes that shuffle as this hand was shuffled, if they are given as a seed.
    #[getter]
    fn seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.core.seed().to_be_bytes())
    }

    /// Return the cards of one board.
    fn _get_board_cards(&self, board_index: usize) -> Shown<Vec<Card>> {
        Shown(self.core.board_cards(board_index).collect())
    }

    /// For each street, the cards that were discarded.
    #[getter]
    fn discarded_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let discarded = by_number(&self.core.discarded, self.core.definition.street_count());
        PyList::new(py, discarded.iter().map(|thrown| Pile(thrown)))
    }

    /// Return the cards that can be dealt when so many are.
    fn _get_dealable_cards(&self, deal_count: Option<Number>) -> Shown<Vec<Card>> {
        let count = deal_count.map(|Number(count)| usize::try_from(count).unwrap_or(0));
        Shown(self.core.dealable_cards(count))
    }

    /// Return one of the operations.
    #[pyo3(name = "_get_operation")]
    pub fn operation(&self, py: Python<'_>, number: usize) -> PyResult<Py<PyAny>> {
        let commentary = self.core.log.commentary(number);
        let converter = self.setup.get().converter.as_ref();
        if commentary.is_none() && converter.is_none() {
            return interned::operation(py, &self.core, number);
        }
        interned::make(py, &self.core, number, commentary, converter)
    }
}
