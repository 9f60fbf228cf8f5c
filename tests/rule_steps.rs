//! Steps with rules follow from the rules and facts that they list, and from nothing else.

use std::collections::BTreeMap;

use itertools::Itertools;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Form, Rule, RuleKind};
use sudoku_cnf::{Cell, ClauseSink, Cnf, Grid, Lit, Puzzle, Solution};
use sudoku_sat::explain::{BoardRule, Deduction, ExplainOptions, Explanation, explain};
use sudoku_sat::solver::Outcome;
use sudoku_sat::{Limits, Solver};

use crate::rules::{grids, random_rule_of};

/// The tables of a rule have at most `4^CELLS` rows.
const CELLS: usize = 6;

/// Returns the cells of a rule, and those of its clauses: the neighbors of a minimum, for example.
fn cells_of(rule: &BoardRule, index: usize, puzzle: &Puzzle) -> Vec<Cell> {
    let (geometry, own) = (puzzle.geometry(), &puzzle.rules()[index]);
    let clauses = rule.clauses(puzzle, geometry.candidate_count());
    let cells = clauses.clauses().flatten().filter_map(|literal| geometry.candidate(literal.var()));
    let cells = cells.map(|candidate| candidate.cell);
    cells.chain(own.cells().iter().chain(own.other_cells()).copied()).sorted().dedup().collect()
}

/// Adds a clause for each combination of digits in `cells` that violates `rule`, while all other cells are open.
fn add_table(rule: &Rule, cells: &[Cell], puzzle: &Puzzle, clauses: &mut Cnf) {
    let geometry = puzzle.geometry();
    let digits = geometry.digits().collect_vec();
    for row in cells.iter().map(|_| &digits).multi_cartesian_product() {
        let digit = |cell| {
            let index = cells.iter().position(|&other| other == cell)?;
            Some(row[index].get() as i64)
        };
        if !rule.holds(&digit, puzzle.rule_context()) {
            let literals = cells.iter().zip(&row).map(|(&cell, &&digit)| !geometry.literal(cell, digit));
            let Ok(()) = clauses.add_clause(&literals.collect_vec());
        }
    }
}

/// Adds the meaning of a listed rule, according to the check of grids. Returns `false` if its table is too large.
fn add_meaning(rule: &BoardRule, puzzle: &Puzzle, clauses: &mut Cnf) -> bool {
    let BoardRule::Rule(index) = *rule else {
        let own = rule.clauses(puzzle, puzzle.geometry().candidate_count());
        own.clauses().for_each(|clause| {
            let Ok(()) = clauses.add_clause(clause);
        });
        return true;
    };
    let cells = cells_of(rule, index, puzzle);
    let rule = &puzzle.rules()[index];
    if rule.kind().marks().is_some() {
        let pairs = cells.iter().copied().array_combinations::<2>();
        pairs.for_each(|pair| add_table(rule, &pair, puzzle, clauses));
        return true;
    }
    for &cell in &cells {
        let literals = puzzle.geometry().digits().map(|digit| puzzle.geometry().literal(cell, digit));
        let Ok(()) = clauses.add_exactly_one(&literals.collect_vec());
    }
    if cells.len() <= CELLS {
        add_table(rule, &cells, puzzle, clauses);
    }
    cells.len() <= CELLS
}

/// Returns whether each derived fact follows from the listed rules and facts, or `None` if a table is too large.
fn follows(step: &Deduction, puzzle: &Puzzle) -> Option<bool> {
    let geometry = puzzle.geometry();
    let implies = |(index, reason): (usize, &sudoku_sat::explain::MinimalSet)| {
        let mut clauses = Cnf::default();
        let listed = reason.rules.iter().all(|&rule| add_meaning(&step.rules[rule], puzzle, &mut clauses));
        let derived: Option<Lit> = step.derived.get(index).map(|fact| !fact.literal(geometry));
        let facts = reason.facts.iter().map(|&fact| step.facts[fact].literal(geometry));
        facts.chain(derived).for_each(|literal| {
            let Ok(()) = clauses.add_clause(&[literal]);
        });
        let mut solver = Solver::Native.create().unwrap();
        clauses.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
        listed.then(|| matches!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Unsatisfiable(_)))
    };
    step.reasons.iter().enumerate().map(implies).fold_options(true, |all, one| all && one)
}

/// Returns a puzzle with one solution, two rules of `kind`, and some digits of `full`.
fn puzzle(kind: RuleKind, full: &Grid, random: &mut Random) -> Option<Puzzle> {
    let geometry = full.geometry();
    let mut puzzle = Puzzle::empty(geometry.clone());
    let count = if kind.form() == Form::Flag { 1 } else { 2 };
    puzzle.add_rules(
        (0..40)
            .filter_map(|_| random_rule_of(kind, geometry, random))
            .filter(|rule| {
                let alone = Puzzle::empty(geometry.clone()).with_rules([rule.clone()]);
                Solution::check(full.clone(), &alone).is_ok()
            })
            .take(count),
    );
    let order = random.below(geometry.cell_count());
    for candidate in full.digits().collect_vec().into_iter().cycle().skip(order).step_by(5).take(16) {
        if sudoku_sat::is_unique(&puzzle).ok()? {
            return Some(puzzle);
        }
        puzzle.set(candidate.cell, Some(candidate.digit));
    }
    None
}

#[test]
fn steps_follow_from_what_they_list() {
    let grids = grids();
    let mut random = Random::new(7, 0);
    let mut checked: BTreeMap<RuleKind, usize> = BTreeMap::new();
    for kind in RuleKind::named() {
        for _ in 0..40 {
            let Some(puzzle) = puzzle(kind, &grids[random.below(grids.len())], &mut random) else { continue };
            let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
            let Explanation::Solved { steps, .. } = explained else { continue };
            let uses_rule =
                |step: &&Deduction| step.rules.iter().any(|rule| matches!(rule, BoardRule::Rule(_)));
            for step in steps.iter().filter(uses_rule) {
                if let Some(follows) = follows(step, &puzzle) {
                    assert!(follows, "{} {step:?}", puzzle.rules().iter().join(", "));
                    *checked.entry(kind).or_default() += 1;
                }
            }
        }
    }
    assert!(checked.len() >= 36 && checked[&RuleKind::XSum] >= 20, "{checked:?}");
}
