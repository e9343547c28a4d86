//! Actions of a text in the notation of histories, and refusals in words.

use croupier_cards::Card;
use croupier_cards::coded::{Coded, Value};
use croupier_engine::{Chips, DefaultHooks, RuleError, Seat};

use super::error::{BuildError, HandProblem, LinePlace, ProblemCause};
use super::play::HandPlayer;
use super::{Note, write_cards};
use crate::replay::describe_legal;

impl HandPlayer<'_> {
    /// Says what is wrong, and where.
    pub(super) fn blame(&self, mut wrong: ProblemCause) -> HandProblem {
        if let ProblemCause::Rule { error, said } = &mut wrong {
            *said = self.describe(error);
        }
        let early = matches!(wrong, ProblemCause::Text(BuildError::EndsEarly { .. }));
        let legal = (!early).then(|| self.describe_legal());
        let action = (!early).then_some(self.actions.len() + 1);
        let hand = self.builder.hand.clone();
        HandProblem {
            wrong,
            at: self.at,
            legal,
            action,
            hand,
            excerpt: None,
            operation: Some(self.operation),
        }
    }

    /// Says why the rules refuse something, with amounts as the text has them.
    pub(super) fn describe(&self, error: &RuleError) -> String {
        let code = error.code();
        let values = error.values();
        let kind = RuleError::KINDS.iter().find(|kind| kind.code() == code);
        let has_chips = values.iter().any(|(_, value)| matches!(value, Value::Chips(_)));
        let Some(kind) = kind.filter(|_| has_chips) else {
            return error.to_string().trim_end_matches('.').to_owned();
        };
        let mut text = kind.text.to_owned();
        for (name, value) in values {
            let shown = match value {
                Value::Chips(chips) => self.builder.text(chips),
                value => value.to_string(),
            };
            text = text.replace(&format!("{{{name}}}"), &shown);
        }
        text.trim_end_matches('.').to_owned()
    }

    /// Says in the notation what may be done now.
    pub(super) fn describe_legal(&self) -> String {
        describe_legal(self.state, &DefaultHooks, &|amount| self.builder.text(amount))
    }

    pub(super) fn note(&mut self, kind: &'static str, message: String) {
        self.builder.notes.push(Note { kind: kind.into(), message, line: self.at.line });
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.builder.players[self.order[seat]].name.to_string()
    }

    // Writing down.

    pub(super) fn write(&mut self, write: impl FnOnce(&mut String)) {
        let text = &mut self.actions.text;
        let before = text.len();
        write(text);
        let length = text.len() - before;
        self.actions.lengths.push(length as u32);
        self.places.push(self.at);
    }

    pub(super) fn write_action(&mut self, seat: Seat, event: &str) {
        self.write(|text| write_player(seat, event, text));
    }

    pub(super) fn write_dealt(&mut self, seat: Seat, cards: &[Card], at: LinePlace) {
        let before = std::mem::replace(&mut self.at, at);
        self.write(|text| {
            text.push_str("d dh ");
            write_player(seat, "", text);
            write_cards(cards, text);
        });
        self.at = before;
    }

    pub(super) fn write_with_cards(&mut self, seat: Seat, event: &str, cards: &[Card]) {
        self.write(|text| {
            write_player(seat, event, text);
            if !cards.is_empty() {
                text.push(' ');
                write_cards(cards, text);
            }
        });
    }

    pub(super) fn write_raise(&mut self, seat: Seat, amount: Chips) {
        let precision = self.builder.precision;
        self.write(|text| {
            write_player(seat, "cbr ", text);
            precision.write(amount, text);
        });
    }
}

fn write_number(number: usize, text: &mut String) {
    if number >= 10 {
        text.push(char::from(b'0' + (number / 10 % 10) as u8));
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends a player, and what the player does.
pub(crate) fn write_player(seat: Seat, event: &str, text: &mut String) {
    text.push('p');
    write_number(seat + 1, text);
    text.push(' ');
    text.push_str(event);
}
