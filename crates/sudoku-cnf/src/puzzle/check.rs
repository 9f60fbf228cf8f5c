//! Functions and types for checking whether grids satisfy the rules of Sudoku.
//!
//! The checks do not depend on the SAT code, so they can independently verify the grids that SAT solvers find.

use thiserror::Error;

use super::board::{Candidate, Cell, Digit, HouseName};
use super::rule::Rule;
use super::{Grid, Puzzle, standard_check};

/// A violation of the rules: two equal digits in one house.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{digit} occurs twice {}: at {first} and {second}", place(*house))]
pub struct Clash {
    /// The repeated digit.
    pub digit: Digit,
    /// The house that contains the digit twice.
    pub house: HouseName,
    /// The first of the two cells that contain the digit.
    pub first: Cell,
    /// The second of the two cells that contain the digit.
    pub second: Cell,
}

fn place(house: HouseName) -> String {
    if house.is_move() { format!("{house} apart") } else { format!("in {house}") }
}

/// Returns all clashes in a grid, house by house. Open cells never clash.
///
/// If two cells with equal digits share several houses, each of these houses yields a clash. The running time is
/// O(n) per house.
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_cnf::puzzle::check;
///
/// let puzzle: Puzzle = "1..1............".parse()?;
/// let clash = check::clashes(puzzle.grid()).next().unwrap();
/// assert_eq!(clash.to_string(), "1 occurs twice in row 1: at r1c1 and r1c4");
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
pub fn clashes(grid: &Grid) -> impl Iterator<Item = Clash> + '_ {
    let geometry = grid.geometry();
    geometry.houses().flat_map(move |house| {
        let mut seen: Vec<Option<Cell>> = vec![None; geometry.size()];
        house.cells.iter().filter_map(move |&cell| {
            let digit = grid.get(cell)?;
            let first = seen[digit.get() - 1].replace(cell)?;
            Some(Clash { digit, house: house.name, first, second: cell })
        })
    })
}

/// Checks that no two givens of `puzzle` clash.
///
/// # Errors
/// Returns the first clash as an error.
pub fn check_givens(puzzle: &Puzzle) -> Result<(), Clash> {
    check_grid(puzzle.grid())
}

fn check_grid(grid: &Grid) -> Result<(), Clash> {
    if grid.geometry().size() <= MAX_FAST && !has_clash(grid) {
        return Ok(());
    }
    clashes(grid).next().map_or(Ok(()), Err)
}

/// The largest board size for which [`has_clash`] takes a fraction of the time of [`clashes`] and allocates no memory.
const MAX_FAST: usize = 64;

/// Returns whether a house contains a digit twice.
pub(crate) fn has_clash(grid: &Grid) -> bool {
    match grid.geometry() {
        geometry if geometry.is_standard() => standard_check::has_clash(grid.as_slice()),
        geometry if geometry.size() <= MAX_FAST => has_clash_in_bits(grid),
        _ => clashes(grid).next().is_some(),
    }
}

/// Returns whether a house contains a digit twice. The board size must not exceed [`MAX_FAST`].
fn has_clash_in_bits(grid: &Grid) -> bool {
    let (geometry, digits) = (grid.geometry(), grid.as_slice());
    geometry.houses().any(|house| {
        // A bit set of the digits in the cells visited so far.
        let mut seen = 0_u64;
        house.cells.iter().filter_map(|cell| digits[geometry.index(*cell)]).any(|digit| {
            let bit = 1 << (digit.get() - 1);
            let is_seen = seen & bit != 0;
            seen |= bit;
            is_seen
        })
    })
}

/// Returns the rules of `puzzle` that the digits of `grid` violate, in order.
///
/// Rules with open cells count as violated only if the check of the rule notices that no digits in these cells can
/// satisfy it.
pub fn violated_rules<'p>(grid: &'p Grid, puzzle: &'p Puzzle) -> impl Iterator<Item = &'p Rule> + 'p {
    let digits = |cell| grid.get(cell).map(|digit| digit.get() as i64);
    puzzle.rules().iter().filter(move |rule| !rule.holds(&digits, puzzle.rule_context()))
}

/// A solution of a puzzle: a full grid that satisfies the rules, matches the givens, and contains no excluded
/// candidate.
///
/// [`Solution::check`] is the only constructor, so every `Solution` has been verified.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

/// The error for a grid that is not a solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// The grid and the puzzle have different boards.
    #[error("the grid and the puzzle differ in size, boxes or variants")]
    DifferentBoard,
    /// A cell is empty.
    #[error("{0} is empty")]
    EmptyCell(Cell),
    /// A house contains a digit twice.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The grid contains a digit that differs from the given in the same cell.
    #[error("{cell} contains {found}, but the given is {given}")]
    GivenChanged {
        /// The cell.
        cell: Cell,
        /// The digit in the puzzle.
        given: Digit,
        /// The digit in the grid.
        found: Digit,
    },
    /// The grid contains a candidate that the puzzle excludes.
    #[error("{cell} contains {found}, which the puzzle excludes")]
    Excluded {
        /// The cell.
        cell: Cell,
        /// The digit in the grid.
        found: Digit,
    },
    /// The digits violate a rule.
    #[error("the grid violates a rule: {0:#}")]
    Violated(Rule),
}

impl Solution {
    /// Checks that `grid` is a solution of `puzzle`.
    ///
    /// # Errors
    /// Returns the first violation as an error. The method first compares the boards, then looks for open cells and
    /// changed givens, then for excluded candidates, for clashes, and finally for violated rules.
    pub fn check(grid: Grid, puzzle: &Puzzle) -> Result<Self, RuleError> {
        let geometry = grid.geometry();
        if geometry != puzzle.geometry() {
            return Err(RuleError::DifferentBoard);
        }
        check_givens_are_kept(&grid, puzzle)?;
        if let Some(&Candidate { cell, digit: found }) =
            puzzle.excluded().iter().find(|excluded| grid.get(excluded.cell) == Some(excluded.digit))
        {
            return Err(RuleError::Excluded { cell, found });
        }
        check_grid(&grid)?;
        if let Some(rule) = violated_rules(&grid, puzzle).next() {
            return Err(RuleError::Violated(rule.clone()));
        }
        Ok(Self(grid))
    }

    /// Returns the full grid.
    pub fn grid(&self) -> &Grid {
        &self.0
    }

    /// Returns the digit in `cell`.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn get(&self, cell: Cell) -> Digit {
        self.0.get(cell).expect("a solution is full")
    }

    /// Consumes the solution and returns the full grid.
    pub fn into_grid(self) -> Grid {
        self.0
    }
}

/// Checks that `grid` is full and contains the givens of `puzzle`, which must have the same board.
fn check_givens_are_kept(grid: &Grid, puzzle: &Puzzle) -> Result<(), RuleError> {
    let cells = || grid.as_slice().iter().zip(puzzle.grid().as_slice());
    // Almost all grids pass this comparison, which contains no branches. It is therefore faster than a search for the
    // first cell that differs.
    let fits = |fits, (found, given): (&Option<Digit>, &Option<Digit>)| {
        fits & found.is_some() & (given.is_none() || given == found)
    };
    if cells().fold(true, fits) {
        return Ok(());
    }
    for (index, (&found, &given)) in cells().enumerate() {
        let cell = || grid.geometry().cell(index);
        let found = found.ok_or_else(|| RuleError::EmptyCell(cell()))?;
        if let Some(given) = given.filter(|&given| given != found) {
            return Err(RuleError::GivenChanged { cell: cell(), given, found });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1..4............";
    const SOLVED: &str = "1234341221434321";

    fn verdict(grid: &str) -> String {
        let grid = grid.parse().unwrap();
        match Solution::check(grid, &PUZZLE.parse().unwrap()) {
            Ok(_) => "solution".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn reports_each_kind_of_violation() {
        assert_eq!(verdict(SOLVED), "solution");
        assert_eq!(verdict("1234341.21434321"), "r2c4 is empty");
        assert_eq!(verdict("2134341221434321"), "r1c1 contains 2, but the given is 1");
        assert_eq!(verdict("1224341221434321"), "2 occurs twice in row 1: at r1c2 and r1c3");
        assert_eq!(verdict("1234123421434321"), "1 occurs twice in column 1: at r1c1 and r2c1");
        assert_eq!(verdict("1234234134124123"), "2 occurs twice in box 1: at r1c2 and r2c1");
        assert_eq!(verdict(&".".repeat(36)), "the grid and the puzzle differ in size, boxes or variants");
    }

    #[test]
    fn rejects_an_excluded_candidate() {
        let mut puzzle: Puzzle = PUZZLE.parse().unwrap();
        puzzle.exclude(["r4c4=1".parse().unwrap()]);
        let error = Solution::check(SOLVED.parse().unwrap(), &puzzle).unwrap_err();
        assert_eq!(error.to_string(), "r4c4 contains 1, which the puzzle excludes");
    }

    #[test]
    fn reports_two_clashes_for_three_equal_digits() {
        let puzzle: Grid = "1.11............".parse().unwrap();
        let row = clashes(&puzzle).filter(|clash| clash.house.to_string() == "row 1");
        assert_eq!(row.count(), 2);
    }
}
