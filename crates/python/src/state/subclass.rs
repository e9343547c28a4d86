//! States of Python's own class, which adds to the native one.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};
use pyo3::{BoundObject, ffi, intern};

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
            let state = made.try_borrow()?;
            set(&made, intern!(py, "status"), state.core.is_live())?;
            set(&made, intern!(py, "stand_patter_or_discarder_index"), state.drawer)?;
        }
        Ok(made.into_any())
    }
}

impl State {
    /// Sets attributes of the object: whether the hand is going on, and the player who is to draw. Programs ask for both
    /// before every decision: Python's own class has places for them, which are read without a call.
    #[inline]
    pub fn update_object(&mut self, object: &Bound<'_, Self>) -> PyResult<()> {
        let (is_live, drawer) = (self.core.is_live(), self.core.drawer());
        if is_live && drawer == self.drawer {
            return Ok(());
        }
        let py = object.py();
        let before = std::mem::replace(&mut self.drawer, drawer);
        if object.get_type().is(py.get_type::<Self>()) {
            return Ok(());
        }
        if drawer != before {
            set(object, intern!(py, "stand_patter_or_discarder_index"), drawer)?;
        }
        if is_live { Ok(()) } else { set(object, intern!(py, "status"), false) }
    }
}

/// Sets an attribute in its place.
fn set<'py, T: IntoPyObject<'py>>(
    state: &Bound<'py, State>,
    name: &Bound<'py, PyString>,
    value: T,
) -> PyResult<()>
where
    PyErr: From<T::Error>,
{
    let (py, value) = (state.py(), value.into_pyobject(state.py())?.into_any().into_bound());
    // SAFETY: these are objects; the function is what Python calls to set attributes, of classes that let nobody do so.
    let failed =
        unsafe { ffi::PyObject_GenericSetAttr(state.as_ptr(), name.as_ptr(), value.as_ptr()) };
    if failed == 0 { Ok(()) } else { Err(PyErr::fetch(py)) }
}
