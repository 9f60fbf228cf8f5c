//! The `sudoku-cli convert` command, which converts puzzles to a different format.

use std::collections::BTreeMap;

use anyhow::anyhow;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::formats::{WriteError, Writer, losses};

use super::args::ConvertArgs;
use super::print_message;
use super::puzzles::{self, PuzzleInputs};

pub(crate) fn convert(args: &ConvertArgs, style: Style) -> Result<u8, Failure> {
    let puzzles = PuzzleInputs::open(&args.many.puzzles, args.many.read.options()?, args.many.puzzle_number)?;
    let mut lost = BTreeMap::new();
    let code = puzzles::write_to(args.many.output.as_deref(), &args.many.puzzles, |out| {
        let mut writer = Writer::new(args.to, out);
        let code = puzzles::for_each(puzzles, args.many.strict, style, |puzzle, _| {
            writer.write(&puzzle.record).map_err(|error| match error {
                WriteError::Io(error) => Failure::from(error),
                other => Failure::Puzzle(anyhow!("{}: {other}", puzzle.place())),
            })?;
            for loss in losses(&puzzle.record, args.to) {
                *lost.entry(loss).or_insert(0) += 1;
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok(code)
    })?;
    for (loss, count) in lost {
        let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
        print_message(format_args!(
            "warning: the format {} cannot represent {loss} (omitted from {count} {puzzles})",
            args.to
        ));
    }
    Ok(code)
}
