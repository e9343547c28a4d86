//! Actions as histories write them, done to a state of Python's.

use std::cell::RefCell;

use croupier_engine::chips::units::MAX_UNITS;
use croupier_engine::{Chips, Hooks, RuleError, Showing, State as Core, Warning};
use croupier_histories::phh::action::{Decision, amount_text};
use croupier_histories::phh::notation::{NotationError, Style, Written, read};
use croupier_histories::replay::legal::declaration_name;
use croupier_histories::replay::refusal::{RecordError, Refusal};
use croupier_histories::replay::table::{
    Direct, House, OddPolicy, StateChange, Table, find_choice,
};
use croupier_histories::replay::{apply, describe_legal};
use croupier_histories::{Action, Number};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::imported::imported;
use crate::state::State;
use crate::state::convert::{Amount, Shown, amount_in, warn};
use crate::state::hooks::SetupHooks;
use crate::state::setup::Setup;
use crate::units::Converter;

/// The word of an action, the player, what follows, and the commentary.
type ReadAction = (String, Option<u128>, Option<String>, Option<String>);

/// Read an action: the word for it, the player from 0, what follows, and the commentary.
#[pyfunction]
pub fn read_action(
    py: Python<'_>,
    text: &str,
    strict: bool,
    extended: bool,
) -> PyResult<ReadAction> {
    let Written { kind, player, argument, commentary } = read(text, Style { strict, extended })
        .map_err(|error| errors::notation_error(py, &error, text))?;
    let commentary = commentary.map(str::to_owned);
    Ok((kind.to_owned(), player, argument.map(std::borrow::Cow::into_owned), commentary))
}

/// Read an action and do it; amounts are read by a function of the caller's, if one is given.
#[pyfunction]
#[pyo3(signature = (state, text, parse_value=None))]
pub fn perform_action(
    state: &Bound<'_, State>,
    text: &str,
    parse_value: Option<Bound<'_, PyAny>>,
) -> PyResult<()> {
    let py = state.py();
    let (action, commentary) = Action::read(text, Style::LOOSE)
        .map_err(|error: NotationError| errors::notation_error(py, &error, text))?;
    with_table(state, parse_value.as_ref(), |table| {
        apply(table, text, &action, commentary).map_err(|refusal| {
            let turn = action.seat().or_else(|| table.state().turn());
            table.house.raise(refusal, action.operation(), turn)
        })
    })?
}

/// Say in the notation what may be done now; amounts are written by a function.
#[pyfunction]
pub fn describe_legal_actions(
    state: &Bound<'_, State>,
    show: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let py = state.py();
    let state = state.try_borrow()?;
    let setup = state.setup.bind(py);
    let hooks = SetupHooks::new(setup);
    let failed = RefCell::new(None);
    let write = |amount: Chips| {
        let amount = Amount(amount, setup.get().converter.as_ref());
        let shown = show.call1((amount,)).and_then(|text| text.extract::<String>());
        shown.unwrap_or_else(|error| {
            failed.replace(Some(error));
            String::new()
        })
    };
    let text = describe_legal(&state.core, &hooks, &write);
    failed.into_inner().map_or(Ok(text), Err)
}

/// Hooks into Python while a hand is replayed.
pub struct PythonHouse<'a, 'py> {
    pub hooks: SetupHooks<'a, 'py>,
    /// Reads amounts, if not as usual.
    parse_value: Option<&'a Bound<'py, PyAny>>,
}

impl PythonHouse<'_, '_> {
    fn setup(&self) -> &Setup {
        self.hooks.setup.get()
    }

    fn keep(&self, error: PyErr) -> Refusal {
        let py = self.hooks.setup.py();
        let is_refusal =
            error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyUserWarning>(py);
        let text = error.value(py).str().map_or_else(|_| String::new(), |text| text.to_string());
        self.hooks.keep(error);
        Refusal::Raised { text, fatal: !is_refusal }
    }

    /// Returns how the caller counts chips.
    pub fn converter(&self) -> Option<&Py<Converter>> {
        self.setup().converter.as_ref()
    }

    /// Returns the exception for a refusal.
    pub fn raise(&self, refusal: Refusal, operation: &'static str, turn: Option<usize>) -> PyErr {
        let (py, converter) = (self.hooks.setup.py(), self.converter());
        match refusal {
            Refusal::Rule(error) => {
                let operation = Some(operation);
                errors::rule_error(py, &error, errors::Refusal { converter, operation, turn })
            }
            Refusal::Raised { .. } => self
                .hooks
                .take_raised()
                .unwrap_or_else(|| errors::refusal(py, "it is refused".to_owned())),
            refusal => errors::record_error(py, &refusal, converter, operation, turn),
        }
    }
}

impl House for PythonHouse<'_, '_> {
    fn hooks(&self) -> &dyn Hooks {
        &self.hooks
    }

    fn units(&self, number: Option<Number>, action: &str) -> Result<Chips, Refusal> {
        let setup = self.setup();
        let is_whole = setup.converter.is_none();
        if self.parse_value.is_none()
            && let Some(number) = number
            && let Some(units) = number.units(setup.scale)
            && (is_whole || units <= MAX_UNITS)
        {
            return Ok(units);
        }
        let written = amount_text(action);
        let Some(parse_value) = self.parse_value else {
            return Err(RecordError::UncountableAmount(written.to_owned()).into());
        };
        let counted = parse_value
            .call1((written,))
            .and_then(|amount| amount_in(setup.converter.as_ref(), &amount));
        counted.map_err(|error| self.keep(error))
    }

    fn warn(&self, warning: &Warning) -> Result<(), Refusal> {
        warn(self.hooks.setup.py(), std::slice::from_ref(warning)).map_err(|error| self.keep(error))
    }

    fn refused(&self, error: RuleError) -> Refusal {
        match self.hooks.take_raised() {
            Some(raised) if matches!(error, RuleError::Hook(_)) => self.keep(raised),
            _ => Refusal::Rule(error),
        }
    }

    fn show(&self, amount: Chips) -> String {
        self.hooks.show(amount)
    }
}

/// A state of Python's: changed directly, or by its methods where a class of the caller's may have others.
pub struct PythonTable<'a, 'py> {
    state: TargetState<'a, 'py>,
    pub house: PythonHouse<'a, 'py>,
}

enum TargetState<'a, 'py> {
    Standard(PyRefMut<'py, State>),
    /// The state, and as it was after the last method: nobody else may look at it while one is called.
    Derived(&'a Bound<'py, State>, Box<State>),
}

/// Calls a function with the table of a state.
pub fn with_table<'py, T>(
    state: &Bound<'py, State>,
    parse_value: Option<&Bound<'py, PyAny>>,
    call: impl FnOnce(&mut PythonTable<'_, 'py>) -> T,
) -> PyResult<T> {
    let py = state.py();
    let is_standard = state.get_type().is(imported!(py, "croupier.state", "State" as PyType)?);
    let setup = state.try_borrow()?.setup.clone_ref(py).into_bound(py);
    let house = PythonHouse { hooks: SetupHooks::new(&setup), parse_value };
    let seen = match is_standard {
        true => TargetState::Standard(state.try_borrow_mut()?),
        false => {
            TargetState::Derived(state, Box::new(State::picture(&state.try_borrow()?.core, &setup)))
        }
    };
    let mut table = PythonTable { state: seen, house };
    let result = call(&mut table);
    if let TargetState::Standard(changed) = &mut table.state {
        changed.update_object(state)?;
    }
    Ok(result)
}

impl Table for PythonTable<'_, '_> {
    fn state(&self) -> &Core {
        match &self.state {
            TargetState::Standard(state) => &state.core,
            TargetState::Derived(_, state) => &state.core,
        }
    }

    fn house(&self) -> &dyn House {
        &self.house
    }

    fn perform(
        &mut self,
        change: &StateChange<'_>,
        commentary: Option<&str>,
        odd: OddPolicy,
    ) -> Result<(), Refusal> {
        let house = &self.house;
        match &mut self.state {
            TargetState::Standard(state) => {
                Direct { state: &mut state.core, house }.perform(change, commentary, odd)
            }
            TargetState::Derived(state, seen) => {
                let done = call_method(state, change, commentary, odd);
                let after = state.try_borrow().map(|now| seen.core.clone_from(&now.core));
                done.and(after.map_err(PyErr::from)).map_err(|error| house.keep(error))
            }
        }
    }
}

/// Calls the method of a state that does something.
fn call_method(
    state: &Bound<'_, State>,
    change: &StateChange<'_>,
    commentary: Option<&str>,
    odd: OddPolicy,
) -> PyResult<()> {
    let setup = state.try_borrow()?.setup.clone_ref(state.py());
    let amount = |amount: &Chips| (Amount(*amount, setup.get().converter.as_ref()),);
    let call = Calling { state, commentary, odd };
    match change {
        StateChange::PostAnte => call.method("post_ante", ()),
        StateChange::CollectBets => call.method("collect_bets", ()),
        StateChange::PostBlind => call.method("post_blind_or_straddle", ()),
        StateChange::BurnCard => call.method("burn_card", ("??",)),
        StateChange::SelectRunouts(count, seat) => {
            call.method("select_runout_count", (*count, *seat))
        }
        StateChange::KillHand => call.method("kill_hand", ()),
        StateChange::PushChips => call.method("push_chips", ()),
        StateChange::PullChips => call.method("pull_chips", ()),
        StateChange::Nothing => call.method("no_operate", ()),
        StateChange::DealBoard(given) => call.method("deal_board", (Shown(given),)),
        StateChange::DealHole(given, seat) => call.method("deal_hole", (Shown(given), *seat)),
        StateChange::Fold => call.method("fold", ()),
        StateChange::CheckOrCall => call.method("check_or_call", ()),
        StateChange::BringIn => call.method("post_bring_in", ()),
        StateChange::RaiseTo(units) => call.method("complete_bet_or_raise_to", amount(units)),
        StateChange::RaiseAsRecorded(units) => call.method("_raise_as_recorded", amount(units)),
        StateChange::Discard(given) => call.method("stand_pat_or_discard", (Shown(given),)),
        StateChange::Show(Showing::MuckAsRecorded, seat) => {
            call.method("_muck_as_recorded", (*seat,))
        }
        StateChange::Show(Showing::Cards(given), seat) => {
            call.method("show_or_muck_hole_cards", (Shown(given), *seat))
        }
        StateChange::Show(showing, seat) => {
            call.method("show_or_muck_hole_cards", (*showing == Showing::Show, *seat))
        }
        StateChange::RollDice(dice) => call.method("roll_dice", (dice.to_vec(),)),
        StateChange::RemoveBoards => call.method("remove_board_cards", ()),
        StateChange::Decide(Decision::Answer(kind, yes)) => {
            call.method(kind.info().method, (*yes,))
        }
        StateChange::Decide(Decision::Cards(kind, given)) => {
            call.method(kind.info().method, (Shown(given),))
        }
        StateChange::Decide(Decision::Declare(given)) => {
            let names: Vec<&str> = given.iter().copied().map(declaration_name).collect();
            call.method("declare", (names,))
        }
        StateChange::Decide(Decision::Choose(said)) => {
            let found = find_choice(&state.try_borrow()?.core, said);
            match found {
                Ok(number) => call.method("choose", (number,)),
                Err(_) => call.method("choose", (said,)),
            }
        }
        StateChange::Decide(Decision::Buy(buys, given)) => {
            call.method("buy_cards", (*buys, Shown(given)))
        }
    }
}

/// A call of a method of a state, with a commentary.
struct Calling<'a, 'py> {
    state: &'a Bound<'py, State>,
    commentary: Option<&'a str>,
    odd: OddPolicy,
}

impl<'py> Calling<'_, 'py> {
    fn method<A>(self, name: &str, arguments: A) -> PyResult<()>
    where
        A: IntoPyObject<'py, Target = PyTuple>,
    {
        let py = self.state.py();
        let perform = imported!(py, "croupier.histories.replaying.replay", "perform")?;
        let filter = match self.odd {
            OddPolicy::Allow => Some("ignore"),
            OddPolicy::Warn => None,
            OddPolicy::Refuse => Some("error"),
        };
        perform.call1((self.state, name, arguments, self.commentary, filter)).map(drop)
    }
}
