//! What solvers print: an answer taken strictly, and the models in a log. What the strict reader finds, the other
//! finds first, unless the last line is cut off or there are `v` lines among others.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_sat::output::Models;
use sudoku_sat::{Outcome, output};

fuzz_target!(|data: &[u8]| {
    let mut models = Models::new(data);
    let first = models.by_ref().next();
    let _ = models.by_ref().count();
    let _ = models.end();
    if let Ok(Outcome::Satisfiable(model)) = output::read(data)
        && data.ends_with(b"\n")
        && !data.contains(&b'v')
    {
        assert_eq!(first.and_then(Result::ok), Some(model));
    }
});
