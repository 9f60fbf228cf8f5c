//! Validation of puzzles and full grids.

use sudoku_cnf::rules::{self, Clash, RuleError};
use sudoku_cnf::{Candidate, Puzzle, Solution};
use sudoku_sat::{SolveError, SolveOptions};

/// The result of [`check`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Some digits clash. The list contains all clashes, ordered by house.
    Clashes(Vec<Clash>),
    /// The grid is not a solution of the puzzle it was checked against.
    NotASolution(RuleError),
    /// The full grid satisfies the rules. If it was checked against a puzzle, it is a solution of that puzzle.
    Correct,
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has exactly one solution. The list contains every given that is implied by the other givens.
    Proper(Vec<Candidate>),
    /// The puzzle has several solutions. The two candidates place different digits in the same cell and come from two
    /// different solutions.
    Ambiguous(Candidate, Candidate),
}

/// Checks a puzzle or a full grid. If `against` is set, checks whether the grid is a solution of that puzzle.
///
/// Checking a puzzle takes a few calls to the default solver, plus one call for each given if the puzzle has exactly
/// one solution. Checking a full grid, or checking with `against`, does not require a solver.
///
/// # Errors
/// Returns an error if the solver fails.
///
/// ```
/// use sudoku_cli::check::{Verdict, check};
///
/// assert_eq!(check(&"1234341221434321".parse()?, None)?, Verdict::Correct);
/// assert!(matches!(check(&"1...............".parse()?, None)?, Verdict::Ambiguous(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(puzzle: &Puzzle, against: Option<&Puzzle>) -> Result<Verdict, SolveError> {
    let clashes: Vec<_> = rules::clashes(puzzle.grid()).collect();
    if !clashes.is_empty() {
        return Ok(Verdict::Clashes(clashes));
    }
    if puzzle.grid().is_full() || against.is_some() {
        let checked = Solution::check(puzzle.grid().clone(), against.unwrap_or(puzzle));
        return Ok(checked.map_or_else(Verdict::NotASolution, |_| Verdict::Correct));
    }
    check_puzzle(puzzle)
}

fn check_puzzle(puzzle: &Puzzle) -> Result<Verdict, SolveError> {
    let options = SolveOptions::new();
    let mut found = options.solutions(puzzle);
    let Some(first) = found.next().transpose()? else { return Ok(Verdict::Unsolvable) };
    if let Some(second) = found.next().transpose()? {
        let mut pairs = first.grid().digits().zip(second.grid().digits());
        let (a, b) = pairs.find(|(a, b)| a != b).expect("the first solution was excluded");
        return Ok(Verdict::Ambiguous(a, b));
    }
    let redundant = options.redundant_givens(puzzle)?;
    Ok(Verdict::Proper(redundant.unwrap_or_default()))
}
