//! States of Python's own class, which adds to the native one.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple, PyType};
use pyo3::{ffi, intern};

use super::State;

/// Makes a state of a class from another state, without the class's own `__new__` and `__init__`, which start hands.
pub fn copy_as<'py>(
    class: &Bound<'py, PyType>,
    source: &Bound<'py, State>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let setup = source.try_borrow()?.setup.clone_ref(py);
    make_as(class, (setup, py.None(), source).into_pyobject(py)?)
}

/// Makes a state of a class from what the native class takes.
pub fn make_as<'py>(
    class: &Bound<'py, PyType>,
    arguments: Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let native = py.get_type::<State>();
    // SAFETY: both are classes. The slot of a class that can be made is a `newfunc`; it is called as Python calls
    // `State.__new__(class, ...)`, with a class that was just seen to be a subclass, and with a tuple;
    // it returns an object of that class.
    unsafe {
        if ffi::PyType_IsSubtype(class.as_type_ptr(), native.as_type_ptr()) == 0 {
            return Err(PyTypeError::new_err("this is no class of states"));
        }
        let slot = ffi::PyType_GetSlot(native.as_type_ptr(), ffi::Py_tp_new);
        if slot.is_null() {
            return Err(PyTypeError::new_err("states cannot be made"));
        }
        let new: ffi::newfunc = std::mem::transmute(slot);
        let object = new(class.as_type_ptr(), arguments.as_ptr(), std::ptr::null_mut());
        let made = Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<State>();
        if !class.is(&native) {
            set_status(&made, made.try_borrow()?.core.is_live())?;
        }
        Ok(made.into_any())
    }
}

/// Tells the object whether the hand is going on. Programs ask for that before every decision: Python's own class
/// has a place for it, which is read without a call.
pub fn set_live_status(state: &Bound<'_, State>, is_live: bool) -> PyResult<()> {
    let py = state.py();
    if state.get_type().is(py.get_type::<State>()) { Ok(()) } else { set_status(state, is_live) }
}

fn set_status(state: &Bound<'_, State>, is_live: bool) -> PyResult<()> {
    let py = state.py();
    let (name, value) = (intern!(py, "status"), PyBool::new(py, is_live));
    // SAFETY: these are objects; the function is what Python calls to set attributes, of classes that let nobody do so.
    let failed =
        unsafe { ffi::PyObject_GenericSetAttr(state.as_ptr(), name.as_ptr(), value.as_ptr()) };
    if failed == 0 { Ok(()) } else { Err(PyErr::fetch(py)) }
}
