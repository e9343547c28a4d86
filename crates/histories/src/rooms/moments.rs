//! Moments as programs write them.

use crate::builder::StartTime;

/// Reads a moment such as `2021-04-08T17:01:51.219Z`, and returns it in universal time, with its milliseconds since
/// 1970.
pub(crate) fn read_moment(text: &str) -> Option<(StartTime, i64)> {
    let (date, time) = (text.get(..10)?, text.get(11..)?);
    if !matches!(text.as_bytes()[10], b'T' | b' ' | b't') {
        return None;
    }
    let zone = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone);
    let offset = match zone.as_bytes() {
        [] | [b'Z' | b'z'] => 0,
        [sign, h1, h2, b':', m1, m2] | [sign, h1, h2, m1, m2] => {
            let number = |high: &u8, low: &u8| {
                let digits = high.is_ascii_digit() && low.is_ascii_digit();
                digits.then(|| i64::from(high - b'0') * 10 + i64::from(low - b'0'))
            };
            let seconds = number(h1, h2)? * 3600 + number(m1, m2)? * 60;
            if *sign == b'-' { -seconds } else { seconds }
        }
        _ => return None,
    };
    let three = |text: &str, border: char| {
        let mut parts = text.split(border).map(|part| {
            let is_short = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| is_short)
        });
        let made = [parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?];
        parts.next().is_none().then_some(made)
    };
    let (clock, part) = clock.split_once('.').unwrap_or((clock, ""));
    if part.len() > 9 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let microsecond: u32 = format!("{part:0<6}").get(..6)?.parse().ok()?;
    let given = StartTime::new(three(date, '-')?, three(clock, ':')?)?;
    let days = days_since_epoch(given.year.into(), given.month.into(), given.day.into());
    let seconds = i64::from(given.hour) * 3600
        + i64::from(given.minute) * 60
        + i64::from(given.second)
        + days * 86_400
        - offset;
    let (year, month, day) = date_since_epoch(seconds.div_euclid(86_400));
    let clock = seconds.rem_euclid(86_400) as u32;
    let year = u32::try_from(year).ok()?;
    let mut moment =
        StartTime::new([year, month, day], [clock / 3600, clock / 60 % 60, clock % 60])?;
    moment.microsecond = microsecond;
    moment.zone = Some("UTC");
    // As a fraction of seconds, which is how names of hands were made from the beginning.
    let fraction = (seconds * 1_000_000 + i64::from(microsecond)) as f64 / 1e6;
    Some((moment, (fraction * 1000.0) as i64))
}

/// Returns the day since 1970 of a date: years begin in March, so that leap days come last.
const fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Returns the date of a day since 1970.
pub(crate) const fn date_since_epoch(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let part = (5 * of_year + 2) / 153;
    let day = of_year - (153 * part + 2) / 5 + 1;
    let month = if part < 10 { part + 3 } else { part - 9 };
    let year = year + era * 400 + (month <= 2) as i64;
    (year, month as u32, day as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_universal() {
        let (moment, milliseconds) = read_moment("2021-04-08T17:01:51.219Z").unwrap();
        assert_eq!((moment.year, moment.month, moment.day), (2021, 4, 8));
        assert_eq!((moment.hour, moment.second, moment.microsecond), (17, 51, 219_000));
        assert_eq!(milliseconds, 1_617_901_311_219);
        let (moment, _) = read_moment("2024-03-01T00:30:00+02:00").unwrap();
        assert_eq!((moment.month, moment.day, moment.hour), (2, 29, 22));
        for text in ["", "yesterday", "2021-13-01T00:00:00Z", "2021-01-01T00:00:00+x", "2021-01-01"]
        {
            assert!(read_moment(text).is_none(), "{text}");
        }
    }
}
