//! Random full grids.
//!
//! Boxes that share no line with each other, as those along a diagonal, get their digits in random order. The other
//! cells are filled by search with propagation: a random one of the cells with the fewest candidates gets a random
//! one of these. A search that fails too often begins anew, with other boxes.
//!
//! No cell, digit, line or box is treated differently from another, so all grids that differ by a renaming of
//! digits, or by a symmetry of the board, are equally likely. On 4×4 all 288 grids are. On larger boards grids with
//! few others like them are more likely than the rest: on 9×9 the logarithm of a grid's probability has a standard
//! deviation of 1.4 about the mean. (To even that out by rejection would take ten times as long.)
//!
//! On a machine that makes a 9×9 grid in 4 µs, a 16×16 takes 80 µs, a 25×25 1.5 ms, a 36×36 20 to 200 ms.

use std::array;

use sudoku_cnf::geometry::{Geometry, HouseKind};
use sudoku_cnf::planes::{Masks, Planes, Set};

use super::descent::{Descent, Found, Order};
use crate::outcome::Reason;
use crate::random::Random;

/// How many searches begin with boxes filled. Where none of them succeeds, the boxes may be what stands in the way.
const FILLED_STARTS: u32 = 10;
/// How many guesses may fail in the first search; in each other one half as many more.
const FAILURES: u64 = 1000;

/// What it takes to fill boards of a geometry.
pub(super) struct Filler<const W: usize> {
    /// The cells of each box, and all peers of these.
    boxes: Vec<(Set<W>, Set<W>)>,
}

impl<const W: usize> Filler<W> {
    pub(super) fn new<const H: usize>(geometry: &Geometry, masks: &Masks<W, H>) -> Self {
        let boxes = geometry.houses().filter(|house| house.name.kind == HouseKind::Box);
        let with_peers = |cells: &[sudoku_cnf::Cell]| {
            let peers = cells.iter().fold(Set::EMPTY, |peers, cell| peers.or(masks.peers(cell.index())));
            (cells.iter().map(|cell| cell.index()).collect(), peers)
        };
        Self { boxes: boxes.map(|house| with_peers(house.cells)).collect() }
    }

    /// A random full grid: the cells of each digit. `None` if there is none on this board.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn fill<const N: usize, const H: usize>(
        &self,
        masks: &Masks<W, H>,
        descent: &mut Descent<N, W, H>,
        random: &mut Random,
    ) -> Result<Option<[Set<W>; N]>, Reason> {
        let mut attempts = 0;
        let mut failures = FAILURES;
        loop {
            let is_filled = attempts < FILLED_STARTS && !self.boxes.is_empty();
            let start = if is_filled { self.fill_boxes(masks, random) } else { [Set::EMPTY; N] };
            let found = match Planes::of_givens(&start, &Set::EMPTY, masks) {
                Ok(board) => descent.solve(board, masks, failures, Order::Random(random))?,
                Err(_) => Found::Nothing,
            };
            attempts += 1;
            failures = failures.saturating_add(failures / 2);
            match found {
                Found::Solution(board) => return Ok(Some(*board.by_digit())),
                Found::Nothing if !is_filled => return Ok(None),
                Found::Nothing | Found::GaveUp => {}
            }
        }
    }

    /// Fills boxes of which none shares a peer with another: as many as a random choice has room for.
    fn fill_boxes<const N: usize, const H: usize>(
        &self,
        masks: &Masks<W, H>,
        random: &mut Random,
    ) -> [Set<W>; N] {
        let mut order: Vec<_> = self.boxes.iter().collect();
        random.shuffle(&mut order);
        let mut filled = Set::EMPTY;
        let mut by_digit = [Set::EMPTY; N];
        let mut digits: [usize; N] = array::from_fn(|digit| digit);
        let digits = &mut digits[..masks.size()];
        for (cells, peers) in order {
            if peers.and(&filled).is_empty() {
                random.shuffle(digits);
                cells.iter().zip(&*digits).for_each(|(cell, &digit)| by_digit[digit].insert(cell));
                filled = filled.or(cells);
            }
        }
        by_digit
    }
}
