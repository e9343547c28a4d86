//! Where a hand is played again: the state, and the decisions that are the caller's.

use croupier_cards::Card;
use croupier_engine::{
    Cards, Chips, Deal, Dice, Given, Hooks, RuleError, Seat, Showing, State, Warning,
};

use super::legal::choice_names;
use super::refusal::{RecordError, Refusal};
use crate::amounts::number::Number;
use crate::phh::action::Decision;

/// A change of a state: one of its methods, with arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StateChange<'a> {
    PostAnte,
    CollectBets,
    PostBlind,
    /// Burn a card that nobody knows.
    BurnCard,
    SelectRunouts(Option<i64>, Option<Seat>),
    KillHand,
    PushChips,
    PullChips,
    Nothing,
    DealBoard(&'a Cards),
    DealHole(&'a Cards, Option<Seat>),
    Fold,
    CheckOrCall,
    BringIn,
    /// Rooms have caps of their own.
    RaiseTo(Chips),
    /// Raise against all rules on how often and how much.
    RaiseAsRecorded(Chips),
    Discard(&'a Cards),
    Show(Showing, Option<Seat>),
    Decide(&'a Decision),
    RollDice(&'a Dice),
    RemoveBoards,
}

/// The treatment of actions that are legal, but odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OddPolicy {
    /// They are done.
    Allow,
    /// The house is warned, and may refuse them.
    Warn,
    /// They are refused.
    Refuse,
}

/// Where a hand is played again.
pub trait Table {
    /// Returns the state.
    fn state(&self) -> &State;

    /// Returns the caller's own ways.
    fn house(&self) -> &dyn House;

    /// Changes the state, which is as it was where that is refused.
    ///
    /// # Errors
    ///
    /// It is refused.
    fn perform(
        &mut self,
        change: &StateChange<'_>,
        commentary: Option<&str>,
        odd: OddPolicy,
    ) -> Result<(), Refusal>;
}

/// The caller's own ways beside the rules, as a card room has them: how pots are divided, amounts read and written,
/// warnings taken.
pub trait House {
    /// Returns the functions that the engine calls.
    fn hooks(&self) -> &dyn Hooks;

    /// Returns an amount in units, given as a number, if it is one, and as it is written in an action.
    ///
    /// # Errors
    ///
    /// It cannot be counted, or the caller's own code failed.
    fn units(&self, number: Option<Number>, action: &str) -> Result<Chips, Refusal>;

    /// Warns the caller of something odd.
    ///
    /// # Errors
    ///
    /// The caller refuses it.
    fn warn(&self, warning: &Warning) -> Result<(), Refusal> {
        let _ = warning;
        Ok(())
    }

    /// Returns why something is refused, given what the rules say: the caller's own code may have failed.
    fn refused(&self, error: RuleError) -> Refusal {
        Refusal::Rule(error)
    }

    /// Writes an amount.
    fn show(&self, amount: Chips) -> String;
}

/// A state that is changed directly.
pub struct Direct<'a, H: House> {
    /// The state.
    pub state: &'a mut State,
    /// The decisions of the caller.
    pub house: &'a H,
}

impl<H: House> Table for Direct<'_, H> {
    fn state(&self) -> &State {
        self.state
    }

    fn house(&self) -> &dyn House {
        self.house
    }

    fn perform(
        &mut self,
        change: &StateChange<'_>,
        commentary: Option<&str>,
        odd: OddPolicy,
    ) -> Result<(), Refusal> {
        let Self { state, house } = self;
        if odd != OddPolicy::Allow {
            let handle = |warning: &Warning| match odd {
                OddPolicy::Refuse => Err(Refusal::Odd(warning.clone())),
                _ => house.warn(warning),
            };
            for warning in find_warnings(state, change, *house)? {
                handle(&warning)?;
            }
            if state.may_replenish(None) {
                let before = state.clone();
                apply(state, change, commentary, *house)?;
                if state.take_replenished()
                    && let Err(refusal) = handle(&Warning::Replenished)
                {
                    **state = before;
                    return Err(refusal);
                }
                return Ok(());
            }
        }
        apply(state, change, commentary, *house)
    }
}

/// Lists the warnings about a change.
fn find_warnings(
    state: &State,
    change: &StateChange<'_>,
    house: &impl House,
) -> Result<Vec<Warning>, Refusal> {
    let is_in_deck = |cards: &Cards| {
        let mut known = cards.iter().filter(|card| !card.is_unknown());
        cards.len() <= state.deck.len() && known.all(|&card| state.deck.contains(card))
    };
    let found = match change {
        StateChange::DealBoard(cards) if !is_in_deck(cards) => {
            state.verify_board_dealing(Some(&Deal::Cards((*cards).clone()))).map(|(_, odd)| odd)
        }
        StateChange::DealHole(cards, seat) if !is_in_deck(cards) => {
            state.verify_hole_dealing(&Deal::Cards((*cards).clone()), *seat).map(|(_, odd)| odd)
        }
        StateChange::Fold => state.verify_folding().map(|(_, odd)| odd),
        StateChange::Show(showing @ Showing::Cards(_), seat) => state
            .verify_hole_cards_showing_or_mucking(showing, *seat, house.hooks())
            .map(|(_, odd)| odd),
        _ => return Ok(Vec::new()),
    };
    found.map_err(|error| house.refused(error))
}

/// Calls the method of a state for a change.
fn apply(
    state: &mut State,
    change: &StateChange<'_>,
    commentary: Option<&str>,
    house: &impl House,
) -> Result<(), Refusal> {
    let (commentary, hooks) = (commentary.map(str::to_owned), house.hooks());
    let done = match change {
        StateChange::PostAnte => state.post_ante(None, commentary, hooks),
        StateChange::CollectBets => state.collect_bets(commentary, hooks),
        StateChange::PostBlind => state.post_blind_or_straddle(None, commentary, hooks),
        StateChange::BurnCard => state.burn_card(&unknown_card(), commentary, hooks),
        StateChange::SelectRunouts(count, seat) => {
            state.select_runout_count(*count, *seat, commentary, hooks)
        }
        StateChange::KillHand => state.kill_hand(None, commentary, hooks),
        StateChange::PushChips => state.push_chips(commentary, hooks),
        StateChange::PullChips => state.pull_chips(None, commentary, hooks),
        StateChange::Nothing => state.no_operate(commentary, hooks),
        StateChange::DealBoard(cards) => {
            state.deal_board(Some(&Deal::Cards(Cards::from_slice(cards))), commentary, hooks)
        }
        StateChange::DealHole(cards, seat) => {
            state.deal_hole(&Deal::Cards(Cards::from_slice(cards)), *seat, commentary, hooks)
        }
        StateChange::Fold => state.fold(commentary, hooks),
        StateChange::CheckOrCall => state.check_or_call(commentary, hooks),
        StateChange::BringIn => state.post_bring_in(commentary, hooks),
        StateChange::RaiseTo(amount) => {
            match state.complete_bet_or_raise_to(Some(*amount), commentary.clone(), hooks) {
                Err(RuleError::RaiseCap) => state
                    .raise_beyond_cap(*amount, commentary, hooks)
                    .map_err(|_| RuleError::RaiseCap),
                result => result,
            }
        }
        StateChange::RaiseAsRecorded(amount) => state.raise_as_recorded(*amount, commentary, hooks),
        StateChange::Discard(cards) => state.stand_pat_or_discard(cards, commentary, hooks),
        StateChange::Show(showing, seat) => {
            state.show_or_muck_hole_cards(showing, *seat, commentary, hooks)
        }
        StateChange::RollDice(dice) => state.roll_dice(Some(dice), commentary, hooks),
        StateChange::RemoveBoards => state.remove_board_cards(commentary, hooks),
        StateChange::Decide(decision) => match decision {
            Decision::Answer(kind, yes) => {
                state.decide(*kind, Given::Status(*yes), commentary, hooks)
            }
            Decision::Cards(kind, cards) => {
                state.decide(*kind, Given::Cards(cards), commentary, hooks)
            }
            Decision::Declare(declarations) => state.declare(declarations, commentary, hooks),
            Decision::Choose(said) => state.choose(find_choice(state, said)?, commentary, hooks),
            Decision::Buy(buys, cards) => state.buy_cards(*buys, cards, commentary, hooks),
        },
    };
    done.map(drop).map_err(|error| house.refused(error))
}

/// Returns the number of the value that is meant: by its name, or by its number from 1.
///
/// # Errors
///
/// There is no such value.
pub fn find_choice(state: &State, said: &str) -> Result<usize, Refusal> {
    let Some((_, choosing)) = state.choosing() else { return Ok(usize::MAX) };
    let values = choice_names(state);
    let offered = &values[..values.len().min(usize::from(choosing.count))];
    let normalized = |name: &String| name.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(found) = offered.iter().position(|name| normalized(name) == said) {
        return Ok(found);
    }
    match said.parse::<usize>() {
        Ok(number @ 1..) if number <= offered.len() && !said.starts_with(['0', '+']) => {
            Ok(number - 1)
        }
        _ => {
            Err(RecordError::UnknownChoice { value: said.to_owned(), values: values.join("', '") }
                .into())
        }
    }
}

/// Returns a card that nobody knows, to be dealt.
pub(crate) fn unknown_card() -> Deal {
    Deal::Cards(Cards::from_slice(&[Card::UNKNOWN]))
}
