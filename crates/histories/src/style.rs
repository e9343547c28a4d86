//! Any style of TOML: the fields that a replay needs are written anew in the plain style.

use std::fmt::Write;

use toml::Value;

use crate::error::{Fault, Place};
use crate::limits;
use crate::replay::OWN_ACTIONS;

const LISTS: [&str; 5] =
    ["antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings"];
const AMOUNTS: [&str; 4] = ["bring_in", "small_bet", "big_bet", "min_bet"];
/// Fields that must be there for a hand to be told from anything else.
const ACTIONS: &str = "actions";

/// Returns a hand in the plain style.
pub(crate) fn plain(text: &str, first_line: usize) -> Result<String, (Fault, Place)> {
    let here = Place { line: first_line, ..Place::default() };
    if text.len() as u64 > limits::MOST_HAND_BYTES {
        return Err((limits::too_large(text), here));
    }
    if limits::is_too_deep(text) {
        return Err((Fault::TooDeep(limits::MOST_DEPTH), here));
    }
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let before = &text[..start];
        let line = first_line + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
        (Fault::Toml(error.message().to_owned()), Place { line, column, action: None })
    })?;
    limits::check_depth(table.values()).map_err(|fault| (fault, here))?;
    write(&table, is_usual(text)).map_err(|fault| (fault, here))
}

/// The most bytes of a number that says what a float says.
const MOST_NUMBER: usize = 40;

/// Tells whether no number has an exponent or very many digits: a float may be zero where such a number is not.
fn is_usual(text: &str) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_');
    let exponent = |pair: &[u8]| pair[0].is_ascii_digit() && matches!(pair[1], b'e' | b'E');
    let bytes = text.as_bytes();
    !bytes.windows(2).any(exponent)
        && bytes.split(|byte| !is_digit(byte)).all(|number| number.len() <= MOST_NUMBER)
}

fn write(table: &toml::Table, usual: bool) -> Result<String, Fault> {
    let amount =
        |value: &Value| amount(value).filter(|text| usual || text != "0.0" && text != "-0.0");
    let mut text = String::new();
    if let Some(variant) = table.get("variant") {
        let variant = variant.as_str().ok_or(Fault::WrongKind("variant"))?;
        // A quotation mark is in no code.
        let _ = writeln!(text, "variant = '{}'", variant.replace('\'', "?"));
    }
    if let Some(trimming) = table.get("ante_trimming_status") {
        let trimming = trimming.as_bool().ok_or(Fault::WrongKind("ante_trimming_status"))?;
        let _ = writeln!(text, "ante_trimming_status = {trimming}");
    }
    for name in LISTS {
        if let Some(values) = table.get(name) {
            let values = values.as_array().ok_or(Fault::WrongKind(name))?;
            let amounts: Option<Vec<String>> = values.iter().map(&amount).collect();
            let amounts = amounts.ok_or(Fault::WrongKind(name))?;
            let _ = writeln!(text, "{name} = [{}]", amounts.join(", "));
        }
    }
    for name in AMOUNTS {
        if let Some(value) = table.get(name) {
            let value = amount(value).ok_or(Fault::WrongKind(name))?;
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    let mut extended = table.contains_key("_board_count");
    let mut quote = |words: &str| {
        // Three quotation marks or a new line have no place in the plain style.
        extended |= words.contains("'''") || words.contains('\n') || words.ends_with('\'');
        if words.contains('\'') { format!("'''{words}'''") } else { format!("'{words}'") }
    };
    match table.get("hand") {
        Some(Value::Integer(number)) => _ = writeln!(text, "hand = {number}"),
        Some(Value::String(name)) => _ = writeln!(text, "hand = {}", quote(name)),
        _ => {}
    }
    for name in ["currency", "currency_symbol"] {
        if let Some(Value::String(currency)) = table.get(name) {
            let _ = writeln!(text, "{name} = {}", quote(currency));
        }
    }
    if let Some(Value::Array(players)) = table.get("players") {
        let names: Vec<String> = players.iter().filter_map(Value::as_str).map(&mut quote).collect();
        let _ = writeln!(text, "players = [{}]", names.join(", "));
    }
    if let Some(actions) = table.get(ACTIONS) {
        let actions = actions.as_array().ok_or(Fault::WrongKind(ACTIONS))?;
        let mut texts = Vec::with_capacity(actions.len());
        for action in actions {
            let action = action.as_str().ok_or(Fault::WrongKind(ACTIONS))?;
            // Remarks are nothing to replay; white space is one blank.
            let (said, remark) = action.split_once('#').unwrap_or((action, ""));
            extended |= remark.trim_start().starts_with(OWN_ACTIONS);
            let words: Vec<&str> = said.split_whitespace().collect();
            texts.push(format!("'{}'", words.join(" ").replace('\'', "?")));
        }
        let _ = writeln!(text, "{ACTIONS} = [{}]", texts.join(", "));
    }
    if extended {
        text.push_str("_board_count = 1\n");
    }
    Ok(text)
}

/// Writes an amount in the plain style.
fn amount(value: &Value) -> Option<String> {
    match value {
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) if *number == f64::INFINITY => Some("inf".to_owned()),
        Value::Float(number) if number.is_finite() => {
            let text = number.to_string();
            Some(if text.contains('.') { text } else { format!("{text}.0") })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_floats_cannot_tell_from_zero_are_left_to_others() {
        let hand = |ante: &str| format!("variant = 'NT'\nantes = [0, {ante}]\nmin_bet = 2\n");
        assert!(plain(&hand("0.0"), 1).is_ok());
        assert!(plain(&hand("1e1"), 1).is_ok());
        for tiny in ["1e-1000", "0e1000", &format!("0.{}1", "0".repeat(999))] {
            assert!(plain(&hand(tiny), 1).is_err(), "{tiny}");
        }
    }
}
