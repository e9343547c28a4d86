//! Many tables in step.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use croupier_bots::{Brain, Thinker};
use croupier_cards::Card;
use croupier_engine::definition::Definition;
use croupier_engine::tables::{
    Bot as CoreBot, Choice, Forecast, Judge, Kind, Menu, MenuOptions, Move, Reseeding, Rows,
    StackRange, TableSettings, Tables as CoreTables, TablesError, Widths,
};
use croupier_engine::with_arrays;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::cards::SeedValue;
use crate::errors::{self, OrRaise};
use crate::hands::arrays::{Number, Numbers};
use crate::state::State;
use crate::state::hooks::SetupHooks;
use crate::state::setup::Setup;
use crate::tables::bots::Bot;

/// List the names of decisions at tables, by the numbers of their kinds.
#[pyfunction]
pub const fn list_decision_kinds() -> &'static [&'static str] {
    Kind::NAMES
}

/// Many tables of one game, played one decision at a time.
#[pyclass(module = "croupier._native")]
pub struct Tables {
    tables: CoreTables,
}

macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident: $type:ty, |$widths:ident| $shape:expr;)*) => {
        /// The arrays that rows are written to.
        struct Arrays {
            $($name: Numbers<$type>,)*
        }

        impl Arrays {
            const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Lists the arrays: the name of each, its type, and the shape of a row.
            fn list(widths: Widths) -> Vec<(&'static str, char, Vec<usize>)> {
                vec![$({
                    let $widths = widths;
                    let _ = $widths;
                    (stringify!($name), <$type>::CODE, Vec::from($shape))
                },)*]
            }

            fn get(arrays: &Bound<'_, PyTuple>) -> PyResult<Self> {
                if arrays.len() != Self::NAMES.len() {
                    return Err(PyValueError::new_err(format!(
                        "there must be {} arrays, not {}",
                        Self::NAMES.len(),
                        arrays.len()
                    )));
                }
                let mut places = 0..;
                let mut next = || arrays.get_item(places.next().unwrap_or_default());
                let result = Self {
                    $($name: Numbers::writable(&next()?, stringify!($name))?,)*
                };
                let mut extents = [$(result.$name.extent()),*];
                extents.sort_unstable_by_key(|extent| extent.start);
                if extents.windows(2).any(|pair| pair[0].end > pair[1].start) {
                    return Err(PyValueError::new_err("the arrays must not share memory"));
                }
                Ok(result)
            }

            fn rows(&mut self) -> Rows<'_> {
                Rows { $($name: self.$name.as_mut_slice(),)* }
            }
        }
    };
}

with_arrays!(arrays);

#[pymethods]
impl Tables {
    #[new]
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (setup, count, seed, menu, *, hands=None, first=0, moves_seats=true, duplicate=false, stack_range=None, by_picks=false, history=0, unit=None, bots=Vec::new(), deals=None, all_in_ev=false))]
    fn new(
        setup: &Bound<'_, Setup>,
        count: usize,
        seed: SeedValue,
        menu: Vec<(String, f64, f64)>,
        hands: Option<NonZeroU64>,
        first: u64,
        moves_seats: bool,
        duplicate: bool,
        stack_range: Option<(i64, i64)>,
        by_picks: bool,
        history: usize,
        unit: Option<i64>,
        bots: Vec<Option<PyRef<'_, Bot>>>,
        deals: Option<u32>,
        all_in_ev: bool,
    ) -> PyResult<Self> {
        let py = setup.py();
        let given = setup.get();
        if given.basis.foreign.is_any() || given.converter.is_some() || given.chip > 1 {
            return Err(errors::unsupported_error(
                py,
                "many tables in step need whole chips, and hands, rake and splits of the core",
            ));
        }
        let menu = menu.iter().map(read_move).collect::<PyResult<Vec<_>>>()?;
        let plan = TableSettings {
            count,
            first,
            seed: seed.0,
            menu: Menu::new(menu),
            hands,
            moves_seats,
            duplicate,
            stacks: stack_range.map(|(least, most)| StackRange { least, most }),
            by_picks,
            history,
            unit,
            bots: find_bots(&given.definition, &bots),
            judge: deals.map(|deals| find_judge(&given.definition, deals)),
            forecast: all_in_ev.then(|| find_forecast(&given.definition)),
        };
        let tables = CoreTables::new(&given.definition, plan).or_raise(py)?;
        Ok(Self { tables })
    }

    /// The number of players.
    #[getter]
    fn player_count(&self) -> usize {
        self.tables.widths().players
    }

    /// The arrays to write to, in their order: the name of each, the code of its type, and the shape of a row.
    #[getter]
    fn arrays(&self) -> Vec<(&'static str, char, Vec<usize>)> {
        Arrays::list(self.tables.widths())
    }

    /// Where things stand in a row of floats: the name of each part, its first number and how many there are.
    #[getter]
    fn parts(&self) -> Vec<(&'static str, usize, usize)> {
        self.tables.encoding().map(|encoding| encoding.parts.clone()).unwrap_or_default()
    }

    /// The seed of the randomness of a player whom the core plays at a table.
    fn bot_seed(&self, table: usize, player: usize) -> Option<u64> {
        self.tables.bot_seed(table, player)
    }

    /// Give every table stacks of its own.
    fn set_stacks(&mut self, py: Python<'_>, stacks: &Bound<'_, PyAny>) -> PyResult<()> {
        let stacks = Numbers::<i64>::get(stacks, "the stacks")?;
        self.tables.set_stacks(stacks.as_slice()).or_raise(py)
    }

    /// Keep the hands of these tables and of no others.
    fn record(&mut self, py: Python<'_>, chosen: Vec<usize>) -> PyResult<()> {
        self.tables.record(&chosen).or_raise(py)
    }

    /// Take the hands that were kept: table, number, stacks at the start, the player in each seat, and the end as bytes.
    #[allow(clippy::type_complexity)]
    fn take_recorded<'py>(
        &mut self,
        py: Python<'py>,
    ) -> Vec<(usize, u64, Vec<i64>, Vec<usize>, Bound<'py, PyBytes>)> {
        let taken = self.tables.take_recorded().into_iter();
        taken
            .map(|(table, hand, state, players)| {
                let stacks = state.definition.starting_stacks.clone();
                (table, hand, stacks, players, PyBytes::new(py, &state.save()))
            })
            .collect()
    }

    /// Start the first hands.
    fn start(
        &mut self,
        py: Python<'_>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        self.write(py, arrays, threads, CoreTables::start)
    }

    /// Begin a new hand at some tables: the next one, or the first one of a seed, or of a seed for each; cards that are given
    /// come first.
    #[allow(clippy::too_many_arguments)]
    fn reset(
        &mut self,
        py: Python<'_>,
        chosen: Vec<usize>,
        seed: Option<SeedValue>,
        seeds: Option<Vec<SeedValue>>,
        cards: Option<&Bound<'_, PyAny>>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let seeding = match (seed, seeds) {
            (_, Some(seeds)) => Reseeding::Each(seeds.into_iter().map(|seed| seed.0).collect()),
            (Some(seed), None) => Reseeding::One(seed.0),
            (None, None) => Reseeding::Keep,
        };
        let codes = cards.map(|cards| Numbers::<u8>::get(cards, "the cards")).transpose()?;
        let cards: Vec<Card> = codes
            .iter()
            .flat_map(|codes| codes.as_slice())
            .map(|&code| Card::from_code(code).unwrap_or(Card::UNKNOWN))
            .collect();
        self.write(py, arrays, threads, |tables, rows, threads| {
            tables.reset(&chosen, &seeding, &cards, rows, threads)
        })
    }

    /// Return the same tables, which go on by themselves.
    fn branch(&self) -> Self {
        Self { tables: self.tables.branch() }
    }

    /// Say how often a bot would do what at each table: what it bets or raises to, 0 for a call and -1 for a fold.
    #[allow(clippy::type_complexity)]
    fn weigh(&self, py: Python<'_>, bot: &mut Bot) -> PyResult<Option<Vec<Vec<(i64, f64)>>>> {
        let Some(state) = self.tables.state(0) else { return Ok(None) };
        let thinker = bot.thinker(state);
        let weighed = py.detach(|| self.tables.weigh(thinker)).or_raise(py)?;
        let number = |(choice, weight)| match choice {
            Choice::RaiseTo(to) => (to, weight),
            Choice::Fold => (-1, weight),
            _ => (0, weight),
        };
        Ok(weighed
            .map(|all| all.into_iter().map(|one| one.into_iter().map(number).collect()).collect()))
    }

    /// Deal the cards anew that those who decide do not see.
    fn redeal(
        &mut self,
        py: Python<'_>,
        seed: SeedValue,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        self.write(py, arrays, threads, |tables, rows, threads| {
            tables.redeal(seed.0, rows, threads)
        })
    }

    /// Do what was decided at every table.
    fn step(
        &mut self,
        py: Python<'_>,
        decisions: &Bound<'_, PyAny>,
        amounts: Option<&Bound<'_, PyAny>>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let decisions = Numbers::<i64>::get(decisions, "the decisions")?;
        let amounts = amounts
            .map(|amounts| Numbers::<i64>::get(amounts, "the amounts"))
            .transpose()?
            .map(|amounts| amounts.as_slice().to_vec());
        // The decisions may be an array that is written to meanwhile, so that they are copied.
        let decided = decisions.as_slice().to_vec();
        self.write(py, arrays, threads, |tables, rows, threads| {
            tables.step(&decided, amounts.as_deref(), rows, threads)
        })
    }
}

impl Tables {
    /// Does something that ends with rows for the arrays, without the interpreter's lock.
    fn write(
        &mut self,
        py: Python<'_>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
        act: impl FnOnce(&mut CoreTables, Rows<'_>, NonZeroUsize) -> Result<(), TablesError> + Send,
    ) -> PyResult<()> {
        let mut arrays = Arrays::get(arrays)?;
        let (count, widths) = (self.tables.len(), self.tables.widths());
        if let Some((name, size)) = arrays.rows().find_wrong_size(count, widths) {
            let text = format!("the array {name} must have room for {size} numbers");
            return Err(PyValueError::new_err(text));
        }
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let (tables, rows) = (&mut self.tables, arrays.rows());
        py.detach(|| act(tables, rows, threads)).or_raise(py)
    }
}

/// Say what the moves of a menu are worth to the player who is to act: whether each is possible, the chips that it adds and
/// the amount that is bet or raised to; and the least, the most and the size of the pot to raise to.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn price_menu(
    state: &Bound<'_, State>,
    menu: Vec<(String, f64, f64)>,
) -> PyResult<Option<(Vec<(bool, i64, i64)>, (i64, i64, i64))>> {
    let py = state.py();
    let moves = menu.iter().map(read_move).collect::<PyResult<Vec<_>>>()?;
    let state = state.try_borrow()?;
    let setup = state.setup.bind(py);
    if setup.get().converter.is_some() {
        return Err(errors::unsupported_error(py, "menus of moves need whole chips"));
    }
    let hooks = SetupHooks::new(setup);
    let core = &*state.core;
    let price = || {
        let Some(asked) = core.asked(&hooks)?.filter(|asked| asked.kind == Kind::Bet) else {
            return Ok(None);
        };
        let mut options = MenuOptions::new();
        let bounds = Menu::new(moves).evaluate(core, asked.seat, &hooks, &mut options)?;
        let options = options.iter().map(|price| (price.legal, price.added, price.to)).collect();
        Ok(Some((options, (bounds.least, bounds.most, bounds.pot))))
    };
    price().map_err(|error| hooks.exception(&error, None, None))
}

/// Returns players who share what is known of the game.
fn find_bots(
    definition: &Definition,
    bots: &[Option<PyRef<'_, Bot>>],
) -> Vec<Option<Arc<dyn CoreBot>>> {
    let mut first: Option<Thinker> = None;
    let mut make = |brain| -> Arc<dyn CoreBot> {
        let thinker = first.get_or_insert_with(|| Thinker::new(brain, definition));
        Arc::new(thinker.with_brain(brain))
    };
    bots.iter().map(|bot| bot.as_ref().map(|bot| make(bot.brain))).collect()
}

/// Returns who says what hands are worth.
fn find_judge(definition: &Definition, deals: u32) -> Arc<dyn Judge> {
    let brain = Brain::Equity { deals, caution: 0.0, bluffing: 0.0 };
    Arc::new(Thinker::new(brain, definition))
}

/// Returns who says what is to be expected.
fn find_forecast(definition: &Definition) -> Arc<dyn Forecast> {
    Arc::new(Thinker::new(Brain::Caller, definition))
}

fn read_move((name, first, second): &(String, f64, f64)) -> PyResult<Move> {
    Ok(match name.as_str() {
        "fold" => Move::Fold,
        "call" => Move::Call,
        "min" => Move::Least,
        "max" => Move::Most,
        "pot" => Move::Pot(*first),
        "times" => Move::Times(*first),
        "any" => Move::Any,
        "street" => Move::Street { times: *first, part: *second },
        _ => return Err(PyValueError::new_err(format!("there is no move {name:?}"))),
    })
}
