//! Where a hand is played again: the state, and what the caller has a say in.

use croupier_cards::Card;
use croupier_engine::{
    Cards, Chips, Deal, Dice, Given, Hooks, RuleError, Seat, Showing, State, Warning,
};

use super::legal::choice_names;
use super::refusal::{RecordError, Refusal};
use crate::amounts::number::Number;
use crate::phh::action::Decision;

/// Something that is done to a state.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Deed<'a> {
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
pub enum Odd {
    /// It is done.
    Done,
    /// The house is told, and may refuse it.
    Told,
    /// It is refused.
    Refused,
}

/// Where a hand is played again.
pub trait Table {
    /// Returns the state.
    fn state(&self) -> &State;

    /// Returns what the caller decides beside the rules.
    fn house(&self) -> &dyn House;

    /// Does something to the state, which is as it was where that is refused.
    ///
    /// # Errors
    ///
    /// It is refused.
    fn perform(&mut self, deed: &Deed<'_>, remark: Option<&str>, odd: Odd) -> Result<(), Refusal>;
}

/// Decisions of the caller beside the rules.
pub trait House {
    /// Returns what the rules ask.
    fn hooks(&self) -> &dyn Hooks;

    /// Returns an amount in units, given as a number, if it is one, and as it is written in an action.
    ///
    /// # Errors
    ///
    /// It cannot be counted, or the caller's own code failed.
    fn units(&self, number: Option<Number>, action: &str) -> Result<Chips, Refusal>;

    /// Is told of something odd.
    ///
    /// # Errors
    ///
    /// The caller does not want it.
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

    fn perform(&mut self, deed: &Deed<'_>, remark: Option<&str>, odd: Odd) -> Result<(), Refusal> {
        let Self { state, house } = self;
        if odd != Odd::Done {
            let heard = |warning: &Warning| match odd {
                Odd::Refused => Err(Refusal::Odd(warning.clone())),
                _ => house.warn(warning),
            };
            for warning in find_odd(state, deed, *house)? {
                heard(&warning)?;
            }
            if state.may_replenish(None) {
                let before = state.clone();
                apply(state, deed, remark, *house)?;
                if state.take_replenished()
                    && let Err(refusal) = heard(&Warning::Replenished)
                {
                    **state = before;
                    return Err(refusal);
                }
                return Ok(());
            }
        }
        apply(state, deed, remark, *house)
    }
}

/// Lists what is odd about a deed.
fn find_odd(state: &State, deed: &Deed<'_>, house: &impl House) -> Result<Vec<Warning>, Refusal> {
    let is_in_deck = |cards: &Cards| {
        let mut known = cards.iter().filter(|card| !card.is_unknown());
        cards.len() <= state.deck.len() && known.all(|&card| state.deck.contains(card))
    };
    let found = match deed {
        Deed::DealBoard(cards) if !is_in_deck(cards) => {
            state.verify_board_dealing(Some(&Deal::Cards((*cards).clone()))).map(|(_, odd)| odd)
        }
        Deed::DealHole(cards, seat) if !is_in_deck(cards) => {
            state.verify_hole_dealing(&Deal::Cards((*cards).clone()), *seat).map(|(_, odd)| odd)
        }
        Deed::Fold => state.verify_folding().map(|(_, odd)| odd),
        Deed::Show(showing @ Showing::Cards(_), seat) => state
            .verify_hole_cards_showing_or_mucking(showing, *seat, house.hooks())
            .map(|(_, odd)| odd),
        _ => return Ok(Vec::new()),
    };
    found.map_err(|error| house.refused(error))
}

/// Does something to a state.
fn apply(
    state: &mut State,
    deed: &Deed<'_>,
    remark: Option<&str>,
    house: &impl House,
) -> Result<(), Refusal> {
    let (remark, hooks) = (remark.map(str::to_owned), house.hooks());
    let done = match deed {
        Deed::PostAnte => state.post_ante(None, remark, hooks),
        Deed::CollectBets => state.collect_bets(remark, hooks),
        Deed::PostBlind => state.post_blind_or_straddle(None, remark, hooks),
        Deed::BurnCard => state.burn_card(&unknown_card(), remark, hooks),
        Deed::SelectRunouts(count, seat) => state.select_runout_count(*count, *seat, remark, hooks),
        Deed::KillHand => state.kill_hand(None, remark, hooks),
        Deed::PushChips => state.push_chips(remark, hooks),
        Deed::PullChips => state.pull_chips(None, remark, hooks),
        Deed::Nothing => state.no_operate(remark, hooks),
        Deed::DealBoard(cards) => {
            state.deal_board(Some(&Deal::Cards(Cards::from_slice(cards))), remark, hooks)
        }
        Deed::DealHole(cards, seat) => {
            state.deal_hole(&Deal::Cards(Cards::from_slice(cards)), *seat, remark, hooks)
        }
        Deed::Fold => state.fold(remark, hooks),
        Deed::CheckOrCall => state.check_or_call(remark, hooks),
        Deed::BringIn => state.post_bring_in(remark, hooks),
        Deed::RaiseTo(amount) => {
            match state.complete_bet_or_raise_to(Some(*amount), remark.clone(), hooks) {
                Err(RuleError::RaiseCap) => {
                    state.raise_beyond_cap(*amount, remark, hooks).map_err(|_| RuleError::RaiseCap)
                }
                result => result,
            }
        }
        Deed::RaiseAsRecorded(amount) => state.raise_as_recorded(*amount, remark, hooks),
        Deed::Discard(cards) => state.stand_pat_or_discard(cards, remark, hooks),
        Deed::Show(showing, seat) => state.show_or_muck_hole_cards(showing, *seat, remark, hooks),
        Deed::RollDice(dice) => state.roll_dice(Some(dice), remark, hooks),
        Deed::RemoveBoards => state.remove_board_cards(remark, hooks),
        Deed::Decide(decision) => match decision {
            Decision::Answer(kind, yes) => state.decide(*kind, Given::Status(*yes), remark, hooks),
            Decision::Cards(kind, cards) => state.decide(*kind, Given::Cards(cards), remark, hooks),
            Decision::Declare(declarations) => state.declare(declarations, remark, hooks),
            Decision::Choose(said) => state.choose(find_choice(state, said)?, remark, hooks),
            Decision::Buy(buys, cards) => state.buy_cards(*buys, cards, remark, hooks),
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
