//! Tests for the options of `sudoku-sat` that select puzzles and columns: `--only` and `--columns`.

use crate::common::{EASY, HARD, SOLVED, puzzle, run_with_input};

/// Runs `sudoku-sat` and returns the exit code, standard output and the first line of standard error.
fn sat(args: &[&str], input: &str) -> (i32, String, String) {
    let run = run_with_input("sudoku-sat", args, input);
    (run.code, run.stdout, run.stderr.lines().next().unwrap_or_default().to_owned())
}

/// Returns an easy puzzle, a hard puzzle, two puzzles with several solutions, and between them a puzzle with clashing
/// givens.
fn input() -> String {
    let (several, clash, one) = (puzzle("several"), &EASY[2..], one());
    format!("# puzzles\n{EASY}  # easy\n{HARD}\n{several}\n55{clash}\n{one}\n")
}

/// Returns a puzzle with a single given.
fn one() -> String {
    format!("1{}", ".".repeat(80))
}

#[test]
fn only_prints_puzzles_unchanged() {
    let (code, lines, _) = sat(&["rate", "--only", "easy,extreme", "-q"], &input());
    assert_eq!((code, lines), (0, format!("{EASY}  # easy\n{HARD}\n")));
    let (code, lines, _) = sat(&["solve", "--only", "several", "-q", "-j", "2"], &input());
    assert_eq!((code, lines), (0, format!("{}\n{}\n", puzzle("several"), one())));
    let (code, lines, _) = sat(&["solve", "--only", "unsatisfiable"], "12..34...1.....3");
    assert_eq!((code, lines), (0, "12..34...1.....3\n".to_owned()));
    let rows = "1...\n...2\n..3.\n...4\n";
    assert_eq!(
        sat(&["solve", "--only", "unique", "-q"], rows),
        (0, "1......2..3....4\n".to_owned(), String::new())
    );
    let (_, table, _) =
        sat(&["solve", "--only", "unique", "-q"], &format!("id,puzzle\n1,{EASY}\n2,{HARD}\n"));
    assert_eq!(table, format!("id,puzzle\n1,{EASY}\n2,{HARD}\n"));
}

#[test]
fn csv_records_on_several_lines_are_printed_unchanged() {
    let rows: Vec<_> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let table = format!("id,puzzle\n7,\"{}\"\n8,{HARD}\n", rows.join("\n"));
    assert_eq!(sat(&["solve", "--only", "unique", "-q"], &table).1, table);
}

/// With a format, `--only` selects records instead of puzzles.
#[test]
fn only_selects_records_if_a_format_is_set() {
    let (_, records, _) = sat(&["rate", "--only", "several", "--format", "csv", "-q"], &input());
    assert_eq!(records.lines().count(), 3, "{records}");
    let (_, records, _) = sat(&["solve", "--only", "unique", "--format", "line", "-q"], &input());
    assert_eq!(records.lines().next(), Some(&*format!("{SOLVED} unique")));
    assert_eq!(sat(&["solve", "--only", "unique", "--all"], EASY).0, 2);
    assert_eq!(sat(&["rate", "--only", "valid"], EASY).0, 2);
}

#[test]
fn csv_has_the_selected_columns() {
    let expected = format!("puzzle,solution,status\n{EASY},{SOLVED},solved\n");
    assert_eq!(sat(&["solve", "--format", "csv", "-q"], EASY).1, expected);
    let (code, table, _) =
        sat(&["solve", "--columns", "line,givens,unique,message", "--check-unique", "-q"], &input());
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(
        (code, &lines[..4]),
        (0, &["line,givens,unique,message", "2,30,true,", "3,22,true,", "4,26,false,"][..])
    );
    assert!(lines[4].starts_with("5,30,,<stdin>:5:2: 5 occurs twice in row 1"), "{table}");
    assert_eq!(lines.last(), Some(&"6,1,false,"));
    let count = sat(&["count", "-n", "5", "--format", "csv"], "1...............\n1......2..3.....\n").1;
    assert_eq!(count, "puzzle,count,status\n1000000000000000,at least 5,solved\n1000000200300000,3,solved\n");
    let rate = sat(&["rate", "--format", "csv", "-q"], EASY).1;
    assert_eq!(
        rate,
        format!(
            "puzzle,difficulty,step,learned_clauses,status,unique\n{EASY},easy,naked-singles,0,solved,true\n"
        )
    );
    let all = sat(&["solve", "--all", "--format", "csv", "-q"], "1......2..3.....\n1......2..3....4\n").1;
    assert_eq!(
        all.lines().map(|line| line.split(',').nth(2).unwrap()).collect::<String>(),
        "solution_index1231"
    );
    assert_eq!(sat(&["solve", "--columns", "puzzle", "--format", "json"], EASY).0, 2);
    assert_eq!(sat(&["solve", "--columns", "difficulty"], EASY).0, 2);
}

#[test]
fn the_program_reads_its_own_csv() {
    let table =
        sat(&["solve", "--columns", "id,solution,puzzle,message", "-q"], &format!("{EASY}\n{HARD}\n")).1;
    let again = sat(&["solve", "--format", "line", "-q"], &table).1;
    assert_eq!(again.lines().next(), Some(SOLVED));
    assert_eq!(again.lines().count(), 2);
}

#[test]
fn rate_ends_with_a_summary() {
    let (_, _, summary) = sat(&["rate"], &format!("{EASY}\n{HARD}\n{EASY}\n{}\n", one()));
    assert_eq!(summary, "2 easy, 1 extreme, 1 several");
    assert_eq!(sat(&["rate"], EASY).2, "");
    assert_eq!(sat(&["rate", "-q"], &format!("{EASY}\n{EASY}\n")).2, "");
}
