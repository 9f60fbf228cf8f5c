//! Sudoku puzzles as CNF: boards, text formats, rules, propagation, encodings and DIMACS files.
//!
//! A [`Puzzle`] can be parsed from text. [`encode`] turns the puzzle into a [`Cnf`], for which any SAT solver can find
//! a [`Model`]. A [`Problem`], which combines a puzzle with encoding options, decodes the model into a [`Grid`].
//! [`Solution::check`] checks that the grid solves the puzzle. The `sudoku-sat` crate runs SAT solvers.
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
//! | parse one puzzle, print a puzzle or a solution | [`str::parse`], `{}` for one line, `{:#}` for rows with bars |
//! | read many puzzles in any format | [`text::Reader`] |
//! | write puzzles in a specific format | [`text::Writer`] |
//! | build a puzzle cell by cell | [`Puzzle::set`], [`Cell::new`], [`Digit::new`] |
//! | use a different board size, a jigsaw or a variant | [`Geometry`], [`puzzle::board`] |
//! | choose a CNF encoding and an at-most-one encoding | [`Encoding`], [`AtMostOne`], [`CnfOptions`] |
//! | store the clauses in memory | [`encode`], [`Cnf`] |
//! | stream the clauses to a solver or a file | [`Problem::encode`] with a [`ClauseSink`], [`Problem::write_dimacs`] |
//! | write a CNF file with comments, from which a model can be decoded | [`Problem::write_instance`] |
//! | compute the size of a CNF in advance | [`Problem::size`], [`clauses::stats`] |
//! | decode a model | [`Problem::decode`], [`Model::decode`] |
//! | check a solution or find clashing digits | [`Solution::check`], [`puzzle::check`] |
//! | find equivalent puzzles | [`CanonicalForm`](puzzle::canonical::CanonicalForm) |
//! | eliminate candidates by propagation | [`CandidateBoard`], [`puzzle::propagate`] |
//! | describe literals and clauses in words | [`clauses::meaning::Meaning`] |
//! | read DIMACS CNF | [`files::dimacs`], [`files::metadata`] |
//! | write pseudo-Boolean and SMT-LIB files, or shuffled files | [`files`] |
//!
//! # Panics
//!
//! A method that takes a cell, a digit, a candidate or an index panics if the board does not have it, as indexing
//! does, and its section *Panics* says so. Methods such as [`Geometry::contains`] and [`Puzzle::try_set`] check it
//! first. Text from a user only leads to errors.
//!
//! # Versions
//!
//! The oldest supported compiler is Rust 1.89. Until version 1.0, a new minor version may change the interface and
//! require a newer compiler; a patch version does neither. A patch version may add:
//!
//! - values to enums that are `#[non_exhaustive]`, for example formats, kinds of rules and errors; other enums are
//!   complete;
//! - fields to structs of options or data with public fields. End their literals with `..`, for example
//!   `..CnfOptions::default()` or, for a [`Record`](text::Record), `..Record::from(puzzle)`.
//!
//! # Features
//!
//! - `formats` (default): the JSON formats, links and notebooks, support for UTF-16 input, and implementations of
//!   `Serialize` and `Deserialize` for [`Puzzle`], [`Grid`], [`Solution`] and [`Record`](text::Record) in the JSON that
//!   the programs write.
//! - `serde` (enabled by `formats` and `cli`): implementations of `Serialize` and `Deserialize` for [`Cell`],
//!   [`Digit`], [`Candidate`], [`Lit`], [`RuleText`](puzzle::rule::RuleText) and all enums with names. Only `Serialize`
//!   is implemented for [`Rule`](puzzle::rule::Rule), which is read for a particular board, and for the types in
//!   [`clauses::stats`], which are measurements.
//! - `cli` (default): the `sudoku-cnf` program, including support for compressed files, and the module `cli`, which the
//!   three programs share. Its interface may change at any time.
//!
//! To use the library without the program, set `default-features = false`. To keep the JSON formats, also set
//! `features = ["formats"]`.

// The documentation shows which items need a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod batch;
pub mod clauses;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod clock;
pub mod files;
pub mod puzzle;
pub mod text;

pub use clauses::at_most_one::AtMostOne;
pub use clauses::cnf::{ClauseSink, Cnf};
pub use clauses::encoding::{CnfOptions, CnfSize, Encoding, Problem, encode};
pub use clauses::model::{DecodeError, Model};
pub use clauses::variable::{Lit, Var};
pub use puzzle::board::{BoxShape, BoxShapeError, Candidate, Cell, Digit, Geometry};
pub use puzzle::propagate::{CandidateBoard, Contradiction, Inference};
pub use puzzle::{Grid, Puzzle, Solution, UnknownName};

// For the macros of this crate.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

// Tests the example in the README of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
