//! Letting the engine play what players do, against its rules where the text says so.

use croupier_cards::Card;
use croupier_engine::{Cards, Chips, Deal, DefaultHooks, RuleError, Seat, State};

use super::error::{BuildError, LinePlace, ProblemCause};
use super::games::GameShape;
use super::{HandBuilder, HandEvent, PlacedEvent, PlayerId, write_cards};
use crate::bulk::texts::Texts;

/// How many players in a row may fold without a line of the text.
pub(super) const MAX_SILENT_FOLDS: usize = 24;

impl From<RuleError> for ProblemCause {
    fn from(error: RuleError) -> Self {
        Self::Rule { said: String::new(), error }
    }
}

pub(super) type PlayResult = Result<(), ProblemCause>;

/// Plays moves in a state, and writes them down.
pub(super) struct HandPlayer<'a> {
    pub(super) builder: &'a mut HandBuilder,
    pub(super) order: &'a [PlayerId],
    pub(super) state: &'a mut State,
    pub(super) shape: &'a GameShape,
    pub(super) runs: usize,
    pub(super) changes_hands: bool,
    /// The actions, in the notation of histories.
    pub(super) actions: Texts,
    /// Where each of them is told.
    pub(super) places: Vec<LinePlace>,
    /// Whether somebody won, or could have, whose cards are not known.
    pub(super) hidden: bool,
    /// Cards that were seen before the state has room for them.
    pub(super) seen: Vec<Option<(Cards, LinePlace)>>,
    /// How many cards players drew.
    pub(super) drawn: Vec<usize>,
    /// The players who showed or mucked.
    pub(super) shown: Vec<bool>,
    pub(super) at: LinePlace,
    /// The method of the state that is asked.
    pub(super) operation: &'static str,
}

impl HandPlayer<'_> {
    // Playing.

    pub(super) fn play(&mut self, moves: &[PlacedEvent]) -> PlayResult {
        if !self.shape.is_stud {
            self.deal_first()?;
        }
        for placed in moves {
            self.at = placed.at;
            if let Some(said) = &placed.said {
                self.builder.said.push((self.actions.len() + 1, said.to_string()));
            }
            self.play_event(&placed.event)?;
        }
        self.end()
    }

    pub(super) fn deal_first(&mut self) -> PlayResult {
        let count = self.shape.hole_counts[0];
        for seat in 0..self.order.len() {
            let player = &self.builder.players[self.order[seat]];
            let mut cards = player.dealt.clone();
            if cards.is_empty() && !self.shape.is_draw {
                cards.clone_from(&player.thrown);
            }
            while cards.len() < count {
                cards.push(Card::UNKNOWN);
            }
            let at = player.dealt_at.or(self.at);
            self.write_dealt(seat, &cards, at);
            self.state.deal_hole(&Deal::Cards(cards), Some(seat), None, &DefaultHooks)?;
        }
        Ok(())
    }

    pub(super) fn play_event(&mut self, event: &HandEvent) -> PlayResult {
        self.operation = match event {
            HandEvent::Fold(_) => "fold",
            HandEvent::CheckOrCall(..) => "check_or_call",
            HandEvent::RaiseTo(..) => "complete_bet_or_raise_to",
            HandEvent::BringIn(_) => "post_bring_in",
            HandEvent::Discard(..) => "stand_pat_or_discard",
            HandEvent::Deal(..) => "deal_hole",
            HandEvent::Board(_) | HandEvent::Street => "deal_board",
        };
        let (id, amount) = match event {
            HandEvent::Board(cards) => return self.deal_board(cards),
            HandEvent::Street if self.changes_hands => return self.begin_street(),
            HandEvent::Street => return Ok(()),
            HandEvent::Deal(id, cards) => {
                self.seen[self.builder.players[*id].index] = Some((cards.clone(), self.at));
                return Ok(());
            }
            HandEvent::Discard(id, cards) => return self.discard(*id, cards),
            HandEvent::CheckOrCall(id, amount) => (*id, *amount),
            HandEvent::Fold(id) | HandEvent::RaiseTo(id, _) | HandEvent::BringIn(id) => (*id, None),
        };
        let seat = self.builder.players[id].index;
        if self.state.actor() != Some(seat) {
            let passed = match event {
                HandEvent::Fold(_) => self.pass_all_in_fold(seat),
                HandEvent::CheckOrCall(..) => self.pass_idle_check(seat, amount),
                _ => false,
            };
            if passed {
                return Ok(());
            }
            self.advance_to(seat)?;
        }
        self.builder.players[id].left -= 1;
        match event {
            HandEvent::Fold(_) => {
                self.state.fold(None, &DefaultHooks)?;
                self.write_action(seat, "f");
            }
            HandEvent::RaiseTo(_, total) => return self.raise(seat, *total),
            HandEvent::BringIn(_) => {
                self.state.post_bring_in(None, &DefaultHooks)?;
                self.write_action(seat, "pb");
            }
            _ => {
                if let Some(amount) = amount
                    && Some(amount) != self.state.checking_or_calling_amount()
                {
                    return self.call_otherwise(seat, amount);
                }
                self.state.check_or_call(None, &DefaultHooks)?;
                self.write_action(seat, "cc");
            }
        }
        Ok(())
    }

    /// Bets or raises; too small a raise that leaves nobody a chip counts as the smallest one.
    pub(super) fn raise(&mut self, seat: Seat, total: Chips) -> PlayResult {
        let Some(least) = self.state.minimum_raise_to() else {
            return self.raise_alone(seat, total);
        };
        if total < least {
            let others = self.state.active.iter().filter(|&other| other != seat);
            let most = others.map(|other| self.state.bets[other] + self.state.stacks[other]).max();
            if most.is_some_and(|most| total >= most)
                && self.state.complete_bet_or_raise_to(Some(least), None, &DefaultHooks).is_ok()
            {
                let (said, played) = (self.builder.text(total), self.builder.text(least));
                self.write_raise(seat, least);
                let name = self.name(seat);
                self.builder.said.push((self.actions.len(), format!("raises to {said}")));
                let message = format!(
                    "{name} raises to {said}, too little, but it puts everybody else all-in: played as a raise to {played}"
                );
                self.note("raise-all-in", message);
                return Ok(());
            }
        }
        self.raise_as_recorded(seat, total)
    }

    /// Bets or raises, against the rules if the text says so: rooms have other ones.
    pub(super) fn raise_as_recorded(&mut self, seat: Seat, total: Chips) -> PlayResult {
        if self.state.complete_bet_or_raise_to(Some(total), None, &DefaultHooks).is_err() {
            let is_double_bet = self.state.is_open_pair_bet(seat, total);
            self.state.raise_as_recorded(total, None, &DefaultHooks)?;
            if !is_double_bet {
                let (name, text) = (self.name(seat), self.builder.text(total));
                self.note("odd-raise", format!("{name} raises to {text}, against the rules"));
            }
        }
        self.write_raise(seat, total);
        Ok(())
    }

    /// Calls more than is due: all of a blind of which others have only a part.
    pub(super) fn call_otherwise(&mut self, seat: Seat, amount: Chips) -> PlayResult {
        let (name, text) = (self.name(seat), self.builder.text(amount));
        let Some(due) = self.state.checking_or_calling_amount() else {
            return Err(BuildError::NothingToCall { name, amount: text }.into());
        };
        let total = self.state.bets[seat] + amount;
        if !(due < amount && amount <= self.state.stacks[seat] && total <= self.state.price()) {
            let due = self.builder.text(due);
            return Err(BuildError::OtherCall { name, amount: text, due }.into());
        }
        self.state.check_or_call(None, &DefaultHooks)?;
        self.write_action(seat, "cc");
        self.keep_wording(seat, format!("calls {text}"));
        let message = format!("{name} calls more than anybody else has: the rest comes back");
        self.note("short-blind", message);
        Ok(())
    }

    /// Keeps what the text says of the last action, unless it says itself that the rest comes back.
    fn keep_wording(&mut self, seat: Seat, said: String) {
        if self.builder.players[self.order[seat]].returned == 0 {
            self.builder.said.push((self.actions.len(), said));
        }
    }

    /// Raises where everybody else is all-in: all of it comes back, so it is a call.
    pub(super) fn raise_alone(&mut self, seat: Seat, total: Chips) -> PlayResult {
        let state = &*self.state;
        let others = state.active.iter().filter(|&other| other != seat);
        let most = others.map(|other| state.bets[other] + state.stacks[other]).max().unwrap_or(0);
        let due = state.checking_or_calling_amount();
        if due.is_none_or(|due| total - state.bets[seat] < due) || most > state.price() {
            return self.raise_as_recorded(seat, total);
        }
        self.state.check_or_call(None, &DefaultHooks)?;
        self.write_action(seat, "cc");
        let (name, text) = (self.name(seat), self.builder.text(total));
        self.keep_wording(seat, format!("raises to {text}"));
        let message = format!("{name} raises where everybody else is all-in: played as a call");
        self.note("raise-alone", message);
        Ok(())
    }

    /// Passes over a fold of a player who is all-in, as rooms write for players who sit out; tells whether it is one.
    pub(super) fn pass_all_in_fold(&mut self, seat: Seat) -> bool {
        if self.state.stacks[seat] != 0 || !self.state.active.contains(seat) {
            return false;
        }
        let player = &mut self.builder.players[self.order[seat]];
        player.left -= 1;
        player.mucked = true;
        player.given_up = true;
        let message = format!("{} folds all-in: played as a hand that is mucked", player.name);
        self.note("all-in-fold", message);
        true
    }

    /// Passes over a check where nobody is left to bet against; tells whether it is one.
    pub(super) fn pass_idle_check(&mut self, seat: Seat, amount: Option<Chips>) -> bool {
        let state = &*self.state;
        if amount.unwrap_or(0) != 0 || state.actor().is_some() || !state.active.contains(seat) {
            return false;
        }
        if state.active.iter().filter(|&other| state.stacks[other] != 0).count() > 1 {
            return false;
        }
        let player = &mut self.builder.players[self.order[seat]];
        player.left -= 1;
        let message = format!("{} checks where everybody else is all-in: passed over", player.name);
        self.note("idle-check", message);
        true
    }

    /// Returns whose turn it is, in words.
    pub(super) fn turn(&self, next: Option<Seat>) -> String {
        next.map_or_else(|| "nobody is".to_owned(), |seat| format!("{} is", self.name(seat)))
    }

    /// Plays what the text leaves out before a player can act.
    pub(super) fn advance_to(&mut self, seat: Seat) -> PlayResult {
        self.deal_seen()?;
        for _ in 0..MAX_SILENT_FOLDS {
            match self.state.actor() {
                Some(actor) if actor != seat => {
                    if !self.fold_silently(actor)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        let actor = self.state.actor();
        if actor == Some(seat) {
            return Ok(());
        }
        Err(BuildError::OutOfTurn { name: self.name(seat), turn: self.turn(actor) }.into())
    }

    /// Folds for a player of whom the text says nothing more; tells whether it does.
    pub(super) fn fold_silently(&mut self, seat: Seat) -> Result<bool, ProblemCause> {
        let player = &self.builder.players[self.order[seat]];
        let is_mentioned = player.left > 0 || player.collected != 0 || player.mucked;
        if is_mentioned || !player.shown.is_empty() {
            return Ok(false);
        }
        self.state.fold(None, &DefaultHooks)?;
        self.write_action(seat, "f");
        let message = format!("{} says nothing and folds", self.name(seat));
        self.note("silent-fold", message);
        Ok(true)
    }

    /// Keeps cards that were shown without need: no action of a history can have them.
    pub(super) fn keep_shows(&mut self) {
        for (seat, &id) in self.order.iter().enumerate() {
            let player = &self.builder.players[id];
            if player.shown.is_empty() || self.shown[seat] {
                continue;
            }
            let mut text = String::new();
            write_cards(&player.shown, &mut text);
            let name = player.name.to_string();
            let shows = &mut self.builder.extensions.shows;
            match shows.iter_mut().find(|(other, _)| *other == name) {
                Some(known) => known.1 = text,
                None => shows.push((name, text)),
            }
        }
    }
}
