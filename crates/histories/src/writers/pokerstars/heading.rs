//! The first line, the table and the seats.

use std::fmt::Write;

use croupier_engine::Chips;

use super::super::write_number;
use super::{SITES, Writer};
use crate::extensions::find;

impl Writer<'_, '_> {
    pub(super) fn header(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let site = hand.venue.as_deref().filter(|venue| SITES.contains(venue));
        let options = self.options;
        self.text(site.unwrap_or(options.site));
        if extensions.zoom {
            self.text(" Zoom");
        }
        self.text(" Hand #");
        self.text(options.number);
        self.text(": ");
        if self.is_tournament {
            self.text("Tournament #");
            self.text(extensions.tournament.as_deref().unwrap_or("0"));
            self.text(", ");
            self.text(extensions.buy_in.as_deref().unwrap_or("Freeroll"));
        }
        self.text(" ");
        let mix = extensions.mix.as_deref().filter(|mix| !mix.is_empty());
        if let Some(mix) = mix {
            self.text(mix);
            self.text(" (");
        }
        if hand.state.definition.board_count > 1 {
            self.text("Split ");
        }
        self.text(self.title);
        if mix.is_some() {
            self.text(")");
        }
        if self.is_tournament
            && let Some(level) = hand.level.filter(|&level| level > 0)
        {
            self.text(" - ");
            if let Some(round) = extensions.round.filter(|&round| round > 0) {
                self.text("Match Round ");
                write_roman(round, &mut self.out);
                self.text(", ");
            }
            self.text("Level ");
            write_roman(level, &mut self.out);
        }
        self.text(" (");
        self.write_stakes();
        self.text(") - ");
        self.text(options.time);
        self.end_line();
    }

    fn write_stakes(&mut self) {
        let (small, big) = self.stakes;
        let extensions = self.hand.extensions;
        if self.hand.variant == "NS" {
            let ante = self.hand.state.definition.antes.iter().copied().max().unwrap_or(0);
            self.text("Button Blind ");
            self.money(big);
            self.text(" - Ante ");
            self.money(ante);
        } else {
            let scale = (10 as Chips).pow(self.hand.digits);
            // Where one has cents, both have.
            let full = small % scale != 0 || big % scale != 0;
            for (place, units) in [small, big].into_iter().enumerate() {
                if place > 0 {
                    self.text("/");
                }
                self.text(self.money.sign);
                if full {
                    self.money.write_full(units, &mut self.out);
                } else {
                    self.money.write_bare(units, &mut self.out);
                }
            }
            if let Some(cap) = extensions.cap {
                self.text(" - ");
                self.money(cap);
                self.text(if self.code.is_empty() { " Cap -" } else { " Cap - " });
            }
        }
        if !self.code.is_empty() {
            let code = std::mem::take(&mut self.code);
            self.text(" ");
            self.text(&code);
            self.code = code;
        }
    }

    pub(super) fn find_stakes(&self) -> (Chips, Chips) {
        let hand = self.hand;
        let first = hand.bets().next().unwrap_or(0);
        if self.is_limit {
            return (first, hand.bets().next_back().unwrap_or(0));
        }
        if let Some(small) = hand.extensions.small_blind {
            return (small, first);
        }
        let posted = || self.blinds.iter().copied().filter(|&blind| blind > 0);
        let below = posted().filter(|&blind| blind < first).min();
        if below.is_none() && posted().filter(|&blind| blind == first).count() == 1 {
            // Nobody posted the small blind, and nobody says what it is: half of the big one.
            return (first / 2, first);
        }
        (below.or_else(|| posted().min()).unwrap_or(first), first)
    }

    pub(super) fn find_post_sizes(&self) -> (Chips, Chips) {
        let mut posted: Vec<Chips> =
            self.blinds.iter().copied().filter(|&blind| blind > 0).collect();
        if posted.is_empty() {
            return (0, 0);
        }
        if !self.is_limit {
            return self.stakes;
        }
        posted.sort_unstable();
        let big = posted[1.min(posted.len() - 1)];
        (if posted.len() > 1 { posted[0] } else { 0 }, big)
    }

    pub(super) fn table(&mut self) {
        let hand = self.hand;
        let count = hand.table_size();
        self.text("Table '");
        self.text(hand.table.as_deref().unwrap_or("1"));
        let _ = write!(self.out, "' {count}-max");
        if !self.is_tournament && !self.has_money {
            self.text(" (Play Money)");
        }
        if !self.dealt.is_stud {
            let _ = write!(self.out, " Seat #{} is the button", hand.button());
        }
        self.end_line();
    }

    pub(super) fn seats(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let stacks = if extensions.stacks.len() == hand.names.len() {
            &extensions.stacks
        } else {
            hand.stacks
        };
        // Players of one seat are listed in the order of the text.
        let mut rows: Vec<(u32, String)> = Vec::with_capacity(hand.names.len());
        for ((&seat, name), &stack) in hand.seats.iter().zip(&hand.names).zip(stacks) {
            let mut row = format!("Seat {seat}: {name} (");
            self.money.write(stack, &mut row);
            row.push_str(" in chips");
            if let Some(bounty) = find(&extensions.bounties, name) {
                row.push_str(", ");
                row.push_str(bounty);
                row.push_str(" bounty");
            }
            row.push(')');
            rows.push((seat, row));
        }
        for one in &extensions.sitting_out {
            let mut row = format!("Seat {}: {} (", one.seat, one.player);
            self.money.write(one.stack, &mut row);
            row.push_str(" in chips) is sitting out");
            rows.push((one.seat, row));
        }
        rows.sort();
        for (_, row) in rows {
            self.text(&row);
            self.end_line();
        }
    }
}

/// Appends a level in Roman digits; in others, where the Romans had none.
pub fn write_roman(level: u32, out: &mut String) {
    const STEPS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&level) {
        return write_number(u64::from(level), out);
    }
    let mut left = level;
    for (value, letters) in STEPS {
        while left >= value {
            out.push_str(letters);
            left -= value;
        }
    }
}
