//! Reads long lines in pieces, so that memory use does not depend on the length of a line.

use std::io::{self, BufRead, Read};

/// The maximum length of a piece in bytes. Lines up to this length consist of a single piece.
pub const MAX_PIECE: usize = 1 << 16;

/// A reader that splits an input into lines, and long lines into pieces of up to [`MAX_PIECE`] bytes.
///
/// Pieces are cut after ASCII whitespace. Only a word longer than a piece is divided.
///
/// ```
/// use sudoku_cnf::files::line_pieces::LinePieces;
///
/// let mut lines = LinePieces::new(&b"c a comment\n1 -2 0\n"[..]);
/// assert!(lines.next_piece()?.is_some_and(|piece| piece.starts_line && piece.ends_line));
/// assert_eq!(lines.next_piece()?.unwrap().text, b"1 -2 0\n");
/// assert!(lines.next_piece()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LinePieces<R> {
    input: R,
    /// The current piece, followed by the first part of a word that belongs to the next piece.
    bytes: Vec<u8>,
    /// The length of the current piece.
    length: usize,
    /// The line number of the current piece, starting at 1.
    line: usize,
    /// Whether the current piece ends its line.
    is_line_done: bool,
}

/// A line, or a piece of a long line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePiece<'a> {
    /// The bytes, with the line feed at the end of the line, if any.
    pub text: &'a [u8],
    /// The line number, starting at 1.
    pub line: usize,
    /// Whether the line begins with this piece.
    pub starts_line: bool,
    /// Whether the line ends with this piece.
    pub ends_line: bool,
}

impl<R: BufRead> LinePieces<R> {
    /// Returns a reader that splits `input`.
    pub fn new(input: R) -> Self {
        Self { input, bytes: Vec::new(), length: 0, line: 0, is_line_done: true }
    }

    /// Returns the next piece, or `None` at the end of the input.
    ///
    /// Nothing after the end of the line is read, so lines in a pipe can be processed as they arrive.
    ///
    /// # Errors
    /// Returns an error if reading fails.
    pub fn next_piece(&mut self) -> io::Result<Option<LinePiece<'_>>> {
        self.bytes.drain(..self.length);
        let limit = MAX_PIECE - self.bytes.len();
        let count = self.input.by_ref().take(limit as u64).read_until(b'\n', &mut self.bytes)?;
        self.length = self.bytes.len();
        if self.length == 0 {
            return Ok(None);
        }
        let starts_line =
            std::mem::replace(&mut self.is_line_done, self.bytes.ends_with(b"\n") || count < limit);
        self.line += usize::from(starts_line);
        if !self.is_line_done
            && let Some(last) = self.bytes.iter().rposition(u8::is_ascii_whitespace)
        {
            self.length = last + 1;
        }
        Ok(Some(LinePiece {
            text: &self.bytes[..self.length],
            line: self.line,
            starts_line,
            ends_line: self.is_line_done,
        }))
    }

    /// Skips the rest of the line to which the current piece belongs.
    ///
    /// # Errors
    /// Returns an error if reading fails.
    pub fn skip_line(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_line_done, true) {
            self.length = 0;
            self.bytes.clear();
            self.input.skip_until(b'\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_between_words() {
        let line = "12345 ".repeat(30_000);
        let text = format!("{line}\n{line}\nend");
        let mut lines = LinePieces::new(text.as_bytes());
        let (mut found, mut starts, mut ends) = (Vec::new(), Vec::new(), 0);
        while let Some(piece) = lines.next_piece().unwrap() {
            assert!(piece.text.len() <= MAX_PIECE && (piece.ends_line || piece.text.ends_with(b" ")));
            found.extend_from_slice(piece.text);
            starts.extend(piece.starts_line.then_some(piece.line));
            ends += usize::from(piece.ends_line);
        }
        assert_eq!((found, starts, ends), (text.into_bytes(), vec![1, 2, 3], 3));
    }

    #[test]
    fn the_rest_of_a_line_is_skipped() {
        let text = format!("{}\nsecond\n{}", "x".repeat(3 * MAX_PIECE), "y".repeat(2 * MAX_PIECE));
        let mut lines = LinePieces::new(text.as_bytes());
        let mut found = Vec::new();
        while let Some(piece) = lines.next_piece().unwrap() {
            found.push((piece.line, piece.text[0], piece.text.len()));
            lines.skip_line().unwrap();
        }
        assert_eq!(found, [(1, b'x', MAX_PIECE), (2, b's', 7), (3, b'y', MAX_PIECE)]);
    }
}
