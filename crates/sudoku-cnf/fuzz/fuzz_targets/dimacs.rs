//! DIMACS files: the clauses, and the comments that tell of a puzzle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::{Cnf, cnf_file, dimacs};

fuzz_target!(|data: &[u8]| {
    let mut cnf = Cnf::default();
    let _ = dimacs::read(data, &mut cnf);
    let _ = cnf_file::read_comments(data);
});
