//! Measures how many puzzles per second one thread counts up to two solutions, without reading and printing.
//!
//! Usage: `cargo run --release -p sudoku-sat --example count_speed -- PUZZLES`
//!
//! PUZZLES is a file with one puzzle per line. The rate is based on the fastest of five rounds.

#![allow(clippy::print_stdout, reason = "the example prints its result")]

use std::time::{Duration, Instant};
use std::{env, fs};

use sudoku_sat::{Count, Limits, Puzzle, search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("specify a file with one puzzle per line")?;
    let text = fs::read_to_string(path)?;
    let puzzles: Vec<Puzzle> = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    let mut unique = 0;
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let counts = puzzles.iter().map(|puzzle| search::count(puzzle, 2, Limits::none()));
        unique = counts.filter(|count| matches!(count, Ok(Count::Exactly(1)))).count();
        best = best.min(start.elapsed());
    }
    let rate = puzzles.len() as f64 / best.as_secs_f64();
    println!("{} puzzles, {unique} with a unique solution, {rate:.0} per second", puzzles.len());
    Ok(())
}
