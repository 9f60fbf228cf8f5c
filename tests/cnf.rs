//! Integration tests of `sudoku-cnf`, in one binary.

mod common;
mod encode;
mod formats;
mod reading;
