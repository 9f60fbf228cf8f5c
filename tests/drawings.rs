//! Tests for the options of `sudoku-cli render`, for booklets, and for boards on a terminal.

use std::fs;
use std::process::Command;

use crate::common::{binary, run, run_command, run_with_input, sample};

/// Returns the file that `sudoku-cli render -o` writes. Panics if the command fails or prints anything.
fn rendered(name: &str, args: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let run = run("sudoku-cli", ["render", "-o", path.to_str().unwrap()].iter().chain(args));
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", ""), "{args:?}");
    fs::read(path).unwrap()
}

fn rendered_text(name: &str, args: &[&str]) -> String {
    String::from_utf8(rendered(name, args)).unwrap()
}

#[test]
fn the_extension_selects_the_format() {
    let puzzle = sample("4x4.txt");
    for (name, start) in [
        ("x.svg", "<?xml"),
        ("x.SVG", "<?xml"),
        ("x.html", "<!DOCTYPE html>"),
        ("x.tex", "% Sudoku"),
        ("x.json", "{"),
        ("x.txt", "+-----+"),
        ("x", "+-----+"),
    ] {
        assert!(rendered_text(name, &[&puzzle]).starts_with(start), "{name}");
    }
    assert!(rendered_text("x.svg", &["--format", "json", &puzzle]).starts_with('{'));
}

#[test]
fn options_that_do_not_apply_are_errors() {
    let check = |args: &[&str], expected: &str| {
        let run = run_with_input("sudoku-cli", ["render"].iter().chain(args), "1...............\n");
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
        assert!(run.stderr.starts_with(&format!("sudoku-cli: {expected}\nhint: ")), "{}", run.stderr);
    };
    check(&["--beside"], "--beside does not apply to text output, only to HTML and PDF");
    check(
        &["--title", "x"],
        "--title does not apply to text output, only to SVG, HTML, TikZ, PNG, PDF and JSON",
    );
    check(&["-o", "x.svg", "--lines", "ascii"], "--lines does not apply to SVG output, only to text");
    check(&["-f", "tikz", "--cover"], "--cover does not apply to TikZ output, only to HTML and PDF");
    check(&["--next"], "--next does not apply to text output, only to HTML and PDF");
    check(&["-f", "html", "--width", "99"], "--width does not apply to HTML output, only to PNG");
}

#[test]
fn draws_labels_highlights_and_titles() {
    let puzzle = sample("4x4.txt");
    let svg =
        rendered_text("x.svg", &["--labels", "--highlight", "r1c3,r2-3c4", "--title", "A & B", &puzzle]);
    assert!(svg.contains(">R4</text>") && svg.contains(">C1</text>") && svg.contains(">A &amp; B</text>"));
    let highlighted = svg.lines().find(|line| line.contains("class=\"highlight\"")).unwrap();
    assert_eq!(highlighted.matches("<rect").count(), 3);
    let letters = rendered_text("x.html", &["--labels=letters", "--title", "T", &puzzle]);
    assert!(letters.contains(">D</text>") && letters.contains("<h1>T</h1>"));
    let outside = run("sudoku-cli", ["render", "-f", "svg", "--highlight", "r1c5", &puzzle]);
    assert_eq!(outside.code, 1);
    assert!(
        outside.stderr.ends_with("--highlight: column 5 is outside the 4x4 board\n"),
        "{}",
        outside.stderr
    );
    let gray = rendered_text(
        "x.svg",
        &["--monochrome", "--solve", "--variant", "disjoint", &sample("disjoint.txt")],
    );
    let colors = gray.split('#').skip(1).map(|rest| &rest[..6]);
    assert!({ colors }.all(|color| color[..2] == color[2..4] && color[2..4] == color[4..]), "{gray}");
    assert!(gray.contains("same letter"));
}

#[test]
fn unplaced_singles_are_small() {
    let render = |level: &str| {
        run_with_input("sudoku-cli", ["render", "-f", "svg", level], "123.............\n").stdout
    };
    // The last cell of the first row can only contain 4.
    assert!(!render("--candidates=givens").contains("class=\"solved\""));
    assert!(render("--candidates").contains("class=\"solved\""));
}

#[test]
fn booklets_have_pages() {
    let puzzles = [sample("4x4.txt"), sample("6x6.txt"), sample("article.txt")];
    let puzzles: Vec<_> = puzzles.iter().map(String::as_str).collect();
    let args = [&["--per-page", "2", "--cover", "--solve", "--title", "Mix", "--paper", "letter"], &*puzzles];
    let booklet = rendered_text("x.html", &args.concat());
    // The cover, two pages of puzzles, and one page of solutions.
    assert_eq!(booklet.matches("<svg class=\"page\"").count(), 4);
    assert!(booklet.contains("@page{size:letter;margin:0}"));
    assert!(
        booklet.contains(">3 puzzles with solutions</text>") && booklet.contains(">Mix – Solutions</text>")
    );
    assert!(booklet.find("3 puzzles").unwrap() < booklet.find("Puzzle 1").unwrap());
    assert_eq!(booklet, rendered_text("x.html", &args.concat()));
    let beside = rendered_text("x.html", &[&["--paper", "a4", "--beside", "--solve"], &*puzzles].concat());
    assert!(!beside.contains("Solutions"));
    // The solution beside a puzzle shares its caption.
    let input = "1.....2...3....4 easy 1.2\n";
    let args = ["render", "-f", "html", "--beside", "--solve"];
    let captioned = run_with_input("sudoku-cli", args, input).stdout;
    assert!(captioned.contains(">1. easy 1.2<"), "{captioned}");
    // A remark in the input, for example a rating, is the caption.
    let input = "1............... easy 1.2\n.2.............. hard 7.1\n";
    let rated = run_with_input("sudoku-cli", ["render", "-f", "html", "--per-page", "2"], input).stdout;
    assert!(rated.contains(">easy 1.2</text>") && rated.contains(">hard 7.1</text>"), "{rated}");
}

#[test]
fn worksheets_have_the_first_steps_as_answers() {
    let puzzles = [sample("4x4.txt"), sample("article.txt")];
    let page = |options: &[&str]| {
        let puzzles = puzzles.iter().map(String::as_str);
        run(
            "sudoku-cli",
            ["render", "-f", "html", "--next"].into_iter().chain(options.iter().copied()).chain(puzzles),
        )
    };
    let scrolled = page(&[]);
    assert_eq!(scrolled.code, 0, "{}", scrolled.stderr);
    let text = scrolled.stdout;
    assert!(text.contains("<section class=\"solutions steps\">\n<h2>Answers</h2>"));
    assert!(text.contains("<figcaption>Puzzle 2: Hidden single</figcaption>"), "{text}");
    // The sentence of the step is below its board, and the puzzles show candidates.
    assert!(text.contains("fits only in") && text.contains("class=\"mark\""));
    let sheets = page(&["--per-page", "2", "--title", "Drill", "--cover"]).stdout;
    assert!(sheets.contains(">2 puzzles with answers</text>") && sheets.contains(">Drill – Answers</text>"));
    let beside = page(&["--beside"]).stdout;
    assert!(beside.contains("<figcaption>Puzzle 2: Hidden single</figcaption>"), "{beside}");
    // A solution in the input is no answer.
    let several = "{\"puzzle\":\"1...............\",\"solution\":\"1234341221434321\"}\n";
    let several = run_with_input("sudoku-cli", ["render", "-f", "html", "--next"], several);
    assert!(!several.stdout.contains("Answers"), "{}", several.stdout);
    let solved = run_with_input("sudoku-cli", ["render", "-f", "html", "--next"], "1234341221434321\n");
    assert!(solved.stderr.contains("warning: there is no first step"), "{}", solved.stderr);
}

#[test]
fn tikz_output_has_one_picture_per_puzzle() {
    let tikz = rendered_text("x.tex", &["--title", "50% & more", &sample("4x4.txt"), &sample("6x6.txt")]);
    assert_eq!(tikz.matches("\\begin{tikzpicture}").count(), 2);
    assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
    assert!(tikz.contains("{50\\% \\& more}"));
}

#[cfg(feature = "pictures")]
#[test]
fn renders_png_and_pdf() {
    let article = sample("article.txt");
    assert!(rendered("x.png", &["--width", "200", &article]).starts_with(b"\x89PNG\r\n"));
    let pages = |args: &[&str]| {
        let pdf = rendered("x.pdf", args);
        assert!(pdf == rendered("x.pdf", args), "{args:?} is not reproducible");
        String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count()
    };
    assert_eq!(pages(&[&article]), 1);
    assert_eq!(pages(&["--solve", "--cover", "--per-page", "1", &article, &article]), 4);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["lesson.pdf", "step-%d.png"] {
        let lesson = run_with_input("sudoku-cli", ["lesson", "-o", &path(name)], "1.....2...3....4");
        assert_eq!(lesson.code, 0, "{}", lesson.stderr);
    }
    let lesson = fs::read(path("lesson.pdf")).unwrap();
    assert_eq!(String::from_utf8_lossy(&lesson).matches("/Type /Page\n").count(), 14);
    assert!(fs::read(path("step-13.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    let terminal =
        on_terminal(&format!("{} render -f png {article}", binary("sudoku-cli").display()), "C.UTF-8");
    assert!(terminal.contains("PNG output is binary"), "{terminal}");
}

#[cfg(not(feature = "pictures"))]
#[test]
fn png_and_pdf_require_a_feature() {
    let run = run("sudoku-cli", ["render", "-o", "x.png", &sample("article.txt")]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("hint: build it with '--features pictures'"), "{}", run.stderr);
}

/// Runs a shell command on a terminal and returns its output.
fn on_terminal(command: &str, locale: &str) -> String {
    let mut script = Command::new("script");
    let script = script.args(["-qec", command, "/dev/null"]);
    let script = script.env("LC_ALL", locale).env("TERM", "xterm").env_remove("NO_COLOR");
    run_command(script, "").stdout.replace('\r', "")
}

#[test]
fn boards_on_a_terminal_are_framed() {
    let solve = format!("{} solve {}", binary("sudoku-sat").display(), sample("4x4.txt"));
    let board = on_terminal(&solve, "C.UTF-8");
    assert!(board.starts_with("┌─────┬─────┐\n│ 1 2 │ 4 3 │\n│ 3 \u{1b}[1m4\u{1b}[0m │ 2 "), "{board}");
    let plain = on_terminal(&format!("NO_COLOR=1 {solve}"), "C.UTF-8");
    assert!(plain.starts_with("┌─────┬─────┐\n│ 1 2 │ 4 3 │\n│ 3 4 │ 2 1 │\n"), "{plain}");
    let grid = run("sudoku-sat", ["solve", &sample("4x4.txt")]).stdout;
    assert!(grid.starts_with("1 2 |4 3\n"), "{grid}");
    assert_eq!(on_terminal(&format!("{solve} | cat"), "C.UTF-8"), grid);
    assert_eq!(on_terminal(&format!("{solve} --format grid"), "C.UTF-8"), grid);
    assert_eq!(on_terminal(&solve, "C"), grid);
    let generate = format!("{} generate --seed 1 --box 2x2", binary("sudoku-sat").display());
    let generated = on_terminal(&generate, "C.UTF-8");
    assert!(generated.starts_with("┌─────┬─────┐\n") && generated.contains('·'), "{generated}");
}
