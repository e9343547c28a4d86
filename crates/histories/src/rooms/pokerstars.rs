//! The text of PokerStars, and of rooms and programs that imitate it.

use super::header::{Limit, NamedGame, find_game, find_level, read_stakes, read_time};
use super::scan::{Scan, find, find_word, last_word, strip_word};
use super::seating::{read_seat, read_table};
use super::text::{TextReader, TextRoom, find_before_colon, no_action, no_line, read_hand};
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandBuilder, HandName, HandProblem, LinePlace, Metadata};
use crate::extensions::Extensions;

pub(super) static ROOM: Room =
    Room { name: "pokerstars", venues: &SITES, mark: b'#', starts, find_header, read };

const SITES: [&str; 6] =
    ["PokerStars", "Full Tilt", "Run It Once Poker", "PokerMaster", "PokerBros", "BetOnline"];
/// The names before the game where several are played in turn.
const MIXES: [&str; 8] =
    ["Mixed ", "8-Game", "HORSE", "H.O.R.S.E", "HO.R.S.E", "H.ORSE", "HOSE", "Triple Stud"];

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
    straddles_to: false,
    net_pot: false,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&STYLE, chunk, games)
}

/// A first line.
struct Header<'t> {
    site: &'t str,
    number: &'t str,
    middle: &'t str,
    date: &'t str,
}

/// Returns what stands before the number of a hand, and the text from the number on.
fn split_site(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let site = SITES.iter().find_map(|site| strip_word(line, site).map(|rest| (*site, rest)));
    let (site, rest) = site?;
    let goes_on = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    if goes_on || site == "Full Tilt" && strip_word(rest, " Poker").is_some() {
        return None;
    }
    let place = line.find('#')?;
    let (before, number) = (&line[..place], &line[place + 1..]);
    let end = before.len().checked_sub(5).filter(|&end| before.is_char_boundary(end))?;
    let (site, word) = before.split_at(end);
    let named = word.eq_ignore_ascii_case("Hand ") || word.eq_ignore_ascii_case("Game ");
    let digits = number.starts_with(|letter: char| letter.is_ascii_digit());
    (named && digits).then_some((site, number))
}

fn starts(line: &str) -> bool {
    split_site(line).is_some()
}

fn read_header(line: &str) -> Option<Header<'_>> {
    let (site, rest) = split_site(line)?;
    let mut scan = Scan::new(rest);
    let number = scan.digits()?;
    if !scan.text(":") {
        return None;
    }
    let rest = scan.rest.trim_start();
    let mut from = 0;
    while let Some(place) = find(&rest[from..], " - ").map(|place| place + from) {
        let date = &rest[place + 3..];
        if let [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'/', b'0'..=b'9', ..] =
            date.as_bytes()
        {
            return Some(Header { site, number, middle: &rest[..place], date });
        }
        from = place + 1;
    }
    None
}

fn find_header(line: &str) -> Option<usize> {
    let places = SITES.iter().filter_map(|site| {
        let mut from = 0;
        while let Some(place) = find_word(line, site, from) {
            if read_header(&line[place..]).is_some() {
                return Some(place);
            }
            from = place + 1;
        }
        None
    });
    places.min()
}

fn begin(chunk: &HandText<'_>) -> Result<HandBuilder, Box<HandProblem>> {
    let line = chunk.first();
    let at = LinePlace { line: chunk.line, byte: 0 };
    let header = read_header(line)
        .ok_or_else(|| Box::new(HandProblem::new(BuildError::NoHeader, at).near(line)))?;
    make(&header).map_err(|error| {
        let hand = header.number.to_owned();
        Box::new(HandProblem { hand, ..HandProblem::new(error, at) }.near(header.middle))
    })
}

fn make(header: &Header<'_>) -> Result<HandBuilder, BuildError> {
    let &Header { site, number, middle, date } = header;
    let named = find_game(middle)?;
    let tournament = split_tournament(middle);
    let stakes = read_stakes(middle, tournament.is_some())?;
    let mut extensions = Extensions::default();
    let mut venue = site.trim().to_owned();
    if let Some(place) = find_word(&venue, "zoom", 0) {
        extensions.zoom = true;
        let before = venue[..place].trim_end().len();
        venue.replace_range(before..place + 4, "");
    }
    extensions.zoom |= strip_word(middle, "zoom").is_some();
    let mut metadata = Metadata {
        venue: Some(venue.trim().to_owned()),
        hand: Some(HandName::Number(number.to_owned())),
        currency: stakes.currency,
        currency_symbol: stakes.symbol,
        moment: read_time(date)?,
        ..Metadata::default()
    };
    if let Some((number, rest)) = tournament {
        extensions.tournament = Some(number.to_owned());
        let marks = MIXES.iter().copied().chain([named.game]);
        let place = marks.filter_map(|mark| find_word(rest, mark, 0)).min();
        let buy_in = place.map_or("", |place| rest[..place].trim_matches([' ', ',', '-', '\t']));
        extensions.buy_in = (!buy_in.is_empty()).then(|| buy_in.to_owned());
        if let Some((level, round)) = find_level(middle) {
            metadata.level = level;
            extensions.round = round;
        }
    }
    extensions.mix = find_mix(middle).map(str::to_owned);
    let mut builder = HandBuilder::new(named.code, stakes.precision);
    builder.hand = number.to_owned();
    builder.cap = stakes.cap;
    (builder.metadata, builder.extensions) = (metadata, extensions);
    set_stakes(&mut builder, named, stakes.small, stakes.big);
    Ok(builder)
}

/// Returns the number of a tournament, and what stands behind it.
fn split_tournament(middle: &str) -> Option<(&str, &str)> {
    let mut scan = Scan::new(middle);
    scan.word("Zoom ");
    if !scan.word("Tournament #") {
        return None;
    }
    let number = scan.digits()?;
    scan.text(",").then(|| (number, scan.rest.trim_start()))
}

/// Finds the mix of games in what is written as `8-Game (Razz Limit)`.
fn find_mix(middle: &str) -> Option<&str> {
    for (place, _) in middle.match_indices(" (") {
        let inner = middle[place + 2..].split(['(', ')']).next().unwrap_or("");
        let closed = middle[place + 2 + inner.len()..].starts_with(')');
        if !closed || !inner.contains("Limit") {
            continue;
        }
        let is_word =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '\'' | '-');
        let word = |text: &str| text.len() - text.trim_end_matches(is_word).len();
        let before = &middle[..place];
        let last = word(before);
        if last == 0 {
            continue;
        }
        let first = before[..before.len() - last].strip_suffix(' ').map_or(0, word);
        let mut start = before.len() - last - if first > 0 { first + 1 } else { 0 };
        let named = &before[start..];
        if let [b'A'..=b'Z', b'A'..=b'Z', b'A'..=b'Z', b' ', ..] = named.as_bytes() {
            start += 4;
        }
        return Some(&before[start..]);
    }
    None
}

/// Sets the blinds or the bets of a table.
fn set_stakes(builder: &mut HandBuilder, named: NamedGame, small: i64, big: i64) {
    if named.limit == Limit::Fixed {
        (builder.small_bet, builder.big_bet) = (small, big);
        (builder.small_blind, builder.big_blind) = (small / 2, small);
    } else if named.game == "6+ hold'em" {
        (builder.small_blind, builder.big_blind) = (0, small);
    } else {
        (builder.small_blind, builder.big_blind) = (small, big);
    }
    if named.game == "split hold'em" {
        builder.board_count = 2;
    }
    if named.limit == Limit::Changing {
        let message = "limits that change after the flop are played as no limit";
        builder.note("limits", message.to_owned());
    }
}

fn read_other(reader: &mut TextReader<'_>, line: &str) -> Result<bool, BuildError> {
    if line.starts_with("STP added: ") {
        reader.builder.added += reader.amount(last_word(line))?;
        return Ok(true);
    }
    no_line(reader, line)
}
