//! The board: its size, its cells and its houses, and nothing about what stands in them.
//!
//! A board of size n has n × n cells, n digits, and houses: sets of n cells that hold every digit
//! once. Everything above this module (encodings, the rule checker, propagation) asks a
//! [`Geometry`] for houses and cells and never for rows, columns or boxes by themselves.

mod cell;
mod house;
mod shape;

pub use cell::{Candidate, Cell, Digit, Position};
pub use house::{House, HouseKind, HouseName};
pub use shape::{BoxShape, BoxShapeError, MAX_SIZE};

/// A board's cells and houses. Memory: O(n²).
///
/// ```
/// use sudoku_cnf::{BoxShape, Cell, Geometry};
///
/// let geometry = Geometry::new(BoxShape::STANDARD);
/// assert_eq!(geometry.houses().count(), 27);
/// assert_eq!(geometry.peers(Cell::new(0)).count(), 20);
/// assert_eq!(geometry.position(Cell::new(9)).to_string(), "r2c1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    shape: BoxShape,
    names: Vec<HouseName>,
    /// The cells of house 0, then of house 1, …; n each.
    house_cells: Vec<Cell>,
    /// The houses of cell 0 in ascending order, then of cell 1, …
    cell_houses: Vec<u32>,
    /// Where each cell's houses begin in `cell_houses`, and one entry more for the end.
    cell_starts: Vec<u32>,
}

impl Geometry {
    /// The board with rows, columns and boxes of this shape, in that order; boxes of one row or one
    /// column are no houses of their own.
    #[must_use]
    pub fn new(shape: BoxShape) -> Self {
        let n = shape.size();
        let (box_rows, box_columns) = (shape.rows(), shape.columns());
        let box_at = |b: usize, i: usize| {
            // A band of boxes is box_rows rows high and holds n / box_columns = box_rows boxes.
            let row = b / box_rows * box_rows + i / box_columns;
            let column = b % box_rows * box_columns + i % box_columns;
            row * n + column
        };
        let mut houses = Vec::with_capacity(3 * n);
        let mut add = |kind, cell_at: &dyn Fn(usize, usize) -> usize| {
            for house in 0..n {
                let name = HouseName { kind, number: house + 1 };
                houses.push((name, (0..n).map(|i| Cell::new(cell_at(house, i))).collect()));
            }
        };
        add(HouseKind::Row, &|row, i| row * n + i);
        // The column of a 1×1 board, and boxes of one row or one column, are houses already.
        if n > 1 {
            add(HouseKind::Column, &|column, i| i * n + column);
        }
        if box_rows > 1 && box_columns > 1 {
            add(HouseKind::Box, &box_at);
        }
        Self::from_houses(shape, &houses)
    }

    fn from_houses(shape: BoxShape, houses: &[(HouseName, Vec<Cell>)]) -> Self {
        let mut houses_by_cell = vec![Vec::new(); shape.size() * shape.size()];
        for (index, (_, cells)) in houses.iter().enumerate() {
            for cell in cells {
                houses_by_cell[cell.index()].push(index as u32);
            }
        }
        let mut cell_starts = vec![0];
        cell_starts.extend(houses_by_cell.iter().scan(0, |end, houses| {
            *end += houses.len() as u32;
            Some(*end)
        }));
        Self {
            shape,
            names: houses.iter().map(|(name, _)| *name).collect(),
            house_cells: houses.iter().flat_map(|(_, cells)| cells).copied().collect(),
            cell_houses: houses_by_cell.concat(),
            cell_starts,
        }
    }

    /// The shape of the boxes.
    #[must_use]
    pub fn box_shape(&self) -> BoxShape {
        self.shape
    }

    /// The size n: digits, and cells in a house.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// The number of cells, n².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.size() * self.size()
    }

    /// All cells, row-major.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count()).map(Cell::new)
    }

    /// All digits, ascending.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        (1..=self.size()).filter_map(Digit::new)
    }

    /// All houses: rows, then columns, then boxes.
    pub fn houses(&self) -> impl Iterator<Item = House<'_>> + Clone {
        (0..self.names.len()).map(|index| self.house(index))
    }

    /// The house with this index.
    ///
    /// # Panics
    /// If there is no such house.
    #[must_use]
    pub fn house(&self, index: usize) -> House<'_> {
        let n = self.size();
        House { index, name: self.names[index], cells: &self.house_cells[index * n..(index + 1) * n] }
    }

    /// The indices of the houses that `cell` belongs to, ascending.
    #[must_use]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        let start = self.cell_starts[cell.index()] as usize;
        let end = self.cell_starts[cell.index() + 1] as usize;
        &self.cell_houses[start..end]
    }

    /// The first house that holds both cells, which makes them peers; `None` where none does.
    #[must_use]
    pub fn first_shared_house(&self, a: Cell, b: Cell) -> Option<usize> {
        let others = self.houses_of(b);
        let shared = self.houses_of(a).iter().find(|house| others.contains(house));
        shared.map(|&house| house as usize)
    }

    /// The peers of `cell`, each once. Cost: O(n) a house of the cell.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.houses_of(cell).iter().flat_map(move |&house| {
            let house = self.house(house as usize);
            house.cells.iter().copied().filter(move |&other| {
                other != cell && self.first_shared_house(cell, other) == Some(house.index)
            })
        })
    }

    /// Where a cell is.
    #[must_use]
    pub fn position(&self, cell: Cell) -> Position {
        Position { row: cell.index() / self.size() + 1, column: cell.index() % self.size() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn every_kind_of_house_covers_the_board_once() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 4), (5, 5)] {
            let geometry = Geometry::new(BoxShape::new(rows, columns).unwrap());
            for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
                let houses = geometry.houses().filter(|house| house.name.kind == kind);
                let cells = houses.flat_map(|house| house.cells).copied().sorted();
                assert!(cells.eq(geometry.cells()), "{rows}x{columns} {kind:?}");
            }
        }
    }

    #[test]
    fn no_two_houses_are_equal() {
        for shape in ["1x1", "1x5", "5x1", "2x2", "2x3", "3x3"] {
            let geometry = Geometry::new(shape.parse().unwrap());
            let houses = geometry.houses().map(|house| house.cells);
            assert!(houses.sorted().tuple_windows().all(|(a, b)| a != b), "{shape}");
        }
    }

    #[test]
    fn boxes_have_their_shape() {
        let cells_of_box = |shape: &str, number: usize| {
            let geometry = Geometry::new(shape.parse().unwrap());
            let mut boxes = geometry.houses().filter(|house| house.name.kind == HouseKind::Box);
            let house = boxes.nth(number - 1).unwrap();
            house.cells.iter().map(|&cell| geometry.position(cell).to_string()).join(" ")
        };
        assert_eq!(cells_of_box("2x3", 4), "r3c4 r3c5 r3c6 r4c4 r4c5 r4c6");
        assert_eq!(cells_of_box("3x2", 2), "r1c3 r1c4 r2c3 r2c4 r3c3 r3c4");
    }

    #[test]
    fn peers_are_the_cells_of_the_houses_without_repetition() {
        for shape in ["2x2", "2x3", "3x4"] {
            let geometry = Geometry::new(shape.parse().unwrap());
            for cell in geometry.cells() {
                let houses = geometry.houses().filter(|house| house.cells.contains(&cell));
                let expected = houses.flat_map(|house| house.cells).filter(|&&other| other != cell);
                assert_eq!(
                    geometry.peers(cell).sorted().collect_vec(),
                    expected.copied().sorted().dedup().collect_vec()
                );
            }
        }
    }
}
