//! Unit propagation on the clauses of a step.

use sudoku_cnf::{Lit, Puzzle};
use typed_index_collections::{TiVec, ti_vec};

use crate::explain::Deduction;
use crate::explain::ids::ClauseId;

/// A clause, and the position of its rule in the step.
pub(super) struct Clause {
    pub(super) literals: Vec<Lit>,
    pub(super) rule: usize,
}

/// A set of literals.
pub(super) struct LitSet(Vec<bool>);

impl LitSet {
    pub(super) fn contains(&self, literal: Lit) -> bool {
        self.0[position(literal)]
    }

    pub(super) fn insert(&mut self, literal: Lit) {
        self.0[position(literal)] = true;
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(is_in, &is_other)| *is_in |= is_other);
    }
}

/// The literals that are true so far, in the order in which they were derived.
pub(super) struct Trail {
    pub(super) clauses: TiVec<ClauseId, Clause>,
    /// For each literal, the clauses that contain it, each with the other literal if there are two.
    occurrences: Vec<Vec<(ClauseId, Option<Lit>)>>,
    /// For each literal, the clauses with more than two literals that contain it.
    long: Vec<Vec<ClauseId>>,
    /// For each clause with more than two literals, the numbers of its true and of its false literals.
    counts: TiVec<ClauseId, Counts>,
    is_true: Vec<bool>,
    /// The literals, each with the clause that implies it, unless it is assumed or known.
    literals: Vec<(Lit, Option<ClauseId>)>,
    /// The number of literals whose clauses have been visited.
    head: usize,
}

impl Trail {
    /// Starts with the facts of `step` and propagates them. Also returns a violated clause, if any.
    pub(super) fn new(step: &Deduction, puzzle: &Puzzle) -> (Self, Option<ClauseId>) {
        let geometry = puzzle.geometry();
        let mut used = geometry.candidate_count();
        let mut clauses = TiVec::new();
        for (rule, found) in step.rules.iter().enumerate() {
            let found = found.clauses(puzzle, used);
            clauses.extend(found.clauses().map(|clause| Clause { literals: clause.to_vec(), rule }));
            // Rules do not share auxiliary variables.
            used = used.max(found.variable_count());
        }
        let mut occurrences = vec![Vec::new(); 2 * used + 2];
        let mut long = vec![Vec::new(); 2 * used + 2];
        for (index, clause) in clauses.iter_enumerated() {
            for &literal in &clause.literals {
                let other = match clause.literals[..] {
                    [a, b] => Some(if a == literal { b } else { a }),
                    _ => None,
                };
                occurrences[position(literal)].push((index, other));
                if clause.literals.len() > 2 {
                    long[position(literal)].push(index);
                }
            }
        }
        let is_true = vec![false; 2 * used + 2];
        let counts = ti_vec![Counts::default(); clauses.len()];
        let mut trail = Self { clauses, occurrences, long, counts, is_true, literals: Vec::new(), head: 0 };
        let facts = step.facts.iter().find_map(|fact| trail.add(fact.literal(geometry), None));
        let units = trail.clauses.keys().find_map(|clause| facts.or_else(|| trail.visit(clause)));
        let conflict = facts.or(units).or_else(|| trail.propagate());
        (trail, conflict)
    }

    pub(super) fn len(&self) -> usize {
        self.literals.len()
    }

    /// Returns the literals from position `start` on that a clause implies, with their clauses.
    pub(super) fn implied(&self, start: usize) -> impl Iterator<Item = (Lit, ClauseId)> + '_ {
        self.literals[start..].iter().filter_map(|&(literal, clause)| Some((literal, clause?)))
    }

    /// Returns the position of a literal that is true.
    pub(super) fn find(&self, literal: Lit) -> Option<usize> {
        self.literals.iter().position(|&(found, _)| found == literal)
    }

    pub(super) fn is_open(&self, literal: Lit) -> bool {
        !self.is_true[position(literal)] && !self.is_true[position(!literal)]
    }

    /// Returns whether a single clause implies an open literal or its negation.
    pub(super) fn is_decided(&self, literal: Lit) -> bool {
        let clauses = [literal, !literal].into_iter().flat_map(|side| &self.occurrences[position(side)]);
        clauses.into_iter().any(|&(clause, other)| match other {
            Some(other) => self.is_true[position(!other)],
            None => matches!(self.state(clause), State::Implies(_)),
        })
    }

    /// Returns whether a literal of a clause is true.
    pub(super) fn is_satisfied(&self, clause: ClauseId) -> bool {
        self.clauses[clause].literals.iter().any(|&literal| self.is_true[position(literal)])
    }

    /// Assumes a literal and propagates it. Returns a violated clause, if any.
    pub(super) fn assume(&mut self, literal: Lit) -> Option<ClauseId> {
        if self.is_true[position(!literal)]
            && let Some(opposite) = self.find(!literal)
        {
            return self.literals[opposite].1;
        }
        self.add(literal, None).or_else(|| self.propagate())
    }

    /// Removes all literals from position `length` on. The clauses of the other literals are not visited again.
    pub(super) fn cut(&mut self, length: usize) {
        for (literal, _) in self.literals.drain(length..) {
            self.is_true[position(literal)] = false;
            for &clause in &self.long[position(literal)] {
                self.counts[clause].satisfied -= 1;
            }
            for &clause in &self.long[position(!literal)] {
                self.counts[clause].falsified -= 1;
            }
        }
        self.head = length;
    }

    /// Returns an empty set of literals.
    pub(super) fn empty_set(&self) -> LitSet {
        LitSet(vec![false; self.is_true.len()])
    }

    /// Adds the literals from which clauses derive the literals of `needed`, for those from position `start` on.
    pub(super) fn close(&self, needed: &mut LitSet, start: usize) {
        for &(literal, clause) in self.literals[start..].iter().rev() {
            if let Some(clause) = clause.filter(|_| needed.contains(literal)) {
                let others = self.clauses[clause].literals.iter();
                others.filter(|&&other| other != literal).for_each(|&other| needed.insert(!other));
            }
        }
    }

    fn propagate(&mut self) -> Option<ClauseId> {
        while self.head < self.literals.len() {
            let (literal, _) = self.literals[self.head];
            self.head += 1;
            // Facts that contradict each other satisfy all clauses of both literals.
            if self.is_true[position(!literal)] {
                continue;
            }
            for index in 0..self.occurrences[position(!literal)].len() {
                let conflict = match self.occurrences[position(!literal)][index] {
                    (clause, Some(other)) => self.imply(other, clause),
                    (clause, None) => self.visit(clause),
                };
                if conflict.is_some() {
                    return conflict;
                }
            }
        }
        None
    }

    /// Derives the last literal of a clause, or returns the clause if it is violated.
    fn visit(&mut self, clause: ClauseId) -> Option<ClauseId> {
        match self.state(clause) {
            State::Violated => Some(clause),
            State::Implies(literal) => self.add(literal, Some(clause)),
            State::Other => None,
        }
    }

    /// Derives a literal from a clause whose other literal is false, or returns the clause if it is violated.
    fn imply(&mut self, literal: Lit, clause: ClauseId) -> Option<ClauseId> {
        let is_violated = self.is_true[position(!literal)] && !self.is_true[position(literal)];
        if is_violated { Some(clause) } else { self.add(literal, Some(clause)) }
    }

    fn state(&self, clause: ClauseId) -> State {
        let length = self.clauses[clause].literals.len();
        let counts = self.counts[clause];
        if length > 2 && (counts.satisfied > 0 || counts.falsified + 1 < length) {
            return State::Other;
        }
        let mut last = None;
        for &literal in &self.clauses[clause].literals {
            if self.is_true[position(literal)] {
                return State::Other;
            }
            if !self.is_true[position(!literal)] && last.replace(literal).is_some() {
                return State::Other;
            }
        }
        last.map_or(State::Violated, State::Implies)
    }

    /// Adds a literal. A placed digit excludes other candidates at once, so that no two candidates that exclude each
    /// other are ever derived. Returns a violated clause, if any.
    fn add(&mut self, literal: Lit, clause: Option<ClauseId>) -> Option<ClauseId> {
        if self.is_true[position(literal)] {
            return None;
        }
        self.is_true[position(literal)] = true;
        for &clause in &self.long[position(literal)] {
            self.counts[clause].satisfied += 1;
        }
        for &clause in &self.long[position(!literal)] {
            self.counts[clause].falsified += 1;
        }
        self.literals.push((literal, clause));
        if !literal.is_positive() || self.is_true[position(!literal)] {
            return None;
        }
        for index in 0..self.occurrences[position(!literal)].len() {
            if let (pair, Some(other)) = self.occurrences[position(!literal)][index] {
                let conflict = self.imply(other, pair);
                if conflict.is_some() {
                    return conflict;
                }
            }
        }
        None
    }
}

/// The numbers of true and of false literals of a clause.
#[derive(Clone, Copy, Default)]
struct Counts {
    satisfied: usize,
    falsified: usize,
}

/// The state of a clause.
enum State {
    /// All literals are false.
    Violated,
    /// All literals are false except this one, which is open.
    Implies(Lit),
    /// A literal is true, or several are open.
    Other,
}

fn position(literal: Lit) -> usize {
    2 * literal.var().number() + usize::from(literal.is_positive())
}
