//! The trail: the assigned literals in the order of their assignment, with their levels and reasons.

use super::literal::Literal;

/// The reason for an assignment.
///
/// The reason of a literal is a clause that contains this literal and is otherwise false. A clause is represented by
/// its index in the [clause database](super::clauses::Clauses). For a binary clause, which may be implied by an
/// at-most-one group, the other literal is sufficient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason(u32);

/// A [`Reason`] in a form that can be matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReasonKind {
    /// The literal is a decision, an assumption, or true at the root.
    None,
    /// The literal is implied by a binary clause with this other literal, which is false.
    Binary(Literal),
    /// The literal is implied by the clause at this index.
    Clause(u32),
}

impl Reason {
    /// The reason of decisions.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Returns the reason for a literal implied by a binary clause, where `other` is the false literal of the clause.
    #[inline]
    pub(super) fn binary(other: Literal) -> Self {
        Self(other.code() << 1 | 1)
    }

    /// Returns the reason for a literal implied by the clause at index `clause`.
    #[inline]
    pub(super) fn clause(clause: u32) -> Self {
        Self(clause << 1)
    }

    #[inline]
    pub(super) fn kind(self) -> ReasonKind {
        match self {
            Self::NONE => ReasonKind::None,
            Self(code) if code & 1 == 1 => ReasonKind::Binary(Literal::from_code(code >> 1)),
            Self(code) => ReasonKind::Clause(code >> 1),
        }
    }
}

/// A clause whose literals are all false: `literal` together with the other literals of `reason`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub(super) literal: Literal,
    pub(super) reason: Reason,
}

/// The level, position and reason of an assignment. They are meaningless for unassigned variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment {
    pub(super) level: u32,
    /// The index on the trail.
    pub(super) position: u32,
    pub(super) reason: Reason,
}

/// The assigned literals in the order of their assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// The value of each literal: 1 for true, −1 for false, 0 for unassigned.
    pub(super) values: Vec<i8>,
    /// The assignment of each variable.
    pub(super) assignments: Vec<Assignment>,
    pub(super) literals: Vec<Literal>,
    /// The number of literals on the trail when each level started, from level 1.
    pub(super) level_starts: Vec<u32>,
    /// The number of literals on the trail that have been propagated.
    pub(super) propagated: usize,
}

impl Trail {
    pub(super) fn add_variable(&mut self) {
        self.values.extend([0, 0]);
        self.assignments.push(Assignment { level: 0, position: 0, reason: Reason::NONE });
    }

    pub(super) fn variables(&self) -> usize {
        self.assignments.len()
    }

    /// Returns 1 if `literal` is true, −1 if it is false, and 0 if it is unassigned.
    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    #[inline]
    pub(super) fn assignment(&self, literal: Literal) -> Assignment {
        self.assignments[literal.variable()]
    }

    /// Returns the current decision level. Level 0 is the root.
    #[inline]
    pub(super) fn level(&self) -> usize {
        self.level_starts.len()
    }

    pub(super) fn new_level(&mut self) {
        self.level_starts.push(self.literals.len() as u32);
    }

    /// Makes an unassigned literal true.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let assignment = Assignment {
            level: self.level_starts.len() as u32,
            position: self.literals.len() as u32,
            reason,
        };
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.assignments[literal.variable()] = assignment;
        self.literals.push(literal);
    }
}
