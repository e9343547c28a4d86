//! A player's view as one row of floats, for networks.
//!
//! The layout is called `flat_v0`: whatever changes in it gets another number.

use std::sync::Arc;

use super::decisions::Kind;
use super::rows::{Row, Widths};
use crate::chips::Chips;
use crate::definition::{Action, Decision, Definition, Step};

/// How many cards there are: 52 and four jokers.
const CARDS: usize = 56;
/// How many kinds of decisions there are.
const KINDS: usize = 12;
/// How many of the last decisions are written, and how many numbers each has.
const EVENTS: usize = 12;
const NUMBERS_OF_EVENT: usize = 9;
/// The amounts below this one have their logarithms ready: most are small.
const LOGARITHMS: Chips = 1 << 10;
/// The kinds of decisions in the history: to fold, to call or to post the bring-in, and to bet or raise.
const FOLD: u8 = 1;
const CALLS: [u8; 2] = [2, 3];
const RAISE: u8 = 4;

/// The positions of the fields in a row.
#[derive(Debug, Clone)]
pub struct Encoding {
    /// The names of the parts, each with its first number and how many numbers it has.
    pub parts: Vec<(&'static str, usize, usize)>,
    /// How many numbers a row has.
    pub size: usize,
    /// The amount that counts as one: the big blind.
    unit: Chips,
    /// The logarithm of each of the first amounts, in units and one more.
    logarithms: Arc<[f32]>,
    shows: bool,
    /// How many cards of the board come at once.
    board: Vec<usize>,
    streets: usize,
}

impl Encoding {
    pub(super) fn new(definition: &Definition, widths: Widths, unit: Chips) -> Self {
        let shows = definition.steps.iter().any(deals_up);
        let board: Vec<usize> = match definition.board_count {
            1 if !definition.variant_rules.keeps_variant_state => {
                let dealt = definition.steps.iter().map(Step::board_count);
                dealt.filter(|&count| count > 0).collect()
            }
            _ => vec![widths.board],
        };
        let streets = definition.street_count().max(1);
        let mut parts = Vec::new();
        let mut size = 0;
        let mut add = |name, count: usize| {
            if count > 0 {
                parts.push((name, size, count));
                size += count;
            }
        };
        let players = widths.players;
        add("cards", CARDS);
        add("up_cards", if shows { (players - 1) * CARDS } else { 0 });
        add("board", board.len() * CARDS);
        add("discards", if widths.discards > 0 { CARDS } else { 0 });
        add("kind", KINDS);
        add("street", streets);
        add("seat", players);
        add("statuses", players);
        add("stacks", players);
        add("bets", players);
        add("pot", 1);
        add("price", 1);
        add("odds", 1);
        add("log_stacks", players);
        add("log_pot", 1);
        add("raises", 3);
        add("amounts", widths.moves);
        add("picked", if widths.picks > 0 { widths.hole } else { 0 });
        add("history", EVENTS.min(widths.history) * NUMBERS_OF_EVENT);
        let unit = unit.max(1);
        let logarithms = (0..LOGARITHMS).map(|amount| log(amount, unit)).collect();
        Self { parts, size, unit, logarithms, shows, board, streets }
    }

    /// Writes what is in the other arrays of a row.
    pub(super) fn write(&self, widths: Widths, row: &mut Row<'_, '_>) {
        let (all, start) = row.take_observations();
        self.write_to(widths, row, &mut all[start..start + self.size]);
        row.put_observations(all);
    }

    fn write_to(&self, widths: Widths, row: &mut Row<'_, '_>, out: &mut [f32]) {
        out.fill(0.0);
        // At the end of the last hand, somebody plays it, unless nobody was asked in it.
        if row.kinds()[0] == Kind::Nothing as u8 && row.statuses().iter().all(|&plays| plays == 0) {
            return;
        }
        let mut writer = Writer { out, at: 0, unit: self.unit as f32 };
        let players = widths.players;
        let seat = row.seats()[0];
        for (place, hand) in row.cards().chunks_exact(widths.hole.max(1)).enumerate() {
            if place == 0 || self.shows {
                writer.cards(hand);
            }
        }
        let mut start = 0;
        for &count in &self.board {
            let end = (start + count).min(widths.board);
            writer.cards(&row.board()[start..end]);
            start = end;
        }
        if widths.discards > 0 {
            writer.cards(row.discards());
        }
        writer.one_of(usize::from(row.kinds()[0]), KINDS);
        writer.one_of(usize::from(row.streets()[0]), self.streets);
        writer.one_of(usize::from(seat), players);
        for status in &*row.statuses() {
            writer.number(f32::from(*status));
        }
        writer.amounts(row.stacks());
        writer.amounts(row.bets());
        let pot = row.pots()[0] as f32 / writer.unit;
        let largest = row.bets().iter().copied().max().unwrap_or(0);
        let price = (largest - row.bets()[0]).min(row.stacks()[0]).max(0) as f32 / writer.unit;
        writer.number(pot);
        writer.number(price);
        writer.number(if price > 0.0 { price / (pot + price) } else { 0.0 });
        for place in 0..players {
            writer.number(self.log(row.stacks()[place]));
        }
        writer.number(self.log(row.pots()[0]));
        writer.amounts(row.raises());
        writer.amounts(row.amounts());
        if widths.picks > 0 {
            let picked = row.picked()[0];
            for place in 0..widths.hole {
                writer.number(if picked >> place.min(62) & 1 == 1 { 1.0 } else { 0.0 });
            }
        }
        self.write_history(widths, row, seat, &mut writer);
    }

    /// Returns the logarithm of an amount.
    fn log(&self, amount: Chips) -> f32 {
        let known = usize::try_from(amount).ok().and_then(|place| self.logarithms.get(place));
        known.copied().unwrap_or_else(|| log(amount, self.unit))
    }

    fn write_history(
        &self,
        widths: Widths,
        row: &mut Row<'_, '_>,
        seat: u8,
        writer: &mut Writer<'_>,
    ) {
        let room = EVENTS.min(widths.history);
        let known = (row.history_lengths()[0] as usize).min(widths.history);
        let players = widths.players as u8;
        let first = known.saturating_sub(room);
        for place in first..known {
            let [other, street, kind] = [0, 1, 2].map(|part| row.history()[3 * place + part]);
            let distance = if other >= seat { other - seat } else { other + players - seat };
            let is = |holds: bool| if holds { 1.0 } else { 0.0 };
            writer.number(1.0);
            writer.number(is(distance == 0));
            writer.number(f32::from(distance) / f32::from(players));
            writer.number(f32::from(street) / self.streets as f32);
            writer.number(is(kind == FOLD));
            writer.number(is(CALLS.contains(&kind)));
            writer.number(is(kind == RAISE));
            writer.number(is(kind > RAISE));
            let amount = row.history_amounts()[place];
            writer.number(if kind <= RAISE { self.log(amount) } else { log(amount, 1) });
        }
    }
}

/// Returns the logarithm of an amount in units and one more, which is 0 for nothing.
fn log(amount: Chips, unit: Chips) -> f32 {
    (amount as f32 / unit as f32).ln_1p()
}

/// A writer of one number after the other.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
    unit: f32,
}

impl Writer<'_> {
    fn number(&mut self, number: f32) {
        if let Some(place) = self.out.get_mut(self.at) {
            *place = number;
        }
        self.at += 1;
    }

    fn amounts(&mut self, amounts: &[i64]) {
        for &amount in amounts {
            self.number(amount as f32 / self.unit);
        }
    }

    fn one_of(&mut self, place: usize, count: usize) {
        if let Some(number) = self.out.get_mut(self.at + place.min(count - 1)) {
            *number = 1.0;
        }
        self.at += count;
    }

    fn cards(&mut self, codes: &[u8]) {
        for &code in codes.iter().filter(|&&code| usize::from(code) < CARDS) {
            if let Some(number) = self.out.get_mut(self.at + usize::from(code)) {
                *number += 1.0;
            }
        }
        self.at += CARDS;
    }
}

/// Tells whether others may see cards of a player after a step.
fn deals_up(step: &Step) -> bool {
    match &step.action {
        Action::Deal(dealing) => {
            dealing.hole.contains(&true)
                || dealing.draw.is_some_and(|draw| draw.terms.up == Some(true))
        }
        Action::Bet(betting) => betting.terms.then.is_some(),
        Action::Decide(deciding) => {
            deciding.then.is_some()
                || !matches!(deciding.decision, Decision::Declare(_) | Decision::Choose(_))
        }
        Action::Arrange(_) => false,
    }
}
