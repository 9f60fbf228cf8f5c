//! Hints that reveal a part of a step, each a sentence.

use itertools::Itertools;
use sudoku_cnf::Puzzle;
use sudoku_cnf::text::words::list;
use sudoku_sat::explain::{BoardRule, Deduction, Technique};

use super::json::JsonHint;
use crate::cli::args::Hint;

/// Returns the hint.
pub(super) fn hint(step: &Deduction, hint: Hint, puzzle: &Puzzle) -> JsonHint {
    let geometry = puzzle.geometry();
    let (mut places, mut cells) = (Vec::new(), Vec::new());
    let (mut region, mut digit) = (None, step.derived.first().map(|fact| fact.candidate.digit));
    for rule in &step.rules {
        match *rule {
            BoardRule::House { house, digit: needed } => {
                places.push(geometry.house(house).name.to_string());
                (region, digit) = (region.or(Some(house)), Some(needed));
            }
            BoardRule::Cell(cell) => cells.push(cell),
            BoardRule::Rule(index) => places.push(puzzle.rules()[index].sentence()),
            BoardRule::DeadlyPattern(ref pairs) if step.technique != Technique::BugPlusOne => {
                cells.extend(pairs.iter().map(|(cell, _)| cell));
            }
            BoardRule::DeadlyPattern(_) | BoardRule::Peers { .. } => {}
        }
    }
    if places.is_empty() && cells.is_empty() {
        cells = step.derived.iter().map(|fact| fact.candidate.cell).collect();
    }
    // Without a house that needs a place for a digit, the region is the house with the most cells of the step.
    let count =
        |house: &usize| cells.iter().filter(|cell| geometry.house(*house).cells.contains(cell)).count();
    let region = region.or_else(|| (0..geometry.houses().count()).max_by_key(count));
    let region = region.map(|house| geometry.house(house).name.to_string()).unwrap_or_default();
    places.extend(cells.iter().map(ToString::to_string));
    let places = places.into_iter().sorted().dedup().collect_vec();
    let name = step.technique.to_string();
    let (technique, hint, places) = match (hint, digit) {
        (Hint::Digit, Some(digit)) => {
            (None, format!("Look for the digit {digit} in {region}."), vec![region])
        }
        (Hint::Region | Hint::Digit, _) => (None, format!("Look at {region}."), vec![region]),
        _ => {
            let article = if name.starts_with(['a', 'e', 'A', 'E', 'X']) { "an" } else { "a" };
            let hint = format!("Look for {article} {name} in {}.", list(&places, "and"));
            (Some(step.technique.name()), hint, places)
        }
    };
    JsonHint { hint, places, technique }
}
