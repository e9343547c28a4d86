//! A game as data: what streets, files and classes of games become.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use croupier_engine::GivenError;
use croupier_engine::definition::{Definition as Core, HandType, Structure};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use super::streets;
use crate::cards;
use crate::errors::{self, Raise};
use crate::hands::lookups::Lookup;
use crate::hands::rankings::Ranking;
use crate::hands::selections::Selection;
use crate::imported::imported;
use crate::units::ReadAmounts;

/// A game: the deck, the limits, the steps and the hands that win. Stakes, stacks and players are no part of it.
#[pyclass(frozen, module = "croupier._native")]
pub struct Definition {
    pub core: Arc<Core>,
    /// How many units 1 is, in which the amounts of the steps are counted.
    pub scale: i64,
    /// The sizes of bets, unless they are unusual.
    pub bets: Option<ReadAmounts>,
    /// The class of each hand type that only Python can rank.
    pub classes: Vec<Option<Py<PyAny>>>,
    /// The cards.
    #[pyo3(get)]
    pub deck: Py<PyTuple>,
    /// The classes of hands that it was made with; none where it was read.
    #[pyo3(get)]
    pub hand_types: Py<PyTuple>,
    /// The streets that it was made with; once somebody wanted to know, those that do what the steps do, where it was read.
    streets: PyOnceLock<Py<PyTuple>>,
    /// Whether it was read: then amounts are whole chips.
    pub is_read: bool,
    /// How much may be bet.
    #[pyo3(get)]
    pub betting_structure: Py<PyAny>,
    /// The game as it is written, once somebody wanted to know; nothing where it cannot be.
    text: OnceLock<Option<String>>,
}

/// How the core ranks the hands of a class: by a lookup and its direction, by a ranking, or not at all.
#[derive(FromPyObject)]
enum HandCore<'py> {
    Lookup(Bound<'py, Lookup>, Bound<'py, Selection>, bool),
    Ranking(Bound<'py, Ranking>, Bound<'py, Selection>),
    Foreign(Bound<'py, PyAny>),
}

impl HandCore<'_> {
    fn hand_type(self) -> (HandType, Option<Py<PyAny>>) {
        match self {
            Self::Lookup(lookup, selection, low) => {
                let (shape, rule) = (lookup.get().shape.clone(), selection.get().rule.clone());
                (HandType::Lookup { shape, rule, low }, None)
            }
            Self::Ranking(ranking, selection) => {
                let (ranking, rule) = (ranking.get().core, selection.get().rule.clone());
                (HandType::Ranked { ranking, rule, qualifier: None }, None)
            }
            Self::Foreign(class) => (HandType::Foreign, Some(class.unbind())),
        }
    }
}

const STRUCTURES: [(&str, Structure); 3] = [
    ("Fixed-limit", Structure::FixedLimit),
    ("Pot-limit", Structure::PotLimit),
    ("No-limit", Structure::NoLimit),
];

/// Returns what a member of one of Python's enumerations stands for.
pub fn choose<T: Copy>(
    choices: &[(&str, T)],
    given: &Bound<'_, PyAny>,
    what: &'static str,
) -> PyResult<T> {
    let name = given.cast::<PyString>().ok().and_then(|text| text.to_str().ok());
    let found = choices.iter().find(|(choice, _)| Some(*choice) == name);
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let error = GivenError::UnknownOption { what, given: errors::show(given) };
        errors::given_error(given, &error)
    })
}

#[pymethods]
impl Definition {
    /// Make a game of streets and classes of hands, given how the core ranks the hands of each class.
    #[new]
    fn new(
        deck: &Bound<'_, PyAny>,
        hand_types: &Bound<'_, PyTuple>,
        hand_cores: Vec<HandCore<'_>>,
        streets: &Bound<'_, PyTuple>,
        betting_structure: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (kinds, classes): (Vec<_>, _) = hand_cores.into_iter().map(HandCore::hand_type).unzip();
        let (steps, scale) = streets::read(streets)?;
        let deck = match deck.cast::<PyTuple>() {
            Ok(deck) => deck.clone(),
            Err(_) => cards::clean(deck)?,
        };
        let mut core = Core {
            deck: cards::extract(&deck)?.into(),
            hand_types: kinds.into(),
            steps: steps.into(),
            structure: choose(&STRUCTURES, betting_structure, "betting structure")?,
            ..Core::default()
        };
        core.find_variant_needs();
        let given = PyOnceLock::new();
        given.get_or_init(streets.py(), || streets.clone().unbind());
        Ok(Self {
            core: Arc::new(core),
            scale,
            bets: ReadAmounts::new(streets::list_bets(streets)?.into_iter()),
            classes,
            deck: deck.unbind(),
            hand_types: hand_types.clone().unbind(),
            streets: given,
            is_read: false,
            betting_structure: betting_structure.clone().unbind(),
            text: OnceLock::new(),
        })
    }

    /// Read a game.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read = Core::from_json(text);
        let (core, scale) =
            read.map_err(|error| GivenError::NoDefinition { reason: error.to_string() }.raise(py))?;
        let name = STRUCTURES.into_iter().find(|(_, structure)| *structure == core.structure);
        let structures = imported!(py, "croupier.state.enums", "BettingStructure")?;
        Ok(Self {
            bets: Some(ReadAmounts::default()),
            classes: core.hand_types.iter().map(|_| None).collect(),
            deck: cards::to_tuple(py, &core.deck)?.unbind(),
            hand_types: PyTuple::empty(py).unbind(),
            streets: PyOnceLock::new(),
            is_read: true,
            betting_structure: structures.call1((name.map(|(name, _)| name),))?.unbind(),
            core: Arc::new(core),
            scale,
            text: OnceLock::new(),
        })
    }

    /// Return the game as JSON text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        match self.core.to_json(self.scale) {
            Ok(text) => Ok(text),
            Err(error) => Err(errors::unsupported_error(py, error)),
        }
    }

    /// The streets, and what is discarded between them; none where the game does something that no street does.
    #[getter]
    fn streets<'a, 'py>(&'a self, py: Python<'py>) -> PyResult<&'a Bound<'py, PyTuple>> {
        let streets = || streets::write(py, &self.core, self.scale).map(Bound::unbind);
        Ok(self.streets.get_or_try_init(py, streets)?.bind(py))
    }

    /// How many streets there are.
    #[getter]
    fn street_count(&self) -> usize {
        self.core.street_count()
    }

    /// How many hands share the pot.
    #[getter]
    fn hand_type_count(&self) -> usize {
        self.core.hand_types.len()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        slf.get().equals(slf.py(), other.get())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self.text() {
            Some(text) => text.hash(&mut hasher),
            None => (self.core.steps.len(), self.core.deck.len()).hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, this) = (slf.py(), slf.get());
        let cards = this.core.deck.len();
        let structure = this.betting_structure.bind(py).str()?;
        let (steps, streets) = (this.core.steps.len(), this.core.street_count());
        let hands = this.hand_types.bind(py);
        let hands = if hands.is_empty() {
            format!("{} contests", this.core.hand_types.len())
        } else {
            let names = hands.iter().map(|kind| Ok(kind.getattr("__name__")?.to_string()));
            names.collect::<PyResult<Vec<_>>>()?.join(", ")
        };
        Ok(format!(
            "<Definition: {structure}, {cards} cards, {streets} streets, {steps} steps, {hands}>"
        ))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        if this.is_read {
            let read = slf.get_type().getattr(intern!(py, "from_json"))?;
            return Ok((read, (this.to_json(py)?,).into_pyobject(py)?));
        }
        let make = imported!(py, "croupier.state.setup", "make_definition")?;
        // Cards are many, and text is quickly read.
        let deck = croupier_cards::parse::text(&this.core.deck);
        let parts = (deck, &this.hand_types, this.streets(py)?, &this.betting_structure);
        Ok((make.clone(), parts.into_pyobject(py)?))
    }
}

impl Definition {
    fn text(&self) -> Option<&str> {
        self.text.get_or_init(|| self.core.to_json(self.scale).ok()).as_deref()
    }

    /// Tells whether two games are the same: what one was read from is what the other would be written to. Games that
    /// were made of streets and classes, and those that cannot be written, are the same if these are.
    pub fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if Arc::ptr_eq(&self.core, &other.core) {
            return Ok(true);
        }
        let (one, two) = (self.text(), other.text());
        if self.is_read || other.is_read {
            return Ok(one.is_some() && one == two);
        }
        let same = |one: &Py<PyTuple>, two: &Py<PyTuple>| one.bind(py).eq(two.bind(py));
        // Amounts of other types are other chips.
        let made_alike = same(&self.hand_types, &other.hand_types)?
            && self.streets(py)?.eq(other.streets(py)?)?
            && self.core.deck == other.core.deck
            && self.core.structure == other.core.structure;
        Ok(made_alike && one == two)
    }

    /// Lists the sizes of bets as they were given.
    pub fn given_bets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        match self.is_read {
            true => Ok(Vec::new()),
            false => streets::list_bets(self.streets(py)?),
        }
    }
}
