//! Puzzles without givens whose excluded candidates determine the solution.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{Candidate, Puzzle, Solution};

use crate::ask::SolveOptions;
use crate::search::SolveError;
use crate::solver::Limits;

/// Returns a puzzle whose only solution is `solution`, and in which every excluded candidate is necessary. The
/// candidates are allowed again one by one, in random order, as long as the solution stays unique.
///
/// # Errors
/// Returns an error if a limit is reached or the SAT solver fails.
pub(super) fn puzzle(
    solution: &Solution,
    random: &mut Random,
    limits: &Limits,
) -> Result<Puzzle, SolveError> {
    let geometry = solution.grid().geometry();
    let candidates = geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| (cell, digit)));
    let mut excluded: Vec<Candidate> = candidates
        .filter(|&(cell, digit)| solution.get(cell) != digit)
        .map(|(cell, digit)| Candidate { cell, digit })
        .collect();
    random.shuffle(&mut excluded);
    let options = SolveOptions::new().limits(limits.clone());
    let with = |excluded: &[Candidate]| {
        let mut puzzle = Puzzle::empty(geometry.clone());
        puzzle.exclude(excluded.iter().copied());
        puzzle
    };
    // The candidates before `kept` are necessary.
    let mut kept = 0;
    while kept < excluded.len() {
        let candidate = excluded.swap_remove(kept);
        if !options.is_unique(&with(&excluded))? {
            excluded.push(candidate);
            let last = excluded.len() - 1;
            excluded.swap(kept, last);
            kept += 1;
        }
    }
    Ok(with(&excluded))
}
