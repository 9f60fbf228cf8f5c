//! How large planes have to be for a board.

/// Evaluates an expression with the constants N, W and H of the smallest [`Planes`](crate::planes::Planes) that hold any board
/// of a size, or another expression where a board is too large for them.
///
/// ```
/// use sudoku_cnf::{Grid, planes::{Masks, Planes}, with_planes};
///
/// fn open_cells<const N: usize, const W: usize, const H: usize>(puzzle: &Grid) -> Option<usize> {
///     let masks = Masks::<W, H>::new(puzzle.geometry());
///     let board = Planes::<N, W, H>::of_puzzle(puzzle, &masks).ok()?;
///     Some(masks.cells().without(board.settled()).len())
/// }
///
/// let puzzle: Grid = "1...............".parse()?;
/// let open = with_planes!(puzzle.geometry().size(), N W H => open_cells::<N, W, H>(&puzzle), _ => None);
/// assert_eq!(open, Some(15));
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[macro_export]
macro_rules! with_planes {
    ($size:expr, $n:ident $w:ident $h:ident => $small:expr, _ => $large:expr) => {
        match $size {
            ..=4 => $crate::with_planes!(@ $n = 4, $w = 1, $h = 1; $small),
            5..=6 => $crate::with_planes!(@ $n = 6, $w = 1, $h = 1; $small),
            7..=9 => $crate::with_planes!(@ $n = 9, $w = 2, $h = 1; $small),
            10..=16 => $crate::with_planes!(@ $n = 16, $w = 4, $h = 2; $small),
            17..=25 => $crate::with_planes!(@ $n = 25, $w = 10, $h = 2; $small),
            26..=36 => $crate::with_planes!(@ $n = 36, $w = 21, $h = 3; $small),
            _ => $large,
        }
    };
    (@ $n:ident = $digits:literal, $w:ident = $cells:literal, $h:ident = $houses:literal; $body:expr) => {{
        const $n: usize = $digits;
        const $w: usize = $cells;
        const $h: usize = $houses;
        $body
    }};
}
