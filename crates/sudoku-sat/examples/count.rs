//! Counts the solutions of a puzzle, first without a limit and then up to a limit of 10.

#![allow(clippy::print_stdout, reason = "examples print their results")]

use sudoku_sat::{Puzzle, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let empty: Puzzle = ".".repeat(36).parse()?;
    println!("{}", sudoku_sat::count(&empty)?);

    let count = SolveOptions::new().max_solutions(10).count(&empty)?;
    println!("{count}");
    assert_eq!(count.exact(), None);
    Ok(())
}
