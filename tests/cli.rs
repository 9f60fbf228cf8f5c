//! Integration tests for `sudoku-cli` and for the three programs together, compiled into a single binary.

mod check;
mod common;
mod convert;
mod decode;
mod help;
mod large;
mod pictures;
mod readme;
mod reduce;
mod structure;
mod walk;
