//! Sudoku puzzles of any size as CNF.
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
