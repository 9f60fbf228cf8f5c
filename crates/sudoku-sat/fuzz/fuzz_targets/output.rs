//! Parses arbitrary bytes as solver output, in strict mode and in lenient mode.
//!
//! If strict parsing finds a model, the first model found by lenient parsing must be the same. This property is not
//! checked if the output does not end with a newline or if it contains the letter `v`, which may start a `v` line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_sat::Outcome;
use sudoku_sat::solver::output::{self, ModelReader, SmtModelReader, Strictness};

fuzz_target!(|data: &[u8]| {
    let mut models = ModelReader::new(data, Strictness::Lenient);
    let first = models.by_ref().next();
    let _ = models.by_ref().count();
    let _ = models.finish();
    let mut models = SmtModelReader::new(data);
    let _ = models.by_ref().count();
    let _ = models.finish();
    if let Ok(Outcome::Satisfiable(model)) = output::read(data)
        && data.ends_with(b"\n")
        && !data.contains(&b'v')
    {
        assert_eq!(first.and_then(Result::ok), Some(model));
    }
});
