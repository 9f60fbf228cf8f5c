//! Paper sizes, and the arrangement of boards on a page. All lengths are in millimeters.

use sudoku_cnf::named_enum;

named_enum! {
    /// A paper size in portrait orientation. CSS uses the same name.
    #[derive(Default)]
    pub enum Paper: "paper size" {
        /// 210 × 297 mm.
        #[default]
        A4 = "a4",
        /// 8.5 × 11 inches.
        Letter = "letter",
    }
}

impl Paper {
    /// Returns the width and height.
    pub(super) const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// The width of the margins at the left and right edges of the paper.
pub(super) const SIDE_MARGIN: f64 = 15.0;
/// The height of the margins at the top and bottom edges, which contain the title and the page number.
const EDGE_MARGIN: f64 = 20.0;
/// The distance between two columns of boards.
const COLUMN_GAP: f64 = 10.0;
/// The distance between two rows of boards.
const ROW_GAP: f64 = 7.0;
/// The distance between a puzzle and its solution beside it.
const PAIR_GAP: f64 = 7.0;
/// The height of a caption, including the distance to its board.
const CAPTION: f64 = 7.0;

/// A regular arrangement of boards on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SlotGrid {
    /// The number of slots.
    pub(super) count: usize,
    columns: usize,
    /// The number of boards beside each other that share a caption.
    abreast: usize,
    /// The width and height of the space for each board, without its caption.
    pub(super) board: f64,
    /// The width and height of a slot, which contains a caption and the boards that share it.
    slot: (f64, f64),
}

/// The position of a caption and its boards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slot {
    /// The left edge of the boards.
    pub(super) lefts: Vec<f64>,
    /// The top edge of the caption.
    pub(super) top: f64,
    /// The top edge of the boards.
    pub(super) board_top: f64,
    /// The maximum height of a board.
    pub(super) max_height: f64,
}

impl SlotGrid {
    /// Returns the arrangement of `count` slots with `abreast` boards each in which the boards are largest.
    pub(super) fn new(paper: Paper, count: usize, abreast: usize) -> Self {
        let (width, height) = paper.size();
        let (width, height) = (width - 2.0 * SIDE_MARGIN, height - 2.0 * EDGE_MARGIN);
        let arranged = |columns: usize| {
            let rows = count.div_ceil(columns);
            let slot = (
                (width - (columns - 1) as f64 * COLUMN_GAP) / columns as f64,
                (height - (rows - 1) as f64 * ROW_GAP) / rows as f64,
            );
            let board = (slot.0 - (abreast - 1) as f64 * PAIR_GAP) / abreast as f64;
            Self { count, columns, abreast, board: board.min(slot.1 - CAPTION), slot }
        };
        let best = (1..=count).map(arranged).max_by(|a, b| a.board.total_cmp(&b.board));
        best.unwrap_or_else(|| arranged(1))
    }

    /// Returns the position of slot number `index`. Slots are numbered from 0, row by row.
    pub(super) fn slot(self, index: usize) -> Slot {
        let (row, column) = (index / self.columns, index % self.columns);
        let (width, height) = self.slot;
        let left = SIDE_MARGIN + column as f64 * (width + COLUMN_GAP);
        let top = EDGE_MARGIN + row as f64 * (height + ROW_GAP);
        // The boards are centered in the slot.
        let used = self.abreast as f64 * (self.board + PAIR_GAP) - PAIR_GAP;
        let left = left + (width - used) / 2.0;
        let top = top + (height - CAPTION - self.board) / 2.0;
        Slot {
            lefts: (0..self.abreast).map(|number| left + number as f64 * (self.board + PAIR_GAP)).collect(),
            top,
            board_top: top + CAPTION,
            max_height: (height + CAPTION + self.board) / 2.0 - CAPTION,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: usize, abreast: usize, expected: (usize, usize, f64)) {
        let grid = SlotGrid::new(Paper::A4, count, abreast);
        assert_eq!((grid.columns, count.div_ceil(grid.columns), grid.board.round()), expected);
    }

    #[test]
    fn boards_are_as_large_as_possible() {
        check(1, 1, (1, 1, 180.0));
        check(2, 1, (1, 2, 118.0));
        check(4, 1, (2, 2, 85.0));
        check(6, 1, (2, 3, 74.0));
        check(12, 1, (3, 4, 52.0));
        check(3, 2, (1, 3, 74.0));
    }

    #[test]
    fn slots_stay_on_the_page() {
        for (count, abreast) in [(1, 1), (1, 2), (2, 2), (5, 1), (30, 1)] {
            for paper in [Paper::A4, Paper::Letter] {
                let grid = SlotGrid::new(paper, count, abreast);
                let slot = grid.slot(count - 1);
                assert!(slot.lefts[abreast - 1] + grid.board <= paper.size().0 - SIDE_MARGIN + 1e-6);
                assert!(slot.board_top + grid.board <= paper.size().1 - EDGE_MARGIN + 1e-6);
            }
        }
    }
}
