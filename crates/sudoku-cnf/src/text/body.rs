//! The reader for the format of the next lines.

#[cfg(feature = "formats")]
use std::sync::Arc;

#[cfg(feature = "formats")]
use super::csv_fields::CsvHeader;
use super::error::ReadError;
#[cfg(feature = "formats")]
use super::format::Format;
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::plain::line_class::not_a_board;
use super::plain::reader::PlainReader;
use super::record::{ReadResult, Record, SourceLine};
#[cfg(feature = "formats")]
use super::structure::StructuredReader;

/// The reader for the format of the next lines.
#[derive(Debug)]
pub(super) enum Body {
    /// The format has not been detected yet.
    Unknown,
    Plain(PlainReader),
    #[cfg(feature = "formats")]
    Structured(Format, Box<dyn StructuredReader>),
}

impl Body {
    /// Returns whether the next puzzle is known to have arrived.
    pub(super) fn has_arrived(&mut self, lines: &mut AnyLines<'_>) -> bool {
        match self {
            Self::Plain(plain) => plain.has_arrived(lines),
            #[cfg(feature = "formats")]
            Self::Structured(_, reader) => reader.has_line_records() && lines.has_full_line(),
            Self::Unknown => false,
        }
    }

    /// Reads the next puzzle in the current format. Returns `None` if there is no such puzzle.
    pub(super) fn next(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        match self {
            Self::Unknown => Ok(None),
            Self::Plain(plain) => plain.next(lines, builder),
            #[cfg(feature = "formats")]
            Self::Structured(_, reader) => reader.next(lines, builder),
        }
    }

    /// Replaces `record` by the next puzzle, and reuses its memory, if this is possible. Otherwise, returns `false` and
    /// changes nothing. See [`PlainReader::replace`].
    pub(super) fn replace(
        &mut self,
        record: &mut Record,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> bool {
        if let Self::Plain(plain) = self { plain.replace(record, lines, builder) } else { false }
    }

    /// Takes the next line, at which no format starts.
    pub(super) fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        match self {
            Self::Plain(plain) => plain.take_foreign(lines, builder),
            #[cfg(feature = "formats")]
            Self::Structured(_, reader) => reader.take_foreign(lines, builder),
            Self::Unknown => match lines.next().transpose()? {
                Some(line) => {
                    let kind = not_a_board(&line.text, builder.board.shape());
                    Err(line.whole_error(kind).into())
                }
                None => Ok(None),
            },
        }
    }

    /// Returns an error about the current format that has not been reported, if any.
    pub(super) fn close(&mut self) -> Option<ReadError> {
        match self {
            #[cfg(feature = "formats")]
            Self::Structured(_, reader) => reader.close(),
            Self::Plain(_) | Self::Unknown => None,
        }
    }

    /// Returns the header of the current CSV table, if any.
    #[cfg(feature = "formats")]
    pub(super) fn csv_header(&self) -> Option<&Arc<CsvHeader>> {
        if let Self::Structured(_, reader) = self { reader.header() } else { None }
    }

    /// Returns the line of the most recent puzzle, which starts on line `number`, if lines are kept and the puzzle is
    /// the only one on this line.
    pub(super) fn source_line(&mut self, lines: &mut AnyLines<'_>, number: usize) -> Option<SourceLine> {
        match self {
            Self::Plain(plain) => {
                let line =
                    lines.last.take().filter(|line| line.number == number && plain.has_line_records())?;
                Some(SourceLine {
                    text: line.text,
                    #[cfg(feature = "formats")]
                    header: None,
                })
            }
            #[cfg(feature = "formats")]
            Self::Structured(_, reader) => {
                let last = lines.last.take();
                let header = reader.header().cloned();
                if let Some(text) = reader.take_several_lines().filter(|_| lines.keeps_last) {
                    return Some(SourceLine { text, header });
                }
                let line = last.filter(|line| line.number == number)?;
                reader.is_alone_on(&line.text).then_some(SourceLine { text: line.text, header })
            }
            Self::Unknown => None,
        }
    }
}
