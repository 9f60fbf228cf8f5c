//! Rules that hold because a puzzle has exactly one solution: unique, hidden and avoidable rectangles.

use itertools::{Itertools, iproduct};
use sudoku_cnf::{Cell, Digit, Puzzle};

use super::BoardRule;
use super::rule_table::RuleTable;

/// The largest boards on which rectangles are searched for.
const LARGEST_BOARD: usize = 16;

/// Returns a rule for each four cells and two digits that could be exchanged.
///
/// Each house contains none of the cells or two that would contain different digits, so the exchange respects all
/// houses. None of the cells is given. A cell that a given excludes from one of the digits needs no rule.
pub(super) fn rectangles(puzzle: &Puzzle) -> Vec<RuleTable> {
    let geometry = puzzle.geometry();
    let n = geometry.size();
    if n > LARGEST_BOARD || geometry.layout().is_some() || !puzzle.rules().is_empty() {
        return Vec::new();
    }
    let lines = || (1..=n).array_combinations::<2>();
    let corners = |[top, bottom]: [usize; 2], [left, right]: [usize; 2]| {
        let cell = |row, column| Cell::new(row, column);
        Some([cell(top, left)?, cell(top, right)?, cell(bottom, left)?, cell(bottom, right)?])
    };
    let rectangles = iproduct!(lines(), lines()).filter_map(|(rows, columns)| corners(rows, columns));
    let is_exchangeable = |cells: &[Cell; 4]| {
        let houses = cells.iter().flat_map(|&cell| geometry.houses_of(cell)).unique();
        houses.map(|&house| geometry.house(house as usize)).all(|house| {
            let [first, right, below, last] = cells.map(|cell| house.cells.contains(&cell));
            (first || last) == (right || below) && !(first && last || right && below)
        })
    };
    let is_possible = |cell: Cell, digit: Digit| {
        puzzle.get(cell).is_none() && geometry.peers(cell).all(|peer| puzzle.get(peer) != Some(digit))
    };
    let digits: Vec<Digit> = geometry.digits().collect();
    let rules = rectangles.filter(is_exchangeable).flat_map(|cells| {
        let common =
            digits.iter().copied().filter(move |&digit| cells.iter().all(|&cell| is_possible(cell, digit)));
        let common: Vec<Digit> = common.collect();
        common.into_iter().array_combinations().map(move |digits| BoardRule::Rectangle { cells, digits })
    });
    rules.map(|rule| RuleTable::of_clauses(rule, puzzle)).collect()
}
