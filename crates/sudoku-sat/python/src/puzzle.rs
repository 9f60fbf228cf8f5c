//! The class `Puzzle`, and the puzzles that functions accept: text, `Puzzle`, and arrays.

use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString, PyTuple};
use sudoku_cnf::puzzle::board::{BoardOptions, BoxSetting, Boxes};
use sudoku_cnf::text::{Format, ReadOptions, RuleList, read_single, write};
use sudoku_cnf::{Digit, Puzzle, Solution};

use crate::args::Strings;
use crate::{array, error, picture};

/// A puzzle: a board, givens, excluded candidates and rules.
///
/// Args:
///     puzzle: One puzzle in any format that `sudoku-cli convert` reads, for example 81 digits and dots; or an array or
///         a list with one item per cell, in which 0 is an empty cell.
///     rules: Rules beyond the houses of the board, for example "killercage 10: r1c1 r1c2" or "antiknight"; statements,
///         and definitions for the rules after them.
///     box: The rows and columns of a box, for example "2x3". By default, the bars in the text determine it.
///     variants: Variants of the board, for example "x" or "windoku".
///     regions: The regions of a jigsaw, one letter per cell.
///
/// Raises:
///     ValueError: The text contains no puzzle, or several, or a rule does not fit the board. The message starts with
///         the line and the column of the error.
#[pyclass(name = "Puzzle", module = "sudoku_cnf", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPuzzle(pub(crate) Puzzle);

#[pymethods]
impl PyPuzzle {
    #[new]
    #[pyo3(signature = (
        puzzle, *, rules = Strings::default(), r#box = None, variants = Strings::default(), regions = None
    ))]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        rules: Strings,
        r#box: Option<&str>,
        variants: Strings,
        regions: Option<&str>,
    ) -> PyResult<Self> {
        let options = read_options(rules, r#box, variants, regions)?;
        if options == ReadOptions::default() {
            return Ok(Self(puzzle.extract::<PuzzleInput>()?.puzzle));
        }
        let text = if let Ok(text) = puzzle.extract::<String>() {
            text
        } else if let Ok(bytes) = puzzle.cast::<PyBytes>() {
            String::from_utf8(bytes.as_bytes().to_vec())?
        } else {
            puzzle.extract::<PuzzleInput>()?.puzzle.to_string()
        };
        let read = || {
            read_single(text.as_bytes(), options, None).map_err(|error| error::read(&error, r#box.is_some()))
        };
        error::guarded(|| Ok(Self(read()?.puzzle)))
    }

    /// The number of rows, which is also the number of digits.
    #[getter]
    fn size(&self) -> usize {
        self.0.geometry().size()
    }

    /// The number of givens.
    #[getter]
    fn given_count(&self) -> usize {
        self.0.given_count()
    }

    /// The rules beyond the houses of the board, as text.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.0.rules().iter().map(ToString::to_string).collect()
    }

    /// Returns the cells row by row as an array of shape (n², ) and type uint8. An empty cell is 0.
    ///
    /// Raises:
    ///     ValueError: The board is larger than 255×255.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        array::cells(self.0.grid()).map(|cells| PyArray1::from_vec(py, cells)).map_err(error::value)
    }

    /// Returns the puzzle as JSON, with its rules. `Puzzle(text)` reads it.
    fn to_json(&self) -> PyResult<String> {
        let mut text = Vec::new();
        write(&self.0, Format::Json, &mut text).map_err(error::value)?;
        Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
    }

    /// The number of cells.
    fn __len__(&self) -> usize {
        self.0.geometry().cell_count()
    }

    /// The digit of a cell, or 0 if it is empty. Cells are numbered row by row from 0.
    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = match cell.extract::<isize>() {
            Err(error) if !error.is_instance_of::<PyOverflowError>(cell.py()) => return Err(error),
            number => number.ok(),
        };
        let cells = self.0.grid().as_slice();
        let from_end =
            |number: isize| if number < 0 { number.checked_add_unsigned(cells.len()) } else { Some(number) };
        match number.and_then(from_end).and_then(|index| cells.get(usize::try_from(index).ok()?)) {
            Some(digit) => Ok(digit.map_or(0, Digit::get)),
            None => Err(PyIndexError::new_err(format!("cell {cell} is not one of {} cells", cells.len()))),
        }
    }

    /// The digits row by row.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let digits = self.0.grid().as_slice().iter().map(|digit| digit.map_or(0, Digit::get));
        PyList::new(py, digits.collect::<Vec<_>>())?.try_iter()
    }

    /// Converts the puzzle for NumPy.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(error::value("a puzzle cannot be converted to an array without a copy"));
        }
        let array = self.to_numpy(py)?.into_any();
        dtype.map_or(Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let rules = self.rules();
        if rules.is_empty() {
            format!("Puzzle({:?})", self.__str__())
        } else {
            format!("Puzzle({:?}, rules={rules:?})", self.__str__())
        }
    }

    /// Pickles the puzzle as JSON.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().to_json()?,)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        picture::givens(&self.0)
    }
}

/// Returns the options for reading puzzles with these rules on a board.
///
/// # Errors
/// Returns a `ValueError` for a malformed rule, box shape, region or name of a variant.
pub(crate) fn read_options(
    rules: Strings,
    shape: Option<&str>,
    variants: Strings,
    regions: Option<&str>,
) -> PyResult<ReadOptions> {
    let mut board = board(shape, &variants.0, regions)?;
    let list = RuleList::parse(&rules.0.join("\n")).map_err(error::value)?;
    board.variants.extend(list.variants);
    Ok(ReadOptions { board, rules: list.rules, ..ReadOptions::default() })
}

/// Returns the boxes and variants of a board.
///
/// # Errors
/// Returns a `ValueError` for a malformed box shape, region or name of a variant.
pub(crate) fn board(
    shape: Option<&str>,
    variants: &[String],
    regions: Option<&str>,
) -> PyResult<BoardOptions> {
    let boxes = match (shape, regions) {
        (Some(_), Some(_)) => return Err(error::value("a board has either boxes or regions, but not both")),
        (Some(shape), None) => BoxSetting::Known(Boxes::Shape(shape.parse().map_err(error::value)?)),
        (None, Some(regions)) => BoxSetting::Known(Boxes::Regions(regions.parse().map_err(error::value)?)),
        (None, None) => BoxSetting::Inferred,
    };
    let variants =
        variants.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(error::value)?;
    Ok(BoardOptions { boxes, variants, ..BoardOptions::default() })
}

/// A puzzle as an argument.
pub(crate) struct PuzzleInput {
    pub(crate) puzzle: Puzzle,
    /// Whether the argument is an array or a list of digits. If so, solutions are returned as arrays.
    is_array: bool,
}

impl<'py> FromPyObject<'_, 'py> for PuzzleInput {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (puzzle, is_array) = if let Ok(text) = object.cast::<PyString>() {
            (parse(text.to_str()?)?, false)
        } else if let Ok(text) = object.cast::<PyBytes>() {
            (parse(&String::from_utf8(text.as_bytes().to_vec())?)?, false)
        } else if let Ok(puzzle) = object.cast::<PyPuzzle>() {
            (puzzle.get().0.clone(), false)
        } else if let Ok(array) = object.cast::<PyUntypedArray>() {
            (array::puzzle(&array)?, true)
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            (array::puzzle(&array::from_list(&object)?)?, true)
        } else {
            let kind = object.get_type().name()?;
            let message = format!("expected a puzzle as str, Puzzle or numpy.ndarray, not {kind}");
            return Err(PyTypeError::new_err(message));
        };
        Ok(Self { puzzle, is_array })
    }
}

impl PuzzleInput {
    /// Returns the size of the board.
    pub(crate) fn size(&self) -> usize {
        self.puzzle.geometry().size()
    }

    /// Returns a solution in the form of the argument.
    pub(crate) fn output<'py>(&self, py: Python<'py>, solution: &Solution) -> PyResult<Bound<'py, PyAny>> {
        Ok(if self.is_array {
            PyArray1::from_vec(py, array::cells(solution.grid()).map_err(error::value)?).into_any()
        } else {
            PyString::new(py, &array::line(solution.grid())).into_any()
        })
    }
}

fn parse(text: &str) -> PyResult<Puzzle> {
    error::guarded(|| text.parse().map_err(|error| error::read(&error, false)))
}
