//! Hints that reveal a part of a step.

use itertools::Itertools;
use sudoku_cnf::Puzzle;
use sudoku_sat::explain::{BoardRule, Deduction, Technique};

use super::json::JsonHint;
use crate::cli::args::Hint;

/// Returns the hint as text.
pub(super) fn text(step: &Deduction, hint: Hint, puzzle: &Puzzle) -> String {
    let places = places(step, puzzle).join(", ");
    match hint {
        Hint::Place => format!("look at {places}"),
        _ => format!("look for a step of the kind {} at {places}", step.technique.name()),
    }
}

/// Returns the hint as JSON.
pub(super) fn json(step: &Deduction, hint: Hint, puzzle: &Puzzle) -> JsonHint {
    let technique = (hint != Hint::Place).then(|| step.technique.name());
    JsonHint { places: places(step, puzzle), technique }
}

/// Returns the names of the houses, cells and rules of a step. If it only compares peers, and for BUG+1, these are the
/// cells about which it derives facts.
fn places(step: &Deduction, puzzle: &Puzzle) -> Vec<String> {
    let place = |rule: &BoardRule| match *rule {
        BoardRule::House { house, .. } => Some(puzzle.geometry().house(house).name.to_string()),
        BoardRule::Cell(cell) => Some(cell.to_string()),
        BoardRule::Rule(index) => Some(puzzle.rules()[index].sentence()),
        BoardRule::DeadlyPattern(_) if step.technique == Technique::BugPlusOne => None,
        BoardRule::DeadlyPattern(ref pairs) => Some(pairs.iter().map(|(cell, _)| cell).join(" ")),
        BoardRule::Peers { .. } => None,
    };
    let mut places: Vec<String> = step.rules.iter().filter_map(place).collect();
    if places.is_empty() {
        places = step.derived.iter().map(|fact| fact.candidate.cell.to_string()).collect();
    }
    places.sort_unstable();
    places.dedup();
    places
}
