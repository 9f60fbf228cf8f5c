//! The DIMACS writer. Clauses are written as a stream, so the CNF does not need to fit in memory.

use std::io::{self, Seek, SeekFrom, Write};

use super::text::ClauseText;
use crate::clauses::cnf::{ClauseSink, Cnf};
use crate::clauses::variable::Lit;

/// The number of buffered bytes at which the buffer is written to the underlying writer.
const BUFFER: usize = 1 << 17;

/// The number of bytes reserved for a deferred header. A comment line fills the bytes that the header does not need.
const RESERVED: usize = 64;

/// A writer that streams a CNF in DIMACS format.
///
/// The writer requires up to 300 KiB of memory, plus the size of one clause.
///
/// First write any comments, then the header, and then the clauses with the methods of [`ClauseSink`]. Finally, call
/// [`finish`](Self::finish). If the counts are not known in advance and the output is seekable, create the writer with
/// [`with_deferred_header`](Self::with_deferred_header), add the clauses, and call
/// [`complete_header`](Self::complete_header).
///
/// ```
/// use sudoku_cnf::files::dimacs::DimacsWriter;
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
pub struct DimacsWriter<W> {
    writer: W,
    text: ClauseText,
    header: HeaderState,
}

/// The state of the header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeaderState {
    /// The header is written before the clauses, and `missing` more clauses must follow.
    Promised { missing: usize },
    /// The header will be filled in later. `variables` and `clauses` are the counts so far.
    Deferred { variables: usize, clauses: usize },
}

/// A saved state of a [`DimacsWriter`], returned by [`DimacsWriter::mark`] and restored by [`DimacsWriter::rewind`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    header: HeaderState,
    /// The length of the output when the state was saved, in bytes.
    pub length: u64,
}

impl<W: Write> DimacsWriter<W> {
    /// Creates a DIMACS writer that writes to `writer`, which does not need to be buffered.
    pub fn new(writer: W) -> Self {
        Self { writer, text: ClauseText::new(), header: HeaderState::Promised { missing: 0 } }
    }

    /// Writes a comment line. Comments must be written before the [`header`](Self::header).
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if `text` contains a line break or begins with `--`, which CaDiCaL would interpret as an option.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.contains(['\n', '\r']) && !text.starts_with("--"), "not a valid comment: {text:?}");
        self.text.push_text("c ");
        self.text.push_text(text);
        self.text.push_text("\n");
        self.flush_if_full()
    }

    /// Writes the header with the given numbers of variables and clauses.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn header(&mut self, variables: usize, clauses: usize) -> io::Result<()> {
        self.header = HeaderState::Promised { missing: clauses };
        self.text.push_text(&header_line(variables, clauses));
        self.flush_if_full()
    }

    /// Writes the buffered text and returns the underlying writer.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if fewer clauses were added than the header promises, or if the header is deferred. For a deferred
    /// header, call [`complete_header`](Self::complete_header) instead of this method.
    pub fn finish(mut self) -> io::Result<W> {
        assert!(
            self.header == HeaderState::Promised { missing: 0 },
            "fewer clauses than declared in the header: {:?}",
            self.header
        );
        self.flush()?;
        Ok(self.writer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.write_all(self.text.bytes())?;
        self.text.clear();
        self.writer.flush()
    }

    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.text.bytes().len() >= BUFFER {
            self.writer.write_all(self.text.bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    /// Updates the clause count for `added` new clauses. For a deferred header, also raises the number of variables to
    /// at least the largest variable number in `literals`.
    fn count(&mut self, added: usize, literals: &[Lit]) {
        match &mut self.header {
            HeaderState::Promised { missing } => {
                *missing = missing.checked_sub(added).expect("more clauses than declared in the header");
            }
            HeaderState::Deferred { variables, clauses } => {
                let largest = literals.iter().map(|literal| literal.var().number()).max();
                *variables = (*variables).max(largest.unwrap_or(0));
                *clauses += added;
            }
        }
    }
}

impl<W: Write + Seek> DimacsWriter<W> {
    /// Creates a DIMACS writer that reserves space for the header at the beginning of the output.
    ///
    /// Call [`complete_header`](Self::complete_header) to fill in the header.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use sudoku_cnf::files::dimacs::DimacsWriter;
    /// use sudoku_cnf::{ClauseSink, Lit};
    ///
    /// let mut writer = DimacsWriter::with_deferred_header(Cursor::new(Vec::new()));
    /// writer.add_clause(&[Lit::from_dimacs(3).unwrap()])?;
    /// writer.complete_header()?;
    /// let text = String::from_utf8(writer.get_mut().get_ref().clone())?;
    /// assert!(text.starts_with("c ...") && text.ends_with("\np cnf 3 1\n3 0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_deferred_header(writer: W) -> Self {
        let mut text = ClauseText::new();
        text.push_text(&" ".repeat(RESERVED));
        Self { writer, text, header: HeaderState::Deferred { variables: 0, clauses: 0 } }
    }

    /// Returns the numbers of variables and clauses so far, or `None` if the header is not deferred.
    pub fn counts(&self) -> Option<(usize, usize)> {
        match self.header {
            HeaderState::Promised { .. } => None,
            HeaderState::Deferred { variables, clauses } => Some((variables, clauses)),
        }
    }

    /// Writes the deferred header with the current counts.
    ///
    /// If clauses are added later, call this method again after the last clause.
    ///
    /// # Errors
    /// Returns an error if writing or seeking fails.
    pub fn complete_header(&mut self) -> io::Result<()> {
        self.flush()?;
        if let Some((variables, clauses)) = self.counts() {
            let header = header_line(variables, clauses);
            let comment = format!("c {}\n", ".".repeat(RESERVED - header.len() - 3));
            self.writer.seek(SeekFrom::Start(0))?;
            self.writer.write_all(format!("{comment}{header}").as_bytes())?;
            self.writer.seek(SeekFrom::End(0))?;
        }
        Ok(())
    }

    /// Writes the buffered text and returns the current state, which [`rewind`](Self::rewind) can restore.
    ///
    /// # Errors
    /// Returns an error if writing or seeking fails.
    pub fn mark(&mut self) -> io::Result<Mark> {
        self.flush()?;
        Ok(Mark { header: self.header, length: self.writer.stream_position()? })
    }

    /// Restores the state that was saved in `mark`.
    ///
    /// After this call, the caller must truncate the underlying output to [`Mark::length`] bytes.
    ///
    /// # Errors
    /// Returns an error if writing or seeking fails.
    pub fn rewind(&mut self, mark: Mark) -> io::Result<()> {
        self.flush()?;
        self.header = mark.header;
        self.writer.seek(SeekFrom::Start(mark.length)).map(drop)
    }

    /// Returns the underlying writer, which may not have received all of the text yet.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }
}

fn header_line(variables: usize, clauses: usize) -> String {
    format!("p cnf {variables} {clauses}\n")
}

impl<W: Write> ClauseSink for DimacsWriter<W> {
    type Error = io::Error;

    /// Writes one clause.
    ///
    /// # Panics
    /// Panics if more clauses are added than the header promises.
    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        self.count(1, clause);
        self.text.push(clause);
        self.flush_if_full()
    }

    /// Writes the clause ¬`first` ∨ ¬`other` for each `other` in `others`.
    ///
    /// # Panics
    /// Panics if more clauses are added than the header promises.
    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> io::Result<()> {
        if !others.is_empty() {
            self.count(others.len(), others);
            self.count(0, &[first]);
            self.text.push_exclusions(first, others);
        }
        self.flush_if_full()
    }
}

impl Cnf {
    /// Writes the formula as DIMACS CNF.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write_dimacs(&self, writer: impl Write) -> io::Result<()> {
        let mut writer = DimacsWriter::new(writer);
        writer.header(self.variable_count(), self.len())?;
        self.clauses().try_for_each(|clause| writer.add_clause(clause))?;
        writer.finish().map(drop)
    }
}
