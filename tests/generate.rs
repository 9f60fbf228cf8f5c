//! Tests for puzzle generation and rating, using both the `sudoku-sat` program and the library.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::common::{Run, binaries, root, run, run_with_input, sample, signal};
use itertools::Itertools;
use sudoku_cnf::puzzle::board::{Regions, Variant};
use sudoku_cnf::puzzle::rule::{Form, Rule, RuleKind};
use sudoku_cnf::text::read_single;
use sudoku_cnf::{BoxShape, CandidateBoard, Cell, Geometry, Inference, Puzzle};
use sudoku_sat::explain::Technique;
use sudoku_sat::generate::{
    GenerateError, GeneratedPuzzle, Generator, GeneratorOptions, Shortfall, Symmetry,
};
use sudoku_sat::rate::{Difficulty, Rating, Step};
use sudoku_sat::{Count, Limits, SolveOptions, Solver, rate};

fn board(shape: &str) -> Arc<Geometry> {
    Arc::new(Geometry::new(shape.parse().unwrap()))
}

/// Generates `count` puzzles on `geometry` with seed 5. The closure `set` sets additional options.
fn generate_puzzles(
    geometry: Arc<Geometry>,
    count: u64,
    set: impl Fn(GeneratorOptions) -> GeneratorOptions,
) -> Vec<GeneratedPuzzle> {
    let options = set(GeneratorOptions::new().geometry(geometry).seed(5));
    let mut generator = Generator::new(options).unwrap();
    (1..=count).map(|number| generator.generate(number, &Limits::none()).unwrap()).collect()
}

/// Asserts that a generated puzzle has exactly one solution and that its givens agree with the stored solution.
///
/// This check uses a SAT solver. For small boards without variants, the generator does not use one, so the check is
/// independent of the generator.
fn check_unique(made: &GeneratedPuzzle) {
    assert_eq!(count_by_sat(&made.puzzle), Count::Exactly(1));
    let givens_match = |puzzle: &Puzzle| {
        puzzle.givens().all(|given| made.solution.grid().get(given.cell) == Some(given.digit))
    };
    assert!(givens_match(&made.puzzle));
}

fn count_by_sat(puzzle: &Puzzle) -> Count {
    SolveOptions::new().solver(Solver::Varisat).reduce(false).max_solutions(2).count(puzzle).unwrap()
}

/// Asserts that no given of `puzzle` is redundant.
fn check_minimal(puzzle: &Puzzle) {
    assert_eq!(SolveOptions::new().redundant_givens(puzzle).unwrap().unwrap(), []);
}

#[test]
fn generated_puzzles_are_unique_and_minimal() {
    for (shape, count) in
        [("1x1", 2), ("2x2", 20), ("1x5", 5), ("2x3", 20), ("3x2", 5), ("3x3", 40), ("3x4", 2)]
    {
        for made in generate_puzzles(board(shape), count, |options| options) {
            assert_eq!(made.shortfall, None);
            check_unique(&made);
            check_minimal(&made.puzzle);
        }
    }
    let [large] = &generate_puzzles(board("4x4"), 1, |options| options)[..] else { panic!() };
    check_unique(large);
    assert!(large.puzzle.given_count() < 110, "{}", large.puzzle.given_count());
    check_minimal(&large.puzzle);
}

#[test]
fn generated_variant_puzzles_are_unique_and_minimal() {
    let regions: Regions = fs::read_to_string(sample("jigsaw-regions.txt")).unwrap().parse().unwrap();
    let mut geometries = vec![Geometry::with_variants(regions, &[]).unwrap()];
    for variants in [&[Variant::X][..], &[Variant::Windoku, Variant::Disjoint], &[Variant::AntiKnight]] {
        geometries.push(Geometry::with_variants(BoxShape::STANDARD, variants).unwrap());
    }
    for geometry in geometries {
        for made in generate_puzzles(Arc::new(geometry), 2, |options| options) {
            check_unique(&made);
            check_minimal(&made.puzzle);
        }
    }
}

#[test]
fn large_puzzles_are_solved_by_singles() {
    for shape in ["5x5", "6x6"] {
        let [made] = &generate_puzzles(board(shape), 1, |options| options)[..] else { panic!() };
        let solved = CandidateBoard::from_puzzle(&made.puzzle, Inference::Singles).unwrap();
        assert_eq!(solved.grid(), *made.solution.grid());
        // If a given is removed, singles must no longer solve the puzzle. To save time, test only every 20th given.
        for given in made.puzzle.givens().step_by(20) {
            let mut fewer = made.puzzle.clone();
            fewer.set(given.cell, None);
            assert!(!CandidateBoard::from_puzzle(&fewer, Inference::Singles).unwrap().is_solved());
        }
    }
}

#[test]
fn seed_determines_puzzles_for_any_jobs_and_count() {
    let generate = |more: &[&str]| {
        let run = run("sudoku-sat", ["generate", "--seed", "11", "--count", "60"].iter().chain(more));
        assert_eq!((run.code, &*run.stderr), (0, ""));
        run.stdout
    };
    let one = generate(&["--jobs", "1"]);
    assert_eq!(one.lines().count(), 60);
    assert_eq!(generate(&["--jobs", "2"]), one);
    assert_eq!(generate(&["--jobs", "7"]), one);
    let first = run("sudoku-sat", ["generate", "--seed", "11", "--format", "line"]);
    assert_eq!(Some(first.stdout.trim_end()), one.lines().next());
    assert_eq!(one.lines().unique().count(), 60);
    let checked = run_with_input("sudoku-cli", ["check", "--redundant"], &one);
    assert!(
        checked.stdout.lines().all(|line| line.ends_with("exactly 1 solution; every given is necessary"))
    );
    // The first puzzle for this seed must be the same on all machines and in all releases.
    let known = ".5...83.98.....6......96...23...5..1...8..2......3......7.1...3.2.9....6..67..9.4";
    assert_eq!(one.lines().next().unwrap(), known);
}

#[test]
fn random_seed_is_printed() {
    let made = run("sudoku-sat", ["generate", "--count", "2"]);
    let seed = made.stderr.strip_prefix("sudoku-sat: note: the seed is ").unwrap().trim_end();
    assert_eq!(run("sudoku-sat", ["generate", "--count", "2", "--seed", seed]).stdout, made.stdout);
}

#[test]
fn puzzles_have_the_requested_symmetry() {
    for &symmetry in Symmetry::ALL {
        for made in generate_puzzles(board("3x3"), 3, |options| options.symmetry(symmetry)) {
            check_unique(&made);
            for orbit in symmetry.orbits(9) {
                let given = orbit
                    .iter()
                    .filter(|&&cell| made.puzzle.get(made.puzzle.geometry().cell(cell)).is_some());
                assert!([0, orbit.len()].contains(&given.count()), "{symmetry}");
            }
            // If all givens in a set of symmetric cells are removed, the puzzle must have several solutions.
            for orbit in symmetry.orbits(9) {
                let mut fewer = made.puzzle.clone();
                for &cell in &orbit {
                    fewer.set(made.puzzle.geometry().cell(cell), None);
                }
                if fewer != made.puzzle {
                    assert_ne!(count_by_sat(&fewer), Count::Exactly(1), "{symmetry}");
                }
            }
        }
    }
}

#[test]
fn puzzles_have_the_requested_number_of_givens() {
    for (givens, symmetry) in [(25, Symmetry::None), (30, Symmetry::Rotate180), (81, Symmetry::None)] {
        for made in generate_puzzles(board("3x3"), 3, |options| options.givens(givens).symmetry(symmetry)) {
            check_unique(&made);
            assert_eq!((made.puzzle.given_count(), made.shortfall.clone()), (givens, None));
        }
    }
    for made in generate_puzzles(board("3x3"), 2, |options| options.givens(25).minimal(true)) {
        assert_eq!(made.puzzle.given_count(), 25);
        check_minimal(&made.puzzle);
    }
    let args = ["generate", "--minimal", "--symmetry", "diagonal", "--seed", "1", "--format", "line"];
    let message = "sudoku-sat: note: with --symmetry, 'minimal' means that no set of symmetric givens can be removed without losing uniqueness\n";
    assert_eq!(run("sudoku-sat", args).stderr, message);
}

#[test]
fn the_number_of_givens_can_be_a_range() {
    let generate = |givens: &str, more: &[&str]| {
        let args = ["generate", "-n", "20", "--seed", "1", "--format", "line", "--givens", givens];
        run("sudoku-sat", args.iter().chain(more))
    };
    let counts = |run: &Run| -> Vec<_> {
        let givens = |line: &str| line.chars().filter(|c| *c != '.').count();
        run.stdout.lines().map(givens).collect()
    };
    let few = generate("24..28", &[]);
    assert!(few.code == 0 && counts(&few).iter().all(|count| (24..=28).contains(count)), "{}", few.stdout);
    assert!(counts(&few).contains(&24) && counts(&generate("30", &[])).iter().all(|count| *count == 30));
    let minimal = generate("25..26", &["--minimal"]);
    assert!(minimal.code == 0 && counts(&minimal).iter().all(|count| (25..=26).contains(count)));
    for wrong in ["28..24", "a", "24..", "24..82"] {
        assert_eq!(generate(wrong, &[]).code, 2, "{wrong}");
    }
}

#[test]
fn prints_the_closest_puzzle_if_none_qualifies() {
    let impossible = ["generate", "--box", "2x2", "--givens", "3", "--seed", "1", "--tries", "50"];
    let best = run("sudoku-sat", impossible.iter().chain(&["--format", "line"]));
    assert_eq!(best.code, 30);
    assert_eq!(
        best.stderr,
        "sudoku-sat: warning: puzzle 1: found no puzzle that meets the request (tries: 50); printing the closest one (4 givens)\n\
         hint: raise --tries to search longer\n"
    );
    assert_eq!(best.stdout.trim_end().chars().filter(|c| *c != '.').count(), 4);
    let odd = ["generate", "--box", "2x2", "--givens", "5", "--symmetry", "mirror-h", "--seed", "1"];
    let odd = run("sudoku-sat", odd);
    assert_eq!(odd.code, 30);
    assert!(odd.stderr.contains(
        "no pattern with this symmetry has the requested number of givens; printing the closest one (6"
    ));
    // No 4x4 puzzle has `extreme` difficulty, because no 4x4 puzzle requires search.
    let hard = run("sudoku-sat", ["generate", "--box", "2x2", "--difficulty", "extreme", "--seed", "1"]);
    assert_eq!(hard.code, 30);
    assert!(hard.stderr.contains("(4 givens, easy)\n"), "{}", hard.stderr);
    // Four givens cannot determine a 9x9 grid.
    let mask = "x".repeat(4) + &".".repeat(77);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mask.txt");
    fs::write(&path, mask).unwrap();
    let none =
        run("sudoku-sat", ["generate", "--seed", "1", "--tries", "20", "--mask", path.to_str().unwrap()]);
    assert_eq!((none.code, &*none.stdout), (30, ""));
    assert!(
        none.stderr.contains(
            "found no puzzle with a unique solution and givens only in the allowed cells (tries: 20)"
        ),
        "{}",
        none.stderr
    );
}

#[test]
fn proves_quickly_that_a_board_has_no_full_grid() {
    let args = ["generate", "--box", "2x2", "--variant", "antiking", "--seed", "1", "--format", "json"];
    let none = run("sudoku-sat", args);
    assert_eq!((none.code, &*none.stdout), (20, ""));
    assert_eq!(none.stderr, "sudoku-sat: no full grid satisfies the rules of this board\n");
}

#[test]
fn fills_large_boards_with_disjoint_groups() {
    let disjoint = Geometry::with_variants(BoxShape::new(5, 5).unwrap(), &[Variant::Disjoint]).unwrap();
    let full = |options: GeneratorOptions| options.givens(625);
    let made = generate_puzzles(Arc::new(disjoint), 2, full);
    assert_ne!(made[0].solution, made[1].solution);
}

#[test]
fn fills_difficult_boards_with_a_sat_solver() {
    let windoku = Geometry::with_variants(BoxShape::new(4, 4).unwrap(), &[Variant::Windoku]).unwrap();
    for made in generate_puzzles(Arc::new(windoku), 3, |options| options.givens(256)) {
        assert_eq!(made.puzzle.given_count(), 256);
    }
    let all = ["--variant", "x,windoku,disjoint,antiknight,antiking", "--format", "json", "--seed", "1"];
    let none = run("sudoku-sat", ["generate"].iter().chain(&all));
    assert_eq!(
        (none.code, &*none.stderr),
        (20, "sudoku-sat: no full grid satisfies the rules of this board\n")
    );
}

#[test]
fn respects_masks_and_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let solution = run("sudoku-sat", ["solve", &sample("article.txt"), "--format", "line"]).stdout;
    let full = write("solution.txt", &solution);
    // The mask allows givens only in the cells that have givens in `article.txt`. Those givens determine the solution,
    // so generation must succeed.
    let dug =
        ["generate", "--from", &full, "--mask", &sample("article.txt"), "--seed", "3", "--format", "line"];
    let dug = run("sudoku-sat", dug);
    assert_eq!(dug.code, 0, "{}", dug.stderr);
    let article = run("sudoku-cli", ["convert", "--to", "line", &sample("article.txt")]).stdout;
    for ((dug, article), solution) in dug.stdout.chars().zip(article.chars()).zip(solution.chars()) {
        assert!(dug == '.' || dug == article && dug == solution);
    }
    let checked = run_with_input("sudoku-cli", ["check"], &dug.stdout);
    assert_eq!(checked.stdout, "exactly 1 solution; every given is necessary\n");
    let two = write("two.txt", &solution.repeat(2));
    let second = ["generate", "--from", &two, "--puzzle-number", "2", "--seed", "3", "--format", "line"];
    assert_eq!(run("sudoku-sat", second).code, 0);
    assert!(run("sudoku-sat", ["generate", "--from", &two]).stderr.contains("--puzzle-number"));
    // A puzzle with a unique solution is complete, so there is nothing to add.
    let complete = run("sudoku-sat", ["generate", "-q", "-f", "line", "--from", &sample("article.txt")]);
    assert_eq!(complete.stdout, article);
    let rules = ["generate", "-q", "--with-rules", "killercage", "--from", &sample("article.txt")];
    let needless = run("sudoku-sat", rules);
    assert_eq!(needless.code, 1);
    assert!(needless.stderr.contains("the solution is unique without further rules"), "{}", needless.stderr);
    let short = run("sudoku-sat", ["generate", "--mask", &write("short.txt", "xxx")]);
    assert!(short.code == 1 && short.stderr.contains("found 3"), "{}", short.stderr);
    let small = run("sudoku-sat", ["generate", "--mask", &sample("4x4.txt")]);
    assert!(small.code == 1 && small.stderr.contains("4x4.txt: the mask is 4x4"), "{}", small.stderr);
}

#[test]
fn writes_each_kind_of_format() {
    let args = ["generate", "--seed", "2", "--count", "2"];
    let with = |more: &[&str]| run("sudoku-sat", args.iter().chain(more));
    let csv = with(&["--with-solutions"]).stdout;
    assert!(csv.starts_with("puzzle,solution\n") && csv.lines().count() == 3, "{csv}");
    assert!(
        run_with_input("sudoku-cli", ["check"], &csv).stdout.lines().all(|line| line.contains("exactly 1"))
    );
    let lossy = with(&["--variant", "x"]);
    assert_eq!(
        lossy.stderr,
        "sudoku-sat: warning: the format line cannot represent the regions or variants\nhint: use --format json\n"
    );
    let json = with(&["--with-solutions", "--variant", "x"]).stdout;
    assert!(
        json.lines().all(|line| line.contains("\"variants\":[\"x\"]") && line.contains("\"solution\"")),
        "{json}"
    );
    assert!(with(&["--format", "opensudoku"]).stdout.ends_with("</opensudoku>\n"));
    assert_eq!(with(&["--with-solutions", "--format", "line"]).code, 2);
    let large = with(&["--box", "2x2", "--format", "sdk"]);
    assert_eq!((large.code, &*large.stdout), (1, ""));
    assert_eq!(with(&["--givens", "82"]).code, 2);
    assert!(with(&["--box", "7x7"]).stderr.contains("the maximum is 36x36"));
}

#[test]
fn masked_puzzles_are_symmetric() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mask.txt");
    // The mask excludes the leftmost column. Because of the symmetry, the rightmost column must not have givens either.
    fs::write(&path, format!("{}\n", ".xxxxxxxx".repeat(9))).unwrap();
    let args = ["generate", "--symmetry", "mirror-h", "--seed", "1", "--format", "rows", "--mask"];
    let run = run("sudoku-sat", args.iter().copied().chain([path.to_str().unwrap()]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    for row in run.stdout.lines() {
        assert!(row.starts_with('.') && row.ends_with('.'), "{row}");
        assert!(row.chars().rev().zip(row.chars()).all(|(a, b)| (a == '.') == (b == '.')), "{row}");
    }
    assert_eq!(run_with_input("sudoku-sat", ["count"], &run.stdout).stdout, "exactly 1\n");
}

#[test]
fn interrupt_keeps_the_generated_puzzles() {
    let mut child = Command::new(binaries().join("sudoku-sat"))
        .args(["generate", "--count", "100000000", "--seed", "1", "--jobs", "2", "--format", "opensudoku"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::scope(|scope| {
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while !text.contains("<game ") {
            stdout.read_line(&mut text).unwrap();
        }
        let reader = scope.spawn(move || std::io::read_to_string(&mut stdout).unwrap());
        signal(&child, "INT");
        text += &reader.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let message = String::from_utf8(output.stderr).unwrap();
        let count = message.trim_end().rsplit(' ').next().unwrap();
        let count: usize = count.replace(',', "").parse().unwrap();
        assert!(message.contains("interrupted; records printed: ") && count > 0, "{message}");
        assert_eq!(text.matches("<game ").count(), count);
        assert!(text.ends_with("</opensudoku>\n"));
    });
}

#[test]
fn time_limit_prints_the_closest_puzzle_so_far() {
    let args = ["generate", "--givens", "17", "--tries", "1000000000", "--timeout", "0.5", "--seed", "1"];
    let late = run("sudoku-sat", args);
    assert_eq!(late.code, 30);
    assert!(
        late.stderr.contains("puzzle 1: the time limit was reached; printing the closest one (2"),
        "{}",
        late.stderr
    );
    let solved = run_with_input("sudoku-sat", ["count", "--solver", "varisat"], &late.stdout);
    assert_eq!(solved.stdout, "exactly 1\n");
    let never = run("sudoku-sat", ["generate", "--timeout", "0", "--count", "2", "--seed", "1"]);
    assert_eq!((never.code, &*never.stdout), (30, ""));
    assert_eq!(never.stderr.lines().count(), 2);
}

/// Returns the chi-squared statistic of `counts`: the sum of (count − expected)² / expected.
fn chi_squared(counts: impl Iterator<Item = usize>, expected: f64) -> f64 {
    counts.map(|count| (count as f64 - expected).powi(2) / expected).sum()
}

#[test]
fn all_4x4_grids_are_equally_likely() {
    let mut counts = HashMap::new();
    for made in generate_puzzles(board("2x2"), 28_800, |options| options) {
        *counts.entry(made.solution.grid().digits().map(|given| given.digit).collect_vec()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 288);
    // With 287 degrees of freedom, chi-squared exceeds 369 with a probability below 0.001.
    let deviation = chi_squared(counts.into_values(), 100.0);
    assert!(deviation < 369.0, "{deviation}");
}

#[test]
fn all_digits_are_equally_likely_in_each_9x9_cell() {
    let mut counts = vec![0; 729];
    let puzzles = 1800;
    for made in generate_puzzles(board("3x3"), puzzles, |options| options.givens(81)) {
        for placed in made.solution.grid().digits() {
            counts[placed.cell.index(9) * 9 + placed.digit.get() - 1] += 1;
        }
    }
    for (cell, counts) in counts.chunks(9).enumerate() {
        // With 8 degrees of freedom, chi-squared exceeds 34 with a probability of 0.00004.
        let deviation = chi_squared(counts.iter().copied(), puzzles as f64 / 9.0);
        assert!(deviation < 34.0, "cell {cell}: {deviation}");
    }
}

#[test]
fn puzzles_have_the_requested_difficulty() {
    for &difficulty in Difficulty::ALL {
        for made in generate_puzzles(board("3x3"), 4, |options| options.difficulty(difficulty)) {
            check_unique(&made);
            assert_eq!(made.difficulty, Some(difficulty));
            let is_solved =
                |inference| CandidateBoard::from_puzzle(&made.puzzle, inference).unwrap().is_solved();
            if let Some(inference) = difficulty.inference() {
                assert!(is_solved(inference));
            }
            let easier = Difficulty::ALL.iter().copied().take_while(|easier| *easier < difficulty);
            assert!(easier.filter_map(Difficulty::inference).all(|inference| !is_solved(inference)));
            let is_easy = difficulty == Difficulty::Easy;
            let rating = rate(&made.puzzle, &Limits::none()).unwrap();
            let Rating::Unique { step, learned_clauses } = rating else { panic!("{rating:?}") };
            assert_eq!(step.difficulty(), difficulty);
            assert_eq!(learned_clauses == 0, is_easy, "{rating:?}");
        }
    }
    let x = Arc::new(Geometry::with_variants(BoxShape::STANDARD, &[Variant::X]).unwrap());
    for made in generate_puzzles(x, 2, |options| options.difficulty(Difficulty::Medium)) {
        check_unique(&made);
        assert_eq!(Step::of(&made.puzzle).map(Step::difficulty), Some(Difficulty::Medium));
    }
    for made in
        generate_puzzles(board("3x3"), 2, |options| options.difficulty(Difficulty::Hard).minimal(true))
    {
        check_minimal(&made.puzzle);
        assert_eq!(Step::of(&made.puzzle).map(Step::difficulty), Some(Difficulty::Hard));
    }
}

#[test]
fn rates_puzzles() {
    let rated = |name: &str| run("sudoku-sat", ["rate", &sample(name)]).stdout;
    assert_eq!(rated("essay-easy.txt"), "easy naked-singles 0\n");
    assert!(rated("essay-hard.txt").starts_with("extreme search "), "{}", rated("essay-hard.txt"));
    assert_eq!(rated("several.txt"), "several\n");
    assert_eq!(rated("no-solution.txt"), "unsatisfiable\n");
    assert_eq!(run("sudoku-sat", ["rate", &sample("no-solution.txt")]).code, 20);
    let json =
        run("sudoku-sat", ["rate", "--format", "json", &sample("essay-easy.txt"), &sample("several.txt")]);
    let lines = json.stdout.lines().collect_vec();
    assert!(
        lines[0].contains(r#""unique":true,"difficulty":"easy","step":"naked-singles","learned_clauses":0"#)
    );
    assert!(lines[1].contains(r#""unique":false"#) && !lines[1].contains("step"));
    // One puzzle for each kind of solving step. The rating of each puzzle must not change between releases.
    let kinds = [
        (
            ".92.8..354..........1.9....7.......3....5...6.5483......5.....7...2..8..36.....49",
            "easy naked-singles 0",
        ),
        (
            "...1.57....79..1...4..8.....19..865..........5.2..9...278.....49..43........6..7.",
            "easy hidden-singles 0",
        ),
        (
            "5....9.......7....3.75.26..15.3..2.8.....6.1..6.25...9871....2.2....3........4..5",
            "medium intersections 4",
        ),
        (
            "5....9.......7....3.7..26..15.3..2.8.....6.1..6.25...9871....2.2....3........4..5",
            "medium direct-subsets 4",
        ),
        (
            "9..52....3....8.64.....3......1.....8..672.1.........5.2..9....6.7....8..4.8....9",
            "hard subsets 2",
        ),
        (".......38..8.6........74.6.....4...9.2.5.6.8.1.3...64.679......2.......18.1.52...", "hard fish 2"),
        (
            "..3...6..5..3......7.....2....6.8..5.4...78...1..3.4762..71..6.......2....1.845..",
            "extreme search 3",
        ),
    ];
    let puzzles = kinds.map(|(puzzle, _)| puzzle).join("\n");
    let ratings = kinds.map(|(_, rating)| format!("{rating}\n")).concat();
    assert_eq!(run_with_input("sudoku-sat", ["rate"], &puzzles).stdout, ratings);
    let many =
        run_with_input("sudoku-sat", ["rate"], "1.....2...3....4\n11..............\n................\n");
    assert_eq!((many.code, &*many.stdout), (0, "easy naked-singles 0\nunsatisfiable\nseveral\n"));
}

#[test]
fn puzzles_have_a_score_in_the_requested_range() {
    let args = ["generate", "--seed", "4", "--count", "3", "--difficulty", "40..120", "--format", "json"];
    let generated = run("sudoku-sat", args);
    assert_eq!(generated.code, 0, "{}", generated.stderr);
    let rated = run_with_input("sudoku-sat", ["rate", "--score", "--format", "json"], &generated.stdout);
    let mut scores = Vec::new();
    for (puzzle, rating) in generated.stdout.lines().zip_eq(rated.stdout.lines()) {
        let number = |field: &str| rating.split_once(field).unwrap().1.split([',', '}']).next().unwrap();
        let score: u64 = number("\"score\":").parse().unwrap();
        let total: u64 = number("\"total_score\":").parse().unwrap();
        assert!((40..=120).contains(&score) && score < total, "{rating}");
        assert!(puzzle.ends_with(&format!("\"remark\":\"score {score}\"}}")), "{puzzle}");
        scores.push(score);
    }
    scores.sort_unstable();
    let summary = format!("scores: median {}, maximum {}\ntechniques: ", scores[1], scores[2]);
    assert!(rated.stderr.contains(&summary), "{}", rated.stderr);
    let csv = run_with_input("sudoku-sat", ["rate", "--score", "--format", "csv"], &generated.stdout);
    assert!(csv.stdout.starts_with(
        "puzzle,difficulty,step,learned_clauses,status,unique,score,total_score,technique,steps\n"
    ));
    // The caption of a drawing is the remark, or the difficulty in the output of `rate`.
    for records in [&generated.stdout, &rated.stdout] {
        let drawn = run_with_input("sudoku-cli", ["render", "--format", "html"], records);
        let is_captioned = drawn.stdout.contains("score ") || drawn.stdout.contains("hard");
        assert!(drawn.code == 0 && is_captioned, "{}", drawn.stderr);
    }
    let kept = run_with_input("sudoku-cli", ["convert", "--to", "json"], &rated.stdout);
    for (record, rating) in kept.stdout.lines().zip_eq(rated.stdout.lines()) {
        let (_, score) = rating.split_once("\"score\":").unwrap();
        let score = score.split(',').next().unwrap();
        assert!(record.ends_with(&format!(", score {score}\"}}")), "{record}");
    }
    assert_eq!(kept.stderr, "");
    let empty = run("sudoku-sat", ["generate", "--difficulty", "200..100"]);
    assert!(empty.code == 2 && empty.stderr.contains("the range is empty"), "{}", empty.stderr);
}

#[test]
fn stopped_generator_reports_a_shortfall() {
    let options = GeneratorOptions::new().seed(1).givens(17).tries(u64::MAX);
    let mut generator = Generator::new(options).unwrap();
    let limits = Limits::none().within(std::time::Duration::from_millis(200));
    let Err(GenerateError::Shortfall(made)) = generator.generate(1, &limits) else {
        panic!("no puzzle is so small")
    };
    assert!(matches!(made.shortfall, Some(Shortfall::Stopped(_))) && made.tries > 1);
    check_unique(&made);
}

#[test]
fn generated_rules_are_necessary_and_determine_the_solution() {
    let is_unique = |puzzle: &Puzzle| count_by_sat(puzzle) == Count::Exactly(1);
    let kinds = RuleKind::named().filter(|kind| kind.form() != Form::Flag).collect_vec();
    let mut seen = Vec::new();
    for number in 1..=60 {
        let kinds = [kinds[number % kinds.len()], kinds[number * 7 % kinds.len()]];
        let options = GeneratorOptions::new().geometry(board("2x2")).seed(3).rules(kinds);
        let generated = Generator::new(options)
            .unwrap()
            .generate(number as u64, &Limits::none())
            .unwrap_or_else(|error| panic!("{kinds:?}: {error}"));
        let puzzle = generated.puzzle;
        assert!(is_unique(&puzzle), "{puzzle} {:?}", puzzle.rules());
        assert!(puzzle.rules().iter().all(|rule| kinds.contains(&rule.kind())));
        for kind in kinds {
            assert!(puzzle.rules().iter().any(|rule| rule.kind() == kind), "{kind} {:?}", puzzle.rules());
        }
        for index in 0..puzzle.rules().len() {
            let mut others = puzzle.rules().to_vec();
            seen.push(others.remove(index).kind());
            assert!(!is_unique(&puzzle.with_rules(others)), "{puzzle} {:?}", puzzle.rules());
        }
        for given in puzzle.givens() {
            let mut without = puzzle.clone();
            without.set(given.cell, None);
            assert!(!is_unique(&without), "{puzzle} {:?}", puzzle.rules());
        }
    }
    assert!(seen.iter().unique().count() >= 20, "{seen:?}");
}

#[test]
fn killer_cages_tile_the_board() {
    for number in 1..=3 {
        let options = GeneratorOptions::new().geometry(board("2x3")).seed(2).givens(0);
        let options = options.rules([RuleKind::KillerCage]).tiles(true);
        let puzzle = Generator::new(options).unwrap().generate(number, &Limits::none()).unwrap().puzzle;
        assert_eq!((puzzle.given_count(), count_by_sat(&puzzle)), (0, Count::Exactly(1)));
        let mut cells = puzzle.rules().iter().flat_map(|rule| rule.cells().iter().copied()).collect_vec();
        cells.sort_unstable();
        assert!(cells.into_iter().eq(puzzle.geometry().cells()));
        for rule in puzzle.rules() {
            let sum = rule
                .to_string()
                .strip_prefix("killercage ")
                .unwrap()
                .split(':')
                .next()
                .unwrap()
                .parse::<u32>();
            assert!(rule.cells().len() <= 5 && sum.is_ok_and(|sum| sum > 0), "{rule}");
        }
    }
}

#[test]
fn rules_are_as_many_as_requested_and_symmetric() {
    let options = GeneratorOptions::new().geometry(board("2x3")).seed(4).symmetry(Symmetry::Rotate180);
    let options = options.rules([RuleKind::Difference, RuleKind::KillerCage]).rule_count(4..=8);
    let puzzle = Generator::new(options).unwrap().generate(1, &Limits::none()).unwrap().puzzle;
    assert!((4..=8).contains(&puzzle.rules().len()), "{:?}", puzzle.rules());
    let n = puzzle.geometry().size();
    let image = |cell: Cell| Cell::new(n + 1 - cell.row(), n + 1 - cell.column()).unwrap();
    for given in puzzle.givens() {
        assert!(puzzle.get(image(given.cell)).is_some(), "{puzzle}");
    }
    let cells = |rule: &Rule| rule.cells().iter().copied().sorted_unstable().collect_vec();
    for rule in puzzle.rules() {
        let images = rule.cells().iter().map(|&cell| image(cell)).sorted_unstable().collect_vec();
        let has_images = |other: &Rule| other.kind() == rule.kind() && cells(other) == images;
        assert!(puzzle.rules().iter().any(has_images), "{rule} {:?}", puzzle.rules());
    }
}

#[test]
fn puzzles_with_rules_have_the_requested_difficulty() {
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        let options = GeneratorOptions::new().geometry(board("2x3")).seed(5).difficulty(difficulty);
        let options = options.rules([RuleKind::Thermometer, RuleKind::Xv]);
        let generated = Generator::new(options).unwrap().generate(1, &Limits::none()).unwrap();
        assert_eq!(generated.difficulty, Some(difficulty));
        assert_eq!(count_by_sat(&generated.puzzle), Count::Exactly(1));
    }
}

#[test]
fn a_request_that_no_rules_meet_is_reported() {
    let arguments = ["generate", "--seed=1", "--with-rules=even", "--givens=0", "--tries=3"];
    let generated = run("sudoku-sat", arguments);
    assert_eq!((generated.code, &*generated.stdout), (30, ""));
    assert!(generated.stderr.contains("needs rules of each kind (tries: 3)"), "{}", generated.stderr);
}

#[test]
fn rules_are_generated_by_the_program() {
    let arguments = ["generate", "-n", "2", "--seed", "1", "--with-rules", "killercage,thermometer"];
    let generated = run("sudoku-sat", arguments);
    assert_eq!(generated.code, 0, "{}", generated.stderr);
    assert_eq!(generated.stdout, run("sudoku-sat", arguments.into_iter().chain(["--jobs", "1"])).stdout);
    let solved =
        run_with_input("sudoku-sat", ["solve", "--check-unique", "--format", "line"], &generated.stdout);
    assert_eq!(
        solved.stdout.lines().filter(|line| line.ends_with(" unique")).count(),
        2,
        "{}",
        solved.stdout
    );
    for (arguments, expected) in [
        (["--with-rules", "nonconsecutive"], "invalid value 'nonconsecutive'"),
        (["--with-rules", "odd,oddly"], "invalid value 'oddly'"),
        (["--with-rules=odd", "--position"], "--technique"),
        (["--tile", "--givens=0"], "--with-rules"),
        (["--with-rules=arrow", "--tile"], "only killer cages can tile a board"),
        (["--with-rules=odd", "--format=line"], "cannot represent the rule"),
    ] {
        let refused = run("sudoku-sat", ["generate", "--seed=1"].into_iter().chain(arguments));
        assert!(refused.code != 0 && refused.stderr.contains(expected), "{}", refused.stderr);
    }
}

#[test]
fn the_next_step_of_a_position_is_the_requested_technique() {
    for name in ["hidden-single", "x-wing"] {
        let options = ["generate", "--seed", "3", "-n", "2", "--technique", name];
        let positions = run("sudoku-sat", [&options[..], &["--position"]].concat());
        assert_eq!(
            (positions.code, positions.stdout.lines().count()),
            (0, 2),
            "{name}: {}",
            positions.stderr
        );
        assert!(positions.stdout.lines().all(|line| line.starts_with(":0000:x:")), "{}", positions.stdout);
        let steps = run_with_input("sudoku-sat", ["explain", "--next=technique"], &positions.stdout);
        let hints = steps.stdout.to_lowercase().replace(' ', "-");
        assert_eq!(hints.matches(name).count(), 2, "{name}: {}", steps.stdout);
        // A position has the solution of the puzzle that the same seed generates.
        let solve =
            |puzzles: &str| run_with_input("sudoku-sat", ["solve", "--format", "line"], puzzles).stdout;
        assert_eq!(solve(&positions.stdout), solve(&run("sudoku-sat", options).stdout));
    }
    for alone in [&["--position"][..], &["--position", "--difficulty", "hard"]] {
        assert_eq!(run("sudoku-sat", [&["generate"], alone].concat()).code, 2, "{alone:?}");
    }
    let small = ["generate", "--box", "2x3", "--seed", "5", "--technique", "pointing", "--position"];
    let small = run("sudoku-sat", small);
    assert!(small.stdout.starts_with("{\"version\":1,\"puzzle\""), "{}", small.stderr);
    let lossy = ["generate", "--seed", "3", "--technique", "x-wing", "--position", "--format", "line"];
    let warning = "warning: the format line cannot represent the excluded candidates";
    assert!(run("sudoku-sat", lossy).stderr.contains(warning));
}

#[test]
fn the_hardest_step_is_the_requested_technique() {
    for name in ["naked-pair", "pointing", "hidden-single", "full-house", "remote-pair"] {
        let options = ["generate", "--seed", "5", "-n", "2", "--technique", name];
        let generated = run("sudoku-sat", options);
        assert_eq!(generated.code, 0, "{}", generated.stderr);
        let rated = run_with_input("sudoku-sat", ["rate", "--score", "-q"], &generated.stdout).stdout;
        assert!(rated.lines().all(|line| line.split(' ').nth(5) == Some(name)), "{rated}");
    }
    // A minimal puzzle has no position in which only full houses are needed.
    let options = ["generate", "--seed", "5", "--technique", "full-house", "--tries", "2"];
    let none = run("sudoku-sat", [&options[..], &["--minimal", "--position"]].concat());
    assert_eq!((none.code, &*none.stdout), (30, ""), "{}", none.stderr);
    assert!(none.stderr.contains("found no position in which the next step uses this technique"));
    let rare = run("sudoku-sat", ["generate", "--seed", "5", "--technique", "jellyfish", "--tries", "1"]);
    assert!(rare.stderr.contains("note: few puzzles have this technique"), "{}", rare.stderr);
    let assuming = run("sudoku-sat", ["generate", "--technique", "bug+1"]);
    assert_eq!(assuming.code, 2);
    assert!(assuming.stderr.contains("do not assume that its solution is unique"), "{}", assuming.stderr);
    let unknown = run("sudoku-sat", ["generate", "--technique", "magic"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("expected one of given, placed-digit, full-house"), "{}", unknown.stderr);
}

/// A rule that all marks are given belongs to the marks: all of them are there, and the two are necessary together.
#[test]
fn all_marks_are_given() {
    for (mark, negative) in
        [("difference", "nonconsecutive"), ("ratio", "negativeratio"), ("xv", "negativexv")]
    {
        let kinds = format!("{mark},{negative}");
        for seed in 1..=3 {
            let seed = format!("--seed={seed}");
            let generated = run("sudoku-sat", ["generate", "-q", &seed, "--with-rules", &kinds]);
            assert_eq!(generated.code, 0, "{}", generated.stderr);
            let puzzle = read_single(generated.stdout.as_bytes(), None, None).unwrap().puzzle;
            assert!(sudoku_sat::is_unique(&puzzle).unwrap());
            let rules = puzzle.rules().iter();
            let (marks, others): (Vec<_>, Vec<_>) = rules.partition(|rule| rule.name() == mark);
            assert!(!marks.is_empty() && others.len() == 1, "{}", generated.stdout);
            let without = Puzzle::from(puzzle.grid().clone());
            assert!(!sudoku_sat::is_unique(&without).unwrap());
        }
    }
    let failed = run("sudoku-sat", ["generate", "--with-rules", "negativexv"]);
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("so the rules must include 'xv'"), "{}", failed.stderr);
}

/// The rules of these kinds make a search for another solution slow, and few givens make a puzzle easy.
#[test]
fn medium_puzzles_with_clues_outside_the_board_are_found() {
    for kind in ["xsum", "skyscraper", "sandwichsum"] {
        let arguments =
            ["generate", "-q", "--seed=1", "--tries=10", "--difficulty=medium", "--with-rules", kind];
        let generated = run("sudoku-sat", arguments);
        assert_eq!(generated.code, 0, "{kind}: {}", generated.stderr);
        let rated = run_with_input("sudoku-sat", ["rate"], &generated.stdout);
        assert!(rated.stdout.contains("medium"), "{}", rated.stdout);
    }
}

/// The note that a technique is rare, and the list of the others in the documentation.
#[test]
fn common_techniques_are_those_of_the_documentation() {
    let is_rare = |name: &str| GeneratorOptions::new().technique(name).is_rare();
    let text = fs::read_to_string(root().join("docs/techniques.md")).unwrap();
    let paragraph =
        text.split("\n\n").find(|paragraph| paragraph.starts_with("A 9×9 puzzle or position with")).unwrap();
    let common: Vec<&str> = paragraph.split('`').skip(1).step_by(2).collect();
    let expected = Technique::names().filter(|name| !is_rare(name)).sorted().collect_vec();
    assert_eq!(common.into_iter().sorted().collect_vec(), expected);
    let noted = run("sudoku-sat", ["generate", "--technique=sue-de-coq", "--tries=1", "--seed=1"]);
    assert!(
        noted.stderr.starts_with("sudoku-sat: note: few puzzles have this technique"),
        "{}",
        noted.stderr
    );
    let common = run("sudoku-sat", ["generate", "--technique=x-wing", "--tries=1", "--seed=1"]);
    assert!(!common.stderr.contains("note: few puzzles"), "{}", common.stderr);
}
