//! Actions, as they are written and as something to do.

use croupier_cards::{Card, parse};
use croupier_engine::definition::Declaration;
use croupier_engine::{Cards, Declarations, Dice, Given, OPERATIONS, OperationKind, Seat};

use crate::amounts::number::Number;
use crate::phh::notation::{self, DECLINED, NotationError, OWN_ACTIONS, Style, Written};

/// An action of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    Nothing,
    DealBoard(Cards),
    DealHole(Seat, Cards),
    Fold(Seat),
    CheckOrCall(Seat),
    BringIn(Seat),
    /// The amount, if it is one that is counted: others are in the text.
    RaiseTo(Seat, Option<Number>),
    Discard(Seat, Cards),
    /// The cards; none for a hand that is mucked.
    Show(Seat, Cards),
    /// The cards that the player was dealt.
    ShowDealt(Seat),
    /// How often the board is run; nothing for no preference.
    SelectRunouts(Seat, Option<i64>),
    /// A decision that only custom games have.
    Decide(Seat, Decision),
    RollDice(Dice),
    RemoveBoards,
}

/// A decision that only custom games have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Decision {
    /// An operation that takes nothing but yes or no.
    Answer(OperationKind, bool),
    /// An operation that takes nothing but cards.
    Cards(OperationKind, Cards),
    Declare(Declarations),
    /// The name of a value, or its number.
    Choose(String),
    Buy(bool, Cards),
}

impl Decision {
    /// Returns the decision of a word of the table of operations; nothing where it takes more than yes, no or cards.
    fn by_word(word: &str, yes: bool, cards: &Cards) -> Option<Self> {
        let info = OPERATIONS.iter().find(|info| info.is_decision && info.word == word)?;
        Some(match info.given(|| yes, cards)? {
            Given::Status(yes) => Self::Answer(info.kind, yes),
            Given::Cards(cards) => Self::Cards(info.kind, cards.clone()),
        })
    }
}

impl Action {
    /// Reads an action of the standard as nearly all are written, with the commentary on it; nothing where it is written in
    /// another way, or is one of Croupier's own.
    #[must_use]
    pub fn parse(text: &str) -> Option<(Self, Option<&str>)> {
        if let Some(action) = Self::parse_fast(text.as_bytes()) {
            return Some((action, None));
        }
        let (said, commentary) = match memchr::memchr(b'#', text.as_bytes()) {
            Some(_) => notation::split_commentary(text),
            None => (text, None),
        };
        let mut words = said.split_ascii_whitespace();
        let Some(actor) = words.next() else {
            let is_own = commentary.is_some_and(|commentary| commentary.starts_with(OWN_ACTIONS));
            return (!is_own && said.is_ascii()).then_some((Self::Nothing, commentary));
        };
        let action = words.next()?;
        let parsed = if actor == "d" {
            match action {
                "db" => Self::DealBoard(cards(words.next()?.as_bytes())?),
                "dh" => Self::DealHole(player(words.next()?)?, cards(words.next()?.as_bytes())?),
                _ => return None,
            }
        } else {
            let seat = player(actor)?;
            match action {
                "f" => Self::Fold(seat),
                "cc" => Self::CheckOrCall(seat),
                "pb" => Self::BringIn(seat),
                "cbr" => {
                    let amount = words.next()?.as_bytes();
                    if !amount.first()?.is_ascii_digit() {
                        return None;
                    }
                    Self::RaiseTo(seat, Some(Number::parse(amount)?))
                }
                "sd" => {
                    let said = words.next().map(str::as_bytes);
                    Self::Discard(seat, said.map_or(Some(Cards::new()), cards)?)
                }
                "sm" => match words.next() {
                    None => Self::Show(seat, Cards::new()),
                    Some(DECLINED) => Self::ShowDealt(seat),
                    Some(text) => Self::Show(seat, cards(text.as_bytes())?),
                },
                _ => return None,
            }
        };
        words.next().is_none().then_some((parsed, commentary))
    }

    /// Reads an action that is written without a commentary and with one blank between words, as nearly all are.
    #[inline]
    fn parse_fast(text: &[u8]) -> Option<Self> {
        match *text {
            [b'p', player @ b'1'..=b'9', b' ', ref rest @ ..] => {
                let seat = usize::from(player - b'1');
                match *rest {
                    [b'f'] => Some(Self::Fold(seat)),
                    [b'c', b'c'] => Some(Self::CheckOrCall(seat)),
                    [b'c', b'b', b'r', b' ', ref amount @ ..] => {
                        let is_number = amount.first().is_some_and(u8::is_ascii_digit);
                        let number = is_number.then(|| Number::parse(amount))??;
                        Some(Self::RaiseTo(seat, Some(number)))
                    }
                    [b's', b'm', b' ', ref said @ ..] => Some(Self::Show(seat, cards(said)?)),
                    _ => None,
                }
            }
            [b'd', b' ', b'd', b'h', b' ', b'p', player @ b'1'..=b'9', b' ', ref said @ ..] => {
                Some(Self::DealHole(usize::from(player - b'1'), cards(said)?))
            }
            [b'd', b' ', b'd', b'b', b' ', ref said @ ..] => Some(Self::DealBoard(cards(said)?)),
            _ => None,
        }
    }

    /// Reads an action in any style, with the commentary on it.
    ///
    /// # Errors
    ///
    /// It is no action.
    pub fn read(text: &str, style: Style) -> Result<(Self, Option<&str>), NotationError> {
        if let Some(parsed) = Self::parse(text) {
            return Ok(parsed);
        }
        let written = notation::read(text, style)?;
        let commentary = written.commentary;
        Ok((Self::from_written(&written), commentary))
    }

    fn from_written(written: &Written<'_>) -> Self {
        // Nobody has so many players: whoever plays the action refuses one that there is not.
        let seat = usize::try_from(written.player.unwrap_or(0)).unwrap_or(usize::MAX >> 1);
        let said = written.argument.as_deref();
        let cards = || -> Cards {
            // The notation was read before, so that all of these are cards.
            said.map_or_else(Vec::new, |text| parse::cards(text).unwrap_or_default())
                .into_iter()
                .collect()
        };
        let yes = said != Some(DECLINED);
        let words = || said.unwrap_or_default().split(' ');
        match written.kind {
            "db" => Self::DealBoard(cards()),
            "dh" => Self::DealHole(seat, cards()),
            "f" => Self::Fold(seat),
            "cc" => Self::CheckOrCall(seat),
            "pb" => Self::BringIn(seat),
            "cbr" => Self::RaiseTo(seat, said.and_then(read_amount)),
            "sd" => Self::Discard(seat, cards()),
            "sm" if !yes => Self::ShowDealt(seat),
            "sm" => Self::Show(seat, cards()),
            "rc" => Self::SelectRunouts(seat, said.map(|count| count.parse().unwrap_or(i64::MAX))),
            "dc" => Self::Decide(seat, Decision::Declare(words().map(declaration).collect())),
            "ch" => Self::Decide(seat, Decision::Choose(said.unwrap_or_default().to_owned())),
            "by" if !yes => Self::Decide(seat, Decision::Buy(false, Cards::new())),
            "by" => Self::Decide(seat, Decision::Buy(true, cards())),
            "rd" => Self::RollDice(words().filter_map(|die| die.parse().ok()).collect()),
            "rm" => Self::RemoveBoards,
            word => {
                let decision = Decision::by_word(word, yes, &cards());
                decision.map_or(Self::Nothing, |decision| Self::Decide(seat, decision))
            }
        }
    }

    /// Returns the amount, if there is one that is counted.
    #[must_use]
    pub const fn amount(&self) -> Option<Number> {
        match self {
            Self::RaiseTo(_, amount) => *amount,
            _ => None,
        }
    }

    /// Returns the player who acts, or whom it is about.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::DealHole(seat, _)
            | Self::Fold(seat)
            | Self::CheckOrCall(seat)
            | Self::BringIn(seat)
            | Self::RaiseTo(seat, _)
            | Self::Discard(seat, _)
            | Self::Show(seat, _)
            | Self::ShowDealt(seat)
            | Self::SelectRunouts(seat, _)
            | Self::Decide(seat, _) => Some(*seat),
            Self::Nothing | Self::DealBoard(_) | Self::RollDice(_) | Self::RemoveBoards => None,
        }
    }

    /// Returns the method of a state that does it.
    #[must_use]
    pub const fn operation(&self) -> &'static str {
        match self {
            Self::Nothing => "no_operate",
            Self::DealBoard(_) => "deal_board",
            Self::DealHole(..) => "deal_hole",
            Self::Fold(_) => "fold",
            Self::CheckOrCall(_) => "check_or_call",
            Self::BringIn(_) => "post_bring_in",
            Self::RaiseTo(..) => "complete_bet_or_raise_to",
            Self::Discard(..) => "stand_pat_or_discard",
            Self::Show(..) | Self::ShowDealt(_) => "show_or_muck_hole_cards",
            Self::SelectRunouts(..) => "select_runout_count",
            Self::RollDice(_) => "roll_dice",
            Self::RemoveBoards => "remove_board_cards",
            Self::Decide(_, decision) => match decision {
                Decision::Answer(kind, _) | Decision::Cards(kind, _) => kind.info().method,
                Decision::Declare(_) => "declare",
                Decision::Choose(_) => "choose",
                Decision::Buy(..) => "buy_cards",
            },
        }
    }
}

/// Returns the commentary on an action.
#[must_use]
pub fn find_remark(text: &str) -> Option<&str> {
    match Action::parse(text) {
        Some((_, commentary)) => commentary,
        None => notation::read(text, Style::LOOSE).ok().and_then(|written| written.commentary),
    }
}

/// Returns the word of the amount in the text of a raise.
#[must_use]
pub fn amount_text(text: &str) -> &str {
    notation::split_commentary(text).0.split_whitespace().nth(2).unwrap_or_default()
}

/// Reads an amount as people and programs write it; nothing where it is more, or finer, than is counted.
fn read_amount(text: &str) -> Option<Number> {
    if text.contains(',') { Number::read(&text.replace(',', "")) } else { Number::read(text) }
}

fn declaration(word: &str) -> Declaration {
    match word {
        "low" => Declaration::Low,
        "high_low" => Declaration::Both,
        _ => Declaration::High,
    }
}

/// Reads a player, whom the notation counts from 1.
fn player(text: &str) -> Option<Seat> {
    match *text.as_bytes() {
        [b'p', digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')),
        [b'p', ten @ b'1'..=b'9', one @ b'0'..=b'9'] => {
            Some(usize::from(ten - b'0') * 10 + usize::from(one - b'0') - 1)
        }
        _ => None,
    }
}

fn cards(text: &[u8]) -> Option<Cards> {
    let (pairs, rest) = text.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return None;
    }
    let mut cards = Cards::new();
    for &[rank, suit] in pairs {
        cards.push(card(rank, suit)?);
    }
    Some(cards)
}

fn card(rank: u8, suit: u8) -> Option<Card> {
    let suit = match suit {
        b'c' => 0,
        b'd' => 1,
        b'h' => 2,
        b's' => 3,
        b'?' if rank == b'?' => return Some(Card::UNKNOWN),
        _ => return None,
    };
    let rank = match rank {
        b'2'..=b'9' => rank - b'2',
        b'T' => 8,
        b'J' => 9,
        b'Q' => 10,
        b'K' => 11,
        b'A' => 12,
        _ => return None,
    };
    Some(Card::new(rank * 4 + suit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards_of(text: &str) -> Cards {
        cards(text.as_bytes()).unwrap()
    }

    #[test]
    fn all_actions() {
        let amount = Number::parse(b"2.50");
        let strict = Style { strict: true, extended: false };
        for (text, action) in [
            ("", Some(Action::Nothing)),
            ("  # well", Some(Action::Nothing)),
            ("d db AsKd2c", Some(Action::DealBoard(cards_of("AsKd2c")))),
            ("d dh p1 ????", Some(Action::DealHole(0, cards_of("????")))),
            ("p2 f", Some(Action::Fold(1))),
            ("p10 cc # all-in", Some(Action::CheckOrCall(9))),
            ("p3 pb", Some(Action::BringIn(2))),
            ("p3  cbr\t2.50", Some(Action::RaiseTo(2, amount))),
            ("p3 sd", Some(Action::Discard(2, Cards::new()))),
            ("p3 sd As", Some(Action::Discard(2, cards_of("As")))),
            ("p3 sm", Some(Action::Show(2, Cards::new()))),
            ("p3 sm -", Some(Action::ShowDealt(2))),
            ("p3 sm AsKs", Some(Action::Show(2, cards_of("AsKs")))),
            ("# croupier: p1 rc 2", Some(Action::SelectRunouts(0, Some(2)))),
            ("p0 f", None),
            ("p03 f", None),
            ("p1", None),
            ("p1 f f", None),
            ("d db", None),
            ("d db A", None),
            ("d db 10h", None),
            ("d db A?", None),
            ("p1 cbr nan", None),
            ("p1 cbr -2", None),
            ("x", None),
        ] {
            let read = Action::read(text, strict).ok().map(|(action, _)| action);
            assert_eq!(read, action, "{text:?}");
            if let Some((parsed, _)) = Action::parse(text) {
                assert_eq!(Some(parsed), action, "{text:?}");
            }
        }
    }

    #[test]
    fn loose_actions() {
        let amount = |text: &str| Number::read(text);
        for (text, action) in [
            ("d db 10h, ", Action::DealBoard(cards_of("Th"))),
            ("p1 cbr 1,000", Action::RaiseTo(0, amount("1000"))),
            ("p1 cbr 1_000.5", Action::RaiseTo(0, amount("1000.5"))),
            ("p1 cbr 1e2", Action::RaiseTo(0, amount("1e2"))),
            ("p1 cbr 123456789012345678901", Action::RaiseTo(0, None)),
            (
                "p1 dc high low",
                Action::Decide(
                    0,
                    Decision::Declare([Declaration::High, Declaration::Low].into_iter().collect()),
                ),
            ),
            ("d rd 1 6", Action::RollDice(Dice::from_slice(&[1, 6]))),
            ("d rm", Action::RemoveBoards),
            ("p1 by -", Action::Decide(0, Decision::Buy(false, Cards::new()))),
        ] {
            let (read, _) = Action::read(text, Style::LOOSE).unwrap();
            assert_eq!(read, action, "{text:?}");
        }
    }

    #[test]
    fn commentaries() {
        for (text, commentary) in [
            ("p1 f", None),
            ("p1 f #", Some("")),
            ("p1 f #  a # b", Some(" a # b")),
            ("p1 f#\u{a0}a", Some("a")),
            ("# croupier: p1 rc # why", Some("why")),
        ] {
            assert_eq!(Action::read(text, Style::LOOSE).unwrap().1, commentary, "{text:?}");
        }
    }
}
