//! The DIMACS stream.

use std::io::{self, Write};

use crate::clause::ClauseSink;
use crate::variable::Lit;

/// Bytes gathered before each write to the underlying writer.
const BUFFER: usize = 1 << 16;

/// Writes a CNF as a stream: comments, then the header, then clauses through [`ClauseSink`], then
/// [`finish`](Self::finish). Memory: one buffer of 64 KiB and one clause.
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
    buffer: Vec<u8>,
    /// Clauses that the header promises and that have not come yet.
    missing: usize,
}

impl<W: Write> DimacsWriter<W> {
    /// A stream to `writer`, which needs no buffer of its own.
    pub fn new(writer: W) -> Self {
        Self { writer, buffer: Vec::with_capacity(2 * BUFFER), missing: 0 }
    }

    /// Writes a comment line. To be called before [`header`](Self::header).
    ///
    /// # Panics
    /// If `text` holds a line end, or begins with `--`, which CaDiCaL would take for an option.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.contains(['\n', '\r']) && !text.starts_with("--"), "unfit comment: {text:?}");
        writeln!(self.buffer, "c {text}")?;
        self.flush_if_full()
    }

    /// Writes the header.
    pub fn header(&mut self, variables: usize, clauses: usize) -> io::Result<()> {
        self.missing = clauses;
        writeln!(self.buffer, "p cnf {variables} {clauses}")?;
        self.flush_if_full()
    }

    /// Writes out what is buffered and returns the underlying writer.
    ///
    /// # Panics
    /// If fewer clauses came than the header promises.
    pub fn finish(mut self) -> io::Result<W> {
        assert!(self.missing == 0, "{} clauses fewer than the header promises", self.missing);
        self.writer.write_all(&self.buffer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }

    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BUFFER {
            self.writer.write_all(&self.buffer)?;
            self.buffer.clear();
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
        push_clause(&mut self.buffer, clause);
        self.flush_if_full()
    }
}

/// Appends a clause as a line of DIMACS: its literals, a 0, and a line end.
pub fn push_clause(text: &mut Vec<u8>, clause: &[Lit]) {
    let mut decimal = itoa::Buffer::new();
    for literal in clause {
        text.extend_from_slice(decimal.format(literal.dimacs()).as_bytes());
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}
