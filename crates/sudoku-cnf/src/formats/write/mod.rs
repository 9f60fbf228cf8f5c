//! Puzzles and grids as text.

mod frame;
mod markup;

use std::fmt;
use std::io::{self, Write};

use itertools::Itertools;
use thiserror::Error;

use super::Record;
use super::alphabet::Alphabet;
use super::format::Format;
use crate::board::{BoxShape, Candidate, Cell, Digit, Geometry};
use crate::propagate::CandidateBoard;
use crate::puzzle::Puzzle;
pub use frame::{Strokes, write_frame};
use markup::symbols;
pub use markup::{JsonCells, JsonPuzzle};

/// Writes puzzles in one format, one after the other. What it writes reads back.
///
/// ```
/// use sudoku_cnf::formats::{Format, Reader, Writer};
///
/// let mut writer = Writer::new(Format::Table, Vec::new());
/// for record in Reader::new(&b"12..34.......4..\n"[..], None) {
///     writer.write(&record?)?;
/// }
/// assert_eq!(writer.finish()?, b"1,2,,\n3,4,,\n,,,\n,4,,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    format: Format,
    out: W,
    written: usize,
}

/// Why a puzzle is not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// Writing failed.
    #[error("it could not be written")]
    Io(#[from] io::Error),
    /// The format holds 9×9 boards alone.
    #[error("{format} holds 9x9 boards alone, and this one is {size}x{size}")]
    Standard {
        /// The format.
        format: Format,
        /// The board's size.
        size: usize,
    },
    /// The format has a character for each digit, and no more of them.
    #[error("{format} writes a digit as one character, and has none for those of a {size}x{size} board")]
    Symbols {
        /// The format.
        format: Format,
        /// The board's size.
        size: usize,
    },
    /// A table of pencilmarks has to have one in each cell.
    #[error("{0} has no candidate left, and so there is nothing to write there")]
    NoCandidate(Cell),
}

impl<W: Write> Writer<W> {
    /// Writes to `out`. What comes before the first puzzle is written with it.
    pub fn new(format: Format, out: W) -> Self {
        Self { format, out, written: 0 }
    }

    /// Writes a puzzle.
    ///
    /// # Errors
    /// If writing fails, or the format cannot hold the puzzle; then nothing of it is written.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let puzzle = &record.puzzle;
        let marks = self.check(puzzle)?;
        self.begin()?;
        self.written += 1;
        let geometry = puzzle.geometry();
        let n = geometry.size();
        let out: &mut dyn Write = &mut self.out;
        let decimal = || {
            geometry.cells().map(|cell| puzzle.get(cell).map_or(".".to_owned(), |digit| digit.to_string()))
        };
        let blank = if n > 9 { " " } else { "" };
        let rows = |out: &mut dyn Write| {
            decimal().chunks(n).into_iter().try_for_each(|mut row| writeln!(out, "{}", row.join(blank)))
        };
        match self.format {
            Format::Grid => {
                let width = n.to_string().len();
                let pad = |cell: &String| format!("{cell:>width$} ");
                frame::write_bars(&decimal().collect_vec(), geometry.box_shape(), width + 1, out, pad)?;
            }
            Format::Boxes => {
                let width = n.to_string().len();
                let text = |cell| puzzle.get(cell).map_or("·".to_owned(), |digit| digit.to_string());
                write_frame(
                    geometry,
                    Strokes::Unicode,
                    width,
                    |cell| format!("{:>width$}", text(cell)),
                    out,
                )?;
            }
            Format::Rows => rows(out)?,
            Format::Sdk => {
                writeln!(out, "[Puzzle]")?;
                rows(out)?;
            }
            Format::Line if n <= 9 => writeln!(out, "{}", symbols(puzzle.grid(), '.'))?,
            Format::Line => writeln!(out, "{}", decimal().join(blank))?,
            Format::Table => {
                let cells = symbols_or_numbers(puzzle);
                cells.chunks(n).try_for_each(|row| writeln!(out, "{}", row.join(",")))?;
            }
            Format::Sdm => writeln!(out, "{}", symbols(puzzle.grid(), '0'))?,
            Format::Euler => {
                writeln!(out, "Grid {:02}", self.written)?;
                let digits = symbols(puzzle.grid(), '0');
                if n > 9 {
                    rows(out)?;
                } else {
                    digits
                        .as_bytes()
                        .chunks(n)
                        .try_for_each(|row| writeln!(out, "{}", String::from_utf8_lossy(row)))?;
                }
            }
            Format::Ss => write_ss(&symbols(puzzle.grid(), '.'), out)?,
            Format::Candidates => write_marks(&marks, geometry, out)?,
            Format::Sdx => {
                let cell = |digits: &Vec<Digit>| digits.iter().join("");
                marks.chunks(n).try_for_each(|row| writeln!(out, "{}", row.iter().map(cell).join(" ")))?;
            }
            Format::Positional => {
                let place = |digits: &[Digit], digit| {
                    if digits.contains(&digit) { Alphabet::FromOne.symbol(digit.get()) } else { '.' }
                };
                let cells =
                    marks.iter().flat_map(|digits| geometry.digits().map(|digit| place(digits, digit)));
                writeln!(out, "{}", cells.collect::<String>())?;
            }
            Format::Csv => markup::write_csv(record, out)?,
            Format::Hodoku => markup::write_hodoku(record, out)?,
            Format::OpenSudoku => markup::write_opensudoku(record, out)?,
            Format::Json => markup::write_json(record, out)?,
            Format::FPuzzles => markup::write_fpuzzles(record, out)?,
            Format::Dzn => markup::write_dzn(record, out)?,
            Format::List => markup::write_list(record, out)?,
        }
        Ok(())
    }

    /// Whether the format can hold a puzzle; the pencilmarks of its cells, if it holds those.
    fn check(&self, puzzle: &Puzzle) -> Result<Vec<Vec<Digit>>, WriteError> {
        let (format, size) = (self.format, puzzle.geometry().size());
        if format.is_standard_only() && puzzle.geometry().box_shape() != Some(BoxShape::STANDARD) {
            return Err(WriteError::Standard { format, size });
        }
        if matches!(format, Format::Csv | Format::Positional) && size > Alphabet::FromOne.largest() {
            return Err(WriteError::Symbols { format, size });
        }
        if !matches!(format, Format::Candidates | Format::Sdx | Format::Positional) {
            return Ok(Vec::new());
        }
        let marks = pencilmarks(puzzle);
        match marks.iter().zip(puzzle.geometry().cells()).find(|(digits, _)| digits.is_empty()) {
            Some((_, cell)) => Err(WriteError::NoCandidate(cell)),
            None => Ok(marks),
        }
    }

    /// What stands before a puzzle.
    fn begin(&mut self) -> io::Result<()> {
        let is_first = self.written == 0;
        match self.format {
            Format::Csv if is_first => writeln!(self.out, "puzzle,solution"),
            Format::OpenSudoku if is_first => {
                writeln!(self.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>")
            }
            Format::Grid
            | Format::Boxes
            | Format::Rows
            | Format::Candidates
            | Format::Table
            | Format::Sdk
            | Format::Sdx
            | Format::Dzn
            | Format::Ss
                if !is_first =>
            {
                writeln!(self.out)
            }
            _ => Ok(()),
        }
    }

    /// Writes what comes after the last puzzle.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        if self.format == Format::OpenSudoku && self.written > 0 {
            writeln!(self.out, "</opensudoku>")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Hands over what was written so far.
    ///
    /// # Errors
    /// If writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What a format cannot hold of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// Its solution.
    Solution,
    /// Words about it.
    Remark,
    /// Excluded candidates.
    Candidates,
    /// That cells with one candidate left are open: they read back as digits.
    Singles,
    /// Regions, or the houses of variants.
    Variants,
    /// The shape of its boxes.
    Boxes,
    /// What else the text said of it.
    More,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solution => "the solution",
            Self::Remark => "the words about it",
            Self::Candidates => "the excluded candidates",
            Self::Singles => "that cells with one candidate are open, which become digits",
            Self::Variants => "regions and variants",
            Self::Boxes => "the shape of the boxes",
            Self::More => "other fields",
        })
    }
}

/// What `format` cannot hold of a puzzle, in order.
///
/// ```
/// use sudoku_cnf::formats::{Format, Loss, losses, read_single};
///
/// let record = read_single(&b"12............34 easy\n"[..], None, None)?;
/// assert_eq!(losses(&record, Format::Rows), [Loss::Remark]);
/// # Ok::<(), sudoku_cnf::formats::ReadError>(())
/// ```
#[must_use]
pub fn losses(record: &Record, format: Format) -> Vec<Loss> {
    let geometry = record.puzzle.geometry();
    let shape = geometry.box_shape();
    let is_variant = !geometry.variants().is_empty() || shape.is_none();
    let knows_variants =
        format.holds_variants() && (format != Format::FPuzzles || markup::fpuzzles_knows(geometry));
    let is_unusual = shape.is_some() && shape != BoxShape::most_square(geometry.size());
    let is_pencilled = matches!(format, Format::Candidates | Format::Sdx | Format::Positional);
    let has_singles = || {
        let cells = geometry.cells().zip(pencilmarks(&record.puzzle));
        { cells }.any(|(cell, marks)| marks.len() == 1 && record.puzzle.get(cell).is_none())
    };
    let lost = [
        (Loss::Solution, record.solution.is_some() && !format.holds_solutions()),
        (Loss::Remark, record.remark.is_some() && !format.holds_remarks()),
        (Loss::Candidates, !record.puzzle.excluded().is_empty() && !format.holds_candidates()),
        (Loss::Singles, is_pencilled && has_singles()),
        (Loss::Variants, is_variant && !knows_variants),
        (Loss::Boxes, is_unusual && !format.shows_boxes()),
        (Loss::More, record.has_more),
    ];
    lost.into_iter().filter_map(|(loss, is_lost)| is_lost.then_some(loss)).collect()
}

/// Writes a grid in one of the formats, with `.` for open cells, decimal digits, and a line end after each line. It
/// reads back.
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_cnf::formats::{Format, write};
///
/// let puzzle: Puzzle = "12..34.......4..".parse()?;
/// let mut text = Vec::new();
/// write(&puzzle, Format::Grid, &mut text)?;
/// assert_eq!(text, b"\
/// 1 2 |. .
/// 3 4 |. .
/// ----+----
/// . . |. .
/// . 4 |. .
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails, or the format cannot hold the grid.
pub fn write(puzzle: &Puzzle, format: Format, writer: impl Write) -> io::Result<()> {
    let mut writer = Writer::new(format, writer);
    writer.write(&Record::new(puzzle.clone(), 1)).map_err(|error| match error {
        WriteError::Io(error) => error,
        other => io::Error::other(other),
    })?;
    writer.finish().map(drop)
}

/// Writes the board of candidates as Norvig's essay prints it: each cell's digits, centred in columns
/// as wide as the widest cell, without blanks at line ends.
///
/// On boards with n > 9 commas separate the digits of a cell. A solved board is
/// [`Format::Grid`] for n ≤ 9.
pub fn write_candidates(board: &CandidateBoard, mut writer: impl Write) -> io::Result<()> {
    let geometry = board.geometry();
    let marks: Vec<_> = geometry.cells().map(|cell| board.digits(cell).collect()).collect();
    write_marks(&marks, geometry, &mut writer)
}

/// As [`write_candidates`], for candidates of any kind, cell by cell.
pub fn write_marks(marks: &[Vec<Digit>], geometry: &Geometry, writer: &mut dyn Write) -> io::Result<()> {
    let separator = if geometry.size() > 9 { "," } else { "" };
    let cells = marks.iter().map(|digits| digits.iter().join(separator)).collect_vec();
    let width = 1 + cells.iter().map(String::len).max().unwrap_or(0);
    frame::write_bars(&cells, geometry.box_shape(), width, writer, |cell| format!("{cell:^width$}"))
}

/// The candidates of each cell: its given, or the digits that no peer's given and no exclusion takes from it.
#[must_use]
pub fn pencilmarks(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let geometry = puzzle.geometry();
    let marks = |cell| {
        if let Some(given) = puzzle.get(cell) {
            return vec![given];
        }
        let houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
        let taken: Vec<_> =
            houses.flat_map(|house| house.cells).filter_map(|&peer| puzzle.get(peer)).collect();
        let is_left =
            |digit: &Digit| !taken.contains(digit) && !puzzle.is_excluded(Candidate { cell, digit: *digit });
        geometry.digits().filter(is_left).collect()
    };
    geometry.cells().map(marks).collect()
}

/// Cells of a table: nothing for a blank.
fn symbols_or_numbers(puzzle: &Puzzle) -> Vec<String> {
    puzzle
        .geometry()
        .cells()
        .map(|cell| puzzle.get(cell).map_or(String::new(), |digit| digit.to_string()))
        .collect()
}

/// Simple Sudoku's frame.
fn write_ss(symbols: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "*-----------*")?;
    for (row, cells) in symbols.as_bytes().chunks(9).enumerate() {
        if row > 0 && row % 3 == 0 {
            writeln!(out, "|---+---+---|")?;
        }
        writeln!(out, "|{}|", cells.chunks(3).map(String::from_utf8_lossy).join("|"))?;
    }
    writeln!(out, "*-----------*")
}
