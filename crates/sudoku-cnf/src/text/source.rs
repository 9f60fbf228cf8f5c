//! Lines of an input, numbered, without their ends, and never more than one long. UTF-16 that begins with a byte
//! order mark is read as well.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use super::error::{ReadError, TextError, TextErrorKind};

/// The longest line that is taken: a board of the largest size on one line needs 5 MB.
const MAX_LINE: usize = 1 << 23;

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

/// The lines of an input. Lines that have already arrived can be looked at in advance.
pub(super) struct Lines<R> {
    input: BufReader<DecodeReaderBytes<R, Vec<u8>>>,
    ahead: VecDeque<Result<Line, ReadError>>,
    number: usize,
    /// Nothing more is read. So a failed input is not read again: it might fail forever.
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(
                1 << 16,
                DecodeReaderBytesBuilder::new().utf8_passthru(true).build(input),
            ),
            ahead: VecDeque::new(),
            number: 0,
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

    /// The next lines as far as they have arrived; none is waited for.
    ///
    /// A pipe may have delivered one line and a file 64 KiB: whoever decides by these lines must be
    /// content with fewer.
    pub(super) fn at_hand(&mut self) -> impl Iterator<Item = &Line> + Clone {
        while self.input.buffer().contains(&b'\n') {
            let Some(line) = self.read() else { break };
            self.ahead.push_back(line);
        }
        self.ahead.iter().flatten()
    }

    /// Makes this the end of the input.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
        self.ahead.clear();
    }

    fn read(&mut self) -> Option<Result<Line, ReadError>> {
        if self.has_ended {
            return None;
        }
        let mut bytes = Vec::new();
        match (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => self.number += 1,
            Err(error) => {
                self.has_ended = true;
                return Some(Err(error.into()));
            }
        }
        Some(if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") {
            self.skip_rest_of_long_line()
        } else {
            self.decode(bytes).map_err(ReadError::from)
        })
    }

    fn skip_rest_of_long_line(&mut self) -> Result<Line, ReadError> {
        self.input.skip_until(b'\n')?;
        let line = Line::new(self.number, String::new());
        Err(line.error(1, 1, TextErrorKind::LongLine(MAX_LINE)).into())
    }

    fn decode(&self, mut bytes: Vec<u8>) -> Result<Line, TextError> {
        for end in [b'\n', b'\r'] {
            bytes.pop_if(|last| *last == end);
        }
        if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        let number = self.number;
        String::from_utf8(bytes).map(|text| Line::new(number, text)).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let column = String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count() + 1;
            Line::new(number, text).error(column, 1, TextErrorKind::NotUtf8)
        })
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
