//! Solves a puzzle and prints the solution, first on a single line and then as a grid.

#![allow(clippy::print_stdout, reason = "examples print their results")]

use sudoku_sat::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    match sudoku_sat::solve(&puzzle)? {
        Some(solution) => println!("{solution}\n{solution:#}"),
        None => println!("no solution"),
    }
    Ok(())
}
