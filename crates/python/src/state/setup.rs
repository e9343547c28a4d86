//! A game with stakes and stacks, checked once and used for many hands.

use std::sync::{Arc, Mutex};

use croupier_cards::Shuffler;
use croupier_engine::definition::{Automation, Automations, Definition as Core, Mode, Rules};
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::setup::MAX_BOARDS;
use croupier_engine::{GivenError, Hooks, RuleError, State};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyTuple, PyType};

use super::definition::{Definition, choose};
use crate::errors;
use crate::state::hooks::Foreign;
use crate::units::{Counting, ReadAmounts};

/// A game with stakes and stacks.
#[pyclass(frozen, module = "croupier._native")]
pub struct Setup {
    pub definition: Arc<Core>,
    /// Turns amounts into units and back; none where they are integers.
    pub converter: Option<Py<PyAny>>,
    /// How many units 1 is.
    pub scale: i64,
    stacks: Py<PyTuple>,
    pub basis: Arc<Basis>,
}

/// The part that setups share which differ in nothing but their stacks.
pub struct Basis {
    given: Given,
    pub foreign: Option<Foreign>,
    /// Whether pots of whole chips are divided into whole chips although amounts may have fractions.
    pub whole_chips: bool,
    /// The antes, the blinds and the bring-in, unless they are unusual.
    forced: Option<ReadAmounts>,
    /// The room of a hand that is gone, for the next one.
    spare: Mutex<Option<Box<State>>>,
}

/// How many bytes of a log are kept for the next hand.
const LARGEST_SPARE_LOG: usize = 1 << 14;

/// The game, and what the caller said of it, for the caller to read.
struct Given {
    definition: Py<Definition>,
    automations: Py<PyTuple>,
    trims_antes: bool,
    antes: Py<PyTuple>,
    blinds: Py<PyTuple>,
    bring_in: Py<PyAny>,
    mode: Py<PyAny>,
    rules: Py<PyAny>,
    board_count: usize,
    divmod: Py<PyAny>,
    rake: Py<PyAny>,
    optional_straddle: bool,
    /// Where the cards of boards lie, for those who show them.
    layout: Option<Py<PyAny>>,
}

const MODES: [(&str, Mode); 2] = [("Tournament", Mode::Tournament), ("Cash-game", Mode::CashGame)];
pub const RULES: [(&str, Rules); 2] =
    [("Card-room", Rules::CardRoom), ("PokerKit", Rules::PokerKit)];
const AUTOMATIONS: [(&str, Automation); 11] = [
    ("Ante posting", Automation::AntePosting),
    ("Bet collection", Automation::BetCollection),
    ("Blind or straddle posting", Automation::BlindOrStraddlePosting),
    ("Card burning", Automation::CardBurning),
    ("Hole dealing", Automation::HoleDealing),
    ("Board dealing", Automation::BoardDealing),
    ("Runout-count selection", Automation::RunoutCountSelection),
    ("Hole cards showing or mucking", Automation::HoleCardsShowingOrMucking),
    ("Hand killing", Automation::HandKilling),
    ("Chips pushing", Automation::ChipsPushing),
    ("Chips pulling", Automation::ChipsPulling),
];

/// Tell whether two tuples have the same objects, not only equal ones.
#[pyfunction]
pub fn are_same(one: &Bound<'_, PyTuple>, other: &Bound<'_, PyTuple>) -> bool {
    one.len() == other.len()
        && one.iter_borrowed().zip(other.iter_borrowed()).all(|(a, b)| a.is(&*b))
}

#[pymethods]
impl Setup {
    /// Check the stakes and stacks of a game: antes, blinds and stacks are a number for all players, numbers in order,
    /// or a mapping of players. The mode and the rules may be texts.
    #[new]
    #[pyo3(signature = (
        definition, *, automations, antes, blinds_or_straddles, bring_in, starting_stacks,
        player_count, ante_trimming_status, mode, rules, starting_board_count, divmod, rake,
        optional_straddle=false, layout=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        definition: &Bound<'_, Definition>,
        automations: &Bound<'_, PyAny>,
        antes: &Bound<'_, PyAny>,
        blinds_or_straddles: &Bound<'_, PyAny>,
        bring_in: Bound<'_, PyAny>,
        starting_stacks: &Bound<'_, PyAny>,
        player_count: &Bound<'_, PyAny>,
        ante_trimming_status: &Bound<'_, PyAny>,
        mode: Bound<'_, PyAny>,
        rules: Bound<'_, PyAny>,
        starting_board_count: &Bound<'_, PyAny>,
        divmod: Bound<'_, PyAny>,
        rake: Bound<'_, PyAny>,
        optional_straddle: bool,
        layout: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        static MODE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static RULE_BOOK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = definition.py();
        let count = verify_count(player_count, "player", 2, MAX_PLAYERS)?;
        let board_count = verify_count(starting_board_count, "board", 1, MAX_BOARDS)?;
        let given = Given {
            definition: definition.clone().unbind(),
            automations: to_tuple(automations)?,
            trims_antes: ante_trimming_status.is_truthy()?,
            antes: clean(antes, count)?,
            blinds: clean(blinds_or_straddles, count)?,
            bring_in: bring_in.unbind(),
            mode: find_option(&MODE, "Mode", mode)?,
            rules: find_option(&RULE_BOOK, "Rules", rules)?,
            board_count,
            divmod: divmod.unbind(),
            rake: rake.unbind(),
            optional_straddle,
            layout,
        };
        Self::make(py, Basis::new(py, given)?, clean(starting_stacks, count)?, None)
    }

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
        ante_trimming_status: Option<bool>,
    ) -> PyResult<Self> {
        let stacks = starting_stacks.unwrap_or_else(|| self.stacks.clone_ref(py));
        let changes = (&automations, &antes, &blinds_or_straddles, ante_trimming_status);
        if let (None, None, None, None) = changes {
            return self.with_stacks(py, stacks);
        }
        let given = &self.basis.given;
        let or =
            |new: Option<Py<PyTuple>>, old: &Py<PyTuple>| new.unwrap_or_else(|| old.clone_ref(py));
        let given = Given {
            definition: given.definition.clone_ref(py),
            automations: or(automations, &given.automations),
            trims_antes: ante_trimming_status.unwrap_or(given.trims_antes),
            antes: or(antes, &given.antes),
            blinds: or(blinds_or_straddles, &given.blinds),
            bring_in: given.bring_in.clone_ref(py),
            mode: given.mode.clone_ref(py),
            rules: given.rules.clone_ref(py),
            board_count: given.board_count,
            divmod: given.divmod.clone_ref(py),
            rake: given.rake.clone_ref(py),
            optional_straddle: given.optional_straddle,
            layout: given.layout.as_ref().map(|layout| layout.clone_ref(py)),
        };
        Self::make(py, Basis::new(py, given)?, stacks, Some(self))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.equals(py, other.get()),
            Err(_) => Ok(false),
        }
    }
}

/// Writes getters of what a setup was made from.
macro_rules! given {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $($field:ident).+),* $(,)?) => {
        #[pymethods]
        impl Setup {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> &$type {
                    &self.$($field).+
                }
            )*
        }
    };
}

given! {
    /// The game.
    definition: Py<Definition> = basis.given.definition,
    /// The converter of amounts to units and back; none where they are integers.
    converter: Option<Py<PyAny>> = converter,
    /// The automations.
    automations: Py<PyTuple> = basis.given.automations,
    /// Whether what one player anted beyond the others is given back.
    ante_trimming_status: bool = basis.given.trims_antes,
    /// The antes by player.
    antes: Py<PyTuple> = basis.given.antes,
    /// The blinds and straddles by player.
    blinds_or_straddles: Py<PyTuple> = basis.given.blinds,
    /// The bring-in, or 0.
    bring_in: Py<PyAny> = basis.given.bring_in,
    /// The stacks by player.
    starting_stacks: Py<PyTuple> = stacks,
    /// Which rules apply where tournaments and cash games differ.
    mode: Py<PyAny> = basis.given.mode,
    /// Whose rules apply where card rooms and PokerKit differ.
    rules: Py<PyAny> = basis.given.rules,
    /// How many boards there are.
    starting_board_count: usize = basis.given.board_count,
    /// How amounts are divided.
    divmod: Py<PyAny> = basis.given.divmod,
    /// How pots are raked.
    rake: Py<PyAny> = basis.given.rake,
    /// Whether the player after the largest blind is asked for a straddle before the cards.
    optional_straddle: bool = basis.given.optional_straddle,
    /// Where the cards of boards lie, if the game says so.
    layout: Option<Py<PyAny>> = basis.given.layout,
}

impl Setup {
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
        let game = given.definition.get();
        let (Counting { unit, converter }, forced, stack_units) =
            basis.count(py, stacks.bind(py), like)?;
        if converter.is_some() && game.is_read {
            return Err(errors::made_of(py, &GivenError::WholeChipsOnly));
        }
        let mut definition = match like {
            Some(like) => Core::clone(&like.definition),
            None => Core {
                mode: choose(&MODES, given.mode.bind(py), "mode")?,
                rules: choose(&RULES, given.rules.bind(py), "rule book")?,
                board_count: given.board_count,
                ..Core::clone(&game.core)
            },
        };
        if like.is_none_or(|like| !like.basis.given.automations.is(&given.automations)) {
            definition.automations = given.find_automations(py)?;
        }
        definition.trims_antes = given.trims_antes;
        definition.variant_rules.optional_straddle = given.optional_straddle;
        let (antes, blinds) = (given.antes.bind(py).len(), given.blinds.bind(py).len());
        definition.antes.clear();
        definition.antes.extend(&forced[..antes]);
        definition.blinds.clear();
        definition.blinds.extend(&forced[antes..antes + blinds]);
        definition.bring_in = forced[antes + blinds];
        definition.starting_stacks = stack_units;
        if like.map_or(game.scale, |like| like.scale) != unit.scale {
            definition.steps = game.core.steps.clone();
            if definition.rescale_steps(game.scale, unit.scale).is_none() {
                return Err(errors::made_of(py, &GivenError::UncountableAmount));
            }
        }
        let problems = match like {
            Some(_) => definition.stake_problems(),
            None => definition.problems(),
        };
        if !problems.is_empty() {
            return Err(errors::setup_error(py, &problems));
        }
        Ok(Self { definition: Arc::new(definition), converter, scale: unit.scale, stacks, basis })
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
        let (one, two) = (&self.basis.given, &other.basis.given);
        let none = py.None();
        let pairs = [
            (one.automations.as_any(), two.automations.as_any()),
            (one.antes.as_any(), two.antes.as_any()),
            (one.blinds.as_any(), two.blinds.as_any()),
            (self.stacks.as_any(), other.stacks.as_any()),
            (&one.bring_in, &two.bring_in),
            (&one.mode, &two.mode),
            (&one.rules, &two.rules),
            (&one.divmod, &two.divmod),
            (&one.rake, &two.rake),
            (one.layout.as_ref().unwrap_or(&none), two.layout.as_ref().unwrap_or(&none)),
        ];
        for (one, two) in pairs {
            if !one.is(two) && !one.bind(py).eq(two.bind(py))? {
                return Ok(false);
            }
        }
        Ok(one.trims_antes == two.trims_antes
            && one.optional_straddle == two.optional_straddle
            && one.board_count == two.board_count
            && one.definition.get().equals(py, two.definition.get())?)
    }
}

impl Basis {
    fn new(py: Python<'_>, given: Given) -> PyResult<Arc<Self>> {
        let (foreign, whole_chips) = given.find_foreign(py)?;
        let forced = ReadAmounts::new(given.list_forced(py).into_iter());
        Ok(Arc::new(Self { given, foreign, whole_chips, forced, spare: Mutex::default() }))
    }

    /// Returns how amounts are counted, and the forced bets and the stacks in units.
    fn count(
        &self,
        py: Python<'_>,
        stacks: &Bound<'_, PyTuple>,
        like: Option<&Setup>,
    ) -> PyResult<(Counting, Vec<i64>, Vec<i64>)> {
        let game = self.given.definition.get();
        if let (Some(forced), Some(bets)) = (&self.forced, &game.bets)
            && let Some(stacks) = ReadAmounts::new(stacks.iter())
            && let made = like.and_then(|like| like.converter.as_ref())
            && let Some(counting) = Counting::of_read(py, forced, &stacks, bets, made)
            && let Some(forced) = forced.count(counting.unit)
            && let Some(stacks) = stacks.count(counting.unit)
        {
            return Ok((counting, forced, stacks));
        }
        // What is unusual is looked at one by one, and wrong amounts are named.
        let mut all = self.given.list_forced(py);
        let forced = all.len();
        all.extend(stacks.iter());
        let counting = Counting::choose(py, &all, &game.given_bets(py)?)?;
        let count = |amount| counting.count(amount);
        let mut units = all.iter().map(count).collect::<PyResult<Vec<_>>>()?;
        let stacks = units.split_off(forced);
        Ok((counting, units, stacks))
    }
}

impl Given {
    /// Lists the antes, the blinds and the bring-in.
    fn list_forced<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyAny>> {
        let bring_in = std::iter::once(self.bring_in.bind(py).clone());
        self.antes.bind(py).iter().chain(self.blinds.bind(py)).chain(bring_in).collect()
    }

    fn find_automations(&self, py: Python<'_>) -> PyResult<Automations> {
        let given = self.automations.bind(py).iter();
        given.map(|one| choose(&AUTOMATIONS, &one, "automation")).collect()
    }

    /// Returns what the caller decides, if anything, and whether pots are divided into whole chips.
    fn find_foreign(&self, py: Python<'_>) -> PyResult<(Option<Foreign>, bool)> {
        static DIVMOD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        static RAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        static WHOLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let default_divmod = DIVMOD.import(py, "croupier.utilities", "divmod")?;
        let default_rake = RAKE.import(py, "croupier.utilities", "rake")?;
        let whole = WHOLE.import(py, "croupier.state.amounts", "divide_whole_chips")?;
        let own = |given: &Py<PyAny>, default: bool| (!default).then(|| given.clone_ref(py));
        let whole_chips = self.divmod.is(whole);
        let divmod = own(&self.divmod, self.divmod.is(default_divmod) || whole_chips);
        let rake = own(&self.rake, self.rake.is(default_rake));
        let classes = &self.definition.get().classes;
        if divmod.is_none() && rake.is_none() && classes.iter().all(Option::is_none) {
            return Ok((None, whole_chips));
        }
        let same = |class: &Option<Py<PyAny>>| class.as_ref().map(|class| class.clone_ref(py));
        let classes = classes.iter().map(same).collect();
        Ok((Some(Foreign { rake, divmod, classes }), whole_chips))
    }
}

/// Returns all of what may be gone through only once.
fn to_tuple(given: &Bound<'_, PyAny>) -> PyResult<Py<PyTuple>> {
    if let Ok(tuple) = given.cast_exact::<PyTuple>() {
        return Ok(tuple.clone().unbind());
    }
    let all = given.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(given.py(), all)?.unbind())
}

/// Returns a member of one of Python's enumerations, given it or its text.
fn find_option(
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    given: Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    let py = given.py();
    let class = class.import(py, "croupier.state.enums", name)?;
    if given.get_type().is(class) {
        return Ok(given.unbind());
    }
    let find = py.import(intern!(py, "croupier.state.enums"))?.getattr("find_option")?;
    Ok(find.call1((class, given))?.unbind())
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
    static CLEAN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let clean = CLEAN.import(py, "croupier.utilities", "clean_values")?;
    Ok(clean.call1((given, count))?.extract::<Bound<'_, PyTuple>>()?.unbind())
}
