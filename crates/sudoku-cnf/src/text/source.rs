//! Lines of an input, numbered, without their ends, and never more than one long.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};

use super::error::{ReadError, TextError, TextErrorKind};

/// The longest line that is taken: a board of the largest size on one line needs 5 MB.
const MAX_LINE: usize = 1 << 23;

/// A line without its end.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The number, from 1.
    pub(super) number: usize,
    /// The text, without a byte order mark and a carriage return.
    pub(super) text: String,
}

impl Line {
    /// A fault at the `column`-th character, from 1.
    pub(super) fn error(&self, column: usize, length: usize, kind: TextErrorKind) -> TextError {
        TextError { line: self.number, column, length, kind, text: self.text.clone() }
    }
}

/// The lines of an input. Lines that have already arrived can be looked at in advance.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    ahead: VecDeque<Result<Line, ReadError>>,
    number: usize,
    /// Nothing more is read. So a failed input is not read again: it might fail forever.
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
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
        let line = Line { number: self.number, text: String::new() };
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
        String::from_utf8(bytes).map(|text| Line { number, text }).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let column = String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count() + 1;
            Line { number, text }.error(column, 1, TextErrorKind::NotUtf8)
        })
    }
}
