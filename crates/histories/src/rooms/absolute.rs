//! The text of Absolute Poker and UltimateBet.

use super::header::read_time;
use super::lines::{Found, LineAction, LineReader, LineRoom, read_hand, split_seat};
use super::{BuildResult, HandText, Room};
use crate::builder::{BuildError, Games, HandName};

pub(super) static ROOM: Room =
    Room { name: "absolute", venues: &[VENUE], mark: b'#', starts, find_header, read };
const VENUE: &str = "Absolute Poker";

const GAMES: [(&str, &str); 12] = [
    ("Holdem  No Limit", "NT"),
    ("Holdem No Limit", "NT"),
    ("Holdem (1 on 1)  No Limit", "NT"),
    ("Holdem  Pot Limit", "X:PT"),
    ("Holdem Pot Limit", "X:PT"),
    ("Holdem  Normal", "FT"),
    ("Holdem Normal", "FT"),
    ("Omaha  Pot Limit", "PO"),
    ("Omaha Pot Limit", "PO"),
    ("Omaha Hi-Lo  Pot Limit", "X:PO/8"),
    ("Omaha HiLo  Pot Limit", "X:PO/8"),
    ("Omaha HiLo Pot Limit", "X:PO/8"),
];

static LINES: LineRoom = LineRoom {
    own: |_, _| Ok(false),
    lines: &[
        ("Stage #{word} {rest}", LineAction::Own(begin)),
        ("Table: {text} ({text}) Seat #{seat} is the dealer", LineAction::Own(sit_table)),
        ("Table: {text} ({text}) Seat #{seat} is the dead dealer", LineAction::Own(sit_table)),
        ("{player} - Posts small blind {amount}{rest}", LineAction::SmallBlind),
        ("{player} - Posts big blind {amount}{rest}", LineAction::BigBlind),
        ("{player} - Posts dead blind {amount}{rest}", LineAction::Dead),
        ("{player} - Posts {word} dead {amount}", LineAction::Own(post_with_dead)),
        ("{player} - Posts {amount}", LineAction::Late),
        ("{player} - Ante {amount}{rest}", LineAction::Ante),
        ("Dealt to {player} [{cards}]{rest}", LineAction::Deal),
        ("*** FLOP *** {rest}", LineAction::Board),
        ("*** TURN *** {rest}", LineAction::Board),
        ("*** RIVER *** {rest}", LineAction::Board),
        ("*** SUMMARY ***", LineAction::End),
        ("{player} - Folds{rest}", LineAction::Fold),
        ("{player} - Checks{rest}", LineAction::Check),
        ("{player} - Calls {amount}{rest}", LineAction::Call),
        ("{player} - Bets {amount}{rest}", LineAction::Bet),
        ("{player} - Raises {word} to {amount}{rest}", LineAction::RaiseTo),
        ("{player} - All-In(Raise) {word} to {amount}{rest}", LineAction::RaiseTo),
        ("{player} - Raises {amount}{rest}", LineAction::Bet),
        ("{player} - All-In(Raise) {amount}{rest}", LineAction::PutIn),
        ("{player} - All-In {amount}{rest}", LineAction::PutIn),
        ("{player} - returned ({amount}) : not called", LineAction::GiveBack),
        ("{player} - returned ({amount}): not called", LineAction::GiveBack),
        ("{player} - Shows [{cards}]{rest}", LineAction::Show),
        ("{player} - Mucks{rest}", LineAction::Muck),
        ("{player} - Does not show{rest}", LineAction::Muck),
        ("{player} Collects {amount} from {rest}", LineAction::Collect),
        ("Total Pot({amount}) | Rake ({word}{rest}", LineAction::Own(read_pot_and_rake)),
        ("Total Pot({amount}){rest}", LineAction::Own(read_pot)),
    ],
    ignored_starts: &["***", "Board ", "Seat "],
    ignored_parts: &[" - sitout", " - Sits", " - Bounty", " - Connection", " - is "],
    read_seat: |line| split_seat(line, &["Seat "], " - ", |rest| rest.starts_with(" in chips)")),
    ends: true,
    decimal_commas: false,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&LINES, chunk, games)
}

fn starts(line: &str) -> bool {
    let number = line.trim_start().strip_prefix("Stage #").and_then(|rest| rest.split_once(':'));
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    number.is_some_and(|(number, _)| !number.is_empty() && number.chars().all(is_word))
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("Stage #").map(|(place, _)| place);
    places.find(|&place| starts(&line[place..]) && line[place..].contains(" - "))
}

fn begin(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let number = found.words[0].trim_end_matches(':');
    reader.builder.hand = number.to_owned();
    let place = found.rest.match_indices(" - ").find(|&(place, _)| {
        found.rest.as_bytes()[place + 3..].first().is_some_and(u8::is_ascii_digit)
    });
    let Some((place, _)) = place else { return Err(BuildError::NoHeader) };
    let (game, date) = (&found.rest[..place], &found.rest[place + 3..]);
    reader.set_game(&GAMES, game)?;
    let metadata = &mut reader.builder.metadata;
    metadata.venue = Some(VENUE.to_owned());
    metadata.hand = Some(HandName::new(number));
    metadata.moment = read_time(date)?;
    let mut stakes = Vec::new();
    for (place, _) in game.match_indices('$') {
        let is_part = |letter: char| !letter.is_ascii_digit() && letter != '.' && letter != ',';
        let end = game[place + 1..].find(is_part).map_or(game.len(), |end| end + place + 1);
        stakes.push(reader.units(game[place + 1..end].trim_end_matches(['.', ',']))?);
    }
    let builder = &mut reader.builder;
    match (&*builder.variant, &stakes[..]) {
        (_, []) => {}
        ("FT", &[small, ref more @ ..]) => {
            builder.small_bet = small;
            builder.big_bet = more.first().copied().unwrap_or(2 * small);
        }
        // One number is the big blind.
        (_, &[.., big]) => builder.big_blind = big,
    }
    Ok(())
}

fn sit_table(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    reader.builder.metadata.table = Some(found.texts[0].to_owned());
    reader.builder.button = super::scan::small_number(found.seat);
    Ok(())
}

fn post_with_dead(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    let Some(id) = found.player else { return Ok(()) };
    let (live, dead) = (reader.units(found.words[0])?, reader.units(found.amount)?);
    reader.builder.post_late(id, live);
    reader.builder.post_dead(id, dead);
    Ok(())
}

fn read_pot(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    reader.builder.pot_at = reader.builder.at;
    reader.builder.total_pot = Some(reader.units(found.amount)?);
    Ok(())
}

fn read_pot_and_rake(reader: &mut LineReader<'_>, found: &Found<'_>) -> Result<(), BuildError> {
    read_pot(reader, found)?;
    let rake = found.words[0].split(')').next().unwrap_or("");
    reader.builder.rake = Some(reader.units(rake)?);
    Ok(())
}
