//! Actions as histories write them, done to a state of Python's.

use std::cell::RefCell;

use croupier_engine::chips::units::MAX_UNITS;
use croupier_engine::{Chips, Hooks, RuleError, Showing, State as Core, Warning};
use croupier_histories::phh::action::{Decision, amount_text};
use croupier_histories::phh::notation::{NotationError, Style, Written, read};
use croupier_histories::replay::legal::declaration_name;
use croupier_histories::replay::refusal::{RecordError, Refusal};
use croupier_histories::replay::table::{Deed, Direct, House, Odd, Table, find_choice};
use croupier_histories::replay::{apply, describe_legal};
use croupier_histories::{Action, Number};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use super::State;
use super::convert::{amount_in, amount_out, warn};
use super::hooks::SetupHooks;
use super::setup::Setup;
use crate::{cards, errors};

/// The word of an action, the player, what follows, and the remark.
type ReadAction = (String, Option<u128>, Option<String>, Option<String>);

/// Read an action: the word for it, the player from 0, what follows, and the remark.
#[pyfunction]
pub fn read_action(
    py: Python<'_>,
    text: &str,
    strict: bool,
    extended: bool,
) -> PyResult<ReadAction> {
    let Written { kind, player, argument, remark } = read(text, Style { strict, extended })
        .map_err(|error| errors::notation_error(py, &error, text))?;
    let remark = remark.map(str::to_owned);
    Ok((kind.to_owned(), player, argument.map(std::borrow::Cow::into_owned), remark))
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
    let (action, remark) = Action::read(text, Style::LOOSE)
        .map_err(|error: NotationError| errors::notation_error(py, &error, text))?;
    with_table(state, parse_value.as_ref(), |table| {
        apply(table, text, &action, remark).map_err(|refusal| {
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
        let shown = amount_out(py, setup.get().converter.as_ref(), amount)
            .and_then(|amount| show.call1((amount,)))
            .and_then(|text| text.extract::<String>());
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
    setup: &'a Bound<'py, Setup>,
    /// Reads amounts, if not as usual.
    parse_value: Option<&'a Bound<'py, PyAny>>,
    /// The last exception of the caller's code.
    raised: RefCell<Option<PyErr>>,
}

impl<'a, 'py> PythonHouse<'a, 'py> {
    fn new(setup: &'a Bound<'py, Setup>, parse_value: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self { hooks: SetupHooks::new(setup), setup, parse_value, raised: RefCell::new(None) }
    }

    fn keep(&self, error: PyErr) -> Refusal {
        let py = self.setup.py();
        let is_refusal =
            error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyUserWarning>(py);
        let text = error.value(py).str().map_or_else(|_| String::new(), |text| text.to_string());
        self.raised.replace(Some(error));
        Refusal::Raised { text, fatal: !is_refusal }
    }

    /// Returns how the caller counts chips.
    pub fn converter(&self) -> Option<&Py<PyAny>> {
        self.setup.get().converter.as_ref()
    }

    /// Returns what the caller's code raised, if that is why.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.raised.take()
    }

    /// Returns the exception for a refusal.
    pub fn raise(&self, refusal: Refusal, operation: &'static str, turn: Option<usize>) -> PyErr {
        let py = self.setup.py();
        let converter = self.setup.get().converter.as_ref();
        match refusal {
            Refusal::Rule(error) => {
                let operation = Some(operation);
                errors::rule_error(py, &error, errors::Refusal { converter, operation, turn })
            }
            Refusal::Raised { .. } => self
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
        let setup = self.setup.get();
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
        warn(self.setup.py(), std::slice::from_ref(warning)).map_err(|error| self.keep(error))
    }

    fn refused(&self, error: RuleError) -> Refusal {
        match self.hooks.take_raised() {
            Some(raised) if matches!(error, RuleError::Hook(_)) => self.keep(raised),
            _ => Refusal::Rule(error),
        }
    }

    fn show(&self, amount: Chips) -> String {
        let converter = self.setup.get().converter.as_ref();
        let shown = amount_out(self.setup.py(), converter, amount).and_then(|amount| amount.str());
        shown.map_or_else(|_| "?".to_owned(), |text| text.to_string())
    }
}

/// A state of Python's: changed directly, or by its methods where a class of the caller's may have others.
pub struct PythonTable<'a, 'py> {
    state: Seen<'a, 'py>,
    pub house: PythonHouse<'a, 'py>,
}

enum Seen<'a, 'py> {
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
    static STATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = state.py();
    let is_standard = state.get_type().is(STATE.import(py, "croupier.state", "State")?);
    let setup = state.try_borrow()?.setup.clone_ref(py).into_bound(py);
    let house = PythonHouse::new(&setup, parse_value);
    let seen = match is_standard {
        true => Seen::Standard(state.try_borrow_mut()?),
        false => Seen::Derived(state, Box::new(picture(state)?)),
    };
    let mut table = PythonTable { state: seen, house };
    let result = call(&mut table);
    if let Seen::Standard(changed) = &table.state {
        changed.end(state)?;
    }
    Ok(result)
}

impl Table for PythonTable<'_, '_> {
    fn state(&self) -> &Core {
        match &self.state {
            Seen::Standard(state) => &state.core,
            Seen::Derived(_, state) => &state.core,
        }
    }

    fn house(&self) -> &dyn House {
        &self.house
    }

    fn perform(&mut self, deed: &Deed<'_>, remark: Option<&str>, odd: Odd) -> Result<(), Refusal> {
        let house = &self.house;
        match &mut self.state {
            Seen::Standard(state) => {
                Direct { state: &mut state.core, house }.perform(deed, remark, odd)
            }
            Seen::Derived(state, seen) => {
                let done = call_method(state, deed, remark, odd);
                let after = picture(state).map(|after| **seen = after);
                done.and(after).map_err(|error| house.keep(error))
            }
        }
    }
}

/// Returns a state as it is now.
fn picture(state: &Bound<'_, State>) -> PyResult<State> {
    let seen = state.try_borrow()?;
    Ok(State::of(Box::clone(&seen.core), seen.setup.clone_ref(state.py())))
}

/// Calls the method of a state that does something.
fn call_method(
    state: &Bound<'_, State>,
    deed: &Deed<'_>,
    remark: Option<&str>,
    odd: Odd,
) -> PyResult<()> {
    let py = state.py();
    let converter = state.try_borrow()?.setup.clone_ref(py);
    let converter = converter.get().converter.as_ref();
    let text = |cards: &[croupier_cards::Card]| cards::to_tuple(py, cards);
    let amount = |amount: Chips| amount_out(py, converter, amount);
    let (method, arguments) = match deed {
        Deed::PostAnte => ("post_ante", PyTuple::empty(py)),
        Deed::CollectBets => ("collect_bets", PyTuple::empty(py)),
        Deed::PostBlind => ("post_blind_or_straddle", PyTuple::empty(py)),
        Deed::BurnCard => ("burn_card", ("??",).into_pyobject(py)?),
        Deed::SelectRunouts(count, seat) => {
            ("select_runout_count", (*count, *seat).into_pyobject(py)?)
        }
        Deed::KillHand => ("kill_hand", PyTuple::empty(py)),
        Deed::PushChips => ("push_chips", PyTuple::empty(py)),
        Deed::PullChips => ("pull_chips", PyTuple::empty(py)),
        Deed::Nothing => ("no_operate", PyTuple::empty(py)),
        Deed::DealBoard(given) => ("deal_board", (text(given)?,).into_pyobject(py)?),
        Deed::DealHole(given, seat) => ("deal_hole", (text(given)?, *seat).into_pyobject(py)?),
        Deed::Fold => ("fold", PyTuple::empty(py)),
        Deed::CheckOrCall => ("check_or_call", PyTuple::empty(py)),
        Deed::BringIn => ("post_bring_in", PyTuple::empty(py)),
        Deed::RaiseTo(units) => ("complete_bet_or_raise_to", (amount(*units)?,).into_pyobject(py)?),
        Deed::RaiseAsRecorded(units) => {
            ("_raise_as_recorded", (amount(*units)?,).into_pyobject(py)?)
        }
        Deed::Discard(given) => ("stand_pat_or_discard", (text(given)?,).into_pyobject(py)?),
        Deed::Show(Showing::MuckAsRecorded, seat) => {
            ("_muck_as_recorded", (*seat,).into_pyobject(py)?)
        }
        Deed::Show(Showing::Cards(given), seat) => {
            ("show_or_muck_hole_cards", (text(given)?, *seat).into_pyobject(py)?)
        }
        Deed::Show(showing, seat) => {
            let shows = *showing == Showing::Show;
            ("show_or_muck_hole_cards", (shows, *seat).into_pyobject(py)?)
        }
        Deed::RollDice(dice) => ("roll_dice", (dice.to_vec(),).into_pyobject(py)?),
        Deed::RemoveBoards => ("remove_board_cards", PyTuple::empty(py)),
        Deed::Decide(decision) => match decision {
            Decision::Answer(kind, yes) => (kind.info().method, (*yes,).into_pyobject(py)?),
            Decision::Cards(kind, given) => {
                (kind.info().method, (text(given)?,).into_pyobject(py)?)
            }
            Decision::Declare(given) => {
                let names: Vec<&str> = given.iter().copied().map(declaration_name).collect();
                ("declare", (names,).into_pyobject(py)?)
            }
            Decision::Choose(said) => {
                let found = find_choice(&state.try_borrow()?.core, said);
                match found {
                    Ok(number) => ("choose", (number,).into_pyobject(py)?),
                    Err(_) => ("choose", (PyString::new(py, said),).into_pyobject(py)?),
                }
            }
            Decision::Buy(buys, given) => ("buy_cards", (*buys, text(given)?).into_pyobject(py)?),
        },
    };
    static PERFORM: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let perform = PERFORM.import(py, "croupier.histories.replaying.replay", "perform")?;
    let filter = match odd {
        Odd::Done => Some("ignore"),
        Odd::Told => None,
        Odd::Refused => Some("error"),
    };
    perform.call1((state, method, arguments, remark, filter)).map(drop)
}
