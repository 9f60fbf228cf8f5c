//! DIMACS CNF, the text format that SAT solvers read.
//!
//! [`DimacsWriter`] writes the strictest form, which every solver accepts: comments only before the header, a header
//! `p cnf VARIABLES CLAUSES` with exact counts, one clause per line, single spaces, and Unix line endings. The
//! documentation of [`read`] describes the looser forms that the parser accepts.

pub(crate) mod reader;
mod text;
mod writer;

pub use reader::{DimacsError, DimacsErrorKind, Header, read};
pub use writer::{DimacsWriter, Mark};
