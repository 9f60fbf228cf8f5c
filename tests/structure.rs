//! The architecture's invariants that a compiler does not check.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::root;

/// All Rust files below `crates`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let below = folders.iter().filter(|path| !path.ends_with("target")).flat_map(|folder| sources(folder));
    files.chain(below).collect()
}

/// The files, by their path below `crates`, whose code names a crate.
fn users_of(name: &str) -> Vec<String> {
    let mention = format!("{name}::");
    let names_it = |line: &str| {
        let is_word =
            |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':'));
        !line.trim_start().starts_with("//") && line.match_indices(&mention).any(|(at, _)| is_word(at))
    };
    let folder = root().join("crates");
    let users = sources(&folder).into_iter();
    let users = users.filter(|path| fs::read_to_string(path).unwrap().lines().any(names_it));
    users.map(|path| path.strip_prefix(&folder).unwrap().display().to_string()).collect()
}

#[test]
fn one_file_names_varisat() {
    let mut users = users_of("varisat");
    users.sort();
    // The library's root names the module of this name, not the crate.
    assert_eq!(users, ["sudoku-sat/src/lib.rs", "sudoku-sat/src/varisat.rs"]);
    let root = fs::read_to_string(root().join("crates/sudoku-sat/src/lib.rs")).unwrap();
    assert_eq!(root.matches("varisat::").count(), root.matches("pub use varisat::Varisat;").count());
}

#[test]
fn one_file_names_cadical() {
    for name in ["rustsat", "rustsat_cadical"] {
        let mut users = users_of(name);
        // What compares with other solvers names them all.
        users.retain(|user| user != "sudoku-sat/peers/src/main.rs");
        assert_eq!(users, ["sudoku-sat/src/cadical.rs"]);
    }
}

#[test]
fn only_programs_name_clap() {
    let users = users_of("clap");
    assert!(
        !users.is_empty()
            && users.iter().all(|name| name.ends_with("/main.rs")
                || name.ends_with("/args.rs")
                || name.contains("/args/")),
        "{users:?}"
    );
}

#[test]
fn the_top_level_is_fixed() {
    let expected = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "cnf-samples",
        "crates",
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
fn every_sample_says_what_it_is() {
    for entry in fs::read_dir(root().join("cnf-samples")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let says = match path.extension().and_then(|end| end.to_str()) {
            Some("txt") => text.starts_with("# "),
            Some("cnf") => text.starts_with("c "),
            // A result file has no comments; the list of samples tells about it.
            _ => true,
        };
        assert!(says, "{}", path.display());
        let list = fs::read_to_string(root().join("cnf-samples/README.md")).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name == "README.md" || list.contains(&format!("`{name}`")), "{name} is not listed");
    }
}
