//! The cells that are seen from a position outside the board.

use super::position::{Direction, Position};
use crate::puzzle::board::{Cell, Geometry};

/// The reason why nothing is seen from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NothingSeen {
    /// The position is not next to the board.
    NotOutside,
    /// No cell lies in the direction.
    NoCell,
}

/// Returns the cells of a row or column that are seen from a position next to the board or, with a direction, those of
/// a diagonal. Also returns the position, because the clue of a diagonal may be written in its first cell, at the
/// border.
pub(super) fn seen_from(
    position: Position,
    direction: Option<Direction>,
    geometry: &Geometry,
) -> Result<(Position, Vec<Cell>), NothingSeen> {
    let n = geometry.size() as i32;
    let is_beyond = |number: i32| number == 0 || number == n + 1;
    let inward = |number: i32| if number == 0 { 1 } else { -1 };
    let step = match (direction, is_beyond(position.row), is_beyond(position.column)) {
        (Some(direction), _, _) => direction.step(),
        (None, true, false) => (inward(position.row), 0),
        (None, false, true) => (0, inward(position.column)),
        _ => return Err(NothingSeen::NotOutside),
    };
    let cell = |position: Position| position.cell().filter(|&cell| geometry.contains(cell));
    let clue = if cell(position).is_some() { position.step((-step.0, -step.1)) } else { position };
    if cell(clue).is_some() {
        return Err(NothingSeen::NotOutside);
    }
    let positions = std::iter::successors(Some(clue.step(step)), |position| Some(position.step(step)));
    let cells: Vec<Cell> = positions.map_while(cell).collect();
    if cells.is_empty() { Err(NothingSeen::NoCell) } else { Ok((clue, cells)) }
}
