//! The questions about a puzzle: its solutions, their number, its true candidates (those that occur in a solution) and
//! its redundant givens.
//!
//! [`SolveOptions`] has a method for each question. `method.rs` chooses the search engine or the SAT solver that
//! answers it.

mod batch_solver;
mod dpll_then_sat;
mod encoding_policy;
mod extra_clauses;
mod given_oracle;
mod limited_cnf;
mod method;
mod minimize;
mod models;
mod options;
mod probing;
mod questions;
mod sat_fallback;
mod true_candidates;
mod unit_propagation;

pub use batch_solver::BatchSolver;
pub use encoding_policy::EncodingPolicy;
pub(crate) use extra_clauses::ExtraClauses;
pub(crate) use given_oracle::GivenOracle;
pub(crate) use limited_cnf::{limited_cnf, observed_cnf};
pub(crate) use models::{blocking_clause, load, sat_grids, sat_solutions};
pub use options::SolveOptions;
pub(crate) use true_candidates::true_candidates;
pub(crate) use unit_propagation::open_candidates;
