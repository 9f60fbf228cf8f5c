//! Problem files for solvers: DIMACS CNF, pseudo-Boolean constraints and SMT-LIB, optionally shuffled.
//!
//! | format | solvers | constraints |
//! |---|---|---|
//! | [`Dimacs`](InstanceFormat::Dimacs) | SAT solvers | the clauses of the encoding |
//! | [`Opb`](InstanceFormat::Opb) | pseudo-Boolean solvers | clauses and cardinality constraints |
//! | [`Smt2`](InstanceFormat::Smt2) | SMT solvers | the clauses of the encoding, with Boolean variables |
//! | [`Smt2Int`](InstanceFormat::Smt2Int) | SMT solvers | one integer per cell, `distinct` for each house |
//!
//! The comments describe the board in every format, and [`metadata::read`] parses them.
//!
//! ## References
//! - O. Roussel, V. Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean
//!   solvers, 2012 (OPB).
//! - C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB standard, version 2.6, 2017.

#![allow(clippy::cast_possible_truncation, reason = "the number of variables is at most that of a literal")]

mod annotated;
pub mod dimacs;
mod format;
mod instance;
pub mod line_pieces;
pub mod metadata;
mod opb;
mod opb_check;
mod shuffle;
mod smt2;
mod smt2_int;
mod smt2_rules;

pub use format::{InstanceFormat, InstanceOptions};
pub use opb::OpbWriter;
pub use opb_check::{OpbError, check_opb};
pub use shuffle::ConstraintList;
