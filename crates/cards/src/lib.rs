//! Cards, sets of cards, decks, notation and shuffling.
//!
//! | module | what is in it |
//! |---|---|
//! | [`rank`] | the thirteen ranks and the orders that games put them in |
//! | [`suit`] | the four suits |
//! | [`card`] | one card as one byte, jokers and unknown cards included |
//! | [`set`] | a set of cards as one 64-bit word, a 16-bit lane for each suit |
//! | [`deck`] | the decks that games are played with |
//! | [`parse`] | text to cards and back |
//! | [`random`] | quick random numbers, for what is only counted or tried out |
//! | [`seed`] | numbers of up to 256 bits that decide a stream |
//! | [`shuffle`] | seeded, unbiased shuffling |
//! | [`coded`] | errors with codes and named values |
//! | [`seeding`] | the seed of the process, for what has none of its own |
//!
//! ```
//! use croupier_cards::{Card, CardSet, parse};
//!
//! let cards = parse::cards("As 10h").unwrap();
//! assert_eq!(cards[0].to_string(), "As");
//! assert_eq!(CardSet::from_iter(cards).len(), 2);
//! assert_eq!("2c".parse(), Ok(Card::new(0)));
//! ```

pub mod card;
pub mod coded;
pub mod deck;
pub mod parse;
pub mod random;
pub mod rank;
pub mod seed;
pub mod seeding;
pub mod set;
pub mod shuffle;
pub mod suit;

pub use card::Card;
pub use deck::Deck;
pub use parse::ParseCardError;
pub use random::RandomNumbers;
pub use rank::Rank;
pub use seed::Seed;
pub use set::CardSet;
pub use shuffle::Shuffler;
pub use suit::Suit;
