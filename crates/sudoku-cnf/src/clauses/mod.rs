//! From a puzzle to clauses, and from a model back to a grid.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers of variables and literals are checked when they are created"
)]

pub mod at_most_one;
pub mod clause_group;
pub mod cnf;
pub mod encoding;
pub mod meaning;
pub mod model;
pub mod model_check;
pub mod numbering;
pub mod stats;
pub mod variable;
