//! Iteration over the set bits of a 64-bit word.

/// An iterator over the positions of the set bits of a word, in ascending order.
///
/// ```
/// use sudoku_cnf::puzzle::Bits;
///
/// assert_eq!(Bits(0b1001).collect::<Vec<_>>(), [0, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    }
}
