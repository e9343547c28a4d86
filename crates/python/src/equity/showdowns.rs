//! Showdowns of any game that the engine plays, for Python.

use croupier_cards::Card;
use croupier_equity::game::kinds::{self, Named, Street};
use croupier_equity::game::ranked::{self, RankedGame};
use croupier_equity::game::script::Group;
use croupier_equity::game::{self, GameProblem, Known, UNKNOWN};
use croupier_equity::problem::Problem;
use croupier_equity::solve;
use croupier_equity::work::Report;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards::SeedValue;
use crate::equity::{Hands, Kinds, Result, answer, combos, different, plan, work};
use crate::errors::OrRaise;
use crate::state::setup::Setup;
use crate::{cards, errors};

/// For each hand of a player the codes of the cards in the order of the game, 255 for those that are not
/// known, and their weights.
type Slots = (Vec<Vec<u8>>, Vec<f64>);

/// The cards that players and the board have at the showdown of a game.
#[pyclass(frozen, module = "croupier._native")]
pub struct GameShowdown {
    problem: GameProblem,
    ranked_game: Option<RankedGame>,
}

#[pymethods]
impl GameShowdown {
    /// Find out what a game deals.
    #[new]
    fn new(setup: &Bound<'_, Setup>) -> PyResult<Self> {
        let definition = &setup.get().definition;
        let problem = GameProblem::new(definition).or_raise(setup.py())?;
        let ranked_game = ranked::find(definition, problem.script());
        Ok(Self { problem, ranked_game })
    }

    /// Whether nothing but the sets of hole and board cards decides.
    #[getter]
    const fn ranks_card_sets(&self) -> bool {
        self.ranked_game.is_some()
    }

    /// The names and sizes of the groups of a player's cards.
    #[getter]
    fn hole_groups(&self) -> Vec<(String, usize)> {
        named(&self.problem.script().hole_groups)
    }

    /// The names and sizes of the groups of the board's cards.
    #[getter]
    fn board_groups(&self) -> Vec<(String, usize)> {
        named(&self.problem.script().board_groups)
    }

    /// The group of each card of a player, in the order in which they are dealt.
    #[getter]
    fn hole_order(&self) -> Vec<usize> {
        self.problem.script().hole.iter().map(|slot| slot.group).collect()
    }

    /// The group of each card of the board, in the order in which they are dealt.
    #[getter]
    fn board_order(&self) -> Vec<usize> {
        self.problem.script().board.iter().map(|slot| slot.group).collect()
    }

    /// The names of the choices about the game, each with the names of its values.
    #[getter]
    fn choices(&self) -> Vec<(String, Vec<String>)> {
        self.problem.choice_names().to_vec()
    }

    /// The cards of the game.
    #[getter]
    fn deck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cards::to_tuple(py, self.problem.deck())
    }

    /// Answer how often each player wins where sets of cards decide.
    #[pyo3(signature = (
        board, dead, players, exact=None, deals=1_000_000, precision=None, seed=None, threads=None,
        progress=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn ranked_equity<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        dead: &Bound<'py, PyAny>,
        players: Vec<Hands>,
        exact: Option<bool>,
        deals: u64,
        precision: Option<f64>,
        seed: Option<SeedValue>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Result<'py>> {
        let Some(ranked_game) = &self.ranked_game else {
            return Err(PyValueError::new_err("more than the sets of cards decides in this game"));
        };
        let mut problem = Problem {
            deck: ranked_game.deck,
            board: different(board)?,
            dead: different(dead)?,
            hole_count: ranked_game.hole_count,
            board_count: ranked_game.board_count,
            players: players.into_iter().map(|(sets, weights)| combos(&sets, &weights)).collect(),
            contests: ranked_game.contests.clone(),
        };
        let plan = plan(exact, deals, precision, seed, threads);
        answer(py, progress, |report| solve(&mut problem, &plan, report))
    }

    /// Answer how often each player wins.
    #[pyo3(signature = (
        board, dead, players, choices, exact=None, deals=1_000_000, precision=None, seed=None,
        threads=None, progress=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn equity<'py>(
        &self,
        py: Python<'py>,
        board: Vec<u8>,
        dead: &Bound<'py, PyAny>,
        players: Vec<Slots>,
        choices: Vec<Option<u8>>,
        exact: Option<bool>,
        deals: u64,
        precision: Option<f64>,
        seed: Option<SeedValue>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Result<'py>> {
        if players.len() != self.problem.players.len() {
            return Err(PyValueError::new_err("there is a hand for each player"));
        }
        let mut problem = self.question(py, &board, dead, players, choices)?;
        let plan = plan(exact, deals, precision, seed, threads);
        answer(py, progress, |report| game::solve(&mut problem, &plan, report))
    }

    /// How many kinds of hands share the pot.
    #[getter]
    fn contest_count(&self) -> usize {
        self.problem.contest_count()
    }

    /// How many cards a player and the board have each time that some were dealt.
    #[getter]
    fn streets(&self) -> Vec<Street> {
        self.problem.script().streets()
    }

    /// Name the hand that known cards are by now: what it is worth, its kind, and the same in more words.
    fn hand_name(
        &self,
        py: Python<'_>,
        board: Vec<u8>,
        hand: Vec<u8>,
        choices: Vec<Option<u8>>,
        contest: usize,
    ) -> PyResult<Option<Named>> {
        let dead = PyTuple::empty(py);
        let problem = self.question(py, &board, &dead, vec![(vec![hand], vec![1.0])], choices)?;
        kinds::name(&problem, contest).or_raise(py)
    }

    /// Count the kinds of hands of a player on a street.
    #[pyo3(signature = (
        board, dead, hands, choices, contest, street, deals=100_000, seed=None, threads=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn hand_kinds<'py>(
        &self,
        py: Python<'py>,
        board: Vec<u8>,
        dead: &Bound<'py, PyAny>,
        hands: Slots,
        choices: Vec<Option<u8>>,
        contest: usize,
        street: Street,
        deals: u64,
        seed: Option<SeedValue>,
        threads: Option<usize>,
    ) -> PyResult<(bool, Kinds)> {
        let mut problem = self.question(py, &board, dead, vec![hands], choices)?;
        if !self.streets().contains(&street) || !kinds::fits(&problem, street) {
            return Err(PyValueError::new_err("there are cards of later streets"));
        }
        let plan = plan(None, deals, None, seed, threads);
        let solve = |report: Report<'_>| kinds::solve(&mut problem, contest, street, &plan, report);
        let found = work(py, None, solve)?;
        Ok((found.exact, found.kinds))
    }
}

impl GameShowdown {
    /// Returns a question about players who may hold these cards.
    fn question(
        &self,
        py: Python<'_>,
        board: &[u8],
        dead: &Bound<'_, PyAny>,
        players: Vec<Slots>,
        choices: Vec<Option<u8>>,
    ) -> PyResult<GameProblem> {
        let mut problem = self.problem.clone();
        if choices.len() != problem.choices.len() {
            return Err(PyValueError::new_err("there is a value for each choice"));
        }
        let mut taken = 0;
        problem.board = self.places(py, board, &mut taken)?;
        for card in cards::extract(dead)? {
            self.places(py, &[card.code()], &mut taken)?;
        }
        problem.dead = taken & !bits(&problem.board);
        problem.choices = choices;
        problem.players = players
            .into_iter()
            .map(|(all, weights)| {
                let known = |(codes, weight): (&Vec<u8>, f64)| {
                    Ok(Known { cards: self.places(py, codes, &mut 0)?, weight })
                };
                all.iter().zip(weights).map(known).collect::<PyResult<_>>()
            })
            .collect::<PyResult<_>>()?;
        let lengths_fit = problem.board.len() == self.problem.board.len()
            && problem
                .players
                .iter()
                .flatten()
                .all(|hand| hand.cards.len() == problem.script().hole.len());
        if !lengths_fit {
            return Err(PyValueError::new_err("there is a place for every card of the game"));
        }
        Ok(problem)
    }

    /// Returns where in the deck cards are that are not taken, and takes them.
    fn places(&self, py: Python<'_>, codes: &[u8], taken: &mut u64) -> PyResult<Vec<u8>> {
        let deck = self.problem.deck();
        let find = |&code: &u8| {
            if code == UNKNOWN {
                return Ok(UNKNOWN);
            }
            let card = Card::new(code);
            let mut places = deck.iter().enumerate().filter(|(_, other)| **other == card);
            let free = places.clone().find(|(place, _)| *taken >> place & 1 == 0);
            if let Some((place, _)) = free {
                *taken |= 1 << place;
                return Ok(place as u8);
            }
            let what = if places.next().is_some() {
                "is there twice"
            } else {
                "is not in the deck of the game"
            };
            Err(errors::card_error(py, format!("the card {card} {what}")))
        };
        codes.iter().map(find).collect()
    }
}

fn bits(places: &[u8]) -> u64 {
    places.iter().filter(|&&place| place != UNKNOWN).fold(0, |bits, place| bits | 1 << place)
}

fn named(groups: &[Group]) -> Vec<(String, usize)> {
    groups.iter().map(|group| (group.name.clone(), group.size)).collect()
}
