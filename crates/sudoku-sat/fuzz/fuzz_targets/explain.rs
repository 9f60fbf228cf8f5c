//! Explains puzzles from arbitrary text, which may contain candidates, and checks each step.
//!
//! The bits of the first byte select the options and the variant, and the second byte the candidate to explain. The
//! remaining bytes are the text. Boards larger than 9×9 are skipped, because they take too long.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::puzzle::board::{BoardOptions, Variant};
use sudoku_cnf::text::{ReadOptions, read_single};
use sudoku_cnf::{Candidate, Puzzle};
use sudoku_sat::explain::{
    Deduction, ExplainOptions, Explanation, explain, explain_candidate, givens_to_remove,
};
use sudoku_sat::{Limits, Solution, Solver};

fuzz_target!(|data: &[u8]| {
    let [selection, place, text @ ..] = data else { return };
    let board = BoardOptions {
        variants: Variant::ALL.get(usize::from(selection >> 4)).copied().into_iter().collect(),
        ..BoardOptions::default()
    };
    let options = ReadOptions { board, ..ReadOptions::default() };
    let Ok(record) = read_single(text, options, None) else { return };
    let puzzle = record.puzzle;
    let size = puzzle.geometry().size();
    if size > 9 {
        return;
    }
    let limits = Limits::none().within(Duration::from_secs(1));
    let options = ExplainOptions {
        max_size: (selection & 1 != 0).then_some(12),
        smallest: selection & 2 != 0 && size <= 4,
        max_steps: (selection & 4 != 0).then_some(3),
        assume_unique: selection & 8 != 0,
    };
    match explain(&puzzle, &options, &limits) {
        Ok(Explanation::Solved { steps, solution } | Explanation::Partial { steps, solution }) => {
            check(&puzzle, &steps, Some(&solution))
        }
        Ok(Explanation::Unsatisfiable { givens, steps }) => {
            assert!(givens.givens.iter().all(|given| puzzle.get(given.cell) == Some(given.digit)));
            check(&puzzle, &steps, None);
            if selection & 8 != 0 {
                let _ = givens_to_remove(&puzzle, &limits);
            }
        }
        Ok(Explanation::Several { differ, solutions }) => {
            assert!(!differ.is_empty() && solutions[0] != solutions[1]);
        }
        _ => {}
    }
    let cells = puzzle.geometry().cell_count();
    let cell = puzzle.geometry().cell(usize::from(*place) % cells);
    let digit = puzzle.geometry().digits().nth(usize::from(*place) % size).unwrap();
    if let Ok(Some(step)) = explain_candidate(&puzzle, Candidate { cell, digit }, &options, &limits) {
        assert!(step.derived.iter().any(|fact| fact.candidate == Candidate { cell, digit }));
        check(&puzzle, &[step], None);
    }
});

/// Checks that each step is valid and agrees with the solution, and that minimal steps are minimal.
fn check(puzzle: &Puzzle, steps: &[Deduction], solution: Option<&Solution>) {
    for step in steps {
        let limits = Limits::none().within(Duration::from_secs(1));
        let Ok(verification) = step.verify(puzzle, &Solver::Native, &limits) else { continue };
        assert!(verification.is_valid, "{step:?}");
        assert!(verification.is_minimal || !step.is_minimal, "{step:?}");
        for fact in &step.derived {
            let is_in = |solution: &Solution| solution.get(fact.candidate.cell) == fact.candidate.digit;
            assert!(solution.is_none_or(|solution| is_in(solution) == fact.is_placed), "{step:?}");
        }
    }
}
