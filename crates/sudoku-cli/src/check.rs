//! What is right or wrong with a puzzle, or with a full grid.

use sudoku_cnf::rules::{self, Clash, RuleError};
use sudoku_cnf::{Candidate, Grid, Solution};
use sudoku_sat::{Choice, Limits, SolveError, Solver, redundant_givens, solutions};

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Digits clash: all clashes, house by house.
    Clashes(Vec<Clash>),
    /// The grid is no solution of the puzzle that it was checked against.
    NoSolutionOf(RuleError),
    /// A full grid that keeps the rules, and the givens of the puzzle if there was one.
    Right,
    /// A puzzle without a solution.
    Unsolvable,
    /// A puzzle with one solution, and its redundant givens: each follows from all the others.
    Proper(Vec<Candidate>),
    /// A puzzle with several solutions, and a cell that holds different digits in two of them.
    Ambiguous(Candidate, Candidate),
}

/// Checks a puzzle, or a full grid; with `puzzle`, whether the grid is a solution of it.
///
/// Cost: some calls of the embedded solver, one for each given of a proper puzzle.
///
/// # Errors
/// If the solver fails.
///
/// ```
/// use sudoku_cli::check::{Verdict, check};
///
/// let grid = "1234341221434321".parse()?;
/// assert_eq!(check(&grid, None)?, Verdict::Right);
/// assert!(matches!(check(&"1...............".parse()?, None)?, Verdict::Ambiguous(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(grid: &Grid, puzzle: Option<&Grid>) -> Result<Verdict, SolveError> {
    let clashes: Vec<_> = rules::clashes(grid).collect();
    if !clashes.is_empty() {
        return Ok(Verdict::Clashes(clashes));
    }
    let is_full = grid.given_count() == grid.geometry().cell_count();
    if is_full || puzzle.is_some() {
        let judged = Solution::check(grid.clone(), puzzle.unwrap_or(grid));
        return Ok(judged.map_or_else(Verdict::NoSolutionOf, |_| Verdict::Right));
    }
    check_puzzle(grid)
}

fn check_puzzle(puzzle: &Grid) -> Result<Verdict, SolveError> {
    let options = Choice::default().options(puzzle.geometry().size());
    let mut found = solutions(puzzle, &Solver::Varisat, options, Limits::none())?;
    let Some(first) = found.next().transpose()? else { return Ok(Verdict::Unsolvable) };
    if let Some(second) = found.next().transpose()? {
        let mut pairs = first.grid().givens().zip(second.grid().givens());
        let (a, b) = pairs.find(|(a, b)| a != b).expect("the first solution was excluded");
        return Ok(Verdict::Ambiguous(a, b));
    }
    let redundant = redundant_givens(puzzle, &Solver::Varisat, options, Limits::none())?;
    Ok(Verdict::Proper(redundant.unwrap_or_default()))
}
