//! Actions as they are written.

use croupier_cards::Card;
use croupier_engine::{Cards, Seat};

use crate::number::Number;

/// What an action says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    Nothing,
    DealBoard(Cards),
    DealHole(Seat, Cards),
    Fold(Seat),
    CheckOrCall(Seat),
    BringIn(Seat),
    RaiseTo(Seat, Number),
    Discard(Seat, Cards),
    /// The cards; none for a hand that is mucked.
    Show(Seat, Cards),
    /// The cards that the player was dealt.
    ShowDealt(Seat),
}

impl Action {
    /// Reads an action, or returns nothing where it is written in no known way.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // Nearly all actions have single blanks and no remark.
        let said = match text.find('#') {
            Some(start) => &text[..start],
            None => text,
        };
        let mut words = said.split_ascii_whitespace();
        let Some(actor) = words.next() else { return Some(Self::Nothing) };
        let action = words.next()?;
        let parsed = if actor == "d" {
            match action {
                "db" => Self::DealBoard(cards(words.next()?)?),
                "dh" => Self::DealHole(player(words.next()?)?, cards(words.next()?)?),
                _ => return None,
            }
        } else {
            let seat = player(actor)?;
            match action {
                "f" => Self::Fold(seat),
                "cc" => Self::CheckOrCall(seat),
                "pb" => Self::BringIn(seat),
                "cbr" => Self::RaiseTo(seat, Number::parse(words.next()?.as_bytes())?),
                "sd" => Self::Discard(seat, words.next().map_or(Some(Cards::new()), cards)?),
                "sm" => match words.next() {
                    None => Self::Show(seat, Cards::new()),
                    Some("-") => Self::ShowDealt(seat),
                    Some(text) => Self::Show(seat, cards(text)?),
                },
                _ => return None,
            }
        };
        words.next().is_none().then_some(parsed)
    }

    /// Returns the amount, if there is one.
    #[must_use]
    pub const fn amount(&self) -> Option<Number> {
        match self {
            Self::RaiseTo(_, amount) => Some(*amount),
            _ => None,
        }
    }
}

/// Reads a player, whom the notation counts from 1.
fn player(text: &str) -> Option<Seat> {
    let digits = text.strip_prefix('p')?;
    let plain = matches!(digits.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    plain.then(|| digits.parse::<usize>().ok()).flatten().map(|number| number - 1)
}

fn cards(text: &str) -> Option<Cards> {
    let bytes = text.as_bytes();
    let mut cards = Cards::new();
    for pair in bytes.chunks(2) {
        let [rank, suit] = *pair else { return None };
        cards.push(card(rank, suit)?);
    }
    (!cards.is_empty()).then_some(cards)
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
        cards(text).unwrap()
    }

    #[test]
    fn all_actions() {
        let amount = Number::parse(b"2.50").unwrap();
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
            ("p0 f", None),
            ("p03 f", None),
            ("p1", None),
            ("p1 f f", None),
            ("d db", None),
            ("d db A", None),
            ("d db 10h", None),
            ("d db A?", None),
            ("p1 cbr nan", None),
            ("x", None),
        ] {
            assert_eq!(Action::parse(text), action, "{text:?}");
        }
    }
}
