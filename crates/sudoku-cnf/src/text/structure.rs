//! The interface of the readers for formats, and the recognition of structured formats: CSV, JSON, XML and other
//! formats that do not consist of plain boards.

use std::fmt::Debug;
use std::sync::Arc;

use super::csv_fields::CsvHeader;
use super::fact::are_facts;
use super::field::PUZZLE_NAMES;
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::link_text::is_link;
use super::plain::board_layout::BoardLayout;
use super::plain::line_class::{looks_like_cells, not_a_board};
use super::record::{ReadResult, Record, SourceLine};
use super::text_line::TextLine;

/// The functions that recognize and open structured text. Formats with the same syntax share one instance.
#[derive(Debug)]
pub(super) struct Structure {
    /// A function that returns whether text with the given start has this structure.
    pub(super) recognizes: fn(TextStart<'_>) -> bool,
    /// A function that returns a reader for the text. Its argument is the line in which the structure was
    /// recognized or, if the user set the format, the first line that may contain cells.
    pub(super) open: fn(&str) -> Box<dyn FormatReader>,
}

/// A reader that takes the lines of a format and returns the puzzles in them.
pub(super) trait FormatReader: Debug + Send + Sync {
    /// Reads the next puzzle.
    ///
    /// Returns `None` at the end of the input, and in front of a line that does not belong to the format or that may
    /// start another format. This line is not removed.
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>>;

    /// Takes the line in front of which [`next`](Self::next) stopped, because no other format starts there.
    ///
    /// # Errors
    /// Returns an error if the line cannot be skipped as text.
    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        _builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        take_text(lines).map(|()| None)
    }

    /// Informs the reader that its text is part of a document, in which text without a board is not an error.
    fn join_document(&mut self) {}

    /// Returns whether the next puzzle is known to have arrived.
    fn has_arrived(&mut self, lines: &mut AnyLines<'_>) -> bool {
        self.has_line_records() && lines.has_full_line()
    }

    /// Replaces `record` by the next puzzle, and reuses its memory, if this is possible. Otherwise, returns `false` and
    /// changes nothing.
    fn replace(
        &mut self,
        _record: &mut Record,
        _lines: &mut AnyLines<'_>,
        _builder: &mut GridBuilder,
    ) -> bool {
        false
    }

    /// Returns whether every nonblank line is assumed to be a complete record.
    fn has_line_records(&self) -> bool {
        false
    }

    /// Returns the layout of plain boards, and whether a blank line, a comment or a heading precedes the next line.
    fn plain_board(&self) -> Option<(BoardLayout, bool)> {
        None
    }

    /// Returns whether the text is a [document](super::document).
    fn reads_documents(&self) -> bool {
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
    fn header(&self) -> Option<&Arc<CsvHeader>> {
        None
    }

    /// Returns the line of the most recent puzzle, which starts on line `number`, if lines are kept and the puzzle is
    /// the only one on this line.
    fn source_line(&mut self, lines: &mut AnyLines<'_>, number: usize) -> Option<SourceLine> {
        let last = lines.last.take();
        let header = self.header().cloned();
        if let Some(text) = self.take_several_lines().filter(|_| lines.keeps_last) {
            return Some(SourceLine { text, header });
        }
        let line = last.filter(|line| line.number == number && self.is_alone_on(&line.text))?;
        Some(SourceLine { text: line.text, header })
    }
}

/// Skips the next line if it is text rather than cells.
///
/// # Errors
/// Returns an error if the line consists of cells.
pub(super) fn take_text(lines: &mut AnyLines<'_>) -> ReadResult<()> {
    match lines.next().transpose()? {
        Some(line) if looks_like_cells(&line.text) => {
            Err(line.whole_error(not_a_board(&line.text, None)).into())
        }
        _ => Ok(()),
    }
}

/// Returns whether `line`, which is not part of a list, a statement or another item, may start another format.
pub(super) fn may_start_format(line: &TextLine) -> bool {
    let text = line.text.trim_start();
    text.starts_with(['<', ':'])
        || text.starts_with("{\"")
        || text.starts_with("[{")
        || text.starts_with("param ")
        || are_facts(text)
        || text.contains(',') && text.contains("puzzle")
        || is_link(text)
        || looks_like_cells(text)
}

/// Returns whether `line` starts another format even within a document.
pub(super) fn starts_structure(line: &str) -> bool {
    let text = line.trim_start();
    let is_json = text.starts_with("{\"") || text.starts_with("[{\"");
    is_json && PUZZLE_NAMES.iter().any(|name| text.contains(&format!("\"{name}\"")))
        || ["<game ", "<opensudoku", "<table", "<?xml", "<html"].iter().any(|tag| text.starts_with(tag))
        || text.starts_with("param ")
        || is_link(text)
}

/// The start of a text, used to recognize the structure of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStart<'a> {
    /// The line to examine, without leading white space.
    pub(super) line: &'a str,
    /// The lines that have arrived after `line`.
    pub(super) later: &'a [&'a TextLine],
}

impl TextStart<'_> {
    /// Returns the second nonblank character, counted from the start of `line`. It may be on a later line.
    pub(super) fn second(self) -> Option<char> {
        let later = self.later.iter().flat_map(|line| line.text.chars());
        self.line.chars().skip(1).chain(later).find(|c| !c.is_whitespace())
    }
}
