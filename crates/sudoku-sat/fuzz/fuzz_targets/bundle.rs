//! Verifies a bundle in which one file has arbitrary content.
//!
//! The first byte selects the bundle and the file. Verification must not panic, and must not accept a changed formula.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sudoku_sat::proof::bundle::{BundleFiles, bundle_files, verify_bundle};
use sudoku_sat::proof::certify;
use sudoku_sat::{Limits, Puzzle};

static BUNDLES: LazyLock<[BundleFiles; 3]> = LazyLock::new(|| {
    ["12..3......4...1", "1..2............", "12.3...4........"].map(|puzzle| {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        bundle_files(&puzzle, &certify(&puzzle, &Limits::none()).unwrap()).unwrap()
    })
});

fuzz_target!(|data: &[u8]| {
    let [selection, content @ ..] = data else { return };
    let mut bundle = BUNDLES[usize::from(selection % 3)].clone();
    let name = bundle.keys().nth(usize::from(selection / 3) % bundle.len()).cloned().unwrap();
    let is_fixed = name.ends_with(".cnf") && bundle[&name] != content;
    bundle.insert(name, content.to_vec());
    let result = verify_bundle(&bundle, &Limits::none());
    assert!(!is_fixed || result.is_err(), "accepted a changed formula");
});
