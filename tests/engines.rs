//! The search engines, the counter and SAT judge each other: what one says, all say.

#![allow(clippy::print_stderr, reason = "what is skipped is told")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{SAMPLES, puzzle, solved_grid, test_data};
use proptest::prelude::*;
use sudoku_cnf::candidates::Contradiction;
use sudoku_cnf::planes::{Masks, Planes};
use sudoku_cnf::{Candidate, Candidates, CnfOptions, Digit, Encoding, Grid, Inference, rules};
use sudoku_sat::{
    Count, Engine, Incomplete, Limits, Probing, Solver, count, minimize, redundant_givens, search, solutions,
    true_candidates,
};

const SAT: Solver = Solver::Varisat;

/// The first solutions that a solver finds, as lines.
fn list(puzzle: &Grid, solver: &Solver, most: usize) -> Vec<String> {
    let found = solutions(puzzle, solver, Encoding::Complete, Limits::none()).unwrap();
    found.take(most).map(|solution| line(solution.unwrap().grid())).collect()
}

/// As [`list`], with varisat and failed literals before it.
fn list_probed(puzzle: &Grid, encoding: Encoding, most: usize) -> Vec<String> {
    let options = CnfOptions::from(encoding).reduced();
    let mut probing = Probing::default();
    let found = probing.solutions(puzzle, &SAT, options, Limits::none()).unwrap();
    found.take(most).map(|solution| line(solution.unwrap().grid())).collect()
}

/// As [`list`]; `None`, and a word about it, where an engine without much sense takes too long.
fn list_in_time(puzzle: &Grid, engine: Engine, most: usize) -> Option<Vec<String>> {
    let found = engine.solutions(puzzle, Limits::none().within(std::time::Duration::from_secs(3)));
    let found: Result<Vec<_>, _> = found.take(most).collect();
    if found.is_err() {
        assert_ne!(engine, Engine::Propagate, "it is quick on every random puzzle");
        eprintln!("skipped: {} takes more than 3 s on {}", engine.name(), line(puzzle));
    }
    let check =
        |grid: Grid| line(rules::Solution::check(grid, puzzle).expect("the rule checker judges").grid());
    Some(found.ok()?.into_iter().map(check).collect())
}

fn line(grid: &Grid) -> String {
    let mut text = Vec::new();
    sudoku_cnf::text::write(grid, sudoku_cnf::text::Format::Line, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn set(lines: Vec<String>) -> BTreeSet<String> {
    let count = lines.len();
    let set: BTreeSet<_> = lines.into_iter().collect();
    assert_eq!(set.len(), count, "a solution came twice");
    set
}

/// A puzzle from a solved grid: the cells with a low die stay; with `spoil`, one given is changed; some candidates
/// are excluded.
fn random_puzzle() -> impl Strategy<Value = Grid> {
    let shapes =
        prop::sample::select(vec![("2x2", 4, 4), ("2x3", 6, 4), ("3x2", 6, 4), ("3x3", 9, 5), ("3x3", 9, 4)]);
    shapes.prop_flat_map(|(shape, n, kept)| {
        let digits = Just((1..=n).collect::<Vec<usize>>()).prop_shuffle();
        let dice = prop::collection::vec(0..10_usize, n * n);
        let spoil = prop::option::of((0..n * n, 1..=n));
        let excluded = prop::collection::vec((0..n * n, 1..=n), 0..=n);
        let excluded = prop_oneof![Just(Vec::new()), excluded];
        (digits, 0..6_usize, dice, spoil, excluded).prop_map(move |(digits, shift, dice, spoil, excluded)| {
            let mut puzzle = solved_grid(shape, &digits, shift);
            let geometry = puzzle.geometry().clone();
            for (cell, die) in geometry.cells().zip(dice) {
                if die >= kept {
                    puzzle.set(cell, None);
                }
            }
            if let Some((cell, digit)) = spoil {
                let cell = sudoku_cnf::Cell::new(cell);
                let before = puzzle.get(cell);
                puzzle.set(cell, Digit::new(digit));
                if rules::check_givens(&puzzle).is_err() {
                    puzzle.set(cell, before);
                }
            }
            puzzle.exclude(excluded.into_iter().map(|(cell, digit)| Candidate {
                cell: sudoku_cnf::Cell::new(cell),
                digit: Digit::new(digit).unwrap(),
            }));
            puzzle
        })
    })
}

/// How many of the random puzzles had no solution, one, and several.
static CLASSES: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];

#[test]
fn all_agree_on_random_puzzles() {
    all_agree_on_each_random_puzzle();
    let classes = CLASSES.each_ref().map(|class| class.load(Ordering::Relaxed));
    assert!(classes.iter().all(|&count| count >= 30), "none, one, several: {classes:?}");
    eprintln!("none, one, several: {classes:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 100, ..ProptestConfig::default() })]

    fn all_agree_on_each_random_puzzle(puzzle in random_puzzle()) {
        const MOST: usize = 60;
        let by_sat = list(&puzzle, &SAT, MOST);
        let number = by_sat.len();
        let by_sat = set(by_sat);
        for engine in Engine::ALL {
            let Some(found) = list_in_time(&puzzle, engine, MOST) else { continue };
            prop_assert_eq!(found.len(), number, "{}", engine.name());
            let found = set(found);
            if number < MOST {
                prop_assert_eq!(&found, &by_sat, "{}", engine.name());
            }
        }
        for encoding in [Encoding::Complete, Encoding::Triad] {
            let found = list_probed(&puzzle, encoding, MOST);
            prop_assert_eq!(found.len(), number, "probed, {}", encoding);
            if number < MOST {
                prop_assert_eq!(set(found), by_sat.clone(), "probed, {}", encoding);
            }
        }
        match puzzle.geometry().size() {
            4 => check_planes::<4, 1, 1>(&puzzle),
            6 => check_planes::<6, 1, 1>(&puzzle),
            _ => check_planes::<9, 2, 1>(&puzzle),
        }
        CLASSES[number.min(2)].fetch_add(1, Ordering::Relaxed);
        let counted = search::count(&puzzle, Some(MOST as u128), Limits::none());
        if number < MOST {
            prop_assert_eq!(counted, Count::Exactly(number as u128));
        } else {
            prop_assert_eq!(counted, Count::AtLeast(MOST as u128, Incomplete::Enough));
        }

        let candidates = true_candidates(&puzzle, &SAT, Encoding::Complete, Limits::none()).unwrap();
        prop_assert_eq!(candidates.is_some(), number > 0);
        if let Some(board) = candidates.filter(|_| number < MOST) {
            let mut expected = BTreeSet::new();
            for solution in solutions(&puzzle, &SAT, Encoding::Complete, Limits::none()).unwrap() {
                expected.extend(solution.unwrap().grid().givens());
            }
            prop_assert_eq!(all_candidates(&board), expected);
        }
    }
}

fn all_candidates(board: &Candidates) -> BTreeSet<Candidate> {
    let cells = board.geometry().cells();
    cells.flat_map(|cell| board.digits(cell).map(move |digit| Candidate { cell, digit })).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn minimal_puzzles_keep_their_solutions_and_no_redundant_given(puzzle in random_puzzle()) {
        // To count millions of solutions again and again would take too long.
        let Count::Exactly(total) = search::count(&puzzle, Some(500), Limits::none()) else { return Ok(()) };
        let minimal = minimize(&puzzle, &SAT, Encoding::Complete, Limits::none()).unwrap();
        prop_assert_eq!(minimal.is_some(), total > 0);
        let Some(minimal) = minimal else { return Ok(()) };
        // The counter judges what SAT dropped.
        let is_as_good = |puzzle: &Grid| search::count(puzzle, Some(total + 1), Limits::none()) == Count::Exactly(total);
        let without = |puzzle: &Grid, given: Candidate| {
            let mut without = puzzle.clone();
            without.set(given.cell, None);
            without
        };
        prop_assert!(is_as_good(&minimal));
        for given in minimal.givens() {
            prop_assert!(!is_as_good(&without(&minimal, given)));
        }
        let redundant = redundant_givens(&puzzle, &SAT, Encoding::Complete, Limits::none()).unwrap().unwrap();
        for given in puzzle.givens() {
            prop_assert_eq!(redundant.contains(&given), is_as_good(&without(&puzzle, given)));
        }
    }
}

#[test]
fn all_agree_on_all_samples() {
    for name in SAMPLES.into_iter().chain(["no-solution"]) {
        let puzzle = puzzle(name);
        let expected = set(list(&puzzle, &SAT, 10));
        assert_eq!(set(list_probed(&puzzle, Encoding::Complete, 10)), expected, "{name} probed");
        let size = puzzle.geometry().size();
        for engine in Engine::ALL {
            // Without hidden singles or any look ahead, large boards and hard ones take too long.
            let is_quick = match engine {
                Engine::Propagate => true,
                Engine::Expand | Engine::Backtrack => size <= 9,
                Engine::Brute => size <= 6 || name == "article",
            };
            if is_quick {
                assert_eq!(
                    set(list(&puzzle, &Solver::Engine(engine), 10)),
                    expected,
                    "{name} {}",
                    engine.name()
                );
            }
        }
        assert_eq!(
            search::count(&puzzle, None, Limits::none()),
            Count::Exactly(expected.len() as u128),
            "{name}"
        );
    }
}

#[test]
fn known_counts_of_empty_boards() {
    let empty = |cells: usize| ".".repeat(cells).parse::<Grid>().unwrap();
    assert_eq!(search::count(&empty(16), None, Limits::none()), Count::Exactly(288));
    for engine in Engine::ALL {
        assert_eq!(list(&empty(16), &Solver::Engine(engine), 1000).len(), 288, "{}", engine.name());
    }
    let by_sat = count(&empty(16), Some(&SAT), Encoding::Minimal, None, Limits::none()).unwrap();
    assert_eq!(by_sat, Count::Exactly(288));
    // Prime sizes have 1×n boxes, which repeat the rows: Latin squares.
    let latin =
        sudoku_cnf::text::read_single(&b".....\n.....\n.....\n.....\n.....\n"[..], "1x5".parse().ok(), None);
    assert_eq!(search::count(&latin.unwrap().puzzle, None, Limits::none()), Count::Exactly(161_280));
}

/// Two pairs of digits that swap in two places, independently of each other.
const FOUR: &str = "..3434....4343..";

#[test]
fn the_order_of_each_engine() {
    let ascending = ["1234341221434321", "1234342121434312", "2134341212434321", "2134342112434312"];
    for engine in Engine::ALL {
        let found = list(&FOUR.parse().unwrap(), &Solver::Engine(engine), 10);
        assert_eq!(
            found.iter().map(|line| line.trim_end()).collect::<Vec<_>>(),
            ascending,
            "{}",
            engine.name()
        );
    }
    // The fewest candidates first, not the first cell: r3c3 before r1c1.
    let found = list(&"..........1.2...".parse().unwrap(), &Solver::Engine(Engine::Propagate), 100);
    assert!(!found.is_sorted() && found.len() > 10);
    for engine in [Engine::Backtrack, Engine::Brute] {
        assert!(list(&"..........1.2...".parse().unwrap(), &Solver::Engine(engine), 100).is_sorted());
    }
}

#[test]
fn limits_end_every_engine_and_the_counter() {
    let empty: Grid = ".".repeat(81).parse().unwrap();
    let limits = || Limits::none().within(std::time::Duration::from_millis(30));
    for engine in Engine::ALL {
        let last = engine.solutions(&empty, limits()).last().unwrap();
        assert_eq!(last.unwrap_err(), sudoku_sat::outcome::Reason::TimeLimit, "{}", engine.name());
    }
    let counted = search::count(&empty, None, limits());
    assert!(matches!(counted, Count::AtLeast(_, Incomplete::Stopped(_))), "{counted:?}");
    assert_eq!(search::count(&empty, Some(0), limits()), Count::AtLeast(0, Incomplete::Enough));
}

#[test]
fn parts_of_a_board_multiply() {
    assert_eq!(search::count(&FOUR.parse().unwrap(), None, Limits::none()), Count::Exactly(4));
    let several = common::puzzle("several");
    assert_eq!(search::count(&several, Some(5), Limits::none()), Count::AtLeast(5, Incomplete::Enough));
    assert_eq!(search::count(&several, Some(6), Limits::none()), Count::Exactly(5));
}

/// The board by digit and the board by cell conclude the same, contradictions included.
fn check_planes<const N: usize, const W: usize, const H: usize>(puzzle: &Grid) {
    let masks = Masks::<W, H>::new(puzzle.geometry());
    let planes = Planes::<N, W, H>::of_puzzle(puzzle, &masks);
    same_candidates(&planes, &Candidates::of_puzzle(puzzle, Inference::Singles));
    let further = planes.and_then(|mut planes| planes.intersect(&masks).map(|()| planes));
    same_candidates(&further, &Candidates::of_puzzle(puzzle, Inference::Intersections));
}

fn same_candidates<const N: usize, const W: usize, const H: usize>(
    planes: &Result<Planes<N, W, H>, Contradiction>,
    board: &Result<Candidates, Contradiction>,
) {
    assert_eq!(planes.is_ok(), board.is_ok());
    let (Ok(planes), Ok(board)) = (planes, board) else { return };
    assert_eq!(planes.grid(board.geometry().clone()), board.grid());
    assert_eq!(planes.by_cell(board.geometry().clone()).total(), board.total());
    for candidate in
        board.geometry().cells().flat_map(|cell| planes.digits().map(move |digit| Candidate { cell, digit }))
    {
        let is_left = planes.plane(candidate.digit).contains(candidate.cell.index());
        assert_eq!(is_left, board.contains(candidate));
    }
}

#[test]
fn the_boards_of_the_essay() {
    let Some(path) = test_data("essay_boards.txt") else { return };
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
        let board = Candidates::of_puzzle(&puzzle.parse().unwrap(), Inference::Singles).unwrap();
        let mut written = Vec::new();
        sudoku_cnf::text::write_candidates(&board, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}

#[test]
fn edge_cases_of_sudopedia() {
    let Some(path) = test_data("edge_sudopedia.tsv") else { return };
    let text = fs::read_to_string(path).unwrap();
    let mut cases = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let (puzzle, counted): (Grid, &str) = (fields[3].parse().unwrap(), fields[4]);
        let expected = counted.trim_start_matches(">=").parse::<u128>().unwrap();
        let expected = if counted.starts_with(">=") {
            Count::AtLeast(501, Incomplete::Enough)
        } else {
            Count::Exactly(expected)
        };
        assert_eq!(search::count(&puzzle, Some(501), Limits::none()), expected, "{line}");
        let by_sat = count(&puzzle, Some(&SAT), Encoding::Complete, Some(501), Limits::none()).unwrap();
        assert_eq!(by_sat, expected, "{line}");
        cases += 1;
    }
    assert_eq!(cases, 36);
}

#[test]
fn lists_of_puzzles_with_one_solution() {
    for (list_name, most) in [
        ("9x9/norvig_top95.txt", 95),
        ("9x9/norvig_hardest11.txt", 11),
        ("9x9/forum_hardest_1106.txt", 60),
        ("9x9/magictour_top1465.txt", 60),
    ] {
        let Some(path) = test_data(list_name) else { return };
        for text in fs::read_to_string(path).unwrap().lines().take(most) {
            let puzzle: Grid = text.parse().unwrap();
            let by_propagation = list(&puzzle, &Solver::Engine(Engine::Propagate), 2);
            assert_eq!(by_propagation.len(), 1, "{text}");
            assert_eq!(list(&puzzle, &SAT, 2), by_propagation, "{text}");
            assert_eq!(search::count(&puzzle, None, Limits::none()), Count::Exactly(1), "{text}");
        }
    }
}

#[test]
fn project_euler_96() {
    let Some(path) = test_data("9x9/euler096_50.txt") else { return };
    for solver in [
        SAT,
        Solver::Engine(Engine::Propagate),
        Solver::Engine(Engine::Expand),
        Solver::Engine(Engine::Backtrack),
    ] {
        let text = fs::read_to_string(&path).unwrap();
        let solved = text.lines().map(|text| list(&text.parse().unwrap(), &solver, 2));
        let corners = solved.map(|found| {
            assert_eq!(found.len(), 1);
            found[0][..3].parse::<u32>().unwrap()
        });
        assert_eq!(corners.sum::<u32>(), 24702, "{}", solver.name());
    }
}
