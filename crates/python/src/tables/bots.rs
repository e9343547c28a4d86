//! Players that the core plays.

use std::sync::Arc;

use croupier_bots::{Brain, House, Style, Thinker, bet_randomly};
use croupier_cards::RandomNumbers;
use croupier_cards::Shuffler;
use croupier_engine::definition::{Declaration, Definition};
use croupier_engine::tables::{Asked, Choice, Kind};
use croupier_engine::{Chips, Given, OperationKind, State as Core};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards::{self, SeedValue};
use crate::errors;
use crate::state::State;
use crate::state::convert::Amount;
use crate::state::hooks::SetupHooks;
use crate::state::operations::declaration_name;
use crate::units::Converter;

/// A player that the core plays, with randomness of its own.
#[pyclass(module = "croupier._native")]
pub struct Bot {
    pub(crate) brain: Brain,
    random: RandomNumbers,
    /// The game that was played last, and the bots' knowledge of it.
    known: Option<(Arc<Definition>, Thinker)>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, *, deals=0, calling=0.0, raising=0.0, bluffing=0.0, sizing=0.0, caution=0.0))]
    fn new(
        name: &str,
        deals: u32,
        calling: f64,
        raising: f64,
        bluffing: f64,
        sizing: f64,
        caution: f64,
    ) -> PyResult<Self> {
        let brain = match name {
            "random" => Brain::Random,
            "caller" => Brain::Caller,
            "folder" => Brain::Folder,
            "rules" => Brain::Rules { style: Style { calling, raising, bluffing, sizing }, deals },
            "equity" => Brain::Equity { deals, caution, bluffing },
            _ => return Err(PyValueError::new_err(format!("there is no bot {name:?}"))),
        };
        Ok(Self { brain, random: RandomNumbers::default(), known: None })
    }

    /// Begin with the randomness of a seed.
    fn reseed(&mut self, seed: SeedValue) {
        let seed = seed.0;
        let number = seed.small().unwrap_or_else(|| Shuffler::from_seed(seed).next_u64());
        self.random = RandomNumbers::new(number);
    }

    /// Return another one that goes on like this one.
    fn copy(&self) -> Self {
        Self { brain: self.brain, random: self.random, known: self.known.clone() }
    }

    /// Decide for the player whose turn it is, by what a view shows: the name of a move, and its arguments.
    fn act<'py>(
        &mut self,
        state: &Bound<'py, State>,
    ) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
        let py = state.py();
        let state = state.try_borrow()?;
        let setup = state.setup.bind(py);
        let hooks = SetupHooks::new(setup);
        let (chip, has_unit) = (setup.get().chip, setup.get().basis.has_unit);
        let whole_chips = has_unit || setup.get().converter.is_none();
        let house = House { hooks: &hooks, whole_chips };
        let core = &*state.core;
        let mut decide = || {
            let asked = core.asked(&hooks)?.ok_or(croupier_engine::RuleError::Stuck)?;
            let chance = self.random.next();
            let thinker = find_thinker(&mut self.known, self.brain, core);
            Ok((asked, thinker.choose_at(core, &asked, chance, house)?))
        };
        let (asked, choice) = decide().map_err(|error| hooks.exception(&error, None, None))?;
        // The least that can be bet is a number of chips, too.
        let choice = match choice {
            Choice::RaiseTo(to) if has_unit => Choice::RaiseTo(to - to % chip),
            choice => choice,
        };
        let converter = setup.get().converter.as_ref();
        to_move(py, core, &asked, choice, converter)
    }

    /// Decide at random by what a call costs and what can be bet or raised to: an amount, 0 for a call, -1 for a fold.
    fn bet(&mut self, price: Chips, least: Option<Chips>, most: Option<Chips>) -> Chips {
        let mut random = RandomNumbers::new(self.random.next());
        match bet_randomly(price, least.zip(most), true, &mut random) {
            Choice::RaiseTo(amount) => amount,
            Choice::Fold => -1,
            _ => 0,
        }
    }

    /// Return how much of the pot a player wins on average if nobody folds.
    fn share(
        &mut self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        player_index: usize,
        deals: u32,
    ) -> PyResult<f64> {
        let state = state.try_borrow()?;
        let core = &*state.core;
        core.verify_player(player_index)
            .map_err(|error| errors::rule_error(py, &error, errors::Refusal::default()))?;
        let setup = state.setup.bind(py);
        let hooks = SetupHooks::new(setup);
        let chance = self.random.next();
        let thinker = find_thinker(&mut self.known, self.brain, core);
        Ok(thinker.share_at(core, player_index, deals, chance, &hooks))
    }
}

impl Bot {
    /// Returns who decides in the game of a hand.
    pub(crate) fn thinker(&mut self, state: &Core) -> &Thinker {
        find_thinker(&mut self.known, self.brain, state)
    }
}

/// Returns a player of the game of a hand, with what was found out about the game before.
fn find_thinker<'a>(
    known: &'a mut Option<(Arc<Definition>, Thinker)>,
    brain: Brain,
    state: &Core,
) -> &'a Thinker {
    let definition = &*state.definition;
    match known {
        Some((other, _)) if Arc::ptr_eq(other, definition) => {}
        // Stacks change from hand to hand, and nothing follows from them.
        Some((other, _)) if is_same_game(other, definition) => *other = Arc::clone(definition),
        _ => *known = None,
    }
    let (_, thinker) =
        known.get_or_insert_with(|| (Arc::clone(definition), Thinker::new(brain, definition)));
    thinker
}

/// Tells whether two games differ in nothing but stakes and stacks.
fn is_same_game(one: &Definition, other: &Definition) -> bool {
    one.player_count() == other.player_count()
        && one.board_count == other.board_count
        && one.deck == other.deck
        && one.steps == other.steps
        && one.variant_rules == other.variant_rules
        && format!("{:?}", one.hand_types) == format!("{:?}", other.hand_types)
}

/// Returns a decision as a move: the name of a method, and its arguments.
fn to_move<'py>(
    py: Python<'py>,
    state: &Core,
    asked: &Asked,
    choice: Choice,
    converter: Option<&Py<Converter>>,
) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
    let number = match choice {
        Choice::Fold => return Ok(("fold", PyTuple::empty(py))),
        Choice::Call => return Ok(("check_or_call", PyTuple::empty(py))),
        Choice::BringIn => return Ok(("post_bring_in", PyTuple::empty(py))),
        Choice::RaiseTo(to) => {
            let amount = (Amount(to, converter),).into_pyobject(py)?;
            return Ok(("complete_bet_or_raise_to", amount));
        }
        Choice::Other(number) => number,
    };
    let cards = state.cards_of_decision(asked, number).unwrap_or_default();
    if let Some(info) = asked.kind.operation().map(OperationKind::info) {
        let given = match info.given(|| number != 0, &cards) {
            Some(Given::Status(does)) => does.into_bound_py_any(py)?,
            Some(Given::Cards(cards)) => cards::to_tuple(py, cards)?.into_any(),
            None => return Ok((info.method, PyTuple::empty(py))),
        };
        return Ok((info.method, PyTuple::new(py, [given])?));
    }
    let cards = cards::to_tuple(py, &cards)?.into_any();
    let does = (number != 0).into_bound_py_any(py)?;
    Ok(match asked.kind {
        Kind::Declare => {
            let declaration = u8::try_from(number).ok().and_then(Declaration::from_number);
            let word = declaration.map_or("", declaration_name);
            ("declare", PyTuple::new(py, [word])?)
        }
        Kind::Choose => ("choose", PyTuple::new(py, [number])?),
        Kind::Buy if number == 0 => ("buy_cards", PyTuple::new(py, [does])?),
        Kind::Buy => ("buy_cards", PyTuple::new(py, [does, cards])?),
        // The rest is a bet, or was returned above.
        _ => ("check_or_call", PyTuple::empty(py)),
    })
}
