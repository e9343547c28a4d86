//! A game with stakes and stacks, checked once and used for many hands.

use std::sync::Arc;

use croupier_engine::definition::{
    Action, Automation, Automations, Betting, Dealing, Definition, DrawTerms, Drawing, HandType,
    Mode, Opening, Program, Rules, Step, Structure, Terms,
};
use croupier_engine::units::MOST_UNITS;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::lookups::Lookup;
use crate::rankings::Ranking;
use crate::selections::Selection;
use crate::state::hooks::Foreign;
use crate::{cards, errors};

/// A game with stakes and stacks.
#[pyclass(frozen, module = "croupier._native")]
pub struct Setup {
    pub definition: Arc<Definition>,
    pub foreign: Option<Foreign>,
    /// Turns amounts into units and back; none where they are integers.
    pub converter: Option<Py<PyAny>>,
    /// How many units 1 is, and how many decimal places amounts have.
    pub scale: i64,
    pub places: u8,
    /// Whether pots of whole chips are divided into whole chips although amounts may have fractions.
    pub whole_chips: bool,
    /// What the caller gave, for the caller to read.
    #[pyo3(get)]
    pub values: Py<PyAny>,
}

/// A step, by the number of its street.
#[derive(FromPyObject)]
enum StepSpec {
    /// Burn, hole cards face up or down, board cards, and a draw: the fewest and most cards, and whether they are replaced.
    Deal(usize, bool, Vec<bool>, usize, Option<(usize, Option<usize>, bool)>),
    /// Opening, smallest bet, most raises.
    Bet(usize, u8, i64, Option<u32>),
}

impl StepSpec {
    fn step(self) -> PyResult<Step> {
        Ok(match self {
            Self::Deal(street, burn, hole, board, draw) => {
                let terms = DrawTerms::NONE;
                let draw = draw.map(|(minimum, maximum, replaces)| Drawing {
                    minimum,
                    maximum,
                    replaces,
                    terms,
                });
                let dealing = Dealing { draw, burn, hole, board, ..Dealing::default() };
                Step::new(street, Action::Deal(dealing))
            }
            Self::Bet(street, opening, minimum_bet, maximum_raises) => {
                let opening = choose(&OPENINGS, opening, "opening")?;
                let betting = Betting::new(opening, minimum_bet, maximum_raises);
                Step::new(street, Action::Bet(betting))
            }
        })
    }
}

/// A hand type: a lookup and its direction, a ranking, or a class of the caller's.
#[derive(FromPyObject)]
enum HandTypeSpec<'py> {
    Lookup(Bound<'py, Lookup>, Bound<'py, Selection>, bool),
    Ranking(Bound<'py, Ranking>, Bound<'py, Selection>),
    Foreign(Bound<'py, PyAny>),
}

const OPENINGS: [Opening; 5] =
    [Opening::Position, Opening::LowCard, Opening::HighCard, Opening::LowHand, Opening::HighHand];
const STRUCTURES: [Structure; 3] = [Structure::FixedLimit, Structure::PotLimit, Structure::NoLimit];
const MODES: [Mode; 2] = [Mode::Tournament, Mode::CashGame];
const RULES: [Rules; 2] = [Rules::CardRoom, Rules::PokerKit];

fn choose<T: Copy>(choices: &[T], index: u8, what: &str) -> PyResult<T> {
    let choice = choices.get(usize::from(index)).copied();
    choice.ok_or_else(|| PyValueError::new_err(format!("there is no {what} number {index}")))
}

#[pymethods]
impl Setup {
    /// Check a game with its stakes and stacks; amounts are in units, choices are numbers.
    #[new]
    #[pyo3(signature = (
        values, automations, deck, hand_types, steps, structure, trims_antes, antes, blinds,
        bring_in, starting_stacks, mode, rules, board_count, converter=None, rake=None, divmod=None,
        whole_chips=false, program=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        values: Py<PyAny>,
        automations: Vec<u8>,
        deck: &Bound<'_, PyAny>,
        hand_types: Vec<HandTypeSpec<'_>>,
        steps: Vec<StepSpec>,
        structure: u8,
        trims_antes: bool,
        antes: Vec<i64>,
        blinds: Vec<i64>,
        bring_in: i64,
        starting_stacks: Vec<i64>,
        mode: u8,
        rules: u8,
        board_count: usize,
        converter: Option<Py<PyAny>>,
        rake: Option<Py<PyAny>>,
        divmod: Option<Py<PyAny>>,
        whole_chips: bool,
        program: Option<&str>,
    ) -> PyResult<Self> {
        let mut classes = Vec::new();
        let hand_types: Vec<HandType> = hand_types
            .into_iter()
            .map(|spec| {
                let (hand_type, class) = match spec {
                    HandTypeSpec::Lookup(lookup, selection, low) => {
                        let (shape, rule) =
                            (lookup.get().shape.clone(), selection.get().rule.clone());
                        (HandType::Lookup { shape, rule, low }, None)
                    }
                    HandTypeSpec::Ranking(ranking, selection) => {
                        let (ranking, rule) = (ranking.get().core, selection.get().rule.clone());
                        (HandType::Ranked { ranking, rule, qualifier: None }, None)
                    }
                    HandTypeSpec::Foreign(class) => (HandType::Foreign, Some(class.unbind())),
                };
                classes.push(class);
                hand_type
            })
            .collect();
        let steps = steps.into_iter().map(StepSpec::step).collect::<PyResult<Vec<Step>>>()?;
        let automations = automations
            .into_iter()
            .map(|index| choose(&Automation::ALL, index, "automation"))
            .collect::<PyResult<Automations>>()?;
        let mut definition = Definition {
            automations,
            deck: cards::extract(deck)?,
            hand_types,
            steps,
            structure: choose(&STRUCTURES, structure, "betting structure")?,
            trims_antes,
            antes,
            blinds,
            bring_in,
            starting_stacks,
            mode: choose(&MODES, mode, "mode")?,
            rules: choose(&RULES, rules, "rule book")?,
            board_count,
            terms: Terms::default(),
        };
        if let Some(program) = program {
            // Steps and hand types are those of the program.
            let program = Program::parse(program).map_err(PyValueError::new_err)?;
            program.put_into(&mut definition);
        }
        let problems = definition.problems();
        if !problems.is_empty() {
            return Err(errors::setup_error(py, &problems));
        }
        let foreign_types = classes.iter().any(Option::is_some);
        let foreign = (rake.is_some() || divmod.is_some() || foreign_types).then_some(Foreign {
            rake,
            divmod,
            classes,
        });
        let (scale, places) = match &converter {
            Some(converter) => {
                let converter = converter.bind(py);
                (converter.getattr("scale")?.extract()?, converter.getattr("places")?.extract()?)
            }
            None => (1, 0),
        };
        let definition = Arc::new(definition);
        Ok(Self { definition, foreign, converter, scale, places, whole_chips, values })
    }
    /// Return the same game with other stacks; none where it must be made anew to say what is wrong with them, or
    /// because amounts are no integers. What is none of the rest stays: antes, blinds, and whether antes are trimmed.
    #[pyo3(signature = (stacks, antes=None, blinds=None, trims_antes=None))]
    fn with_stacks(
        &self,
        stacks: &Bound<'_, PyTuple>,
        antes: Option<&Bound<'_, PyTuple>>,
        blinds: Option<&Bound<'_, PyTuple>>,
        trims_antes: Option<bool>,
    ) -> PyResult<Option<Self>> {
        if self.converter.is_some() {
            return Ok(None);
        }
        let py = stacks.py();
        let mut definition = (*self.definition).clone();
        let changed = PyDict::new(py);
        let amounts = [
            ("starting_stacks", Some(stacks), &mut definition.starting_stacks),
            ("antes", antes, &mut definition.antes),
            ("blinds_or_straddles", blinds, &mut definition.blinds),
        ];
        for (name, given, units) in amounts {
            let Some(given) = given else { continue };
            if !put_amounts(given, units) {
                return Ok(None);
            }
            changed.set_item(name, given)?;
        }
        if let Some(trims_antes) = trims_antes {
            definition.trims_antes = trims_antes;
            changed.set_item("ante_trimming_status", trims_antes)?;
        }
        if !definition.problems().is_empty() {
            return Ok(None);
        }
        let values = self.values.bind(py).call_method("_replace", (), Some(&changed))?.unbind();
        Ok(Some(Self {
            definition: Arc::new(definition),
            foreign: self.foreign.as_ref().map(|foreign| foreign.clone_ref(py)),
            converter: None,
            scale: self.scale,
            places: self.places,
            whole_chips: self.whole_chips,
            values,
        }))
    }
}

/// Writes as many integers over others; false if there are more or fewer, or something else among them.
fn put_amounts(given: &Bound<'_, PyTuple>, units: &mut [i64]) -> bool {
    given.len() == units.len()
        && given.iter().zip(units).all(|(amount, unit)| {
            // No subclass, which may be written differently.
            let number = amount.is_exact_instance_of::<PyInt>().then(|| amount.extract::<i64>());
            match number {
                Some(Ok(number)) if number.unsigned_abs() <= MOST_UNITS.unsigned_abs() => {
                    *unit = number;
                    true
                }
                _ => false,
            }
        })
}
