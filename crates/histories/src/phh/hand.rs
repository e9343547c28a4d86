//! The fields of a hand that a replay needs.

use std::borrow::Cow;

use crate::amounts::fineness::{Fineness, are_divided, end_divided};
use crate::amounts::number::Number;
use crate::error::{Fault, Place};
use crate::identity::people::{are_distinct, distinct_names};
use crate::phh::document::{Record, Span};
use crate::phh::field::Field;
use crate::toml::{Kind, Name, Value};

/// A hand as it is written.
#[derive(Clone)]
pub struct Hand<'a> {
    /// All that is written; nothing where it could not be read.
    pub record: Option<Record<'a>>,
    /// Where it is.
    pub span: Span<'a>,
    /// The code of the game.
    pub variant: Option<&'a str>,
    /// Whether antes are trimmed.
    pub ante_trimming_status: bool,
    /// The antes.
    pub antes: Vec<Number>,
    /// The blinds and straddles.
    pub blinds_or_straddles: Vec<Number>,
    /// The bring-in.
    pub bring_in: Option<Number>,
    /// The smaller bet.
    pub small_bet: Option<Number>,
    /// The larger bet.
    pub big_bet: Option<Number>,
    /// The smallest bet.
    pub min_bet: Option<Number>,
    /// The stacks.
    pub starting_stacks: Vec<Number>,
    /// The stacks after the hand, where they are given.
    pub finishing_stacks: Vec<Number>,
    /// The winnings of the players, where they are given.
    pub winnings: Vec<Number>,
    /// The actions.
    pub actions: Vec<&'a str>,
    /// The number or name of the hand.
    pub name: &'a str,
    /// The names of the players; an empty one is unknown.
    pub players: Vec<&'a str>,
    /// The numbers of their seats.
    pub seats: Option<Value<'a>>,
    /// When it began, on the clock.
    pub time: Option<Value<'a>>,
    /// The names of players in the record, where they go by other names here.
    pub said_names: Option<Value<'a>>,
    /// The code or the sign of the currency.
    pub currency: &'a str,
    /// The name of the player whose record it is.
    pub hero: &'a str,
    /// The number of the tournament, or its buy-in where there is no number.
    pub tournament: &'a str,
    /// Whether an event is named.
    pub has_event: bool,
    /// How many boards there are from the start.
    pub board_count: usize,
    /// The smallest chip, in which pots were split, if the record says so.
    pub unit: Option<Number>,
    /// Which fields there are.
    pub given: Given,
}

/// Which of the fields that may be missing there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Given {
    pub antes: bool,
    pub blinds_or_straddles: bool,
    pub starting_stacks: bool,
    pub finishing_stacks: bool,
    pub winnings: bool,
    pub actions: bool,
    /// Which of them are one number for everybody.
    pub same: Same,
}

/// Which fields are one number for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Same {
    pub antes: bool,
    pub blinds: bool,
    pub stacks: bool,
}

/// The lists of a hand, as room for those of the next one.
#[derive(Default)]
pub(crate) struct Room {
    numbers: [Vec<Number>; 5],
    texts: [Vec<&'static str>; 2],
}

impl Default for Hand<'_> {
    fn default() -> Self {
        Self::new(Room::default())
    }
}

impl<'a> Hand<'a> {
    /// Begins with nothing; `room` is for its lists.
    pub(crate) fn new(room: Room) -> Self {
        let Room { numbers: [antes, blinds, starting, finishing, winnings], texts } = room;
        let [actions, players] = texts;
        Self {
            record: None,
            span: Span::default(),
            variant: None,
            ante_trimming_status: false,
            antes,
            blinds_or_straddles: blinds,
            bring_in: None,
            small_bet: None,
            big_bet: None,
            min_bet: None,
            starting_stacks: starting,
            finishing_stacks: finishing,
            winnings,
            actions,
            name: "",
            players,
            seats: None,
            time: None,
            said_names: None,
            currency: "",
            hero: "",
            tournament: "",
            has_event: false,
            board_count: 1,
            unit: None,
            given: Given::default(),
        }
    }

    /// Forgets everything, but keeps the room, for a hand of another text.
    pub(crate) fn into_room(self) -> Room {
        let Self { antes, blinds_or_straddles, starting_stacks, .. } = self;
        let mut numbers =
            [antes, blinds_or_straddles, starting_stacks, self.finishing_stacks, self.winnings];
        numbers.iter_mut().for_each(Vec::clear);
        Room { numbers, texts: [empty(self.actions), empty(self.players)] }
    }

    /// Reads what a replay needs; the hand must be as new.
    pub(crate) fn read(&mut self, record: Record<'a>) -> Result<(), (Fault, Place)> {
        self.span = record.span;
        let mut sign = "";
        for (name, value) in record.fields {
            self.read_field(name, value, &mut sign)
                .map_err(|fault| (fault, record.place(value)))?;
        }
        if self.currency.is_empty() {
            self.currency = sign;
        }
        self.complete();
        self.record = Some(record);
        Ok(())
    }

    /// Gives everybody what is said once for all, and forgets what is recorded for others than the players.
    fn complete(&mut self) {
        let Self { given, antes, blinds_or_straddles, starting_stacks, .. } = self;
        let repeat = |numbers: &mut Vec<Number>, count: usize| {
            if let [number] = numbers[..] {
                numbers.resize(count, number);
            }
        };
        if given.same.stacks {
            repeat(starting_stacks, antes.len());
        }
        let count = starting_stacks.len();
        if given.same.antes {
            repeat(antes, count);
        }
        if given.same.blinds {
            repeat(blinds_or_straddles, count);
        }
        let is_record = |numbers: &[Number]| {
            let is_amount = |number: &Number| match number {
                Number::Finite { digits, .. } => *digits >= 0,
                Number::Infinite => true,
            };
            numbers.len() == count && numbers.iter().all(is_amount)
        };
        if !is_record(&self.finishing_stacks) {
            given.finishing_stacks = false;
            self.finishing_stacks.clear();
        }
        if !is_record(&self.winnings) {
            given.winnings = false;
            self.winnings.clear();
        }
    }

    fn read_field(
        &mut self,
        name: Name<'a>,
        value: Value<'a>,
        sign: &mut &'a str,
    ) -> Result<(), Fault> {
        let given = &mut self.given;
        match name {
            Name::Field(Field::Variant) => {
                let Some(text) = value.text() else { return Err(Fault::WrongKind("variant")) };
                self.variant = Some(text);
            }
            Name::Field(Field::AnteTrimmingStatus) => {
                let Some(truth) = value.truth() else {
                    return Err(Fault::WrongKind("ante_trimming_status"));
                };
                self.ante_trimming_status = truth;
            }
            Name::Field(Field::Antes) => {
                given.same.antes = numbers("antes", value, &mut self.antes)?;
                given.antes = true;
            }
            Name::Field(Field::BlindsOrStraddles) => {
                given.same.blinds =
                    numbers("blinds_or_straddles", value, &mut self.blinds_or_straddles)?;
                given.blinds_or_straddles = true;
            }
            Name::Field(Field::BringIn) => self.bring_in = Some(number("bring_in", value)?),
            Name::Field(Field::SmallBet) => self.small_bet = Some(number("small_bet", value)?),
            Name::Field(Field::BigBet) => self.big_bet = Some(number("big_bet", value)?),
            Name::Field(Field::MinBet) => self.min_bet = Some(number("min_bet", value)?),
            Name::Field(Field::StartingStacks) => {
                given.same.stacks = numbers("starting_stacks", value, &mut self.starting_stacks)?;
                given.starting_stacks = true;
            }
            Name::Field(Field::FinishingStacks) => {
                given.finishing_stacks = records(value, &mut self.finishing_stacks);
            }
            Name::Field(Field::Winnings) => {
                given.winnings = records(value, &mut self.winnings);
            }
            Name::Field(Field::Actions) => {
                let wrong = || Fault::WrongKind("actions");
                for action in value.items().ok_or_else(wrong)? {
                    let action = action.text().ok_or_else(wrong)?;
                    self.actions.push(action);
                }
                given.actions = true;
            }
            Name::Field(Field::Hand) => {
                let is_number = value.kind() == Kind::Integer;
                self.name = value.text().unwrap_or(if is_number { value.written() } else { "" });
            }
            Name::Field(Field::Players) => {
                let names = value.items().into_iter().flatten();
                self.players.extend(names.map(|name| name.text().unwrap_or_default()));
            }
            Name::Field(Field::Seats) => self.seats = Some(value),
            Name::Field(Field::Time) => self.time = Some(value),
            Name::Other("_said_names") => self.said_names = Some(value),
            Name::Field(Field::Event) => self.has_event = !written(value).is_empty(),
            Name::Other("_hero") => self.hero = value.text().unwrap_or_default(),
            Name::Other("_tournament") => self.tournament = written(value),
            Name::Other("_buy_in") if self.tournament.is_empty() => {
                self.tournament = written(value)
            }
            Name::Field(Field::Currency) => self.currency = value.text().unwrap_or_default(),
            Name::Field(Field::CurrencySymbol) => *sign = value.text().unwrap_or_default(),
            Name::Other("_board_count") if value.kind() == Kind::Integer => {
                self.board_count = match Number::read(value.written()) {
                    Some(Number::Finite { digits, .. }) if digits < 1 => 1,
                    Some(Number::Finite { digits, .. }) => usize::try_from(digits).unwrap_or(MANY),
                    _ if value.written().starts_with('-') => 1,
                    _ => MANY,
                };
            }
            Name::Other("_unit") if matches!(value.kind(), Kind::Integer | Kind::Decimal) => {
                self.unit = Number::read(value.written());
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells whether the chips are those of a tournament: it has a number or a buy-in, or an event is named and no
    /// currency is. `croupier.histories.money` says the same of histories in Python.
    #[must_use]
    pub fn is_tournament(&self) -> bool {
        !self.tournament.is_empty() || self.has_event && self.currency.is_empty()
    }

    /// Returns the currency that chips are worth something in; nothing in tournaments.
    #[must_use]
    pub fn money(&self) -> &'a str {
        if self.is_tournament() { "" } else { self.currency }
    }

    /// Returns what the record calls the players, so that they can be told apart; nothing where that is `players`.
    #[must_use]
    pub fn said_players(&self) -> Option<Vec<Cow<'a, str>>> {
        if self.said_names.is_none() && are_distinct(&self.players) {
            return None;
        }
        let said = |&name: &&'a str| {
            let said = self.said_names.and_then(|names| names.fields()?.get(Name::new(name)));
            said.and_then(Value::text).unwrap_or(name)
        };
        let names: Vec<&str> = self.players.iter().map(said).collect();
        let number = |seat: Value<'a>| seat.written().parse().ok();
        let seats =
            self.seats.and_then(|seats| seats.items()?.map(number).collect::<Option<Vec<u32>>>());
        Some(distinct_names(&names, &seats.unwrap_or_default()))
    }

    /// Returns where an action stands, counted from 0; after the last, where the list does.
    pub(crate) fn action_place(&self, action: usize) -> Place {
        let found =
            self.record.and_then(|record| record.find(Name::Field(Field::Actions), Some(action)));
        Place { action: Some(action + 1), ..found.unwrap_or_default() }
    }

    /// Lists the forced bets and the smallest bets.
    pub fn bets(&self) -> impl Iterator<Item = Number> + Clone {
        let single = [self.bring_in, self.small_bet, self.big_bet, self.min_bet];
        let lists = self.antes.iter().chain(&self.blinds_or_straddles).copied();
        lists.chain(single.into_iter().flatten())
    }

    /// Tells whether chips are divided, given what is bet beside what is forced.
    #[must_use]
    pub fn are_chips_divided(&self, bets: impl Iterator<Item = Number>) -> bool {
        are_divided(fine(self.bets().chain(bets)), fine(self.starting()), fine(self.finishing()))
    }

    /// Tells whether whole stacks became fractions of chips: then pots were split exactly.
    #[must_use]
    pub fn records_fractions(&self) -> bool {
        end_divided(fine(self.starting()), fine(self.finishing()))
    }

    fn starting(&self) -> impl Iterator<Item = Number> {
        self.starting_stacks.iter().copied()
    }

    fn finishing(&self) -> impl Iterator<Item = Number> {
        self.finishing_stacks.iter().copied()
    }

    /// Lists the amounts of the set-up.
    pub fn amounts(&self) -> impl Iterator<Item = Number> + Clone {
        self.bets().chain(self.starting_stacks.iter().copied())
    }
}

/// Returns a text, or an integer as it is written; nothing for anything else.
pub(crate) fn written(value: Value<'_>) -> &str {
    match value.kind() {
        Kind::Integer => value.written(),
        _ => value.text().unwrap_or_default(),
    }
}

/// More boards than any game has.
const MANY: usize = u32::MAX as usize;

/// Returns how fine numbers are written.
fn fine(numbers: impl Iterator<Item = Number>) -> impl Iterator<Item = Fineness> {
    numbers.map(Fineness::from)
}

/// Returns an empty list with the room of another.
fn empty(mut texts: Vec<&str>) -> Vec<&'static str> {
    texts.clear();
    texts.into_iter().map(|_| "").collect()
}

#[inline]
fn number(name: &'static str, value: Value<'_>) -> Result<Number, Fault> {
    let number = match value.decimal_number() {
        Some(&[digit @ b'0'..=b'9']) => {
            return Ok(Number::Finite { digits: i64::from(digit - b'0'), places: 0 });
        }
        Some(written) => Number::parse(written),
        None => value.is_infinity().then_some(Number::Infinite),
    };
    match number {
        Some(number) => Ok(number),
        None => other_number(name, value),
    }
}

/// Reads a number that is written in another way than nearly all.
#[cold]
fn other_number(name: &'static str, value: Value<'_>) -> Result<Number, Fault> {
    match value.kind() {
        Kind::Integer | Kind::Decimal => Number::read(value.written()).ok_or(Fault::TooFine),
        Kind::Infinity if !value.written().starts_with('-') => Ok(Number::Infinite),
        _ => Err(Fault::WrongKind(name)),
    }
}

/// Reads a number for each player; tells whether it is one for all of them.
fn numbers(name: &'static str, value: Value<'_>, into: &mut Vec<Number>) -> Result<bool, Fault> {
    let Some(items) = value.items() else {
        into.push(number(name, value)?);
        return Ok(true);
    };
    for item in items {
        into.push(number(name, item)?);
    }
    Ok(false)
}

/// Reads what is recorded of the end, a number for each player; false where it is something else.
fn records(value: Value<'_>, into: &mut Vec<Number>) -> bool {
    /// More than anybody has, in the place of numbers that cannot be counted.
    const MAX: Number = Number::Finite { digits: i64::MAX, places: 0 };
    let Some(items) = value.items() else { return false };
    for item in items {
        match number("", item) {
            Ok(number) => into.push(number),
            Err(Fault::TooFine) => into.push(MAX),
            Err(_) => return false,
        }
    }
    true
}
