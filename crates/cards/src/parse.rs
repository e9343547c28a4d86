//! Text to cards and back.

use std::str::FromStr;

use thiserror::Error;

use crate::card::{JOKER_CHARACTER, UNKNOWN_CHARACTER};
use crate::{Card, Rank, Suit};

/// An error in a text of cards. The texts of the first three are those of PokerKit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseCardError {
    /// A card's first character is no rank.
    #[error("'{0}' is not a valid Rank")]
    Rank(char),
    /// A card's second character is no suit.
    #[error("'{0}' is not a valid Suit")]
    Suit(char),
    /// A word ends within a card.
    #[error(
        "The sum of the lengths of valid card representations must be a multiple of 2, unlike '{0}'"
    )]
    Length(String),
    /// One card was expected.
    #[error("one card was expected, but '{0}' is not one")]
    Count(String),
}

/// Reads any number of cards: words of rank and suit characters, `10` for `T`, commas ignored.
///
/// ```
/// use croupier_cards::parse;
///
/// let cards = parse::cards("2c, 10d ??").unwrap();
/// assert_eq!(parse::text(&cards), "2cTd??");
/// assert_eq!(parse::cards("1d").unwrap_err().to_string(), "'1' is not a valid Rank");
/// ```
///
/// # Errors
///
/// The first word that is no text of cards.
pub fn cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    let text = text.replace("10", "T").replace(',', "");
    let mut cards = Vec::with_capacity(text.len() / 2);
    for word in text.split_whitespace() {
        if word.chars().count() % 2 != 0 {
            return Err(ParseCardError::Length(word.to_owned()));
        }
        let mut characters = word.chars();
        while let (Some(rank), Some(suit)) = (characters.next(), characters.next()) {
            cards.push(card(rank, suit)?);
        }
    }
    Ok(cards)
}

/// Reads one card from its two characters.
///
/// # Errors
///
/// The character that is neither a rank nor a suit.
pub fn card(rank: char, suit: char) -> Result<Card, ParseCardError> {
    let known_suit = match suit {
        UNKNOWN_CHARACTER => None,
        _ => Some(suit),
    };
    let known_rank = match rank {
        UNKNOWN_CHARACTER | JOKER_CHARACTER => None,
        _ => Some(Rank::from_character(rank).ok_or(ParseCardError::Rank(rank))?),
    };
    let known_suit = match known_suit {
        Some(suit) => Some(Suit::from_character(suit).ok_or(ParseCardError::Suit(suit))?),
        None => None,
    };
    match (rank, known_suit) {
        (JOKER_CHARACTER, Some(suit)) => Ok(Card::joker(suit)),
        (JOKER_CHARACTER, None) => Err(ParseCardError::Suit(suit)),
        _ => Ok(Card::partial(known_rank, known_suit)),
    }
}

/// Writes cards one after the other, as in `AsKs`.
#[must_use]
pub fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match cards(text)?.as_slice() {
            [card] => Ok(*card),
            _ => Err(ParseCardError::Count(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_the_bad_part() {
        assert_eq!(cards("As1d"), Err(ParseCardError::Rank('1')));
        assert_eq!(cards("AsAx"), Err(ParseCardError::Suit('x')));
        assert_eq!(cards("Kd AsA"), Err(ParseCardError::Length("AsA".into())));
        assert_eq!(cards("*?"), Err(ParseCardError::Suit('?')));
        assert_eq!("AsKs".parse::<Card>(), Err(ParseCardError::Count("AsKs".into())));
    }

    proptest! {
        #[test]
        fn any_text_is_cards_or_an_error(text in ".{0,40}") {
            let _ = cards(&text);
        }

        #[test]
        fn round_trip(codes in prop::collection::vec(0..crate::card::CODE_COUNT as u8, 0..60)) {
            let dealt: Vec<Card> = codes.into_iter().map(Card::new).collect();
            prop_assert_eq!(cards(&text(&dealt)), Ok(dealt));
        }
    }
}
