//! Tests for `--append`, which adds results to the rows of the input, and for the columns of `rate` and `generate`.

use std::fs;

use crate::common::{EASY, Run, SOLVED, run, run_with_input};

/// A table with a column of its own that contains the separator, a row that is too short, and two wrong puzzles.
fn table() -> String {
    let clash = format!("55{}", &EASY[2..]);
    format!("nr;puzzle;\"au;thor\"\n1;{EASY};\"Smith; Jane\"\n2;5500;x\n3;{EASY}\n4;{clash};c\n")
}

/// Runs `sudoku-sat` with a command and `--append`.
fn append(command: &str, columns: &str, input: &str) -> Run {
    run_with_input("sudoku-sat", [command, "-q", "--append", columns], input)
}

#[test]
fn rows_are_unchanged_and_results_follow() {
    let table = table();
    let done = append("solve", "solution,status", &table);
    let rows: Vec<_> = table.lines().collect();
    let expected = [
        format!("{};solution;status", rows[0]),
        format!("{};{SOLVED};solved", rows[1]),
        format!("{};;error", rows[2]),
        // Without the missing field, the results would be in the wrong columns.
        format!("{};;{SOLVED};solved", rows[3]),
        format!("{};;unsatisfiable", rows[4]),
    ];
    assert_eq!(
        (done.code, done.stdout.lines().collect::<Vec<_>>()),
        (1, expected.iter().map(String::as_str).collect::<Vec<_>>())
    );
    let message = append("solve", "message", &table).stdout;
    assert!(message.contains("2;5500;x;\"<stdin>:3:3: cannot determine the board size"), "{message}");
    for (command, columns, results) in [
        ("count", "count,number", "1;1"),
        ("rate", "difficulty,score,unique", "easy;9;true"),
        ("candidates", "status", "solved"),
        (
            "minimize",
            "minimal",
            "030000000000105000098000060000060003400803001700020000060000280000019005000080079",
        ),
    ] {
        let done = append(command, columns, &table);
        let row = format!("{};{results}", rows[1]);
        assert_eq!(done.stdout.lines().nth(1), Some(&*row), "{command}");
    }
    let tabs = append("count", "count,message", &format!("puzzle\tnr\n{EASY}\t1\n"));
    assert_eq!(tabs.stdout, format!("puzzle\tnr\tcount\tmessage\n{EASY}\t1\t1\t\n"));
}

#[test]
fn a_row_on_several_lines_is_unchanged() {
    let rows: Vec<_> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let row = format!("7,\"{}\"", rows.join("\n"));
    let note = format!("8,{EASY},\"two\nlines\"");
    for row in [row, note] {
        let done = append("count", "count", &format!("id,puzzle\n{row}\n"));
        assert_eq!(done.stdout, format!("id,puzzle,count\n{row},1\n"));
    }
}

#[test]
fn fields_are_appended_to_json_lines() {
    let first = format!("{{ \"puzzle\":\"{EASY}\",  \"nr\": 7.0 ");
    let rest = "{\"nr\":{},\"puzzle\":\"................\",\"constraints\":{}}\n{\"puzzle\":\"12\"}\n{bad\n";
    let done = append("count", "count,status,givens", &format!("{first}}}\n{rest}"));
    let expected = [
        format!("{first},\"count\":{{\"value\":1,\"exact\":true}},\"status\":\"solved\",\"givens\":30}}"),
        "{\"nr\":{},\"puzzle\":\"................\",\"constraints\":{},\"count\":{\"value\":288,\"exact\":true},\
         \"status\":\"solved\",\"givens\":0}"
            .to_owned(),
        "{\"puzzle\":\"12\",\"count\":null,\"status\":\"error\",\"givens\":null}".to_owned(),
        "{bad".to_owned(),
    ];
    assert_eq!(
        (done.code, done.stdout.lines().collect::<Vec<_>>()),
        (1, expected.iter().map(String::as_str).collect::<Vec<_>>())
    );
    // The number of solutions exceeds 64 bits.
    let empty = append("count", "count", &format!("{{\"puzzle\":\"{}\"}}\n", ".".repeat(81)));
    assert!(empty.stdout.contains("\"value\":6670903752021072936960,"), "{}", empty.stdout);
}

#[test]
fn appending_needs_named_columns_that_are_new() {
    let first_line = |run: Run| (run.code, run.stderr.lines().next().unwrap_or_default().to_owned());
    let plain = append("solve", "solution", EASY);
    let message = "sudoku-sat: --append requires CSV with a header, or JSON Lines, as input";
    assert_eq!(first_line(plain), (2, message.to_owned()));
    for input in [format!("puzzle,unique\n{EASY},x\n"), format!("{{\"puzzle\":\"{EASY}\",\"unique\":1}}\n")] {
        let repeated = append("rate", "difficulty,unique", &input);
        assert_eq!(
            first_line(repeated),
            (2, "sudoku-sat: the input already has a column 'unique'".to_owned())
        );
    }
    for args in [&["--all"][..], &["--format", "csv"], &["--columns", "id"]] {
        let args = ["solve", "--append", "status"].iter().chain(args);
        assert_eq!(run_with_input("sudoku-sat", args, &table()).code, 2);
    }
    assert_eq!(append("solve", "difficulty", &table()).code, 2);
}

#[test]
fn appending_works_with_selections_shards_and_resumed_files() {
    let table = table();
    let only = ["solve", "-q", "--only", "unsatisfiable", "--append", "status"];
    let only = run_with_input("sudoku-sat", only, &table).stdout;
    assert_eq!(
        only,
        format!("nr;puzzle;\"au;thor\";status\n{};unsatisfiable\n", table.lines().nth(4).unwrap())
    );
    let shard = run_with_input("sudoku-sat", ["count", "-q", "--shard", "3/4", "--append", "count"], &table);
    assert_eq!(shard.stdout, format!("nr;puzzle;\"au;thor\";count\n{};;1\n", table.lines().nth(3).unwrap()));

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, output) = (path("in.csv"), path("out.csv"));
    let rows = table.split_inclusive('\n').collect::<Vec<_>>();
    fs::write(&input, rows[..4].concat()).unwrap();
    let args = ["solve", "-q", "--strict", "--append", "solution", "-o", &output, "--resume", &input];
    // The first error ends the run. The next run continues after it.
    assert_eq!(run("sudoku-sat", args).code, 1);
    let part = fs::read_to_string(format!("{output}.part")).unwrap();
    assert!(part.ends_with("2;5500;x;\n"), "{part}");
    run("sudoku-sat", args);
    let resumed = fs::read_to_string(&output).unwrap();
    assert_eq!(resumed, format!("{part}{};;{SOLVED}\n", rows[3].trim_end()));
}

#[test]
fn ratings_and_new_puzzles_have_solutions() {
    let rated =
        run_with_input("sudoku-sat", ["rate", "-q", "--columns", "puzzle,solution,difficulty,score"], EASY);
    assert_eq!(rated.stdout, format!("puzzle,solution,difficulty,score\n{EASY},{SOLVED},easy,9\n"));
    let args = ["generate", "-n", "3", "--seed", "1", "-q"];
    let columns = ["--columns", "puzzle,solution,difficulty,total_score,givens"];
    let table = run("sudoku-sat", args.iter().chain(&columns)).stdout;
    let puzzles = run("sudoku-sat", args.iter().chain(&["--format", "line"])).stdout.replace('.', "0");
    let rate = ["rate", "-q", "--columns", "puzzle,solution,difficulty,total_score,givens"];
    assert_eq!(table, run_with_input("sudoku-sat", rate, &puzzles).stdout);
    assert_eq!(run("sudoku-sat", ["generate", "--columns", "puzzle", "--format", "json"]).code, 2);
}
