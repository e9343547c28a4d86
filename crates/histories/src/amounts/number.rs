//! Amounts as they are written: whole numbers, decimals, and infinity.

use croupier_engine::chips::units::Amount;

/// The most decimal places that an amount may have.
pub const MAX_PLACES: u8 = 9;
/// The most digits that an amount may have.
const MAX_DIGITS: usize = 17;
/// Whole amounts are less than this.
const MAX_WHOLE: u64 = 1 << 54;

/// An amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// `digits` divided by ten to the power of `places`.
    Finite {
        /// The digits without the point.
        digits: i64,
        /// How many of them stand after the point.
        places: u8,
    },
    /// More than anybody counts: a stack that is not known.
    Infinite,
}

impl Number {
    /// Returns a whole amount, or nothing where it is more than is counted.
    #[must_use]
    pub const fn whole(digits: i64) -> Option<Self> {
        // The smallest number has no opposite, so it must not be asked for its size.
        if digits.unsigned_abs() < MAX_WHOLE {
            Some(Self::Finite { digits, places: 0 })
        } else {
            None
        }
    }

    /// Reads an amount, or returns nothing where it is written in another way or is too long.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let (negative, unsigned) = match text {
            b"inf" | b"+inf" => return Some(Self::Infinite),
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        // As many digits, and a point, are counted without an overflow.
        if unsigned.len() > MAX_DIGITS + 1 {
            return None;
        }
        let (mut digits, mut point) = (0_i64, None);
        for (place, &byte) in unsigned.iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            if digit <= 9 {
                digits = digits * 10 + i64::from(digit);
            } else if byte == b'.' && point.is_none() && place > 0 {
                point = Some(place);
            } else {
                return None;
            }
        }
        let (count, places) = match point {
            None => (unsigned.len(), 0),
            Some(point) => (unsigned.len() - 1, unsigned.len() - 1 - point),
        };
        let is_counted = count <= MAX_DIGITS && places <= usize::from(MAX_PLACES);
        if !is_counted || count == 0 || point.is_some() && places == 0 {
            return None;
        }
        let places = places as u8;
        Some(Self::Finite { digits: if negative { -digits } else { digits }, places })
    }

    /// Reads a number in any way that TOML has, or returns nothing where it has too many digits.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(number) = Self::parse(text.as_bytes()) {
            return Some(number);
        }
        let text = text.replace('_', "").to_ascii_lowercase();
        let radix = match text.get(..2) {
            Some("0x") => 16,
            Some("0o") => 8,
            Some("0b") => 2,
            _ => 10,
        };
        if radix != 10 {
            return Self::whole(i64::from_str_radix(&text[2..], radix).ok()?);
        }
        if !text.contains(['e', '.']) {
            return Self::whole(text.parse().ok()?);
        }
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().ok()?;
        let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (mut digits, mut point) = (format!("{whole}{places}"), places.len() as i32 - exponent);
        // Zeros at the end, or before it, say nothing but how fine it is written.
        while point > i32::from(MAX_PLACES) && digits.ends_with('0') && digits.len() > 1 {
            digits.pop();
            point -= 1;
        }
        if point < 0 {
            digits.extend(std::iter::repeat_n('0', usize::try_from(-point).ok()?));
        }
        let digits: i64 = digits.parse().ok()?;
        let places = u8::try_from(point.max(0)).ok().filter(|&places| places <= MAX_PLACES)?;
        // A number with a point or an exponent is a decimal, and has decimal places.
        match places {
            0 => Self::whole(digits.checked_mul(10)?)
                .map(|_| Self::Finite { digits: digits * 10, places: 1 }),
            places => {
                Self::whole(digits)?;
                Some(Self::Finite { digits, places })
            }
        }
    }

    /// Returns how many decimal places the amount is written with.
    #[must_use]
    pub const fn places(self) -> u8 {
        match self {
            Self::Finite { places, .. } => places,
            Self::Infinite => 0,
        }
    }

    /// Returns how many decimal places the amount needs.
    #[must_use]
    pub const fn fewest_places(self) -> u32 {
        let Self::Finite { mut digits, mut places } = self else { return 0 };
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        places as u32
    }

    /// Tells whether there is a point in it.
    #[must_use]
    pub const fn is_decimal(self) -> bool {
        self.places() > 0
    }

    /// Returns the amount in units of which one chip has `scale`; nothing where it is infinite, or no whole number of units.
    #[must_use]
    pub fn units(self, scale: i64) -> Option<i64> {
        let Self::Finite { digits, places } = self else { return None };
        let divisor = 10_i64.pow(u32::from(places));
        let product = digits.checked_mul(scale)?;
        (product % divisor == 0).then(|| product / divisor)
    }
}

impl From<Number> for Amount {
    fn from(number: Number) -> Self {
        match number {
            Number::Finite { digits, places } => Self::Decimal { digits, places },
            Number::Infinite => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_places() {
        let finite = |digits, places| Some(Number::Finite { digits, places });
        for (text, number) in [
            ("0", finite(0, 0)),
            ("2.50", finite(250, 2)),
            ("-3", finite(-3, 0)),
            ("inf", Some(Number::Infinite)),
            ("1.", None),
            (".5", None),
            ("1e3", None),
            ("1_000", None),
            ("", None),
            ("nan", None),
            ("123456789012345678", None),
        ] {
            assert_eq!(Number::parse(text.as_bytes()), number, "{text}");
        }
    }

    #[test]
    fn numbers_are_read_in_any_style() {
        let finite = |digits, places| Some(Number::Finite { digits, places });
        for (text, number) in [
            ("1_000", finite(1000, 0)),
            ("0x1F", finite(31, 0)),
            ("1e3", finite(10_000, 1)),
            ("1_0e-1", finite(10, 1)),
            ("2.5e1", finite(250, 1)),
            ("-1.25E+1", finite(-125, 1)),
            ("0.500000000000000", finite(500_000_000, 9)),
            ("1e-40", None),
            ("1e40", None),
            ("0.1234567891", None),
        ] {
            assert_eq!(Number::read(text), number, "{text}");
        }
    }

    #[test]
    fn whole_numbers_have_bounds_on_both_sides() {
        let most = (1 << 54) - 1;
        for (digits, counted) in [
            (0, true),
            (-most, true),
            (most, true),
            (most + 1, false),
            (i64::MIN, false),
            (i64::MAX, false),
        ] {
            assert_eq!(Number::whole(digits).is_some(), counted, "{digits}");
        }
    }

    #[test]
    fn units_are_exact() {
        let number = Number::parse(b"2.50").unwrap();
        assert_eq!(number.units(100), Some(250));
        assert_eq!(number.units(2), Some(5));
        assert_eq!(number.units(1), None);
        assert_eq!(Number::Infinite.units(1), None);
    }
}
