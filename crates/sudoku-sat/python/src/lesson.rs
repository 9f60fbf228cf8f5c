//! Explanations with pictures.

use pyo3::prelude::*;
use sudoku_cli::lesson::Lesson as Library;

use crate::args::Seconds;
use crate::call::run;
use crate::puzzle::PuzzleInput;
use crate::values::value_class;
use crate::{error, picture};

value_class! {
    /// An explanation of a puzzle with pictures and sentences. In a notebook, it is shown as a page to step through.
    ///
    /// Attributes:
    ///     status: "solved", "unsatisfiable", "several" or "unknown".
    ///     pictures: A picture of the puzzle, of each step, and of the result, as SVG.
    ///     html: A page to step through, which needs no other file.
    Lesson {
        status: String,
        pictures: Vec<String>,
        html: String,
    } {
        fn __repr__(&self) -> String {
            format!("<Lesson {}, {} pictures>", self.status, self.pictures.len())
        }

        /// Returns the page in a frame, so that its scripts and styles do not affect the notebook.
        fn _repr_html_(&self) -> String {
            let page = self.html.replace('&', "&amp;").replace('"', "&quot;");
            format!("<iframe srcdoc=\"{page}\" width=\"100%\" height=\"720\" style=\"border: 0\"></iframe>")
        }
    }
}

/// Explains a puzzle step by step, with pictures. `explain` returns the same steps as data.
///
/// Args:
///     puzzle: The puzzle.
///     title: The title of the page and of the pictures.
///     timeout: The time limit in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle, or the board is too large to be drawn.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, title = None, timeout = None))]
pub(crate) fn lesson(
    py: Python<'_>,
    puzzle: PuzzleInput,
    title: Option<String>,
    timeout: Option<Seconds>,
) -> PyResult<Lesson> {
    run(py, timeout, |call| {
        let limits = call.limits(puzzle.size());
        picture::check_size(&puzzle.puzzle)?;
        let lesson = Library::new(puzzle.puzzle, None, &limits).map_err(error::solve)?.with_title(title);
        let mut html = Vec::new();
        lesson.write_html(&mut html).map_err(error::runtime)?;
        Ok(Lesson {
            status: lesson.status().to_string(),
            pictures: lesson.pictures().map(|picture| picture::svg(&picture)).collect::<PyResult<_>>()?,
            html: String::from_utf8_lossy(&html).into_owned(),
        })
    })
}
