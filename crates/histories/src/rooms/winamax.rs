//! The text of Winamax.

use super::header::read_time;
use super::scan::{Scan, cut, cut_last, find, first_word, small_number};
use super::seating::read_seat_and_stack;
use super::text::{SeatLine, Stage, TextReader, TextRoom, find_before_verb, no_line, read_hand};
use super::{BuildResult, HandText, Room};
use crate::builder::{
    BuildError, Games, HandBuilder, HandName, HandProblem, LinePlace, PlayerId, Precision, shorten,
};

pub(super) static ROOM: Room =
    Room { name: "winamax", venues: &[VENUE], mark: b'#', starts, find_header, read };
const VENUE: &str = "Winamax";

const GAMES: [(&str, &str); 19] = [
    ("holdem no limit", "NT"),
    ("holdem pot limit", "X:PT"),
    ("holdem fixed limit", "FT"),
    ("omaha pot limit", "PO"),
    ("omaha no limit", "X:NO"),
    ("omaha5 pot limit", "X:PO5"),
    ("5 card omaha pot limit", "X:PO5"),
    ("omaha8 pot limit", "X:PO/8"),
    ("omaha hi/lo pot limit", "X:PO/8"),
    ("omaha hi/lo fixed limit", "FO/8"),
    ("5 card omaha hi/lo pot limit", "X:PO5/8"),
    ("7-card stud fixed limit", "F7S"),
    ("7-card stud hi/lo fixed limit", "F7S/8"),
    ("stud7 fixed limit", "F7S"),
    ("stud8 fixed limit", "F7S/8"),
    ("razz fixed limit", "FR"),
    ("2-7 triple draw fixed limit", "F2L3D"),
    ("lowball27 fixed limit", "F2L3D"),
    ("badugi fixed limit", "FB"),
];
const VERBS: [&str; 14] = [
    "posts",
    "folds",
    "checks",
    "calls",
    "bets",
    "raises",
    "brings",
    "discards",
    "discard",
    "stands",
    "shows",
    "mucks",
    "collected",
    "completes",
];

static STYLE: TextRoom = TextRoom {
    begin,
    find_actor: |builder, line| find_before_verb(builder, line, &VERBS),
    read_seat,
    seat_form: "'Seat 1: Ann (20€)'",
    table_mark: "Table:",
    read_table,
    read_action,
    read_marker,
    read_other: no_line,
    straddles_to: false,
    net_pot: true,
};

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    read_hand(&STYLE, chunk, games)
}

/// A first line.
struct Header<'t> {
    kind: &'t str,
    number: &'t str,
    game: &'t str,
    stakes: &'t str,
    date: &'t str,
}

fn starts(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("Winamax Poker - ");
    rest.is_some_and(|rest| find(rest, "HandId: #").is_some())
}

/// Reads `Winamax Poker - CashGame - HandId: #… - Holdem no limit (0.01€/0.02€) - 2024/01/02 …`.
fn read_header(line: &str) -> Option<Header<'_>> {
    let rest = line.trim_start().strip_prefix("Winamax Poker - ")?;
    let (kind, rest) = cut(rest, " - HandId: #")?;
    let mut scan = Scan::new(rest);
    let number = scan.take(|letter| letter.is_ascii_digit() || letter == '-');
    if number.is_empty() || !scan.text(" - ") {
        return None;
    }
    for (place, _) in scan.rest.match_indices(" (") {
        let inner = &scan.rest[place + 2..];
        let end = inner.find(['(', ')'])?;
        let date = inner[end..].strip_prefix(") - ").filter(|date| {
            matches!(
                date.as_bytes(),
                [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'/', b'0'..=b'9', ..]
            )
        });
        if let Some(date) = date {
            let (game, stakes) = (&scan.rest[..place], &inner[..end]);
            return Some(Header { kind, number, game, stakes, date });
        }
    }
    None
}

fn find_header(line: &str) -> Option<usize> {
    let mut places = line.match_indices("Winamax Poker - ").map(|(place, _)| place);
    places.find(|&place| read_header(&line[place..]).is_some())
}

fn begin(chunk: &HandText<'_>) -> Result<HandBuilder, Box<HandProblem>> {
    let line = chunk.first();
    let at = LinePlace { line: chunk.line, byte: 0 };
    let header = read_header(line)
        .ok_or_else(|| Box::new(HandProblem::new(BuildError::NoHeader, at).near(line)))?;
    make(&header, chunk).map_err(|error| {
        let hand = header.number.to_owned();
        Box::new(HandProblem { hand, ..HandProblem::new(error, at) })
    })
}

fn make(header: &Header<'_>, chunk: &HandText<'_>) -> Result<HandBuilder, BuildError> {
    let &Header { kind, number, game, stakes, date } = header;
    let code = GAMES.iter().find(|(name, _)| game.eq_ignore_ascii_case(name));
    let &(_, code) =
        code.ok_or_else(|| BuildError::UnknownGame { text: shorten(game, 40).to_owned() })?;
    let tournament = read_tournament(kind);
    // Some tournaments have halves of chips.
    let halves = || {
        chunk.lines().any(|(_, line)| {
            read_seat(line).is_some_and(|seat| seat.bounty.is_none() && seat.stack.contains('.'))
        })
    };
    let whole = tournament.is_some() && !halves();
    let precision = if whole { Precision::WHOLE } else { Precision::CENTS };
    let mut builder = HandBuilder::new(code, precision);
    builder.hand = number.to_owned();
    // Where there are three numbers, the first is the ante.
    let mut numbers = stakes.rsplit('/');
    let (Some(big), Some(small)) = (numbers.next(), numbers.next()) else {
        return Err(BuildError::NoStakes);
    };
    let (small, big) = (precision.read(small)?, precision.read(big)?);
    if code.starts_with('F') {
        (builder.small_bet, builder.big_bet) = (small, big);
        (builder.small_blind, builder.big_blind) = (small / 2, small);
    } else {
        (builder.small_blind, builder.big_blind) = (small, big);
    }
    let metadata = &mut builder.metadata;
    metadata.venue = Some(VENUE.to_owned());
    metadata.hand = Some(HandName::Text(number.to_owned()));
    metadata.moment = read_time(date)?;
    match tournament {
        Some((event, buy_in, level)) => {
            metadata.event = Some(event.to_owned());
            metadata.level = small_number(level);
            builder.extensions.buy_in = Some(buy_in.to_owned());
            builder.extensions.tournament = number.split('-').next().map(str::to_owned);
        }
        None => {
            builder.extensions.zoom = !kind.starts_with("CashGame");
            if stakes.contains('€') {
                metadata.currency = Some("EUR".to_owned());
                metadata.currency_symbol = Some("€".to_owned());
            }
        }
    }
    Ok(builder)
}

/// Reads `Tournament "Name" buyIn: 5€ + 1€ level: 3`.
fn read_tournament(kind: &str) -> Option<(&str, &str, &str)> {
    let rest = kind.strip_prefix("Tournament \"")?;
    let (name, rest) = cut_last(rest, "\" buyIn: ")?;
    let (buy_in, rest) = cut(rest, " level: ")?;
    Some((name, buy_in, Scan::new(rest).digits()?))
}

/// Reads `Seat 1: Ann (20€, 5€ bounty)`.
fn read_seat(line: &str) -> Option<SeatLine<'_>> {
    read_seat_and_stack(line, |inner| {
        inner.find(['(', ')', ',']).map(|close| inner.split_at(close))
    })
}

/// Reads `Table: 'Name(7)#…' 6-max (real money) Seat #3 is the button`.
fn read_table(builder: &mut HandBuilder, line: &str) -> Result<(), BuildError> {
    const FORM: BuildError = BuildError::NotATable { form: "\"Table: 'Name' 6-max (real money)\"" };
    let rest = line.strip_prefix("Table: '").ok_or(FORM)?;
    let (name, rest) = cut_last(rest, "' ").ok_or(FORM)?;
    let mut scan = Scan::new(rest);
    let count = scan.digits().ok_or(FORM)?;
    if !scan.text("-max (") {
        return Err(FORM);
    }
    let money = scan.until(")").ok_or(FORM)?;
    builder.metadata.table = Some(name.to_owned());
    builder.metadata.seat_count = small_number(count);
    // Numbers of hands are those of a table, of which a tournament has many.
    if builder.extensions.tournament.is_some()
        && let Some((_, inner)) = name.rsplit_once('(')
        && let Some((number, table)) = inner.split_once(")#")
        && [number, table].iter().all(|text| is_number(text))
    {
        builder.extensions.tournament = Some(number.to_owned());
    }
    builder.extensions.play_money |= money.contains("play");
    if scan.text(" Seat #")
        && let Some(number) = scan.digits()
    {
        builder.button = small_number(number);
    }
    Ok(())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_action(reader: &mut TextReader<'_>, id: PlayerId, text: &str) -> Result<bool, BuildError> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match verb {
        "collected" => {
            let amount = reader.amount(first_word(rest))?;
            reader.builder.collect(id, amount);
        }
        "discard" => reader.discard(id, rest)?,
        "stands" => reader.builder.discard(id, Default::default()),
        "posts" => return read_post(reader, id, rest),
        "raises" => return read_raise(reader, id, rest),
        "completes" => {
            let last = rest.strip_suffix(" and is all-in").unwrap_or(rest);
            let total = reader.amount(last.rsplit(' ').next().unwrap_or(last))?;
            reader.builder.raise_to(id, total);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn read_post(reader: &mut TextReader<'_>, id: PlayerId, rest: &str) -> Result<bool, BuildError> {
    let (post, late) = match rest.strip_suffix(" out of position") {
        Some(post) => (post, true),
        None => (rest, false),
    };
    let mut words = post.split(' ').skip(2);
    let mut amount = |reader: &mut TextReader<'_>| reader.amount(words.next().unwrap_or(""));
    if post.starts_with("small blind") && (late || reader.builder.players[id].late != 0) {
        // A player who comes back has posted the big blind in the line before.
        let amount = amount(reader)?;
        reader.builder.post_dead(id, amount);
    } else if post.starts_with("big blind") && late {
        let amount = amount(reader)?;
        reader.builder.post_late(id, amount);
    } else {
        reader.post(id, post)?;
    }
    Ok(true)
}

fn read_raise(reader: &mut TextReader<'_>, id: PlayerId, rest: &str) -> Result<bool, BuildError> {
    let words: Vec<&str> = rest.splitn(4, ' ').collect();
    let [by, _, to, ..] = words[..] else { return Ok(false) };
    if matches!(reader.stage, Stage::Blinds | Stage::Seats) {
        // The blinds of who comes back: what was missed is dead.
        let (dead, total) = (reader.amount(by)?, reader.amount(to)?);
        reader.builder.post_late(id, total - dead);
        reader.builder.post_dead(id, dead);
    } else if by.starts_with('-') {
        // A raise of a player with few chips left: the amount that is paid for it.
        let paid = reader.amount(to)?;
        reader.builder.bet(id, paid);
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn read_marker(reader: &mut TextReader<'_>, line: &str) -> Result<bool, BuildError> {
    let what = line.trim_matches(['*', ' ']);
    reader.stage = if what == "ANTE/BLINDS" { Stage::Blinds } else { Stage::Play };
    if what.ends_with("-DRAW") {
        reader.builder.next_street();
        return Ok(true);
    }
    Ok(what == "ANTE/BLINDS" || what.starts_with("PRE-FLOP") || what.ends_with("-BET"))
}
