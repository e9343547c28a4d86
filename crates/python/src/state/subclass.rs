//! States of Python's own class, which adds to the native one.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::State;
use super::setup::Setup;

/// Makes a state of a class from another state, without the class's own `__new__` and `__init__`, which start hands.
pub fn copy_as<'py>(
    class: &Bound<'py, PyType>,
    setup: Py<Setup>,
    source: &Bound<'py, State>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let arguments: Bound<'py, PyTuple> = (setup, py.None(), source).into_pyobject(py)?;
    let native = py.get_type::<State>();
    if !class.is_subclass(&native)? {
        return Err(PyTypeError::new_err("this is no class of states"));
    }
    // SAFETY: the slot of a class that can be made is a `newfunc`; it is called as Python calls
    // `State.__new__(class, ...)`, with a class that was just seen to be a subclass, and with a tuple.
    unsafe {
        let slot = ffi::PyType_GetSlot(native.as_type_ptr(), ffi::Py_tp_new);
        if slot.is_null() {
            return Err(PyTypeError::new_err("states cannot be made"));
        }
        let new: ffi::newfunc = std::mem::transmute(slot);
        let object = new(class.as_type_ptr(), arguments.as_ptr(), std::ptr::null_mut());
        Bound::from_owned_ptr_or_err(py, object)
    }
}
