//! Structured formats: CSV, JSON, XML and other formats that do not consist of plain boards.

use std::fmt::Debug;
use std::sync::Arc;

use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::record::{ReadResult, Record};

/// The functions that recognize and open structured text. Formats with the same syntax share one instance.
#[derive(Debug)]
pub(super) struct Structure {
    /// A function that returns whether text with the given start has this structure.
    pub(super) recognizes: fn(TextStart<'_>) -> bool,
    /// A function that returns a reader for the text. Its argument is the line in which the structure was
    /// recognized or, if the user set the format, the first line that may contain cells.
    pub(super) open: fn(&str) -> Opened,
}

/// A reader for structured text.
#[derive(Debug)]
pub(super) enum Opened {
    /// A reader that reads the text line by line.
    Lines(Box<dyn StructuredReader>),
    /// The OpenSudoku reader, which the caller must create because its XML parser owns the input.
    Xml,
}

/// A reader that takes lines of structured text and returns the puzzles in them.
pub(super) trait StructuredReader: Debug + Send + Sync {
    /// Reads the next puzzle. Returns `None` at the end of the input.
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>>;

    /// Returns whether every nonblank line is assumed to be a complete record.
    fn has_line_records(&self) -> bool {
        false
    }

    /// Returns whether the most recent puzzle is the only one on its line. `line` is the last line that the reader has
    /// taken for this puzzle, and the line on which the puzzle starts.
    fn is_alone_on(&self, _line: &str) -> bool {
        self.has_line_records()
    }

    /// Removes and returns the lines of the most recent puzzle if they are one record of a table, with LF between them.
    fn take_several_lines(&mut self) -> Option<String> {
        None
    }

    /// Returns the header of the table that contains the most recent puzzle, if any.
    fn header(&self) -> Option<&Arc<str>> {
        None
    }
}

/// The start of a text, used to recognize the structure of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStart<'a> {
    /// The line to examine, without leading white space.
    pub(super) line: &'a str,
    /// The second nonblank character, counted from the start of `line`. It may be on a later line.
    pub(super) second: Option<char>,
}
