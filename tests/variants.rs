//! Tests for single and combined variants. All encodings, all engines, the solution counter and MiniSat must agree.

use std::fs;
use std::sync::Arc;

use crate::common::{run, run_with_input, sample, test_data};
use crate::programs::file_solvers;
use itertools::Itertools;
use sudoku_cnf::puzzle::board::{BoardOptions, BoxSetting, Boxes, Regions, Variant};
use sudoku_cnf::text::read_single;
use sudoku_cnf::{AtMostOne, BoxShape, CnfOptions, Encoding, Geometry, Grid, Puzzle};
use sudoku_sat::{Count, Engine, Limits, SolveOptions, Solver};

use crate::enumerate::models;

/// Encodes `puzzle` with `options` and returns all solutions that varisat finds, in sorted order.
fn all_models(puzzle: &Puzzle, options: CnfOptions) -> Vec<Grid> {
    sorted(models(puzzle, &Solver::Varisat, options, usize::MAX))
}

/// Returns all solutions that `engine` finds, in sorted order.
fn all_solutions(puzzle: &Puzzle, engine: Engine) -> Vec<Grid> {
    let found = engine.solutions(puzzle, Limits::none());
    sorted(found.map(|solution| solution.unwrap().into_grid()).collect())
}

fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_by_cached_key(|grid| grid.digits().collect_vec());
    grids
}

fn all_options() -> impl Iterator<Item = CnfOptions> {
    let schemes = Encoding::ALL.iter().copied().cartesian_product(AtMostOne::ALL.iter().copied());
    let options = |(encoding, at_most_one)| CnfOptions { encoding, at_most_one, ..CnfOptions::default() };
    schemes.map(options).flat_map(|options| [options, options.reduced()])
}

/// Returns empty 4×4 boards with 2×2 boxes or jigsaw regions, combined with every supported set of variants.
fn small_boards() -> Vec<Puzzle> {
    let jigsaw: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
    let boxes = [Boxes::Shape(BoxShape::new(2, 2).unwrap()), Boxes::Regions(jigsaw)];
    let boards = boxes.into_iter().cartesian_product(Variant::ALL.iter().copied().powerset());
    let geometries = boards.filter_map(|(boxes, variants)| Geometry::with_variants(boxes, &variants).ok());
    geometries.map(|geometry| Puzzle::empty(Arc::new(geometry))).collect()
}

#[test]
fn all_methods_agree_on_small_boards_with_all_variants() {
    let boards = small_boards();
    assert_eq!(boards.len(), 32 + 8);
    let mut counts = Vec::new();
    for empty in boards {
        let expected = all_solutions(&empty, Engine::Brute);
        let name = format!("{:?} {:?}", empty.geometry().boxes(), empty.geometry().variants());
        for &engine in Engine::ALL {
            assert!(all_solutions(&empty, engine) == expected, "{name} {engine:?}");
        }
        for options in all_options().filter(|options| expected.len() < 20 || options.reduce) {
            assert!(all_models(&empty, options) == expected, "{name} {options:?}");
        }
        assert_eq!(sudoku_sat::count(&empty).unwrap(), Count::Exactly(expected.len() as u128), "{name}");
        let board = SolveOptions::new().true_candidates(&empty).unwrap();
        let fast = sudoku_sat::solutions(&empty).map(|solution| solution.unwrap().into_grid());
        assert!(sorted(fast.collect()) == expected, "{name}");
        let candidates = expected.iter().flat_map(Grid::digits).unique().count();
        assert_eq!(board.map_or(0, |board| board.candidate_count()), candidates, "{name}");
        counts.push(expected.len());
    }
    // Without variants, the empty 4x4 board has 288 solutions. With diagonals, it has only 48 solutions.
    assert_eq!(counts[..2], [288, 48]);
}

/// Returns the board options for the sample `name`.
fn sample_board(name: &str) -> BoardOptions {
    if name == "jigsaw" {
        let regions: Regions = fs::read_to_string(sample("jigsaw-regions.txt")).unwrap().parse().unwrap();
        return BoardOptions { boxes: BoxSetting::from(Some(regions)), ..BoardOptions::default() };
    }
    BoardOptions { variants: vec![name.parse().unwrap()], ..BoardOptions::default() }
}

const SAMPLES: [&str; 6] = ["x", "windoku", "disjoint", "antiknight", "antiking", "jigsaw"];

#[test]
fn samples_have_one_solution_only_on_their_own_board() {
    for name in SAMPLES {
        let text = fs::read_to_string(sample(&format!("{name}.txt"))).unwrap();
        let plain: Puzzle = text.parse().unwrap();
        assert!(solutions_up_to_two(&plain) > 1, "{name} needs its variant");
        let puzzle = read_single(text.as_bytes(), sample_board(name), None).unwrap().puzzle;
        assert_one_solution(&puzzle, None, name);
    }
}

/// Returns the number of solutions of `puzzle`, or 2 if there are more than two.
fn solutions_up_to_two(puzzle: &Puzzle) -> usize {
    sudoku_sat::solutions(puzzle).take(2).count()
}

/// Asserts that `puzzle` has exactly one solution and, if `expected` is set, that the solution is equal to `expected`.
///
/// The propagation engine, the encodings and the solution counter must all agree.
fn assert_one_solution(puzzle: &Puzzle, expected: Option<&Grid>, name: &str) {
    let by_engine = all_solutions(puzzle, Engine::Propagate);
    let [solution] = &by_engine[..] else { panic!("{name}: {} solutions", by_engine.len()) };
    assert!(expected.is_none_or(|expected| solution == expected), "{name}");
    assert_eq!(sudoku_sat::solve(puzzle).unwrap().unwrap().grid(), solution);
    // Without reduction, only the fastest encoding is tested here, because the others are slow on hard puzzles. The
    // test with small boards covers all encodings.
    let is_quick = |options: &CnfOptions| {
        options.reduce || options.at_most_one == AtMostOne::Pairwise && options.encoding == Encoding::Complete
    };
    for options in all_options().filter(is_quick) {
        assert!(all_models(puzzle, options) == by_engine, "{name} {options:?}");
    }
    assert_eq!(sudoku_sat::count(puzzle).unwrap(), Count::Exactly(1), "{name}");
}

/// Returns the command-line arguments that set the boxes or regions for the sample `name`.
fn arguments(name: &str) -> [String; 2] {
    match name {
        "jigsaw" => ["--regions".to_owned(), sample("jigsaw-regions.txt")],
        variant => ["--variant".to_owned(), variant.to_owned()],
    }
}

#[test]
fn cnf_files_preserve_the_board() {
    let solvers = file_solvers();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for name in SAMPLES {
        let [flag, value] = arguments(name);
        let puzzle = sample(&format!("{name}.txt"));
        let solved = run("sudoku-sat", ["solve", &flag, &value, &puzzle]);
        assert_eq!((solved.code, &*solved.stderr), (0, ""), "{name}");
        for reduction in [&[][..], &["--reduce"], &["--reduce", "--compact"]] {
            for encoding in ["complete", "triad", "classic"] {
                let (cnf, out) = (file("p.cnf"), file("p.out"));
                let args = [&*flag, &value, &puzzle, "--encoding", encoding, "-o", &cnf];
                assert_eq!(run("sudoku-cnf", args.iter().chain(reduction)).code, 0);
                for solver in &solvers {
                    assert_eq!(solver.solve(&cnf, &out).code, 10, "{name} {}", solver.command);
                    let decoded = run("sudoku-cli", ["decode", "--cnf", &cnf, &out]);
                    assert_eq!(
                        (&*decoded.stdout, decoded.code),
                        (&*solved.stdout, 0),
                        "{name} {reduction:?}"
                    );
                    let args = ["decode", "--cnf", &cnf, "--puzzle", &puzzle, &out];
                    assert_eq!(run("sudoku-cli", args).stdout, solved.stdout, "{name} {reduction:?}");
                }
            }
        }
        let checked = run_with_input("sudoku-cli", ["check", &flag, &value], &solved.stdout);
        assert_eq!((checked.code, &*checked.stdout), (0, "a correct full grid\n"), "{name}");
        let checked = run("sudoku-cli", ["check", &flag, &value, &puzzle]);
        assert_eq!((checked.code, &*checked.stdout), (0, "exactly 1 solution; every given is necessary\n"));
    }
}

#[test]
fn errors_name_the_violated_variant() {
    let error_message = |args: &[&str], puzzle: &str| {
        let run = run_with_input("sudoku-sat", [&["solve"], args].concat(), puzzle);
        (run.code, run.stderr.trim_end().to_owned())
    };
    let corner = "1..............1";
    let expected_error =
        |column: usize, words: &str| (20, format!("sudoku-sat: no solution\n<stdin>:1:{column}: {words}"));
    assert_eq!(
        error_message(&["--variant", "x"], corner),
        expected_error(16, "1 occurs twice in diagonal 1: at r1c1 and r4c4")
    );
    assert_eq!(
        error_message(&["--variant", "antiking"], "....1....1......"),
        expected_error(10, "1 occurs twice a king's move apart: at r2c1 and r3c2")
    );
    assert_eq!(
        error_message(&["--variant", "antiknight"], "1.....1........."),
        expected_error(7, "1 occurs twice a knight's move apart: at r1c1 and r2c3")
    );
    let wrong = run("sudoku-sat", ["solve", "--variant", "y", &sample("x.txt")]);
    assert_eq!(wrong.code, 2);
    let missing = run("sudoku-sat", ["solve", "--regions", "no-such-file", &sample("x.txt")]);
    assert_eq!((missing.code, missing.stderr.contains("no-such-file")), (1, true), "{}", missing.stderr);
    let (code, words) = error_message(&["--variant", "windoku", "--box", "2x5"], &".".repeat(100));
    assert_eq!(code, 1);
    assert!(words.contains("windoku requires boxes whose sides differ by at most one"), "{words}");
}

/// A search without learned clauses takes minutes to prove that this board has no solution.
#[test]
fn boards_whose_variants_exclude_each_other_have_no_solution() {
    for command in ["solve", "rate", "count", "minimize", "candidates"] {
        let args = [command, "--variant", "x,windoku,antiknight", "--timeout", "60"];
        let run = run_with_input("sudoku-sat", args, &".".repeat(81));
        assert_eq!(run.code, 20, "{command}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_the_variant_puzzles_of_the_test_data() {
    let mut seen = 0;
    for name in ["x", "windoku", "antiknight", "antiking", "jigsaw"] {
        let path = test_data(&format!("variants/{name}.tsv"));
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().skip(1) {
            let fields = line.split('\t').collect_vec();
            let (puzzle, solution) = (fields[0], fields[fields.len() - 1]);
            let board = match name {
                "jigsaw" => BoardOptions {
                    boxes: BoxSetting::from(Some(fields[1].parse::<Regions>().unwrap())),
                    ..BoardOptions::default()
                },
                variant => {
                    BoardOptions { variants: vec![variant.parse().unwrap()], ..BoardOptions::default() }
                }
            };
            let read = |text: &str| read_single(text.as_bytes(), board.clone(), None).unwrap().puzzle;
            assert_one_solution(&read(puzzle), Some(read(solution).grid()), line);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}
