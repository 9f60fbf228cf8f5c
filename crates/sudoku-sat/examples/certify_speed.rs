//! Measures certification: `cargo run --release --example certify_speed -- FILE [COUNT]`.
//!
//! Each line of FILE contains a puzzle. The table shows the time and the size of the parts per puzzle, on one thread.

#![allow(clippy::print_stdout, reason = "the example prints its result")]

use std::error::Error;
use std::time::{Duration, Instant};
use std::{env, fs};

use sudoku_sat::proof::bundle::{bundle_files, verify_bundle};
use sudoku_sat::proof::certify;
use sudoku_sat::{Limits, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("expected a file")?;
    let count = arguments.next().map_or(Ok(usize::MAX), |count| count.parse())?;
    let text = fs::read_to_string(path)?;
    let (mut times, mut bytes, mut slowest, mut puzzles) = ([Duration::ZERO; 3], 0, Duration::ZERO, 0_u32);
    for line in text.lines().take(count) {
        let puzzle: Puzzle = line.parse()?;
        let start = Instant::now();
        let certificate = certify(&puzzle, &Limits::none())?;
        times[0] += start.elapsed();
        let files = bundle_files(&puzzle, &certificate)?;
        let certified = start.elapsed();
        slowest = slowest.max(certified);
        times[1] += certified;
        let start = Instant::now();
        verify_bundle(&files, &Limits::none())?;
        times[2] += start.elapsed();
        bytes += files.values().map(Vec::len).sum::<usize>();
        puzzles += 1;
    }
    let mean = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(puzzles);
    println!("puzzles:      {puzzles}");
    println!("certify:      {:.2} ms", mean(times[0]));
    println!("with files:   {:.2} ms (slowest {:.2} ms)", mean(times[1]), slowest.as_secs_f64() * 1000.0);
    println!("verify:       {:.2} ms", mean(times[2]));
    println!("bytes:        {}", bytes / puzzles as usize);
    Ok(())
}
