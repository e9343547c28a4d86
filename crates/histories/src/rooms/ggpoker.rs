//! The text of GGPoker: that of PokerStars with habits of its own.

use super::header::{read_stakes, read_time};
use super::scan::{Scan, last_word, small_number};
use super::seating::{read_seat, read_table};
use super::text::{TextReader, TextRoom, find_before_colon, no_action, no_line, read_hand};
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandBuilder, HandName, HandProblem, LinePlace, shorten};

pub(super) static ROOM: Room = Room {
    name: "ggpoker",
    venues: &[VENUE, "Natural8", "Poker Hand"],
    mark: b'#',
    starts,
    find_header,
    read,
};
const VENUE: &str = "GGPoker";

/// The first that a header has counts.
const GAMES: [(&str, &str); 14] = [
    ("ShortDeck", "NS"),
    ("Short Deck", "NS"),
    ("6+ Hold'em", "NS"),
    ("PLO-6", "X:PO6"),
    ("PLO-5", "X:PO5"),
    ("PLO6", "X:PO6"),
    ("PLO5", "X:PO5"),
    ("PLO", "PO"),
    ("Omaha (NL postflop)", "X:NO"),
    ("Omaha Hi/Lo Pot Limit", "X:PO/8"),
    ("Omaha Pot Limit", "PO"),
    ("Hold'em Pot Limit", "X:PT"),
    ("Hold'em", "NT"),
    ("Omaha", "PO"),
];
const CASH_OUTS: [&str; 3] = [": Pays Cashout Risk", ": Receives Cashout", "EV Cashout"];

static STYLE: TextRoom = TextRoom {
    begin,
    find_actor: find_before_colon,
    read_seat,
    seat_form: "'Seat 1: Ann ($20 in chips)'",
    table_mark: "Table ",
    read_table,
    read_action: no_action,
    read_marker: no_line,
    read_other,
    straddles_to: true,
    net_pot: false,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&STYLE, chunk, games)
}

/// Returns the number of a hand, and what stands behind it.
fn split_number(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix("Poker Hand #")?;
    let mut scan = Scan::new(rest);
    scan.take(|letter| letter.is_ascii_uppercase());
    scan.digits()?;
    let number = &rest[..rest.len() - scan.rest.len()];
    scan.text(":").then_some((number, scan.rest))
}

fn starts(line: &str) -> bool {
    split_number(line).is_some()
}

fn read_header(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_number(line)?;
    let rest = rest.trim_start();
    let place = rest.match_indices(" - ").find(|&(place, _)| {
        matches!(
            rest.as_bytes()[place + 3..],
            [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'/', b'0'..=b'9', ..]
        )
    });
    place.map(|(place, _)| (number, &rest[..place], &rest[place + 3..]))
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("Poker Hand #").map(|(place, _)| place);
    places.find(|&place| read_header(&line[place..]).is_some())
}

fn begin(chunk: &HandText<'_>) -> Result<HandBuilder, Box<HandProblem>> {
    let line = chunk.first();
    let at = LinePlace { line: chunk.line, byte: 0 };
    let (number, middle, date) = read_header(line)
        .ok_or_else(|| Box::new(HandProblem::new(BuildError::NoHeader, at).near(line)))?;
    make(number, middle, date).map_err(|error| {
        let hand = number.to_owned();
        Box::new(HandProblem { hand, ..HandProblem::new(error, at) }.near(middle))
    })
}

fn make(number: &str, middle: &str, date: &str) -> Result<HandBuilder, BuildError> {
    let find = |text: &str| GAMES.iter().find(|(name, _)| text.contains(name)).copied();
    let (_, code) = find(middle)
        .ok_or_else(|| BuildError::UnknownGame { text: shorten(middle, 80).to_owned() })?;
    let tournament = read_tournament(middle);
    let stakes = tournament.as_ref().map_or(middle, |tournament| tournament.stakes);
    let stakes = match one_stake(stakes) {
        // Short deck has one number, that of the button blind.
        Some(stake) => read_stakes(&format!("({stake}/{stake})"), tournament.is_some())?,
        None => read_stakes(stakes, tournament.is_some())?,
    };
    let mut builder = HandBuilder::new(code, stakes.precision);
    builder.hand = number.to_owned();
    (builder.small_blind, builder.big_blind) = (stakes.small, stakes.big);
    if code == "NS" {
        builder.small_blind = 0;
    }
    let metadata = &mut builder.metadata;
    metadata.venue = Some(VENUE.to_owned());
    metadata.hand = Some(HandName::Text(number.to_owned()));
    metadata.moment = read_time(date)?;
    if stakes.currency.is_some() {
        (metadata.currency, metadata.currency_symbol) = (stakes.currency, stakes.symbol);
    }
    if let Some(tournament) = tournament {
        builder.extensions.tournament = Some(tournament.number.to_owned());
        let event = find(tournament.name).map_or("", |(name, _)| {
            tournament.name.split_once(name).map_or("", |(event, _)| event.trim())
        });
        metadata.event = Some(event.to_owned());
        metadata.level = small_number(tournament.level);
    }
    if middle.contains("NL postflop") {
        let message = "limits that change after the flop are played as no limit";
        builder.note("limits", message.to_owned());
    }
    Ok(builder)
}

struct Tournament<'t> {
    number: &'t str,
    name: &'t str,
    level: &'t str,
    stakes: &'t str,
}

/// Reads `Tournament #…, Daily Hold'em No Limit - Level12 (500/1,000)`.
fn read_tournament(middle: &str) -> Option<Tournament<'_>> {
    let mut scan = Scan::new(middle);
    if !scan.text("Tournament #") {
        return None;
    }
    let number = scan.digits()?;
    if !scan.text(", ") {
        return None;
    }
    let (name, rest) = scan.rest.rsplit_once(" - Level")?;
    let mut scan = Scan::new(rest);
    scan.blanks();
    let level = scan.digits()?;
    scan.blanks();
    let closed = scan.rest.starts_with('(') && scan.rest.contains(')');
    closed.then_some(Tournament { number, name, level, stakes: scan.rest })
}

/// Returns the only stake of a text that ends as `($0.50)`.
fn one_stake(text: &str) -> Option<&str> {
    let (_, inner) = text.strip_suffix(')')?.rsplit_once('(')?;
    let mut scan = Scan::new(inner);
    scan.take(|letter| !letter.is_ascii_digit() && !letter.is_whitespace() && letter != '/');
    scan.amount()?;
    scan.rest.is_empty().then_some(inner)
}

fn read_other(reader: &mut TextReader<'_>, line: &str) -> Result<bool, BuildError> {
    if line.starts_with("Cash Drop to Pot") {
        reader.builder.added += reader.amount(last_word(line))?;
        return Ok(true);
    }
    let cashes_out = CASH_OUTS.iter().any(|words| line.contains(words));
    if cashes_out {
        reader.builder.note("cash-out", line.to_owned());
    }
    Ok(cashes_out)
}
