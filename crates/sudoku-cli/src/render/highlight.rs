//! Sets of cells in the notation `r1c3,r5c5` or `r1-3c4`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sudoku_cnf::Cell;
use sudoku_cnf::puzzle::board::Geometry;
use thiserror::Error;

/// Cells of a board of any size, written `r1c3`, `r1-3c4` or `r2c1-9`. Commas separate several cells.
///
/// A missing row or column stands for all rows or columns: `r5` is row 5, and `c1-3` are the first three columns.
///
/// ```
/// use sudoku_cli::render::CellSet;
/// use sudoku_cnf::BoxShape;
/// use sudoku_cnf::puzzle::board::Geometry;
///
/// let set: CellSet = "r1c3,r2-3c4".parse()?;
/// let geometry = Geometry::new(BoxShape::new(2, 2).unwrap());
/// let cells: Vec<_> = set.cells_on(&geometry)?.iter().map(|cell| cell.to_string()).collect();
/// assert_eq!(cells, ["r1c3", "r2c4", "r3c4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    areas: Vec<Area>,
}

/// A rectangle of cells. `None` stands for all rows or all columns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Area {
    rows: Option<RangeInclusive<usize>>,
    columns: Option<RangeInclusive<usize>>,
}

/// The error for text that cannot be parsed as a [`CellSet`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid cells '{0}'; expected, for example, r1c3, r1-3c4 or r5")]
pub struct ParseCellSetError(String);

/// The error for a [`CellSet`] that contains cells outside the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind} {number} is outside the {size}x{size} board")]
pub struct OutsideBoardError {
    kind: &'static str,
    number: usize,
    size: usize,
}

impl CellSet {
    /// Returns the cells of the set in ascending order, without duplicates.
    ///
    /// # Errors
    /// Returns an error if the board has no such row or column.
    pub fn cells_on(&self, geometry: &Geometry) -> Result<Vec<Cell>, OutsideBoardError> {
        let mut cells = Vec::new();
        for area in &self.areas {
            let resolve = |kind, range: &Option<RangeInclusive<usize>>, size| {
                let range = range.clone().unwrap_or(1..=size);
                let number = *range.end();
                if number > size { Err(OutsideBoardError { kind, number, size }) } else { Ok(range) }
            };
            let rows = resolve("row", &area.rows, geometry.rows())?;
            let columns = resolve("column", &area.columns, geometry.columns())?;
            cells.extend(
                geometry
                    .cells()
                    .filter(|cell| rows.contains(&cell.row()) && columns.contains(&cell.column())),
            );
        }
        cells.sort_unstable();
        cells.dedup();
        Ok(cells)
    }
}

impl FromStr for CellSet {
    type Err = ParseCellSetError;

    fn from_str(text: &str) -> Result<Self, ParseCellSetError> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        let areas: Vec<_> = parts
            .map(|part| area(part).ok_or_else(|| ParseCellSetError(part.to_owned())))
            .collect::<Result<_, _>>()?;
        if areas.is_empty() { Err(ParseCellSetError(text.to_owned())) } else { Ok(Self { areas }) }
    }
}

fn area(text: &str) -> Option<Area> {
    let text = text.to_ascii_lowercase();
    let (rows, columns) = match text.strip_prefix('r') {
        Some(rest) => {
            rest.split_once('c').map_or((Some(rest), None), |(rows, columns)| (Some(rows), Some(columns)))
        }
        None => (None, Some(text.strip_prefix('c')?)),
    };
    let parse = |text: Option<&str>| text.map_or(Some(None), |text| range(text).map(Some));
    Some(Area { rows: parse(rows)?, columns: parse(columns)? })
}

/// Parses a number or a range of numbers, for example `3` or `1-3`.
fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<NonZeroUsize>().ok().map(NonZeroUsize::get);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = number(first)?..=number(last)?;
    (!range.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::BoxShape;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let geometry = Geometry::new(BoxShape::new(2, 2).unwrap());
        let cells = text.parse::<CellSet>().map_err(|error| error.to_string());
        let cells = cells.and_then(|set| set.cells_on(&geometry).map_err(|error| error.to_string()));
        let text = cells.map(|cells| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "));
        assert_eq!(text.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn cells_and_ranges_are_parsed() {
        check("r1c3", Ok("r1c3"));
        check("R4C4,r1-2c2", Ok("r1c2 r2c2 r4c4"));
        check("r1c1, r1c1-2", Ok("r1c1 r1c2"));
        check("r2", Ok("r2c1 r2c2 r2c3 r2c4"));
        check("c4", Ok("r1c4 r2c4 r3c4 r4c4"));
    }

    #[test]
    fn errors_name_the_cells() {
        let expected = "expected, for example, r1c3, r1-3c4 or r5";
        for text in ["", "x", "r0c1", "r2-1c1", "r1c", "rc1", "r1c1-", "11"] {
            check(text, Err(&format!("invalid cells '{text}'; {expected}")));
        }
        check("r1c5", Err("column 5 is outside the 4x4 board"));
        check("r1-9c1", Err("row 9 is outside the 4x4 board"));
    }
}
