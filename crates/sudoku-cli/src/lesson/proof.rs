//! The clauses that prove a step, with their numbers in the CNF of the puzzle.

use std::collections::HashMap;
use std::convert::Infallible;

use sudoku_cnf::{Candidate, ClauseSink, Encoding, Lit, Problem, Puzzle};
use sudoku_sat::explain::{Deduction, Fact, StepsSoFar};

/// The clauses and facts that prove a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Proof {
    /// Clauses of the complete encoding.
    pub(super) clauses: Vec<NumberedClause>,
    /// Facts that earlier steps derived, with the numbers of these steps.
    pub(super) earlier: Vec<(Lit, usize)>,
}

/// A clause and its number in the complete encoding of the puzzle, counted from 1.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberedClause {
    pub(super) number: usize,
    pub(super) literals: Vec<Lit>,
}

/// Returns the proof of a step whose rules need `clauses`. The clauses do not have numbers yet.
///
/// Givens and excluded candidates of the puzzle are unit clauses. If a cell contains another digit, a candidate in this
/// cell is excluded by a clause of the cell and the placed digit.
pub(super) fn proof(step: &Deduction, clauses: Vec<Vec<Lit>>, known: &StepsSoFar, basis: &Puzzle) -> Proof {
    let geometry = basis.geometry();
    let (mut clauses, mut units, mut earlier) = (clauses, Vec::new(), Vec::new());
    let mut add = |fact: Fact| {
        let literal = fact.literal(geometry);
        match known.step_of(fact) {
            Some(step) => earlier.push((literal, step)),
            None => units.push(vec![literal]),
        }
    };
    for &fact in &step.facts {
        let Candidate { cell, .. } = fact.candidate;
        match known.grid().get(cell) {
            Some(digit)
                if !fact.is_placed && known.step_of(fact).is_none() && !basis.is_excluded(fact.candidate) =>
            {
                let placed = Fact { candidate: Candidate { cell, digit }, is_placed: true };
                add(placed);
                clauses.push(vec![fact.literal(geometry), !placed.literal(geometry)]);
            }
            _ => add(fact),
        }
    }
    clauses.append(&mut units);
    for clause in &mut clauses {
        clause.sort_unstable_by_key(|literal| literal.var());
    }
    clauses.sort();
    clauses.dedup();
    earlier.sort_unstable();
    earlier.dedup();
    let clauses = clauses.into_iter().map(|literals| NumberedClause { number: 0, literals }).collect();
    Proof { clauses, earlier }
}

/// Sets the numbers of all clauses: their positions in the complete encoding of `puzzle`.
pub(super) fn number_clauses(puzzle: &Puzzle, mut proofs: Vec<&mut Proof>) {
    let clauses = proofs.iter().flat_map(|proof| &proof.clauses);
    let numbers = clauses.map(|clause| (clause.literals.clone(), 0)).collect();
    let mut finder = Finder { numbers, count: 0, sorted: Vec::new() };
    let Ok(()) = Problem::new(puzzle, Encoding::Complete).encode(&mut finder);
    for proof in &mut proofs {
        for clause in &mut proof.clauses {
            clause.number = finder.numbers.get(&clause.literals).copied().unwrap_or_default();
        }
        proof.clauses.sort_by_key(|clause| clause.number);
    }
}

/// A sink that counts clauses and records the numbers of some of them.
struct Finder {
    /// The numbers of the wanted clauses, whose variables are in ascending order.
    numbers: HashMap<Vec<Lit>, usize>,
    count: usize,
    sorted: Vec<Lit>,
}

impl ClauseSink for Finder {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.count += 1;
        self.sorted.clear();
        self.sorted.extend_from_slice(clause);
        self.sorted.sort_unstable_by_key(|literal| literal.var());
        if let Some(number) = self.numbers.get_mut(&self.sorted[..])
            && *number == 0
        {
            *number = self.count;
        }
        Ok(())
    }
}
