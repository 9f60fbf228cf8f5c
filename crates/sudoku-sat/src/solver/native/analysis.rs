//! The marks and the scratch memory of conflict analysis.

use super::clauses::Clauses;
use super::literal::Literal;
use super::trail::{Reason, ReasonKind, Trail};

/// The literal occurs in the learned clause or was resolved away at the conflict level.
pub(super) const SEEN: u8 = 1;
/// The literal is implied by the other literals of the learned clause.
pub(super) const REMOVABLE: u8 = 2;
/// The literal is not implied by the other literals of the learned clause.
pub(super) const POISON: u8 = 4;
/// The literal was reached while its level was shrunk.
pub(super) const SHRINKABLE: u8 = 8;

/// The literals of the learned clause at one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelMark {
    pub(super) literals: u32,
    /// The smallest position on the trail.
    pub(super) first: u32,
}

const NO_LEVEL: LevelMark = LevelMark { literals: 0, first: u32::MAX };

/// Scratch memory for the analysis of a conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// The marks of each variable.
    pub(super) marks: Vec<u8>,
    /// The variables that are marked `SEEN`.
    pub(super) seen: Vec<u32>,
    /// The variables with marks other than `SEEN`.
    pub(super) marked: Vec<u32>,
    pub(super) levels: Vec<LevelMark>,
    /// The levels in the learned clause.
    pub(super) used_levels: Vec<u32>,
    pub(super) learned: Vec<Literal>,
    /// The number of literals of the conflict level that have yet to be resolved.
    pub(super) open: usize,
    /// Learned clauses that are part of the derivation.
    pub(super) used_clauses: Vec<u32>,
    /// One entry per literal; used by `replace`.
    pub(super) counts: Vec<u32>,
    pub(super) scratch: Vec<Literal>,
    /// Stamps of levels, for computing the glue of a clause.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Analysis {
    pub(super) fn add_variable(&mut self) {
        self.marks.push(0);
        self.levels.push(NO_LEVEL);
        self.stamps.push(0);
        self.counts.extend([0, 0]);
        if self.levels.len() == 1 {
            // There is one more level than there are variables.
            self.levels.push(NO_LEVEL);
            self.stamps.push(0);
        }
    }

    #[inline]
    pub(super) fn mark(&mut self, variable: usize, mark: u8) {
        if self.marks[variable] & !SEEN == 0 {
            self.marked.push(variable as u32);
        }
        self.marks[variable] |= mark;
    }

    #[inline]
    pub(super) fn visit(&mut self, literal: Literal, trail: &Trail) {
        let variable = literal.variable();
        let assignment = trail.assignments[variable];
        if assignment.level == 0 || self.marks[variable] & SEEN != 0 {
            return;
        }
        self.marks[variable] |= SEEN;
        self.seen.push(variable as u32);
        if assignment.level as usize == trail.level() {
            self.open += 1;
            return;
        }
        self.learned.push(literal);
        let mark = &mut self.levels[assignment.level as usize];
        if mark.literals == 0 {
            self.used_levels.push(assignment.level);
        }
        mark.literals += 1;
        mark.first = mark.first.min(assignment.position);
    }

    /// Visits the literals of `reason` other than `literal`.
    #[inline]
    pub(super) fn visit_reason(
        &mut self,
        literal: Literal,
        reason: Reason,
        trail: &Trail,
        clauses: &Clauses,
    ) {
        match reason.kind() {
            ReasonKind::None => {}
            ReasonKind::Binary(other) => self.visit(other, trail),
            ReasonKind::Clause(clause) => {
                if clauses.is_learned(clause) {
                    self.used_clauses.push(clause);
                }
                for &code in clauses.codes(clause) {
                    if code != literal.code() {
                        self.visit(Literal::from_code(code), trail);
                    }
                }
            }
        }
    }

    /// Returns the number of levels of `literals`, which are all assigned.
    pub(super) fn glue(&mut self, literals: impl Iterator<Item = Literal>, trail: &Trail) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for literal in literals {
            let level = trail.assignment(literal).level as usize;
            if self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    pub(super) fn clear(&mut self) {
        self.clear_marks();
        for variable in self.seen.drain(..) {
            self.marks[variable as usize] = 0;
        }
        for level in self.used_levels.drain(..) {
            self.levels[level as usize] = NO_LEVEL;
        }
        self.used_clauses.clear();
    }

    pub(super) fn clear_marks(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable as usize] &= SEEN;
        }
    }
}
