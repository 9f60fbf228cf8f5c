//! The totals of `sudoku-cli check`.

use std::collections::BTreeMap;
use std::fmt;

use sudoku_cnf::cli::exit_code;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::result_class::ResultClass;

/// The number of puzzles and full grids with each result, and the number of errors.
#[derive(Default)]
pub(super) struct Tally {
    results: BTreeMap<ResultClass, u64>,
    errors: u64,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: ResultClass) {
        *self.results.entry(outcome).or_default() += 1;
    }

    pub(super) fn count_error(&mut self) {
        self.errors += 1;
    }

    /// Returns whether nothing has been counted.
    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty() && self.errors == 0
    }

    /// Returns the exit code of a run that only filters: 0 unless there were errors or unknown results.
    pub(super) fn exit_code_of_filter(&self) -> u8 {
        match (self.errors, self.has(ResultClass::Unknown)) {
            (0, false) => exit_code::DONE,
            (0, true) => exit_code::UNKNOWN,
            _ => exit_code::ERROR,
        }
    }

    /// Returns the exit code, which also depends on the results.
    pub(super) fn exit_code(&self) -> u8 {
        if self.has(ResultClass::Several) || self.has(ResultClass::Invalid) {
            return exit_code::ERROR;
        }
        match self.exit_code_of_filter() {
            exit_code::DONE if self.has(ResultClass::Unsatisfiable) => exit_code::NO_SOLUTION,
            code => code,
        }
    }

    fn has(&self, outcome: ResultClass) -> bool {
        self.results.contains_key(&outcome)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let valid = self.results.get(&ResultClass::Valid).copied().unwrap_or_default();
        write!(f, "{} valid", grouped(valid))?;
        for (outcome, &count) in self.results.iter().filter(|(outcome, _)| **outcome != ResultClass::Valid) {
            write!(f, ", {} {outcome}", grouped(count))?;
        }
        if self.errors > 0 {
            write!(f, ", {}", counted(self.errors, "error", "errors"))?;
        }
        Ok(())
    }
}
