//! Tests for architectural invariants that the compiler does not check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::root;

/// A Rust source file.
struct Source {
    /// The path relative to the `crates` directory.
    path: String,
    /// The code without comments or unit tests.
    code: String,
}

impl Source {
    /// Returns whether the file belongs to a program rather than a library.
    fn is_program(&self) -> bool {
        self.path.contains("/src/cli/") || self.path.ends_with("/src/main.rs")
    }

    /// Returns whether the code contains a path that starts with the crate name `name`, for example `varisat::Solver`.
    fn names_crate(&self, name: &str) -> bool {
        self.code.match_indices(&format!("{name}::")).any(|(at, _)| {
            !self.code[..at].ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | ':'))
        })
    }
}

/// Returns the Rust files in `crates/*/src` and its subdirectories.
fn sources() -> Vec<Source> {
    let crates = root().join("crates");
    let mut files = Vec::new();
    for package in fs::read_dir(&crates).unwrap() {
        collect(&package.unwrap().path().join("src"), &mut files);
    }
    let source = |path: PathBuf| {
        let code = code(&fs::read_to_string(&path).unwrap());
        Source { path: path.strip_prefix(&crates).unwrap().display().to_string(), code }
    };
    files.into_iter().map(source).collect()
}

pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the lines of `text` before the unit tests, excluding comment lines.
pub(crate) fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the sorted paths of the source files for which `is_found` returns `true`.
fn paths(is_found: impl Fn(&Source) -> bool) -> Vec<String> {
    let mut paths: Vec<_> = sources().into_iter().filter(is_found).map(|source| source.path).collect();
    paths.sort();
    paths
}

#[test]
fn only_one_file_names_each_embedded_solver() {
    for (name, file) in [("varisat", "varisat/instance"), ("cadical", "cadical")] {
        // In a file that declares `mod varisat;`, paths that start with `varisat::` refer to that module, not to the
        // crate.
        let module = format!("mod {name};");
        let names_solver = |source: &Source| source.names_crate(name) && !source.code.contains(&module);
        assert_eq!(paths(names_solver), [format!("sudoku-sat/src/solver/{file}.rs")]);
    }
}

#[test]
fn libraries_do_not_print_exit_or_read_arguments() {
    let of_programs = [
        "print!",
        "println!",
        "eprint!",
        "eprintln!",
        "dbg!",
        "io::stdout",
        "io::stderr",
        "process::exit",
        "env::args",
        "is_terminal",
    ];
    for source in sources().into_iter().filter(|source| !source.is_program()) {
        for name in ["clap", "anyhow", "indicatif", "signal_hook", "ctrlc"] {
            assert!(!source.names_crate(name), "{} names the crate {name}", source.path);
        }
        for call in of_programs {
            assert!(!source.code.contains(call), "{} contains {call}", source.path);
        }
    }
}

/// Libraries must not mention command-line options, not even in error messages. The programs add hints about options.
#[test]
fn only_programs_mention_command_line_options() {
    let mentions_option = |code: &str| {
        let mut after = code.split("--").skip(1);
        after.any(|after| after.starts_with(|first: char| first.is_ascii_lowercase()))
    };
    let found = paths(|source| !source.is_program() && mentions_option(&source.code));
    // The only exception is a file that passes options to external solvers.
    assert_eq!(found, ["sudoku-sat/src/solver/external/program.rs"]);
}

/// The LRAT checker must not depend on code that could contain the same error as the proofs.
#[test]
fn the_lrat_checker_uses_no_other_module() {
    let checkers: Vec<_> =
        sources().into_iter().filter(|source| source.path.ends_with("proof/check.rs")).collect();
    let [checker] = &checkers[..] else { panic!("one file") };
    let imports: Vec<_> = checker.code.lines().filter(|line| line.starts_with("use ")).collect();
    assert_eq!(imports, ["use std::collections::HashMap;", "use thiserror::Error;"]);
    for path in ["crate::", "super::", "sudoku_cnf"] {
        assert!(!checker.code.contains(path), "{path}");
    }
    assert!(checker.code.lines().count() < 300);
}

/// No two public types or traits may have the same name, even if they are in different crates.
#[test]
fn public_types_have_different_names() {
    let mut files = BTreeMap::<String, Vec<String>>::new();
    for source in sources() {
        for line in source.code.lines() {
            let declared = line.trim_start().strip_prefix("pub ");
            let name = declared.and_then(|rest| {
                let rest =
                    ["struct ", "enum ", "trait "].iter().find_map(|keyword| rest.strip_prefix(keyword))?;
                rest.split(|c: char| !c.is_alphanumeric()).next()
            });
            if let Some(name) = name {
                files.entry(name.to_owned()).or_default().push(source.path.clone());
            }
        }
    }
    files.retain(|_, files| files.len() > 1);
    assert!(files.is_empty(), "{files:?}");
}

#[test]
fn the_oldest_compiler_is_documented() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, version) = manifest.split_once("rust-version = \"").unwrap();
    let version = format!("Rust {}", version.split_once('"').unwrap().0);
    let pages = ["README.md", "CONTRIBUTING.md"].map(str::to_owned);
    let libraries = ["cnf", "sat", "cli"].map(|name| format!("crates/sudoku-{name}/src/lib.rs"));
    for path in pages.iter().chain(&libraries) {
        let text = fs::read_to_string(root().join(path)).unwrap();
        assert!(text.contains(&version), "{path} does not mention {version}");
    }
}

#[test]
fn root_directory_contains_only_expected_files() {
    let expected = [
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "cnf-samples",
        "crates",
        "docs",
        "tests",
    ];
    let mut names: Vec<_> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| !name.starts_with('.') && name != "target");
    names.sort();
    assert_eq!(names, expected);
}

#[test]
fn every_sample_has_a_description() {
    let list = fs::read_to_string(root().join("cnf-samples/README.md")).unwrap();
    for entry in fs::read_dir(root().join("cnf-samples")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let is_described = match path.extension().and_then(|extension| extension.to_str()) {
            Some("txt") => text.starts_with("# "),
            Some("cnf") => text.starts_with("c "),
            // A MiniSat result file cannot contain comments, so it is described only in the README.
            _ => true,
        };
        assert!(is_described, "{}", path.display());
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name == "README.md" || list.contains(&format!("`{name}`")), "{name} is not listed");
    }
}

/// Rustfmt does not wrap comments.
#[test]
fn comments_fit_in_120_columns() {
    let mut files = Vec::new();
    collect(&root().join("crates"), &mut files);
    collect(&root().join("tests"), &mut files);
    let mut long = Vec::new();
    for path in files.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "target")) {
        let text = fs::read_to_string(path).unwrap();
        let is_long = |line: &str| {
            let comment = line.trim_start().starts_with("//") && !line.contains("//! |");
            comment && line.chars().count() > 120
        };
        let numbers = (1..).zip(text.lines()).filter(|(_, line)| is_long(line));
        long.extend(numbers.map(|(number, _): (usize, _)| format!("{}:{number}", path.display())));
    }
    assert!(long.is_empty(), "{long:#?}");
}
