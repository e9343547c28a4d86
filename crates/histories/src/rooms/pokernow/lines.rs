//! Lines of PokerNow's log, one by one: who does what, for how much, with which cards.
//!
//! Names may hold anything, quotation marks too, but what follows them does not: so a player's name ends at the
//! last quotation mark that leaves a rest which makes sense.

use croupier_engine::Cards;

use super::super::scan::{cut, cut_last, find};
use super::error::{LogError, quote};
use crate::builder::card_of;

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum $type {
            $($variant,)*
        }

        impl $type {
            /// Returns the name that programs know it by.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns what has a name.
            #[must_use]
            pub fn find(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

named! {
    /// The kind of a line. The last two are in downloads alone.
    LineKind {
        Fold = "fold",
        Check = "check",
        Call = "call",
        Bet = "bet",
        Raise = "raise",
        Ante = "ante",
        SmallBlind = "small blind",
        BigBlind = "big blind",
        Straddle = "straddle",
        MissingSmallBlind = "missing small blind",
        MissedBigBlind = "missed big blind",
        BombPot = "bomb pot",
        Flop = "flop",
        Turn = "turn",
        River = "river",
        Undealt = "undealt",
        Hand = "hand",
        Show = "show",
        Collect = "collect",
        Uncalled = "uncalled",
        PaidBounty = "paid bounty",
        WonBounty = "won bounty",
        Runs = "runs",
        DeadSmallBlind = "dead small blind",
        DeadBigBlind = "dead big blind",
        Dealt = "dealt",
        Rake = "rake",
    }
}

named! {
    /// The other facts of a line: a second run or board, that somebody is all-in, a choice of runs, half a pot.
    Flag {
        None = "",
        AllIn = "all in",
        Second = "second",
        Twice = "twice",
        Once = "once",
        Low = "low",
        High = "high",
    }
}

impl LineKind {
    /// Tells whether it is a decision about chips.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        matches!(self, Self::Fold | Self::Check | Self::Call | Self::Bet | Self::Raise)
    }

    /// Tells whether it is a post.
    #[must_use]
    pub const fn is_post(self) -> bool {
        matches!(
            self,
            Self::Ante
                | Self::SmallBlind
                | Self::BigBlind
                | Self::Straddle
                | Self::MissingSmallBlind
                | Self::MissedBigBlind
                | Self::BombPot
        )
    }
}

/// A line of a log, in its own words: nothing is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The kind of the line.
    pub kind: LineKind,
    /// The player's name and number; empty if there is none.
    pub player: &'a str,
    /// How much, if the line says so.
    pub amount: Option<&'a str>,
    /// The cards; none if there are none.
    pub cards: Cards,
    /// The other facts of the line.
    pub flag: Flag,
}

/// The line with which a hand begins.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct HandStart<'a> {
    pub number: &'a str,
    pub name: &'a str,
    pub game: &'a str,
    pub dealer: &'a str,
    pub dead: bool,
}

/// The seats of a hand: names and stacks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SeatLine<'a> {
    pub number: Option<u32>,
    pub player: &'a str,
    pub stack: &'a str,
}

/// A mistake in a line that belongs to the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFault<'a> {
    /// This is no card.
    Card(&'a str),
    /// This is no seat.
    SeatLine(&'a str),
}

impl<'a> LineFault<'a> {
    /// Returns the part of the line that is wrong.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        match self {
            Self::Card(text) | Self::SeatLine(text) => text,
        }
    }

    /// Says what is wrong.
    #[must_use]
    pub fn explain(&self) -> LogError {
        match self {
            Self::Card(text) => LogError::CardSyntax { text: quote(text, 20) },
            Self::SeatLine(text) => LogError::NoLogSeat { text: quote(text, 60) },
        }
    }
}

/// The posts, as the log has them behind "posts a" or "posts an".
const POSTS: [(&str, LineKind); 7] = [
    ("small blind", LineKind::SmallBlind),
    ("big blind", LineKind::BigBlind),
    ("ante", LineKind::Ante),
    ("straddle", LineKind::Straddle),
    ("missing small blind", LineKind::MissingSmallBlind),
    ("missed big blind", LineKind::MissedBigBlind),
    ("bet", LineKind::BombPot),
];
const BETS: [(&str, LineKind); 7] = [
    ("calls", LineKind::Call),
    ("calls with", LineKind::Call),
    ("bets", LineKind::Bet),
    ("bets with", LineKind::Bet),
    ("raises", LineKind::Raise),
    ("raises to", LineKind::Raise),
    ("raises with", LineKind::Raise),
];
const STREETS: [(&str, LineKind); 7] = [
    ("Flop", LineKind::Flop),
    ("flop", LineKind::Flop),
    ("Turn", LineKind::Turn),
    ("turn", LineKind::Turn),
    ("River", LineKind::River),
    ("river", LineKind::River),
    ("Undealt cards", LineKind::Undealt),
];
/// How lines begin that are about the table.
const TALK: [&str; 11] = [
    "The player ",
    "The admin ",
    "The game's ",
    "The game ",
    "Game ",
    "IMPORTANT: ",
    "WARNING: ",
    "Asking to ",
    "Remaining players ",
    "All players in hand ",
    "Some players ",
];
const TALK_OF_PLAYER: [&str; 5] =
    ["will be playing on table", "joined", "quits", "stand up", "sit back"];

/// Tells whether a line is about the table, and moves no chip of the hand.
#[must_use]
pub fn is_talk(text: &str) -> bool {
    let of_player = |rest: &str| {
        TALK_OF_PLAYER.iter().any(|talk| {
            let after = rest.strip_prefix(talk).map(|after| after.chars().next());
            after
                .is_some_and(|next| !next.is_some_and(|next| next.is_alphanumeric() || next == '_'))
        })
    };
    TALK.iter().any(|talk| text.starts_with(talk))
        || text.match_indices("\" ").any(|(place, mark)| of_player(&text[place + mark.len()..]))
}

/// Reads the line that begins a hand; nothing if it begins none.
#[must_use]
pub fn read_start(text: &str) -> Option<HandStart<'_>> {
    let rest = text.strip_prefix("-- starting hand #")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    if number.is_empty() || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim_start();
    let named = rest.strip_prefix("(id: ").and_then(|rest| rest.split_once(')'));
    let (name, rest) = match named {
        Some((name, rest)) if rest.starts_with(char::is_whitespace) => (name, rest.trim_start()),
        _ => ("", rest),
    };
    let rest = rest.strip_suffix(" --")?;
    let dealt = cut(rest, "(dealer: \"");
    let dealt = dealt.and_then(|(game, rest)| Some((game, rest.strip_suffix("\")")?, false)));
    let dead = || rest.strip_suffix("(dead button)").map(|game| (game, "", true));
    let (game, dealer, dead) = dealt.or_else(dead)?;
    let game = game.trim();
    let bare = game.strip_prefix('(').and_then(|game| game.strip_suffix(')'));
    Some(HandStart { number, name, game: bare.unwrap_or(game), dealer, dead })
}

/// Reads the line that says what players begin with.
///
/// # Errors
///
/// Something in it is no seat.
pub fn read_seats(text: &str) -> Result<Vec<SeatLine<'_>>, LineFault<'_>> {
    let rest = text.split_once(':').map_or("", |(_, rest)| rest.trim());
    let mut seats = Vec::with_capacity(10);
    let mut begin = 0;
    // A seat ends with a stack in parentheses, and the next begins with a number or a quotation mark.
    for (place, border) in rest.match_indices(" | ") {
        let next = &rest[place + border.len()..];
        if rest[..place].ends_with(')') && begins_seat(next) {
            seats.push(read_seat(&rest[begin..place])?);
            begin = place + border.len();
        }
    }
    seats.push(read_seat(&rest[begin..])?);
    Ok(seats)
}

fn begins_seat(text: &str) -> bool {
    let Some(numbered) = text.strip_prefix('#') else { return text.starts_with('"') };
    let digits = numbered.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && numbered[digits..].starts_with(" \"")
}

fn read_seat(text: &str) -> Result<SeatLine<'_>, LineFault<'_>> {
    let read = || {
        let (number, rest) = match text.strip_prefix('#') {
            None => (None, text),
            Some(rest) => {
                let (number, rest) = rest.split_once(' ')?;
                let is_short = (1..=4).contains(&number.len()) && is_digits(number);
                (Some(number.parse().ok().filter(|_| is_short)?), rest)
            }
        };
        let (player, stack) = cut_last(rest.strip_prefix('"')?.strip_suffix(')')?, "\" (")?;
        is_amount(stack).then_some(SeatLine { number, player, stack })
    };
    read().ok_or(LineFault::SeatLine(text))
}

/// Reads a line within a hand; nothing if it is nothing that belongs to the play.
///
/// # Errors
///
/// It belongs to the play, but names something that is no card.
pub fn read_line(text: &str) -> Result<Option<Line<'_>>, LineFault<'_>> {
    if let Some(quoted) = text.strip_prefix('"') {
        return read_action(quoted);
    }
    if let Some(line) = read_board(text) {
        return line.map(Some);
    }
    if let Some(cards) = text.strip_prefix("Your hand is ") {
        let cards = read_cards(cards)?;
        return Ok(Some(Line { cards, ..make_line(LineKind::Hand, "") }));
    }
    if let Some(line) = read_returned(text) {
        return Ok(Some(line));
    }
    Ok(match text {
        "Dead Small Blind" => Some(make_line(LineKind::DeadSmallBlind, "")),
        "Dead Big Blind" => Some(make_line(LineKind::DeadBigBlind, "")),
        _ => None,
    })
}

fn make_line<'a>(kind: LineKind, player: &'a str) -> Line<'a> {
    Line { kind, player, amount: None, cards: Cards::new(), flag: Flag::None }
}

/// Reads what a player does; the first quotation mark is gone already.
fn read_action(text: &str) -> Result<Option<Line<'_>>, LineFault<'_>> {
    let Some((player, rest)) = cut_last(text, "\" ") else { return Ok(None) };
    match rest {
        "folds" => return Ok(Some(make_line(LineKind::Fold, player))),
        "checks" => return Ok(Some(make_line(LineKind::Check, player))),
        _ => {}
    }
    if let Some(line) = read_payment(player, rest) {
        return Ok(Some(line));
    }
    let shown = ["shows a ", "shows an ", "show a ", "show an "];
    if let Some(cards) = shown.iter().find_map(|words| rest.strip_prefix(words))
        && !cards.contains('"')
    {
        let cards = read_cards(cards.strip_suffix('.').unwrap_or(cards))?;
        return Ok(Some(Line { cards, ..make_line(LineKind::Show, player) }));
    }
    Ok(read_winning(text).or_else(|| read_bounty(text)).or_else(|| read_choice(player, rest)))
}

/// Reads bets, calls and posts: a word, an amount, and what belongs to them.
fn read_payment<'a>(player: &'a str, rest: &'a str) -> Option<Line<'a>> {
    let rest = rest.trim_end_matches(' ');
    let rest = rest.strip_suffix('.').unwrap_or(rest);
    let all_in = rest.strip_suffix(" and go all in").or_else(|| rest.strip_suffix(" and all in"));
    let flag = if all_in.is_some() { Flag::AllIn } else { Flag::None };
    let rest = all_in.unwrap_or(rest);
    let bomb = rest.strip_suffix(" (bomb pot bet)");
    let (words, amount) = bomb.unwrap_or(rest).rsplit_once(' ')?;
    if !is_amount(amount) {
        return None;
    }
    let posted = words.strip_prefix("posts a ").or_else(|| words.strip_prefix("posts an "));
    let found = match posted {
        Some(post) => {
            let post = post.strip_suffix(" of")?;
            POSTS.iter().find(|(words, _)| *words == post)
        }
        None => BETS.iter().find(|(bet, _)| *bet == words),
    };
    let kind = if bomb.is_some() { found.map(|_| LineKind::BombPot)? } else { found?.1 };
    Some(Line { amount: Some(amount), flag, ..make_line(kind, player) })
}

/// Reads what somebody wins of a pot.
fn read_winning(text: &str) -> Option<Line<'_>> {
    if let Some((player, rest)) = cut_last(text, "\" collected ") {
        let (amount, how) = cut(rest, " from pot")?;
        let flag = if find(how, " low hand").is_some() {
            Flag::Low
        } else if find(how, " hi hand").is_some() {
            Flag::High
        } else if find(how, "on the second").is_some() {
            Flag::Second
        } else {
            Flag::None
        };
        return is_amount(amount).then(|| Line {
            amount: Some(amount),
            flag,
            ..make_line(LineKind::Collect, player)
        });
    }
    let (player, rest) = cut_last(text, "\" gained ").or_else(|| cut_last(text, "\" wins "))?;
    let (amount, _) = cut(rest, " with ").unwrap_or((rest.trim_end_matches('.'), ""));
    is_amount(amount).then(|| Line { amount: Some(amount), ..make_line(LineKind::Collect, player) })
}

/// Reads the bounty for seven and deuce.
fn read_bounty(text: &str) -> Option<Line<'_>> {
    let bounty = |rest: &str, begin: &str| {
        let rest = rest.strip_prefix(begin)?;
        let rest = rest.strip_prefix("7-2").or_else(|| rest.strip_prefix("72"))?;
        rest.starts_with(" bounty").then_some(())
    };
    let read = |kind, player, rest: &'_ str, begin| {
        let (amount, rest) = rest.split_once(' ')?;
        bounty(rest, begin)?;
        is_amount(amount).then_some((kind, player, amount.len()))
    };
    let (kind, player, length, rest) = if let Some((player, rest)) = cut(text, "\" paid ") {
        let (kind, player, length) = read(LineKind::PaidBounty, player, rest, "for the ")?;
        (kind, player, length, rest)
    } else {
        let (player, rest) = cut_last(text, "\" collected ")?;
        let (kind, player, length) = read(LineKind::WonBounty, player, rest, "from the ")?;
        (kind, player, length, rest)
    };
    Some(Line { amount: Some(&rest[..length]), ..make_line(kind, player) })
}

/// Reads whether somebody wants to run it twice.
fn read_choice<'a>(player: &'a str, rest: &str) -> Option<Line<'a>> {
    let rest = rest.strip_prefix("chooses to ")?.trim_start_matches(' ');
    let (rest, flag) = match rest.strip_prefix("not ") {
        Some(rest) => (rest, Flag::Once),
        None => (rest, Flag::Twice),
    };
    let whole = matches!(rest, "run it twice" | "run it twice.");
    whole.then(|| Line { flag, ..make_line(LineKind::Runs, player) })
}

/// Reads the cards of a board; nothing if the line is about something else.
fn read_board(text: &str) -> Option<Result<Line<'_>, LineFault<'_>>> {
    let (street, kind) = STREETS.iter().find(|(street, _)| text.starts_with(street))?;
    let mut rest = &text[street.len()..];
    if let Some(inner) = rest.strip_prefix(" (") {
        rest = inner.split_once(')')?.1;
    }
    let (_, rest) = rest.strip_prefix(':')?.split_once('[')?;
    let (cards, end) = rest.split_once(']')?;
    let flag = match end {
        "" => Flag::None,
        " (second run)" | " (second board)" => Flag::Second,
        _ => return None,
    };
    if cards.is_empty() {
        return None;
    }
    Some(read_cards(cards).map(|cards| Line { cards, flag, ..make_line(*kind, "") }))
}

fn read_returned(text: &str) -> Option<Line<'_>> {
    let rest = text.strip_prefix("Uncalled bet of ")?.strip_suffix('"')?;
    let (amount, player) = cut(rest, " returned to \"")?;
    is_amount(amount)
        .then(|| Line { amount: Some(amount), ..make_line(LineKind::Uncalled, player) })
}

/// Reads cards such as `10♥, A♠`.
fn read_cards(text: &str) -> Result<Cards, LineFault<'_>> {
    text.split(',').map(|part| read_card(part.trim()).ok_or(LineFault::Card(part.trim()))).collect()
}

fn read_card(text: &str) -> Option<croupier_cards::Card> {
    let suit = text.chars().next_back()?;
    let letter = match suit {
        '♣' | 'c' => b'c',
        '♦' | 'd' => b'd',
        '♥' | 'h' => b'h',
        '♠' | 's' => b's',
        _ => return None,
    };
    match &text[..text.len() - suit.len_utf8()] {
        "10" => card_of(b'T', letter),
        rank => match rank.as_bytes() {
            &[rank] => card_of(rank, letter),
            _ => None,
        },
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Tells whether a text is an amount: digits, perhaps with commas, perhaps with a part behind a point.
fn is_amount(text: &str) -> bool {
    let (whole, part) = text.split_once('.').map_or((text, None), |(a, b)| (a, Some(b)));
    whole.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && whole.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
        && part.is_none_or(is_digits)
}
