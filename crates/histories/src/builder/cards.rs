//! Cards in texts.

use croupier_cards::Card;
use croupier_engine::Cards;

/// Finds the cards of a text: a rank and a suit, whatever stands between them.
#[must_use]
pub fn find_cards(text: &str) -> Cards {
    let bytes = text.as_bytes();
    let mut cards = Cards::new();
    let mut place = 0;
    while place + 1 < bytes.len() {
        let ten = bytes[place] == b'1' && bytes[place + 1] == b'0';
        let suit = bytes.get(place + 1 + usize::from(ten)).copied().unwrap_or(0);
        let rank = if ten { b'T' } else { bytes[place] };
        match card_of(rank, suit) {
            Some(card) => {
                cards.push(card);
                place += 2 + usize::from(ten);
            }
            None => place += 1,
        }
    }
    cards
}

/// Returns the card of two characters.
#[must_use]
pub fn card_of(rank: u8, suit: u8) -> Option<Card> {
    let rank = match rank {
        b'2'..=b'9' => rank - b'2',
        b'T' => 8,
        b'J' => 9,
        b'Q' => 10,
        b'K' => 11,
        b'A' => 12,
        _ => return None,
    };
    let suit = match suit {
        b'c' => 0,
        b'd' => 1,
        b'h' => 2,
        b's' => 3,
        _ => return None,
    };
    Some(Card::new(rank * 4 + suit))
}

/// Appends cards to a text.
pub(crate) fn write_cards(cards: &[Card], text: &mut String) {
    for card in cards {
        let code = usize::from(card.code());
        if card.is_standard() {
            text.push(char::from(b"23456789TJQKA"[code / 4]));
            text.push(char::from(b"cdhs"[code % 4]));
        } else {
            text.push_str(&card.to_string());
        }
    }
}
