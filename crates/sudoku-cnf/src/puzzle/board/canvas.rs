//! The cells of overlapping boards, numbered row by row.

use std::sync::Arc;

use super::Cell;

/// The index of a place on the canvas that is not a cell.
const NO_CELL: u32 = u32::MAX;

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

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn cells(&self) -> &Arc<[Cell]> {
        &self.cells
    }

    /// Returns the index of `cell`, or `None` if there is no such cell.
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        let is_inside = cell.row() <= self.rows && cell.column() <= self.columns;
        let index = is_inside.then(|| self.indices[cell.index(self.columns)])?;
        (index != NO_CELL).then_some(index as usize)
    }
}
