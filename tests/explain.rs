//! Tests for `sudoku-sat explain`.

use std::collections::BTreeSet;
use std::fs;

use itertools::Itertools;
use sudoku_cnf::puzzle::board::{BoardOptions, BoxShape, HouseName, Variant};
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::{json_line, read_single};
use sudoku_cnf::{Cell, Digit, Geometry, Puzzle};
use sudoku_sat::explain::{
    BoardRule, ChainKind, Deduction, ExplainOptions, Explanation, Fact, StepRecord, StepSearch, Technique,
    explain, explain_candidate,
};
use sudoku_sat::{Candidate, Limits, Solver};

use crate::common::{EASY, HARD, SOLVED, root, run, run_with_input, sample, test_data};

fn explained(puzzle: &Puzzle) -> Explanation {
    explain(puzzle, &ExplainOptions::default(), &Limits::none()).unwrap()
}

/// Checks all steps: a solver proves that each is valid and minimal, and every fact is known before the step that uses
/// it.
#[track_caller]
fn check_steps(puzzle: &Puzzle, explanation: &Explanation) {
    let Explanation::Solved { steps, solution } = explanation else { panic!("{explanation:?}") };
    let mut placed = puzzle.grid().clone();
    let mut excluded: Vec<Candidate> = puzzle.excluded().to_vec();
    for step in steps {
        let verified = step.verify(puzzle, &Solver::Varisat, &Limits::none()).unwrap();
        assert!(verified.is_valid && verified.is_minimal && step.is_minimal, "{step:?}");
        for &Fact { candidate, is_placed } in &step.facts {
            let digit = placed.get(candidate.cell);
            if is_placed {
                assert_eq!(digit, Some(candidate.digit), "{step:?}");
            } else {
                let is_filled = digit.is_some_and(|digit| digit != candidate.digit);
                assert!(is_filled || excluded.contains(&candidate), "{step:?}");
            }
        }
        for &Fact { candidate, is_placed } in &step.derived {
            assert_eq!(solution.get(candidate.cell) == candidate.digit, is_placed, "{step:?}");
            if is_placed {
                placed.set(candidate.cell, Some(candidate.digit));
            } else {
                excluded.push(candidate);
            }
        }
    }
    assert_eq!(&placed, solution.grid());
}

#[test]
fn steps_are_valid_and_minimal_and_reach_the_solution() {
    for name in ["article", "essay-easy", "essay-hard", "4x4", "6x6", "x", "windoku", "antiknight", "jigsaw"]
    {
        let mut args =
            vec!["convert".to_owned(), "--to".to_owned(), "json".to_owned(), sample(&format!("{name}.txt"))];
        match name {
            "x" | "windoku" | "antiknight" => args.extend(["--variant".to_owned(), name.to_owned()]),
            "jigsaw" => args.extend(["--regions".to_owned(), sample("jigsaw-regions.txt")]),
            _ => {}
        }
        let json = run("sudoku-cli", &args).stdout;
        let record = sudoku_cnf::text::read_single(json.as_bytes(), None, None).unwrap();
        check_steps(&record.puzzle, &explained(&record.puzzle));
    }
    let hard: Puzzle = HARD.parse().unwrap();
    check_steps(&hard, &explained(&hard));
}

#[test]
fn reasons_of_single_candidates_use_only_givens() {
    let puzzle: Puzzle = EASY.parse().unwrap();
    let solution: Puzzle = SOLVED.parse().unwrap();
    for (row, column) in [(1, 3), (5, 5), (9, 2)] {
        let cell = Cell::new(row, column).unwrap();
        for digit in (1..=9).filter_map(Digit::new) {
            let candidate = Candidate { cell, digit };
            let step = explain_candidate(&puzzle, candidate, &ExplainOptions::default(), &Limits::none());
            let step = step.unwrap().unwrap();
            assert_eq!(step.derived, [Fact { candidate, is_placed: solution.get(cell) == Some(digit) }]);
            for fact in &step.facts {
                let given = puzzle.get(fact.candidate.cell).unwrap();
                assert_eq!(given == fact.candidate.digit, fact.is_placed, "{step:?}");
            }
            let verified = step.verify(&puzzle, &Solver::Varisat, &Limits::none()).unwrap();
            assert!(verified.is_valid && verified.is_minimal, "{step:?}");
        }
    }
}

#[test]
fn text_and_json_are_deterministic() {
    for args in [&["explain"][..], &["explain", "--format", "json"], &["explain", "--boards"]] {
        let first = run_with_input("sudoku-sat", args, HARD);
        assert_eq!((first.code, &*first.stderr), (0, ""), "{args:?}");
        assert_eq!(first.stdout, run_with_input("sudoku-sat", args, HARD).stdout);
    }
    let json = run_with_input("sudoku-sat", ["explain", "-f", "json"], EASY).stdout;
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, steps) = lines.split_last().unwrap();
    assert_eq!((&last["status"], &last["solution"]), (&"solved".into(), &SOLVED.into()));
    assert_eq!(last["steps"], steps.len());
    assert_eq!(steps[0]["technique"], "hidden-single");
    assert_eq!(steps[0]["minimal"], true);
}

/// The tree of cases of a step divides a case that consists of facts that follow without an assumption.
#[test]
fn a_puzzle_with_arrows_is_explained() {
    let explained = run("sudoku-sat", ["explain", "-q", &sample("arrow.json")]);
    assert_eq!((explained.code, &*explained.stderr), (0, ""));
}

#[test]
fn json_steps_are_step_records() {
    let rules = r#"{"puzzle":"................","constraints":{"killercage":[{"cells":["r1c1","r1c2"],"value":"3"}]}}"#;
    let mut proofs = 0;
    for puzzle in [HARD, rules] {
        let json = run_with_input("sudoku-sat", ["explain", "-f", "json"], puzzle).stdout;
        for line in json.lines().filter(|line| line.starts_with(r#"{"version":1,"step":"#)) {
            let record: StepRecord = serde_json::from_str(line).unwrap();
            assert_eq!(json_line(&record).unwrap(), line);
            proofs += usize::from(record.cases.is_some());
        }
    }
    assert!(proofs > 0);
}

#[test]
fn steps_are_found_one_at_a_time() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let all = explained(&puzzle);
    let options = ExplainOptions { max_steps: Some(3), ..ExplainOptions::default() };
    let Explanation::Partial { steps: first, solution } =
        explain(&puzzle, &options, &Limits::none()).unwrap()
    else {
        panic!("three steps do not suffice")
    };
    let search = StepSearch::new(puzzle, ExplainOptions::default(), Limits::none()).unwrap().unwrap();
    let mut steps = search.steps().unwrap();
    assert_eq!(steps.by_ref().take(3).map(Result::unwrap).collect_vec(), first);
    assert!(!steps.is_complete());
    let found = first.into_iter().chain(steps.by_ref().map(Result::unwrap)).collect_vec();
    // The complete explanation leaves out steps that no later step needs.
    let Explanation::Solved { steps: needed, solution: same } = all else { panic!("one solution") };
    assert!(same == solution && needed.iter().all(|step| found.contains(step)));
    assert!(steps.is_complete());
    let several = ".".repeat(16).parse().unwrap();
    assert!(StepSearch::new(several, ExplainOptions::default(), Limits::none()).unwrap().is_none());
}

#[test]
fn options_select_steps() {
    let all = run_with_input("sudoku-sat", ["explain"], EASY).stdout;
    let next = run_with_input("sudoku-sat", ["explain", "--next"], EASY).stdout;
    let hint = |level: &str| run_with_input("sudoku-sat", ["explain", level], EASY).stdout;
    let region = hint("--next=region");
    assert!(region.starts_with("Look at ") && !region.contains('='), "{region}");
    assert!(hint("--next=digit").starts_with("Look for the digit "), "{}", hint("--next=digit"));
    let technique = hint("--next=technique");
    assert!(technique.starts_with("Look for a hidden single in "), "{technique}");
    assert_eq!(hint("--next=step"), next);
    assert!(next.starts_with("1. ") && all.starts_with(&next), "{next}");
    let third = run_with_input("sudoku-sat", ["explain", "--step", "3"], EASY).stdout;
    let missing = run_with_input("sudoku-sat", ["explain", "--step", "999"], EASY);
    assert!(missing.code == 1 && missing.stderr.contains("there is no step 999"), "{}", missing.stderr);
    let conflict = run_with_input("sudoku-sat", ["explain", "--step", "999"], "1..1............");
    assert!(conflict.code == 20 && conflict.stdout.starts_with("no solution; "), "{}", conflict.stdout);
    assert!(third.starts_with("3. ") && all.contains(&third), "{third}");
    let cell = run_with_input("sudoku-sat", ["explain", "--cell", "r1c3"], EASY).stdout;
    assert!(cell.lines().any(|line| line == "   → r1c3=4"), "{cell}");
    let limited = run_with_input("sudoku-sat", ["explain", "--max-size", "9"], EASY);
    assert_eq!(limited.code, 30);
    assert!(limited.stderr.contains("at most --max-size"), "{}", limited.stderr);
    let outside = run_with_input("sudoku-sat", ["explain", "--candidate", "r1c3=10"], EASY);
    assert_eq!(outside.code, 1);
    assert!(outside.stderr.contains("r1c3=10 is not on the 9x9 board"), "{}", outside.stderr);
}

#[test]
fn many_puzzles_are_explained_in_input_order() {
    let clash = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87";
    let several = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
    let input = format!("{EASY}\nwrong\n{clash}\n{several}\n");
    let explain =
        |args: &[&str]| run_with_input("sudoku-sat", [&["explain", "--from", "line"], args].concat(), &input);
    let text = explain(&[]);
    let parts: Vec<_> = text.stdout.split("\n\n").collect();
    assert_eq!((text.code, parts.len()), (1, 4), "{}", text.stdout);
    let single = run_with_input("sudoku-sat", ["explain"], EASY).stdout;
    assert_eq!(format!("{}\n", parts[0]), format!("<stdin>:1:\n{single}"));
    assert_eq!(parts[1], "<stdin>:2:\nerror");
    assert!(parts[2].starts_with("<stdin>:3:\nno solution; a smallest set of 2 givens"), "{}", parts[2]);
    assert!(parts[3].starts_with("<stdin>:4:\nseveral solutions"), "{}", parts[3]);
    assert_eq!(explain(&["-j", "2"]).stdout, text.stdout);
    let json = explain(&["-f", "json", "-q"]).stdout;
    let records: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> = records.iter().map(|record| record["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["solved", "error", "unsatisfiable", "solved"]);
    let lines = run_with_input("sudoku-sat", ["explain", "-f", "json"], EASY).stdout;
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(&line.replacen("\"version\":1,", "", 1)).unwrap())
        .collect();
    assert_eq!(records[0]["explanation"], serde_json::Value::Array(lines));
    let limited = explain(&["--max-size", "9", "--step", "99", "-q"]);
    assert!(limited.stdout.contains("\nunknown: "), "{}", limited.stdout);
}

#[test]
fn contradictory_givens_are_marked() {
    let text = "5....\n";
    assert_ne!(run_with_input("sudoku-sat", ["explain"], text).code, 0);
    let clash = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87";
    let shown = run_with_input("sudoku-sat", ["explain", "--repair"], clash);
    assert_eq!((shown.code, &*shown.stderr), (20, ""));
    let lines: Vec<_> = shown.stdout.lines().collect();
    assert_eq!(lines[0], "no solution; a smallest set of 2 givens without a solution: r4c6=5 r5c4=5");
    assert_eq!(lines[1], format!("1 | {clash}"));
    assert_eq!(lines[2].find('^'), Some(4 + 32));
    assert!(shown.stdout.contains("fewest givens to remove: r4c6=5"), "{}", shown.stdout);
    let json = run_with_input("sudoku-sat", ["explain", "--repair", "-f", "json"], clash);
    let result: serde_json::Value = serde_json::from_str(json.stdout.lines().last().unwrap()).unwrap();
    let [change] = &result["change"].as_array().unwrap()[..] else { panic!("{result}") };
    assert_eq!((&change["row"], &change["column"]), (&4.into(), &6.into()));
    assert!(
        shown.stdout.ends_with(&format!("or change them: r4c6={}\n", change["digit"])),
        "{}",
        shown.stdout
    );
    let mut changed = clash.to_owned();
    changed.replace_range(32..33, &change["digit"].to_string());
    assert!(sudoku_sat::solve(&changed.parse().unwrap()).unwrap().is_some());
}

#[test]
fn several_solutions_are_compared_and_repaired() {
    let puzzle = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
    let json = run_with_input("sudoku-sat", ["explain", "--repair", "-f", "json"], puzzle);
    assert_eq!(json.code, 0);
    let result: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(result["status"], "several");
    assert_eq!(result["differ"], serde_json::json!([[4, 1], [4, 6], [6, 1], [6, 6]]));
    assert_eq!(result["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(result["add"].as_array().unwrap().len(), 1);
}

#[test]
fn added_givens_make_puzzles_with_many_solutions_unique() {
    // The empty board, and a puzzle with 17 givens without two of them.
    let removed = "..............1..3.45.6............6.......741....8......54.......7..1..3......8.";
    for puzzle in [".".repeat(81), removed.to_owned()] {
        let json = run_with_input("sudoku-sat", ["explain", "--repair", "-f", "json"], &puzzle);
        let result: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
        let mut repaired: Vec<u8> = puzzle.into_bytes();
        for given in result["add"].as_array().unwrap() {
            let number = |key: &str| given[key].as_u64().unwrap();
            repaired[(number("row") * 9 + number("column") - 10) as usize] = b'0' + number("digit") as u8;
        }
        let repaired = String::from_utf8(repaired).unwrap();
        let count = run_with_input("sudoku-sat", ["count", "--limit", "2", "-q"], &repaired);
        assert_eq!(count.stdout.trim(), "exactly 1", "{repaired}");
    }
}

#[test]
fn smallest_reasons_are_not_larger() {
    let puzzle = "1.....2...3....4";
    let json = |args: &[&str]| {
        let args = ["explain", "-f", "json"].iter().chain(args);
        let output = run_with_input("sudoku-sat", args, puzzle).stdout;
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<serde_json::Value>>()
    };
    let size = |step: &serde_json::Value| {
        step["rules"].as_array().unwrap().len() + step["facts"].as_array().unwrap().len()
    };
    for candidate in ["r1c2=4", "r1c2=3", "r4c1=2", "r3c4=1"] {
        let minimal = json(&["--candidate", candidate]);
        let smallest = json(&["--candidate", candidate, "--smallest"]);
        assert_eq!((&minimal[0]["smallest"], &smallest[0]["smallest"]), (&false.into(), &true.into()));
        if minimal.len() > 2 {
            // Singles lead to the digit, so they are printed instead of a step without a pattern.
            let steps = minimal.split_last().unwrap().1;
            let is_single = |step: &serde_json::Value| {
                ["full-house", "hidden-single", "naked-single"].contains(&step["technique"].as_str().unwrap())
            };
            assert!(steps.iter().all(is_single), "{candidate}");
            continue;
        }
        assert!(size(&smallest[0]) <= size(&minimal[0]), "{candidate}");
        assert_eq!(smallest[0]["derived"], minimal[0]["derived"]);
    }
    let steps = json(&["--smallest"]);
    assert!(steps.split_last().unwrap().1.iter().all(|step| step["smallest"] == true));
}

#[test]
fn rules_are_described_in_words() {
    use sudoku_sat::explain::BoardRule;
    let mut puzzle = Puzzle::empty(Geometry::standard());
    puzzle.add_rules([Rule::parse("killercage 10: r1c1 r1c2", puzzle.geometry()).unwrap()]);
    let (a, b) = (Cell::new(1, 2).unwrap(), Cell::new(1, 7).unwrap());
    let digit = Digit::new(5).unwrap();
    let describe = |rule: BoardRule| rule.describe(&puzzle);
    assert_eq!(describe(BoardRule::Rule(0)), "the cage r1c1 r1c2 sums to 10");
    assert_eq!(describe(BoardRule::Cell(a)), "r1c2 contains exactly one digit");
    assert_eq!(describe(BoardRule::House { house: 0, digit }), "row 1 has a place for 5");
    assert_eq!(describe(BoardRule::Peers { a, b, digit }), "r1c2 and r1c7 in row 1 do not both contain 5");
}

/// A candidate that a placed digit excludes is not refuted by a chain, and must not be explained by itself.
#[test]
fn trivial_exclusions_have_names() {
    let puzzle = sample("article.txt");
    let technique = |candidate: &str| {
        let [minimal, smallest] = [&[][..], &["--smallest"]].map(|more| {
            let args = ["explain", "--format", "json", "--candidate", candidate, &puzzle];
            let run = run("sudoku-sat", args.iter().chain(more));
            assert_eq!(run.code, 0, "{}", run.stderr);
            let step: serde_json::Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
            (step["technique"].as_str().unwrap().to_owned(), step["rules"].as_array().unwrap().len())
        });
        assert_eq!(minimal, smallest, "{candidate}");
        minimal
    };
    assert_eq!(technique("r1c1=5"), ("given".to_owned(), 0));
    assert_eq!(technique("r1c1=6"), ("placed-digit".to_owned(), 1));
    assert_eq!(technique("r1c3=5"), ("placed-digit".to_owned(), 1));
}

#[test]
fn the_maximum_size_limits_the_smallest_reason() {
    let puzzle = sample("article.txt");
    let explain = |args: &[&str]| {
        let fixed = ["explain", "-f", "json", "--candidate", "r1c4=6"];
        run("sudoku-sat", fixed.iter().chain(args).copied().chain([&*puzzle]))
    };
    let smallest = explain(&["--smallest"]).stdout;
    let step: serde_json::Value = serde_json::from_str(smallest.lines().next().unwrap()).unwrap();
    let size = step["rules"].as_array().unwrap().len() + step["facts"].as_array().unwrap().len();
    let within = |size: usize| explain(&["--smallest", "--max-size", &size.to_string()]);
    assert_eq!(within(size).stdout, smallest);
    let exceeded = within(size - 1);
    assert_eq!(exceeded.code, 30);
    let message = format!("the reason has {size} rules and facts, more than --max-size");
    assert!(exceeded.stdout.contains(&message), "{}", exceeded.stdout);
}

/// Parses a candidate that consists of three digits: the digit, the row and the column.
fn hodoku_candidate(text: &str) -> Candidate {
    let [digit, row, column] = [0, 1, 2].map(|at| usize::from(text.as_bytes()[at] - b'0'));
    Candidate { cell: Cell::new(row, column).unwrap(), digit: Digit::new(digit).unwrap() }
}

/// Each case of HoDoKu's regression library names a technique, a board, the candidates excluded before, and the
/// candidates that the technique excludes or the digit that it places.
#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn conclusions_of_hodoku_cost_at_most_as_much_as_the_named_technique() {
    let mut checked = 0;
    let cases = fs::read_to_string(test_data("formats/hodoku/reglib_60.txt")).unwrap();
    for line in cases.lines().filter(|line| line.starts_with(':')) {
        let fields: Vec<_> = line.split(':').collect();
        let [_, technique, _, board, excluded, eliminated, placed, ..] = fields[..] else { continue };
        // The costs of full houses, hidden singles and naked singles, according to the module documentation.
        let most = match technique {
            "0000" => 9,
            "0002" => 13,
            "0003" => 18,
            _ => u64::MAX,
        };
        let mut puzzle: Puzzle = board.replace('+', "").parse().unwrap();
        puzzle.exclude(excluded.split_whitespace().map(hodoku_candidate));
        for conclusion in eliminated.split_whitespace().chain(placed.split_whitespace()) {
            let candidate = hodoku_candidate(conclusion);
            let step = explain_candidate(&puzzle, candidate, &ExplainOptions::default(), &Limits::none());
            let step = step.unwrap().unwrap_or_else(|| panic!("{line}"));
            assert!(step.cost <= most, "{line}: {step:?}");
            assert!(step.verify(&puzzle, &Solver::Varisat, &Limits::none()).unwrap().is_valid, "{line}");
            checked += 1;
        }
    }
    assert!(checked >= 60, "{checked} conclusions");
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn unusual_puzzles_are_explained() {
    let table = fs::read_to_string(test_data("edge_sudopedia.tsv")).unwrap();
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let puzzle: Puzzle = fields[3].parse().unwrap();
        let explanation = explained(&puzzle);
        match (&explanation, fields[4]) {
            (Explanation::Solved { .. }, "1") => check_steps(&puzzle, &explanation),
            (Explanation::Unsatisfiable { givens, .. }, "0") => {
                let with = |givens: &[Candidate]| {
                    let mut part = puzzle.without_givens();
                    for given in givens {
                        part.set(given.cell, Some(given.digit));
                    }
                    sudoku_sat::solve(&part).unwrap()
                };
                assert!(with(&givens.givens).is_none(), "{line}");
                for index in 0..givens.givens.len() {
                    let mut part = givens.givens.clone();
                    part.remove(index);
                    assert!(with(&part).is_some(), "{line}: the set of givens is not minimal");
                }
            }
            (Explanation::Several { differ, solutions }, _) => {
                assert!(fields[1] == "multiple_solutions" && solutions[0] != solutions[1], "{line}");
                assert!(!differ.is_empty());
            }
            _ => panic!("{line}: {explanation:?}"),
        }
    }
}

/// Generated puzzles that need chains, fish with fins and wings.
const CHAINS: [&str; 10] = [
    "..3...6..5..3......7.....2....6.8..5.4...78...1..3.4762..71..6.......2....1.845..",
    "..2..3......4......41.6..2..7..5...8.54..62..8..3....61....86.4...7...8.......5.1",
    "164......2.7..3.1....6........46....3...7.1..418...2....2..8....8.....9........34",
    "1.........2..87.9...61..27......5..44.16.35.995.8..........8.......3...6..25..3..",
    "8...19....548....9..2.6.7.......72...7....34.4........9....2.57721.4......8...4..",
    "....86.1.2....4.97...2......39...6.486.9............8.....7.4..7..5..3....24381..",
    "59..1...6......74...3...9.....59.....2...6..9.1..73..........7...17..5.2...2.5.3.",
    "....6...58......3......27..7.6.5...8..8.4.3..3.....4.7..1..6...4..58.1.62.....5..",
    ".......8.91.8.5.4..6...47.5....8.5.915..2.87.4....3........7..16......9..4......7",
    "....5...6.....3..9.19.2.5..7.....6.12.3......9..47...2.5......88.7.4....1..2.6...",
];

/// Returns whether some cells of a step form an almost locked set in which `from` and `to` are all places for two
/// digits.
fn is_set(
    step: &Deduction,
    from: &[Candidate],
    to: &[Candidate],
    open: &dyn Fn(&BoardRule) -> BTreeSet<Candidate>,
) -> bool {
    let cells = step.rules.iter().filter(|rule| matches!(rule, BoardRule::Cell(_)));
    let cells: Vec<BTreeSet<Candidate>> = cells.map(open).collect();
    cells.into_iter().powerset().any(|cells| {
        let all: Vec<Candidate> = cells.iter().flatten().copied().collect();
        let places =
            |digit: Digit| all.iter().filter(|found| found.digit == digit).copied().sorted().collect_vec();
        let sorted = |group: &[Candidate]| group.iter().copied().sorted().collect_vec();
        all.iter().map(|candidate| candidate.digit).unique().count() == cells.len() + 1
            && [from, to].iter().all(|group| sorted(group) == places(group[0].digit))
    })
}

/// Asserts that a named step satisfies the definition of its technique. `is_open` returns whether a candidate is open
/// before the step.
fn check_definition(step: &Deduction, geometry: &Geometry, is_open: &dyn Fn(Candidate) -> bool) {
    let sees = |a: Candidate, b: Candidate| {
        let is_peer = a.cell != b.cell && geometry.first_shared_house(a.cell, b.cell).is_some();
        a.cell == b.cell && a.digit != b.digit || a.digit == b.digit && is_peer
    };
    let open = |rule: &BoardRule| -> BTreeSet<Candidate> {
        let candidates: Vec<_> = match *rule {
            BoardRule::Cell(cell) => geometry.digits().map(|digit| Candidate { cell, digit }).collect(),
            BoardRule::House { house, digit } => {
                geometry.house(house).cells.iter().map(|&cell| Candidate { cell, digit }).collect()
            }
            BoardRule::Peers { .. } | BoardRule::Rule(_) | BoardRule::DeadlyPattern(_) => Vec::new(),
        };
        candidates.into_iter().filter(|&candidate| is_open(candidate)).collect()
    };
    match &step.technique {
        Technique::Chain { kind, links } => {
            if *kind == ChainKind::Skyscraper {
                let (out, into) = (links[0].1[0].cell, links[1].0[0].cell);
                assert!(out.row() == into.row() || out.column() == into.column(), "{step:?}");
            }
            for (from, to) in links {
                let both: BTreeSet<_> = from.iter().chain(to).copied().collect();
                let is_rule = step.rules.iter().any(|rule| open(rule) == both);
                assert!(is_rule || is_set(step, from, to, &open), "{step:?}");
            }
            for ((_, to), (from, _)) in links.iter().tuple_windows() {
                assert!(from.iter().all(|&a| to.iter().all(|&b| sees(a, b))), "{step:?}");
            }
            let goal = step.derived[0];
            let ((first, _), (_, last)) = (&links[0], &links[links.len() - 1]);
            if goal.is_placed {
                assert_eq!(
                    (&first[..], &last[..]),
                    (&[goal.candidate][..], &[goal.candidate][..]),
                    "{step:?}"
                );
            } else {
                assert!(first.iter().chain(last).all(|&end| sees(end, goal.candidate)), "{step:?}");
            }
        }
        Technique::Fish { base, cover, fins, .. } => {
            let houses = |names: &[HouseName]| -> Vec<_> {
                geometry.houses().filter(|house| names.contains(&house.name)).collect()
            };
            let (base, cover) = (houses(base), houses(cover));
            let digit = step.derived[0].candidate.digit;
            let is_covered = |cell: &Cell| cover.iter().any(|house| house.cells.contains(cell));
            assert_eq!(base.len(), cover.len());
            for cell in base.iter().flat_map(|house| house.cells) {
                let is_place = is_open(Candidate { cell: *cell, digit });
                assert!(!is_place || is_covered(cell) || fins.contains(cell), "{step:?}");
            }
            for fact in &step.derived {
                let sees_fin = |&cell: &Cell| sees(fact.candidate, Candidate { cell, digit });
                assert!(is_covered(&fact.candidate.cell) && fins.iter().all(sees_fin), "{step:?}");
                assert!(!base.iter().any(|house| house.cells.contains(&fact.candidate.cell)), "{step:?}");
            }
        }
        _ => {}
    }
}

#[test]
fn names_agree_with_the_definitions_of_the_techniques() {
    let mut names = BTreeSet::new();
    for text in CHAINS {
        let puzzle: Puzzle = text.parse().unwrap();
        let Explanation::Solved { steps, .. } = explained(&puzzle) else { panic!("{text}") };
        let geometry = puzzle.geometry();
        let (mut grid, mut excluded) = (puzzle.grid().clone(), BTreeSet::new());
        for step in &steps {
            let is_open = |candidate: Candidate| {
                let is_blocked = |cell| grid.get(cell) == Some(candidate.digit);
                grid.get(candidate.cell).is_none()
                    && !excluded.contains(&candidate)
                    && !geometry.peers(candidate.cell).any(is_blocked)
            };
            check_definition(step, geometry, &is_open);
            names.insert(step.technique.name());
            for fact in &step.derived {
                if fact.is_placed {
                    grid.set(fact.candidate.cell, Some(fact.candidate.digit));
                } else {
                    excluded.insert(fact.candidate);
                }
            }
        }
    }
    for name in
        ["skyscraper", "2-string-kite", "w-wing", "xy-wing", "xyz-wing", "wxyz-wing", "aic", "grouped-aic"]
    {
        assert!(names.contains(name), "{name}: {names:?}");
    }
}

#[test]
fn rectangles_assume_a_unique_solution() {
    let text = "...9...18.1....63.5.71..............329..8...1.....27..3..42...4..369..5........4";
    let puzzle: Puzzle = text.parse().unwrap();
    for assume_unique in [false, true] {
        let options = ExplainOptions { assume_unique, ..ExplainOptions::default() };
        let explained = explain(&puzzle, &options, &Limits::none()).unwrap();
        let Explanation::Solved { steps, .. } = explained else { panic!("{text} has one solution") };
        let is_rectangle = |rule: &&BoardRule| matches!(rule, BoardRule::DeadlyPattern(_));
        let mut names = BTreeSet::new();
        for step in &steps {
            for rule in step.rules.iter().filter(is_rectangle) {
                assert!(rule.describe(&puzzle).ends_with("because the solution is assumed to be unique"));
                names.insert(step.technique.name());
            }
            let verification = step.verify(&puzzle, &Solver::Native, &Limits::none()).unwrap();
            assert!(verification.is_valid && verification.is_minimal, "{step:?}");
        }
        assert_eq!(names.contains("unique-rectangle"), assume_unique, "{names:?}");
    }
}

/// If the puzzle has a rule, the exchange of the digits need not be a solution. Excluded candidates and givens that
/// follow from the rest of the puzzle do not matter.
#[test]
fn rectangles_consider_rules_and_facts_that_follow() {
    let text = "...9...18.1....63.5.71..............329..8...1.....27..3..42...4..369..5........4";
    let puzzle: Puzzle = text.parse().unwrap();
    let options = ExplainOptions { assume_unique: true, ..ExplainOptions::default() };
    let rectangles = |puzzle: &Puzzle| {
        let explanation = explain(puzzle, &options, &Limits::none()).unwrap();
        check_steps(puzzle, &explanation);
        let Explanation::Solved { steps, solution } = explanation else { panic!("{text} has one solution") };
        let rules = steps.into_iter().flat_map(|step| step.rules).filter_map(|rule| match rule {
            BoardRule::DeadlyPattern(pairs) if pairs.iter().map(|(_, digits)| digits).all_equal() => {
                Some(pairs)
            }
            _ => None,
        });
        (rules.collect::<BTreeSet<_>>(), solution)
    };
    let (used, solution) = rectangles(&puzzle);
    assert!(!used.is_empty());
    for pairs in used {
        let candidates =
            pairs.iter().flat_map(|&(cell, digits)| digits.map(|digit| Candidate { cell, digit }));
        let wrong = candidates.into_iter().find(|wrong| solution.get(wrong.cell) != wrong.digit).unwrap();
        let mut excluding = puzzle.clone();
        excluding.exclude([wrong]);
        rectangles(&excluding);
        let (corner, _) = pairs[0];
        let parity = if solution.get(corner).get() % 2 == 0 { "even" } else { "odd" };
        let rule = Rule::parse(&format!("{parity}: {corner}"), puzzle.geometry()).unwrap();
        let with_rule = rectangles(&puzzle.with_rules([rule])).0;
        assert!(!with_rule.contains(&pairs), "{pairs:?}");
    }
}

/// The digits that BUG+1 places belong to the solution, on boards of all kinds.
#[test]
fn graves_assume_a_unique_solution() {
    let with = |variant| Geometry::with_variants(BoxShape::STANDARD, &[variant]).unwrap();
    let puzzles = [
        (Geometry::new("2x3".parse().unwrap()), ".6...33...5.....2...24...1......45.."),
        (
            with(Variant::X),
            "...7...562............6......12...8....3.....9......4..4......7..2.....4......9.3",
        ),
        (
            with(Variant::AntiKing),
            ".....6...........3.....4....29.....41.38..29.....1.......7.84....8.6......63....1",
        ),
        (
            with(Variant::Disjoint),
            "..19......82.6....9....5....7....5.........2.........1.....2.....3..471..5..8....",
        ),
    ];
    let options = ExplainOptions { assume_unique: true, ..ExplainOptions::default() };
    for (geometry, text) in puzzles {
        let board = BoardOptions::from(&geometry);
        let puzzle = read_single(text.as_bytes(), board, None).unwrap().puzzle;
        let explanation = explain(&puzzle, &options, &Limits::none()).unwrap();
        check_steps(&puzzle, &explanation);
        let Explanation::Solved { steps, .. } = explanation else { panic!("{text} has one solution") };
        let Some(step) = steps.iter().find(|step| step.technique == Technique::BugPlusOne) else {
            panic!("{text} has a BUG+1")
        };
        let record = StepRecord::new(1, step, None, &puzzle);
        let json = serde_json::to_string(&record).unwrap();
        assert!(json.contains(r#""rules":[{"kind":"grave","cells":["#), "{json}");
        assert_eq!(serde_json::from_str::<StepRecord>(&json).unwrap(), record);
    }
}

/// Explains a position from HoDoKu's regression library, and returns the name of the technique.
#[track_caller]
fn technique_of(line: &str, candidate: &str, options: &[&str]) -> String {
    let args = ["explain", "-q", "-f", "json", "--from", "hodoku", "--candidate", candidate];
    let run = run_with_input("sudoku-sat", args.iter().chain(options), line);
    let step: serde_json::Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    step["technique"].as_str().unwrap().to_owned()
}

#[test]
fn steps_have_the_names_that_players_learn_first() {
    let loop_ = ":0706:235789:6.+491.52......7+6.......+6...+4.+6+1.....5....4.16..86..4.5+84+7...1+6+293+186+2+7+5+4+2+65+74138+9::245::15";
    assert_eq!(technique_of(loop_, "r4c5=2", &[]), "continuous-loop");
    let full = ":0000:1:+6+3+42+8+9...8+7531+6+2+9+42+91+7+5+4+6+38+349+16+58+7+2+5+8+79+42..+6+1+62+83+754+97+5+8+4+2+39+61+9.+6+5784+23+4+2+3+6+91...:::182:";
    assert_eq!(technique_of(full, "r8c2=1", &[]), "full-house");
}

/// Digits that HoDoKu marks as placed by a solver follow from the rest of the puzzle, like excluded candidates.
#[test]
fn facts_that_follow_permit_steps_that_assume_a_unique_solution() {
    let avoidable = ":0607-1:19:+6+45.+3..+1.+1+9+3..268.7+2+8+6.14+3.+3+5+21.68...+1+63+8.....87.+2+51+638+712.43.+6+53+4.6..2+126+9.+1+3.+4+8:714 717 919 525 945 749 757 957 958 559 759 959:951::";
    assert_eq!(technique_of(avoidable, "r5c1=9", &["--assume-unique"]), "avoidable-rectangle");
    let grave = ":0610::.+9.+613.+8+4...2+5+7+1+393.184+92..968+5+7+1+42+3+4379+2+6+81+5+1..+3+84......+1+9+2..8..9+435+67+1+51.+76+8..+2::373 673::";
    assert_eq!(technique_of(grave, "r7c3=3", &["--assume-unique"]), "bug+1");
    assert_ne!(technique_of(grave, "r7c3=3", &[]), "bug+1");
}

/// A step has everything that its pattern excludes, each candidate with a minimal set of its own.
#[test]
fn a_pattern_is_one_step() {
    let text = "....3..715..4.2............2..6..4...38.7..............7..8..1.6..5..2...........";
    let fish = |steps: &[Deduction]| {
        let names = steps.iter().filter(|step| matches!(step.technique, Technique::Fish { .. }));
        let is_digit = |step: &&Deduction| step.derived[0].candidate.digit.get() == 1;
        names.filter(|step| step.technique.name() == "swordfish").filter(is_digit).cloned().collect_vec()
    };
    let puzzle: Puzzle = text.parse().unwrap();
    let explanation = explained(&puzzle);
    check_steps(&puzzle, &explanation);
    let Explanation::Solved { steps, .. } = explanation else { panic!("{text} has one solution") };
    let [swordfish] = &fish(&steps)[..] else { panic!("expected one swordfish") };
    assert!(swordfish.derived.len() > 4, "{swordfish:?}");
    for text in CHAINS.iter().chain([&text, &HARD]) {
        let Explanation::Solved { steps, .. } = explained(&text.parse().unwrap()) else { panic!("{text}") };
        let mut patterns = BTreeSet::new();
        for step in steps.iter().filter(|step| step.derived.iter().all(|fact| !fact.is_placed)) {
            assert_eq!(step.reasons.len(), step.derived.len(), "{step:?}");
            let is_used = |index| step.reasons.iter().any(|set| set.rules.contains(&index));
            assert!((0..step.rules.len()).all(is_used), "{step:?}");
            let pattern = step.rules.iter().filter(|rule| !matches!(rule, BoardRule::Peers { .. }));
            let pattern = (step.technique.name(), format!("{:?}", pattern.collect_vec()));
            assert!(patterns.insert(pattern), "told twice: {step:?}");
        }
    }
}

#[test]
fn sentences_come_first() {
    let text = run_with_input("sudoku-sat", ["explain"], HARD).stdout;
    assert!(text.contains(" fits only in ") && !text.contains("rules: "), "{text}");
    let text = run_with_input("sudoku-sat", ["explain", "--reasons"], HARD).stdout;
    assert!(text.contains("\n   rules: "), "{text}");
    let json = run_with_input("sudoku-sat", ["explain", "-f", "json"], EASY).stdout;
    let step: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert!(step["sentence"].as_str().unwrap().contains(" fits only in "), "{step}");
}

#[test]
fn a_cell_of_an_easy_puzzle_is_reached_by_singles() {
    let text = run_with_input("sudoku-sat", ["explain", "--cell", "r9c2"], EASY).stdout;
    assert!(!text.contains("Contradiction") && !text.contains("Forcing chain"), "{text}");
    assert_eq!(text.lines().last().map(|line| line.starts_with("   → r9c2=")), Some(true), "{text}");
}

#[test]
fn hints_and_steps_of_puzzles_without_a_solution_say_so() {
    let clash = "1..1............";
    let hint = run_with_input("sudoku-sat", ["explain", "--next=region"], clash);
    assert!(hint.code == 20 && hint.stdout.starts_with("no solution; "), "{}", hint.stdout);
    assert!(!hint.stdout.contains("Look at"), "{}", hint.stdout);
    let rules = ["--rule", "sandwichsum 10: r5c0", "--rule", "sandwichsum 12: r5c10"];
    let rules = run_with_input("sudoku-sat", ["explain"].iter().chain(&rules), &"0".repeat(81));
    assert_eq!(rules.code, 20, "{}", rules.stderr);
    assert!(rules.stdout.contains("1. Contradiction") && !rules.stdout.contains('≠'), "{}", rules.stdout);
    let limited = run_with_input("sudoku-sat", ["explain", "--max-size", "1"], "12....3.........");
    assert_eq!(limited.code, 30, "{}", limited.stdout);
    assert!(limited.stderr.contains("before they reach a contradiction"), "{}", limited.stderr);
}

#[test]
fn every_technique_is_described() {
    let text = fs::read_to_string(root().join("docs/techniques.md")).unwrap();
    let (_, order) = text.split_once("## Order").unwrap();
    let names: Vec<_> = order.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(names, Technique::names().collect_vec());
    for name in Technique::names() {
        let prefix = name.split_once('-').map_or("", |(prefix, _)| prefix);
        let is_described = text.contains(&format!("`{name}`")) || text.contains(&format!("`{prefix}-…`"));
        assert!(is_described, "{name}");
    }
}
