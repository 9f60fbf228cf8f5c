//! Integration tests for `sudoku-cnf`. They form a single test binary.

mod common;
mod encode;
mod formats;
mod instances;
mod mixed;
mod reading;
