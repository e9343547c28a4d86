//! The showdown, the summary, and whether it adds up.

use std::fmt::Write;

use croupier_cards::Card;
use croupier_engine::Chips;

use super::super::words::HandWords;
use super::super::{WriteError, write_number};
use super::{RUNS, Writer};
use crate::writers::transcript::{Award, EventKind};

const STUD_NAMES: [&str; 5] = ["3rd Street", "4th Street", "5th Street", "6th Street", "River"];

impl Writer<'_, '_> {
    pub(super) fn is_showdown(&self) -> bool {
        self.folded.iter().filter(|folded| folded.is_none()).count() > 1
    }

    pub(super) fn showdown(&mut self) -> Result<(), WriteError> {
        let transcript = self.transcript;
        if !self.is_showdown() {
            self.collect(&transcript.awards);
            let winner = self.folded.iter().position(Option::is_none).unwrap_or(0);
            self.name(winner);
            match self.find_show(winner)? {
                Some(cards) => {
                    self.text(": shows ");
                    self.cards(&cards);
                }
                None => self.text(": doesn't show hand"),
            }
            self.end_line();
            return Ok(());
        }
        let boards = self.boards.len();
        for run in 0..boards {
            self.text("*** ");
            if boards > 1 {
                self.text(RUNS[run.min(3)]);
                self.text(" ");
            }
            self.text("SHOW DOWN ***\n");
            for event in self.ends.clone() {
                let seat = event.seat.unwrap_or(0);
                if event.kind == EventKind::Muck {
                    self.name(seat);
                    self.text(": mucks hand\n");
                } else if self.shown[seat].is_some_and(|cards| std::ptr::eq(cards, event.cards)) {
                    self.name(seat);
                    self.text(": shows ");
                    self.cards(event.cards);
                    let words = self.say(seat, run);
                    if !words.is_empty() {
                        self.text(" (");
                        self.text(&words);
                        self.text(")");
                    }
                    self.end_line();
                }
            }
            let awards: Vec<Award> = transcript
                .awards
                .iter()
                .copied()
                .filter(|award| boards == 1 || award.board == run)
                .collect();
            self.collect(&awards);
        }
        for (name, amount) in &self.hand.extensions.cash_outs {
            self.out.push_str(name);
            self.out.push_str(" cashed out the hand for ");
            self.money(*amount);
            self.end_line();
        }
        Ok(())
    }

    /// Says what somebody who showed has on a board.
    fn say(&mut self, seat: usize, run: usize) -> String {
        let known = self.said.iter().find(|(one, board, _)| (*one, *board) == (seat, run));
        if let Some((_, _, words)) = known {
            return words.clone();
        }
        if self.words.is_none() {
            self.words = HandWords::of(self.hand.variant);
        }
        let board = self.boards.get(run).map_or(&[] as &[Card], Vec::as_slice);
        let hole = self.shown[seat].unwrap_or_default();
        let words = self.words.as_ref().map(|words| words.describe(hole, board));
        let words = words.unwrap_or_default();
        self.said.push((seat, run, words.clone()));
        words
    }

    /// Returns how many pots somebody won anything of, and the pots' numbers with what was won of them.
    fn pots(&self) -> Vec<(usize, Chips)> {
        let mut pots: Vec<(usize, Chips)> = Vec::with_capacity(2);
        for award in &self.transcript.awards {
            match pots.iter_mut().find(|(pot, _)| *pot == award.pot) {
                Some((_, sum)) => *sum += award.amount,
                None => pots.push((award.pot, award.amount)),
            }
        }
        pots.sort_unstable();
        pots
    }

    fn collect(&mut self, awards: &[Award]) {
        let pots = self.pots().len();
        let mut awards = awards.to_vec();
        if pots > 1 {
            awards.sort_by_key(|award| std::cmp::Reverse(award.pot));
        }
        for award in awards {
            self.collected += award.amount;
            self.name(award.seat);
            self.text(" collected ");
            self.money(award.amount);
            self.text(" from ");
            if pots > 1 {
                self.text(if award.pot == 0 { "main pot" } else { "side pot" });
                if award.pot > 0 && pots > 2 {
                    let _ = write!(self.out, "-{}", award.pot);
                }
            } else {
                self.text("pot");
            }
            self.end_line();
        }
    }

    fn rake(&self) -> Chips {
        let extensions = self.hand.extensions;
        match extensions.rake {
            Some(rake) if !extensions.cash_outs.is_empty() => rake,
            _ => self.transcript.taken + extensions.added.unwrap_or(0),
        }
    }

    pub(super) fn summary(&mut self) {
        let transcript = self.transcript;
        self.text("*** SUMMARY ***\nTotal pot ");
        self.money(transcript.total_pot + self.hand.extensions.added.unwrap_or(0));
        let pots = self.pots();
        if pots.len() > 1 {
            for &(pot, amount) in &pots {
                self.text(if pot == 0 { " Main pot" } else { " Side pot" });
                if pot > 0 && pots.len() > 2 {
                    let _ = write!(self.out, "-{pot}");
                }
                self.text(" ");
                self.money(amount);
                self.text(".");
            }
        }
        self.text(" | Rake ");
        self.money(self.rake());
        self.end_line();
        let boards: Vec<Vec<Card>> =
            self.boards.iter().filter(|board| !board.is_empty()).cloned().collect();
        if boards.len() > 1 && transcript.run_count > 1 {
            self.text("Hand was run ");
            self.text(match transcript.run_count {
                2 => "twice",
                3 => "three times",
                _ => "many times",
            });
            self.end_line();
        }
        for (run, board) in boards.iter().enumerate() {
            if boards.len() > 1 {
                self.text(RUNS[run.min(3)]);
                self.text(" ");
            }
            self.text("Board ");
            self.cards(board);
            self.end_line();
        }
        let mut order: Vec<usize> = (0..self.hand.names.len()).collect();
        order.sort_by_key(|&seat| self.hand.seats[seat]);
        for seat in order {
            self.summary_seat(seat);
            self.end_line();
        }
    }

    fn summary_seat(&mut self, seat: usize) {
        let transcript = self.transcript;
        self.text("Seat ");
        write_number(u64::from(self.hand.seats[seat]), &mut self.out);
        self.text(": ");
        self.name(seat);
        self.positions(seat);
        if let Some(street) = self.folded[seat] {
            self.fold_words(seat, street);
            return;
        }
        let mut won: Vec<Chips> = vec![0; self.boards.len()];
        for award in transcript.awards.iter().filter(|award| award.seat == seat) {
            let board = if award.board < won.len() { award.board } else { 0 };
            won[board] += award.amount;
        }
        if !self.is_showdown() {
            self.text(" collected (");
            self.money(won.iter().sum());
            self.text(")");
            return;
        }
        let Some(shown) = self.shown[seat] else {
            self.text(" mucked");
            let known = self.known[seat].clone().unwrap_or_default();
            let whole = !known.is_empty() && known.iter().all(|card| !card.is_unknown());
            if whole && !self.dealt.is_draw() {
                self.text(" ");
                self.cards(&known);
            }
            return;
        };
        self.text(" showed ");
        self.cards(shown);
        for (run, amount) in won.into_iter().enumerate() {
            self.text(if run > 0 { ", and " } else { " and " });
            if amount != 0 {
                self.text("won (");
                self.money(amount);
                self.text(")");
            } else {
                self.text("lost");
            }
            let words = self.say(seat, run);
            if !words.is_empty() {
                self.text(" with ");
                self.text(&words);
            }
        }
    }

    fn positions(&mut self, seat: usize) {
        if self.hand.seats[seat] == self.hand.button() && !self.dealt.is_stud {
            self.text(" (button)");
        }
        let nominal = self.blinds.get(seat).copied().unwrap_or(0);
        let (small, big) = self.post_sizes;
        if 0 < nominal && (nominal < big || (nominal == small && small == big && seat == 0)) {
            self.text(" (small blind)");
        } else if nominal == big && big > 0 {
            self.text(" (big blind)");
        }
    }

    fn fold_words(&mut self, seat: usize, street: usize) {
        let idle = if self.put[seat] { "" } else { " (didn't bet)" };
        if self.dealt.is_stud {
            self.text(" folded on the ");
            self.text(STUD_NAMES[street.min(4)]);
            self.text(idle);
        } else if self.dealt.is_draw() {
            if street == 0 {
                self.text(" folded before the Draw");
                self.text(idle);
            } else {
                self.text(" folded after the ");
                if self.dealt.draws > 1 {
                    self.text(["1st ", "2nd ", "3rd "][(street - 1).min(2)]);
                }
                self.text("Draw");
            }
        } else if street == 0 {
            self.text(" folded before Flop");
            self.text(idle);
        } else {
            self.text(" folded on the ");
            self.text(["Flop", "Turn", "River"][(street - 1).min(2)]);
        }
    }

    /// Sees that what was written adds up.
    pub(super) fn verify(&self) -> Result<(), WriteError> {
        let transcript = self.transcript;
        let pot = self.paid - self.returned;
        if pot != transcript.total_pot {
            return Err(WriteError::PotNotPaid {
                paid: self.money.text(pot),
                pot: self.money.text(transcript.total_pot),
            });
        }
        let taken = self.rake();
        let added = self.hand.extensions.added.unwrap_or(0);
        let cashed_out = !self.hand.extensions.cash_outs.is_empty();
        if !cashed_out && self.collected + taken != pot + added {
            return Err(WriteError::PotNotWon {
                won: self.money.text(self.collected),
                taken: self.money.text(taken),
                pot: self.money.text(pot),
            });
        }
        Ok(())
    }
}
