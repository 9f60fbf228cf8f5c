//! Rules beyond houses as clauses.
//!
//! A rule is a single element of a reason. It says something about the digits of its cells, so its clauses include that
//! each of these cells contains exactly one digit. Rules that only exclude pairs of digits all over the board do not
//! need that.

use sudoku_cnf::clauses::encoding::rule_clauses;
use sudoku_cnf::puzzle::rule::Form;
use sudoku_cnf::{Cell, Geometry, Lit, Puzzle};

use super::BoardRule;

/// A rule of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct RuleTable {
    pub(super) rule: BoardRule,
    /// The clauses. Auxiliary variables have larger numbers than all candidates, and no two rules share them.
    pub(super) clauses: Vec<Vec<Lit>>,
    /// The numbers of the candidates in the clauses, in ascending order.
    pub(super) candidates: Vec<u32>,
    /// Whether the clauses have auxiliary variables.
    has_auxiliaries: bool,
    /// Whether the rule applies to the whole board, and requires nothing of single cells.
    pub(super) is_global: bool,
}

impl RuleTable {
    /// Returns the rule with the given index. Its auxiliary variables follow the first `used` variables.
    pub(super) fn new(puzzle: &Puzzle, index: usize, used: usize) -> Self {
        let clauses = clauses(puzzle, index, used);
        let candidate_count = puzzle.geometry().candidate_count();
        let numbers = || clauses.iter().flatten().map(|literal| literal.var().number());
        let mut candidates: Vec<u32> =
            numbers().filter(|&number| number <= candidate_count).map(|number| number as u32 - 1).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let has_auxiliaries = numbers().any(|number| number > candidate_count);
        let is_global = is_global(puzzle, index);
        Self { rule: BoardRule::Rule(index), clauses, candidates, has_auxiliaries, is_global }
    }

    /// Returns a rule whose clauses consist of candidates.
    pub(super) fn of_clauses(rule: BoardRule, puzzle: &Puzzle) -> Self {
        let clauses = rule.clauses(puzzle, puzzle.geometry().candidate_count());
        let mut candidates: Vec<u32> =
            clauses.iter().flatten().map(|literal| literal.var().number() as u32 - 1).collect();
        candidates.sort_unstable();
        Self { rule, clauses, candidates, has_auxiliaries: false, is_global: false }
    }

    /// Returns the largest number of a variable, or 0 if there are no clauses.
    pub(super) fn largest_variable(&self) -> usize {
        self.clauses.iter().flatten().map(|literal| literal.var().number()).max().unwrap_or(0)
    }

    /// Returns whether the rule holds if exactly the candidates in `is_true` are true.
    pub(super) fn holds(&self, puzzle: &Puzzle, is_true: &[bool]) -> bool {
        if !self.has_auxiliaries {
            let is_satisfied = |literal: &Lit| is_true[literal.var().number() - 1] == literal.is_positive();
            return self.clauses.iter().all(|clause| clause.iter().any(is_satisfied));
        }
        let geometry = puzzle.geometry();
        let n = geometry.size() as u32;
        let digit = |cell: u32| {
            let mut digits = (0..n).filter(|digit| is_true[(cell * n + digit) as usize]);
            digits.next().filter(|_| digits.next().is_none())
        };
        let mut cells = self.candidates.iter().map(|&id| id / n);
        cells.all(|cell| digit(cell).is_some())
            && {
                let digits = |cell| Some(i64::from(digit(geometry.index(cell) as u32)? + 1));
                matches!(self.rule, BoardRule::Rule(index) if puzzle.rules()[index].holds(&digits, puzzle.rule_context()))
            }
    }
}

/// Returns the clauses of the rule with the given index, as [`RuleTable`] describes them.
pub(super) fn clauses(puzzle: &Puzzle, index: usize, used: usize) -> Vec<Vec<Lit>> {
    let geometry = puzzle.geometry();
    let cnf = rule_clauses(puzzle, &puzzle.rules()[index], used);
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    if is_global(puzzle, index) {
        return clauses;
    }
    let candidates = clauses.iter().flatten().filter_map(|literal| geometry.candidate(literal.var()));
    let mut cells: Vec<_> = candidates.map(|candidate| candidate.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    clauses.extend(cells.into_iter().flat_map(|cell| exactly_one(cell, geometry)));
    clauses
}

/// Returns the clauses that require exactly one digit in `cell`.
pub(super) fn exactly_one(cell: Cell, geometry: &Geometry) -> Vec<Vec<Lit>> {
    let literals: Vec<_> = geometry.digits().map(|digit| geometry.literal(cell, digit)).collect();
    let mut clauses = vec![literals.clone()];
    for (index, &first) in literals.iter().enumerate() {
        clauses.extend(literals[index + 1..].iter().map(|&second| vec![!first, !second]));
    }
    clauses
}

fn is_global(puzzle: &Puzzle, index: usize) -> bool {
    let rule = &puzzle.rules()[index];
    rule.kind().form() == Form::Flag && rule.is_pairwise()
}
