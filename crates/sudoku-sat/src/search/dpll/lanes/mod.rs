//! Vector operations on the candidates of several digits at once.
//!
//! A *lane group* is four 32-bit words: the cells of one digit in the three bands of a board, and an unused word, which
//! is always 0. A vector contains one or more lane groups, so one instruction processes several digits. [`run`] selects
//! the widest vectors that the processor supports. The crate `pulp` detects them at run time and makes the instructions
//! safe to call.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::{array, slice};

use pulp::bytemuck::{cast, cast_slice};
use pulp::{Scalar128b, Simd};

use super::board::{BANDS, Board, DIGITS};

/// A vector instruction set. K is the number of vectors that hold nine digits.
///
/// The compiler can use the instructions only in functions that enable them. All methods are therefore inlined into
/// such a function, and so is every function that calls them. The default of some methods is for vectors of a single
/// lane group.
pub(super) trait Lanes<const K: usize>: Simd {
    /// Returns the vectors of a board. Unused lane groups are 0.
    #[inline(always)]
    fn load(self, board: &Board) -> [Self::u32s; K] {
        let (vectors, _) = Self::as_simd_u32s(board.words.as_flattened());
        array::from_fn(|i| vectors[i])
    }

    /// Returns the board that consists of `vectors`.
    #[inline(always)]
    fn store(self, vectors: [Self::u32s; K]) -> Board {
        let mut board = Board::default();
        Self::as_mut_simd_u32s(board.words.as_flattened_mut()).0[..K].copy_from_slice(&vectors);
        board
    }

    /// Returns a vector in which all words are `word`.
    #[inline(always)]
    fn splat(self, word: u32) -> Self::u32s {
        self.splat_u32s(word)
    }

    /// Returns `a & b`.
    #[inline(always)]
    fn and(self, a: Self::u32s, b: Self::u32s) -> Self::u32s {
        self.and_u32s(a, b)
    }

    /// Returns `a | b`.
    #[inline(always)]
    fn or(self, a: Self::u32s, b: Self::u32s) -> Self::u32s {
        self.or_u32s(a, b)
    }

    /// Returns `a & !b`.
    #[inline(always)]
    fn and_not(self, a: Self::u32s, b: Self::u32s) -> Self::u32s {
        self.and_u32s(a, self.not_u32s(b))
    }

    /// Returns the bits of `a` where `mask` is 1 and the bits of `b` where `mask` is 0.
    #[inline(always)]
    fn select(self, mask: u32, a: Self::u32s, b: Self::u32s) -> Self::u32s {
        let mask = self.splat(mask);
        self.or(self.and(a, mask), self.and_not(b, mask))
    }

    /// Shifts each word by a number of bits, to the left if it is positive, to the right if it is negative. The number
    /// should be known at compile time.
    #[inline(always)]
    fn shift(self, a: Self::u32s, bits: i32) -> Self::u32s {
        let count = self.splat(bits.unsigned_abs());
        if bits < 0 { self.wrapping_dyn_shr_u32s(a, count) } else { self.wrapping_dyn_shl_u32s(a, count) }
    }

    /// Moves the words of bands 1, 2 and 0 to bands 0, 1 and 2.
    #[inline(always)]
    fn rotate_bands(self, a: Self::u32s) -> Self::u32s {
        let [a, b, c, unused]: [u32; 4] = cast(a);
        cast([b, c, a, unused])
    }

    /// Merges the lane groups of a value, which consists of two vectors, so that each lane group of the result covers
    /// all digits.
    ///
    /// `merge` merges two values that cover different digits.
    #[inline(always)]
    fn merge_groups(
        self,
        value: [Self::u32s; 2],
        _merge: impl Fn([Self::u32s; 2], [Self::u32s; 2]) -> [Self::u32s; 2],
    ) -> [Self::u32s; 2] {
        value
    }

    /// Returns whether all words of `a` are 0.
    #[inline(always)]
    fn is_zero(self, a: Self::u32s) -> bool {
        cast::<_, u128>(a) == 0
    }

    /// Returns whether a digit has no cell in one of the three bands.
    #[inline(always)]
    fn has_empty_band(self, vectors: [Self::u32s; K]) -> bool {
        let least =
            vectors.into_iter().fold(self.splat(u32::MAX), |least, vector| self.min_u32s(least, vector));
        let words: [u32; 4] = cast(least);
        words[..BANDS].contains(&0)
    }

    /// Returns the positions of each number from 0 to 9 in `values`, which are at most 9.
    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        let mut positions = [0; 10];
        for (position, &value) in values.iter().enumerate() {
            positions[usize::from(value)] |= 1 << position;
        }
        positions
    }

    /// Returns the numbers with the binary digits in `planes`: bit i of number k is bit k of `planes[i]`.
    #[inline(always)]
    fn numbers(self, planes: [u32; 4]) -> [u16; 32] {
        // The compiler vectorizes this loop.
        let mut numbers = [0; 32];
        for (k, number) in numbers.iter_mut().enumerate() {
            let bit = |i: usize| (planes[i] >> k & 1) << i;
            *number = (bit(0) | bit(1) | bit(2) | bit(3)) as u16;
        }
        numbers
    }

    /// Returns the first lane group of `a`.
    #[inline(always)]
    fn first_group(self, a: Self::u32s) -> [u32; 4] {
        let words: &[[u32; 4]] = cast_slice(slice::from_ref(&a));
        words[0]
    }

    /// Returns `a | b | c`.
    #[inline(always)]
    fn or3(self, a: Self::u32s, b: Self::u32s, c: Self::u32s) -> Self::u32s {
        self.or(self.or(a, b), c)
    }

    /// Returns the bits that are 1 in at least two of the vectors.
    #[inline(always)]
    fn majority(self, a: Self::u32s, b: Self::u32s, c: Self::u32s) -> Self::u32s {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// Returns the digits that have a candidate in a cell. Bit 4d represents the digit with index d.
    #[inline(always)]
    fn digits(self, board: &Board, band: usize, bit: usize) -> u64 {
        let words = board.words[..DIGITS].iter().enumerate();
        words.fold(0, |digits, (digit, words)| digits | u64::from(words[band] >> bit & 1) << (4 * digit))
    }
}

/// Plain Rust code, for all other processors.
impl Lanes<DIGITS> for Scalar128b {}

/// A computation on vectors of any width.
pub(super) trait Task {
    type Output;

    /// Performs the computation. Implementations must be `#[inline(always)]`.
    fn run<const K: usize, L: Lanes<K>>(self, lanes: L) -> Self::Output;
}

/// Runs `task` with the widest vectors that the processor supports.
#[inline]
pub(super) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    return x86_64::run(task);
    // Every function for 64-bit Arm processors can use Neon vectors. `try_new` only returns the token for them.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    if let Some(neon) = pulp::aarch64::Neon::try_new() {
        return task.run(neon);
    }
    #[cfg(not(target_arch = "x86_64"))]
    task.run(Scalar128b)
}

/// Runs `task` with every kind of vector that the processor supports.
#[cfg(test)]
pub(super) fn run_all<T: Task + Clone>(task: &T) -> Vec<T::Output> {
    let mut outputs = vec![task.clone().run(Scalar128b)];
    #[cfg(target_arch = "x86_64")]
    outputs.extend(x86_64::run_all(task));
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    outputs.extend(pulp::aarch64::Neon::try_new().map(|neon| task.clone().run(neon)));
    outputs
}
