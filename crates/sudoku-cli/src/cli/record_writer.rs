//! Writes records in a format, and counts those from which the format omits information, or passes their lines on.

use std::io::Write;

use anyhow::anyhow;
use sudoku_cnf::cli::lost_parts::LostParts;
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::{Failure, output};
use sudoku_cnf::text::{Format, LostPart, Record, WriteError, Writer, lost_parts};

/// A writer of records.
pub(super) enum RecordWriter<W> {
    /// Puzzles as they are written in the input.
    Lines(SourceLines, W),
    /// Records in a format.
    Formatted {
        format: Format,
        writer: Writer<W>,
        /// Whether rules that the format cannot represent are omitted.
        is_lossy: bool,
        lost: LostParts,
    },
}

impl<W: Write> RecordWriter<W> {
    /// Creates a writer of records in `format`, or of the lines of the input if `format` is `None`. `output` already
    /// contains the records before the [checkpoint](output::checkpoint).
    pub(super) fn resumed(format: Option<Format>, output: W, is_lossy: bool) -> Self {
        let Some(format) = format else { return Self::Lines(SourceLines::resumed(), output) };
        let writer = Writer::after(format, output, output::context());
        Self::Formatted { format, writer, is_lossy, lost: LostParts::default() }
    }

    /// Writes a record. `place` is the position of its puzzle in the input.
    ///
    /// # Errors
    /// Returns an error if the format does not support the board, or if it cannot represent a rule and is not lossy.
    pub(super) fn write(&mut self, record: &Record, place: impl Fn() -> String) -> Result<(), Failure> {
        let (format, writer, is_lossy, omitted) = match self {
            Self::Lines(lines, output) => {
                return writeln!(output, "{}", lines.text(record)).map_err(output::failure);
            }
            Self::Formatted { format, writer, is_lossy, lost } => (*format, writer, *is_lossy, lost),
        };
        let lost = lost_parts(record, format);
        if !is_lossy && lost.contains(&LostPart::Rules) {
            let name = record.puzzle.rules()[0].kind();
            let hint = "hint: --to json or fpuzzles keeps all rules; --lossy omits them";
            let message =
                format!("{}: the format {format} cannot represent the rule {name}\n{hint}", place());
            return Err(Failure::Puzzle(anyhow!(message)));
        }
        writer.write(record).map_err(|error| match error {
            WriteError::Io(error) => output::failure(error),
            other => Failure::Puzzle(anyhow!("{}: {other}", place())),
        })?;
        omitted.count(lost);
        output::set_context(writer.written());
        Ok(())
    }

    /// Completes the output, and returns it together with what was omitted.
    pub(super) fn finish(self) -> Result<(W, LostParts), Failure> {
        match self {
            Self::Lines(_, output) => Ok((output, LostParts::default())),
            Self::Formatted { writer, lost, .. } => Ok((writer.finish().map_err(output::failure)?, lost)),
        }
    }
}
