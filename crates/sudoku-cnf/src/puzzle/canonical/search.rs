//! The search for the least rearrangement of a grid, row by row.

use std::array::from_fn;

use super::columns::{Columns, Labels};
use super::full_grid::first_two_rows;
use super::node::{Cells, Node};

/// Returns the rows of the least grid that is equivalent to `cells`, as decimal numbers.
///
/// No two equal digits may share a row, column or box. Otherwise, the search could take very long.
pub(super) fn least_rows(cells: &Cells) -> [u32; 9] {
    let transposed = from_fn(|row| from_fn(|column| cells[column][row]));
    let sources = [Source::new(*cells), Source::new(transposed)];
    let mut least = [u32::MAX; 9];
    let (mut nodes, mut next) = (Vec::new(), Vec::new());
    let mut placed = 0;
    if cells.as_flattened().contains(&0) {
        let start =
            |source| Node { source, band: 0, placed: 0, columns: Columns::new(), labels: Labels::new() };
        nodes.extend([start(0), start(1)]);
    } else {
        (nodes, least[1]) = first_two_rows([&sources[0].rows, &sources[1].rows]);
        least[0] = 123_456_789;
        placed = 2;
    }
    for (position, least) in least.iter_mut().enumerate().skip(placed) {
        for node in &nodes {
            let source = &sources[usize::from(node.source)];
            for row in source.candidates(node, position) {
                let digits = &source.rows[row];
                let (arrangement, value) = node.columns.minimize(digits, &node.labels);
                if value < *least {
                    *least = value;
                    next.clear();
                }
                if value == *least {
                    let (band, placed) = ((row / 3) as u8, node.placed | 1 << row);
                    arrangement.for_each_order(digits, &node.labels, |columns, labels| {
                        next.push(Node { source: node.source, band, placed, columns, labels });
                    });
                }
            }
        }
        std::mem::swap(&mut nodes, &mut next);
        next.clear();
    }
    least
}

/// A grid whose rows are to be rearranged.
struct Source {
    rows: Cells,
    /// The set of rows without digits.
    blank: u16,
}

impl Source {
    fn new(rows: Cells) -> Self {
        let blank = (0..9).filter(|&row| rows[row] == [0; 9]).fold(0, |set, row| set | 1 << row);
        Self { rows, blank }
    }

    /// Returns the source rows that can follow the rows of `node` as row number `position`, counted from 0.
    ///
    /// Exchanging two empty rows of a band does not change the grid, so only the first of them is returned. The same is
    /// true for two empty bands.
    fn candidates(&self, node: &Node, position: usize) -> impl Iterator<Item = usize> {
        let rows_of = |band: usize| 0b111 << (3 * band);
        let free = !node.placed & 0o777;
        let mut candidates = 0;
        if position.is_multiple_of(3) {
            let mut has_blank_band = false;
            for band in (0..3).filter(|&band| free & rows_of(band) == rows_of(band)) {
                let is_blank = self.blank & rows_of(band) == rows_of(band);
                if !(is_blank && has_blank_band) {
                    candidates |= self.different(rows_of(band));
                }
                has_blank_band |= is_blank;
            }
        } else {
            candidates = self.different(free & rows_of(node.band.into()));
        }
        (0..9).filter(move |row| candidates & 1 << row != 0)
    }

    /// Removes all empty rows from the set `rows` except the first.
    fn different(&self, rows: u16) -> u16 {
        let blank = rows & self.blank;
        rows & !blank | blank & blank.wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::canonical::CanonicalForm;
    use crate::puzzle::canonical::brute_force::{self, renamed, shuffles};
    use proptest::prelude::*;

    fn cells(line: &str) -> Cells {
        let mut cells = [[0; 9]; 9];
        for (i, c) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
            cells[i / 9][i % 9] = c.to_digit(10).map_or(0, |digit| digit as u8);
        }
        cells
    }

    fn text_of(rows: [u32; 9]) -> String {
        CanonicalForm { rows }.to_string()
    }

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVENTEEN: &str =
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
    const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const MOST_CANONICAL: &str =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    #[test]
    fn brute_force_agrees() {
        let seven =
            "1........ .2....... ..3...... ...4..... ....1.... ........5 ........3 ......5.. .3.......";
        for text in [EASY, SEVENTEEN, FULL, MOST_CANONICAL, seven] {
            let cells = cells(text);
            assert_eq!(least_rows(&cells), brute_force::least_rows(&cells), "{text}");
        }
    }

    /// Puzzles with many symmetries must not take long.
    #[test]
    fn degenerate_puzzles_have_few_partial_rearrangements() {
        let row = "123456789";
        let diagonal =
            "1........ ....1.... ........1 .1....... .....1... ......1.. ..1...... ...1..... .......1.";
        let diagonal_boxes =
            "123...... 456...... 789...... ...123... ...456... ...789... ......123 ......456 ......789";
        let all_digits =
            "1........ ....2.... ........3 .4....... .....5... ......6.. ..7...... ...8..... .......9.";
        let band = &MOST_CANONICAL[..27];
        for text in ["", "5", row, &row[..3], diagonal, diagonal_boxes, all_digits, band, MOST_CANONICAL] {
            let form = least_rows(&cells(text));
            assert_eq!(least_rows(&cells(&text_of(form))), form, "{text}");
        }
        let last = |text: &str| least_rows(&cells(text))[8];
        // A full row is transposed only if that makes the form smaller, and it does not.
        assert_eq!((last(""), last("5"), last(row), last("234")), (0, 1, 123_456_789, 123));
    }

    proptest! {
        #[test]
        fn symmetries_do_not_change_the_form(
            shuffle in shuffles(),
            kept in prop::collection::vec(any::<prop::sample::Index>(), 0..81),
            grid in prop::sample::select(vec![FULL, MOST_CANONICAL]),
        ) {
            let (full, mut puzzle) = (cells(grid), [[0; 9]; 9]);
            for index in kept {
                let cell = index.index(81);
                puzzle[cell / 9][cell % 9] = full[cell / 9][cell % 9];
            }
            prop_assert_eq!(least_rows(&shuffle.apply(&full)), least_rows(&full));
            let form = least_rows(&puzzle);
            prop_assert_eq!(least_rows(&shuffle.apply(&puzzle)), form);
            prop_assert_eq!(least_rows(&cells(&text_of(form))), form);
            prop_assert!(form <= renamed(&puzzle));
        }
    }
}
