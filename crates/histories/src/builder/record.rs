//! A hand as it was built: the fields of the standard, and what formats know beyond them.

use std::borrow::Cow;

use croupier_engine::Chips;

use super::{LinePlace, Precision};
use crate::bulk::texts::Texts;
use crate::extensions::Extensions;

/// A note on something odd about a hand, and on what was made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The kind of oddity, a word or two with hyphens.
    pub kind: Cow<'static, str>,
    /// The message.
    pub message: String,
    /// The line, counted from 1; 0 where none is to blame.
    pub line: u32,
}

/// The number or the name of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandName {
    /// Digits alone, which stand for a number.
    Number(String),
    /// Anything else.
    Text(String),
}

impl HandName {
    /// Returns a number where there are digits alone.
    #[must_use]
    pub fn new(text: &str) -> Self {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Self::Number(text.to_owned())
        } else {
            Self::Text(text.to_owned())
        }
    }
}

/// The time at which a hand began.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct StartTime {
    pub year: u16,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub microsecond: u32,
    /// The name of the zone, where its letters mean one thing.
    pub zone: Option<&'static str>,
    /// The letters of the zone.
    pub letters: Option<String>,
}

impl StartTime {
    /// Returns a moment, if there is such a day and such a time.
    #[must_use]
    pub fn new(date: [u32; 3], time: [u32; 3]) -> Option<Self> {
        let [year, month, day] = date;
        let [hour, minute, second] = time;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let valid = (1..=9999).contains(&year) && (1..=days).contains(&day);
        (valid && hour < 24 && minute < 60 && second < 60).then_some(Self {
            year: year as u16,
            month: month as u8,
            day: day as u8,
            hour: hour as u8,
            minute: minute as u8,
            second: second as u8,
            microsecond: 0,
            zone: None,
            letters: None,
        })
    }
}

/// The place and time of a hand: optional fields of the standard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Metadata {
    pub venue: Option<String>,
    pub event: Option<String>,
    pub hand: Option<HandName>,
    pub level: Option<u32>,
    pub table: Option<String>,
    pub seat_count: Option<u32>,
    pub currency: Option<String>,
    pub currency_symbol: Option<String>,
    pub moment: Option<StartTime>,
}

/// The places of a hand's events in its text: bytes or columns of lines, as its reader counts them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventPlaces {
    /// Where each action is told; what nobody tells is where the next thing is.
    pub actions: Vec<LinePlace>,
    /// Where the end is told: the pot, or what was won last.
    pub end: LinePlace,
}

/// A hand that was built, played to its end and whose money is right. Amounts are units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltHand {
    /// The code of the game.
    pub variant: String,
    /// How finely chips are counted.
    pub precision: Precision,
    /// Whether a player with a smaller ante can win only as much from the others.
    pub ante_trimming: bool,
    /// The antes, with dead money.
    pub antes: Vec<Chips>,
    /// The blinds and straddles, where the game has them; late posts are negative.
    pub blinds_or_straddles: Option<Vec<Chips>>,
    /// The bring-in, where the game has one.
    pub bring_in: Option<Chips>,
    /// The small bet, where bets are fixed.
    pub small_bet: Option<Chips>,
    /// The big bet, where bets are fixed.
    pub big_bet: Option<Chips>,
    /// The smallest bet, where bets are not fixed.
    pub min_bet: Option<Chips>,
    /// The stacks at the start.
    pub starting_stacks: Vec<Chips>,
    /// The actions, in the notation of histories.
    pub actions: Texts,
    /// The numbers of the seats.
    pub seats: Vec<u32>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The stacks at the end, by the record.
    pub finishing_stacks: Vec<Chips>,
    /// The winnings of players, by the record.
    pub winnings: Vec<Chips>,
    /// Where and when it was played.
    pub metadata: Metadata,
    /// The facts beyond the standard.
    pub extensions: Extensions,
    /// The notes on what was odd.
    pub notes: Vec<Note>,
    /// The number or name of the hand as the text has it.
    pub hand: String,
    /// Where its actions and its end are told.
    pub places: EventPlaces,
}
