//! The rules: every operation, every game, one state machine.
//!
//! | module | what is in it |
//! |---|---|
//! | [`variant_state`] | what only some games keep track of |
//! | `conditions` | whether conditions of such games hold |
//! | `contests` | hands of such games as numbers that compare |
//! | [`definition`] | a game as data: deck, forced bets, steps, hand types |
//! | [`setup`] | checking a definition and starting a hand |
//! | [`state`] | the state of a hand: data only |
//! | `machine` | which phase follows which, and what is automated |
//! | `phases` | one file for each phase: what may be done, and what it does |
//! | [`piles`] | cards on the table: hands, the deck, the boards |
//! | [`zones`] | cards from zone to zone |
//! | [`pots`] | main pot, side pots, rake |
//! | `odd` | who gets chips that cannot be split |
//! | [`chips`] | amounts of chips |
//! | [`units`] | how fine chips are |
//! | [`seats`] | players: sets of them, orders of them, a value for each |
//! | `openers` | who opens by the cards that lie face up |
//! | [`hands`] | hands of the players as numbers that compare |
//! | [`showdown`] | a showdown without a hand that led to it |
//! | [`showdown_table`] | many such showdowns, laid out card by card |
//! | [`hooks`] | what the caller may decide |
//! | [`operation`] | what happened |
//! | [`legal`] | what may be done now, by whom, within which bounds |
//! | `observe` | what a player may see |
//! | [`simulate`] | many hands at once |
//! | [`tables`] | many tables in step, one decision at each of them at a time |
//! | [`error`] | why something is refused |

pub mod chips;
mod conditions;
mod contests;
pub mod definition;
pub mod error;
pub mod hands;
pub mod hooks;
pub mod legal;
mod machine;
mod observe;
mod odd;
mod openers;
pub mod operation;
mod phases;
pub mod piles;
pub mod pots;
pub mod seats;
pub mod setup;
pub mod showdown;
pub mod showdown_table;
pub mod simulate;
pub mod state;
pub mod tables;
pub mod units;
pub mod variant_state;
pub mod zones;

pub use chips::{Chips, UNKNOWN_STACK};
pub use contests::ContestHand;
pub use definition::{
    Action, Automation, Automations, Betting, Dealing, Definition, DrawTerms, Drawing, HandType,
    Mode, Opening, Rules, Step, Structure,
};
pub use error::{RuleError, SetupError, Warning};
pub use hooks::{DefaultHooks, Hooks};
pub use legal::{Legal, LegalList};
pub use operation::{Cards, Given, Log, OPERATIONS, Operation, OperationInfo, OperationKind};
pub use phases::arrange::Dice;
pub use phases::declare::Declarations;
pub use phases::showdown::Showing;
pub use pots::Pot;
pub use seats::{Order, PerSeat, Seat, Seats};
pub use showdown::{Showdown, ShowdownResult};
pub use showdown_table::ShowdownTable;
pub use state::{Phase, State};
pub use zones::Deal;
