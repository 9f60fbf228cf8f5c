//! Generates three symmetric puzzles with unique solutions. Because the seed is fixed, every run prints the same
//! puzzles.

#![allow(clippy::print_stdout, reason = "examples print their results")]

use sudoku_sat::Limits;
use sudoku_sat::generate::{Generator, GeneratorOptions, Symmetry};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = GeneratorOptions::new().seed(7).symmetry(Symmetry::Rotate180).givens(30);
    let mut generator = Generator::new(options)?;
    for number in 1..=3 {
        let generated = generator.generate(number, &Limits::none())?;
        println!("{}\n{}", generated.puzzle, generated.solution);
    }
    Ok(())
}
