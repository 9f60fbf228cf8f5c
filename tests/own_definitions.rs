//! Rules with own definitions take their form from the definition, in all formats and in the generator.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Run, run, run_with_input};

const DEFINITIONS: &str = "\
define far(l: cells, d: int = 4): forall (a, b in consecutive of l) (abs(a - b) >= d)
    sentence \"neighbors on {l} differ by at least {d}\"  draw line green
define times(c: cells, k: int): product(c) = k  draw cage
define pair(a: cell, b: cell, k: int): a * b = k  draw dots
define first(l: clue, k: int): l[1] + l[2] = k  draw outside
define ends(p: cell, l: cells): p = l[1] + l[length(l)]  draw line
define tens(a: cell): a != 5
define three(a: cells, b: cells, c: cells): sum(a) + sum(b) = sum(c)
";

fn path_of(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

fn generate(folder: &Path, kinds: &str, more: &[&str]) -> Run {
    let rules = path_of(folder, "own.rules");
    fs::write(&rules, DEFINITIONS).unwrap();
    let arguments = ["generate", "-q", "--seed=1", "--with-rules", kinds, "--rules", &rules];
    run("sudoku-sat", arguments.iter().chain(more))
}

/// Returns the rules with the name of a definition.
fn rules<'v>(puzzle: &'v Value, name: &str) -> &'v Vec<Value> {
    puzzle["constraints"][name].as_array().unwrap()
}

#[test]
fn the_generator_takes_the_form_from_the_definition() {
    let folder = tempfile::tempdir().unwrap();
    let fields =
        [("far", "lines"), ("times", "cells"), ("pair", "cells"), ("first", "cell"), ("ends", "lines")];
    for (name, field) in fields {
        let generated = generate(folder.path(), name, &[]);
        assert_eq!(generated.code, 0, "{name}: {}", generated.stderr);
        let puzzle: Value = serde_json::from_str(&generated.stdout).unwrap();
        assert!(rules(&puzzle, name).iter().all(|rule| rule.get(field).is_some()), "{puzzle}");
        assert_eq!(run_with_input("sudoku-sat", ["count"], &generated.stdout).stdout, "exactly 1\n");
    }
    let mixed = generate(folder.path(), "times,thermometer", &[]);
    let puzzle: Value = serde_json::from_str(&mixed.stdout).unwrap();
    assert!(!rules(&puzzle, "times").is_empty() && !rules(&puzzle, "thermometer").is_empty());
    let tiled = generate(folder.path(), "times", &["--tile"]);
    let puzzle: Value = serde_json::from_str(&tiled.stdout).unwrap();
    let cells = rules(&puzzle, "times").iter().map(|rule| rule["cells"].as_array().unwrap().len());
    assert_eq!(cells.sum::<usize>(), 81);
    for (kinds, expected) in
        [("three", "cannot generate puzzles with the rule 'three'"), ("fur", "did you mean 'far'?")]
    {
        let failed = generate(folder.path(), kinds, &[]);
        assert!(failed.code != 0 && failed.stderr.contains(expected), "{}", failed.stderr);
    }
}

/// The rules beside the definitions are rules of all puzzles.
#[test]
fn the_rules_file_of_the_generator_may_have_rules() {
    let folder = tempfile::tempdir().unwrap();
    let rules = path_of(folder.path(), "more.rules");
    fs::write(&rules, "antiknight\nodd: r1c1\n").unwrap();
    let generated = run("sudoku-sat", ["generate", "-q", "--seed=1", "--rules", &rules]);
    let puzzle: Value = serde_json::from_str(&generated.stdout).unwrap();
    assert_eq!(puzzle["constraints"]["odd"][0]["cell"], "R1C1", "{}", generated.stderr);
    assert_eq!(puzzle["variants"][0], "antiknight", "{puzzle}");
    assert_eq!(run_with_input("sudoku-sat", ["count"], &generated.stdout).stdout, "exactly 1\n");
}

#[test]
fn files_of_other_programs_use_definitions_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let generated = generate(folder.path(), "far,times,ends", &[]);
    let definitions = path_of(folder.path(), "own.rules");
    let converted = run_with_input("sudoku-cli", ["convert", "--to", "fpuzzles"], &generated.stdout);
    let mut puzzle: Value = serde_json::from_str(&converted.stdout).unwrap();
    assert!(puzzle["far"][0]["lines"][0].is_array() && puzzle["times"][0]["value"].is_string(), "{puzzle}");
    // Other programs do not write definitions.
    puzzle.as_object_mut().unwrap().remove("definitions");
    let text = puzzle.to_string();
    let read = |arguments: &[&str]| run_with_input("sudoku-cli", ["convert"].iter().chain(arguments), &text);
    let with = read(&["--to", "json", "--rules", &definitions]);
    let again: Value = serde_json::from_str(&with.stdout).unwrap();
    let expected: Value = serde_json::from_str(&generated.stdout).unwrap();
    assert_eq!(again["constraints"], expected["constraints"], "{}", with.stderr);
    let without = read(&["--to", "json"]);
    assert!(without.stderr.contains("unsupported constraint '"), "{}", without.stderr);
    assert!(["ends", "far", "times"].iter().any(|name| without.stderr.contains(name)), "{}", without.stderr);
}

/// A list of cells for each parameter is the form of JSON for definitions with any parameters.
#[test]
fn json_accepts_a_list_for_each_parameter() {
    let puzzle = |rule: &str, name: &str| {
        let definitions: Vec<&str> =
            DEFINITIONS.lines().filter(|line| line.contains(&format!("{name}("))).collect();
        format!(
            r#"{{"puzzle": "{}", "constraints": {{"{name}": [{rule}]}}, "definitions": ["{}"]}}"#,
            ".".repeat(16),
            definitions[0]
        )
    };
    for (name, rule, expected) in [
        (
            "times",
            r#"{"cells": [["R1C1", "R1C2"]], "values": [2]}"#,
            r#"{"cells":["R1C1","R1C2"],"value":"2"}"#,
        ),
        (
            "pair",
            r#"{"cells": [["R1C1"], ["R1C2"]], "values": [2]}"#,
            r#"{"cells":["R1C1","R1C2"],"value":"2"}"#,
        ),
        ("tens", r#"{"cell": "R1C1"}"#, r#"{"cell":"R1C1"}"#),
        (
            "three",
            r#"{"cells": [["R1C1"], ["R1C2"], ["R1C3"]]}"#,
            r#"{"cells":[["R1C1"],["R1C2"],["R1C3"]]}"#,
        ),
    ] {
        let read = run_with_input("sudoku-cli", ["convert", "--to", "json"], &puzzle(rule, name));
        assert!(read.stdout.contains(&format!("\"{name}\":[{expected}]")), "{}{}", read.stdout, read.stderr);
    }
    let wrong = run_with_input(
        "sudoku-cli",
        ["convert", "--to", "json"],
        &puzzle(r#"{"cell": "R1C1", "color": "red"}"#, "tens"),
    );
    assert!(
        wrong.stderr.contains("tens: expected the fields cell, cells, value, found 'color'"),
        "{}",
        wrong.stderr
    );
}
