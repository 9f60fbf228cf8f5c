//! What to do with the files that people hold: decoding a solver's output back into a grid, checking
//! puzzles and grids, and drawing them.
//!
//! ```
//! use sudoku_cli::decode;
//! use sudoku_cnf::Grid;
//! use sudoku_cnf::numbering::Numbering;
//! use sudoku_sat::{Outcome, output};
//!
//! let text = "SAT\n1 6 11 16 19 24 25 30 34 37 48 51 56 59 62 0\n";
//! let puzzle: Grid = "1...34.....4....".parse()?;
//! let Outcome::Satisfiable(model) = output::read(text.as_bytes())? else { panic!() };
//! let error = decode::solution(&model, &Numbering::Arithmetic, &puzzle).unwrap_err();
//! assert_eq!(error.to_string(), "the model puts no digit into r3c3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod check;
pub mod decode;
pub mod render;
