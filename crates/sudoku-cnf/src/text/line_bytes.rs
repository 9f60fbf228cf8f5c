//! Presents the lines of an input as a byte stream, for parsers that do not work line by line.

use std::io::{self, BufRead, Read};

use super::error::ReadError;
use super::lines::Lines;
use super::text_line::TextLine;

/// A byte stream that consists of the lines of an input. The current line is kept for error messages.
#[derive(Debug)]
pub(super) struct LineBytes<R> {
    lines: Lines<R>,
    /// The current line, ending with a line feed.
    line: TextLine,
    /// The number of bytes read from the current line so far.
    read: usize,
    /// An offset in the current line and its column. [`part`](Self::part) continues to count from it.
    known_column: (usize, usize),
    /// The error that ended the stream, if any.
    error: Option<ReadError>,
}

/// The maximum length in bytes of a line that [`LineBytes::part`] returns in full.
const SHORT_LINE: usize = 1 << 10;

impl<R: Read> LineBytes<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, line: TextLine::new(1, String::new()), read: 0, known_column: (0, 1), error: None }
    }

    /// Returns the current line, ending with a line feed.
    pub(super) fn line(&self) -> &TextLine {
        &self.line
    }

    /// Returns the last `length` bytes that were read from the current line, or a longer part of the line.
    ///
    /// Unlike [`line`](Self::line), the part of a line that contains many puzzles is short, so that each of them takes
    /// a constant time.
    pub(super) fn part(&mut self, length: usize) -> TextLine {
        let text = &self.line.text;
        if text.len() <= SHORT_LINE {
            return self.line.clone();
        }
        let start = self.read.saturating_sub(length);
        let start = (start..=self.read).find(|&start| text.is_char_boundary(start)).unwrap_or(self.read);
        let (offset, column) = self.known_column;
        let (offset, column) = if offset <= start { (offset, column) } else { (0, 1) };
        let column = column + text[offset..start].chars().count();
        self.known_column = (start, column);
        let text = text.get(start..self.read).unwrap_or_default().to_owned();
        TextLine { number: self.line.number, text, first_column: column }
    }

    /// Removes and returns the error that ended the stream, if any.
    pub(super) fn take_error(&mut self) -> Option<ReadError> {
        self.error.take()
    }
}

impl<R: Read> Read for LineBytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for LineBytes<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.text.len() && self.error.is_none() {
            match self.lines.next() {
                Some(Ok(mut line)) => {
                    line.text.push('\n');
                    (self.line, self.read, self.known_column) = (line, 0, (0, 1));
                }
                Some(Err(error)) => self.error = Some(error),
                None => {}
            }
        }
        Ok(&self.line.text.as_bytes()[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_ends_the_stream() {
        let mut bytes = LineBytes::new(Lines::new(&b"a\n\xff\nb"[..]));
        let mut text = String::new();
        bytes.read_to_string(&mut text).unwrap();
        assert_eq!(text, "a\n");
        assert_eq!(bytes.take_error().unwrap().to_string(), "2:1: invalid UTF-8");
    }
}
