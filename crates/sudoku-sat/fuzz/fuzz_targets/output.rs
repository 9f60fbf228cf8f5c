//! Reads arbitrary bytes as solver output, strictly and leniently.
//!
//! If the strict reader finds a model, the lenient reader must find the same model first. This is not checked if the
//! last line is truncated or the output may contain `v` lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_sat::Outcome;
use sudoku_sat::solver::output::{self, ModelReader, Strictness};

fuzz_target!(|data: &[u8]| {
    let mut models = ModelReader::new(data, Strictness::Lenient);
    let first = models.by_ref().next();
    let _ = models.by_ref().count();
    let _ = models.finish();
    if let Ok(Outcome::Satisfiable(model)) = output::read(data)
        && data.ends_with(b"\n")
        && !data.contains(&b'v')
    {
        assert_eq!(first.and_then(Result::ok), Some(model));
    }
});
