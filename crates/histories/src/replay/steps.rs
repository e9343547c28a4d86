//! A hand, action by action: operations that records never write are done, and actions that are missing are added
//! where only one is possible.

use croupier_cards::Card;
use croupier_engine::{Cards, Operation, Seat, Showing, State, UNKNOWN_STACK};

use super::legal::describe_legal;
use super::refusal::{RecordError, Refusal};
use super::repair::{Repair, Repaired};
use super::table::{OddPolicy, StateChange, Table, unknown_card};
use crate::phh::action::Action;
use crate::phh::notation::Style;

/// How a hand is played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Whether cards are burnt without being mentioned.
    pub burns: bool,
    /// Whether nothing is repaired.
    pub strict: bool,
    /// Whether what is refused or odd is written down, and the hand goes on as far as it can.
    pub reports: bool,
    /// Whether the house is warned of what is odd.
    pub warns: bool,
    /// How actions may be written.
    pub style: Style,
}

impl ReplayOptions {
    /// With repairs, and without warnings.
    pub const DEFAULT: Self =
        Self { burns: true, strict: false, reports: false, warns: false, style: Style::LOOSE };

    /// As a strict check wants it: nothing is repaired, and everything is reported.
    #[must_use]
    pub const fn checking(extended: bool) -> Self {
        let style = Style { strict: true, extended };
        Self { burns: true, strict: true, reports: true, warns: true, style }
    }

    /// Returns how actions that are legal but odd are treated.
    const fn odd_policy(self) -> OddPolicy {
        if self.warns { OddPolicy::Warn } else { OddPolicy::Allow }
    }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Something was done that needs no action; the action is still to be done.
    Silent,
    /// The action was done, or passed over.
    Acted,
    /// The action was reported, and nothing can go on after it.
    Stopped,
}

/// An action that was refused, or is odd, in a hand that went on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The action, counted from 1.
    pub action: usize,
    /// Why.
    pub refusal: Refusal,
    /// Why it cannot be done, and what would have been legal, for people.
    pub text: String,
    /// Whether it is merely an odd fold.
    pub is_odd_fold: bool,
}

/// A hand that is played again.
#[derive(Debug)]
pub struct Replay {
    options: ReplayOptions,
    /// The repairs that were made.
    pub repairs: Vec<Repaired>,
    /// The reports that were made.
    pub reports: Vec<Report>,
    /// Whether the action that is to be done was reported.
    is_reported: bool,
}

/// The part of the way to an action that was gone.
enum Progress {
    /// An operation before it was done.
    Before,
    /// A card was burnt, which is not reported.
    Burnt,
    /// The action was done, or something in its place.
    Instead,
}

impl Replay {
    /// Begins with a hand.
    #[must_use]
    pub const fn new(options: ReplayOptions) -> Self {
        Self { options, repairs: Vec::new(), reports: Vec::new(), is_reported: false }
    }

    /// Begins with another hand.
    pub fn restart(&mut self, options: ReplayOptions) {
        self.options = options;
        self.repairs.clear();
        self.reports.clear();
        self.is_reported = false;
    }

    /// Returns how it is played.
    #[must_use]
    pub const fn options(&self) -> ReplayOptions {
        self.options
    }

    /// Does a step towards an action, counted from 1: the action, or something before it.
    ///
    /// # Errors
    ///
    /// The action is refused.
    pub fn act(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        commentary: Option<&str>,
    ) -> Result<Step, Refusal> {
        loop {
            let Err(refusal) = self.attempt(table, number, text, action, commentary) else {
                self.is_reported = false;
                return Ok(Step::Acted);
            };
            if refusal.is_fatal() {
                return Err(refusal);
            }
            let mut done = self.do_implied_operation(table, false)?;
            if done.is_none() {
                if self.options.reports {
                    self.report(table, number, action, &refusal);
                    // Actions that are merely odd are done.
                    let forced =
                        self.perform(table, number, text, action, commentary, OddPolicy::Allow);
                    done = forced.is_ok().then_some(Progress::Instead);
                } else if self.options.strict {
                    return Err(refusal);
                }
                if done.is_none() {
                    done = self.repair(table, number, text, action, commentary)?;
                }
            }
            match done {
                Some(Progress::Burnt) => {}
                Some(Progress::Before) => return Ok(Step::Silent),
                Some(Progress::Instead) => {
                    self.is_reported = false;
                    return Ok(Step::Acted);
                }
                None if self.options.reports => return Ok(Step::Stopped),
                None => return Err(refusal),
            }
        }
    }

    /// Does a step after the last action; false if there is nothing left to do.
    ///
    /// # Errors
    ///
    /// An operation that is left to do is refused.
    pub fn end(&mut self, table: &mut impl Table) -> Result<bool, Refusal> {
        while table.state().is_live() {
            let mut done = self.do_implied_operation(table, true)?;
            if done.is_none() && !self.options.strict {
                done = self.show_what_is_known(table)?;
            }
            match done {
                Some(Progress::Burnt) => {}
                Some(_) => return Ok(true),
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    fn report(&mut self, table: &impl Table, number: usize, action: &Action, refusal: &Refusal) {
        if std::mem::replace(&mut self.is_reported, true) {
            return;
        }
        let is_odd_fold = matches!(refusal, Refusal::Odd(_)) && matches!(action, Action::Fold(_));
        let house = table.house();
        let why = refusal.message(|amount| house.show(amount));
        let why = why.trim_end_matches('.');
        let text = match is_odd_fold {
            true => format!("is odd: {why}"),
            false => {
                let legal = describe(table);
                format!("is refused: {why}; legal would be {legal}")
            }
        };
        let refusal = refusal.clone();
        self.reports.push(Report { action: number, refusal, text, is_odd_fold });
    }

    fn note(&mut self, repair: Repair, number: usize) {
        self.repairs.push((repair, Some(number)));
    }

    /// Does an action as it is written.
    fn attempt(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        commentary: Option<&str>,
    ) -> Result<(), Refusal> {
        let ReplayOptions { burns, strict, reports, .. } = self.options;
        let mut odd = if strict || reports { OddPolicy::Refuse } else { self.options.odd_policy() };
        match action {
            Action::DealBoard(cards) | Action::DealHole(_, cards) => {
                let state = table.state();
                if state.burn_pending && state.verify_card_burning(&unknown_card()).is_ok() {
                    // It saves a refusal, and the steps are the same.
                    if !burns {
                        return Err(RecordError::BurnFirst.into());
                    }
                    table.perform(&StateChange::BurnCard, None, odd)?;
                }
                if strict {
                    check_cards(table.state(), cards)?;
                    // Cards that come again after a reshuffle are odd, but were dealt.
                    odd = OddPolicy::Allow;
                }
            }
            // To fold where checking costs nothing is odd, but happened.
            Action::Fold(_) if !reports => odd = OddPolicy::Allow,
            _ => {}
        }
        self.perform(table, number, text, action, commentary, odd)
    }

    fn perform(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        commentary: Option<&str>,
        odd: OddPolicy,
    ) -> Result<(), Refusal> {
        if let Action::Show(seat, cards) = action
            && !cards.is_empty()
            && *seat < table.state().player_count()
            && self.shows_all(table.state(), *seat, cards)?
        {
            table.perform(&StateChange::Show(Showing::Show, Some(*seat)), commentary, odd)?;
            self.note(Repair::Shown(*seat), number);
            return Ok(());
        }
        let change = find_change(table, text, action)?;
        table.perform(&change, commentary, odd)
    }

    /// Checks what a player shows, which must be what the player holds as far as it is known; tells whether all cards
    /// are known, although the record hides them.
    fn shows_all(&self, state: &State, seat: Seat, cards: &Cards) -> Result<bool, Refusal> {
        let held = &state.hole[seat].cards;
        let strangers = find_new_cards(held, cards).map_err(|cards| {
            let (held, cards) = (held.to_vec(), cards.to_vec());
            RecordError::NotHeld { seat, held, cards }
        })?;
        if self.options.strict {
            check_cards(state, &strangers)?;
            return Ok(false);
        }
        let is_hidden = cards.iter().all(|card| card.is_unknown());
        Ok(is_hidden && is_last_showdown(state) && are_known(state))
    }

    /// Does the next operation that records never write: bets are collected, cards burnt, chips pushed.
    fn do_implied_operation(
        &mut self,
        table: &mut impl Table,
        at_end: bool,
    ) -> Result<Option<Progress>, Refusal> {
        let state = table.state();
        let change = if !state.ante_pending.is_empty() {
            StateChange::PostAnte
        } else if state.collect_pending {
            StateChange::CollectBets
        } else if !state.blind_pending.is_empty() {
            StateChange::PostBlind
        } else if state.burn_pending && state.verify_card_burning(&unknown_card()).is_ok() {
            let deals = state.board_pending.iter().any(|&count| count > 0)
                || state.hole_pending.iter().any(|pending| pending.count > 0);
            if at_end && deals {
                // Nobody knows whether the hand went on.
                return Ok(None);
            }
            StateChange::BurnCard
        } else if !state.runout_pending.is_empty() {
            StateChange::SelectRunouts(None, None)
        } else if !state.kill_pending.is_empty() {
            StateChange::KillHand
        } else if state.verify_chips_pushing().is_ok() {
            StateChange::PushChips
        } else if !state.pull_pending.is_empty() {
            StateChange::PullChips
        } else {
            return Ok(None);
        };
        table.perform(&change, None, self.options.odd_policy())?;
        let silent = change == StateChange::BurnCard && self.options.burns;
        Ok(Some(if silent { Progress::Burnt } else { Progress::Before }))
    }

    /// Does what the record leaves out, where only one thing is possible.
    fn repair(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        commentary: Option<&str>,
    ) -> Result<Option<Progress>, Refusal> {
        if is_repeated_show(table.state(), action) {
            self.note(Repair::RepeatedShow(action.seat().unwrap_or(0)), number);
            return Ok(Some(Progress::Instead));
        }
        if let Action::RaiseTo(seat, amount) = action
            && table.state().actor() == Some(*seat)
        {
            match table.house().units(*amount, text) {
                Ok(amount) => {
                    if let Some(repair) =
                        raise(table, *seat, amount, commentary, self.options.odd_policy())
                    {
                        self.note(repair, number);
                        return Ok(Some(Progress::Instead));
                    }
                }
                Err(refusal) if refusal.is_fatal() => return Err(refusal),
                Err(_) => {}
            }
        }
        if let Some(seat) = find_idle_check(table.state(), action) {
            self.note(Repair::IdleCheck(seat), number);
            return Ok(Some(Progress::Instead));
        }
        let state = table.state();
        if *action != Action::RemoveBoards && state.verify_board_removal().is_ok() {
            table.perform(&StateChange::RemoveBoards, None, self.options.odd_policy())?;
            self.note(Repair::MissingRemoval, number);
            return Ok(Some(Progress::Before));
        }
        if !matches!(action, Action::DealHole(..))
            && let Some(seat) = state.hole_dealee()
            && state.verify_hole_dealing(&unknown_card(), None).is_ok()
        {
            // A card that nobody wrote down, without which nothing can go on.
            let card = Cards::from_slice(&[Card::UNKNOWN]);
            table.perform(&StateChange::DealHole(&card, None), None, self.options.odd_policy())?;
            self.note(Repair::UnknownCard(seat), number);
            return Ok(Some(Progress::Before));
        }
        let nothing = Showing::Cards(Cards::new());
        if matches!(action, Action::DealBoard(_) | Action::DealHole(..))
            && let Some(seat) = state.shower()
            && state
                .verify_hole_cards_showing_or_mucking(&nothing, None, table.house().hooks())
                .is_ok()
        {
            // The next cards are dealt before anybody shows.
            table.perform(&StateChange::Show(nothing, None), None, self.options.odd_policy())?;
            self.note(Repair::ShowLater(seat), number);
            return Ok(Some(Progress::Before));
        }
        Ok(None)
    }

    /// Shows the hands at the end, if all of them are known.
    fn show_what_is_known(&mut self, table: &mut impl Table) -> Result<Option<Progress>, Refusal> {
        let state = table.state();
        let Some(seat) = state.shower() else { return Ok(None) };
        if !is_last_showdown(state) || !are_known(state) {
            return Ok(None);
        }
        table.perform(&StateChange::Show(Showing::Show, None), None, self.options.odd_policy())?;
        self.repairs.push((Repair::MissingShow(seat), None));
        Ok(Some(Progress::Before))
    }
}

/// Does an action as it is written, and nothing else.
///
/// # Errors
///
/// It is refused.
pub fn apply(
    table: &mut impl Table,
    text: &str,
    action: &Action,
    commentary: Option<&str>,
) -> Result<(), Refusal> {
    let change = find_change(table, text, action)?;
    table.perform(&change, commentary, OddPolicy::Warn)
}

/// Returns what an action does, if it is its player's turn.
fn find_change<'a>(
    table: &impl Table,
    text: &str,
    action: &'a Action,
) -> Result<StateChange<'a>, Refusal> {
    let state = table.state();
    let count = state.player_count();
    if let Some(seat) = action.seat()
        && seat >= count
    {
        return Err(RecordError::UnknownPlayer { seat, count }.into());
    }
    Ok(match action {
        Action::Nothing => StateChange::Nothing,
        Action::DealBoard(cards) => StateChange::DealBoard(cards),
        Action::DealHole(seat, cards) => StateChange::DealHole(cards, Some(*seat)),
        Action::Fold(seat) => {
            turn(*seat, state.actor(), "act")?;
            StateChange::Fold
        }
        Action::CheckOrCall(seat) => {
            turn(*seat, state.actor(), "act")?;
            StateChange::CheckOrCall
        }
        Action::BringIn(seat) => {
            turn(*seat, state.actor(), "act")?;
            StateChange::BringIn
        }
        Action::RaiseTo(seat, amount) => {
            turn(*seat, state.actor(), "act")?;
            let amount = table.house().units(*amount, text)?;
            match state.is_open_pair_bet(*seat, amount) {
                true => StateChange::RaiseAsRecorded(amount),
                false => StateChange::RaiseTo(amount),
            }
        }
        Action::Discard(seat, cards) => {
            turn(*seat, state.drawer(), "discard")?;
            StateChange::Discard(cards)
        }
        Action::ShowDealt(seat) => StateChange::Show(Showing::Show, Some(*seat)),
        Action::Show(seat, cards) if cards.is_empty() => {
            StateChange::Show(Showing::MuckAsRecorded, Some(*seat))
        }
        Action::Show(seat, cards) => StateChange::Show(Showing::Cards(cards.clone()), Some(*seat)),
        Action::SelectRunouts(seat, count) => StateChange::SelectRunouts(*count, Some(*seat)),
        Action::Decide(seat, decision) => {
            turn(*seat, state.decider(), "decide this")?;
            StateChange::Decide(decision)
        }
        Action::RollDice(dice) => StateChange::RollDice(dice),
        Action::RemoveBoards => StateChange::RemoveBoards,
    })
}

/// Describes in the notation what may be done at a table.
pub fn describe(table: &impl Table) -> String {
    let house = table.house();
    describe_legal(table.state(), house.hooks(), &|amount| house.show(amount))
}

/// Checks that it is this player's turn.
fn turn(named: Seat, next: Option<Seat>, what: &'static str) -> Result<(), Refusal> {
    if next == Some(named) {
        return Ok(());
    }
    let turn = next.map_or("nobody is".to_owned(), |seat| format!("p{} is", seat + 1));
    Err(RecordError::OutOfTurn { seat: named, what, turn }.into())
}

/// Checks that cards are in the game, and come once.
fn check_cards(state: &State, cards: &[Card]) -> Result<(), Refusal> {
    let known = || cards.iter().copied().filter(|card| !card.is_unknown());
    let is_new = |card: Card| {
        state.deck.contains(card)
            && known().filter(|&other| other == card).count() == 1
            && !is_in_play(state, card)
            && state.reserved_cards().all(|reserved| reserved != card)
    };
    if known().all(is_new) {
        return Ok(());
    }
    for card in known() {
        if !state.definition.deck.contains(&card) {
            return Err(RecordError::ForeignCard(card).into());
        }
        if known().filter(|&other| other == card).count() > 1 || is_in_play(state, card) {
            return Err(RecordError::DuplicateCard(card).into());
        }
    }
    let mut used = 0;
    for operation in state.log.iter() {
        used += match operation {
            Operation::CardBurning { .. } => 1,
            Operation::HoleDealing { cards, .. } | Operation::BoardDealing { cards, .. } => {
                cards.len()
            }
            _ => 0,
        };
    }
    if used + cards.len() <= state.definition.deck.len() {
        let gone = |card: &Card| state.reserved_cards().any(|reserved| reserved == *card);
        if let Some(card) = known().find(gone) {
            return Err(RecordError::CardDealtBefore(card).into());
        }
    }
    Ok(())
}

/// Tells whether a card lies on a board or in a hand.
fn is_in_play(state: &State, card: Card) -> bool {
    state.hole.iter().any(|hole| hole.cards.contains(&card))
        || state.board.iter().any(|entry| entry.card == card)
}

/// Tells whether a player's cards were shown, or hidden, before.
fn is_repeated_show(state: &State, action: &Action) -> bool {
    let (seat, shown): (Seat, &[Card]) = match action {
        Action::Show(seat, cards) if !cards.is_empty() => (*seat, cards),
        Action::ShowDealt(seat) => (*seat, &[]),
        _ => return false,
    };
    if seat >= state.player_count() || !state.active.contains(seat) {
        return false;
    }
    let hole = &state.hole[seat];
    let mut known = shown.iter().filter(|card| !card.is_unknown()).peekable();
    let names_cards = known.peek().is_some();
    let all_up = (0..hole.cards.len()).all(|place| hole.up >> place & 1 == 1);
    known.all(|card| hole.cards.contains(card)) && (!names_cards || all_up)
}

/// Makes a raise that the rules refuse: large enough where nobody has the chips for it to matter, or as it is recorded.
fn raise(
    table: &mut impl Table,
    seat: Seat,
    amount: i64,
    commentary: Option<&str>,
    odd: OddPolicy,
) -> Option<Repair> {
    let state = table.state();
    let others =
        || (0..state.player_count()).filter(|&one| one != seat && state.active.contains(one));
    // A player with an unknown stack may be able to call anything.
    if let Some(least) = state.minimum_raise_to()
        && !others().any(|one| state.stacks[one] == UNKNOWN_STACK)
        && let Some(most) = others().map(|one| state.bets[one] + state.stacks[one]).max()
        && (most..least).contains(&amount)
        && table.perform(&StateChange::RaiseTo(least), commentary, odd).is_ok()
    {
        return Some(Repair::RaiseAllIn { amount, least });
    }
    table.perform(&StateChange::RaiseAsRecorded(amount), commentary, odd).ok()?;
    Some(Repair::OddRaise(amount))
}

/// Returns the big blind of two players who checks before anybody acted.
///
/// It moves no chip. Converters put it where the small blind of a heads-up hand is missing.
fn find_idle_check(state: &State, action: &Action) -> Option<Seat> {
    let Action::CheckOrCall(seat) = *action else { return None };
    let is_other = state.actor().is_some_and(|actor| actor != seat);
    let is_start = state.street().unwrap_or(0) == 0 && state.acted.is_empty();
    let is_idle = is_other
        && is_start
        && state.player_count() == 2
        && seat < 2
        && state.active.contains(seat)
        && state.bets.iter().all(|&bet| bet <= state.bets[seat]);
    is_idle.then_some(seat)
}

fn is_last_showdown(state: &State) -> bool {
    let last = state.definition.street_count().checked_sub(1);
    state.shower().is_some() && state.street() == last && state.return_count == 0
}

/// Tells whether all cards of all who can win are known.
fn are_known(state: &State) -> bool {
    state.active.iter().all(|seat| !state.hole[seat].cards.iter().any(|card| card.is_unknown()))
}

/// Returns which of the cards that a player shows were unknown before.
///
/// # Errors
///
/// There are more of them than the player has unknown cards: they are not the cards that are held.
pub(crate) fn find_new_cards(held: &[Card], shown: &[Card]) -> Result<Cards, Cards> {
    let unknown = held.iter().filter(|card| card.is_unknown()).count();
    let known = shown.iter().copied().filter(|card| !card.is_unknown());
    let new: Cards = known.filter(|card| !held.contains(card)).collect();
    if new.len() > unknown { Err(new) } else { Ok(new) }
}
