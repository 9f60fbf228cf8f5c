//! Writes records in a format, and counts those from which the format omits information.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::anyhow;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::{Failure, output};
use sudoku_cnf::text::{Format, LostPart, Record, WriteError, Writer, lost_parts};

use super::print_message;

/// The numbers of puzzles from which information was omitted.
pub(super) type LostParts = BTreeMap<LostPart, u64>;

/// A writer of records.
pub(super) struct RecordWriter<W> {
    format: Format,
    writer: Writer<W>,
    /// Whether rules that the format cannot represent are omitted.
    is_lossy: bool,
    lost: LostParts,
}

impl<W: Write> RecordWriter<W> {
    pub(super) fn new(format: Format, writer: Writer<W>, is_lossy: bool) -> Self {
        Self { format, writer, is_lossy, lost: BTreeMap::new() }
    }

    /// Returns the number of records so far.
    pub(super) fn written(&self) -> usize {
        self.writer.written()
    }

    /// Writes a record. `place` is the position of its puzzle in the input.
    ///
    /// # Errors
    /// Returns an error if the format does not support the board, or if it cannot represent a rule and is not lossy.
    pub(super) fn write(&mut self, record: &Record, place: impl Fn() -> String) -> Result<(), Failure> {
        let format = self.format;
        let lost = lost_parts(record, format);
        if !self.is_lossy && lost.contains(&LostPart::Rules) {
            let name = record.puzzle.rules()[0].kind();
            let hint = "hint: --to json or fpuzzles keeps all rules; --lossy omits them";
            let message =
                format!("{}: the format {format} cannot represent the rule {name}\n{hint}", place());
            return Err(Failure::Puzzle(anyhow!(message)));
        }
        self.writer.write(record).map_err(|error| match error {
            WriteError::Io(error) => output::failure(error),
            other => Failure::Puzzle(anyhow!("{}: {other}", place())),
        })?;
        for loss in lost {
            *self.lost.entry(loss).or_insert(0) += 1;
        }
        Ok(())
    }

    /// Completes the output, and returns it together with what was omitted.
    pub(super) fn finish(self) -> Result<(W, LostParts), Failure> {
        Ok((self.writer.finish().map_err(output::failure)?, self.lost))
    }
}

/// Prints warnings about omitted information.
pub(super) fn warn_about_lost_parts(format: Format, lost: &LostParts) {
    for (&loss, &count) in lost {
        print_message(format_args!(
            "warning: the format {format} cannot represent {loss} (omitted from {})",
            counted(count, "puzzle", "puzzles")
        ));
    }
}
