//! Shrinking of the learned clause: the literals of one level are replaced by a single literal, if possible.
//!
//! ## Reference
//! M. Fleury, A. Biere: Efficient all-UIP learned clause minimization, 2021.

use super::analysis::{Analysis, REMOVABLE, SEEN, SHRINKABLE};
use super::clauses::Clauses;
use super::literal::Literal;
use super::search::Search;
use super::trail::{ReasonKind, Trail};

impl Search {
    /// Minimizes and shrinks the learned clause.
    pub(super) fn minimize_and_shrink(&mut self) {
        let Self { analysis, trail, clauses, .. } = self;
        let mut learned = std::mem::take(&mut analysis.learned);
        let key = |literal: Literal| {
            let assignment = trail.assignment(literal);
            u64::from(assignment.level) << 32 | u64::from(assignment.position)
        };
        learned[1..].sort_unstable_by_key(|&literal| std::cmp::Reverse(key(literal)));
        let mut kept = 1;
        let mut start = 1;
        while start < learned.len() {
            let level = trail.assignment(learned[start]).level;
            let same =
                learned[start..].iter().take_while(|&&literal| trail.assignment(literal).level == level);
            let end = start + same.count();
            match analysis.block_uip(&learned[start..end], trail, clauses) {
                Some(uip) => {
                    learned[kept] = uip;
                    kept += 1;
                }
                None => {
                    for index in start..end {
                        let literal = learned[index];
                        if !analysis.is_redundant(literal, trail, clauses, 0) {
                            learned[kept] = literal;
                            kept += 1;
                        }
                    }
                }
            }
            start = end;
        }
        learned.truncate(kept);
        analysis.learned = learned;
    }
}

impl Analysis {
    /// Returns the literal that can replace `block`, all literals of the clause at one level in descending order of
    /// their positions on the trail.
    fn block_uip(&mut self, block: &[Literal], trail: &Trail, clauses: &Clauses) -> Option<Literal> {
        if let &[literal] = block {
            return Some(literal);
        }
        let reached = self.scratch.len();
        debug_assert_eq!(reached, 0);
        let level = trail.assignment(block[0]).level;
        for &literal in block {
            self.mark(literal.variable(), SHRINKABLE);
            self.scratch.push(literal);
        }
        let mut open = block.len();
        let mut position = trail.assignment(block[0]).position as usize + 1;
        let uip = loop {
            position -= 1;
            let literal = trail.literals[position];
            if self.marks[literal.variable()] & SHRINKABLE == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                break Some(!literal);
            }
            let can_resolve = match trail.assignment(literal).reason.kind() {
                ReasonKind::None => false,
                ReasonKind::Binary(other) => self.shrink_along(other, level, &mut open, trail, clauses),
                ReasonKind::Clause(clause) => clauses.literals(clause).all(|other| {
                    other == literal || self.shrink_along(other, level, &mut open, trail, clauses)
                }),
            };
            if !can_resolve {
                break None;
            }
        };
        for literal in self.scratch.drain(..) {
            let marks = &mut self.marks[literal.variable()];
            *marks &= !SHRINKABLE;
            if uip.is_some() {
                *marks |= REMOVABLE;
            }
        }
        if let Some(uip) = uip {
            // Literals of lower levels may be minimized later, but not because of the literals of this level.
            let variable = uip.variable();
            if self.marks[variable] & SEEN == 0 {
                self.marks[variable] |= SEEN;
                self.seen.push(variable as u32);
            }
        }
        uip
    }

    /// Returns whether a literal of a reason does not prevent shrinking: it is in the block, implied by the clause, or
    /// at the same level, where shrinking continues with it.
    fn shrink_along(
        &mut self,
        literal: Literal,
        level: u32,
        open: &mut usize,
        trail: &Trail,
        clauses: &Clauses,
    ) -> bool {
        let variable = literal.variable();
        let assignment = trail.assignments[variable];
        if assignment.level < level {
            return self.is_redundant(literal, trail, clauses, 1);
        }
        if self.marks[variable] & SHRINKABLE == 0 {
            self.mark(variable, SHRINKABLE);
            self.scratch.push(literal);
            *open += 1;
        }
        true
    }
}
