//! The DIMACS stream.

use std::io::{self, Write};

use super::text::ClauseText;
use crate::clause::ClauseSink;
use crate::variable::Lit;

/// Bytes gathered before each write to the underlying writer.
const BUFFER: usize = 1 << 17;

/// Writes a CNF as a stream: comments, then the header, then clauses through [`ClauseSink`], then
/// [`finish`](Self::finish). Memory: up to 300 KiB and one clause.
///
/// ```
/// use sudoku_cnf::dimacs::DimacsWriter;
/// use sudoku_cnf::{ClauseSink, Lit};
///
/// let literals = [-1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut writer = DimacsWriter::new(Vec::new());
/// writer.comment("an implication")?;
/// writer.header(2, 1)?;
/// writer.add_clause(&literals)?;
/// assert_eq!(writer.finish()?, b"c an implication\np cnf 2 1\n-1 2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DimacsWriter<W: Write> {
    writer: W,
    text: ClauseText,
    /// Clauses that the header promises and that have not come yet.
    missing: usize,
}

impl<W: Write> DimacsWriter<W> {
    /// A stream to `writer`, which needs no buffer of its own.
    pub fn new(writer: W) -> Self {
        Self { writer, text: ClauseText::new(), missing: 0 }
    }

    /// Writes a comment line. To be called before [`header`](Self::header).
    ///
    /// # Panics
    /// If `text` holds a line end, or begins with `--`, which CaDiCaL would take for an option.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.contains(['\n', '\r']) && !text.starts_with("--"), "unfit comment: {text:?}");
        self.text.push_text("c ");
        self.text.push_text(text);
        self.text.push_text("\n");
        self.flush_if_full()
    }

    /// Writes the header.
    pub fn header(&mut self, variables: usize, clauses: usize) -> io::Result<()> {
        self.missing = clauses;
        self.text.push_text(&format!("p cnf {variables} {clauses}\n"));
        self.flush_if_full()
    }

    /// Writes out what is buffered and returns the underlying writer.
    ///
    /// # Panics
    /// If fewer clauses came than the header promises.
    pub fn finish(mut self) -> io::Result<W> {
        assert!(self.missing == 0, "{} clauses fewer than the header promises", self.missing);
        self.writer.write_all(self.text.bytes())?;
        self.writer.flush()?;
        Ok(self.writer)
    }

    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.text.bytes().len() >= BUFFER {
            self.writer.write_all(self.text.bytes())?;
            self.text.clear();
        }
        Ok(())
    }
}

impl<W: Write> ClauseSink for DimacsWriter<W> {
    type Error = io::Error;

    /// # Panics
    /// If more clauses come than the header promises.
    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        self.missing = self.missing.checked_sub(1).expect("the header promises all clauses");
        self.text.push(clause);
        self.flush_if_full()
    }

    /// # Panics
    /// If more clauses come than the header promises.
    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> io::Result<()> {
        self.missing = self.missing.checked_sub(others.len()).expect("the header promises all clauses");
        self.text.push_exclusions(first, others);
        self.flush_if_full()
    }
}
