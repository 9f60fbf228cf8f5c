//! Every command in the README's `console` blocks does what the README shows.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{binaries, finish, has_solver, root};

/// A command and what it prints.
struct Example {
    command: String,
    output: String,
}

/// The examples of each `console` block of a text.
fn blocks(text: &str) -> Vec<Vec<Example>> {
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let mut examples: Vec<Example> = Vec::new();
            for line in block.lines() {
                if let Some(command) = line.strip_prefix("$ ") {
                    examples.push(Example { command: command.to_owned(), output: String::new() });
                } else {
                    let example = examples.last_mut().expect("a block begins with a command");
                    example.output += line;
                    example.output.push('\n');
                }
            }
            examples
        })
        .collect()
}

/// Runs a command in `folder` with the built binaries in PATH; both outputs together.
fn shell(command: &str, folder: &Path) -> String {
    let command = command.replace("cargo run --release -p sudoku-sat --", "sudoku-sat");
    let path = format!("{}:{}", binaries().display(), std::env::var("PATH").unwrap());
    let script = format!("{{ {command}\n}} 2>&1");
    finish(Command::new("sh").args(["-c", &script]).current_dir(folder).env("PATH", path), "").stdout
}

#[test]
fn the_commands_of_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = std::env::temp_dir().join(format!("sudoku-readme-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(root().join("cnf-samples"), folder.join("cnf-samples")).unwrap();
    let blocks = blocks(&readme);
    assert!(blocks.len() > 4);
    for block in blocks {
        let wanted = ["minisat", "picosat", "clasp"].into_iter().filter(|solver| {
            block.iter().any(|example| example.command.split([' ', '\'']).any(|word| word == *solver))
        });
        if wanted.into_iter().any(|solver| !has_solver(solver)) {
            continue;
        }
        for example in block {
            assert_eq!(shell(&example.command, &folder), example.output, "{}", example.command);
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
