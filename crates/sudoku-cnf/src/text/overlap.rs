//! Assigns the cells of a text to overlapping boards.

use std::sync::Arc;

use super::cell_reader::CellContent;
use super::error_kind::TextErrorKind;
use super::grid_builder::GridBuilder;
use crate::puzzle::board::{BoardError, BoardOptions, BoxShape, Geometry};

/// The number of rows and columns of a samurai puzzle.
const SAMURAI: usize = 21;
/// The minimum number of givens of a samurai puzzle. With fewer givens, a 21×21 board may be an ordinary one.
const MIN_GIVENS: usize = 20;

/// Returns the contents of the cells of `geometry`. If there is one item for each place of the canvas, the items
/// between the boards are removed.
///
/// # Errors
/// Returns an error if the number of items is wrong, or if there is a digit between the boards.
pub(super) fn place(
    geometry: &Geometry,
    contents: Vec<CellContent>,
) -> Result<Vec<CellContent>, TextErrorKind> {
    let found = contents.len();
    if found == geometry.cell_count() {
        return Ok(contents);
    }
    let layout = geometry.layout().map_or(String::new(), ToString::to_string);
    if found != geometry.rows() * geometry.columns() {
        let expected = geometry.cell_count();
        return Err(TextErrorKind::Syntax(format!(
            "expected {expected} cells for the layout {layout}, found {found}"
        )));
    }
    let mut is_cell = vec![false; found];
    geometry.cells().for_each(|cell| is_cell[cell.index(geometry.columns())] = true);
    let stray = contents
        .iter()
        .zip(&is_cell)
        .position(|(content, is_cell)| !is_cell && *content != CellContent::Blank);
    if let Some(stray) = stray {
        let (row, column) = (stray / geometry.columns() + 1, stray % geometry.columns() + 1);
        return Err(TextErrorKind::Syntax(format!("the layout {layout} has no cell r{row}c{column}")));
    }
    let cells = contents.into_iter().zip(is_cell).filter(|(_, is_cell)| *is_cell);
    Ok(cells.map(|(content, _)| content).collect())
}

impl GridBuilder {
    /// Returns the boards for `contents`. `shape` is the shape of the boxes. [`place`] assigns the contents to the
    /// cells.
    ///
    /// A 21×21 board is a samurai puzzle if the places between its boards are blanks and no digit exceeds 9.
    ///
    /// # Errors
    /// Returns an error if a variant or the layout does not fit the boxes.
    pub(super) fn boards_for(
        &mut self,
        shape: BoxShape,
        contents: &[CellContent],
    ) -> Result<Arc<Geometry>, BoardError> {
        let is_square = self.board.shape().is_none() && contents.len() == SAMURAI * SAMURAI;
        if self.board.layout.is_none() && is_square && are_single_digits(contents) {
            let options = BoardOptions { layout: "samurai".parse().ok(), ..self.board.clone() };
            let geometry = options.geometry(BoxShape::STANDARD)?;
            if place(&geometry, contents.to_vec()).is_ok() {
                return Ok(geometry);
            }
        }
        self.geometry(shape).cloned()
    }
}

/// Returns whether there are enough digits for a samurai puzzle, none of them greater than 9.
fn are_single_digits(contents: &[CellContent]) -> bool {
    let givens = contents.iter().filter(|content| **content != CellContent::Blank).count();
    let is_single = |content: &CellContent| match content {
        CellContent::Blank => true,
        CellContent::Digit(digit) => digit.get() <= 9,
        CellContent::Candidates(_) => false,
    };
    givens >= MIN_GIVENS && contents.iter().all(is_single)
}
