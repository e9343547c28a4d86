//! The text of PartyPoker.

use super::header::read_long_date;
use super::lines::{Found, LineAction, LineReader, LineRoom, read_hand, split_seat};
use super::scan::small_number;
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandName, find_cards};

pub(super) static ROOM: Room =
    Room { name: "partypoker", venues: &[VENUE], mark: b'*', starts, find_header, read };
const VENUE: &str = "PartyPoker";

const GAMES: [(&str, &str); 14] = [
    ("NL Texas Hold'em", "NT"),
    ("NL  Texas Hold'em", "NT"),
    ("PL Texas Hold'em", "X:PT"),
    ("FL Texas Hold'em", "FT"),
    ("PL Omaha Hi-Lo", "X:PO/8"),
    ("PL  Omaha Hi-Lo", "X:PO/8"),
    ("PL Omaha", "PO"),
    ("PL  Omaha", "PO"),
    ("FL Omaha Hi-Lo", "FO/8"),
    ("Texas Hold'em Game Table (NL)", "NT"),
    ("Texas Hold'em Game Table (PL)", "X:PT"),
    ("Texas Hold'em Game Table (FL)", "FT"),
    ("Omaha Hi Game Table (PL)", "PO"),
    ("Omaha Hi-Lo Game Table (PL)", "X:PO/8"),
];

static LINES: LineRoom = LineRoom {
    own: read_game,
    lines: &[
        ("***** Hand History for Game {word} *****{rest}", LineAction::Own(begin)),
        ("***** Hand History For Game {word} *****{rest}", LineAction::Own(begin)),
        ("Table {text} ({text}) -- Seat {seat} is the button", LineAction::Own(set_table)),
        ("Table {text} ({rest}", LineAction::Own(set_table)),
        ("Seat {seat} is the button", LineAction::Button),
        ("{player} posts small blind{boxed}", LineAction::SmallBlind),
        ("{player} posts big blind + dead{boxed}", LineAction::BothBlinds),
        ("{player} posts big blind{boxed}", LineAction::BigBlind),
        ("{player} posts ante{boxed}", LineAction::Ante),
        ("Dealt to {player} [{cards}]", LineAction::Deal),
        ("** Dealing Flop ** {rest}", LineAction::Board),
        ("** Dealing Turn ** {rest}", LineAction::Board),
        ("** Dealing River ** {rest}", LineAction::Board),
        ("{player} folds", LineAction::Fold),
        ("{player} folds.", LineAction::Fold),
        ("{player} checks", LineAction::Check),
        ("{player} checks.", LineAction::Check),
        ("{player} calls{boxed}", LineAction::Call),
        ("{player} bets{boxed}", LineAction::Bet),
        ("{player} raises {word} to {amount}{rest}", LineAction::RaiseTo),
        ("{player} raises{boxed}", LineAction::Bet),
        ("{player} is all-In{boxed}", LineAction::PutIn),
        ("Main Pot: {text} Rake: {amount}", LineAction::Rake),
        ("{player} balance {rest}", LineAction::Own(read_balance)),
        ("{player} shows [{cards}]{rest}", LineAction::Show),
        ("{player} doesn't show [{cards}]{rest}", LineAction::Show),
        ("{player} does not show cards{rest}", LineAction::Muck),
        ("{player} didn't show hand{rest}", LineAction::Muck),
        ("{player} wins {amount}", LineAction::Collect),
        ("{player} wins {amount}.", LineAction::Collect),
        ("{player} wins {amount} {rest}", LineAction::Collect),
    ],
    ignored_starts: &["**", "#Game", "Game #", "Total number", "Trny", "Board: ", "Creating "],
    ignored_parts: &[" has ", " is ", " will ", " does ", " left ", " joined", ": "],
    read_seat: |line| {
        split_seat(line, &["Seat ", "Seat", "seat ", "seat"], ": ", |rest| rest.contains(')'))
    },
    // The last line is what somebody wins.
    ends: false,
    decimal_commas: true,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&LINES, chunk, games)
}

fn starts(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("***** Hand History ");
    let rest =
        rest.and_then(|rest| rest.strip_prefix("for ").or_else(|| rest.strip_prefix("For ")));
    let number = rest.and_then(|rest| rest.strip_prefix("Game "));
    number.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_alphanumeric()))
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("***** Hand History ").map(|(place, _)| place);
    places.find(|&place| starts(&line[place..]) && line[place + 5..].contains(" *****"))
}

fn begin(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let number = found.words[0];
    reader.builder.hand = number.to_owned();
    reader.builder.metadata.venue = Some(VENUE.to_owned());
    reader.builder.metadata.hand = Some(HandName::new(number));
    Ok(())
}

/// Reads `$1/$2 USD NL Texas Hold'em - Monday, January 06, 23:28:00 CET 2014`, or with `Game Table (NL)` in it.
fn read_game(reader: &mut LineReader<'_>, line: &str) -> Result<bool, BuildError> {
    if !reader.builder.players.is_empty() || reader.has_game {
        return Ok(false);
    }
    let Some((stakes, rest)) = line.split_once(char::is_whitespace) else { return Ok(false) };
    let table = rest.contains(" Game Table (").then(|| rest.rsplit_once(" - ")).flatten();
    let Some((game, date)) = table.or_else(|| split_date(rest)) else { return Ok(false) };
    let mut game = game.trim();
    let mut code = None;
    if let [b'A'..=b'Z', b'A'..=b'Z', b'A'..=b'Z', b' ', ..] = game.as_bytes() {
        (code, game) = (Some(&game[..3]), game[4..].trim_start());
    }
    let named = ["NL ", "PL ", "FL "].iter().any(|limit| game.starts_with(limit));
    if !named && !game.contains(" Game Table (") {
        return Ok(false);
    }
    reader.has_game = true;
    reader.set_game(&GAMES, game)?;
    reader.builder.metadata.currency = code.map(str::to_owned);
    reader.builder.metadata.moment = read_long_date(date);
    if let Some((small, big)) = stakes.split_once('/')
        && !big.contains('/')
    {
        reader.set_stakes(small, big)?;
    }
    Ok(true)
}

/// Splits what is said of the game from the date, which begins with the name of a day.
fn split_date(text: &str) -> Option<(&str, &str)> {
    text.match_indices('-').find_map(|(place, _)| {
        let date = text[place + 1..].trim_start();
        let day = date.find(',')?;
        let is_day = day > 0 && date[..day].chars().all(char::is_alphabetic);
        is_day.then(|| (text[..place].trim_end(), date))
    })
}

fn set_table(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    reader.builder.metadata.table = Some(found.texts[0].trim().to_owned());
    if !found.seat.is_empty() {
        reader.builder.button = small_number(found.seat);
    }
    Ok(())
}

/// Reads what somebody wins and shows, in the form of late years.
fn read_balance(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let Some(id) = found.player else { return Ok(()) };
    if let Some((_, rest)) = found.rest.split_once("collected ") {
        let end = rest.find(", ").unwrap_or(rest.len());
        let amount = reader.units(&rest[..end])?;
        reader.builder.collect(id, amount);
    }
    if let Some((_, cards)) = found.rest.split_once('[') {
        let cards = find_cards(cards.split(']').next().unwrap_or(""));
        if !cards.is_empty() {
            reader.builder.show(id, cards);
        }
    }
    Ok(())
}
