//! Members of an object, looked up by their names: what is not looked up is left over, and can be kept.

use std::borrow::Cow;

use croupier_cards::Card;
use croupier_engine::Cards;

use crate::amounts::number::Number;
use crate::builder::{BuildError, card_of, shorten};
use crate::rooms::json::{Item, JsonValue, Member};

/// The largest number, and the largest amount.
const LARGEST: i64 = 1_000_000_000_000_000;
/// No table has a seat with a larger number.
const LAST_SEAT: i64 = 999;

/// A problem, with its place.
#[derive(Debug)]
pub(super) struct MemberError {
    pub(super) error: BuildError,
    pub(super) at: usize,
}

pub(super) type MemberResult<T> = Result<T, Box<MemberError>>;

/// The members of an object that are not looked up yet.
#[derive(Debug)]
pub(super) struct Members<'t> {
    left: Vec<Member<'t>>,
    /// Where the object is in the hand, as people write it.
    path: String,
    at: usize,
}

impl<'t> Members<'t> {
    /// Looks at an object.
    pub(super) fn new(item: Item<'t>, path: String) -> MemberResult<Self> {
        let Item { value, at } = item;
        match value {
            JsonValue::Object(left) => Ok(Self { left, path, at }),
            value => {
                let place = if path.is_empty() { "the hand" } else { &path };
                Err(expected(place.to_owned(), "an object", &Item { value, at }))
            }
        }
    }

    /// Looks at an object that is a member; one that says nothing is empty.
    pub(super) fn inner(&mut self, name: &str) -> MemberResult<Self> {
        let path = self.path_of(name);
        match self.take(name) {
            Some(item) if !item.is_empty() => Self::new(item, path),
            _ => Ok(Self { left: Vec::new(), path, at: self.at }),
        }
    }

    pub(super) fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Makes an error at this place.
    pub(super) fn fail<T>(&self, error: BuildError) -> MemberResult<T> {
        Err(Box::new(MemberError { error, at: self.at }))
    }

    /// Returns a member as it is, without one that is null.
    pub(super) fn take(&mut self, name: &str) -> Option<Item<'t>> {
        let last = self.left.iter().rposition(|(one, _)| one == name)?;
        let (_, item) = self.left.remove(last);
        // Of one name the last counts, and no other is left over.
        if self.left.iter().any(|(one, _)| one == name) {
            self.left.retain(|(one, _)| one != name);
        }
        (!item.is_null()).then_some(item)
    }

    fn expected<T>(&self, name: &str, what: &'static str, item: &Item<'t>) -> MemberResult<T> {
        Err(expected(self.path_of(name), what, item))
    }

    /// Returns a text; numbers count as their digits.
    pub(super) fn text(&mut self, name: &str) -> MemberResult<Option<Cow<'t, str>>> {
        match self.take(name) {
            None => Ok(None),
            Some(Item { value: JsonValue::Text(text), .. }) => Ok(Some(text)),
            Some(Item { value: JsonValue::Number(written), .. }) => {
                Ok(Some(Cow::Borrowed(written)))
            }
            Some(item) => self.expected(name, "a text", &item),
        }
    }

    /// Returns a text, empty where there is none.
    pub(super) fn text_or_empty(&mut self, name: &str) -> MemberResult<Cow<'t, str>> {
        Ok(self.text(name)?.unwrap_or_default())
    }

    /// Returns an integer; a text of digits counts as one.
    pub(super) fn integer(&mut self, name: &str) -> MemberResult<Option<i64>> {
        let Some(item) = self.take(name) else { return Ok(None) };
        let found = match &item.value {
            JsonValue::Text(text) if text.is_empty() => return Ok(None),
            JsonValue::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok()
            }
            JsonValue::Number(written) => Number::read(written).and_then(|number| number.units(1)),
            _ => None,
        };
        match found.filter(|number| (-LARGEST..=LARGEST).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => self.expected(name, "an integer", &item),
        }
    }

    /// Returns the number of a seat.
    pub(super) fn seat(&mut self, name: &str) -> MemberResult<Option<u32>> {
        let at = self.place_of(name);
        match self.integer(name)? {
            None => Ok(None),
            Some(number @ 0..=LAST_SEAT) => Ok(Some(number as u32)),
            Some(number) => {
                let path = self.path_of(name);
                let expected = "a seat from 0 to 999";
                let error = BuildError::OhhMember { path, expected, shown: number.to_string() };
                Err(Box::new(MemberError { error, at }))
            }
        }
    }

    fn place_of(&self, name: &str) -> usize {
        let found = self.left.iter().rev().find(|(one, _)| one == name);
        found.map_or(self.at, |(_, item)| item.at)
    }

    /// Returns an amount of chips that is not below 0.
    pub(super) fn amount(&mut self, name: &str) -> MemberResult<Option<Number>> {
        self.amount_from(name, 0)
    }

    /// Returns an amount of chips.
    pub(super) fn amount_from(&mut self, name: &str, least: i64) -> MemberResult<Option<Number>> {
        let Some(item) = self.take(name) else { return Ok(None) };
        let number = match &item.value {
            JsonValue::Text(text) if text.is_empty() => return Ok(None),
            JsonValue::Text(text) => written_amount(text),
            JsonValue::Number(written) => Some(Cow::Borrowed(*written)),
            _ => None,
        };
        let Some(number) = number else { return self.expected(name, "an amount", &item) };
        let wide = number.parse::<f64>().unwrap_or(f64::NAN);
        if !(least as f64..=LARGEST as f64).contains(&wide) {
            return self.expected(name, "an amount from 0 to 1000000000000000", &item);
        }
        match Number::read(&number) {
            Some(number) => Ok(Some(number)),
            None => {
                let text = shorten(&number, 40).to_owned();
                let error = BuildError::AmountTooFine { text, digits: 9 };
                Err(Box::new(MemberError { error, at: item.at }))
            }
        }
    }

    /// Returns a truth.
    pub(super) fn flag(&mut self, name: &str) -> MemberResult<Option<bool>> {
        let Some(item) = self.take(name) else { return Ok(None) };
        let truth = match &item.value {
            JsonValue::Truth(truth) => Some(*truth),
            JsonValue::Text(text) if text.is_empty() || text.eq_ignore_ascii_case("false") => {
                Some(false)
            }
            JsonValue::Text(text) if text.eq_ignore_ascii_case("true") => Some(true),
            JsonValue::Number(written) => {
                match Number::read(written).and_then(|one| one.units(1)) {
                    Some(number @ 0..=1) => Some(number == 1),
                    _ => None,
                }
            }
            _ => None,
        };
        match truth {
            Some(truth) => Ok(Some(truth)),
            None => self.expected(name, "true or false", &item),
        }
    }

    /// Returns a list; nothing and an empty text are an empty one.
    pub(super) fn items(&mut self, name: &str) -> MemberResult<Vec<Item<'t>>> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Item { value: JsonValue::List(items), .. }) => Ok(items),
            Some(Item { value: JsonValue::Text(text), .. }) if text.is_empty() => Ok(Vec::new()),
            Some(item) => self.expected(name, "a list", &item),
        }
    }

    /// Returns objects of a list.
    pub(super) fn objects(&mut self, name: &str) -> MemberResult<Vec<Self>> {
        let path = self.path_of(name);
        let items = self.items(name)?.into_iter().enumerate();
        items.map(|(place, item)| Self::new(item, format!("{path}[{place}]"))).collect()
    }

    /// Returns a list of texts; one text alone counts as one.
    pub(super) fn texts(&mut self, name: &str) -> MemberResult<Vec<String>> {
        let items = match self.take(name) {
            None => return Ok(Vec::new()),
            Some(Item { value: JsonValue::Text(text), .. }) => {
                return Ok(if text.is_empty() { Vec::new() } else { vec![text.into_owned()] });
            }
            Some(Item { value: JsonValue::List(items), .. }) => items,
            Some(item) => return self.expected(name, "a list", &item),
        };
        let text = |item: Item<'t>| match item.value {
            JsonValue::Text(text) => Ok(text.into_owned()),
            _ => self.expected(name, "texts", &item),
        };
        items.into_iter().map(text).collect()
    }

    /// Returns cards; a text of several counts as a list.
    pub(super) fn cards(&mut self, name: &str) -> MemberResult<Cards> {
        const WHAT: &str = "cards such as Ah and Td";
        let items = match self.take(name) {
            None => return Ok(Cards::new()),
            Some(item) => match &item.value {
                JsonValue::Text(text) => {
                    return match cards_of(text) {
                        Some(cards) => Ok(cards),
                        None => self.expected(name, WHAT, &item),
                    };
                }
                JsonValue::List(_) => match item.value {
                    JsonValue::List(items) => items,
                    _ => return Ok(Cards::new()),
                },
                _ => return self.expected(name, "a list", &item),
            },
        };
        let card = |item: &Item<'t>| match &item.value {
            JsonValue::Text(text) => {
                read_card(text).map_or_else(|| self.expected(name, WHAT, item), Ok)
            }
            _ => self.expected(name, WHAT, item),
        };
        items.iter().map(card).collect()
    }

    /// Returns what was not looked up, without what is null.
    pub(super) fn rest(self) -> Vec<Member<'t>> {
        self.left.into_iter().filter(|(_, item)| !item.is_null()).collect()
    }
}

fn expected(path: String, expected: &'static str, item: &Item<'_>) -> Box<MemberError> {
    let error = BuildError::OhhMember { path, expected, shown: item.shown() };
    Box::new(MemberError { error, at: item.at })
}

/// Returns the number that a text is, in the words of JSON; nothing if it is none.
fn written_amount(text: &str) -> Option<Cow<'_, str>> {
    let bare = text.trim();
    let (sign, bare) = match bare.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", bare.strip_prefix('+').unwrap_or(bare)),
    };
    let (mantissa, exponent) = match bare.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (bare, None),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let power = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        !digits.is_empty() && are_digits(digits)
    };
    if whole.len() + part.len() == 0
        || !are_digits(whole)
        || !are_digits(part)
        || exponent.is_some_and(|exponent| !power(exponent))
    {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if part.is_empty() { "" } else { "." };
    let exponent = exponent.map_or(String::new(), |exponent| format!("e{exponent}"));
    Some(Cow::Owned(format!("{sign}{whole}{point}{part}{exponent}")))
}

/// Returns the cards of a text, with blanks or commas between them or none.
fn cards_of(text: &str) -> Option<Cards> {
    let parts = || {
        let blank = |letter: char| letter == ',' || letter.is_whitespace();
        text.split(blank).filter(|part| !part.is_empty())
    };
    if let (Some(only), None) = (parts().next(), parts().nth(1))
        && only.is_ascii()
        && only.len() > 3
        && only.len() % 2 == 0
    {
        return (0..only.len()).step_by(2).map(|at| read_card(&only[at..at + 2])).collect();
    }
    parts().map(read_card).collect()
}

/// Returns a card; one that is not seen is written with signs that stand for any.
pub(super) fn read_card(text: &str) -> Option<Card> {
    let bytes = text.as_bytes();
    let hidden = |byte: &u8| matches!(byte, b'?' | b'X' | b'x' | b'*');
    match *bytes {
        [] => None,
        _ if bytes.len() <= 2 && bytes.iter().all(hidden) => Some(Card::UNKNOWN),
        [b'1', b'0', suit] => card_of(b'T', suit.to_ascii_lowercase()),
        [b'1', suit] => card_of(b'A', suit.to_ascii_lowercase()),
        [rank, suit] => card_of(rank.to_ascii_uppercase(), suit.to_ascii_lowercase()),
        _ => None,
    }
}

/// Returns the beginning of what somebody wrote.
pub(super) fn short(text: &str) -> String {
    shorten(text, 40).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::json::parse;

    fn members(text: &str) -> Members<'_> {
        Members::new(parse(text, 0).unwrap().0, "players[0]".to_owned()).unwrap()
    }

    #[test]
    fn members_are_what_producers_write() {
        let mut one = members(
            r#"{"seat": "3", "stack": " 12.50 ", "cards": "10h, aS ?", "many": "2c3D",
                "out": "True", "flags": "Fast", "id": 4.0, "_uid": "x", "gone": null}"#,
        );
        assert_eq!(one.seat("seat").unwrap(), Some(3));
        let stack = Number::Finite { digits: 1250, places: 2 };
        assert_eq!(one.amount("stack").unwrap(), Some(stack));
        assert_eq!(one.cards("cards").unwrap().len(), 3);
        assert_eq!(one.cards("many").unwrap().len(), 2);
        assert_eq!(one.flag("out").unwrap(), Some(true));
        assert_eq!(one.texts("flags").unwrap(), ["Fast"]);
        assert_eq!(one.integer("id").unwrap(), Some(4));
        assert_eq!(one.rest().len(), 1);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let text = r#"{"seat": 1000, "stack": -1, "cards": ["Ah", "Zz"], "id": 1e40}"#;
        let mut one = members(text);
        for (wrong, place) in [
            (one.seat("seat").map(drop), "1000"),
            (one.amount("stack").map(drop), "-1"),
            (one.cards("cards").map(drop), "\"Zz"),
            (one.integer("id").map(drop), "1e40"),
        ] {
            let wrong = wrong.unwrap_err();
            assert_eq!(Some(wrong.at), text.find(place), "{}", wrong.error);
            assert!(wrong.error.to_string().starts_with("players[0]."), "{}", wrong.error);
        }
        for text in ["", "x", "1,5", "1e", "--1", ".", "nan", "inf", "0x10"] {
            assert!(written_amount(text).is_none(), "{text}");
        }
        for (text, card) in [("1", None), ("Ahx", None), ("é", None), ("**", Some(Card::UNKNOWN))]
        {
            assert_eq!(read_card(text), card);
        }
    }
}
