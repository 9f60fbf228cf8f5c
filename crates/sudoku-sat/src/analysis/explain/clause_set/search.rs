//! Refutations by unit propagation and by a depth-first search with backjumping.

use super::cone::{Cone, Draft};
use super::{ClauseSet, DECISION, NONE};
use crate::analysis::explain::element::Literal;

/// The result of a search.
#[derive(Debug)]
pub(crate) enum Search {
    Refuted(Cone),
    Satisfiable,
    /// The depth or the number of nodes was not sufficient.
    GaveUp,
}

/// The result of a part of a search.
enum Below {
    Refuted(Draft),
    Satisfiable,
    GaveUp,
}

impl ClauseSet {
    /// Refutes the negation of `literal` by unit propagation, and returns up to `most` cones.
    ///
    /// If `literal` is `None`, the clauses themselves are refuted.
    pub(crate) fn refutations(&mut self, literal: Option<Literal>, most: usize) -> Vec<Cone> {
        let mut conflicts = Vec::new();
        if self.start(literal, &mut conflicts) {
            self.propagate(&mut conflicts, most);
        }
        conflicts.truncate(most);
        conflicts.into_iter().map(|conflict| self.cone(&self.analyze(conflict))).collect()
    }

    /// Refutes the negation of `literal` by a search with at most `depth` nested decisions and `budget` nodes.
    pub(crate) fn search(&mut self, literal: Option<Literal>, depth: usize, budget: u64) -> Search {
        self.budget = budget;
        let mut conflicts = Vec::new();
        if !self.start(literal, &mut conflicts) {
            return match conflicts.pop() {
                Some(conflict) => Search::Refuted(self.cone(&self.analyze(conflict))),
                None => Search::Satisfiable,
            };
        }
        match self.search_below(depth) {
            Below::Refuted(draft) => Search::Refuted(self.cone(&draft)),
            Below::Satisfiable => Search::Satisfiable,
            Below::GaveUp => Search::GaveUp,
        }
    }

    fn search_below(&mut self, depth: usize) -> Below {
        let mut conflicts = Vec::new();
        self.propagate(&mut conflicts, 1);
        if let Some(conflict) = conflicts.pop() {
            return Below::Refuted(self.analyze(conflict));
        }
        let open = |element: &u32| {
            let (open, satisfied) = self.counts[*element as usize];
            (satisfied == 0 && open > 0 && self.is_active[*element as usize]).then_some((open, *element))
        };
        let Some((_, element)) = self.rules.iter().filter_map(open).min() else {
            return Below::Satisfiable;
        };
        if depth == 0 || self.budget == 0 {
            return Below::GaveUp;
        }
        self.budget -= 1;
        let mut total = self.analyze((element, None));
        let mark = self.trail.len();
        for position in 0..self.clauses[element as usize].len() {
            let variable = self.clauses[element as usize][position];
            if self.values[variable as usize] != 0 {
                continue;
            }
            self.assign(variable, true, (DECISION, NONE));
            let result = self.search_below(depth - 1);
            self.undo(mark);
            match result {
                Below::Refuted(mut cone) => {
                    let before = cone.decisions.len();
                    cone.decisions.retain(|&decision| decision != variable);
                    if cone.decisions.len() == before {
                        return Below::Refuted(cone);
                    }
                    total.merge(&cone);
                }
                other => return other,
            }
        }
        Below::Refuted(total)
    }
}
