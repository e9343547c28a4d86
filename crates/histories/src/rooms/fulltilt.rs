//! The text of Full Tilt Poker.

use super::header::read_time;
use super::lines::{Found, LineAction, LineReader, LineRoom, read_hand, split_seat};
use super::scan::{Scan, small_number};
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandName, Precision};

pub(super) static ROOM: Room =
    Room { name: "fulltilt", venues: &[VENUE], mark: b'#', starts, find_header, read };
const VENUE: &str = "Full Tilt Poker";

const GAMES: [(&str, &str); 12] = [
    ("No Limit Hold'em", "NT"),
    ("NL Hold'em", "NT"),
    ("Pot Limit Hold'em", "X:PT"),
    ("PL Hold'em", "X:PT"),
    ("Limit Hold'em", "FT"),
    ("FL Hold'em", "FT"),
    ("Pot Limit Omaha Hi", "PO"),
    ("PL Omaha Hi", "PO"),
    ("Pot Limit Omaha H/L", "X:PO/8"),
    ("PL Omaha H/L", "X:PO/8"),
    ("Limit Omaha H/L", "FO/8"),
    ("No Limit Omaha Hi", "X:NO"),
];

static LINES: LineRoom = LineRoom {
    own: begin,
    lines: &[
        ("{player} posts the small blind of {amount}", LineAction::SmallBlind),
        ("{player} posts the big blind of {amount}", LineAction::BigBlind),
        ("{player} posts a dead small blind of {amount}", LineAction::Dead),
        ("{player} posts {amount}", LineAction::Late),
        ("{player} antes {amount}", LineAction::Ante),
        ("The button is in seat #{seat}", LineAction::Button),
        ("Dealt to {player} [{cards}]{rest}", LineAction::Deal),
        ("*** FLOP *** {rest}", LineAction::Board),
        ("*** TURN *** {rest}", LineAction::Board),
        ("*** RIVER *** {rest}", LineAction::Board),
        ("*** FLOP {seat} *** {rest}", LineAction::Own(deal_run)),
        ("*** TURN {seat} *** {rest}", LineAction::Own(deal_run)),
        ("*** RIVER {seat} *** {rest}", LineAction::Own(deal_run)),
        ("*** SUMMARY ***", LineAction::End),
        ("{player} folds", LineAction::Fold),
        ("{player} checks", LineAction::Check),
        ("{player} calls {amount}{rest}", LineAction::Call),
        ("{player} bets {amount}{rest}", LineAction::Bet),
        ("{player} raises to {amount}{rest}", LineAction::RaiseTo),
        ("Uncalled bet of {amount} returned to {player}", LineAction::GiveBack),
        ("{player} shows [{cards}]{rest}", LineAction::Show),
        ("{player} mucks", LineAction::Muck),
        ("{player} wins {text}pot ({amount}){rest}", LineAction::Collect),
        ("{player} wins {text}pot {word} ({amount}){rest}", LineAction::Collect),
        ("{player} ties for {text}pot ({amount}){rest}", LineAction::Collect),
        ("{player} ties for {text}pot {word} ({amount}){rest}", LineAction::Collect),
        ("Total pot {amount}{text} | Rake {word}{rest}", LineAction::Own(read_pot)),
    ],
    ignored_starts: &["***", "Board: ", "Seat ", "Players agree", "Duration ", "Pot "],
    ignored_parts: &[
        " shows ",
        " has ",
        " is ",
        ": ",
        " sits down",
        " stands up",
        " adds ",
        "seconds left",
    ],
    read_seat: |line| split_seat(line, &["Seat "], ": ", |rest| rest.starts_with(')')),
    ends: true,
    decimal_commas: false,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&LINES, chunk, games)
}

/// Returns the number of a hand, and what stands behind it.
fn split_number(line: &str) -> Option<(&str, &str)> {
    let mut scan = Scan::new(line.trim_start());
    for word in ["Full", "Tilt", "Poker"] {
        if !scan.text(word) {
            return None;
        }
        scan.text(" ");
    }
    if !scan.text("Game #") {
        return None;
    }
    let number = scan.digits()?;
    scan.text(":").then_some((number, scan.rest))
}

fn starts(line: &str) -> bool {
    split_number(line).is_some()
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("Full").map(|(place, _)| place);
    places.find(|&place| split_number(&line[place..]).is_some_and(|(_, rest)| rest.contains(" - ")))
}

/// Reads `Full Tilt Poker Game #…: Table X (6 max) - $1/$2 - $60 Cap No Limit Hold'em - 21:30:10 ET - 2009/07/01`.
fn begin(reader: &mut LineReader<'_>, line: &str) -> Result<bool, BuildError> {
    let Some((number, rest)) = split_number(line) else { return Ok(false) };
    reader.builder.hand = number.to_owned();
    let parts: Vec<&str> = rest.trim_start().split(" - ").collect();
    let is_stakes = |part: &&str| {
        let part = part.split(" Ante ").next().unwrap_or(part);
        let mut numbers = part.split('/');
        let (small, big) = (numbers.next().unwrap_or(""), numbers.next().unwrap_or(""));
        let ends = |text: &str| text.ends_with(|letter: char| letter.is_ascii_digit());
        numbers.next().is_none() && ends(small) && ends(big)
    };
    let place = parts.iter().skip(1).position(is_stakes).map(|place| place + 1);
    let Some((place, &[game, time, date, ..])) =
        place.and_then(|place| Some((place, parts.get(place + 1..)?)))
    else {
        return Err(BuildError::NoHeader);
    };
    let stakes = parts[place].split(" Ante ").next().unwrap_or("");
    let where_ = parts[..place].join(" - ");
    let (cap, game) = match game.split_once(" Cap ") {
        Some((cap, game)) => (Some(cap), game),
        None => (None, game),
    };
    reader.set_game(&GAMES, game)?;
    let tournament = split_tournament(&where_);
    let has_no_sign = |letter: char| letter.is_ascii_digit() || " ./,".contains(letter);
    let money = tournament.is_none() && !stakes.chars().all(has_no_sign);
    reader.builder.precision = if money { Precision::CENTS } else { Precision::WHOLE };
    let metadata = &mut reader.builder.metadata;
    metadata.venue = Some(VENUE.to_owned());
    metadata.hand = Some(HandName::new(number));
    metadata.moment = read_time(&format!("{date} {time}"))?;
    match tournament {
        Some((event, number, table)) => {
            metadata.event = Some(event.to_owned());
            metadata.table = Some(table.to_owned());
            reader.builder.extensions.tournament = Some(number.to_owned());
        }
        None => {
            let name = where_.strip_prefix("Table ").unwrap_or(&where_);
            let seats = name.match_indices('(').find_map(|(place, _)| {
                let mut scan = Scan::new(&name[place + 1..]);
                let count = scan.digits()?;
                scan.text(" max").then_some(count)
            });
            metadata.seat_count = seats.and_then(small_number);
            let bare = name.strip_suffix(')').and_then(|name| name.split_once(" ("));
            metadata.table = Some(bare.map_or(name, |(bare, _)| bare).to_owned());
        }
    }
    if money {
        reader.set_money(stakes.trim());
    }
    let (small, big) = stakes.split_once('/').unwrap_or((stakes, stakes));
    reader.set_stakes(small, big)?;
    reader.builder.cap = cap.map(|cap| reader.units(cap)).transpose()?;
    Ok(true)
}

/// Splits `$10 + $1 Sit & Go (98765), Table 1`.
fn split_tournament(place: &str) -> Option<(&str, &str, &str)> {
    let (event, rest) = place.rsplit_once(" (")?;
    let (number, table) = rest.split_once("), Table ")?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some((event, number, table))
}

fn deal_run(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let run = small_number(found.seat).unwrap_or(1).max(1) as usize - 1;
    reader.deal_run(run, found.rest);
    Ok(())
}

fn read_pot(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    reader.builder.pot_at = reader.builder.at;
    reader.builder.total_pot = Some(reader.units(found.amount)?);
    reader.builder.rake = Some(reader.units(found.words[0])?);
    Ok(())
}
