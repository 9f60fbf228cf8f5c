//! The native part of the Python package `sudoku-cnf`. `python/sudoku_cnf` contains the package and its type stubs.
//!
//! Each file contains the functions for one concern. They convert their arguments, call the library without the global
//! interpreter lock ([`call`]), and convert the result. All text that Python users read is in the doc comments.

mod array;
mod call;
mod encode;
mod error;
mod explain;
mod generate;
mod input;
mod many;
mod proof;
mod puzzle;
mod rate;
mod render;
mod solve;

use pyo3::prelude::*;

/// The native part of `sudoku_cnf`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::encode::{decode, encode, to_dimacs};
    #[pymodule_export]
    use crate::explain::{Case, Explanation, Fact, Step, explain};
    #[pymodule_export]
    use crate::generate::{GeneratedPuzzle, PuzzleIterator, generate};
    #[pymodule_export]
    use crate::many::{count_many, solve_many};
    #[pymodule_export]
    use crate::proof::{Certificate, certify, verify};
    #[pymodule_export]
    use crate::puzzle::PyPuzzle;
    #[pymodule_export]
    use crate::rate::{Rating, Score, rate, score};
    #[pymodule_export]
    use crate::render::render;
    #[pymodule_export]
    use crate::solve::{candidates, canonical, count, is_unique, minimize, solutions, solve};
}
