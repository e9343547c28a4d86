//! Whether a hand is surely as it should be: then nobody needs to look at it again.
//!
//! The answer may be no for a hand that is right, but never yes for one that is not.

use std::collections::{HashMap, HashSet};

use croupier_engine::State;

use crate::action::Action;
use crate::hand::Hand;
use crate::limits;
use crate::number::Number;
use crate::replay::{Outcome, Repairs};
use crate::settle::Comparison;
use crate::toml::{Kind, Value};

/// The texts that a field may have, by its name.
pub type Accepted = HashMap<String, HashSet<String>>;

const TEXTS: [&str; 9] = [
    "author",
    "event",
    "venue",
    "address",
    "city",
    "region",
    "postal_code",
    "country",
    "time_zone_abbreviation",
];
const FORCED_BETS: [&str; 5] =
    ["blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet"];

/// Tells whether the replay says nothing that is worth a look.
pub(crate) fn is_usual_end(outcome: &Outcome, hand: &Hand<'_>) -> bool {
    let recorded = hand.given.finishing_stacks || hand.given.winnings;
    let settled = outcome.settlement;
    outcome.repairs == Repairs::default()
        && !outcome.uncertain
        && (outcome.ended || !recorded)
        && matches!(settled.finishing, None | Some(Comparison::Equal))
        && matches!(settled.winnings, None | Some(Comparison::Equal | Comparison::Less))
}

/// Tells whether every card is one of the game's, and none is there twice.
pub(crate) fn are_cards_usual(actions: &[Action], state: &State) -> bool {
    let deck =
        state.definition.deck.iter().fold(0_u64, |deck, card| deck | 1 << (card.code() & 63));
    let mut held = [0_u64; limits::MOST_PLAYERS as usize];
    let mut seen = 0;
    for action in actions {
        let (seat, cards) = match action {
            Action::DealBoard(cards) => (None, cards),
            Action::DealHole(seat, cards) | Action::Show(seat, cards) => (Some(*seat), cards),
            _ => continue,
        };
        let shown = matches!(action, Action::Show(..));
        for card in cards.iter().filter(|card| !card.is_unknown()) {
            let bit = 1 << (card.code() & 63);
            let own = seat.and_then(|seat| held.get_mut(seat));
            if shown && own.as_ref().is_some_and(|own| **own & bit != 0) {
                continue;
            }
            if deck & bit == 0 || seen & bit != 0 {
                return false;
            }
            seen |= bit;
            if let Some(own) = own {
                *own |= bit;
            }
        }
    }
    true
}

/// Tells whether all fields are as they should be.
pub(crate) fn are_fields_usual(hand: &Hand<'_>, required: &[String], accepted: &Accepted) -> bool {
    let Some(record) = hand.record else { return false };
    let count = hand.starting_stacks.len();
    let mut date = (1, 1);
    let (mut seats, mut seat_count) = (0, i64::MAX);
    for (name, value) in record.fields {
        let name = name.text();
        if FORCED_BETS.contains(&name) && !is_in(required, name) {
            return false;
        }
        let is_right = match name {
            "url" => value.text().is_some_and(|text| text.contains("://")),
            "time" => is_time(value),
            "day" => integer(value).is_some_and(|day| set(&mut date.0, day)),
            "month" => integer(value).is_some_and(|month| set(&mut date.1, month)),
            "level" | "year" => integer(value).is_some(),
            "hand" | "table" => value.kind() == Kind::Text || integer(value).is_some(),
            "seats" => are_seats(value, count, &mut seats),
            "seat_count" => integer(value).is_some_and(|number| set(&mut seat_count, number)),
            "players" => are_players(value, count),
            "currency" | "time_zone" => value
                .text()
                .is_some_and(|text| accepted.get(name).is_some_and(|all| all.contains(text))),
            "currency_symbol" => value.text().is_some_and(|text| text.chars().count() == 1),
            "time_limit" => is_at_least(value, 1),
            "time_banks" => value.items().is_some_and(|mut items| {
                Iterator::count(items) == count && items.all(|amount| is_at_least(amount, 0))
            }),
            name if TEXTS.contains(&name) => value.kind() == Kind::Text,
            // Amounts and actions were read, and are checked below.
            name if is_known(name) => true,
            name => name.starts_with('_'),
        };
        if !is_right {
            return false;
        }
    }
    let antes = &hand.antes;
    let is_finite = |number: &Number, least: i64| matches!(*number, Number::Finite { digits, .. } if digits >= least);
    let is_stack = |number: &Number, least| *number == Number::Infinite || is_finite(number, least);
    let mut single = [hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet].into_iter();
    is_date(date)
        && seats <= seat_count
        && (2..=seat_count).contains(&(count as i64))
        && antes.iter().all(|ante| is_finite(ante, 0))
        && (!hand.ante_trimming_status || antes.windows(2).all(|pair| pair[0] == pair[1]))
        && hand.blinds_or_straddles.iter().all(|blind| is_finite(blind, 0))
        && single.all(|bet| bet.is_none_or(|bet| is_finite(&bet, 1)))
        && hand.starting_stacks.iter().all(|stack| is_stack(stack, 1))
        && hand.finishing_stacks.iter().chain(&hand.winnings).all(|stack| is_stack(stack, 0))
}

fn is_in(names: &[String], name: &str) -> bool {
    names.iter().any(|one| one == name)
}

fn is_known(name: &str) -> bool {
    const READ: [&str; 7] = [
        "variant",
        "ante_trimming_status",
        "antes",
        "starting_stacks",
        "finishing_stacks",
        "winnings",
        "actions",
    ];
    READ.contains(&name) || FORCED_BETS.contains(&name)
}

/// Keeps a number, and says that it did.
const fn set(place: &mut i64, number: i64) -> bool {
    *place = number;
    true
}

fn integer(value: Value<'_>) -> Option<i64> {
    let plain = value.kind() == Kind::Integer && !value.written().starts_with(['-', '+']);
    if plain { value.written().parse().ok() } else { None }
}

fn is_at_least(value: Value<'_>, least: i64) -> bool {
    match value.kind() {
        Kind::Infinity => value.written() != "-inf",
        Kind::Integer | Kind::Decimal => match Number::read(value.written()) {
            Some(Number::Finite { digits, .. }) => digits >= least,
            _ => false,
        },
        _ => false,
    }
}

/// Tells whether it is a time of the day.
fn is_time(value: Value<'_>) -> bool {
    value.moment().is_some_and(|moment| moment.date.is_none())
}

/// Tells whether there is such a day in any year.
fn is_date((day, month): (i64, i64)) -> bool {
    let most = match month {
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=most).contains(&day)
}

fn are_seats(value: Value<'_>, count: usize, largest: &mut i64) -> bool {
    let Some(items) = value.items() else { return false };
    let mut seats: Vec<i64> = Vec::with_capacity(count);
    for item in items {
        match integer(item) {
            Some(seat) if seats.len() < count && !seats.contains(&seat) => seats.push(seat),
            _ => return false,
        }
    }
    *largest = seats.iter().copied().max().unwrap_or(0);
    seats.len() == count
}

fn are_players(value: Value<'_>, count: usize) -> bool {
    let Some(items) = value.items() else { return false };
    let mut names: Vec<&str> = Vec::with_capacity(count);
    for item in items {
        match item.text() {
            Some(name) if names.len() < count && (name.is_empty() || !names.contains(&name)) => {
                names.push(name);
            }
            _ => return false,
        }
    }
    names.len() == count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::hands;

    fn is_usual(fields: &str) -> bool {
        let zero = Number::Finite { digits: 0, places: 0 };
        let hundred = Number::Finite { digits: 100, places: 0 };
        let accepted = HashMap::from([("currency".to_owned(), HashSet::from(["EUR".to_owned()]))]);
        let mut usual = false;
        hands(&format!("variant = 'NT'\n{fields}"), |hand, _| {
            let Ok(hand) = hand else { return };
            let mut hand = hand.clone();
            (hand.antes, hand.starting_stacks) = (vec![zero; 2], vec![hundred; 2]);
            usual = are_fields_usual(&hand, &["min_bet".to_owned()], &accepted);
        });
        usual
    }

    #[test]
    fn usual_fields() {
        for fields in [
            "",
            "hand = 12\ntable = 'A'",
            "time = 23:59:59\nday = 30\nmonth = 4\nyear = 2026",
            "seats = [1, 6]\nseat_count = 6\nplayers = ['a', '''b's''']",
            "players = ['', '']",
            "currency = 'EUR'\ncurrency_symbol = '€'\nurl = 'https://docs.python.org'",
            "time_limit = inf\ntime_banks = [0, 1.5]\n_mine = [1]\nmin_bet = 2",
        ] {
            assert!(is_usual(fields), "{fields}");
        }
    }

    #[test]
    fn unusual_fields() {
        for fields in [
            "mine = 1",
            "big_bet = 2",
            "hand = 1.5",
            "hand = 1\nhand = 1",
            "time = 24:00:00",
            "time = 1:00:00",
            "day = 31\nmonth = 6",
            "day = 0",
            "month = 13",
            "year = '2026'",
            "seats = [1]",
            "seats = [1, 1]",
            "seats = [1, 7]\nseat_count = 6",
            "seat_count = 1",
            "players = ['a', 'a']",
            "players = ['a']",
            "currency = 'usd'",
            "time_zone = 'Mars'",
            "currency_symbol = 'US$'",
            "url = 'example.com'",
            "time_limit = 0",
            "time_banks = [1]",
            "author = 5",
            "nonsense",
        ] {
            assert!(!is_usual(fields), "{fields}");
        }
    }
}
