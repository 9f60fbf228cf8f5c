//! Rules that hold because a puzzle has exactly one solution: those of unique, hidden and avoidable rectangles.

use itertools::{Itertools, iproduct};
use sudoku_cnf::{Candidate, Cell, Digit, Puzzle};
use typed_index_collections::TiSlice;

use super::BoardRule;
use super::ids::RuleId;
use super::rule_table::RuleTable;
use crate::ask::SolveOptions;
use crate::solver::{LimitPoller, Limits, StopReason};

/// The largest boards on which rectangles are searched for.
const LARGEST_BOARD: usize = 16;

/// Returns a rule for each four cells and two digits that could be exchanged.
///
/// Each house contains none of the cells or two that would contain different digits, so the exchange respects all
/// houses. None of the cells occurs in one of `rules`, which are those of the puzzle. If some cells are given, or the
/// puzzle excludes a digit from them, it has one solution without these givens and without its excluded candidates, so
/// that they are facts like those of a step. A cell that a given excludes from one of the digits needs no rule.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn rectangles(
    puzzle: &Puzzle,
    rules: &TiSlice<RuleId, RuleTable>,
    limits: &Limits,
) -> Result<Vec<RuleTable>, StopReason> {
    let geometry = puzzle.geometry();
    let n = geometry.size();
    if n > LARGEST_BOARD || geometry.layout().is_some() {
        return Ok(Vec::new());
    }
    let mut is_in_rule = vec![false; geometry.cell_count()];
    rules.iter().flat_map(|rule| &rule.candidates).for_each(|&id| is_in_rule[usize::from(id) / n] = true);
    let bare = |removed: &[Cell], keeps_excluded: bool| {
        let mut bare = Puzzle::empty(geometry.clone()).with_rules(puzzle.rules().to_vec());
        let kept = puzzle.givens().filter(|given| !removed.contains(&given.cell));
        kept.for_each(|given| bare.set(given.cell, Some(given.digit)));
        bare.exclude(puzzle.excluded().iter().copied().filter(|_| keeps_excluded));
        let search = SolveOptions::new().single_threaded().limits(limits.clone()).max_solutions(2);
        search.solutions(&bare).map(|solution| solution.is_ok()).collect::<Vec<bool>>() == [true]
    };
    let has_excluded = !puzzle.excluded().is_empty() && !bare(&[], false);
    let is_implied = |cells: &[Cell]| bare(cells, has_excluded);
    let fixed: Vec<Cell> =
        puzzle.givens().map(|given| given.cell).filter(|&cell| !is_implied(&[cell])).collect();
    let lines = || (1..=n).array_combinations::<2>();
    let corners = |[top, bottom]: [usize; 2], [left, right]: [usize; 2]| {
        let cell = |row, column| Cell::new(row, column);
        Some([cell(top, left)?, cell(top, right)?, cell(bottom, left)?, cell(bottom, right)?])
    };
    let rectangles = iproduct!(lines(), lines()).filter_map(|(rows, columns)| corners(rows, columns));
    let is_exchangeable = |cells: &[Cell; 4]| {
        if cells.iter().any(|cell| fixed.contains(cell) || is_in_rule[geometry.index(*cell)]) {
            return false;
        }
        let houses = cells.iter().flat_map(|&cell| geometry.houses_of(cell)).unique();
        houses.map(|&house| geometry.house(house as usize)).all(|house| {
            let [first, right, below, last] = cells.map(|cell| house.cells.contains(&cell));
            (first || last) == (right || below) && !(first && last || right && below)
        })
    };
    let is_possible = |(cell, digit): (Cell, Digit)| {
        if let Some(given) = puzzle.get(cell) {
            return given == digit;
        }
        let is_excluded = has_excluded && puzzle.is_excluded(Candidate { cell, digit });
        !is_excluded && geometry.peers(cell).all(|peer| puzzle.get(peer) != Some(digit))
    };
    let rules = iproduct!(rectangles.filter(is_exchangeable), geometry.digits().array_combinations());
    let rules = rules.filter(|&(cells, [x, y])| {
        let is_possible = |digits: [Digit; 4]| cells.into_iter().zip(digits).all(is_possible);
        let (first, second) = (is_possible([x, y, y, x]), is_possible([y, x, x, y]));
        let given: Vec<Cell> = cells.into_iter().filter(|&cell| puzzle.get(cell).is_some()).collect();
        if given.is_empty() { first && second } else { (first || second) && is_implied(&given) }
    });
    let rules =
        rules.map(|(cells, digits)| BoardRule::DeadlyPattern(cells.map(|cell| (cell, digits)).into()));
    let mut poller = LimitPoller::new(limits.clone());
    let candidate_count = geometry.candidate_count();
    rules.map(|rule| poller.steps(n).map(|()| RuleTable::new(rule, puzzle, candidate_count))).collect()
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::puzzle::rule::Rule;

    use super::super::tables::Tables;
    use super::*;

    /// A puzzle with two solutions, which exchange the digits 1 and 3 of four cells.
    const TWO_SOLUTIONS: &str = ".2.4.4.221434321";

    fn rectangle_count(rule: Option<&str>, excluded: Option<&str>) -> usize {
        let mut puzzle: Puzzle = TWO_SOLUTIONS.parse().unwrap();
        puzzle.add_rules(rule.map(|rule| Rule::parse(rule, puzzle.geometry()).unwrap()));
        puzzle.exclude(excluded.map(|candidate| candidate.parse().unwrap()));
        let tables = Tables::new(&puzzle, &Limits::none()).unwrap();
        rectangles(&puzzle, &tables.rules, &Limits::none()).unwrap().len()
    }

    /// Only an exchange that all rules permit yields a second solution.
    #[test]
    fn nothing_else_tells_the_digits_of_a_rectangle_apart() {
        assert_eq!(rectangle_count(None, None), 1);
        assert_eq!(rectangle_count(None, Some("r1c1=3")), 0);
        assert_eq!(rectangle_count(None, Some("r1c1=2")), 1);
        assert_eq!(rectangle_count(Some("difference 1: r1c1 r1c2"), None), 0);
        assert_eq!(rectangle_count(Some("minimum: r1c2"), None), 0);
        assert_eq!(rectangle_count(Some("nonconsecutive"), None), 0);
        assert_eq!(rectangle_count(Some("odd: r4c4"), None), 1);
    }
}
