//! Integration tests of `sudoku-cnf`, compiled into one binary.

mod common;
mod encode;
mod formats;
mod reading;
