//! The cells and houses of a board.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use super::canvas::Canvas;
use super::{BoardError, BoxShape, Boxes, Cell, Digit, House, HouseKind, HouseName, Layout, Variant};

/// A board: its size, cells and houses. A board of size n uses O(n²) memory.
///
/// A geometry can also consist of several boards of the same size, which may overlap: see
/// [`with_layout`](Self::with_layout).
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
    /// The variants in ascending order, without duplicates.
    variants: Vec<Variant>,
    /// The layout and the cells of all its boards, or `None` for a single board, whose cells are numbered by arithmetic.
    canvas: Option<(Layout, Canvas)>,
    /// The number of houses that have n cells. These houses come before all other houses.
    complete: usize,
    names: Vec<HouseName>,
    /// The cells of all houses, ordered by house and then by cell.
    house_cells: Vec<Cell>,
    /// For each house, the index in `house_cells` at which the cells of the house start. The last entry is the length
    /// of `house_cells`.
    house_starts: Vec<u32>,
    /// The indices of the houses that contain each cell, ordered by cell and then by house.
    cell_houses: Vec<u32>,
    /// For each cell, the index in `cell_houses` at which the houses of the cell start. The last entry is the length of
    /// `cell_houses`.
    cell_starts: Vec<u32>,
}

impl Geometry {
    /// Returns the standard 9×9 board. All callers share one instance.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Geometry>> =
            LazyLock::new(|| Arc::new(Geometry::new(BoxShape::STANDARD)));
        STANDARD.clone()
    }

    /// Creates a board with boxes of the given shape.
    ///
    /// The houses are the rows, the columns and the boxes, in that order. If each box is a whole row or column, the
    /// boxes are left out, because they would duplicate the rows or columns.
    #[must_use]
    pub fn new(shape: BoxShape) -> Self {
        let mut geometry = Self::without_houses(Boxes::Shape(shape), None);
        geometry.add_houses(geometry.lines_and_boxes());
        geometry
    }

    /// Creates a board with the given boxes and variants.
    ///
    /// The houses that the variants add come after the rows, columns and boxes.
    ///
    /// # Errors
    /// Returns an error if a variant is not defined for these boxes.
    ///
    /// ```
    /// use sudoku_cnf::{BoxShape, Geometry};
    /// use sudoku_cnf::puzzle::board::Variant;
    ///
    /// let geometry = Geometry::with_variants(BoxShape::STANDARD, &[Variant::X, Variant::Windoku])?;
    /// assert_eq!(geometry.houses().count(), 27 + 2 + 4);
    /// # Ok::<(), sudoku_cnf::puzzle::board::BoardError>(())
    /// ```
    pub fn with_variants(boxes: impl Into<Boxes>, variants: &[Variant]) -> Result<Self, BoardError> {
        let mut geometry = Self::without_houses(boxes.into(), None);
        geometry.add_houses(geometry.lines_and_boxes());
        geometry.add_variants(variants, |houses| houses)?;
        Ok(geometry)
    }

    /// Creates boards at the positions of `layout`. Each of them has the given boxes and variants.
    ///
    /// The cells of all boards are numbered row by row. The houses are the rows, columns and boxes of the first board,
    /// of the second board, and so on, followed by the houses that variants add to each board. A house that belongs to
    /// two boards is named after the first of them.
    ///
    /// # Errors
    /// Returns an error if a variant or the layout does not fit these boxes.
    ///
    /// ```
    /// use sudoku_cnf::{BoxShape, Geometry};
    ///
    /// let geometry = Geometry::with_layout(BoxShape::STANDARD, &[], &"samurai".parse()?)?;
    /// assert_eq!((geometry.cell_count(), geometry.candidate_count()), (369, 3321));
    /// assert_eq!(geometry.house(27).name.to_string(), "row 1 of board 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_layout(
        boxes: impl Into<Boxes>,
        variants: &[Variant],
        layout: &Layout,
    ) -> Result<Self, BoardError> {
        let boxes = boxes.into();
        let boards = layout.boards(boxes.size())?;
        let canvas = Canvas::new(boards.concat());
        let indices = |cells: &Vec<Cell>| cells.iter().filter_map(|&cell| canvas.index(cell)).collect();
        let boards: Vec<Vec<usize>> = boards.iter().map(indices).collect();
        let on_each_board = |houses: Vec<UnnamedHouse>| {
            let on_board = |(number, cells): (usize, &Vec<usize>)| {
                let houses = houses.iter().map(|house| UnnamedHouse {
                    cells: house.cells.iter().map(|&cell| cells[cell]).collect(),
                    board: Some(number as u16 + 1),
                    ..*house
                });
                houses.collect::<Vec<_>>()
            };
            boards.iter().enumerate().flat_map(on_board).collect()
        };
        let mut geometry = Self::without_houses(boxes, Some((layout.clone(), canvas.clone())));
        geometry.add_houses(on_each_board(geometry.lines_and_boxes()));
        geometry.add_variants(variants, on_each_board)?;
        Ok(geometry)
    }

    fn without_houses(boxes: Boxes, canvas: Option<(Layout, Canvas)>) -> Self {
        let size = boxes.size();
        let cell_count = canvas.as_ref().map_or(size * size, |(_, canvas)| canvas.cells().len());
        Self {
            size,
            boxes,
            variants: Vec::new(),
            canvas,
            complete: 0,
            names: Vec::new(),
            house_cells: Vec::new(),
            house_starts: vec![0],
            cell_houses: Vec::new(),
            cell_starts: vec![0; cell_count + 1],
        }
    }

    /// Returns the rows, columns and boxes of a single board.
    fn lines_and_boxes(&self) -> Vec<UnnamedHouse> {
        let n = self.size;
        let lines = (0..n).map(|row| (HouseKind::Row, (0..n).map(|i| row * n + i).collect()));
        let columns = (0..n).map(|column| (HouseKind::Column, (0..n).map(|i| i * n + column).collect()));
        let boxes = self.boxes.cells().into_iter().map(|cells| (HouseKind::Box, cells));
        let houses = lines.chain(columns).chain(boxes);
        houses.map(|(kind, cells)| UnnamedHouse { kind, cells, board: None }).collect()
    }

    /// Adds the houses of `variants`. `place` receives the houses of a single board and returns those of all boards.
    fn add_variants(
        &mut self,
        variants: &[Variant],
        place: impl Fn(Vec<UnnamedHouse>) -> Vec<UnnamedHouse>,
    ) -> Result<(), BoardError> {
        self.variants = variants.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        // In the set, variants that add houses of n cells come first, so these houses are added before all smaller
        // houses.
        for variant in self.variants.clone() {
            let (kind, houses) = variant.houses(&self.boxes)?;
            let houses = houses.into_iter().map(|cells| UnnamedHouse { kind, cells, board: None });
            self.add_houses(place(houses.collect()));
        }
        Ok(())
    }

    /// Adds `houses` and numbers the houses of each kind from 1, for each board separately. The cells of each house must
    /// be in ascending order.
    ///
    /// A redundant house receives a number but is not added. A house is redundant if it has the same cells as an
    /// existing house, or if it consists of two cells that already share a house.
    fn add_houses(&mut self, houses: Vec<UnnamedHouse>) {
        let mut numbers = HashMap::new();
        let mut known: HashSet<_> = self.houses().map(|house| house.cells.to_vec()).collect();
        for UnnamedHouse { kind, cells, board } in houses {
            let number = numbers.entry((kind, board)).and_modify(|number| *number += 1).or_insert(1);
            let cells: Vec<_> = cells.into_iter().map(|cell| self.cell(cell)).collect();
            let is_new = match cells[..] {
                [a, b] if cells.len() < self.size => self.first_shared_house(a, b).is_none(),
                _ => known.insert(cells.clone()),
            };
            if is_new {
                debug_assert!(self.complete == self.names.len() || cells.len() < self.size);
                self.complete += usize::from(cells.len() == self.size);
                self.names.push(HouseName { kind, number: *number, board });
                self.house_cells.extend(cells);
                self.house_starts.push(self.house_cells.len() as u32);
            }
        }
        self.index_cells();
    }

    /// Rebuilds the index that maps each cell to its houses.
    fn index_cells(&mut self) {
        let mut starts = vec![0; self.cell_count() + 1];
        for &cell in &self.house_cells {
            starts[self.index(cell) + 1] += 1;
        }
        for cell in 0..self.cell_count() {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut cell_houses = vec![0; self.house_cells.len()];
        for (house, range) in self.house_starts.windows(2).enumerate() {
            for &cell in &self.house_cells[range[0] as usize..range[1] as usize] {
                let slot = &mut next[self.index(cell)];
                cell_houses[*slot as usize] = house as u32;
                *slot += 1;
            }
        }
        (self.cell_starts, self.cell_houses) = (starts, cell_houses);
    }

    /// Returns the boxes of the board.
    #[must_use]
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Returns the shape of the boxes, or `None` if the board is a jigsaw.
    #[must_use]
    pub fn box_shape(&self) -> Option<BoxShape> {
        match self.boxes {
            Boxes::Shape(shape) => Some(shape),
            Boxes::Regions(_) => None,
        }
    }

    /// Returns the variants of the board in ascending order.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// Returns the layout of overlapping boards, or `None` if there is only one board.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        self.canvas.as_ref().map(|(layout, _)| layout)
    }

    /// Returns the size n of the board, or of each board of a layout. Each board has n rows and n columns and uses the
    /// digits from 1 to n.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of rows, which is n for a single board.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.canvas.as_ref().map_or(self.size, |(_, canvas)| canvas.rows())
    }

    /// Returns the number of columns, which is n for a single board.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.canvas.as_ref().map_or(self.size, |(_, canvas)| canvas.columns())
    }

    /// Returns the number of cells, which is n² for a single board.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.canvas.as_ref().map_or(self.size * self.size, |(_, canvas)| canvas.cells().len())
    }

    /// Returns all cells in row-major order.
    #[must_use]
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        let size = self.size;
        let cells = self.canvas.as_ref().map(|(_, canvas)| canvas.cells().clone());
        (0..self.cell_count()).map(move |index| match &cells {
            None => Cell::from_index(index, size),
            Some(cells) => cells[index],
        })
    }

    /// Returns all digits in ascending order.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        (1..=self.size()).filter_map(Digit::new)
    }

    /// Returns all houses: the rows, the columns, the boxes and the houses that variants add, in that order.
    ///
    /// Houses that have n cells come before all other houses.
    #[must_use]
    pub fn houses(&self) -> impl ExactSizeIterator<Item = House<'_>> + Clone {
        (0..self.names.len()).map(|index| self.house(index))
    }

    /// Returns the number of houses that have n cells.
    ///
    /// Each of these houses must contain every digit. They come before all other houses.
    #[must_use]
    pub fn complete_houses(&self) -> usize {
        self.complete
    }

    /// Returns the house at `index` in the order of [`houses`](Self::houses).
    ///
    /// # Panics
    /// Panics if `index` is out of range.
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

    /// Returns the box that contains each place of the board, row by row, as a number. The result is `None` for places
    /// between overlapping boards. Of several boxes that contain a cell, only the first counts.
    #[must_use]
    pub fn box_numbers(&self) -> Vec<Option<usize>> {
        if self.layout().is_none() {
            return self.boxes.cell_regions().into_iter().map(Some).collect();
        }
        let mut numbers = vec![None; self.rows() * self.columns()];
        for cell in self.cells() {
            let mut houses = self.houses_of(cell).iter().map(|&house| house as usize);
            let is_box = |&house: &usize| self.names[house].kind == HouseKind::Box;
            numbers[cell.index(self.columns())] = Some(houses.find(is_box).unwrap_or(usize::MAX));
        }
        numbers
    }

    /// Returns the indices of the houses that contain `cell`, in ascending order.
    #[must_use]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        let index = self.index(cell);
        let (start, end) = (self.cell_starts[index] as usize, self.cell_starts[index + 1] as usize);
        &self.cell_houses[start..end]
    }

    /// Returns the index of the first house that contains both `a` and `b`, or `None` if there is no such house.
    #[must_use]
    pub fn first_shared_house(&self, a: Cell, b: Cell) -> Option<usize> {
        let others = self.houses_of(b);
        let shared = self.houses_of(a).iter().find(|house| others.contains(house));
        shared.map(|&house| house as usize)
    }

    /// Returns whether the house with index `house` is the first house that contains both `a` and `b`.
    ///
    /// Both cells must belong to this house.
    #[must_use]
    pub fn is_first_shared(&self, house: usize, a: Cell, b: Cell) -> bool {
        let others = self.houses_of(b);
        !self.houses_of(a).iter().take_while(|&&shared| (shared as usize) < house).any(|h| others.contains(h))
    }

    /// Returns the peers of `cell`, without duplicates. The peers are the other cells in the houses of the cell.
    ///
    /// The running time is O(n) for each house that contains the cell.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.houses_of(cell).iter().flat_map(move |&house| {
            let house = self.house(house as usize);
            let others = house.cells.iter().copied().filter(move |&other| other != cell);
            others.filter(move |&other| self.is_first_shared(house.index, cell, other))
        })
    }

    /// Returns the cell at `index` in row-major order. The first cell has index 0.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        match &self.canvas {
            None => Cell::from_index(index, self.size),
            Some((_, canvas)) => canvas.cells()[index],
        }
    }

    /// Returns the index of `cell` in row-major order. The first cell has index 0.
    ///
    /// # Panics
    /// May panic if the board has no such cell.
    #[inline]
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        match &self.canvas {
            None => cell.index(self.size),
            Some((_, canvas)) => canvas.index(cell).unwrap_or(usize::MAX),
        }
    }

    /// Returns whether `cell` is on this board.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        match &self.canvas {
            None => cell.row() <= self.size && cell.column() <= self.size,
            Some((_, canvas)) => canvas.index(cell).is_some(),
        }
    }
}

/// A house before it receives its number.
#[derive(Clone)]
struct UnnamedHouse {
    kind: HouseKind,
    /// The indices of the cells.
    cells: Vec<usize>,
    board: Option<u16>,
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
    fn boxes_have_the_given_shape() {
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
