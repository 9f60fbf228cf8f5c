//! Recognizes the regions of a jigsaw puzzle beside or below a board: one label for each cell.

use super::line_class::{LineClass, classify};
use crate::puzzle::board::Regions;
use crate::text::lines::AnyLines;
use crate::text::text_line::TextLine;
use crate::text::token;

/// The minimum size of a board with regions.
const MIN_SIZE: usize = 4;
/// The maximum number of lines between a board and its regions.
const MAX_GAP: usize = 3;

/// Returns the regions that `labels` specify, in row-major order. Returns `None` if they are something else.
///
/// Each of the n labels occurs n times, and its cells are connected. The cells of a digit in a grid are not.
pub(super) fn regions(labels: &[char]) -> Option<Regions> {
    let n = labels.len().isqrt();
    let names: Vec<String> = labels.iter().map(ToString::to_string).collect();
    let regions = Regions::from_labels(&names).ok().filter(|_| n >= MIN_SIZE)?;
    let mut reached = vec![false; labels.len()];
    for label in (0..).take(n) {
        let start = regions.cell_regions().iter().position(|&region| region == label)?;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut reached[cell], true) {
                continue;
            }
            let (row, column) = (cell / n, cell % n);
            let neighbors = [
                (row > 0).then(|| cell - n),
                (row + 1 < n).then(|| cell + n),
                (column > 0).then(|| cell - 1),
                (column + 1 < n).then(|| cell + 1),
            ];
            let is_same = |&neighbor: &usize| regions.cell_regions()[neighbor] == label;
            open.extend(neighbors.into_iter().flatten().filter(is_same));
        }
    }
    reached.iter().all(|&is_reached| is_reached).then_some(regions)
}

/// Removes and returns the regions of an n×n board that have arrived and are the next n rows.
pub(super) fn take_below(lines: &mut AnyLines<'_>, n: usize) -> Option<Regions> {
    let is_gap = |line: &str| matches!(classify(line), LineClass::Empty | LineClass::Rule);
    let gap = lines.buffered().take_while(|line| is_gap(&line.text)).count();
    if gap > MAX_GAP {
        return None;
    }
    let is_label = |c: &char| !c.is_whitespace() && !token::is_bar(*c) && !matches!(c, ',' | ';');
    // Most boards are followed by another one, whose first row shows that it has blanks.
    let labels_of = |line: &TextLine| {
        let row: Vec<char> = line.text.chars().filter(is_label).collect();
        let are_labels = row.len() == n && row.iter().all(char::is_ascii_alphanumeric);
        are_labels.then_some((line.number, row))
    };
    let rows = lines.buffered().skip(gap).filter(|line| !is_gap(&line.text)).take(n);
    let rows: Vec<(usize, Vec<char>)> = rows.map_while(labels_of).collect();
    let labels: Vec<char> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
    let are_labels = rows.len() == n;
    let regions = are_labels.then(|| regions(&labels)).flatten()?;
    let last = rows[n - 1].0;
    lines.skip_while(|line| line.number <= last);
    Some(regions)
}

#[cfg(test)]
mod tests {
    use crate::puzzle::board::Boxes;
    use crate::text::Reader;
    use crate::text::testing::check_detected;

    const REGIONS: &str = "1112122233343444";

    #[track_caller]
    fn check(text: &str) {
        let record = Reader::new(text.as_bytes(), None).next().unwrap().unwrap();
        let Boxes::Regions(regions) = record.puzzle.geometry().boxes() else { panic!("{text}") };
        assert_eq!(regions.cell_regions(), [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3], "{text}");
        assert_eq!(record.puzzle.to_string(), "1...............");
        assert_eq!(Reader::new(text.as_bytes(), None).count(), 1, "{text}");
    }

    #[test]
    fn regions_are_beside_or_below_the_board() {
        check(&format!("1...............|{REGIONS}|J\n"));
        check(&format!("1............... {REGIONS}\n"));
        check("1000\n0000\n0000\n0000\n\n1112\n1222\n3334\n3444\n");
        check("1 . . .\n. . . .\n. . . .\n. . . .\nA A A B\nA B B B\nC C C D\nC D D D\n");
    }

    #[test]
    fn other_labels_are_solutions_or_boards() {
        check_detected(
            "1000\n0000\n0000\n0000\n\n1234\n3412\n2143\n4321\n",
            &["1: 1...............", "6: 1234341221434321"],
        );
        check_detected("1112\n1222\n3334\n3444\n", &["1:1: expected a puzzle, found the regions of one"]);
    }
}
