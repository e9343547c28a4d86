//! Spots and small games that are solved, for Python.

use std::sync::{Arc, Mutex};

use croupier_cards::CardSet;
use croupier_engine::Structure;
use croupier_eval::batch::Level;
use croupier_solver::spot::last_round::LastRound;
use croupier_solver::spot::sizes::{Menu, Size, Thresholds};
use croupier_solver::spot::tree::{Kind, Tree};
use croupier_solver::spot::{self, SpotTable};
use croupier_solver::tabular::{Schedule, TabularGame};
use croupier_solver::{
    Extent, LockedStrategy, Options, Precision, Rake, Solver, SolverError, Spot as CoreSpot,
    measure,
};
use croupier_solver::{all_in as core_all_in, push_fold as core_push_fold};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cards;
use crate::equity::{Hands, combos};
use crate::errors::{OrRaise, Raise};
use crate::state::setup::Setup;
use crate::working::{lock, watch};

/// Bets, raises and donk bets of a player, with commas between them.
type MenuText = (String, String, Option<String>);
/// A line, and for each hand how often it takes each action.
type LockSpec = (String, Vec<(u64, Vec<f64>)>);
/// Street, line, kind, player, pot, what each has put in, and whether cards are to come at a showdown.
type Listed = (usize, String, &'static str, Option<usize>, i64, (i64, i64), bool);
/// Nodes, decisions, boards, entries and bytes.
type Size5 = (u64, u64, u64, u64, u64);

/// A spot: what is asked of the solver.
#[pyclass(frozen, module = "croupier._native")]
pub struct SolverSpot {
    core: CoreSpot,
    locks: Vec<LockedStrategy>,
}

fn sizes_of(extent: Extent) -> Size5 {
    (extent.nodes, extent.decisions, extent.boards, extent.entries, extent.bytes)
}

#[pymethods]
impl SolverSpot {
    /// Describe a spot; a whole game where there is no pot.
    #[new]
    #[pyo3(signature = (
        setup, board, shown, dead, pot, stacks, minimum_bet, chip, ranges, menus, thresholds, most_raises, rake, added,
        removed, locks,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        setup: &Bound<'_, Setup>,
        board: &Bound<'_, PyAny>,
        shown: (Bound<'_, PyAny>, Bound<'_, PyAny>),
        dead: &Bound<'_, PyAny>,
        pot: Option<i64>,
        stacks: (i64, i64),
        minimum_bet: Option<i64>,
        chip: i64,
        ranges: (Hands, Hands),
        menus: Vec<(MenuText, MenuText)>,
        thresholds: (f64, f64, f64),
        most_raises: Option<u32>,
        rake: (f64, f64),
        added: Vec<String>,
        removed: Vec<String>,
        locks: Vec<LockSpec>,
    ) -> PyResult<Self> {
        let board = cards::extract(board)?;
        let shown = [cards::extract(&shown.0)?, cards::extract(&shown.1)?];
        let mut dead_cards = CardSet::EMPTY;
        for card in cards::extract(dead)?.into_iter().chain(shown.iter().flatten().copied()) {
            if card.is_unknown() || !dead_cards.insert(card) {
                return Err(SolverError::Board(card).raise(py));
            }
        }
        let definition = &setup.get().definition;
        let starts = spot::find_starts(definition).or_raise(py)?;
        let last_round = if pot.is_some() && starts.is_last {
            Some(LastRound::new(definition, &shown, &board).or_raise(py)?)
        } else {
            if shown.iter().any(|cards| !cards.is_empty()) {
                let reason = "in this game no cards of players lie face up".to_owned();
                return Err(SolverError::Spot(reason).raise(py));
            }
            None
        };
        let definition = match pot {
            Some(pot) => {
                let stacks = [stacks.0, stacks.1];
                // Bets of a fixed size are those of the game, in units.
                let default = if definition.structure == Structure::FixedLimit { 0 } else { 1 };
                let minimum_bet = minimum_bet.unwrap_or(default);
                let table = SpotTable { board: board.len(), pot, stacks, minimum_bet, chip };
                spot::cut(definition, &table)
            }
            None => spot::whole(definition),
        };
        let menu = |(bets, raises, donks): &MenuText| {
            let donks = donks.as_deref().map(Size::parse_list).transpose()?;
            let (bets, raises) = (Size::parse_list(bets)?, Size::parse_list(raises)?);
            Ok::<_, SolverError>(Menu { bets, raises, donks })
        };
        let menus = menus
            .iter()
            .map(|(first, second)| Ok([menu(first)?, menu(second)?]))
            .collect::<Result<_, SolverError>>();
        let (add_all_in, force_all_in, merge) = thresholds;
        let core = CoreSpot {
            definition: Arc::new(definition.or_raise(py)?),
            board,
            dead: dead_cards,
            last_round,
            pot: pot.unwrap_or(0),
            ranges: [combos(&ranges.0.0, &ranges.0.1), combos(&ranges.1.0, &ranges.1.1)],
            menus: menus.or_raise(py)?,
            thresholds: Thresholds { add_all_in, force_all_in, merge, most_raises },
            rake: Rake { rate: rake.0, cap: rake.1 },
            added,
            removed,
        };
        core.check().or_raise(py)?;
        let locked = |(line, hands): LockSpec| {
            let hands = hands.into_iter();
            let hands = hands.map(|(set, parts)| (CardSet::from_bits(set), parts)).collect();
            LockedStrategy { line, hands }
        };
        Ok(Self { core, locks: locks.into_iter().map(locked).collect() })
    }

    /// How many streets there are, how many hole cards, and how many cards the board has in the end.
    #[getter]
    fn counts(&self) -> (usize, usize, usize) {
        (self.core.deals().len() + 1, self.core.hole_count(), self.core.board_count())
    }

    /// Count everything without taking memory for it.
    #[pyo3(signature = (symmetric=true, half=false))]
    fn measure(&self, py: Python<'_>, symmetric: bool, half: bool) -> PyResult<Size5> {
        let (locks, precision) = (self.locks.clone(), precision(half));
        let options = Options { symmetric, precision, locks, ..Options::default() };
        Ok(sizes_of(py.detach(|| measure(&self.core, &options)).or_raise(py)?))
    }

    /// List the betting.
    fn tree(&self, py: Python<'_>) -> PyResult<Vec<Listed>> {
        py.detach(|| Tree::build(&self.core).map(|tree| list(&tree))).or_raise(py)
    }
}

const fn precision(half: bool) -> Precision {
    if half { Precision::Half } else { Precision::Full }
}

fn list(tree: &Tree) -> Vec<Listed> {
    let mut listed = Vec::with_capacity(tree.node_count());
    for (street, forest) in tree.streets.iter().enumerate() {
        for (number, node) in forest.nodes.iter().enumerate() {
            let line = tree.line(street, number).into_iter();
            let line: Vec<String> = line
                .map(|step| step.map_or_else(|| "/".to_owned(), |action| action.to_string()))
                .collect();
            let (kind, player) = match node.kind {
                Kind::Decision { player } => ("decision", Some(player)),
                Kind::Fold { folder } => ("fold", Some(folder)),
                Kind::Showdown => ("showdown", None),
                Kind::Deal { .. } => ("deal", None),
            };
            let pot = tree.pot + node.paid[0] + node.paid[1];
            let paid = (node.paid[0], node.paid[1]);
            listed.push((street, line.join(" "), kind, player, pot, paid, node.all_in));
        }
    }
    listed
}

/// How many cards the board has at the betting rounds from which on a game can be solved, how many cards of each player
/// nobody else sees, how many everybody sees, and whether it is only the last round.
type StartsOf = (Vec<usize>, usize, usize, bool);

/// Return from where on a game can be solved.
#[pyfunction]
pub fn solver_starts(py: Python<'_>, setup: &Bound<'_, Setup>) -> PyResult<StartsOf> {
    let found = spot::find_starts(&setup.get().definition).or_raise(py)?;
    Ok((found.boards, found.down, found.up, found.is_last))
}

/// Returns numbers for Python to look at.
fn bytes<'py>(py: Python<'py>, numbers: &[f32]) -> Bound<'py, PyBytes> {
    let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &raw)
}

/// A node: player, whether cards are dealt next, the cards of the board as a set, actions, pot, what
/// each has put in; for each player reaches, totals, values and equities of the hands; for each action the strategy
/// and the values of the hands of the player who decides.
type NodeParts<'py> = (
    Option<usize>,
    bool,
    u64,
    Vec<String>,
    i64,
    (i64, i64),
    Vec<[Bound<'py, PyBytes>; 4]>,
    Vec<[Bound<'py, PyBytes>; 2]>,
);

/// A spot that is solved.
#[pyclass(frozen, module = "croupier._native")]
pub struct SpotSolver {
    /// In a place of its own: Python does not align objects as it must be.
    core: Box<Mutex<Solver>>,
}

/// A callback that gets the number of iterations and the exploitability.
type Report<'a> = &'a (dyn Fn(Option<(u32, Option<f64>)>) -> bool + Sync);

#[pymethods]
impl SpotSolver {
    /// Take the memory for a spot.
    #[new]
    #[pyo3(signature = (spot, threads=1, most_bytes=4_294_967_296, symmetric=true, half=false))]
    fn new(
        py: Python<'_>,
        spot: &Bound<'_, SolverSpot>,
        threads: usize,
        most_bytes: u64,
        symmetric: bool,
        half: bool,
    ) -> PyResult<Self> {
        let spot = spot.get();
        let (locks, precision) = (spot.locks.clone(), precision(half));
        let level = Level::detect();
        let options = Options { threads, most_bytes, symmetric, precision, level, locks };
        let core = py.detach(|| Solver::new(spot.core.clone(), &options)).or_raise(py)?;
        Ok(Self { core: Box::new(Mutex::new(core)) })
    }

    /// Read a solution; what it does not have is solved until so many chips could be won more.
    #[staticmethod]
    #[pyo3(signature = (spot, data, target, most_bytes=4_294_967_296, symmetric=true))]
    fn load(
        py: Python<'_>,
        spot: &Bound<'_, SolverSpot>,
        data: &[u8],
        target: f64,
        most_bytes: u64,
        symmetric: bool,
    ) -> PyResult<Self> {
        let spot = spot.get();
        let locks = spot.locks.clone();
        let options = Options { most_bytes, symmetric, locks, ..Options::default() };
        let load = || Solver::load(spot.core.clone(), &options, data, target);
        Ok(Self { core: Box::new(Mutex::new(py.detach(load).or_raise(py)?)) })
    }

    /// Return the solution as bytes, without the last street.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let data = py.detach(|| lock(&self.core).save()).or_raise(py)?;
        Ok(PyBytes::new(py, &data))
    }

    /// How many iterations were done.
    #[getter]
    fn iterations(&self) -> u32 {
        lock(&self.core).iterations()
    }

    /// How much there is.
    #[getter]
    fn size(&self) -> Size5 {
        sizes_of(lock(&self.core).extent)
    }

    /// How many bytes regrets and strategies take, how many were expected, and how many boards take.
    #[getter]
    fn number_bytes(&self) -> (usize, u64, usize) {
        let core = lock(&self.core);
        (core.number_bytes(), core.extent.numbers, core.board_bytes())
    }

    /// The hands of each player at the root, as sets, and their weights.
    #[getter]
    fn hands(&self) -> (Hands, Hands) {
        let core = lock(&self.core);
        let of = |player: usize| {
            let hands = core.hands[player].iter();
            hands.map(|combo| (combo.cards.bits(), combo.weight)).unzip()
        };
        (of(0), of(1))
    }

    /// Learn until the exploitability is this many chips, or so many iterations more are done.
    #[pyo3(signature = (target, most, threads, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        target: f64,
        most: u32,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<f64> {
        let solve = |report: Report<'_>| {
            let mut core = lock(&self.core);
            core.set_threads(threads);
            core.solve(target, most, &mut |done, distance| report(Some((done, distance))))
        };
        watch(py, progress, solve)?.or_raise(py)
    }

    /// Find out what each player could win more, and what each wins.
    fn exploitability(&self, py: Python<'_>) -> ((f64, f64), (f64, f64)) {
        let found = py.detach(|| lock(&self.core).exploitability());
        ((found.gains[0], found.gains[1]), (found.values[0], found.values[1]))
    }

    /// Look at the node that a line leads to.
    fn view<'py>(&self, py: Python<'py>, line: &str) -> PyResult<NodeParts<'py>> {
        let (view, dead) = py.detach(|| {
            let mut core = lock(&self.core);
            (core.view(line), core.spot.dead.bits())
        });
        let view = view.or_raise(py)?;
        let players = (0..2).map(|player: usize| {
            [&view.reaches, &view.totals, &view.values, &view.equities]
                .map(|numbers| bytes(py, &numbers[player]))
        });
        let actions = view.strategy.iter().zip(&view.action_values);
        Ok((
            view.place.player,
            view.place.awaits_deal,
            view.place.cards.bits() & !dead,
            view.actions.iter().map(ToString::to_string).collect(),
            view.pot,
            (view.paid[0], view.paid[1]),
            players.collect(),
            actions.map(|(parts, values)| [bytes(py, parts), bytes(py, values)]).collect(),
        ))
    }
}

/// How often each starting hand is all-in or calls, what that is worth more than folding, what each player wins and could
/// win more, and how many iterations were done.
type PushFold = ((Vec<f64>, Vec<f64>), (Vec<f64>, Vec<f64>), (f64, f64), (f64, f64), u32);

/// Solve push or fold of two players: stack, small blind, big blind and ante.
#[pyfunction]
pub fn push_fold(
    py: Python<'_>,
    stakes: (f64, f64, f64, f64),
    target: f64,
    most: u32,
) -> PyResult<PushFold> {
    let (stack, small_blind, big_blind, ante) = stakes;
    let stakes = core_push_fold::PushFoldStakes { stack, small_blind, big_blind, ante };
    let found = py.detach(|| core_push_fold::solve(&stakes, target, most)).or_raise(py)?;
    let [pushes, calls] = found.parts;
    let [push_margins, call_margins] = found.margins;
    let [first, second] = found.values;
    let [first_gain, second_gain] = found.gains;
    Ok((
        (pushes, calls),
        (push_margins, call_margins),
        (first, second),
        (first_gain, second_gain),
        found.iterations,
    ))
}

/// For each player and each set of players who are all-in before how often each starting hand is all-in; how often it
/// comes to that; what each player wins, and could win more.
type AllIn = (Vec<Vec<Vec<f64>>>, Vec<Vec<f64>>, Vec<f64>, Vec<f64>);

/// Solve push or fold of several players: stacks; small blind, big blind and ante; prizes, if there are any; and how many
/// deals, how many iterations, and the seed.
#[pyfunction]
#[pyo3(signature = (stacks, blinds, payouts, effort, progress=None))]
pub fn all_in(
    py: Python<'_>,
    stacks: Vec<f64>,
    blinds: (f64, f64, f64),
    payouts: Vec<f64>,
    effort: (usize, u32, u64),
    progress: Option<Py<PyAny>>,
) -> PyResult<AllIn> {
    let (small_blind, big_blind, ante) = blinds;
    let stakes = core_all_in::AllInStakes { stacks, small_blind, big_blind, ante, payouts };
    let (deals, iterations, seed) = effort;
    let effort = core_all_in::Effort { deals, iterations, seed };
    let solve = |report: Report<'_>| {
        let report = &mut |done, distance| report(Some((done, distance)));
        core_all_in::solve(&stakes, &effort, report)
    };
    let found = watch(py, progress, solve)?.or_raise(py)?;
    Ok((found.parts, found.reached, found.values, found.gains))
}

/// Player, hole cards, board, line, and actions with how often each is taken.
type SetOfPlayer = (usize, String, String, String, Vec<(String, f64)>);

/// A whole small game that is solved.
#[pyclass(frozen, module = "croupier._native")]
pub struct GameSolver {
    core: Mutex<TabularGame>,
}

#[pymethods]
impl GameSolver {
    /// Play everything that can be played of a game; sizes are for games without a limit.
    #[new]
    #[pyo3(signature = (setup, sizes, exponent=2.0, by_reach=true))]
    fn new(
        py: Python<'_>,
        setup: &Bound<'_, Setup>,
        sizes: &str,
        exponent: f64,
        by_reach: bool,
    ) -> PyResult<Self> {
        if setup.get().basis.foreign.is_any() {
            let reason = "hands, the rake or the division of pots are Python's".to_owned();
            return Err(SolverError::Unsupported(reason).raise(py));
        }
        let sizes = Size::parse_list(sizes).or_raise(py)?;
        let definition = Arc::clone(&setup.get().definition);
        let schedule = Schedule { sums: exponent, by_reach, ..Schedule::default() };
        let core = py.detach(|| TabularGame::new(&definition, &sizes, schedule)).or_raise(py)?;
        Ok(Self { core: Mutex::new(core) })
    }

    /// How many players, states and information sets there are.
    #[getter]
    fn counts(&self) -> (usize, usize, usize) {
        let core = lock(&self.core);
        (core.player_count(), core.state_count(), core.sets.len())
    }

    /// How many iterations were done.
    #[getter]
    fn iterations(&self) -> u32 {
        lock(&self.core).iterations()
    }

    /// Learn until nobody could win more than this many chips, or so many iterations more are done.
    #[pyo3(signature = (target, most, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        target: f64,
        most: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<f64> {
        let solve = |report: Report<'_>| {
            let report = &mut |done, distance| report(Some((done, distance)));
            lock(&self.core).solve(target, most, report)
        };
        watch(py, progress, solve)?.or_raise(py)
    }

    /// The winnings of each player, and the gains from best responses.
    fn exploitability(&self, py: Python<'_>) -> (Vec<f64>, Vec<f64>) {
        py.detach(|| {
            let core = lock(&self.core);
            (core.values(), core.gains())
        })
    }

    /// Play these strategies instead: a weight for each action of each information set, in the order of `strategies`.
    fn play(&self, strategies: Vec<Vec<f64>>) -> PyResult<()> {
        if lock(&self.core).play(&strategies) {
            Ok(())
        } else {
            Err(PyValueError::new_err("there must be a weight for each action of each set"))
        }
    }

    /// For each information set player, hole cards, board, line and actions, with how often each is taken.
    fn strategies(&self) -> Vec<SetOfPlayer> {
        let core = lock(&self.core);
        let sets = core.sets.iter().zip(core.strategy());
        sets.map(|(set, parts)| {
            let actions = set.actions.iter().cloned().zip(parts).collect();
            (set.player, set.hole.clone(), set.board.clone(), set.line.clone(), actions)
        })
        .collect()
    }
}
