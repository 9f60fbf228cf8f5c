//! Rules beyond houses, from their text to certificates: all programs, all encodings, and brute force.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::puzzle::check::clashes;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Context, Digits, Form, Rule, RuleKind, RuleText};
use sudoku_cnf::{BoxShape, Candidate, CnfOptions, Digit, Encoding, Geometry, Grid, Puzzle, Solution};
use sudoku_sat::explain::{
    BoardRule, ExplainOptions, Explanation, Fact, explain, givens_to_add, givens_to_change, givens_to_remove,
};
use sudoku_sat::{Limits, SolveOptions, Solver};

use crate::common::{root, run, run_with_input, sample};
use crate::programs::{file_solvers, has_program};
use crate::random_statement::StatementWriter;

/// Samples with rules. Each has one solution.
const SAMPLES: [&str; 4] = ["killer.json", "thermometer.json", "arrow.json", "coprime.json"];

#[test]
fn samples_have_one_solution_in_all_ways() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in SAMPLES {
        let solved = run("sudoku-sat", ["solve", "--check-unique", &sample(name)]);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        for &encoding in SumEncoding::ALL {
            let (cnf, model) = (path("p.cnf"), path("model"));
            let encoded = run("sudoku-cnf", ["--sum-encoding", encoding.name(), &sample(name), "-o", &cnf]);
            assert_eq!(encoded.code, 0, "{}", encoded.stderr);
            for solver in file_solvers() {
                assert_eq!(solver.solve(&cnf, &model).code, 10, "{}", solver.command);
                // The rules are in the comments of the CNF, so the puzzle is not needed.
                let decoded = run("sudoku-cli", ["decode", "--cnf", &cnf, &model]);
                assert_eq!((decoded.code, &decoded.stdout), (0, &solved.stdout), "{}", decoded.stderr);
            }
        }
        let count = run("sudoku-sat", ["count", &sample(name)]);
        assert_eq!(count.stdout, "exactly 1\n");
        let archive = path("bundle.tar");
        let certified = run("sudoku-sat", ["certify", &sample(name), "-o", &archive]);
        assert_eq!(certified.code, 0, "{}", certified.stderr);
        let verified = run("sudoku-sat", ["verify", &archive]);
        assert!(verified.stdout.ends_with(": unique\n"), "{}", verified.stdout);
        fs::remove_file(archive).unwrap();
    }
}

#[test]
fn pseudo_boolean_files_contain_the_rules() {
    if !has_program("clasp") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (opb, answer) = (folder.path().join("p.opb"), folder.path().join("answer"));
    let [opb, answer] = [&opb, &answer].map(|path| path.display().to_string());
    for (name, more) in SAMPLES.into_iter().cartesian_product([&[][..], &["--shuffle", "1"], &["--annotate"]])
    {
        let encoded = run("sudoku-cnf", [&sample(name), "-o", &opb].into_iter().chain(more.iter().copied()));
        assert_eq!(encoded.code, 0, "{}", encoded.stderr);
        let solved = std::process::Command::new("clasp").arg(&opb).output().unwrap();
        fs::write(&answer, solved.stdout).unwrap();
        let decoded = run("sudoku-cli", ["decode", "--cnf", &opb, &answer]);
        assert_eq!(decoded.stdout, run("sudoku-sat", ["solve", &sample(name)]).stdout, "{}", decoded.stderr);
    }
    // A sum is one constraint without auxiliary variables.
    let sum = ["--rule", "killercage 4: r1c1 r1c2", "--format", "opb"];
    let text = run_with_input("sudoku-cnf", sum, "................").stdout;
    assert!(text.starts_with("* #variable= 64 "), "{text}");
    let whole = "+1 x1 +2 x2 +3 x3 +4 x4 +1 x5 +2 x6 +3 x7 +4 x8 = 4 ;\n";
    assert!(text.contains(whole), "{text}");
}

/// Returns all full 4×4 grids.
pub(crate) fn grids() -> Vec<Grid> {
    let geometry = Arc::new(Geometry::new(BoxShape::new(2, 2).unwrap()));
    let rows = (1..=4).map(|digit| Digit::new(digit).unwrap()).permutations(4).collect_vec();
    let all = (0..4).map(|_| &rows).multi_cartesian_product();
    let grid = |rows: Vec<&Vec<Digit>>| {
        Grid::from_digits(geometry.clone(), rows.into_iter().flatten().map(|&digit| Some(digit)).collect())
    };
    all.map(grid).filter(|grid| clashes(grid).next().is_none()).collect()
}

/// Returns a random rule on a 4×4 board, or `None` if the random arguments do not fit.
fn random_rule(geometry: &Geometry, random: &mut Random) -> Option<Rule> {
    // Statements are as frequent as two other kinds.
    let kinds = RuleKind::ALL.iter().copied().chain([RuleKind::Statement]).collect_vec();
    let kind = kinds[random.below(kinds.len())];
    random_rule_of(kind, geometry, random)
}

/// Returns a random rule of the given kind on a 4×4 board, or `None` if the random arguments do not fit.
pub(crate) fn random_rule_of(kind: RuleKind, geometry: &Geometry, random: &mut Random) -> Option<Rule> {
    if kind == RuleKind::Statement {
        let depth = random.below(3);
        let statement = StatementWriter::new(|bound| random.below(bound)).condition(depth);
        return Rule::parse(&statement, geometry).ok();
    }
    let mut text = RuleText::new(kind);
    let number = random.below(12) as i64;
    let position = |row: usize, column: usize| format!("r{row}c{column}").parse().unwrap();
    if matches!(kind.form(), Form::Outside | Form::Diagonal) {
        let (side, index) = (random.below(2) * 5, random.below(4) + 1);
        text.cells = vec![if random.below(2) == 0 { position(side, index) } else { position(index, side) }];
        text.direction =
            ["DR", "DL", "UR", "UL"][random.below(4)].parse().ok().filter(|_| kind.form() == Form::Diagonal);
    } else if kind.form() != Form::Flag {
        let count = random.below(4) + 1;
        let cells = (0..count).map(|_| position(random.below(4) + 1, random.below(4) + 1)).collect_vec();
        text.cells = cells.into_iter().unique().collect();
        if matches!(kind.form(), Form::CellsAndLine | Form::CellsAndClones) {
            let others =
                text.cells.iter().map(|_| position(random.below(4) + 1, random.below(4) + 1)).collect_vec();
            text.others = others.into_iter().unique().collect();
        }
    }
    // Each kind accepts one of these.
    [vec![number], Vec::new(), vec![5], vec![number % 4 + 1, 2]].into_iter().find_map(|values| {
        let text = RuleText { values, ..text.clone() };
        text.on(geometry).ok()
    })
}

/// Compares the solutions that SAT finds with those that the rule checker accepts among all grids.
fn compare_with_brute_force(puzzles: usize, seed: u64) {
    let grids = grids();
    let geometry = grids[0].geometry().clone();
    let mut random = Random::new(seed, 0);
    let mut kinds = Vec::new();
    for _ in 0..puzzles {
        let count = random.below(3) + 1;
        let rules = (0..count).filter_map(|_| random_rule(&geometry, &mut random)).collect_vec();
        kinds.extend(rules.iter().map(Rule::kind));
        let mut puzzle = Puzzle::empty(geometry.clone());
        puzzle.add_rules(rules);
        let expected = grids.iter().filter(|&grid| Solution::check(grid.clone(), &puzzle).is_ok());
        let expected = expected.map(ToString::to_string).sorted().collect_vec();
        let sum_encoding = SumEncoding::ALL[random.below(SumEncoding::ALL.len())];
        let encoding = Encoding::ALL[random.below(Encoding::ALL.len())];
        let solver = if random.below(2) == 0 { Solver::Native } else { Solver::Varisat };
        let options = SolveOptions::new()
            .solver(solver)
            .encoding(encoding)
            .sum_encoding(sum_encoding)
            .reduce(random.below(2) == 0);
        let found = options.solutions(&puzzle).map(|solution| solution.unwrap().to_string());
        let names = puzzle.rules().iter().join(", ");
        assert_eq!(found.sorted().collect_vec(), expected, "{encoding} {sum_encoding} {names}");
    }
    assert_eq!(kinds.into_iter().unique().count(), RuleKind::ALL.len());
}

#[test]
fn random_rules_agree_with_brute_force() {
    compare_with_brute_force(480, 1);
}

/// Explains puzzles with random rules and givens. A solver checks each step, and brute force checks the conclusions.
#[test]
fn explanations_with_random_rules_are_right() {
    let grids = grids();
    let geometry = grids[0].geometry().clone();
    let mut random = Random::new(3, 0);
    let (mut solved, mut refuted, mut by_rules) = (0, 0, 0);
    for _ in 0..500 {
        let rules = (0..=random.below(4)).filter_map(|_| random_rule(&geometry, &mut random)).collect_vec();
        let full = &grids[random.below(grids.len())];
        let mut puzzle = Puzzle::empty(geometry.clone());
        // Most rules fit the grid that the givens are taken from.
        let context = Context { geometry: &geometry, rules: &rules };
        let digits = |cell| full.get(cell).map(|digit| digit.get() as i64);
        let fit = rules.iter().filter(|rule| random.below(10) == 0 || rule.holds(&digits, context));
        puzzle.add_rules(fit.cloned().collect_vec());
        for given in full.digits().filter(|_| random.below(4) == 0).collect_vec() {
            puzzle.set(given.cell, Some(given.digit));
        }
        let solutions = |puzzle: &Puzzle| {
            let found = grids.iter().filter(|&grid| Solution::check(grid.clone(), puzzle).is_ok());
            found.cloned().collect_vec()
        };
        let names = format!("{puzzle} {}", puzzle.rules().iter().join(", "));
        let steps = match explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap() {
            Explanation::Solved { steps, solution } => {
                solved += 1;
                assert_eq!(solutions(&puzzle), [solution.grid().clone()], "{names}");
                let is_right = |fact: &Fact| {
                    fact.is_placed == (solution.get(fact.candidate.cell) == fact.candidate.digit)
                };
                assert!(steps.iter().flat_map(|step| &step.derived).all(is_right), "{names}");
                steps
            }
            Explanation::Unsatisfiable { givens, steps } => {
                refuted += 1;
                assert!(solutions(&puzzle).is_empty(), "{names}");
                assert!(steps.last().is_some_and(|step| step.derived.is_empty()), "{names} {steps:?}");
                check_repair(&puzzle, &grids, &names);
                assert!(!givens.givens.is_empty() || !givens.rules.is_empty(), "{names}");
                steps
            }
            Explanation::Several { .. } => {
                assert!(solutions(&puzzle).len() > 1, "{names}");
                let added = givens_to_add(&puzzle, &Limits::none()).unwrap();
                added.givens.iter().for_each(|given| puzzle.set(given.cell, Some(given.digit)));
                assert_eq!(solutions(&puzzle).len(), 1, "{names}");
                continue;
            }
            other => panic!("{names} {other:?}"),
        };
        for step in &steps {
            let verified = step.verify(&puzzle, &Solver::Varisat, &Limits::none()).unwrap();
            assert!(verified.is_valid && verified.is_minimal && step.is_minimal, "{names} {step:?}");
            by_rules += usize::from(step.rules.iter().any(|rule| matches!(rule, BoardRule::Rule(_))));
        }
    }
    assert!(solved > 50 && refuted > 20 && by_rules > 100, "{solved} {refuted} {by_rules}");
}

/// Some rules depend on other rules: removing a dot adds its cells to a negative rule, and a minimum is not compared
/// with other minima.
#[test]
fn repairs_are_right_if_rules_depend_on_others() {
    use RuleKind::{Difference, Maximum, Minimum, NegativeRatio, NegativeXv, Nonconsecutive, Ratio, Xv};
    let kinds =
        [Difference, Ratio, Xv, Nonconsecutive, NegativeRatio, NegativeXv, Minimum, Maximum, Minimum, Ratio];
    let grids = grids();
    let geometry = grids[0].geometry().clone();
    let mut random = Random::new(4, 0);
    let mut repaired = 0;
    while repaired < 300 {
        let rule = |random: &mut Random| {
            let kind = kinds[random.below(kinds.len())];
            std::iter::repeat_with(|| random_rule_of(kind, &geometry, random)).find_map(|rule| rule).unwrap()
        };
        let rules = (0..random.below(8) + 2).map(|_| rule(&mut random)).unique().collect_vec();
        let mut puzzle = Puzzle::empty(geometry.clone()).with_rules(rules);
        let full = &grids[random.below(grids.len())];
        for given in full.digits().filter(|_| random.below(4) == 0).collect_vec() {
            puzzle.set(given.cell, Some(given.digit));
        }
        if grids.iter().any(|grid| Solution::check(grid.clone(), &puzzle).is_ok()) {
            continue;
        }
        repaired += 1;
        check_repair(&puzzle, &grids, &format!("{puzzle} {}", puzzle.rules().iter().join(", ")));
    }
}

/// Checks that the puzzle without the givens and rules to remove has a solution, and that no smaller set suffices.
fn check_repair(puzzle: &Puzzle, grids: &[Grid], names: &str) {
    let repair = givens_to_remove(puzzle, &Limits::none()).unwrap().unwrap();
    let without = |givens: &[Candidate], rules: &[usize]| {
        let kept = puzzle.rules().iter().enumerate().filter(|(index, _)| !rules.contains(index));
        let mut rest = puzzle.with_rules(kept.map(|(_, rule)| rule.clone()));
        for given in givens {
            rest.set(given.cell, None);
        }
        rest
    };
    let is_solvable =
        |puzzle: &Puzzle| grids.iter().any(|grid| Solution::check(grid.clone(), puzzle).is_ok());
    assert!(is_solvable(&without(&repair.givens, &repair.rules)), "{names} {repair:?}");
    let changes = givens_to_change(puzzle, &repair, &Limits::none()).unwrap();
    assert_eq!(changes.len(), repair.givens.len(), "{names}");
    let givens = puzzle.givens().collect_vec();
    let indices = 0..givens.len() + puzzle.rules().len();
    let smaller = (1..repair.givens.len() + repair.rules.len()).filter(|_| repair.is_smallest);
    for removed in smaller.flat_map(|size| indices.clone().combinations(size)) {
        let (removed, rules): (Vec<_>, Vec<_>) = removed.into_iter().partition(|&index| index < givens.len());
        let removed = removed.into_iter().map(|index| givens[index]).collect_vec();
        let rules = rules.into_iter().map(|index| index - givens.len()).collect_vec();
        assert!(!is_solvable(&without(&removed, &rules)), "{names} {repair:?} {removed:?} {rules:?}");
    }
}

#[test]
fn explanations_name_the_rules() {
    let explained = run("sudoku-sat", ["explain", &sample("killer.json")]);
    assert_eq!(explained.code, 0, "{}", explained.stderr);
    let first = "1. Rule (cost 22). The cage r4c4 sums to 9. A cell that sees all remaining places for a digit \
                 cannot contain it.\n   → r4c4≠1 ";
    assert!(explained.stdout.starts_with(first), "{}", explained.stdout);
    let cage = "The cage r1c1 r2c1 sums to 9.\n   → r1c1≠9 r2c1≠9\n";
    assert!(explained.stdout.contains(cage), "{}", explained.stdout);
    let lesson = run("sudoku-cli", ["lesson", &sample("thermometer.json")]);
    assert_eq!(lesson.code, 0, "{}", lesson.stderr);
    assert!(lesson.stdout.contains("Therefore, "), "{}", lesson.stdout);
    let rules = ["--rule", "killercage 6: r1c3 r1c4", "--rule", "odd: r4c4"];
    let arguments = ["explain", "--repair"].into_iter().chain(rules);
    let repaired = run_with_input("sudoku-sat", arguments, "12..............");
    assert_eq!(repaired.code, 20);
    let found = "no solution; a minimal set of 1 given and 1 rule without a solution: \
                 r1c2=2; killercage 6: r1c3 r1c4\n";
    assert!(repaired.stdout.starts_with(found), "{}", repaired.stdout);
    let end = "fewest givens and rules to remove: r1c2=2\nor change them: r1c2=3\n";
    assert!(repaired.stdout.ends_with(end), "{}", repaired.stdout);
}

#[test]
fn ratings_use_the_rules() {
    for (name, expected) in
        [("thermometer.json", "easy rules-and-hidden-singles"), ("killer.json", "extreme search")]
    {
        let rated = run("sudoku-sat", ["rate", "--score", &sample(name)]);
        assert_eq!(rated.code, 0, "{}", rated.stderr);
        assert!(rated.stdout.starts_with(expected), "{}", rated.stdout);
    }
    let several = run_with_input("sudoku-sat", ["rate", "--rule", "odd: r1c1"], "................");
    assert!(several.stdout.contains("several"), "{}", several.stdout);
}

/// A file often lacks a rule that the text beside the puzzle states.
#[test]
fn repairs_name_an_unstated_rule() {
    let repaired = run("sudoku-sat", ["explain", "--repair", &sample("antiknight.txt")]);
    assert!(repaired.stdout.ends_with("or add one of these rules: antiknight\n"), "{}", repaired.stdout);
}

#[test]
fn encoding_sizes_are_those_of_the_clauses() {
    for (name, sum_encoding) in SAMPLES.into_iter().cartesian_product(SumEncoding::ALL.iter().copied()) {
        let puzzle = fs::read(sample(name)).unwrap();
        let puzzle = sudoku_cnf::text::read_single(&*puzzle, None, None).unwrap().puzzle;
        for options in [CnfOptions::default(), CnfOptions::default().reduced()] {
            let problem = sudoku_cnf::Problem::new(&puzzle, CnfOptions { sum_encoding, ..options });
            let (size, cnf) = (problem.size().unwrap(), problem.to_cnf());
            assert_eq!((size.variables, size.clauses), (cnf.variable_count(), cnf.len()), "{name}");
        }
    }
}

#[test]
fn rules_on_the_command_line_and_in_files_apply_to_all_puzzles() {
    let input = format!("{0}\n{0}\n", ".".repeat(16));
    let count = |arguments: &[&str]| {
        let arguments = ["count", "-q", "--format", "line"].iter().chain(arguments);
        run_with_input("sudoku-sat", arguments, &input).stdout
    };
    assert_eq!(count(&[]), "exactly 288\nexactly 288\n");
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let text = write("rules.txt", "# two rules\nthermometer: r1c1 r1c2 r1c3 r1c4\n\nodd: r2c1\n");
    let json = write(
        "rules.json",
        r#"{"thermometer":[{"lines":[["R1C1","R1C2","R1C3","R1C4"]]}],"odd":[{"cell":"R2C1"}]}"#,
    );
    let expected = count(&["--rule", "thermometer: r1c1 r1c2 r1c3 r1c4", "--rule", "odd: r2c1"]);
    assert_eq!(expected, "exactly 6\nexactly 6\n");
    assert_eq!(count(&["--rules", &text]), expected);
    assert_eq!(count(&["--rules", &json]), expected);
}

#[test]
fn malformed_rules_are_errors_with_a_position() {
    let check = |arguments: &[&str], expected: &str| {
        let puzzle = ".".repeat(16);
        let output = run_with_input("sudoku-sat", ["solve"].iter().chain(arguments), &puzzle);
        assert!(output.stderr.contains(expected) && output.code != 0, "{arguments:?}: {}", output.stderr);
    };
    check(&["--rule", "cage 3: r1c1"], "unknown rule 'cage'");
    check(&["--rule", "killercage 3: r1c5"], "killercage: the board has no cell r1c5");
    check(&["--rule", "killercage 3: r1c1 r1c1"], "killercage: r1c1 occurs twice");
    check(
        &["--rule", "killercage -3: r1c1"],
        "'--rule <RULE>': killercage: expected a number that is not negative",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules");
    fs::write(&path, "odd: r1c1\nodd 1: r1c1\n").unwrap();
    check(&["--rules", path.to_str().unwrap()], "rules:2: odd: expected no number");
    fs::write(&path, "odd: r1c1\n\nodd: x\n").unwrap();
    check(&["--rules", path.to_str().unwrap()], "rules:3: odd: invalid cell 'x'");
    check(&["--rules", "missing"], "missing");
    check(&["--rule", ""], "the text contains no rule");
    fs::write(&path, "{\"odd\":[{\"cel\":\"r1c1\"}]}").unwrap();
    check(
        &["--rules", path.to_str().unwrap()],
        "rules: odd: expected the fields cell, cells, value, found 'cel'",
    );
    fs::write(&path, "{\"killercage\":[{\"cells\":[\"r1c1\"],\"value\":\"-3\"}]}").unwrap();
    check(&["--rules", path.to_str().unwrap()], "rules: killercage: expected a number that is not negative");
    fs::write(&path, "{\"constraints\":{\"odd\":[{\"cell\":\"r7c1\"}]}}").unwrap();
    check(&["--rules", path.to_str().unwrap()], "the board has no cell r7c1");
}

#[test]
fn methods_that_know_only_houses_refuse_rules() {
    let killer = sample("killer.json");
    for (program, arguments, expected) in [
        ("sudoku-sat", vec!["solve", "--solver", "dpll", &killer], "the search engine dpll cannot be used"),
        ("sudoku-cli", vec!["convert", "--canonical", &killer], "a puzzle with rules has no canonical form"),
        ("sudoku-cli", vec!["convert", "--to", "line", &killer], "cannot represent the rule killercage"),
    ] {
        let output = run(program, arguments);
        assert!(output.code == 1 && output.stderr.contains(expected), "{}", output.stderr);
        assert!(["", "error\n"].contains(&&*output.stdout), "{}", output.stdout);
    }
    let lossy = run("sudoku-cli", ["convert", "--to", "line", "--lossy", &killer]);
    assert_eq!((lossy.code, &*lossy.stdout), (0, &*format!("{}\n", ".".repeat(81))));
    assert!(lossy.stderr.contains("cannot represent the rules"), "{}", lossy.stderr);
}

/// There are 576 Latin squares of order 4, and 161,280 of order 5.
#[test]
fn latin_squares_have_no_boxes() {
    for (shape, cells, expected) in [("none", 16, "exactly 576\n"), ("none", 25, "exactly 161280\n")] {
        let count = run_with_input("sudoku-sat", ["count", "--box", shape], &".".repeat(cells));
        assert_eq!(count.stdout, expected, "{}", count.stderr);
    }
    let square = "1234214334124321";
    assert_eq!(run_with_input("sudoku-cli", ["check", "--box", "none"], square).code, 0);
    assert_eq!(run_with_input("sudoku-cli", ["check"], square).code, 1);
    let json = run_with_input("sudoku-cli", ["convert", "--box", "none", "--to", "json"], square);
    assert_eq!(run_with_input("sudoku-cli", ["check"], &json.stdout).code, 0, "{}", json.stdout);
}

/// The clauses of a certificate are generated again from its puzzle, so the order of the rules must not matter.
#[test]
fn rules_in_any_order_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("bundle.tar").display().to_string();
    let rules = ["rowindexer: r4c2 r3c2", "even: r4c2", "killercage 5: r1c1 r1c2", "arrow: r1c3; r2c3 r3c3"];
    let rules = rules.iter().flat_map(|rule| ["--rule", rule]);
    let arguments = ["certify", "-o", &archive].into_iter().chain(rules);
    let certified = run_with_input("sudoku-sat", arguments, "................");
    assert_eq!(certified.code, 0, "{}", certified.stderr);
    let verified = run("sudoku-sat", ["verify", &archive]);
    assert_eq!(verified.code, 0, "{} {}", verified.stdout, verified.stderr);
}

#[test]
fn the_rules_file_is_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rules, output) = (path("rules"), path("output"));
    fs::write(&rules, "odd: r1c1\n").unwrap();
    for (program, command) in [("sudoku-sat", "solve"), ("sudoku-sat", "count"), ("sudoku-cli", "check")] {
        let input = format!("{}\n", ".".repeat(16));
        let refused = run_with_input(program, [command, "--rules", &rules, "-o", &rules], &input);
        assert_ne!(refused.code, 0, "{command}");
        assert_eq!(fs::read_to_string(&rules).unwrap(), "odd: r1c1\n", "{command}");
    }
    // An interrupted run cannot continue with other rules.
    let puzzles = format!("{}\n", ".".repeat(16)).repeat(3);
    let input = path("puzzles");
    fs::write(&input, &puzzles).unwrap();
    let solve = |rules: &str| {
        run("sudoku-sat", ["solve", "--strict", "--rules", rules, &input, "-o", &output, "--resume"])
    };
    fs::write(&input, format!("{puzzles}x\n")).unwrap();
    assert_eq!(solve(&rules).code, 1);
    assert!(fs::exists(format!("{output}.part")).unwrap());
    fs::write(&rules, "even: r1c1\n").unwrap();
    let changed = solve(&rules);
    assert!(changed.code != 0 && changed.stderr.contains("differ from those"), "{}", changed.stderr);
}

#[test]
fn check_names_the_violated_rules() {
    let check = |puzzle: &str| {
        let rules = ["--rule", "killercage 4: r1c1 r1c2", "--rule", "thermometer: r2c1 r2c2"];
        let output = run_with_input("sudoku-cli", ["check"].iter().chain(&rules), puzzle);
        (output.code, output.stdout)
    };
    let expected = "violated: the cage r1c1 r1c2 sums to 4\n".to_owned();
    assert_eq!(check("1234341221434321"), (1, expected.clone()));
    assert_eq!(check("12.............."), (1, expected));
    assert_eq!(check("1324241331424231"), (0, "a correct full grid\n".to_owned()));
    let both = "violated: the cage r1c1 r1c2 sums to 4\nviolated: the digits increase along the thermometer r2c1 r2c2\n";
    assert_eq!(check("12..43.........."), (1, both.to_owned()));
}

#[test]
fn impossible_rules_make_a_puzzle_without_solution() {
    let puzzle = ".".repeat(81);
    for rule in [
        "killercage 40: r1c1 r1c2 r1c3",
        "sum 9999999999999: r1c1",
        "renban: r1c1 r2c1 r1c2 r2c2 r3c3 r1c3 r2c3 r3c1 r3c2 r4c4",
    ] {
        let output = run_with_input("sudoku-sat", ["solve", "--rule", rule], &puzzle);
        assert_eq!(output.code, 20, "{rule}: {}", output.stderr);
    }
}

#[test]
fn redundant_rules_are_listed_and_removed() {
    let rules = [
        "thermometer: r1c1 r1c2 r1c3 r1c4",
        "odd: r1c1",
        "greaterthan: r2c2 r2c1",
        "killercage 5: r2c2 r2c3",
    ];
    let minimize = |arguments: &[&str]| {
        let rules = rules.iter().flat_map(|rule| ["--rule", rule]);
        let arguments = ["minimize"].into_iter().chain(arguments.iter().copied()).chain(rules);
        run_with_input("sudoku-sat", arguments, "123434..2.......").stdout
    };
    assert_eq!(
        minimize(&["--all"]),
        "r1c1 1\nr1c2 2\nr1c3 3\nr1c4 4\nr2c1 3\nr2c2 4\n\
         odd: r1c1\nthermometer: r1c1 r1c2 r1c3 r1c4\ngreaterthan: r2c2 r2c1\n"
    );
    let refused = minimize(&["-f", "line"]);
    assert_eq!(refused, "", "the line would not contain the rules");
    assert_eq!(minimize(&["--columns", "status"]), "status\nsolved\n");
    assert_eq!(minimize(&["--columns", "minimal,status"]), "minimal,status\n,error\n");
    assert!(minimize(&["--all", "-f", "csv"]).contains(" [odd: r1c1] "), "redundant rules");
    let minimal = sudoku_cnf::text::read_single(minimize(&[]).as_bytes(), None, None).unwrap().puzzle;
    let texts = minimal.rules().iter().map(ToString::to_string).collect_vec();
    assert_eq!(
        (minimal.to_string().as_str(), texts),
        (
            "........2.......",
            vec![
                "killercage 5: r2c2 r2c3".to_owned(),
                "thermometer: r1c1 r1c2 r1c3 r1c4".to_owned(),
                "greaterthan: r2c2 r2c1".to_owned(),
            ]
        )
    );
}

#[test]
fn a_dot_is_not_redundant_if_the_negative_rule_becomes_stricter() {
    // All 4×4 grids have consecutive digits somewhere, so this dot is necessary for a solution with them at this place.
    let geometry = Arc::new(Geometry::new(BoxShape::new(2, 2).unwrap()));
    let mut puzzle = Puzzle::empty(geometry.clone());
    let rules = ["difference: r1c1 r1c2", "negativexv", "xv V: r1c1 r2c1"];
    puzzle.add_rules(rules.map(|rule| Rule::parse(rule, &geometry).unwrap()));
    let options = SolveOptions::new();
    let minimal = options.minimize_rules(&puzzle).unwrap();
    let solutions = |puzzle: &Puzzle| {
        options.solutions(puzzle).map(|solution| solution.unwrap().to_string()).sorted().collect_vec()
    };
    assert_eq!(solutions(&minimal), solutions(&puzzle));
    let redundant = options.redundant_rules(&puzzle).unwrap();
    for rule in &redundant {
        let without = puzzle.with_rules(puzzle.rules().iter().filter(|other| *other != rule).cloned());
        assert_eq!(solutions(&without), solutions(&puzzle), "{rule}");
    }
}

/// The command prints the definitions, and its output can be changed and used.
#[test]
fn known_rules_are_printed_with_their_definitions() {
    let list = run("sudoku-cli", ["rules"]).stdout;
    assert_eq!(list.lines().count(), RuleKind::ALL.len() - 1);
    assert!(list.starts_with("killercage       the cage r1c1 r1c2 r2c1 sums to 15\n"), "{list}");
    for kind in RuleKind::named() {
        let printed = run("sudoku-cli", ["rules", kind.name()]).stdout;
        assert!(printed.contains(&format!("\n# Example: {}\n# Picture: ", kind.example())), "{printed}");
        assert_eq!(Rule::parse(kind.example(), &Geometry::standard()).unwrap().kind(), kind);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.rules");
    let copy = run("sudoku-cli", ["rules", "thermo"]).stdout.replace("a < b", "a + 1 < b");
    fs::write(&path, copy + "thermometer: r1c1-2\n").unwrap();
    let path = path.display().to_string();
    let count = run_with_input("sudoku-sat", ["count", "--rules", &path], &".".repeat(16)).stdout;
    // The two digits are 1 3, 1 4 or 2 4, of the twelve pairs with equally many grids.
    assert_eq!(count, "exactly 72\n");
    let error = run("sudoku-cli", ["rules", "thermometre"]).stderr;
    assert!(error.contains("unknown rule 'thermometre'; did you mean 'thermometer'?"), "{error}");
}

#[test]
fn every_rule_is_documented() {
    let text = fs::read_to_string(root().join(Path::new("docs/rules.md"))).unwrap();
    let definitions =
        fs::read_to_string(root().join("crates/sudoku-cnf/src/puzzle/rule/known.rules")).unwrap();
    let (_, shown) = text.split_once("\n### Definitions of the known rules\n").unwrap();
    let shown = shown.split("```").nth(1).unwrap().trim_start_matches("text\n");
    assert_eq!(shown, definitions, "docs/rules.md must contain known.rules");
    for &kind in RuleKind::ALL {
        assert!(text.contains(&format!("`{kind}`")), "docs/rules.md does not describe {kind}");
    }
}

/// Everything that a user can write about statements on the command line.
#[test]
fn statements_are_rules_of_all_programs() {
    let blank = ".".repeat(16);
    let count = |rules: &[&str]| {
        let rules = rules.iter().flat_map(|rule| ["--rule", rule]);
        run_with_input("sudoku-sat", ["count"].into_iter().chain(rules), &blank).stdout
    };
    let far = "define far(l: cells, d: int = 2): forall (a, b in consecutive of l) (abs(a - b) >= d)";
    assert_eq!(count(&["abs(r1c1 - r1c2) = 3"]), "exactly 48\n");
    assert_eq!(count(&[far, "far 3: r1c1 r1c2"]), count(&["abs(r1c1 - r1c2) >= 3"]));
    assert_eq!(count(&[far, "far(row 1)"]), count(&["whispers 2: r1c1 r1c2 r1c3 r1c4"]));
    assert_eq!(count(&["sum(row 1) = 11"]), "exactly 0\n");
    // Each kind of output states the rule, and each program that reads it checks the rule.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rules, json, cnf) = (path("far.rules"), path("p.json"), path("p.cnf"));
    fs::write(&rules, format!("{far}\n  sentence \"{{l}} are far apart\"\nfar: r1c1 r1c2 # of it\n"))
        .unwrap();
    let converted = run_with_input("sudoku-cli", ["convert", "--to", "json", "--rules", &rules], &blank);
    assert!(converted.stdout.contains("\"far\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]"), "{}", converted.stdout);
    fs::write(&json, &converted.stdout).unwrap();
    let link = run("sudoku-cli", ["convert", "--to", "fpuzzles-link", &json]).stdout;
    let again = run_with_input("sudoku-cli", ["convert", "--to", "json"], &link).stdout;
    assert_eq!(again, converted.stdout);
    assert_eq!(run("sudoku-cnf", [&json, "-o", &cnf]).code, 0);
    let model = run("sudoku-sat", ["dimacs", &cnf]).stdout;
    let decoded = run_with_input("sudoku-cli", ["decode", "--cnf", &cnf, "--format", "line"], &model);
    assert_eq!(decoded.code, 0, "{}", decoded.stderr);
    let wrong = "1234341221434321";
    let checked = run_with_input("sudoku-cli", ["check", "--rules", &rules], wrong);
    assert_eq!((checked.code, &*checked.stdout), (1, "violated: r1c1 r1c2 are far apart\n"));
    let constant = run_with_input("sudoku-sat", ["count", "--rule", "r1c1 = r1c1"], &blank);
    assert_eq!(constant.stdout, "exactly 288\n");
    assert!(constant.stderr.contains("a statement is always true"), "{}", constant.stderr);
}

#[test]
fn malformed_statements_are_errors_with_their_place() {
    let deep = format!("{}r1c1 = 1{}", "(".repeat(10_000), ")".repeat(10_000));
    let long = "1 + ".repeat(20_000) + "1 = r1c1";
    for (text, expected) in [
        ("abs(r1c1 - ) = 2", "column 12: expected a number"),
        ("r1c1 + row 2 = 5", "column 8: expected a number, found a list"),
        ("abs(r1c1, r1c2) = 2", "column 9: expected ')' (abs takes a number), found ','"),
        ("lex_less(row 1)", "column 15: expected ',' (lex_less takes two lists), found ')'"),
        ("sum(row 1)", "column 1: expected a condition, found a number"),
        ("forall (x in row 1) (y = 1)", "column 22: unknown name 'y'"),
        ("forall (x in row 1) (cell = 1)", "column 22: unknown name 'cell'; did you mean 'cells'?"),
        ("forall (a, b in pairs of rows) (a = b)", "column 26: 'rows' cannot be used here"),
        ("cout(row 1, 2) = 1", "did you mean 'count'?"),
        ("r1c1 < r1c2 < r1c3", "write a < b"),
        ("not r1c1 = 1", "not (a = b)"),
        ("r1c1 == 2", "'==' is written '='"),
        ("r1c9 = 1", "r1c9 = 1: the board has no cell r1c9"),
        ("forall (i in 1..r1c1) (i = 1)", "must be constant"),
        ("r1c1 = 99999999999999999999", "more than 64 bits"),
        ("regular(row 1, \"(\")", "expected ')' in the regular expression"),
        ("define f(x: int)", "expected ':'"),
        ("define sum(x: int): x = 1", "found the keyword 'sum'"),
        (&deep, "nested too deeply"),
        (&long, "a statement is always false"),
    ] {
        let output = run_with_input("sudoku-sat", ["count", "--rule", text], &".".repeat(16));
        let short: String = text.chars().take(40).collect();
        assert!(output.stderr.contains(expected), "{short}: {}", output.stderr);
    }
}

/// A certificate states its rules, so `verify` notices a change of a statement or of a definition.
#[test]
fn certificates_contain_statements() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bundle").display().to_string();
    assert_eq!(run("sudoku-sat", ["certify", &sample("coprime.json"), "-o", &path]).code, 0);
    let verified = run("sudoku-sat", ["verify", &path]);
    assert_eq!(verified.stdout, format!("{path}: unique\n"), "{}", verified.stderr);
    let puzzle = format!("{path}/puzzle.json");
    let text = fs::read_to_string(&puzzle).unwrap();
    for (from, to) in [("k in 2..n", "k in 3..n"), ("R2C8", "R2C9")] {
        assert!(text.contains(from), "{text}");
        fs::write(&puzzle, text.replacen(from, to, 1)).unwrap();
        let verified = run("sudoku-sat", ["verify", &path]);
        assert_eq!(verified.code, 1);
        assert!(verified.stdout.contains("puzzle.cnf does not match the puzzle"), "{}", verified.stdout);
    }
}

/// A rule that a program creates from constraints is like the statement with these constraints.
#[test]
fn custom_rules_agree_with_statements() {
    let grids = grids();
    let geometry = grids[0].geometry().clone();
    let mut random = Random::new(9, 0);
    for _ in 0..40 {
        let statement = StatementWriter::new(|bound| random.below(bound)).condition(2);
        let Ok(rule) = Rule::parse(&statement, &geometry) else { continue };
        let constraints = rule.constraints(Context { geometry: &geometry, rules: &[] });
        let (board, stated) = (geometry.clone(), rule.clone());
        let check = move |digits: &Digits<'_>| stated.holds(digits, Context { geometry: &board, rules: &[] });
        let custom = Rule::custom("own", constraints, check, &geometry).unwrap();
        assert_eq!((custom.name(), custom.sentence()), ("own", "own".to_owned()));
        assert_eq!((custom.clone() == custom, custom == rule), (true, false));
        let solutions = |rule: &Rule| {
            let puzzle = Puzzle::empty(geometry.clone()).with_rules([rule.clone()]);
            let solver = if random.below(2) == 0 { Solver::Native } else { Solver::Varisat };
            let solutions = SolveOptions::new().solver(solver).solutions(&puzzle);
            solutions.map(|solution| solution.unwrap().to_string()).sorted().collect_vec()
        };
        let [found, expected] = [&custom, &rule].map(solutions);
        assert_eq!(found, expected, "{statement}");
    }
}

/// The solutions without a rule can be too many to list. The givens and all rules share the time.
#[test]
fn minimizing_ends_when_the_time_is_over() {
    let row = (1..=9).map(|column| format!("r1c{column}")).join(" ");
    let rules = [format!("killercage 45: {row}"), format!("sum 45: {row}")];
    for all in [&["--all"][..], &[]] {
        let rules = rules.iter().flat_map(|rule| ["--rule", rule]);
        let args = ["minimize", "--timeout", "0.3"].into_iter().chain(rules).chain(all.iter().copied());
        let run = run_with_input("sudoku-sat", args, &".".repeat(81));
        assert_eq!((run.code, &*run.stdout), (30, ""), "{}", run.stderr);
    }
    let falling = format!("thermometer: {}", (1..=9).rev().map(|column| format!("r1c{column}")).join(" "));
    let run = run_with_input("sudoku-sat", ["minimize", "--rule", &falling], &".".repeat(81));
    assert!(run.stdout.contains("thermometer"), "{}", run.stderr);
}

/// Pseudo-Boolean and SMT solvers know whether a puzzle with a random statement has a solution.
#[test]
fn random_statements_agree_in_other_formats() {
    let grids = grids();
    let geometry = grids[0].geometry().clone();
    let mut random = Random::new(7, 0);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let solvers = [("clasp", "opb", "p.opb"), ("z3", "smt2", "p.smt2"), ("z3", "smt2-int", "p-int.smt2")];
    let solvers = solvers.into_iter().filter(|(program, ..)| has_program(program)).collect_vec();
    let mut counts = [0, 0];
    while counts.iter().sum::<usize>() < 60 {
        let depth = 1 + random.below(2);
        let statement = StatementWriter::new(|bound| random.below(bound)).condition(depth);
        let Ok(rule) = Rule::parse(&statement, &geometry) else { continue };
        let mut puzzle = Puzzle::empty(geometry.clone()).with_rules([rule]);
        let full = &grids[random.below(grids.len())];
        for given in full.digits().filter(|_| random.below(3) == 0).collect_vec() {
            puzzle.set(given.cell, Some(given.digit));
        }
        let has_solution = grids.iter().any(|grid| Solution::check(grid.clone(), &puzzle).is_ok());
        counts[usize::from(has_solution)] += 1;
        for (program, format, name) in &solvers {
            let file = path(name);
            let rule = ["--rule", &statement, "--format", format, "-o", &file];
            let written = run_with_input("sudoku-cnf", rule, &puzzle.to_string());
            assert_eq!(written.code, 0, "{statement}: {}", written.stderr);
            let output = std::process::Command::new(program).arg(&file).output().unwrap();
            let answer = String::from_utf8_lossy(&output.stdout).into_owned();
            let is_satisfiable = !answer.lines().any(|line| matches!(line, "s UNSATISFIABLE" | "unsat"));
            assert_eq!(is_satisfiable, has_solution, "{program} {format} {puzzle} {statement}: {answer}");
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}
