//! Checks of the fields of a hand: what is wrong or odd about them.

use std::collections::HashSet;

use crate::amounts::number::Number;
use crate::phh::field::Field;
use crate::phh::notation::quoted;
use crate::phh::violation::Violation;
use crate::toml::{Fields, Kind, Name, Value};

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The hand cannot be what it says.
    Error,
    /// It is merely odd.
    Warning,
}

/// The words of a problem, perhaps with a value at their end.
#[derive(Clone)]
pub enum ProblemText<'t> {
    /// Words alone.
    Words(String),
    /// The value as a number is written.
    Number(String, Value<'t>),
    /// The value as Python shows it.
    Shown(String, Value<'t>),
}

/// A problem of a field.
#[derive(Clone)]
pub struct FieldProblem<'t> {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of the problem.
    pub code: Violation,
    /// The field.
    pub name: Name<'t>,
    /// The value of a list that is to blame, counted from 0.
    pub item: Option<usize>,
    /// The problem, and what was expected.
    pub text: ProblemText<'t>,
}

/// The rules for fields that depend on more than this crate knows.
#[derive(Debug, Clone, Default)]
pub struct FieldRules {
    /// The codes of the games, and the fields that a hand of each must have.
    pub required: Vec<(String, Vec<Field>)>,
    /// The code of games that say in other fields what they are.
    pub configured: String,
    /// The codes of currencies.
    pub currencies: HashSet<String>,
}

/// The fields that every hand must have.
const NEEDED: [Field; 4] = [Field::Variant, Field::Antes, Field::StartingStacks, Field::Actions];
const FORCED_BETS: [Field; 5] =
    [Field::BlindsOrStraddles, Field::BringIn, Field::SmallBet, Field::BigBet, Field::MinBet];
const PER_PLAYER: [Field; 7] = [
    Field::Antes,
    Field::BlindsOrStraddles,
    Field::Seats,
    Field::Players,
    Field::FinishingStacks,
    Field::Winnings,
    Field::TimeBanks,
];

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Truth,
    Number,
    Integer,
    NumberOrText,
    Time,
}

/// The bounds of a value beyond its type.
#[derive(Clone, Copy)]
enum Bounds {
    None,
    Finite,
    /// Finite and more than nothing.
    Bet,
    /// Finite and not negative.
    Ante,
    AboveZero,
    FromZero,
    Within(i64, i64, &'static str),
}

struct Rule {
    what: &'static str,
    kind: Type,
    list: bool,
    bounds: Bounds,
}

const fn rule(field: Field) -> Rule {
    use Field as F;
    let (what, kind, list, bounds) = match field {
        F::AnteTrimmingStatus => ("true or false", Type::Truth, false, Bounds::None),
        F::Antes => ("numbers", Type::Number, true, Bounds::Ante),
        F::BlindsOrStraddles => ("numbers", Type::Number, true, Bounds::Finite),
        F::BringIn | F::SmallBet | F::BigBet | F::MinBet => {
            ("a number", Type::Number, false, Bounds::Bet)
        }
        F::StartingStacks => ("numbers", Type::Number, true, Bounds::AboveZero),
        F::Actions | F::Players => ("texts", Type::Text, true, Bounds::None),
        F::Time => ("a local time", Type::Time, false, Bounds::None),
        F::Day => ("an integer", Type::Integer, false, Bounds::Within(1, 31, "1 to 31")),
        F::Month => ("an integer", Type::Integer, false, Bounds::Within(1, 12, "1 to 12")),
        F::Year | F::Level => ("an integer", Type::Integer, false, Bounds::None),
        F::Hand | F::Table => ("an integer or a text", Type::NumberOrText, false, Bounds::None),
        F::Seats => ("integers", Type::Integer, true, Bounds::None),
        F::SeatCount => {
            ("an integer", Type::Integer, false, Bounds::Within(2, i64::MAX, "2 or more"))
        }
        F::FinishingStacks | F::Winnings | F::TimeBanks => {
            ("numbers", Type::Number, true, Bounds::FromZero)
        }
        F::TimeLimit => ("a number", Type::Number, false, Bounds::AboveZero),
        _ => ("a text", Type::Text, false, Bounds::None),
    };
    Rule { what, kind, list, bounds }
}

impl Rule {
    fn is_right(&self, value: Value<'_>) -> bool {
        let kind = value.kind();
        match self.kind {
            Type::Text => kind == Kind::Text,
            Type::Truth => kind == Kind::Boolean,
            Type::Integer => kind == Kind::Integer,
            Type::NumberOrText => matches!(kind, Kind::Text | Kind::Integer),
            Type::Number => {
                matches!(kind, Kind::Integer | Kind::Decimal | Kind::Infinity | Kind::NotANumber)
            }
            Type::Time => value.moment().is_some_and(|moment| moment.date.is_none()),
        }
    }

    fn bounds(&self) -> &'static str {
        match self.bounds {
            Bounds::None => "a number",
            Bounds::Finite => "finite",
            Bounds::Bet | Bounds::AboveZero => "above 0",
            Bounds::Ante | Bounds::FromZero => "0 or more",
            Bounds::Within(.., words) => words,
        }
    }

    fn is_within(&self, value: Value<'_>) -> bool {
        let kind = value.kind();
        let is_finite = kind != Kind::Infinity;
        let sign = || sign(value.written(), kind);
        kind != Kind::NotANumber
            && match self.bounds {
                Bounds::None => true,
                Bounds::Finite => is_finite,
                Bounds::Bet => is_finite && sign() > 0,
                Bounds::Ante => is_finite && sign() >= 0,
                Bounds::AboveZero => sign() > 0,
                Bounds::FromZero => sign() >= 0,
                Bounds::Within(least, most, _) => (least..=most).contains(&integer(value)),
            }
    }
}

/// Returns 1 for a number above zero, -1 for one below, and 0.
fn sign(written: &str, kind: Kind) -> i8 {
    if let [b'1'..=b'9', ..] = written.as_bytes() {
        return 1;
    }
    let is_zero = kind != Kind::Infinity && {
        let digits = written.split(['e', 'E']).next().unwrap_or_default();
        let digits = digits.strip_prefix("0x").unwrap_or(digits);
        !digits.bytes().any(|byte| byte.is_ascii_hexdigit() && byte != b'0')
    };
    match (is_zero, written.starts_with('-')) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    }
}

/// Returns an integer; the largest or smallest there is, where it is larger or smaller.
fn integer(value: Value<'_>) -> i64 {
    let written = value.written();
    if let Ok(number) = written.parse() {
        return number;
    }
    match Number::read(written) {
        Some(Number::Finite { digits, places: 0 }) => digits,
        _ if written.starts_with('-') => i64::MIN,
        _ => i64::MAX,
    }
}

/// Lists everything that is wrong with the fields of a hand; `is_zone` tells whether there is such a time zone.
pub fn check_fields<'t>(
    fields: Fields<'t>,
    rules: &FieldRules,
    is_zone: &mut dyn FnMut(&str) -> bool,
) -> Vec<FieldProblem<'t>> {
    let mut checker = Checker { problems: Vec::new(), given: [None; Field::ALL.len()], right: 0 };
    for (name, value) in fields {
        checker.check_value(name, value);
    }
    checker.check_variant(rules);
    checker.check_lengths();
    checker.check_oddities(rules, is_zone);
    checker.check_date();
    checker.check_seats();
    checker.problems
}

struct Checker<'t> {
    problems: Vec<FieldProblem<'t>>,
    given: [Option<Value<'t>>; Field::ALL.len()],
    /// Fields with which nothing is wrong, as bits.
    right: u64,
}

impl<'t> Checker<'t> {
    fn add(
        &mut self,
        severity: Severity,
        code: Violation,
        name: Name<'t>,
        item: Option<usize>,
        text: ProblemText<'t>,
    ) {
        self.problems.push(FieldProblem { severity, code, name, item, text });
    }

    fn error(&mut self, code: Violation, field: Field, text: String) {
        self.add(Severity::Error, code, Name::Field(field), None, ProblemText::Words(text));
    }

    fn warn(&mut self, code: Violation, field: Field, item: Option<usize>, text: ProblemText<'t>) {
        self.add(Severity::Warning, code, Name::Field(field), item, text);
    }

    /// Returns a field with which nothing is wrong.
    fn get(&self, field: Field) -> Option<Value<'t>> {
        let is_right = self.right >> field as u32 & 1 != 0;
        self.given[field as usize].filter(|_| is_right)
    }

    fn items(&self, field: Field) -> impl Iterator<Item = Value<'t>> + use<'t> {
        self.get(field).and_then(Value::items).into_iter().flatten()
    }

    fn check_value(&mut self, name: Name<'t>, value: Value<'t>) {
        let Name::Field(field) = name else { return self.check_other(name, value) };
        self.given[field as usize] = Some(value);
        let (rule, before) = (rule(field), self.problems.len());
        if !rule.list {
            self.check_one(name, None, &rule, value);
        } else if let Some(items) = value.items() {
            for (item, value) in items.enumerate() {
                self.check_one(name, Some(item), &rule, value);
            }
        } else {
            let text =
                ProblemText::Shown(format!("must be {} in brackets, not ", rule.what), value);
            self.add(Severity::Error, Violation::Type, name, None, text);
        }
        if self.problems.len() == before {
            self.right |= 1 << field as u32;
        }
    }

    fn check_one(&mut self, name: Name<'t>, item: Option<usize>, rule: &Rule, value: Value<'t>) {
        if !rule.is_right(value) {
            let text = ProblemText::Shown(format!("must be {}, not ", rule.what), value);
            self.add(Severity::Error, Violation::Type, name, item, text);
        } else if !rule.is_within(value) {
            let text = ProblemText::Number(format!("must be {}, unlike ", rule.bounds()), value);
            self.add(Severity::Error, Violation::Value, name, item, text);
        }
    }

    fn check_other(&mut self, name: Name<'t>, value: Value<'t>) {
        let field = name.text();
        if field == "_board_count" {
            if value.kind() != Kind::Integer || integer(value) < 1 {
                let text =
                    ProblemText::Shown("must be an integer above 0, unlike ".to_owned(), value);
                self.add(Severity::Error, Violation::Value, name, None, text);
            }
        } else if field == "_unit" {
            let is_number = matches!(value.kind(), Kind::Integer | Kind::Decimal);
            let unit = if is_number { Number::read(value.written()) } else { None };
            if !matches!(unit, Some(Number::Finite { digits: 1.., .. })) {
                let text =
                    ProblemText::Shown("must be a number above 0, unlike ".to_owned(), value);
                self.add(Severity::Error, Violation::Value, name, None, text);
            }
        } else if !field.starts_with('_') {
            let text = "is no field of the standard, nor begins with '_'".to_owned();
            self.add(Severity::Warning, Violation::Unknown, name, None, ProblemText::Words(text));
        }
    }

    fn check_variant(&mut self, rules: &FieldRules) {
        let mut needed: &[Field] = &NEEDED;
        if let Some(variant) = self.given[Field::Variant as usize]
            && let Some(code) = variant.text()
        {
            if let Some((_, fields)) = rules.required.iter().find(|(known, _)| known == code) {
                needed = fields;
                for field in FORCED_BETS {
                    if self.given[field as usize].is_some() && !needed.contains(&field) {
                        let text = "has no meaning in a hand of ".to_owned();
                        self.warn(
                            Violation::Superfluous,
                            field,
                            None,
                            ProblemText::Shown(text, variant),
                        );
                    }
                }
            } else if code == rules.configured {
                self.error(Violation::Configured, Field::Variant, String::new());
            } else {
                let codes = rules.required.iter().map(|(code, _)| code.as_str());
                let codes: Vec<&str> = codes.chain([rules.configured.as_str()]).collect();
                let text = ProblemText::Shown(
                    format!("must be one of {}, unlike ", codes.join(", ")),
                    variant,
                );
                self.add(
                    Severity::Error,
                    Violation::Variant,
                    Name::Field(Field::Variant),
                    None,
                    text,
                );
            }
        }
        for &field in needed {
            if self.given[field as usize].is_none() {
                self.error(Violation::Missing, field, "is missing".to_owned());
            }
        }
    }

    fn check_lengths(&mut self) {
        if self.get(Field::StartingStacks).is_none() {
            return;
        }
        let count = self.items(Field::StartingStacks).count();
        if count < 2 {
            let text = format!("must have at least two players, not {count}");
            self.error(Violation::Length, Field::StartingStacks, text);
        }
        for field in PER_PLAYER {
            let given = self.items(field).count();
            if self.get(field).is_some() && given != count {
                let text = format!("must have {count} values, one for each player, not {given}");
                self.error(Violation::Length, field, text);
            }
        }
    }

    fn check_oddities(&mut self, rules: &FieldRules, is_zone: &mut dyn FnMut(&str) -> bool) {
        let trims = self.get(Field::AnteTrimmingStatus).and_then(Value::truth);
        let mut antes = self.items(Field::Antes).map(amount);
        if trims == Some(true) && antes.next().is_some_and(|first| antes.any(|one| one != first)) {
            let text = ProblemText::Words("should be false where antes differ".to_owned());
            self.warn(Violation::Antes, Field::AnteTrimmingStatus, None, text);
        }
        for (item, blind) in self.items(Field::BlindsOrStraddles).enumerate() {
            if sign(blind.written(), blind.kind()) < 0 {
                let text = "is negative, which PokerKit takes for a post: ".to_owned();
                let text = ProblemText::Number(text, blind);
                self.warn(Violation::Post, Field::BlindsOrStraddles, Some(item), text);
            }
        }
        let text = |field: Field| self.get(field).and_then(|value| Some((value, value.text()?)));
        let mut odd = Vec::new();
        if let Some((value, zone)) = text(Field::TimeZone)
            && !is_zone(zone)
        {
            odd.push((
                Violation::Zone,
                Field::TimeZone,
                "is no zone of the IANA database: ",
                value,
            ));
        }
        if let Some((value, currency)) = text(Field::Currency)
            && !rules.currencies.contains(currency)
        {
            odd.push((Violation::Currency, Field::Currency, "is no currency of ISO 4217: ", value));
        }
        if let Some((value, symbol)) = text(Field::CurrencySymbol)
            && symbol.chars().count() != 1
        {
            odd.push((
                Violation::Symbol,
                Field::CurrencySymbol,
                "should be one character, not ",
                value,
            ));
        }
        if let Some((value, url)) = text(Field::Url)
            && !url.contains("://")
        {
            let text = "should begin with a protocol, such as https, unlike ";
            odd.push((Violation::Url, Field::Url, text, value));
        }
        for (code, field, text, value) in odd {
            self.warn(code, field, None, ProblemText::Shown(text.to_owned(), value));
        }
    }

    fn check_date(&mut self) {
        let number = |field: Field| self.get(field).map(integer);
        let (Some(day), Some(month)) = (number(Field::Day), number(Field::Month)) else { return };
        let year = self.get(Field::Year);
        // Without a year, a leap year gives every day a chance.
        let number = year.map_or(2000, integer);
        let leap = number % 4 == 0 && number % 100 != 0 || number % 400 == 0;
        let most = match month {
            2 => 28 + i64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if day <= most && (1..=9999).contains(&number) {
            return;
        }
        let text = format!("there is no day {day} in month {month}");
        let text = match year {
            Some(year) if number != 0 => ProblemText::Number(format!("{text} of "), year),
            _ => ProblemText::Words(text),
        };
        self.add(Severity::Error, Violation::Date, Name::Field(Field::Day), None, text);
    }

    fn check_seats(&mut self) {
        let count = self.get(Field::SeatCount).map(|value| (value, integer(value)));
        let players = self.items(Field::StartingStacks).count() as i64;
        if let Some((value, count)) = count
            && players > count
        {
            let text =
                ProblemText::Number("is less than the number of players: ".to_owned(), value);
            self.warn(Violation::Seats, Field::SeatCount, None, text);
        }
        self.check_repeated(Field::Seats);
        self.check_repeated(Field::Players);
        if let Some((_, count)) = count {
            for (item, seat) in self.items(Field::Seats).enumerate() {
                if integer(seat) > count {
                    let text = ProblemText::Number(format!("is beyond the {count} seats: "), seat);
                    self.warn(Violation::Seats, Field::Seats, Some(item), text);
                }
            }
        }
    }

    fn check_repeated(&mut self, field: Field) {
        /// So many are compared one by one.
        const FEW: usize = 24;
        /// A key that tells a value from others.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Key<'t> {
            Text(&'t str),
            Number(i64),
        }
        let mut few = [Key::Number(0); FEW];
        let mut many: HashSet<Key<'t>> = HashSet::new();
        for (item, value) in self.items(field).enumerate() {
            let key = value.text().map_or_else(|| Key::Number(integer(value)), Key::Text);
            let is_new = if item < FEW {
                few[item] = key;
                !few[..item].contains(&key)
            } else {
                if item == FEW {
                    many.extend(few);
                }
                many.insert(key)
            };
            if !is_new && key != Key::Text("") {
                let text = ProblemText::Shown("is there twice: ".to_owned(), value);
                self.warn(Violation::Repeated, field, Some(item), text);
            }
        }
    }
}

/// Returns what tells an amount from others, however it is written.
fn amount(value: Value<'_>) -> String {
    match Number::read(value.written()) {
        Some(Number::Finite { mut digits, mut places }) => {
            while places > 0 && digits % 10 == 0 {
                digits /= 10;
                places -= 1;
            }
            format!("{digits}e-{places}")
        }
        _ => value.written().to_owned(),
    }
}

impl ProblemText<'_> {
    /// Returns the whole of it, with a value as it is written in the document.
    #[must_use]
    pub fn as_written(&self) -> String {
        match self {
            ProblemText::Words(words) => words.clone(),
            ProblemText::Number(words, value) | ProblemText::Shown(words, value) => {
                format!("{words}{}", value.text().unwrap_or_else(|| value.written()))
            }
        }
    }

    /// Returns the whole of it; nothing where Python must show a value.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            ProblemText::Words(words) => Some(words.clone()),
            ProblemText::Number(words, value) => {
                let written = value.written();
                let is_decimal = written
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
                (is_decimal && written != "-0").then(|| format!("{words}{written}"))
            }
            ProblemText::Shown(words, value) => Some(format!("{words}{}", quoted(value.text()?))),
        }
    }
}
