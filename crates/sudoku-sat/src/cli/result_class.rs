//! The classes of results to which records and bundles belong.

use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_sat::proof::bundle::Claim;

use super::record::{JsonRecord, Status, Uniqueness};

impl JsonRecord {
    /// Returns whether the result belongs to the `class`.
    pub(crate) fn is_in(&self, class: ResultClass) -> bool {
        match class {
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

    /// Returns the class of the status, or `None` for errors.
    pub(crate) fn status_class(&self) -> Option<ResultClass> {
        match self.status {
            Status::Solved => Some(ResultClass::Solved),
            Status::Unsatisfiable => Some(ResultClass::Unsatisfiable),
            Status::Unknown => Some(ResultClass::Unknown),
            Status::Error => None,
        }
    }

    /// Returns the class of the rating, or that of a puzzle without a rating, or `None` for errors.
    pub(crate) fn rating_class(&self) -> Option<ResultClass> {
        let is_counted = |class: &ResultClass| !matches!(class, ResultClass::Unique | ResultClass::Invalid);
        ResultClass::OF_RATE.into_iter().filter(is_counted).find(|&class| self.is_in(class))
    }
}

/// Returns the class of a claim.
pub(super) fn class_of(claim: Claim) -> ResultClass {
    match claim {
        Claim::Unique => ResultClass::Unique,
        Claim::Unsatisfiable => ResultClass::Unsatisfiable,
        Claim::Several => ResultClass::Several,
    }
}
