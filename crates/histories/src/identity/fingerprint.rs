//! Fingerprints: a hash of the content of a hand, which is the same in every format.
//!
//! The content is what every format tells: the game, the number of the hand, who sat where with how much and posted what,
//! what was decided, and the boards. Cards that only some see are no part of it. Names of hands that are no numbers count as
//! the number that texts have for them. Where there is none, or one of a few digits, as at a table of one's own, when the
//! hand began counts as well, within a quarter of an hour: zones differ by quarters. Rooms have long numbers, and never
//! the same one twice; and not all formats have a time where the zone is not known.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memchr;

use crate::amounts::number::Number;
use crate::identity::mixing::Mixing;
use crate::identity::sha256::sha256;
use crate::phh::hand::Hand;
use crate::toml::Value;

/// The first sixteen bytes of SHA-256 of the content.
pub type Fingerprint = [u8; 16];

/// Zones differ by quarters of an hour.
const QUARTER: u32 = 15 * 60;
/// Numbers with so many digits are those of a room, and name one hand.
const LONG: usize = 7;
/// Numbers that are made of names have no more digits than programs have room for.
const NUMBERS: u64 = 1_000_000_000_000_000_000;

/// A fingerprint in short, and the cards, where all are known: two hands that differ in those are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    content: u64,
    cards: u64,
}

impl Mark {
    /// Makes a mark of its numbers.
    #[must_use]
    pub const fn new(content: u64, cards: u64) -> Self {
        Self { content, cards }
    }

    /// Returns the first half of the fingerprint.
    #[must_use]
    pub const fn content(self) -> u64 {
        self.content
    }

    /// Returns the hash of the cards, where all are known, or 0.
    #[must_use]
    pub const fn cards(self) -> u64 {
        self.cards
    }

    /// Takes the mark of a hand that has a fingerprint.
    #[must_use]
    pub fn of(hand: &Hand<'_>) -> Option<Self> {
        Some(Self::with(short(&fingerprint(hand)?), hand))
    }

    /// Takes the mark of any hand: one that cannot be told from others of its content is known by all that is written.
    #[must_use]
    pub fn of_any(hand: &Hand<'_>) -> Self {
        Self::of(hand).unwrap_or_else(|| {
            let written = hand.record.map_or("", |record| record.written());
            Self::with(short(&sha256(written.trim().as_bytes())), hand)
        })
    }

    fn with(content: u64, hand: &Hand<'_>) -> Self {
        let mut dealt = String::new();
        for action in hand.actions.iter().filter(|action| action.starts_with("d dh ")) {
            if action.contains('?') {
                return Self { content, cards: 0 };
            }
            dealt.push_str(action);
        }
        let cards = if dealt.is_empty() { 0 } else { short(&sha256(dealt.as_bytes())) };
        Self { content, cards }
    }
}

/// The hands that there were.
#[derive(Debug, Clone, Default)]
pub struct KnownMarks {
    cards: HashMap<u64, u64, Mixing>,
}

impl KnownMarks {
    /// Makes room for about so many more hands.
    pub(crate) fn expect(&mut self, hands: usize) {
        self.cards.reserve(hands);
    }

    /// Tells whether a hand was there before, and remembers it.
    pub fn was_there(&mut self, mark: Mark) -> bool {
        let Mark { content, cards } = mark;
        let other = match self.cards.get(&content) {
            Some(&known) => known != 0 && cards != 0 && known != cards,
            None => {
                self.cards.insert(content, cards);
                return false;
            }
        };
        // Other cards are another hand, which has its own place.
        !other || self.cards.insert(content ^ cards.rotate_left(1), cards).is_some()
    }

    /// Returns all places that were looked at, with the cards there, in order.
    #[must_use]
    pub fn entries(&self) -> Vec<(u64, u64)> {
        let mut entries: Vec<_> = self.cards.iter().map(|(&key, &cards)| (key, cards)).collect();
        entries.sort_unstable();
        entries
    }

    /// Remembers the entries of others, unless there is a place that both have looked at; tells whether it did.
    ///
    /// Where no place is in common, the answers that others gave alone are those that both would have given together.
    pub fn include(&mut self, entries: impl Iterator<Item = (u64, u64)> + Clone) -> bool {
        if entries.clone().any(|(key, _)| self.cards.contains_key(&key)) {
            return false;
        }
        self.cards.extend(entries);
        true
    }
}

fn short(hash: &[u8]) -> u64 {
    hash.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Returns the fingerprint of a hand; nothing for one that has neither a number nor a time, which cannot be told from
/// another of the same content.
#[must_use]
pub fn fingerprint(hand: &Hand<'_>) -> Option<Fingerprint> {
    let time = hand.time.and_then(|time| time.moment()?.time);
    if hand.name.is_empty() && time.is_none() {
        return None;
    }
    let number = number(hand.name);
    let time = time.filter(|_| number.len() < LONG);
    let hash = sha256(&content(hand, &number, time.map_or(0, seconds)));
    let mut first = Fingerprint::default();
    first.copy_from_slice(&hash[..16]);
    Some(first)
}

const fn seconds((hour, minute, second, _): (u8, u8, u8, u32)) -> u32 {
    (hour as u32 * 60 + minute as u32) * 60 + second as u32
}

/// Writes down what a fingerprint is made of, line by line.
fn content(hand: &Hand<'_>, number: &str, time: u32) -> Vec<u8> {
    let mut text = Vec::with_capacity(1024);
    text.extend_from_slice(hand.variant.unwrap_or("").as_bytes());
    text.push(b'\n');
    text.extend_from_slice(number.as_bytes());
    text.push(b'\n');
    write_digits((time % QUARTER).into(), &mut text);
    let mut seats = hand.seats.and_then(Value::items);
    for (place, &stack) in hand.starting_stacks.iter().enumerate() {
        text.push(b'\n');
        match hand.players.get(place).filter(|name| !name.is_empty()) {
            Some(name) => text.extend_from_slice(name.as_bytes()),
            None => {
                text.extend_from_slice(b"Player ");
                write_digits(place as u64 + 1, &mut text);
            }
        }
        text.push(b'\t');
        match seats.as_mut().and_then(Iterator::next) {
            Some(seat) => text.extend_from_slice(seat.written().as_bytes()),
            None => write_digits(place as u64 + 1, &mut text),
        }
        let of = |amounts: &[Number]| amounts.get(place).copied();
        for amount in [Some(stack), of(&hand.antes), of(&hand.blinds_or_straddles)] {
            text.push(b'\t');
            write_number(amount, &mut text);
        }
    }
    for action in &hand.actions {
        write_action(action, &mut text);
    }
    text
}

/// Writes down what is decided, and cards that everybody sees.
fn write_action(action: &str, text: &mut Vec<u8>) {
    // Nearly half of all actions are the first, and most others are these.
    match action.as_bytes() {
        [b'd', b' ', b'd', b'h', b' ', ..] => return,
        [b'p', b'1'..=b'9', b' ', b'f'] | [b'p', b'1'..=b'9', b' ', b'c', b'c'] => {
            text.push(b'\n');
            return text.extend_from_slice(action.as_bytes());
        }
        [b'p', b'1'..=b'9', b' ', b'c', b'b', b'r', b' ', amount @ ..] => {
            if let Some(number) = Number::parse(amount) {
                text.push(b'\n');
                text.extend_from_slice(&action.as_bytes()[..7]);
                return write_number(Some(number), text);
            }
        }
        _ => {}
    }
    let action = action.strip_prefix("# croupier: ").unwrap_or(action);
    let end = memchr(b'#', action.as_bytes()).unwrap_or(action.len());
    let mut words = action[..end].split_ascii_whitespace();
    let (Some(who), Some(what)) = (words.next(), words.next()) else { return };
    let rest = words.next();
    if matches!(what, "dh" | "sm") {
        return;
    }
    let mut write = |before: u8, word: &str| {
        text.push(before);
        text.extend_from_slice(word.as_bytes());
    };
    write(b'\n', who);
    write(b' ', what);
    match (what, rest) {
        ("cbr", Some(amount)) => match Number::parse(amount.as_bytes()) {
            Some(number) => {
                text.push(b' ');
                write_number(Some(number), text);
            }
            None => write(b' ', amount),
        },
        // How many cards are discarded is seen, but not which.
        ("sd", cards) => {
            text.push(b' ');
            write_digits(cards.map_or(0, |cards| cards.len() as u64 / 2), text);
        }
        (_, Some(word)) => std::iter::once(word).chain(words).for_each(|word| write(b' ', word)),
        _ => {}
    }
}

/// Writes an amount with as few digits as it needs; one that is not there is nothing.
fn write_number(number: Option<Number>, text: &mut Vec<u8>) {
    match number {
        None => text.push(b'0'),
        Some(Number::Infinite) => text.extend_from_slice(b"inf"),
        Some(Number::Finite { digits: 0, .. }) => text.extend_from_slice(b"0e-0"),
        Some(Number::Finite { mut digits, mut places }) => {
            while places > 0 && digits % 10 == 0 {
                (digits, places) = (digits / 10, places - 1);
            }
            if digits < 0 {
                text.push(b'-');
            }
            write_digits(digits.unsigned_abs(), text);
            text.extend_from_slice(b"e-");
            write_digits(places.into(), text);
        }
    }
}

/// Writes a whole number: the library's way takes most of the time of a fingerprint.
fn write_digits(mut number: u64, text: &mut Vec<u8>) {
    if number < 10 {
        return text.push(b'0' + number as u8);
    }
    let mut digits = [0; 20];
    let mut first = digits.len();
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    text.extend_from_slice(&digits[first..]);
}

/// Returns the number of a hand, as texts have it.
fn number(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        let bare = name.trim_start_matches('0');
        return Cow::Borrowed(if bare.is_empty() && !name.is_empty() { "0" } else { bare });
    }
    Cow::Owned((short(&sha256(name.as_bytes())) % NUMBERS).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        let hex = |bytes: &[u8]| {
            sha256(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
        };
        assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(long), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        let million = vec![b'a'; 1_000_000];
        assert_eq!(
            hex(&million),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }

    fn mark(change: (&str, &str)) -> Option<Mark> {
        let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
            starting_stacks = [50, 80.0]\nhand = 007\ntime = 10:20:30\nplayers = ['Ann', 'Bob']\n\
            actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 6', 'p1 f']\n";
        let text = text.replace("007", "7").replace(change.0, change.1);
        let mut found = None;
        crate::phh::document::hands(&text, |hand, _| found = hand.ok().and_then(Mark::of));
        found
    }

    #[test]
    fn what_every_format_tells_is_the_content() {
        let plain = mark(("", "")).unwrap();
        for same in [
            ("80.0", "80"),
            ("cbr 6", "cbr 6.00"),
            ("10:20:30", "15:35:30.5"),
            ("p1 f", "p1 f # at last"),
        ] {
            assert_eq!(mark(same), Some(plain), "{same:?}");
        }
        for other in
            [("= 7", "= 8"), ("cbr 6", "cbr 7"), ("Ann", "Anna"), (":30", ":31"), ("50", "51")]
        {
            assert_ne!(mark(other).unwrap().content, plain.content, "{other:?}");
        }
        // The number of a room says which hand it is, at whatever time.
        let long = |time| mark(("= 7\ntime = 10:20:30\n", time)).unwrap().content;
        assert_eq!(long("= 7654321\ntime = 10:20:31\n"), long("= 7654321\n"));
        assert_ne!(long("= 7\n"), plain.content);
        assert_eq!(mark(("AsAh", "????")), Some(Mark { cards: 0, ..plain }));
        assert_eq!(mark(("hand = 7\ntime = 10:20:30\n", "")), None);
    }

    #[test]
    fn other_cards_are_another_hand() {
        let mut known = KnownMarks::default();
        let [all, others, some] =
            [("", ""), ("AsAh", "AsAd"), ("AsAh", "????")].map(|one| mark(one).unwrap());
        assert_eq!(
            [all, others, others, some, all].map(|one| known.was_there(one)),
            [false, false, true, true, true]
        );
    }

    #[test]
    fn names_that_are_no_numbers_have_the_number_of_texts() {
        assert_eq!(number("2z0scfgs6h8y"), "504090512932910326");
        assert_eq!(
            (number("0012"), number("000"), number("")),
            ("12".into(), "0".into(), "".into())
        );
    }
}
