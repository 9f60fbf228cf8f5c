//! Classes of results, by which puzzles can be filtered and counted.

use sudoku_cnf::named_enum;

use super::record::{JsonRecord, Status, Uniqueness};

named_enum! {
    /// A class of results. A result may belong to several classes, for example `solved` and `unique`.
    #[derive(PartialOrd, Ord)]
    pub(crate) enum Outcome: "outcome" {
        Easy = "easy",
        Medium = "medium",
        Hard = "hard",
        Extreme = "extreme",
        Solved = "solved",
        Unique = "unique",
        Several = "several",
        Unsatisfiable = "unsatisfiable",
        Unknown = "unknown",
    }
}

impl Outcome {
    /// The classes of the results of `solve`.
    pub(crate) const OF_SOLVE: [Self; 5] =
        [Self::Solved, Self::Unique, Self::Several, Self::Unsatisfiable, Self::Unknown];
    /// The classes of the results of `rate`. Each result belongs to one class.
    pub(crate) const OF_RATE: [Self; 7] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Extreme,
        Self::Several,
        Self::Unsatisfiable,
        Self::Unknown,
    ];

    /// Returns whether the result in `record` belongs to this class.
    pub(crate) fn includes(self, record: &JsonRecord) -> bool {
        match self {
            Self::Solved => record.status == Status::Solved,
            Self::Unsatisfiable => record.status == Status::Unsatisfiable,
            Self::Unique => record.unique == Some(Uniqueness::Unique),
            Self::Several => record.unique == Some(Uniqueness::Several),
            Self::Unknown => record.status == Status::Unknown || record.unique == Some(Uniqueness::Unknown),
            Self::Easy | Self::Medium | Self::Hard | Self::Extreme => {
                record.rating.as_ref().is_some_and(|rating| rating.difficulty == self.name())
            }
        }
    }
}
