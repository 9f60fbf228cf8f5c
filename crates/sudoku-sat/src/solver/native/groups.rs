//! At-most-one and exactly-one groups, for example the candidates of a cell.
//!
//! A group stands for its pairwise binary clauses, which are not stored: if a literal of the group is true, all others
//! are false. An exactly-one group also stands for the clause that contains all its literals. For such a group, the number
//! of literals that are not false is maintained together with the exclusive or of their codes. Once a single literal is
//! left, the exclusive or is this literal, so no search through the group is necessary.

use super::clauses::Clauses;
use super::literal::Literal;
use super::trail::{Conflict, Reason, Trail};

/// The increment of the number of literals in a sum.
const ONE: u64 = 1 << 32;
/// Added to the sums of groups that may be empty, so that their number of literals never becomes 1.
const OPTIONAL: u64 = 1 << 62;

/// All groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The clause that contains the literals of each group.
    pub(super) clauses: Vec<u32>,
    /// Whether each group requires one of its literals to be true.
    pub(super) are_exact: Vec<bool>,
    /// For each group, the number of literals that are not false, and the exclusive or of their codes in the lower half.
    sums: Vec<u64>,
    /// The range of the literals of each group in the clause database.
    ranges: Vec<(u32, u32)>,
    /// The groups of each literal are `members[starts[literal]..starts[literal + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Groups {
    /// Adds a variable, which is in no group until the next call of [`rebuild`](Self::rebuild).
    pub(super) fn add_variable(&mut self) {
        let end = self.starts.last().copied();
        if end.is_none() {
            self.starts.push(0);
        }
        self.starts.extend([end.unwrap_or(0); 2]);
    }

    /// Rebuilds the index of the groups. All literals of all groups must be unassigned.
    pub(super) fn rebuild(&mut self, clauses: &Clauses, literals: usize) {
        self.ranges.clear();
        self.sums.clear();
        self.starts.clear();
        self.starts.resize(literals + 1, 0);
        for (&clause, &is_exact) in self.clauses.iter().zip(&self.are_exact) {
            let range = clauses.range(clause);
            self.ranges.push((range.start as u32, range.end as u32));
            let start = if is_exact { 0 } else { OPTIONAL };
            self.sums
                .push(clauses.codes(clause).iter().fold(start, |sum, &code| (sum + ONE) ^ u64::from(code)));
            clauses.codes(clause).iter().for_each(|&code| self.starts[code as usize + 1] += 1);
        }
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        self.members.clear();
        self.members.resize(self.starts.last().map_or(0, |&end| end as usize), 0);
        let mut next = self.starts.clone();
        for (group, &clause) in self.clauses.iter().enumerate() {
            for &code in clauses.codes(clause) {
                self.members[next[code as usize] as usize] = group as u32;
                next[code as usize] += 1;
            }
        }
    }

    #[inline]
    fn range_of(&self, literal: Literal) -> std::ops::Range<usize> {
        self.starts[literal.index()] as usize..self.starts[literal.index() + 1] as usize
    }

    /// Calls `visit` with the true literal of each group of `literal` that has one, other than `literal` itself.
    pub(super) fn for_each_placed_peer(
        &self,
        literal: Literal,
        words: &[u32],
        trail: &Trail,
        mut visit: impl FnMut(Literal),
    ) {
        for &group in &self.members[self.range_of(literal)] {
            let (start, end) = self.ranges[group as usize];
            let codes = &words[start as usize..end as usize];
            if let Some(&placed) = codes.iter().find(|&&code| trail.values[code as usize] > 0)
                && placed != literal.code()
            {
                visit(Literal::from_code(placed));
            }
        }
    }

    /// Propagates the groups of a literal that has become true, and of its negation.
    #[inline]
    pub(super) fn propagate(
        &mut self,
        literal: Literal,
        words: &[u32],
        trail: &mut Trail,
    ) -> Option<Conflict> {
        let mut conflict = None;
        let falsified = !literal;
        for index in self.range_of(falsified) {
            let group = self.members[index] as usize;
            let sum = &mut self.sums[group];
            *sum = (*sum - ONE) ^ u64::from(falsified.code());
            if *sum >> 32 == 1 {
                let last = Literal::from_code(*sum as u32);
                let reason = Reason::clause(self.clauses[group]);
                match trail.value(last) {
                    0 => trail.assign(last, reason),
                    -1 => conflict = Some(Conflict { literal: last, reason }),
                    _ => {}
                }
            }
        }
        if conflict.is_some() {
            return conflict;
        }
        for index in self.range_of(literal) {
            let group = self.members[index] as usize;
            if self.sums[group] >> 32 == 1 {
                // All other literals are already false.
                continue;
            }
            let (start, end) = self.ranges[group];
            for &code in &words[start as usize..end as usize] {
                let other = Literal::from_code(code);
                match trail.value(other) {
                    0 => trail.assign(!other, Reason::binary(falsified)),
                    1 if other != literal => {
                        return Some(Conflict { literal: !other, reason: Reason::binary(falsified) });
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Undoes the changes that the propagation of `literal` made to the sums.
    #[inline]
    pub(super) fn undo(&mut self, literal: Literal) {
        let falsified = !literal;
        for index in self.range_of(falsified) {
            let sum = &mut self.sums[self.members[index] as usize];
            *sum = (*sum + ONE) ^ u64::from(falsified.code());
        }
    }
}
