//! A game with stakes and stacks, checked once and used for many hands.

use std::sync::{Arc, Mutex};

use croupier_cards::Shuffler;
use croupier_engine::definition::{Automation, Automations, Definition as Core, Mode, Rules};
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::setup::MAX_BOARDS;
use croupier_engine::{GivenError, Hooks, RuleError, State, UNKNOWN_STACK};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple, PyType};

use super::convert::{Amount, amount_in};
use super::definition::{Definition, choose};
use crate::errors::{self, Raise};
use crate::imported::imported;
use crate::units::{Converter, Counting, ReadAmounts};

/// A game with stakes and stacks.
#[pyclass(frozen, module = "croupier._native")]
pub struct Setup {
    pub definition: Arc<Core>,
    /// The converter of amounts to units and back; none where they are integers.
    #[pyo3(get)]
    pub converter: Option<Py<Converter>>,
    /// How many units 1 is.
    pub scale: i64,
    /// How many units the smallest chip is: pots are divided into such chips. 1 where they are divided as finely as can be.
    pub chip: i64,
    /// The stacks that the players began with.
    #[pyo3(get, name = "starting_stacks")]
    pub stacks: Py<PyTuple>,
    pub basis: Arc<Basis>,
}

/// The part that setups share which differ in nothing but their stacks.
pub struct Basis {
    pub definition: Py<Definition>,
    pub given: Given,
    /// The decisions of the caller.
    pub foreign: Foreign,
    /// Whether pots of whole chips are divided into whole chips although amounts may have fractions.
    pub whole_chips: bool,
    /// Whether there is a smallest chip, of which all amounts are multiples.
    pub has_unit: bool,
    /// The antes, the blinds, the bring-in and the unit, unless they are unusual.
    forced: Option<ReadAmounts>,
    /// The room of a hand that is gone, for the next one.
    spare: Mutex<Option<Box<State>>>,
}

/// How many bytes of a log are kept for the next hand.
const LARGEST_SPARE_LOG: usize = 1 << 14;

/// The decisions that the caller makes instead of the core: the rake, the division of pots, the ranking of hands.
pub struct Foreign {
    pub rake: bool,
    pub divmod: bool,
    pub hands: bool,
}

impl Foreign {
    pub fn is_any(&self) -> bool {
        self.rake || self.divmod || self.hands
    }
}

/// Writes what the caller said of the game, all of which setups and states tell: and what reads each for so many players.
macro_rules! given {
    ($(
        $(#[$doc:meta])*
        $name:ident: $type:ty = $read:ident $(($kind:literal))? $(or $default:tt)?
    ),* $(,)?) => {
        pub struct Given {
            $(pub $name: Py<$type>,)*
        }

        impl Given {
            fn clone_ref(&self, py: Python<'_>) -> Self {
                Self { $($name: self.$name.clone_ref(py)),* }
            }

            fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
                Ok($((self.$name.is(&other.$name) || self.$name.bind(py).as_any().eq(&other.$name)?))&&*)
            }
        }

        #[pymethods]
        impl Setup {
            /// Check the stakes and stacks of a game: antes, blinds and stacks are a number for all players, numbers in
            /// order, or a mapping of players. The mode and the rules may be texts.
            #[new]
            #[pyo3(signature = (
                definition, *, starting_stacks, player_count, $($name $(= $default)?),*
            ))]
            #[allow(clippy::too_many_arguments)]
            fn new(
                definition: &Bound<'_, Definition>,
                starting_stacks: &Bound<'_, PyAny>,
                player_count: &Bound<'_, PyAny>,
                $($name: Option<Bound<'_, PyAny>>),*
            ) -> PyResult<Self> {
                let py = definition.py();
                let count = verify_count(player_count, "player", 2, MAX_PLAYERS)?;
                let none = || py.None().into_bound(py);
                let given = Given {
                    $($name: $read(&$name.unwrap_or_else(none), count $(, $kind)?)?),*
                };
                let basis = Basis::new(py, definition.clone().unbind(), given)?;
                Self::make(py, basis, clean(starting_stacks, count)?, None)
            }

            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> &Py<$type> {
                    &self.basis.given.$name
                }
            )*
        }

        #[pymethods]
        impl super::State {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> &Py<$type> {
                    &self.setup.get().basis.given.$name
                }
            )*
        }
    };
}

given! {
    /// The operations that are done without being asked for.
    automations: PyTuple = to_tuple,
    /// Whether what one player anted beyond the others is given back.
    ante_trimming_status: PyBool = truth,
    /// The antes by player.
    antes: PyTuple = clean,
    /// The blinds and straddles by player; posts negative.
    blinds_or_straddles: PyTuple = clean,
    /// The bring-in, or 0.
    bring_in: PyAny = anything,
    /// Which rules apply where tournaments and cash games differ.
    mode: PyAny = option("Mode"),
    /// Whose rules apply where card rooms and PokerKit differ.
    rules: PyAny = option("Rules"),
    /// How many boards there are before any is run several times.
    starting_board_count: PyInt = boards,
    /// How amounts are divided.
    divmod: PyAny = anything,
    /// How pots are raked.
    rake: PyAny = anything,
    /// Whether the player after the largest blind is asked for a straddle before the cards.
    optional_straddle: PyBool = truth or None,
    /// Where the cards of the board lie, in a game of a configuration that says so.
    board_layout: PyAny = anything or None,
    /// The smallest chip, of which all amounts are multiples; none where pots are divided by `divmod`.
    unit: PyAny = anything or None,
}

const MODES: [(&str, Mode); 2] = [("Tournament", Mode::Tournament), ("Cash-game", Mode::CashGame)];
pub const RULES: [(&str, Rules); 2] =
    [("Card-room", Rules::CardRoom), ("PokerKit", Rules::PokerKit)];

/// Tell whether two tuples have the same objects, not only equal ones.
#[pyfunction]
pub fn are_same(one: &Bound<'_, PyTuple>, other: &Bound<'_, PyTuple>) -> bool {
    one.len() == other.len()
        && one.iter_borrowed().zip(other.iter_borrowed()).all(|(a, b)| a.is(&*b))
}

#[pymethods]
impl Setup {
    /// Return the same game with other automations, stakes or stacks; what is none stays.
    #[pyo3(signature = (
        *, automations=None, antes=None, blinds_or_straddles=None, starting_stacks=None,
        ante_trimming_status=None,
    ))]
    fn replace(
        &self,
        py: Python<'_>,
        automations: Option<Py<PyTuple>>,
        antes: Option<Py<PyTuple>>,
        blinds_or_straddles: Option<Py<PyTuple>>,
        starting_stacks: Option<Py<PyTuple>>,
        ante_trimming_status: Option<Py<PyBool>>,
    ) -> PyResult<Self> {
        let stacks = starting_stacks.unwrap_or_else(|| self.stacks.clone_ref(py));
        let changes = (&automations, &antes, &blinds_or_straddles, &ante_trimming_status);
        if let (None, None, None, None) = changes {
            return self.with_stacks(py, stacks);
        }
        let old = self.basis.given.clone_ref(py);
        let given = Given {
            automations: automations.unwrap_or(old.automations),
            antes: antes.unwrap_or(old.antes),
            blinds_or_straddles: blinds_or_straddles.unwrap_or(old.blinds_or_straddles),
            ante_trimming_status: ante_trimming_status.unwrap_or(old.ante_trimming_status),
            ..old
        };
        let basis = Basis::new(py, self.basis.definition.clone_ref(py), given)?;
        Self::make(py, basis, stacks, Some(self))
    }

    /// The game.
    #[getter]
    fn definition(&self) -> &Py<Definition> {
        &self.basis.definition
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.equals(py, other.get()),
            Err(_) => Ok(false),
        }
    }
}

impl Setup {
    /// Reads an amount that a player names, which must be of whole chips where there is a unit.
    pub fn amount_in(&self, amount: &Bound<'_, PyAny>) -> PyResult<i64> {
        let units = amount_in(self.converter.as_ref(), amount)?;
        if self.basis.has_unit && units % self.chip != 0 {
            let unit = written(self.basis.given.unit.bind(amount.py()));
            let error = GivenError::AmountOffUnit { amount: written(amount), unit };
            return Err(errors::given_error(amount, &error));
        }
        Ok(units)
    }

    /// Returns the same game with other stacks, of which nothing else has to be checked again.
    pub fn with_stacks(&self, py: Python<'_>, stacks: Py<PyTuple>) -> PyResult<Self> {
        Self::make(py, self.basis.clone(), stacks, Some(self))
    }

    /// Checks what is given: only the stakes, where the same game was checked before.
    fn make(
        py: Python<'_>,
        basis: Arc<Basis>,
        stacks: Py<PyTuple>,
        like: Option<&Self>,
    ) -> PyResult<Self> {
        let given = &basis.given;
        let game = basis.definition.get();
        let (Counting { unit, converter }, forced, stack_units) =
            basis.count(py, stacks.bind(py), like)?;
        if converter.is_some() && game.is_read {
            return Err(GivenError::WholeChipsOnly.raise(py));
        }
        let mut definition = match like {
            Some(like) => Core::clone(&like.definition),
            None => Core {
                mode: choose(&MODES, given.mode.bind(py), "mode")?,
                rules: choose(&RULES, given.rules.bind(py), "rule book")?,
                board_count: given.starting_board_count.extract(py)?,
                ..Core::clone(&game.core)
            },
        };
        if like.is_none_or(|like| !like.basis.given.automations.is(&given.automations)) {
            definition.automations = given.find_automations(py)?;
        }
        definition.trims_antes = given.ante_trimming_status.bind(py).is_true();
        definition.variant_rules.optional_straddle = given.optional_straddle.bind(py).is_true();
        let (antes, blinds) =
            (given.antes.bind(py).len(), given.blinds_or_straddles.bind(py).len());
        definition.antes.clear();
        definition.antes.extend(&forced[..antes]);
        definition.blinds.clear();
        definition.blinds.extend(&forced[antes..antes + blinds]);
        definition.bring_in = forced[antes + blinds];
        let chip = match forced.get(antes + blinds + 1) {
            Some(&chip) => {
                basis.verify_unit(py, chip, converter.as_ref(), (&forced, &stack_units))?
            }
            None if basis.whole_chips => unit.scale,
            None => 1,
        };
        definition.starting_stacks = stack_units;
        if like.map_or(game.scale, |like| like.scale) != unit.scale {
            definition.steps = game.core.steps.clone();
            if definition.rescale_steps(game.scale, unit.scale).is_none() {
                return Err(GivenError::UncountableAmount.raise(py));
            }
        }
        if basis.has_unit {
            let mut bets = definition.steps.iter().filter_map(|step| step.betting());
            if let Some(bet) = bets.find(|bet| bet.minimum_bet % chip != 0) {
                return Err(basis.off_unit(py, bet.minimum_bet, converter.as_ref()));
            }
        }
        let problems = match like {
            Some(_) => definition.stake_problems(),
            None => definition.problems(),
        };
        if !problems.is_empty() {
            return Err(errors::setup_error(py, &problems));
        }
        let (definition, scale) = (Arc::new(definition), unit.scale);
        Ok(Self { definition, converter, scale, chip, stacks, basis })
    }

    /// Starts a hand, where one that is gone has left room for it.
    pub fn start(&self, shuffler: Shuffler, hooks: &dyn Hooks) -> Result<Box<State>, RuleError> {
        let spare = self.basis.spare.lock().ok().and_then(|mut spare| spare.take());
        let Some(mut state) = spare else {
            return State::start(self.definition.clone(), shuffler, hooks);
        };
        state.restart_as(&self.definition, shuffler, hooks)?;
        Ok(state)
    }

    /// Takes the room of a hand that is gone.
    pub fn leave(&self, state: Box<State>) {
        if Arc::ptr_eq(&state.definition, &self.definition)
            && state.log.size() <= LARGEST_SPARE_LOG
            && let Ok(mut spare) = self.basis.spare.lock()
        {
            *spare = Some(state);
        }
    }

    /// Tells whether the game and the stakes are the same.
    pub fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (&self.basis, &other.basis);
        Ok(self.stacks.bind(py).eq(&other.stacks)?
            && one.given.equals(py, &two.given)?
            && one.definition.get().equals(py, two.definition.get())?)
    }
}

impl Basis {
    fn new(py: Python<'_>, definition: Py<Definition>, given: Given) -> PyResult<Arc<Self>> {
        let (foreign, whole_chips) = given.find_foreign(py, definition.get())?;
        let forced = ReadAmounts::new(given.list_forced(py).into_iter());
        let has_unit = !given.unit.is_none(py);
        if has_unit && (foreign.divmod || whole_chips) {
            return Err(GivenError::UnitAndDivmod.raise(py));
        }
        Ok(Arc::new(Self {
            definition,
            given,
            foreign,
            whole_chips,
            has_unit,
            forced,
            spare: Mutex::default(),
        }))
    }

    /// Returns how amounts are counted, and the forced bets and the stacks in units.
    fn count(
        &self,
        py: Python<'_>,
        stacks: &Bound<'_, PyTuple>,
        like: Option<&Setup>,
    ) -> PyResult<(Counting, Vec<i64>, Vec<i64>)> {
        let game = self.definition.get();
        if let (Some(forced), Some(bets)) = (&self.forced, &game.bets)
            && let Some(stacks) = ReadAmounts::new(stacks.iter())
            && let made = like.and_then(|like| like.converter.as_ref())
            && let Some(counting) = Counting::of_read(py, forced, &stacks, bets, made)
            && let Some(forced) = forced.count(counting.unit)
            && let Some(stacks) = stacks.count(counting.unit)
        {
            return Ok((counting, forced, stacks));
        }
        // Unusual amounts are read one by one, so that a wrong one is named.
        let mut all = self.given.list_forced(py);
        let forced = all.len();
        all.extend(stacks.iter());
        let counting = Counting::choose(py, &all, &game.given_bets(py)?)?;
        let count = |amount| counting.count(amount);
        let mut units = all.iter().map(count).collect::<PyResult<Vec<_>>>()?;
        let stacks = units.split_off(forced);
        Ok((counting, units, stacks))
    }

    /// Refuses a unit that is no chip, and stakes and stacks that are no multiples of it.
    fn verify_unit(
        &self,
        py: Python<'_>,
        chip: i64,
        converter: Option<&Py<Converter>>,
        (forced, stacks): (&[i64], &[i64]),
    ) -> PyResult<i64> {
        let unit = written(self.given.unit.bind(py));
        if chip <= 0 || chip == UNKNOWN_STACK {
            return Err(GivenError::InvalidUnit { unit }.raise(py));
        }
        let is_off = |&units: &i64| units != UNKNOWN_STACK && units % chip != 0;
        if let Some(place) = forced.iter().position(is_off) {
            let amount = written(&self.given.list_forced(py)[place]);
            return Err(GivenError::StakeOffUnit { amount, unit }.raise(py));
        }
        match stacks.iter().position(is_off) {
            Some(place) => {
                let stack = Amount(stacks[place], converter).show(py)?;
                let amount = format!("{stack} (stack {})", place + 1);
                Err(GivenError::StakeOffUnit { amount, unit }.raise(py))
            }
            None => Ok(chip),
        }
    }

    /// Returns the error about a bet of the game that is no multiple of the unit.
    fn off_unit(&self, py: Python<'_>, units: i64, converter: Option<&Py<Converter>>) -> PyErr {
        let amount = Amount(units, converter).show(py).unwrap_or_default();
        let unit = written(self.given.unit.bind(py));
        GivenError::StakeOffUnit { amount, unit }.raise(py)
    }
}

impl Given {
    /// Lists the antes, the blinds, the bring-in and, if there is one, the unit.
    fn list_forced<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyAny>> {
        let bring_in = std::iter::once(self.bring_in.bind(py).clone());
        let bets = self.antes.bind(py).iter().chain(self.blinds_or_straddles.bind(py));
        let unit = self.unit.bind(py);
        bets.chain(bring_in).chain((!unit.is_none()).then(|| unit.clone())).collect()
    }

    fn find_automations(&self, py: Python<'_>) -> PyResult<Automations> {
        let given = self.automations.bind(py).iter();
        given.map(|one| choose(&Automation::ALL, &one, "automation")).collect()
    }

    /// Returns what the caller decides, if anything, and whether pots are divided into whole chips.
    fn find_foreign(&self, py: Python<'_>, game: &Definition) -> PyResult<(Foreign, bool)> {
        let default_divmod = imported!(py, "croupier.utilities", "divmod")?;
        let default_rake = imported!(py, "croupier.utilities", "rake")?;
        let whole = imported!(py, "croupier.state.amounts", "divide_whole_chips")?;
        let whole_chips = self.divmod.is(whole);
        let foreign = Foreign {
            rake: !self.rake.is(default_rake),
            divmod: !self.divmod.is(default_divmod) && !whole_chips,
            hands: game.classes.iter().any(Option::is_some),
        };
        Ok((foreign, whole_chips))
    }
}

/// Writes an amount as Python does.
fn written(amount: &Bound<'_, PyAny>) -> String {
    amount.str().map_or_else(|_| String::new(), |text| text.to_string())
}

/// Returns all of what may be gone through only once.
fn to_tuple(given: &Bound<'_, PyAny>, _count: usize) -> PyResult<Py<PyTuple>> {
    if let Ok(tuple) = given.cast_exact::<PyTuple>() {
        return Ok(tuple.clone().unbind());
    }
    let all = given.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(given.py(), all)?.unbind())
}

/// Returns anything as it is given.
fn anything(given: &Bound<'_, PyAny>, _count: usize) -> PyResult<Py<PyAny>> {
    Ok(given.clone().unbind())
}

/// Returns the truth of anything.
fn truth(given: &Bound<'_, PyAny>, _count: usize) -> PyResult<Py<PyBool>> {
    Ok(PyBool::new(given.py(), given.is_truthy()?).to_owned().unbind())
}

/// Returns a member of one of Python's enumerations, given it or its text.
fn option(given: &Bound<'_, PyAny>, _count: usize, name: &str) -> PyResult<Py<PyAny>> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 2] = [const { PyOnceLock::new() }; 2];
    let py = given.py();
    let class = CLASSES[usize::from(name == "Rules")].import(py, "croupier.state.enums", name)?;
    if given.get_type().is(class) {
        return Ok(given.clone().unbind());
    }
    let find = py.import(intern!(py, "croupier.state.enums"))?.getattr("find_option")?;
    Ok(find.call1((class, given))?.unbind())
}

/// Reads how many boards there are.
fn boards(given: &Bound<'_, PyAny>, _count: usize) -> PyResult<Py<PyInt>> {
    Ok(verify_count(given, "board", 1, MAX_BOARDS)?.into_pyobject(given.py())?.unbind())
}

/// Reads a number, or refuses it before anything is made so often.
fn verify_count(given: &Bound<'_, PyAny>, one: &str, least: usize, most: usize) -> PyResult<usize> {
    if let Ok(count) = given.extract::<usize>()
        && (least..=most).contains(&count)
    {
        return Ok(count);
    }
    let py = given.py();
    let verify = py.import(intern!(py, "croupier.limits"))?.getattr("verify_count")?;
    let options = pyo3::types::PyDict::new(py);
    options.set_item("least", least)?;
    verify.call((one, given, most), Some(&options))?;
    given.extract()
}

/// Returns one amount for each player, as `clean_values` does.
pub fn clean(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Py<PyTuple>> {
    let py = given.py();
    if given.is_exact_instance_of::<PyInt>() || given.is_exact_instance_of::<PyFloat>() {
        return Ok(PyTuple::new(py, std::iter::repeat_n(given, count))?.unbind());
    }
    if let Ok(tuple) = given.cast_exact::<PyTuple>()
        && tuple.len() <= count
    {
        if tuple.len() == count {
            return Ok(tuple.clone().unbind());
        }
        let nothing = PyInt::new(py, 0).into_any();
        let missing = std::iter::repeat_n(nothing, count - tuple.len());
        return Ok(PyTuple::new(py, tuple.iter().chain(missing).collect::<Vec<_>>())?.unbind());
    }
    let clean = imported!(py, "croupier.utilities", "clean_values")?;
    Ok(clean.call1((given, count))?.extract::<Bound<'_, PyTuple>>()?.unbind())
}
