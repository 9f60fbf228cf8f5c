//! Integration tests for `sudoku-cnf`, compiled into a single binary.

mod common;
mod encode;
mod formats;
mod reading;
