//! Encodes a puzzle with two different encodings. Prints the size of the first CNF to standard error, and writes the
//! second CNF to standard output in DIMACS format, which SAT solvers can read.

#![allow(clippy::print_stderr, reason = "an example prints")]

use std::io;

use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, Puzzle, encode};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "1.....2...3....4".parse()?;
    let cnf = encode(&puzzle, Encoding::Triad);
    eprintln!("{} variables, {} clauses", cnf.variable_count(), cnf.len());

    let options = CnfOptions { at_most_one: AtMostOne::Ladder, ..Encoding::Natural.into() };
    encode(&puzzle, options).write_dimacs(io::stdout().lock())?;
    Ok(())
}
