//! Indexers: the digit of a cell is the position of a digit in its row, column or box.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, cell_at, list};
use crate::puzzle::board::{Cell, Digit, Geometry};

/// If a cell in row r contains v, then row v of the same column contains r.
pub(super) static ROW_INDEXER: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, context, digits| holds(rule, context, digits, in_column),
        constraints: |rule, context| constraints(rule, context, in_column),
    },
    sentence: |rule| {
        format!("{} tell in which row of their column the number of their row is", list(rule.cells()))
    },
};

/// If a cell in column c contains v, then column v of the same row contains c.
pub(super) static COLUMN_INDEXER: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, context, digits| holds(rule, context, digits, in_row),
        constraints: |rule, context| constraints(rule, context, in_row),
    },
    sentence: |rule| {
        format!("{} tell in which column of their row the number of their column is", list(rule.cells()))
    },
};

/// If the cell at position p of a box contains v, then the cell at position v of the box contains p.
pub(super) static BOX_INDEXER: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, context, digits| holds(rule, context, digits, in_box),
        constraints: |rule, context| constraints(rule, context, in_box),
    },
    sentence: |rule| {
        format!("{} tell at which position of their box the number of their position is", list(rule.cells()))
    },
};

/// Returns the cells of the line or box of a cell, and the index of the cell in it.
type House = fn(Cell, &Geometry) -> (Vec<Cell>, usize);

fn in_column(cell: Cell, geometry: &Geometry) -> (Vec<Cell>, usize) {
    let cells = (1..=geometry.size()).filter_map(|row| Cell::new(row, cell.column()));
    (cells.collect(), cell.row() - 1)
}

fn in_row(cell: Cell, geometry: &Geometry) -> (Vec<Cell>, usize) {
    let cells = (1..=geometry.size()).filter_map(|column| Cell::new(cell.row(), column));
    (cells.collect(), cell.column() - 1)
}

fn in_box(cell: Cell, geometry: &Geometry) -> (Vec<Cell>, usize) {
    let regions = geometry.boxes().cell_regions();
    let region = |cell: Cell| regions[geometry.index(cell)];
    let cells: Vec<_> = geometry.cells().filter(|&other| region(other) == region(cell)).collect();
    let index = cells.iter().position(|&other| other == cell).unwrap_or(0);
    (cells, index)
}

fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>, house: House) -> bool {
    rule.cells().iter().all(|&cell| {
        let (cells, index) = house(cell, context.geometry);
        let indexed = digits(cell).and_then(|digit| digits(cell_at(&cells, digit)?));
        indexed.is_none_or(|digit| digit == index as i64 + 1)
    })
}

fn constraints(rule: &Rule, context: Context<'_>, house: House) -> Vec<Constraint> {
    let indexer = |&cell: &Cell| {
        let (cells, index) = house(cell, context.geometry);
        let digits: Vec<_> = context.geometry.digits().collect();
        let own = digits[index];
        let link = move |(digit, &other): (Digit, &Cell)| {
            let wrong = context.geometry.digits().filter(move |&found| found != own);
            if other == cell {
                // A cell that points to itself contains its own number.
                return Constraint::digit(cell, context.size(), |value| {
                    value != digit.get() as i64 || digit == own
                });
            }
            Constraint::Pairs { cells: [cell, other], forbidden: wrong.map(|found| [digit, found]).collect() }
        };
        digits.into_iter().zip(&cells).map(link).collect::<Vec<_>>()
    };
    rule.cells().iter().flat_map(indexer).collect()
}
