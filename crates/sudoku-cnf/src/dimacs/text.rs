//! The text of clauses, faster than by formatting each number.

use crate::variable::Lit;

/// As many bytes as are copied for a literal: sign, ten digits, and the end of a clause; some in vain.
const COPIED: usize = 16;
/// How many literals' texts are kept.
const KEPT: usize = 1 << 10;

/// Clauses as lines of DIMACS, gathered until somebody takes them.
///
/// The texts of the literals that came last are kept. In a CNF the literals of a set come again and again, in
/// a clause for each pair, and to copy sixteen bytes is several times as fast as to format a number. Memory:
/// 24 KiB and the text.
///
/// ```
/// use sudoku_cnf::{Lit, dimacs::ClauseText};
///
/// let mut text = ClauseText::new();
/// text.push(&[-1, 20].map(|number| Lit::from_dimacs(number).unwrap()));
/// assert_eq!(text.bytes(), b"-1 20 0\n");
/// ```
#[derive(Debug)]
pub struct ClauseText {
    literals: Box<[LiteralText]>,
    /// The text, and room for more.
    room: Vec<u8>,
    length: usize,
}

impl Default for ClauseText {
    fn default() -> Self {
        Self::new()
    }
}

impl ClauseText {
    /// No clause.
    #[must_use]
    pub fn new() -> Self {
        Self { literals: vec![LiteralText::default(); KEPT].into(), room: Vec::new(), length: 0 }
    }

    /// Appends a clause as a line: its literals, a 0, and a line end.
    #[inline]
    pub fn push(&mut self, clause: &[Lit]) {
        let most = COPIED * (clause.len() + 1);
        if self.room.len() < self.length + most {
            self.room.resize(2 * (self.length + most), 0);
        }
        let room = &mut self.room[self.length..self.length + most];
        let mut end = 0;
        for &literal in clause {
            let text = kept(&mut self.literals, literal);
            room[end..end + COPIED].copy_from_slice(&text.bytes);
            end += text.length as usize;
        }
        room[end..end + 2].copy_from_slice(b"0\n");
        self.length += end + 2;
    }

    /// Appends the clause ¬`first` ∨ ¬`other` for each of `others`.
    pub fn push_exclusions(&mut self, first: Lit, others: &[Lit]) {
        let most = 2 * COPIED * others.len();
        if self.room.len() < self.length + most {
            self.room.resize(2 * (self.length + most), 0);
        }
        let first = *kept(&mut self.literals, !first);
        let room = &mut self.room[self.length..self.length + most];
        let mut end = 0;
        for &other in others {
            let other = kept(&mut self.literals, !other);
            let clause = &mut room[end..end + 2 * COPIED];
            clause[..COPIED].copy_from_slice(&first.bytes);
            let middle = first.length as usize;
            clause[middle..middle + COPIED].copy_from_slice(&other.bytes);
            end += middle + other.length as usize + 2;
        }
        self.length += end;
    }

    /// Appends any text.
    pub fn push_text(&mut self, text: &str) {
        self.room.truncate(self.length);
        self.room.extend_from_slice(text.as_bytes());
        self.length = self.room.len();
    }

    /// What has been gathered.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.length]
    }

    /// Forgets what has been gathered.
    pub fn clear(&mut self) {
        self.length = 0;
    }
}

/// The text of a literal, made if it is not kept.
#[inline]
fn kept(texts: &mut [LiteralText], literal: Lit) -> &LiteralText {
    // Literals of a set often differ by a multiple of n: a product spreads them.
    let place = literal.dimacs().cast_unsigned().wrapping_mul(0x9e37_79b1) >> (32 - KEPT.ilog2());
    let text = &mut texts[place as usize];
    if text.literal != literal.dimacs() {
        *text = LiteralText::of(literal);
    }
    text
}

/// A literal and its text with a blank behind, and the end of a clause after that.
#[derive(Clone, Copy, Debug, Default)]
struct LiteralText {
    /// The literal; 0 for none.
    literal: i32,
    /// Of the literal and the blank.
    length: u32,
    bytes: [u8; COPIED],
}

impl LiteralText {
    fn of(literal: Lit) -> Self {
        let mut decimal = itoa::Buffer::new();
        let digits = decimal.format(literal.dimacs()).as_bytes();
        let mut bytes = [0; COPIED];
        bytes[..digits.len()].copy_from_slice(digits);
        bytes[digits.len()..][..3].copy_from_slice(b" 0\n");
        Self { literal: literal.dimacs(), length: digits.len() as u32 + 1, bytes }
    }
}
