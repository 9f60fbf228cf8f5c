//! The problem file: clauses go to disk as they come, and the header is filled in once their
//! number is known. So a problem need never fit into memory.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use sudoku_cnf::Lit;
use sudoku_cnf::dimacs::ClauseText;

/// The bytes kept free for the header: a comment line takes what the header leaves.
const HEAD: usize = 64;
/// Bytes gathered before each write.
const BUFFER: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct ClauseFile {
    file: File,
    text: ClauseText,
    counts: Counts,
}

/// What the header tells.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    variables: usize,
    clauses: usize,
}

/// The state of a file before assumptions were added to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permanent {
    counts: Counts,
    length: u64,
}

impl ClauseFile {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let mut text = ClauseText::new();
        text.push_text(&" ".repeat(HEAD));
        Ok(Self { file: File::create(path)?, text, counts: Counts::default() })
    }

    /// Takes a clause, and tells whether it was time to write to the disk.
    pub(super) fn add(&mut self, clause: &[Lit]) -> io::Result<bool> {
        self.text.push(clause);
        let largest = clause.iter().map(|literal| literal.var().number()).max();
        self.counts.variables = self.counts.variables.max(largest.unwrap_or(0));
        self.counts.clauses += 1;
        let is_due = self.text.bytes().len() >= BUFFER;
        if is_due {
            self.flush()?;
        }
        Ok(is_due)
    }

    /// The largest variable that occurs.
    pub(super) fn variables(&self) -> usize {
        self.counts.variables
    }

    /// Makes the file a complete DIMACS file, with `assumptions` as unit clauses at its end.
    pub(super) fn complete(&mut self, assumptions: &[Lit]) -> io::Result<Permanent> {
        self.flush()?;
        let permanent = Permanent { counts: self.counts, length: self.file.stream_position()? };
        for &assumption in assumptions {
            self.add(&[assumption])?;
        }
        self.flush()?;
        let header = format!("p cnf {} {}\n", self.counts.variables, self.counts.clauses);
        let comment = format!("c{}\n", ".".repeat(HEAD - header.len() - 2));
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(format!("{comment}{header}").as_bytes())?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(permanent)
    }

    /// Drops the assumptions again.
    pub(super) fn truncate(&mut self, permanent: Permanent) -> io::Result<()> {
        self.file.set_len(permanent.length)?;
        self.file.seek(SeekFrom::Start(permanent.length))?;
        self.counts = permanent.counts;
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(self.text.bytes())?;
        self.text.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::{Cnf, dimacs};

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
        let mut file = ClauseFile::create(&path).unwrap();
        file.add(&[literal(-3), literal(2)]).unwrap();
        let permanent = file.complete(&[literal(7), literal(-1)]).unwrap();
        assert_eq!(read(), (7, vec![-3, 7, -1]));
        file.truncate(permanent).unwrap();
        file.add(&[literal(5)]).unwrap();
        file.complete(&[]).unwrap();
        assert_eq!(read(), (5, vec![-3, 5]));
    }
}
