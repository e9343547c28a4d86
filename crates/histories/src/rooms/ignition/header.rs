//! The first line of a hand of Ignition.

use crate::builder::{
    BuildError, HandBuilder, HandName, HandProblem, LinePlace, Precision, shorten,
};
use crate::rooms::HandText;
use crate::rooms::header::read_time;
use crate::rooms::scan::{Scan, find_word, small_number};

/// The longer names come first.
pub(super) const SITES: [&str; 9] = [
    "Ignition",
    "Bovada",
    "Bodog Canada",
    "Bodog UK",
    "Bodog EU",
    "Bodog.eu",
    "Bodog.com",
    "Bodog88",
    "Bodog",
];
/// The first that a header has counts; codes are those of fixed, pot and no limit.
const GAMES: [(&str, [&str; 3]); 8] = [
    ("OMAHA HiLo", ["FO/8", "X:PO/8", "X:NO/8"]),
    ("OMAHA H/L", ["FO/8", "X:PO/8", "X:NO/8"]),
    ("OMAHA Hi/L", ["FO/8", "X:PO/8", "X:NO/8"]),
    ("OMAHA HiL", ["FO/8", "X:PO/8", "X:NO/8"]),
    ("OMAHA", ["X:FO", "PO", "X:NO"]),
    ("7CARD HiLo", ["F7S/8", "", ""]),
    ("7CARD", ["F7S", "", ""]),
    ("HOLDEM", ["FT", "X:PT", "NT"]),
];
/// A first line.
struct Header<'t> {
    site: &'t str,
    number: &'t str,
    middle: &'t str,
    date: &'t str,
}

fn split_site(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    let site = SITES
        .iter()
        .find(|site| line.strip_prefix(*site).is_some_and(|rest| rest.starts_with(" Hand #")))?;
    let rest = &line[site.len() + " Hand #".len()..];
    rest.starts_with(|letter: char| letter.is_ascii_digit()).then_some((site, rest))
}

pub(super) fn starts(line: &str) -> bool {
    split_site(line).is_some()
}

fn read_header(line: &str) -> Option<Header<'_>> {
    let (site, rest) = split_site(line)?;
    let mut scan = Scan::new(rest);
    let number = scan.digits()?;
    scan.text(":");
    let rest = scan.rest.trim_start();
    let (place, _) = rest.match_indices(" - ").find(|&(place, _)| {
        matches!(
            rest.as_bytes()[place + 3..],
            [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'-', b'0'..=b'9', ..]
        )
    })?;
    Some(Header { site, number, middle: &rest[..place], date: &rest[place + 3..] })
}

pub(super) fn find_header(line: &str) -> Option<usize> {
    let places = SITES.iter().filter_map(|site| {
        let mut places = line.match_indices(site).map(|(place, _)| place);
        places.find(|&place| read_header(&line[place..]).is_some())
    });
    places.min()
}

pub(super) fn begin(
    chunk: &HandText<'_>,
    precision: Precision,
) -> Result<HandBuilder, Box<HandProblem>> {
    let line = chunk.first();
    let at = LinePlace { line: chunk.line, byte: 0 };
    let header = read_header(line)
        .ok_or_else(|| Box::new(HandProblem::new(BuildError::NoHeader, at).near(line)))?;
    make(&header, precision).map_err(|error| {
        let hand = header.number.to_owned();
        Box::new(HandProblem { hand, ..HandProblem::new(error, at) }.near(header.middle))
    })
}

fn make(header: &Header<'_>, money: Precision) -> Result<HandBuilder, BuildError> {
    let &Header { site, number, middle, date } = header;
    let limit = match () {
        () if find_word(middle, "fixed", 0).is_some() => 0,
        () if middle.contains("Pot Limit") => 1,
        () => 2,
    };
    let code = GAMES.iter().find(|(name, _)| middle.contains(name)).map(|(_, codes)| codes[limit]);
    let code = code.filter(|code| !code.is_empty());
    let code =
        code.ok_or_else(|| BuildError::UnknownGame { text: shorten(middle, 80).to_owned() })?;
    let tournament = digits_behind(middle, "Tournament #");
    let whole = tournament.is_some();
    let precision = if whole { Precision::WHOLE } else { money };
    let mut builder = HandBuilder::new(code, precision);
    builder.hand = number.to_owned();
    builder.extensions.tournament = tournament.map(str::to_owned);
    builder.extensions.zoom = middle.contains("ZonePoker") || middle.contains("Zone Poker");
    let metadata = &mut builder.metadata;
    metadata.venue = Some(site.to_owned());
    metadata.hand = Some(HandName::Number(number.to_owned()));
    metadata.table = digits_behind(middle, "TBL#").map(str::to_owned);
    metadata.moment = read_time(date)?;
    if !whole {
        metadata.currency = Some("USD".to_owned());
        metadata.currency_symbol = Some("$".to_owned());
    }
    if let Some((level, small, big)) = find_level(middle) {
        metadata.level = small_number(level);
        let (small, big) = (precision.read(small)?, precision.read(big)?);
        if code.starts_with("F7S") {
            (builder.small_bet, builder.big_bet) = (small, big);
        } else {
            (builder.small_blind, builder.big_blind) = (small, big);
        }
    }
    Ok(builder)
}

/// Returns the digits that stand behind a mark.
fn digits_behind<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.match_indices(mark).find_map(|(place, _)| Scan::new(&text[place + mark.len()..]).digits())
}

/// Finds `Level 3 (50/100)`.
fn find_level(text: &str) -> Option<(&str, &str, &str)> {
    text.match_indices("Level ").find_map(|(place, mark)| {
        let mut scan = Scan::new(&text[place + mark.len()..]);
        let level = scan.digits()?;
        let mut number = |before: &str| {
            let is_part = |letter: char| letter.is_ascii_digit() || letter == ',';
            scan.text(before).then(|| scan.take(is_part)).filter(|text| !text.is_empty())
        };
        let (small, big) = (number(" (")?, number("/")?);
        scan.text(")").then_some((level, small, big))
    })
}
