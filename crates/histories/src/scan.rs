//! The plain style: a line for each field, texts in single quotes, lists on one line.

use memchr::{memchr, memchr3, memmem};

use crate::hand::Hand;
use crate::number::Number;

/// The hand is written in another style.
pub(crate) struct OtherStyle;

type Scanned<T> = Result<T, OtherStyle>;

/// Reads the fields of one hand; `line` is the number of the first line.
pub(crate) fn scan<'a>(text: &'a str, line: usize, hand: &mut Hand<'a>) -> Scanned<()> {
    let (mut rest, mut number) = (text, line);
    while !rest.is_empty() {
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        if end > 0 {
            scan_line(&rest[..end], number, hand)?;
        }
        rest = rest.get(end + 1..).unwrap_or_default();
        number += 1;
    }
    Ok(())
}

fn scan_line<'a>(row: &'a str, number: usize, hand: &mut Hand<'a>) -> Scanned<()> {
    // Names are short and have no blanks.
    let end = row.bytes().position(|byte| byte == b' ').ok_or(OtherStyle)?;
    let (name, value) = (&row[..end], row[end..].strip_prefix(" = ").ok_or(OtherStyle)?);
    match name {
        "variant" => hand.variant = Some(text(value)?),
        "ante_trimming_status" => hand.ante_trimming_status = boolean(value)?,
        "antes" => hand.given.antes = numbers(value, &mut hand.antes)?,
        "blinds_or_straddles" => {
            hand.given.blinds_or_straddles = numbers(value, &mut hand.blinds_or_straddles)?;
        }
        "bring_in" => hand.bring_in = Some(amount(value)?),
        "small_bet" => hand.small_bet = Some(amount(value)?),
        "big_bet" => hand.big_bet = Some(amount(value)?),
        "min_bet" => hand.min_bet = Some(amount(value)?),
        "starting_stacks" => {
            hand.given.starting_stacks = numbers(value, &mut hand.starting_stacks)?;
        }
        "finishing_stacks" => {
            hand.given.finishing_stacks = numbers(value, &mut hand.finishing_stacks)?;
        }
        "winnings" => hand.given.winnings = numbers(value, &mut hand.winnings)?,
        "actions" => {
            hand.actions_line = number;
            hand.has_remarks = memchr(b'#', value.as_bytes()).is_some();
            hand.given.actions = texts(value, &mut hand.actions)?;
        }
        _ => {
            skip(name, value)?;
            match name {
                "hand" => hand.name = value,
                "players" => hand.players = value,
                "currency" => hand.currency = value,
                "currency_symbol" if hand.currency.is_empty() => hand.currency = value,
                "_board_count" => hand.extended = true,
                _ => {}
            }
        }
    }
    Ok(())
}

/// Passes over a field that a replay does not need, if it is plain enough to be sure where it ends.
fn skip(name: &str, value: &str) -> Scanned<()> {
    let plain_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let bytes = value.as_bytes();
    let plain = plain_name
        && match bytes.first() {
            Some(b'\'') => {
                // Three single quotes may have single ones between them.
                memchr(b'\'', &bytes[1..]) == bytes.len().checked_sub(2)
                    || value.len() >= 6 && value.starts_with("'''") && value.ends_with("'''")
            }
            Some(b'[') => {
                // Lists in lists are rare, and may be too deep; a text of many lines may begin within a list.
                bytes.last() == Some(&b']')
                    && memchr3(b'"', b'#', b'[', &bytes[1..]).is_none()
                    && memmem::find_iter(bytes, "'''").count() % 2 == 0
            }
            Some(b'0'..=b'9' | b'-' | b't' | b'f' | b'i') => {
                memchr3(b'#', b'\r', b' ', bytes).is_none()
            }
            _ => false,
        };
    if plain { Ok(()) } else { Err(OtherStyle) }
}

fn boolean(value: &str) -> Scanned<bool> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OtherStyle),
    }
}

fn amount(value: &str) -> Scanned<Number> {
    Number::parse(value.as_bytes()).ok_or(OtherStyle)
}

fn text(value: &str) -> Scanned<&str> {
    let inner = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    inner.filter(|inner| memchr(b'\'', inner.as_bytes()).is_none()).ok_or(OtherStyle)
}

fn list(value: &str) -> Scanned<&str> {
    value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(OtherStyle)
}

fn numbers(value: &str, numbers: &mut Vec<Number>) -> Scanned<bool> {
    numbers.clear();
    let mut rest = list(value)?;
    while !rest.is_empty() {
        // Numbers are short: this is faster than a search made for long texts.
        let end = rest.bytes().position(|byte| byte == b',').unwrap_or(rest.len());
        numbers.push(amount(&rest[..end])?);
        rest = match rest[end..].strip_prefix(", ") {
            // A list does not end with a comma in the plain style.
            Some("") => return Err(OtherStyle),
            Some(more) => more,
            None if end == rest.len() => "",
            None => return Err(OtherStyle),
        };
    }
    Ok(true)
}

fn texts<'a>(value: &'a str, texts: &mut Vec<&'a str>) -> Scanned<bool> {
    texts.clear();
    let mut rest = list(value)?;
    while !rest.is_empty() {
        let inner = rest.strip_prefix('\'').ok_or(OtherStyle)?;
        let end = inner.bytes().position(|byte| byte == b'\'').ok_or(OtherStyle)?;
        texts.push(&inner[..end]);
        rest = &inner[end + 1..];
        match rest.strip_prefix(", ") {
            // A list does not end with a comma in the plain style.
            Some("") => return Err(OtherStyle),
            Some(more) => rest = more,
            None if rest.is_empty() => {}
            None => return Err(OtherStyle),
        }
    }
    Ok(true)
}
