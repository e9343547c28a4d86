//! The native module of the Python package: conversions and nothing else.

use croupier_cards::Shuffler;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Returns the numbers below `count` in a random order.
#[pyfunction]
#[pyo3(signature = (count, seed=None))]
fn permutation(count: usize, seed: Option<u64>) -> PyResult<Vec<usize>> {
    let mut shuffler = match seed {
        Some(seed) => Shuffler::from_seed(seed),
        None => Shuffler::from_entropy().map_err(|error| PyOSError::new_err(error.to_string()))?,
    };
    let mut order: Vec<usize> = (0..count).collect();
    shuffler.shuffle(&mut order);
    Ok(order)
}

/// The native core.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::permutation;
}
