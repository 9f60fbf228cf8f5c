//! The events of a trace.

use sudoku_cnf::Lit;

use super::TraceEnd;

/// A step of the solver. With the feature `serde`, an event is serialized as an object whose field `event` is the name
/// of the variant.
///
/// Clauses are numbered from 1, as in the DIMACS file; learned clauses follow. Level 0 is the root: its literals follow
/// from the clauses without any decision.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "lowercase"))]
#[non_exhaustive]
pub enum TraceEvent {
    /// The first event.
    Start {
        /// The [version](super::VERSION) of the events.
        version: u32,
        /// The puzzle as one line.
        puzzle: String,
        /// The sentences of its rules.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
        rules: Vec<String>,
        /// The encoding.
        encoding: &'static str,
        /// The at-most-one scheme.
        at_most_one: &'static str,
        /// The encoding of sums in rules.
        sum_encoding: &'static str,
        /// The seed, if one was set.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        seed: Option<u64>,
        /// The number of variables.
        variables: usize,
        /// The number of clauses.
        clauses: usize,
        /// Whether the last clause excludes a solution.
        excludes_solution: bool,
    },
    /// A clause of the CNF.
    Clause {
        /// The number of the clause.
        clause: usize,
        /// The literals of the clause.
        literals: Vec<Lit>,
        /// The clause in words.
        meaning: String,
    },
    /// The solver assumes a literal.
    Decide {
        /// The new level.
        level: usize,
        /// The literal.
        literal: Lit,
        /// The literal in words.
        meaning: String,
    },
    /// All other literals of a clause are false, so its last literal is true.
    Propagate {
        /// The level.
        level: usize,
        /// The literal.
        literal: Lit,
        /// The number of the clause.
        clause: usize,
    },
    /// All literals of a clause are false.
    Conflict {
        /// The level.
        level: usize,
        /// The number of the clause.
        clause: usize,
    },
    /// The solver replaces a literal of the clause in conflict, or of the last resolvent, with the reason why it is
    /// false.
    Resolve {
        /// The literal that the clause implied. Its negation is replaced.
        literal: Lit,
        /// The number of the clause.
        clause: usize,
        /// The resolvent, without the literals that are false at the root.
        resolvent: Vec<Lit>,
    },
    /// The first unique implication point: the resolvent has only one literal of the current level.
    Uip {
        /// The literal of the current level.
        literal: Lit,
        /// The resolvent.
        literals: Vec<Lit>,
        /// The resolvent in words.
        meaning: String,
    },
    /// The solver learns a clause: the resolvent after minimization.
    Learn {
        /// The number of the new clause.
        clause: usize,
        /// The literals of the new clause.
        literals: Vec<Lit>,
        /// The clause in words.
        meaning: String,
    },
    /// The solver goes back to the level at which the learned clause implies a literal.
    Backjump {
        /// The level.
        level: usize,
    },
    /// The solver starts again, and keeps the learned clauses and the decisions that it would repeat.
    Restart {
        /// The level.
        level: usize,
    },
    /// The solver goes back to the root and deletes learned clauses.
    Reduce {
        /// The level.
        level: usize,
    },
    /// The solver goes back to the root, and will prefer other values.
    Rephase {
        /// The level.
        level: usize,
    },
    /// Learned clauses are deleted.
    Delete {
        /// The numbers of the deleted clauses.
        clauses: Vec<usize>,
    },
    /// The last event.
    End {
        /// `solved`, `refuted` or `unknown`.
        status: &'static str,
        /// The solution as one line.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        solution: Option<String>,
        /// The reason why the result is unknown.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        message: Option<String>,
        /// The number of decisions.
        decisions: u64,
        /// The number of conflicts above the root.
        conflicts: u64,
        /// The number of literals that were propagated.
        propagations: u64,
        /// The number of restarts.
        restarts: u64,
    },
}

impl TraceEvent {
    pub(super) fn end(end: &TraceEnd) -> Self {
        let status = match end {
            TraceEnd { solution: Some(_), .. } => "solved",
            TraceEnd { stopped: Some(_), .. } => "unknown",
            _ => "refuted",
        };
        Self::End {
            status,
            solution: end.solution.as_ref().map(ToString::to_string),
            message: end.stopped.as_ref().map(ToString::to_string),
            decisions: end.statistics.decisions,
            conflicts: end.statistics.conflicts,
            propagations: end.statistics.propagations,
            restarts: end.statistics.restarts,
        }
    }
}
