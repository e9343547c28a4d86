//! The text of the Ongame network.

use super::header::read_long_date;
use super::lines::{Found, LineAction, LineReader, LineRoom, read_hand, split_seat};
use super::scan::Scan;
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandName, find_cards};

pub(super) static ROOM: Room =
    Room { name: "ongame", venues: &[VENUE], mark: b'*', starts, find_header, read };
const VENUE: &str = "Ongame Network";

const GAMES: [(&str, &str); 6] = [
    ("NO_LIMIT TEXAS_HOLDEM", "NT"),
    ("POT_LIMIT TEXAS_HOLDEM", "X:PT"),
    ("(LIMIT TEXAS_HOLDEM", "FT"),
    ("POT_LIMIT OMAHA_HI", "PO"),
    ("POT_LIMIT OMAHA_HILO", "X:PO/8"),
    ("(LIMIT OMAHA_HILO", "FO/8"),
];

static LINES: LineRoom = LineRoom {
    own: |_, _| Ok(false),
    lines: &[
        ("***** History for hand {word} *****", LineAction::Own(begin)),
        ("Start hand: {rest}", LineAction::Own(read_date)),
        ("Table: {rest}", LineAction::Own(set_table)),
        ("Button: seat {seat}", LineAction::Button),
        ("Seat {seat}: {player} ({amount}), net: {rest}", LineAction::Own(read_result)),
        ("{player} posts small blind ({amount}){rest}", LineAction::SmallBlind),
        ("{player} posts big blind ({amount}){rest}", LineAction::BigBlind),
        ("{player} posts dead blind ({amount}){rest}", LineAction::Dead),
        ("{player} posts ante ({amount}){rest}", LineAction::Ante),
        ("Dealt to {player} [{cards}]{rest}", LineAction::Deal),
        ("Dealing to {player}: [{cards}]{rest}", LineAction::Deal),
        ("--- Dealing flop {rest}", LineAction::Board),
        ("--- Dealing turn {rest}", LineAction::Board),
        ("--- Dealing river {rest}", LineAction::Board),
        ("{player} folds", LineAction::Fold),
        ("{player} checks", LineAction::Check),
        ("{player} calls {amount}{rest}", LineAction::Call),
        ("{player} bets {amount}{rest}", LineAction::Bet),
        ("{player} raises {word} to {amount}{rest}", LineAction::RaiseTo),
        ("{player} raises {amount}{rest}", LineAction::Bet),
        ("Rake taken: {amount}{rest}", LineAction::Rake),
        ("{text}ot: {amount} won by {rest}", LineAction::Own(read_winners)),
        ("{text}ot {word} {amount} won by {rest}", LineAction::Own(read_winners)),
        ("***** End of hand {rest}", LineAction::End),
    ],
    ignored_starts: &["---", "Dealing pocket", "Summary", "Players in round"],
    ignored_parts: &[" said", " is ", " has "],
    read_seat: |line| split_seat(line, &["Seat "], ": ", |rest| rest.starts_with(')')),
    ends: true,
    decimal_commas: false,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&LINES, chunk, games)
}

fn starts(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("***** History for hand ");
    rest.is_some_and(|rest| rest.starts_with(|letter: char| !letter.is_whitespace()))
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("***** History for hand ").map(|(place, _)| place);
    places.find(|&place| starts(&line[place..]) && line[place + 5..].contains(" *****"))
}

fn begin(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let number = found.words[0];
    reader.builder.hand = number.to_owned();
    reader.builder.metadata.venue = Some(VENUE.to_owned());
    reader.builder.metadata.hand = Some(HandName::Text(number.to_owned()));
    Ok(())
}

fn read_date(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    reader.builder.metadata.moment = read_long_date(found.rest);
    Ok(())
}

/// Reads `Name [123] (NO_LIMIT TEXAS_HOLDEM $1/$2, Real money)`.
fn set_table(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    for (place, _) in found.rest.match_indices(" (") {
        let game = &found.rest[place + 1..];
        let mut words = game.splitn(4, ' ');
        let (Some(limit), Some(kind), Some(stakes)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let is_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        if !limit[1..].chars().all(is_name) || !kind.chars().all(is_name) {
            continue;
        }
        reader.set_game(&GAMES, &format!("{limit} {kind}"))?;
        let name = &found.rest[..place];
        let numbered = name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
        reader.builder.metadata.table = Some(numbered.map_or(name, |(name, _)| name).to_owned());
        let (small, big) = stakes.split_once('/').ok_or(BuildError::NoStakes)?;
        let big = big.trim_end_matches([',', ')', '.']);
        return reader.set_stakes(small, big);
    }
    Err(BuildError::NotATable { form: "'Table: Name (NO_LIMIT TEXAS_HOLDEM $1/$2, …)'" })
}

fn read_result(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    if let (Some(id), Some((_, cards))) = (found.player, found.rest.split_once('[')) {
        let cards = find_cards(cards.split(']').next().unwrap_or(""));
        if !cards.is_empty() {
            reader.builder.show(id, cards);
        }
    }
    Ok(())
}

/// Reads `Ann ($4.75), Bob ($2)`.
fn read_winners(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let mut rest = found.rest;
    while !rest.is_empty() {
        let named = reader.builder.players.iter().enumerate().find_map(|(id, player)| {
            let mut scan = Scan::new(rest.strip_prefix(&*player.name)?);
            if !scan.text(" (") {
                return None;
            }
            let amount = scan.until(")")?;
            Some((id, amount, scan.rest))
        });
        let Some((id, amount, after)) = named else {
            let name = rest.split(" (").next().unwrap_or(rest);
            reader.builder.known(name)?;
            return Ok(());
        };
        let amount = reader.units(amount)?;
        reader.builder.collect(id, amount);
        rest = after.strip_prefix(", ").unwrap_or("");
    }
    Ok(())
}
