//! Tests that nothing is lost of what an author writes beside the rules of a puzzle.

use serde_json::{Value, json};
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::read_single;

use crate::common::{run, run_with_input, sample};

/// A puzzle as f-puzzles writes it, with a title, an author, the text of the rules, a colored cage and a line.
fn puzzle() -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    let rows = [&*row; 8].join(",");
    let first = row.replacen("{},{}", r##"{"c":"#FFA0A0"},{"given":true,"value":3}"##, 1);
    let cages = r##"[{"cells":["R1C1","R2C1"],"outlineC":"#FF0000","value":"12"}]"##;
    let texts = r#""author":"A. Setter","title":"Night Train","ruleset":"Normal rules.\nCages sum.""#;
    let line = r##"[{"lines":[["R5C5","R6C6"]],"outlineC":"#CFCFCF","width":0.3}]"##;
    format!(r#"{{{texts},"grid":[{first},{rows}],"killercage":{cages},"line":{line},"size":9}}"#)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn conversions_keep_what_an_author_writes() {
    let convert = |to: &str, text: &str| run_with_input("sudoku-cli", ["convert", "--to", to], text).stdout;
    for format in ["fpuzzles", "json", "fpuzzles-link"] {
        let there = convert(format, &puzzle());
        assert_eq!(json(&convert("fpuzzles", &there)), json(&puzzle()), "{format}");
    }
    let lossy = run_with_input("sudoku-cli", ["convert", "--to", "line", "--lossy"], &puzzle());
    let lost = "the format line cannot represent the fields author, grid, killercage, line, ruleset (omitted from 1 puzzle)";
    assert!(lossy.stderr.contains(lost), "{}", lossy.stderr);
    // There is one warning, even if the puzzles have different fields.
    let other = puzzle().replace("author", "successMessage");
    let both = run_with_input(
        "sudoku-cli",
        ["convert", "--to", "line", "--lossy"],
        &format!("{}\n{other}", puzzle()),
    );
    let lost = "the fields author, grid, killercage, line, ruleset, successMessage (omitted from 2 puzzles)";
    assert_eq!(
        (both.stderr.matches("the fields").count(), both.stderr.contains(lost)),
        (1, true),
        "{}",
        both.stderr
    );
}

#[test]
fn minimal_puzzles_keep_what_an_author_writes() {
    let minimize = |args: &[&str]| {
        let given = puzzle().replacen("{},{},{}]", r#"{},{},{"given":true,"value":4}]"#, 1);
        run_with_input("sudoku-sat", [&["minimize"], args].concat(), &given)
    };
    let minimal = json(&minimize(&["-f", "fpuzzles"]).stdout);
    let original = json(&puzzle());
    for field in ["author", "title", "ruleset", "line"] {
        assert_eq!(minimal[field], original[field], "{field}");
    }
    assert_eq!(json(&minimize(&[]).stdout)["presentation"]["author"], "A. Setter");
    let lost = run_with_input("sudoku-sat", ["minimize"], "12..34..........  night\n");
    assert!(lost.stderr.contains("warning: the format grid cannot represent the remark"), "{}", lost.stderr);
}

#[test]
fn rearranged_puzzles_are_equivalent() {
    let convert =
        |args: &[&str], text: &str| run_with_input("sudoku-cli", [&["convert"], args].concat(), text);
    let easy = std::fs::read_to_string(sample("essay-easy.txt")).unwrap();
    let arguments = ["--to", "line", "--random-symmetry", "5", "--seed", "2"];
    let others = convert(&arguments, &easy).stdout;
    assert_eq!(others.lines().count(), 5);
    assert_eq!(convert(&["--dedupe", "-q"], &others).stdout.lines().count(), 1);
    assert_eq!(convert(&arguments, &easy).stdout, others);
    // Everything on the board is turned along.
    let turned = convert(&["--to", "json", "--random-symmetry", "8"], &puzzle()).stdout;
    for line in turned.lines() {
        let record = read_single(line.as_bytes(), None, None).unwrap();
        let cage: Vec<String> =
            record.puzzle.rules()[0].cells().iter().map(|cell| cell.to_string().to_uppercase()).collect();
        let styled = &json(line)["presentation"]["killercage"][0];
        assert_eq!((&styled["cells"], &styled["outlineC"]), (&Value::from(cage), &Value::from("#FF0000")));
    }
    let refused =
        convert(&["--to", "json", "--random-symmetry", "1", "--rule", "rowindexer: r1c1"], &puzzle());
    assert!(
        refused.stderr.contains("a puzzle with the rule rowindexer cannot be rearranged"),
        "{}",
        refused.stderr
    );
}

#[test]
fn drafts_are_completed() {
    let generate = |args: &[&str], draft: &str| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("draft.json");
        std::fs::write(&file, draft).unwrap();
        let run = run(
            "sudoku-sat",
            [&["generate", "-q", "--seed", "1", "--from", file.to_str().unwrap()], args].concat(),
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let is_unique = |puzzle: &str| {
        run_with_input("sudoku-sat", ["count", "--limit", "2", "-q"], puzzle).stdout == "exactly 1\n"
    };
    let with_givens = generate(&["-f", "fpuzzles"], &puzzle());
    assert!(is_unique(&with_givens), "{with_givens}");
    let (found, draft) = (json(&with_givens), json(&puzzle()));
    for field in ["author", "title", "ruleset", "line", "killercage"] {
        assert_eq!(found[field], draft[field], "{field}");
    }
    assert_eq!(
        (&found["grid"][0][0]["c"], &found["grid"][0][1]["value"]),
        (&Value::from("#FFA0A0"), &Value::from(3))
    );
    let with_rules = generate(&["--with-rules", "thermometer"], &puzzle());
    let record = read_single(with_rules.as_bytes(), None, None).unwrap();
    assert!(is_unique(&with_rules) && record.puzzle.rules().len() > 1, "{with_rules}");
    let names: std::collections::BTreeSet<_> = record.puzzle.rules().iter().map(Rule::name).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["killercage", "thermometer"]);
    // Each rule lies on one of the overlapping boards.
    let samurai = std::fs::read_to_string(sample("samurai.txt")).unwrap();
    let mut draft = read_single(samurai.as_bytes(), None, None).unwrap().puzzle;
    let removed: Vec<_> = draft.givens().skip(4).collect();
    for given in removed {
        draft.set(given.cell, None);
    }
    let draft = serde_json::to_string(&draft).unwrap();
    let completed = generate(&["--with-rules", "killercage"], &draft);
    assert!(is_unique(&completed) && completed.contains("samurai"), "{completed}");
}

/// The canonical form has other cells, so only drawings are lost, with a warning.
#[test]
fn canonical_forms_keep_the_author_but_no_drawings() {
    let rows = vec![vec![json!({}); 9]; 9];
    let mut file = json!({ "size": 9, "grid": rows, "title": "A title", "author": "A. Setter" });
    file["grid"][0][0] = json!({ "value": 7, "given": true });
    let convert = |file: &Value| {
        run_with_input("sudoku-cli", ["convert", "--canonical", "--to", "fpuzzles"], &file.to_string())
    };
    let plain = convert(&file);
    let written = self::json(&plain.stdout);
    assert_eq!((&written["title"], &written["author"]), (&json!("A title"), &json!("A. Setter")));
    assert!(!plain.stderr.contains("warning"), "{}", plain.stderr);
    file["line"] = json!([{ "lines": [["R1C1", "R1C2"]], "outlineC": "#000000", "width": 0.2 }]);
    let drawn = convert(&file);
    let written = self::json(&drawn.stdout);
    assert!(written.get("line").is_none() && written["author"] == "A. Setter", "{written}");
    assert!(drawn.stderr.contains("warning"), "{}", drawn.stderr);
}
