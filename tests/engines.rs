//! Differential tests, in which the search engines, the solution counter and the SAT solver must agree.

#![allow(clippy::print_stderr, reason = "skipped tests print a message")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{SAMPLES, puzzle, solved_grid, test_data};
use proptest::prelude::*;
use sudoku_cnf::puzzle::check;
use sudoku_cnf::{Candidate, CandidateBoard, Digit, Encoding, Inference, Puzzle, Solution};
use sudoku_sat::{Count, Engine, Incomplete, Limits, SolveError, SolveOptions, Solver, StopReason, search};

/// Returns options that select the varisat solver and the complete encoding, without reduction.
fn sat() -> SolveOptions {
    SolveOptions::new().solver(Solver::Varisat).encoding(Encoding::Complete).reduce(false)
}

/// Solves `puzzle` with `options` and returns the first `max` solutions, each as a line of text.
fn list(puzzle: &Puzzle, options: &SolveOptions, max: usize) -> Vec<String> {
    options.solutions(puzzle).take(max).map(|solution| solution.unwrap().to_string()).collect()
}

/// Solves `puzzle` with `engine` and returns the first `max` solutions, each as a line of text.
fn list_by(engine: Engine, puzzle: &Puzzle, max: usize) -> Vec<String> {
    let found = engine.solutions(puzzle, Limits::none());
    found.take(max).map(|solution| solution.unwrap().to_string()).collect()
}

/// Returns the same solutions as [`list_by`]. If `engine` takes more than 3 seconds, prints a message and returns
/// `None`.
fn list_in_time(puzzle: &Puzzle, engine: Engine, max: usize) -> Option<Vec<String>> {
    let found = engine.solutions(puzzle, Limits::none().within(std::time::Duration::from_secs(3)));
    let found: Result<Vec<_>, _> = found.take(max).collect();
    if found.is_err() {
        let is_fast = matches!(engine, Engine::Dpll | Engine::Propagate);
        assert!(!is_fast, "{engine} must be fast on every random puzzle");
        eprintln!("skipped: {engine} takes more than 3 s on {puzzle}");
    }
    Some(found.ok()?.iter().map(Solution::to_string).collect())
}

fn count_up_to(puzzle: &Puzzle, max: u128) -> Count {
    search::count(puzzle, max, Limits::none()).unwrap()
}

fn count_all(puzzle: &Puzzle) -> Count {
    count_up_to(puzzle, u128::MAX)
}

fn set(lines: Vec<String>) -> BTreeSet<String> {
    let count = lines.len();
    let set: BTreeSet<_> = lines.into_iter().collect();
    assert_eq!(set.len(), count, "a solution was found twice");
    set
}

/// Generates a puzzle by clearing random cells of a solved grid.
///
/// Some puzzles also have a random digit in one cell or some excluded candidates, so they may have no solution.
fn random_puzzle() -> impl Strategy<Value = Puzzle> {
    let shapes =
        prop::sample::select(vec![("2x2", 4, 4), ("2x3", 6, 4), ("3x2", 6, 4), ("3x3", 9, 5), ("3x3", 9, 4)]);
    shapes.prop_flat_map(|(shape, n, kept)| {
        let digits = Just((1..=n).collect::<Vec<usize>>()).prop_shuffle();
        let dice = prop::collection::vec(0..10_usize, n * n);
        let spoil = prop::option::of((0..n * n, 1..=n));
        let excluded = prop::collection::vec((0..n * n, 1..=n), 0..=n);
        let excluded = prop_oneof![Just(Vec::new()), excluded];
        (digits, 0..6_usize, dice, spoil, excluded).prop_map(move |(digits, shift, dice, spoil, excluded)| {
            let mut puzzle = Puzzle::from(solved_grid(shape, &digits, shift));
            let geometry = puzzle.geometry().clone();
            for (cell, die) in geometry.cells().zip(dice) {
                if die >= kept {
                    puzzle.set(cell, None);
                }
            }
            if let Some((cell, digit)) = spoil {
                let cell = geometry.cell(cell);
                let before = puzzle.get(cell);
                puzzle.set(cell, Digit::new(digit));
                if check::check_givens(&puzzle).is_err() {
                    puzzle.set(cell, before);
                }
            }
            puzzle.exclude(excluded.into_iter().map(|(cell, digit)| Candidate {
                cell: geometry.cell(cell),
                digit: Digit::new(digit).unwrap(),
            }));
            puzzle
        })
    })
}

/// The number of random puzzles with no solution, with one solution and with several solutions, in this order.
static CLASSES: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];

#[test]
fn engines_agree_on_random_puzzles() {
    check_random_puzzle();
    let classes = CLASSES.each_ref().map(|class| class.load(Ordering::Relaxed));
    assert!(
        classes.iter().all(|&count| count >= 30),
        "puzzles with no, one and several solutions: {classes:?}"
    );
    eprintln!("puzzles with no, one and several solutions: {classes:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 100, ..ProptestConfig::default() })]

    fn check_random_puzzle(puzzle in random_puzzle()) {
        const MOST: usize = 60;
        let by_sat = list(&puzzle, &sat(), MOST);
        let number = by_sat.len();
        let by_sat = set(by_sat);
        for &engine in Engine::ALL {
            let Some(found) = list_in_time(&puzzle, engine, MOST) else { continue };
            prop_assert_eq!(found.len(), number, "{}", engine.name());
            let found = set(found);
            if number < MOST {
                prop_assert_eq!(&found, &by_sat, "{}", engine.name());
            }
        }
        for encoding in [Encoding::Complete, Encoding::Triad] {
            let found = list(&puzzle, &SolveOptions::new().encoding(encoding), MOST);
            prop_assert_eq!(found.len(), number, "with probing, {}", encoding);
            if number < MOST {
                prop_assert_eq!(set(found), by_sat.clone(), "with probing, {}", encoding);
            }
        }
        CLASSES[number.min(2)].fetch_add(1, Ordering::Relaxed);
        let counted = count_up_to(&puzzle, MOST as u128);
        if number < MOST {
            prop_assert_eq!(counted, Count::Exactly(number as u128));
        } else {
            prop_assert_eq!(counted, Count::AtLeast(MOST as u128, Incomplete::MaxReached));
        }

        let candidates = sat().true_candidates(&puzzle).unwrap();
        prop_assert_eq!(candidates.is_some(), number > 0);
        if let Some(board) = candidates.filter(|_| number < MOST) {
            let mut expected = BTreeSet::new();
            for solution in sat().solutions(&puzzle) {
                expected.extend(solution.unwrap().grid().digits());
            }
            prop_assert_eq!(all_candidates(&board), expected);
        }
    }
}

fn all_candidates(board: &CandidateBoard) -> BTreeSet<Candidate> {
    let cells = board.geometry().cells();
    cells.flat_map(|cell| board.digits(cell).map(move |digit| Candidate { cell, digit })).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn minimized_puzzles_keep_their_solutions_and_have_no_redundant_givens(puzzle in random_puzzle()) {
        // Skip puzzles with 500 or more solutions, because counting the solutions repeatedly would take too long.
        let Count::Exactly(total) = count_up_to(&puzzle, 500) else { return Ok(()) };
        let minimal = sat().minimize(&puzzle).unwrap();
        prop_assert_eq!(minimal.is_some(), total > 0);
        let Some(minimal) = minimal else { return Ok(()) };
        // The solution counter checks the result of the SAT solver independently.
        let has_same_count = |puzzle: &Puzzle| count_up_to(puzzle, total + 1) == Count::Exactly(total);
        let without = |puzzle: &Puzzle, given: Candidate| {
            let mut without = puzzle.clone();
            without.set(given.cell, None);
            without
        };
        prop_assert!(has_same_count(&minimal));
        for given in minimal.givens() {
            prop_assert!(!has_same_count(&without(&minimal, given)));
        }
        let redundant = sat().redundant_givens(&puzzle).unwrap().unwrap();
        for given in puzzle.givens() {
            prop_assert_eq!(redundant.contains(&given), has_same_count(&without(&puzzle, given)));
        }
    }
}

#[test]
fn engines_agree_on_all_samples() {
    for name in SAMPLES.into_iter().chain(["no-solution"]) {
        let puzzle = puzzle(name);
        let expected = set(list(&puzzle, &sat(), 10));
        assert_eq!(set(list(&puzzle, &SolveOptions::new(), 10)), expected, "{name} with probing");
        let size = puzzle.geometry().size();
        for &engine in Engine::ALL {
            // Engines without hidden singles are too slow for large boards, and brute force is too slow for hard
            // puzzles.
            let is_quick = match engine {
                Engine::Dpll | Engine::Propagate => true,
                Engine::Expand | Engine::Backtrack => size <= 9,
                _ => size <= 6 || name == "article",
            };
            if is_quick {
                assert_eq!(set(list_by(engine, &puzzle, 10)), expected, "{name} {engine}");
            }
        }
        assert_eq!(count_all(&puzzle), Count::Exactly(expected.len() as u128), "{name}");
    }
}

#[test]
fn empty_boards_have_the_known_solution_counts() {
    let empty = |cells: usize| ".".repeat(cells).parse::<Puzzle>().unwrap();
    assert_eq!(count_all(&empty(16)), Count::Exactly(288));
    for &engine in Engine::ALL {
        assert_eq!(list_by(engine, &empty(16), 1000).len(), 288, "{engine}");
    }
    let by_sat = sat().encoding(Encoding::Minimal).count(&empty(16)).unwrap();
    assert_eq!(by_sat, Count::Exactly(288));
    // If the boxes are 1x5, each box is a whole row, so the solutions are the Latin squares of order 5.
    let latin =
        sudoku_cnf::text::read_single(&b".....\n.....\n.....\n.....\n.....\n"[..], "1x5".parse().ok(), None);
    assert_eq!(count_all(&latin.unwrap().puzzle), Count::Exactly(161_280));
}

/// A puzzle with four solutions. The digits 1 and 2 can be swapped in each of two independent groups of cells.
const FOUR_SOLUTIONS: &str = "..3434....4343..";

#[test]
fn each_engine_lists_solutions_in_its_order() {
    let ascending = ["1234341221434321", "1234342121434312", "2134341212434321", "2134342112434312"];
    for engine in [Engine::Propagate, Engine::Expand, Engine::Backtrack, Engine::Brute] {
        assert_eq!(list_by(engine, &FOUR_SOLUTIONS.parse().unwrap(), 10), ascending, "{engine}");
    }
    // DPLL finds the solutions in the order of its guesses.
    assert!(set(list_by(Engine::Dpll, &FOUR_SOLUTIONS.parse().unwrap(), 10)).iter().eq(&ascending));
    // `Propagate` branches on a cell with the fewest candidates rather than on the first open cell.
    let found = list_by(Engine::Propagate, &"..........1.2...".parse().unwrap(), 100);
    assert!(!found.is_sorted() && found.len() > 10);
    for engine in [Engine::Backtrack, Engine::Brute] {
        assert!(list_by(engine, &"..........1.2...".parse().unwrap(), 100).is_sorted());
    }
}

#[test]
fn limits_stop_every_engine_and_the_counter() {
    let empty: Puzzle = ".".repeat(81).parse().unwrap();
    let limits = || Limits::none().within(std::time::Duration::from_millis(30));
    for &engine in Engine::ALL {
        let last = engine.solutions(&empty, limits()).last().unwrap();
        assert!(matches!(last, Err(SolveError::Unknown(StopReason::TimeLimit))), "{engine}");
    }
    let counted = search::count(&empty, u128::MAX, limits()).unwrap();
    assert!(matches!(counted, Count::AtLeast(_, Incomplete::Stopped(_))), "{counted:?}");
    assert_eq!(search::count(&empty, 0, limits()).unwrap(), Count::AtLeast(0, Incomplete::MaxReached));
}

#[test]
fn counts_of_independent_parts_are_multiplied() {
    assert_eq!(count_all(&FOUR_SOLUTIONS.parse().unwrap()), Count::Exactly(4));
    let several = crate::common::puzzle("several");
    assert_eq!(count_up_to(&several, 5), Count::AtLeast(5, Incomplete::MaxReached));
    assert_eq!(count_up_to(&several, 6), Count::Exactly(5));
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn candidates_match_the_boards_of_norvigs_essay() {
    let path = test_data("essay_boards.txt");
    let text = fs::read_to_string(path).unwrap();
    let (mut puzzle, mut board) = (None, String::new());
    let mut boards = Vec::new();
    for line in text.lines().chain(["# end: "]) {
        if let Some((_, next)) = line.strip_prefix('#').and_then(|line| line.split_once(": ")) {
            boards.extend(puzzle.replace(next.to_owned()).map(|puzzle| (puzzle, std::mem::take(&mut board))));
        } else {
            board.push_str(line.trim_end());
            board.push('\n');
        }
    }
    assert_eq!(boards.len(), 2);
    for (puzzle, expected) in boards {
        let board = CandidateBoard::from_puzzle(&puzzle.parse().unwrap(), Inference::Singles).unwrap();
        let mut written = Vec::new();
        sudoku_cnf::text::write_candidates(&board, None, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn counts_the_edge_cases_of_sudopedia() {
    let path = test_data("edge_sudopedia.tsv");
    let text = fs::read_to_string(path).unwrap();
    let mut cases = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let (puzzle, counted): (Puzzle, &str) = (fields[3].parse().unwrap(), fields[4]);
        let expected = counted.trim_start_matches(">=").parse::<u128>().unwrap();
        let expected = if counted.starts_with(">=") {
            Count::AtLeast(501, Incomplete::MaxReached)
        } else {
            Count::Exactly(expected)
        };
        assert_eq!(count_up_to(&puzzle, 501), expected, "{line}");
        let by_sat = sat().max_solutions(501).count(&puzzle).unwrap();
        assert_eq!(by_sat, expected, "{line}");
        cases += 1;
    }
    assert_eq!(cases, 36);
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn finds_the_single_solutions_of_puzzle_lists() {
    for (list_name, most) in [
        ("9x9/norvig_top95.txt", 95),
        ("9x9/norvig_hardest11.txt", 11),
        ("9x9/forum_hardest_1106.txt", 60),
        ("9x9/magictour_top1465.txt", 60),
    ] {
        let path = test_data(list_name);
        for text in fs::read_to_string(path).unwrap().lines().take(most) {
            let puzzle: Puzzle = text.parse().unwrap();
            let by_propagation = list_by(Engine::Propagate, &puzzle, 2);
            assert_eq!(by_propagation.len(), 1, "{text}");
            assert_eq!(list(&puzzle, &sat(), 2), by_propagation, "{text}");
            assert_eq!(list(&puzzle, &SolveOptions::new(), 2), by_propagation, "{text}");
            assert_eq!(count_all(&puzzle), Count::Exactly(1), "{text}");
        }
    }
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_project_euler_96() {
    let path = test_data("9x9/euler096_50.txt");
    let text = fs::read_to_string(path).unwrap();
    let corners = |solve: &dyn Fn(&Puzzle) -> Vec<String>| {
        let corner = |text: &str| {
            let found = solve(&text.parse().unwrap());
            assert_eq!(found.len(), 1);
            found[0][..3].parse::<u32>().unwrap()
        };
        text.lines().map(corner).sum::<u32>()
    };
    assert_eq!(corners(&|puzzle| list(puzzle, &sat(), 2)), 24702);
    for engine in [Engine::Propagate, Engine::Expand, Engine::Backtrack] {
        assert_eq!(corners(&|puzzle| list_by(engine, puzzle, 2)), 24702, "{engine}");
    }
}
