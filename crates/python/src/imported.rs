//! Things of Python's modules, each of which is looked for once.

/// Returns a thing of a module, by the names of both; of a type, if one is said.
macro_rules! imported {
    ($py:expr, $module:literal, $name:literal) => {
        $crate::imported::imported!($py, $module, $name as PyAny)
    };
    ($py:expr, $module:literal, $name:literal as $type:ident) => {{
        static FOUND: pyo3::sync::PyOnceLock<pyo3::Py<pyo3::types::$type>> =
            pyo3::sync::PyOnceLock::new();
        FOUND.import($py, $module, $name)
    }};
}

pub(crate) use imported;
