//! Integration tests of `sudoku-cli` and of the three programs together, compiled into one binary.

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
