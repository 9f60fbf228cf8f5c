//! The candidates of a standard 9×9 board as one bit per candidate.

/// The number of digits.
pub(super) const DIGITS: usize = 9;

/// The number of cells in a band.
pub(super) const BAND_CELLS: usize = 27;

/// The cells of a band: 27 bits, row by row.
pub(super) const BAND: u32 = (1 << BAND_CELLS) - 1;

/// The number of bands.
pub(crate) const BANDS: usize = 3;

/// The candidates of a standard 9×9 board.
///
/// `words[d - 1][b]` contains the cells of band b that can contain digit d. Bit 9·r + c represents row r of the band,
/// column c. The other words are 0, so that the board has the size of a whole number of vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Board {
    pub(super) words: [[u32; 4]; 12],
}

impl Board {
    /// A board without candidates.
    pub(super) const EMPTY: Self = Self { words: [[0; 4]; 12] };

    /// Returns a board with some givens, without any propagation. A given is specified by its cell and its digit minus
    /// 1.
    pub(super) fn with_givens(givens: impl Iterator<Item = (usize, usize)>) -> Self {
        let (mut board, mut given) = (Self::default(), [0; BANDS]);
        for (cell, digit) in givens {
            let (band, bit) = position(cell);
            board.words[digit][band] |= bit;
            given[band] |= bit;
        }
        board.open_all_except(given)
    }

    /// Returns this board with all candidates in the cells outside `cells`. The set has one word for each band.
    pub(super) fn open_all_except(mut self, cells: [u32; BANDS]) -> Self {
        for words in &mut self.words[..DIGITS] {
            for (word, cells) in words.iter_mut().zip(cells) {
                *word = *word & cells | BAND & !cells;
            }
        }
        self
    }

    /// Returns the cells in which this board has candidates that `other` does not have, with one word for each band.
    pub(super) fn difference(&self, other: &Self) -> [u32; BANDS] {
        let mut difference = [0; BANDS];
        for (words, others) in self.words.iter().zip(&other.words) {
            for (band, difference) in difference.iter_mut().enumerate() {
                *difference |= words[band] & !others[band];
            }
        }
        difference
    }

    /// Removes a candidate.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        let (band, bit) = position(cell);
        self.words[digit][band] &= !bit;
    }

    /// Removes the candidates that `other` has in a cell.
    pub(super) fn remove_candidates_of(&mut self, other: &Self, cell: usize) {
        let (band, bit) = position(cell);
        for (words, others) in self.words.iter_mut().zip(&other.words) {
            words[band] &= !(others[band] & bit);
        }
    }
}

/// Returns the band of a cell, and its bit in the words of the band.
#[inline(always)]
pub(super) fn position(cell: usize) -> (usize, u32) {
    (cell / BAND_CELLS, 1 << (cell % BAND_CELLS))
}
