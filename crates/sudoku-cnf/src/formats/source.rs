//! Lines of an input, numbered, without their ends, and never more than one long. UTF-16 that begins with a byte
//! order mark is read as well.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use super::error::{ReadError, TextError, TextErrorKind};

/// The longest line that is taken: a board of the largest size on one line needs 5 MB.
pub(super) const MAX_LINE: usize = 1 << 23;

/// A line without its end.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The number, from 1.
    pub(super) number: usize,
    /// The text, without a byte order mark and a carriage return; or a part of it.
    pub(super) text: String,
    /// The column of its first character, from 1.
    pub(super) first_column: usize,
}

impl Line {
    /// A whole line.
    pub(super) fn new(number: usize, text: String) -> Self {
        Self { number, text, first_column: 1 }
    }

    /// The beginning of the line.
    pub(super) fn head(&self) -> Self {
        Self {
            number: self.number,
            text: self.text.chars().take(100).collect(),
            first_column: self.first_column,
        }
    }

    /// A fault in this column, from 1.
    pub(super) fn error(&self, column: usize, length: usize, kind: TextErrorKind) -> TextError {
        TextError::new(self, column, length, kind)
    }

    /// A fault of the whole line.
    pub(super) fn whole_error(&self, kind: TextErrorKind) -> TextError {
        self.error(self.first_column, self.text.trim_end().chars().count(), kind)
    }
}

/// Where the first line ends, with a line feed or a carriage return: a line feed after that belongs to it.
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'))
}

/// How much is read at once.
const CHUNK: usize = 1 << 16;

/// The lines of an input. Lines that have already arrived can be looked at in advance.
pub(super) struct Lines<R> {
    input: DecodeReaderBytes<R, Vec<u8>>,
    /// What was read and not made into lines yet, from `start` on.
    buffer: Vec<u8>,
    start: usize,
    ahead: VecDeque<Result<Line, ReadError>>,
    number: usize,
    /// Whether the line before ended with a carriage return, to which a line feed may belong.
    after_return: bool,
    /// Nothing more is read. So a failed input is not read again: it might fail forever.
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: DecodeReaderBytesBuilder::new().utf8_passthru(true).build(input),
            buffer: Vec::new(),
            start: 0,
            ahead: VecDeque::new(),
            number: 0,
            after_return: false,
            has_ended: false,
        }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Result<Line, ReadError>> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    /// The next line without taking it.
    pub(super) fn peek(&mut self) -> Option<&Result<Line, ReadError>> {
        if self.ahead.is_empty() {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead.front()
    }

    /// The line after the next without taking it; `None` also where it cannot be read.
    pub(super) fn peek_second(&mut self) -> Option<&Line> {
        while self.ahead.len() < 2 {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead[1].as_ref().ok()
    }

    /// Puts lines back that were taken last.
    pub(super) fn put_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(Ok(line));
        }
    }

    /// The next lines as far as they have arrived; none is waited for.
    ///
    /// A pipe may have delivered one line and a file 64 KiB: whoever decides by these lines must be
    /// content with fewer.
    pub(super) fn at_hand(&mut self) -> impl Iterator<Item = &Line> + Clone {
        while line_end(&self.buffer[self.start..]).is_some() {
            let Some(line) = self.read() else { break };
            self.ahead.push_back(line);
        }
        self.ahead.iter().flatten()
    }

    /// Whether the next line has arrived, and is more than blanks.
    pub(super) fn has_full_line(&mut self) -> bool {
        self.at_hand().next().is_some_and(|line| !line.text.trim().is_empty())
    }

    /// Whether a part of a line has arrived behind the lines at hand.
    pub(super) fn is_cut(&self) -> bool {
        self.start < self.buffer.len()
    }

    /// Waits for the next lines, until about as many bytes of them are at hand or there are no more.
    pub(super) fn up_to(&mut self, bytes: usize) {
        let mut size: usize = self.ahead.iter().flatten().map(|line| line.text.len()).sum();
        while size < bytes {
            let Some(line) = self.read() else { break };
            size += line.as_ref().map_or(0, |line| line.text.len());
            self.ahead.push_back(line);
        }
    }

    /// Whether all lines that are left are at hand.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended && self.start == self.buffer.len()
    }

    /// Waits until so many lines are at hand, or there are no more.
    pub(super) fn up_to_lines(&mut self, count: usize) {
        while self.ahead.len() < count {
            let Some(line) = self.read() else { break };
            self.ahead.push_back(line);
        }
    }

    /// Makes this the end of the input.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
        self.ahead.clear();
        self.buffer.clear();
        self.start = 0;
    }

    fn read(&mut self) -> Option<Result<Line, ReadError>> {
        let mut searched = 0;
        loop {
            let unread = &self.buffer[self.start..];
            if let Some(length) = line_end(&unread[searched..]) {
                return Some(self.take(searched + length + 1));
            }
            searched = unread.len();
            if searched > MAX_LINE {
                return Some(self.skip_long_line());
            }
            match self.fill() {
                Ok(0) if searched == 0 => return None,
                Ok(0) => return Some(self.take(searched)),
                Ok(_) => {}
                Err(error) => {
                    self.end();
                    return Some(Err(error.into()));
                }
            }
        }
    }

    /// Passes over the next `length` bytes, with which a line ends.
    fn pass(&mut self, length: usize) {
        self.start += length;
        self.after_return = self.buffer[self.start - 1] == b'\r';
        self.skip_line_feed();
    }

    /// Passes over the line feed that belongs to the line before, once it has come.
    fn skip_line_feed(&mut self) {
        if self.after_return
            && let Some(&next) = self.buffer.get(self.start)
        {
            self.start += usize::from(next == b'\n');
            self.after_return = false;
        }
    }

    /// Reads some more bytes; how many.
    fn fill(&mut self) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        // The look for a byte order mark gives three bytes at most, which says nothing of what has arrived.
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

    /// The line of the next `length` bytes, its end among them.
    fn take(&mut self, length: usize) -> Result<Line, ReadError> {
        self.number += 1;
        let mut bytes = &self.buffer[self.start..self.start + length];
        for end in [b'\n', b'\r'] {
            bytes = bytes.strip_suffix(&[end]).unwrap_or(bytes);
        }
        if self.number == 1 {
            bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        }
        let line = match str::from_utf8(bytes) {
            Ok(text) => Ok(Line::new(self.number, text.to_owned())),
            Err(error) => {
                let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
                let text = String::from_utf8_lossy(bytes).into_owned();
                Err(Line::new(self.number, text).error(column, 1, TextErrorKind::NotUtf8).into())
            }
        };
        self.pass(length);
        line
    }

    fn skip_long_line(&mut self) -> Result<Line, ReadError> {
        self.number += 1;
        loop {
            let unread = &self.buffer[self.start..];
            let end = line_end(unread);
            match end {
                Some(end) => self.pass(end + 1),
                None => self.start += unread.len(),
            }
            if end.is_some() || self.fill()? == 0 {
                break;
            }
        }
        let line = Line::new(self.number, String::new());
        Err(line.error(1, 1, TextErrorKind::LongLine(MAX_LINE)).into())
    }
}

impl<R> std::fmt::Debug for Lines<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("number", &self.number).finish_non_exhaustive()
    }
}

/// The lines as one stream of bytes, for a parser that knows no lines; it stands at a line all the while.
#[derive(Debug)]
pub(super) struct Bytes<R> {
    lines: Lines<R>,
    /// The line that is being read, with its end.
    line: Line,
    /// How many of its bytes were read.
    read: usize,
    /// Why the stream ended early.
    fault: Option<ReadError>,
}

impl<R: Read> Bytes<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, line: Line::new(1, String::new()), read: 0, fault: None }
    }

    /// The line that is being read.
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    /// Why the stream ended early.
    pub(super) fn take_fault(&mut self) -> Option<ReadError> {
        self.fault.take()
    }
}

impl<R: Read> Read for Bytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Bytes<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.text.len() && self.fault.is_none() {
            match self.lines.next() {
                Some(Ok(mut line)) => {
                    line.text.push('\n');
                    (self.line, self.read) = (line, 0);
                }
                Some(Err(fault)) => self.fault = Some(fault),
                None => {}
            }
        }
        Ok(&self.line.text.as_bytes()[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}
