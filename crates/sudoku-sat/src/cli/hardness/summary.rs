//! The quartiles of the effort of a solver.

use serde::Serialize;

/// The effort of a solver for the instances of one size and ratio. The fields are the columns of a CSV file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Summary {
    pub(super) family: &'static str,
    pub(super) size: usize,
    /// The ratio of holes to cells.
    pub(super) holes: f64,
    pub(super) solver: String,
    pub(super) encoding: &'static str,
    pub(super) at_most_one: &'static str,
    pub(super) instances: usize,
    pub(super) solved: usize,
    /// Whether the solver reports the conflicts of all instances that it solves.
    #[serde(skip)]
    pub(super) has_conflicts: bool,
    pub(super) conflicts_q1: Option<f64>,
    pub(super) conflicts_median: Option<f64>,
    pub(super) conflicts_q3: Option<f64>,
    pub(super) seconds_q1: Option<f64>,
    pub(super) seconds_median: Option<f64>,
    pub(super) seconds_q3: Option<f64>,
}

impl Summary {
    /// Returns the quartiles of the conflicts.
    pub(super) fn conflicts(&self) -> [Option<f64>; 3] {
        [self.conflicts_q1, self.conflicts_median, self.conflicts_q3]
    }

    /// Returns the quartiles of the times in seconds.
    pub(super) fn seconds(&self) -> [Option<f64>; 3] {
        [self.seconds_q1, self.seconds_median, self.seconds_q3]
    }
}

/// Returns the quartiles, or `None` for those that are infinite.
pub(super) fn quartiles(mut numbers: Vec<f64>) -> [Option<f64>; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| {
        let last = numbers.len().checked_sub(1)?;
        Some(numbers[(last * quarter + 2) / 4]).filter(|number| number.is_finite())
    })
}

#[cfg(test)]
mod tests {
    use super::quartiles;

    #[test]
    fn quartiles_are_elements() {
        let all = |numbers: &[f64]| quartiles(numbers.to_vec());
        assert_eq!(all(&[5.0, 1.0, 2.0, 4.0, 3.0]), [Some(2.0), Some(3.0), Some(4.0)]);
        assert_eq!(all(&[7.0]), [Some(7.0); 3]);
        assert_eq!(all(&[]), [None; 3]);
        assert_eq!(all(&[1.0, 2.0, 3.0, f64::INFINITY, f64::INFINITY]), [Some(2.0), Some(3.0), None]);
    }
}
