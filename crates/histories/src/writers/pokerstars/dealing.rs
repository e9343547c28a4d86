//! Cards: those of players, discards, boards.

use std::fmt::Write;

use croupier_cards::Card;

use super::{RUNS, Writer};
use crate::writers::transcript::{Event, EventKind};

const STUD_STREETS: [&str; 5] = ["3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"];
const FULL_BOARD: usize = 5;
const FIRST_CARDS: usize = 3;

impl<'a> Writer<'a, '_> {
    pub(super) fn deal(&mut self, event: &Event<'a>, seat: usize) {
        let mut known = self.known[seat].take().unwrap_or_default();
        // Cards that are not known are left out, unless there are discards to tell them from.
        let seen: Vec<Card> =
            event.cards.iter().copied().filter(|card| !card.is_unknown()).collect();
        let whole = seen.len() == event.cards.len();
        if !seen.is_empty() && (whole || !self.dealt.is_draw()) && self.is_mine(seat) {
            self.text("Dealt to ");
            self.name(seat);
            self.text(" ");
            if !known.is_empty() || self.draws > 0 {
                self.cards(&known);
                self.text(" ");
            }
            self.cards(&seen);
            self.end_line();
        }
        known.extend_from_slice(event.cards);
        self.known[seat] = Some(known);
    }

    pub(super) fn deal_stud(&mut self, event: &Event<'a>, seat: usize) {
        // Everybody has three cards on the first street, and one more on each later one.
        if self.known[seat].as_ref().is_some_and(|known| known.len() >= FIRST_CARDS + self.street) {
            self.street += 1;
            self.text("*** ");
            self.text(STUD_STREETS[self.street.min(4)]);
            self.text(" ***\n");
        }
        let mut known = self.known[seat].take().unwrap_or_default();
        let mut ups = std::mem::take(&mut self.ups[seat]);
        let cards = event.cards.iter().enumerate();
        let new: Vec<Card> =
            cards.filter(|(at, _)| event.up >> at & 1 == 1).map(|(_, card)| *card).collect();
        let are_known = |cards: &[Card]| cards.iter().all(|card| !card.is_unknown());
        let whole = self.is_mine(seat) && are_known(event.cards) && are_known(&known);
        let (seen, before): (&[Card], &[Card]) =
            if whole { (event.cards, &known) } else { (&new, &ups) };
        if !seen.is_empty() && are_known(seen) {
            self.text("Dealt to ");
            self.name(seat);
            self.text(" ");
            if !before.is_empty() {
                self.cards(before);
                self.text(" ");
            }
            self.cards(seen);
            self.end_line();
        }
        known.extend_from_slice(event.cards);
        ups.extend(new);
        self.known[seat] = Some(known);
        self.ups[seat] = ups;
    }

    pub(super) fn discard(&mut self, event: &Event<'a>, seat: usize) {
        if self.last != Some(EventKind::Discard) {
            self.draws += 1;
            if self.dealt.draws > 1 {
                self.text("*** ");
                self.text(RUNS[(self.draws - 1).min(3)]);
                self.text(" DRAW ***\n");
            }
        }
        let mut known = self.known[seat].take().unwrap_or_default();
        let mine = self.is_mine(seat);
        let are_known = |cards: &[Card]| cards.iter().all(|card| !card.is_unknown());
        self.name(seat);
        if event.cards.is_empty() {
            self.text(": stands pat");
            if mine && !known.is_empty() && are_known(&known) {
                self.text(" on ");
                self.cards(&known);
            }
        } else {
            let count = event.cards.len();
            let _ = write!(self.out, ": discards {count} card{}", if count > 1 { "s" } else { "" });
            if mine && are_known(event.cards) {
                self.text(" ");
                self.cards(event.cards);
            }
            for card in event.cards {
                if let Some(place) = known.iter().position(|held| held == card) {
                    known.remove(place);
                }
            }
        }
        self.end_line();
        self.known[seat] = Some(known);
    }

    pub(super) fn board(&mut self, event: &Event<'a>) {
        if event.cards.iter().all(|card| card.is_unknown()) {
            return;
        }
        let boards = self.hand.state.definition.board_count;
        while self.boards.len() <= event.board {
            // A later run has some cards of the first.
            let kept = if boards > 1 { 0 } else { FULL_BOARD.saturating_sub(self.count_late()) };
            let base = self.boards[0][..kept.min(self.boards[0].len())].to_vec();
            self.boards.push(base);
        }
        let before = self.boards[event.board].len();
        let (number, street) = match before + event.cards.len() {
            1 => (0, "PRE-FLOP"),
            4 => (2, "TURN"),
            5 => (3, "RIVER"),
            _ => (1, "FLOP"),
        };
        if event.board == 0 {
            self.street = number;
        }
        let many = self.transcript.run_count > 1 || boards > 1;
        let is_late = || {
            event.board > 0 || self.boards[0].len() >= FULL_BOARD.saturating_sub(self.count_late())
        };
        let is_run = many && (boards > 1 || is_late());
        self.text("*** ");
        if is_run {
            self.text(RUNS[event.board.min(3)]);
            self.text(" ");
        }
        self.text(street);
        self.text(" *** ");
        if before > 0 {
            let board = std::mem::take(&mut self.boards[event.board]);
            self.cards(&board);
            self.text(" ");
            self.boards[event.board] = board;
        }
        self.cards(event.cards);
        self.end_line();
        self.boards[event.board].extend_from_slice(event.cards);
    }

    /// Returns how many cards the second board is dealt.
    fn count_late(&self) -> usize {
        let events = self.transcript.events.iter();
        let later = events.filter(|event| event.kind == EventKind::Board && event.board == 1);
        later.map(|event| event.cards.len()).sum()
    }
}
