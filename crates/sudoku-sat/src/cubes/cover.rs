//! The cubes of a puzzle, and the proof that each solution belongs to one of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sudoku_cnf::{Lit, Problem, Puzzle};

use super::choose::{Lookahead, Split};
use crate::proof::{complete_problem, limited_size};
use crate::search::SolveError;
use crate::solver::{ClausalProof, ClauseLoader, Limits, Native};

/// A set of candidates that are assumed together.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cube {
    /// The candidates, as literals.
    pub literals: Vec<Lit>,
    /// For each candidate, the number of the clause of the CNF whose alternatives it belongs to, counting from 1.
    pub splits: Vec<usize>,
}

impl Cube {
    /// Returns the complete encoding of `puzzle` with the candidates of this cube as unit clauses at the end.
    pub fn problem(&self, puzzle: &Puzzle) -> Problem {
        complete_problem(puzzle).with_clauses(self.literals.iter().map(|&literal| vec![literal]))
    }

    /// Returns the clause that excludes this cube.
    pub fn negation(&self) -> Vec<Lit> {
        self.literals.iter().map(|&literal| !literal).collect()
    }
}

/// Cubes that cover all solutions of a puzzle.
///
/// The cubes are the leaves of a tree. Each inner node splits on a clause of the CNF: a cell has a digit, or a digit
/// has a place in a house. Its children are the alternatives, except those that unit propagation refutes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The cubes, in the order of decreasing estimated work.
    pub cubes: Vec<Cube>,
    /// A refutation of the CNF together with the [negations](Cube::negation) of all cubes.
    pub proof: ClausalProof,
}

impl Cover {
    /// Splits `problem`, which must be a [`complete_problem`], into at least `count` cubes if possible.
    ///
    /// There are fewer cubes, or none, if unit propagation refutes the puzzle or solves it.
    ///
    /// # Errors
    /// Returns an error if the CNF has too many variables, or if a limit is reached.
    pub fn of(problem: &Problem, count: usize, limits: &Limits) -> Result<Self, SolveError> {
        limited_size(problem, limits)?;
        let mut solver = Native::new();
        ClauseLoader::new(&mut solver, limits).load(problem)?;
        let Some(mut lookahead) = Lookahead::new(problem, solver) else { return Ok(Self::default()) };
        let mut open = BinaryHeap::<Leaf>::from([(1.0_f64.to_bits(), Reverse(Cube::default()))]);
        let (mut complete, mut splits) = (Vec::new(), Vec::new());
        while open.len() + complete.len() < count
            && let Some((work, Reverse(cube))) = open.pop()
        {
            limits.check()?;
            let Some(split) = lookahead.choose(&cube.literals) else {
                complete.push((work, Reverse(cube)));
                continue;
            };
            for &(literal, work) in &split.open {
                let mut child = cube.clone();
                child.literals.push(literal);
                child.splits.push(split.number);
                open.push((work.to_bits(), Reverse(child)));
            }
            splits.push((cube, split));
        }
        complete.extend(open);
        complete.sort_by(|a, b| b.cmp(a));
        let cubes = complete.into_iter().map(|(_, Reverse(cube))| cube).collect();
        Ok(Self { cubes, proof: proof(&splits) })
    }
}

/// Returns the proof of the cover. A node is refuted after its children, so the proof treats the last split first.
fn proof(splits: &[(Cube, Split)]) -> ClausalProof {
    let mut proof = ClausalProof::new();
    for (cube, split) in splits.iter().rev() {
        let mut clause = cube.negation();
        for &failed in &split.failed {
            clause.push(!failed);
            proof.add(&clause);
            clause.pop();
        }
        proof.add(&clause);
    }
    proof
}

/// A leaf of the tree: its estimated work and its cube. The bits of positive numbers have the order of the numbers.
/// Leaves with the same work are ordered by their cubes, so that the order is total.
type Leaf = (u64, Reverse<Cube>);
