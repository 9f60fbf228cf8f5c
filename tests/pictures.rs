//! Snapshot tests for `sudoku-cli render` and for error messages that quote the affected line of the input.

use std::fs::{self, File};
use std::process::Command;

use crate::common::{NO_PUZZLE, binary, root, run, run_with_input, sample};
use insta::assert_snapshot;
use sudoku_cnf::cli::diagnostics::{Style, report_errors};
use sudoku_cnf::text::{Format, ReadError, ReadOptions, read_single};

/// Returns the output of `sudoku-cli render` with `args`. Panics if the command fails or writes to standard error.
fn render(args: &[&str]) -> String {
    let run = run("sudoku-cli", ["render"].iter().chain(args));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
    run.stdout
}

/// Returns the command-line arguments that select the jigsaw sample and its regions.
fn jigsaw() -> [String; 3] {
    ["--regions".to_owned(), sample("jigsaw-regions.txt"), sample("jigsaw.txt")]
}

#[test]
fn renders_text() {
    let article = sample("article.txt");
    assert_snapshot!("text-ascii", render(&[&article]));
    assert_snapshot!("text-unicode-solved", render(&["--lines", "unicode", "--solve", &article]));
    let [option, regions, puzzle] = jigsaw();
    assert_snapshot!("text-jigsaw", render(&["--lines", "unicode", &option, &regions, &puzzle]));
    assert_snapshot!(
        "text-16x16",
        render(&["--lines", "unicode", "--puzzle-number", "1", &sample("16x16.txt")])
    );
    // The table of candidates has the same layout as in Norvig's essay *Solving Every Sudoku Puzzle*.
    let board = render(&["--candidates", &sample("essay-hard.txt")]);
    assert_snapshot!("text-candidates", board);
    assert_eq!(
        board,
        run("sudoku-sat", ["candidates", "--propagate-only", &sample("essay-hard.txt")]).stdout
    );
    // Frames show the boxes in Unicode and the regions of a jigsaw.
    assert_snapshot!(
        "text-candidates-unicode",
        render(&["--lines", "unicode", "--candidates", &sample("essay-hard.txt")])
    );
    assert_snapshot!("text-candidates-jigsaw", render(&["--candidates", &option, &regions, &puzzle]));
}

#[test]
fn environment_variables_control_colors() {
    let forced = |name: &str| {
        let mut command = std::process::Command::new(crate::common::binaries().join("sudoku-cli"));
        command.args(["render", "-"]).env_remove("NO_COLOR").env(name, "1");
        crate::common::run_command(&mut command, "1..1............\n").stdout
    };
    assert!(
        forced("CLICOLOR_FORCE").contains("\u{1b}[1m\u{1b}[31m1\u{1b}[0m"),
        "{}",
        forced("CLICOLOR_FORCE")
    );
    assert!(!forced("NO_COLOR").contains('\u{1b}'));
}

#[test]
fn renders_svg() {
    assert_snapshot!("svg-solved", render(&["--format", "svg", "--solve", &sample("4x4.txt")]));
    let marks =
        ["--format", "svg", "--candidates=givens", "--variant", "x,antiknight", "--title", "X & <more>", "-"];
    let run = run_with_input("sudoku-cli", ["render"].iter().chain(&marks), "1..............2\n");
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert_snapshot!("svg-pencilmarks", run.stdout);
    let clash = run_with_input("sudoku-cli", ["render", "--format", "svg"], "1..1............\n");
    assert_eq!(clash.stdout.matches(">1</text>").count(), 2);
    let [option, regions, puzzle] = jigsaw();
    for name in ["windoku", "disjoint", "antiking"] {
        let picture = render(&["--format", "svg", "--variant", name, &sample(&format!("{name}.txt"))]);
        assert!(picture.ends_with("</svg>\n") && picture.contains("class=\"note\""), "{name}");
    }
    assert!(render(&["--format", "svg", &option, &regions, &puzzle]).contains("class=\"thick\""));
    let large =
        run_with_input("sudoku-cli", ["render", "--format", "svg", "--candidates"], &". ".repeat(36 * 36));
    assert_eq!(large.stdout.matches("</text>").count(), 36 * 36 * 36);
}

#[test]
fn renders_variants_as_svg() {
    assert_snapshot!(
        "svg-variants",
        render(&["--format", "svg", "--variant", "x,disjoint,antiking", "--box", "2x2", &sample("4x4.txt")])
    );
    let [option, regions, puzzle] = jigsaw();
    assert_snapshot!("svg-jigsaw", render(&["--format", "svg", &option, &regions, &puzzle]));
    let clash = run_with_input(
        "sudoku-cli",
        ["render", "--format", "svg", "--variant", "windoku"],
        "1..1............\n",
    );
    assert_snapshot!("svg-clash", clash.stdout);
}

/// Rules of a 4×4 board, most of which have a symbol of their own.
const RULES: [&str; 17] = [
    "killercage 7: r1c1 r1c2 r2c2",
    "sum 5: r4c1 r4c2",
    "extraregion: r1c4 r2c4 r3c4 r4c4",
    "thermometer: r2c1 r3c1 r3c2",
    "slowthermometer: r3c3 r4c3",
    "arrow: r1c3; r2c3 r2c4",
    "whispers 2: r4c2 r3c3",
    "odd: r4c4",
    "minimum: r3c4",
    "difference: r2c2 r2c3",
    "ratio 3: r3c1 r4c1",
    "xv V: r3c3 r3c4",
    "greaterthan: r1c3 r1c4",
    "quadruple 1,2: r3c2 r3c3 r4c2 r4c3",
    "littlekillersum 9: r0c2 DR",
    "sandwichsum 3: r2c5",
    "negativexv",
];

#[test]
fn renders_rules() {
    let options: Vec<&str> = RULES.iter().flat_map(|rule| ["--rule", rule]).collect();
    let render = |format: &[&str]| {
        let args = ["render"].iter().chain(format).chain(&options);
        let run = run_with_input("sudoku-cli", args, "1...............\n");
        assert_eq!((run.code, &*run.stderr), (0, ""), "{format:?}");
        run.stdout
    };
    assert_snapshot!("svg-rules", render(&["--format", "svg"]));
    assert_snapshot!("tikz-rules", render(&["--format", "tikz", "--monochrome"]));
    assert_snapshot!("text-rules", render(&["--format", "text"]));
    // Candidates do not cover the sums of cages.
    let marks = render(&["--format", "svg", "--candidates=givens"]);
    assert!(!marks.contains("class=\"clue\"><text text-anchor=\"start\""), "{marks}");
    let page = render(&["--format", "html"]);
    assert!(page.contains("class=\"rule-line\"") && page.contains(".rule-line,"), "{page}");
}

#[test]
fn renders_html() {
    let page = render(&["--format", "html", "--solve", &sample("4x4.txt"), &sample("6x6-3x2.txt")]);
    assert_snapshot!("html", page);
    assert!(!page.contains("<script") && !page.contains("https:"), "{page}");
    // The only URL on the page is the SVG namespace.
    assert_eq!(page.matches("http://").count(), page.matches("http://www.w3.org/2000/svg").count());
    assert_eq!(page.matches("<svg").count(), 4);
    // The solutions follow the last puzzle. With `--beside`, each solution is next to its puzzle.
    let places = |page: &str| page.match_indices("solved Sudoku").map(|(place, _)| place).collect::<Vec<_>>();
    assert!(places(&page).iter().all(|&place| place > page.find("<h2>Solutions</h2>").unwrap()));
    let beside = ["--format", "html", "--beside", "--solve", &sample("4x4.txt"), &sample("6x6-3x2.txt")];
    let beside = render(&beside);
    assert!(!beside.contains("<h2>") && places(&beside)[0] < beside.find("Puzzle 2").unwrap());
    assert!(!render(&["--format", "html", &sample("4x4.txt")]).contains("<h2>"));
}

#[test]
fn renders_tikz() {
    let options = ["--format", "tikz", "--solve", "--labels", "--highlight", "r1c3"];
    assert_snapshot!("tikz", render(&[&options[..], &[&sample("4x4.txt")]].concat()));
}

#[test]
fn renders_json() {
    assert_snapshot!("json", render(&["--format", "json", "--solve", "--candidates", &sample("4x4.txt")]));
}

#[test]
fn write_errors_name_the_output() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut render = Command::new(binary("sudoku-cli"));
    let run = render.args(["render", &sample("article.txt")]).stdout(full).output().unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(message.starts_with("sudoku-cli: standard output: "), "{message}");
}

#[test]
fn reports_puzzles_that_cannot_be_rendered() {
    let two = "1...............\n2...............\n";
    let several = run_with_input("sudoku-cli", ["render", "--format", "svg"], two);
    assert_eq!((several.code, &*several.stdout), (1, ""));
    assert!(several.stderr.contains("hint: select one with --puzzle-number"), "{}", several.stderr);
    assert_eq!(
        run_with_input("sudoku-cli", ["render", "--format", "svg", "--puzzle-number", "2"], two).code,
        0
    );
    let unsatisfiable = run("sudoku-cli", ["render", "--solve", &sample("no-solution.txt")]);
    assert_eq!(unsatisfiable.code, 0);
    assert!(unsatisfiable.stderr.ends_with("the puzzle has no solution\n"), "{}", unsatisfiable.stderr);
    let wrong =
        run_with_input("sudoku-cli", ["render"], "puzzle,solution\n1...............,1234341221434322\n");
    assert!(
        wrong.stderr.contains("the solution stored with the puzzle is wrong and was not drawn: "),
        "{}",
        wrong.stderr
    );
    let none = run_with_input("sudoku-cli", ["render"], "");
    assert_eq!((none.code, none.stderr), (1, format!("sudoku-cli: <stdin>: {NO_PUZZLE}\n")));
}

/// Returns the error messages for `text`, including the quoted lines. The format is detected automatically.
fn drawn(text: &str) -> String {
    drawn_by(text, ReadOptions::default())
}

/// Returns the error messages for `text`, including the quoted lines. The text is read in the format `format` with 2×2
/// boxes.
fn drawn_as(text: &str, format: Format) -> String {
    drawn_by(text, ReadOptions { format: Some(format), ..ReadOptions::from(Some("2x2".parse().unwrap())) })
}

fn drawn_by(text: &str, options: ReadOptions) -> String {
    let Err(ReadError::Text(errors)) = read_single(text.as_bytes(), options, None) else { panic!("{text}") };
    report_errors(&errors, "puzzle.txt", Style::Drawn { in_color: false })
}

#[test]
fn errors_are_drawn_with_their_line() {
    let row = ".........\n";
    assert_snapshot!("fault-characters", drawn(&format!("53..q....\n{}", row.repeat(7) + "..8.é..z.\n")));
    assert_snapshot!("fault-count", drawn(&format!("{}...4194..5\n", row.repeat(8))));
    assert_snapshot!("fault-rows", drawn(&row.repeat(8)));
    assert_snapshot!(
        "fault-range",
        drawn(&format!(
            "{}17\n",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n".repeat(15) + "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 "
        ))
    );
    assert_snapshot!(
        "fault-symbols",
        drawn(&format!("0A1.............\n{}", "................\n".repeat(15)))
    );
    assert_snapshot!("fault-bars", drawn("1 2 3 | 4 5 6\n. . | . . | . .\n"));
    assert_snapshot!("fault-long-line", drawn(&format!("{}é{}\n", ".".repeat(300), ".".repeat(324))));
    assert_snapshot!("fault-csv", drawn("puzzle,solution\n1...............,12\n"));
    assert_snapshot!("fault-hodoku", drawn(":0000:x:1...............:999:\n"));
    assert_snapshot!("fault-xml", drawn("<opensudoku>\n<game data='1x..'/>\n<game/>\n</open>\n"));
    assert_snapshot!("fault-json", drawn("{\"puzzle\": \"1...............\"\n{\"puzzle\": 7}\n"));
    assert_snapshot!("fault-constraint", drawn("{\"grid\": [[{\"value\": 1}]], \"fog\": [1]}\n"));
    assert_snapshot!(
        "fault-list",
        drawn("g = [[1, 2, 3, 4],\n     [1, 2, 3],\n     [0, 0, 0, 0], [0, 0, 0, 0]]\n")
    );
    assert_snapshot!("fault-places", drawn_as(&format!("12..{}\n", "2...".repeat(15)), Format::Positional));
    assert_snapshot!("fault-no-candidate", drawn_as(&".".repeat(64), Format::Positional));
    assert_snapshot!("fault-bands", drawn("12..\n..1.\n\n.2..\n4..2\n12..\n"));
    assert_snapshot!("fault-ambiguous", drawn(&"1...............\n".repeat(16)));
    assert_snapshot!("fault-depth", drawn(&format!("{}\n", "[".repeat(70))));
    assert_snapshot!("fault-table", drawn(&format!("1,2,3,4\n{}", "1,,,\n1,,\n,,,")));
    assert_snapshot!("fault-numbered", drawn(&",1,2,3,4\n1,1,,,\n2,,,,\n3,,,,\n4,,,,\n\n".repeat(2)));
    assert_snapshot!("fault-pencilmarks", drawn("12 34 | 1 22\n34 12 | 3 4\n"));
}

#[test]
fn every_snapshot_is_used() {
    // Without this test, unused snapshots would go unnoticed.
    let kept = fs::read_dir(root().join("tests/snapshots")).unwrap().map(|entry| entry.unwrap().file_name());
    let source = fs::read_to_string(root().join("tests/pictures.rs")).unwrap();
    for name in kept {
        let name = name.to_string_lossy().into_owned();
        let short = name.trim_start_matches("cli__pictures__").trim_end_matches(".snap");
        assert!(source.contains(&format!("\"{short}\"")), "{name}");
    }
}
