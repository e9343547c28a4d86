//! The notation of actions: what is written, word by word, as the standard has it or as others write it.

use std::borrow::Cow;

use croupier_cards::{coded_errors, parse};
use croupier_engine::{OPERATIONS, OperationInfo};

/// The beginning of a commentary that is an action which the standard does not have.
pub const OWN_ACTIONS: &str = "croupier: ";
/// The mark of not buying, or of not paying for a card to be turned.
pub const DECLINED: &str = "-";

/// How an action may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether nothing but what the standard has is taken. Otherwise tens may be `10`, cards may have commas between
    /// them, and amounts thousands, underscores and exponents.
    pub strict: bool,
    /// Whether there are actions and jokers that only games of configurations have.
    pub extended: bool,
}

impl Style {
    /// As people and programs write.
    pub const LOOSE: Self = Self { strict: false, extended: true };
}

/// An action as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written<'t> {
    /// The word for it; empty where nothing is done.
    pub kind: &'t str,
    /// The player, counted from 0, if there is one.
    pub player: Option<u128>,
    /// The cards, the amount, or what else follows.
    pub argument: Option<Cow<'t, str>>,
    /// The text after the `#`.
    pub commentary: Option<&'t str>,
}

coded_errors! {
    /// Why a text is no action.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum NotationError {
        #[error("the dealer's actions are {0}")]
        NoDealerAction(actions: String),
        #[error("a player's actions are {0}")]
        NoPlayerAction(actions: String),
        #[error("{0} is no player such as p1, nor the dealer, d")]
        PlayerSyntax(given: String),
        #[error("{0} is no amount such as 6 or 2.50")]
        AmountSyntax(given: String),
        #[error("'cbr' is followed by one amount")]
        OneAmount,
        #[error("nothing follows '{0}' but a commentary")]
        NothingFollows(kind: String),
        #[error("'{0}' is followed by cards without spaces, or by nothing")]
        OneGroupOfCards(kind: String),
        #[error("{0} are no cards such as AsKd or ????")]
        CardSyntax(given: String),
        #[error("there are no cards in {0}")]
        EmptyCards(given: String),
        #[error("'{kind}' is followed by {follower}")]
        NoDecision { kind: String, follower: &'static str },
        #[error("Croupier's own actions are 'd db CARDS' and 'PLAYER rc [COUNT]'")]
        NoOwnAction,
    }
}

/// Writes a text with quotes around it, as Python does.
#[must_use]
pub fn quoted(text: &str) -> String {
    use std::fmt::Write;
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut said = String::with_capacity(text.len() + 2);
    said.push(quote);
    for letter in text.chars() {
        match letter {
            '\\' => said.push_str("\\\\"),
            '\n' => said.push_str("\\n"),
            '\r' => said.push_str("\\r"),
            '\t' => said.push_str("\\t"),
            _ if letter == quote => {
                said.push('\\');
                said.push(letter);
            }
            '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' => {
                let _ = write!(said, "\\x{:02x}", u32::from(letter));
            }
            _ if is_printable(letter) => said.push(letter),
            // Writing to a text cannot fail.
            _ if letter <= '\u{ffff}' => drop(write!(said, "\\u{:04x}", u32::from(letter))),
            _ => drop(write!(said, "\\U{:08x}", u32::from(letter))),
        }
    }
    said.push(quote);
    said
}

/// Tells whether a character can be seen, or is a mark on the one before it.
fn is_printable(letter: char) -> bool {
    // Marks at the beginning of a text are escaped, too.
    let mut pair = [0; 5];
    pair[0] = b'x';
    let length = letter.encode_utf8(&mut pair[1..]).len();
    let pair = std::str::from_utf8(&pair[..=length]).unwrap_or_default();
    letter.is_ascii() || pair.escape_debug().nth(1) == Some(letter)
}

/// Tells whether a character separates words; Python has some more than Unicode.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter)
}

/// Splits an action and the commentary on it.
#[must_use]
pub fn split_commentary(text: &str) -> (&str, Option<&str>) {
    let Some((said, rest)) = text.split_once('#') else { return (text, None) };
    (said, Some(rest.strip_prefix(is_blank).unwrap_or(rest)))
}

/// Returns the operation of a word that only games of configurations have.
#[must_use]
pub fn find_own(kind: &str) -> Option<&'static OperationInfo> {
    let standard = ["", "db", "dh", "sd", "pb", "f", "cc", "cbr", "sm", "rc"];
    OPERATIONS.iter().find(|info| info.word == kind && !standard.contains(&kind))
}

/// Reads an action.
///
/// # Errors
///
/// An action that the notation does not have, with what was expected.
pub fn read(text: &str, style: Style) -> Result<Written<'_>, NotationError> {
    let (said, commentary) = split_commentary(text);
    let mut words = said.split(is_blank).filter(|word| !word.is_empty());
    let Some(actor) = words.next() else {
        return match commentary.and_then(|commentary| commentary.strip_prefix(OWN_ACTIONS)) {
            Some(own) => read_own(own),
            None => Ok(Written { kind: "", player: None, argument: None, commentary }),
        };
    };
    let others: Vec<&str> = words.collect();
    let written = |kind, player, argument| Ok(Written { kind, player, argument, commentary });
    if actor == "d" {
        return match others[..] {
            ["db", cards] => written("db", None, Some(read_cards(cards, style)?.into())),
            ["dh", player, cards] => {
                let cards = read_cards(cards, style)?;
                written("dh", Some(read_player(player)?), Some(cards.into()))
            }
            [kind, ref rest @ ..] => match find_own(kind).filter(|info| !info.is_decision) {
                Some(info) if style.extended => {
                    written(info.word, None, read_decision(info, rest, style)?)
                }
                _ => Err(no_dealer_action(style)),
            },
            [] => Err(no_dealer_action(style)),
        };
    }
    let player = Some(read_player(actor)?);
    match others[..] {
        [kind @ ("pb" | "f" | "cc")] => written(kind, player, None),
        ["cbr", amount] => {
            let is_amount =
                if style.strict { is_standard_amount(amount) } else { is_amount(amount) };
            match is_amount {
                true => written("cbr", player, Some(amount.into())),
                false => Err(NotationError::AmountSyntax(quoted(amount))),
            }
        }
        [kind @ ("sd" | "sm")] => written(kind, player, None),
        ["sm", DECLINED] => written("sm", player, Some(DECLINED.into())),
        [kind @ ("sd" | "sm"), cards] => {
            written(kind, player, Some(read_cards(cards, style)?.into()))
        }
        [kind, ref rest @ ..] => match find_own(kind).filter(|info| info.is_decision) {
            Some(info) if style.extended => {
                written(info.word, player, read_decision(info, rest, style)?)
            }
            _ => Err(match kind {
                "pb" | "f" | "cc" => NotationError::NothingFollows(kind.to_owned()),
                "cbr" => NotationError::OneAmount,
                "sd" | "sm" => NotationError::OneGroupOfCards(kind.to_owned()),
                _ => no_player_action(style),
            }),
        },
        [] => Err(no_player_action(style)),
    }
}

fn no_dealer_action(style: Style) -> NotationError {
    let said = match style.extended {
        false => "'d db CARDS' and 'd dh PLAYER CARDS'",
        true => "'d db CARDS', 'd dh PLAYER CARDS', 'd rd NUMBERS' and 'd rm'",
    };
    NotationError::NoDealerAction(said.to_owned())
}

fn no_player_action(style: Style) -> NotationError {
    let mut said = "pb, f, cc, cbr, sd and sm".to_owned();
    if style.extended {
        let is_own = |info: &&OperationInfo| info.is_decision && find_own(info.word).is_some();
        let own: Vec<&str> = OPERATIONS.iter().filter(is_own).map(|info| info.word).collect();
        said = format!("{said}, and in games of configurations {}", own.join(", "));
    }
    NotationError::NoPlayerAction(said)
}

/// Reads an action of Croupier's own, which is written as a commentary.
fn read_own(text: &str) -> Result<Written<'_>, NotationError> {
    let (said, rest) = match text.split_once('#') {
        Some((said, rest)) => (said, Some(rest.strip_prefix(' ').unwrap_or(rest))),
        None => (text, None),
    };
    let words: Vec<&str> = said.split(is_blank).filter(|word| !word.is_empty()).collect();
    let written = |kind, player, argument| Ok(Written { kind, player, argument, commentary: rest });
    let loose = Style { strict: false, extended: false };
    match words[..] {
        ["d", "db", cards] => written("db", None, Some(read_cards(cards, loose)?.into())),
        [player, "rc"] => written("rc", Some(read_player(player)?), None),
        [player, "rc", count] if is_counting(count) => {
            written("rc", Some(read_player(player)?), Some(count.into()))
        }
        [player, kind, ref rest @ ..] => {
            let info = find_own(kind).filter(|info| info.is_decision);
            let info = info.ok_or(NotationError::NoOwnAction)?;
            written(info.word, Some(read_player(player)?), read_decision(info, rest, loose)?)
        }
        _ => Err(NotationError::NoOwnAction),
    }
}

/// Tells whether a text is a number from 1.
fn is_counting(text: &str) -> bool {
    text.starts_with(|digit: char| matches!(digit, '1'..='9'))
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_player(text: &str) -> Result<u128, NotationError> {
    let number = text.strip_prefix('p').filter(|digits| is_counting(digits));
    let number = number.and_then(|digits| digits.parse::<u128>().ok());
    number.map(|number| number - 1).ok_or_else(|| NotationError::PlayerSyntax(quoted(text)))
}

fn read_cards(text: &str, style: Style) -> Result<&str, NotationError> {
    let is_card = |pair: &[u8]| match *pair {
        [b'?', b'?'] => true,
        [b'*', b'c' | b'd' | b'h' | b's'] => style.extended,
        [rank, b'c' | b'd' | b'h' | b's'] => b"23456789TJQKA".contains(&rank),
        _ => false,
    };
    if !text.is_empty() && text.as_bytes().chunks(2).all(is_card) {
        return Ok(text);
    }
    if style.strict {
        return Err(NotationError::CardSyntax(quoted(text)));
    }
    match parse::cards(text) {
        Ok(cards) if cards.is_empty() => Err(NotationError::EmptyCards(quoted(text))),
        Ok(_) => Ok(text),
        Err(_) => Err(NotationError::CardSyntax(quoted(text))),
    }
}

/// Tells whether a text is an amount as the standard has it: digits, and maybe a point with digits behind it.
fn is_standard_amount(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').map_or_else(|| digits(text), |(whole, part)| digits(whole) && digits(part))
}

/// Tells whether a text is an amount as people and programs write it: with thousands, underscores and exponents.
fn is_amount(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = |part: &str| part.split('_').all(digits);
    let thousands = |part: &str| {
        let mut groups = part.split(',');
        let first = groups.next().unwrap_or_default();
        first.len() <= 3 && digits(first) && groups.all(|group| group.len() == 3 && digits(group))
    };
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (text, None),
    };
    let (whole, part) = match number.split_once('.') {
        Some((whole, part)) => (whole, Some(part)),
        None => (number, None),
    };
    exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
        && part.is_none_or(grouped)
        && (grouped(whole) || whole.contains(',') && thousands(whole))
}

/// Reads what follows the word of a decision.
fn read_decision<'t>(
    info: &OperationInfo,
    words: &[&'t str],
    style: Style,
) -> Result<Option<Cow<'t, str>>, NotationError> {
    let mut kinds = [""; 2];
    for (kind, (_, given, _)) in kinds.iter_mut().zip(info.arguments) {
        *kind = given;
    }
    let together = || Ok(Some(words.join(" ").into()));
    let is_die = |word: &&str| matches!(word.as_bytes(), [b'1'..=b'6']);
    let is_declaration = |word: &&str| ["high", "low", "high_low"].contains(word);
    match (kinds, words) {
        (["", ""] | ["cards", ""] | ["status", _], []) => Ok(None),
        (["status", _], [DECLINED]) => Ok(Some(DECLINED.into())),
        (["cards", ""] | ["status", "cards"], [cards]) => {
            Ok(Some(read_cards(cards, style)?.into()))
        }
        (["order", ""], [_, ..]) => {
            // The blanks are for the eye: the game knows how many cards a subset has.
            for cards in words {
                read_cards(cards, style)?;
            }
            together()
        }
        (["declarations", ""], [_, ..]) if words.iter().all(is_declaration) => together(),
        (["choice", ""], [_, ..]) => together(),
        (["dice", ""], [_, ..]) if words.iter().all(is_die) => together(),
        _ => Err(NotationError::NoDecision {
            kind: info.word.to_owned(),
            follower: match kinds {
                ["cards", _] => "cards without spaces, or by nothing",
                ["order", _] => "the cards of each subset",
                ["declarations", _] => {
                    "high, low or high_low, once for all pots or for each of them"
                }
                ["choice", _] => "what is chosen",
                ["status", "cards"] => {
                    "the cards that are discarded, by nothing, or by '-' where nothing is bought"
                }
                ["status", _] => "nothing, or by '-' where nothing is paid",
                ["dice", _] => "numbers from 1 to 6, one for each die",
                _ => "nothing but a commentary",
            },
        }),
    }
}
