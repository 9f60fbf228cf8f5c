//! Lookahead: chooses the clause that splits a cube best.

use std::collections::HashMap;
use std::convert::Infallible;

use sudoku_cnf::clauses::clause_group::{Cardinality, ClauseGroup};
use sudoku_cnf::{ClauseSink, Lit, Problem};

use crate::solver::Native;

/// The number of literals that the lookahead tries for each split. It starts with the clauses with the fewest open
/// literals.
const MAX_TRIES: usize = 100;

/// A cube that assigns the fraction p of the open variables is estimated at 2^(−HALVINGS·p).
const HALVINGS: f64 = 24.0;

/// A clause that states that a cell has a digit, or that a digit has a place in a house.
#[derive(Clone, Debug)]
pub(super) struct SplitClause {
    /// The number of the clause in the CNF, counting from 1.
    pub(super) number: usize,
    literals: Vec<Lit>,
}

/// A split of a cube: the alternatives of a clause.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) number: usize,
    /// The alternatives, and the estimated work for each of them.
    pub(super) open: Vec<(Lit, f64)>,
    /// The alternatives that unit propagation refutes.
    pub(super) failed: Vec<Lit>,
}

/// Looks ahead with the unit propagation of the native solver.
pub(super) struct Lookahead {
    solver: Native,
    clauses: Vec<SplitClause>,
    /// The numbers of variables that are assigned without a decision, and of all variables.
    assigned: (usize, usize),
}

impl Lookahead {
    /// Creates the lookahead for `problem`, whose clauses `solver` must contain. Returns `None` if unit propagation
    /// refutes them.
    pub(super) fn new(problem: &Problem, mut solver: Native) -> Option<Self> {
        let mut sink = SplitClauses::default();
        let Ok(()) = problem.encode(&mut sink);
        let root = solver.look_ahead(&[])?;
        let variables = problem.puzzle().geometry().candidate_count();
        Some(Self { solver, clauses: sink.clauses, assigned: (root, variables) })
    }

    /// Returns the best split of a cube, or `None` if the cube leaves no alternatives in any clause.
    pub(super) fn choose(&mut self, cube: &[Lit]) -> Option<Split> {
        self.solver.look_ahead(cube)?;
        let mut open: Vec<(usize, Vec<Lit>)> = Vec::new();
        for clause in &self.clauses {
            let value = |literal: &Lit| self.solver.value(*literal);
            if !clause.literals.iter().any(|literal| value(literal) == Some(true)) {
                let literals = clause.literals.iter().copied().filter(|literal| value(literal).is_none());
                open.push((clause.number, literals.collect()));
            }
        }
        open.sort_by_key(|(_, literals)| literals.len());
        let mut work = HashMap::new();
        let mut decisions = cube.to_vec();
        let mut best: Option<(f64, Split)> = None;
        for (number, literals) in open {
            if best.is_some() && work.len() + literals.len() > MAX_TRIES {
                break;
            }
            let mut split = Split { number, open: Vec::new(), failed: Vec::new() };
            for literal in literals {
                let work = *work.entry(literal).or_insert_with(|| {
                    decisions.push(literal);
                    let assigned = self.solver.look_ahead(&decisions);
                    decisions.pop();
                    assigned.map(|assigned| work_after(assigned, self.assigned))
                });
                match work {
                    Some(work) => split.open.push((literal, work)),
                    None => split.failed.push(literal),
                }
            }
            let total = split.open.iter().map(|(_, work)| work).sum();
            if best.as_ref().is_none_or(|(least, _)| total < *least) {
                best = Some((total, split));
            }
        }
        best.map(|(_, split)| split)
    }
}

/// Returns the estimated work for a cube, relative to the whole puzzle, from the number of assigned variables.
fn work_after(assigned: usize, (root, variables): (usize, usize)) -> f64 {
    let progress = assigned.saturating_sub(root) as f64 / variables.saturating_sub(root).max(1) as f64;
    (-HALVINGS * progress).exp2()
}

/// Collects the clauses on which cubes can be split.
#[derive(Default)]
struct SplitClauses {
    clauses: Vec<SplitClause>,
    /// The number of clauses so far.
    count: usize,
    /// Whether the clauses that follow are suitable.
    is_suitable: bool,
}

impl ClauseSink for SplitClauses {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.count += 1;
        if self.is_suitable {
            self.clauses.push(SplitClause { number: self.count, literals: clause.to_vec() });
        }
        Ok(())
    }

    /// The at-most-one constraints are only counted.
    fn count_clauses(&mut self, clauses: usize) -> bool {
        self.count += clauses;
        true
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.is_suitable = matches!(
            group,
            ClauseGroup::Cell(_, Cardinality::AtLeastOne) | ClauseGroup::House(_, _, Cardinality::AtLeastOne)
        );
    }
}
