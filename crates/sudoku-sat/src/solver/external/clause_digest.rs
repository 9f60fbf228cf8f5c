//! A digest of the clauses in a problem file, by which a check of a model detects that a solver has changed the file.

use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

use sudoku_cnf::Lit;

/// A keyed digest of a sequence of clauses.
///
/// The key is random and never leaves this process, so a solver cannot construct other clauses with the same digest.
#[derive(Clone, Debug)]
pub(super) struct ClauseDigest {
    empty: DefaultHasher,
    hasher: DefaultHasher,
}

impl ClauseDigest {
    /// Returns the digest of an empty sequence, with a new key.
    pub(super) fn new() -> Self {
        let empty = RandomState::new().build_hasher();
        Self { hasher: empty.clone(), empty }
    }

    /// Returns the digest of an empty sequence, with the key of this digest.
    pub(super) fn restarted(&self) -> Self {
        Self { hasher: self.empty.clone(), empty: self.empty.clone() }
    }

    /// Appends a clause. The order of the literals matters.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        clause.hash(&mut self.hasher);
    }

    /// Returns whether both digests, which must have the same key, belong to the same clauses in the same order.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.hasher.finish() == other.hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_depends_on_clauses_and_their_order() {
        let clause = |numbers: &[i32]| -> Vec<_> {
            numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
        };
        let mut written = ClauseDigest::new();
        for numbers in [&[1, -2][..], &[3]] {
            written.add(&clause(numbers));
        }
        let read = |clauses: &[&[i32]]| {
            let mut digest = written.restarted();
            for numbers in clauses {
                digest.add(&clause(numbers));
            }
            digest.matches(&written)
        };
        assert!(read(&[&[1, -2], &[3]]));
        assert!(!read(&[&[3], &[1, -2]]) && !read(&[&[1, -2, 3]]) && !read(&[&[1, -2]]) && !read(&[]));
    }
}
