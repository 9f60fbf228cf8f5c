//! Tests that the models of every encoding are exactly the solutions of the puzzle.

use crate::common::{SAMPLES, puzzle, solved_grid};
use crate::programs::file_solvers;
use itertools::Itertools;
use proptest::prelude::*;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, Puzzle};
use sudoku_sat::Solver;
use sudoku_sat::solver::external::Program;

use crate::enumerate::models;

/// Returns options for every combination of encoding and at-most-one scheme, without reduction.
fn all_options() -> impl Iterator<Item = CnfOptions> {
    let schemes = Encoding::ALL.iter().copied().cartesian_product(AtMostOne::ALL.iter().copied());
    schemes.map(|(encoding, at_most_one)| CnfOptions { encoding, at_most_one, ..CnfOptions::default() })
}

/// Returns four variations of `options`: with and without reduction, each with and without compact variable numbers.
fn with_reductions(options: CnfOptions) -> impl Iterator<Item = CnfOptions> {
    let reductions = [(false, false), (false, true), (true, false), (true, true)];
    reductions.into_iter().map(move |(reduce, compact)| CnfOptions { reduce, compact, ..options })
}

/// Returns all solutions of `puzzle` in sorted order, each as a line of text.
fn all_solutions(puzzle: &Puzzle, solver: &Solver, options: impl Into<CnfOptions>) -> Vec<String> {
    let found = models(puzzle, solver, options, usize::MAX);
    let mut lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn every_encoding_has_288_models_on_the_empty_4x4_board() {
    let empty: Puzzle = ".".repeat(16).parse().unwrap();
    let expected = all_solutions(&empty, &Solver::Varisat, Encoding::Minimal);
    assert_eq!(expected.len(), 288);
    for options in all_options().flat_map(with_reductions) {
        for solver in [Solver::Varisat, Solver::Native] {
            assert!(all_solutions(&empty, &solver, options) == expected, "{options:?} {solver:?}");
        }
    }
}

#[test]
fn all_encodings_and_solvers_agree_on_all_samples() {
    let external = file_solvers().into_iter().map(|solver| Program::from_command(&solver.solver_command()));
    let external: Vec<_> = external.map(|program| Solver::External(program.unwrap())).collect();
    for name in SAMPLES.into_iter().chain(["no-solution"]) {
        let puzzle = puzzle(name);
        let expected = all_solutions(&puzzle, &Solver::Varisat, Encoding::Complete);
        let count = match name {
            "no-solution" => 0,
            "several" => 5,
            _ => 1,
        };
        assert_eq!(expected.len(), count, "{name}");
        let complete = all_options().filter(|options| options.encoding == Encoding::Complete);
        for options in complete.chain(all_options().map(CnfOptions::reduced)) {
            assert!(all_solutions(&puzzle, &Solver::Varisat, options) == expected, "{name} {options:?}");
        }
        for &encoding in Encoding::ALL {
            assert!(all_solutions(&puzzle, &Solver::Varisat, encoding) == expected, "{name} {encoding}");
            assert!(
                all_solutions(&puzzle, &Solver::Native, encoding) == expected,
                "{name} {encoding} native"
            );
            for solver in external.iter().filter(|_| puzzle.geometry().size() <= 16) {
                assert!(all_solutions(&puzzle, solver, encoding) == expected, "{name} {encoding} {solver:?}");
            }
        }
    }
}

/// Returns a copy of `solved` in which a cell is blank if its number in `dice` is less than `blanks`.
fn dig(solved: &Puzzle, dice: &[usize], blanks: usize) -> Puzzle {
    let mut puzzle = solved.clone();
    for (cell, die) in solved.geometry().cells().zip(dice.iter().cycle()) {
        if *die < blanks {
            puzzle.set(cell, None);
        }
    }
    puzzle
}

fn shape_and_digits() -> impl Strategy<Value = (&'static str, Vec<usize>)> {
    prop::sample::select(vec!["2x2", "2x3", "3x2", "3x3", "2x5", "3x4"]).prop_flat_map(|shape| {
        let (r, c) = shape.split_once('x').unwrap();
        let n = r.parse::<usize>().unwrap() * c.parse::<usize>().unwrap();
        (Just(shape), Just((1..=n).collect::<Vec<_>>()).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn solved_grid_is_its_only_solution_in_every_encoding(
        (shape, digits) in shape_and_digits(), shift in 0..6_usize, encoding in 0..5_usize,
    ) {
        let solved = Puzzle::from(solved_grid(shape, &digits, shift));
        let found = all_solutions(&solved, &Solver::Varisat, Encoding::ALL[encoding]);
        prop_assert_eq!(found, vec![solved.to_string()]);
    }

    #[test]
    fn encodings_agree_on_puzzles_with_any_number_of_solutions(
        (shape, digits) in shape_and_digits(), shift in 0..6_usize,
        dice in prop::collection::vec(0..10_usize, 144),
    ) {
        let solved = Puzzle::from(solved_grid(shape, &digits, shift));
        let puzzle = dig(&solved, &dice, 4);
        let expected = all_solutions(&puzzle, &Solver::Varisat, Encoding::Complete);
        prop_assert!(expected.contains(&solved.to_string()));
        for options in all_options().chain(all_options().map(CnfOptions::reduced)) {
            prop_assert_eq!(&all_solutions(&puzzle, &Solver::Varisat, options), &expected, "{:?}", options);
            prop_assert_eq!(&all_solutions(&puzzle, &Solver::Native, options), &expected, "{:?}", options);
        }
    }
}
