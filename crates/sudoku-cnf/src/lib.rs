//! Sudoku puzzles of any size as CNF.
//!
//! ```
//! use sudoku_cnf::{Cnf, Encoding, Grid, encode};
//!
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut cnf = Cnf::default();
//! encode(&puzzle, Encoding::Complete, &mut cnf).unwrap();
//! assert_eq!(cnf.clauses().len(), 10_530 + 30);
//! # Ok::<(), sudoku_cnf::text::ReadError>(())
//! ```
//!
//! A [`Grid`] is digits on the board that a [`Geometry`] describes; [`text`] reads and writes it.
//! [`encode`] feeds its clauses to any [`ClauseSink`]: the DIMACS stream of [`cnf_file`], a
//! formula in memory, or a solver of the crate `sudoku-sat`. A solver's [`Model`] decodes into a
//! grid, and [`rules`] judges it: a [`Solution`] is a grid that passed. This
//! crate knows no solver.

pub mod at_most_one;
pub mod bits;
pub mod candidates;
pub mod clause;
pub mod cnf_file;
pub mod dimacs;
pub mod encoding;
pub mod exit_code;
pub mod files;
pub mod geometry;
pub mod grid;
pub mod model;
pub mod numbering;
pub mod planes;
pub mod program;
pub mod rules;
pub mod stats;
pub mod text;
pub mod variable;

pub use at_most_one::AtMostOne;
pub use candidates::{Candidates, Contradiction, Inference};
pub use clause::{ClauseKind, ClauseSink, Cnf, Counter};
pub use encoding::{CnfOptions, CnfSize, Encoding, Problem, encode};
pub use geometry::{BoxShape, BoxShapeError, Candidate, Cell, Digit, Geometry};
pub use grid::Grid;
pub use model::{DecodeError, Model};
pub use rules::Solution;
pub use variable::{Lit, Var};
