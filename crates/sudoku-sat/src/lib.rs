//! Sudoku puzzles of any size solved by SAT.
//!
//! ```
//! use sudoku_cnf::{Encoding, Grid};
//! use sudoku_sat::{Limits, Solver, solutions};
//!
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut found = solutions(&puzzle, &Solver::Varisat, Encoding::Complete, Limits::none())?;
//! let solution = found.next().expect("it has a solution")?;
//! assert_eq!(solution.grid().get(sudoku_cnf::Cell::new(2)).unwrap().get(), 4);
//! assert!(found.next().is_none(), "and only one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Solver`] is the embedded [`Varisat`], an [`External`](external::External) program, or a [`search`]
//! engine. The first two are a [`Backend`], which takes clauses from the encodings of `sudoku-cnf` and answers with an
//! [`Outcome`]. [`output`] reads what solvers print. [`generate`] makes puzzles, [`question::rate`] tells how hard they are,
//! [`batch`] does either with several threads. Every grid that leaves this crate is a
//! [`Solution`](sudoku_cnf::Solution), which the rule checker has passed.

pub mod backend;
pub mod batch;
#[cfg(feature = "cadical")]
mod cadical;
mod choice;
pub mod compare;
pub mod external;
pub mod generate;
pub mod limits;
mod naming;
pub mod outcome;
pub mod output;
mod portfolio;
pub mod question;
mod random;
pub mod search;
mod solver;
mod varisat;

pub use backend::{Backend, BackendError};
pub use choice::Choice;
pub use limits::{Interrupt, Limits};
pub use outcome::Outcome;
pub use portfolio::Portfolio;
pub use question::{Probing, SolveError, count, minimize, redundant_givens, solutions, true_candidates};
pub use search::{Count, Incomplete};
pub use solver::{Engine, Solver, cores};
pub use varisat::Varisat;
