//! PHH: one field a line, in the style of the public dataset.

use std::fmt::Write;

use croupier_engine::Chips;

use super::toml::{quote, write_key};
use super::{Money, write_number};
use crate::builder::{BuiltHand, HandName};
use crate::extensions::{Identity, Value};

/// Writes a hand as a document, without a newline at the end.
#[must_use]
pub fn write(hand: &BuiltHand) -> String {
    let money = Money { sign: "", digits: u32::from(hand.precision.digits) };
    let mut writer = Writer { money, out: String::with_capacity(1536) };
    writer.write(hand);
    writer.out.pop();
    writer.out
}

struct Writer {
    money: Money<'static>,
    out: String,
}

impl Writer {
    fn write(&mut self, hand: &BuiltHand) {
        self.text("variant", &hand.variant);
        self.flag("ante_trimming_status", hand.ante_trimming);
        self.amounts("antes", &hand.antes);
        if let Some(blinds) = &hand.blinds_or_straddles {
            self.amounts("blinds_or_straddles", blinds);
        }
        for (name, amount) in [
            ("bring_in", hand.bring_in),
            ("small_bet", hand.small_bet),
            ("big_bet", hand.big_bet),
            ("min_bet", hand.min_bet),
        ] {
            if let Some(amount) = amount {
                self.amount(name, amount);
            }
        }
        self.amounts("starting_stacks", &hand.starting_stacks);
        self.begin("actions");
        self.list(hand.actions.iter(), |out, action| quote(action, out));
        self.end();
        self.write_place(hand);
        self.begin("seats");
        self.list(hand.seats.iter(), |out, seat| write_number(u64::from(*seat), out));
        self.end();
        let metadata = &hand.metadata;
        self.number("seat_count", metadata.seat_count);
        self.option("table", metadata.table.as_deref());
        self.begin("players");
        self.list(hand.players.iter(), |out, name| quote(name, out));
        self.end();
        self.amounts("finishing_stacks", &hand.finishing_stacks);
        self.amounts("winnings", &hand.winnings);
        self.option("currency", metadata.currency.as_deref());
        self.option("currency_symbol", metadata.currency_symbol.as_deref());
        let letters = metadata.moment.as_ref().and_then(|moment| moment.letters.as_deref());
        self.option("time_zone_abbreviation", letters);
        for (name, value) in hand.extensions.fields() {
            self.begin(name);
            self.value(value);
            self.end();
        }
    }

    /// Writes where and when it was.
    fn write_place(&mut self, hand: &BuiltHand) {
        let metadata = &hand.metadata;
        self.option("event", metadata.event.as_deref());
        self.option("venue", metadata.venue.as_deref());
        if let Some(moment) = &metadata.moment {
            let (hour, minute, second) = (moment.hour, moment.minute, moment.second);
            let _ = write!(self.out, "time = {hour:02}:{minute:02}:{second:02}");
            if moment.microsecond != 0 {
                let _ = write!(self.out, ".{:06}", moment.microsecond);
            }
            self.end();
            self.option("time_zone", moment.zone);
            self.number("day", Some(moment.day.into()));
            self.number("month", Some(moment.month.into()));
            self.number("year", Some(moment.year.into()));
        }
        match &metadata.hand {
            Some(HandName::Number(digits)) => {
                // A number without zeros before it, as TOML wants it.
                let digits = digits.trim_start_matches('0');
                self.begin("hand");
                self.out.push_str(if digits.is_empty() { "0" } else { digits });
                self.end();
            }
            Some(HandName::Text(text)) => self.text("hand", text),
            None => {}
        }
        self.number("level", metadata.level);
    }

    fn begin(&mut self, name: &str) {
        self.out.push_str(name);
        self.out.push_str(" = ");
    }

    fn end(&mut self) {
        self.out.push('\n');
    }

    fn text(&mut self, name: &str, text: &str) {
        self.begin(name);
        quote(text, &mut self.out);
        self.end();
    }

    fn option(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    fn number(&mut self, name: &str, number: Option<u32>) {
        if let Some(number) = number {
            self.begin(name);
            write_number(u64::from(number), &mut self.out);
            self.end();
        }
    }

    fn flag(&mut self, name: &str, flag: bool) {
        self.begin(name);
        self.out.push_str(if flag { "true" } else { "false" });
        self.end();
    }

    fn amount(&mut self, name: &str, units: Chips) {
        self.begin(name);
        self.money.write_full(units, &mut self.out);
        self.end();
    }

    fn amounts(&mut self, name: &str, units: &[Chips]) {
        self.begin(name);
        let money = self.money;
        self.list(units.iter(), |out, units| money.write_full(*units, out));
        self.end();
    }

    fn list<T>(&mut self, values: impl Iterator<Item = T>, write: impl Fn(&mut String, T)) {
        self.out.push('[');
        for (place, value) in values.enumerate() {
            if place > 0 {
                self.out.push_str(", ");
            }
            write(&mut self.out, value);
        }
        self.out.push(']');
    }

    fn pairs<'a, T: 'a>(
        &mut self,
        pairs: impl Iterator<Item = &'a (String, T)>,
        write: impl Fn(&mut String, &T),
    ) {
        self.out.push('{');
        for (place, (name, value)) in pairs.enumerate() {
            if place > 0 {
                self.out.push_str(", ");
            }
            write_key(name, &mut self.out);
            self.out.push_str(" = ");
            write(&mut self.out, value);
        }
        self.out.push('}');
    }

    fn value(&mut self, value: Value<'_>) {
        let money = self.money;
        match value {
            Value::Text(text) => quote(text, &mut self.out),
            Value::Texts(texts) => self.list(texts.iter(), |out, text| quote(text, out)),
            Value::Integer(number) => {
                let _ = write!(self.out, "{number}");
            }
            Value::Flag(flag) => self.out.push_str(if flag { "true" } else { "false" }),
            Value::Amount(units) => money.write_full(units, &mut self.out),
            Value::Amounts(all) => {
                self.list(all.iter(), |out, units| money.write_full(*units, out));
            }
            Value::AmountByName(pairs) => {
                self.pairs(pairs.iter(), |out, units| money.write_full(*units, out));
            }
            Value::TextByName(pairs) => self.pairs(pairs.iter(), |out, text| quote(text, out)),
            Value::IdentityByName(pairs) => self.pairs(pairs.iter(), |out, id| identify(id, out)),
            Value::Name(name) => identify(name, &mut self.out),
            Value::Seats(seats) => self.list(seats.iter(), |out, one| {
                let _ = write!(out, "{{seat = {}, player = ", one.seat);
                quote(&one.player, out);
                out.push_str(", stack = ");
                money.write_full(one.stack, out);
                out.push('}');
            }),
            Value::Said(said) => self.list(said.iter(), |out, (action, words)| {
                out.push('{');
                if *action > 0 {
                    let _ = write!(out, "action = {action}, ");
                }
                out.push_str("said = ");
                quote(words, out);
                out.push('}');
            }),
        }
    }
}

fn identify(identity: &Identity, out: &mut String) {
    match identity {
        Identity::Text(text) => quote(text, out),
        Identity::Number(number) => {
            let _ = write!(out, "{number}");
        }
    }
}
