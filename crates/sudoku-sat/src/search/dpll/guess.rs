//! A guess: a candidate that a search assigns on one board and removes on another.

use super::board::{BANDS, Board, DIGITS};
use super::lanes::Lanes;

/// A candidate of a standard 9×9 board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// The number of the band that contains the cell.
    band: usize,
    /// The bit of the cell in the words of the band.
    bit: u32,
    /// The digit minus 1.
    digit: usize,
}

/// For each digit, a board with all bits of the words of this digit.
static DIGIT_MASKS: [Board; DIGITS] = {
    let mut masks = [Board::EMPTY; DIGITS];
    let mut digit = 0;
    while digit < DIGITS {
        masks[digit].words[digit] = [u32::MAX; 4];
        digit += 1;
    }
    masks
};

/// For each band, a board with all bits of the words of this band.
static BAND_MASKS: [Board; BANDS] = {
    let mut masks = [Board::EMPTY; BANDS];
    let mut band = 0;
    while band < BANDS {
        let mut digit = 0;
        while digit < DIGITS {
            masks[band].words[digit][band] = u32::MAX;
            digit += 1;
        }
        band += 1;
    }
    masks
};

impl Guess {
    /// Creates a guess from the number of a band, the number of the cell's bit in the band, and the digit minus 1.
    #[inline(always)]
    pub(super) fn new(band: usize, bit: usize, digit: usize) -> Self {
        Self { band, bit: 1 << bit, digit }
    }

    /// Removes all other candidates from the cell.
    ///
    /// The vectors stay in registers. Changing single words in memory would delay the loads of the vectors that contain
    /// them.
    #[inline(always)]
    pub(super) fn assign<const K: usize, L: Lanes<K>>(self, lanes: L, vectors: [L::u32s; K]) -> [L::u32s; K] {
        self.update(lanes, vectors, |cell, digit| lanes.and_not(cell, digit))
    }

    /// Removes the candidate.
    #[inline(always)]
    pub(super) fn remove<const K: usize, L: Lanes<K>>(self, lanes: L, vectors: [L::u32s; K]) -> [L::u32s; K] {
        self.update(lanes, vectors, |cell, digit| lanes.and(cell, digit))
    }

    /// Removes the candidates that `removed` returns. Its arguments are the candidates of the cell and those of the
    /// digit.
    #[inline(always)]
    fn update<const K: usize, L: Lanes<K>>(
        self,
        lanes: L,
        mut vectors: [L::u32s; K],
        removed: impl Fn(L::u32s, L::u32s) -> L::u32s,
    ) -> [L::u32s; K] {
        let (bands, digits) = (lanes.load(&BAND_MASKS[self.band]), lanes.load(&DIGIT_MASKS[self.digit]));
        let bit = lanes.splat(self.bit);
        for ((vector, band), digit) in vectors.iter_mut().zip(bands).zip(digits) {
            *vector = lanes.and_not(*vector, removed(lanes.and(band, bit), digit));
        }
        vectors
    }
}
