//! Boards with lines between their boxes: bars and rules as Norvig's essay has them, or a frame around every box.

use std::io::{self, Write};
use std::iter;

use itertools::Itertools;

use crate::board::{BoxShape, Cell, Geometry};

/// Writes rows with bars between boxes, and rules between bands, if there are such; `pad` makes every cell `width` wide.
pub(super) fn write_bars(
    cells: &[String],
    shape: Option<BoxShape>,
    width: usize,
    writer: &mut dyn Write,
    pad: impl Fn(&String) -> String,
) -> io::Result<()> {
    let n = cells.len().isqrt();
    let (rows, columns) = shape.map_or((n, n), |shape| (shape.rows(), shape.columns()));
    let rule = vec!["-".repeat(columns * width); n / columns].join("+");
    for (row, cells) in cells.chunks(n).enumerate() {
        if row > 0 && row % rows == 0 {
            writeln!(writer, "{rule}")?;
        }
        let boxes = cells.chunks(columns);
        let line = boxes.map(|cells| cells.iter().map(&pad).join("")).join("|");
        writeln!(writer, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The characters of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strokes {
    /// `│ ├ ┼` and their like.
    Unicode,
    /// `| - +`.
    Ascii,
}

impl Strokes {
    /// What stands where lines to these sides meet.
    fn meeting(self, [up, right, down, left]: [bool; 4]) -> char {
        const UNICODE: [char; 16] =
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        let index = usize::from(up) + 2 * usize::from(right) + 4 * usize::from(down) + 8 * usize::from(left);
        match self {
            Self::Unicode => UNICODE[index],
            Self::Ascii if index == 5 => '|',
            Self::Ascii if index == 10 => '-',
            Self::Ascii if index == 0 => ' ',
            Self::Ascii => '+',
        }
    }
}

/// Writes a board with a frame around every box or region. `cell` gives each cell's text, which must look `width`
/// characters wide.
///
/// # Errors
/// Those of `writer`.
pub fn write_frame(
    geometry: &Geometry,
    strokes: Strokes,
    width: usize,
    cell: impl Fn(Cell) -> String,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let lattice = Lattice::new(geometry);
    for row in 0..=geometry.size() {
        if lattice.has_rule[row] {
            writeln!(writer, "{}", lattice.rule(row, strokes, width).trim_end())?;
        }
        if row < geometry.size() {
            writeln!(writer, "{}", lattice.row(row, strokes, &cell).trim_end())?;
        }
    }
    Ok(())
}

/// Where lines part cells. Rows and columns go from 0 to n, as there is a line at both ends.
struct Lattice {
    n: usize,
    boxes: Vec<usize>,
    /// Whether there is a line anywhere above each row.
    has_rule: Vec<bool>,
    /// Whether there is a line anywhere to the left of each column.
    has_bar: Vec<bool>,
}

impl Lattice {
    fn new(geometry: &Geometry) -> Self {
        let n = geometry.size();
        let mut lattice =
            Self { n, boxes: geometry.boxes().of_cells(), has_rule: Vec::new(), has_bar: Vec::new() };
        lattice.has_rule =
            (0..=n).map(|row| (0..n).any(|column| lattice.is_below_line(row, column))).collect();
        lattice.has_bar =
            (0..=n).map(|column| (0..n).any(|row| lattice.is_right_of_line(row, column))).collect();
        lattice
    }

    /// The box of a cell; none outside of the board.
    fn of(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.n && column < self.n).then(|| self.boxes[row * self.n + column])
    }

    /// Whether a line parts a cell from the one above it.
    fn is_below_line(&self, row: usize, column: usize) -> bool {
        self.of(row.wrapping_sub(1), column) != self.of(row, column)
    }

    /// Whether a line parts a cell from the one to its left.
    fn is_right_of_line(&self, row: usize, column: usize) -> bool {
        self.of(row, column.wrapping_sub(1)) != self.of(row, column)
    }

    /// The line above a row.
    fn rule(&self, row: usize, strokes: Strokes, width: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.n {
            if self.has_bar[column] {
                let up = self.is_right_of_line(row.wrapping_sub(1), column);
                let left = self.is_below_line(row, column.wrapping_sub(1));
                let (right, down) = (self.is_below_line(row, column), self.is_right_of_line(row, column));
                line.push(strokes.meeting([up, right, down, left]));
            }
            if column < self.n {
                let is_line = self.is_below_line(row, column);
                let stroke = strokes.meeting([false, is_line, false, is_line]);
                line.extend(iter::repeat_n(stroke, width + 1 + usize::from(self.has_bar[column + 1])));
            }
        }
        line
    }

    /// The cells of a row.
    fn row(&self, row: usize, strokes: Strokes, cell: impl Fn(Cell) -> String) -> String {
        let mut line = String::new();
        for column in 0..=self.n {
            if self.has_bar[column] {
                let is_bar = self.is_right_of_line(row, column);
                line.push(strokes.meeting([is_bar, false, is_bar, false]));
            }
            if column < self.n {
                line.push(' ');
                line += &cell(Cell::from_index(row * self.n + column, self.n));
                line.push_str(if self.has_bar[column + 1] { " " } else { "" });
            }
        }
        line
    }
}
