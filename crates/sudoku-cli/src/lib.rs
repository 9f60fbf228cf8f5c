//! Working with the files around Sudoku and SAT: decoding a solver's output into a grid, checking puzzles and grids,
//! and drawing them.
//!
//! ```
//! use sudoku_cli::{Verdict, check, decode};
//! use sudoku_cnf::Puzzle;
//! use sudoku_cnf::numbering::Numbering;
//! use sudoku_sat::{Outcome, solver::output};
//!
//! // MiniSat's result file for a puzzle, decoded and checked.
//! let puzzle: Puzzle = "1...34.....4....".parse()?;
//! let text = "SAT\n1 6 11 16 19 24 25 30 34 37 48 51 56 59 62 0\n";
//! let Outcome::Satisfiable(model) = output::read(text.as_bytes())? else { panic!() };
//! let error = decode::solution(&model, &Numbering::Arithmetic, &puzzle).unwrap_err();
//! assert_eq!(error.to_string(), "the model puts no digit into r3c3");
//!
//! assert!(matches!(check(&puzzle, None)?, Verdict::Ambiguous(..)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`decode`] | models → [`Solution`](sudoku_cnf::Solution)s, checked by the rules and against a CNF |
//! | [`check`](mod@check) | what is wrong with a puzzle or a grid |
//! | [`render`] | pictures as text, SVG, HTML and JSON |

pub mod check;
pub mod decode;
pub mod render;

pub use check::{Verdict, check};
