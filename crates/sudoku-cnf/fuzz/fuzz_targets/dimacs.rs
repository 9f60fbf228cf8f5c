//! Reads arbitrary bytes as a DIMACS file: first the clauses, then the metadata in the comments.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::Cnf;
use sudoku_cnf::files::{dimacs, metadata};

fuzz_target!(|data: &[u8]| {
    let mut cnf = Cnf::default();
    let _ = dimacs::read(data, &mut cnf);
    let _ = metadata::read(data);
});
