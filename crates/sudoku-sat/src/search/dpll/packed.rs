//! Minirows and minicolumns with one bit for each, packed three digits at a time.
//!
//! A board has three bits for each minirow, one for each cell, but many rules need only one bit. The minirows of three
//! vectors therefore fit into one: those of the first vector in the first column of each box, those of the second in
//! the second column, and those of the third in the third. Such a column is a *slot*. Rules on packed minirows take a
//! third of the instructions. Minicolumns are packed in the same way; their slots are the rows of each band.

use super::board::DIGITS;
use super::lanes::Lanes;

/// The first column of each box.
pub(super) const FIRST_COLUMNS: u32 = 0o111_111_111;
/// The first row of each band.
const FIRST_ROW: u32 = 0o777;

/// The number of vectors whose minirows are packed into one vector.
const SLOTS: usize = 3;

/// Packed minirows or minicolumns. Those of vector i of the board are in slot i % 3 of vector i / 3. Unused slots
/// are 0.
pub(super) type Packed<V> = [V; DIGITS / SLOTS];

/// The minirows or the minicolumns of a band, as positions of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triads {
    /// The first cell of each minirow or minicolumn.
    first: u32,
    /// The number of bits from one cell to the next.
    step: i32,
}

/// The intersections of rows and boxes.
pub(super) const MINIROWS: Triads = Triads { first: FIRST_COLUMNS, step: 1 };
/// The intersections of columns and boxes.
pub(super) const MINICOLUMNS: Triads = Triads { first: FIRST_ROW, step: 9 };

impl Triads {
    /// Returns the minirows or minicolumns with at least one of `cells`, and those with at least two, packed.
    #[inline(always)]
    pub(super) fn pack<const K: usize, L: Lanes<K>>(
        self,
        lanes: L,
        cells: &[L::u32s; K],
    ) -> [Packed<L::u32s>; 2] {
        let mut packed = [[lanes.splat(0); DIGITS / SLOTS]; 2];
        for (i, &cells) in cells.iter().enumerate() {
            let slot = i % SLOTS;
            let [a, b, c] = self.shifted(lanes, cells, slot);
            let mask = self.mask(lanes, slot);
            let [some, several] =
                [lanes.or3(a, b, c), lanes.majority(a, b, c)].map(|bits| lanes.and(mask, bits));
            packed[0][i / SLOTS] = lanes.or(packed[0][i / SLOTS], some);
            packed[1][i / SLOTS] = lanes.or(packed[1][i / SLOTS], several);
        }
        packed
    }

    /// Returns all cells of the packed minirows or minicolumns that belong to vector i of the board.
    #[inline(always)]
    pub(super) fn unpack<const K: usize, L: Lanes<K>>(
        self,
        lanes: L,
        packed: &Packed<L::u32s>,
        i: usize,
    ) -> L::u32s {
        let slot = i % SLOTS;
        let bits = lanes.and(self.mask(lanes, slot), packed[i / SLOTS]);
        let [a, b, c] = self.shifted(lanes, bits, SLOTS - 1 - slot);
        lanes.or3(a, b, c)
    }

    /// Returns three vectors with the first, second and third cell of each minirow, shifted to `slot`.
    #[inline(always)]
    fn shifted<const K: usize, L: Lanes<K>>(self, lanes: L, cells: L::u32s, slot: usize) -> [L::u32s; 3] {
        let slot = slot as i32;
        [
            lanes.shift(cells, self.step * slot),
            lanes.shift(cells, self.step * (slot - 1)),
            lanes.shift(cells, self.step * (slot - 2)),
        ]
    }

    /// Returns the bits of a slot.
    #[inline(always)]
    fn mask<const K: usize, L: Lanes<K>>(self, lanes: L, slot: usize) -> L::u32s {
        lanes.splat(self.first << (self.step * slot as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::dpll::board::{BANDS, Board};
    use crate::search::dpll::lanes::{Task, run_all};

    #[derive(Clone)]
    struct PackAndUnpack(Triads, Board);

    impl Task for PackAndUnpack {
        type Output = [Board; 2];

        #[inline(always)]
        fn run<const K: usize, L: Lanes<K>>(self, lanes: L) -> Self::Output {
            let vectors = lanes.load(&self.1);
            self.0.pack(lanes, &vectors).map(|packed| {
                let mut unpacked = vectors;
                for (i, vector) in unpacked.iter_mut().enumerate() {
                    *vector = self.0.unpack(lanes, &packed, i);
                }
                lanes.store(unpacked)
            })
        }
    }

    #[test]
    fn unpacked_minirows_and_minicolumns_are_those_with_one_or_two_cells() {
        let mut board = Board::default();
        for (digit, words) in board.words[..DIGITS].iter_mut().enumerate() {
            for (band, word) in words[..BANDS].iter_mut().enumerate() {
                *word = 0o123_456_701_u32.rotate_left((9 * digit + 3 * band) as u32) & 0o777_777_777;
            }
        }
        for (triads, cells) in [(MINIROWS, [0, 1, 2]), (MINICOLUMNS, [0, 9, 18])] {
            let full: u32 = cells.iter().map(|cell| 1 << cell).sum();
            let starts = (0..27).filter(|start| triads.first >> start & 1 == 1);
            let expected = [1, 2].map(|least| {
                let mut expected = Board::default();
                for (words, cells) in expected.words.iter_mut().zip(&board.words) {
                    for (word, cells) in words.iter_mut().zip(cells) {
                        let counted =
                            starts.clone().filter(|start| (cells >> start & full).count_ones() >= least);
                        *word = counted.map(|start| full << start).sum();
                    }
                }
                expected
            });
            for found in run_all(&PackAndUnpack(triads, board)) {
                assert_eq!(found, expected, "{triads:?}");
            }
        }
    }
}
