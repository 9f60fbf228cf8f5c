//! The available sizes of bit boards.

use sudoku_cnf::Geometry;

/// Returns the size of a board for [`with_bit_board`]. Overlapping boards have too many cells and houses.
pub(crate) fn bit_board_size(geometry: &Geometry) -> usize {
    if geometry.layout().is_some() { usize::MAX } else { geometry.size() }
}

/// Evaluates the first expression with the constants N, W and H of the smallest [`BitBoard`](super::BitBoard) type that
/// supports boards of size `n`. If no type is large enough, evaluates the second expression instead.
///
/// Usage: `with_bit_board!(n, N W H => f::<N, W, H>(), _ => fallback())`
macro_rules! with_bit_board {
    ($size:expr, $n:ident $w:ident $h:ident => $small:expr, _ => $large:expr) => {
        match $size {
            ..=4 => with_bit_board!(@ $n = 4, $w = 1, $h = 1; $small),
            5..=6 => with_bit_board!(@ $n = 6, $w = 1, $h = 1; $small),
            7..=9 => with_bit_board!(@ $n = 9, $w = 2, $h = 1; $small),
            10..=16 => with_bit_board!(@ $n = 16, $w = 4, $h = 2; $small),
            17..=25 => with_bit_board!(@ $n = 25, $w = 10, $h = 2; $small),
            26..=36 => with_bit_board!(@ $n = 36, $w = 21, $h = 3; $small),
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

pub(crate) use with_bit_board;
