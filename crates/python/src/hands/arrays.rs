//! Arrays of hands: buffers in, strengths out, without copying and without the interpreter's lock.

use std::ops::Range;

use croupier_eval::batch::{self, ArrayError, BatchError, Level, PAIR_COUNT, parallel};
use croupier_eval::lanes::LaneKind;
use croupier_eval::ranking::Method;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::cards;
use crate::errors::{OrRaise, Raise};
use crate::hands::rankings::Ranking;

/// A number of an array, as Python and NumPy name its type.
pub(crate) trait Number: Element {
    const CODE: char;
    const NAME: &str;
}

macro_rules! numbers {
    ($($type:ty: $code:literal $name:literal),*) => {
        $(impl Number for $type {
            const CODE: char = $code;
            const NAME: &str = $name;
        })*
    };
}

numbers! {
    u8: 'B' "uint8", u16: 'H' "uint16", u32: 'I' "uint32", u64: 'Q' "uint64", i64: 'q' "int64",
    f32: 'f' "float32", f64: 'd' "float64"
}

/// A buffer of numbers, checked to be of the right type and without gaps.
pub(crate) struct Numbers<T: Element> {
    buffer: PyBuffer<T>,
}

impl<T: Number> Numbers<T> {
    /// Asks an object for its buffer; `what` names it in errors.
    pub(crate) fn get(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        let py = object.py();
        let buffer = PyBuffer::<T>::get(object).map_err(|error| {
            let (what, reason) = (what.to_owned(), error.to_string());
            ArrayError::ArrayItems { what, items: T::NAME, reason }.raise(py)
        })?;
        if buffer.is_c_contiguous() {
            Ok(Self { buffer })
        } else {
            Err(ArrayError::ArrayGaps { what: what.to_owned() }.raise(py))
        }
    }

    pub(crate) fn writable(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        let numbers = Self::get(object, what)?;
        if numbers.buffer.readonly() {
            return Err(ArrayError::ArrayReadOnly { what: what.to_owned() }.raise(object.py()));
        }
        Ok(numbers)
    }

    /// Returns the sizes of the two dimensions.
    fn rows(&self, py: Python<'_>, what: &str) -> PyResult<(usize, usize)> {
        match self.buffer.shape() {
            &[count, width] => Ok((count, width)),
            shape => {
                let (what, given) = (what.to_owned(), shape.len());
                Err(ArrayError::ArrayDimensions { what, given }.raise(py))
            }
        }
    }

    /// Returns the addresses of the first byte and of the one after the last.
    pub(crate) fn extent(&self) -> Range<usize> {
        let start = self.buffer.buf_ptr() as usize;
        start..start + self.buffer.len_bytes()
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        if self.buffer.item_count() == 0 {
            return &[];
        }
        // SAFETY: the buffer is contiguous, of this type and held for as long as the slice. Python
        // code that changes the numbers meanwhile gets results of the old or the new ones.
        unsafe {
            std::slice::from_raw_parts(self.buffer.buf_ptr().cast(), self.buffer.item_count())
        }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        if self.buffer.item_count() == 0 {
            return &mut [];
        }
        // SAFETY: as above, and the buffer is writable.
        unsafe {
            std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast(), self.buffer.item_count())
        }
    }
}

/// Asks an object for the output, which must not share memory with an input: one would be read while the other is written.
fn output<T: Number>(out: &Bound<'_, PyAny>, inputs: &[Range<usize>]) -> PyResult<Numbers<T>> {
    let (py, found) = (out.py(), Numbers::<T>::writable(out, "the output")?);
    let out = found.extent();
    if inputs.iter().any(|input| input.start < out.end && out.start < input.end) {
        return Err(ArrayError::OutputSharesMemory.raise(py));
    }
    Ok(found)
}

/// Returns the exception for what is not done with arrays of hands of a ranking.
fn no_kernel(py: Python<'_>, ranking: &Ranking, what: &'static str) -> PyErr {
    ArrayError::NoBulkEvaluation { ranking: ranking.core.name.to_string(), what }.raise(py)
}

/// Returns the kernel of a ranking and the weakest strength that counts.
fn kernel(py: Python<'_>, ranking: &Ranking) -> PyResult<(LaneKind, u32)> {
    let lane = ranking.core.lane();
    let lane = lane.ok_or_else(|| no_kernel(py, ranking, "bulk evaluation"))?;
    let floor = match &ranking.core.method {
        Method::Shape(shape) => shape.floor(),
        _ => 0,
    };
    Ok((lane, floor))
}

/// Evaluates without the interpreter's lock; strengths below the floor become 0.
fn run(
    py: Python<'_>,
    out: &mut Numbers<u32>,
    floor: u32,
    evaluate: impl FnOnce(&mut [u32]) -> Result<(), BatchError> + Send,
) -> PyResult<()> {
    let out = out.as_mut_slice();
    py.detach(|| {
        evaluate(out)?;
        if floor > 0 {
            for strength in out.iter_mut().filter(|strength| **strength < floor) {
                *strength = 0;
            }
        }
        Ok::<_, BatchError>(())
    })
    .or_raise(py)
}

/// Evaluate an (N, k) array of card numbers into an array of N strengths.
#[pyfunction]
#[pyo3(signature = (ranking, rows, out, threads=1))]
pub fn evaluate_rows(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    rows: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let (lane, floor) = kernel(py, ranking.get())?;
    let rows = Numbers::<u8>::get(rows, "the cards")?;
    let (_, width) = rows.rows(py, "the array of cards")?;
    let mut out = output(out, &[rows.extent()])?;
    let rows = rows.as_slice();
    run(py, &mut out, floor, |out| {
        parallel::evaluate_rows(lane, rows, width, out, Level::detect(), threads)
    })
}

/// Evaluate an array of N card sets into an array of N strengths.
#[pyfunction]
#[pyo3(signature = (ranking, sets, out, threads=1))]
pub fn evaluate_sets(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    sets: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let (lane, floor) = kernel(py, ranking.get())?;
    let sets = Numbers::<u64>::get(sets, "the card sets")?;
    let mut out = output(out, &[sets.extent()])?;
    let sets = sets.as_slice();
    run(py, &mut out, floor, |out| {
        parallel::evaluate_sets(lane, sets, out, Level::detect(), threads)
    })
}

/// Evaluate a (4, N) array of the ranks held in each suit into an array of N strengths.
#[pyfunction]
#[pyo3(signature = (ranking, planes, out, threads=1))]
pub fn evaluate_planes(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    planes: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let (lane, floor) = kernel(py, ranking.get())?;
    let planes = Numbers::<u16>::get(planes, "the suit masks")?;
    let (suits, count) = planes.rows(py, "the array of suit masks")?;
    if suits != 4 {
        return Err(ArrayError::SuitMaskRows { given: suits }.raise(py));
    }
    let mut out = output(out, &[planes.extent()])?;
    let all = planes.as_slice();
    let plane = |suit: usize| &all[suit * count..(suit + 1) * count];
    let planes = [plane(0), plane(1), plane(2), plane(3)];
    run(py, &mut out, floor, |out| {
        parallel::evaluate_planes(lane, planes, out, Level::detect(), threads)
    })
}

/// Evaluate all 1326 pairs of hole cards on a board into an array of as many strengths.
#[pyfunction]
pub fn board_strengths(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    board: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (lane, floor) = kernel(py, ranking.get())?;
    let board: Vec<u8> = cards::extract(board)?.into_iter().map(|card| card.code()).collect();
    let mut out = output(out, &[])?;
    let room = out.as_slice().len();
    run(py, &mut out, floor, |out| match <&mut [u32; PAIR_COUNT]>::try_from(out) {
        Ok(out) => batch::board_strengths(lane, &board, out, Level::detect()),
        Err(_) => Err(BatchError::OutputLength { hands: PAIR_COUNT, room }),
    })
}

/// Write the classes of all 1326 pairs of hole cards on each of N boards into an (N, 1326) array of uint16.
#[pyfunction]
#[pyo3(signature = (ranking, boards, out, threads=1))]
pub fn board_classes(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    boards: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let (lane, floor) = kernel_with_classes(py, ranking.get())?;
    let boards = Numbers::<u8>::get(boards, "the boards")?;
    let (_, width) = boards.rows(py, "the array of boards")?;
    let mut out = output::<u16>(out, &[boards.extent()])?;
    let (boards, out) = (boards.as_slice(), out.as_mut_slice());
    py.detach(|| {
        parallel::board_classes(lane, boards, width, out, Level::detect(), threads)?;
        let below = batch::class_strengths(lane).partition_point(|&strength| strength < floor);
        if below > 0 {
            for class in out.iter_mut().filter(|class| usize::from(**class) <= below) {
                *class = 0;
            }
        }
        Ok::<_, BatchError>(())
    })
    .or_raise(py)
}

/// Return the strengths of the classes of a ranking, that of class 1 first.
#[pyfunction]
pub fn class_strengths(ranking: &Bound<'_, Ranking>) -> PyResult<Vec<u32>> {
    let (lane, _) = kernel_with_classes(ranking.py(), ranking.get())?;
    Ok(batch::class_strengths(lane).to_vec())
}

/// Write for each row of an (N, 1326) array of classes the pairs from the weakest to the best.
#[pyfunction]
pub fn sort_classes(
    py: Python<'_>,
    classes: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let classes = Numbers::<u16>::get(classes, "the classes")?;
    let mut out = output::<u16>(out, &[classes.extent()])?;
    let (classes, out) = (classes.as_slice(), out.as_mut_slice());
    py.detach(|| batch::sort_classes(classes, out)).or_raise(py)
}

/// Returns the kernel of a ranking that has classes, and the weakest strength that counts.
fn kernel_with_classes(py: Python<'_>, ranking: &Ranking) -> PyResult<(LaneKind, u32)> {
    let (lane, floor) = kernel(py, ranking)?;
    if batch::has_classes(lane) {
        return Ok((lane, floor));
    }
    Err(no_kernel(py, ranking, "classes of hands on many boards"))
}

/// Evaluate hands of exactly two hole cards and three board cards, high or ace-to-five low.
#[pyfunction]
#[pyo3(signature = (ranking, holes, boards, out, threads=1))]
pub fn evaluate_omaha(
    py: Python<'_>,
    ranking: &Bound<'_, Ranking>,
    holes: &Bound<'_, PyAny>,
    boards: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let (lane, floor) = kernel(py, ranking.get())?;
    let holes = Numbers::<u8>::get(holes, "the hole cards")?;
    let boards = Numbers::<u8>::get(boards, "the boards")?;
    let (_, hole_width) = holes.rows(py, "the array of hole cards")?;
    let (_, board_width) = boards.rows(py, "the array of boards")?;
    let mut out = output(out, &[holes.extent(), boards.extent()])?;
    let (holes, boards) = (holes.as_slice(), boards.as_slice());
    let evaluate = match lane {
        LaneKind::High => parallel::evaluate_omaha,
        LaneKind::AceToFive => parallel::evaluate_omaha_low,
        _ => return Err(no_kernel(py, ranking.get(), "bulk evaluation of Omaha hands")),
    };
    run(py, &mut out, floor, |out| {
        evaluate(holes, hole_width, boards, board_width, out, Level::detect(), threads)
    })
}

/// Return the instruction set in use: "baseline", "avx2" or "avx512".
#[pyfunction]
pub fn simd_level() -> &'static str {
    level_name(Level::detect())
}

/// Return the instruction sets that this machine has.
#[pyfunction]
pub fn simd_levels() -> Vec<&'static str> {
    Level::available().into_iter().map(level_name).collect()
}

/// Returns the name of an instruction set as the environment variable writes it.
const fn level_name(level: Level) -> &'static str {
    match level {
        Level::Baseline => "baseline",
        Level::Avx2 => "avx2",
        Level::Avx512 => "avx512",
    }
}
