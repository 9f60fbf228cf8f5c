//! The clause database: one flat array of clauses, and the clauses that watch each literal.
//!
//! ## Reference
//! M. Moskewicz et al.: Chaff: engineering an efficient SAT solver, 2001 (watched literals). Blocking literals are from
//! MiniSat 2.2.

use super::literal::Literal;

/// The number of words before the literals of a clause: the size, and the flags.
const HEADER: usize = 2;
const LEARNED: u32 = 1;
const GARBAGE: u32 = 2;
const USED: u32 = 3 << 2;
const USED_SHIFT: u32 = 2;
const GLUE_SHIFT: u32 = 8;

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Another literal of the clause. If this literal is true, the clause need not be visited.
    pub(super) blocker: Literal,
    /// Twice the index of the clause, plus 1 if the clause is binary.
    code: u32,
}

impl Watch {
    pub(super) fn new(blocker: Literal, clause: u32, is_binary: bool) -> Self {
        Self { blocker, code: clause << 1 | u32::from(is_binary) }
    }

    #[inline]
    pub(super) fn clause(self) -> u32 {
        self.code >> 1
    }

    #[inline]
    pub(super) fn is_binary(self) -> bool {
        self.code & 1 == 1
    }
}

/// The clauses, and the literals of the at-most-one groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    /// All clauses, one after the other. A clause is represented by the index of its header.
    pub(super) words: Vec<u32>,
    /// The clauses that watch each literal.
    pub(super) watches: Vec<Vec<Watch>>,
    pub(super) original: Vec<u32>,
    pub(super) learned: Vec<u32>,
}

impl Clauses {
    pub(super) fn add_variable(&mut self) {
        self.watches.extend([const { Vec::new() }; 2]);
    }

    /// Stores a clause without watching it.
    pub(super) fn store(&mut self, literals: &[Literal]) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, 0]);
        self.words.extend(literals.iter().map(|literal| literal.code()));
        clause
    }

    /// Adds a clause with at least two literals and watches the first two.
    pub(super) fn add_original(&mut self, literals: &[Literal]) {
        let clause = self.store(literals);
        self.original.push(clause);
        self.watch(clause);
    }

    /// Adds a learned clause with at least two literals and watches the first two.
    pub(super) fn add_learned(&mut self, literals: &[Literal], glue: u32) -> u32 {
        let clause = self.store(literals);
        self.words[clause as usize + 1] = LEARNED | glue << GLUE_SHIFT | 1 << USED_SHIFT;
        self.learned.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let &[first, second, ..] = self.codes(clause) else { return };
        let is_binary = self.size(clause) == 2;
        let [first, second] = [first, second].map(Literal::from_code);
        self.watches[first.index()].push(Watch::new(second, clause, is_binary));
        self.watches[second.index()].push(Watch::new(first, clause, is_binary));
    }

    #[inline]
    pub(super) fn size(&self, clause: u32) -> usize {
        self.words[clause as usize] as usize
    }

    /// Returns the range of the literals of `clause` in `words`.
    #[inline]
    pub(super) fn range(&self, clause: u32) -> std::ops::Range<usize> {
        let start = clause as usize + HEADER;
        start..start + self.size(clause)
    }

    #[inline]
    pub(super) fn codes(&self, clause: u32) -> &[u32] {
        &self.words[self.range(clause)]
    }

    pub(super) fn literals(&self, clause: u32) -> impl DoubleEndedIterator<Item = Literal> + '_ {
        self.codes(clause).iter().map(|&code| Literal::from_code(code))
    }

    #[inline]
    pub(super) fn is_learned(&self, clause: u32) -> bool {
        self.words[clause as usize + 1] & LEARNED != 0
    }

    pub(super) fn is_garbage(&self, clause: u32) -> bool {
        self.words[clause as usize + 1] & GARBAGE != 0
    }

    pub(super) fn mark_garbage(&mut self, clause: u32) {
        self.words[clause as usize + 1] |= GARBAGE;
    }

    #[inline]
    pub(super) fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1] >> GLUE_SHIFT
    }

    pub(super) fn set_glue(&mut self, clause: u32, glue: u32) {
        let flags = &mut self.words[clause as usize + 1];
        *flags = *flags & ((1 << GLUE_SHIFT) - 1) | glue << GLUE_SHIFT;
    }

    /// Returns the number of further reductions that the clause survives without being used.
    pub(super) fn used(&self, clause: u32) -> u32 {
        (self.words[clause as usize + 1] & USED) >> USED_SHIFT
    }

    #[inline]
    pub(super) fn set_used(&mut self, clause: u32, used: u32) {
        let flags = &mut self.words[clause as usize + 1];
        *flags = *flags & !USED | used << USED_SHIFT;
    }

    /// Replaces the literals of `clause`, which must not become longer. The watches must be rebuilt afterwards.
    pub(super) fn shorten(&mut self, clause: u32, literals: &[Literal]) {
        self.words[clause as usize] = literals.len() as u32;
        let start = clause as usize + HEADER;
        for (word, literal) in self.words[start..].iter_mut().zip(literals) {
            *word = literal.code();
        }
    }

    /// Removes garbage clauses, compacts the array, and rebuilds the watches. `groups` are the indices of the clauses
    /// that belong to groups, which are kept.
    ///
    /// The first two literals of each clause must be unassigned, or the clause must be satisfied.
    pub(super) fn collect_garbage(&mut self, groups: &mut [u32]) {
        let mut words = Vec::with_capacity(self.words.len());
        let mut copy = |old: &[u32], clause: u32| {
            let new = words.len() as u32;
            let start = clause as usize;
            words.extend_from_slice(&old[start..start + HEADER + old[start] as usize]);
            new
        };
        for group in groups {
            *group = copy(&self.words, *group);
        }
        for list in [&mut self.original, &mut self.learned] {
            list.retain(|&clause| self.words[clause as usize + 1] & GARBAGE == 0);
            for clause in list {
                *clause = copy(&self.words, *clause);
            }
        }
        self.words = words;
        self.watches.iter_mut().for_each(Vec::clear);
        let (original, learned) = (std::mem::take(&mut self.original), std::mem::take(&mut self.learned));
        // Binary clauses come first in each list, because they need not be visited.
        for is_binary in [true, false] {
            for &clause in original.iter().chain(&learned) {
                if (self.size(clause) == 2) == is_binary {
                    self.watch(clause);
                }
            }
        }
        (self.original, self.learned) = (original, learned);
    }
}
