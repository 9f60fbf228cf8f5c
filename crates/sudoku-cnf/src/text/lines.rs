//! Splits an input into numbered lines and supports reading ahead. A maximum line length limits memory use.
//!
//! A line ends with LF, CR or CRLF. A byte order mark at the start of a line is skipped.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::error::ReadError;
use super::error_kind::TextErrorKind;
use super::text_line::TextLine;

/// The maximum length of a line in bytes. A 1000×1000 board written on one line as decimal numbers takes up
/// to 5 MB.
pub(super) const MAX_LINE: usize = 1 << 23;

/// The maximum number of bytes that a single read requests from the input.
const CHUNK: usize = 1 << 16;

/// The lines of an input. Any number of lines can be read ahead.
pub(super) struct Lines<R: ?Sized> {
    /// Bytes read from the input. Those before `start` have already been split into lines.
    buffer: Vec<u8>,
    /// The offset in `buffer` of the next line to split off.
    start: usize,
    /// Lines that have been read ahead but not yet returned by `next`.
    ahead: VecDeque<Result<TextLine, ReadError>>,
    /// The number of lines split off from `buffer` so far.
    number: usize,
    /// Whether the previous line ended with CR and the next byte has not arrived yet. If the next byte is LF,
    /// it belongs to the same line ending.
    after_return: bool,
    /// Whether reading has stopped. Reading is not retried after an error, because it might fail forever.
    has_ended: bool,
    /// Whether `next` stores a copy of each line in `last`.
    pub(super) keeps_last: bool,
    /// The line that `next` returned most recently, unless it has been taken since.
    pub(super) last: Option<TextLine>,
    /// The input. This field must be last so that `&mut Lines<R>` coerces to `&mut AnyLines`.
    input: R,
}

/// The lines of an input whose type is not known at compile time.
pub(super) type AnyLines<'a> = Lines<dyn Read + 'a>;

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            ahead: VecDeque::new(),
            number: 0,
            after_return: false,
            has_ended: false,
            keeps_last: false,
            last: None,
            input,
        }
    }
}

impl<R: Read + ?Sized> Lines<R> {
    /// Removes and returns the next line. Returns `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Result<TextLine, ReadError>> {
        let line = self.ahead.pop_front().or_else(|| self.read_line());
        if self.keeps_last {
            self.last = line.as_ref().and_then(|line| line.as_ref().ok().cloned());
        }
        line
    }

    /// Returns the next line without removing it. Returns `None` at the end of the input.
    pub(super) fn peek(&mut self) -> Option<&Result<TextLine, ReadError>> {
        self.buffer_lines(1);
        self.ahead.front()
    }

    /// Removes lines up to the first one that does not fulfill `condition` or cannot be read.
    pub(super) fn skip_while(&mut self, condition: impl Fn(&TextLine) -> bool) {
        while self.line_ahead(0).is_some_and(&condition) {
            self.next();
        }
    }

    /// Puts `lines` back in front of the remaining lines.
    pub(super) fn put_back(&mut self, lines: Vec<TextLine>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(Ok(line));
        }
    }

    /// Reads and returns all remaining lines, without removing them. Returns `None` if they have more than `bytes`
    /// bytes or if one of them cannot be read.
    #[cfg(feature = "formats")]
    pub(super) fn buffer_rest(&mut self, bytes: usize) -> Option<Vec<TextLine>> {
        self.buffer_bytes(bytes);
        let lines = self.ahead.iter().map(|line| line.as_ref().ok().cloned());
        if self.has_ended() { lines.collect() } else { None }
    }

    /// Returns all complete lines that have already arrived, without removing them or waiting for more input.
    ///
    /// For example, a pipe may have delivered only one line, whereas a file delivers up to 64 KiB at a time.
    pub(super) fn buffered(&mut self) -> impl Iterator<Item = &TextLine> + Clone {
        while line_end(&self.buffer[self.start..]).is_some() {
            let Some(line) = self.read_line() else { break };
            self.ahead.push_back(line);
        }
        self.ahead.iter().flatten()
    }

    /// Returns whether the next line has fully arrived and is not blank.
    pub(super) fn has_full_line(&mut self) -> bool {
        self.buffered().next().is_some_and(|line| !line.text.trim().is_empty())
    }

    /// Waits for the start of the input, and returns the bytes that have arrived. Must be called before any line
    /// is read.
    pub(super) fn start(&mut self) -> &[u8] {
        if self.buffer.is_empty()
            && let Err(error) = self.fill()
        {
            // The input might not return the error again.
            self.end();
            self.ahead.push_back(Err(error.into()));
        }
        &self.buffer
    }

    /// Returns the bytes that have arrived after the last line that was split off, or `None` if lines have been read
    /// ahead or if lines are kept.
    pub(super) fn unread(&self) -> Option<&[u8]> {
        let is_next = self.ahead.is_empty() && !self.after_return && !self.keeps_last;
        is_next.then(|| &self.buffer[self.start..])
    }

    /// Returns the number of the [unread](Self::unread) line.
    pub(super) fn next_number(&self) -> usize {
        self.number + 1
    }

    /// Removes the next line, which consists of the first `length` [unread](Self::unread) bytes and a line ending.
    pub(super) fn skip_unread(&mut self, length: usize) {
        self.number += 1;
        self.skip_line(length + 1);
    }

    /// Returns whether part of another line has arrived after the [buffered](Self::buffered) lines.
    pub(super) fn has_partial_line(&self) -> bool {
        self.start < self.buffer.len()
    }

    /// Reads ahead until the buffered lines contain at least `bytes` bytes, or until the input ends.
    pub(super) fn buffer_bytes(&mut self, bytes: usize) {
        let mut size: usize = self.ahead.iter().flatten().map(|line| line.text.len()).sum();
        while size < bytes {
            let Some(line) = self.read_line() else { break };
            size += line.as_ref().map_or(0, |line| line.text.len());
            self.ahead.push_back(line);
        }
    }

    /// Reads ahead until at least `count` lines are buffered, or until the input ends.
    pub(super) fn buffer_lines(&mut self, count: usize) {
        while self.ahead.len() < count {
            let Some(line) = self.read_line() else { break };
            self.ahead.push_back(line);
        }
    }

    /// Reads ahead until `count` lines are buffered, the last of them does not fulfill `condition`, or the input ends.
    pub(super) fn buffer_lines_while(&mut self, count: usize, condition: impl Fn(&TextLine) -> bool) {
        while self.ahead.len() < count
            && self.ahead.back().is_none_or(|last| last.as_ref().is_ok_and(&condition))
        {
            self.buffer_lines(self.ahead.len() + 1);
            if self.has_ended() {
                break;
            }
        }
    }

    /// Reads ahead and returns the line `index` lines after the next one, without removing it. Returns `None` if the
    /// input ends earlier or if the line cannot be read.
    pub(super) fn line_ahead(&mut self, index: usize) -> Option<&TextLine> {
        self.buffer_lines(index + 1);
        self.ahead.get(index)?.as_ref().ok()
    }

    /// Returns whether the input has ended and all remaining lines are buffered.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended && self.start == self.buffer.len()
    }

    /// Discards the rest of the input, including all buffered lines.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
        self.ahead.clear();
        self.buffer.clear();
        self.start = 0;
    }

    fn read_line(&mut self) -> Option<Result<TextLine, ReadError>> {
        let mut searched = 0;
        loop {
            let unread = &self.buffer[self.start..];
            if let Some(length) = line_end(&unread[searched..]) {
                return Some(self.split_line(searched + length + 1));
            }
            searched = unread.len();
            if searched > MAX_LINE {
                return Some(self.skip_long_line());
            }
            match self.fill() {
                Ok(0) if searched == 0 => return None,
                Ok(0) => return Some(self.split_line(searched)),
                Ok(_) => {}
                Err(error) => {
                    self.end();
                    return Some(Err(error.into()));
                }
            }
        }
    }

    /// Skips a line that is `length` bytes long, including the first byte of its line ending, if any. If the
    /// line ends with CRLF, also skips the LF.
    fn skip_line(&mut self, length: usize) {
        self.start += length;
        self.after_return = self.buffer[self.start - 1] == b'\r';
        self.skip_line_feed();
    }

    /// Skips the LF of a CRLF line ending if the CR has just been skipped and the LF has already arrived.
    fn skip_line_feed(&mut self) {
        if self.after_return
            && let Some(&next) = self.buffer.get(self.start)
        {
            self.start += usize::from(next == b'\n');
            self.after_return = false;
        }
    }

    /// Reads more bytes into the buffer. Returns the number of bytes read, or 0 at the end of the input.
    fn fill(&mut self) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        // The decoder first looks for a byte order mark, so its first read returns at most three bytes. A
        // minimum of four bytes forces a second read.
        let needed = if before == 0 && self.number == 0 { 4 } else { 1 };
        while self.buffer.len() < before + needed {
            let length = self.buffer.len();
            self.buffer.resize(length + CHUNK, 0);
            let count = match self.input.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                other => other.map(Some),
            };
            self.buffer.truncate(length + count.as_ref().map_or(0, |count| count.unwrap_or(0)));
            if count? == Some(0) {
                self.has_ended = true;
                break;
            }
        }
        self.skip_line_feed();
        Ok(self.buffer.len() - before)
    }

    /// Splits off a line that is `length` bytes long, including the first byte of its line ending, if any.
    fn split_line(&mut self, length: usize) -> Result<TextLine, ReadError> {
        self.number += 1;
        let mut bytes = &self.buffer[self.start..self.start + length];
        for end in [b'\n', b'\r'] {
            bytes = bytes.strip_suffix(&[end]).unwrap_or(bytes);
        }
        // Concatenated files have byte order marks in the middle.
        bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let line = match str::from_utf8(bytes) {
            Ok(text) => Ok(TextLine::new(self.number, text.to_owned())),
            Err(error) => {
                let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
                let text = String::from_utf8_lossy(bytes).into_owned();
                Err(TextLine::new(self.number, text).error(column, 1, TextErrorKind::NotUtf8).into())
            }
        };
        self.skip_line(length);
        line
    }

    /// Skips the next line, which exceeds the maximum length, and returns an error.
    fn skip_long_line(&mut self) -> Result<TextLine, ReadError> {
        self.number += 1;
        loop {
            let unread = &self.buffer[self.start..];
            let end = line_end(unread);
            match end {
                Some(end) => self.skip_line(end + 1),
                None => self.start += unread.len(),
            }
            if end.is_some() || self.fill()? == 0 {
                break;
            }
        }
        let line = TextLine::new(self.number, String::new());
        Err(line.error(1, 1, TextErrorKind::LongLine(MAX_LINE)).into())
    }
}

/// Returns the offset of the first line feed or carriage return, if any.
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'))
}

impl<R: ?Sized> std::fmt::Debug for Lines<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("number", &self.number).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], expected: &[&str]) {
        let mut lines = Lines::new(text);
        let mut found = Vec::new();
        while let Some(line) = lines.next() {
            found.push(line.map_or_else(|error| error.to_string(), |line| line.text));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_end_with_line_feeds_or_carriage_returns() {
        check(b"a\nb\rc\r\n\r\nd", &["a", "b", "c", "", "d"]);
        check(b"", &[]);
        check("\u{feff}a\n\u{feff}b\n".as_bytes(), &["a", "b"]);
        check(b"a\n\xff\nb", &["a", "2:1: invalid UTF-8", "b"]);
    }

    #[test]
    fn reads_lines_ahead() {
        let mut lines = Lines::new(&b"a\nb\nc"[..]);
        assert_eq!(lines.line_ahead(1).unwrap().text, "b");
        assert_eq!(lines.buffered().count(), 2);
        assert!(lines.has_partial_line());
        assert_eq!(lines.next().unwrap().unwrap().number, 1);
        lines.buffer_bytes(100);
        assert!(lines.has_ended());
        assert_eq!(lines.buffered().count(), 2);
    }
}
