//! The steps that an explanation needs: all others are left out.

use std::collections::{HashMap, HashSet};

use sudoku_cnf::Puzzle;

use super::board_rule::Fact;
use super::deduction::Deduction;

/// Returns the contradictions and the steps that derive a fact for which `is_goal` returns `true`, or that a later step
/// needs.
///
/// The steps start from the givens of `puzzle`. Each step remains valid, because it does not use the facts of the steps
/// that are left out.
pub(crate) fn needed_steps(
    puzzle: &Puzzle,
    steps: Vec<Deduction>,
    is_goal: &dyn Fn(&Fact) -> bool,
) -> Vec<Deduction> {
    // The digit of each filled cell, with the number of steps after which it is known.
    let mut filled: HashMap<_, _> =
        puzzle.givens().map(|given| (given.cell, (0, Fact { candidate: given, is_placed: true }))).collect();
    for (index, step) in steps.iter().enumerate() {
        let placed = step.derived.iter().filter(|fact| fact.is_placed);
        filled.extend(placed.map(|&fact| (fact.candidate.cell, (index + 1, fact))));
    }
    let mut is_used = HashSet::new();
    let mut needed = Vec::with_capacity(steps.len());
    for (index, step) in steps.into_iter().enumerate().rev() {
        let is_needed = |fact: &Fact| is_goal(fact) || is_used.contains(fact);
        if !step.derived.is_empty() && !step.derived.iter().any(is_needed) {
            continue;
        }
        // In a filled cell, the digit excludes all other candidates.
        is_used.extend(step.facts.iter().map(|&fact| match filled.get(&fact.candidate.cell) {
            Some(&(known_after, digit)) if known_after <= index => digit,
            _ => fact,
        }));
        needed.push(step);
    }
    needed.reverse();
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{ExplainOptions, Explanation, StepSearch, explain};
    use crate::solver::Limits;

    /// No step needs the candidates that one of the intersections excludes.
    const DETOUR: &str = "......1..15...8.3..7.1.4.....5.6....469...52....8.....9.....2......26.9....7.3.6.";

    #[test]
    fn steps_that_lead_nowhere_are_left_out() {
        let puzzle: Puzzle = DETOUR.parse().unwrap();
        let search =
            StepSearch::new(puzzle.clone(), ExplainOptions::default(), Limits::none()).unwrap().unwrap();
        let found: Vec<_> = search.steps().unwrap().map(Result::unwrap).collect();
        let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
        let Explanation::Solved { steps, .. } = explained else { panic!("{puzzle} has one solution") };
        assert!(steps.len() < found.len(), "{} steps", found.len());
        assert!(steps.iter().all(|step| found.contains(step)));
    }

    #[test]
    fn a_contradiction_needs_the_steps_that_lead_to_it() {
        let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.5";
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
        let Explanation::Unsatisfiable { steps, .. } = explained else { panic!("{puzzle} has a solution") };
        assert!(steps.len() > 10, "{} steps", steps.len());
        for (index, step) in steps.iter().enumerate() {
            // A digit also excludes the other candidates of its cell.
            let uses = |used: &Fact, derived: &Fact| {
                let is_same_cell = used.candidate.cell == derived.candidate.cell;
                used == derived || is_same_cell && derived.is_placed
            };
            let later = || steps[index + 1..].iter().flat_map(|step| &step.facts);
            let is_used = |derived: &Fact| later().any(|used| uses(used, derived));
            assert!(step.derived.is_empty() || step.derived.iter().any(is_used), "{step:?}");
        }
    }
}
