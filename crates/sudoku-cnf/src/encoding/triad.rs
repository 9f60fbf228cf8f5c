//! # Triad encoding
//!
//! A row or column meets a box in a segment, of three cells on 9×9: hence the name. A variable for each
//! segment and digit says that the digit is in the segment. It is shared by the line and the box, which
//! then speak of segments and no more of cells:
//!
//! - a cell holds exactly one digit;
//! - of a segment's cells and "not in this segment" exactly one is true, for each digit;
//! - a digit is in exactly one segment of a line, in exactly one of a box along the rows, and in exactly
//!   one along the columns.
//!
//! Unit propagation from a digit falsifies all its peers, and sees what a box forbids in a line and a
//! line in a box. Boards without boxes have no segments; there a digit is in exactly one cell of a line.
//!
//! Clauses, pairwise, with C(a, b) for "a choose b": n²·(1 + C(n,2) + r(1 + C(c+1,2)) + c(1 + C(r+1,2)) + 4 +
//! 2C(r,2) + 2C(c,2)), which is 7,695 on 9×9, with n²(r+c) auxiliary variables, 486 on 9×9.
//!
//! ## Reference
//! T. Dillon: tdoku, 2019, and its comparison of SAT encodings ("triads").

use std::collections::BTreeMap;

use super::constraints::{Counts, candidates_of, exactly_one, places_of};
use crate::at_most_one::AtMostOne;
use crate::clause::ClauseSink;
use crate::geometry::{Cell, Geometry, HouseKind};
use crate::variable::{Auxiliaries, Lit};

pub(super) fn encode<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    scheme: AtMostOne,
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    // The segments' variables come first, whatever the scheme adds to them.
    let segments = segments(geometry, auxiliaries);
    for cell in geometry.cells() {
        exactly_one(candidates_of(geometry, cell), scheme, auxiliaries, sink)?;
    }
    for segment in &segments {
        for (digit, &is_here) in geometry.digits().zip(&segment.is_here) {
            let cells = segment.cells.iter().map(|&cell| geometry.literal(cell, digit));
            exactly_one(cells.chain([!is_here]), scheme, auxiliaries, sink)?;
        }
    }
    for set in sets(&segments) {
        for digit in 0..geometry.size() {
            exactly_one(set.iter().map(|segment| segment.is_here[digit]), scheme, auxiliaries, sink)?;
        }
    }
    if segments.is_empty() {
        for line in geometry.houses() {
            for digit in geometry.digits() {
                exactly_one(places_of(geometry, line, digit), scheme, auxiliaries, sink)?;
            }
        }
    }
    Ok(())
}

pub(super) fn count(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    let n = geometry.size();
    let mut auxiliaries = Auxiliaries::after(0);
    let segments = segments(geometry, &mut auxiliaries);
    let cells = geometry.cell_count() * Counts::exactly_one(scheme, n);
    let lines = if segments.is_empty() { geometry.houses().count() } else { 0 };
    let within = segments.iter().map(|segment| Counts::exactly_one(scheme, segment.cells.len() + 1));
    let among = sets(&segments).into_iter().map(|set| Counts::exactly_one(scheme, set.len()));
    let by_digit = within.chain(among).fold(lines * Counts::exactly_one(scheme, n), |sum, set| sum + set);
    Counts { clauses: 0, auxiliaries: auxiliaries.largest() } + cells + n * by_digit
}

/// The cells that a line and a box share.
struct Segment {
    line: usize,
    line_kind: HouseKind,
    box_index: usize,
    cells: Vec<Cell>,
    /// "The digit is in this segment", for each digit.
    is_here: Vec<Lit>,
}

/// All segments, line by line.
fn segments(geometry: &Geometry, auxiliaries: &mut Auxiliaries) -> Vec<Segment> {
    let mut segments = Vec::new();
    for line in geometry.houses().filter(|house| house.name.kind != HouseKind::Box) {
        let mut cells_by_box = BTreeMap::<usize, Vec<Cell>>::new();
        for &cell in line.cells {
            let houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
            for its_box in houses.filter(|house| house.name.kind == HouseKind::Box) {
                cells_by_box.entry(its_box.index).or_default().push(cell);
            }
        }
        segments.extend(cells_by_box.into_iter().map(|(box_index, cells)| Segment {
            line: line.index,
            line_kind: line.name.kind,
            box_index,
            cells,
            is_here: auxiliaries.next_literals(geometry.size()),
        }));
    }
    segments
}

/// The sets of segments of which one holds a digit: those of each line, and those of each box along the
/// rows and along the columns.
fn sets(segments: &[Segment]) -> Vec<Vec<&Segment>> {
    let mut lines = BTreeMap::<usize, Vec<&Segment>>::new();
    let mut boxes = BTreeMap::<(usize, bool), Vec<&Segment>>::new();
    for segment in segments {
        lines.entry(segment.line).or_default().push(segment);
        boxes.entry((segment.box_index, segment.line_kind == HouseKind::Column)).or_default().push(segment);
    }
    lines.into_values().chain(boxes.into_values()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_as_documented() {
        let count = |shape: &str| {
            let counts = count(&Geometry::new(shape.parse().unwrap()), AtMostOne::Pairwise);
            (counts.clauses, counts.auxiliaries)
        };
        assert_eq!(count("2x2"), (496, 64));
        assert_eq!(count("3x3"), (7695, 486));
        assert_eq!(count("5x5"), (315_625, 6250));
        let pairs = |n: usize| n * (n - 1) / 2;
        for (r, c) in [(2, 3), (3, 2), (3, 4), (2, 5), (4, 4), (6, 6)] {
            let n = r * c;
            let sets = 1
                + pairs(n)
                + r * (1 + pairs(c + 1))
                + c * (1 + pairs(r + 1))
                + 4
                + 2 * pairs(r)
                + 2 * pairs(c);
            assert_eq!(count(&format!("{r}x{c}")), (n * n * sets, n * n * (r + c)), "{r}x{c}");
        }
    }
}
