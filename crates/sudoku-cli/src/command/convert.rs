//! `sudoku-cli convert`: puzzles from any format into another.

use std::collections::BTreeMap;

use sudoku_cnf::text::{Style, WriteError, Writer, losses};

use super::puzzles::{self, Puzzles};
use crate::args::Convert;
use crate::tell;

pub(crate) fn convert(args: &Convert, style: Style) -> anyhow::Result<u8> {
    let puzzles = Puzzles::open(&args.many.puzzles, args.many.read.options()?, args.many.record)?;
    let mut lost = BTreeMap::new();
    let code = puzzles::write_to(args.many.output.as_deref(), &args.many.puzzles, |out| {
        let mut writer = Writer::new(args.to, out);
        let code = puzzles::for_each(puzzles, args.many.strict, style, |puzzle, _| {
            writer.write(&puzzle.record).map_err(|error| match error {
                WriteError::Io(error) => anyhow::Error::from(error),
                other => anyhow::anyhow!("{}: {other}", puzzle.place()),
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
        tell(format_args!("{} cannot hold {loss}: lost for {count} {puzzles}", args.to));
    }
    Ok(code)
}
