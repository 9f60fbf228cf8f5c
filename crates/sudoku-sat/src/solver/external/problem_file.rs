//! The problem file for an external solver.
//!
//! Clauses are written to disk as they are added, and the header is filled in once the numbers of variables and clauses
//! are known. A problem can therefore be larger than the available memory.

use std::fs::File;
use std::io;
use std::path::Path;

use sudoku_cnf::files::dimacs::{DimacsWriter, Mark};
use sudoku_cnf::{ClauseSink, Lit};

use super::clause_digest::ClauseDigest;

#[derive(Debug)]
pub(super) struct ProblemFile {
    writer: DimacsWriter<File>,
    /// The digest of all clauses in the file.
    pub(super) digest: ClauseDigest,
}

/// A position in the problem file, and the digest of the clauses before this position.
pub(super) struct Position {
    mark: Mark,
    digest: ClauseDigest,
}

impl ProblemFile {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let writer = DimacsWriter::with_deferred_header(File::create(path)?);
        Ok(Self { writer, digest: ClauseDigest::new() })
    }

    pub(super) fn add(&mut self, clause: &[Lit]) -> io::Result<()> {
        self.digest.add(clause);
        self.writer.add_clause(clause)
    }

    /// Returns the largest variable number in the file.
    pub(super) fn variables(&self) -> usize {
        self.writer.counts().map_or(0, |(variables, _)| variables)
    }

    /// Appends `assumptions` as unit clauses, fills in the header, and returns the position at which the assumptions
    /// start.
    pub(super) fn complete(&mut self, assumptions: &[Lit]) -> io::Result<Position> {
        let permanent = Position { mark: self.writer.mark()?, digest: self.digest.clone() };
        for &assumption in assumptions {
            self.add(&[assumption])?;
        }
        self.writer.complete_header()?;
        Ok(permanent)
    }

    /// Removes the assumptions, which start at position `permanent`, from the file.
    pub(super) fn truncate(&mut self, permanent: Position) -> io::Result<()> {
        let length = permanent.mark.length;
        self.digest = permanent.digest;
        self.writer.rewind(permanent.mark)?;
        self.writer.get_mut().set_len(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Cnf;
    use sudoku_cnf::files::dimacs;

    #[test]
    fn the_file_is_complete_with_and_without_assumptions() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("problem.cnf");
        let literal = |number| Lit::from_dimacs(number).unwrap();
        let read = || {
            let mut cnf = Cnf::default();
            let text = std::fs::read(&path).unwrap();
            let header = dimacs::read(&text[..], &mut cnf).unwrap();
            (header.variables, cnf.clauses().map(|clause| clause[0].dimacs()).collect::<Vec<_>>())
        };
        let mut file = ProblemFile::create(&path).unwrap();
        file.add(&[literal(-3), literal(2)]).unwrap();
        let permanent = file.complete(&[literal(7), literal(-1)]).unwrap();
        assert_eq!(read(), (7, vec![-3, 7, -1]));
        file.truncate(permanent).unwrap();
        file.add(&[literal(5)]).unwrap();
        file.complete(&[]).unwrap();
        assert_eq!(read(), (5, vec![-3, 5]));
    }
}
