//! Counts the clauses that a solver learned from conflicts, given its DRAT proof.

/// Estimates the number of clauses learned from conflicts while a DRAT proof in text form is being written.
///
/// It counts every non-empty clause that the proof adds, with two exceptions:
///
/// - A clause is not counted if a deletion immediately follows, because such a clause is usually a shortened copy of
///   the deleted clause.
/// - Consecutive unit clauses are counted as one clause, because usually only the first of them is a learned clause,
///   and the rest are its consequences.
#[derive(Debug, Default)]
pub(super) struct LearnedClauses {
    counted: u64,
    /// The number of literals read so far on the current line. Each literal is followed by a space.
    literals: usize,
    is_deletion: bool,
    /// Whether the previous line added a clause that is counted unless a deletion follows.
    is_pending: bool,
    /// Whether the previous line added a unit clause.
    was_unit: bool,
}

impl LearnedClauses {
    /// Reads the next piece of the proof, which may end within a line.
    pub(super) fn read(&mut self, proof: &[u8]) {
        for byte in proof {
            match byte {
                b'd' => self.is_deletion = true,
                b' ' => self.literals += 1,
                b'\n' => self.end_line(),
                _ => {}
            }
        }
    }

    /// Returns the number of learned clauses in the lines read so far.
    pub(super) fn count(&self) -> u64 {
        self.counted + u64::from(self.is_pending)
    }

    fn end_line(&mut self) {
        let literals = std::mem::take(&mut self.literals);
        if std::mem::take(&mut self.is_deletion) {
            (self.is_pending, self.was_unit) = (false, false);
            return;
        }
        self.counted = self.count();
        self.is_pending = literals > 1 || literals == 1 && !self.was_unit;
        self.was_unit = literals == 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_lines_of_a_proof() {
        let mut learned = LearnedClauses::default();
        learned.read(b"1 2 0\n-3 0\n-5 0\n6 0\n4 5 0\n");
        assert_eq!(learned.count(), 3, "1 2, -3, and 4 5 unless a deletion follows");
        learned.read(b"d 4 5 6 0\nd 7 8 0\n1 ");
        assert_eq!(learned.count(), 2);
        learned.read(b"-2 0\n0\n");
        assert_eq!(learned.count(), 3);
    }
}
