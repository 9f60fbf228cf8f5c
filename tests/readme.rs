//! Tests that the commands in the `console` blocks of the documents print the documented output.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{binaries, has_solver, root, run_command};

/// The external solvers that the commands in `console` blocks may use.
const SOLVERS: [&str; 5] = ["minisat", "picosat", "clasp", "cadical", "cryptominisat5"];

/// A command and its documented output.
struct Example {
    command: String,
    output: String,
}

/// Returns the `console` blocks in `text`, each as a list of examples.
fn blocks(text: &str) -> Vec<Vec<Example>> {
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let mut examples: Vec<Example> = Vec::new();
            for line in block.lines() {
                if let Some(command) = line.strip_prefix("$ ") {
                    examples.push(Example { command: command.to_owned(), output: String::new() });
                } else {
                    let example = examples.last_mut().expect("a block must begin with a command");
                    example.output += line;
                    example.output.push('\n');
                }
            }
            examples
        })
        .collect()
}

/// Runs a shell command in `folder` with the built binaries in `PATH`.
///
/// Returns the combined standard output and standard error.
fn shell(command: &str, folder: &Path) -> String {
    let command = command.replace("cargo run --release -p sudoku-sat --", "sudoku-sat");
    let path = format!("{}:{}", binaries().display(), std::env::var("PATH").unwrap());
    let script = format!("{{ {command}\n}} 2>&1");
    run_command(Command::new("sh").args(["-c", &script]).current_dir(folder).env("PATH", path), "").stdout
}

/// Runs the commands in the `console` blocks of `document` and asserts that they print the documented output.
///
/// The document must have at least `least_blocks` of these blocks. The commands run in a directory that contains the samples. Blocks that require a missing solver are skipped.
fn check(document: &str, least_blocks: usize) {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let name = document.replace('/', "-");
    let folder = std::env::temp_dir().join(format!("sudoku-{}-{name}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(root().join("cnf-samples"), folder.join("cnf-samples")).unwrap();
    let blocks = blocks(&text);
    assert!(blocks.len() >= least_blocks);
    for block in blocks {
        let needed = SOLVERS.into_iter().filter(|solver| {
            block.iter().any(|example| example.command.split([' ', '\'']).any(|word| word == *solver))
        });
        if needed.into_iter().any(|solver| !has_solver(solver)) {
            continue;
        }
        for example in block {
            assert_eq!(shell(&example.command, &folder), example.output, "{}", example.command);
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn readme_commands_print_the_documented_output() {
    check("README.md", 5);
}

#[test]
fn guide_commands_print_the_documented_output() {
    check("docs/guide.md", 5);
}

#[test]
fn commands_of_the_rules_print_the_documented_output() {
    check("docs/rules.md", 1);
}
