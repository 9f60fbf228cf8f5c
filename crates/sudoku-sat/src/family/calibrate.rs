//! Search for the ratio of holes at which a solver needs a certain effort.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::{FamilyError, FamilyOptions};
use crate::ask::SolveOptions;
use crate::search::SolveError;
use crate::solver::{Limits, Solver, StopReason};

/// The number of instances whose median is measured for each ratio.
const SAMPLE: u64 = 5;
/// The ratios from which the search starts.
const RATIOS: RangeInclusive<u32> = 6..=16;
const RATIO_STEP: f64 = 0.05;
/// The maximum number of bisection steps between a ratio that is too easy and one that is too hard.
const HALVINGS: u32 = 8;

/// The effort of a solver for one instance: a range of seconds, for example `1s..60s`, or of conflicts, for example
/// `1000..50000`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effort {
    /// The time in seconds.
    Seconds(RangeInclusive<f64>),
    /// The number of conflicts.
    Conflicts(RangeInclusive<u64>),
}

/// The error for text that is not a range of efforts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a range of seconds or conflicts, for example 1s..60s or 1000..50000")]
pub struct EffortError;

impl FromStr for Effort {
    type Err = EffortError;

    fn from_str(text: &str) -> Result<Self, EffortError> {
        let (from, to) = text.split_once("..").ok_or(EffortError)?;
        if let Some(to) = to.strip_suffix('s') {
            let seconds = |text: &str| text.parse().ok().filter(|seconds: &f64| *seconds >= 0.0);
            let from = seconds(from.strip_suffix('s').unwrap_or(from)).ok_or(EffortError)?;
            let to = seconds(to).filter(|to| *to >= from && to.is_finite()).ok_or(EffortError)?;
            return Ok(Self::Seconds(from..=to));
        }
        let from = from.parse().map_err(|_| EffortError)?;
        let to = to.parse().ok().filter(|to| *to >= from).ok_or(EffortError)?;
        Ok(Self::Conflicts(from..=to))
    }
}

impl Effort {
    /// Returns both ends of the range. Seconds and conflicts are both numbers here.
    fn bounds(&self) -> (f64, f64) {
        match self {
            Self::Seconds(range) => (*range.start(), *range.end()),
            Self::Conflicts(range) => (*range.start() as f64, *range.end() as f64),
        }
    }
}

/// An error while a ratio is searched for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CalibrationError {
    /// An instance could not be made.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The solver failed, or a limit was reached.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver does not count its conflicts.
    #[error(
        "the solver {0} does not report its conflicts\nhint: use a range of seconds, for example 1s..60s"
    )]
    NoConflicts(String),
    /// No ratio leads to the effort.
    #[error(
        "no ratio of holes reaches this effort; the largest median is {median:.3} with {holes:.3} holes\n\
         hint: use a larger board"
    )]
    OutOfRange {
        /// The ratio with the largest median.
        holes: f64,
        /// The largest median.
        median: f64,
    },
}

impl FamilyOptions {
    /// Searches for a ratio of holes with which the median effort of `solver` for five instances is in the range.
    ///
    /// The ratio grows from 0.3 in steps until the effort is large enough. If it is then too large, the last step is
    /// halved repeatedly. `report` receives each ratio and its median. The solver gets the complete encoding of the
    /// whole board. Each instance is stopped at the upper end of a range of seconds.
    ///
    /// The median of a time depends on the machine, and so does the ratio.
    ///
    /// # Errors
    /// Returns an error if no ratio is found, or if the solver fails.
    pub fn calibrate(
        &self,
        solver: &Solver,
        effort: &Effort,
        limits: &Limits,
        mut report: impl FnMut(f64, f64),
    ) -> Result<f64, CalibrationError> {
        let (least, most) = effort.bounds();
        let mut largest = (0.0, 0.0);
        let (mut too_easy, mut too_hard) = (0.0, None);
        let mut steps = RATIOS.map(|step| f64::from(step) * RATIO_STEP);
        let mut halvings = 0..HALVINGS;
        while let Some(holes) = match too_hard {
            None => steps.next(),
            Some(too_hard) => halvings.next().map(|_| f64::midpoint(too_easy, too_hard)),
        } {
            let median = match self.clone().holes(holes).median(solver, effort, limits) {
                // More holes make this less likely.
                Err(CalibrationError::Family(FamilyError::NoChange)) if too_hard.is_none() => break,
                median => median?,
            };
            report(holes, median);
            if median > most {
                too_hard = Some(holes);
            } else if median >= least {
                return Ok(holes);
            } else {
                too_easy = holes;
                if median >= largest.1 {
                    largest = (holes, median);
                }
            }
        }
        Err(CalibrationError::OutOfRange { holes: largest.0, median: largest.1 })
    }

    /// Returns the median effort for the first instances.
    fn median(self, solver: &Solver, effort: &Effort, limits: &Limits) -> Result<f64, CalibrationError> {
        let options = SolveOptions::new().solver(solver.clone().with_statistics()).limits(limits.clone());
        let options = match effort {
            Effort::Seconds(range) => options.timeout(Duration::try_from_secs_f64(*range.end()).ok()),
            Effort::Conflicts(_) => options,
        };
        let mut instances = self.build().map_err(FamilyError::from)?;
        let mut efforts = Vec::new();
        for number in 1..=SAMPLE {
            let measured = instances.instance(number, limits)?.effort(&options)?;
            efforts.push(match (effort, measured.statistics) {
                (Effort::Seconds(_), _) if !measured.is_solved => f64::INFINITY,
                (Effort::Seconds(_), _) => measured.seconds,
                // Without a range of seconds, a time limit concerns the whole search for a ratio.
                (Effort::Conflicts(_), _) if !measured.is_solved => {
                    return Err(SolveError::Unknown(StopReason::TimeLimit).into());
                }
                (Effort::Conflicts(_), Some(statistics)) => statistics.conflicts as f64,
                (Effort::Conflicts(_), None) => {
                    return Err(CalibrationError::NoConflicts(solver.name().to_string()));
                }
            });
        }
        efforts.sort_by(f64::total_cmp);
        Ok(efforts[efforts.len() / 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_units() {
        assert_eq!("1s..60s".parse(), Ok(Effort::Seconds(1.0..=60.0)));
        assert_eq!("0.5..2s".parse(), Ok(Effort::Seconds(0.5..=2.0)));
        assert_eq!("10..500".parse(), Ok(Effort::Conflicts(10..=500)));
        for text in ["", "1s", "2s..1s", "5..1", "1s..2", "-1s..1s", "1s..infs", "a..b"] {
            assert_eq!(text.parse::<Effort>(), Err(EffortError), "{text}");
        }
    }
}
