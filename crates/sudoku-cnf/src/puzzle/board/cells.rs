//! The cells of a board or of overlapping boards, numbered row by row.

use std::sync::Arc;

use super::Cell;

/// The index of a place on the canvas that is not a cell.
const NO_CELL: u32 = u32::MAX;

/// The cells of a board or of overlapping boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// The cells of a single board with this number of rows and columns. The index of a cell is computed.
    Square(usize),
    /// The cells of overlapping boards. The index of a cell is looked up.
    Canvas(Canvas),
}

/// The cells of overlapping boards. Clones share their cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    rows: usize,
    columns: usize,
    /// The cells in ascending order.
    cells: Arc<[Cell]>,
    /// For each place of the canvas, row by row, the index of the cell or [`NO_CELL`].
    indices: Arc<[u32]>,
}

impl Cells {
    /// Returns the number of rows and of columns.
    pub(super) fn dimensions(&self) -> (usize, usize) {
        match self {
            Self::Square(n) => (*n, *n),
            Self::Canvas(canvas) => (canvas.rows, canvas.columns),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Square(n) => n * n,
            Self::Canvas(canvas) => canvas.cells.len(),
        }
    }

    /// Returns the cell with the given index.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    pub(super) fn cell(&self, index: usize) -> Cell {
        match self {
            Self::Square(n) => Cell::from_index(index, *n),
            Self::Canvas(canvas) => canvas.cells[index],
        }
    }

    /// Returns the index of `cell`.
    ///
    /// # Panics
    /// May panic if there is no such cell. Otherwise, the index is meaningless.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        match self {
            Self::Square(n) => cell.index(*n),
            Self::Canvas(canvas) => canvas.index(cell).expect("the cell must be on the board"),
        }
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        match self {
            Self::Square(n) => cell.row() <= *n && cell.column() <= *n,
            Self::Canvas(canvas) => canvas.index(cell).is_some(),
        }
    }
}

impl Canvas {
    /// Creates a canvas with the given cells, which may occur several times.
    pub(super) fn new(mut cells: Vec<Cell>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        let rows = cells.iter().map(|cell| cell.row()).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.column()).max().unwrap_or(0);
        let mut indices = vec![NO_CELL; rows * columns];
        for (index, cell) in cells.iter().enumerate() {
            indices[cell.index(columns)] = index as u32;
        }
        Self { rows, columns, cells: cells.into(), indices: indices.into() }
    }

    /// Returns the index of `cell`, or `None` if there is no such cell.
    fn index(&self, cell: Cell) -> Option<usize> {
        let is_inside = cell.row() <= self.rows && cell.column() <= self.columns;
        let index = is_inside.then(|| self.indices[cell.index(self.columns)])?;
        (index != NO_CELL).then_some(index as usize)
    }
}
