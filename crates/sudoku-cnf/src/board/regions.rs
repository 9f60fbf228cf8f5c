//! The regions of a jigsaw, which take the place of boxes.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::MAX_SIZE;

/// Which cell belongs to which of the n regions of n cells. Clones share it.
///
/// As text: a label for each of the n² cells, row-major, as n lines or one; a character each, or words
/// between blanks. Bars, rules and lines that begin with `#` are passed over.
///
/// ```
/// use sudoku_cnf::board::Regions;
///
/// let regions: Regions = "AABB\nAABC\nDBCC\nDDDC".parse()?;
/// assert_eq!(regions.size(), 4);
/// assert_eq!(regions.of_cells()[6], 1);
/// # Ok::<(), sudoku_cnf::board::RegionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    size: usize,
    /// The region of each cell, from 0 in the order in which they appear.
    of_cells: Arc<[u16]>,
}

/// Why labels make no regions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegionsError {
    /// They are not as many as the cells of a board.
    #[error("{0} region labels make no board; give a label for each cell, as n lines of n")]
    Count(usize),
    /// A region has more or fewer than n cells.
    #[error(
        "region '{label}' has {found} cells, but each region of a {size}x{size} board has {size}; relabel its cells"
    )]
    Size {
        /// The region's label.
        label: String,
        /// Its number of cells.
        found: usize,
        /// The size n of the board.
        size: usize,
    },
}

impl Regions {
    /// The regions of cells with these labels, row-major.
    ///
    /// # Errors
    /// If the number of labels is not n² for an n up to [`MAX_SIZE`], or a region has not n cells.
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
        let of_cells: Arc<[u16]> = labels.iter().map(AsRef::as_ref).map(number).collect();
        let mut counts = vec![0; known.len()];
        of_cells.iter().for_each(|&region| counts[usize::from(region)] += 1);
        // In the order in which the regions appear.
        for (&region, label) in of_cells.iter().zip(labels) {
            let found = counts[usize::from(region)];
            if found != size {
                return Err(RegionsError::Size { label: label.as_ref().to_owned(), found, size });
            }
        }
        Ok(Self { size, of_cells })
    }

    /// The size n of the board.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The region of each cell, row-major: numbers from 0 in the order in which they appear.
    #[must_use]
    pub fn of_cells(&self) -> &[u16] {
        &self.of_cells
    }
}

impl FromStr for Regions {
    type Err = RegionsError;

    fn from_str(text: &str) -> Result<Self, RegionsError> {
        Self::from_labels(&labels(text))
    }
}

/// The labels in a text that has one for each cell, as [`Regions`] has them.
#[must_use]
pub fn labels(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(|line| line.replace('|', ""));
    let is_row = |line: &String| !line.starts_with('#') && line.contains(|c: char| !" \t\r+-=".contains(c));
    let lines: Vec<_> = lines.filter(is_row).collect();
    let words: Vec<_> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
    // A word a line, or n words of n characters, are rows of labels.
    let size = words.len();
    if words.len() == lines.len() || words.iter().all(|word| word.chars().count() == size) {
        return words.iter().flat_map(|word| word.chars()).map(String::from).collect();
    }
    words.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_the_same_regions() {
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
    fn labels_that_make_no_regions() {
        let complaint = |text: &str| text.parse::<Regions>().unwrap_err().to_string();
        assert_eq!(
            complaint(""),
            "0 region labels make no board; give a label for each cell, as n lines of n"
        );
        assert_eq!(
            complaint("aabb\naab\nccdd\nccdd"),
            "15 region labels make no board; give a label for each cell, as n lines of n"
        );
        assert_eq!(
            complaint("aab"),
            "3 region labels make no board; give a label for each cell, as n lines of n"
        );
        assert_eq!(
            complaint("aaab aabb ccdd ccdd"),
            "region 'a' has 5 cells, but each region of a 4x4 board has 4; relabel its cells"
        );
    }
}
