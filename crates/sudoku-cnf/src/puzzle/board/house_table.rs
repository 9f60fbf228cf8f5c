//! The houses of a board, with an index from cells to houses.

use std::collections::{HashMap, HashSet};

use super::cells::Cells;
use super::{Cell, House, HouseKind, HouseName};

/// A house before it receives its number.
#[derive(Clone, Debug)]
pub(super) struct UnnamedHouse {
    pub(super) kind: HouseKind,
    /// The indices of the cells, in ascending order.
    pub(super) cells: Vec<usize>,
    /// The number of the board in a layout, starting at 1.
    pub(super) board: Option<u16>,
}

/// The houses of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HouseTable {
    /// The number of houses that have n cells. These houses come before all other houses.
    complete: usize,
    names: Vec<HouseName>,
    /// The cells of all houses, ordered by house and then by cell.
    cells: Vec<Cell>,
    /// For each house, the index in `cells` at which the cells of the house start. The last entry is the length of
    /// `cells`.
    starts: Vec<u32>,
    /// The indices of the houses that contain each cell, ordered by cell and then by house.
    cell_houses: Vec<u32>,
    /// For each cell, the index in `cell_houses` at which the houses of the cell start. The last entry is the length of
    /// `cell_houses`.
    cell_starts: Vec<u32>,
}

impl HouseTable {
    /// Returns a table without houses for a board with the given number of cells.
    pub(super) fn empty(cell_count: usize) -> Self {
        Self {
            complete: 0,
            names: Vec::new(),
            cells: Vec::new(),
            starts: vec![0],
            cell_houses: Vec::new(),
            cell_starts: vec![0; cell_count + 1],
        }
    }

    /// Adds `houses` and numbers the houses of each kind from 1, for each board separately. Houses of `size` cells must
    /// be added before all smaller houses.
    ///
    /// A redundant house receives a number but is not added. A house is redundant if it has the same cells as an
    /// existing house, or if it consists of two cells that already share a house.
    pub(super) fn add(&mut self, houses: Vec<UnnamedHouse>, size: usize, numbering: &Cells) {
        let mut numbers = HashMap::new();
        let mut known: HashSet<_> = (0..self.len()).map(|index| self.get(index).cells.to_vec()).collect();
        for UnnamedHouse { kind, cells, board } in houses {
            let number = numbers.entry((kind, board)).and_modify(|number| *number += 1).or_insert(1);
            let is_implied = match cells[..] {
                [a, b] if cells.len() < size => self.first_shared(a, b).is_some(),
                _ => false,
            };
            let cells: Vec<_> = cells.into_iter().map(|cell| numbering.cell(cell)).collect();
            if !is_implied && known.insert(cells.clone()) {
                debug_assert!(self.complete == self.names.len() || cells.len() < size);
                self.complete += usize::from(cells.len() == size);
                self.names.push(HouseName { kind, number: *number, board });
                self.cells.extend(cells);
                self.starts.push(self.cells.len() as u32);
            }
        }
        self.index_cells(numbering);
    }

    /// Rebuilds the index that maps each cell to its houses.
    fn index_cells(&mut self, numbering: &Cells) {
        self.cell_starts.fill(0);
        for &cell in &self.cells {
            self.cell_starts[numbering.index(cell) + 1] += 1;
        }
        for cell in 1..self.cell_starts.len() {
            self.cell_starts[cell] += self.cell_starts[cell - 1];
        }
        let mut next = self.cell_starts.clone();
        self.cell_houses = vec![0; self.cells.len()];
        for (house, range) in self.starts.windows(2).enumerate() {
            for &cell in &self.cells[range[0] as usize..range[1] as usize] {
                let slot = &mut next[numbering.index(cell)];
                self.cell_houses[*slot as usize] = house as u32;
                *slot += 1;
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of houses that have n cells.
    pub(super) fn complete(&self) -> usize {
        self.complete
    }

    /// Returns the house at `index`.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    pub(super) fn get(&self, index: usize) -> House<'_> {
        let cells = self.starts[index] as usize..self.starts[index + 1] as usize;
        House {
            index,
            name: self.names[index],
            cells: &self.cells[cells],
            is_complete: index < self.complete,
        }
    }

    /// Returns the indices of the houses that contain the cell with the given index, in ascending order.
    pub(super) fn of_cell(&self, cell: usize) -> &[u32] {
        let (start, end) = (self.cell_starts[cell] as usize, self.cell_starts[cell + 1] as usize);
        &self.cell_houses[start..end]
    }

    /// Returns the index of the first house that contains the cells with the indices `a` and `b`, or `None` if there is
    /// no such house.
    pub(super) fn first_shared(&self, a: usize, b: usize) -> Option<usize> {
        let others = self.of_cell(b);
        let shared = self.of_cell(a).iter().find(|house| others.contains(house));
        shared.map(|&house| house as usize)
    }
}
