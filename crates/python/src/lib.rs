//! The native module of the Python package: conversions and nothing else.
//!
//! | module | what is in it |
//! |---|---|
//! | [`cards`] | Python's cards to bytes and back, shuffling |
//! | [`errors`] | the one place where errors become Python exceptions |
//! | [`units`] | how fine chips are |
//! | [`hands`] | rankings and the cards that may form a hand, lookups that users define, arrays of hands |
//! | [`state`] | the state of a hand |
//! | [`tables`] | many hands at once, many tables in step, bots |
//! | [`equity`] | how often hands and ranges win, in any game; showdowns, all-in hands, and what chips are worth in a tournament |
//! | [`solver`] | spots and small games that are solved |
//! | [`histories`] | hand histories: many files at once, hand by hand, texts of rooms, builders and writers |
//! | [`statistics`] | how players play |
//! | [`imported`] | things of Python's modules, each of which is looked for once |
//! | [`working`] | work without the interpreter's lock, which can be watched and interrupted |
//! | [`store`] | hands as rows of tables, for Arrow |

mod cards;
mod equity;
mod errors;
mod hands;
mod histories;
mod imported;
mod solver;
mod state;
mod statistics;
mod store;
mod tables;
mod units;
mod working;

use pyo3::prelude::*;

/// The native core of Croupier.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::cards::{check_seed, clean, draw_seed, permutation, set_cards, set_seed};
    #[pymodule_export]
    use crate::equity::all_ins::AllInShowdown;
    #[pymodule_export]
    use crate::equity::icm::{icm_bounties, icm_exact, icm_integral, icm_limits, icm_sampled};
    #[pymodule_export]
    use crate::equity::showdown_awards::award_pots;
    #[pymodule_export]
    use crate::equity::showdowns::GameShowdown;
    #[pymodule_export]
    use crate::equity::{equity, hand_kinds};
    #[pymodule_export]
    use crate::errors::list_kinds;
    #[pymodule_export]
    use crate::hands::arrays::{
        board_classes, board_strengths, class_strengths, evaluate_omaha, evaluate_planes,
        evaluate_rows, evaluate_sets, simd_level, simd_levels, sort_classes,
    };
    #[pymodule_export]
    use crate::hands::lookups::Lookup;
    #[pymodule_export]
    use crate::hands::rankings::{Ranking, ranking_names};
    #[pymodule_export]
    use crate::hands::selections::Selection;
    #[pymodule_export]
    use crate::histories::builder::{BuilderGames, HandBuilder};
    #[pymodule_export]
    use crate::histories::built::HandPlaces;
    #[pymodule_export]
    use crate::histories::checking::{FieldRules, check_document, list_violations};
    #[pymodule_export]
    use crate::histories::documents::{HandReader, set_most_file_bytes};
    #[pymodule_export]
    #[pymodule_export]
    use crate::histories::played::PlayedHand;
    #[pymodule_export]
    use crate::histories::pokernow::{
        PokerNowLog, PokerNowReader, read_pokernow_hands, read_pokernow_line, read_pokernow_rows,
        read_pokernow_seats, read_pokernow_start,
    };
    #[pymodule_export]
    use crate::histories::replaying::notation::{
        describe_legal_actions, perform_action, read_action,
    };
    #[pymodule_export]
    use crate::histories::replaying::stakes::{are_chips_divided, read_stakes};
    #[pymodule_export]
    use crate::histories::replaying::steps::Steps;
    #[pymodule_export]
    use crate::histories::rooms::{RoomReader, list_room_venues, recognize_room};
    #[pymodule_export]
    use crate::histories::toml::{write_toml_key, write_toml_value};
    #[pymodule_export]
    use crate::histories::writers::{transcribe, write_ohh, write_pokerstars};
    #[pymodule_export]
    use crate::histories::{choose_rules, compare_record, read_histories};
    #[pymodule_export]
    use crate::solver::{GameSolver, SolverSpot, SpotSolver, all_in, push_fold, solver_starts};
    #[pymodule_export]
    use crate::state::definition::Definition;
    #[pymodule_export]
    use crate::state::operations::list_operations;
    #[pymodule_export]
    use crate::state::setup::{Setup, are_same};
    #[pymodule_export]
    use crate::state::starting::{Recent, make_state, start_hand};
    #[pymodule_export]
    use crate::state::{HoleCards, State};
    #[pymodule_export]
    use crate::statistics::hands::{
        count_hand, distinct_names, fingerprint, settle_hand, statistic_names,
    };
    #[pymodule_export]
    use crate::statistics::tallies::Tallies;
    #[pymodule_export]
    use crate::store::arrow::ArrowTable;
    #[pymodule_export]
    use crate::store::{KnownHands, StoreRows, store_deeds, store_schema, store_textures};
    #[pymodule_export]
    use crate::tables::batch::{Tables, list_decision_kinds, price_menu};
    #[pymodule_export]
    use crate::tables::bots::Bot;
    #[pymodule_export]
    use crate::tables::simulation::simulate;
    #[pymodule_export]
    use crate::units::{Converter, choose_converter, choose_places, list_currencies, read_units};

    /// Add the records of operations, of which only the table knows the names.
    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::state::operations::add_records(module)
    }
}
