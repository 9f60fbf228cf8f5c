//! The classes of results to which a record belongs.

use sudoku_cnf::cli::result_class::ResultClass;

use super::record::{JsonRecord, Status, Uniqueness};

impl JsonRecord {
    /// Returns whether the result belongs to the class `outcome`.
    pub(crate) fn is_in(&self, outcome: ResultClass) -> bool {
        match outcome {
            ResultClass::Solved => self.status == Status::Solved,
            ResultClass::Unsatisfiable => self.status == Status::Unsatisfiable,
            ResultClass::Unique => self.unique == Some(Uniqueness::Unique),
            ResultClass::Several => self.unique == Some(Uniqueness::Several),
            ResultClass::Invalid => self.is_invalid,
            ResultClass::Unknown => {
                self.status == Status::Unknown || self.unique == Some(Uniqueness::Unknown)
            }
            difficulty => self.rating.as_ref().is_some_and(|rating| rating.difficulty == difficulty.name()),
        }
    }

    /// Returns the class under which a summary counts the result, or `None` for errors.
    pub(crate) fn counted_outcome(&self) -> Option<ResultClass> {
        let is_counted =
            |outcome: &ResultClass| !matches!(outcome, ResultClass::Unique | ResultClass::Invalid);
        ResultClass::OF_RATE.into_iter().filter(is_counted).find(|&outcome| self.is_in(outcome))
    }
}
