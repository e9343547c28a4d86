//! What makes a hand the same hand, whichever format it is kept in: a hash of its content.
//!
//! The content is what every format tells: the game, the number of the hand, when it began within a quarter of an hour
//! (zones differ by quarters), who sat where with how much and posted what, what was decided, and the boards. Cards that
//! only some see are no part of it. Names of hands that are no numbers count as the number that texts have for them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use crate::hand::Hand;
use crate::number::Number;
use crate::toml::Value;

/// The first sixteen bytes of SHA-256 of the content.
pub type Fingerprint = [u8; 16];

/// Zones differ by quarters of an hour.
const QUARTER: u32 = 15 * 60;
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
pub struct Known {
    cards: HashMap<u64, u64>,
}

impl Known {
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
    let hash = sha256(content(hand, time.map_or(0, seconds)).as_bytes());
    let mut first = Fingerprint::default();
    first.copy_from_slice(&hash[..16]);
    Some(first)
}

const fn seconds((hour, minute, second, _): (u8, u8, u8, u32)) -> u32 {
    (hour as u32 * 60 + minute as u32) * 60 + second as u32
}

/// Writes down what a fingerprint is made of, line by line.
fn content(hand: &Hand<'_>, time: u32) -> String {
    let mut text = String::with_capacity(512);
    // Writing to a text cannot fail.
    let _ =
        write!(text, "{}\n{}\n{}", hand.variant.unwrap_or(""), number(hand.name), time % QUARTER);
    let seats: Option<Vec<&str>> =
        hand.seats.and_then(|seats| Some(seats.items()?.map(Value::written).collect()));
    for (place, &stack) in hand.starting_stacks.iter().enumerate() {
        let name = hand.players.get(place).filter(|name| !name.is_empty());
        let name =
            name.map_or_else(|| Cow::Owned(format!("Player {}", place + 1)), |&name| name.into());
        let seat = seats.as_ref().and_then(|seats| seats.get(place).copied());
        let seat = seat.map_or_else(|| Cow::Owned((place + 1).to_string()), Cow::Borrowed);
        let _ = write!(text, "\n{name}\t{seat}");
        let of = |amounts: &[Number]| amounts.get(place).copied();
        for amount in [Some(stack), of(&hand.antes), of(&hand.blinds_or_straddles)] {
            text.push('\t');
            write_number(amount, &mut text);
        }
    }
    for action in &hand.actions {
        write_action(action, &mut text);
    }
    text
}

/// Writes down what is decided, and cards that everybody sees.
fn write_action(action: &str, text: &mut String) {
    let action = action.strip_prefix("# croupier: ").unwrap_or(action);
    let mut words = action.split('#').next().unwrap_or("").split_ascii_whitespace();
    let (Some(who), Some(what)) = (words.next(), words.next()) else { return };
    let rest = words.next();
    if matches!(what, "dh" | "sm") {
        return;
    }
    let _ = write!(text, "\n{who} {what}");
    match (what, rest) {
        ("cbr", Some(amount)) => {
            text.push(' ');
            match Number::parse(amount.as_bytes()) {
                Some(number) => write_number(Some(number), text),
                None => text.push_str(amount),
            }
        }
        // How many cards are discarded is seen, but not which.
        ("sd", cards) => {
            let _ = write!(text, " {}", cards.map_or(0, |cards| cards.len() / 2));
        }
        (_, Some(word)) => {
            let _ = write!(text, " {word}");
            words.for_each(|word| text.extend([" ", word]));
        }
        _ => {}
    }
}

/// Writes an amount with as few digits as it needs; one that is not there is nothing.
fn write_number(number: Option<Number>, text: &mut String) {
    let _ = match number {
        None => return text.push('0'),
        Some(Number::Infinite) => return text.push_str("inf"),
        Some(Number::Finite { mut digits, mut places }) => {
            while places > 0 && digits % 10 == 0 {
                (digits, places) = (digits / 10, places - 1);
            }
            write!(text, "{digits}e-{places}")
        }
    };
}

/// Returns the number of a hand, as texts have it.
fn number(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        let bare = name.trim_start_matches('0');
        return Cow::Borrowed(if bare.is_empty() && !name.is_empty() { "0" } else { bare });
    }
    Cow::Owned((short(&sha256(name.as_bytes())) % NUMBERS).to_string())
}

/// The fractions of the cube roots of the first primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// Returns the hash of bytes by FIPS 180-4.
fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut state: [u32; 8] = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64), 0);
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words = [0_u32; 64];
        for (word, four) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = four.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        }
        for at in 16..64 {
            let (one, two) = (words[at - 15], words[at - 2]);
            let one = one.rotate_right(7) ^ one.rotate_right(18) ^ one >> 3;
            let two = two.rotate_right(17) ^ two.rotate_right(19) ^ two >> 10;
            words[at] =
                words[at - 16].wrapping_add(one).wrapping_add(words[at - 7]).wrapping_add(two);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (&round, &word) in ROUNDS.iter().zip(&words) {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = h.wrapping_add(sum).wrapping_add(e & f ^ !e & g);
            let first = first.wrapping_add(round).wrapping_add(word);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(more);
        }
    }
    let mut hash = [0; 32];
    for (four, word) in hash.chunks_exact_mut(4).zip(state) {
        four.copy_from_slice(&word.to_be_bytes());
    }
    hash
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
        crate::document::hands(&text, |hand, _| found = hand.ok().and_then(Mark::of));
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
        assert_eq!(mark(("AsAh", "????")), Some(Mark { cards: 0, ..plain }));
        assert_eq!(mark(("hand = 7\ntime = 10:20:30\n", "")), None);
    }

    #[test]
    fn other_cards_are_another_hand() {
        let mut known = Known::default();
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
