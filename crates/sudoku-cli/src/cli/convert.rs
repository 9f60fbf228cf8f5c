//! The `sudoku-cli convert` command, which converts puzzles to a different format.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::anyhow;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::text::{Format, Loss, Record, WriteError, Writer, losses};

use super::args::ConvertArgs;
use super::puzzles::{self, LocatedPuzzle, PuzzleInputs, Reports};
use super::{canonical, print_message};

pub(crate) fn convert(args: &ConvertArgs, style: Style) -> Result<u8, Failure> {
    if args.canonical || args.dedupe {
        return canonical::convert(args, style);
    }
    let format = args.format().ok_or_else(|| {
        Failure::Usage(
            "the extension of the output file does not select a format\nhint: select one with --to"
                .to_owned(),
        )
    })?;
    let puzzles = PuzzleInputs::open(&args.many.puzzles, args.many.read.options()?, args.many.puzzle_number)?;
    puzzles::write_to(args.many.output.as_deref(), args.many.inputs(), |out| {
        let mut converter = Converter::new(format, out);
        let reports = Reports { style, is_quiet: args.quiet };
        let code = puzzles::for_each(puzzles, args.many.strict, reports, |mut puzzle, _| {
            puzzle.record.alphabet = args.symbols.alphabet(puzzle.record.alphabet);
            converter.write(&puzzle, &puzzle.record)
        })?;
        converter.finish()?;
        Ok(code)
    })
}

/// A writer that counts the puzzles from which the output format omits information.
pub(super) struct Converter<W> {
    writer: Writer<W>,
    format: Format,
    lost: BTreeMap<Loss, u64>,
    /// The number of solutions that were omitted because they do not belong to the canonical form.
    omitted_solutions: u64,
}

impl<W: Write> Converter<W> {
    pub(super) fn new(format: Format, out: W) -> Self {
        Self { writer: Writer::new(format, out), format, lost: BTreeMap::new(), omitted_solutions: 0 }
    }

    /// Writes `record`, which was made from `puzzle`.
    pub(super) fn write(&mut self, puzzle: &LocatedPuzzle, record: &Record) -> Result<(), Failure> {
        self.writer.write(record).map_err(|error| match error {
            WriteError::Io(error) => Failure::from(error),
            other => Failure::Puzzle(anyhow!("{}: {other}", puzzle.place())),
        })?;
        for loss in losses(record, self.format) {
            *self.lost.entry(loss).or_insert(0) += 1;
        }
        Ok(())
    }

    pub(super) fn count_omitted_solution(&mut self) {
        self.omitted_solutions += 1;
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// Completes the output and prints warnings about omitted information.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.writer.finish()?;
        let from = |count: u64| counted(count, "puzzle", "puzzles");
        for (loss, count) in self.lost {
            print_message(format_args!(
                "warning: the format {} cannot represent {loss} (omitted from {})",
                self.format,
                from(count)
            ));
        }
        if self.omitted_solutions > 0 {
            print_message(format_args!(
                "warning: canonical forms have no solutions (omitted from {})",
                from(self.omitted_solutions)
            ));
        }
        Ok(())
    }
}
