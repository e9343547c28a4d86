//! Amounts as texts have them, as whole units and back.

use std::fmt::Write;

use croupier_engine::Chips;

use super::error::{BuildError, shorten};

/// The most digits of an amount, those behind the point included: sums of such amounts can be counted.
const MAX_DIGITS: usize = 14;
/// Signs of currencies, and the codes that they stand for where nothing else is said.
pub const CURRENCIES: [(char, &str); 8] = [
    ('$', "USD"),
    ('€', "EUR"),
    ('£', "GBP"),
    ('¥', "CNY"),
    ('₹', "INR"),
    ('₽', "RUB"),
    ('₩', "KRW"),
    ('₴', "UAH"),
];

/// The precision with which a text counts chips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Precision {
    /// How many digits stand behind the point.
    pub digits: u8,
}

impl Precision {
    /// Chips that cannot be divided.
    pub const WHOLE: Self = Self { digits: 0 };
    /// Money with cents.
    pub const CENTS: Self = Self { digits: 2 };

    /// Returns how many units a chip is.
    #[must_use]
    pub const fn scale(self) -> Chips {
        (10 as Chips).pow(self.digits as u32)
    }

    /// Reads an amount, perhaps with the sign of a currency and with commas between thousands.
    ///
    /// # Errors
    ///
    /// It is no amount, finer than a unit, or too large.
    pub fn read(self, text: &str) -> Result<Chips, BuildError> {
        let bare = trim_signs(text);
        let no_amount = || BuildError::AmountSyntax { text: shorten(text, 40).to_owned() };
        let (negative, bare) = match bare.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, bare),
        };
        let bytes = bare.as_bytes();
        let point = memchr::memchr(b'.', bytes).unwrap_or(bytes.len());
        let (whole, part) = (&bytes[..point], bytes.get(point + 1..).unwrap_or_default());
        let mut units: Chips = 0;
        let (mut count, mut group) = (0, None);
        for &byte in whole {
            match byte {
                b'0'..=b'9' => {
                    units = units.saturating_mul(10).saturating_add(Chips::from(byte - b'0'));
                    count += usize::from(count > 0 || byte != b'0');
                    group = group.map(|length: usize| length + 1);
                }
                b',' if group.is_none_or(|length| length == 3) => group = Some(0),
                _ => return Err(no_amount()),
            }
        }
        let first = memchr::memchr(b',', whole).unwrap_or(whole.len());
        let grouped = group.is_none_or(|length| length == 3 && (1..=3).contains(&first));
        if whole.is_empty() || !grouped || !part.iter().all(u8::is_ascii_digit) {
            return Err(no_amount());
        }
        let digits = usize::from(self.digits);
        for place in 0..digits {
            let digit = part.get(place).map_or(0, |byte| byte - b'0');
            units = units.saturating_mul(10).saturating_add(Chips::from(digit));
        }
        if part.iter().skip(digits).any(|&byte| byte != b'0') {
            let text = shorten(text, 40).to_owned();
            return Err(BuildError::AmountTooFine { text, digits: self.digits });
        }
        if count + digits > MAX_DIGITS {
            return Err(BuildError::AmountTooLarge { text: shorten(text, 40).to_owned() });
        }
        Ok(if negative { -units } else { units })
    }

    /// Writes units with all digits, or with none behind the point if all are zeros.
    #[must_use]
    pub fn text(self, units: Chips) -> String {
        let mut text = String::new();
        self.write(units, &mut text);
        text
    }

    /// Appends what [`Precision::text`] returns.
    pub fn write(self, units: Chips, text: &mut String) {
        let size = units.unsigned_abs();
        let scale = self.scale().unsigned_abs();
        if units < 0 {
            text.push('-');
        }
        // Writing to a text cannot fail.
        let _ = match size % scale {
            0 => write!(text, "{}", size / scale),
            part => write!(text, "{}.{part:0width$}", size / scale, width = self.digits.into()),
        };
    }

    /// Writes units with all digits behind the point.
    #[must_use]
    pub fn full_text(self, units: Chips) -> String {
        let (size, scale) = (units.unsigned_abs(), self.scale().unsigned_abs());
        let sign = if units < 0 { "-" } else { "" };
        match self.digits {
            0 => format!("{sign}{size}"),
            digits => {
                format!("{sign}{}.{:0width$}", size / scale, size % scale, width = digits.into())
            }
        }
    }
}

/// Takes signs of currencies and blanks away, before and behind.
fn trim_signs(text: &str) -> &str {
    let is_sign = |letter: char| {
        matches!(letter, ' ' | '\t' | '\u{a0}' | '\u{202f}')
            || CURRENCIES.iter().any(|&(sign, _)| sign == letter)
    };
    match text.as_bytes() {
        [b'0'..=b'9', .., b'0'..=b'9'] | [b'0'..=b'9'] => text,
        [b'$', b'0'..=b'9', .., b'0'..=b'9'] | [b'$', b'0'..=b'9'] => &text[1..],
        _ => text.trim_matches(is_sign),
    }
}

/// Returns the code of the currency that a sign stands for.
#[must_use]
pub fn currency_of(sign: &str) -> Option<&'static str> {
    let mut letters = sign.chars();
    let (first, rest) = (letters.next()?, letters.next());
    let known = CURRENCIES.iter().find(|&&(sign, _)| sign == first && rest.is_none());
    known.map(|&(_, code)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        let cents = Precision::CENTS;
        for (text, units) in [
            ("$1,234.50", 123_450),
            ("1234.5", 123_450),
            ("0.02€", 2),
            ("\u{a0}7 €", 700),
            ("-3", -300),
            ("5.", 500),
            ("1.500", 150),
        ] {
            assert_eq!(cents.read(text), Ok(units), "{text}");
        }
        for text in ["", "$", "1,23", "1,2345", ",123", "12a", "1.2.3", ".5", "1234,567", "--1"] {
            assert!(cents.read(text).is_err(), "{text}");
        }
        assert!(matches!(cents.read("0.005"), Err(BuildError::AmountTooFine { .. })));
        assert!(matches!(cents.read("9999999999999.99"), Err(BuildError::AmountTooLarge { .. })));
        assert!(Precision::WHOLE.read(&"9".repeat(5000)).is_err());
        assert_eq!((cents.text(-50), cents.text(500)), ("-0.50".into(), "5".into()));
        assert_eq!((cents.full_text(-50), cents.full_text(500)), ("-0.50".into(), "5.00".into()));
        assert_eq!(Precision::WHOLE.text(7), "7");
    }
}
