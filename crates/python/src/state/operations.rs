//! Operations as objects: PokerKit's classes, names and fields.

use croupier_engine::definition::VariantRules;
use croupier_engine::{OPERATIONS, Operation as Core, OperationInfo};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyTuple};

use super::arguments::object;
use super::convert::{Amount, Shown, Values};
use crate::cards;
use crate::imported::imported;
use crate::units::Converter;

pub use croupier_histories::replay::legal::declaration_name;

/// Something that happened in a hand.
#[pyclass(subclass, frozen, module = "croupier.state")]
pub struct Operation {
    /// The commentary on the operation.
    #[pyo3(get)]
    commentary: Option<String>,
}

impl Operation {
    /// Returns the names and the values of the fields.
    fn fields<'py>(slf: &Bound<'py, Self>) -> PyResult<[Bound<'py, PyTuple>; 2]> {
        let names = slf.getattr(intern!(slf.py(), "__match_args__"))?.cast_into::<PyTuple>()?;
        let values = names.iter().map(|name| slf.getattr(name.cast()?));
        let values = PyTuple::new(slf.py(), values.collect::<PyResult<Vec<_>>>()?)?;
        Ok([names, values])
    }
}

#[pymethods]
impl Operation {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let commentary = (&slf.get().commentary).into_pyobject(slf.py())?.repr()?;
        let mut text = format!("{}(commentary={commentary}", slf.get_type().name()?);
        let [names, values] = Self::fields(slf)?;
        for (name, value) in names.iter().zip(values) {
            text += &format!(", {name}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let other = match other.cast::<Self>() {
            Ok(other) if other.get_type().is(slf.get_type()) => other,
            _ => return Ok(py.NotImplemented()),
        };
        let [[_, one], [_, two]] = [Self::fields(slf)?, Self::fields(other)?];
        object(py, slf.get().commentary == other.get().commentary && one.eq(two)?)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        let [_, values] = Self::fields(slf)?;
        (&slf.get().commentary, values).into_pyobject(slf.py())?.hash()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let (py, [_, values]) = (slf.py(), Self::fields(slf)?);
        let make = imported!(py, "croupier.state.operations", "_restore")?;
        let parts = (slf.get_type(), values, &slf.get().commentary);
        Ok((make.clone().unbind(), object(py, parts)?))
    }
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

/// Return the table of operations: names, arguments, the kind of what is returned, fields, sums, decisions and bets, words, automations, texts.
#[pyfunction]
pub fn list_operations(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyTuple>>> {
    let row = |info: &OperationInfo| {
        (
            [info.name, info.method, info.can, info.verify],
            Values(info.arguments),
            info.result,
            Values(info.fields),
            info.sum,
            info.is_decision,
            info.is_bet,
            info.word,
            info.automation,
            Values(info.sentences),
        )
            .into_pyobject(py)
    };
    OPERATIONS.iter().map(row).collect()
}
