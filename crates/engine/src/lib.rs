//! The rules: every operation, every game, one state machine.
//!
//! | module | what is in it |
//! |---|---|
//! | [`definition`] | a game as data: deck, forced bets, steps, hand types |
//! | [`setup`] | checking a definition and starting a hand |
//! | [`state`] | the state of a hand: data only |
//! | [`seats`] | players: sets of them, orders of them, a value for each |
//! | [`cards`] | cards on the table: hands, the deck, the boards; cards from zone to zone |
//! | [`chips`] | amounts of chips and how fine they are; pots, rake, odd chips |
//! | [`hands`] | hands of the players as numbers that compare; who opens by up cards |
//! | [`variants`] | what only some games have: subsets of cards, wild cards, dice, declarations |
//! | `machine` | which phase follows which, and what is automated |
//! | `phases` | one file for each phase: what may be done, and what it does |
//! | [`operation`] | the table of operations, their records and the log |
//! | [`legal`] | what may be done now, by whom, within which bounds |
//! | `observe` | what a player may see |
//! | `saving` | states as bytes |
//! | [`hooks`] | what the caller may decide |
//! | [`error`] | why something is refused |
//! | [`showdown`] | showdowns without hands that led to them: one, and many on one table |
//! | [`simulate`] | many hands at once |
//! | [`tables`] | many tables in step, one decision at each of them at a time |

pub mod cards;
pub mod chips;
pub mod definition;
pub mod error;
pub mod hands;
pub mod hooks;
pub mod legal;
mod machine;
mod observe;
pub mod operation;
mod phases;
mod saving;
pub mod seats;
pub mod setup;
pub mod showdown;
pub mod simulate;
pub mod state;
pub mod tables;
pub mod variants;

pub use cards::zones::Deal;
pub use chips::pots::Pot;
pub use chips::{Chips, UNKNOWN_STACK};
pub use definition::{
    Action, Automation, Automations, Betting, Dealing, Definition, DrawTerms, Drawing, HandType,
    Mode, Opening, Rules, Step, Structure,
};
pub use error::{GivenError, RuleError, SetupError, Warning};
pub use hooks::{DefaultHooks, Hooks};
pub use legal::{Legal, LegalList};
pub use operation::{Cards, Given, Log, OPERATIONS, Operation, OperationInfo, OperationKind};
pub use phases::arrange::Dice;
pub use phases::declare::Declarations;
pub use phases::showdown::Showing;
pub use seats::{Order, PerSeat, Seat, Seats};
pub use showdown::table::ShowdownTable;
pub use showdown::{Showdown, ShowdownResult};
pub use state::{Phase, State};
pub use variants::contests::ContestHand;
