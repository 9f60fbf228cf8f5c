//! Checks arbitrary bytes as a CNF and an LRAT proof, which are separated by a zero byte.
//!
//! If the checker accepts the proof, no assignment of up to 16 variables may satisfy the CNF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_sat::proof::{ClausalProof, check_lrat};

fuzz_target!(|data: &[u8]| {
    let _ = ClausalProof::parse_drat(data);
    let Some(middle) = data.iter().position(|&byte| byte == 0) else { return };
    let (cnf, proof) = (&data[..middle], &data[middle + 1..]);
    if check_lrat(cnf, proof).is_err() {
        return;
    }
    let text = String::from_utf8_lossy(cnf);
    let clauses: Vec<Vec<i32>> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['c', 'p']))
        .map(|line| {
            line.split_ascii_whitespace().map(|word| word.parse().unwrap()).filter(|&l| l != 0).collect()
        })
        .collect();
    let largest = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    if largest > 16 {
        return;
    }
    for model in 0..1_u32 << largest {
        let is_true = |literal: i32| (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
        let is_model = clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(literal)));
        assert!(!is_model, "accepted a proof for a satisfiable CNF");
    }
});
