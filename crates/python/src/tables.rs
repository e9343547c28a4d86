//! Many tables in step.

use std::num::{NonZeroU64, NonZeroUsize};

use croupier_engine::tables::{Menu, Move, Rows, Tables as CoreTables, Widths};
use croupier_engine::with_arrays;
use pyo3::buffer::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bulk::Numbers;
use crate::cards::SeedValue;
use crate::errors;
use crate::state::setup::Setup;

/// Many tables of one game, played one decision at a time.
#[pyclass(module = "croupier._native")]
pub struct Tables {
    tables: CoreTables,
}

/// A number of an array, as Python and NumPy name its type.
trait Number: Element {
    const CODE: char;
    const NAME: &str;
}

impl Number for u8 {
    const CODE: char = 'B';
    const NAME: &str = "uint8";
}

impl Number for u32 {
    const CODE: char = 'I';
    const NAME: &str = "uint32";
}

impl Number for i64 {
    const CODE: char = 'q';
    const NAME: &str = "int64";
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
                    $($name: Numbers::writable(&next()?, stringify!($name), <$type>::NAME)?,)*
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
    #[pyo3(signature = (setup, count, seed, menu, hands=None))]
    fn new(
        setup: &Bound<'_, Setup>,
        count: usize,
        seed: SeedValue,
        menu: Vec<(String, f64, f64)>,
        hands: Option<NonZeroU64>,
    ) -> PyResult<Self> {
        let py = setup.py();
        let given = setup.get();
        if given.foreign.is_some() || given.converter.is_some() {
            return Err(errors::unsupported_error(
                py,
                "many tables in step need whole chips, and hands, rake and splits of the core",
            ));
        }
        let menu = menu.iter().map(read_move).collect::<PyResult<Vec<_>>>()?;
        let tables = CoreTables::new(&given.definition, count, seed.0, Menu::new(menu), hands)
            .map_err(|error| errors::tables_error(py, &error))?;
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

    /// Start the first hands.
    fn start(
        &mut self,
        py: Python<'_>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let mut arrays = self.check_arrays(arrays)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let (tables, rows) = (&mut self.tables, arrays.rows());
        let result = py.detach(|| tables.start(rows, threads));
        result.map_err(|error| errors::tables_error(py, &error))
    }

    /// Do what was decided at every table.
    fn step(
        &mut self,
        py: Python<'_>,
        decisions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let decisions = Numbers::<i64>::get(decisions, "the decisions", "int64")?;
        let mut arrays = self.check_arrays(arrays)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let (tables, rows) = (&mut self.tables, arrays.rows());
        // What is decided may be an array that is written to: a copy is not.
        let decided = decisions.as_slice().to_vec();
        let result = py.detach(|| tables.step(&decided, rows, threads));
        result.map_err(|error| errors::tables_error(py, &error))
    }
}

impl Tables {
    fn check_arrays(&self, arrays: &Bound<'_, PyTuple>) -> PyResult<Arrays> {
        let mut arrays = Arrays::get(arrays)?;
        let (count, widths) = (self.tables.len(), self.tables.widths());
        match arrays.rows().find_wrong_size(count, widths) {
            Some((name, size)) => Err(PyValueError::new_err(format!(
                "the array {name} must have room for {size} numbers"
            ))),
            None => Ok(arrays),
        }
    }
}

fn read_move((name, first, second): &(String, f64, f64)) -> PyResult<Move> {
    Ok(match name.as_str() {
        "fold" => Move::Fold,
        "call" => Move::Call,
        "min" => Move::Least,
        "max" => Move::Most,
        "pot" => Move::Pot(*first),
        "times" => Move::Times(*first),
        "street" => Move::Street { times: *first, part: *second },
        _ => return Err(PyValueError::new_err(format!("there is no move {name:?}"))),
    })
}
