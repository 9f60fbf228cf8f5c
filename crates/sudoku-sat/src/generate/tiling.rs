//! Random tilings of a board by regions, as in killer Sudoku.

use std::collections::BTreeSet;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{Cell, Geometry, Solution};

/// The sizes of regions, from which one is drawn. Small regions are more common, because they determine more.
pub(super) const SIZES: &[usize] = &[2, 2, 2, 3, 3, 3, 4, 5];
/// The sizes of regions for puzzles that are easy to solve.
pub(super) const SMALL_SIZES: &[usize] = &[2, 2, 2, 2, 2, 3];
/// The largest size of a region.
const MAX_SIZE: usize = 5;

/// Returns connected regions that cover the board of `solution` and do not contain a digit twice. Their sizes are drawn
/// from `sizes`.
///
/// Regions have two to five cells. A region of one cell is left only if no other region can take the cell.
pub(super) fn tiles(solution: &Solution, sizes: &[usize], random: &mut Random) -> Vec<Vec<Cell>> {
    let geometry = solution.grid().geometry();
    let can_join = |tile: &[Cell], cell: Cell| {
        tile.len() < MAX_SIZE && tile.iter().all(|&other| solution.get(other) != solution.get(cell))
    };
    let mut order: Vec<Cell> = geometry.cells().collect();
    random.shuffle(&mut order);
    let mut open: BTreeSet<Cell> = order.iter().copied().collect();
    let mut tiles: Vec<Vec<Cell>> = Vec::new();
    let neighbors = |cell: Cell, open: &BTreeSet<Cell>| {
        neighbors(geometry, cell).filter(|next| open.contains(next)).collect::<Vec<_>>()
    };
    // Cells with few open neighbors come first, so that they are not left alone.
    while let Some(&start) =
        order.iter().filter(|cell| open.contains(cell)).min_by_key(|&&cell| neighbors(cell, &open).len())
    {
        open.remove(&start);
        let (mut tile, size) = (vec![start], sizes[random.below(sizes.len())]);
        while tile.len() < size {
            let next: Vec<Cell> = tile.iter().flat_map(|&cell| neighbors(cell, &open)).collect();
            let next: Vec<Cell> = next.into_iter().filter(|&cell| can_join(&tile, cell)).collect();
            if next.is_empty() {
                break;
            }
            let next = next[random.below(next.len())];
            open.remove(&next);
            tile.push(next);
        }
        tiles.push(tile);
    }
    join_single_cells(geometry, &mut tiles, can_join);
    for tile in &mut tiles {
        tile.sort_unstable();
    }
    tiles
}

/// Adds each region of one cell to the smallest neighboring region that can take the cell.
fn join_single_cells(
    geometry: &Geometry,
    tiles: &mut Vec<Vec<Cell>>,
    can_join: impl Fn(&[Cell], Cell) -> bool,
) {
    for index in (0..tiles.len()).rev() {
        let [cell] = tiles[index][..] else { continue };
        let beside: Vec<Cell> = neighbors(geometry, cell).collect();
        let takes = |&other: &usize| {
            other != index
                && tiles[other].iter().any(|cell| beside.contains(cell))
                && can_join(&tiles[other], cell)
        };
        if let Some(other) = (0..tiles.len()).filter(takes).min_by_key(|&other| tiles[other].len()) {
            tiles[other].push(cell);
            tiles.remove(index);
        }
    }
}

/// Returns the orthogonal neighbors of a cell.
fn neighbors(geometry: &Geometry, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column) = (cell.row(), cell.column());
    let beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)];
    beside
        .into_iter()
        .filter_map(|(row, column)| Cell::new(row, column))
        .filter(|&next| geometry.contains(next))
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::Puzzle;

    use super::*;

    #[test]
    fn tiles_cover_the_board_and_have_distinct_digits() {
        let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let puzzle: Puzzle = text.parse().unwrap();
        let solution = Solution::check(puzzle.grid().clone(), &puzzle).unwrap();
        for seed in 0..50 {
            let tiles = tiles(&solution, SIZES, &mut Random::new(seed, 1));
            let mut cells: Vec<Cell> = tiles.concat();
            cells.sort_unstable();
            assert!(cells.iter().copied().eq(puzzle.geometry().cells()));
            for tile in &tiles {
                let mut digits: Vec<_> = tile.iter().map(|&cell| solution.get(cell)).collect();
                digits.sort_unstable();
                digits.dedup();
                assert!(digits.len() == tile.len() && tile.len() <= MAX_SIZE, "{tile:?}");
            }
            assert!(tiles.iter().filter(|tile| tile.len() == 1).count() <= 2, "{tiles:?}");
        }
    }
}
