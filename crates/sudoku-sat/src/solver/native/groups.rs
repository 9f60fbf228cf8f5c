//! At-most-one and exactly-one groups, for example the candidates of a cell.
//!
//! A group stands for its pairwise binary clauses, which are not stored: if a literal of the group is true, all others
//! are false. An exactly-one group also stands for the clause that contains all its literals. For such a group, the
//! number of literals that are not false is maintained together with the exclusive or of their codes. Once a single
//! literal is left, the exclusive or is this literal, so no search through the group is necessary.

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
    /// For each group, two numbers in one word: in the upper half, the number of literals that are not false, and in
    /// the lower half, the exclusive or of their codes.
    sums: Vec<u64>,
    /// The range of the literals of each group in the clause database.
    ranges: Vec<(u32, u32)>,
    /// The groups of each literal are `members[starts[literal]..starts[literal + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// For each group, the literal that was last propagated as true. Initially, this is any literal of the group.
    placed: Vec<Literal>,
    /// Scratch memory for the unassigned literals of a group.
    unassigned: Vec<Literal>,
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
        self.placed.clear();
        self.starts.clear();
        self.starts.resize(literals + 1, 0);
        for (&clause, &is_exact) in self.clauses.iter().zip(&self.are_exact) {
            let range = clauses.range(clause);
            self.ranges.push((range.start as u32, range.end as u32));
            let any = Literal::from_code(clauses.words[range.start]);
            self.placed.push(any);
            if self.unassigned.len() < range.len() {
                self.unassigned.resize(range.len(), any);
            }
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

    /// Calls `visit` with the true literal of each group of `literal` in which one has been propagated, other than
    /// `literal` itself.
    pub(super) fn for_each_placed_peer(
        &self,
        literal: Literal,
        trail: &Trail,
        mut visit: impl FnMut(Literal),
    ) {
        for &group in &self.members[self.range_of(literal)] {
            let placed = self.placed[group as usize];
            if placed != literal && trail.value(placed) > 0 {
                visit(placed);
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
            self.placed[group] = literal;
            if self.sums[group] >> 32 == 1 {
                // All other literals are already false.
                continue;
            }
            let (start, end) = self.ranges[group];
            let codes = &words[start as usize..end as usize];
            // The values are unpredictable, so this loop does not branch on them.
            let (mut unassigned, mut satisfied) = (0, 0);
            for &code in codes {
                let value = trail.values[code as usize];
                self.unassigned[unassigned] = Literal::from_code(code);
                unassigned += usize::from(value == 0);
                satisfied += usize::from(value > 0);
            }
            if satisfied > 1 {
                let mut literals = codes.iter().map(|&code| Literal::from_code(code));
                let other = literals.find(|&other| other != literal && trail.value(other) > 0)?;
                return Some(Conflict { literal: !other, reason: Reason::binary(falsified) });
            }
            for &other in &self.unassigned[..unassigned] {
                trail.assign(!other, Reason::binary(falsified));
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
