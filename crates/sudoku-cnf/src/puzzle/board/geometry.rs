//! The cells and houses of a board.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::{Canvas, Cells};
use super::house_table::{HouseTable, UnnamedHouse};
use super::{BoardError, BoxShape, Boxes, Cell, Digit, House, HouseKind, Layout, Variant};

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
// Threads may share a board. The alignment keeps it out of the cache line of the reference count, which changes with
// each clone of the `Arc`.
#[derive(Clone, Debug, Eq)]
#[repr(align(128))]
pub struct Geometry {
    size: usize,
    boxes: Boxes,
    /// The variants in ascending order, without duplicates.
    variants: Vec<Variant>,
    /// The layout of overlapping boards, or `None` for a single board.
    layout: Option<Layout>,
    cells: Cells,
    houses: HouseTable,
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Hash for Geometry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

thread_local! {
    /// Each thread has its own standard board, because threads that share one would compete for its reference count.
    static STANDARD: Arc<Geometry> = Arc::new(Geometry::new(BoxShape::STANDARD));
}

impl Geometry {
    /// Returns what determines the cells and houses.
    fn key(&self) -> (usize, &Boxes, &[Variant], Option<&Layout>) {
        (self.size, &self.boxes, &self.variants, self.layout.as_ref())
    }

    /// Returns the standard 9×9 board. All callers on the same thread share one instance.
    pub fn standard() -> Arc<Self> {
        STANDARD.with(Arc::clone)
    }

    /// Returns whether this is the standard 9×9 board.
    pub fn is_standard(&self) -> bool {
        self.key() == (9, &Boxes::Shape(BoxShape::STANDARD), &[], None)
    }

    /// Creates a board with boxes of the given shape.
    ///
    /// The houses are the rows, the columns and the boxes, in that order. If each box is a whole row or column, the
    /// boxes are left out, because they would duplicate the rows or columns.
    pub fn new(shape: BoxShape) -> Self {
        let mut geometry = Self::without_houses(Boxes::Shape(shape), Cells::Square(shape.size()));
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
        let boxes = boxes.into();
        let cells = Cells::Square(boxes.size());
        let mut geometry = Self::without_houses(boxes, cells);
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
        let canvas = Cells::Canvas(Canvas::new(boards.concat()));
        let indices = |cells: &Vec<Cell>| cells.iter().map(|&cell| canvas.index(cell)).collect();
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
        let mut geometry = Self::without_houses(boxes, canvas.clone());
        geometry.layout = Some(layout.clone());
        geometry.add_houses(on_each_board(geometry.lines_and_boxes()));
        geometry.add_variants(variants, on_each_board)?;
        Ok(geometry)
    }

    fn without_houses(boxes: Boxes, cells: Cells) -> Self {
        let houses = HouseTable::empty(cells.len());
        Self { size: boxes.size(), boxes, variants: Vec::new(), layout: None, cells, houses }
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

    fn add_houses(&mut self, houses: Vec<UnnamedHouse>) {
        self.houses.add(houses, self.size, &self.cells);
    }

    /// Returns the boxes of the board.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Returns the shape of the boxes, or `None` if the board is a jigsaw.
    pub fn box_shape(&self) -> Option<BoxShape> {
        match self.boxes {
            Boxes::Shape(shape) => Some(shape),
            Boxes::Regions(_) => None,
        }
    }

    /// Returns the variants of the board in ascending order.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// Returns the layout of overlapping boards, or `None` if there is only one board.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Returns the size n of the board, or of each board of a layout. Each board has n rows and n columns and uses the
    /// digits from 1 to n.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of rows, which is n for a single board.
    pub fn rows(&self) -> usize {
        self.cells.dimensions().0
    }

    /// Returns the number of columns, which is n for a single board.
    pub fn columns(&self) -> usize {
        self.cells.dimensions().1
    }

    /// Returns the number of cells, which is n² for a single board.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns all cells in row-major order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        let cells = self.cells.clone();
        (0..self.cell_count()).map(move |index| cells.cell(index))
    }

    /// Returns all digits in ascending order.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        (1..=self.size()).filter_map(Digit::new)
    }

    /// Returns all houses: the rows, the columns, the boxes and the houses that variants add, in that order.
    ///
    /// Houses that have n cells come before all other houses.
    pub fn houses(&self) -> impl ExactSizeIterator<Item = House<'_>> + Clone {
        (0..self.houses.len()).map(|index| self.house(index))
    }

    /// Returns the number of houses that have n cells.
    ///
    /// Each of these houses must contain every digit. They come before all other houses.
    pub fn complete_houses(&self) -> usize {
        self.houses.complete()
    }

    /// Returns the house at `index` in the order of [`houses`](Self::houses).
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    pub fn house(&self, index: usize) -> House<'_> {
        self.houses.get(index)
    }

    /// Returns the box that contains each place of the board, row by row, as a number. The result is `None` for places
    /// between overlapping boards. Of several boxes that contain a cell, only the first counts.
    pub fn box_numbers(&self) -> Vec<Option<usize>> {
        if self.layout().is_none() {
            return self.boxes.cell_regions().into_iter().map(Some).collect();
        }
        let mut numbers = vec![None; self.rows() * self.columns()];
        for cell in self.cells() {
            let mut houses = self.houses_of(cell).iter().map(|&house| house as usize);
            let is_box = |&house: &usize| self.house(house).name.kind == HouseKind::Box;
            numbers[cell.index(self.columns())] = Some(houses.find(is_box).unwrap_or(usize::MAX));
        }
        numbers
    }

    /// Returns the indices of the houses that contain `cell`, in ascending order.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        self.houses.of_cell(self.index(cell))
    }

    /// Returns the index of the first house that contains both `a` and `b`, or `None` if there is no such house.
    ///
    /// # Panics
    /// Panics if a cell is not on the board.
    pub fn first_shared_house(&self, a: Cell, b: Cell) -> Option<usize> {
        self.houses.first_shared(self.index(a), self.index(b))
    }

    /// Returns whether the house with index `house` is the first house that contains both `a` and `b`.
    ///
    /// Both cells must belong to this house.
    ///
    /// # Panics
    /// Panics if a cell is not on the board.
    pub fn is_first_shared(&self, house: usize, a: Cell, b: Cell) -> bool {
        let others = self.houses_of(b);
        !self.houses_of(a).iter().take_while(|&&shared| (shared as usize) < house).any(|h| others.contains(h))
    }

    /// Returns the peers of `cell`, without duplicates. The peers are the other cells in the houses of the cell.
    ///
    /// The running time is O(n) for each house that contains the cell.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
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
    pub fn cell(&self, index: usize) -> Cell {
        self.cells.cell(index)
    }

    /// Returns the index of `cell` in row-major order. The first cell has index 0.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        assert!(self.contains(cell), "the board has no cell {cell}");
        self.cells.index(cell)
    }

    /// Returns whether `cell` is on this board.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(cell)
    }

    /// Returns the cell that is `rows` below and `columns` to the right of `cell`, if the board has it.
    pub fn moved(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let add = |number: usize, step: i32| number.checked_add_signed(step as isize);
        let cell = Cell::new(add(cell.row(), rows)?, add(cell.column(), columns)?)?;
        self.contains(cell).then_some(cell)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use itertools::Itertools;

    #[test]
    fn cells_off_the_board_panic() {
        let geometry = Geometry::new("2x2".parse().unwrap());
        let inside = Cell::new(1, 1).unwrap();
        for outside in [Cell::new(1, 9), Cell::new(9, 1), Cell::new(1000, 1000)].map(Option::unwrap) {
            let methods: [&dyn Fn() -> usize; 5] = [
                &|| geometry.index(outside),
                &|| geometry.peers(outside).count(),
                &|| geometry.houses_of(outside).len(),
                &|| geometry.first_shared_house(inside, outside).unwrap_or_default(),
                &|| geometry.is_first_shared(0, outside, inside).into(),
            ];
            for method in methods {
                assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(method)).is_err(), "{outside}");
            }
            assert!(!geometry.contains(outside));
        }
    }

    #[test]
    fn equal_boards_may_come_from_different_threads() {
        let standard = Geometry::standard();
        let other = thread::spawn(Geometry::standard).join().unwrap();
        assert!(!Arc::ptr_eq(&standard, &other) && standard == other);
        let with_variants =
            |variants: &[Variant]| Geometry::with_variants(BoxShape::STANDARD, variants).unwrap();
        for board in [Geometry::new(BoxShape::STANDARD), with_variants(&[])] {
            assert!(*standard == board && board.is_standard());
        }
        let layout = Geometry::with_layout(BoxShape::STANDARD, &[], &"samurai".parse().unwrap()).unwrap();
        let rows = Geometry::new(BoxShape::new(1, 9).unwrap());
        for board in [with_variants(&[Variant::X]), layout, rows] {
            assert!(*standard != board && !board.is_standard());
        }
    }

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
    fn no_two_houses_of_overlapping_boards_are_equal() {
        let variants = [Variant::AntiKnight, Variant::AntiKing];
        for layout in ["butterfly", "samurai", "clueless-1"] {
            let layout = layout.parse().unwrap();
            let geometry = Geometry::with_layout(BoxShape::STANDARD, &variants, &layout).unwrap();
            let houses = geometry.houses().map(|house| house.cells);
            assert!(houses.sorted().tuple_windows().all(|(a, b)| a != b), "{layout}");
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
