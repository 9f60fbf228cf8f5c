//! Writes boards with bars and horizontal lines between the boxes, or with a frame around each box.

use std::io::{self, Write};
use std::iter;

use crate::named_enum;
use crate::puzzle::board::{BoxShape, Cell, Geometry};

/// Writes the rows of a board. If `shape` is `Some`, adds bars and horizontal lines between the boxes.
///
/// `cells` contains the text of each cell in row-major order. `pad` pads the text of a cell to `width`
/// characters.
pub(super) fn write_bars(
    cells: &[String],
    shape: Option<BoxShape>,
    width: usize,
    writer: &mut dyn Write,
    pad: impl Fn(&str) -> String,
) -> io::Result<()> {
    let n = cells.len().isqrt();
    let (rows, columns) = shape.map_or((n, n), |shape| (shape.rows(), shape.columns()));
    let rule = vec!["-".repeat(columns * width); n / columns].join("+");
    for (row, cells) in cells.chunks(n).enumerate() {
        if row > 0 && row % rows == 0 {
            writeln!(writer, "{rule}")?;
        }
        let boxes = cells.chunks(columns).map(|cells| cells.iter().map(|cell| pad(cell)).collect());
        let line = boxes.collect::<Vec<String>>().join("|");
        writeln!(writer, "{}", line.trim_end())?;
    }
    Ok(())
}

named_enum! {
    /// The characters used to draw a frame.
    pub enum Strokes: "style of lines" {
        /// Unicode box-drawing characters, for example `│`, `├` and `┼`.
        Unicode = "unicode",
        /// The ASCII characters `|`, `-` and `+`.
        Ascii = "ascii",
    }
}

impl Strokes {
    /// Returns the character to draw at a point. The flags indicate the directions in which frame lines
    /// extend from the point.
    fn junction(self, [up, right, down, left]: [bool; 4]) -> char {
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

/// Writes a board with a frame around each box or region.
///
/// `cell` returns the text of a cell. The text must be `width` characters wide on screen.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_frame(
    geometry: &Geometry,
    strokes: Strokes,
    width: usize,
    cell: impl Fn(Cell) -> String,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let frame = FrameLines::new(geometry);
    for row in 0..=geometry.rows() {
        if frame.has_rule[row] {
            writeln!(writer, "{}", frame.rule(row, strokes, width).trim_end())?;
        }
        if row < geometry.rows() {
            writeln!(writer, "{}", frame.row(row, strokes, width, &cell).trim_end())?;
        }
    }
    Ok(())
}

/// The positions of the frame lines on a board.
///
/// A board of n rows has n + 1 row boundaries, including its outer borders. Row boundaries and column boundaries are
/// each numbered from 0.
struct FrameLines<'a> {
    geometry: &'a Geometry,
    /// The box number of each place, in row-major order.
    boxes: Vec<Option<usize>>,
    /// For each row boundary, whether a frame line runs along any part of the boundary.
    has_rule: Vec<bool>,
    /// For each column boundary, whether a frame line runs along any part of the boundary.
    has_bar: Vec<bool>,
}

impl<'a> FrameLines<'a> {
    fn new(geometry: &'a Geometry) -> Self {
        let (rows, columns) = (geometry.rows(), geometry.columns());
        let boxes = geometry.box_numbers();
        let mut frame = Self { geometry, boxes, has_rule: Vec::new(), has_bar: Vec::new() };
        let has_rule = |row| (0..columns).any(|column| frame.has_line_above(row, column));
        let has_rule = (0..=rows).map(has_rule).collect();
        let has_bar = |column| (0..rows).any(|row| frame.has_line_on_left(row, column));
        let has_bar = (0..=columns).map(has_bar).collect();
        (frame.has_rule, frame.has_bar) = (has_rule, has_bar);
        frame
    }

    /// Returns the number of the box that contains a cell, or `None` if the cell is outside the board.
    fn box_of(&self, row: usize, column: usize) -> Option<usize> {
        let is_inside = row < self.geometry.rows() && column < self.geometry.columns();
        is_inside.then(|| self.boxes[row * self.geometry.columns() + column]).flatten()
    }

    /// Returns whether there is a frame line along the top edge of a cell.
    fn has_line_above(&self, row: usize, column: usize) -> bool {
        self.box_of(row.wrapping_sub(1), column) != self.box_of(row, column)
    }

    /// Returns whether there is a frame line along the left edge of a cell.
    fn has_line_on_left(&self, row: usize, column: usize) -> bool {
        self.box_of(row, column.wrapping_sub(1)) != self.box_of(row, column)
    }

    /// Returns the line of text that contains the horizontal frame lines above `row`.
    fn rule(&self, row: usize, strokes: Strokes, width: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.geometry.columns() {
            if self.has_bar[column] {
                let up = self.has_line_on_left(row.wrapping_sub(1), column);
                let left = self.has_line_above(row, column.wrapping_sub(1));
                let (right, down) = (self.has_line_above(row, column), self.has_line_on_left(row, column));
                line.push(strokes.junction([up, right, down, left]));
            }
            if column < self.geometry.columns() {
                let is_line = self.has_line_above(row, column);
                let stroke = strokes.junction([false, is_line, false, is_line]);
                line.extend(iter::repeat_n(stroke, width + 1 + usize::from(self.has_bar[column + 1])));
            }
        }
        line
    }

    /// Returns the line of text that contains the cells of `row` and the vertical frame lines.
    fn row(&self, row: usize, strokes: Strokes, width: usize, cell: impl Fn(Cell) -> String) -> String {
        let mut line = String::new();
        for column in 0..=self.geometry.columns() {
            if self.has_bar[column] {
                let is_bar = self.has_line_on_left(row, column);
                line.push(strokes.junction([is_bar, false, is_bar, false]));
            }
            if column < self.geometry.columns() {
                line.push(' ');
                let place = Cell::new(row + 1, column + 1).filter(|&cell| self.geometry.contains(cell));
                line += &place.map_or(" ".repeat(width), &cell);
                line.push_str(if self.has_bar[column + 1] { " " } else { "" });
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::{Boxes, Regions};

    #[track_caller]
    fn check(boxes: impl Into<Boxes>, strokes: Strokes, expected: &str) {
        let geometry = Geometry::with_variants(boxes, &[]).unwrap();
        let mut text = Vec::new();
        write_frame(&geometry, strokes, 1, |_| "1".to_owned(), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn frames_follow_boxes_and_regions() {
        let shape = BoxShape::new(1, 2).unwrap();
        check(shape, Strokes::Ascii, "+-----+\n| 1 1 |\n+-----+\n| 1 1 |\n+-----+\n");
        let regions: Regions = "AABABBCCC".parse().unwrap();
        let expected = "┌───────┬───┐\n│ 1   1 │ 1 │\n│   ┌───┘   │\n│ 1 │ 1   1 │\n├───┴───────┤\n│ 1   1   1 │\n└───────────┘\n";
        check(regions, Strokes::Unicode, expected);
    }
}
