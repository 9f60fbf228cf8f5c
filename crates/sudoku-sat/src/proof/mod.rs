//! Proofs that a CNF is unsatisfiable, and the LRAT checker.
//!
//! A [`ClausalProof`] lists the clauses that a solver derived; [`Native::proof`](crate::Native::proof) returns one.
//! [`elaborate`](fn@elaborate) turns it into an [`LratProof`], and [`check_lrat`] checks the text of an LRAT proof.
//! Only the checker must be trusted. [`certify`](fn@certify) proves that the solution of a puzzle is unique, or that
//! there is none.
//!
//! All proofs refer to the complete encoding of the whole board, without reduction, so that the formula can be
//! generated from the puzzle alone. The results of propagation are part of the proof.
//!
//! | file | contents |
//! |---|---|
//! | `check` | the LRAT checker |
//! | `lrat`, `drat` | LRAT proofs, and the text and binary formats of proofs |
//! | `elaborate` | from a clausal proof to an LRAT proof |
//! | `formula` | the formulas that proofs refute |
//! | `refute` | proofs with any solver that writes proofs |
//! | `certify`, `bundle` | certificates for a puzzle, and the files that contain them |
//!
//! ## References
//! - N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient checking and trimming using expressive clausal proofs, 2014.
//! - L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification, 2017
//!   (LRAT).

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers of clauses and literals of a proof in memory fit 32 bits"
)]

#[cfg(feature = "formats")]
pub mod bundle;
#[cfg(feature = "formats")]
mod bundle_error;
mod certify;
mod check;
mod drat;
mod elaborate;
mod error;
mod formula;
mod lrat;
mod refute;

pub use crate::solver::{ClausalProof, ProofStep};
pub use certify::{Certificate, certify};
pub(crate) use check::Checker;
pub use check::{LratError, check_lrat, check_lrat_unless};
pub use drat::DratError;
pub use elaborate::{ElaborationError, elaborate};
pub use error::{CertifyError, InvalidProof};
pub(crate) use formula::limited_size;
pub use formula::{blocking_clause, complete_problem, uniqueness_cnf};
pub use lrat::LratProof;
pub(crate) use lrat::{BYTES_PER_BYTE, push_number};
pub use refute::{Refutation, refute, refute_problem, solve_cnf_with_proof};
