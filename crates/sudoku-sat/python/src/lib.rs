//! The native part of the Python package `sudoku-cnf`. `python/sudoku_cnf` contains the package and its type stubs.
//!
//! Each file contains the functions for one concern. They convert their arguments, call the library without the global
//! interpreter lock ([`call`]), and convert the result. All text that Python users read is in the doc comments.

mod args;
mod array;
mod call;
mod encode;
mod error;
mod explain;
mod generate;
mod lesson;
mod many;
mod picture;
mod proof;
mod puzzle;
mod rate;
mod read;
mod render;
mod solve;
mod values;

use pyo3::pymodule;

/// The native part of `sudoku_cnf`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::encode::{decode, encode, to_dimacs};
    #[pymodule_export]
    use crate::explain::{Case, Explanation, Fact, Step, explain};
    #[pymodule_export]
    use crate::generate::{GeneratedPuzzle, PuzzleIterator, generate};
    #[pymodule_export]
    use crate::lesson::{Lesson, lesson};
    #[pymodule_export]
    use crate::many::{count_many, solve_many};
    #[pymodule_export]
    use crate::proof::{Certificate, certify, verify};
    #[pymodule_export]
    use crate::puzzle::PyPuzzle;
    #[pymodule_export]
    use crate::rate::{Rating, Score, rate, score};
    #[pymodule_export]
    use crate::read::read;
    #[pymodule_export]
    use crate::render::render;
    #[pymodule_export]
    use crate::solve::{CountTimeout, candidates, canonical, count, is_unique, minimize, solutions, solve};

    #[pymodule_init]
    fn add_version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.setattr("__version__", env!("CARGO_PKG_VERSION"))
    }
}
