//! Operations as objects: PokerKit's classes, names and fields.

use croupier_engine::definition::VariantRules;
use croupier_engine::{OPERATIONS, Operation as Core};
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyTuple};

use super::arguments::object;
use super::convert::{Amount, Shown, Values};
use crate::cards;
use crate::units::Converter;

pub use croupier_histories::replay::legal::declaration_name;

/// Something that happened in a hand.
#[pyclass(subclass, frozen, module = "croupier.state")]
pub struct Operation {
    /// The commentary on the operation.
    #[pyo3(get)]
    commentary: Option<String>,
}

/// Defines a class of operations with its fields.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($field:ident $about:literal,)* } $($sum:ident of $summed:ident)?) => {
        $(#[$doc])*
        #[pyclass(extends = Operation, frozen, module = "croupier.state")]
        pub struct $name {
            $(
                #[doc = $about]
                #[pyo3(get)]
                $field: Py<PyAny>,
            )*
        }

        #[pymethods]
        impl $name {
            /// The fields by their positions.
            #[classattr]
            fn __match_args__<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let names: &[&str] = &[$(stringify!($field)),*];
                PyTuple::new(py, names)
            }

            #[new]
            #[pyo3(signature = ($($field,)* *, commentary=None))]
            fn new($($field: Py<PyAny>,)* commentary: Option<String>) -> PyClassInitializer<Self> {
                PyClassInitializer::from(Operation { commentary }).add_subclass(Self { $($field),* })
            }

            $(
                /// The sum of the amounts.
                #[getter]
                fn $sum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    py.import("builtins")?.getattr("sum")?.call1((&self.$summed,))
                }
            )?

            fn __repr__(slf: PyRef<'_, Self>) -> PyResult<String> {
                let py = slf.py();
                let mut text = String::from(concat!(stringify!($name), "(commentary="));
                text += &slf.as_super().commentary.as_deref().into_pyobject(py)?.repr()?.to_string();
                $(
                    text += concat!(", ", stringify!($field), "=");
                    text += &slf.$field.bind(py).repr()?.to_string();
                )*
                text.push(')');
                Ok(text)
            }

            fn __eq__(slf: PyRef<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                let py = slf.py();
                let Ok(other) = other.cast_exact::<Self>() else { return Ok(py.NotImplemented()) };
                let other = other.borrow();
                let equal = slf.as_super().commentary == other.as_super().commentary
                    $(&& slf.$field.bind(py).eq(other.$field.bind(py))?)*;
                object(py, equal)
            }

            fn __hash__(slf: PyRef<'_, Self>) -> PyResult<isize> {
                let commentary = slf.as_super().commentary.as_deref();
                (commentary, slf.fields(slf.py())?).into_pyobject(slf.py())?.hash()
            }

            fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
                let (py, this) = (slf.py(), slf.borrow());
                let make = py.import("croupier.state.operations")?.getattr("_restore")?;
                let commentary = this.as_super().commentary.as_deref();
                let parts = (slf.get_type(), this.fields(py)?, commentary);
                Ok((make.unbind(), object(py, parts)?))
            }
        }

        impl $name {
            fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, [$(self.$field.bind(py)),*] as [&Bound<'_, PyAny>; _])
            }
        }
    };
}

/// Makes the object of a field of a kind, with what another field says of it.
macro_rules! out {
    (amount, $value:ident, $in:ident) => {
        object($in.py, Amount($value, $in.converter))
    };
    (amounts, $value:ident, $in:ident) => {
        object($in.py, Values($value.iter().map(|&amount| Amount(amount, $in.converter))))
    };
    (card, $value:ident, $in:ident) => {
        cards::to_object($in.py, $value)
    };
    (cards, $value:ident, $in:ident) => {
        object($in.py, Shown($value))
    };
    ((faces $cards:ident), $value:ident, $in:ident) => {{ object($in.py, Values((0..$cards.len()).map(|place| $value >> place & 1 == 1))) }};
    ((declarations $count:ident), $value:ident, $in:ident) => {{
        let pots = 0..usize::from($count);
        object($in.py, Values(pots.map(|pot| $value.for_pot(pot).map(declaration_name))))
    }};
    ((choice $key:ident), $value:ident, $in:ident) => {{
        let choice = $in.rules.choices.get(usize::from($key));
        object($in.py, choice.and_then(|(_, values)| values.get(usize::from($value))))
    }};
    (dice, $value:ident, $in:ident) => {
        object($in.py, Values($value.into_iter().take_while(|&value| value > 0)))
    };
    ($number:ident, $value:ident, $in:ident) => {
        object($in.py, $value)
    };
}

/// A maker of objects: it has amounts as the caller counts, and the names of choices.
struct Making<'a, 'py> {
    py: Python<'py>,
    converter: Option<&'a Py<Converter>>,
    rules: &'a VariantRules,
}

/// Makes the classes and the objects from the table.
macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $name:ident {
            $($field:ident: $kind:tt $(= $python:ident $about:literal)?),* $(,)?
        } $(sum $sum:ident of $summed:ident)?
        verify $verify:ident [$($how:ident)*] -> $result:ident $verify_doc:literal,
        can $can:ident $can_doc:literal,
        do $act:ident($($argument:ident: $taken:ident $(= $default:tt)?),*) $act_doc:literal,
        $who:ident, $word:literal, [$($automation:ident)?], [$($sentence:literal),*];
    )*) => {
        $(record!($(#[$doc])* $name { $($($python $about,)?)* } $($sum of $summed)?);)*

        /// Makes the object of an operation.
        #[allow(unused_variables)]
        pub fn to_python(
            py: Python<'_>,
            operation: Core<'_>,
            commentary: Option<String>,
            converter: Option<&Py<Converter>>,
            rules: &VariantRules,
        ) -> PyResult<Py<PyAny>> {
            let making = Making { py, converter, rules };
            let base = PyClassInitializer::from(Operation { commentary });
            match operation {
                $(Core::$name { $($field),* } => {
                    let record = $name { $($($python: out!($kind, $field, making)?,)?)* };
                    Ok(Py::new(py, base.add_subclass(record))?.into_any())
                })*
            }
        }

        /// Adds the classes to the module.
        pub fn add_records(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Operation>()?;
            $(module.add_class::<$name>()?;)*
            Ok(())
        }
    };
}

croupier_engine::operations!(define);

/// The fields of an operation, for Python.
type Row = (
    [&'static str; 4],
    Vec<(&'static str, &'static str, Option<&'static str>)>,
    &'static str,
    Vec<(&'static str, &'static str)>,
    Option<(&'static str, &'static str)>,
    bool,
    bool,
    &'static str,
    Option<&'static str>,
    Vec<&'static str>,
);

/// Return the table of operations: names, arguments, the kind of what is returned, fields, sums, decisions and bets, words, automations, texts.
#[pyfunction]
pub fn list_operations() -> Vec<Row> {
    OPERATIONS
        .iter()
        .map(|info| {
            (
                [info.name, info.method, info.can, info.verify],
                info.arguments.to_vec(),
                info.result,
                info.fields.to_vec(),
                info.sum,
                info.is_decision,
                info.is_bet,
                info.word,
                info.automation,
                info.sentences.to_vec(),
            )
        })
        .collect()
}
