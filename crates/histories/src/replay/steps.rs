//! A hand, action by action: what is not written is done, what is missing is repaired if it is certain.

use croupier_cards::Card;
use croupier_engine::{Cards, Operation, Seat, Showing, State, UNKNOWN_STACK};

use super::legal::describe_legal;
use super::refusal::{RecordError, Refusal};
use super::repair::{Repair, Repaired};
use super::table::{Deed, Odd, Table, unknown_card};
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
    /// Whether the house is told of what is odd.
    pub warns: bool,
    /// How actions may be written.
    pub style: Style,
}

impl ReplayOptions {
    /// As it is, with repairs, and without a word on what is odd.
    pub const DEFAULT: Self =
        Self { burns: true, strict: false, reports: false, warns: false, style: Style::LOOSE };

    /// As a strict look wants it: nothing is repaired, and everything is reported.
    #[must_use]
    pub const fn looking(extended: bool) -> Self {
        let style = Style { strict: true, extended };
        Self { burns: true, strict: true, reports: true, warns: true, style }
    }

    /// Returns what comes of that which is merely odd.
    const fn heard(self) -> Odd {
        if self.warns { Odd::Told } else { Odd::Done }
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

/// Something that was refused, or is odd, in a hand that went on.
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

/// Something that was done instead of an action, or before it.
enum Done {
    /// Something before it.
    Before,
    /// A card was burnt, of which nobody speaks.
    Burnt,
    /// The action itself, or nothing in its place.
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
        remark: Option<&str>,
    ) -> Result<Step, Refusal> {
        loop {
            let Err(refusal) = self.attempt(table, number, text, action, remark) else {
                self.is_reported = false;
                return Ok(Step::Acted);
            };
            if refusal.is_fatal() {
                return Err(refusal);
            }
            let mut done = self.keep_books(table, false)?;
            if done.is_none() {
                if self.options.reports {
                    self.report(table, number, action, &refusal);
                    // What is merely odd is done.
                    let forced = self.perform(table, number, text, action, remark, Odd::Done);
                    done = forced.is_ok().then_some(Done::Instead);
                } else if self.options.strict {
                    return Err(refusal);
                }
                if done.is_none() {
                    done = self.repair(table, number, text, action, remark)?;
                }
            }
            match done {
                Some(Done::Burnt) => {}
                Some(Done::Before) => return Ok(Step::Silent),
                Some(Done::Instead) => {
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
    /// What is left to do is refused.
    pub fn end(&mut self, table: &mut impl Table) -> Result<bool, Refusal> {
        while table.state().is_live() {
            let mut done = self.keep_books(table, true)?;
            if done.is_none() && !self.options.strict {
                done = self.show_what_is_known(table)?;
            }
            match done {
                Some(Done::Burnt) => {}
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
        let why = refusal.tell(|amount| house.show(amount));
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
        remark: Option<&str>,
    ) -> Result<(), Refusal> {
        let ReplayOptions { burns, strict, reports, .. } = self.options;
        let mut odd = if strict || reports { Odd::Refused } else { self.options.heard() };
        match action {
            Action::DealBoard(cards) | Action::DealHole(_, cards) => {
                let state = table.state();
                if state.burn_pending && state.verify_card_burning(&unknown_card()).is_ok() {
                    // It saves a refusal, and the steps are the same.
                    if !burns {
                        return Err(RecordError::BurnFirst.into());
                    }
                    table.perform(&Deed::BurnCard, None, odd)?;
                }
                if strict {
                    check_cards(table.state(), cards)?;
                    // Cards that come again after a reshuffle are odd, but were dealt.
                    odd = Odd::Done;
                }
            }
            // To fold where checking costs nothing is odd, but happened.
            Action::Fold(_) if !reports => odd = Odd::Done,
            _ => {}
        }
        self.perform(table, number, text, action, remark, odd)
    }

    fn perform(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        remark: Option<&str>,
        odd: Odd,
    ) -> Result<(), Refusal> {
        if let Action::Show(seat, cards) = action
            && !cards.is_empty()
            && *seat < table.state().player_count()
            && self.shows_all(table.state(), *seat, cards)?
        {
            table.perform(&Deed::Show(Showing::Show, Some(*seat)), remark, odd)?;
            self.note(Repair::Shown(*seat), number);
            return Ok(());
        }
        let deed = find_deed(table, text, action)?;
        table.perform(&deed, remark, odd)
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

    /// Does what is never written.
    fn keep_books(
        &mut self,
        table: &mut impl Table,
        at_end: bool,
    ) -> Result<Option<Done>, Refusal> {
        let state = table.state();
        let deed = if !state.ante_pending.is_empty() {
            Deed::PostAnte
        } else if state.collect_pending {
            Deed::CollectBets
        } else if !state.blind_pending.is_empty() {
            Deed::PostBlind
        } else if state.burn_pending && state.verify_card_burning(&unknown_card()).is_ok() {
            let deals = state.board_pending.iter().any(|&count| count > 0)
                || state.hole_pending.iter().any(|pending| pending.count > 0);
            if at_end && deals {
                // Nobody knows whether the hand went on.
                return Ok(None);
            }
            Deed::BurnCard
        } else if !state.runout_pending.is_empty() {
            Deed::SelectRunouts(None, None)
        } else if !state.kill_pending.is_empty() {
            Deed::KillHand
        } else if state.verify_chips_pushing().is_ok() {
            Deed::PushChips
        } else if !state.pull_pending.is_empty() {
            Deed::PullChips
        } else {
            return Ok(None);
        };
        table.perform(&deed, None, self.options.heard())?;
        let silent = deed == Deed::BurnCard && self.options.burns;
        Ok(Some(if silent { Done::Burnt } else { Done::Before }))
    }

    /// Does what the record leaves out and cannot be otherwise.
    fn repair(
        &mut self,
        table: &mut impl Table,
        number: usize,
        text: &str,
        action: &Action,
        remark: Option<&str>,
    ) -> Result<Option<Done>, Refusal> {
        if is_repeated_show(table.state(), action) {
            self.note(Repair::RepeatedShow(action.seat().unwrap_or(0)), number);
            return Ok(Some(Done::Instead));
        }
        if let Action::RaiseTo(seat, amount) = action
            && table.state().actor() == Some(*seat)
        {
            match table.house().units(*amount, text) {
                Ok(amount) => {
                    if let Some(repair) = raise(table, *seat, amount, remark, self.options.heard())
                    {
                        self.note(repair, number);
                        return Ok(Some(Done::Instead));
                    }
                }
                Err(refusal) if refusal.is_fatal() => return Err(refusal),
                Err(_) => {}
            }
        }
        if let Some(seat) = find_idle_check(table.state(), action) {
            self.note(Repair::IdleCheck(seat), number);
            return Ok(Some(Done::Instead));
        }
        let state = table.state();
        if *action != Action::RemoveBoards && state.verify_board_removal().is_ok() {
            table.perform(&Deed::RemoveBoards, None, self.options.heard())?;
            self.note(Repair::MissingRemoval, number);
            return Ok(Some(Done::Before));
        }
        if !matches!(action, Action::DealHole(..))
            && let Some(seat) = state.hole_dealee()
            && state.verify_hole_dealing(&unknown_card(), None).is_ok()
        {
            // A card that nobody wrote down, without which nothing can go on.
            let card = Cards::from_slice(&[Card::UNKNOWN]);
            table.perform(&Deed::DealHole(&card, None), None, self.options.heard())?;
            self.note(Repair::UnknownCard(seat), number);
            return Ok(Some(Done::Before));
        }
        let nothing = Showing::Cards(Cards::new());
        if matches!(action, Action::DealBoard(_) | Action::DealHole(..))
            && let Some(seat) = state.shower()
            && state
                .verify_hole_cards_showing_or_mucking(&nothing, None, table.house().hooks())
                .is_ok()
        {
            // The next cards are dealt before anybody shows.
            table.perform(&Deed::Show(nothing, None), None, self.options.heard())?;
            self.note(Repair::ShowLater(seat), number);
            return Ok(Some(Done::Before));
        }
        Ok(None)
    }

    /// Shows the hands at the end, if all of them are known.
    fn show_what_is_known(&mut self, table: &mut impl Table) -> Result<Option<Done>, Refusal> {
        let state = table.state();
        let Some(seat) = state.shower() else { return Ok(None) };
        if !is_last_showdown(state) || !are_known(state) {
            return Ok(None);
        }
        table.perform(&Deed::Show(Showing::Show, None), None, self.options.heard())?;
        self.repairs.push((Repair::MissingShow(seat), None));
        Ok(Some(Done::Before))
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
    remark: Option<&str>,
) -> Result<(), Refusal> {
    let deed = find_deed(table, text, action)?;
    table.perform(&deed, remark, Odd::Told)
}

/// Returns what an action does, if it is its player's turn.
fn find_deed<'a>(table: &impl Table, text: &str, action: &'a Action) -> Result<Deed<'a>, Refusal> {
    let state = table.state();
    let count = state.player_count();
    if let Some(seat) = action.seat()
        && seat >= count
    {
        return Err(RecordError::UnknownPlayer { seat, count }.into());
    }
    Ok(match action {
        Action::Nothing => Deed::Nothing,
        Action::DealBoard(cards) => Deed::DealBoard(cards),
        Action::DealHole(seat, cards) => Deed::DealHole(cards, Some(*seat)),
        Action::Fold(seat) => {
            turn(*seat, state.actor(), "act")?;
            Deed::Fold
        }
        Action::CheckOrCall(seat) => {
            turn(*seat, state.actor(), "act")?;
            Deed::CheckOrCall
        }
        Action::BringIn(seat) => {
            turn(*seat, state.actor(), "act")?;
            Deed::BringIn
        }
        Action::RaiseTo(seat, amount) => {
            turn(*seat, state.actor(), "act")?;
            Deed::RaiseTo(table.house().units(*amount, text)?)
        }
        Action::Discard(seat, cards) => {
            turn(*seat, state.drawer(), "discard")?;
            Deed::Discard(cards)
        }
        Action::ShowDealt(seat) => Deed::Show(Showing::Show, Some(*seat)),
        Action::Show(seat, cards) if cards.is_empty() => {
            Deed::Show(Showing::MuckAsRecorded, Some(*seat))
        }
        Action::Show(seat, cards) => Deed::Show(Showing::Cards(cards.clone()), Some(*seat)),
        Action::SelectRunouts(seat, count) => Deed::SelectRunouts(*count, Some(*seat)),
        Action::Decide(seat, decision) => {
            turn(*seat, state.decider(), "decide this")?;
            Deed::Decide(decision)
        }
        Action::RollDice(dice) => Deed::RollDice(dice),
        Action::RemoveBoards => Deed::RemoveBoards,
    })
}

/// Says in the notation what may be done at a table.
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
    let says_something = known.peek().is_some();
    let all_up = (0..hole.cards.len()).all(|place| hole.up >> place & 1 == 1);
    known.all(|card| hole.cards.contains(card)) && (!says_something || all_up)
}

/// Makes a raise that the rules refuse: large enough where nobody has the chips for it to matter, or as it is recorded.
fn raise(
    table: &mut impl Table,
    seat: Seat,
    amount: i64,
    remark: Option<&str>,
    odd: Odd,
) -> Option<Repair> {
    let state = table.state();
    let others =
        || (0..state.player_count()).filter(|&one| one != seat && state.active.contains(one));
    // Who has an unknown stack may call anything.
    if let Some(least) = state.minimum_raise_to()
        && !others().any(|one| state.stacks[one] == UNKNOWN_STACK)
        && let Some(most) = others().map(|one| state.bets[one] + state.stacks[one]).max()
        && (most..least).contains(&amount)
        && table.perform(&Deed::RaiseTo(least), remark, odd).is_ok()
    {
        return Some(Repair::RaiseAllIn { amount, least });
    }
    table.perform(&Deed::RaiseAsRecorded(amount), remark, odd).ok()?;
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
