//! Words without quotation marks: numbers, truths and moments.

use super::{Kind, Moment};

/// The most digits of a number, and the largest exponent of its first digit, either way.
const MAX_DIGITS: usize = 40;
const MAX_EXPONENT: i64 = 40;

/// The most letters of a word that are shown.
const MAX_SHOWN: usize = 40;

/// The meaning of a word.
pub(super) enum Word {
    Of(Kind),
    /// A number that is too large or too fine to be read.
    OutOfBounds,
    /// None that has a meaning.
    Nothing,
}

/// Tells what a word is.
#[inline]
pub(super) fn classify(word: &str) -> Word {
    let bytes = word.as_bytes();
    let unsigned = match bytes {
        [b'-' | b'+', rest @ ..] => rest,
        _ => bytes,
    };
    let digits = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // Nearly all numbers are short, and have no more than a point.
    if (1..=17).contains(&digits) && (digits == 1 || unsigned[0] != b'0') {
        match unsigned.get(digits..) {
            Some([]) => return Word::Of(Kind::Integer),
            Some([b'.', places @ ..])
                if (1..=17).contains(&places.len()) && places.iter().all(u8::is_ascii_digit) =>
            {
                return Word::Of(Kind::Decimal);
            }
            _ => {}
        }
    }
    match unsigned {
        b"inf" => return Word::Of(Kind::Infinity),
        b"nan" => return Word::Of(Kind::NotANumber),
        _ => {}
    }
    if matches!(bytes, b"true" | b"false") {
        return Word::Of(Kind::Boolean);
    }
    if Moment::parse(word).is_some() {
        return Word::Of(Kind::Moment);
    }
    if let [b'0', base @ (b'x' | b'o' | b'b'), rest @ ..] = bytes {
        let radix = match base {
            b'x' => 16,
            b'o' => 8,
            _ => 2,
        };
        let fits = significant(rest) <= based_digits(radix);
        return match is_run(rest, |byte| char::from(byte).is_digit(radix)) {
            true if fits => Word::Of(Kind::Integer),
            true => Word::OutOfBounds,
            false => Word::Nothing,
        };
    }
    number(unsigned)
}

/// Tells whether a word is a number that is finite and can be read.
#[must_use]
pub fn is_number(word: &str) -> bool {
    matches!(classify(word), Word::Of(Kind::Integer | Kind::Decimal))
}

/// How many digits of a base a number may have so that it has no more than so many of ten.
const fn based_digits(radix: u32) -> usize {
    match radix {
        16 => 33,
        8 => 44,
        _ => 132,
    }
}

/// Counts digits, but for zeros at the start.
fn significant(digits: &[u8]) -> usize {
    let all = digits.iter().filter(|byte| **byte != b'_').count();
    all - digits
        .iter()
        .take_while(|byte| matches!(byte, b'0' | b'_'))
        .filter(|b| **b == b'0')
        .count()
}

/// Tells whether something is digits, with single underscores between them.
fn is_run(digits: &[u8], is_digit: impl Fn(u8) -> bool) -> bool {
    let mut after_digit = false;
    for &byte in digits {
        match byte {
            b'_' if after_digit => after_digit = false,
            b'_' => return false,
            byte if is_digit(byte) => after_digit = true,
            _ => return false,
        }
    }
    after_digit
}

/// Tells whether something is a number with or without a point or an exponent.
fn number(unsigned: &[u8]) -> Word {
    let (mantissa, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, places) = match mantissa.iter().position(|&byte| byte == b'.') {
        Some(at) => (&mantissa[..at], Some(&mantissa[at + 1..])),
        None => (mantissa, None),
    };
    let is_digits = |digits: &[u8]| is_run(digits, |byte| byte.is_ascii_digit());
    let bare_exponent = exponent.map(|exponent| match exponent {
        [b'-' | b'+', rest @ ..] => rest,
        _ => exponent,
    });
    if !is_digits(whole)
        || whole.len() > 1 && whole[0] == b'0'
        || places.is_some_and(|places| !is_digits(places))
        || bare_exponent.is_some_and(|exponent| !is_digits(exponent))
    {
        return Word::Nothing;
    }
    let count = |digits: &[u8]| digits.iter().filter(|byte| byte.is_ascii_digit()).count();
    let digits = count(unsigned);
    if digits > MAX_DIGITS || !is_within(whole, places.unwrap_or_default(), exponent) {
        return Word::OutOfBounds;
    }
    Word::Of(if places.is_some() || exponent.is_some() { Kind::Decimal } else { Kind::Integer })
}

/// Tells whether the exponent of the first digit is within bounds.
fn is_within(whole: &[u8], places: &[u8], exponent: Option<&[u8]>) -> bool {
    let exponent: i64 = match exponent {
        None => 0,
        Some(written) => {
            let written: Vec<u8> = written.iter().copied().filter(|&byte| byte != b'_').collect();
            match std::str::from_utf8(&written).ok().and_then(|text| text.parse().ok()) {
                Some(exponent) => exponent,
                None => return false,
            }
        }
    };
    let is_digit = |byte: &&u8| **byte != b'_';
    let whole_digits = whole.iter().filter(is_digit).count() as i64;
    let place_digits = places.iter().filter(is_digit).count() as i64;
    let mut all = whole.iter().chain(places).filter(is_digit);
    // The exponent of zero is that of its last digit.
    let first = all.position(|&byte| byte != b'0').map(|at| whole_digits - 1 - at as i64);
    let adjusted = first.unwrap_or(-place_digits).saturating_add(exponent);
    (-MAX_EXPONENT..=MAX_EXPONENT).contains(&adjusted)
}

/// Returns the beginning of a word, for a message.
pub(super) fn shorten(word: &str) -> String {
    match word.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// Numbers with no more digits before the point, and about as many after it, are within all bounds.
const SHORT: usize = 17;

/// Returns what a number is and how long, if it is written as nearly all are: few digits, perhaps a minus and a point.
#[inline]
pub(super) fn short_number(rest: &[u8]) -> Option<(Kind, usize)> {
    if let [b'0'..=b'9', b',' | b']' | b'\n', ..] = rest {
        return Some((Kind::Integer, 1));
    }
    // A stack that nobody knows.
    if let [b'i', b'n', b'f', b',' | b']' | b'\n', ..] = rest {
        return Some((Kind::Infinity, 3));
    }
    let count = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = usize::from(rest.first() == Some(&b'-'));
    let whole = count(&rest[first..]);
    let mut at = first + whole;
    let mut kind = Kind::Integer;
    if rest.get(at) == Some(&b'.') {
        kind = Kind::Decimal;
        let places = count(&rest[at + 1..]);
        if places == 0 {
            return None;
        }
        at += 1 + places;
    }
    let is_short = (1..=SHORT).contains(&whole) && at <= 2 * SHORT;
    let is_end = matches!(rest.get(at), Some(b',' | b']' | b'\n'));
    let is_simple = is_short && is_end && (whole == 1 || rest[first] != b'0');
    is_simple.then_some((kind, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(word: &str) -> String {
        match classify(word) {
            Word::Of(kind) => format!("{kind:?}"),
            Word::OutOfBounds => "out".to_owned(),
            Word::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn words() {
        for (kind, words) in [
            (
                "Integer",
                &["0", "-0", "+7", "1_000", "0x1F", "0b1_0", "0o17", "12345678901234567890"][..],
            ),
            (
                "Decimal",
                &["1.50", "-0.0", "1e3", "1E-3", "1_0.5_0e+1_0", "0e0", "0.0000000000000000000001"],
            ),
            ("Infinity", &["inf", "-inf", "+inf"]),
            ("NotANumber", &["nan", "-nan"]),
            ("Boolean", &["true", "false"]),
            ("Moment", &["07:46:28", "2009-07-01", "2009-07-01 07:46:28"]),
            ("out", &["1e41", "1e-41", "0e41", "0e99999999999999999999", "0.0e-40"]),
            (
                "nothing",
                &[
                    "007", "1.", ".5", "1__0", "_1", "1_", "0x", "0xG", "True", "x", "", "1e", "-",
                    "0x_1", "24:00:00", "+0x1",
                ],
            ),
        ] {
            for word in words {
                assert_eq!(is(word), kind, "{word}");
            }
        }
        assert_eq!(is(&"9".repeat(40)), "Integer");
        assert_eq!(is(&"9".repeat(41)), "out");
        assert_eq!(is(&format!("0.{}", "3".repeat(40))), "out");
    }
}
