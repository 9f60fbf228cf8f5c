//! A check of a model against the problem file, which needs no memory for the clauses.

use std::io::{self, BufReader};
use std::path::Path;

use sudoku_cnf::files::dimacs::{self, DimacsError};
use sudoku_cnf::{ClauseSink, Lit, Model};

use super::clause_digest::ClauseDigest;
use super::regular_file::open_regular;
use crate::solver::limits::Limits;
use crate::solver::model_check::{CheckEnd, LimitedCheck};

/// A model check that also computes the digest of the clauses.
struct DigestedCheck<'m> {
    check: LimitedCheck<'m>,
    digest: ClauseDigest,
}

impl ClauseSink for DigestedCheck<'_> {
    type Error = CheckEnd;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), CheckEnd> {
        self.digest.add(clause);
        self.check.add_clause(clause)
    }
}

/// Checks that `model` satisfies every clause in the DIMACS file `problem`. Returns `None` if the file does not contain
/// the clauses with the digest `written` any more.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn check_file(
    model: &Model,
    problem: &Path,
    written: &ClauseDigest,
    limits: &Limits,
) -> io::Result<Option<Result<(), CheckEnd>>> {
    let mut check = DigestedCheck { check: LimitedCheck::new(model, limits), digest: written.restarted() };
    let Ok(file) = open_regular(problem) else { return Ok(None) };
    match dimacs::read(BufReader::new(file), &mut check) {
        Ok(_) => Ok(check.digest.matches(written).then_some(Ok(()))),
        Err(DimacsError::Syntax { .. }) => Ok(None),
        Err(DimacsError::Sink(end)) => Ok(Some(Err(end))),
        Err(DimacsError::Io(error)) => Err(error),
    }
}
