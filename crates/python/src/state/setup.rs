//! A game with stakes and stacks, checked once and used for many hands.

use std::sync::{Arc, Mutex};

use croupier_cards::Shuffler;
use croupier_engine::definition::{Automation, Automations, Definition as Core, Mode, Rules};
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::setup::MAX_BOARDS;
use croupier_engine::units::Unit;
use croupier_engine::{Hooks, RuleError, State};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyTuple};

use super::definition::{Definition, choose};
use crate::errors;
use crate::state::hooks::Foreign;
use crate::units::Counting;

/// A game with stakes and stacks.
#[pyclass(frozen, module = "croupier._native")]
pub struct Setup {
    pub definition: Arc<Core>,
    pub foreign: Option<Foreign>,
    /// Turns amounts into units and back; none where they are integers.
    pub converter: Option<Py<PyAny>>,
    /// How many units 1 is, and how many decimal places amounts have.
    pub scale: i64,
    pub places: u8,
    /// Whether pots of whole chips are divided into whole chips although amounts may have fractions.
    pub whole_chips: bool,
    pub given: Given,
    /// The room of a hand that is gone, for the next one.
    spare: Mutex<Option<Box<State>>>,
}

/// How many bytes of a log are kept for the next hand.
const LARGEST_SPARE_LOG: usize = 1 << 14;

/// The game, and what the caller said of the stakes, for the caller to read.
pub struct Given {
    definition: Py<Definition>,
    automations: Py<PyTuple>,
    trims_antes: bool,
    antes: Py<PyTuple>,
    blinds: Py<PyTuple>,
    bring_in: Py<PyAny>,
    stacks: Py<PyTuple>,
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
    /// or a mapping of players.
    #[new]
    #[pyo3(signature = (
        definition, *, automations, antes, blinds_or_straddles, bring_in, starting_stacks,
        player_count, ante_trimming_status, mode, rules, starting_board_count, divmod, rake,
        optional_straddle=false, layout=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        definition: &Bound<'_, Definition>,
        automations: Bound<'_, PyTuple>,
        antes: &Bound<'_, PyAny>,
        blinds_or_straddles: &Bound<'_, PyAny>,
        bring_in: Bound<'_, PyAny>,
        starting_stacks: &Bound<'_, PyAny>,
        player_count: &Bound<'_, PyAny>,
        ante_trimming_status: bool,
        mode: Bound<'_, PyAny>,
        rules: Bound<'_, PyAny>,
        starting_board_count: &Bound<'_, PyAny>,
        divmod: Bound<'_, PyAny>,
        rake: Bound<'_, PyAny>,
        optional_straddle: bool,
        layout: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let py = definition.py();
        let count = verify_count(player_count, "player", 2, MAX_PLAYERS)?;
        let board_count = verify_count(starting_board_count, "board", 1, MAX_BOARDS)?;
        Self::make(
            py,
            Given {
                definition: definition.clone().unbind(),
                automations: automations.unbind(),
                trims_antes: ante_trimming_status,
                antes: clean(antes, count)?,
                blinds: clean(blinds_or_straddles, count)?,
                bring_in: bring_in.unbind(),
                stacks: clean(starting_stacks, count)?,
                mode: mode.unbind(),
                rules: rules.unbind(),
                board_count,
                divmod: divmod.unbind(),
                rake: rake.unbind(),
                optional_straddle,
                layout,
            },
            None,
        )
    }

    /// Return the same game with other automations, stakes or stacks; what is none stays.
    #[pyo3(signature = (
        *, automations=None, antes=None, blinds_or_straddles=None, starting_stacks=None,
        ante_trimming_status=None,
    ))]
    pub fn replace(
        &self,
        py: Python<'_>,
        automations: Option<Py<PyTuple>>,
        antes: Option<Py<PyTuple>>,
        blinds_or_straddles: Option<Py<PyTuple>>,
        starting_stacks: Option<Py<PyTuple>>,
        ante_trimming_status: Option<bool>,
    ) -> PyResult<Self> {
        let given = &self.given;
        let or =
            |new: Option<Py<PyTuple>>, old: &Py<PyTuple>| new.unwrap_or_else(|| old.clone_ref(py));
        Self::make(
            py,
            Given {
                definition: given.definition.clone_ref(py),
                automations: or(automations, &given.automations),
                trims_antes: ante_trimming_status.unwrap_or(given.trims_antes),
                antes: or(antes, &given.antes),
                blinds: or(blinds_or_straddles, &given.blinds),
                bring_in: given.bring_in.clone_ref(py),
                stacks: or(starting_stacks, &given.stacks),
                mode: given.mode.clone_ref(py),
                rules: given.rules.clone_ref(py),
                board_count: given.board_count,
                divmod: given.divmod.clone_ref(py),
                rake: given.rake.clone_ref(py),
                optional_straddle: given.optional_straddle,
                layout: given.layout.as_ref().map(|layout| layout.clone_ref(py)),
            },
            Some(self),
        )
    }

    /// The game.
    #[getter]
    fn definition(&self, py: Python<'_>) -> Py<Definition> {
        self.given.definition.clone_ref(py)
    }

    /// What turns amounts into units and back; none where they are integers.
    #[getter]
    fn converter(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.converter.as_ref().map(|converter| converter.clone_ref(py))
    }

    /// What is done without being asked for.
    #[getter]
    fn automations(&self, py: Python<'_>) -> Py<PyTuple> {
        self.given.automations.clone_ref(py)
    }

    /// Whether what one player anted beyond the others is given back.
    #[getter]
    const fn ante_trimming_status(&self) -> bool {
        self.given.trims_antes
    }

    /// The antes by player.
    #[getter]
    fn antes(&self, py: Python<'_>) -> Py<PyTuple> {
        self.given.antes.clone_ref(py)
    }

    /// The blinds and straddles by player.
    #[getter]
    fn blinds_or_straddles(&self, py: Python<'_>) -> Py<PyTuple> {
        self.given.blinds.clone_ref(py)
    }

    /// The bring-in, or 0.
    #[getter]
    fn bring_in(&self, py: Python<'_>) -> Py<PyAny> {
        self.given.bring_in.clone_ref(py)
    }

    /// The stacks by player.
    #[getter]
    fn starting_stacks(&self, py: Python<'_>) -> Py<PyTuple> {
        self.given.stacks.clone_ref(py)
    }

    /// Which rules apply where tournaments and cash games differ.
    #[getter]
    fn mode(&self, py: Python<'_>) -> Py<PyAny> {
        self.given.mode.clone_ref(py)
    }

    /// Whose rules apply where card rooms and PokerKit differ.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyAny> {
        self.given.rules.clone_ref(py)
    }

    /// How many boards there are.
    #[getter]
    const fn starting_board_count(&self) -> usize {
        self.given.board_count
    }

    /// How amounts are divided.
    #[getter]
    fn divmod(&self, py: Python<'_>) -> Py<PyAny> {
        self.given.divmod.clone_ref(py)
    }

    /// How pots are raked.
    #[getter]
    fn rake(&self, py: Python<'_>) -> Py<PyAny> {
        self.given.rake.clone_ref(py)
    }

    /// Whether the player after the largest blind is asked for a straddle before the cards.
    #[getter]
    const fn optional_straddle(&self) -> bool {
        self.given.optional_straddle
    }

    /// Where the cards of boards lie, if the game says so.
    #[getter]
    fn layout(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.given.layout.as_ref().map(|layout| layout.clone_ref(py))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.equals(py, other.get()),
            Err(_) => Ok(false),
        }
    }
}

impl Setup {
    /// Checks what is given; much of it may be as in a setup that was made before.
    fn make(py: Python<'_>, given: Given, like: Option<&Self>) -> PyResult<Self> {
        let game = given.definition.get();
        let list = |amounts: &Py<PyTuple>| amounts.bind(py).iter();
        let bring_in = std::iter::once(given.bring_in.bind(py).clone());
        let all: Vec<_> = list(&given.antes)
            .chain(list(&given.blinds))
            .chain(bring_in)
            .chain(list(&given.stacks))
            .collect();
        let (Counting { unit, converter }, units) =
            Counting::choose_and_count(py, &all, &game.bets(py)?)?;
        if converter.is_some() && game.is_read(py) {
            let text =
                "a game of a configuration counts whole chips: stakes and stacks must be integers";
            return Err(errors::setup_failure(py, text.to_owned()));
        }
        // What is as in a setup that was made is as it was found there.
        let same = |one: fn(&Given) -> &Py<PyAny>| {
            like.filter(|like| one(&like.given).is(one(&given))).map(|like| &like.definition)
        };
        let mode = match same(|given| &given.mode) {
            Some(made) => made.mode,
            None => choose(&MODES, given.mode.bind(py), "mode")?,
        };
        let rules = match same(|given| &given.rules) {
            Some(made) => made.rules,
            None => choose(&RULES, given.rules.bind(py), "rule book")?,
        };
        let automations = match like.filter(|like| like.given.automations.is(&given.automations)) {
            Some(made) => made.definition.automations,
            None => given.find_automations(py)?,
        };
        let mut definition = Core {
            automations,
            trims_antes: given.trims_antes,
            mode,
            rules,
            board_count: given.board_count,
            ..(*game.core).clone()
        };
        let Unit { scale, places } = unit;
        if definition.rescale(game.scale, scale).is_none() {
            let text = "there are too many chips, or too fine ones, to be counted exactly";
            return Err(errors::setup_failure(py, text.to_owned()));
        }
        definition.variant_rules.optional_straddle = given.optional_straddle;
        let (antes, blinds) = (given.antes.bind(py).len(), given.blinds.bind(py).len());
        let (forced, stacks) = units.split_at(antes + blinds + 1);
        definition.antes = forced[..antes].to_vec();
        definition.blinds = forced[antes..antes + blinds].to_vec();
        definition.bring_in = forced[antes + blinds];
        definition.starting_stacks = stacks.to_vec();
        let problems = definition.problems();
        if !problems.is_empty() {
            return Err(errors::setup_error(py, &problems));
        }
        let (foreign, whole_chips) = given.find_foreign(py)?;
        let definition = Arc::new(definition);
        let spare = Mutex::default();
        Ok(Self { definition, foreign, converter, scale, places, whole_chips, given, spare })
    }

    /// Starts a hand, where one that is gone has left room for it.
    pub fn start(&self, shuffler: Shuffler, hooks: &dyn Hooks) -> Result<Box<State>, RuleError> {
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.take());
        let Some(mut state) = spare else {
            return State::start(self.definition.clone(), shuffler, hooks);
        };
        state.restart(shuffler, hooks)?;
        Ok(state)
    }

    /// Takes the room of a hand that is gone.
    pub fn leave(&self, state: Box<State>) {
        if Arc::ptr_eq(&state.definition, &self.definition)
            && state.log.size() <= LARGEST_SPARE_LOG
            && let Ok(mut spare) = self.spare.lock()
        {
            *spare = Some(state);
        }
    }

    /// Tells whether the game and the stakes are the same.
    pub fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (&self.given, &other.given);
        let tuples = [
            (&one.automations, &two.automations),
            (&one.antes, &two.antes),
            (&one.blinds, &two.blinds),
            (&one.stacks, &two.stacks),
        ];
        for (one, two) in tuples {
            if !one.is(two) && !one.bind(py).eq(two.bind(py))? {
                return Ok(false);
            }
        }
        let others = [
            (&one.bring_in, &two.bring_in),
            (&one.mode, &two.mode),
            (&one.rules, &two.rules),
            (&one.divmod, &two.divmod),
            (&one.rake, &two.rake),
        ];
        for (one, two) in others {
            if !one.is(two) && !one.bind(py).eq(two.bind(py))? {
                return Ok(false);
            }
        }
        let same_layout = match (&one.layout, &two.layout) {
            (Some(one), Some(two)) => one.is(two) || one.bind(py).eq(two.bind(py))?,
            (one, two) => one.is_none() && two.is_none(),
        };
        Ok(same_layout
            && one.trims_antes == two.trims_antes
            && one.optional_straddle == two.optional_straddle
            && one.board_count == two.board_count
            && one.definition.get().equals(py, two.definition.get())?)
    }
}

impl Given {
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
fn clean(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Py<PyTuple>> {
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
