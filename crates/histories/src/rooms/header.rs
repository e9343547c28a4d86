//! The first line of a hand in the text of PokerStars and of rooms that imitate it: game, stakes, time.

use croupier_engine::Chips;

use super::scan::{Scan, find_word, strip_word};
use crate::builder::{BuildError, Precision, StartTime, currency_of, shorten};

/// Codes of a game by its limits.
type Codes = &'static [(Limit, &'static str)];
/// Games and limits as texts name them, and their codes. Of names that begin alike, the longer one comes first.
const GAMES: [(&str, Codes); 16] = [
    (
        "triple draw 2-7 lowball",
        &[(Limit::Fixed, "F2L3D"), (Limit::Pot, "X:P2L3D"), (Limit::No, "X:N2L3D")],
    ),
    ("single draw 2-7 lowball", &[(Limit::No, "N2L1D")]),
    ("5 card omaha hi/lo", &[(Limit::Pot, "X:PO5/8")]),
    ("7 card stud hi/lo", &[(Limit::Fixed, "F7S/8")]),
    ("courchevel hi/lo", &[(Limit::Pot, "X:PC/8")]),
    ("split hold'em", &[(Limit::No, "NT")]),
    ("5 card omaha", &[(Limit::Pot, "X:PO5")]),
    ("6 card omaha", &[(Limit::Pot, "X:PO6")]),
    ("7 card stud", &[(Limit::Fixed, "F7S")]),
    ("5 card draw", &[(Limit::Fixed, "X:F5D"), (Limit::Pot, "X:P5D"), (Limit::No, "X:N5D")]),
    ("omaha hi/lo", &[(Limit::Fixed, "FO/8"), (Limit::Pot, "X:PO/8"), (Limit::No, "X:NO/8")]),
    ("6+ hold'em", &[(Limit::No, "NS")]),
    ("courchevel", &[(Limit::Pot, "X:PC")]),
    ("hold'em", &[(Limit::No, "NT"), (Limit::Fixed, "FT"), (Limit::Pot, "X:PT")]),
    ("badugi", &[(Limit::Fixed, "FB")]),
    ("omaha", &[(Limit::Pot, "PO"), (Limit::No, "X:NO"), (Limit::Fixed, "X:FO")]),
];
const RAZZ: (&str, Codes) = ("razz", &[(Limit::Fixed, "FR")]);
/// Limits as texts name them; of names that begin alike, the longer one comes first.
const LIMITS: [(&str, Limit); 5] = [
    ("pot limit pre-flop, no limit post-flop", Limit::Changing),
    ("fixed limit", Limit::Fixed),
    ("no limit", Limit::No),
    ("pot limit", Limit::Pot),
    ("limit", Limit::Fixed),
];
/// Zones whose letters mean one thing.
const ZONES: [(&str, &str); 3] = [("ET", "America/New_York"), ("UTC", "UTC"), ("GMT", "UTC")];
/// Zones that are so many hours ahead of universal time, from twelve behind on; their names have the other sign.
const AHEAD: [&str; 27] = [
    "Etc/GMT+12",
    "Etc/GMT+11",
    "Etc/GMT+10",
    "Etc/GMT+9",
    "Etc/GMT+8",
    "Etc/GMT+7",
    "Etc/GMT+6",
    "Etc/GMT+5",
    "Etc/GMT+4",
    "Etc/GMT+3",
    "Etc/GMT+2",
    "Etc/GMT+1",
    "UTC",
    "Etc/GMT-1",
    "Etc/GMT-2",
    "Etc/GMT-3",
    "Etc/GMT-4",
    "Etc/GMT-5",
    "Etc/GMT-6",
    "Etc/GMT-7",
    "Etc/GMT-8",
    "Etc/GMT-9",
    "Etc/GMT-10",
    "Etc/GMT-11",
    "Etc/GMT-12",
    "Etc/GMT-13",
    "Etc/GMT-14",
];

/// The limit of the bets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    No,
    Pot,
    Fixed,
    /// The pot before the flop, anything after it.
    Changing,
}

/// A game as a header names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedGame {
    /// Where its name begins.
    pub(super) place: usize,
    /// The name in small letters.
    pub(super) game: &'static str,
    pub(super) limit: Limit,
    /// The code.
    pub(super) code: &'static str,
}

/// Which bytes names of games begin with.
static INITIALS: [bool; 256] = {
    let mut found = [false; 256];
    found[RAZZ.0.as_bytes()[0] as usize] = true;
    let mut game = 0;
    while game < GAMES.len() {
        found[GAMES[game].0.as_bytes()[0] as usize] = true;
        game += 1;
    }
    let mut letter = b'a';
    while letter <= b'z' {
        found[letter.to_ascii_uppercase() as usize] = found[letter as usize];
        letter += 1;
    }
    found
};

/// Finds the game that a header names; the last one, where a mix is named before it.
pub(super) fn find_game(text: &str) -> Result<NamedGame, BuildError> {
    let mut found: Option<(usize, &'static str, Codes, Limit)> = None;
    let mut place = 0;
    while place < text.len() {
        // Names begin where words do, and with few letters.
        let bytes = text.as_bytes();
        let begins = INITIALS[usize::from(bytes[place])]
            && (place == 0 || !bytes[place - 1].is_ascii_alphanumeric());
        let Some(rest) = text.get(place..).filter(|_| begins) else {
            place += 1;
            continue;
        };
        let named = GAMES.iter().chain([&RAZZ]).find_map(|&(game, codes)| {
            let after = strip_word(rest, game)?;
            let limit = after.trim_start();
            let blank = limit.len() < after.len();
            let (words, limit) =
                LIMITS.iter().find(|(words, _)| strip_word(limit, words).is_some())?;
            let end = text.len() - after.trim_start().len() + words.len();
            blank.then_some((game, codes, *limit, end))
        });
        match named {
            Some((game, codes, limit, end)) => {
                found = Some((place, game, codes, limit));
                place = end;
            }
            None => place += 1,
        }
    }
    let Some((place, game, codes, limit)) = found else {
        return Err(BuildError::UnknownGame { text: shorten(text, 80).to_owned() });
    };
    // Where the limit changes from hand to hand, the rules of no limit allow every bet.
    let played = if limit == Limit::Changing { Limit::No } else { limit };
    match codes.iter().find(|(one, _)| *one == played) {
        Some(&(_, code)) => Ok(NamedGame { place, game, limit, code }),
        None => Err(BuildError::UnknownGame { text: shorten(&text[place..], 40).to_owned() }),
    }
}

/// The stakes that a header names, in units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeaderStakes {
    pub(super) precision: Precision,
    /// The small blind, or the small bet where bets are fixed.
    pub(super) small: Chips,
    /// The big blind, or the big bet.
    pub(super) big: Chips,
    pub(super) cap: Option<Chips>,
    pub(super) currency: Option<String>,
    pub(super) symbol: Option<String>,
}

/// Stakes as they are written.
struct Written<'t> {
    sign: &'t str,
    small: &'t str,
    big: &'t str,
    cap: Option<&'t str>,
    code: Option<&'t str>,
}

/// Reads the stakes of a header; in tournaments, chips are whole.
pub(super) fn read_stakes(text: &str, tournament: bool) -> Result<HeaderStakes, BuildError> {
    let written =
        find_button_blind(text).or_else(|| find_stakes(text)).ok_or(BuildError::NoStakes)?;
    let Written { sign, small, big, cap, code } = written;
    let play = sign.is_empty() && code.is_none() && !small.contains('.') && !big.contains('.');
    let whole = tournament || play;
    let precision = if whole { Precision::WHOLE } else { Precision::CENTS };
    let known = currency_of(sign).filter(|_| !whole);
    Ok(HeaderStakes {
        precision,
        small: precision.read(small)?,
        big: precision.read(big)?,
        cap: cap.map(|cap| precision.read(cap)).transpose()?,
        currency: code.filter(|_| !whole).or(known).map(str::to_owned),
        symbol: known.map(|_| sign.to_owned()),
    })
}

/// Finds what is written as `(Button Blind $1 - Ante $2 USD)`.
fn find_button_blind(text: &str) -> Option<Written<'_>> {
    let mut scan = Scan::new(text);
    scan.until("(Button Blind")?;
    scan.blanks();
    let is_sign = |letter: char| !letter.is_ascii_digit() && !letter.is_whitespace();
    let sign = scan.take(is_sign);
    let small = scan.amount()?;
    if !scan.text(" - Ante") {
        return None;
    }
    scan.blanks();
    scan.take(is_sign);
    let big = scan.amount()?;
    let code = take_code(&mut scan);
    scan.text(")").then_some(Written { sign, small, big, cap: None, code })
}

/// Finds what is written as `($1/$2 - $60 Cap - USD)`; the last one.
fn find_stakes(text: &str) -> Option<Written<'_>> {
    let mut end = text.len();
    while let Some(place) = text[..end].rfind(['(', ',']) {
        let begins = match &text[place..] {
            rest if rest.starts_with('(') => Some(&rest[1..]),
            rest => rest.strip_prefix(", "),
        };
        if let Some(found) = begins.and_then(read_written_stakes) {
            return Some(found);
        }
        end = place;
    }
    None
}

fn read_written_stakes(text: &str) -> Option<Written<'_>> {
    let mut scan = Scan::new(text);
    let sign = scan.take(|letter| {
        !letter.is_ascii_digit() && !letter.is_whitespace() && !"(),/+".contains(letter)
    });
    let small = scan.amount()?;
    if !scan.text("/") {
        return None;
    }
    let is_sign = |letter: char| !letter.is_ascii_digit() && !letter.is_whitespace();
    scan.take(is_sign);
    let big = scan.amount()?;
    let mut capped = scan;
    let cap = capped.text(" - ").then(|| {
        capped.take(is_sign);
        let cap = capped.amount()?;
        capped.text(" Cap -").then_some(cap)
    });
    let cap = cap.flatten();
    if cap.is_some() {
        scan = capped;
    }
    let code = take_code(&mut scan);
    scan.text(")").then_some(Written { sign, small, big, cap, code })
}

/// Takes the code of a currency off, with blanks around it.
fn take_code<'t>(scan: &mut Scan<'t>) -> Option<&'t str> {
    scan.blanks();
    let code = scan.rest.get(..3).filter(|code| code.bytes().all(|byte| byte.is_ascii_uppercase()));
    if code.is_some() {
        scan.rest = &scan.rest[3..];
        scan.blanks();
    }
    code
}

/// Reads when a hand began; in eastern time, where that is given. Nothing where there is no date.
pub(super) fn read_time(text: &str) -> Result<Option<StartTime>, BuildError> {
    let mut chosen: Option<(Option<StartTime>, Option<&str>)> = None;
    let mut place = 0;
    while let Some(next) =
        text.as_bytes().get(place..).and_then(|rest| rest.iter().position(u8::is_ascii_digit))
    {
        place += next;
        let Some((moment, letters, length)) = text.get(place..).and_then(read_one_time) else {
            place += 1;
            continue;
        };
        let known = ZONES.iter().any(|&(zone, _)| Some(zone) == letters);
        if chosen.is_none() || known {
            chosen = Some((moment, letters));
        }
        if known {
            break;
        }
        place += length;
    }
    let Some((moment, letters)) = chosen else { return Ok(None) };
    let wrong = || BuildError::UnknownTime { text: shorten(text, 40).to_owned() };
    let mut moment = moment.ok_or_else(wrong)?;
    moment.zone = letters.and_then(find_zone);
    moment.letters = letters.map(str::to_owned);
    Ok(Some(moment))
}

/// Returns the name of a zone by its letters, or by its hours; nothing where no zone has them.
fn find_zone(letters: &str) -> Option<&'static str> {
    if let Some(&(_, name)) = ZONES.iter().find(|&&(zone, _)| zone == letters) {
        return Some(name);
    }
    let (sign, size) = (letters.get(3..4)?, letters.get(4..)?);
    let digits: String = size.chars().filter(char::is_ascii_digit).collect();
    let number: usize = digits.parse().ok()?;
    let (hours, minutes) =
        if digits.len() > 2 { (number / 100, number % 100) } else { (number, 0) };
    let place = if sign == "-" { 12_usize.checked_sub(hours)? } else { 12 + hours };
    AHEAD.get(place).copied().filter(|_| minutes == 0)
}

/// Takes the letters of a zone off, with the hours that it is ahead of or behind universal time.
fn take_zone<'t>(scan: &mut Scan<'t>) -> &'t str {
    let text = scan.rest;
    let letters = scan.take(|letter| letter.is_ascii_uppercase());
    if !matches!(letters, "GMT" | "UTC") {
        return letters;
    }
    let mut hours = *scan;
    if hours.text("+") || hours.text("-") {
        let first = hours.take(|sign| sign.is_ascii_digit());
        let mut minutes = hours;
        if first.len() <= 2
            && minutes.text(":")
            && minutes.take(|sign| sign.is_ascii_digit()).len() == 2
        {
            hours = minutes;
        }
        if (1..=4).contains(&first.len()) {
            *scan = hours;
        }
    }
    &text[..text.len() - scan.rest.len()]
}

/// Reads `2024/07/01 20:15:00 CET`: the moment, if there is one, the letters of the zone, and how long it is.
fn read_one_time(text: &str) -> Option<(Option<StartTime>, Option<&str>, usize)> {
    let mut scan = Scan::new(text);
    let year = take_number(&mut scan, 4, 4)?;
    scan.rest.strip_prefix(['/', '-'])?;
    read_after_year(year, &text[5..]).map(|(moment, letters, length)| (moment, letters, length + 5))
}

fn read_after_year(year: u32, text: &str) -> Option<(Option<StartTime>, Option<&str>, usize)> {
    let mut scan = Scan::new(text);
    let month = take_number(&mut scan, 1, 2)?;
    scan.rest = scan.rest.strip_prefix(['/', '-'])?;
    let day = take_number(&mut scan, 1, 2)?;
    if scan.take(|letter| letter == ' ' || letter == '-').is_empty() {
        return None;
    }
    let hour = take_number(&mut scan, 1, 2)?;
    scan.rest = scan.rest.strip_prefix(':')?;
    let minute = take_number(&mut scan, 2, 2)?;
    let mut seconds = scan;
    let second = seconds.text(":").then(|| take_number(&mut seconds, 2, 2)).flatten();
    if second.is_some() {
        scan = seconds;
    }
    let mut zone = scan;
    let letters = zone.text(" ").then(|| {
        zone.text("(");
        take_zone(&mut zone)
    });
    let letters = letters.filter(|letters| !letters.is_empty());
    if letters.is_some() {
        zone.text(")");
        scan = zone;
    }
    let moment = StartTime::new([year, month, day], [hour, minute, second.unwrap_or(0)]);
    Some((moment, letters, text.len() - scan.rest.len()))
}

/// Reads `Mon Jan 06 23:28:00 CET 2014`, where months have names; nothing where it is no date.
pub(super) fn read_long_date(text: &str) -> Option<StartTime> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(5).find_map(|words| {
        let &[month, day, time, zone, year] = words else { return None };
        let month = MONTHS.iter().position(|name| strip_word(month, name).is_some())?;
        let day = day.strip_suffix(',').unwrap_or(day);
        let clock: Vec<u32> = time.split(':').map_while(super::scan::small_number).collect();
        let &[hour, minute, second] = &clock[..] else { return None };
        let (day, year) =
            (super::scan::small_number(day)?, take_number(&mut Scan::new(year), 4, 4)?);
        let mut moment = StartTime::new([year, month as u32 + 1, day], [hour, minute, second])?;
        moment.letters = Some(zone.to_owned());
        Some(moment)
    })
}

/// Takes a number of so many digits off.
pub(super) fn take_number(scan: &mut Scan<'_>, least: usize, most: usize) -> Option<u32> {
    let count = scan.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let (digits, rest) = scan.rest.split_at(count);
    if count < least {
        return None;
    }
    scan.rest = rest;
    digits.parse().ok()
}

/// Reads a level in Roman or other digits.
pub(super) fn read_level(text: &str) -> Option<u32> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return super::scan::small_number(text);
    }
    let value = |letter: u8| match letter.to_ascii_uppercase() {
        b'I' => Some(1),
        b'V' => Some(5),
        b'X' => Some(10),
        b'L' => Some(50),
        b'C' => Some(100),
        b'D' => Some(500),
        b'M' => Some(1000),
        _ => None,
    };
    let values: Option<Vec<i64>> = text.bytes().map(value).collect();
    let values = values.filter(|values| !values.is_empty() && values.len() <= 40)?;
    let next = values.iter().skip(1).chain([&0]);
    let sum: i64 = values
        .iter()
        .zip(next)
        .map(|(&value, &after)| if value < after { -value } else { value })
        .sum();
    u32::try_from(sum).ok()
}

/// Finds a level, and the round of a match, in what is written as ` - Match Round II, Level XIV`.
pub(super) fn find_level(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let mut from = 0;
    while let Some(place) = find_word(text, " - ", from) {
        let mut scan = Scan::new(&text[place + 3..]);
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut round = None;
        let mut matched = scan;
        if matched.word("Match Round ") {
            let number = matched.take(is_word);
            if matched.text(", ") {
                round = read_level(number);
                scan = matched;
            }
        }
        if scan.word("Level ") {
            let level = scan.take(is_word);
            if !level.is_empty() {
                return Some((read_level(level), round));
            }
        }
        from = place + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found() {
        let code = |text: &str| find_game(text).map(|named| named.code);
        assert_eq!(code("Mixed Omaha (5 Card Omaha Pot Limit) - Level II (15/30)"), Ok("X:PO5"));
        assert_eq!(code("HOLD'EM NO LIMIT ($1/$2)"), Ok("NT"));
        assert_eq!(code("Omaha Hi/Lo Limit"), Ok("FO/8"));
        assert_eq!(code("Omaha Fixed Limit"), Ok("X:FO"));
        assert_eq!(code("HORSE (Razz Limit, $1/$2)"), Ok("FR"));
        assert!(code("Chess No Limit").is_err());
        assert!(code("Razz No Limit").is_err());
        assert!(code("é".repeat(50).as_str()).is_err());
    }

    #[test]
    fn stakes_are_read() {
        let stakes = read_stakes("Hold'em No Limit ($0.05/$0.10 USD)", false).unwrap();
        assert_eq!((stakes.small, stakes.big), (5, 10));
        assert_eq!(
            (stakes.currency.as_deref(), stakes.symbol.as_deref()),
            (Some("USD"), Some("$"))
        );
        let stakes = read_stakes("($1/$2 - $60 Cap -  USD)", false).unwrap();
        assert_eq!(stakes.cap, Some(6000));
        let stakes = read_stakes("Level I (10/20)", true).unwrap();
        assert_eq!((stakes.precision, stakes.big), (Precision::WHOLE, 20));
        assert_eq!(read_stakes("(10/20)", false).unwrap().precision, Precision::WHOLE);
        let stakes = read_stakes("(Button Blind $1 - Ante $0.50 USD)", false).unwrap();
        assert_eq!((stakes.small, stakes.big), (100, 50));
        assert_eq!(read_stakes("no stakes (here)", false), Err(BuildError::NoStakes));
    }

    #[test]
    fn times_are_read() {
        let moment = read_time("2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]").unwrap().unwrap();
        assert_eq!((moment.hour, moment.zone), (5, Some("America/New_York")));
        let moment = read_time("2013-09-04 08:53:40").unwrap().unwrap();
        assert_eq!((moment.year, moment.day, moment.letters), (2013, 4, None));
        for (said, zone) in [
            ("UTC", Some("UTC")),
            ("GMT+2", Some("Etc/GMT-2")),
            ("UTC+01:00", Some("Etc/GMT-1")),
            ("GMT-0500", Some("Etc/GMT+5")),
            ("UTC+0", Some("UTC")),
            ("GMT-0910", None),
            ("UTC+05:30", None),
            ("GMT+15", None),
            ("CET", None),
        ] {
            let moment = read_time(&format!("2025/08/02 11:24:53 {said}")).unwrap().unwrap();
            assert_eq!((moment.zone, moment.letters.as_deref()), (zone, Some(said)));
        }
        let moment = read_time("2025/08/02 11:24:53 GMT+2 [2025/08/02 5:24:53 ET]").unwrap();
        assert_eq!(moment.unwrap().letters.as_deref(), Some("ET"));
        assert_eq!(read_time("never").unwrap(), None);
        assert!(read_time("2025/02/30 11:24:53 ET").is_err());
    }

    #[test]
    fn levels_are_read() {
        for (text, level) in [("XIV", Some(14)), ("12", Some(12)), ("?", None), ("", None)] {
            assert_eq!(read_level(text), level, "{text}");
        }
        assert_eq!(find_level("x - Match Round II, Level XL (1/2)"), Some((Some(40), Some(2))));
        assert_eq!(find_level("x - Level3(1/2)"), None);
    }
}
