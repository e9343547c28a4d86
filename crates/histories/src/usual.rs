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
use crate::texts::quoted;

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

/// Each name of a field is compared with all before it; hands with more are looked at elsewhere.
const MOST_NAMES: usize = 256;

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

/// Tells whether all fields are as they should be; `text` is the hand as it is written.
pub(crate) fn are_fields_usual(
    text: &str,
    hand: &Hand<'_>,
    required: &[String],
    accepted: &Accepted,
) -> bool {
    let count = hand.starting_stacks.len();
    let mut names: Vec<&str> = Vec::with_capacity(32);
    let mut date = (1, 1);
    let (mut seats, mut seat_count) = (0, i64::MAX);
    for row in text.split('\n').filter(|row| !row.is_empty()) {
        let Some((name, value)) = row.split_once(" = ") else { return false };
        if names.len() == MOST_NAMES
            || names.contains(&name)
            || FORCED_BETS.contains(&name) && !is_in(required, name)
        {
            return false;
        }
        names.push(name);
        let is_right = match name {
            "url" => is_text(value) && value.contains("://"),
            "time" => is_time(value),
            "day" => integer(value).is_some_and(|day| set(&mut date.0, day)),
            "month" => integer(value).is_some_and(|month| set(&mut date.1, month)),
            "level" | "year" => integer(value).is_some(),
            "hand" | "table" => is_text(value) || integer(value).is_some(),
            "seats" => are_seats(value, count, &mut seats),
            "seat_count" => integer(value).is_some_and(|number| set(&mut seat_count, number)),
            "players" => are_players(value, count),
            "currency" | "time_zone" => {
                accepted.get(name).is_some_and(|all| all.contains(inner(value)))
            }
            "currency_symbol" => is_text(value) && inner(value).chars().count() == 1,
            "time_limit" => is_at_least(value, 1),
            "time_banks" => {
                let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                inner.is_some_and(|inner| {
                    inner.split(", ").count() == count
                        && inner.split(", ").all(|amount| is_at_least(amount, 0))
                })
            }
            name if TEXTS.contains(&name) => is_text(value),
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

fn is_text(value: &str) -> bool {
    value.starts_with('\'')
}

fn inner(value: &str) -> &str {
    value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or_default()
}

fn integer(value: &str) -> Option<i64> {
    let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let leading = value.len() > 1 && value.starts_with('0');
    if plain && !leading { value.parse().ok() } else { None }
}

fn is_at_least(value: &str, least: i64) -> bool {
    match Number::parse(value.as_bytes()) {
        Some(Number::Finite { digits, .. }) => digits >= least,
        Some(Number::Infinite) => true,
        None => false,
    }
}

/// Tells whether it is a time of the day, to the second.
fn is_time(value: &str) -> bool {
    let mut parts = value.split(':').map(|part| {
        let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if digits { part.parse::<u8>().ok() } else { None }
    });
    let mut below = |most: u8| parts.next().flatten().is_some_and(|number| number < most);
    below(24) && below(60) && below(60) && parts.next().is_none()
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

fn are_seats(value: &str, count: usize, largest: &mut i64) -> bool {
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(inner) = inner else { return false };
    let mut seats: Vec<i64> = Vec::with_capacity(count);
    for part in inner.split(", ") {
        match integer(part) {
            Some(seat) if seats.len() < count && !seats.contains(&seat) => seats.push(seat),
            _ => return false,
        }
    }
    *largest = seats.iter().copied().max().unwrap_or(0);
    seats.len() == count
}

fn are_players(value: &str, count: usize) -> bool {
    let mut names: Vec<&str> = Vec::with_capacity(count);
    for name in quoted(value) {
        if names.len() == count || !name.is_empty() && names.contains(&name) {
            return false;
        }
        names.push(name);
    }
    names.len() == count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_usual(fields: &str) -> bool {
        let zero = Number::Finite { digits: 0, places: 0 };
        let hundred = Number::Finite { digits: 100, places: 0 };
        let hand =
            Hand { antes: vec![zero; 2], starting_stacks: vec![hundred; 2], ..Hand::default() };
        let accepted = HashMap::from([("currency".to_owned(), HashSet::from(["EUR".to_owned()]))]);
        are_fields_usual(fields, &hand, &["min_bet".to_owned()], &accepted)
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
            "time = 12:00:00.5",
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
