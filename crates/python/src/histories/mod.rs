//! Hand histories, many at once.
//!
//! | module | what is in it |
//! |---|---|
//! | [`documents`] | hand histories, hand by hand |
//! | [`checking`] | strict checks of hands |
//! | [`rooms`], `pokernow` | texts of rooms and records of Open Hand History, logs of PokerNow |
//! | [`builder`] | the builder of hands, for readers in Python |
//! | [`built`], `played` | hands that were built of texts or played in the core, as Python's histories and errors |
//! | `writers`, `toml` | hands as texts; values of Python as TOML has them |

pub mod builder;
pub mod built;
pub mod checking;
pub mod documents;
pub mod played;
pub mod pokernow;
pub mod replaying;
pub mod rooms;
pub mod toml;
pub mod writers;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use croupier_engine::chips::units::gcd;
use croupier_engine::{Chips, Rules};
use croupier_histories::bulk::read::{KeepGoing, number};
use croupier_histories::replay::Fit;
use croupier_histories::replay::settle::{Recorded, Settlement};
use croupier_histories::{Columns, Game, Texts, read_files_into};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString};

use crate::histories::checking::{FieldRules, PythonProvider};
use crate::state::State;
use crate::state::definition::choose;
use crate::state::setup::{RULES, Setup};
use crate::working::{self, lock};

/// Read and replay files of hand histories; return what came of each hand, as columns by their names.
///
/// Games that are not in the list are asked for: a function is given the text and the key of a hand and returns its
/// setup, or nothing. With rules of fields, hands are checked strictly.
/// Numbers are bytes of the machine's own order: four each for counts, eight for amounts, one for truths.
#[pyfunction]
#[pyo3(signature = (paths, games, provide, threads=None, rules=None, tell_bytes=None))]
pub fn read_histories<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    games: Vec<NamedGame<'py>>,
    provide: Py<PyAny>,
    threads: Option<usize>,
    rules: Option<PyRef<'py, FieldRules>>,
    tell_bytes: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = take_games(games);
    let rules = rules.as_deref();
    let provider = PythonProvider { provide: Some(provide), rules };
    let rules = rules.map(|rules| Arc::clone(&rules.rules));
    let threads = threads.and_then(NonZeroUsize::new);
    let room = lock(&ROOM).take().unwrap_or_default();
    let columns = watch(py, tell_bytes, |going| {
        read_files_into(room, &paths, &games, rules.as_ref(), Some(&provider), threads, going)
    })?;
    let made = to_python(py, &columns);
    *lock(&ROOM) = Some(columns.cleared());
    made
}

/// The room of the columns that were read last: Python has copies of them.
static ROOM: Mutex<Option<Columns>> = Mutex::new(None);

/// An amount as a fraction, or nothing where it is not known.
type Ratio = Option<(i128, i128)>;
/// How stacks and winnings compare, as in columns, and the rake as a fraction.
type Compared = (i8, i8, Option<(Chips, Chips)>);
/// The end of a replay, what is recorded of it, stacks and winnings, and how many repairs there were.
type PlayedHand<'py> = (PyRef<'py, State>, Option<Vec<Ratio>>, Option<Vec<Ratio>>, usize);

/// Compare what is recorded of the end of a hand, stacks and winnings, with a replay of it.
#[pyfunction]
pub fn compare_record(
    py: Python<'_>,
    state: PyRef<'_, State>,
    finishing: Option<Vec<Ratio>>,
    winnings: Option<Vec<Ratio>>,
) -> Compared {
    let (found, whole) = compare(py, &state, finishing, winnings);
    (number(found.finishing), number(found.winnings), found.rake.zip(whole))
}

/// Compares a record with a replay; returns how many units of the comparison a chip is, too.
fn compare(
    py: Python<'_>,
    state: &State,
    finishing: Option<Vec<Ratio>>,
    winnings: Option<Vec<Ratio>>,
) -> (Settlement, Option<Chips>) {
    let scale = i128::from(state.setup.bind(py).get().scale);
    // Amounts finer than a unit of the state are counted in parts of a unit.
    let all = finishing.iter().chain(&winnings).flatten().flatten();
    let parts = all.map(|(_, denominator)| denominator / gcd(*denominator, scale));
    let factor = parts.fold(1_i128, |factor, part| {
        factor.checked_mul(part / gcd(factor, part)).unwrap_or(i128::MAX)
    });
    let factor = Chips::try_from(factor).unwrap_or(1);
    let count = |ratio: Ratio| {
        let Some((numerator, denominator)) = ratio else { return Recorded::Unknown };
        let units = numerator.checked_mul(scale).and_then(|one| one.checked_mul(factor.into()));
        match units {
            Some(units) if units % denominator == 0 => {
                Chips::try_from(units / denominator).map_or(Recorded::Uncounted, Recorded::Units)
            }
            _ => Recorded::Uncounted,
        }
    };
    let list = |ratios: Vec<Ratio>| ratios.into_iter().map(count).collect::<Vec<_>>();
    let (finishing, winnings) = (finishing.map(list), winnings.map(list));
    let found = Settlement::new(&state.core, factor, finishing.as_deref(), winnings.as_deref());
    (found, Chips::try_from(scale * i128::from(factor)).ok())
}

/// Choose by whose rules a hand was played, given a function that plays it under rules of a name: it returns none where
/// that is refused.
///
/// Return the name of the rules, and whether the record shows that they are.
#[pyfunction]
pub fn choose_rules(
    default: &Bound<'_, PyAny>,
    play: &Bound<'_, PyAny>,
) -> PyResult<(String, bool)> {
    let py = default.py();
    let default = choose(&RULES, default, "rule book")?;
    let name =
        |rules: Rules| RULES.iter().find(|(_, one)| *one == rules).map_or("", |(name, _)| name);
    let chosen = croupier_histories::replay::choose_rules(default, |rules| {
        let played: Option<PlayedHand<'_>> = play.call1((name(rules),))?.extract()?;
        let Some((state, finishing, winnings, repairs)) = played else {
            return PyResult::Ok((Fit::Refused, 0, None));
        };
        let (settlement, _) = compare(py, &state, finishing, winnings);
        let fit = Fit::of(&settlement, !state.core.is_live());
        Ok((fit, repairs, Some(state.core.stacks)))
    })?;
    Ok((name(chosen.rules).to_owned(), chosen.proved))
}

/// A game by its code, and the fields that a hand of it must have.
pub type NamedGame<'py> = (String, Bound<'py, Setup>, Vec<String>);

/// Takes games from Python.
pub fn take_games(games: Vec<NamedGame<'_>>) -> Vec<Game> {
    let game = |(code, setup, required): NamedGame<'_>| Game {
        code,
        definition: Arc::clone(&setup.get().definition),
        required,
    };
    games.into_iter().map(game).collect()
}

/// Reads files without the interpreter's lock; `tell_bytes` is told of how many more bytes, and a signal between two files
/// or parts, or an error of the callback, ends it.
pub fn watch<T: Send>(
    py: Python<'_>,
    tell_bytes: Option<Py<PyAny>>,
    read: impl FnOnce(&KeepGoing<'_>) -> T + Send,
) -> PyResult<T> {
    working::watch(py, tell_bytes, |going| read(&|bytes| going((bytes > 0).then_some((bytes,)))))
}

/// Returns numbers as their bytes, which can be changed.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, values.len() * N, |bytes| {
        for (place, &value) in bytes.chunks_exact_mut(N).zip(values) {
            place.copy_from_slice(&to_bytes(value));
        }
        Ok(())
    })
}

fn to_python<'py>(py: Python<'py>, columns: &Columns) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    let counts = [
        ("file", &columns.file),
        ("line", &columns.line),
        ("action_count", &columns.actions),
        ("applied_count", &columns.applied),
        ("repair_count", &columns.repairs),
        ("row", &columns.player_row),
    ];
    for (name, values) in counts {
        result.set_item(name, bytes(py, values, u32::to_ne_bytes)?)?;
    }
    for (name, values) in [("start", &columns.start), ("length", &columns.length)] {
        result.set_item(name, bytes(py, values, u64::to_ne_bytes)?)?;
    }
    let amounts = [
        ("scale", &columns.scale),
        ("bring_in", &columns.bring_in),
        ("small_bet", &columns.small_bet),
        ("big_bet", &columns.big_bet),
        ("min_bet", &columns.min_bet),
        ("rake", &columns.rake),
        ("ante", &columns.antes),
        ("blind_or_straddle", &columns.blinds),
        ("starting_stack", &columns.starting_stacks),
        ("stack", &columns.stacks),
        ("payoff", &columns.payoffs),
        ("finishing_stack", &columns.finishing_stacks),
        ("winnings", &columns.player_winnings),
    ];
    for (name, values) in amounts {
        result.set_item(name, bytes(py, values, i64::to_ne_bytes)?)?;
    }
    let truths =
        [("ended", &columns.ended), ("showdown", &columns.showdown), ("hidden", &columns.hidden)];
    for (name, values) in truths {
        result.set_item(name, bytes(py, values, |truth| [u8::from(truth)])?)?;
    }
    result.set_item("player_count", PyByteArray::new(py, &columns.players))?;
    result.set_item("player", PyByteArray::new(py, &columns.player))?;
    result.set_item("finishing_check", bytes(py, &columns.finishing, i8::to_ne_bytes)?)?;
    result.set_item("winnings_check", bytes(py, &columns.winnings, i8::to_ne_bytes)?)?;
    result.set_item("key", list(py, &columns.keys)?)?;
    result.set_item("hand", list(py, &columns.hands)?)?;
    result.set_item("variant", repeated(py, &columns.variants)?)?;
    result.set_item("repairs", repeated(py, &columns.repair_kinds)?)?;
    let name = PyBytes::new(py, columns.names.text.as_bytes());
    result.set_item("name", (name, bytes(py, &columns.names.lengths, u32::to_ne_bytes)?))?;
    let problems: Vec<_> = columns
        .problems
        .iter()
        .map(|problem| {
            let place = problem.place;
            let text = problem.fault.to_string();
            (problem.file, problem.row, place.line, place.column, place.action, text)
        })
        .collect();
    result.set_item("problems", problems)?;
    let findings = columns.findings.iter().map(|(row, one)| (*row, checking::to_python(one)));
    result.set_item("findings", findings.collect::<Vec<_>>())?;
    Ok(result)
}

fn list<'py>(py: Python<'py>, texts: &Texts) -> PyResult<Bound<'py, PyList>> {
    let texts: Vec<&str> = texts.iter().collect();
    PyList::new(py, texts)
}

/// Returns texts of which there are few different ones, each once.
fn repeated<'py>(py: Python<'py>, texts: &Texts) -> PyResult<Bound<'py, PyList>> {
    let mut last = PyString::new(py, "");
    let mut known = "";
    let mut found = Vec::with_capacity(texts.len());
    for text in texts.iter() {
        if text != known {
            (last, known) = (PyString::new(py, text), text);
        }
        found.push(last.clone());
    }
    PyList::new(py, found)
}
