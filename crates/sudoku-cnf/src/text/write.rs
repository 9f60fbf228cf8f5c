//! Grids as text.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::candidates::Candidates;
use crate::geometry::BoxShape;
use crate::grid::Grid;

/// How a grid is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Bars between boxes and rules between bands, digits right-aligned.
    Grid,
    /// n lines of n cells; blanks between the cells where n > 9.
    Rows,
    /// All cells on one line; blanks between the cells where n > 9.
    Line,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 3] = [Self::Grid, Self::Rows, Self::Line];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Rows => "rows",
            Self::Line => "line",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no layout has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no format; known are {list}", list = Layout::ALL.iter().join(", "))]
pub struct UnknownLayout(String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(name: &str) -> Result<Self, UnknownLayout> {
        let found = Self::ALL.into_iter().find(|layout| layout.name() == name);
        found.ok_or_else(|| UnknownLayout(name.to_owned()))
    }
}

/// Writes a grid with `.` for open cells, decimal digits, and a line end after each line. All
/// three layouts read back.
///
/// ```
/// use sudoku_cnf::Grid;
/// use sudoku_cnf::text::{Layout, write};
///
/// let puzzle: Grid = "12..34.......4..".parse()?;
/// let mut text = Vec::new();
/// write(&puzzle, Layout::Grid, &mut text)?;
/// assert_eq!(text, b"\
/// 1 2 |. .
/// 3 4 |. .
/// ----+----
/// . . |. .
/// . 4 |. .
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(grid: &Grid, layout: Layout, mut writer: impl Write) -> io::Result<()> {
    let geometry = grid.geometry();
    let n = geometry.size();
    let cells = geometry.cells().map(|cell| grid.get(cell).map_or(".".to_owned(), |digit| digit.to_string()));
    let blank = if n > 9 { " " } else { "" };
    match layout {
        Layout::Grid => {
            let width = n.to_string().len();
            let pad = |cell: &String| format!("{cell:>width$} ");
            write_framed(&cells.collect_vec(), geometry.box_shape(), width + 1, writer, pad)
        }
        Layout::Rows => {
            cells.chunks(n).into_iter().try_for_each(|mut row| writeln!(writer, "{}", row.join(blank)))
        }
        Layout::Line => writeln!(writer, "{}", { cells }.join(blank)),
    }
}

/// Writes the board of candidates as Norvig's essay prints it: each cell's digits, centred in columns
/// as wide as the widest cell, without blanks at line ends.
///
/// On boards with n > 9 commas separate the digits of a cell. A solved board is
/// [`Layout::Grid`] for n ≤ 9.
pub fn write_candidates(board: &Candidates, writer: impl Write) -> io::Result<()> {
    let geometry = board.geometry();
    let separator = if geometry.size() > 9 { "," } else { "" };
    let cells = geometry.cells().map(|cell| board.digits(cell).join(separator)).collect_vec();
    let width = 1 + cells.iter().map(String::len).max().unwrap_or(0);
    write_framed(&cells, geometry.box_shape(), width, writer, |cell| format!("{cell:^width$}"))
}

/// Writes rows with bars between boxes, and rules between bands, if there are such; `pad` makes every cell `width` wide.
fn write_framed(
    cells: &[String],
    shape: Option<BoxShape>,
    width: usize,
    mut writer: impl Write,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoxShape, Digit, Geometry};
    use crate::text::read_single;
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn every_layout_reads_back(
            (rows, columns) in prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)]),
            density in 0..=10_usize,
            seed in prop::collection::vec((0..10_usize, 1..1000_usize), 36 * 36),
        ) {
            let shape = BoxShape::new(rows, columns).unwrap();
            let mut grid = Grid::empty(Arc::new(Geometry::new(shape)));
            for (cell, (die, digit)) in grid.geometry().clone().cells().zip(seed) {
                if die < density {
                    grid.set(cell, Digit::new(digit % shape.size() + 1));
                }
            }
            for layout in Layout::ALL {
                let mut text = Vec::new();
                write(&grid, layout, &mut text).unwrap();
                let again = read_single(&text[..], Some(shape), None);
                prop_assert_eq!(&again.unwrap().puzzle, &grid, "{}", layout);
            }
        }
    }

    #[test]
    fn a_drawn_grid_tells_its_box_shape() {
        for shape in ["2x3", "3x2", "5x2", "3x4", "6x2"] {
            let grid = Grid::empty(Arc::new(Geometry::new(shape.parse().unwrap())));
            let mut text = Vec::new();
            write(&grid, Layout::Grid, &mut text).unwrap();
            let again: Grid = String::from_utf8(text).unwrap().parse().unwrap();
            assert_eq!(again, grid, "{shape}");
        }
    }
}
