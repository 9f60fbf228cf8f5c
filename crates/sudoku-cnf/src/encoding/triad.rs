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
//! line in a box. Lines without boxes, and the houses of variants, speak of cells. A segment without a
//! place for a digit has no variable for it; one with a single place has, or else some pairs would be told twice.
//!
//! Clauses, pairwise, with C(a, b) for "a choose b": n²·(1 + C(n,2) + r(1 + C(c+1,2)) + c(1 + C(r+1,2)) + 4 +
//! 2C(r,2) + 2C(c,2)), which is 7,695 on 9×9, with n²(r+c) auxiliary variables, 486 on 9×9.
//!
//! ## Reference
//! T. Dillon: tdoku, 2019, and its comparison of SAT encodings ("triads").

use std::collections::{BTreeMap, HashSet};

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, Peers, cells_at_least_one, cells_at_most_one};
use crate::board::{Cell, Geometry, House, HouseKind};
use crate::cnf::ClauseKind;
use crate::variable::Lit;

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    // The segments' variables come first, whatever else there is.
    let segments = segments(view.geometry);
    let is_here: Vec<_> = segments.iter().map(|segment| is_here(view, segment, sink)).collect();
    cells_at_least_one(view, sink)?;
    cells_at_most_one(view, sink)?;
    sink.begin(ClauseKind::Segment);
    let mut literals = Vec::new();
    let mut by_digit = vec![Vec::new(); view.geometry.size()];
    for (segment, is_here) in segments.iter().zip(&is_here) {
        by_digit.iter_mut().for_each(Vec::clear);
        for &cell in &segment.cells {
            view.visit_cell(cell, |digit, literal| by_digit[digit.get() - 1].push(literal));
        }
        for (places, is_here) in by_digit.iter_mut().zip(is_here) {
            if let Some(is_here) = *is_here {
                places.push(!is_here);
                sink.exactly_one(places)?;
            }
        }
    }
    let mut units = HashSet::new();
    for set in sets(&segments) {
        for digit in view.geometry.digits() {
            literals.clear();
            literals.extend(set.iter().filter_map(|&segment| is_here[segment][digit.get() - 1]));
            match literals[..] {
                [] => {}
                [unit] if !units.insert(unit) => {}
                _ => sink.exactly_one(&literals)?,
            }
        }
    }
    let mut peers = Peers::default();
    let others = view.geometry.houses().filter(|house| !has_segments(view.geometry, house));
    view.try_for_each_places(others, |places| {
        let (is_covered, _) = view.covered_before(&places);
        if places.house.is_complete && !is_covered {
            sink.begin(ClauseKind::HouseAtLeastOne);
            sink.clause(places.literals)?;
        }
        sink.begin(ClauseKind::HouseAtMostOne);
        peers.differ(view, &places, sink)
    })
}

/// The cells that a line and a box share, or those of a line without a box: in a jigsaw a row may be a region.
struct Segment {
    line: usize,
    line_kind: HouseKind,
    box_index: Option<usize>,
    cells: Vec<Cell>,
}

/// Whether what a house says is told by segments: so it is for boxes, and for lines where there are boxes.
fn has_segments(geometry: &Geometry, house: &House<'_>) -> bool {
    match house.name.kind {
        HouseKind::Row | HouseKind::Column => {
            house.cells.iter().any(|&cell| box_of(geometry, cell).is_some())
        }
        HouseKind::Box => true,
        _ => false,
    }
}

fn box_of(geometry: &Geometry, cell: Cell) -> Option<usize> {
    let mut houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
    houses.find(|&house| geometry.house(house).name.kind == HouseKind::Box)
}

/// All segments, line by line.
fn segments(geometry: &Geometry) -> Vec<Segment> {
    let mut segments = Vec::new();
    for line in geometry.houses().filter(|house| house.name.kind != HouseKind::Box) {
        if has_segments(geometry, &line) {
            let mut cells_by_box = BTreeMap::<Option<usize>, Vec<Cell>>::new();
            for &cell in line.cells {
                cells_by_box.entry(box_of(geometry, cell)).or_default().push(cell);
            }
            let (line, line_kind) = (line.index, line.name.kind);
            let segment = |(box_index, cells)| Segment { line, line_kind, box_index, cells };
            segments.extend(cells_by_box.into_iter().map(segment));
        }
    }
    segments
}

/// For each digit the literal "it is in this segment"; `None` where it has no open place in it.
fn is_here<R: ConstraintSink>(view: CandidateView<'_>, segment: &Segment, sink: &mut R) -> Vec<Option<Lit>> {
    let mut is_open = vec![false; view.geometry.size()];
    for &cell in &segment.cells {
        view.visit_cell(cell, |digit, _| is_open[digit.get() - 1] = true);
    }
    is_open.into_iter().map(|is_open| is_open.then(|| sink.auxiliary())).collect()
}

/// The sets of segments, by their indices, of which one holds a digit: those of each line, and those of each
/// box along the rows and along the columns.
fn sets(segments: &[Segment]) -> Vec<Vec<usize>> {
    let mut lines = BTreeMap::<usize, Vec<usize>>::new();
    let mut boxes = BTreeMap::<(usize, bool), Vec<usize>>::new();
    for (index, segment) in segments.iter().enumerate() {
        lines.entry(segment.line).or_default().push(index);
        if let Some(box_index) = segment.box_index {
            boxes.entry((box_index, segment.line_kind == HouseKind::Column)).or_default().push(index);
        }
    }
    lines.into_values().chain(boxes.into_values()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Encoding, Geometry, Problem, Puzzle};

    #[test]
    fn counts_are_as_documented() {
        let count = |shape: &str| {
            let geometry = Geometry::new(shape.parse().unwrap());
            let puzzle = Puzzle::empty(Arc::new(geometry));
            let size = Problem::new(&puzzle, Encoding::Triad).size().unwrap();
            (size.clauses, size.variables - puzzle.geometry().candidate_count())
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
