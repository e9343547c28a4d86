//! Work that takes a while, without the interpreter's lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Locks what nobody leaves half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works without the interpreter's lock, which is taken only to tell a function of the caller's how far it is, if there is
/// anything to tell, and to look for signals; what is raised then ends the work.
pub fn watch<A, T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&(dyn Fn(Option<A>) -> bool + Sync)) -> T + Send,
) -> PyResult<T>
where
    A: for<'py> PyCallArgs<'py>,
{
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let tell = |py: Python<'_>, done: Option<A>| match (&progress, done) {
        (Some(progress), Some(done)) => progress.call1(py, done).map(drop),
        _ => Ok(()),
    };
    let result = py.detach(|| {
        work(&|done| {
            Python::attach(|py| match tell(py, done).and_then(|()| py.check_signals()) {
                Ok(()) => true,
                Err(error) => {
                    *lock(&raised) = Some(error);
                    false
                }
            })
        })
    });
    raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(result), Err)
}
