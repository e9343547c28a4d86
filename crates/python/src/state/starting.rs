//! Hands of a class of games, one after the other.

use std::sync::Mutex;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::tuple::BorrowedTupleIterator;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use super::setup::{Setup, clean};
use super::subclass::make_as;
use crate::imported::imported;

/// The setup of the last hand of a game, with the arguments that it was made of.
#[pyclass(frozen, module = "croupier._native")]
pub struct Recent {
    arguments: Py<PyTuple>,
    player_count: Py<PyAny>,
    /// The class variables of the game, which anybody may set.
    variables: Vec<(Py<PyString>, Py<PyAny>)>,
    game: Option<Py<PyAny>>,
    /// Whether hands with other stacks are its own affair.
    is_own_caller: bool,
    last: Mutex<Last>,
}

struct Last {
    stacks: Py<PyAny>,
    setup: Py<Setup>,
}

#[pymethods]
impl Recent {
    /// Keep a setup of these arguments, stacks and players, and of the class variables of a game, whose own affair it may
    /// be to start hands with other stacks.
    #[new]
    #[pyo3(signature = (
        arguments, stacks, player_count, setup, variables=Vec::new(), game=None, is_own_caller=false,
    ))]
    fn new(
        arguments: &Bound<'_, PyTuple>,
        stacks: &Bound<'_, PyAny>,
        player_count: Py<PyAny>,
        setup: Py<Setup>,
        variables: Vec<(Py<PyString>, Py<PyAny>)>,
        game: Option<Py<PyAny>>,
        is_own_caller: bool,
    ) -> PyResult<Self> {
        let copies = arguments.iter().map(|one| copy(&one)).collect::<PyResult<Vec<_>>>()?;
        let last = Mutex::new(Last { stacks: copy(stacks)?.unbind(), setup });
        let arguments = PyTuple::new(arguments.py(), copies)?.unbind();
        Ok(Self { arguments, player_count, variables, game, is_own_caller, last })
    }

    /// Return the setup for these stacks, from one with the same arguments; none where there is none.
    fn find(
        &self,
        arguments: &Bound<'_, PyTuple>,
        stacks: &Bound<'_, PyAny>,
        player_count: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Py<Setup>>> {
        match self.find_rest(arguments).is_some() {
            true => self.find_setup(stacks, player_count),
            false => Ok(None),
        }
    }

    /// Return the setup of the last hand, if it was one with these stacks.
    fn recall(
        &self,
        stacks: &Bound<'_, PyAny>,
        player_count: &Bound<'_, PyAny>,
    ) -> Option<Py<Setup>> {
        if !self.is_for(player_count) {
            return None;
        }
        let last = self.last.lock().ok()?;
        let is_last = is_unchanged(last.stacks.bind(stacks.py()), stacks);
        is_last.then(|| last.setup.clone_ref(stacks.py()))
    }

    /// The game is of the class that keeps this.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.variables.iter().try_for_each(|(_, value)| visit.call(value))?;
        visit.call(&self.arguments)?;
        visit.call(&self.game)
    }
}

impl Recent {
    /// Returns what follows the arguments, if they have not changed.
    #[inline]
    fn find_rest<'a, 'py>(
        &self,
        given: &'a Bound<'py, PyTuple>,
    ) -> Option<BorrowedTupleIterator<'a, 'py>> {
        let (kept, mut rest) = (self.arguments.bind(given.py()), given.iter_borrowed());
        let mut pairs = kept.iter_borrowed().zip(&mut rest);
        pairs.all(|(kept, given)| is_unchanged(&kept, &given)).then_some(rest)
    }

    /// Tells whether hands of so many players start from this.
    #[inline]
    fn is_for(&self, player_count: &Bound<'_, PyAny>) -> bool {
        is_same(self.player_count.bind(player_count.py()), player_count)
    }

    /// Tells whether the variables of a class are what they were.
    #[inline]
    fn is_of(&self, kind: &Bound<'_, PyType>) -> PyResult<bool> {
        for (name, value) in &self.variables {
            if !kind.getattr(name.bind(kind.py()))?.is(value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the stacks and the number of players that follow the arguments of a hand, if it starts from the same because
    /// neither these nor the class have changed.
    fn fits<'a, 'py>(
        &self,
        kind: &Bound<'py, PyType>,
        given: &'a Bound<'py, PyTuple>,
    ) -> PyResult<Option<[Borrowed<'a, 'py, PyAny>; 2]>> {
        let Some(mut rest) = self.find_rest(given) else { return Ok(None) };
        let (Some(stacks), Some(player_count)) = (rest.next(), rest.next()) else {
            return Ok(None);
        };
        let fits = self.is_for(&player_count) && self.is_of(kind)?;
        Ok(fits.then_some([stacks, player_count]))
    }

    /// Returns the setup of the last hand, with other stacks if they are others; nothing where that does not say it.
    fn find_setup(
        &self,
        stacks: &Bound<'_, PyAny>,
        player_count: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Py<Setup>>> {
        if let Some(setup) = self.recall(stacks, player_count) {
            return Ok(Some(setup));
        }
        let py = stacks.py();
        let like = self.last.lock().ok().map(|last| last.setup.clone_ref(py));
        let can_change = self.is_for(player_count) && !self.is_own_caller;
        let Some(like) = like.filter(|_| can_change) else { return Ok(None) };
        let like = like.get();
        let setup = like.with_stacks(py, clean(stacks, like.definition.player_count())?)?;
        let setup = Py::new(py, setup)?;
        self.keep(stacks, &setup)?;
        Ok(Some(setup))
    }

    /// Keeps the setup of a hand, unless its stacks may be others later although they are the same object.
    fn keep(&self, stacks: &Bound<'_, PyAny>, setup: &Py<Setup>) -> PyResult<()> {
        let py = stacks.py();
        let stacks = copy(stacks)?;
        let is_lasting =
            is_number(&stacks) || is_list(&stacks) || stacks.is_exact_instance_of::<PyTuple>();
        if is_lasting && let Ok(mut last) = self.last.lock() {
            let new = Last { stacks: stacks.unbind(), setup: setup.clone_ref(py) };
            let old = std::mem::replace(&mut *last, new);
            // To drop it may run code of the caller's, which must not find the lock held.
            drop(last);
            drop(old);
        }
        Ok(())
    }
}

/// Tells whether something may be changed later: a list or a dictionary.
#[inline]
fn is_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyList>() || value.is_exact_instance_of::<PyDict>()
}

#[inline]
fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyFloat>()
}

/// Returns a copy of what the caller may change later.
fn copy<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match is_list(value) {
        true => value.call_method0(intern!(value.py(), "copy")),
        false => Ok(value.clone()),
    }
}

/// Tells whether an argument is the one that was kept, or a collection of the same whole numbers: of those that may
/// change, a copy was kept.
#[inline]
fn is_unchanged(kept: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> bool {
    is_same(kept, given) || has_same(kept, given)
}

/// Tells whether a collection has the same objects or numbers as another one of its type.
fn has_same(kept: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> bool {
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyTuple>(), given.cast_exact::<PyTuple>()) {
        let mut pairs = kept.iter_borrowed().zip(given.iter_borrowed());
        return kept.len() == given.len() && pairs.all(|(one, other)| is_same(&one, &other));
    }
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyList>(), given.cast_exact::<PyList>()) {
        let mut pairs = kept.iter().zip(given.iter());
        return kept.len() == given.len() && pairs.all(|(one, other)| is_same(&one, &other));
    }
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyDict>(), given.cast_exact::<PyDict>()) {
        let mut pairs = kept.iter().zip(given.iter());
        return kept.len() == given.len()
            && pairs.all(|(one, other)| is_same(&one.0, &other.0) && is_same(&one.1, &other.1));
    }
    false
}

/// Tells whether two objects are one, or the same number, and neither a decimal, which may be written differently.
#[inline]
fn is_same(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    one.is(other)
        || is_number(one) && one.get_type().is(other.get_type()) && one.eq(other).unwrap_or(false)
}

/// Make a state of a class: a hand that starts, with a deck as it lies or shuffled, or one that was saved.
#[pyfunction]
#[pyo3(signature = (class, setup, seed=None, deck=None, saved=None, /))]
pub fn make_state<'py>(
    class: &Bound<'py, PyType>,
    setup: &Bound<'py, Setup>,
    seed: Option<&Bound<'py, PyAny>>,
    deck: Option<&Bound<'py, PyTuple>>,
    saved: Option<&Bound<'py, PyBytes>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    make_as(class, (setup, seed, py.None(), saved, deck).into_pyobject(py)?)
}

/// Start a hand of a class of games, given arguments, stacks and the number of players: from what an earlier one started
/// from, where it was given the same arguments.
#[pyfunction]
#[pyo3(signature = (kind, given, seed, /))]
pub fn start_hand<'py>(
    kind: &Bound<'py, PyType>,
    given: &Bound<'py, PyTuple>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = kind.py();
    let kept = kind.getattr(intern!(py, "_recent"))?.cast_into_exact::<PyList>()?;
    for (place, of_class) in kept.iter().enumerate() {
        let recent = of_class.cast_exact::<Recent>()?.get();
        let Some([stacks, player_count]) = recent.fits(kind, given)? else { continue };
        if let Some(setup) = recent.find_setup(&stacks, &player_count)? {
            // The next hand will start from it, too. Code of the caller's may have changed the list.
            if place > 0 && kept.get_item(place).is_ok_and(|there| there.is(&of_class)) {
                kept.del_item(place)?;
                kept.insert(0, of_class)?;
            }
            let class = imported!(py, "croupier.state", "State" as PyType)?;
            return make_as(class, (setup, seed).into_pyobject(py)?);
        }
        // The game is asked for what only it knows.
        if let Some(game) = &recent.game {
            let options = [("seed", seed)].into_py_dict(py)?;
            let state = game.bind(py).call((stacks, &player_count), Some(&options))?;
            let of_game = game.bind(py).getattr(intern!(py, "_kept"))?;
            if let Ok(of_game) = of_game.cast_exact::<Recent>()
                && let Some(setup) = of_game.get().recall(&stacks, &player_count)
            {
                recent.keep(&stacks, &setup)?;
            }
            return Ok(state);
        }
    }
    // Hands of so many players are new, but perhaps not the game.
    let mut game = None;
    for of_class in &kept {
        let recent = of_class.cast_exact::<Recent>()?.get();
        if recent.find_rest(given).is_some() && recent.is_of(kind)? {
            game = recent.game.as_ref().map(|game| game.clone_ref(py));
            break;
        }
    }
    kind.call_method1(intern!(py, "_create"), (given, seed, game))
}
