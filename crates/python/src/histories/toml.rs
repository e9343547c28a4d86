//! Values of Python as TOML has them.

use std::fmt::Write;

use croupier_histories::limits::MAX_DEPTH;
use croupier_histories::toml::is_number;
use croupier_histories::writers::toml::{quote, write_key};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::histories::documents::decimal;

/// Write a value as TOML has it, on one line; `write_other` writes what is none of the usual: dates and times, numbers
/// that are not finite, other mappings. It raises an error where there is no way, as for values that are nested too deep
/// and numbers with too many digits.
#[pyfunction]
pub fn write_toml_value(
    value: &Bound<'_, PyAny>,
    write_other: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let mut writer = Writer { write_other, out: String::new() };
    writer.value(value, 0)?;
    Ok(writer.out)
}

/// Write a key as TOML has it; `write_other` is asked where it has half a character.
#[pyfunction]
pub fn write_toml_key(
    key: &Bound<'_, PyString>,
    write_other: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let mut writer = Writer { write_other, out: String::new() };
    writer.key(key)?;
    Ok(writer.out)
}

struct Writer<'a, 'py> {
    write_other: &'a Bound<'py, PyAny>,
    out: String,
}

impl<'py> Writer<'_, 'py> {
    fn value(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> PyResult<()> {
        let py = value.py();
        if let Ok(text) = value.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => quote(text, &mut self.out),
                Err(_) => self.other(value)?,
            }
        } else if let Ok(truth) = value.cast::<PyBool>() {
            self.out.push_str(if truth.is_true() { "true" } else { "false" });
        } else if value.is_instance_of::<PyInt>() {
            if let Ok(small) = value.extract::<i64>() {
                // Writing to a text cannot fail.
                let _ = write!(self.out, "{small}");
                return Ok(());
            }
            let integer = py.get_type::<PyInt>();
            match integer.call_method1(intern!(py, "__repr__"), (value,)) {
                Ok(written) => self.number(value, written.cast::<PyString>()?.to_str()?)?,
                // Python writes no more than some thousand digits.
                Err(_) => self.other(value)?,
            }
        } else if value.is_exact_instance_of::<PyFloat>() || value.get_type().is(decimal(py)?) {
            // Both are written with all digits that they have.
            self.number(value, value.str()?.to_str()?)?;
        } else if depth >= MAX_DEPTH {
            self.other(value)?;
        } else if let Ok(list) = value.cast::<PyList>() {
            self.items(list.iter(), depth)?;
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.items(tuple.iter(), depth)?;
        } else if let Ok(table) = value.cast::<PyDict>() {
            self.out.push('{');
            for (place, (key, value)) in table.iter().enumerate() {
                self.out.push_str(if place > 0 { ", " } else { "" });
                self.key(key.cast::<PyString>()?)?;
                self.out.push_str(" = ");
                self.value(&value, depth + 1)?;
            }
            self.out.push('}');
        } else {
            self.other(value)?;
        }
        Ok(())
    }

    /// Writes a number, unless nobody could read it again, or it is none that is finite.
    fn number(&mut self, value: &Bound<'py, PyAny>, written: &str) -> PyResult<()> {
        if is_number(written) {
            self.out.push_str(written);
            return Ok(());
        }
        self.other(value)
    }

    fn items(
        &mut self,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
        depth: usize,
    ) -> PyResult<()> {
        self.out.push('[');
        for (place, item) in items.enumerate() {
            self.out.push_str(if place > 0 { ", " } else { "" });
            self.value(&item, depth + 1)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn key(&mut self, key: &Bound<'py, PyString>) -> PyResult<()> {
        match key.to_str() {
            Ok(key) => write_key(key, &mut self.out),
            Err(_) => self.other(key.as_any())?,
        }
        Ok(())
    }

    fn other(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let written = self.write_other.call1((value,))?;
        self.out.push_str(written.cast::<PyString>()?.to_str()?);
        Ok(())
    }
}
