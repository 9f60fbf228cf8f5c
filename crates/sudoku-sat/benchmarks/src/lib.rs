//! Puzzles for the benchmarks.

mod balanced_holes;

pub use balanced_holes::with_holes;

use std::fs;

use sudoku_cnf::Puzzle;

/// Reads the puzzle `name` from the directory `cnf-samples`.
///
/// # Panics
///
/// Panics if the file does not contain exactly one valid puzzle.
pub fn sample(name: &str) -> Puzzle {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../cnf-samples/");
    fs::read_to_string(format!("{path}{name}.txt")).unwrap().parse().unwrap()
}
