//! The native part of the Python package `sudoku-cnf`. `python/sudoku_cnf` contains the package and its type stubs.
//!
//! Each file contains the functions for one concern. They convert their arguments, call the library without the global
//! interpreter lock ([`call`]), and convert the result. All text that Python users read is in the doc comments.

mod array;
mod call;
mod encode;
mod error;
mod input;
mod puzzle;
mod render;
mod solve;

use pyo3::prelude::*;

/// The native part of `sudoku_cnf`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::encode::{decode, encode, to_dimacs};
    #[pymodule_export]
    use crate::puzzle::PyPuzzle;
    #[pymodule_export]
    use crate::render::render;
    #[pymodule_export]
    use crate::solve::{candidates, canonical, count, is_unique, minimize, solutions, solve};
}
