//! Lines of an input, numbered, without their ends, and never more than one long.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

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
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), ahead: VecDeque::new(), number: 0 }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Result<Line, ReadError>> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    /// The lines that are at hand without waiting for more than the first one that `matters`.
    ///
    /// A pipe may have delivered one line and a file 64 KiB: whoever decides by these lines must be
    /// content with fewer.
    pub(super) fn look_ahead(&mut self, matters: impl Fn(&str) -> bool) -> impl Iterator<Item = &Line> {
        let mut found = false;
        while !found || self.input.buffer().contains(&b'\n') {
            let Some(line) = self.read() else { break };
            found |= line.as_ref().map_or(true, |line| matters(&line.text));
            self.ahead.push_back(line);
        }
        self.ahead.iter().flatten()
    }

    fn read(&mut self) -> Option<Result<Line, ReadError>> {
        let mut bytes = Vec::new();
        match (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => self.number += 1,
            Err(error) => return Some(Err(error.into())),
        }
        if bytes.len() > MAX_LINE {
            return Some(self.skip_rest_of_line().map_err(ReadError::from).and_then(|()| {
                let line = Line { number: self.number, text: String::new() };
                Err(line.error(1, 1, TextErrorKind::LongLine(MAX_LINE)).into())
            }));
        }
        Some(self.decode(bytes).map_err(ReadError::from))
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

    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        self.input.skip_until(b'\n').map(drop)
    }
}
