//! DIMACS CNF, the text that SAT solvers read.
//!
//! What is written is the strictest form, which every solver accepts: comments before the header
//! alone, `p cnf VARIABLES CLAUSES` with exact counts, one clause a line, single blanks, Unix line
//! ends. What is read may be looser; [`read`] tells in which ways.

mod reader;
mod text;
mod writer;

pub use reader::{DimacsError, DimacsErrorKind, Header, read};
pub use text::ClauseText;
pub use writer::{DimacsWriter, Mark};
