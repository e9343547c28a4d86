//! Cards of later streets, boards and the showdown of a hand that is played from a text.

use std::fmt::Write;

use croupier_cards::{Card, parse};
use croupier_engine::{Cards, Deal, DefaultHooks, Showing};

use super::error::BuildError;
use super::play::{HandPlayer, MAX_SILENT_FOLDS, PlayResult};
use super::{PlayerId, write_cards};
use crate::replay::find_new_cards;

impl HandPlayer<'_> {
    pub(super) fn burn(&mut self) -> PlayResult {
        let card = Deal::Cards(Cards::from_slice(&[Card::UNKNOWN]));
        if self.state.burn_pending && self.state.verify_card_burning(&card).is_ok() {
            self.state.burn_card(&card, None, &DefaultHooks)?;
        }
        Ok(())
    }

    /// Deals hole cards of a later street: those that were seen, and unknown ones.
    pub(super) fn deal_seen(&mut self) -> PlayResult {
        if !self.changes_hands {
            return Ok(());
        }
        self.burn()?;
        while let Some(seat) = self.state.hole_dealee() {
            let mut count = std::mem::take(&mut self.drawn[seat]);
            if count == 0 {
                let street = self.state.street().unwrap_or(0);
                count = self.shape.hole_counts.get(street).copied().unwrap_or(0).max(1);
            }
            let (seen, at) = self.seen[seat].take().unwrap_or_default();
            let last = &seen[seen.len().saturating_sub(count)..];
            // Cards face up come last.
            let mut cards = Cards::from_elem(Card::UNKNOWN, count - last.len());
            cards.extend_from_slice(last);
            self.write_dealt(seat, &cards, at.or(self.at));
            self.state.deal_hole(&Deal::Cards(cards), Some(seat), None, &DefaultHooks)?;
        }
        if self.drawn.iter().all(|&count| count == 0) {
            self.seen.fill(None);
        }
        Ok(())
    }

    /// Deals what was to be dealt on the street before.
    pub(super) fn begin_street(&mut self) -> PlayResult {
        if self.state.actor().is_some() {
            self.pass_round()?;
        }
        self.show(false)?;
        if self.seen.iter().any(Option::is_some) || self.drawn.iter().any(|&count| count > 0) {
            self.deal_seen()?;
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, id: PlayerId, cards: &Cards) -> PlayResult {
        if self.state.drawer().is_none() {
            if self.state.actor().is_some() {
                self.pass_round()?;
            }
            self.deal_seen()?;
        }
        self.show(false)?;
        let player = &mut self.builder.players[id];
        let seat = player.index;
        let is_unknown = |cards: &Cards| cards.iter().any(|card| card.is_unknown());
        if is_unknown(cards) && !player.dealt.is_empty() && !is_unknown(&player.dealt) {
            return Err(BuildError::UnknownDiscard { name: player.name.to_string() }.into());
        }
        let drawer = self.state.drawer();
        if drawer != Some(seat) {
            let (name, turn) = (self.name(seat), self.turn(drawer));
            return Err(BuildError::NotToDiscard { name, turn }.into());
        }
        player.left -= 1;
        self.state.stand_pat_or_discard(cards, None, &DefaultHooks)?;
        self.drawn[seat] = cards.len();
        self.write_with_cards(seat, "sd", cards);
        Ok(())
    }

    pub(super) fn deal_board(&mut self, cards: &Cards) -> PlayResult {
        if self.state.actor().is_some() {
            self.pass_round()?;
        }
        self.show(false)?;
        self.select_runs()?;
        self.burn()?;
        let street = self.state.street().unwrap_or(0);
        let full = self.shape.board_counts.get(street).copied().unwrap_or(0);
        let lying = self.state.board_cards(0).count();
        let is_standard = self.state.board.is_empty() || lying < full;
        self.state.deal_board(Some(&Deal::Cards(cards.clone())), None, &DefaultHooks)?;
        self.write(|text| {
            // Cards of another board are no actions of the standard.
            text.push_str(if is_standard { "d db " } else { "# croupier: d db " });
            write_cards(cards, text);
        });
        Ok(())
    }

    /// Closes a round of betting in which nobody is said to do anything more.
    pub(super) fn pass_round(&mut self) -> PlayResult {
        for _ in 0..MAX_SILENT_FOLDS {
            let Some(actor) = self.state.actor() else { return Ok(()) };
            if self.state.checking_or_calling_amount().is_some_and(|amount| amount != 0) {
                if !self.fold_silently(actor)? {
                    return Err(BuildError::DealtTooEarly { name: self.name(actor) }.into());
                }
                continue;
            }
            self.state.check_or_call(None, &DefaultHooks)?;
            self.write_action(actor, "cc");
            let rich = self.state.stacks.iter().filter(|&&stack| stack != 0).count();
            let out = self.order.len() - self.state.active.len();
            if rich > out + 1 {
                let message = format!("{} says nothing and checks", self.name(actor));
                self.note("silent-check", message);
            }
        }
        Ok(())
    }

    pub(super) fn select_runs(&mut self) -> PlayResult {
        if self.runs == 1 || self.state.runout_pending.is_empty() {
            return Ok(());
        }
        let runs = self.runs as i64;
        for seat in 0..self.order.len() {
            if self.state.verify_runout_count_selection(Some(runs), Some(seat)).is_ok() {
                self.state.select_runout_count(Some(runs), Some(seat), None, &DefaultHooks)?;
                self.write(|text| {
                    let _ = write!(text, "# croupier: p{} rc {runs}", seat + 1);
                });
            }
        }
        Ok(())
    }

    // Showdown.

    /// Shows what players show; before the last card, others keep their cards face down.
    pub(super) fn show(&mut self, last: bool) -> PlayResult {
        let mut count = 0;
        let before = self.at;
        while let Some(seat) = self.state.shower() {
            let player = &self.builder.players[self.order[seat]];
            self.at = player.shown_at.or(before);
            let held = &self.state.hole[seat].cards;
            let is_unknown = held.iter().any(|card| card.is_unknown());
            let mut cards = player.shown.clone();
            if cards.is_empty() && player.collected != 0 && !player.mucked && !is_unknown {
                cards = Cards::from_slice(held);
            }
            if !last && self.changes_hands {
                cards.clear();
            }
            if !cards.is_empty() && cards.len() < held.len() {
                cards = complete(&cards, held);
            }
            if player.given_up || cards.is_empty() && last && player.collected == 0 {
                let muck = Showing::MuckAsRecorded;
                self.state.show_or_muck_hole_cards(&muck, None, None, &DefaultHooks)?;
                self.write_action(seat, "sm");
            } else {
                if cards.is_empty() {
                    cards = Cards::from_elem(Card::UNKNOWN, held.len());
                }
                if let Err(shown) = find_new_cards(held, &cards) {
                    let (name, held, shown) =
                        (self.name(seat), parse::text(held), parse::text(&shown));
                    return Err(BuildError::NotHeld { name, held, shown }.into());
                }
                self.hidden |= last && cards.iter().any(|card| card.is_unknown());
                let shown = Showing::Cards(cards.clone());
                self.state.show_or_muck_hole_cards(&shown, None, None, &DefaultHooks)?;
                self.write_with_cards(seat, "sm", &cards);
            }
            self.shown[seat] = true;
            count += 1;
            if !last && count >= self.order.len() {
                break;
            }
        }
        self.at = before;
        Ok(())
    }

    pub(super) fn end(&mut self) -> PlayResult {
        self.deal_seen()?;
        while self.state.is_live() {
            if let Some(actor) = self.state.actor() {
                if self.fold_silently(actor)? {
                    continue;
                }
                let next = format!("{} is still to act", self.name(actor));
                return Err(BuildError::EndsEarly { next }.into());
            }
            if self.state.shower().is_some() {
                let last =
                    self.state.street() == self.state.definition.street_count().checked_sub(1);
                self.show(last)?;
                self.deal_seen()?;
            } else if self.state.active.len() == 1 && self.state.burn_pending {
                self.deal_for_nobody()?;
            } else {
                let next = format!("next is {}", self.describe_legal());
                return Err(BuildError::EndsEarly { next }.into());
            }
        }
        Ok(())
    }

    /// Deals what the engine wants where everybody else has mucked.
    pub(super) fn deal_for_nobody(&mut self) -> PlayResult {
        self.burn()?;
        let count = self.state.board_dealing_count().unwrap_or(1).max(1);
        let cards = Cards::from_elem(Card::UNKNOWN, count);
        self.state.deal_board(Some(&Deal::Cards(cards.clone())), None, &DefaultHooks)?;
        self.write(|text| {
            text.push_str("d db ");
            write_cards(&cards, text);
        });
        Ok(())
    }
}

/// Returns a hand of which only some cards are shown, with what else is known of it.
fn complete(shown: &Cards, held: &[Card]) -> Cards {
    let mut hidden = shown.clone();
    for card in held {
        if let Some(place) = hidden.iter().position(|other| other == card) {
            hidden.remove(place);
        }
    }
    let mut hidden = hidden.into_iter();
    held.iter()
        .map(|&card| if card == Card::UNKNOWN { hidden.next().unwrap_or(card) } else { card })
        .collect()
}
