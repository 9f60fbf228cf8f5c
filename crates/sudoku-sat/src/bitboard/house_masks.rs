//! Bit sets for the houses of a board and the peers of each cell.

use sudoku_cnf::{Cell, Geometry};

use super::set::Set;

/// Bit sets for the houses of a board of size n and the peers of each cell.
///
/// Only houses of n cells have bit sets of their own. The peers of a cell also include the cells that share a smaller
/// house with it. The board can have up to 64 · W cells and up to 64 · H houses of n cells.
#[derive(Clone, Debug)]
pub(crate) struct HouseMasks<const W: usize, const H: usize> {
    pub(crate) size: usize,
    pub(crate) cells: Set<W>,
    /// The cells of each house of n cells.
    pub(super) houses: Vec<Set<W>>,
    pub(super) all_houses: Set<H>,
    /// The peers of each cell.
    pub(crate) peers: Vec<Set<W>>,
    /// For each cell, the houses of n cells that contain the cell.
    pub(super) houses_of: Vec<Set<H>>,
}

impl<const W: usize, const H: usize> HouseMasks<W, H> {
    /// Computes the bit sets for `geometry`.
    ///
    /// # Panics
    /// Panics if the board has more than 64 · W cells or more than 64 · H houses of n cells.
    pub(crate) fn new(geometry: &Geometry) -> Self {
        let complete = geometry.complete_houses();
        let n = geometry.size();
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index(n)).collect();
        let houses_of = |cell| {
            let houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
            houses.filter(|&house| house < complete).collect()
        };
        Self {
            size: n,
            cells: (0..geometry.cell_count()).collect(),
            houses: (0..complete).map(|house| indices(geometry.house(house).cells)).collect(),
            all_houses: (0..complete).collect(),
            peers: geometry
                .cells()
                .map(|cell| geometry.peers(cell).map(|peer| peer.index(n)).collect())
                .collect(),
            houses_of: geometry.cells().map(houses_of).collect(),
        }
    }

    /// Returns whether all cells are filled, starting with `filled`, if the last open cell of each house is filled.
    pub(crate) fn fills_houses(&self, mut filled: Set<W>) -> bool {
        loop {
            let before = filled;
            for house in &self.houses {
                filled =
                    house.without(&filled).only().map_or(filled, |last| filled.or(&Set::from_iter([last])));
            }
            if filled == before {
                return filled == self.cells;
            }
        }
    }
}
