//! The native solver: conflict-driven clause learning (CDCL) with at-most-one groups.
//!
//! ```
//! use sudoku_cnf::{ClauseSink, Lit};
//! use sudoku_sat::{Limits, Native, Outcome, SatSolver};
//!
//! // Three cells of a row, and the digits 1 to 3. Variable 3 · cell + digit means that the cell contains the digit.
//! let at = |cell: i32, digit: i32| Lit::from_dimacs(3 * cell + digit).unwrap();
//! let mut solver = Native::new();
//! for i in 0..3 {
//!     solver.add_exactly_one(&[at(i, 1), at(i, 2), at(i, 3)])?; // one digit per cell
//!     solver.add_exactly_one(&[at(0, i + 1), at(1, i + 1), at(2, i + 1)])?; // one cell per digit
//! }
//! solver.add_clause(&[!at(0, 1)])?;
//! let Outcome::Satisfiable(model) = solver.solve(&[at(1, 2)], &Limits::none())? else { panic!() };
//! assert!(model.satisfies(at(0, 3)) && model.satisfies(at(2, 1)));
//! let refuted = solver.solve(&[at(1, 1), at(0, 2), at(2, 2)], &Limits::none())?;
//! assert!(matches!(refuted, Outcome::Unsatisfiable(core) if !core.contains(&at(1, 1))));
//! # Ok::<(), sudoku_sat::SolverError>(())
//! ```
//!
//! Most constraints of a Sudoku are exactly-one constraints. As clauses, they need one binary clause per pair of
//! candidates. This solver stores each of them as one [group](groups) instead. Propagation, conflict analysis and the
//! simplification of learned clauses use the groups directly. Each learned clause is nevertheless a RUP clause: unit
//! propagation derives it from the pairwise clauses and the clauses learned before.
//!
//! Each file implements one technique. [`Search::solve`](search::Search::solve) is the main loop.
//!
//! | file | technique |
//! |---|---|
//! | `search` | the main loop, decisions, assumptions, backtracking |
//! | `propagate`, `groups`, `clauses` | unit propagation of groups and of watched clauses |
//! | `analyze`, `analysis` | learned clauses (first UIP), failed assumptions |
//! | `minimize`, `shrink`, `replace` | shorter learned clauses |
//! | `order`, `phases` | decision variables and their values |
//! | `repeat` | repetition of decisions after a backjump |
//! | `block` | clauses that exclude the last model |
//! | `restart`, `reduce`, `schedule` | restarts, rephasing, reduction of the learned clauses, simplification |
//! | `portfolio`, `exchange`, `share` | several threads that exchange learned clauses |
//! | `proof_log` | the proof of an answer |
//! | `observer`, `observed` | events of the search for an observer |
//!
//! ## References
//! - N. Eén, N. Sörensson: An extensible SAT-solver, 2003 (MiniSat).
//! - A. Biere, K. Fazekas, M. Fleury, M. Heisinger: CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the
//!   SAT competition 2020.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers of variables and clauses fit 32 bits, which is checked when they are added"
)]

mod analysis;
mod analyze;
mod block;
mod clauses;
mod config;
mod exchange;
mod groups;
mod literal;
mod look_ahead;
mod minimize;
mod observed;
mod observer;
mod order;
mod phases;
mod portfolio;
mod proof_log;
mod propagate;
mod reduce;
mod repeat;
mod replace;
mod restart;
mod schedule;
mod search;
mod share;
mod shrink;
mod trail;

use sudoku_cnf::{ClauseSink, Lit, Model, Var};

use crate::solver::ClausalProof;

use super::error::SolverError;
use super::limits::Limits;
use super::outcome::Outcome;
use super::sat_solver::SatSolver;
use super::statistics::Statistics;
use config::Config;
use literal::Literal;
pub use observed::{DecisionsEnd, ObservedSearch};
pub use observer::{Antecedent, Backtrack, Implied, Literals, Observer};
pub(in crate::solver) use portfolio::NativePortfolio;
use search::{Answer, Search};

/// The embedded solver of this crate, which stores exactly-one and at-most-one constraints whole.
///
/// The same calls always lead to the same answers, unless a limit is reached.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Lit};
/// use sudoku_sat::{Limits, Native, Outcome, SatSolver};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut solver = Native::new();
/// solver.add_clause(&[a, b])?;
/// assert_eq!(solver.solve(&[!a, !b], &Limits::none())?, Outcome::Unsatisfiable(vec![!b, !a]));
/// assert_eq!(solver.statistics().conflicts, 0);
/// # Ok::<(), sudoku_sat::SolverError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Native {
    search: Search,
    /// The variables of the caller. The variable 0 is unused.
    variables: Vec<Variable>,
    /// The variable of the caller for each variable of the search.
    originals: Vec<Var>,
    buffer: Vec<Literal>,
}

/// A variable of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Unused,
    /// The variable occurs only in unit clauses, so the search does not need to know it.
    Fixed(bool),
    /// The variable of the search with this index.
    Searched(u32),
}

impl Default for Native {
    fn default() -> Self {
        Self::with_config(Config::default())
    }
}

impl Native {
    /// Returns a solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a solver without clauses that makes different choices for each seed.
    pub fn with_seed(seed: u64) -> Self {
        Self::with_config(Config::with_seed(seed))
    }

    /// Returns a solver without clauses whose first decision on each variable is `true` instead of `false`.
    pub(crate) fn with_positive_phases() -> Self {
        Self::with_config(Config { initial_phase: true, ..Config::default() })
    }

    fn with_config(config: Config) -> Self {
        Self { search: Search::new(config), variables: Vec::new(), originals: Vec::new(), buffer: Vec::new() }
    }

    /// Returns the statistics of all searches so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics
    }

    /// Records a proof from now on. Call this method before the first search.
    ///
    /// ```
    /// use sudoku_cnf::{ClauseSink, Lit};
    /// use sudoku_sat::{Limits, Native, SatSolver};
    ///
    /// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
    /// let mut solver = Native::new();
    /// solver.record_proof();
    /// for clause in [[a, b], [!a, b], [a, !b], [!a, !b]] {
    ///     solver.add_clause(&clause)?;
    /// }
    /// solver.solve(&[], &Limits::none())?;
    /// assert_eq!(solver.proof().unwrap().steps().len(), 1, "a unit clause, which leads to a conflict");
    /// # Ok::<(), sudoku_sat::SolverError>(())
    /// ```
    pub fn record_proof(&mut self) {
        self.search.proof.get_or_insert_default();
    }

    /// Returns the clauses that the searches so far derived and deleted, or `None` if no proof is recorded.
    ///
    /// Each clause is RUP with respect to the clauses of the caller, where a constraint added with
    /// [`add_at_most_one`](ClauseSink::add_at_most_one) or [`add_exactly_one`](ClauseSink::add_exactly_one) stands for
    /// its pairwise clauses. If the last search without assumptions found no model, unit propagation refutes all
    /// clauses.
    pub fn proof(&self) -> Option<ClausalProof> {
        let original =
            |literal: Lit| self.originals[literal.var().number() - 1].literal(literal.is_positive());
        Some(self.search.proof.as_ref()?.mapped(original))
    }

    fn variable(&mut self, var: Var) -> &mut Variable {
        let number = var.number();
        if number >= self.variables.len() {
            self.variables.resize(number + 1, Variable::Unused);
        }
        &mut self.variables[number]
    }

    /// Translates `literals` to literals of the search and stores them in the buffer, except for literals of fixed
    /// variables. Returns how many of these are true.
    fn translate(&mut self, literals: &[Lit]) -> usize {
        self.buffer.clear();
        let mut satisfied = 0;
        for &literal in literals {
            let index = match *self.variable(literal.var()) {
                Variable::Fixed(value) => {
                    satisfied += usize::from(value == literal.is_positive());
                    continue;
                }
                Variable::Searched(index) => index as usize,
                Variable::Unused => {
                    let index = self.search.add_variable();
                    self.originals.push(literal.var());
                    *self.variable(literal.var()) = Variable::Searched(index as u32);
                    index
                }
            };
            self.buffer.push(Literal::new(index, literal.is_positive()));
        }
        satisfied
    }

    /// Returns the literal of the caller for a literal of the search.
    fn original(&self, literal: Literal) -> Lit {
        self.originals[literal.variable()].literal(literal.is_positive())
    }

    /// Adds an at-most-one group of the literals in the buffer, or an exactly-one group if `is_exact`.
    fn add_group(&mut self, is_exact: bool) {
        let mut variables: Vec<_> = self.buffer.iter().map(|literal| literal.variable()).collect();
        variables.sort_unstable();
        if variables.windows(2).all(|pair| pair[0] != pair[1]) {
            self.search.add_group(&self.buffer, is_exact);
            return;
        }
        // Groups cannot contain a variable twice.
        for (index, &first) in self.buffer.iter().enumerate() {
            for &second in &self.buffer[index + 1..] {
                self.search.add_clause(&mut vec![!first, !second]);
            }
        }
        if is_exact {
            self.search.add_clause(&mut self.buffer);
        }
    }

    fn model(&self) -> Model {
        let value = |number: usize| match self.variables[number] {
            Variable::Unused => None,
            Variable::Fixed(value) => Some(value),
            Variable::Searched(index) => {
                Some(self.search.trail.value(Literal::new(index as usize, true)) > 0)
            }
        };
        let literal = |number| Some(Var::new(number)?.literal(value(number)?));
        Model::from_literals((1..self.variables.len()).filter_map(literal))
    }
}

impl ClauseSink for Native {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        if let &[unit] = clause
            && let variable @ Variable::Unused = self.variable(unit.var())
        {
            *variable = Variable::Fixed(unit.is_positive());
        } else if self.translate(clause) == 0 && !self.search.block(&mut self.buffer) {
            self.search.backtrack(0);
            self.search.add_clause(&mut self.buffer);
        }
        Ok(())
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.search.backtrack(0);
        match self.translate(literals) {
            0 => self.add_group(false),
            1 => self.buffer.iter().for_each(|&literal| self.search.add_clause(&mut vec![!literal])),
            _ => self.search.add_clause(&mut Vec::new()),
        }
        Ok(())
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.search.backtrack(0);
        if self.translate(literals) > 0 {
            return self.add_at_most_one(literals);
        }
        self.add_group(true);
        Ok(())
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }
}

impl SatSolver for Native {
    fn statistics(&self) -> Option<Statistics> {
        Some(self.search.statistics)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let satisfied = self.translate(assumptions);
        if satisfied + self.buffer.len() < assumptions.len() {
            let contradicts = |literal: &Lit| {
                self.variables[literal.var().number()] == Variable::Fixed(!literal.is_positive())
            };
            let failed = assumptions.iter().copied().find(contradicts);
            return Ok(Outcome::Unsatisfiable(failed.into_iter().collect()));
        }
        Ok(match self.search.solve(&self.buffer, || limits.reached(), &mut ()) {
            Answer::Satisfiable => Outcome::Satisfiable(self.model()),
            Answer::Unsatisfiable => {
                let core = self.search.failed.iter().map(|&literal| self.original(literal));
                Outcome::Unsatisfiable(core.collect())
            }
            Answer::Unknown(reason) => Outcome::Unknown(reason),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{ProofStep, elaborate};
    use crate::solver::ClauseLoader;
    use sudoku_cnf::{CnfOptions, Encoding, Problem, Puzzle};

    /// Returns whether unit propagation refutes `clauses` together with the negation of `clause`.
    fn is_rup(clauses: &[Vec<Lit>], clause: &[Lit]) -> bool {
        let largest = clauses.iter().flatten().map(|literal| literal.var().number()).max().unwrap_or(0);
        let mut values = vec![None; largest + 1];
        for literal in clause {
            values[literal.var().number()] = Some(!literal.is_positive());
        }
        loop {
            let mut is_fixpoint = true;
            for clause in clauses {
                let value = |literal: &Lit| Some(values[literal.var().number()]? == literal.is_positive());
                if clause.iter().any(|literal| value(literal) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| value(literal).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => {
                        values[unit.var().number()] = Some(unit.is_positive());
                        is_fixpoint = false;
                    }
                    _ => {}
                }
            }
            if is_fixpoint {
                return false;
            }
        }
    }

    #[test]
    fn learned_clauses_are_rup_with_respect_to_the_pairwise_clauses() {
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let refuted = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
        for (puzzle, is_satisfiable) in [(hard, true), (refuted, false)] {
            let puzzle: Puzzle = puzzle.parse().unwrap();
            let problem = Problem::new(&puzzle, CnfOptions::from(Encoding::Complete));
            let mut solver = Native::new();
            solver.record_proof();
            ClauseLoader::new(&mut solver, &Limits::none()).load(&problem).unwrap();
            let outcome = solver.solve(&[], &Limits::none()).unwrap();
            assert_eq!(matches!(outcome, Outcome::Satisfiable(_)), is_satisfiable);
            let mut clauses: Vec<_> = problem.to_cnf().clauses().map(<[_]>::to_vec).collect();
            let proof = solver.proof().unwrap();
            assert!(proof.steps().len() > 0);
            for step in proof.steps() {
                let ProofStep::Add(derived) = step else { continue };
                assert!(is_rup(&clauses, derived), "{derived:?}");
                clauses.push(derived.to_vec());
            }
            let refutation = elaborate(&problem.to_cnf(), &proof, &Limits::none());
            assert_eq!(refutation.is_ok(), !is_satisfiable, "{refutation:?}");
        }
    }
}
