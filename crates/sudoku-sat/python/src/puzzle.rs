//! The class `Puzzle`.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray1, PyUntypedArray};
use pyo3::prelude::*;
use sudoku_cnf::Puzzle;
use sudoku_cnf::puzzle::board::{BoardOptions, BoxSetting, Boxes};
use sudoku_cnf::text::{Format, ReadOptions, RuleList, read_single, write};

use crate::{array, error, render};

/// A puzzle: a board, givens, excluded candidates and rules.
///
/// Args:
///     puzzle: One puzzle in any format that `sudoku-cli convert` reads, for example 81 digits and dots; or an array
///     with
///         one item per cell, in which 0 is an empty cell.
///     rules: Rules beyond the houses of the board, for example "killercage 10: r1c1 r1c2" or "antiknight".
///     box: The rows and columns of a box, for example "2x3". By default, the bars in the text determine it.
///     variants: Variants of the board, for example "x" or "windoku".
///     regions: The regions of a jigsaw, one letter per cell.
///
/// Raises:
///     ValueError: The text contains no puzzle, or several, or a rule does not fit the board. The message starts with
///         the line and the column of the error.
#[pyclass(name = "Puzzle", module = "sudoku_cnf", frozen)]
pub(crate) struct PyPuzzle(pub(crate) Puzzle);

#[pymethods]
impl PyPuzzle {
    #[new]
    #[pyo3(signature = (puzzle, *, rules = Vec::new(), r#box = None, variants = Vec::new(), regions = None))]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        rules: Vec<String>,
        r#box: Option<&str>,
        variants: Vec<String>,
        regions: Option<&str>,
    ) -> PyResult<Self> {
        let mut options = ReadOptions { board: board(r#box, &variants, regions)?, ..ReadOptions::default() };
        let list = RuleList::parse(&rules.join("\n")).map_err(error::value)?;
        options.board.variants.extend(list.variants);
        options.rules = list.rules;
        let text = match puzzle.cast::<PyUntypedArray>() {
            Ok(array) => array::puzzle(array)?.to_string(),
            Err(_) => puzzle.extract()?,
        };
        let is_plain = options == ReadOptions::default();
        let puzzle = if is_plain {
            text.parse()
        } else {
            read_single(text.as_bytes(), options, None).map(|record| record.puzzle)
        };
        puzzle.map(Self).map_err(|error| error::read(&error))
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

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// Pickles the puzzle as JSON.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().to_json()?,)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        render::svg(&self.0, None, false)
    }
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
