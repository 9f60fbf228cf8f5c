//! Vector operations on the candidates of several digits at once.
//!
//! A *lane group* is four 32-bit words: the cells of one digit in the three bands of a board, and an unused word, which
//! is always 0. A vector contains one or more lane groups, so one instruction processes several digits. [`run`] selects
//! the widest vectors that the processor supports. The crate `pulp` detects them at run time and makes the instructions
//! safe to call.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::board::{Board, DIGITS};

/// A vector instruction set. K is the number of vectors that hold nine digits.
///
/// The compiler can use the instructions only in functions that enable them. All methods are therefore inlined into
/// such a function, and so is every function that calls them.
pub(super) trait Lanes<const K: usize>: Copy {
    /// A vector of one or more lane groups.
    type Vector: Copy;

    /// Returns the vectors of a board. Unused lane groups are 0.
    fn load(self, board: &Board) -> [Self::Vector; K];

    /// Returns the board that consists of `vectors`.
    fn store(self, vectors: [Self::Vector; K]) -> Board;

    /// Returns a vector in which all words are `word`.
    fn splat(self, word: u32) -> Self::Vector;

    /// Returns `a & b`.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns `a | b`.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns `a ^ b`.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns `a & !b`.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns the bits of `a` where `mask` is 1 and the bits of `b` where `mask` is 0.
    #[inline(always)]
    fn select(self, mask: u32, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        let mask = self.splat(mask);
        self.or(self.and(a, mask), self.and_not(b, mask))
    }

    /// Shifts each word by a number of bits, to the left if it is positive, to the right if it is negative. The number
    /// should be known at compile time.
    fn shift(self, a: Self::Vector, bits: i32) -> Self::Vector;

    /// Moves the words of bands 1, 2 and 0 to bands 0, 1 and 2.
    fn rotate_bands(self, a: Self::Vector) -> Self::Vector;

    /// Moves the words of bands 2, 0 and 1 to bands 0, 1 and 2.
    fn rotate_bands_back(self, a: Self::Vector) -> Self::Vector;

    /// Merges the lane groups of a value, which consists of two vectors, so that each lane group of the result covers
    /// all digits.
    ///
    /// `merge` merges two values that cover different digits. By default, a vector contains a single lane group, and
    /// nothing is merged.
    #[inline(always)]
    fn merge_groups(
        self,
        value: [Self::Vector; 2],
        _merge: impl Fn([Self::Vector; 2], [Self::Vector; 2]) -> [Self::Vector; 2],
    ) -> [Self::Vector; 2] {
        value
    }

    /// Returns whether all words of `a` are 0.
    fn is_zero(self, a: Self::Vector) -> bool;

    /// Returns whether a digit has no cell in one of the three bands.
    fn has_empty_band(self, vectors: [Self::Vector; K]) -> bool;

    /// Returns the positions of each number from 0 to 9 in `values`, which are at most 9.
    fn positions(self, values: &[u16; 32]) -> [u32; 10];

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
    fn first_group(self, a: Self::Vector) -> [u32; 4];

    /// Returns `a | b | c`.
    #[inline(always)]
    fn or3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.or(a, b), c)
    }

    /// Returns the bits that are 1 in at least two of the vectors.
    #[inline(always)]
    fn majority(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// Returns the digits that have a candidate in a cell. Bit 4d represents the digit with index d.
    #[inline(always)]
    fn digits(self, board: &Board, band: usize, bit: usize) -> u64 {
        let words = board.words[..DIGITS].iter().enumerate();
        words.fold(0, |digits, (digit, words)| digits | u64::from(words[band] >> bit & 1) << (4 * digit))
    }
}

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
    task.run(portable::Portable)
}

/// Runs `task` with every kind of vector that the processor supports.
#[cfg(test)]
pub(super) fn run_all<T: Task + Clone>(task: &T) -> Vec<T::Output> {
    let mut outputs = vec![task.clone().run(portable::Portable)];
    #[cfg(target_arch = "x86_64")]
    outputs.extend(x86_64::run_all(task));
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    outputs.extend(pulp::aarch64::Neon::try_new().map(|neon| task.clone().run(neon)));
    outputs
}
