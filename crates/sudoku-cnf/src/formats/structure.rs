//! Structured formats: texts with a syntax of their own.

use std::fmt::Debug;

use super::error::ReadError;
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::record::Record;

/// How a text with a syntax of its own is recognized and read. Formats with the same syntax share a
/// structure.
#[derive(Debug)]
pub(super) struct Structure {
    /// Returns whether a text that begins like this has the structure.
    pub(super) recognizes: fn(TextStart<'_>) -> bool,
    /// Returns a reader for a text whose first non-blank line is given.
    pub(super) open: fn(&str) -> Opened,
}

/// How a structured text is read.
#[derive(Debug)]
pub(super) enum Opened {
    /// By a reader that takes lines as required.
    Lines(Box<dyn StructuredReader>),
    /// By OpenSudoku's reader, whose XML parser owns the input.
    Xml,
}

/// A reader for a structured text.
pub(super) trait StructuredReader: Debug + Send + Sync {
    /// Reads the next puzzle; `None` at the end.
    fn next(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> Option<Result<Record, ReadError>>;

    /// Returns whether a buffered line that is not blank is certainly a record.
    fn has_line_records(&self) -> bool {
        false
    }
}

/// The start of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStart<'a> {
    /// The first line, without leading white space.
    pub(super) line: &'a str,
    /// The second character that is not white space, also if it is on a later line.
    pub(super) second: Option<char>,
}
