//! A geometry as sets of bits.

use crate::bits::Set;
use crate::geometry::{Cell, Geometry};

/// The houses and the peers of a geometry as sets: up to 64 · W cells and 64 · H complete houses.
#[derive(Clone, Debug)]
pub struct Masks<const W: usize, const H: usize> {
    pub(super) size: usize,
    pub(super) cells: Set<W>,
    /// The cells of each complete house.
    pub(super) houses: Vec<Set<W>>,
    pub(super) all_houses: Set<H>,
    pub(super) peers: Vec<Set<W>>,
    /// The complete houses of each cell.
    pub(super) houses_of: Vec<Set<H>>,
}

impl<const W: usize, const H: usize> Masks<W, H> {
    /// The sets of `geometry`.
    ///
    /// # Panics
    /// If it has more than 64 · W cells or 64 · H complete houses.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let complete = geometry.complete_houses();
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let houses_of = |cell| {
            let houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
            houses.filter(|&house| house < complete).collect()
        };
        Self {
            size: geometry.size(),
            cells: (0..geometry.cell_count()).collect(),
            houses: (0..complete).map(|house| indices(geometry.house(house).cells)).collect(),
            all_houses: (0..complete).collect(),
            peers: geometry.cells().map(|cell| geometry.peers(cell).map(Cell::index).collect()).collect(),
            houses_of: geometry.cells().map(houses_of).collect(),
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// All cells.
    #[must_use]
    pub fn cells(&self) -> &Set<W> {
        &self.cells
    }

    /// The peers of a cell.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &Set<W> {
        &self.peers[cell]
    }
}
