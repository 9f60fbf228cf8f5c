//! Tests that the dependencies follow the rules in `.cargo/deny.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use crate::common::root;

/// Returns the strings of the list `name` in `.cargo/deny.toml`, without the reasons.
fn listed(name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(".cargo/deny.toml")).unwrap();
    let (_, list) = text.split_once(&format!("\n{name} = [\n")).unwrap();
    let (list, _) = list.split_once("\n]").unwrap();
    list.lines().map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
}

/// Returns the packages of the workspace and all dependencies for all features and platforms.
fn packages() -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Returns whether `is_allowed` permits the SPDX expression `license`.
fn permits(license: &str, is_allowed: &impl Fn(&str) -> bool) -> bool {
    let license = license.replace('/', " OR ");
    // `AND` binds closer than `OR`. Parentheses enclose only whole operands in practice.
    let mut depth = 0;
    let mut operands = vec![(String::new(), String::new())];
    for word in license.replace('(', "( ").replace(')', " )").split(' ') {
        depth += i32::from(word == "(") - i32::from(word == ")");
        match (word, depth) {
            ("AND" | "OR", 0) => operands.push((word.to_owned(), String::new())),
            ("(", 1) | (")", 0) => {}
            _ => operands.last_mut().unwrap().1.extend([" ", word]),
        }
    }
    if let [(_, atom)] = &operands[..]
        && !atom.contains(" OR ")
        && !atom.contains(" AND ")
    {
        return is_allowed(atom.trim());
    }
    let mut alternatives: Vec<bool> = Vec::new();
    for (operator, operand) in operands {
        let is_permitted = permits(operand.trim(), is_allowed);
        match (&*operator, alternatives.last_mut()) {
            ("AND", Some(last)) => *last &= is_permitted,
            _ => alternatives.push(is_permitted),
        }
    }
    alternatives.contains(&true)
}

#[test]
fn license_expressions_are_evaluated() {
    let is_allowed = |license: &str| ["A", "B", "C WITH x"].contains(&license);
    for allowed in ["A", "A OR X", "X/A", "X OR A AND B", "(X OR A) AND B", "C WITH x OR X", "(A)"] {
        assert!(permits(allowed, &is_allowed), "{allowed}");
    }
    for denied in ["X", "A AND X", "X OR Y", "X AND A OR Y", "(A OR B) AND X", "A WITH y", "(A AND X)", ""] {
        assert!(!permits(denied, &is_allowed), "{denied}");
    }
}

#[test]
fn all_licenses_and_sources_are_allowed() {
    let allowed = listed("allow");
    for package in packages() {
        let name = &package["name"];
        let license = package["license"].as_str().unwrap_or_default();
        assert!(permits(license, &|license| allowed.contains(license)), "{name} has the license '{license}'");
        if let Some(source) = package["source"].as_str() {
            assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        }
    }
}

/// Each duplicate is listed with its reason, and the list contains nothing else.
#[test]
fn duplicate_versions_are_listed() {
    let mut versions: BTreeMap<String, Vec<Vec<u64>>> = BTreeMap::new();
    for package in packages() {
        let version = package["version"].as_str().unwrap();
        let numbers = version.split(['.', '-', '+']).map_while(|number| number.parse().ok()).collect();
        versions.entry(package["name"].as_str().unwrap().to_owned()).or_default().push(numbers);
    }
    let mut old = BTreeSet::new();
    for (name, mut versions) in versions {
        versions.sort_unstable();
        versions.pop();
        let text = |version: Vec<u64>| version.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
        old.extend(versions.into_iter().map(|version| format!("{name}@{}", text(version))));
    }
    assert_eq!(old, listed("skip"));
}
