//! Structured formats: CSV, JSON, XML and other texts that are not plain boards.

use std::fmt::Debug;

use super::error::ReadError;
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::record::Record;

/// The functions that recognize and open a structured text. Formats with the same syntax share a structure.
#[derive(Debug)]
pub(super) struct Structure {
    /// Returns whether a text with this start has the structure.
    pub(super) recognizes: fn(TextStart<'_>) -> bool,
    /// Returns a reader for a text, given the line that was recognized. If the user set the format, this is
    /// the first line with text.
    pub(super) open: fn(&str) -> Opened,
}

/// The reader for a structured text.
#[derive(Debug)]
pub(super) enum Opened {
    /// A reader that fetches the lines it needs.
    Lines(Box<dyn StructuredReader>),
    /// The reader for OpenSudoku files, whose XML parser owns the input.
    Xml,
}

/// A reader that finds the puzzles in the lines of a structured text.
pub(super) trait StructuredReader: Debug + Send + Sync {
    /// Reads the next puzzle; `None` at the end of the input.
    fn next(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> Option<Result<Record, ReadError>>;

    /// Returns whether each line that is not blank is assumed to be a whole record.
    fn has_line_records(&self) -> bool {
        false
    }
}

/// The start of a text, from which its structure is recognized.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStart<'a> {
    /// The line to recognize, without leading white space.
    pub(super) line: &'a str,
    /// The second character that is not white space. It may be on a later line.
    pub(super) second: Option<char>,
}
