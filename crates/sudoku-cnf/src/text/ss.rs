//! The `ss` format of Simple Sudoku: nine rows with bars between the boxes, enclosed by two lines of the form
//! `*-----------*`.

use std::io::{self, Write};

use super::cell_text::symbols;
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["ss"],
    standard_only: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_plain, write)
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let symbols = symbols(item.record.puzzle.grid(), '.');
    writeln!(out, "*-----------*")?;
    for row in 0..9 {
        if row > 0 && row % 3 == 0 {
            writeln!(out, "|---+---+---|")?;
        }
        let cells = &symbols[9 * row..][..9];
        writeln!(out, "|{}|{}|{}|", &cells[..3], &cells[3..6], &cells[6..])?;
    }
    writeln!(out, "*-----------*")
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_a_frame() {
        let line = format!("53..7....{}", ".".repeat(72));
        let text = "*-----------*\n|53.|.7.|...|\n|...|...|...|\n|...|...|...|\n|---+---+---|\n|...|...|...|\n\
            |...|...|...|\n|...|...|...|\n|---+---+---|\n|...|...|...|\n|...|...|...|\n|...|...|...|\n*-----------*\n";
        check_written(Format::Ss, &Record::new(line.parse().unwrap(), 1), text);
        check_read(Format::Ss, text, &[&format!("2: {line}")]);
        check_read(Format::Ss, &text.replace('.', "X"), &[&format!("2: {line}")]);
    }
}
