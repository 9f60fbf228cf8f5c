//! The places of a board by name: rows, columns, boxes, diagonals, blocks, and what is seen from outside.

use std::cell::OnceCell;

use super::{Cell, Geometry};
use crate::named_enum;

/// The cells of the boards of a geometry, with their rows, columns and boxes.
#[derive(Clone, Debug)]
pub(crate) struct BoardMap<'g> {
    geometry: &'g Geometry,
    /// The cells of each board, row by row. Most conditions need neither them nor the boxes.
    boards: OnceCell<Vec<Vec<Cell>>>,
    /// The box of each cell of a board, from 0.
    boxes: OnceCell<Vec<usize>>,
}

named_enum! {
    /// The kinds of houses that have numbers.
    pub(crate) enum Line: "house" {
        Row = "row",
        Column = "column",
        Box = "box",
    }
}

impl<'g> BoardMap<'g> {
    pub(crate) fn new(geometry: &'g Geometry) -> Self {
        Self { geometry, boards: OnceCell::new(), boxes: OnceCell::new() }
    }

    fn boards(&self) -> &[Vec<Cell>] {
        let geometry = self.geometry;
        self.boards.get_or_init(|| {
            let layout = geometry.layout().and_then(|layout| layout.boards(geometry.size()).ok());
            layout.unwrap_or_else(|| vec![geometry.cells().collect()])
        })
    }

    fn boxes(&self) -> &[usize] {
        self.boxes.get_or_init(|| self.geometry.boxes().cell_regions())
    }

    pub(crate) fn geometry(&self) -> &'g Geometry {
        self.geometry
    }

    /// Returns the number of boards.
    pub(crate) fn board_count(&self) -> usize {
        self.boards().len()
    }

    /// Returns the cells of a row, column or box of a board. Both numbers are counted from 1.
    pub(crate) fn house(&self, board: usize, kind: Line, number: usize) -> Option<Vec<Cell>> {
        let cells = self.boards().get(board.checked_sub(1)?)?;
        let n = self.geometry.size();
        let number = number.checked_sub(1).filter(|&number| number < n)?;
        Some(match kind {
            Line::Row => cells[number * n..][..n].to_vec(),
            Line::Column => cells.iter().skip(number).step_by(n).copied().collect(),
            Line::Box => {
                let cells = cells.iter().zip(self.boxes());
                cells.filter(|(_, other)| **other == number).map(|(&cell, _)| cell).collect()
            }
        })
    }

    /// Returns the rows, columns or boxes of all boards.
    pub(crate) fn houses(&self, kind: Line) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let numbers =
            (1..=self.boards().len()).flat_map(|board| (1..=self.geometry.size()).map(move |i| (board, i)));
        numbers.filter_map(move |(board, number)| self.house(board, kind, number))
    }

    /// Returns all rows and columns, read from both ends.
    pub(crate) fn edges(&self) -> Vec<Vec<Cell>> {
        let lines: Vec<_> = self.houses(Line::Row).chain(self.houses(Line::Column)).collect();
        let reversed = |line: &Vec<Cell>| line.iter().rev().copied().collect();
        lines.iter().flat_map(|line| [line.clone(), reversed(line)]).collect()
    }

    /// Returns a main diagonal of a board, from left to right.
    pub(crate) fn diagonal(&self, board: usize, is_rising: bool) -> Option<Vec<Cell>> {
        let cells = self.boards().get(board.checked_sub(1)?)?;
        let n = self.geometry.size();
        let row = |column| if is_rising { n - 1 - column } else { column };
        Some((0..n).map(|column| cells[row(column) * n + column]).collect())
    }

    /// Returns the rectangles with these numbers of rows and columns, in all positions.
    pub(crate) fn blocks(&self, rows: usize, columns: usize) -> Vec<Vec<Cell>> {
        let is_possible = rows > 0 && columns > 0;
        let corners = self.geometry.cells().filter(|_| is_possible);
        let block = |corner: Cell| {
            let steps = (0..rows).flat_map(|row| (0..columns).map(move |column| (row as i32, column as i32)));
            steps.map(|step| self.geometry.moved(corner, step)).collect::<Option<Vec<_>>>()
        };
        corners.filter_map(block).collect()
    }

    /// Returns the pairs of cells whose second is some rows below and some columns to the right of the first.
    pub(crate) fn pairs(&self, steps: &[(i32, i32)]) -> Vec<[Cell; 2]> {
        let second =
            |cell: Cell| steps.iter().filter_map(move |&step| Some([cell, self.geometry.moved(cell, step)?]));
        self.geometry.cells().flat_map(second).collect()
    }

    /// Returns each pair of horizontally or vertically adjacent cells.
    pub(crate) fn adjacent_pairs(&self) -> Vec<[Cell; 2]> {
        self.pairs(&[(0, 1), (1, 0)])
    }

    /// Returns the rectangle between two corners, from the first to the second, or `None` if a cell is missing.
    pub(crate) fn rectangle(&self, first: Cell, last: Cell) -> Option<Vec<Cell>> {
        let range = |from: usize, to: usize| -> Vec<usize> {
            if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
        };
        let rows = range(first.row(), last.row());
        let columns = range(first.column(), last.column());
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| Cell::new(row, column)));
        cells.map(|cell| cell.filter(|&cell| self.geometry.contains(cell))).collect()
    }

    /// Returns the number of the row, column or box of a cell, from 1. On overlapping boards, rows and columns are
    /// those of the canvas, and boxes those of the first board with the cell.
    pub(crate) fn number_of(&self, cell: Cell, kind: Line) -> usize {
        match kind {
            Line::Row => cell.row(),
            Line::Column => cell.column(),
            Line::Box => {
                let index =
                    self.boards().iter().find_map(|cells| cells.iter().position(|&other| other == cell));
                index.map_or(0, |index| self.boxes()[index] + 1)
            }
        }
    }

    /// Returns the longest parts of a list of cells within one box.
    pub(crate) fn runs(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let box_of = |cell: &Cell| self.number_of(*cell, Line::Box);
        cells.chunk_by(|a, b| box_of(a) == box_of(b)).map(<[Cell]>::to_vec).collect()
    }
}
