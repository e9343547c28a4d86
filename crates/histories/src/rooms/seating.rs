//! Lines about seats and tables, as several rooms write them.

use super::scan::{Scan, cut, find_last, find_word, small_number};
use super::text::SeatLine;
use crate::builder::{BuildError, HandBuilder};

/// Reads `Seat 1: Ann ($20 in chips, $5 bounty) is sitting out`.
pub(super) fn read_seat(line: &str) -> Option<SeatLine<'_>> {
    read_seat_and_stack(line, |inner| {
        cut(inner, " in chips").filter(|(stack, _)| !stack.contains(['(', ')']))
    })
}

/// Reads a seat, of which `split_stack` takes the stack from what follows a parenthesis and returns the rest as well.
pub(super) fn read_seat_and_stack<'a>(
    line: &'a str,
    split_stack: impl Fn(&'a str) -> Option<(&'a str, &'a str)>,
) -> Option<SeatLine<'a>> {
    let mut scan = Scan::new(line);
    if !scan.text("Seat ") {
        return None;
    }
    let number = scan.digits().and_then(small_number)?;
    if !scan.text(": ") {
        return None;
    }
    let text = scan.rest;
    let mut end = text.len();
    while let Some(place) = find_last(&text[..end], " (") {
        if let Some((stack, rest)) = split_stack(&text[place + 2..]) {
            let name = &text[..place];
            if let Some(rest) = rest.strip_prefix(')') {
                return Some(SeatLine { number, name, stack, bounty: None, rest });
            }
            let bounty = rest.strip_prefix(", ").and_then(|rest| cut(rest, " bounty)"));
            if let Some((bounty, rest)) = bounty {
                return Some(SeatLine { number, name, stack, bounty: Some(bounty), rest });
            }
        }
        end = place;
    }
    None
}

/// Reads `Table 'Name' 6-max (Play Money) Seat #3 is the button`.
pub(super) fn read_table(builder: &mut HandBuilder, line: &str) -> Result<(), BuildError> {
    let mut scan = Scan::new(line);
    scan.word("Table");
    scan.word(" ID");
    let quoted = scan.rest.strip_prefix(" '").and_then(|rest| rest.rsplit_once('\''));
    let Some((name, rest)) = quoted else {
        let name = line.strip_prefix("Table ").unwrap_or(line).trim_matches('\'');
        builder.metadata.table = Some(name.to_owned());
        return Ok(());
    };
    builder.metadata.table = Some(name.to_owned());
    let mut scan = Scan::new(rest);
    let mut sized = scan;
    if sized.text(" ")
        && let Some(count) = sized.digits()
        && sized.word("-max")
    {
        builder.metadata.seat_count = small_number(count);
        scan = sized;
    }
    let mut noted = scan;
    if noted.text(" (")
        && let Some(inner) = noted.until(")")
    {
        builder.extensions.play_money |= find_word(inner, "play", 0).is_some();
        scan = noted;
    }
    if scan.word(" Seat #")
        && let Some(number) = scan.digits()
        && scan.word(" is the button")
    {
        builder.button = small_number(number);
    }
    Ok(())
}
