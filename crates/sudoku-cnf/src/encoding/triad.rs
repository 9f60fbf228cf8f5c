//! # Triad encoding
//!
//! A row or column meets a box in a segment, which has three cells on 9×9: hence the name. An auxiliary variable for
//! each segment and digit is true if the segment contains the digit. The constraints of lines and boxes refer to these
//! variables instead of cells:
//!
//! - Each cell contains exactly one digit.
//! - If a segment contains a digit, exactly one of its cells does; otherwise none does.
//! - Each digit is in exactly one segment of a line, in exactly one row segment of a box, and in exactly one column
//!   segment of a box.
//!
//! Unit propagation finds naked and hidden singles and the intersections of boxes and lines. Lines that meet no boxes
//! and the houses of variants have constraints on cells, as in the `complete` encoding. A segment without a place for a
//! digit has no variable for it. A segment with a single place has one, because otherwise some clauses would repeat.
//!
//! Clauses with the pairwise scheme, where C(a, b) is the binomial coefficient: n²·(1 + C(n,2) + r(1 + C(c+1,2)) +
//! c(1 + C(r+1,2)) + 4 + 2C(r,2) + 2C(c,2)), which is 7,695 on 9×9. Auxiliary variables: n²(r+c), which is 486 on 9×9.
//!
//! ## Reference
//! T. Dillon: tdoku, 2019, and its comparison of SAT encodings ("triads").

use std::collections::{BTreeMap, HashSet};

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, PeerPairs, cells_at_least_one, cells_at_most_one};
use crate::board::{Cell, Geometry, House, HouseKind};
use crate::cnf::ClauseKind;
use crate::variable::Lit;

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    // Allocate the segment variables before any other auxiliary variables.
    let segments = segments(view.geometry);
    let in_segment: Vec<_> = segments.iter().map(|segment| segment_literals(view, segment, sink)).collect();
    cells_at_least_one(view, sink)?;
    cells_at_most_one(view, sink)?;
    sink.begin(ClauseKind::Segment);
    let mut literals = Vec::new();
    let mut by_digit = vec![Vec::new(); view.geometry.size()];
    for (segment, in_segment) in segments.iter().zip(&in_segment) {
        by_digit.iter_mut().for_each(Vec::clear);
        for &cell in &segment.cells {
            view.visit_cell(cell, |digit, literal| by_digit[digit.get() - 1].push(literal));
        }
        for (places, in_segment) in by_digit.iter_mut().zip(in_segment) {
            if let Some(in_segment) = *in_segment {
                places.push(!in_segment);
                sink.exactly_one(places)?;
            }
        }
    }
    let mut units = HashSet::new();
    for set in segment_sets(&segments) {
        for digit in view.geometry.digits() {
            literals.clear();
            literals.extend(set.iter().filter_map(|&segment| in_segment[segment][digit.get() - 1]));
            match literals[..] {
                [] => {}
                [unit] if !units.insert(unit) => {}
                _ => sink.exactly_one(&literals)?,
            }
        }
    }
    let mut pairs = PeerPairs::default();
    let others = view.geometry.houses().filter(|house| !has_segments(view.geometry, house));
    view.try_for_each_places(others, |places| {
        let (is_implied, _) = view.implied_by_earlier_house(&places);
        if places.house.is_complete && !is_implied {
            sink.begin(ClauseKind::HouseAtLeastOne);
            sink.clause(places.literals)?;
        }
        sink.begin(ClauseKind::HouseAtMostOne);
        pairs.emit_at_most_one(view, &places, sink)
    })
}

/// The cells that a line and a box share.
///
/// In a jigsaw, a region that equals a row or column is not a box of its own. Its cells form segments without a box.
struct Segment {
    line: usize,
    line_kind: HouseKind,
    box_index: Option<usize>,
    cells: Vec<Cell>,
}

/// Returns whether `house` is encoded by segments: boxes are, and lines that meet at least one box.
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

/// Returns all segments, line by line.
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

/// Allocates a literal "the segment contains the digit" for each digit; `None` for a digit without a place in it.
fn segment_literals<R: ConstraintSink>(
    view: CandidateView<'_>,
    segment: &Segment,
    sink: &mut R,
) -> Vec<Option<Lit>> {
    let mut is_open = vec![false; view.geometry.size()];
    for &cell in &segment.cells {
        view.visit_cell(cell, |digit, _| is_open[digit.get() - 1] = true);
    }
    is_open.into_iter().map(|is_open| is_open.then(|| sink.auxiliary())).collect()
}

/// Returns the sets of segments of which exactly one contains each digit, as lists of indices.
///
/// These sets are the segments of a line, the row segments of a box and the column segments of a box.
fn segment_sets(segments: &[Segment]) -> Vec<Vec<usize>> {
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
    fn counts_match_the_documentation() {
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
