//! Tools that decode the output of SAT solvers into Sudoku grids, check puzzles and full grids, and render puzzles.
//!
//! ```
//! use sudoku_cli::{Verdict, check, decode};
//! use sudoku_cnf::Puzzle;
//! use sudoku_cnf::clauses::numbering::Numbering;
//! use sudoku_sat::{Outcome, solver::output};
//!
//! // The model in this MiniSat result file assigns no digit to one cell.
//! let puzzle: Puzzle = "1...34.....4....".parse()?;
//! let text = "SAT\n1 6 11 16 19 24 25 30 34 37 48 51 56 59 62 0\n";
//! let Outcome::Satisfiable(model) = output::read(text.as_bytes())? else { panic!() };
//! let error = decode::solution(&model, &Numbering::Arithmetic, &puzzle).unwrap_err();
//! assert_eq!(error.to_string(), "the model assigns no digit to r3c3");
//!
//! assert!(matches!(check(&puzzle, None)?, Verdict::Several(..)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`decode`] | decodes models into verified [`Solution`](sudoku_cnf::Solution)s, and checks models against a CNF |
//! | [`check`](mod@check) | checks puzzles and full grids |
//! | [`lesson`] | explains puzzles step by step, as an HTML page or as pictures |
//! | [`render`] | renders puzzles as text, SVG, HTML, TikZ, PNG, PDF or JSON |
//!
//! # Versions
//!
//! The oldest supported compiler is Rust 1.89. [`sudoku_cnf`] states what a new version may change.

pub mod check;
pub mod decode;
pub mod lesson;
pub mod render;

pub use crate::check::{Verdict, check};

// Tests the example in the README of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
