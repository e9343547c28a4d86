//! Tables for Arrow, without copies: the C data interface, by which pyarrow, DuckDB, Polars and pandas take them.
//!
//! Everything that is given away holds the table, so that its memory is there for as long as anybody looks at it.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use croupier_histories::store::Table;
use croupier_histories::store::columns::Exported;
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;

const NULLABLE: i64 = 2;
const STREAM: &std::ffi::CStr = c"arrow_array_stream";

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

/// What a schema points to.
struct SchemaParts {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

/// What an array points to.
struct ArrayParts {
    _table: Arc<Table>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

/// What a stream gives: a table, once.
struct StreamParts {
    table: Arc<Table>,
    is_done: bool,
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: only schemas that were made here have this function, and each has its parts until it is released.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        for child in parts.children.iter().chain([&parts.dictionary]).filter(|one| !one.is_null()) {
            if let Some(release) = (**child).release {
                release(*child);
            }
            drop(Box::from_raw(*child));
        }
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: as for schemas. A child that somebody took has no function any more.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        for child in parts.children.iter().chain([&parts.dictionary]).filter(|one| !one.is_null()) {
            if let Some(release) = (**child).release {
                release(*child);
            }
            drop(Box::from_raw(*child));
        }
        (*array).release = None;
    }
}

fn make_schema(
    format: &str,
    name: &str,
    flags: i64,
    children: Vec<ArrowSchema>,
    dictionary: Option<ArrowSchema>,
) -> ArrowSchema {
    // Names and formats are ours, and have no zeros in them.
    let (format, name) =
        (CString::new(format).unwrap_or_default(), CString::new(name).unwrap_or_default());
    let mut parts = Box::new(SchemaParts {
        children: children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect(),
        dictionary: dictionary.map_or(null_mut(), |one| Box::into_raw(Box::new(one))),
        _format: format,
        _name: name,
    });
    ArrowSchema {
        format: parts._format.as_ptr(),
        name: parts._name.as_ptr(),
        metadata: null(),
        flags,
        n_children: parts.children.len() as i64,
        children: if parts.children.is_empty() { null_mut() } else { parts.children.as_mut_ptr() },
        dictionary: parts.dictionary,
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn column_schema(column: &Exported) -> ArrowSchema {
    let flags = if column.nullable { NULLABLE } else { 0 };
    let dictionary = column.dictionary.as_deref().map(column_schema);
    make_schema(column.format, column.name, flags, Vec::new(), dictionary)
}

fn make_array(
    table: &Arc<Table>,
    length: usize,
    nulls: usize,
    buffers: Vec<*const c_void>,
    children: Vec<ArrowArray>,
    dictionary: Option<ArrowArray>,
) -> ArrowArray {
    let mut parts = Box::new(ArrayParts {
        _table: Arc::clone(table),
        buffers,
        children: children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect(),
        dictionary: dictionary.map_or(null_mut(), |one| Box::into_raw(Box::new(one))),
    });
    ArrowArray {
        length: length as i64,
        null_count: nulls as i64,
        offset: 0,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: if parts.children.is_empty() { null_mut() } else { parts.children.as_mut_ptr() },
        dictionary: parts.dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn column_array(table: &Arc<Table>, column: &Exported) -> ArrowArray {
    let address = |buffer: &Option<croupier_histories::store::columns::Buffer>| match buffer {
        Some(buffer) => std::ptr::with_exposed_provenance::<c_void>(buffer.address),
        None => null(),
    };
    let buffers = column.buffers.iter().map(address).collect();
    let dictionary = column.dictionary.as_deref().map(|values| column_array(table, values));
    make_array(table, column.length, column.nulls, buffers, Vec::new(), dictionary)
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: only streams that were made here have this function, and `out` is the caller's to be written to.
    unsafe {
        let parts = &*(*stream).private_data.cast::<StreamParts>();
        let children = parts.table.columns.iter().map(column_schema).collect();
        out.write(make_schema("+s", "", 0, children, None));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as above. An array without a function to release it is the end.
    unsafe {
        let parts = &mut *(*stream).private_data.cast::<StreamParts>();
        if parts.is_done {
            out.write(ArrowArray { release: None, ..std::mem::zeroed() });
            return 0;
        }
        parts.is_done = true;
        let table = &parts.table;
        let children = table.columns.iter().map(|column| column_array(table, column)).collect();
        out.write(make_array(table, table.length, 0, vec![null()], children, None));
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: as above; the parts are there until the stream is released.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamParts>()));
        (*stream).release = None;
    }
}

unsafe extern "C" fn drop_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule was made here, of a stream that is its own; who took the stream left nothing to release.
    unsafe {
        let stream = ffi::PyCapsule_GetPointer(capsule, STREAM.as_ptr()).cast::<ArrowArrayStream>();
        if !stream.is_null() {
            if let Some(release) = (*stream).release {
                release(stream);
            }
            drop(Box::from_raw(stream));
        }
    }
}

/// A table of columns that Arrow takes without copying.
#[pyclass(module = "croupier._native", frozen)]
pub struct ArrowTable(Arc<Table>);

impl ArrowTable {
    /// Takes a table.
    pub fn new(table: Table) -> Self {
        Self(Arc::new(table))
    }
}

#[pymethods]
impl ArrowTable {
    /// The name of the table.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn __len__(&self) -> usize {
        self.0.length
    }

    /// Give the table to whoever speaks Arrow; the schema that is asked for is not looked at.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let parts = Box::new(StreamParts { table: Arc::clone(&self.0), is_done: false });
        let stream = Box::into_raw(Box::new(ArrowArrayStream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(parts).cast(),
        }));
        // SAFETY: the stream belongs to the capsule from now on, whose destructor frees it.
        unsafe {
            let capsule = ffi::PyCapsule_New(stream.cast(), STREAM.as_ptr(), Some(drop_capsule));
            if capsule.is_null() {
                release_stream(stream);
                drop(Box::from_raw(stream));
                return Err(PyMemoryError::new_err("there is no memory for a stream of Arrow"));
            }
            Ok(Bound::from_owned_ptr(py, capsule))
        }
    }
}
