//! Sudoku puzzles as CNF: boards, text formats, rules, propagation, encodings and DIMACS.
//!
//! A [`Puzzle`] is parsed from text. [`encode`] turns the puzzle into a [`Cnf`], for which any SAT solver can find a
//! [`Model`]. A [`Problem`], which combines a puzzle with encoding options, decodes the model into a [`Grid`].
//! [`Solution::check`] checks the grid against the rules. The `sudoku-sat` crate runs SAT solvers.
//!
//! ```
//! use sudoku_cnf::{Encoding, Puzzle, encode};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let cnf = encode(&puzzle, Encoding::Complete);
//! assert_eq!((cnf.variable_count(), cnf.len()), (729, 10_530 + 30));
//! let mut dimacs = Vec::new();
//! cnf.write_dimacs(&mut dimacs)?;
//! assert!(dimacs.starts_with(b"p cnf 729 10560\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Common tasks
//!
//! | task | API |
//! |---|---|
//! | parse one puzzle, print a puzzle or a solution | [`str::parse`], `{}` for one line, `{:#}` for a grid with bars |
//! | read files with many puzzles in any format | [`formats::Reader`] |
//! | write puzzles in a specific format | [`formats::Writer`] |
//! | build a puzzle cell by cell | [`Puzzle::set`], [`Cell::new`], [`Digit::new`] |
//! | use a different board size, a jigsaw or a variant | [`Geometry`], [`board`] |
//! | choose a CNF encoding and an at-most-one encoding | [`Encoding`], [`AtMostOne`], [`CnfOptions`] |
//! | keep the clauses in memory | [`encode`], [`Cnf`] |
//! | stream the clauses into a solver or a file | [`Problem::encode`] with a [`ClauseSink`], [`Problem::write_dimacs`] |
//! | compute the size of a CNF in advance | [`Problem::size`], [`stats`] |
//! | decode a model | [`Problem::decode`], [`Model::decode`] |
//! | check a grid against the rules | [`Solution::check`], [`rules`] |
//! | propagate candidates | [`CandidateBoard`], [`propagate`] |
//! | read DIMACS CNF | [`dimacs`], [`metadata`] |
//!
//! # Features
//!
//! - `formats` (default): additional text formats, for example CSV, XML and JSON, and UTF-16 input.
//! - `serde` (enabled by `formats` and `cli`): `Serialize` for [`stats`].
//! - `cli` (default): the `sudoku-cnf` program and the `cli` module, with support for gzip-compressed input.
//!
//! Library users can leave out the program by setting `default-features = false`, and enable the additional text
//! formats with `features = ["formats"]`.

pub mod at_most_one;
mod bits;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cnf;
pub mod dimacs;
pub mod encoding;
pub mod formats;
pub mod metadata;
pub mod model;
mod named;
pub mod numbering;
pub mod propagate;
pub mod puzzle;
pub mod rules;
pub mod stats;
pub mod variable;

pub use at_most_one::AtMostOne;
pub use board::{BoxShape, BoxShapeError, Candidate, Cell, Digit, Geometry};
pub use cnf::{ClauseKind, ClauseSink, Cnf};
pub use encoding::{CnfOptions, CnfSize, Encoding, Problem, encode};
pub use model::{DecodeError, Model};
pub use named::UnknownName;
pub use propagate::{CandidateBoard, Contradiction, Inference};
pub use puzzle::{Grid, Puzzle};
pub use rules::Solution;
pub use variable::{Lit, Var};
