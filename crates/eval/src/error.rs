//! Errors: what can be wrong with a hand that is to be ranked.

use croupier_cards::{Card, coded_errors, parse};

coded_errors! {
    /// The reason why cards could not be ranked.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum EvalError {
        /// There is no ranking of this name.
        #[error("there is no ranking '{name}'{}", suggestion(.suggestions))]
        UnknownRanking {
            /// The name that was asked for.
            name: String,
            /// Known names that look like it.
            suggestions: Vec<&'static str>,
        },
        /// A hand of this ranking has another number of cards.
        #[error("{ranking} takes {}, but {given} were given", counts(*.minimum, *.maximum))]
        CardCount {
            /// The ranking's name.
            ranking: String,
            /// How many cards there were.
            given: usize,
            /// The fewest cards of a hand.
            minimum: usize,
            /// The most cards of a hand.
            maximum: usize,
        },
        /// A card stands twice in one hand.
        #[error("the card {0} was given twice")]
        DuplicateCard(card: Card),
        /// The rank or the suit of a card is not known.
        #[error("the card {0} is unknown and cannot be ranked")]
        UnknownCard(card: Card),
        /// The ranking is made for a deck without this card.
        #[error("the card {card} is not in the deck of {ranking}")]
        NotInDeck {
            /// The card.
            card: Card,
            /// The ranking's name.
            ranking: String,
        },
        /// The ranking has no wild cards, but the hand does.
        #[error("{ranking} has no wild cards, but {card} was given as one")]
        NoWildCards {
            /// The joker or wild card.
            card: Card,
            /// The ranking's name.
            ranking: String,
        },
        /// A wild card is not among the cards of the hand.
        #[error("the wild card {0} is not among the cards that were given")]
        WildCardNotHeld(card: Card),
        /// A card is said to be both wild and a bug.
        #[error("the card {0} cannot be both wild and a bug")]
        WildAndBug(card: Card),
        /// The selection rule cannot be met with these cards.
        #[error(
            "no {ranking} hand can be formed from the hole cards {} and the board cards {}",
            shown(.hole), shown(.board)
        )]
        NoHand {
            /// The ranking's name.
            ranking: String,
            /// The hole cards.
            hole: Vec<Card>,
            /// The board cards.
            board: Vec<Card>,
        },
    }
}

fn suggestion(suggestions: &[&'static str]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

fn counts(minimum: usize, maximum: usize) -> String {
    match (minimum, maximum) {
        (1, 1) => "one card".to_owned(),
        _ if minimum == maximum => format!("{minimum} cards"),
        _ => format!("{minimum} to {maximum} cards"),
    }
}

fn shown(cards: &[Card]) -> String {
    if cards.is_empty() { "(none)".to_owned() } else { parse::text(cards) }
}
