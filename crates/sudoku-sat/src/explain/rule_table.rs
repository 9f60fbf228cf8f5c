//! Rules beyond houses as clauses.
//!
//! A rule is a single element of a reason. It constrains the digits of its cells, so its clauses also require
//! exactly one digit in each of these cells. Rules that only exclude pairs of digits on the whole board do not need
//! these clauses.

use itertools::Itertools;
use sudoku_cnf::clauses::encoding::rule_clauses;
use sudoku_cnf::{Cell, ClauseSink, Cnf, Geometry, Lit, Puzzle};
use typed_index_collections::TiSlice;

use super::BoardRule;
use super::ids::CandidateId;

/// A rule of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct RuleTable {
    pub(super) rule: BoardRule,
    /// The clauses. Auxiliary variables have larger numbers than all candidates, and no two rules share them.
    pub(super) clauses: Cnf,
    /// The candidates in the clauses, in ascending order.
    pub(super) candidates: Vec<CandidateId>,
    /// Whether the clauses have auxiliary variables.
    has_auxiliaries: bool,
    /// Whether the rule applies to the whole board, and requires nothing of single cells.
    pub(super) is_global: bool,
}

impl RuleTable {
    /// Returns the clauses of `rule`. Its auxiliary variables follow the first `used` variables.
    pub(super) fn new(rule: BoardRule, puzzle: &Puzzle, used: usize) -> Self {
        let clauses = rule.clauses(puzzle, used);
        let candidate_count = puzzle.geometry().candidate_count();
        let numbers = || clauses.clauses().flatten().map(|literal| literal.var().number());
        let candidates = numbers().filter(|&number| number <= candidate_count);
        let candidates =
            candidates.map(|number| CandidateId::from(number - 1)).sorted_unstable().dedup().collect();
        let has_auxiliaries = numbers().any(|number| number > candidate_count);
        let is_global = matches!(rule, BoardRule::Rule(index) if is_global(puzzle, index));
        Self { rule, clauses, candidates, has_auxiliaries, is_global }
    }

    /// Returns whether the rule holds if exactly the candidates in `is_true` are true.
    pub(super) fn holds(&self, puzzle: &Puzzle, is_true: &TiSlice<CandidateId, bool>) -> bool {
        if !self.has_auxiliaries {
            let is_satisfied = |literal: &Lit| {
                is_true[CandidateId::from(literal.var().number() - 1)] == literal.is_positive()
            };
            return self.clauses.clauses().all(|clause| clause.iter().any(is_satisfied));
        }
        let geometry = puzzle.geometry();
        let n = geometry.size();
        let digit = |cell: usize| {
            let mut digits = (0..n).filter(|digit| is_true[CandidateId::from(cell * n + digit)]);
            digits.next().filter(|_| digits.next().is_none())
        };
        let mut cells = self.candidates.iter().map(|&id| usize::from(id) / n).dedup();
        cells.all(|cell| digit(cell).is_some())
            && {
                let digits = |cell| i64::try_from(digit(geometry.index(cell))? + 1).ok();
                matches!(self.rule, BoardRule::Rule(index) if puzzle.rules()[index].holds(&digits, puzzle.rule_context()))
            }
    }
}

/// Returns the clauses of the rule with the given index, as [`RuleTable`] describes them.
pub(super) fn clauses(puzzle: &Puzzle, index: usize, used: usize) -> Cnf {
    let geometry = puzzle.geometry();
    let mut clauses = rule_clauses(puzzle, &puzzle.rules()[index], used);
    if is_global(puzzle, index) {
        return clauses;
    }
    let candidates = clauses.clauses().flatten().filter_map(|literal| geometry.candidate(literal.var()));
    let cells = candidates.map(|candidate| candidate.cell).sorted_unstable().dedup();
    for cell in cells.collect_vec() {
        let Ok(()) = clauses.add_exactly_one(&literals(cell, geometry));
    }
    clauses
}

/// Returns the literals of the candidates of `cell`.
pub(super) fn literals(cell: Cell, geometry: &Geometry) -> Vec<Lit> {
    geometry.digits().map(|digit| geometry.literal(cell, digit)).collect()
}

fn is_global(puzzle: &Puzzle, index: usize) -> bool {
    puzzle.rules()[index].kind().marks().is_some()
}
