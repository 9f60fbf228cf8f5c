//! The formats that consist of [plain boards](super::plain::reader). They differ in how a board is written, and in
//! the layouts that the reader accepts if the user sets the format.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::cell_text::{
    cell_separator, cell_width, cells, join_digits, symbols, write_canvas, write_rows, write_symbol_rows,
};
use super::format_spec::{FormatSpec, MAX_SYMBOL_SIZE, WriteItem};
use super::frame::{Strokes, write_bars, write_frame};
use super::pencilmarks::write_marks;
use super::plain::layout::Layout;
use crate::puzzle::board::Cell;

/// n lines of n cells, with spaces between the cells if n > 9.
pub(super) const ROWS: FormatSpec = FormatSpec {
    between: "\n",
    ..FormatSpec::plain(Layout::is_plain_rows, |item, out| write_rows(item.record, out))
};

/// Rows of right-aligned numbers, with ASCII bars and horizontal lines between the boxes. Overlapping boards have no
/// bars.
pub(super) const GRID: FormatSpec = FormatSpec { box_shapes: true, layouts: true, write: write_grid, ..ROWS };

fn write_grid(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let width = cell_width(item.record);
    let geometry = item.record.puzzle.geometry();
    if geometry.layout().is_some() {
        return write_canvas(item.record, out);
    }
    let shape = geometry.box_shape();
    write_bars(&cells(item.record, "."), shape, width + 1, out, |cell| format!("{cell:>width$} "))
}

/// Rows of cells, with a frame of Unicode box-drawing characters around each box, and with `·` for a blank.
pub(super) const BOXES: FormatSpec = FormatSpec { layouts: false, write: write_boxes, ..GRID };

fn write_boxes(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (width, cells) = (cell_width(item.record), cells(item.record, "·"));
    let geometry = item.record.puzzle.geometry();
    let text = |cell: Cell| format!("{:>width$}", cells[geometry.index(cell)]);
    write_frame(geometry, Strokes::Unicode, width, text, out)
}

/// Rows of digits below headings like `Grid 01`, as in Project Euler's problem 96.
///
/// On boards up to 9×9, `0` is a blank. Larger boards are written as decimal numbers, with `.` for a blank.
pub(super) const EULER: FormatSpec = FormatSpec { between: "", write: write_euler, ..ROWS };

fn write_euler(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    writeln!(out, "Grid {:02}", item.number)?;
    match puzzle.geometry().size() {
        n @ ..=9 => write_symbol_rows(&symbols(puzzle.grid(), '0'), n, out),
        _ => write_rows(item.record, out),
    }
}

/// The format of SadMan Software: an optional `[Puzzle]` heading followed by nine rows.
///
/// The reader skips fields, such as `#A` (author), `#D` (description) and `#C` (comment), and other sections, such as
/// `[State]`. If it skips any of these, it sets [`Record::has_other_fields`](super::Record::has_other_fields). The
/// modules [`line_class`](super::plain::line_class) and [`separator`](super::plain::separator) recognize them.
pub(super) const SDK: FormatSpec =
    FormatSpec { extensions: &["sdk"], standard_only: true, write: write_sdk, ..ROWS };

fn write_sdk(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "[Puzzle]")?;
    write_symbol_rows(&symbols(item.record.puzzle.grid(), '.'), 9, out)
}

/// The format of Simple Sudoku: nine rows with bars between the boxes, enclosed by two lines `*-----------*`.
pub(super) const SS: FormatSpec = FormatSpec {
    extensions: &["ss"],
    standard_only: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_plain, write_ss)
};

fn write_ss(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
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

/// All cells on one line. Spaces separate decimal numbers on boards larger than 9×9.
///
/// The reader also accepts a solution, a remark or both after the cells. The writer writes only the cells.
pub(super) const LINE: FormatSpec =
    FormatSpec { layouts: true, ..FormatSpec::plain(Layout::is_plain_line, write_line) };

fn write_line(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let record = item.record;
    match (record.puzzle.geometry().size(), record.alphabet) {
        (..=9, None) => writeln!(out, "{}", symbols(record.puzzle.grid(), '.')),
        _ => writeln!(out, "{}", cells(record, ".").join(cell_separator(record))),
    }
}

/// One puzzle per line, written as 81 characters, with `0` for a blank.
pub(super) const SDM: FormatSpec = FormatSpec {
    extensions: &["sdm"],
    standard_only: true,
    layouts: false,
    write: |item, out| writeln!(out, "{}", symbols(item.record.puzzle.grid(), '0')),
    ..LINE
};

/// n lines of n fields, separated by delimiters. A field contains a number, or nothing if the cell is blank.
///
/// The reader accepts `,`, `;`, tabs and `|` as delimiters, and the writer uses `,`. The reader skips column numbers in
/// a header line and row numbers in the first field of each row.
pub(super) const TABLE: FormatSpec =
    FormatSpec { between: "\n", ..FormatSpec::plain(Layout::is_table, write_table) };

fn write_table(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let rows = cells(item.record, "");
    let n = item.record.puzzle.geometry().size();
    rows.chunks(n).try_for_each(|row| writeln!(out, "{}", row.join(",")))
}

/// A table of the candidates (pencilmarks) of each cell, for example `1479`, laid out as in Peter Norvig's essay
/// *Solving Every Sudoku Puzzle* (2006).
///
/// On boards larger than 9×9, commas separate the candidates, for example `1,12,13`. A cell with a single candidate is
/// read as a given.
pub(super) const CANDIDATES: FormatSpec = FormatSpec {
    candidates: true,
    lists_candidates: true,
    box_shapes: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_candidate_lists, |item, out| {
        write_marks(&item.candidates, item.record.puzzle.geometry(), None, out)
    })
};

/// Nine rows of nine cells. Each cell lists its candidates, and spaces separate the cells.
///
/// The prefix `u` marks a digit that the player has placed. The reader treats this digit as a given.
pub(super) const SDX: FormatSpec = FormatSpec {
    extensions: &["sdx"],
    standard_only: true,
    box_shapes: false,
    write: write_sdx,
    ..CANDIDATES
};

fn write_sdx(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    item.candidates.chunks(9).try_for_each(|row| {
        let cells: Vec<_> = row.iter().map(|digits| join_digits(digits, "")).collect();
        writeln!(out, "{}", cells.join(" "))
    })
}

/// All cells on one line, with n characters per cell. Each digit has its own position within the cell, and `.` replaces
/// each digit that is not a candidate.
///
/// A cell with a single candidate is read as a given.
pub(super) const POSITIONAL: FormatSpec = FormatSpec {
    candidates: true,
    lists_candidates: true,
    max_size: MAX_SYMBOL_SIZE,
    ..FormatSpec::plain(Layout::is_positional, write_positional)
};

fn write_positional(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let geometry = item.record.puzzle.geometry();
    let mut text = String::with_capacity(geometry.size().pow(3));
    for digits in &item.candidates {
        let symbol =
            |digit| if digits.contains(&digit) { Alphabet::FromOne.symbol(digit.get()) } else { '.' };
        text.extend(geometry.digits().map(symbol));
    }
    writeln!(out, "{text}")
}

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, ReadOptions, Record, read_single};

    const BOARD: &str = "12....1..2..4..2";
    const STANDARD: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Asserts that `board` is written as `text`, and that two such texts are read back as two puzzles. The first of
    /// them starts on line `start`.
    #[track_caller]
    fn check(format: Format, board: &str, text: &str, start: usize) {
        let record = Record::new(board.parse().unwrap(), 1);
        check_written(format, &record, text);
        let next = start + text.lines().count() + 1;
        let expected = [start, next].map(|line| format!("{line}: {board}"));
        check_read(format, &format!("{text}\n{text}"), &expected.each_ref().map(String::as_str));
    }

    #[test]
    fn puzzles_are_written_and_read() {
        check(Format::Rows, BOARD, "12..\n..1.\n.2..\n4..2\n", 1);
        check(Format::Grid, BOARD, "1 2 |. .\n. . |1 .\n----+----\n. 2 |. .\n4 . |. 2\n", 1);
        let frame = "┌─────┬─────┐\n│ 1 2 │ · · │\n│ · · │ 1 · │\n├─────┼─────┤\n│ · 2 │ · · │\n│ 4 · │ · 2 │\n└─────┴─────┘\n";
        check(Format::Boxes, BOARD, frame, 2);
        check(Format::Euler, BOARD, "Grid 01\n1200\n0010\n0200\n4002\n", 2);
        check(Format::Line, BOARD, "12....1..2..4..2\n", 1);
        check(Format::Table, BOARD, "1,2,,\n,,1,\n,2,,\n4,,,2\n", 1);
        check(Format::Sdm, STANDARD, &format!("{}\n", STANDARD.replace('.', "0")), 1);
        let rows: Vec<_> = (0..9).map(|row| &STANDARD[9 * row..][..9]).collect();
        check(Format::Sdk, STANDARD, &format!("[Puzzle]\n{}\n", rows.join("\n")), 2);
        let bars: Vec<_> =
            rows.iter().map(|row| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..])).collect();
        let bands: Vec<_> = bars.chunks(3).map(<[_]>::concat).collect();
        let border = "*-----------*\n";
        let frame = format!("{border}{}{border}", bands.join("|---+---+---|\n"));
        check(Format::Ss, STANDARD, &frame, 2);
        check_read(Format::Ss, &frame.replace('.', "X"), &[&format!("2: {STANDARD}")]);
        let cells = "1... .234 .234 .23. .234 .234 1234 123. .234 1234 123. 123. .23. 123. 123. ...4\n";
        check(Format::Positional, "1..............4", &cells.replace(' ', ""), 1);
    }

    #[test]
    fn candidates_are_written_and_read() {
        let table = " 1  2 |34 34\n34 34 | 1  2\n------+------\n 2  1 |34 34\n34 34 | 2  1\n";
        let record = read_single(table.as_bytes(), None, None).unwrap();
        assert_eq!(
            (record.puzzle.to_string(), record.puzzle.excluded().len()),
            ("12....1221....21".to_owned(), 16)
        );
        check_written(Format::Candidates, &record, table);
        let row = format!("{}u1\n", "123456789 ".repeat(8));
        let text = format!("1 2 3 4 5 6 7 89 89\n{}", row.repeat(8));
        let options = ReadOptions { format: Some(Format::Sdx), ..ReadOptions::default() };
        let mut record = read_single(text.as_bytes(), options, None).unwrap();
        assert_eq!((record.puzzle.given_count(), record.puzzle.excluded().len()), (15, 14));
        record.puzzle = record.puzzle.without_givens();
        let full = "123456789 ".repeat(7);
        let rest = format!("{full}123456789 123456789\n").repeat(8);
        check_written(Format::Sdx, &record, &format!("{full}89 89\n{rest}"));
    }

    #[test]
    fn large_boards_are_decimal_numbers_or_the_symbols_of_the_input() {
        let numbers = format!("16 {}1\n", ". ".repeat(254));
        let letters = format!("0123456789ABCDEF{}\n", ".".repeat(240));
        for text in [numbers, letters] {
            check_written(Format::Line, &read_single(text.as_bytes(), None, None).unwrap(), &text);
        }
    }

    #[test]
    fn reads_variants_of_the_written_text() {
        let board = |line: usize| format!("{line}: {BOARD}");
        let framed = "+---+---+\n|12 |.. |\n|.. |1. |\n+---+---+\n|.2 |.. |\n|4. |.2 |\n+---+---+\n";
        check_read(Format::Grid, framed, &[&board(2)]);
        check_read(Format::Line, "12____1**2--4002\n", &[&board(1)]);
        for delimiter in [",", ";", "\t", "|"] {
            check_read(Format::Table, &"1,2,,\n,,1,\n,2,,\n4,,,2\n".replace(',', delimiter), &[&board(1)]);
        }
    }

    #[test]
    fn malformed_boards_are_errors() {
        check_read(Format::Grid, "12..\n..1.\n", &["2:1: the puzzle ends after 2 rows, expected 4"]);
        check_read(Format::Sdm, "12..\n", &["1:1: cannot determine the board size from 4 cells"]);
        let short = "3:1: expected a row of 4 cells, found 3 cells";
        check_read(Format::Table, "1,2,,\n,,1,\n,2,\n4,,,2\n", &[short]);
        let twice = " 1  2 |33 34\n34 34 | 1  2\n".repeat(2);
        check_read(Format::Candidates, &twice, &["1:8: candidate 3 is listed twice in this cell"]);
        let place = "1:5: expected 1 or a blank at position 1 of this cell, found 2";
        check_read(Format::Positional, &format!("12..{}", "2...".repeat(15)), &[place]);
        check_read(Format::Positional, &".".repeat(64), &["1:1: this cell has no candidates"]);
    }
}
