//! Tables for Arrow, without copies: the C data interface, by which pyarrow, DuckDB, Polars and pandas take them.
//!
//! Everything that is given away holds the table, so that its memory is there for as long as anybody looks at it.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use croupier_histories::store::ExportedTable;
use croupier_histories::store::columns::{
    Bits, Buffer, Column, Exported, Flags, Number, Strings, Words,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

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

/// The memory that a schema points to.
struct SchemaParts {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

/// The memory that an array points to.
struct ArrayParts {
    _table: Arc<ExportedTable>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

/// The content of a stream: a table, once.
struct StreamParts {
    table: Arc<ExportedTable>,
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
    make_schema(column.format, &column.name, flags, Vec::new(), dictionary)
}

fn make_array(
    table: &Arc<ExportedTable>,
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

fn column_array(table: &Arc<ExportedTable>, column: &Exported) -> ArrowArray {
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
pub struct ArrowTable(Arc<ExportedTable>);

impl ArrowTable {
    /// Takes a table.
    pub fn new(table: ExportedTable) -> Self {
        Self(Arc::new(table))
    }
}

/// A column as Python has it: its name, its kind, its values, and which of them are there, or the lengths of texts that
/// are one text.
type Given<'py> = (String, String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// Amounts that are so large stand for stacks that are not known.
const UNKNOWN: i64 = 1 << 60;

fn refuse(name: &str, why: &str) -> PyErr {
    PyValueError::new_err(format!("the column {name} {why}"))
}

/// Takes bytes of Python as numbers of a size, where they are.
fn view(name: &str, values: &Bound<'_, PyAny>, width: usize) -> PyResult<(PyBuffer<u8>, usize)> {
    let buffer = PyBuffer::<u8>::get(values)?;
    let is_whole =
        buffer.len_bytes() % width == 0 && (buffer.buf_ptr() as usize).is_multiple_of(width);
    if !buffer.is_c_contiguous() || !is_whole {
        return Err(refuse(name, "must be whole numbers without gaps"));
    }
    let length = buffer.len_bytes() / width;
    Ok((buffer, length))
}

/// Returns the bytes of a buffer.
fn bytes_of(buffer: &PyBuffer<u8>) -> &[u8] {
    if buffer.len_bytes() == 0 {
        return &[];
    }
    // SAFETY: the buffer has no gaps, and is held for as long as the slice.
    unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes()) }
}

fn numbers<T: Number>(name: String, values: &Bound<'_, PyAny>) -> PyResult<Exported> {
    let (buffer, length) = view(&name, values, size_of::<T>())?;
    let address = buffer.buf_ptr() as usize;
    Ok(Exported {
        name: name.into(),
        format: T::FORMAT,
        nullable: false,
        length,
        nulls: 0,
        buffers: vec![None, Some(Buffer { address, owner: Box::new(buffer) })],
        dictionary: None,
    })
}

/// Numbers as they are, with bits for those that are there.
fn optional<T: Number, const WIDTH: usize>(
    name: String,
    values: &Bound<'_, PyAny>,
    is_there: impl Fn([u8; WIDTH]) -> bool,
) -> PyResult<Exported> {
    let mut column = numbers::<T>(name, values)?;
    let buffer = PyBuffer::<u8>::get(values)?;
    let mut bits = Bits::default();
    let (found, _) = bytes_of(&buffer).as_chunks::<WIDTH>();
    found.iter().for_each(|one| bits.push(is_there(*one)));
    let (bytes, zeros) = bits.into_parts();
    column.nullable = true;
    column.nulls = zeros;
    column.buffers[0] = Some(Buffer::new(bytes));
    Ok(column)
}

/// Says which values of a column are there, by a byte for each.
fn masked(mut column: Exported, valid: &Bound<'_, PyAny>) -> PyResult<Exported> {
    let (buffer, length) = view(&column.name, valid, 1)?;
    if length != column.length {
        return Err(refuse(&column.name, "must say of each value whether it is there"));
    }
    let mut bits = Bits::default();
    bytes_of(&buffer).iter().for_each(|&one| bits.push(one != 0));
    let (bytes, zeros) = bits.into_parts();
    (column.nullable, column.nulls) = (true, zeros);
    column.buffers[0] = Some(Buffer::new(bytes));
    Ok(column)
}

/// Texts that are one text with the length of each.
fn one_text(
    name: String,
    text: &Bound<'_, PyAny>,
    lengths: &Bound<'_, PyAny>,
) -> PyResult<Exported> {
    let (text, _) = view(&name, text, 1)?;
    let (lengths, length) = view(&name, lengths, size_of::<u32>())?;
    let mut offsets = Vec::with_capacity(length + 1);
    let mut end = 0_i64;
    offsets.push(0_i32);
    let written = std::str::from_utf8(bytes_of(&text));
    let written = written.map_err(|_| refuse(&name, "must be UTF-8"))?;
    let (found, _) = bytes_of(&lengths).as_chunks::<4>();
    for one in found {
        end += i64::from(u32::from_ne_bytes(*one));
        let place = i32::try_from(end).map_err(|_| refuse(&name, "has too much text"))?;
        if !written.is_char_boundary(place as usize) {
            return Err(refuse(&name, "must have lengths that fit the text"));
        }
        offsets.push(place);
    }
    let address = text.buf_ptr() as usize;
    Ok(Exported {
        name: name.into(),
        format: "u",
        nullable: false,
        length,
        nulls: 0,
        buffers: vec![
            None,
            Some(Buffer::new(offsets)),
            Some(Buffer { address, owner: Box::new(text) }),
        ],
        dictionary: None,
    })
}

fn make_column((name, kind, values, lengths): Given<'_>) -> PyResult<Exported> {
    match (&*kind, lengths) {
        ("u8", None) => numbers::<u8>(name, &values),
        ("u32", None) => numbers::<u32>(name, &values),
        ("u64", None) => numbers::<u64>(name, &values),
        ("i64", None) => numbers::<i64>(name, &values),
        ("f64", None) => numbers::<f64>(name, &values),
        ("u8?", None) => optional::<u8, 1>(name, &values, |one| i8::from_ne_bytes(one) >= 0),
        ("i64?", None) => {
            optional::<i64, 8>(name, &values, |one| (0..UNKNOWN).contains(&i64::from_ne_bytes(one)))
        }
        ("i64", Some(valid)) => masked(numbers::<i64>(name, &values)?, &valid),
        ("f64", Some(valid)) => masked(numbers::<f64>(name, &values)?, &valid),
        ("bool", valid) => {
            let (buffer, _) = view(&name, &values, 1)?;
            let mut column = Flags::default();
            bytes_of(&buffer).iter().for_each(|&one| column.push(one != 0));
            let column = column.export(name);
            match valid {
                Some(valid) => masked(column, &valid),
                None => Ok(column),
            }
        }
        ("text", Some(lengths)) => one_text(name, &values, &lengths),
        ("texts", None) => {
            let mut column = Strings::default();
            for one in values.try_iter()? {
                column.push(one?.extract::<Option<PyBackedStr>>()?.as_deref());
            }
            Ok(column.export(name))
        }
        ("words", None) => {
            let mut column = Words::default();
            for one in values.try_iter()? {
                column.push(&one?.extract::<PyBackedStr>()?);
            }
            Ok(column.export(name))
        }
        _ => Err(refuse(&name, &format!("cannot be of the kind {kind}"))),
    }
}

#[pymethods]
impl ArrowTable {
    /// Take columns of Python: bytes of numbers stay where they are, and are held.
    #[new]
    fn from_columns(name: String, columns: Vec<Given<'_>>) -> PyResult<Self> {
        let columns = columns.into_iter().map(make_column).collect::<PyResult<Vec<_>>>()?;
        let length = columns.first().map_or(0, |column| column.length);
        if let Some(other) = columns.iter().find(|column| column.length != length) {
            let why = format!("has {} values, and others have {length}", other.length);
            return Err(refuse(&other.name, &why));
        }
        Ok(Self::new(ExportedTable { name: name.into(), length, columns }))
    }

    /// The name of the table.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    fn __len__(&self) -> usize {
        self.0.length
    }

    /// Give the table to a program that reads Arrow; the schema that is asked for is not looked at.
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
