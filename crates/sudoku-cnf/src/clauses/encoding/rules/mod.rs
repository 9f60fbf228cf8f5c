//! Clauses for the rules of a puzzle.
//!
//! Each shape of [`Constraint`] has one encoding, except sums, for which there are several [`SumEncoding`]s. Each
//! clause of an alternative of a choice also contains the negated selector of the alternative.

mod automaton;
mod sum;

use std::collections::HashSet;

use super::candidate_view::CandidateView;
use super::emitter::Emitter;
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::{ClauseSink, Cnf};
use crate::clauses::numbering::Numbering;
use crate::clauses::variable::Lit;
use crate::puzzle::Puzzle;
use crate::puzzle::board::{Candidate, Cell, Digit};
use crate::puzzle::rule::{Constraint, Rule};
pub use sum::SumEncoding;

/// Adds the clauses of all rules of `puzzle`.
pub(super) fn emit<S: ClauseSink + ?Sized>(
    puzzle: &Puzzle,
    view: CandidateView<'_>,
    sum_encoding: SumEncoding,
    emitter: &mut Emitter<'_, S>,
) -> Result<(), S::Error> {
    let mut rules = RuleEmitter::new(view, sum_encoding, emitter);
    puzzle.rules().iter().try_for_each(|rule| rules.rule(rule, puzzle))
}

/// Returns the clauses of one rule of `puzzle`, with auxiliary variables after the first `used` variables.
///
/// In contrast to the clauses of a whole puzzle, they include the pairs of cells that must differ because they share a
/// house, too. They rely on clauses that require exactly one digit in each cell of the rule.
///
/// ```
/// use sudoku_cnf::puzzle::rule::Rule;
/// use sudoku_cnf::{Geometry, Puzzle};
///
/// let mut puzzle = Puzzle::empty(Geometry::standard());
/// let rule = Rule::parse("odd: r1c1", puzzle.geometry())?;
/// puzzle.add_rules([rule]);
/// let cnf = sudoku_cnf::clauses::encoding::rule_clauses(&puzzle, &puzzle.rules()[0], 729);
/// let clauses: Vec<String> = cnf.clauses().map(|clause| format!("{clause:?}")).collect();
/// assert_eq!(clauses.len(), 1);
/// assert_eq!(cnf.clause(0).iter().map(|literal| literal.dimacs()).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
/// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
/// ```
#[must_use]
pub fn rule_clauses(puzzle: &Puzzle, rule: &Rule, used: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let numbering = Numbering::Arithmetic;
    let view = CandidateView::new(puzzle.geometry(), None, &numbering);
    let mut emitter = Emitter::new(AtMostOne::Pairwise, used, &mut cnf);
    let mut rules = RuleEmitter::new(view, SumEncoding::default(), &mut emitter);
    rules.relies_on_houses = false;
    let Ok(()) = rules.rule(rule, puzzle);
    let variables = emitter.variables();
    cnf.declare_variables(variables);
    cnf
}

/// Encodes the constraints of rules.
struct RuleEmitter<'a, 'e, 's, S: ?Sized> {
    view: CandidateView<'a>,
    emitter: &'e mut Emitter<'s, S>,
    sum_encoding: SumEncoding,
    /// The negated selectors of the alternatives that are being encoded. They are added to each clause.
    conditions: Vec<Lit>,
    /// The binary clauses so far, each with its smaller literal first. Rules often share some of them.
    pairs: HashSet<[Lit; 2]>,
    /// Whether other clauses exclude that two cells of a house contain the same digit.
    relies_on_houses: bool,
}

impl<'a, 'e, 's, S: ClauseSink + ?Sized> RuleEmitter<'a, 'e, 's, S> {
    fn new(view: CandidateView<'a>, sum_encoding: SumEncoding, emitter: &'e mut Emitter<'s, S>) -> Self {
        let (conditions, pairs) = (Vec::new(), HashSet::new());
        Self { view, emitter, sum_encoding, conditions, pairs, relies_on_houses: true }
    }

    fn rule(&mut self, rule: &Rule, puzzle: &Puzzle) -> Result<(), S::Error> {
        self.emitter.group(ClauseGroup::Rule(rule));
        let constraints = rule.constraints(puzzle.rule_context());
        constraints.iter().try_for_each(|constraint| self.constraint(constraint))
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<(), S::Error> {
        match constraint {
            Constraint::AllDifferent(cells) => self.all_different(cells),
            Constraint::Some(candidates) => {
                let literals: Vec<Lit> =
                    candidates.iter().filter_map(|&candidate| self.view.literal(candidate)).collect();
                self.clause(&literals)
            }
            Constraint::Pairs { cells: [first, second], forbidden } => {
                forbidden.iter().try_for_each(|&[a, b]| {
                    self.not_both(Candidate { cell: *first, digit: a }, Candidate { cell: *second, digit: b })
                })
            }
            Constraint::Sum(sum) => sum::emit(sum, self),
            Constraint::Choice(alternatives) => self.choice(alternatives),
            Constraint::Automaton { cells, diagram } => automaton::emit(cells, diagram, self),
        }
    }

    /// Adds a clause.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        if self.conditions.is_empty() {
            return self.emitter.clause(literals);
        }
        let clause: Vec<Lit> = self.conditions.iter().chain(literals).copied().collect();
        self.emitter.clause(&clause)
    }

    /// Returns the positive literal of a new variable.
    fn auxiliary(&mut self) -> Lit {
        self.emitter.auxiliary()
    }

    /// Returns the digits that `cell` can contain, with their literals.
    fn digits(&self, cell: Cell) -> Vec<(usize, Lit)> {
        let literal = |digit: Digit| Some((digit.get(), self.view.literal(Candidate { cell, digit })?));
        self.view.geometry.digits().filter_map(literal).collect()
    }

    fn all_different(&mut self, cells: &[Cell]) -> Result<(), S::Error> {
        let n = self.view.geometry.size();
        if cells.len() > n {
            return self.clause(&[]);
        }
        for digit in self.view.geometry.digits() {
            let candidates = cells.iter().map(|&cell| Candidate { cell, digit });
            let candidates: Vec<Candidate> = candidates.collect();
            if cells.len() == n {
                self.constraint(&Constraint::Some(candidates.clone()))?;
            }
            for (i, &first) in candidates.iter().enumerate() {
                candidates[i + 1..].iter().try_for_each(|&second| self.not_both(first, second))?;
            }
        }
        Ok(())
    }

    /// Forbids two candidates at the same time, unless earlier clauses do so.
    fn not_both(&mut self, a: Candidate, b: Candidate) -> Result<(), S::Error> {
        let geometry = self.view.geometry;
        let share_house = || geometry.first_shared_house(a.cell, b.cell).is_some();
        if self.relies_on_houses && a.digit == b.digit && share_house() {
            return Ok(());
        }
        match (self.view.literal(a), self.view.literal(b)) {
            (Some(a), Some(b)) if self.conditions.is_empty() => {
                let is_new = self.pairs.insert([a.min(b), a.max(b)]);
                if is_new { self.clause(&[!a, !b]) } else { Ok(()) }
            }
            (Some(a), Some(b)) => self.clause(&[!a, !b]),
            _ => Ok(()),
        }
    }

    /// Adds a selector for each alternative, which implies the constraints of the alternative.
    fn choice(&mut self, alternatives: &[Vec<Constraint>]) -> Result<(), S::Error> {
        let selectors: Vec<Lit> = alternatives.iter().map(|_| self.auxiliary()).collect();
        self.clause(&selectors)?;
        for (&selector, constraints) in selectors.iter().zip(alternatives) {
            self.conditions.push(!selector);
            constraints.iter().try_for_each(|constraint| self.constraint(constraint))?;
            self.conditions.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use itertools::Itertools;

    use super::*;
    use crate::clauses::cnf::Cnf;
    use crate::clauses::encoding::{CnfOptions, Encoding, Problem};
    use crate::puzzle::rule::Rule;
    use crate::puzzle::rule::tests::{SAMPLES, geometry};
    use crate::puzzle::{Grid, Solution};

    /// Returns all literals that unit propagation derives, or `None` if it finds a conflict.
    fn propagate(cnf: &Cnf, assumptions: &[Lit]) -> Option<HashSet<Lit>> {
        let mut literals: HashSet<Lit> = assumptions.iter().copied().collect();
        loop {
            let before = literals.len();
            for clause in cnf.clauses() {
                if clause.iter().any(|literal| literals.contains(literal)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&literal| !literals.contains(&!literal));
                match (open.next().copied(), open.next()) {
                    (None, _) => return None,
                    (Some(unit), None) => {
                        literals.insert(unit);
                    }
                    _ => {}
                }
            }
            if literals.len() == before {
                return Some(literals);
            }
        }
    }

    /// All 288 full 4×4 grids.
    fn grids() -> Vec<Grid> {
        let rows = (1..=4).permutations(4).collect_vec();
        let geometry = Arc::new(geometry());
        let grid = |rows: Vec<&Vec<usize>>| {
            let digits = rows.into_iter().flatten().map(|&digit| Digit::new(digit)).collect();
            Grid::from_digits(geometry.clone(), digits)
        };
        let all = (0..4).map(|_| rows.iter()).multi_cartesian_product().map(grid);
        all.filter(|grid| crate::puzzle::check::clashes(grid).next().is_none()).collect()
    }

    #[test]
    fn a_full_grid_decides_all_clauses_of_a_rule() {
        let grids = grids();
        assert_eq!(grids.len(), 288);
        let sums = SumEncoding::ALL;
        for (text, sum_encoding) in SAMPLES.into_iter().cartesian_product(sums) {
            let rule = Rule::parse(text, grids[0].geometry()).unwrap();
            let mut puzzle = Puzzle::empty(grids[0].geometry().clone());
            puzzle.add_rules([rule]);
            let options = CnfOptions { sum_encoding, ..Encoding::Minimal.into() };
            let problem = Problem::new(&puzzle, options);
            let cnf = problem.to_cnf();
            assert_eq!(problem.size().unwrap().clauses, cnf.len(), "{text}");
            for grid in grids.iter().step_by(3) {
                let candidates = grid.digits().map(|candidate| problem.literal(candidate).unwrap());
                let others = puzzle.geometry().cells().flat_map(|cell| {
                    let digits = puzzle.geometry().digits();
                    digits.map(move |digit| Candidate { cell, digit })
                });
                let others = others
                    .filter(|other| grid.get(other.cell) != Some(other.digit))
                    .map(|other| !problem.literal(other).unwrap());
                let found = propagate(&cnf, &candidates.chain(others).collect_vec());
                let is_solution = Solution::check(grid.clone(), &puzzle).is_ok();
                assert_eq!(found.is_some(), is_solution, "{text} {sum_encoding} {grid}");
                let is_choice = ["renban", "betweenline", "xsum"].iter().any(|name| text.starts_with(name));
                let assigned = found.map_or(cnf.variable_count(), |literals| literals.len());
                assert!(is_choice || assigned == cnf.variable_count(), "{text} {sum_encoding}");
            }
        }
    }
}
