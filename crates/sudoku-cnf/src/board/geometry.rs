//! The cells and houses of a board.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use super::{BoxShape, Boxes, Cell, Digit, House, HouseKind, HouseName, Variant, VariantError};

/// A board's cells and houses. Memory: O(n²).
///
/// ```
/// use sudoku_cnf::{BoxShape, Cell, Geometry};
///
/// let geometry = Geometry::new(BoxShape::STANDARD);
/// assert_eq!(geometry.houses().count(), 27);
/// let corner = Cell::new(1, 1).unwrap();
/// assert_eq!(geometry.peers(corner).count(), 20);
/// assert_eq!(geometry.cell(9).to_string(), "r2c1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    size: usize,
    boxes: Boxes,
    /// In ascending order, none twice.
    variants: Vec<Variant>,
    /// How many of the houses are complete; they come first.
    complete: usize,
    names: Vec<HouseName>,
    /// The cells of house 0, ascending, then of house 1, …
    house_cells: Vec<Cell>,
    /// Where each house's cells begin in `house_cells`, and one entry more for the end.
    house_starts: Vec<u32>,
    /// The houses of cell 0 in ascending order, then of cell 1, …
    cell_houses: Vec<u32>,
    /// Where each cell's houses begin in `cell_houses`, and one entry more for the end.
    cell_starts: Vec<u32>,
}

impl Geometry {
    /// Returns the common 9×9 board. All callers share one value.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Geometry>> =
            LazyLock::new(|| Arc::new(Geometry::new(BoxShape::STANDARD)));
        STANDARD.clone()
    }

    /// The board with rows, columns and boxes of this shape, in that order; boxes of one row or one
    /// column are no houses of their own.
    #[must_use]
    pub fn new(shape: BoxShape) -> Self {
        let mut geometry = Self::without_houses(Boxes::Shape(shape));
        geometry.add_lines_and_boxes();
        geometry
    }

    /// The board with these boxes, and the houses of `variants` after rows, columns and boxes.
    ///
    /// # Errors
    /// If a variant is not defined for these boxes.
    ///
    /// ```
    /// use sudoku_cnf::{BoxShape, Geometry};
    /// use sudoku_cnf::board::Variant;
    ///
    /// let geometry = Geometry::with_variants(BoxShape::STANDARD, &[Variant::X, Variant::Windoku])?;
    /// assert_eq!(geometry.houses().count(), 27 + 2 + 4);
    /// # Ok::<(), sudoku_cnf::board::VariantError>(())
    /// ```
    pub fn with_variants(boxes: impl Into<Boxes>, variants: &[Variant]) -> Result<Self, VariantError> {
        let mut geometry = Self::without_houses(boxes.into());
        geometry.add_lines_and_boxes();
        geometry.variants = variants.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        // Variants that add complete houses are in front, so these are together.
        for variant in geometry.variants.clone() {
            let (kind, houses) = variant.houses(&geometry.boxes)?;
            geometry.add_houses(houses.into_iter().map(|cells| (kind, cells)));
        }
        Ok(geometry)
    }

    fn without_houses(boxes: Boxes) -> Self {
        let size = boxes.size();
        Self {
            size,
            boxes,
            variants: Vec::new(),
            complete: 0,
            names: Vec::new(),
            house_cells: Vec::new(),
            house_starts: vec![0],
            cell_houses: Vec::new(),
            cell_starts: vec![0; size * size + 1],
        }
    }

    fn add_lines_and_boxes(&mut self) {
        let n = self.size;
        let lines = (0..n).map(|row| (HouseKind::Row, (0..n).map(|i| row * n + i).collect::<Vec<_>>()));
        let columns = (0..n).map(|column| (HouseKind::Column, (0..n).map(|i| i * n + column).collect()));
        let mut houses: Vec<_> = lines.chain(columns).collect();
        houses.extend(self.boxes.cells().into_iter().map(|cells| (HouseKind::Box, cells)));
        self.add_houses(houses);
    }

    /// Adds houses, each of ascending cells, numbered from 1 among their kind. Those that are there already
    /// are left out: the column of a 1×1 board, boxes of one row, pairs of cells that share a house.
    fn add_houses(&mut self, houses: impl IntoIterator<Item = (HouseKind, Vec<usize>)>) {
        let mut numbers = HashMap::new();
        let mut known: HashSet<_> = self.houses().map(|house| house.cells.to_vec()).collect();
        for (kind, cells) in houses {
            let number = numbers.entry(kind).and_modify(|number| *number += 1).or_insert(1);
            let cells: Vec<_> = cells.into_iter().map(|cell| self.cell(cell)).collect();
            let is_new = match cells[..] {
                [a, b] if cells.len() < self.size => self.first_shared_house(a, b).is_none(),
                _ => known.insert(cells.clone()),
            };
            if is_new {
                debug_assert!(self.complete == self.names.len() || cells.len() < self.size);
                self.complete += usize::from(cells.len() == self.size);
                self.names.push(HouseName { kind, number: *number });
                self.house_cells.extend(cells);
                self.house_starts.push(self.house_cells.len() as u32);
            }
        }
        self.index_cells();
    }

    /// Fills in the houses of each cell.
    fn index_cells(&mut self) {
        self.cell_starts.fill(0);
        for cell in &self.house_cells {
            self.cell_starts[cell.index(self.size) + 1] += 1;
        }
        for cell in 0..self.cell_count() {
            self.cell_starts[cell + 1] += self.cell_starts[cell];
        }
        let mut next = self.cell_starts.clone();
        self.cell_houses = vec![0; self.house_cells.len()];
        for (house, range) in self.house_starts.windows(2).enumerate() {
            for cell in &self.house_cells[range[0] as usize..range[1] as usize] {
                let place = &mut next[cell.index(self.size)];
                self.cell_houses[*place as usize] = house as u32;
                *place += 1;
            }
        }
    }

    /// The boxes.
    #[must_use]
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// The shape of the boxes; `None` for a jigsaw.
    #[must_use]
    pub fn box_shape(&self) -> Option<BoxShape> {
        match self.boxes {
            Boxes::Shape(shape) => Some(shape),
            Boxes::Regions(_) => None,
        }
    }

    /// The variants whose houses were added.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The size n: digits, and cells in a row.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of cells, n².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.size() * self.size()
    }

    /// All cells, row-major.
    #[must_use]
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        let size = self.size;
        (0..self.cell_count()).map(move |index| Cell::from_index(index, size))
    }

    /// All digits, ascending.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        (1..=self.size()).filter_map(Digit::new)
    }

    /// All houses: rows, columns, boxes, then those of variants. The complete ones come first.
    #[must_use]
    pub fn houses(&self) -> impl ExactSizeIterator<Item = House<'_>> + Clone {
        (0..self.names.len()).map(|index| self.house(index))
    }

    /// How many houses are complete: those of n cells, which hold every digit and come before the others.
    #[must_use]
    pub fn complete_houses(&self) -> usize {
        self.complete
    }

    /// The house with this index.
    ///
    /// # Panics
    /// If there is no such house.
    #[must_use]
    pub fn house(&self, index: usize) -> House<'_> {
        let cells = self.house_starts[index] as usize..self.house_starts[index + 1] as usize;
        House {
            index,
            name: self.names[index],
            cells: &self.house_cells[cells],
            is_complete: index < self.complete,
        }
    }

    /// The indices of the houses that `cell` belongs to, ascending.
    #[must_use]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        let index = cell.index(self.size);
        let (start, end) = (self.cell_starts[index] as usize, self.cell_starts[index + 1] as usize);
        &self.cell_houses[start..end]
    }

    /// The first house that holds both cells, which makes them peers; `None` where none does.
    #[must_use]
    pub fn first_shared_house(&self, a: Cell, b: Cell) -> Option<usize> {
        let others = self.houses_of(b);
        let shared = self.houses_of(a).iter().find(|house| others.contains(house));
        shared.map(|&house| house as usize)
    }

    /// Whether no house before this one, which holds both cells, holds both as well.
    #[must_use]
    pub fn is_first_shared(&self, house: usize, a: Cell, b: Cell) -> bool {
        let others = self.houses_of(b);
        !self.houses_of(a).iter().take_while(|&&shared| (shared as usize) < house).any(|h| others.contains(h))
    }

    /// The peers of `cell`, each once. Cost: O(n) a house of the cell.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.houses_of(cell).iter().flat_map(move |&house| {
            let house = self.house(house as usize);
            let others = house.cells.iter().copied().filter(move |&other| other != cell);
            others.filter(move |&other| self.is_first_shared(house.index, cell, other))
        })
    }

    /// Returns the cell with this row-major index, from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        Cell::from_index(index, self.size)
    }

    /// Returns whether `cell` is on this board.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row() <= self.size && cell.column() <= self.size
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
            house.cells.iter().join(" ")
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
