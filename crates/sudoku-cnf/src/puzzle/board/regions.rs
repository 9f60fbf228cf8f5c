//! Jigsaw regions, which replace the rectangular boxes of a board.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::MAX_SIZE;

/// The n regions of a jigsaw board, each consisting of n cells. Clones share their data.
///
/// In text form, the regions are given as one label per cell, in row-major order, on n lines or on a single line. A
/// label is a single character, or a word if the labels are separated by spaces. Vertical bars, separator lines, blank
/// lines and lines that start with `#` are ignored.
///
/// ```
/// use sudoku_cnf::puzzle::board::Regions;
///
/// let regions: Regions = "AABB\nAABC\nDBCC\nDDDC".parse()?;
/// assert_eq!(regions.size(), 4);
/// assert_eq!(regions.cell_regions()[6], 1);
/// # Ok::<(), sudoku_cnf::puzzle::board::RegionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    size: usize,
    /// The region number of each cell. Regions are numbered from 0 in the order of their first cells.
    cell_regions: Arc<[u16]>,
}

/// The error for labels that do not form valid regions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegionsError {
    /// No supported board has as many cells as there are labels.
    #[error("expected one region label per cell, as n lines of n labels; found {}", label_count(*.0))]
    Count(usize),
    /// A region has more or fewer than n cells.
    #[error(
        "regions of a {size}x{size} board have {size} cells, but the size of region '{label}' is {found}"
    )]
    Size {
        /// The label of the region.
        label: String,
        /// The number of cells in the region.
        found: usize,
        /// The size n of the board.
        size: usize,
    },
}

impl Regions {
    /// Creates regions from `labels`, which contains one label per cell in row-major order.
    ///
    /// # Errors
    /// Returns an error if the number of labels is not n² for some n from 1 to [`MAX_SIZE`], or if a region does not
    /// have exactly n cells.
    pub fn from_labels(labels: &[impl AsRef<str>]) -> Result<Self, RegionsError> {
        let size = labels.len().isqrt();
        if size * size != labels.len() || !(1..=MAX_SIZE).contains(&size) {
            return Err(RegionsError::Count(labels.len()));
        }
        let mut known = HashMap::new();
        let number = |label| {
            let next = known.len() as u16;
            *known.entry(label).or_insert(next)
        };
        let cell_regions: Arc<[u16]> = labels.iter().map(AsRef::as_ref).map(number).collect();
        let mut counts = vec![0; known.len()];
        cell_regions.iter().for_each(|&region| counts[usize::from(region)] += 1);
        // The loop visits the cells in row-major order, so it reports the first region that has the wrong size.
        for (&region, label) in cell_regions.iter().zip(labels) {
            let found = counts[usize::from(region)];
            if found != size {
                return Err(RegionsError::Size { label: label.as_ref().to_owned(), found, size });
            }
        }
        Ok(Self { size, cell_regions })
    }

    /// Returns the size n of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the region number of each cell, in row-major order.
    ///
    /// Regions are numbered from 0 in the order of their first cells.
    pub fn cell_regions(&self) -> &[u16] {
        &self.cell_regions
    }
}

impl FromStr for Regions {
    type Err = RegionsError;

    fn from_str(text: &str) -> Result<Self, RegionsError> {
        Self::from_labels(&labels(text))
    }
}

/// Splits `text` into labels, one per cell. See [`Regions`] for the format of the text.
///
/// If there are more labels than the largest board has cells, only one more than that is returned.
pub fn labels(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(|line| line.replace('|', ""));
    let is_row = |line: &String| !line.starts_with('#') && line.contains(|c: char| !" \t\r+-=".contains(c));
    let lines: Vec<_> = lines.filter(is_row).collect();
    let words: Vec<_> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
    // If each line is a single word, or if there are n words of n characters each, every character is a label.
    let size = words.len();
    if words.len() == lines.len() || words.iter().all(|word| word.chars().count() == size) {
        return words.iter().flat_map(|word| word.chars()).map(String::from).take(MAX_LABELS + 1).collect();
    }
    words.into_iter().map(str::to_owned).take(MAX_LABELS + 1).collect()
}

/// The number of cells of the largest board.
const MAX_LABELS: usize = MAX_SIZE * MAX_SIZE;

fn label_count(count: usize) -> String {
    if count > MAX_LABELS { format!("more than {MAX_LABELS}") } else { count.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_all_notations_of_the_same_regions() {
        let regions: Regions = "0011001122332233".parse().unwrap();
        for text in [
            "# a board\naabb\naabb\nccdd\nccdd\n",
            "7 7 8 8  7 7 8 8  9 9 x x  9 9 x x",
            "\u{feff}aabb\n\naabb\nccdd\nccdd",
            "aabb aabb ccdd ccdd",
            "aa|bb\naa|bb\n--+--\ncc|dd\ncc|dd",
            "10 10 11 11\r\n10 10 11 11\r\n12 12 13 13\r\n12 12 13 13",
        ] {
            assert_eq!(text.parse(), Ok(regions.clone()), "{text}");
        }
    }

    #[test]
    fn rejects_labels_that_do_not_form_regions() {
        let message = |text: &str| text.parse::<Regions>().unwrap_err().to_string();
        assert_eq!(message(""), "expected one region label per cell, as n lines of n labels; found 0");
        assert_eq!(
            message("aabb\naab\nccdd\nccdd"),
            "expected one region label per cell, as n lines of n labels; found 15"
        );
        assert_eq!(message("aab"), "expected one region label per cell, as n lines of n labels; found 3");
        assert_eq!(
            message("aaab aabb ccdd ccdd"),
            "regions of a 4x4 board have 4 cells, but the size of region 'a' is 5"
        );
    }
}
