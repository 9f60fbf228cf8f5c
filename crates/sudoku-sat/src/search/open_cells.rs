//! Depth-first search over the open cells in row-major order. The engines `backtrack` and `brute` use this search.

use sudoku_cnf::puzzle::check;
use sudoku_cnf::{Cell, Grid, Puzzle};

use crate::solver::{LimitPoller, Limits, StopReason};

/// An iterator that finds the solutions of a puzzle by filling the open cells one after another.
///
/// The `advance` function fills an open cell with the smallest possible digit, or replaces the digit of a filled cell
/// with the next larger possible digit, and then returns `true`. If there is no such digit, the function clears the
/// cell and returns `false`. The iterator requires O(n²) memory.
pub(super) struct OpenCells<A> {
    poller: LimitPoller,
    grid: Grid,
    /// The open cells of the puzzle in row-major order.
    cells: Vec<Cell>,
    /// The index in `cells` of the cell to fill next. All earlier cells in `cells` are filled.
    position: usize,
    is_done: bool,
    advance: A,
}

impl<A: FnMut(&mut Grid, Cell) -> bool> OpenCells<A> {
    pub(super) fn new(puzzle: &Puzzle, limits: Limits, advance: A) -> Self {
        Self {
            poller: LimitPoller::new(limits),
            grid: puzzle.grid().clone(),
            cells: puzzle.geometry().cells().filter(|&cell| puzzle.get(cell).is_none()).collect(),
            position: 0,
            is_done: check::check_givens(puzzle).is_err()
                || puzzle.givens().any(|given| puzzle.is_excluded(given)),
            advance,
        }
    }

    fn step_back(&mut self) {
        match self.position.checked_sub(1) {
            Some(previous) => self.position = previous,
            None => self.is_done = true,
        }
    }
}

impl<A: FnMut(&mut Grid, Cell) -> bool> Iterator for OpenCells<A> {
    type Item = Result<Grid, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_done {
            let Some(&cell) = self.cells.get(self.position) else {
                let solution = self.grid.clone();
                self.step_back();
                return Some(Ok(solution));
            };
            if let Err(reason) = self.poller.step() {
                self.is_done = true;
                return Some(Err(reason));
            }
            if (self.advance)(&mut self.grid, cell) {
                self.position += 1;
            } else {
                self.step_back();
            }
        }
        None
    }
}
