//! Fast formatting of clauses as DIMACS text, based on a cache of formatted literals.

use crate::clauses::variable::Lit;

/// The number of bytes copied for each literal: enough for a sign, ten digits, a space, a `0` and a line feed.
///
/// The fixed length makes copying fast. Excess bytes are overwritten by the next literal.
const COPY_LENGTH: usize = 16;
/// The number of entries in the cache. It must be a power of two.
const CACHE_SIZE: usize = 1 << 10;

/// A buffer that stores clauses as DIMACS text, with one clause per line.
///
/// The buffer caches recently formatted literals. Pairwise at-most-one clauses repeat the same literals many times, and
/// copying sixteen bytes is several times faster than formatting a number. The cache takes up 24 KiB of memory.
#[derive(Debug)]
pub(super) struct ClauseText {
    cache: Box<[LiteralText]>,
    /// The text of the clauses, followed by unused space.
    buffer: Vec<u8>,
    /// The length of the text in `buffer`.
    length: usize,
}

impl ClauseText {
    /// Creates an empty buffer.
    pub(super) fn new() -> Self {
        Self { cache: vec![LiteralText::default(); CACHE_SIZE].into(), buffer: Vec::new(), length: 0 }
    }

    /// Appends a line that consists of the literals of `clause`, a 0 and a line feed.
    #[inline]
    pub(super) fn push(&mut self, clause: &[Lit]) {
        let max_length = COPY_LENGTH * (clause.len() + 1);
        if self.buffer.len() < self.length + max_length {
            self.buffer.resize(2 * (self.length + max_length), 0);
        }
        let space = &mut self.buffer[self.length..self.length + max_length];
        let mut end = 0;
        for &literal in clause {
            let text = cached(&mut self.cache, literal);
            space[end..end + COPY_LENGTH].copy_from_slice(&text.bytes);
            end += text.length as usize;
        }
        space[end..end + 2].copy_from_slice(b"0\n");
        self.length += end + 2;
    }

    /// Appends the clause ¬`first` ∨ ¬`other` for each `other` in `others`.
    pub(super) fn push_exclusions(&mut self, first: Lit, others: &[Lit]) {
        let max_length = 2 * COPY_LENGTH * others.len();
        if self.buffer.len() < self.length + max_length {
            self.buffer.resize(2 * (self.length + max_length), 0);
        }
        let first = *cached(&mut self.cache, !first);
        let space = &mut self.buffer[self.length..self.length + max_length];
        let mut end = 0;
        for &other in others {
            let other = cached(&mut self.cache, !other);
            let clause = &mut space[end..end + 2 * COPY_LENGTH];
            clause[..COPY_LENGTH].copy_from_slice(&first.bytes);
            let middle = first.length as usize;
            clause[middle..middle + COPY_LENGTH].copy_from_slice(&other.bytes);
            end += middle + other.length as usize + 2;
        }
        self.length += end;
    }

    /// Appends `text` unchanged.
    pub(super) fn push_text(&mut self, text: &str) {
        self.buffer.truncate(self.length);
        self.buffer.extend_from_slice(text.as_bytes());
        self.length = self.buffer.len();
    }

    /// Returns the text in the buffer.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// Removes the text from the buffer, but keeps the allocated memory and the cache.
    pub(super) fn clear(&mut self) {
        self.length = 0;
    }
}

/// Returns the text of `literal` from the cache `texts`. On a cache miss, formats the literal and stores its text.
#[inline]
fn cached(texts: &mut [LiteralText], literal: Lit) -> &LiteralText {
    // Literals of the same constraint often differ by multiples of n. Multiplicative hashing distributes them evenly
    // across the cache.
    let index = literal.dimacs().cast_unsigned().wrapping_mul(0x9e37_79b1) >> (32 - CACHE_SIZE.ilog2());
    let text = &mut texts[index as usize];
    if text.literal != literal.dimacs() {
        *text = LiteralText::of(literal);
    }
    text
}

/// The text of a literal, followed by a space, a `0` and a line feed.
///
/// If another literal follows in the same clause, its text overwrites the `0` and the line feed.
#[derive(Clone, Copy, Debug, Default)]
struct LiteralText {
    /// The DIMACS number of the literal, or 0 for an unused cache entry.
    literal: i32,
    /// The combined length of the literal and the space, in bytes.
    length: u32,
    bytes: [u8; COPY_LENGTH],
}

impl LiteralText {
    fn of(literal: Lit) -> Self {
        let mut decimal = itoa::Buffer::new();
        let digits = decimal.format(literal.dimacs()).as_bytes();
        let mut bytes = [0; COPY_LENGTH];
        bytes[..digits.len()].copy_from_slice(digits);
        bytes[digits.len()..][..3].copy_from_slice(b" 0\n");
        Self { literal: literal.dimacs(), length: digits.len() as u32 + 1, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_lines() {
        let mut text = ClauseText::new();
        text.push(&[-1, 20].map(|number| Lit::from_dimacs(number).unwrap()));
        text.push(&[]);
        assert_eq!(text.bytes(), b"-1 20 0\n0\n");
    }
}
