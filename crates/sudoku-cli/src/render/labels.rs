//! Row and column labels.

use sudoku_cnf::named_enum;

named_enum! {
    /// The style of the labels at the left and top edges of a board.
    pub enum Labels: "style of labels" {
        /// Rows are labeled `R1`, `R2`, …, and columns `C1`, `C2`, …
        RowColumn = "rc",
        /// Rows are labeled `A`, `B`, …, and columns `1`, `2`, …
        Letters = "letters",
    }
}

impl Labels {
    /// Returns the label of a row. Rows are numbered from 1.
    pub(super) fn of_row(self, number: usize) -> String {
        match self {
            Self::RowColumn => format!("R{number}"),
            Self::Letters => letters(number - 1),
        }
    }

    /// Returns the label of a column. Columns are numbered from 1.
    pub(super) fn of_column(self, number: usize) -> String {
        match self {
            Self::RowColumn => format!("C{number}"),
            Self::Letters => number.to_string(),
        }
    }
}

/// Returns the letters of a number that counts from 0: `A` to `Z`, `AA`, `AB` and so on.
pub(super) fn letters(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { letters(number / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_count_like_spreadsheet_columns() {
        assert_eq!([0, 25, 26, 51, 52, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "AAA"]);
    }
}
