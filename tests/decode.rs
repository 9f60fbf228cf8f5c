//! Tests for `sudoku-cli decode` with solver output in various formats.

use std::process::Command;

use crate::common::{Run, run, run_command, run_with_input, sample, test_data};
use crate::programs::{file_solvers, has_program, printing_solvers, shell};

const SOLUTION: &str = "1243342141322314";

/// Returns the numbers of the variables that are true for a full 4×4 grid, separated by spaces.
fn literals(grid: &str) -> String {
    let literals =
        (0..).zip(grid.bytes()).map(|(cell, digit)| (cell * 4 + u32::from(digit - b'0')).to_string());
    literals.collect::<Vec<_>>().join(" ")
}

fn decode(output: &str, more: &[&str]) -> Run {
    run_with_input("sudoku-cli", ["decode", "--box", "2x2", "--format", "line"].iter().chain(more), output)
}

#[test]
fn reads_every_output_dialect() {
    let model = literals(SOLUTION);
    let (first, second) = model.split_at(model.match_indices(' ').nth(7).unwrap().0);
    for output in [
        format!("SAT\n{model} 0\n"),
        format!("SAT\r\n{model} 0\r\n"),
        format!("c x\ns SATISFIABLE\nv {model} 0\nc y\n"),
        format!("v {first} -2\nv -3 {second} -65 66\nv 0\ns SATISFIABLE\n"),
        format!("{model}\n"),
        format!("{model} 0"),
        format!("c x\nv x{} -x65\ns SATISFIABLE\n", model.replace(' ', " x")),
        format!("[{}, -2, -65]\n", model.replace(' ', ", ")),
        format!("True\n{{{}}}\n", model.replace(' ', ", ")),
    ] {
        let run = decode(&output, &[]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*format!("{SOLUTION}\n"), ""), "{output}");
    }
}

/// PowerShell 5 writes UTF-16 by default. Other programs of Windows write a byte order mark before UTF-8.
#[test]
fn reads_utf_16_and_byte_order_marks() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let opb = run("sudoku-cnf", ["--format", "opb", &sample("4x4.txt")]).stdout;
    let texts = [
        ("puzzle", std::fs::read_to_string(sample("4x4.txt")).unwrap()),
        ("cnf", std::fs::read_to_string(sample("4x4-complete.cnf")).unwrap()),
        ("opb", opb),
        ("model", format!("s SATISFIABLE\nv {} 0\n", literals(SOLUTION))),
        ("smt", std::fs::read_to_string(sample("4x4.z3")).unwrap()),
    ];
    let encodings: [fn(&str) -> Vec<u8>; 3] = [
        |text| text.as_bytes().to_vec(),
        |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ];
    for encode in encodings {
        for (name, text) in &texts {
            std::fs::write(path(name), encode(&format!("\u{feff}{}", text.replace('\n', "\r\n")))).unwrap();
        }
        for args in [
            &["--box", "2x2", &*path("model")][..],
            &["--cnf", &path("cnf"), &path("model")],
            &["--cnf", &path("opb"), &path("model")],
            &["--puzzle", &path("puzzle"), &path("model")],
            &["--puzzle", &path("puzzle"), &path("smt")],
        ] {
            let run = run("sudoku-cli", ["decode", "--format", "line"].iter().chain(args));
            let solution = format!("{SOLUTION}\n");
            assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*solution, ""), "{args:?}");
        }
    }
}

/// Some programs write the status and the model as numbers, without a final 0.
#[test]
fn the_cnf_shows_whether_a_model_is_complete() {
    let model = literals(SOLUTION);
    let literal = |variable: u32| {
        let number = variable.to_string();
        if model.split(' ').any(|word| word == number) { number } else { format!("-{number}") }
    };
    let all: Vec<_> = (1..=64).map(literal).collect();
    let cnf = sample("4x4-complete.cnf");
    for output in [format!("s 1\n{}\nt 29\n", all.join(" ")), format!("SAT\n{}\n", all.join(" "))] {
        let run = decode(&output, &["--cnf", &cnf]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*format!("{SOLUTION}\n"), ""), "{output}");
        assert_eq!(decode(&output, &[]).code, 1, "{output}");
    }
    let cut = format!("SAT\n{}\n", all[..60].join(" "));
    assert!(decode(&cut, &["--cnf", &cnf]).stderr.contains("may be truncated"));
}

#[test]
fn decodes_the_minisat_file_of_the_article() {
    let (puzzle, cnf, result) = (sample("article.txt"), sample("article.cnf"), sample("article.minisat"));
    let solved = run("sudoku-sat", ["solve", &puzzle]);
    for args in [
        vec!["decode", &result],
        vec!["decode", "--puzzle", &puzzle, &result],
        vec!["decode", "--cnf", &cnf, &result],
        vec!["decode", "--puzzle", &puzzle, "--cnf", &cnf, "--box", "3x3", &result],
    ] {
        let run = run("sudoku-cli", &args);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*solved.stdout, ""), "{args:?}");
    }
}

#[test]
fn reports_output_without_a_model() {
    for (output, code, words) in [
        ("UNSAT\n", 20, "sudoku-cli: no solution: the solver reported UNSATISFIABLE\n"),
        ("s UNSATISFIABLE\n", 20, "sudoku-cli: no solution: the solver reported UNSATISFIABLE\n"),
        ("INDET\n", 30, "sudoku-cli: the solver stopped without an answer: INDET\n"),
        ("s UNKNOWN\n", 30, "sudoku-cli: the solver stopped without an answer: UNKNOWN\n"),
        ("", 1, "sudoku-cli: <stdin>: the solver's output is empty\n"),
        (
            "SAT\n",
            1,
            "sudoku-cli: <stdin>: the solver reported SATISFIABLE but printed no model\n\
             hint: MiniSat writes its model to the file named by its second argument; pass that file instead\n",
        ),
        (
            "hello\n",
            1,
            "sudoku-cli: <stdin>: line 1: expected a status, a model or a comment, found 'hello'\n",
        ),
    ] {
        let run = decode(output, &[]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (code, "", words), "{output}");
    }
}

#[test]
fn reports_where_a_model_is_wrong() {
    let output = |grid: &str| format!("SAT\n{} 0\n", literals(grid));
    let error_message = |output: &str, more: &[&str]| {
        let run = decode(output, more);
        assert_eq!((run.code, &*run.stdout), (1, ""));
        run.stderr.strip_prefix("sudoku-cli: ").unwrap().trim_end().to_owned()
    };
    assert_eq!(error_message("SAT\n1 0\n", &[]), "the model assigns no digit to r1c2");
    assert_eq!(
        error_message(&format!("{} 2\n", literals(SOLUTION)), &[]),
        "the model assigns two digits to r1c1: 1 and 2"
    );
    assert_eq!(
        error_message(&output("1143342141322314"), &[]),
        "the model is not a solution: 1 occurs twice in row 1: at r1c1 and r1c2"
    );
    assert_eq!(
        error_message(
            &output(&SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2")),
            &["--puzzle", &sample("4x4.txt")]
        ),
        "the model is not a solution: r2c4 contains 2, but the given is 1"
    );
    let falsified = error_message("SAT\n1 2 0\n", &["--cnf", &sample("4x4-minimal.cnf")]);
    assert!(falsified.ends_with("4x4-minimal.cnf: clause 1 is false in the model: 24 0"), "{falsified}");
}

#[test]
fn puzzle_or_cnf_determines_the_board() {
    let model = format!("SAT\n{} 0\n", literals(SOLUTION));
    let bare = run_with_input("sudoku-cli", ["decode"], &format!("{} -63 0\n", literals(SOLUTION)));
    assert_eq!((bare.code, &*bare.stderr), (0, ""), "the largest variable determines the size");
    for (option, file) in [("--puzzle", "4x4.txt"), ("--cnf", "4x4-complete.cnf")] {
        let run = run_with_input("sudoku-cli", ["decode", "--format", "line", option, &sample(file)], &model);
        assert_eq!((run.code, run.stdout.trim()), (0, SOLUTION), "{option}");
    }
}

#[test]
fn reports_missing_files() {
    for args in
        [["decode", "/nonexistent"], ["decode", "--puzzle=/nonexistent"], ["decode", "--cnf=/nonexistent"]]
    {
        let run = run_with_input("sudoku-cli", args, "SAT\n1 0\n");
        assert_eq!(run.code, 1);
        assert!(run.stderr.starts_with("sudoku-cli: /nonexistent: No such file"), "{}", run.stderr);
    }
    assert_eq!(run("sudoku-cli", ["decode", "--format", "poem"]).code, 2);
}

/// Decodes models of CNF files from another project, which uses a different encoding but the same variable numbering.
///
/// Of the ten models in the directory `a3boyle`, all but the first satisfy their CNF files.
#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn decodes_models_of_other_encodings() {
    let folder = test_data("solver_output/a3boyle");
    for number in ["", "2", "3", "4", "5", "6", "7", "8", "9", "10"] {
        let path = |name: String| folder.join(name).display().to_string();
        let cnf = path(format!("test{}.cnf", if number.is_empty() { "1" } else { number }));
        let run = run("sudoku-cli", ["decode", "--cnf", &cnf, &path(format!("assign{number}.txt"))]);
        let is_good = !number.is_empty();
        assert_eq!(run.code, i32::from(!is_good), "{number}: {}", run.stderr);
        assert_eq!(run.stderr.contains("is false in the model"), !is_good, "{number}: {}", run.stderr);
    }
}

/// Decodes models in which the number of each variable is 100 × row + 10 × column + digit.
///
/// Of the four models with this numbering in the directory `AvishekDe`, only `tmp.sat` satisfies `tmp.cnf`. The model
/// in the directory `GabVenturato` uses the same numbering as `sudoku-cnf` and satisfies its CNF file.
#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn decodes_decimal_variables() {
    let folder = test_data("solver_output/AvishekDe");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, satisfies) in
        [("tmp.sat", true), ("minisat.sat", false), ("sat4j.sat", false), ("z3.sat", false)]
    {
        let bare = run("sudoku-cli", ["decode", "--format", "line", &path(name)]);
        let checked =
            run("sudoku-cli", ["decode", "--format", "line", "--cnf", &path("tmp.cnf"), &path(name)]);
        assert_eq!((bare.code, bare.stdout.len()), (0, 82), "{name}: {}", bare.stderr);
        assert_eq!(checked.code, i32::from(!satisfies), "{name}: {}", checked.stderr);
        assert_eq!(
            checked.stderr.contains("is false in the model"),
            !satisfies,
            "{name}: {}",
            checked.stderr
        );
    }
    let log = run("sudoku-cli", ["decode", &path("minisat_stats.out")]);
    assert_eq!((log.code, log.stderr.contains("printed no model")), (1, true), "{}", log.stderr);
    let other = test_data("solver_output/GabVenturato");
    let path = |name: &str| other.join(name).display().to_string();
    let run = run("sudoku-cli", ["decode", "--cnf", &path("sudoku.cnf"), &path("sudoku_sol.txt")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// Decodes all models in `output` and returns the solutions in sorted order, each as a line of text.
fn decode_all(output: &str) -> Vec<String> {
    let run = run_with_input("sudoku-cli", ["decode", "--format", "line"], output);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let mut lines: Vec<_> = run.stdout.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn decodes_every_model_of_an_enumeration() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("several.cnf").display().to_string();
    assert_eq!(run("sudoku-cnf", ["-o", &cnf, &sample("several.txt")]).code, 0);
    let expected = run("sudoku-sat", ["solve", "--all", "--sorted", &sample("several.txt")]).stdout;
    let expected: Vec<_> = expected.lines().map(str::to_owned).collect();
    for (solver, args) in [
        ("clasp", &["-n", "0"][..]),
        ("clasp", &["--outf=1", "-V0", "-n", "0"][..]),
        ("picosat", &["--all"][..]),
        ("cryptominisat5", &["--verb", "0", "--maxsol", "100"][..]),
        ("cryptominisat5", &["--maxsol", "100"][..]),
    ] {
        if has_program(solver) {
            let output = run_command(Command::new(solver).args(args).arg(&cnf), "").stdout;
            assert_eq!(decode_all(&output), expected, "{solver} {args:?}");
        }
    }
    // An invalid model must be reported, and the other models must still be decoded.
    let two = format!("v {} 0\nv 1 0\nv {} 0\ns SATISFIABLE\n", literals(SOLUTION), literals(SOLUTION));
    let run = run_with_input("sudoku-cli", ["decode", "--box", "2x2", "--format", "line"], &two);
    assert_eq!((run.code, run.stdout.lines().count()), (1, 2));
    assert_eq!(run.stderr, "sudoku-cli: model 2: the model assigns no digit to r1c2\n");
}

#[test]
fn reads_log_files_and_gzip() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let log = format!(
        "job 7 on node 3 started\nc solver 1.0\n=== statistics ===\ns SATISFIABLE\nv {} 0\nreal 0m1.2s\n",
        literals(SOLUTION)
    );
    std::fs::write(path("log"), log).unwrap();
    assert!(Command::new("gzip").args(["-k", &path("log")]).status().unwrap().success());
    for name in ["log", "log.gz"] {
        let run = run("sudoku-cli", ["decode", "--box", "2x2", "--format", "line", &path(name)]);
        assert_eq!((run.code, run.stdout.trim(), &*run.stderr), (0, SOLUTION, ""), "{name}");
    }
    let json =
        run("sudoku-cli", ["decode", "--puzzle", &sample("4x4.txt"), "--format", "json", &path("log")]);
    assert!(json.stdout.contains(&format!("\"solution\":\"{SOLUTION}\"")), "{}", json.stdout);
    for solver in printing_solvers() {
        let log = shell(&format!("{} '{}'", solver.replace(" -q", ""), sample("4x4-triad.cnf"))).stdout;
        let run = run_with_input("sudoku-cli", ["decode", "--cnf", &sample("4x4-triad.cnf")], &log);
        assert_eq!(run.code, 0, "{solver}: {}", run.stderr);
    }
}

/// Each program recognizes a file that belongs to another step.
#[test]
fn files_of_other_steps_are_recognized() {
    let (cnf, output) = (sample("article.cnf"), sample("article.minisat"));
    for (program, args) in [("sudoku-cnf", &[][..]), ("sudoku-sat", &["solve"]), ("sudoku-cli", &["check"])] {
        let run_on = |file: &String| run(program, args.iter().copied().chain([file.as_str()]));
        let on_cnf = run_on(&cnf);
        assert_eq!((on_cnf.code, &*on_cnf.stdout), (1, ""), "{program}");
        let expected = format!("{cnf}:6:1: this is a CNF file, not a puzzle\nhint: run a solver on it");
        assert!(
            on_cnf.stderr.starts_with(&expected) && on_cnf.stderr.lines().count() == 2,
            "{}",
            on_cnf.stderr
        );
        let on_output = run_on(&output);
        assert_eq!((on_output.code, &*on_output.stdout), (1, ""), "{program}");
        let expected =
            format!("{output}:1:1: this is the output of a SAT solver, not a puzzle\nhint: decode it");
        assert!(on_output.stderr.starts_with(&expected), "{}", on_output.stderr);
    }
    let decoded = run("sudoku-cli", ["decode", &cnf]);
    assert_eq!((decoded.code, &*decoded.stdout), (1, ""));
    assert!(
        decoded.stderr.contains("this is a CNF file, not the output of a SAT solver\nhint: "),
        "{}",
        decoded.stderr
    );
}

/// z3 printed these outputs for files from `sudoku-cnf`, or the end of such an output.
#[test]
fn reads_the_output_of_smt_solvers() {
    let decoded = |args: &[&str]| run("sudoku-cli", ["decode", "--format", "line"].iter().chain(args));
    let solved = run("sudoku-sat", ["solve", "--format", "line", &sample("article.txt")]).stdout;
    let values = sample("article.z3");
    for args in [&[&*values][..], &[&values, "--puzzle", &sample("article.txt")]] {
        assert_eq!(decoded(args).stdout, solved, "{args:?}");
    }
    let model = decoded(&["--puzzle", &sample("4x4.txt"), &sample("4x4.z3")]);
    assert_eq!((model.code, &*model.stdout, &*model.stderr), (0, &*format!("{SOLUTION}\n"), ""));
    let wrong = decoded(&["--puzzle", &sample("essay-hard.txt"), &values]);
    assert_eq!(
        (wrong.code, &*wrong.stderr),
        (1, "sudoku-cli: the model is not a solution: r1c3 contains 4, but the given is 3\n")
    );
    let unknown_board = decoded(&[&sample("4x4.z3")]);
    assert_eq!(&*unknown_board.stdout, &*format!("{SOLUTION}\n"), "the cells determine the size");
}

#[test]
fn reports_smt_output_without_a_model() {
    for (output, code, words) in [
        (
            "unsat\n(error \"line 11371 column 1: model is not available\")\n",
            20,
            "no solution: the solver reported UNSATISFIABLE",
        ),
        ("unsat\n", 20, "no solution: the solver reported UNSATISFIABLE"),
        ("unknown\n((r1c1 0))\n", 30, "the solver stopped without an answer: unknown"),
        ("timeout\n", 1, "<stdin>: line 1: expected a status, a model or a comment, found 'timeout'"),
        ("sat\n((r1c1 1)\n", 1, "the model has an unclosed parenthesis; the output may be truncated"),
        ("(error \"line 3: oops\")\n", 1, "<stdin>: the solver reported an error: line 3: oops"),
    ] {
        let run = decode(output, &[]);
        assert_eq!((run.code, &*run.stdout), (code, ""), "{output}");
        assert!(run.stderr.contains(words), "{output}: {}", run.stderr);
    }
}

/// Encodes the sample `name` with `args`, runs clasp on the file and decodes clasp's answer.
fn decode_clasp(name: &str, args: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("problem.opb").display().to_string();
    let encoded =
        run("sudoku-cnf", args.iter().copied().chain(["-o", problem.as_str(), sample(name).as_str()]));
    assert_eq!((encoded.code, &*encoded.stderr), (0, ""), "{args:?}");
    let answer = run_command(Command::new("clasp").args(["--outf=1", problem.as_str()]), "").stdout;
    let args = ["decode", "--format", "line", "--cnf", problem.as_str()];
    run_with_input("sudoku-cli", args, &answer)
}

#[test]
fn pseudo_boolean_files_have_the_same_solutions() {
    if !has_program("clasp") {
        return;
    }
    let solved = run("sudoku-sat", ["solve", "--format", "line", &sample("essay-hard.txt")]).stdout;
    for encoding in ["minimal", "natural", "complete", "triad", "classic"] {
        for more in [
            &[][..],
            &["--shuffle", "5"],
            &["--reduce"],
            &["--reduce", "--compact"],
            &["--reduce", "--compact", "--shuffle", "9"],
            &["--amo", "ladder"],
        ] {
            let args: Vec<_> = ["--encoding", encoding].iter().chain(more).copied().collect();
            let run = decode_clasp("essay-hard.txt", &args);
            assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*solved, ""), "{args:?}");
        }
    }
    for (name, args) in [
        ("x.txt", &["--variant", "x"][..]),
        ("antiknight.txt", &["--variant", "antiknight", "--encoding", "minimal"]),
        ("12x12.txt", &["--box", "3x4", "--shuffle", "1"]),
    ] {
        let args_of_solve = ["solve", "--format", "line", &sample(name)];
        let board: Vec<_> = args.iter().copied().take(2).collect();
        let solved = run("sudoku-sat", args_of_solve.iter().copied().chain(board)).stdout;
        assert_eq!(decode_clasp(name, args).stdout, solved, "{name}");
    }
    let none = decode_clasp("no-solution.txt", &[]);
    assert_eq!((none.code, &*none.stdout), (20, ""), "{}", none.stderr);
}

#[test]
fn constraints_of_an_opb_file_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    run("sudoku-cnf", ["-o", &path("4x4.opb"), &sample("4x4.txt")]);
    let model = format!("s SATISFIABLE\nv x{}\n", literals("3412124321344321").replace(' ', " x"));
    let run_on = |args: &[&str]| run_with_input("sudoku-cli", ["decode"].iter().chain(args), &model);
    let falsified = run_on(&["--cnf", &path("4x4.opb")]);
    assert_eq!(falsified.code, 1);
    assert!(
        falsified.stderr.contains("4x4.opb: line 7: the constraint is false in the model: +1 x24 >= 1"),
        "{}",
        falsified.stderr
    );
    for (name, words) in [
        ("4x4.opb", "this is an OPB file, not the output of a pseudo-Boolean solver\nhint: run a"),
        (
            "4x4.smt2",
            "this is an SMT-LIB file, not the output of an SMT solver\nhint: run an SMT solver on it",
        ),
    ] {
        run("sudoku-cnf", ["-o", &path(name), &sample("4x4.txt")]);
        let run = run("sudoku-cli", ["decode", &path(name)]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn models_of_shuffled_files_are_mapped_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, result) = (path("shuffled.cnf"), path("result"));
    let solved = run("sudoku-sat", ["solve", "--format", "line", &sample("essay-hard.txt")]).stdout;
    for args in
        [&[][..], &["--encoding", "triad"], &["--reduce"], &["--reduce", "--compact", "--amo", "product"]]
    {
        let fixed = ["--shuffle", "11", "-o", cnf.as_str()];
        let encoded = run(
            "sudoku-cnf",
            fixed.into_iter().chain(args.iter().copied()).chain([&*sample("essay-hard.txt")]),
        );
        assert_eq!((encoded.code, &*encoded.stderr), (0, ""), "{args:?}");
        for solver in file_solvers() {
            assert_eq!(solver.solve(&cnf, &result).code, 10, "{}", solver.command);
            let decoded = run("sudoku-cli", ["decode", "--format", "line", "--cnf", &cnf, &result]);
            assert_eq!((decoded.code, &*decoded.stdout, &*decoded.stderr), (0, &*solved, ""), "{args:?}");
        }
    }
}

#[test]
fn wrong_files_are_named_and_small_boards_are_recognized() {
    let puzzle = run("sudoku-cli", ["decode", &sample("4x4.txt")]);
    assert_eq!(puzzle.code, 1);
    assert!(
        puzzle.stderr.contains("this is a puzzle, not the output of a solver\nhint: "),
        "{}",
        puzzle.stderr
    );
    // The largest variable is 64, so the board is 4x4.
    let model = run("sudoku-cli", ["decode", "--format", "line", &sample("4x4.z3")]);
    assert_eq!((model.code, &*model.stdout), (0, "1243342141322314\n"), "{}", model.stderr);
    let literals: Vec<_> = "1243342141322314"
        .bytes()
        .enumerate()
        .flat_map(|(cell, digit)| (1..=4).map(move |d| (cell * 4 + d, d == usize::from(digit - b'0'))))
        .map(|(variable, is_true)| if is_true { variable.to_string() } else { format!("-{variable}") })
        .collect();
    let model = format!("SAT\n{} 0\n", literals.join(" "));
    let decoded = run_with_input("sudoku-cli", ["decode", "--format", "line"], &model);
    assert_eq!((decoded.code, &*decoded.stdout), (0, "1243342141322314\n"), "{}", decoded.stderr);
    // A CNF without comments does not specify the board, either.
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("foreign.cnf").display().to_string();
    assert_eq!(run("sudoku-cnf", ["--no-comments", "-o", &cnf, &sample("4x4.txt")]).code, 0);
    let decoded = run_with_input("sudoku-cli", ["decode", "--format", "line", "--cnf", &cnf], &model);
    assert_eq!((decoded.code, &*decoded.stdout), (0, "1243342141322314\n"), "{}", decoded.stderr);
    let compact = run_with_input("sudoku-cli", ["decode"], "SAT\n1 -2 3 4 0\n");
    assert_eq!(compact.code, 1);
    assert!(compact.stderr.ends_with("pass it with --cnf\n"), "{}", compact.stderr);
}
