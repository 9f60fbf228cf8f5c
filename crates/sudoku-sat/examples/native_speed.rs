//! Measures the native solver on large boards.
//!
//! Usage: `cargo run --release -p sudoku-sat --example native_speed -- BOARDS [SECONDS]`
//!
//! BOARDS is a file with one board per line. Each board is stopped after SECONDS (default: 60).

#![allow(clippy::print_stdout, reason = "the example prints its result")]

use std::time::{Duration, Instant};
use std::{env, fs};

use sudoku_sat::{Puzzle, SolveOptions, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("specify a file with one board per line")?;
    let seconds = env::args().nth(2).map_or(Ok(60.0), |text| text.parse())?;
    let options = SolveOptions::new().solver(Solver::Native).timeout(Duration::from_secs_f64(seconds));
    let text = fs::read_to_string(path)?;
    let (mut boards, mut solved, mut conflicts) = (0, 0, 0);
    let start = Instant::now();
    for line in text.lines() {
        let puzzle: Puzzle = line.parse()?;
        let mut solutions = options.solutions(&puzzle);
        boards += 1;
        solved += usize::from(matches!(solutions.next(), Some(Ok(_))));
        conflicts += solutions.statistics().map_or(0, |statistics| statistics.conflicts);
    }
    let time = start.elapsed().as_secs_f64();
    println!("{solved} of {boards} boards solved, {time:.1} s, {conflicts} conflicts");
    Ok(())
}
