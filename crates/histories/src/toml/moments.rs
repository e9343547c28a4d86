//! Dates and times as they are written.

/// A date, a time of day, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Year, month and day.
    pub date: Option<(u16, u8, u8)>,
    /// Hour, minute, second and microsecond.
    pub time: Option<(u8, u8, u8, u32)>,
    /// How many minutes it is before the time of Greenwich, where that is said.
    pub offset: Option<i16>,
}

impl Moment {
    /// Reads a moment, or returns nothing where it is none.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let bytes = word.as_bytes();
        if let Some(time) = time(bytes) {
            return Some(Self { date: None, time: Some(time), offset: None });
        }
        let date = date(bytes.get(..10)?)?;
        let rest = &bytes[10..];
        if rest.is_empty() {
            return Some(Self { date: Some(date), time: None, offset: None });
        }
        let rest =
            rest.strip_prefix(b"T").or(rest.strip_prefix(b"t")).or(rest.strip_prefix(b" "))?;
        let zone = rest.iter().position(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-'));
        let (clock, zone) = rest.split_at(zone.unwrap_or(rest.len()));
        let offset = match zone {
            [] => None,
            [b'Z' | b'z'] => Some(0),
            [sign, h1, h0, b':', m1, m0] => {
                let hours = i16::from(two(*h1, *h0, 24)?);
                let minutes = hours * 60 + i16::from(two(*m1, *m0, 60)?);
                Some(if *sign == b'-' { -minutes } else { minutes })
            }
            _ => return None,
        };
        Some(Self { date: Some(date), time: Some(time(clock)?), offset })
    }
}

fn two(tens: u8, ones: u8, below: u8) -> Option<u8> {
    let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
    let number = digits.then(|| (tens - b'0') * 10 + (ones - b'0'))?;
    (number < below).then_some(number)
}

fn date(word: &[u8]) -> Option<(u16, u8, u8)> {
    let &[y3, y2, y1, y0, b'-', m1, m0, b'-', d1, d0] = word else { return None };
    let year = u16::from(two(y3, y2, 100)?) * 100 + u16::from(two(y1, y0, 100)?);
    let (month, day) = (two(m1, m0, 13)?, two(d1, d0, 32)?);
    let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let most = match month {
        2 => 28 + u8::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    // There is no year 0, neither here nor in Python.
    (year > 0 && (1..=most).contains(&day)).then_some((year, month, day))
}

fn time(word: &[u8]) -> Option<(u8, u8, u8, u32)> {
    let (clock, fraction) = word.split_at_checked(8)?;
    let &[h1, h0, b':', m1, m0, b':', s1, s0] = clock else { return None };
    let micros = match fraction {
        [] => 0,
        [b'.', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            let padded = digits.iter().copied().chain(std::iter::repeat(b'0')).take(6);
            padded.fold(0, |micros, digit| micros * 10 + u32::from(digit - b'0'))
        }
        _ => return None,
    };
    Some((two(h1, h0, 24)?, two(m1, m0, 60)?, two(s1, s0, 60)?, micros))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let parse = |word| Moment::parse(word).map(|found| (found.date, found.time, found.offset));
        let day = Some((2009, 7, 1));
        for (word, expected) in [
            ("07:46:28", Some((None, Some((7, 46, 28, 0)), None))),
            ("07:46:28.5", Some((None, Some((7, 46, 28, 500_000)), None))),
            ("07:46:28.1234567", Some((None, Some((7, 46, 28, 123_456)), None))),
            ("2009-07-01", Some((day, None, None))),
            ("2009-07-01 07:46:28", Some((day, Some((7, 46, 28, 0)), None))),
            ("2009-07-01T07:46:28Z", Some((day, Some((7, 46, 28, 0)), Some(0)))),
            ("2009-07-01t07:46:28.25-01:30", Some((day, Some((7, 46, 28, 250_000)), Some(-90)))),
            ("2008-02-29", Some((Some((2008, 2, 29)), None, None))),
        ] {
            assert_eq!(parse(word), expected, "{word}");
        }
        for word in [
            "24:00:00",
            "07:60:00",
            "07:46",
            "7:46:28",
            "07:46:28.",
            "2009-02-29",
            "2009-13-01",
            "0000-01-01",
            "2009-07-01T",
            "2009-07-01T07:46:28+24:00",
            "2009-07-01T07:46:28+1:00",
            "2009-07-01X07:46:28",
            "2009",
            "é",
        ] {
            assert_eq!(Moment::parse(word), None, "{word}");
        }
    }
}
