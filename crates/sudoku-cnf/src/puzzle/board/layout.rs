//! Layouts of overlapping boards.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::{Cell, MAX_SIZE};

/// An arrangement of several boards of the same size on a canvas. Boards may share cells. Clones share their data.
///
/// The text form is the name of a layout of 9×9 boards, such as `samurai`, or the top-left cells of the boards. The
/// boards are numbered in the order in which they are listed.
///
/// ```
/// use sudoku_cnf::puzzle::board::Layout;
///
/// let layout: Layout = "r1c1 r1c13 r7c7 r13c1 r13c13".parse()?;
/// assert_eq!(layout, "samurai".parse()?);
/// assert_eq!(layout.to_string(), "samurai");
/// assert_eq!(layout.board_count(), 5);
/// # Ok::<(), sudoku_cnf::puzzle::board::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout(Arc<[Placement]>);

/// The place of a board on the canvas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Placement {
    /// The rows and columns from this cell on.
    Corner(Cell),
    /// The rows and columns with these numbers, which are the same.
    Lines(&'static [u16; 9]),
}

/// The error for text that is not a layout, or for a layout that does not fit the boards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// The text is neither the name of a layout nor a list of distinct cells.
    #[error(
        "invalid layout '{0}'; expected {names} or the distinct top-left cells of two or more boards, for example \
         'r1c1 r7c7'",
        names = NAMES.join(", ")
    )]
    Syntax(String),
    /// The layout consists of boards of another size.
    #[error("the layout {0} consists of 9x9 boards, not {1}x{1} boards")]
    Size(Layout, usize),
    /// The canvas is too large.
    #[error("the layout {0} needs more than {MAX_SIZE} rows or columns")]
    Canvas(Layout),
}

/// The names of the layouts that [`named`] returns.
const NAMES: [&str; 9] =
    ["butterfly", "clueless-1", "clueless-2", "gattai-8", "samurai", "shogun", "sohei", "sumo", "windmill"];

/// The rows and columns of the tenth board of `clueless-1` and `clueless-2`.
const CLUELESS: [[u16; 9]; 2] = [[2, 5, 8, 11, 14, 17, 20, 23, 26], [4, 5, 6, 13, 14, 15, 22, 23, 24]];

/// Returns the layout of 9×9 boards with the given name.
fn named(name: &str) -> Option<Layout> {
    /// Returns the top-left cells of a grid of boards whose distance is `step`.
    fn grid(rows: usize, columns: usize, step: usize, offset: usize) -> Vec<(usize, usize)> {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        places.map(|(row, column)| (1 + offset + row * step, 1 + offset + column * step)).collect()
    }
    let between = |rows, columns| {
        let corners = grid(rows, columns, 12, 0);
        corners.into_iter().chain(grid(rows - 1, columns - 1, 12, 6)).collect()
    };
    let clueless = |lines| {
        let boards = grid(3, 3, 9, 0).into_iter().filter_map(|(row, column)| Cell::new(row, column));
        Layout(boards.map(Placement::Corner).chain([Placement::Lines(lines)]).collect())
    };
    let corners = match name {
        "butterfly" => vec![(1, 1), (1, 4), (4, 1), (4, 4)],
        "clueless-1" => return Some(clueless(&CLUELESS[0])),
        "clueless-2" => return Some(clueless(&CLUELESS[1])),
        "gattai-8" => between(2, 3),
        "samurai" => between(2, 2),
        "shogun" => between(2, 4),
        "sohei" => vec![(1, 7), (7, 1), (7, 13), (13, 7)],
        "sumo" => between(3, 3),
        "windmill" => vec![(1, 4), (4, 13), (7, 7), (10, 1), (13, 10)],
        _ => return None,
    };
    Layout::new(corners.into_iter().filter_map(|(row, column)| Cell::new(row, column)))
}

impl Layout {
    /// Returns the layout of boards with the given top-left cells, in any order, or `None` unless there are at least
    /// two cells, which must be distinct.
    pub fn new(corners: impl IntoIterator<Item = Cell>) -> Option<Self> {
        let corners: Vec<_> = corners.into_iter().collect();
        let distinct: BTreeSet<_> = corners.iter().copied().collect();
        (corners.len() > 1 && distinct.len() == corners.len())
            .then(|| Self(distinct.into_iter().map(Placement::Corner).collect()))
    }

    /// Returns all layouts that have a name.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.into_iter().filter_map(named)
    }

    /// Returns the number of boards.
    pub fn board_count(&self) -> usize {
        self.0.len()
    }

    /// Returns the cells of each board of size `n`, row by row.
    ///
    /// # Errors
    /// Returns an error if the layout consists of boards of another size, or if the canvas has more than [`MAX_SIZE`]
    /// rows or columns.
    pub fn boards(&self, n: usize) -> Result<Vec<Vec<Cell>>, LayoutError> {
        if n > MAX_SIZE {
            return Err(LayoutError::Canvas(self.clone()));
        }
        let cells = |placement: &Placement| {
            let (rows, columns): (Vec<_>, Vec<_>) = match placement {
                Placement::Corner(corner) => (
                    (0..n).map(|i| corner.row() + i).collect(),
                    (0..n).map(|i| corner.column() + i).collect(),
                ),
                Placement::Lines(lines) if n == lines.len() => {
                    let lines: Vec<_> = lines.iter().map(|&line| usize::from(line)).collect();
                    (lines.clone(), lines)
                }
                Placement::Lines(_) => return Err(LayoutError::Size(self.clone(), n)),
            };
            let cells =
                rows.iter().flat_map(|&row| columns.iter().map(move |&column| Cell::new(row, column)));
            cells.collect::<Option<_>>().ok_or_else(|| LayoutError::Canvas(self.clone()))
        };
        self.0.iter().map(cells).collect()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = NAMES.into_iter().find(|name| named(name).as_ref() == Some(self)) {
            return f.write_str(name);
        }
        for (i, placement) in self.0.iter().enumerate() {
            if let Placement::Corner(corner) = placement {
                write!(f, "{}{corner}", if i > 0 { " " } else { "" })?;
            }
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let corners = || text.split_whitespace().map(|cell| cell.parse().ok()).collect::<Option<Vec<_>>>();
        let layout = named(&text.trim().to_ascii_lowercase());
        layout.or_else(|| Self::new(corners()?)).ok_or_else(|| LayoutError::Syntax(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_layouts_have_the_published_numbers_of_cells() {
        let size = |name: &str| {
            let boards = name.parse::<Layout>().unwrap().boards(9).unwrap();
            let cells: BTreeSet<_> = boards.concat().into_iter().collect();
            let rows = cells.iter().map(|cell| cell.row()).max().unwrap();
            let columns = cells.iter().map(|cell| cell.column()).max().unwrap();
            (boards.len(), cells.len(), rows, columns)
        };
        assert_eq!(size("samurai"), (5, 369, 21, 21));
        assert_eq!(size("windmill"), (5, 333, 21, 21));
        assert_eq!(size("sohei"), (4, 288, 21, 21));
        assert_eq!(size("butterfly"), (4, 144, 12, 12));
        assert_eq!(size("gattai-8"), (8, 576, 21, 33));
        assert_eq!(size("shogun"), (11, 783, 21, 45));
        assert_eq!(size("sumo"), (13, 909, 33, 33));
        assert_eq!(size("clueless-1"), (10, 729, 27, 27));
        assert_eq!(size("clueless-2"), (10, 729, 27, 27));
    }

    #[test]
    fn names_and_positions_are_read_and_written() {
        for name in NAMES {
            assert_eq!(name.parse::<Layout>().unwrap().to_string(), name);
        }
        let layout: Layout = "r3c3  r1c1".parse().unwrap();
        assert_eq!(layout.to_string(), "r1c1 r3c3");
        for text in ["", "r1c1", "r1c1 r1c1", "r1c1 r0c1", "giant"] {
            assert!(matches!(text.parse::<Layout>(), Err(LayoutError::Syntax(_))), "{text}");
        }
        let far: Layout = "r1c1 r999c1".parse().unwrap();
        assert_eq!(far.boards(4), Err(LayoutError::Canvas(far.clone())));
        let clueless: Layout = "clueless-1".parse().unwrap();
        assert_eq!(clueless.boards(4), Err(LayoutError::Size(clueless.clone(), 4)));
    }
}
