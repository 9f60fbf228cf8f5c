//! Histograms of ratings and givens, as text and as SVG.

use std::cmp::Reverse;

use itertools::Itertools;
use sudoku_cnf::cli::Failure;

use super::csv_record::Column;
use super::plot;

/// The maximum number of bins for numbers.
const MAX_BINS: usize = 16;
/// The length of the longest bar of a text, in characters.
const MAX_BAR: usize = 40;

/// The bins of a histogram: the name and the number of values of each.
pub(super) struct Histogram {
    column: Column,
    bins: Vec<(String, usize)>,
}

impl Histogram {
    /// Counts the values of `column`. Numbers are sorted into bins of the same width, and names are sorted by their
    /// frequency.
    pub(super) fn new(column: Column, values: &[String]) -> Self {
        let bins = if matches!(column, Column::Givens | Column::Score | Column::TotalScore) {
            numeric_bins(values.iter().filter_map(|value| value.parse().ok()).collect())
        } else {
            let counts = values.iter().counts().into_iter();
            counts
                .sorted_by_key(|&(name, count)| (Reverse(count), name))
                .map(|(name, count)| (name.clone(), count))
                .collect()
        };
        Self { column, bins }
    }

    /// Returns one line per bin.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let name = self.bins.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let most = self.bins.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
        self.bins.iter().map(move |(text, count)| {
            let bar = "#".repeat((count * MAX_BAR).div_ceil(most));
            format!("{text:>name$} {bar:<MAX_BAR$} {count}")
        })
    }

    /// Draws the histogram as SVG.
    pub(super) fn svg(&self) -> Result<String, Failure> {
        plot::bars(self.column.name(), "puzzles", &self.bins)
    }
}

/// Returns the bins for numbers. Their width is the same, and at least 1.
fn numeric_bins(mut numbers: Vec<u64>) -> Vec<(String, usize)> {
    numbers.sort_unstable();
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Vec::new() };
    let width = (last - first + 1).div_ceil(MAX_BINS as u64);
    let bin = |number: &u64| (number - first) / width;
    let counts = numbers.iter().counts_by(bin);
    let name = |bin: u64| match (first + bin * width, width) {
        (start, 1) => start.to_string(),
        (start, width) => format!("{start}-{}", start + width - 1),
    };
    (0..=bin(&last)).map(|bin| (name(bin), counts.get(&bin).copied().unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(column: Column, values: &[&str]) -> Vec<String> {
        let values: Vec<_> = values.iter().map(|&value| value.to_owned()).collect();
        Histogram::new(column, &values).lines().map(|line| line.replace('#', "")).collect()
    }

    #[test]
    fn numbers_have_bins_of_the_same_width() {
        let blanks = " ".repeat(MAX_BAR);
        let givens = lines(Column::Givens, &["24", "22", "24"]);
        let half = " ".repeat(MAX_BAR / 2);
        assert_eq!(givens, [format!("22 {half} 1"), format!("23 {blanks} 0"), "24  2".to_owned()]);
        assert_eq!(lines(Column::Score, &["100", "1"]).len(), 15);
        assert_eq!(lines(Column::Score, &["100", "1"])[0], "   1-7  1");
        assert!(lines(Column::Score, &[]).is_empty());
    }

    #[test]
    fn names_are_sorted_by_frequency() {
        let techniques = lines(Column::Technique, &["x-wing", "aic", "swordfish", "aic"]);
        let names: Vec<_> = techniques.iter().map(|line| line.split_whitespace().next().unwrap()).collect();
        assert_eq!(names, ["aic", "swordfish", "x-wing"]);
    }
}
