//! The choice of the guess.
//!
//! A guess divides the solutions of a board in two: those with a candidate and those without it. Guesses that remove
//! many candidates in both cases lead to small search trees. Two kinds of candidates have this property:
//!
//! - a candidate of a *bivalue* cell, which has two candidates;
//! - a candidate of a *bilocal* digit, which has two cells in a house.
//!
//! The score of a guess is the number of candidates that are removed directly, in both cases together. A candidate in a
//! bivalue cell counts three times, because its removal decides the cell. Bilocal digits are considered only if there
//! is no bivalue cell: otherwise, comparing them takes longer than it saves.
//!
//! While a guess probably leads to a solution, its choice matters less than its cost, see [`quick_guesses`].

use super::board::{BAND, Board, DIGITS};
use super::guess::Guess;
use super::lanes::Lanes;

/// The weight of a candidate in a bivalue cell. Any other candidate has weight 1.
const BIVALUE_WEIGHT: u32 = 3;

/// A set of cells: bands 0 and 1 in the first word, band 2 in the second. See [`bit_index`].
type Cells = [u64; 2];

/// The peers of each cell. The index is the number of the bit in [`Cells`].
static PEERS: [Cells; 96] = peers();

const fn peers() -> [Cells; 96] {
    let mut peers = [[0; 2]; 96];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            if a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_box) {
                let bit = bit_index(b);
                peers[bit_index(a)][bit / 64] |= 1 << (bit % 64);
            }
            b += 1;
        }
        a += 1;
    }
    peers
}

/// Returns the number of a cell's bit in [`Cells`].
const fn bit_index(cell: usize) -> usize {
    cell / 27 * 32 + cell % 27
}

/// Returns the candidate to guess.
///
/// The board must be at a fixpoint of propagation and open.
#[inline(always)]
pub(super) fn best_guess<const K: usize, L: Lanes<K>>(lanes: L, board: &Board) -> Guess {
    let scores = Scores { lanes, board, bivalue: bivalue(cells_by_count(board)) };
    let best = scores.best_bivalue(usize::MAX).or_else(|| scores.best_bilocal());
    guess(best.unwrap_or_else(|| scores.first_open()))
}

/// Returns one or two guesses in cells with few candidates. There are none if no cell has several candidates.
///
/// There are two guesses only if there is no bivalue cell. Such a board usually has many solutions, so both guesses
/// together probably lead to one. The cells of the two guesses do not see each other.
///
/// This compares at most two cells, and therefore takes a fraction of the time of [`best_guess`]. The board need not be
/// at a fixpoint.
#[inline(always)]
pub(super) fn quick_guesses<const K: usize, L: Lanes<K>>(lanes: L, board: &Board) -> [Option<Guess>; 2] {
    let [two, three, four] = cells_by_count(board);
    let scores = Scores { lanes, board, bivalue: bivalue([two, three, four]) };
    if let Some(best) = scores.best_bivalue(2) {
        return [Some(guess(best)), None];
    }
    let three_exactly = and_not(three, four);
    let cells = if three_exactly == [0; 2] { four } else { three_exactly };
    if cells == [0; 2] {
        return [None; 2];
    }
    let (first, last) = first_and_last_bit(cells);
    let are_peers = PEERS[first][last / 64] >> (last % 64) & 1 == 1;
    let guess_in = |bit| guess((bit, first_digit(scores.digits(bit))));
    [Some(guess_in(first)), (first != last && !are_peers).then(|| guess_in(last))]
}

/// Returns the guess for a bit in [`Cells`] and a digit minus 1.
#[inline(always)]
fn guess((bit, digit): (usize, usize)) -> Guess {
    Guess::new(bit / 32, bit % 32, digit)
}

/// Returns the cells with at least two, three and four candidates.
#[inline(always)]
fn cells_by_count(board: &Board) -> [Cells; 3] {
    let (mut one, mut two, mut three, mut four) = ([0; 4], [0; 4], [0; 4], [0; 4]);
    for words in &board.words[..DIGITS] {
        for band in 0..4 {
            four[band] |= three[band] & words[band];
            three[band] |= two[band] & words[band];
            two[band] |= one[band] & words[band];
            one[band] |= words[band];
        }
    }
    [two, three, four].map(pack)
}

/// Returns the cells with two candidates.
#[inline(always)]
fn bivalue([two, three, _]: [Cells; 3]) -> Cells {
    and_not(two, three)
}

#[inline(always)]
fn and_not(a: Cells, b: Cells) -> Cells {
    [a[0] & !b[0], a[1] & !b[1]]
}

#[inline(always)]
fn pack([a, b, c, _]: [u32; 4]) -> Cells {
    [u64::from(a) | u64::from(b) << 32, u64::from(c)]
}

/// Compares candidates by the effect of guessing them.
struct Scores<'b, const K: usize, L: Lanes<K>> {
    lanes: L,
    board: &'b Board,
    bivalue: Cells,
}

impl<const K: usize, L: Lanes<K>> Scores<'_, K, L> {
    /// Returns the weight of the candidates of `digit` among the peers of a cell.
    #[inline(always)]
    fn peers(&self, bit: usize, digit: usize) -> u32 {
        let cells = pack(self.board.words[digit]);
        let peers = &PEERS[bit];
        let seen = [cells[0] & peers[0], cells[1] & peers[1]];
        let decided = [seen[0] & self.bivalue[0], seen[1] & self.bivalue[1]];
        let count = |cells: Cells| cells[0].count_ones() + cells[1].count_ones();
        count(seen) + (BIVALUE_WEIGHT - 1) * count(decided)
    }

    /// Returns the bit of the best of the first `most` bivalue cells, and the cell's first digit.
    #[inline(always)]
    fn best_bivalue(&self, most: usize) -> Option<(usize, usize)> {
        let (mut best, mut left) = (Best::default(), most);
        for (word, mut cells) in self.bivalue.into_iter().enumerate() {
            while cells != 0 && left != 0 {
                left -= 1;
                let bit = 64 * word + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let digits = self.digits(bit);
                let first = first_digit(digits);
                let second = (63 - digits.leading_zeros() as usize) / 4;
                best.consider(self.peers(bit, first) + self.peers(bit, second), bit, first);
            }
        }
        best.0.map(|(_, bit, digit)| (bit, digit))
    }

    /// Returns the candidates of a cell, see [`Lanes::digits`].
    #[inline(always)]
    fn digits(&self, bit: usize) -> u64 {
        self.lanes.digits(self.board, bit / 32, bit % 32)
    }

    /// Returns the bit of the first cell of the best bilocal digit, and the digit. There must be no bivalue cells.
    #[inline(always)]
    fn best_bilocal(&self) -> Option<(usize, usize)> {
        let mut best = Best::default();
        for (digit, words) in self.board.words[..DIGITS].iter().enumerate() {
            for house in &HOUSES {
                let cells = pack([words[0] & house[0], words[1] & house[1], words[2] & house[2], 0]);
                if cells[0].count_ones() + cells[1].count_ones() == 2 {
                    let (first, second) = first_and_last_bit(cells);
                    let removed = |bit| self.peers(bit, digit) + self.digits(bit).count_ones();
                    best.consider(removed(first) + removed(second), first, digit);
                }
            }
        }
        best.0.map(|(_, bit, digit)| (bit, digit))
    }

    /// Returns the bit of the first open cell and the cell's first digit.
    #[inline(always)]
    fn first_open(&self) -> (usize, usize) {
        let cells = (0..81).map(|cell| (bit_index(cell), self.digits(bit_index(cell))));
        let open = cells.into_iter().find(|(_, digits)| digits.count_ones() > 1);
        let (bit, digits) = open.expect("the board is open");
        (bit, first_digit(digits))
    }
}

/// Returns the index of the first digit in a set of digits.
#[inline(always)]
fn first_digit(digits: u64) -> usize {
    digits.trailing_zeros() as usize / 4
}

/// The best guess so far: its score, bit and digit.
#[derive(Default)]
struct Best(Option<(u32, usize, usize)>);

impl Best {
    #[inline(always)]
    fn consider(&mut self, score: u32, bit: usize, digit: usize) {
        if self.0.is_none_or(|(best, ..)| score > best) {
            self.0 = Some((score, bit, digit));
        }
    }
}

/// Returns the bits of the first and the last cell in `cells`.
#[inline(always)]
fn first_and_last_bit(cells: Cells) -> (usize, usize) {
    let all = u128::from(cells[0]) | u128::from(cells[1]) << 64;
    (all.trailing_zeros() as usize, 127 - all.leading_zeros() as usize)
}

/// The cells of each row, column and box, as one word for each band.
static HOUSES: [[u32; 3]; 27] = houses();

const fn houses() -> [[u32; 3]; 27] {
    let mut houses = [[0; 3]; 27];
    let mut i = 0;
    while i < 9 {
        houses[i][i / 3] = 0o777 << (9 * (i % 3));
        houses[9 + i] = [0o001_001_001 << i & BAND; 3];
        houses[18 + i][i / 3] = 0o007_007_007 << (3 * (i % 3));
        i += 1;
    }
    houses
}
